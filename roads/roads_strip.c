/* Strips: cross-sections that lean with the ground, straight from one to the next. */
#include "roads/roads_strip.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

#define STEP_M 5.0  /* between two cross-sections, */
#define DECK_M 1.25 /* of a bridge, whose ends do not move, */
#define LEAST_M 0.6 /* and no less where the ground bends */
#define HIGH_M 0.2  /* of an edge that asks for more of them */
#define PRESSED_M 0.29
#define MOST_M 0.28 /* of an edge: where more do not help the strip is narrower, */
#define NARROWER 0.85
#define NARROWINGS 7     /* so often */
#define ABOVE_M 0.06     /* the ground, */
#define EVEN_ROUNDS 1000 /* until strips are narrowed, */
#define DECK_ROUNDS 8000 /* which decks are not */
#define LOOK_M 0.125     /* along; the ground is looked at so often */
#define ACROSS_M 0.5
#define LEAST_ACROSS 6
#define PILLARS_M 25.0 /* between two pillars */
#define LOW_M 1.0      /* the game has none below that */

/* A strip in the making: at each place in a grid between section i and the next it may be no lower than
 * least_m[first[i] ...], row by row from the left. short_m[i]: it is no lower by more than that. */
struct making {
    const struct roads_ground *ground;
    struct roads_section *sections;
    size_t count;
    size_t *first; /* [count] */
    double *short_m, *least_m;
    bool *rough; /* [count]: a wheel meets breaks there even so; NULL: it meets none */
    bool fixed;  /* the first and the last section do not move */
};

/* The grid between two sections: rows and columns, and shares of heights of edges at place (row, column): left,
 * right, and those of the next. */
struct grid {
    size_t along, across; /* steps: places are one more */
};

static double distance_m(const struct roads_section *a)
{
    const double x = a[1].place.x_m - a[0].place.x_m, z = a[1].place.z_m - a[0].place.z_m;
    return sqrt(x * x + z * z);
}

static struct grid grid_of(const struct roads_section *a)
{
    const double wider_m = fmax(a[0].place.width_m, a[1].place.width_m);
    const double across = ceil(wider_m / ACROSS_M);
    return (struct grid){(size_t)ceil(distance_m(a) / LOOK_M),
                         across < LEAST_ACROSS ? LEAST_ACROSS : (size_t)across};
}

static size_t places_of(const struct grid *grid)
{
    return (grid->along + 1) * (grid->across + 1);
}

/* The game makes two triangles between two sections, which share the line from the left edge of the next one to the
 * right edge of the first. */
static void shares_of(double by[4], const struct grid *grid, size_t row, size_t column)
{
    const double u = (double)row / (double)grid->along;
    const double v = (double)column / (double)grid->across;
    const bool first = u + v <= 1;
    by[0] = first ? 1 - u - v : 0;
    by[1] = first ? v : 1 - u;
    by[2] = first ? u : 1 - v;
    by[3] = first ? 0 : u + v - 1;
}

static double height_of(const struct roads_section *a, const double by[4])
{
    return by[0] * a[0].edge_m[0] + by[1] * a[0].edge_m[1] + by[2] * a[1].edge_m[0] +
           by[3] * a[1].edge_m[1];
}

static void place_at(double at[2], const struct roads_section *a, const double by[4])
{
    at[0] = at[1] = 0;
    for (int k = 0; k < 4; k++) {
        double edge[2];
        roads_section_edge(edge, &a[k / 2], k % 2);
        at[0] += by[k] * edge[0];
        at[1] += by[k] * edge[1];
    }
}

/* ---- the ground below ---- */

static void look(struct making *making, size_t i)
{
    const struct roads_ground *ground = making->ground;
    const struct roads_section *a = &making->sections[i];
    const struct grid grid = grid_of(a);
    double *least_m = making->least_m + making->first[i];
    for (size_t row = 0; row <= grid.along; row++)
        for (size_t column = 0; column <= grid.across; column++) {
            double by[4], at[2];
            shares_of(by, &grid, row, column);
            place_at(at, a, by);
            *least_m++ = ground->height_m(ground->land, at[0], at[1]) + ABOVE_M;
        }
    making->short_m[i] = INFINITY;
}

