/* The world: whether the game can load such a terrain, its heights, water, and where to start. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ground/ground_altitudes.h"
#include "ground/ground_beds.h"
#include "ror/ror_plan.h"

#define MOST_M 1e6           /* high, wide or deep */
#define LANDUSE_WORLD_M 8000 /* the game's table of ground takes half a gigabyte from here on */
#define LANDUSE_BYTES ((uint64_t)8) /* a square metre of it */

/* ---- size ---- */

/* The least 2^n + 1 that is not below points. */
static uint32_t next_size(uint32_t points)
{
    uint32_t cells = ROR_MIN_POINTS - 1;
    while (cells + 1 < points && cells + 1 < ROR_MAX_POINTS) cells *= 2;
    return cells + 1;
}

static enum scree_code choose_points(struct ror_world *world, const struct ter_field *field,
                                     uint32_t wanted, struct scree_error *err)
{
    const uint32_t x = field->points_x, y = field->points_y;
    if (x != y) {
        const uint32_t side = x < y ? x : y, fitting = next_size(wanted != 0 ? wanted : side);
        char then[48] = "";
        if (fitting != side && fitting != wanted)
            snprintf(then, sizeof then, " and add {points} %u", (unsigned)fitting);
        return err_set(err, SCREE_UNSUPPORTED,
                       "has %u x %u points and Rigs of Rods takes a square; crop it "
                       "({convert_crop} 0,0,%ux%u)%s",
                       (unsigned)x, (unsigned)y, (unsigned)side, (unsigned)side, then);
    }
    world->points = wanted != 0 ? wanted : x;
    const uint32_t fitting = next_size(world->points);
    if (fitting == world->points) return SCREE_OK;
    if (wanted != 0)
        return err_set_option(err, "points",
                              "{points} %u: Rigs of Rods takes 2^n + 1 points from %d to %d; take "
                              "%u",
                              (unsigned)wanted, ROR_MIN_POINTS, ROR_MAX_POINTS, (unsigned)fitting);
    return err_set(err, SCREE_UNSUPPORTED,
                   "has %u x %u points and Rigs of Rods takes 2^n + 1, from %d to %d; add {points} "
                   "%u",
                   (unsigned)x, (unsigned)y, ROR_MIN_POINTS, ROR_MAX_POINTS, (unsigned)fitting);
}

static enum scree_code choose_side(struct ror_world *world, const struct ter_field *field,
                                   struct scree_error *err)
{
    if (field->scal_m[0] != field->scal_m[1])
        return err_set(err, SCREE_UNSUPPORTED,
                       "a unit is %.6g m east and %.6g m north and Rigs of Rods takes "
                       "squares; add {cell_m}",
                       field->scal_m[0], field->scal_m[1]);
    const double side_m = ter_extent_x_m(field);
    const double whole_m = floor(side_m + 0.5);
    /* SCAL is a float: a seventh digit that is not meant does not count. */
    const double off_m = fabs(side_m - whole_m);
    if (whole_m >= 1 && whole_m < MOST_M && off_m <= side_m * 1e-6) {
        world->world_m = (uint32_t)whole_m;
        return SCREE_OK;
    }
    const double wanted_m = whole_m < 1 ? 1 : whole_m < MOST_M ? whole_m : MOST_M - 1;
    return err_set(err, SCREE_UNSUPPORTED,
                   "is %.9g m a side and Rigs of Rods takes whole metres; add {cell_m}: %.9g for "
                   "%.0f m",
                   side_m, wanted_m / (field->points_x - 1.0), wanted_m);
}

static enum scree_code choose_size(struct ror_world *world, const struct inputs *inputs,
                                   uint32_t wanted, struct scree_error *err)
{
    RETURN_IF_ERR(inputs_check_degrees(inputs->field, &inputs->terrain_file, "Rigs of Rods", err));
    RETURN_IF_ERR(choose_points(world, inputs->field, wanted, err));
    RETURN_IF_ERR(choose_side(world, inputs->field, err));
    if (inputs->ranges.altitude_max_tu > inputs->ranges.altitude_min_tu) return SCREE_OK;
    return err_set(err, SCREE_UNSUPPORTED,
                   "is flat: heights are stored as shares of their range, which is 0; raise or "
                   "lower at least one point");
}

/* ---- heights ---- */

