/*
 * Images of a bake as tiles, each begun, given its rows and ended. Rows are written as they come;
 * a PNG in colours is collected first, as stb_image_write has no rows.
 */
#include "bake/bake_image.h"

#include <string.h>

#include "base/parallel.h"

/* A tile of an image. Its rows are written as they come, but for a PNG in colours, which is written
 * once they are all there. */
struct bake_page {
    struct image_tiff *tiff;
    struct image_png8 *png;
    struct image_plain *plain;
    struct sink_file *file; /* of either, begun */
    uint8_t *rgb;
};

#define TIFF_BYTES ((uint64_t)2 << 20) /* a strip, here and in libtiff */

size_t bake_texel_bytes(struct bake_form form)
{
    return form.channels * image_number_bytes(form.number);
}

size_t bake_image_count(const struct bake_plan *plan)
{
    const bool bands = (plan->outputs & SCREE_BAKE_GEOTIFF) && !(plan->outputs & SCREE_BAKE_MASKS);
    size_t count = bands ? plan->merge->count : 0;
    for (unsigned kind = 0; kind < BAKE_KINDS; kind++)
        count += bake_kind_count(plan, (enum bake_kind)kind);
    return count;
}

/* Several images are written at the same time, each by one thread (render/row_stream.h). */
static uint32_t threads_per_image(const struct bake_plan *plan)
{
    return bake_image_count(plan) == 1 ? parallel_threads(plan->how.threads) : 1;
}

/* stb_image_write has no rows. */
static bool is_collected(struct bake_form form)
{
    return !form.is_tiff && form.channels == 3 && !form.rows;
}

enum scree_code bake_image_start(struct bake_image *image, const struct bake_writing *writing,
                                 size_t file, struct bake_form form, struct scree_error *err)
{
    *image = (struct bake_image){.writing = writing, .file = file, .form = form};
    image->pages = mem_alloc(writing->plan->cut.columns, sizeof *image->pages);
    if (image->pages != NULL) return SCREE_OK;
    return err_no_memory(err);
}

/* A file that was begun stays without an end. */
static void free_page(struct bake_page *page)
{
    image_tiff_abort(page->tiff);
    image_png8_abort(page->png);
    image_plain_free(page->plain);
    mem_free(page->rgb);
    *page = (struct bake_page){0};
}

void bake_image_free(struct bake_image *image)
{
    for (uint32_t x = 0; image->pages != NULL && x < image->writing->plan->cut.columns; x++)
        free_page(&image->pages[x]);
    mem_free(image->pages);
    memset(image, 0, sizeof *image);
}

/* Ends a page; code is what writing it gave. */
static enum scree_code end_page(struct bake_page *page, enum scree_code code,
                                struct scree_error *err)
{
    struct sink_file *file = page->file;
    free_page(page);
    return file != NULL ? sink_end(file, code, err) : code;
}

static enum scree_code create_image(const struct bake_image *image, struct bake_page *page,
                                    const struct scree_bake_file *file, struct scree_error *err)
{
    const struct bake_form form = image->form;
    struct stream *to = &page->file->stream;
    const struct bake_plan *plan = image->writing->plan;
    struct image_geo geo;
    const size_t index = (size_t)(file - plan->files);
    const bool placed = bake_file_place(&geo, plan, (uint32_t)(index - image->file));
    const struct image_tiff_form tiff = {.width = file->width,
                                         .height = file->height,
                                         .channels = form.channels,
                                         .number = form.number,
                                         .geo = placed ? &geo : NULL,
                                         .nan_is_no_data =
                                             plan->has_nodata && form.number == IMAGE_F32};
    const struct image_plain_form plain = {form.plain, file->width, file->height, form.number};
    if (form.is_tiff) return image_tiff_create(&page->tiff, to, &tiff, err);
    if (form.plain != IMAGE_PLAIN_NONE) return image_plain_create(&page->plain, to, &plain, err);
    const uint32_t threads = threads_per_image(plan);
    if (form.number == IMAGE_U16)
        return image_png16_create(&page->png, threads, to, file->width, file->height, err);
    return image_png8_create(&page->png, threads, to, file->width, file->height, form.channels,
                             err);
}

