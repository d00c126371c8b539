/* How roads lie on the ground: how far it falls across, and grades; and where one starts on one. */
#include <math.h>

#include "base/mem.h"
#include "base/spot.h"
#include "roads/roads.h"

#define ACROSS 4 /* steps from the middle to either side where the ground is looked at */
#define STEEP 0.15
#define STEP_M 5.0
#define ENDS 3 /* steps from either end where nobody starts */
#define DISTANCE_COST                                                                              \
    0.1 /* grade that is worth going from the middle to an edge, as off the roads */

static double ground_at(const struct roads_ground *ground, const struct roads_place *place,
                        double ahead_m, double aside_m)
{
    return ground->height_m(ground->land,
                            place->x_m + ahead_m * place->ahead[0] - aside_m * place->ahead[1],
                            place->z_m + ahead_m * place->ahead[1] + aside_m * place->ahead[0]);
}

/* The highest ground across. */
static double top_m(const struct roads_place *place, const struct roads_ground *ground)
{
    double most = -INFINITY;
    for (int k = -ACROSS; k <= ACROSS; k++) {
        const double y = ground_at(ground, place, 0, place->width_m / 2 * k / ACROSS);
        most = y > most ? y : most;
    }
    return most;
}

static void take_worst(struct roads_worst *worst, double value, const struct roads_place *place)
{
    if (value > worst->value) *worst = (struct roads_worst){value, place->x_m, place->z_m};
}

static void take_grade(struct roads_lie *lie, const struct roads_place *place,
                       const struct roads_ground *ground)
{
    const struct roads_place *next = place + 1;
    const double x = next->x_m - place->x_m, z = next->z_m - place->z_m;
    const double length_m = sqrt(x * x + z * z);
    const double rise_m = ground_at(ground, next, 0, 0) - ground_at(ground, place, 0, 0);
    const double grade = fabs(rise_m) / length_m;
    take_worst(&lie->grade, grade, place);
    if (grade > STEEP) lie->steep_m += length_m;
}

static void take_edges(struct roads_lie *lie, const struct roads_place *place,
                       const struct roads_ground *ground)
{
    const double top = top_m(place, ground);
    for (int side = -1; side <= 1; side += 2)
        take_worst(&lie->edge_m, top - ground_at(ground, place, 0, side * place->width_m / 2),
                   place);
}

enum scree_code roads_measure(struct roads_lie *lie, const struct roads *roads, size_t road,
                              double step_m, const struct roads_ground *ground,
                              struct scree_error *err)
{
    struct roads_place *places;
    size_t count;
    if (roads->list[road].bridge || roads->list[road].tunnel) return SCREE_OK;
    RETURN_IF_ERR(roads_line(&places, &count, roads, road, step_m, err));
    for (size_t i = 0; i < count; i++) take_edges(lie, &places[i], ground);
    for (size_t i = 0; i + 1 < count; i++) take_grade(lie, &places[i], ground);
    mem_free(places);
    return SCREE_OK;
}

/* To the metre, as the file of roads counts. */
static char *name_of(char *out, size_t size, const struct roads *roads,
                     const struct roads_worst *worst)
{
    const double at_m[2] = {floor(worst->x_m + 0.5), floor(roads->depth_m - worst->z_m + 0.5)};
    return spot_name(out, size, at_m, SCREE_SOUTH_WEST);
}

void roads_warn(const struct roads *roads, const struct roads_lie *lie, double high_m,
                const char *edge, struct scree_job *job)
{
    char at[64];
    if (lie->edge_m.value > high_m)
        job_warn(job, NULL, "roads: %s by up to %.1f m, at %s; lead them along the slope", edge,
                 lie->edge_m.value, name_of(at, sizeof at, roads, &lie->edge_m));
    if (lie->grade.value > STEEP)
        job_warn(job, NULL,
                 "roads: %.2f of %.2f km are steeper than %.0f %%, up to %.0f %% at %s; lead them "
                 "where the ground is gentler",
                 lie->steep_m / 1000, roads_length_m(roads) / 1000, 100 * STEEP,
                 100 * lie->grade.value, name_of(at, sizeof at, roads, &lie->grade));
}

/* ---- where one starts ---- */

struct search {
    const struct roads *roads;
    const struct roads_ground *ground;
    double middle_m[2], dry_m;
    double best;
    struct roads_place at;
};

/* back: more of the road lies behind. */
static void try_place(struct search *search, const struct roads_place *place, bool back)
{
    const struct roads_ground *ground = search->ground;
    const struct roads_place *before = place - 1, *after = place + 1;
    const double east = (place->x_m - search->middle_m[0]) / search->middle_m[0];
    const double south = (place->z_m - search->middle_m[1]) / search->middle_m[1];
    const double far = DISTANCE_COST * sqrt(east * east + south * south);
    if (!(far < search->best)) return;
    const double x = after->x_m - before->x_m, z = after->z_m - before->z_m;
    const double high[2] = {ground->height_m(ground->land, before->x_m, before->z_m),
                            ground->height_m(ground->land, after->x_m, after->z_m)};
    if (!(fmin(high[0], high[1]) >= search->dry_m)) return;
    if (!(ground->height_m(ground->land, place->x_m, place->z_m) >= search->dry_m)) return;
    const double grade = fabs(high[1] - high[0]) / fmax(sqrt(x * x + z * z), 1);
    if (!(grade + far < search->best)) return;
    search->best = grade + far;
    search->at = *place;
    for (int k = 0; k < 2 && back; k++) search->at.ahead[k] = -place->ahead[k];
}

static enum scree_code try_road(struct search *search, size_t road, struct scree_error *err)
{
    struct roads_place *places;
    size_t count;
    RETURN_IF_ERR(roads_line(&places, &count, search->roads, road, STEP_M, err));
    for (size_t i = ENDS; i + ENDS < count; i++) try_place(search, &places[i], 2 * i + 1 > count);
    mem_free(places);
    return SCREE_OK;
}

/* Whether a road is one of those that are tried first, or of the others. */
static bool is_of(const struct roads_road *road, bool path)
{
    return !road->bridge && !road->tunnel && (road->kind == ROADS_PATH) == path;
}

enum scree_code roads_start(bool *found, struct roads_place *at, const struct roads *roads,
                            const struct roads_ground *ground, const double extent_m[2],
                            double dry_m, struct scree_error *err)
{
    struct search search = {.roads = roads,
                            .ground = ground,
                            .middle_m = {extent_m[0] / 2, extent_m[1] / 2},
                            .dry_m = dry_m,
                            .best = INFINITY};
    for (int path = 0; path < 2 && search.best == INFINITY; path++)
        for (size_t r = 0; r < roads->count; r++)
            if (is_of(&roads->list[r], path == 1)) RETURN_IF_ERR(try_road(&search, r, err));
    *found = search.best < INFINITY;
    *at = search.at;
    return SCREE_OK;
}
