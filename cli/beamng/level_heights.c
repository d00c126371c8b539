/* Heights, place and scale of a new level, and where one starts. */
#include <math.h>

#include "cli/beamng/level.h"
#include "ground/ground_altitudes.h"

#define ABOVE_GROUND_M 1.0
#define UNDER_EVERYTHING_M (-1e30f) /* nobody starts in a hole */
#define DRY_M (-1e29)

/* Points from edge to edge: without the last the terrain has size points and its squares have its
 * extent. */
static uint32_t lattice(const struct level *level)
{
    const struct beamng *beamng = level->beamng;
    return beamng->resampled || beamng->trimmed ? beamng->size + 1 : beamng->size;
}

static enum err_code set_scale(struct level *level, struct ground_altitudes *rows, double *row_m,
                               struct err *err)
{
    const struct ter_field *field = level->beamng->pair.field;
    const uint32_t size = level->beamng->size;
    struct engines_beamng_level *made = &level->made;
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
                       "the terrain is more than 1000 km high: set --height-scale or --cell");
    made->size = size;
    level->side_m = (field->points_x - 1.0) * field->scal_m[0];
    made->map_m = level->side_m;
    made->square_m = level->beamng->resampled ? level->side_m / size : field->scal_m[0];
    made->max_height_m = beamter_max_height(highest - lowest);
    made->position_m[0] = made->position_m[1] = -(size * made->square_m) / 2;
    made->position_m[2] = lowest;
    return ERR_OK;
}

static void encode(struct level *level, struct ground_altitudes *rows, double *row_m,
                   float *above_m)
{
    const struct engines_beamng_level *made = &level->made;
    const uint8_t *ids = level->beamng->ids;
    const double top_m = made->position_m[2] + made->max_height_m * (1 - 0x1p-17);
    for (uint32_t y = 0; y < made->size; y++) {
        ground_altitudes_get(row_m, rows, y);
        for (uint32_t x = 0; x < made->size; x++) {
            const size_t at = (size_t)y * made->size + x;
            level->heights[at] = beamter_height(row_m[x], made->position_m[2], made->max_height_m);
            level->clamped += row_m[x] < made->position_m[2] || row_m[x] >= top_m;
            above_m[at] = ids[at] == BEAMNG_HOLE ? UNDER_EVERYTHING_M
                                                 : (float)(row_m[x] - made->position_m[2]);
        }
    }
}

static void place_spawn(struct level *level, const float *above_m)
{
    struct engines_beamng_level *made = &level->made;
    uint32_t place[2];
    if (!ground_flat_place(place, above_m, made->size, made->square_m, DRY_M))
        job_warn(level->beamng->job, NULL,
                 "there is no flat place without a hole to start at, so it is the middle");
    const size_t at = (size_t)place[1] * made->size + place[0];
    for (int i = 0; i < 2; i++) made->spawn_m[i] = made->position_m[i] + place[i] * made->square_m;
    made->spawn_m[2] = made->position_m[2] +
                       level->heights[at] * beamter_step_m(made->max_height_m) + ABOVE_GROUND_M;
}

enum err_code level_take_heights(struct level *level, struct err *err)
{
    const size_t size = level->beamng->size;
    const uint32_t points = lattice(level);
    struct ground_altitudes rows;
    float *above_m = mem_alloc(size * size, sizeof *above_m);
    double *row_m = mem_alloc(points, sizeof *row_m);
    level->heights = mem_alloc(size * size, sizeof *level->heights);
    enum err_code code = ground_altitudes_create(&rows, level->beamng->pair.field, points, err);
    if (above_m == NULL || row_m == NULL || level->heights == NULL)
        code =
            err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %zu x %zu heights", size, size);
    if (code == ERR_OK) code = set_scale(level, &rows, row_m, err);
    if (code == ERR_OK) {
        encode(level, &rows, row_m, above_m);
        place_spawn(level, above_m);
    }
    ground_altitudes_free(&rows);
    mem_free(above_m);
    mem_free(row_m);
    return code;
}
