#include "cli/bake/bake.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/materials.h"

#define MIB 1048576u
#define ALL_OUTPUTS ((unsigned)ARGS_MASKS | ARGS_BLEND | ARGS_BEAMNG | ARGS_PREVIEW_PICTURE)

static bool is_wanted(const struct bake *bake, enum args_output output)
{
    return bake->args->only == 0 || (bake->args->only & output) != 0;
}

/* An output that cannot be made is left out, unless it was asked for by name. */
static enum err_code refuse(struct bake *bake, enum args_output output, const char *reason,
                            struct err *err)
{
    if (bake->args->only & output)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--only %s: %s", args_output_name(output),
                       reason);
    say_warning(bake->say, "%s is left out: %s",
                output == ARGS_BLEND ? "blend.png" : "the BeamNG terrain", reason);
    bake->outputs &= ~(unsigned)output;
    return ERR_OK;
}

static enum err_code choose_size(struct bake *bake, struct err *err)
{
    const struct args_bake *args = bake->args;
    bake->whole_width = args->size.width;
    bake->whole_height = args->size.height;
    if (bake->whole_width == 0) {
        bake->whole_width = bake->pair.field->points_x - 1;
        bake->whole_height = bake->pair.field->points_y - 1;
    }
    const uint32_t width = bake->whole_width, height = bake->whole_height;
    if (width > RENDER_MAX_SIZE || height > RENDER_MAX_SIZE)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a texel per terrain unit would be %u x %u texels, at most %d a side are "
                       "possible: choose a --size",
                       (unsigned)width, (unsigned)height, RENDER_MAX_SIZE);
    const struct render_crop *region = &args->region;
    if (region->width > 0 && (region->width > width || region->column > width - region->width ||
                              region->height > height || region->row > height - region->height))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--region %u,%u,%ux%u reaches out of the image, which has %u x %u texels",
                       (unsigned)region->column, (unsigned)region->row, (unsigned)region->width,
                       (unsigned)region->height, (unsigned)width, (unsigned)height);
    bake->width = region->width > 0 ? region->width : width;
    bake->height = region->width > 0 ? region->height : height;
    bake->tiles = args->tile_files;
    if (bake->tiles <= bake->width && bake->tiles <= bake->height) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--tile-files %u of %u x %u texels: a file would "
                   "have none",
                   (unsigned)bake->tiles, (unsigned)bake->width, (unsigned)bake->height);
}

/* Found now rather than after an hour of rendering. Source: image.h, image_write_png8(). */
static enum err_code check_png_size(const struct bake *bake, enum args_output output,
                                    struct bake_form form, struct err *err)
{
    const uint64_t width = (bake->width + bake->tiles - 1) / bake->tiles;
    const uint64_t height = (bake->height + bake->tiles - 1) / bake->tiles;
    if ((bake->outputs & output) == 0 || form.is_tiff ||
        (width * form.channels + 1) * height <= (uint64_t)IMAGE_PNG8_MAX_BYTES)
        return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "%u x %u texels are too many for the PNG of %s (2 GiB of samples): choose "
                   "--format tiff8, --tile-files N or a smaller --size, or leave it out with "
                   "--only",
                   (unsigned)bake->width, (unsigned)bake->height, args_output_name(output));
}

static enum err_code check_memory(const struct bake *bake, struct err *err)
{
    const uint64_t needed = bake_memory_bytes(bake), most = bake->args->max_memory;
    if (most == 0 || needed <= most) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "about %llu MiB of memory are needed and --max-memory allows %llu: choose "
                   "--format tiff8, --tile-files N, fewer --threads or a smaller --size, or make "
                   "less at a time with --only",
                   (unsigned long long)(needed + MIB - 1) / MIB, (unsigned long long)most / MIB);
}

static enum err_code merge_layers(struct bake *bake, struct err *err)
{
    const struct args_bake *args = bake->args;
    const enum materials_rest rest =
        args->first_manifest ? MATERIALS_REST_PARENT : MATERIALS_REST_OWN;
    if (args->layer_materials != NULL)
        return materials_restore(&bake->merge, &bake->map_file, bake->pair.map, args->map,
                                 args->layer_materials, args->layer_material_count, err);
    if (args->map != NULL)
        return materials_read(&bake->merge, &bake->map_file, bake->pair.map, args->map, rest, NULL,
                              err);
    return render_merge_depth(&bake->merge, bake->pair.map, args->depth, err);
}

static uint32_t deepest_layer(const struct srf_map *map)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < map->layer_count; i++)
        if (map->layers[i]->depth > depth) depth = map->layers[i]->depth;
    return depth;
}

