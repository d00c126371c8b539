/* Reading both sides, and what must agree before they can be compared. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diff/diff_pictures.h"
#include "cli/outdir.h"

enum err_code diff_refuse(struct diff *diff, struct err *err, const char *format, ...)
{
    char text[sizeof err->msg];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diff->not_comparable = true;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "%s", text);
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* The folder of a path that ends in manifest.json; NULL if it is another path. */
static char *folder_of(const char *path, struct mem_arena *arena)
{
    const char *base = load_base(path);
    if (strcmp(base, OUTDIR_MANIFEST) != 0) return NULL;
    return base == path ? mem_arena_text(arena, ".", 1)
                        : mem_arena_text(arena, path, (size_t)(base - path) - (base - path > 1));
}

static enum err_code open_map(struct diff *diff, struct diff_side *side, struct err *err)
{
    const struct srf_scale scale = load_scale(diff->field, &diff->args->ground);
    struct ter_field *field = NULL;
    const enum err_code code = load_any_scaled(&side->file, &field, &side->map, side->path,
                                               &diff->args->ground, &scale, err);
    ter_free(field);
    heights_about_free(&side->file.heights);
    if (code != ERR_OK) return code;
    if (side->map == NULL) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "holds a terrain, expected a surface map or the folder of a bake; the terrain goes "
                "with --terrain");
        return err_set_file(err, side->path);
    }
    say_warnings(diff->say, side->path, &side->map->warnings);
    return ERR_OK;
}

static enum err_code open_folder(struct diff *diff, struct diff_side *side, struct err *err)
{
    outdir_recover(side->path, diff->say);
    RETURN_IF_ERR(baked_open(&side->baked, side->path, err));
    if (side->baked.plane != ARGS_WEIGHT)
        return diff_refuse(diff, err,
                           "%.100s holds each layer's own reach (--output eff): what covers what "
                           "is told by weights, bake without it",
                           side->path);
    if (side->baked.tiles > 1)
        return diff_refuse(diff, err,
                           "%.100s holds images in pieces: bake without --tile-files to compare",
                           side->path);
    for (size_t m = 0; m < side->baked.material_count; m++)
        if (side->baked.materials[m].file == NULL)
            return diff_refuse(diff, err,
                               "%.100s holds no masks: bake without --only, or with --only masks",
                               side->path);
    return ERR_OK;
}

/* ---- what must agree ---- */

static uint32_t full_of(const struct baked *baked)
{
    switch (baked->format) {
    case ARGS_PNG8:
    case ARGS_TIFF8:
        return COMPARE_FULL_U8;
    case ARGS_TIFF16:
        return COMPARE_FULL_U16;
    case ARGS_TIFF32F:
        break;
    }
    return COMPARE_FULL_FINE;
}

static bool same_region(const struct baked *a, const struct baked *b)
{
    return a->region.width == b->region.width && a->region.column == b->region.column &&
           a->region.row == b->region.row && a->whole_width == b->whole_width &&
           a->whole_height == b->whole_height;
}

static enum err_code join_folders(struct diff *diff, struct err *err)
{
    const struct baked *a = &diff->sides[0].baked, *b = &diff->sides[1].baked;
    const double *texel_m = b->texel_m;
    memcpy(diff->texel_m, a->texel_m, sizeof diff->texel_m);
    if (a->width != b->width || a->height != b->height)
        return diff_refuse(
            diff, err, "the bakes have %u x %u and %u x %u texels: give both the same --size",
            (unsigned)a->width, (unsigned)a->height, (unsigned)b->width, (unsigned)b->height);
    if (full_of(a) != full_of(b))
        return diff_refuse(diff, err, "the masks are %s and %s: give both bakes the same --format",
                           args_format_name(a->format), args_format_name(b->format));
    if (!same_region(a, b))
        return diff_refuse(diff, err,
                           "the bakes hold different parts: give both the same --region");
    for (int i = 0; i < 2; i++)
        if (fabs(texel_m[i] - diff->texel_m[i]) > 1e-9 * texel_m[i])
            return diff_refuse(diff, err, "a texel is %.6g x %.6g m and %.6g x %.6g m",
                               diff->texel_m[0], diff->texel_m[1], texel_m[0], texel_m[1]);
    return ERR_OK;
}

