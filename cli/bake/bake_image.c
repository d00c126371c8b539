#include "cli/bake/bake_image.h"

#include <string.h>

#include "base/parallel.h"

/* A tile of an image. Its rows are written as they come, but for a PNG in colours, which is written
 * once they are all there. */
struct bake_page {
    struct image_tiff *tiff;
    struct image_png8 *png;
    struct file_writer file; /* of either */
    uint8_t *rgb;
};

#define TIFF_BYTES ((uint64_t)2 << 20) /* a strip, here and in libtiff */

uint32_t bake_tile_edge(const struct bake *bake, uint32_t texels, uint32_t number)
{
    return (uint32_t)((uint64_t)texels * number / bake->tiles);
}

size_t bake_texel_bytes(struct bake_form form)
{
    return form.channels * image_number_bytes(form.number);
}

size_t bake_image_count(const struct bake *bake)
{
    return (bake->outputs & ARGS_MASKS ? bake->merge->count : 0) +
           (bake->outputs & ARGS_BLEND ? 1 : 0) + (bake->outputs & ARGS_PREVIEW_PICTURE ? 1 : 0);
}

/* Several images are written at the same time, each by one thread (cli/bands.h). */
static uint32_t threads_per_image(const struct bake *bake)
{
    return bake_image_count(bake) == 1 ? parallel_threads(bake->args->render.threads) : 1;
}

/* stb_image_write has no rows. */
static bool is_collected(struct bake_form form)
{
    return !form.is_tiff && form.channels == 3;
}

enum err_code bake_image_start(struct bake_image *image, struct bake *bake, struct outdir *out,
                               size_t file, struct bake_form form, struct err *err)
{
    *image = (struct bake_image){.bake = bake, .out = out, .file = file, .form = form};
    image->pages = mem_alloc(bake->tiles, sizeof *image->pages);
    if (image->pages != NULL) return ERR_OK;
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the list of files");
}

void bake_image_free(struct bake_image *image)
{
    for (uint32_t x = 0; image->pages != NULL && x < image->bake->tiles; x++) {
        image_tiff_abort(image->pages[x].tiff);
        image_png8_abort(image->pages[x].png);
        image_sha256_end(NULL, &image->pages[x].file.watch);
        file_abort(&image->pages[x].file);
        mem_free(image->pages[x].rgb);
    }
    mem_free(image->pages);
    memset(image, 0, sizeof *image);
}

static enum err_code create_file(struct bake_image *image, struct bake_page *page, const char *path,
                                 const struct bake_file *file, struct err *err)
{
    const struct bake_form form = image->form;
    const struct image_tiff_form tiff = {
        file->width, file->height, form.channels, form.number, {0, 0}};
    RETURN_IF_ERR(file_create(&page->file, path, err));
    page->file.watch = image_sha256_watch();
    if (form.is_tiff) return image_tiff_create(&page->tiff, &page->file.out, &tiff, err);
    return image_png8_create(&page->png, threads_per_image(image->bake), &page->file.out,
                             file->width, file->height, form.channels, err);
}

static enum err_code open_page(struct bake_image *image, struct bake_page *page,
                               const struct bake_file *file, struct err *err)
{
    if (is_collected(image->form)) {
        page->rgb = mem_alloc(file->height, file->width * bake_texel_bytes(image->form));
        if (page->rgb != NULL) return ERR_OK;
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                       "no memory for an image of %u x %u texels: choose --tile-files, --format "
                       "tiff8 or a smaller --size, or make less at a time with --only",
                       (unsigned)file->width, (unsigned)file->height);
    }
    char *path = outdir_path(image->out, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    const enum err_code code = create_file(image, page, path, file, err);
    mem_free(path);
    return code == ERR_OK ? ERR_OK : outdir_name_file(image->out, file->name, err);
}