/* The blend map holds five materials: merge further, for it alone, until they fit. */
static enum err_code decide_blend(struct bake *bake, struct err *err)
{
    bake->blend_depth = ARGS_NO_DEPTH;
    if (!(bake->outputs & ARGS_BLEND)) return ERR_OK;
    if (bake->merge->count <= BAKE_BLEND_MATERIALS) {
        bake->blend_merge = bake->merge;
        return ERR_OK;
    }
    if (bake->args->map != NULL) {
        snprintf(
            bake->blend_refusal, sizeof bake->blend_refusal,
            "%s gives %u materials, layers that it does not name among them, and it holds %d; give "
            "more layers the same name",
            bake->map_file.base, (unsigned)bake->merge->count, BAKE_BLEND_MATERIALS);
        return refuse(bake, ARGS_BLEND, bake->blend_refusal, err);
    }
    const uint32_t deepest = deepest_layer(bake->pair.map);
    uint32_t depth = bake->args->depth < deepest ? bake->args->depth : deepest;
    uint32_t count = bake->merge->count;
    while (depth > 1) {
        depth--;
        RETURN_IF_ERR(render_merge_depth(&bake->blend_merge, bake->pair.map, depth, err));
        count = bake->blend_merge->count;
        if (count <= BAKE_BLEND_MATERIALS) {
            bake->blend_depth = depth;
            say_note(bake->say,
                     "blend.png holds %d materials and there are %u: for it alone, layers deeper "
                     "than %u are merged (the manifest says which channel is what)",
                     BAKE_BLEND_MATERIALS, (unsigned)bake->merge->count, (unsigned)depth);
            return ERR_OK;
        }
        render_merge_free(bake->blend_merge);
        bake->blend_merge = NULL;
    }
    snprintf(bake->blend_refusal, sizeof bake->blend_refusal,
             "it holds %d materials and there are %u even at depth 1; merge layers with --map, or "
             "with --depth 0",
             BAKE_BLEND_MATERIALS, (unsigned)count);
    return refuse(bake, ARGS_BLEND, bake->blend_refusal, err);
}

/* The name of a file or folder in a game: plain letters of any case, digits, '_' and '-'. */
static void choose_name(struct bake *bake)
{
    if (bake->args->name != NULL) {
        snprintf(bake->name, sizeof bake->name, "%s", bake->args->name);
        return;
    }
    char stem[256];
    snprintf(stem, sizeof stem, "%s", bake->pair.terrain_file.base);
    char *dot = strrchr(stem, '.');
    if (dot != NULL && dot != stem) *dot = '\0';
    text_to_file_name(bake->name, sizeof bake->name, stem);
}

static enum err_code decide_beamng(struct bake *bake, struct err *err)
{
    if (!(bake->outputs & ARGS_BEAMNG)) return ERR_OK;
    RETURN_IF_ERR(bake_decide_beamng(bake, err));
    if (bake->beamng_refusal[0] == '\0') return ERR_OK;
    return refuse(bake, ARGS_BEAMNG, bake->beamng_refusal, err);
}

/* --max-memory counts what reading takes, too, and before it is taken; of a limit that the program
 * alone passes, check_memory() tells. */
static void limit_reading(struct heights_options *file, uint64_t max_memory)
{
    uint64_t most = max_memory;
    if (most == 0) return;
    if (most > BAKE_PROGRAM_BYTES) most -= BAKE_PROGRAM_BYTES;
    if (file->max_memory_bytes > most) file->max_memory_bytes = most;
}

enum err_code bake_plan(struct bake *bake, const struct args_bake *args, struct say *say,
                        struct err *err)
{
    memset(bake, 0, sizeof *bake);
    bake->args = args;
    bake->say = say;
    struct args_ground ground = args->ground;
    limit_reading(&ground.file, args->max_memory);
    RETURN_IF_ERR(load_pair_in_file(&bake->pair, args->terrain, args->surface, &ground,
                                    args->render.threads, say, err));
    RETURN_IF_ERR(choose_size(bake, err));
    RETURN_IF_ERR(merge_layers(bake, err));
    for (unsigned bit = 1; bit <= ARGS_PREVIEW_PICTURE; bit <<= 1)
        if (is_wanted(bake, (enum args_output)bit)) bake->outputs |= bit;
    choose_name(bake);
    RETURN_IF_ERR(decide_blend(bake, err));
    RETURN_IF_ERR(decide_beamng(bake, err));
    RETURN_IF_ERR(check_png_size(bake, ARGS_MASKS, bake_mask_form(bake), err));
    RETURN_IF_ERR(check_png_size(bake, ARGS_BLEND, bake_blend_form(bake), err));
    RETURN_IF_ERR(check_png_size(bake, ARGS_PREVIEW_PICTURE, bake_preview_form(bake), err));
    RETURN_IF_ERR(check_memory(bake, err));
    if (args->format != ARGS_PNG8 && !image_has_tiff())
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--format %s: this scree was built without TIFF: use png8",
                       args_format_name(args->format));
    bake->sums = mem_arena_alloc(&bake->arena, bake->merge->count, sizeof *bake->sums);
    if (bake->sums == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for sums");
    return bake_list_files(bake, err);
}

void bake_free(struct bake *bake)
{
    if (bake->blend_merge != bake->merge) render_merge_free(bake->blend_merge);
    render_merge_free(bake->merge);
    load_pair_free(&bake->pair);
    mem_arena_free(&bake->arena);
    memset(bake, 0, sizeof *bake);
}
