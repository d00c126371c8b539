/* 8-bit PNG in memory, by libpng. */
#include "image/image.h"

#include <string.h>

#include <png.h>

#include "base/mem.h"

enum err_code image_make_png8(struct file_bytes *out, const uint8_t *rgb, size_t width,
                              size_t height, struct err *err)
{
    memset(out, 0, sizeof *out);
    if (width == 0 || height == 0 || width > IMAGE_PNG8_MAX_BYTES / 3 / height)
        return err_set(err, width == 0 || height == 0 ? ERR_ARG : ERR_LIMIT, ERR_NO_OFFSET,
                       "a picture of %zu x %zu texels cannot be written (2 GiB at most)", width,
                       height);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = mem_alloc(size, 1);
    if (bytes == NULL || !png_image_write_to_memory(&image, bytes, &size, 0, rgb, 0, NULL)) {
        mem_free(bytes);
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory to make a PNG of %zu x %zu texels",
                       width, height);
    }
    out->data = bytes;
    out->size = size;
    return ERR_OK;
}
