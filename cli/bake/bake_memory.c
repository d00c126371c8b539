/* What a bake will need, known before any of it is taken. */
#include "base/parallel.h"
#include "cli/bake/bake_image.h"
#include "cli/bands.h"

#define PROGRAM_BYTES ((uint64_t)8 << 20) /* the program and its libraries */

struct render_options bake_render_options(const struct bake *bake)
{
    struct render_options options =
        args_to_render(&bake->args->render, RENDER_CELLS, bake->whole_width, bake->whole_height);
    options.crop = bake->args->region;
    return options;
}

/* What an image adds to the sums of all. */
struct images {
    uint64_t count, row_bytes, held, encoding;
};

static void add(struct images *all, const struct bake *bake, struct bake_form form, uint64_t count)
{
    uint64_t encoding;
    all->count += count;
    all->row_bytes += count * bake->width * bake_texel_bytes(form);
    all->held += count * bake_image_bytes(&encoding, bake, form);
    if (encoding > all->encoding) all->encoding = encoding;
}

static uint64_t texels_bytes(const struct bake *bake)
{
    struct images all = {0, 0, 0, 0};
    if (bake->outputs & ARGS_MASKS) add(&all, bake, bake_mask_form(bake), bake->merge->count);
    if (bake->outputs & ARGS_BLEND) add(&all, bake, bake_blend_form(bake), 1);
    if (bake->outputs & ARGS_PREVIEW_PICTURE) add(&all, bake, bake_preview_form(bake), 1);
    const uint64_t threads = parallel_threads(bake->args->render.threads);
    const uint64_t at_once = threads < all.count ? threads : all.count;
    uint32_t rows = bands_rows(all.row_bytes, bake->args->render.tile);
    if (rows > bake->height) rows = bake->height;
    const struct render_options options = bake_render_options(bake);
    return all.row_bytes * rows + all.held + all.encoding * at_once +
           render_memory_bytes(bake->pair.field, bake->pair.map, &options);
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
    uint64_t bytes = PROGRAM_BYTES;
    if (field->file.map == NULL) bytes += points * (field->elevations != NULL ? 2 : 4);
    uint64_t most = 0;
    if (bake->outputs & ~(unsigned)ARGS_BEAMNG) most = texels_bytes(bake);
    if (bake->outputs & ARGS_BEAMNG) {
        const uint64_t beamng = beamng_bytes(bake);
        most = beamng > most ? beamng : most;
    }
    return bytes + most;
}
