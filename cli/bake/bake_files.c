#include "cli/bake/bake.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct bake_form bake_mask_form(const struct bake *bake)
{
    const enum args_format format = bake->args->format;
    return (struct bake_form){1,
                              format == ARGS_TIFF16    ? IMAGE_U16
                              : format == ARGS_TIFF32F ? IMAGE_F32
                                                       : IMAGE_U8,
                              format != ARGS_PNG8};
}

/* Pictures of bytes; "tiff8" means all that could be a PNG. */
struct bake_form bake_blend_form(const struct bake *bake)
{
    return (struct bake_form){4, IMAGE_U8, bake->args->format == ARGS_TIFF8};
}

struct bake_form bake_preview_form(const struct bake *bake)
{
    return (struct bake_form){3, IMAGE_U8, bake->args->format == ARGS_TIFF8};
}

/* Appends a file; NULL if memory ran out. */
static struct bake_file *add_file(struct bake *bake, const char *name, uint32_t width,
                                  uint32_t height, size_t texel_bytes)
{
    struct bake_file *file = &bake->files[bake->file_count];
    file->name = mem_arena_text(&bake->arena, name, strlen(name));
    if (file->name == NULL) return NULL;
    file->width = width;
    file->height = height;
    file->raw_bytes = (uint64_t)width * height * texel_bytes;
    bake->file_count++;
    return file;
}

/* The files of an image: STEM.png, or STEM_X_Y.png for each tile. */
static bool add_image(struct bake *bake, const char *stem, struct bake_form form)
{
    const size_t bytes = bake_texel_bytes(form);
    for (uint32_t y = 0; y < bake->tiles; y++) {
        for (uint32_t x = 0; x < bake->tiles; x++) {
            char name[160], tile[32] = "";
            if (bake->tiles > 1) snprintf(tile, sizeof tile, "_%u_%u", (unsigned)x, (unsigned)y);
            snprintf(name, sizeof name, "%s%s.%s", stem, tile, form.is_tiff ? "tif" : "png");
            if (add_file(bake, name,
                         bake_tile_edge(bake, bake->width, x + 1) -
                             bake_tile_edge(bake, bake->width, x),
                         bake_tile_edge(bake, bake->height, y + 1) -
                             bake_tile_edge(bake, bake->height, y),
                         bytes) == NULL)
                return false;
        }
    }
    return true;
}

static bool add_masks(struct bake *bake)
{
    bake->mask_first = bake->file_count;
    for (uint32_t i = 0; i < bake->merge->count; i++) {
        char safe[80], stem[128];
        text_to_file_name(safe, sizeof safe, bake->merge->names[i]);
        snprintf(stem, sizeof stem, "masks/%02u-%s", (unsigned)i, safe);
        if (!add_image(bake, stem, bake_mask_form(bake))) return false;
    }
    return true;
}

static bool add_beamng(struct bake *bake)
{
    char name[128];
    const uint32_t size = bake->beamng.size;
    bake->beamng_index = bake->file_count;
    snprintf(name, sizeof name, "%s.ter", bake->name);
    /* Height and material of each point, then the names. Source: engines.h, version 9. */
    struct bake_file *file = add_file(bake, name, size, size, 3);
    if (file == NULL) return false;
    file->raw_bytes += 1 + 4 + 4;
    for (uint32_t i = 0; i < bake->merge->count; i++)
        file->raw_bytes += 1 + strlen(bake->beamng.names[i]);
    snprintf(name, sizeof name, "%s.terrain.json", bake->name);
    return add_file(bake, name, 0, 0, 0) != NULL;
}

enum err_code bake_list_files(struct bake *bake, struct err *err)
{
    /* Besides the masks: blend map, preview, two of BeamNG. */
    const size_t pages = (size_t)bake->tiles * bake->tiles;
    const size_t most = (bake->merge->count + 2) * pages + 2;
    bake->files = mem_arena_alloc(&bake->arena, most, sizeof *bake->files);
    bool good = bake->files != NULL;
    if (good && (bake->outputs & ARGS_MASKS)) good = add_masks(bake);
    if (good && (bake->outputs & ARGS_BLEND)) {
        bake->blend_index = bake->file_count;
        good = add_image(bake, "blend", bake_blend_form(bake));
    }
    if (good && (bake->outputs & ARGS_BEAMNG)) good = add_beamng(bake);
    if (good && (bake->outputs & ARGS_PREVIEW_PICTURE)) {
        bake->preview_index = bake->file_count;
        good = add_image(bake, "preview", bake_preview_form(bake));
    }
    return good ? ERR_OK : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
}

double bake_extent_x_m(const struct bake *bake)
{
    return (bake->pair.field->points_x - 1.0) * bake->pair.field->scal_m[0];
}

double bake_extent_y_m(const struct bake *bake)
{
    return (bake->pair.field->points_y - 1.0) * bake->pair.field->scal_m[1];
}

double bake_coverage(const struct bake *bake, uint32_t material)
{
    /* Sums are in units of 2^-24, exact in a double up to 2^29 texels and rounded beyond. */
    return (double)bake->sums[material] / ((double)bake->sum_texels * 0x1p24);
}

double bake_area_ha(const struct bake *bake, uint32_t material)
{
    const double made =
        ((double)bake->width / bake->whole_width) * ((double)bake->height / bake->whole_height);
    return bake_coverage(bake, material) * made * bake_extent_x_m(bake) * bake_extent_y_m(bake) /
           10000.0;
}