static enum scree_code fill(struct ror_world *world, float *heights_m,
                            struct ground_altitudes *rows, double *altitudes_m,
                            struct scree_error *err)
{
    double range_m[2];
    ground_altitudes_range(range_m, rows);
    if (!(range_m[1] - range_m[0] < MOST_M))
        return err_set_option(err, "height_scale",
                              "the terrain is more than 1000 km high; set {height_scale} or "
                              "{cell_m}");
    world->lowest_m = range_m[0];
    world->height_m = ror_world_height(range_m[1] - range_m[0]);
    for (uint32_t z = 0; z < world->points; z++) {
        ground_altitudes_get(altitudes_m, rows, world->points - 1 - z);
        for (uint32_t x = 0; x < world->points; x++) {
            const size_t at = (size_t)z * world->points + x;
            heights_m[at] = (float)(altitudes_m[x] - world->lowest_m);
            world->heights[at] = ground_height16(altitudes_m[x], world->lowest_m, world->height_m);
        }
    }
    return SCREE_OK;
}

/* ---- water and start ---- */

/* The place asked for: on the ground, or on the water over it. */
static enum scree_code start_at(struct ror_world *world, const float *heights_m,
                                const struct scree_ror_options *options, struct scree_error *err)
{
    const double *at_m = options->level.start_m;
    RETURN_IF_ERR(ground_check_start(&options->level, world->world_m, "world", err));
    const double cell_m = (double)world->world_m / (world->points - 1);
    const double y_m = ror_ground_m(heights_m, world->points, at_m[0] / cell_m, at_m[1] / cell_m);
    world->start_mm[0] = (int64_t)(at_m[0] * 1000 + 0.5);
    world->start_mm[1] = (int64_t)(y_m * 1000 + 0.5);
    world->start_mm[2] = (int64_t)(at_m[1] * 1000 + 0.5);
    if (options->level.has_water && world->start_mm[1] < world->water_mm)
        world->start_mm[1] = world->water_mm;
    return SCREE_OK;
}

/* The water line in metres above the lowest point. */
static enum scree_code take_water(double *water_m, struct ror_world *world, double altitude_m,
                                  struct scree_error *err)
{
    *water_m = altitude_m - world->lowest_m;
    if (!(*water_m >= 0))
        return err_set_option(err, "water_m",
                              "{water_m} %g lies below the lowest point of the terrain, %.9g m; "
                              "leave it out for a dry world",
                              altitude_m, world->lowest_m);
    if (!(*water_m < MOST_M))
        return err_set_option(err, "water_m",
                              "{water_m} %g lies more than 1000 km above the lowest point of the "
                              "terrain, %.9g m",
                              altitude_m, world->lowest_m);
    world->water_mm = (int64_t)(*water_m * 1000 + 0.5);
    return SCREE_OK;
}

static void warn_of_flood(const struct ror_world *world, const float *heights_m, double altitude_m,
                          struct scree_job *job)
{
    float highest_m = 0;
    for (size_t i = 0; i < (size_t)world->points * world->points; i++)
        if (heights_m[i] > highest_m) highest_m = heights_m[i];
    ground_warn_flood(altitude_m, (double)highest_m + world->lowest_m, job);
}

#define DRY_M 0.5  /* a road's ground above the water */
#define DROP_M 0.3 /* from where one starts: no strip is higher above the ground */

struct land {
    const float *heights_m; /* hidden where nobody starts */
    uint32_t points;
    double cell_m;
};

static double land_m(const void *land, double x_m, double z_m)
{
    const struct land *l = land;
    return ror_ground_m(l->heights_m, l->points, x_m / l->cell_m, z_m / l->cell_m);
}

/* On a road, if there is a place for it. */
static enum scree_code take_road(struct ror_world *world, const float *heights_m,
                                 const struct roads *roads, double water_m, struct scree_error *err)
{
    const struct land land = {heights_m, world->points,
                              (double)world->world_m / (world->points - 1)};
    const struct roads_ground ground = {&land, land_m};
    const double extent_m[2] = {world->world_m, world->world_m};
    struct roads_place at;
    bool found;
    RETURN_IF_ERR(roads_start(&found, &at, roads, &ground, extent_m, water_m + DRY_M, err));
    if (!found) return SCREE_OK;
    world->start_mm[0] = (int64_t)(at.x_m * 1000 + 0.5);
    world->start_mm[1] = (int64_t)((land_m(&land, at.x_m, at.z_m) + DROP_M) * 1000 + 0.5);
    world->start_mm[2] = (int64_t)(at.z_m * 1000 + 0.5);
    world->has_turn = true;
    world->start_turn = ror_angle_of(at.ahead[0], at.ahead[1]);
    return SCREE_OK;
}

/* Off the beds of the map, if there is such a place. Takes the heights; *dry_m, that of the water, becomes the
 * least of dry ground. */