static enum err_code write_rgb(struct bake_image *image, const struct bake_page *page,
                               const struct bake_file *file, struct err *err)
{
    char *path = outdir_path(image->out, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    const enum err_code code =
        image_write_png8(path, page->rgb, file->width, file->height, image->form.channels, err);
    mem_free(path);
    return code;
}

static enum err_code finish_page(struct bake_image *image, struct bake_page *page, size_t index,
                                 struct err *err)
{
    struct bake_file *file = &image->bake->files[index];
    enum err_code code;
    if (page->tiff != NULL)
        code = image_tiff_finish(page->tiff, err);
    else if (page->png != NULL)
        code = image_png8_finish(page->png, err);
    else
        code = write_rgb(image, page, file, err);
    image_sha256_end(page->file.path != NULL ? file->sha256 : NULL, &page->file.watch);
    if (page->file.path != NULL) code = file_finish(&page->file, code, file->name, err);
    mem_free(page->rgb);
    *page = (struct bake_page){0};
    if (code != ERR_OK) return outdir_name_file(image->out, file->name, err);
    return bake_finish_file(image->bake, image->out, index, err);
}

/* The columns of a page in rows of the image: rows[0 .. count), the first being the page's row
 * `from`. */
static enum err_code fill_page(struct bake_image *image, struct bake_page *page,
                               const struct bake_file *file, const uint8_t *rows, uint32_t count,
                               uint32_t from, struct err *err)
{
    const size_t stride = image->bake->width * bake_texel_bytes(image->form);
    const size_t bytes = file->width * bake_texel_bytes(image->form);
    const uint32_t at_once = bytes == stride ? count : 1;
    enum err_code code = ERR_OK;
    for (uint32_t j = 0; j < count && code == ERR_OK; j += at_once) {
        if (page->tiff != NULL)
            code = image_tiff_rows(page->tiff, rows + j * stride, at_once, err);
        else if (page->png != NULL)
            code = image_png8_rows(page->png, rows + j * stride, at_once, err);
        else
            memcpy(page->rgb + (from + j) * bytes, rows + j * stride, at_once * bytes);
    }
    return code == ERR_OK ? ERR_OK : outdir_name_file(image->out, file->name, err);
}

/* Rows that all belong to the tile row y. */
static enum err_code put_tiles(struct bake_image *image, const uint8_t *rows, uint32_t count,
                               uint32_t y, struct err *err)
{
    const struct bake *bake = image->bake;
    const uint32_t from = image->row - bake_tile_edge(bake, bake->height, y);
    for (uint32_t x = 0; x < bake->tiles; x++) {
        const size_t index = image->file + (size_t)y * bake->tiles + x;
        const struct bake_file *file = &bake->files[index];
        struct bake_page *page = &image->pages[x];
        const size_t left = bake_tile_edge(bake, bake->width, x) * bake_texel_bytes(image->form);
        if (from == 0) RETURN_IF_ERR(open_page(image, page, file, err));
        RETURN_IF_ERR(fill_page(image, page, file, rows + left, count, from, err));
        if (from + count == file->height) RETURN_IF_ERR(finish_page(image, page, index, err));
    }
    return ERR_OK;
}

enum err_code bake_image_put(void *context, const void *rows, uint32_t count, struct err *err)
{
    struct bake_image *image = context;
    const struct bake *bake = image->bake;
    const uint8_t *from = rows;
    uint32_t y = 0;
    while (bake_tile_edge(bake, bake->height, y + 1) <= image->row) y++;
    while (count > 0) {
        const uint32_t left = bake_tile_edge(bake, bake->height, y + 1) - image->row;
        const uint32_t some = count < left ? count : left;
        RETURN_IF_ERR(put_tiles(image, from, some, y, err));
        from += some * (size_t)bake->width * bake_texel_bytes(image->form);
        image->row += some;
        count -= some;
        y++;
    }
    return ERR_OK;
}

struct bake_image_memory bake_image_memory(const struct bake *bake, struct bake_form form)
{
    const uint64_t row = (uint64_t)bake->width * bake_texel_bytes(form);
    const uint32_t width = (bake->width + bake->tiles - 1) / bake->tiles;
    const uint32_t height = (bake->height + bake->tiles - 1) / bake->tiles;
    struct bake_image_memory memory = {.row = row};
    if (form.is_tiff) {
        memory.held = bake->tiles * TIFF_BYTES;
    } else if (is_collected(form)) {
        memory.held = row * height;
        /* Filtered, compressed, and as a file (image/png_write8.c), of a tile at a time. */
        memory.encoding = 3 * row * height / bake->tiles;
    } else {
        memory.held = bake->tiles * image_png8_memory_bytes(threads_per_image(bake), width, height,
                                                            form.channels);
    }
    return memory;
}
