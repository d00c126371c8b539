/* Heights, place and scale of a new level. */
#include <math.h>

#include "beamng/beamng_plan.h"
#include "ground/ground_altitudes.h"

static enum scree_code set_scale(struct beamng_level *level, struct ground_altitudes *rows,
                                 double *row_m, struct scree_error *err)
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
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the terrain is more than 1000 km high; set {height_scale} or {cell_m}");
    facts->size = size;
    facts->map_m = plan->side_m;
    facts->square_m = plan->map.square_m;
    facts->max_height_m = beamter_max_height(highest - lowest);
    facts->position_m[0] = facts->position_m[1] = -(size * facts->square_m) / 2;
    facts->position_m[2] = lowest;
    return SCREE_OK;
}

static void encode(struct beamng_level *level, struct ground_altitudes *rows, double *row_m)
{
    const struct beamng_facts *facts = &level->facts;
    const double lowest_m = facts->position_m[2];
    const double top_m = lowest_m + facts->max_height_m * (1 - 0x1p-17);
    for (uint32_t y = 0; y < facts->size; y++) {
        const size_t at = (size_t)y * facts->size;
        ground_altitudes_get(row_m, rows, y);
        beamter_height_row(level->heights + at, row_m, facts->size, lowest_m, facts->max_height_m);
        for (uint32_t x = 0; x < facts->size; x++)
            level->clamped += row_m[x] < lowest_m || row_m[x] >= top_m;
    }
}

enum scree_code beamng_take_heights(struct beamng_level *level, struct scree_error *err)
{
    const struct beamng_map *map = &level->plan->map;
    const size_t size = map->size;
    /* Points from edge to edge: without the last the terrain has size points and its squares have its
     * extent. */
    const uint32_t points = map->size + (map->resampled || map->trimmed ? 1 : 0);
    struct ground_altitudes rows;
    double *row_m = mem_alloc(points, sizeof *row_m);
    level->heights = mem_alloc(size * size, sizeof *level->heights);
    enum scree_code code =
        ground_altitudes_create(&rows, inputs_heights(&map->inputs), points, err);
    if (row_m == NULL || level->heights == NULL)
        code = err_set(err, SCREE_NO_MEMORY, "no memory for %zu x %zu heights", size, size);
    if (code == SCREE_OK) code = set_scale(level, &rows, row_m, err);
    if (code == SCREE_OK) encode(level, &rows, row_m);
    ground_altitudes_free(&rows);
    mem_free(row_m);
    return code;
}
