/* What a bake will need, known before any of it is taken. */
#include "base/parallel.h"
#include "cli/bake/bake_image.h"
#include "cli/bands.h"

struct render_options bake_render_options(const struct bake *bake)
{
    struct render_options options =
        args_to_render(&bake->args->render, RENDER_CELLS, bake->whole_width, bake->whole_height);
    options.crop = bake->args->region;
    return options;
}

/* Of all images of texels. */
struct images {
    uint64_t count;
    struct bake_image_memory memory;
};

static void add(struct images *all, const struct bake *bake, struct bake_form form, uint64_t count)
{
    const struct bake_image_memory one = bake_image_memory(bake, form);
    all->count += count;
    all->memory.row += count * one.row;
    all->memory.held += count * one.held;
    if (one.encoding > all->memory.encoding) all->memory.encoding = one.encoding;
}

static struct images texel_images(const struct bake *bake)
{
    struct images all = {0, {0, 0, 0}};
    if (bake->outputs & ARGS_MASKS) add(&all, bake, bake_mask_form(bake), bake->merge->count);
    if (bake->outputs & ARGS_BLEND) add(&all, bake, bake_blend_form(bake), 1);
    if (bake->outputs & ARGS_PREVIEW_PICTURE) add(&all, bake, bake_preview_form(bake), 1);
    return all;
}

/* While images of texels are evaluated: rows of them, and the evaluation's own. */
static uint64_t texels_bytes(const struct bake *bake, const struct images *all)
{
    uint32_t rows = bands_rows(all->memory.row, bake->args->render.tile);
    if (rows > bake->height) rows = bake->height;
    const struct render_options options = bake_render_options(bake);
    return all->memory.row * rows + render_memory_bytes(bake->pair.field, bake->pair.map, &options);
}

/* The heights are made in smaller bands than the layers after them. */
static uint64_t beamng_bytes(const struct bake *bake)
{
    const uint32_t size = bake->beamng.size;
    const struct render_options options =
        args_to_render(&bake->args->render, RENDER_VERTICES, size, size);
    return (uint64_t)size * bands_rows(size, bake->args->render.tile) +
           render_memory_bytes(bake->pair.field, bake->pair.map, &options);
}

uint64_t bake_memory_bytes(const struct bake *bake)
{
    const struct ter_field *field = bake->pair.field;
    const uint64_t points = (uint64_t)field->points_x * field->points_y;
    const uint32_t threads = parallel_threads(bake->args->render.threads);
    const struct images all = texel_images(bake);
    const uint64_t at_once = threads < all.count ? threads : all.count;
    uint64_t bytes = BAKE_PROGRAM_BYTES + all.memory.held + all.memory.encoding * at_once;
    if (!ter_is_in_file(field)) bytes += points * (field->samples == NULL ? 2 : 4);
    const uint64_t texels = all.count > 0 ? texels_bytes(bake, &all) : 0;
    const uint64_t beamng = bake->outputs & ARGS_BEAMNG ? beamng_bytes(bake) : 0;
    /* Both at the same time, on one thread one after the other (bake_run.c). */
    bytes += threads > 1 || texels < beamng ? beamng : texels;
    if (threads > 1) bytes += texels;
    const uint64_t reading = BAKE_PROGRAM_BYTES + bake->pair.terrain_file.heights.memory_bytes;
    return bytes > reading ? bytes : reading;
}
