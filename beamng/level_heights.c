/* Heights, place and scale of a new level, and where one starts. */
#include <math.h>

#include "beamng/beamng_plan.h"
#include "ground/ground_altitudes.h"

#define ABOVE_GROUND_M 1.0
#define UNDER_EVERYTHING_M (-1e30f) /* nobody starts in a hole */
#define DRY_M (-1e29)

/* Points from edge to edge: without the last the terrain has size points and its squares have its
 * extent. */
static uint32_t lattice(const struct beamng_map *map)
{
    return map->resampled || map->trimmed ? map->size + 1 : map->size;
}

static enum err_code set_scale(struct beamng_level *level, struct ground_altitudes *rows,
                               double *row_m, struct err *err)
{
    const struct beamng_plan *plan = level->plan;
    const uint32_t size = plan->map.size;
    struct beamng_facts *facts = &level->facts;
    double lowest = INFINITY, highest = -INFINITY;
    for (uint32_t y = 0; y < size; y++) {
        ground_altitudes_get(row_m, rows, y);
        for (uint32_t x = 0; x < size; x++) {
            lowest = row_m[x] < lowest ? row_m[x] : lowest;
            highest = row_m[x] > highest ? row_m[x] : highest;
        }
    }
    if (!(highest - lowest < 1e6))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "the terrain is more than 1000 km high; set {height_scale} or {cell_m}");
    facts->size = size;
    facts->map_m = plan->side_m;
    facts->square_m = plan->map.square_m;
    facts->max_height_m = beamter_max_height(highest - lowest);
    facts->position_m[0] = facts->position_m[1] = -(size * facts->square_m) / 2;
    facts->position_m[2] = lowest;
    return ERR_OK;
}

static void encode(struct beamng_level *level, struct ground_altitudes *rows, double *row_m,
                   float *above_m)
{
    const struct beamng_facts *facts = &level->facts;
    const uint8_t *ids = level->samples.ids;
    const double lowest_m = facts->position_m[2];
    const double top_m = lowest_m + facts->max_height_m * (1 - 0x1p-17);
    for (uint32_t y = 0; y < facts->size; y++) {
        const size_t at = (size_t)y * facts->size;
        ground_altitudes_get(row_m, rows, y);
        beamter_height_row(level->heights + at, row_m, facts->size, lowest_m, facts->max_height_m);
        for (uint32_t x = 0; x < facts->size; x++) {
            level->clamped += row_m[x] < lowest_m || row_m[x] >= top_m;
            above_m[at + x] =
                ids[at + x] == BEAMTER_HOLE ? UNDER_EVERYTHING_M : (float)(row_m[x] - lowest_m);
        }
    }
}

/* The sample nearest to the place asked for. */
static void take_start(uint32_t place[2], const struct beamng_level *level)
{
    const struct beamng_plan *plan = level->plan;
    const double last = (double)level->facts.size - 1;
    const double from_south_m[2] = {plan->start_m[0], plan->side_m - plan->start_m[1]};
    for (int i = 0; i < 2; i++) {
        const double sample = floor(from_south_m[i] / level->facts.square_m + 0.5);
        place[i] = (uint32_t)(sample < 0 ? 0 : sample > last ? last : sample);
    }
}

/* Where one starts: asked for, or flat and dry. */
static void place_spawn(struct beamng_level *level, const float *above_m, struct job *job)
{
    struct beamng_facts *facts = &level->facts;
    uint32_t place[2];
    const double dry_m = facts->has_water ? facts->water_m - facts->position_m[2] : DRY_M;
    if (level->plan->has_start)
        take_start(place, level);
    else if (!ground_flat_place(place, above_m, facts->size, facts->square_m,
                                dry_m > DRY_M ? dry_m : DRY_M))
        job_warn(job, NULL,
                 "there is no flat dry place without a hole to start at, so it is the middle");
    const size_t at = (size_t)place[1] * facts->size + place[0];
    for (int i = 0; i < 2; i++)
        facts->spawn_m[i] = facts->position_m[i] + place[i] * facts->square_m;
    double ground_m =
        facts->position_m[2] + level->heights[at] * beamter_step_m(facts->max_height_m);
    if (facts->has_water && ground_m < facts->water_m) ground_m = facts->water_m;
    facts->spawn_m[2] = ground_m + ABOVE_GROUND_M;
}

enum err_code beamng_take_heights(struct beamng_level *level, struct job *job, struct err *err)
{
    const struct beamng_map *map = &level->plan->map;
    const size_t size = map->size;
    const uint32_t points = lattice(map);
    struct ground_altitudes rows;
    float *above_m = mem_alloc(size * size, sizeof *above_m);
    double *row_m = mem_alloc(points, sizeof *row_m);
    level->heights = mem_alloc(size * size, sizeof *level->heights);
    enum err_code code = ground_altitudes_create(&rows, map->inputs.field, points, err);
    if (above_m == NULL || row_m == NULL || level->heights == NULL)
        code =
            err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %zu x %zu heights", size, size);
    if (code == ERR_OK) code = set_scale(level, &rows, row_m, err);
    if (code == ERR_OK) {
        encode(level, &rows, row_m, above_m);
        place_spawn(level, above_m, job);
    }
    ground_altitudes_free(&rows);
    mem_free(above_m);
    mem_free(row_m);
    return code;
}