static enum scree_code leave_beds(struct ror_world *world, float *heights_m, double *dry_m,
                                  const struct inputs *inputs,
                                  const struct scree_ror_options *options, struct scree_job *job,
                                  struct scree_error *err)
{
    struct ground_beds beds = ground_beds_of(inputs->map, inputs->field);
    const struct render_how how =
        render_how_of(job, options->level.how.relief, options->level.how.root_density);
    const enum scree_code code =
        ground_beds_look(&beds, world->points - 1, inputs->map, inputs->field, &how, job, err);
    const double level_m = beds.level_m - world->lowest_m;
    *dry_m = fmax(fmax(level_m, *dry_m), GROUND_HIDDEN_M);
    int64_t start_mm[3];
    if (!options->level.has_water) ground_beds_tell(&beds, world->lowest_m, job);
    if (code == SCREE_OK) ground_beds_hide(heights_m, world->points, true, &beds);
    if (code == SCREE_OK && ror_start(start_mm, heights_m, world->points, world->world_m, *dry_m))
        memcpy(world->start_mm, start_mm, sizeof start_mm);
    ground_beds_free(&beds);
    return code;
}

static enum scree_code place(struct ror_world *world, float *heights_m, const struct inputs *inputs,
                             const struct roads *roads, const struct scree_ror_options *options,
                             struct scree_job *job, struct scree_error *err)
{
    double water_m = -INFINITY;
    if (options->level.has_water)
        RETURN_IF_ERR(take_water(&water_m, world, options->level.water_m, err));
    if (options->level.has_water) warn_of_flood(world, heights_m, options->level.water_m, job);
    if (options->level.has_start) return start_at(world, heights_m, options, err);
    if (!ror_start(world->start_mm, heights_m, world->points, world->world_m, water_m))
        job_warn(job, NULL, "no dry place to start, so it is on the water in the middle");
    RETURN_IF_ERR(leave_beds(world, heights_m, &water_m, inputs, options, job, err));
    return roads != NULL ? take_road(world, heights_m, roads, water_m, err) : SCREE_OK;
}

double ror_world_ground_m(const struct ror_world *world, double x_m, double z_m)
{
    const uint32_t points = world->points, last = points - 2;
    const double cell_m = (double)world->world_m / (points - 1), edge = points - 1.0;
    double x = x_m / cell_m, z = z_m / cell_m;
    x = x < 0 ? 0 : x > edge ? edge : x;
    z = z < 0 ? 0 : z > edge ? edge : z;
    const uint32_t column = x < edge ? (uint32_t)x : last, row = z < edge ? (uint32_t)z : last;
    const uint16_t *upper = world->heights + (size_t)row * points + column;
    const uint16_t *lower = upper + points;
    const double corners[4] = {upper[0], upper[1], lower[0], lower[1]};
    return ror_cell_m(corners, x - column, 1 - (z - row), (last - row) % 2 != 0) * world->height_m /
           65535;
}

/* ---- all of it ---- */

static enum scree_code take_heights(struct ror_world *world, const struct inputs *inputs,
                                    const struct roads *roads,
                                    const struct scree_ror_options *options, struct scree_job *job,
                                    struct scree_error *err)
{
    const size_t points = world->points;
    struct ground_altitudes rows;
    double *altitudes_m = NULL;
    float *heights_m = NULL;
    enum scree_code code =
        ground_altitudes_create(&rows, inputs_heights(inputs), world->points, err);
    if (code != SCREE_OK) goto fail;
    altitudes_m = mem_alloc(points, sizeof *altitudes_m);
    heights_m = mem_alloc(points * points, sizeof *heights_m);
    world->heights = mem_alloc(points * points, sizeof *world->heights);
    if (altitudes_m == NULL || heights_m == NULL || world->heights == NULL) {
        code = err_set(err, SCREE_NO_MEMORY, "no memory for %zu x %zu heights", points, points);
        goto fail;
    }
    FAIL_IF_ERR(code, fill(world, heights_m, &rows, altitudes_m, err));
    code = place(world, heights_m, inputs, roads, options, job, err);

fail:
    mem_free(altitudes_m);
    mem_free(heights_m);
    ground_altitudes_free(&rows);
    return code;
}

enum scree_code ror_make_world(struct ror_world *out, const struct inputs *inputs,
                               const struct roads *roads, const struct scree_ror_options *options,
                               struct scree_job *job, struct scree_error *err)
{
    const enum scree_code code = choose_size(out, inputs, options->points, err);
    if (code == SCREE_UNSUPPORTED) err_set_file(err, inputs->terrain_file.path);
    if (code != SCREE_OK) return code;
    RETURN_IF_ERR(take_heights(out, inputs, roads, options, job, err));
    if (out->world_m > LANDUSE_WORLD_M)
        job_warn(job, NULL,
                 "a world of %u m: the game's table of ground models will take about %u MiB of "
                 "memory",
                 (unsigned)out->world_m,
                 (unsigned)(LANDUSE_BYTES * out->world_m * out->world_m >> 20));
    return SCREE_OK;
}