static enum scree_code open_page(struct bake_image *image, struct bake_page *page, size_t index,
                                 struct scree_error *err)
{
    const struct scree_bake_file *file = &image->writing->plan->files[index];
    if (is_collected(image->form)) {
        page->rgb = mem_alloc(file->height, file->width * bake_texel_bytes(image->form));
        if (page->rgb != NULL) return SCREE_OK;
        return err_set(err, SCREE_NO_MEMORY,
                       "no memory for an image of %u x %u texels; choose {tile_files}, {format} "
                       "tiff8 or a smaller {width}, or make less at a time with {outputs}",
                       (unsigned)file->width, (unsigned)file->height);
    }
    RETURN_IF_ERR(sink_begin_file(image->writing->files[index], err));
    page->file = image->writing->files[index];
    const enum scree_code code = create_image(image, page, file, err);
    return code == SCREE_OK ? SCREE_OK : end_page(page, code, err);
}

static enum scree_code write_rgb(struct bake_image *image, struct bake_page *page, size_t index,
                                 struct scree_error *err)
{
    const struct scree_bake_file *file = &image->writing->plan->files[index];
    RETURN_IF_ERR(sink_begin_file(image->writing->files[index], err));
    page->file = image->writing->files[index];
    return image_png8(&page->file->stream, 1, page->rgb, file->width, file->height,
                      image->form.channels, err);
}

static enum scree_code finish_page(struct bake_image *image, struct bake_page *page, size_t index,
                                   struct scree_error *err)
{
    enum scree_code code;
    if (page->tiff != NULL)
        code = image_tiff_finish(page->tiff, err);
    else if (page->png != NULL)
        code = image_png8_finish(page->png, err);
    else if (page->plain != NULL)
        code = SCREE_OK;
    else
        code = write_rgb(image, page, index, err);
    page->tiff = NULL;
    page->png = NULL;
    return end_page(page, code, err);
}

/* The columns of a page in rows of the image: rows[0 .. count), the first being the page's row
 * `from`. */
static enum scree_code fill_page(struct bake_image *image, struct bake_page *page,
                                 const struct scree_bake_file *file, const uint8_t *rows,
                                 uint32_t count, uint32_t from, struct scree_error *err)
{
    const size_t stride = image->writing->plan->width * bake_texel_bytes(image->form);
    const size_t bytes = file->width * bake_texel_bytes(image->form);
    const uint32_t at_once = bytes == stride ? count : 1;
    enum scree_code code = SCREE_OK;
    for (uint32_t j = 0; j < count && code == SCREE_OK; j += at_once) {
        if (page->tiff != NULL)
            code = image_tiff_rows(page->tiff, rows + j * stride, at_once, err);
        else if (page->plain != NULL)
            code = image_plain_rows(page->plain, rows + j * stride, at_once, err);
        else if (page->png != NULL)
            code = image_png8_rows(page->png, rows + j * stride, at_once, err);
        else
            memcpy(page->rgb + (from + j) * bytes, rows + j * stride, at_once * bytes);
    }
    return code == SCREE_OK ? SCREE_OK : end_page(page, code, err);
}

/* Rows that all belong to the tile row y. */
static enum scree_code put_tiles(struct bake_image *image, const uint8_t *rows, uint32_t count,
                                 uint32_t y, struct scree_error *err)
{
    const struct bake_plan *plan = image->writing->plan;
    const uint32_t from = image->row - bake_cut_row(plan, y);
    for (uint32_t x = 0; x < plan->cut.columns; x++) {
        const size_t index = image->file + (size_t)y * plan->cut.columns + x;
        const struct scree_bake_file *file = &plan->files[index];
        struct bake_page *page = &image->pages[x];
        const size_t left = bake_cut_column(plan, x) * bake_texel_bytes(image->form);
        if (from == 0) RETURN_IF_ERR(open_page(image, page, index, err));
        RETURN_IF_ERR(fill_page(image, page, file, rows + left, count, from, err));
        if (from + count == file->height) RETURN_IF_ERR(finish_page(image, page, index, err));
    }
    return SCREE_OK;
}