static enum scree_code look_around(struct making *making, struct scree_error *err)
{
    size_t total = 0;
    mem_free(making->first);
    mem_free(making->short_m);
    mem_free(making->least_m);
    making->short_m = making->least_m = NULL;
    RETURN_IF_ERR(MEM_NEED(&making->first, making->count, sizeof *making->first, err));
    RETURN_IF_ERR(MEM_NEED(&making->short_m, making->count, sizeof *making->short_m, err));
    for (size_t i = 0; i + 1 < making->count; i++) {
        const struct grid grid = grid_of(&making->sections[i]);
        making->first[i] = total;
        total += places_of(&grid);
    }
    RETURN_IF_ERR(MEM_NEED(&making->least_m, total, sizeof *making->least_m, err));
    for (size_t i = 0; i + 1 < making->count; i++) look(making, i);
    return SCREE_OK;
}

/* ---- heights ---- */

/* Raises the edges around a place until the strip is no more than short_m too low there, those of sections that are
 * not fixed; returns by how much it is. */
static double raise_at(struct roads_section *a, const bool fixed[2], const double by[4],
                       double least_m, double short_m)
{
    const double low_m = least_m - height_of(a, by), more_m = low_m - short_m;
    double squares = 0;
    if (more_m <= 0) return low_m;
    for (int k = 0; k < 4; k++) squares += fixed[k / 2] ? 0 : by[k] * by[k];
    if (!(squares > 0)) return low_m;
    for (int k = 0; k < 4; k++)
        if (!fixed[k / 2]) a[k / 2].edge_m[k % 2] += more_m * by[k] / squares;
    return short_m;
}

static void raise_between(struct making *making, size_t i, double short_m)
{
    struct roads_section *a = &making->sections[i];
    const struct grid grid = grid_of(a);
    const bool fixed[2] = {making->fixed && i == 0, making->fixed && i + 2 == making->count};
    const double *least_m = making->least_m + making->first[i];
    double worst_m = 0;
    for (size_t row = 0; row <= grid.along; row++)
        for (size_t column = 0; column <= grid.across; column++) {
            double by[4];
            shares_of(by, &grid, row, column);
            worst_m = fmax(worst_m, raise_at(a, fixed, by, *least_m++, short_m));
        }
    making->short_m[i] = worst_m;
}

/* Raising an edge lowers nothing, so once is enough; places that are far too low come first, as what is done
 * for them helps their neighbours. */
static void raise(struct making *making)
{
    static const double shorts_m[] = {2.56, 1.28, 0.64, 0.32, 0.16, 0.08, 0.04, 0.02, 0.01, 0};
    for (size_t k = 0; k < sizeof shorts_m / sizeof shorts_m[0]; k++)
        for (size_t i = 0; i + 1 < making->count; i++)
            if (making->short_m[i] > shorts_m[k]) raise_between(making, i, shorts_m[k]);
}

/* Lowers edges that stand too high above the ground. */
static void press(struct making *making, size_t i)
{
    const size_t quad = i + 1 < making->count ? i : i - 1;
    const struct grid grid = grid_of(&making->sections[quad]);
    const size_t row = i == quad ? 0 : grid.along;
    for (int side = 0; side < 2; side++) {
        const size_t at = row * (grid.across + 1) + (side == 0 ? 0 : grid.across);
        const double most_m = making->least_m[making->first[quad] + at] - ABOVE_M + PRESSED_M;
        making->sections[i].edge_m[side] = fmin(making->sections[i].edge_m[side], most_m);
    }
}

/* Less than ABOVE_M by so much where a strip would break; and where that is not enough. */
static const double lower_m[2] = {0.01, 0.04};

/* Without breaks, and a little lower for that; edges of what leans on the ground stay near it. */
static enum scree_code raise_evenly(struct making *making, bool leans, struct scree_error *err)
{
    struct roads_even even;
    const int rounds = leans ? EVEN_ROUNDS : DECK_ROUNDS;
    int n = 0;
    raise(making);
    mem_free(making->rough);
    making->rough = NULL;
    const enum scree_code code = roads_even_start(&even, making->sections, making->count, err);
    even.fixed = making->fixed;
    for (; n < rounds && code == SCREE_OK && roads_even_round(&even); n++) {
        for (size_t i = 0; i < making->count; i++)
            if (leans && even.moved[i]) press(making, i);
        for (size_t i = 0; i + 1 < making->count; i++)
            if (even.moved[i] || even.moved[i + 1])
                raise_between(making, i, lower_m[n >= rounds / 2]);
    }
    if (n == rounds) {
        making->rough = even.moved;
        even.moved = NULL;
    }
    roads_even_free(&even);
    return code;
}

