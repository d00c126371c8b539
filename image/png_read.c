/* Any PNG through libpng, from memory. */
#include "image/image.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"

#define SIGNATURE_SIZE 8

struct png_input {
    struct bytes cursor;
    uint64_t max_pixels;
    bool out_of_memory;
    enum err_code code;
    struct err *err;
};

static void *allocate(png_structp png, png_alloc_size_t size)
{
    struct png_input *input = png_get_mem_ptr(png);
    void *memory = malloc(size);
    if (memory == NULL) input->out_of_memory = true;
    return memory;
}

static void release(png_structp png, void *memory)
{
    (void)png;
    free(memory);
}

static void on_error(png_structp png, png_const_charp message)
{
    struct png_input *input = png_get_error_ptr(png);
    if (input->out_of_memory)
        input->code = err_set(input->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory to read a PNG");
    else
        input->code =
            err_set(input->err, ERR_MALFORMED, input->cursor.pos, "damaged PNG: %s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void read_bytes(png_structp png, png_bytep out, size_t size)
{
    struct png_input *input = png_get_io_ptr(png);
    const uint8_t *data = bytes_take(&input->cursor, size);
    if (data == NULL) png_error(png, "the file ends too early");
    memcpy(out, data, size);
}

/* Spreads a row of count samples, 16-bit big-endian over the whole row or 8-bit in its second half
 * (where libpng put them), over the row. Ascending, so no byte is lost before it is read. */
static void widen_row(uint16_t *row, size_t count, unsigned bits)
{
    const uint8_t *bytes = (const uint8_t *)row;
    for (size_t i = 0; i < count; i++) {
        if (bits == 16)
            row[i] = (uint16_t)((unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1]);
        else
            row[i] = bytes[count + i];
    }
}

/*
 * libpng can only leave a function of its own by longjmp(): an error handler that returns ends the
 * program. So this function, against the rule that the code of this project has no setjmp(), has
 * one. It owns nothing and no local variable is used after the jump; what it allocates hangs on
 * *out, which its caller frees.
 */
static enum err_code decode(struct image_picture *out, struct png_input *input, png_structp png,
                            png_infop info)
{
    if (setjmp(png_jmpbuf(png)) != 0) return input->code;
    png_set_read_fn(png, input, read_bytes);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); /* ours is on the product */
    /* Skip every chunk that does not change samples (libpng: num_chunks < 0). */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);

    const uint64_t width = png_get_image_width(png, info);
    const uint64_t height = png_get_image_height(png, info);
    if (width * height > input->max_pixels)
        return err_set(input->err, ERR_LIMIT, ERR_NO_OFFSET,
                       "has %llu x %llu pixels, the limit is %llu", (unsigned long long)width,
                       (unsigned long long)height, (unsigned long long)input->max_pixels);

    png_set_expand(png); /* palette to RGB, fewer bits to 8, a transparent colour to alpha */
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    out->width = (size_t)width;
    out->height = (size_t)height;
    out->channels = png_get_channels(png, info);
    out->bits = png_get_bit_depth(png, info);
    assert(out->channels >= 1 && out->channels <= 4 && (out->bits == 8 || out->bits == 16));

    /* width * channels < 2^33 */
    const size_t row_samples = out->width * out->channels;
    assert(png_get_rowbytes(png, info) == row_samples * (out->bits / 8));
    out->samples = mem_alloc(out->height, row_samples * sizeof *out->samples);
    if (out->samples == NULL)
        return err_set(input->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %llu x %llu pixels",
                       (unsigned long long)width, (unsigned long long)height);

    const size_t first_byte = out->bits == 16 ? 0 : row_samples;
    for (int pass = 0; pass < passes; pass++)
        for (size_t j = 0; j < out->height; j++)
            png_read_row(png, (uint8_t *)(out->samples + j * row_samples) + first_byte, NULL);
    for (size_t j = 0; j < out->height; j++)
        widen_row(out->samples + j * row_samples, row_samples, out->bits);
    png_read_end(png, NULL); /* refuses a file that lacks its end */
    return ERR_OK;
}

enum err_code image_read_png_memory(struct image_picture *out, const void *data, size_t size,
                                    uint64_t max_pixels, struct err *err)
{
    memset(out, 0, sizeof *out);
    if (size < SIGNATURE_SIZE || png_sig_cmp(data, 0, SIGNATURE_SIZE) != 0)
        return err_set(err, ERR_MALFORMED, 0, "is not a PNG file");

    struct png_input input = {.cursor = {data, size, 0}, .max_pixels = max_pixels, .err = err};
    png_infop info = NULL;
    png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &input, on_error, on_warning,
                                               &input, allocate, release);
    if (png != NULL) info = png_create_info_struct(png);
    const enum err_code code =
        info == NULL ? err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory to read a PNG")
                     : decode(out, &input, png, info);
    png_destroy_read_struct(&png, &info, NULL);
    if (code != ERR_OK) image_picture_free(out);
    return code;
}

/* A PNG of max_pixels pixels has at most 8 bytes a pixel and a byte a row, a little more if it does
 * not compress, and whatever it says about itself. */
static uint64_t max_file_bytes(uint64_t max_pixels)
{
    const uint64_t description = UINT64_C(1) << 26;
    return max_pixels > (UINT64_MAX - description) / 10 ? UINT64_MAX
                                                        : max_pixels * 10 + description;
}

enum err_code image_read_png(struct image_picture *out, const char *path, uint64_t max_pixels,
                             struct err *err)
{
    memset(out, 0, sizeof *out);
    struct file_bytes bytes;
    RETURN_IF_ERR(file_read(&bytes, path, max_file_bytes(max_pixels), err));
    const enum err_code code = image_read_png_memory(out, bytes.data, bytes.size, max_pixels, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

void image_picture_free(struct image_picture *picture)
{
    mem_free(picture->samples);
    memset(picture, 0, sizeof *picture);
}
