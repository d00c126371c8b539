/*
 * The ground around roads. On a bed it is the bed, of several the first chain's. Beside beds it is no higher than any cut allows and no lower than any
 * fill; where a cut and a fill meet with the wrong one above, it runs straight from bed to bed. Towards the end of the
 * corridor it becomes what it was. Standing water ends it: only beds lie there. Below a bridge the ground stays, and
 * what is above the deck is cut.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "roads/grade_model.h"

#define KEEPS 0.75 /* of a corridor; behind that a cut or fill fades */

/* What cuts and fills say of a point: no higher, no lower, and how far from the bed that is. */
struct limits {
    double high, high_apart, low, low_apart, share;
};

struct cell {
    struct limits all, chain, deck;
    double bed;
    bool on_bed, near, has_chain, below;
};

struct shaper {
    const struct grade_profile *profile;
    const struct grade_tiles *tiles;
    struct ter_field *field;
    const struct ter_field *from;
    const struct roads_waters *waters;
    struct cell *cells; /* of the threads */
};
struct tile_shaper {
    const struct shaper *shaper;
    struct cell *cells;
};

static const struct limits no_limits = {INFINITY, 0, -INFINITY, 0, 0};

static void take_limits(struct limits *limits, const struct limits *more)
{
    if (more->high < limits->high ||
        (more->high == limits->high && more->high_apart < limits->high_apart)) {
        limits->high = more->high;
        limits->high_apart = more->high_apart;
    }
    if (more->low > limits->low ||
        (more->low == limits->low && more->low_apart < limits->low_apart)) {
        limits->low = more->low;
        limits->low_apart = more->low_apart;
    }
    if (more->share > limits->share) limits->share = more->share;
}

/* What a bed that is edge_m high at its edge, or below a place, says of that; false: nothing. */
static bool limits_of(struct limits *out, const struct grade_lines *lines,
                      const struct grade_piece *piece, const struct grade_foot *foot, double edge_m)
{
    const struct roads_shape *shape = &grade_road_of(lines, piece->edge)->shape;
    const double half = piece->half_m + piece->widen * foot->at_m;
    const double apart = fabs(foot->off) > half ? fabs(foot->off) - half : 0;
    const double left = (1 - apart / shape->corridor_m) / (1 - KEEPS);
    *out = (struct limits){edge_m + apart / shape->slope, apart, edge_m - apart / shape->slope,
                           apart, left < 1 ? left : 1};
    return left > 0;
}

static void take_piece(void *context, const struct grade_point *point, uint32_t number,
                       const struct grade_foot *foot)
{
    struct tile_shaper *s = context;
    const struct grade_profile *profile = s->shaper->profile;
    struct cell *cell = &s->cells[point->index];
    struct limits own;
    if (!limits_of(&own, profile->lines, &profile->lines->pieces[number], foot,
                   roads_bed_m(profile, number, foot)))
        return;
    if (!cell->has_chain) cell->chain = no_limits;
    cell->has_chain = true;
    take_limits(&cell->chain, &own);
}

/* Straight from edge to edge, as decks are: no higher than the bed. */
static double deck_m(const struct grade_profile *profile, uint32_t number,
                     const struct grade_foot *foot)
{
    const struct grade_piece *piece = &profile->lines->pieces[number];
    const double half = piece->half_m + piece->widen * foot->at_m;
    const double share = (fmin(fmax(foot->off, -half), half) + half) / (2 * half);
    struct grade_foot left = *foot, right = *foot;
    left.off = -half;
    right.off = half;
    return (1 - share) * roads_bed_m(profile, number, &left) +
           share * roads_bed_m(profile, number, &right);
}

static void take_deck(void *context, const struct grade_point *point, uint32_t number,
                      const struct grade_foot *foot)
{
    struct tile_shaper *s = context;
    const struct grade_profile *profile = s->shaper->profile;
    struct cell *cell = &s->cells[point->index];
    struct limits own;
    if (!limits_of(&own, profile->lines, &profile->lines->pieces[number], foot,
                   deck_m(profile, number, foot)))
        return;
    if (!cell->below || own.high < cell->deck.high) cell->deck = own;
    cell->below = true;
}

