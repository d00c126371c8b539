#include "cli/ror/ror.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/export/export_target.h"
#include "inputs/materials.h"

#define MIN_BLEND 1024
#define MAX_BLEND 4096
#define BASE_COLOUR_SIZE 2048
#define LANDUSE_WORLD_M 8000 /* the game's table of ground takes half a gigabyte from here on */

/* The least 2^n + 1 that is not below points. */
static uint32_t next_size(uint32_t points)
{
    uint32_t cells = ENGINES_ROR_MIN_POINTS - 1;
    while (cells + 1 < points && cells + 1 < ENGINES_ROR_MAX_POINTS) cells *= 2;
    return cells + 1;
}

static enum err_code check_points(struct ror *ror, struct err *err)
{
    const struct ter_field *field = ror->pair.field;
    const uint32_t x = field->points_x, y = field->points_y;
    if (x != y) {
        const uint32_t side = x < y ? x : y;
        return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "has %u x %u points and Rigs of Rods wants a square: crop it to %u x %u "
                       "(scree convert --crop)",
                       (unsigned)x, (unsigned)y, (unsigned)side, (unsigned)side);
    }
    ror->points = ror->args->resample != 0 ? ror->args->resample : x;
    const uint32_t fitting = next_size(ror->points);
    if (fitting == ror->points) return ERR_OK;
    if (ror->args->resample != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--resample %u: Rigs of Rods wants 2^n + 1 points from %d to %d: take %u",
                       (unsigned)ror->points, ENGINES_ROR_MIN_POINTS, ENGINES_ROR_MAX_POINTS,
                       (unsigned)fitting);
    return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                   "has %u x %u points and Rigs of Rods wants 2^n + 1, from %d to %d: add "
                   "--resample %u",
                   (unsigned)x, (unsigned)y, ENGINES_ROR_MIN_POINTS, ENGINES_ROR_MAX_POINTS,
                   (unsigned)fitting);
}

static enum err_code check_world(struct ror *ror, struct err *err)
{
    const struct ter_field *field = ror->pair.field;
    if (field->scal_m[0] != field->scal_m[1])
        return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "a unit of it is %.6g m east and %.6g m north and Rigs of Rods wants "
                       "squares: set --cell METRES",
                       field->scal_m[0], field->scal_m[1]);
    const double side_m = (field->points_x - 1.0) * field->scal_m[0];
    const double whole_m = floor(side_m + 0.5);
    /* SCAL is a float: a seventh digit that is not meant does not count. */
    const double off_m = fabs(side_m - whole_m);
    if (whole_m >= 1 && whole_m < 1e6 && off_m <= side_m * 1e-6) {
        ror->world_m = (uint32_t)whole_m;
        return ERR_OK;
    }
    const double wanted_m = whole_m < 1 ? 1 : whole_m < 1e6 ? whole_m : 999999;
    return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                   "is %.9g m a side and Rigs of Rods takes whole metres: add --cell %.9g for "
                   "%.0f m",
                   side_m, wanted_m / (field->points_x - 1.0), wanted_m);
}

static enum err_code check_terrain(struct ror *ror, struct err *err)
{
    RETURN_IF_ERR(check_points(ror, err));
    RETURN_IF_ERR(check_world(ror, err));
    if (ror->pair.ranges.altitude_max_tu > ror->pair.ranges.altitude_min_tu) return ERR_OK;
    return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                   "is flat: heights are stored as shares of their range, which is 0: raise or "
                   "lower at least one point");
}

/* A name for the files: plain letters, digits, '_' and '-'. */
static enum err_code choose_name(struct ror *ror, struct err *err)
{
    if (ror->args->name == NULL) return export_name(ror->name, ror->args->output, err);
    snprintf(ror->name, sizeof ror->name, "%s", ror->args->name);
    return ERR_OK;
}