enum scree_code bake_image_put(void *context, const void *rows, uint32_t count,
                               struct scree_error *err)
{
    struct bake_image *image = context;
    const struct bake_plan *plan = image->writing->plan;
    const uint8_t *from = rows;
    uint32_t y = 0;
    while (bake_cut_row(plan, y + 1) <= image->row) y++;
    while (count > 0) {
        const uint32_t left = bake_cut_row(plan, y + 1) - image->row;
        const uint32_t some = count < left ? count : left;
        RETURN_IF_ERR(put_tiles(image, from, some, y, err));
        from += some * (size_t)plan->width * bake_texel_bytes(image->form);
        image->row += some;
        count -= some;
        y++;
    }
    return SCREE_OK;
}

struct bake_image_memory bake_image_memory(const struct bake_plan *plan, struct bake_form form)
{
    const uint64_t row = (uint64_t)plan->width * bake_texel_bytes(form);
    const uint32_t columns = plan->cut.columns;
    const uint32_t width = bake_cut_widest(&plan->cut, plan->width, columns);
    const uint32_t height = bake_cut_widest(&plan->cut, plan->height, plan->cut.rows);
    struct bake_image_memory memory = {.row = row};
    if (form.is_tiff) {
        memory.held = columns * TIFF_BYTES;
    } else if (form.plain != IMAGE_PLAIN_NONE) {
        memory.held = row; /* a line of each file */
    } else if (is_collected(form)) {
        memory.held = row * height;
        /* Filtered, compressed, and as a file (image/png_write8.c), of a tile at a time. */
        memory.encoding = 3 * row * height / columns;
    } else {
        memory.held = columns * image_png8_memory_bytes(threads_per_image(plan), width, height,
                                                        (unsigned)bake_texel_bytes(form));
    }
    return memory;
}

/* ---- the GeoTIFF ---- */

static enum scree_code put(void *context, const void *data, size_t size, struct scree_error *err)
{
    return sink_scratch_put(context, data, size, err);
}

static enum scree_code get(void *context, uint64_t at, void *out, size_t size,
                           struct scree_error *err)
{
    return sink_scratch_get(context, at, out, size, err);
}

enum scree_code bake_geotiff_start(struct bake_geotiff *geotiff, const struct bake_writing *writing,
                                   struct sink *sink, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    *geotiff = (struct bake_geotiff){.writing = writing};
    struct image_cog_form form = {.width = plan->width,
                                  .height = plan->height,
                                  .bands = plan->merge->count,
                                  .number = bake_format_number(plan->options.format),
                                  .names = plan->merge->names,
                                  .has_missing = plan->has_nodata};
    if (bake_file_place(&geotiff->geo, plan, 0)) form.geo = &geotiff->geo;
    geotiff->count = image_cog_planes(&form);
    geotiff->scratches = mem_alloc(geotiff->count, sizeof *geotiff->scratches);
    struct image_spool *spools = mem_alloc(geotiff->count, sizeof *spools);
    enum scree_code code = SCREE_OK;
    if (geotiff->scratches == NULL || spools == NULL) code = err_no_memory(err);
    for (uint32_t i = 0; code == SCREE_OK && i < geotiff->count; i++) {
        code = sink_scratch_create(&geotiff->scratches[i], sink, err);
        spools[i] = (struct image_spool){put, get, geotiff->scratches[i]};
    }
    form.spools = spools;
    if (code == SCREE_OK) code = image_cog_create(&geotiff->cog, &form, err);
    mem_free(spools);
    return code;
}

enum scree_code bake_geotiff_rows(struct bake_geotiff *geotiff, uint32_t material, const void *rows,
                                  const uint8_t *missing, uint32_t count, struct scree_error *err)
{
    if (material >= geotiff->count) return SCREE_OK; /* floats need no mask */
    return image_cog_rows(geotiff->cog, material, rows, missing, count, err);
}

enum scree_code bake_geotiff_finish(struct bake_geotiff *geotiff, struct scree_error *err)
{
    const struct bake_writing *writing = geotiff->writing;
    struct sink_file *file = writing->files[writing->plan->geotiff_index];
    RETURN_IF_ERR(sink_begin_file(file, err));
    return sink_end(file, image_cog_finish(geotiff->cog, &file->stream, err), err);
}

void bake_geotiff_free(struct bake_geotiff *geotiff)
{
    image_cog_free(geotiff->cog);
    for (uint32_t i = 0; geotiff->scratches != NULL && i < geotiff->count; i++)
        sink_scratch_free(geotiff->scratches[i]);
    mem_free(geotiff->scratches);
    memset(geotiff, 0, sizeof *geotiff);
}