/* The terrain of a folder and a map is read as it was for the folder. */
static enum err_code join_mixed(struct diff *diff, const struct diff_side *folder, struct err *err)
{
    const struct baked *baked = &folder->baked;
    memcpy(diff->texel_m, baked->texel_m, sizeof diff->texel_m);
    if (baked->inputs[2].name != NULL)
        return diff_refuse(diff, err,
                           "%.100s was baked with --map: bake the surface map with it and compare "
                           "the folders",
                           folder->path);
    if (strcmp(baked->inputs[0].sha256, diff->terrain_file.sha256) != 0)
        say_warning(diff->say, "%s: not the terrain that %s was baked on", diff->terrain_file.path,
                    folder->path);
    /* A bake of a part is compared with the same part of the whole. */
    diff->render.width = baked->whole_width;
    diff->render.height = baked->whole_height;
    diff->render.crop = baked->region;
    diff->render.relief = baked->relief;
    diff->render.root_density = baked->root_density;
    diff->depth = baked->depth;
    const double x_m = (diff->field->points_x - 1.0) * diff->field->scal_m[0] / diff->render.width;
    const double y_m = (diff->field->points_y - 1.0) * diff->field->scal_m[1] / diff->render.height;
    if (fabs(x_m - diff->texel_m[0]) > 1e-9 * x_m || fabs(y_m - diff->texel_m[1]) > 1e-9 * y_m)
        return diff_refuse(diff, err,
                           "a texel of %.100s is %.6g x %.6g m, on this terrain it is %.6g x %.6g",
                           folder->path, diff->texel_m[0], diff->texel_m[1], x_m, y_m);
    return ERR_OK;
}

static void join_maps(struct diff *diff)
{
    const struct ter_field *field = diff->field;
    if (diff->render.width == 0) {
        diff->render.width = field->points_x - 1;
        diff->render.height = field->points_y - 1;
    }
    diff->texel_m[0] = (field->points_x - 1.0) * field->scal_m[0] / diff->render.width;
    diff->texel_m[1] = (field->points_y - 1.0) * field->scal_m[1] / diff->render.height;
}

/* ---- all of it ---- */

static enum err_code open_terrain(struct diff *diff, const struct args_ground *ground,
                                  struct err *err)
{
    if (diff->args->terrain == NULL) return ERR_OK;
    RETURN_IF_ERR(
        load_terrain(&diff->field, &diff->terrain_file, diff->args->terrain, ground, err));
    say_warnings(diff->say, diff->args->terrain, &diff->field->warnings);
    return ERR_OK;
}

static enum err_code check_options(const struct diff *diff, int folders, struct err *err)
{
    const struct args_diff *args = diff->args;
    if (folders > 0 && args->depth != ARGS_NO_DEPTH)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--depth is that of the bake and cannot be changed afterwards");
    if (folders > 0 && args->size.width != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--size is that of the bake and cannot be changed afterwards");
    if (folders == 1 && args->terrain == NULL)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a surface map and a bake are compared on the terrain: name it with "
                       "--terrain");
    if (folders == 0 && args->terrain == NULL &&
        (args->warn.given || args->fail.given || args->picture != NULL || args->html != NULL))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--warn, --fail, --picture and --html are about what changes on a terrain: "
                       "name it with --terrain");
    return ERR_OK;
}

enum err_code diff_open(struct diff *diff, struct err *err)
{
    const struct args_diff *args = diff->args;
    const char *const paths[2] = {args->before, args->after};
    const struct args_ground *ground = &args->ground;
    int folders = 0;
    for (int s = 0; s < 2; s++) {
        struct diff_side *side = &diff->sides[s];
        const char *folder = folder_of(paths[s], &diff->arena);
        side->path = folder != NULL ? folder : paths[s];
        if (folder == NULL && !is_folder(paths[s])) continue;
        RETURN_IF_ERR(open_folder(diff, side, err));
        if (!args->ground.given) ground = &side->baked.ground;
        folders++;
    }
    RETURN_IF_ERR(check_options(diff, folders, err));
    if (folders < 2) RETURN_IF_ERR(open_terrain(diff, ground, err));
    for (int s = 0; s < 2; s++)
        if (diff->sides[s].baked.manifest == NULL)
            RETURN_IF_ERR(open_map(diff, &diff->sides[s], err));
    if (folders == 2) {
        RETURN_IF_ERR(join_folders(diff, err));
        diff->full = full_of(&diff->sides[0].baked);
        return diff_open_folders(diff, err);
    }
    if (folders == 0) {
        if (diff->field != NULL) join_maps(diff);
        return ERR_OK;
    }
    const struct diff_side *folder = &diff->sides[diff->sides[0].map != NULL];
    RETURN_IF_ERR(join_mixed(diff, folder, err));
    diff->full = full_of(&folder->baked);
    return diff_open_folders(diff, err);
}

void diff_free(struct diff *diff)
{
    for (int s = 0; s < 2; s++) {
        struct diff_side *side = &diff->sides[s];
        for (size_t m = 0; side->masks != NULL && m < side->baked.material_count; m++)
            baked_samples_free(&side->masks[m]);
        mem_free(side->masks);
        compare_map_source_free(side->rendered);
        srf_free(side->map);
        baked_free(&side->baked);
    }
    diff_pictures_free(diff->pictures);
    compare_cover_free(diff->cover);
    compare_changes_free(diff->changes);
    ter_free(diff->field);
    heights_about_free(&diff->terrain_file.heights);
    mem_arena_free(&diff->arena);
}