static enum err_code choose_sizes(struct ror *ror, struct err *err)
{
    const struct args_ror *args = ror->args;
    ror->limit = args->shadows_off ? ENGINES_ROR_LAYERS_NO_SHADOWS : ENGINES_ROR_LAYERS;
    if (args->base_colour) ror->limit--;
    ror->blend_size = args->size;
    if (ror->blend_size == 0) {
        ror->blend_size = ror->points - 1 > MIN_BLEND ? ror->points - 1 : MIN_BLEND;
        if (ror->blend_size > MAX_BLEND) ror->blend_size = MAX_BLEND;
    }
    ror->bake_size = args->bake_size != 0 ? args->bake_size : BASE_COLOUR_SIZE;
    const uint32_t largest =
        args->base_colour && ror->bake_size > ror->blend_size ? ror->bake_size : ror->blend_size;
    if (((uint64_t)largest * 4 + 1) * largest <= (uint64_t)IMAGE_PNG8_MAX_BYTES) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "%u x %u texels are too many for an RGBA PNG: choose a smaller --size or "
                   "--bake-size",
                   (unsigned)largest, (unsigned)largest);
}

static enum err_code find_grass(struct ror *ror, struct err *err)
{
    for (size_t i = 0; i < ror->args->grass_count; i++)
        RETURN_IF_ERR(
            materials_find(&ror->grass_layer[i], ror->pair.map, ror->args->grass[i], err));
    return ERR_OK;
}

enum err_code ror_plan(struct ror *ror, const struct args_ror *args, struct job *job,
                       struct err *err)
{
    memset(ror, 0, sizeof *ror);
    ror->args = args;
    ror->job = job;
    ror->files.threads = args->render.threads;
    ror->files.job = job;
    RETURN_IF_ERR(inputs_read(&ror->pair, args->terrain, args->surface, &args->ground,
                              args->render.threads, job, err));
    if (check_terrain(ror, err) != ERR_OK)
        return err->code == ERR_ARG ? ERR_ARG : err_set_file(err, args->terrain);
    RETURN_IF_ERR(choose_name(ror, err));
    RETURN_IF_ERR(choose_sizes(ror, err));
    RETURN_IF_ERR(find_grass(ror, err));
    RETURN_IF_ERR(ror_read_models(ror, err));
    RETURN_IF_ERR(ror_take_heights(ror, err));
    RETURN_IF_ERR(render_merge_depth(&ror->all, ror->pair.map, UINT32_MAX, err));
    if (args->map != NULL) {
        RETURN_IF_ERR(materials_read(&ror->merge, &ror->map_file, ror->pair.map, args->map,
                                     MATERIALS_REST_OWN, &ror->grounds, err));
        if (ror->merge->count > ror->limit)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--map %.80s gives %u materials, layers that it does not name among "
                           "them, and there is room for %u%s: give more layers the same name",
                           args->map, (unsigned)ror->merge->count, (unsigned)ror->limit,
                           args->shadows_off ? "" : " (one more with --shadows-off)");
    }
    if (ror->world_m > LANDUSE_WORLD_M)
        job_warn(job, NULL,
                 "a world of %u m: the game's table of ground models will take about %u MiB of "
                 "memory",
                 (unsigned)ror->world_m,
                 (unsigned)((uint64_t)ror->world_m * ror->world_m * 8 >> 20));
    return ERR_OK;
}

void ror_free(struct ror *ror)
{
    for (int i = 0; i < 2; i++) mem_free_pixels(ror->blend[i]);
    for (int i = 0; i < ARGS_MAX_GRASS; i++) mem_free_pixels(ror->grass[i]);
    mem_free_pixels(ror->winners);
    mem_free(ror->heights_m);
    mem_free(ror->heights);
    file_bytes_free(&ror->model_bytes);
    export_free_files(&ror->files);
    render_merge_free(ror->merge);
    render_merge_free(ror->uses);
    render_merge_free(ror->all);
    inputs_free(&ror->pair);
    mem_arena_free(&ror->arena);
    memset(ror, 0, sizeof *ror);
}
