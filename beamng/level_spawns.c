/*
 * Where one starts on a new level: flat dry places apart from each other, without a hole, off the beds
 * of waters and away from plants; the first is asked for, or the best.
 */
#include <math.h>

#include "beamng/beamng_plan.h"
#include "ground/ground_beds.h"

#define ABOVE_GROUND_M 1.0
#define UNDER_EVERYTHING_M (-1e30f) /* nobody starts in a hole or a tree */
#define PLANTS_AWAY_M 7.0           /* from a plant's stem */

/* The sample nearest to the place asked for. */
static void take_start(uint32_t place[2], const struct beamng_level *level)
{
    const struct beamng_plan *plan = level->plan;
    const double last = (double)level->facts.size - 1;
    const double from_south_m[2] = {plan->options.level.start_m[0],
                                    plan->side_m - plan->options.level.start_m[1]};
    for (int i = 0; i < 2; i++) {
        const double sample = floor(from_south_m[i] / level->facts.square_m + 0.5);
        place[i] = (uint32_t)(sample < 0 ? 0 : sample > last ? last : sample);
    }
}

static uint32_t sample_at(double m, const struct beamng_facts *facts)
{
    const double sample = floor(m / facts->square_m + 0.5), last = (double)facts->size - 1;
    return (uint32_t)(sample < 0 ? 0 : sample > last ? last : sample);
}

/* Samples around plants are no ground to start on. */
static void leave_out_plants(float *above_m, const struct beamng_level *level)
{
    const struct beamng_facts *facts = &level->facts;
    for (size_t i = 0; level->plants != NULL && i < level->plants->count; i++) {
        const struct plants_item *item = &level->plants->items[i];
        const double x_m = (double)item->x / PLANTS_UNITS;
        const double y_m = level->plan->side_m - (double)item->z / PLANTS_UNITS;
        const uint32_t west = sample_at(x_m - PLANTS_AWAY_M, facts),
                       east = sample_at(x_m + PLANTS_AWAY_M, facts),
                       south = sample_at(y_m - PLANTS_AWAY_M, facts),
                       north = sample_at(y_m + PLANTS_AWAY_M, facts);
        for (uint32_t y = south; y <= north; y++)
            for (uint32_t x = west; x <= east; x++)
                above_m[(size_t)y * facts->size + x] = UNDER_EVERYTHING_M;
    }
}

static void leave_out(float *above_m, const struct beamng_facts *facts,
                      const struct roads_water *water)
{
    const float top_m = (float)(water->level_m - facts->position_m[2]);
    for (uint32_t y = sample_at(water->south_m, facts); y <= sample_at(water->north_m, facts); y++)
        for (uint32_t x = sample_at(water->west_m, facts); x <= sample_at(water->east_m, facts);
             x++) {
            float *above = &above_m[(size_t)y * facts->size + x];
            if (*above < top_m) *above = UNDER_EVERYTHING_M;
        }
}

/* Nobody starts in a lake, or in a river. */
static void leave_out_waters(float *above_m, const struct beamng_level *level)
{
    const struct beamng_facts *facts = &level->facts;
    const struct roads_waters *waters = facts->waters;
    for (size_t i = 0; i < facts->lake_count; i++) leave_out(above_m, facts, &facts->lakes[i]);
    for (size_t i = 0; waters != NULL && i < waters->flow_count; i++) {
        const struct roads_flow *at = &waters->flow[i];
        const double north_m = (waters->rows - 1.0) * waters->cell_m[1] - at->z_m;
        const double reach_m = at->width_m / 2 + waters->cell_m[0];
        const struct roads_water around = {at->x_m - reach_m, north_m - reach_m, at->x_m + reach_m,
                                           north_m + reach_m, at->level_m,       0};
        leave_out(above_m, facts, &around);
    }
}

static void fill(float *above_m, const struct beamng_level *level)
{
    const size_t count = (size_t)level->facts.size * level->facts.size;
    const double step_m = beamter_step_m(level->facts.max_height_m);
    for (size_t i = 0; i < count; i++)
        above_m[i] = level->samples.ids[i] == BEAMTER_HOLE ? UNDER_EVERYTHING_M
                                                           : (float)(level->heights[i] * step_m);
    leave_out_waters(above_m, level);
}

static void warn_of_flood(const struct beamng_level *level, struct scree_job *job)
{
    const struct beamng_facts *facts = &level->facts;
    const size_t count = (size_t)facts->size * facts->size;
    uint16_t highest = 0;
    for (size_t i = 0; facts->has_water && i < count; i++)
        if (level->heights[i] > highest) highest = level->heights[i];
    const double highest_m = facts->position_m[2] + highest * beamter_step_m(facts->max_height_m);
    if (facts->has_water) ground_warn_flood(facts->water_m, highest_m, job);
}

static void stand(double spawn_m[3], const struct beamng_level *level, const uint32_t place[2])
{
    const struct beamng_facts *facts = &level->facts;
    const size_t at = (size_t)place[1] * facts->size + place[0];
    for (int i = 0; i < 2; i++) spawn_m[i] = facts->position_m[i] + place[i] * facts->square_m;
    double ground_m =
        facts->position_m[2] + level->heights[at] * beamter_step_m(facts->max_height_m);
    if (facts->has_water && ground_m < facts->water_m) ground_m = facts->water_m;
    spawn_m[2] = ground_m + ABOVE_GROUND_M;
}