static void lay_down(struct making *making)
{
    const struct roads_ground *ground = making->ground;
    for (size_t i = 0; i < making->count; i++) {
        struct roads_section *section = &making->sections[i];
        for (int side = 0; side < 2; side++) {
            double at[2];
            roads_section_edge(at, section, side);
            section->edge_m[side] = ground->height_m(ground->land, at[0], at[1]) + ABOVE_M;
        }
    }
}

/* ---- how high edges are ---- */

static void take_edge(struct roads_worst *worst, const struct making *making, size_t i, int side)
{
    const struct roads_section *a = &making->sections[i];
    const struct grid grid = grid_of(a);
    const size_t column = side == 0 ? 0 : grid.across;
    for (size_t row = 0; row <= grid.along; row++) {
        double by[4], at[2];
        shares_of(by, &grid, row, column);
        const double high_m = height_of(a, by) + ABOVE_M -
                              making->least_m[making->first[i] + row * (grid.across + 1) + column];
        if (high_m <= worst->value) continue;
        place_at(at, a, by);
        *worst = (struct roads_worst){high_m, at[0], at[1]};
    }
}

static double high_m(const struct making *making, size_t i, int side)
{
    struct roads_worst worst = {0, 0, 0};
    take_edge(&worst, making, i, side);
    return worst.value;
}

/* Whether there should be a section in the middle of two. */
static bool is_coarse(const struct making *making, size_t i)
{
    return distance_m(&making->sections[i]) >= 2 * LEAST_M &&
           fmax(high_m(making, i, 0), high_m(making, i, 1)) > HIGH_M;
}

static struct roads_section half_way(const struct roads_section *a)
{
    const struct roads_place *p = &a[0].place, *q = &a[1].place;
    const double x = q->x_m - p->x_m, z = q->z_m - p->z_m, length = sqrt(x * x + z * z);
    return (struct roads_section){
        .place = {.x_m = (p->x_m + q->x_m) / 2,
                  .z_m = (p->z_m + q->z_m) / 2,
                  .width_m = (p->width_m + q->width_m) / 2,
                  .ahead = {x / length, z / length}},
        .off_m = {(a[0].off_m[0] + a[1].off_m[0]) / 2, (a[0].off_m[1] + a[1].off_m[1]) / 2}};
}

/* More sections where edges are high; *more: there are some. */
static enum scree_code refine(bool *more, struct making *making, struct scree_error *err)
{
    struct roads_section *fine;
    size_t added = 0, count = 0;
    for (size_t i = 0; i + 1 < making->count; i++) added += is_coarse(making, i);
    *more = added > 0;
    if (added == 0) return SCREE_OK;
    RETURN_IF_ERR(MEM_NEED(&fine, making->count + added, sizeof *fine, err));
    for (size_t i = 0; i < making->count; i++) {
        fine[count++] = making->sections[i];
        if (i + 1 < making->count && is_coarse(making, i))
            fine[count++] = half_way(&making->sections[i]);
    }
    mem_free(making->sections);
    making->sections = fine;
    making->count = count;
    return SCREE_OK;
}

/* ---- both kinds ---- */

static enum scree_code start(struct making *making, const struct roads *roads, size_t road,
                             struct scree_error *err)
{
    struct roads_place *places;
    const double step_m = roads->list[road].bridge ? DECK_M : STEP_M;
    RETURN_IF_ERR(roads_line(&places, &making->count, roads, road, step_m, err));
    const enum scree_code code =
        MEM_NEED(&making->sections, making->count, sizeof *making->sections, err);
    for (size_t i = 0; code == SCREE_OK && i < making->count; i++)
        making->sections[i] = (struct roads_section){
            .place = places[i], .off_m = {places[i].width_m / 2, places[i].width_m / 2}};
    mem_free(places);
    return code;
}

static bool is_rough(const struct making *making, size_t i)
{
    return making->rough != NULL && (making->rough[i] || making->rough[i + 1]);
}

/* Moves edges to the middle that are too high, or too rough; false: there is none. */
static bool narrow(struct making *making)
{
    bool some = false;
    for (int side = 0; side < 2; side++) {
        bool before = false; /* the section before has it done */
        for (size_t i = 0; i + 1 < making->count; i++) {
            const bool own = high_m(making, i, side) > MOST_M || is_rough(making, i);
            if (own && !before) making->sections[i].off_m[side] *= NARROWER;
            if (own) making->sections[i + 1].off_m[side] *= NARROWER;
            before = own;
            some = some || own;
        }
    }
    return some;
}

static enum scree_code fit(struct making *making, struct scree_error *err)
{
    RETURN_IF_ERR(look_around(making, err));
    lay_down(making);
    return raise_evenly(making, true, err);
}

