/* Heights, water and the place to start. */
#include <math.h>
#include <string.h>

#include "ground/ground_altitudes.h"
#include "cli/ror/ror.h"

static enum err_code fill(struct ror *ror, struct ground_altitudes *rows, double *altitudes_m,
                          struct err *err)
{
    const uint32_t points = ror->points;
    double lowest = INFINITY, highest = -INFINITY;
    for (uint32_t z = 0; z < points; z++) {
        ground_altitudes_get(altitudes_m, rows, points - 1 - z);
        for (uint32_t x = 0; x < points; x++) {
            lowest = altitudes_m[x] < lowest ? altitudes_m[x] : lowest;
            highest = altitudes_m[x] > highest ? altitudes_m[x] : highest;
        }
    }
    if (!(highest - lowest < 1e6))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "the terrain is more than 1000 km high: set --height-scale or --cell");
    ror->lowest_m = lowest;
    ror->height_m = engines_ror_world_height(highest - lowest);
    for (uint32_t z = 0; z < points; z++) {
        ground_altitudes_get(altitudes_m, rows, points - 1 - z);
        for (uint32_t x = 0; x < points; x++) {
            const size_t at = (size_t)z * points + x;
            ror->heights_m[at] = (float)(altitudes_m[x] - lowest);
            ror->heights[at] = engines_ror_height(altitudes_m[x], lowest, ror->height_m);
        }
    }
    return ERR_OK;
}

/* The place of --start: on the ground, or on the water over it. */
static enum err_code start_at(struct ror *ror, struct err *err)
{
    const double *at_m = ror->args->start_m;
    if (!(at_m[0] >= 0 && at_m[0] <= ror->world_m && at_m[1] >= 0 && at_m[1] <= ror->world_m))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--start %g,%g lies outside the world: 0 to %u metres from the west and "
                       "from the north edge",
                       at_m[0], at_m[1], (unsigned)ror->world_m);
    const double cell_m = (double)ror->world_m / (ror->points - 1);
    const double y_m =
        engines_ror_ground_m(ror->heights_m, ror->points, at_m[0] / cell_m, at_m[1] / cell_m);
    ror->start_mm[0] = (int64_t)(at_m[0] * 1000 + 0.5);
    ror->start_mm[1] = (int64_t)(y_m * 1000 + 0.5);
    ror->start_mm[2] = (int64_t)(at_m[1] * 1000 + 0.5);
    if (ror->args->has_water && ror->start_mm[1] < ror->water_mm) ror->start_mm[1] = ror->water_mm;
    return ERR_OK;
}

static enum err_code place(struct ror *ror, struct err *err)
{
    double water_m = -INFINITY;
    if (ror->args->has_water) {
        water_m = ror->args->water_m - ror->lowest_m;
        if (!(water_m >= 0))
            return err_set(
                err, ERR_ARG, ERR_NO_OFFSET,
                "--water %g lies below the lowest point of the terrain, %.9g m: leave it "
                "out for a dry world",
                ror->args->water_m, ror->lowest_m);
        if (!(water_m < 1e6))
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--water %g lies more than 1000 km above the lowest point of the "
                           "terrain, %.9g m",
                           ror->args->water_m, ror->lowest_m);
        ror->water_mm = (int64_t)(water_m * 1000 + 0.5);
    }
    if (ror->args->has_start) return start_at(ror, err);
    if (!engines_ror_start(ror->start_mm, ror->heights_m, ror->points, ror->world_m, water_m))
        job_warn(ror->job, NULL,
                 "no dry place to start: every point lies below --water %g, so it is on the "
                 "water in the middle",
                 ror->args->water_m);
    return ERR_OK;
}

enum err_code ror_take_heights(struct ror *ror, struct err *err)
{
    const size_t points = ror->points;
    struct ground_altitudes rows;
    enum err_code code = ground_altitudes_create(&rows, ror->pair.field, ror->points, err);
    double *altitudes_m = mem_alloc(points, sizeof *altitudes_m);
    ror->heights_m = mem_alloc(points * points, sizeof *ror->heights_m);
    ror->heights = mem_alloc(points * points, sizeof *ror->heights);
    if (altitudes_m == NULL || ror->heights_m == NULL || ror->heights == NULL)
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %zu x %zu heights", points,
                       points);
    if (code == ERR_OK) code = fill(ror, &rows, altitudes_m, err);
    if (code == ERR_OK) code = place(ror, err);
    mem_free(altitudes_m);
    ground_altitudes_free(&rows);
    return code;
}
