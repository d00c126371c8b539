#include "cli/bake/bake.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static size_t mask_bytes(enum args_format format)
{
    return format == ARGS_PNG8 ? 1 : format == ARGS_TIFF16 ? 2 : 4;
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

static bool add_masks(struct bake *bake)
{
    const enum args_format format = bake->args->format;
    bake->mask_first = bake->file_count;
    for (uint32_t i = 0; i < bake->merge->count; i++) {
        char safe[80], name[128];
        text_to_file_name(safe, sizeof safe, bake->merge->names[i]);
        snprintf(name, sizeof name, "masks/%02u-%s.%s", (unsigned)i, safe,
                 format == ARGS_PNG8 ? "png" : "tif");
        if (add_file(bake, name, bake->width, bake->height, mask_bytes(format)) == NULL)
            return false;
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
    /* Four besides the masks: blend.png, two of BeamNG, preview.png. */
    bake->files = mem_arena_alloc(&bake->arena, bake->merge->count + 4, sizeof *bake->files);
    bool good = bake->files != NULL;
    if (good && (bake->outputs & ARGS_MASKS)) good = add_masks(bake);
    if (good && (bake->outputs & ARGS_BLEND)) {
        bake->blend_index = bake->file_count;
        good = add_file(bake, "blend.png", bake->width, bake->height, 4) != NULL;
    }
    if (good && (bake->outputs & ARGS_BEAMNG)) good = add_beamng(bake);
    if (good && (bake->outputs & ARGS_PREVIEW_PICTURE)) {
        bake->preview_index = bake->file_count;
        good = add_file(bake, "preview.png", bake->width, bake->height, 3) != NULL;
    }
    return good ? ERR_OK : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
}

uint64_t bake_memory_bytes(const struct bake *bake)
{
    uint64_t images = 0;
    for (size_t i = 0; i < bake->file_count; i++) images += bake->files[i].raw_bytes;
    const struct ter_field *field = bake->pair.field;
    const uint64_t points = (uint64_t)field->points_x * field->points_y;
    return images + points * (field->elevations != NULL ? 2 : 4);
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
    return bake_coverage(bake, material) * bake_extent_x_m(bake) * bake_extent_y_m(bake) / 10000.0;
}
