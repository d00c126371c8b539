/*
 * What a bake will need, known before any of it is taken.
 *
 * Rule (Files of a bake): Memory follows the width, not the area, and is what `--dry-run` says.
 * See design.md#decisions, render/row_stream.c. Tests: bake/memory, unit/test_bake_plan
 * (memory_follows_the_width).
 */
#include "base/os.h"
#include "base/parallel.h"
#include "bake/bake_image.h"
#include "render/row_stream.h"

struct render_options bake_render_options(const struct bake_plan *plan)
{
    const bool vertices = plan->options.vertices; /* row 0 of cells is north, of points south */
    struct render_options options = render_how_options(
        &plan->how, vertices ? SCREE_SPREAD : SCREE_CELLS, plan->whole_width, plan->whole_height);
    options.crop = plan->region;
    options.reversed = plan->options.south_first != vertices;
    return options;
}

/* Of all images of texels. */
struct images {
    uint64_t count;
    uint64_t by_rows; /* of them, those whose files are written as rows come */
    struct bake_image_memory memory;
};

static void add(struct images *all, const struct bake_plan *plan, struct bake_form form,
                uint64_t count)
{
    const struct bake_image_memory one = bake_image_memory(plan, form);
    if (count == 0) return;
    all->count += count;
    if (one.encoding == 0) all->by_rows += count;
    all->memory.row += count * one.row;
    all->memory.held += count * one.held;
    if (one.encoding > all->memory.encoding) all->memory.encoding = one.encoding;
}

static struct images texel_images(const struct bake_plan *plan)
{
    const enum scree_bake_format format = plan->options.format;
    const struct bake_form mask = bake_kind_form(format, BAKE_MASKS);
    const uint64_t materials = plan->merge->count;
    struct images all = {.count = 0};
    for (unsigned kind = 0; kind < BAKE_KINDS; kind++)
        add(&all, plan, bake_kind_form(format, (enum bake_kind)kind),
            bake_kind_count(plan, (enum bake_kind)kind));
    if (!(plan->outputs & SCREE_BAKE_GEOTIFF)) return all;
    all.memory.held += (materials + (plan->has_nodata ? 1u : 0u)) *
                       image_cog_memory_bytes(plan->width, plan->height, mask.number);
    if (plan->outputs & SCREE_BAKE_MASKS) return all;
    all.count += materials; /* rows of masks that go into the GeoTIFF alone */
    all.memory.row += materials * plan->width * bake_texel_bytes(mask);
    return all;
}

/* While images of texels are evaluated: rows of them, and the evaluation's own. */
static uint64_t texels_bytes(const struct bake_plan *plan, const struct images *all)
{
    uint32_t rows = render_stream_rows(all->memory.row, plan->how.tile);
    if (rows > plan->height) rows = plan->height;
    const struct render_options options = bake_render_options(plan);
    return all->memory.row * rows +
           render_memory_bytes(plan->inputs.field, plan->inputs.map, &options);
}

struct derive_options bake_map_options(const struct bake_plan *plan)
{
    const struct scree_bake_options *options = &plan->options;
    return (struct derive_options){.width = plan->whole_width,
                                   .height = plan->whole_height,
                                   .vertices = options->vertices,
                                   .south_first = options->south_first,
                                   .column = plan->region.column,
                                   .columns = plan->width,
                                   .threads = plan->how.threads};
}

double bake_sample_tu(const struct bake_plan *plan)
{
    const struct ter_field *field = plan->inputs.field;
    const double less = plan->options.vertices ? 1.0 : 0.0;
    const double x = (field->points_x - 1.0) / (plan->whole_width - less);
    const double y = (field->points_y - 1.0) / (plan->whole_height - less);
    return x > y ? x : y;
}

bool bake_has_relief(const struct bake_plan *plan)
{
    const unsigned maps = SCREE_BAKE_NORMAL | SCREE_BAKE_RELIEF;
    return (plan->options.maps & maps) != 0 && bake_sample_tu(plan) < 1.0;
}

