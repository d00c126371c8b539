/*
 * A truck shop at the start, so that one can take a vehicle where one begins: an object that comes with
 * the game, in front of one of the four sides of the start, where the ground is level and free.
 *
 * Source of its size and of where one buys: docs/formats/ror.md, Objects.
 */
#include <math.h>

#include "ror/ror_plan.h"

#define NEAR_M 22 /* from the start to its middle, */
#define FAR_M 70  /* in steps of */
#define STEP_M 8
#define HALF_WIDE_M 13.0
#define HALF_DEEP_M 11.0 /* with the place in front where one buys */
#define LEVEL_M 0.6
#define STEPS 8

/* Which way from the start, and how the shop is turned to look back at it. */
static const struct {
    double x, z;
    unsigned yaw_deg;
    const char *name;
} sides[4] = {{0, 1, 0, "south"}, {0, -1, 180, "north"}, {1, 0, 90, "east"}, {-1, 0, 270, "west"}};

static bool is_free(const struct ror_plan *plan, const double middle_m[2], const double half_m[2])
{
    const struct plants_placed *placed = plan->plants.placed;
    for (size_t i = 0; placed != NULL && i < placed->count; i++) {
        const struct plants_item *item = &placed->items[i];
        if (fabs((double)item->x / PLANTS_UNITS - middle_m[0]) < half_m[0] &&
            fabs((double)item->z / PLANTS_UNITS - middle_m[1]) < half_m[1])
            return false;
    }
    return true;
}

/* The lowest and the highest ground below it; false: it would stand on a road, in a house or a water, or off the map. */
static bool look(double range_m[2], const struct ror_plan *plan, const double middle_m[2],
                 const double half_m[2])
{
    const double side_m = plan->world.world_m;
    range_m[0] = INFINITY;
    range_m[1] = -INFINITY;
    for (int j = -STEPS; j <= STEPS; j++)
        for (int i = -STEPS; i <= STEPS; i++) {
            const double x = middle_m[0] + half_m[0] * i / STEPS;
            const double z = middle_m[1] + half_m[1] * j / STEPS;
            if (!(x >= 0 && z >= 0 && x <= side_m && z <= side_m) ||
                roads_bars(plan->roads, (uint32_t)(x * ROADS_UNITS), (uint32_t)(z * ROADS_UNITS),
                           false))
                return false;
            const double y = ror_world_ground_m(&plan->world, x, z);
            range_m[0] = y < range_m[0] ? y : range_m[0];
            range_m[1] = y > range_m[1] ? y : range_m[1];
        }
    return !plan->options.level.has_water || range_m[0] * 1000 > (double)plan->world.water_mm;
}

/* The most level of the four sides so far away; false: none will do. */
static bool place_at(struct ror_shop *out, const struct ror_plan *plan, double away_m)
{
    const struct ror_world *world = &plan->world;
    double best = LEVEL_M;
    for (int k = 0; k < 4; k++) {
        const double middle_m[2] = {(double)world->start_mm[0] / 1000 + away_m * sides[k].x,
                                    (double)world->start_mm[2] / 1000 + away_m * sides[k].z};
        const bool across = k < 2;
        const double half_m[2] = {across ? HALF_WIDE_M : HALF_DEEP_M,
                                  across ? HALF_DEEP_M : HALF_WIDE_M};
        double range_m[2];
        if (!look(range_m, plan, middle_m, half_m) || !(range_m[1] - range_m[0] < best) ||
            !is_free(plan, middle_m, half_m))
            continue;
        best = range_m[1] - range_m[0];
        *out = (struct ror_shop){.is_there = true, .side = k, .away_m = away_m};
        out->yaw_deg = sides[k].yaw_deg;
        out->at_mm[0] = (int64_t)floor(middle_m[0] * 1000 + 0.5);
        out->at_mm[1] = (int64_t)floor(range_m[1] * 1000 + 0.5);
        out->at_mm[2] = (int64_t)floor(middle_m[1] * 1000 + 0.5);
    }
    return best < LEVEL_M;
}

void ror_place_shop(struct ror_plan *plan)
{
    if (!plan->options.spawner) return;
    for (int away_m = NEAR_M; away_m <= FAR_M; away_m += STEP_M)
        if (place_at(&plan->shop, plan, away_m)) return;
}

void ror_tell_shop(const struct ror_plan *plan, struct scree_job *job)
{
    if (plan->shop.is_there)
        job_note(job, NULL, "a truck shop stands %.0f m %s of the start", plan->shop.away_m,
                 sides[plan->shop.side].name);
    else if (plan->options.spawner)
        job_note(job, NULL, "no truck shop: there is no level, free place near the start");
}
