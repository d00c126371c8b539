/* 16-bit grey PNG through libpng, row by row. */
#include "image/image.h"

#include <setjmp.h>
#include <stdlib.h>

#include <png.h>
#include <zlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "image/png_common.h"

/* All that libpng would otherwise choose is fixed here: with one build of zlib equal samples give
 * equal files. No chunk but IHDR, IDAT and IEND is written. */
#define ZLIB_LEVEL 6

struct png16_output {
    struct stream *to;
    bool out_of_memory;
    enum scree_code code;
    struct scree_error *err;
};

static void *allocate(png_structp png, png_alloc_size_t size)
{
    struct png16_output *output = png_get_mem_ptr(png);
    void *memory = malloc(size);
    if (memory == NULL) output->out_of_memory = true;
    return memory;
}

static void release(png_structp png, void *memory)
{
    (void)png;
    free(memory);
}

static void on_error(png_structp png, png_const_charp message)
{
    struct png16_output *output = png_get_error_ptr(png);
    if (output->code == SCREE_OK) {
        output->code = output->out_of_memory ? SCREE_NO_MEMORY : SCREE_CANNOT_WRITE;
        err_set(output->err, output->code, "cannot write PNG: %s", message);
    }
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void write_bytes(png_structp png, png_bytep data, size_t size)
{
    struct png16_output *output = png_get_io_ptr(png);
    output->code = stream_put(output->to, data, size, output->err);
    if (output->code != SCREE_OK) png_error(png, "cannot write");
}

static void flush_bytes(png_structp png)
{
    (void)png; /* who owns the stream does */
}

/*
 * libpng can only leave a function of its own by longjmp(): an error handler that returns ends the
 * program. So this function, against the rule that the code of this project has no setjmp(), has
 * one. It allocates nothing and changes no local variable between the two, hence nothing is lost
 * and nothing is indeterminate when it is left that way; its caller frees everything.
 */
static enum scree_code write_rows(struct png16_output *output, png_structp png, png_infop info,
                                  uint8_t *row, const uint16_t *pixels, size_t width, size_t height)
{
    if (setjmp(png_jmpbuf(png)) != 0) return output->code;
    png_set_write_fn(png, output, write_bytes, flush_bytes);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 16, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(png, ZLIB_LEVEL);
    png_set_compression_strategy(png, Z_FILTERED);
    png_set_compression_mem_level(png, 8);
    png_write_info(png, info);
    for (size_t j = 0; j < height; j++) {
        for (size_t i = 0; i < width; i++) {
            const unsigned sample = pixels[j * width + i];
            row[2 * i] = (uint8_t)(sample >> 8);
            row[2 * i + 1] = (uint8_t)(sample & 0xff);
        }
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return SCREE_OK;
}

enum scree_code image_png16(struct stream *to, const uint16_t *pixels, size_t width, size_t height,
                            struct scree_error *err)
{
    enum scree_code code = SCREE_OK;
    struct png16_output output = {.to = to, .code = SCREE_OK, .err = err};
    png_structp png = NULL;
    png_infop info = NULL;
    uint8_t *row = NULL;

    RETURN_IF_ERR(image_check_size(width, height, err));
    if (width > PNG_UINT_31_MAX || height > PNG_UINT_31_MAX)
        return err_set(err, SCREE_LIMIT,
                       "%llu x %llu texels are too many for a PNG, use fewer texels or TIFF",
                       (unsigned long long)width, (unsigned long long)height);
    row = mem_alloc(width, 2);
    png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &output, on_error, on_warning, &output,
                                    allocate, release);
    if (png != NULL) info = png_create_info_struct(png);
    if (row == NULL || info == NULL) {
        code = err_no_memory(err);
        goto fail;
    }
    code = write_rows(&output, png, info, row, pixels, width, height);
fail:
    png_destroy_write_struct(&png, &info);
    mem_free(row);
    return code;
}