/* Of the map that takes most, with its image. */
static uint64_t maps_bytes(const struct bake_plan *plan)
{
    const struct derive_options options = bake_map_options(plan);
    uint64_t most = 0;
    for (unsigned bit = 1; bit <= DERIVE_ALL; bit <<= 1) {
        const enum scree_bake_map map = (enum scree_bake_map)bit;
        if (!(plan->options.maps & bit)) continue;
        const struct bake_image_memory image =
            bake_image_memory(plan, bake_map_form(plan->options.format, map));
        const uint64_t bytes = derive_memory_bytes(plan->inputs.field, &options, map) + image.held +
                               2 * BAKE_MAP_ROWS * image.row;
        if (bytes > most) most = bytes;
    }
    const struct render_options how = bake_render_options(plan);
    return most + (bake_has_relief(plan)
                       ? render_memory_bytes(plan->inputs.field, plan->inputs.map, &how)
                       : 0);
}

/* The heights are made in smaller bands than the layers after them. */
static uint64_t beamng_bytes(const struct bake_plan *plan)
{
    const uint32_t size = plan->beamng.size;
    const struct render_options options =
        render_how_options(&plan->how, SCREE_VERTICES, size, size);
    return (uint64_t)size * render_stream_rows(size, plan->how.tile) +
           render_memory_bytes(plan->inputs.field, plan->inputs.map, &options);
}

uint64_t bake_memory_bytes(const struct bake_plan *plan)
{
    const uint64_t held = inputs_held_bytes(&plan->inputs);
    const uint32_t threads = parallel_threads(plan->how.threads);
    const struct images all = texel_images(plan);
    const uint64_t at_once = threads < all.count ? threads : all.count;
    uint64_t bytes = BAKE_PROGRAM_BYTES + held + all.memory.held + all.memory.encoding * at_once;
    const uint64_t texels = all.count > 0 ? texels_bytes(plan, &all) : 0;
    const uint64_t beamng = plan->outputs & SCREE_BAKE_BEAMNG ? beamng_bytes(plan) : 0;
    /* Both at the same time, on one thread one after the other (bake_write.c). */
    bytes += threads > 1 || texels < beamng ? beamng : texels;
    if (threads > 1) bytes += texels;
    const uint64_t maps = BAKE_PROGRAM_BYTES + held + maps_bytes(plan); /* when all else is done */
    if (plan->options.maps != 0 && maps > bytes) bytes = maps;
    const uint64_t reading = BAKE_PROGRAM_BYTES + plan->inputs.terrain_file.heights.memory_bytes;
    return bytes > reading ? bytes : reading;
}

/* ---- open files ---- */

/* Whether a band of so many rows ends within a tile, whose file then stays open. */
static bool splits_tiles(const struct bake_plan *plan, uint32_t rows)
{
    uint32_t tile = 0;
    for (uint64_t row = rows; row < plan->height; row += rows) {
        while (bake_cut_row(plan, tile) < row) tile++;
        if (bake_cut_row(plan, tile) != row) return true;
    }
    return false;
}

static uint64_t open_at_once(const struct bake_plan *plan, uint64_t images, uint32_t rows)
{
    const uint64_t threads = parallel_threads(plan->how.threads);
    if (splits_tiles(plan, rows)) return images * plan->cut.columns;
    return images < threads ? images : threads;
}

uint64_t bake_open_files(const struct bake_plan *plan)
{
    const struct images all = texel_images(plan);
    const uint32_t rows = render_stream_rows(all.memory.row, plan->how.tile);
    const uint64_t texels = open_at_once(plan, all.by_rows, rows);
    const uint64_t maps = plan->options.maps != 0 ? open_at_once(plan, 1, BAKE_MAP_ROWS) : 0;
    return texels > maps ? texels : maps;
}

uint64_t bake_most_files(void)
{
    enum { OTHERS = 32 }; /* inputs, folders, the caller's */
    const uint64_t most = os_most_files();
    return most > 2 * OTHERS ? most - OTHERS : OTHERS;
}

enum scree_code bake_check_files(const struct bake_plan *plan, uint64_t files,
                                 struct scree_error *err)
{
    const uint64_t most = bake_most_files();
    const bool cut = bake_cut_named(&plan->cut) && files > bake_image_count(plan);
    if (files <= most) return SCREE_OK;
    return err_set_option(err,
                          cut ? (plan->cut.count > 0 ? "tile_files" : "tile_texels") : "outputs",
                          "%llu files would be written at the same time, and this process may have "
                          "%llu open; raise that limit, or %s",
                          (unsigned long long)files, (unsigned long long)most,
                          cut ? "make the bake in parts, of which {part} 1/1 is all"
                              : "make less at a time with {outputs} or {layers}");
}