/* Above the water, and above the beds that say where one would be. */
static double dry_m(const struct beamng_facts *facts, const struct ground_beds *beds)
{
    const double water_m =
        facts->has_water ? facts->water_m - facts->position_m[2] : GROUND_HIDDEN_M;
    const double level_m = beds != NULL ? beds->level_m - facts->position_m[2] : GROUND_HIDDEN_M;
    return fmax(fmax(water_m, level_m), GROUND_HIDDEN_M);
}

/* Rather one place beside a tree than none, and rather on a bed; there are no further ones away from
 * trees. */
static bool find_any(uint32_t place[2], float *above_m, const struct beamng_level *level,
                     const struct ground_beds *beds)
{
    const struct beamng_facts *facts = &level->facts;
    fill(above_m, level);
    ground_beds_hide(above_m, facts->size, false, beds);
    if (ground_flat_place(place, above_m, facts->size, facts->square_m, dry_m(facts, beds)))
        return true;
    fill(above_m, level);
    return ground_flat_place(place, above_m, facts->size, facts->square_m, dry_m(facts, NULL));
}

/* The ground where one may start. */
struct footing {
    const float *above_m;
    const struct beamng_facts *facts;
    double depth_m;
};

/* That of the nearest sample: one stands there. */
static double footing_m(const void *land, double x_m, double z_m)
{
    const struct footing *f = land;
    const uint32_t x = sample_at(x_m, f->facts), y = sample_at(f->depth_m - z_m, f->facts);
    return (double)f->above_m[(size_t)y * f->facts->size + x];
}

#define DRY_M 0.5 /* a road's ground above the water */

/* On a road, if there is a place for it. */
static enum scree_code take_road(struct ground_places *places, double toward[2],
                                 const float *above_m, const struct beamng_level *level, double dry,
                                 struct scree_error *err)
{
    const struct beamng_facts *facts = &level->facts;
    const double side_m = level->plan->side_m, extent_m[2] = {side_m, side_m};
    const struct footing footing = {above_m, facts, side_m};
    const struct roads_ground ground = {&footing, footing_m};
    struct roads_place at;
    bool found;
    RETURN_IF_ERR(
        roads_start(&found, &at, level->plan->roads, &ground, extent_m, dry + DRY_M, err));
    if (!found) return SCREE_OK;
    places->at[0][0] = sample_at(at.x_m, facts);
    places->at[0][1] = sample_at(side_m - at.z_m, facts);
    places->count = 1;
    toward[0] = at.ahead[0];
    toward[1] = -at.ahead[1];
    return SCREE_OK;
}

static enum scree_code find_places(struct ground_places *places, double toward[2], float *above_m,
                                   const struct beamng_level *level, const struct ground_beds *beds,
                                   struct scree_job *job, struct scree_error *err)
{
    const struct beamng_facts *facts = &level->facts;
    fill(above_m, level);
    ground_beds_hide(above_m, facts->size, false, beds);
    leave_out_plants(above_m, level);
    if (level->plan->options.level.has_start) {
        take_start(places->at[0], level);
        places->count = 1;
    } else if (level->plan->roads != NULL) {
        RETURN_IF_ERR(take_road(places, toward, above_m, level, dry_m(facts, beds), err));
    }
    if (ground_flat_places(places, above_m, facts->size, facts->square_m, dry_m(facts, beds)) > 0)
        return SCREE_OK;
    if (!find_any(places->at[0], above_m, level, beds))
        job_warn(job, NULL,
                 "there is no flat dry place without a hole to start at, so it is the middle");
    places->count = 1;
    return SCREE_OK;
}

enum scree_code beamng_place_spawns(struct beamng_level *level, struct scree_job *job,
                                    struct scree_error *err)
{
    const struct beamng_map *map = &level->plan->map;
    struct beamng_facts *facts = &level->facts;
    struct ground_places places = {0, {{0, 0}}};
    struct ground_beds beds = ground_beds_of(map->inputs.map, map->inputs.field);
    float *above_m = mem_alloc((size_t)facts->size * facts->size, sizeof *above_m);
    enum scree_code code = SCREE_OK;
    if (above_m == NULL)
        code = err_set(err, SCREE_NO_MEMORY, "no memory for %u x %u heights", (unsigned)facts->size,
                       (unsigned)facts->size);
    if (code == SCREE_OK)
        code = ground_beds_look(&beds, facts->size, map->inputs.map, map->inputs.field, &map->how,
                                job, err);
    if (code == SCREE_OK) {
        warn_of_flood(level, job);
        facts->start_toward[1] = -1; /* as the game has it */
        code = find_places(&places, facts->start_toward, above_m, level, &beds, job, err);
    }
    mem_free(above_m);
    ground_beds_free(&beds);
    facts->spawn_count = places.count;
    for (uint32_t k = 0; k < places.count; k++) stand(facts->spawns_m[k], level, places.at[k]);
    return code;
}