static enum scree_code lean(struct making *making, struct roads_worst *worst,
                            struct scree_error *err)
{
    for (bool more = true; more;) {
        RETURN_IF_ERR(fit(making, err));
        RETURN_IF_ERR(refine(&more, making, err));
    }
    for (int n = 0; n < NARROWINGS && narrow(making); n++) RETURN_IF_ERR(fit(making, err));
    for (size_t i = 0; i + 1 < making->count; i++)
        for (int side = 0; side < 2; side++) take_edge(worst, making, i, side);
    return SCREE_OK;
}

/* Raises an end where ground is above it, as little as that takes. */
static void lift_end(struct making *making, int end)
{
    static const bool none[2] = {false, false};
    const size_t i = end == 0 ? 0 : making->count - 2;
    struct roads_section *a = &making->sections[i];
    const struct grid grid = grid_of(a);
    const size_t row = end == 0 ? 0 : grid.along;
    const double *least_m = making->least_m + making->first[i] + row * (grid.across + 1);
    for (size_t column = 0; column <= grid.across; column++) {
        double by[4];
        shares_of(by, &grid, row, column);
        raise_at(a, none, by, least_m[column], lower_m[1]);
    }
}

static void put_end(struct making *making, const struct roads_strips *all, size_t road, int end)
{
    struct roads_section *section = &making->sections[end == 0 ? 0 : making->count - 1];
    const double aloft_m = all->aloft_m[2 * road + (size_t)end], way = end == 0 ? -1 : 1;
    const double out[2] = {way * section->place.ahead[0], way * section->place.ahead[1]};
    if (!roads_joint(section->edge_m, all, road, section, out) && !isnan(aloft_m))
        section->edge_m[0] = section->edge_m[1] = aloft_m + ABOVE_M;
    lift_end(making, end);
}

/* From end to end, but no lower than the ground. */
static enum scree_code span(struct making *making, const struct roads_strips *all, size_t road,
                            struct scree_error *err)
{
    struct roads_section *sections = making->sections;
    double length_m = 0, along_m = 0;
    const size_t last = making->count - 1;
    RETURN_IF_ERR(look_around(making, err));
    lay_down(making);
    making->fixed = true;
    for (int end = 0; end < 2; end++) put_end(making, all, road, end);
    for (size_t i = 0; i < last; i++) length_m += distance_m(&sections[i]);
    for (size_t i = 1; i < last; i++) {
        along_m += distance_m(&sections[i - 1]);
        for (int k = 0; k < 2; k++)
            sections[i].edge_m[k] =
                sections[0].edge_m[k] +
                along_m / length_m * (sections[last].edge_m[k] - sections[0].edge_m[k]);
    }
    return raise_evenly(making, false, err);
}

enum scree_code roads_strip_make(struct roads_strip *out, struct roads_worst *worst,
                                 const struct roads_strips *all, size_t road,
                                 struct scree_error *err)
{
    struct making making = {.ground = all->ground};
    enum scree_code code = start(&making, all->roads, road, err);
    if (code == SCREE_OK)
        code = all->roads->list[road].bridge ? span(&making, all, road, err)
                                             : lean(&making, worst, err);
    mem_free(making.first);
    mem_free(making.short_m);
    mem_free(making.least_m);
    mem_free(making.rough);
    if (code != SCREE_OK) {
        mem_free(making.sections);
        return code;
    }
    *out = (struct roads_strip){making.sections, making.count};
    return SCREE_OK;
}

/* ---- pillars ---- */

/* Whether some other road runs where a pillar would stand. */
static bool is_in_the_way(const struct roads *roads, const struct roads_section *section)
{
    const struct roads_place *place = &section->place;
    for (int side = -2; side <= 2; side++) {
        const double off_m = side * place->width_m / 4;
        const double x_m = place->x_m - off_m * place->ahead[1];
        const double z_m = place->z_m + off_m * place->ahead[0];
        if (!(x_m >= 0 && z_m >= 0)) return true;
        if (roads_under(roads, (uint32_t)(x_m * ROADS_UNITS), (uint32_t)(z_m * ROADS_UNITS)) !=
            ROADS_SURFACES)
            return true;
    }
    return false;
}

bool roads_pillar_is_due(double *since_m, const struct roads *roads,
                         const struct roads_section *section, double high_m)
{
    const bool due = *since_m >= PILLARS_M && high_m > LOW_M && !is_in_the_way(roads, section);
    *since_m = (due ? 0 : *since_m) + distance_m(section);
    return due;
}
