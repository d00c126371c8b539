#include "cli/bake/bake_image.h"

#include <string.h>

/* A tile of an image: a TIFF is written as its rows come, a PNG once they are all there. */
struct bake_page {
    struct image_tiff *tiff;
    uint8_t *pixels;
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

bool bake_image_is_whole(const struct bake *bake, struct bake_form form)
{
    return !form.is_tiff && bake->tiles == 1;
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
        mem_free(image->pages[x].pixels);
    }
    mem_free(image->pages);
    memset(image, 0, sizeof *image);
}

enum err_code bake_image_no_memory(uint32_t width, uint32_t height, struct err *err)
{
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                   "no memory for an image of %u x %u texels: choose --tile-files, --format tiff8 "
                   "or a smaller --size, merge layers with --depth, or make less at a time with "
                   "--only",
                   (unsigned)width, (unsigned)height);
}

static enum err_code open_page(struct bake_image *image, struct bake_page *page,
                               const struct bake_file *file, struct err *err)
{
    if (!image->form.is_tiff) {
        page->pixels = mem_alloc(file->height, file->width * bake_texel_bytes(image->form));
        if (page->pixels != NULL) return ERR_OK;
        return bake_image_no_memory(file->width, file->height, err);
    }
    const struct image_tiff_form form = {
        file->width, file->height, image->form.channels, image->form.number, {0, 0}};
    char *path = outdir_path(image->out, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    const enum err_code code = image_tiff_create(&page->tiff, path, &form, err);
    mem_free(path);
    return code == ERR_OK ? ERR_OK : outdir_name_file(image->out, file->name, err);
}

static enum err_code write_png(struct bake_image *image, const uint8_t *pixels,
                               const struct bake_file *file, struct err *err)
{
    char *path = outdir_path(image->out, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    const enum err_code code =
        image_write_png8_on(image->bake->args->render.threads, path, pixels, file->width,
                            file->height, image->form.channels, err);
    mem_free(path);
    return code;
}

static enum err_code finish_page(struct bake_image *image, struct bake_page *page, size_t index,
                                 struct err *err)
{
    const struct bake_file *file = &image->bake->files[index];
    enum err_code code;
    if (image->form.is_tiff) {
        code = image_tiff_commit(page->tiff, err);
        page->tiff = NULL;
    } else {
        code = write_png(image, page->pixels, file, err);
        mem_free(page->pixels);
        page->pixels = NULL;
    }
    if (code != ERR_OK) return outdir_name_file(image->out, file->name, err);
    return bake_finish_file(image->bake, image->out, index, err);
}

enum err_code bake_image_finish(struct bake_image *image, const void *pixels, struct err *err)
{
    const struct bake_file *file = &image->bake->files[image->file];
    if (write_png(image, pixels, file, err) != ERR_OK)
        return outdir_name_file(image->out, file->name, err);
    return bake_finish_file(image->bake, image->out, image->file, err);
}

/* The columns of a page in rows of the image: rows[0 .. count), the first being the page's row
 * `from`. */
static enum err_code fill_page(struct bake_image *image, struct bake_page *page,
                               const struct bake_file *file, const uint8_t *rows, uint32_t count,
                               uint32_t from, struct err *err)
{
    const size_t stride = image->bake->width * bake_texel_bytes(image->form);
    const size_t bytes = file->width * bake_texel_bytes(image->form);
    for (uint32_t j = 0; j < count; j++) {
        if (!image->form.is_tiff)
            memcpy(page->pixels + (from + j) * bytes, rows + j * stride, bytes);
        else if (image_tiff_rows(page->tiff, rows + j * stride, 1, err) != ERR_OK)
            return outdir_name_file(image->out, file->name, err);
    }
    return ERR_OK;
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
    if (form.is_tiff) return (struct bake_image_memory){row, bake->tiles * TIFF_BYTES, 0};
    const uint64_t height = (bake->height + bake->tiles - 1) / bake->tiles;
    /* Filtered, compressed, and as a file (image/png_write8.c), of a tile at a time. */
    const uint64_t encoding = 3 * row * height / bake->tiles;
    return (struct bake_image_memory){bake_image_is_whole(bake, form) ? 0 : row, row * height,
                                      encoding};
}
