/* Any PNG through libpng, row by row: no more than a few rows of it are in memory. */
#include "image/image.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/file.h"
#include "base/mem.h"

#define SIGNATURE_SIZE 8

struct png_input {
    const struct file_input *file;
    uint64_t pos;      /* bytes that libpng has */
    uint64_t buffered; /* where in the file buffer begins */
    size_t in_buffer;
    uint8_t buffer[1 << 14];
    uint64_t max_pixels;
    const struct image_sink *sink;
    uint16_t *row; /* one row, from libpng and then widened */
    bool out_of_memory;
    enum scree_code code;
    struct scree_error *err;
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
    if (input->code != SCREE_OK)
        ; /* reading the file failed */
    else if (input->out_of_memory)
        input->code = err_no_memory(input->err);
    else
        input->code =
            err_set_at(input->err, SCREE_MALFORMED, input->pos, "damaged PNG: %s", message);
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
    if (size > input->file->size - input->pos) png_error(png, "the file ends too early");
    while (size > 0) {
        const size_t at = (size_t)(input->pos - input->buffered);
        if (at == input->in_buffer) {
            const uint64_t left = input->file->size - input->pos;
            input->buffered = input->pos;
            input->in_buffer = left < sizeof input->buffer ? (size_t)left : sizeof input->buffer;
            input->code = file_input_read(input->file, input->pos, input->buffer, input->in_buffer,
                                          input->err);
            if (input->code != SCREE_OK) png_error(png, "it cannot be read");
            continue;
        }
        const size_t some = input->in_buffer - at < size ? input->in_buffer - at : size;
        memcpy(out, input->buffer + at, some);
        input->pos += some;
        out += some;
        size -= some;
    }
}

/* Big-endian samples of 16 bits, or those of 8 bits from byte `from` of the row on, become numbers
 * in it. Ascending, so no byte is lost before it is read. */
static void widen_row(uint16_t *row, size_t count, unsigned bits, size_t from)
{
    const uint8_t *bytes = (const uint8_t *)row;
    for (size_t i = 0; i < count; i++) {
        if (bits == 16)
            row[i] = (uint16_t)((unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1]);
        else
            row[i] = bytes[from + i];
    }
}

struct pass {
    size_t first_x, step_x, first_y, step_y;
};
static const struct pass all_at_once = {0, 1, 0, 1};
static const struct pass adam7[7] = {{0, 8, 0, 8}, {4, 8, 0, 8}, {0, 4, 4, 8}, {2, 4, 0, 4},
                                     {0, 2, 2, 4}, {1, 2, 0, 2}, {0, 1, 1, 2}};

/* An empty pass is not there. */
static void read_pass(png_structp png, struct png_input *input, const struct image_picture *form,
                      const struct pass *pass)
{
    if (form->width <= pass->first_x) return;
    struct image_run run = {.first = pass->first_x,
                            .step = pass->step_x,
                            .count = (form->width - pass->first_x - 1) / pass->step_x + 1,
                            .samples = input->row};
    const size_t from = form->bits == 16 ? 0 : form->width * form->channels;
    for (run.y = pass->first_y; run.y < form->height; run.y += pass->step_y) {
        png_read_row(png, (uint8_t *)input->row + from, NULL);
        widen_row(input->row, run.count * form->channels, form->bits, from);
        input->code = input->sink->row(input->sink->context, &run, input->err);
        if (input->code != SCREE_OK) return;
    }
}

/*
 * libpng can only leave a function of its own by longjmp(): an error handler that returns ends the
 * program. So this function, against the rule that the code of this project has no setjmp(), has
 * one. It owns nothing and no local variable is used after the jump; what it allocates hangs on
 * *input, which its caller frees.
 */