static void take_chain(void *context, const struct grade_point *point, uint32_t number,
                       const struct grade_foot *foot)
{
    struct tile_shaper *s = context;
    const struct grade_piece *piece = &s->shaper->profile->lines->pieces[number];
    struct cell *cell = &s->cells[point->index];
    const double half = piece->half_m + piece->widen * foot->at_m, apart = fabs(foot->off);
    if (!cell->near) cell->all = no_limits;
    if (cell->has_chain) {
        take_limits(&cell->all, &cell->chain);
        cell->near = true;
        cell->has_chain = false;
    }
    if (apart > half || cell->on_bed) return;
    cell->bed = roads_bed_m(s->shaper->profile, number, foot);
    cell->on_bed = true;
}

static double beside_beds(const struct cell *cell, double ground)
{
    if (!cell->near) return ground;
    const struct limits *l = &cell->all;
    double height = ground > l->high ? l->high : ground < l->low ? l->low : ground;
    if (l->low > l->high) {
        const double apart = l->low_apart + l->high_apart;
        height = apart > 0 ? (l->low * l->high_apart + l->high * l->low_apart) / apart
                           : (l->low + l->high) / 2;
    }
    return ground + (height - ground) * l->share;
}

static double height_of(const struct cell *cell, double ground)
{
    if (cell->on_bed) return cell->bed;
    const double height = beside_beds(cell, ground);
    if (!cell->below || height <= cell->deck.high) return height;
    return height + (cell->deck.high - height) * cell->deck.share;
}

/* ---- samples ---- */

static bool is_wet(const struct roads_waters *w, uint32_t column, uint32_t row)
{
    return w != NULL && w->of[(size_t)row * w->columns + column] != 0;
}

static void put(struct tile_shaper *s, const struct cell *cell, uint32_t column, uint32_t row)
{
    const double ground = roads_ground_m(s->shaper->from, column, row);
    if (!cell->on_bed && is_wet(s->shaper->waters, column, row)) return;
    const double height = height_of(cell, ground);
    if (height != ground || cell->near) roads_put_m(s->shaper->field, column, row, height);
}

static void shape_tile(void *context, size_t tile, uint32_t thread)
{
    const struct shaper *shaper = context;
    const struct grade_tiles *tiles = shaper->tiles;
    struct tile_shaper s = {shaper, shaper->cells + (size_t)thread * GRADE_TILE * GRADE_TILE};
    const struct grade_visit visit = {&s, take_piece, take_chain, take_deck};
    if (tiles->lists.first[tile] == tiles->lists.first[tile + 1]) return;
    memset(s.cells, 0, GRADE_TILE * GRADE_TILE * sizeof *s.cells);
    roads_tile_visit(tiles, tile, GRADE_CORRIDOR, &visit);
    uint32_t corner[2];
    grade_corner(corner, &tiles->lists, tile);
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++)
        if (s.cells[i].near || s.cells[i].on_bed || s.cells[i].below)
            put(&s, &s.cells[i], corner[0] + i % GRADE_TILE, corner[1] + i / GRADE_TILE);
}

enum scree_code roads_shape_ground(struct ter_field *field, const struct ter_field *from,
                                   const struct roads_waters *waters,
                                   const struct grade_profile *profile, struct scree_job *job,
                                   struct scree_error *err)
{
    struct grade_tiles tiles;
    const uint32_t threads = parallel_threads(job_threads(job));
    struct shaper shaper = {
        .profile = profile, .tiles = &tiles, .field = field, .from = from, .waters = waters};
    enum scree_code code = roads_tiles_make(&tiles, profile->lines, from, GRADE_CORRIDOR, err);
    const size_t count = (size_t)tiles.lists.columns * tiles.lists.rows;
    if (code == SCREE_OK) {
        shaper.cells = mem_alloc((size_t)threads * GRADE_TILE * GRADE_TILE, sizeof *shaper.cells);
        if (shaper.cells == NULL) code = err_no_memory(err);
    }
    if (code == SCREE_OK) code = job_for(job, count, threads, shape_tile, &shaper, err);
    mem_free(shaper.cells);
    roads_tiles_free(&tiles);
    return code;
}
