/* Where one starts: on a road. */
#include <math.h>

#include "base/mem.h"
#include "roads/roads.h"

#define STEP_M 5.0
#define ENDS 3 /* steps from either end where nobody starts */
#define DISTANCE_COST                                                                              \
    0.1 /* grade that is worth going from the middle to an edge, as off the roads */

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