static enum scree_code decode(struct image_picture *form, struct png_input *input, png_structp png,
                              png_infop info)
{
    if (setjmp(png_jmpbuf(png)) != 0) return input->code;
    png_set_read_fn(png, input, read_bytes);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); /* ours is on the product */
    /* Skip every chunk that does not change samples (libpng: num_chunks < 0). */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);

    const uint32_t width = png_get_image_width(png, info);
    const uint32_t height = png_get_image_height(png, info);
    if ((uint64_t)width * height > input->max_pixels)
        return err_set(input->err, SCREE_LIMIT, "has %llu x %llu pixels, the limit is %llu",
                       (unsigned long long)width, (unsigned long long)height,
                       (unsigned long long)input->max_pixels);

    if (input->sink != NULL && input->sink->as_stored)
        png_set_packing(png); /* fewer bits to bytes */
    else
        png_set_expand(png); /* palette to RGB, fewer bits to 8, a transparent colour to alpha */
    png_read_update_info(png, info);
    form->width = width;
    form->height = height;
    form->channels = png_get_channels(png, info);
    form->bits = png_get_bit_depth(png, info);
    assert(form->channels >= 1 && form->channels <= 4 && (form->bits == 8 || form->bits == 16));

    if (input->sink == NULL) return SCREE_OK;
    /* width * channels < 2^33 */
    const size_t row_samples = form->width * form->channels;
    assert(png_get_rowbytes(png, info) == row_samples * (form->bits / 8));
    /* libpng has two rows of its own and this is a third */
    input->code = input->sink->start(input->sink->context, 6 * (uint64_t)row_samples, input->err);
    if (input->code != SCREE_OK) return input->code;
    RETURN_IF_ERR(MEM_NEED(&input->row, row_samples, sizeof *input->row, input->err));

    /* Without png_set_interlace_handling() the passes come as the small pictures they are. */
    const bool laced = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7;
    for (int p = 0; p < (laced ? 7 : 1) && input->code == SCREE_OK; p++)
        read_pass(png, input, form, laced ? &adam7[p] : &all_at_once);
    if (input->code != SCREE_OK) return input->code;
    png_read_end(png, NULL); /* refuses a file that lacks its end */
    return SCREE_OK;
}

/* The chunks of a file up to its end, by their lengths: not one of them is cut short. */
static enum scree_code check_whole(const struct file_input *file, struct scree_error *err)
{
    uint8_t head[8];
    for (uint64_t at = SIGNATURE_SIZE; file->size >= 12 && at <= file->size - 12;) {
        RETURN_IF_ERR(file_input_read(file, at, head, sizeof head, err));
        const uint64_t length =
            (uint64_t)head[0] << 24 | (uint64_t)head[1] << 16 | (uint64_t)head[2] << 8 | head[3];
        at += 12 + length;
        if (memcmp(head + 4, "IEND", 4) == 0 && at <= file->size) return SCREE_OK;
    }
    return err_set_at(err, SCREE_MALFORMED, file->size, "damaged PNG: the file ends too early");
}

enum scree_code image_read_png_rows(struct image_picture *form, const struct file_input *file,
                                    uint64_t max_pixels, const struct image_sink *sink,
                                    struct scree_error *err)
{
    memset(form, 0, sizeof *form);
    uint8_t signature[SIGNATURE_SIZE];
    if (file->size < SIGNATURE_SIZE)
        return err_set_at(err, SCREE_MALFORMED, 0, "is not a PNG file");
    RETURN_IF_ERR(file_input_read(file, 0, signature, sizeof signature, err));
    if (png_sig_cmp(signature, 0, SIGNATURE_SIZE) != 0)
        return err_set_at(err, SCREE_MALFORMED, 0, "is not a PNG file");

    struct png_input input = {.file = file, .max_pixels = max_pixels, .sink = sink, .err = err};
    png_infop info = NULL;
    png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &input, on_error, on_warning,
                                               &input, allocate, release);
    if (png != NULL) info = png_create_info_struct(png);
    const enum scree_code code =
        info == NULL ? err_no_memory(err) : decode(form, &input, png, info);
    png_destroy_read_struct(&png, &info, NULL);
    mem_free(input.row);
    return code == SCREE_OK && sink == NULL ? check_whole(file, err) : code;
}

/* ---- whole pictures ---- */

static enum scree_code start_whole(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    (void)memory_bytes;
    struct image_picture *out = context;
    return MEM_NEED(&out->samples, out->height, out->width * out->channels * sizeof *out->samples,
                    err);
}

static enum scree_code put_row(void *context, const struct image_run *run, struct scree_error *err)
{
    (void)err;
    const struct image_picture *out = context;
    const size_t channels = out->channels;
    const uint16_t *samples = run->samples;
    uint16_t *to = out->samples + (run->y * out->width + run->first) * channels;
    for (size_t i = 0; i < run->count; i++)
        for (size_t c = 0; c < channels; c++)
            to[i * run->step * channels + c] = samples[i * channels + c];
    return SCREE_OK;
}

enum scree_code image_read_png_memory(struct image_picture *out, const void *data, size_t size,
                                      uint64_t max_pixels, struct scree_error *err)
{
    const struct file_input file = file_input_memory(data, size);
    const struct image_sink sink = {.start = start_whole, .row = put_row, .context = out};
    const enum scree_code code = image_read_png_rows(out, &file, max_pixels, &sink, err);
    if (code != SCREE_OK) image_picture_free(out);
    return code;
}

void image_picture_free(struct image_picture *picture)
{
    mem_free(picture->samples);
    memset(picture, 0, sizeof *picture);
}
