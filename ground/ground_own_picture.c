/* A picture that repeats, with as many pixels as are wanted. */
#include "ground/ground_own.h"

#include <math.h>

#include "base/file.h"
#include "image/image.h"

/* ---- reading ---- */

static enum scree_code check_square(const struct image_picture *form, struct scree_error *err)
{
    const size_t width = form->width, height = form->height;
    const size_t least = width < height ? width : height;
    if (width == height) return SCREE_OK;
    return err_set(
        err, SCREE_UNSUPPORTED,
        "%zu x %zu pixels, and a texture that repeats must be square; cut it to %zu x %zu", width,
        height, least, least);
}

static enum scree_code read_square(struct image_picture *out, const char *path,
                                   struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(file_read(&bytes, path, GROUND_OWN_BYTES, err));
    enum scree_code code =
        image_read_png_memory(out, bytes.data, bytes.size, GROUND_OWN_PIXELS, err);
    file_bytes_free(&bytes);
    if (code == SCREE_OK) {
        code = check_square(out, err);
        if (code != SCREE_OK) image_picture_free(out);
    }
    return code == SCREE_OK ? SCREE_OK : err_set_file(err, path);
}

enum scree_code ground_own_look(struct ground_own_form *out, const char *path,
                                struct scree_error *err)
{
    struct file_input file;
    struct image_picture form;
    *out = (struct ground_own_form){0, 0};
    RETURN_IF_ERR(file_input_open(&file, path, GROUND_OWN_BYTES, err));
    const uint64_t size = file.size;
    enum scree_code code = image_read_png_rows(&form, &file, GROUND_OWN_PIXELS, NULL, err);
    file_input_close(&file);
    if (code == SCREE_OK) code = check_square(&form, err);
    if (code != SCREE_OK) return err_set_file(err, path);
    const uint64_t samples = (uint64_t)form.width * form.height * form.channels;
    *out = (struct ground_own_form){(uint32_t)form.width, size + samples * sizeof *form.samples};
    return SCREE_OK;
}

/* ---- pixels of another size ---- */

/* Pixels of the picture under one that is wanted, along a side. */
struct taps {
    int64_t first, last; /* may lie beyond an edge */
    float middle, reach, sum;
};

static float weight(const struct taps *taps, int64_t at)
{
    const float away = fabsf((float)at - taps->middle);
    return away < taps->reach ? 1.0f - away / taps->reach : 0.0f;
}

static void place(struct taps *out, uint32_t i, uint32_t size, size_t side)
{
    const double scale = (double)side / size, middle = (i + 0.5) * scale - 0.5;
    const double reach = scale > 1.0 ? scale : 1.0;
    out->middle = (float)middle;
    out->reach = (float)reach;
    out->first = (int64_t)ceil(middle - reach);
    out->last = (int64_t)floor(middle + reach);
    out->sum = 0.0f;
    for (int64_t at = out->first; at <= out->last; at++) out->sum += weight(out, at);
}

static size_t wrap(int64_t at, size_t side)
{
    const int64_t n = (int64_t)side, rest = at % n;
    return (size_t)(rest < 0 ? rest + n : rest);
}

/* A pixel's channel, 0 .. 255. */
static float sample(const struct image_picture *from, size_t pixel, unsigned c, unsigned channels)
{
    const uint16_t *p = &from->samples[pixel * from->channels];
    const float full = from->bits == 16 ? 257.0f : 1.0f;
    if (from->channels < 3) return (float)p[0] / full;
    if (channels == 3) return (float)p[c] / full;
    return (float)(p[0] + p[1] + p[2]) / (3.0f * full);
}

/* Row j of what is wanted, as wide as the picture: row[i * channels + c]. */
static void mix_rows(float *row, const struct image_picture *from, uint32_t j, uint32_t size,
                     unsigned channels)
{
    const size_t side = from->width;
    struct taps taps;
    place(&taps, j, size, side);
    for (size_t k = 0; k < side * channels; k++) row[k] = 0.0f;
    for (int64_t at = taps.first; at <= taps.last; at++) {
        const float share = weight(&taps, at) / taps.sum;
        const size_t line = wrap(at, side) * side;
        if (!(share > 0.0f)) continue;
        for (size_t i = 0; i < side; i++)
            for (unsigned c = 0; c < channels; c++)
                row[i * channels + c] += share * sample(from, line + i, c, channels);
    }
}

static void mix_columns(uint8_t *out, const float *row, size_t side, uint32_t size,
                        unsigned channels)
{
    for (uint32_t i = 0; i < size; i++) {
        struct taps taps;
        place(&taps, i, size, side);
        for (unsigned c = 0; c < channels; c++) {
            float value = 0.0f;
            for (int64_t at = taps.first; at <= taps.last; at++)
                value += weight(&taps, at) / taps.sum * row[wrap(at, side) * channels + c];
            out[(size_t)i * channels + c] =
                (uint8_t)(value + 0.5f < 255.0f ? value + 0.5f : 255.0f);
        }
    }
}

enum scree_code ground_own_picture(uint8_t *out, uint32_t size, unsigned channels, const char *path,
                                   struct scree_error *err)
{
    struct image_picture picture;
    RETURN_IF_ERR(read_square(&picture, path, err));
    float *row = mem_alloc(picture.width, channels * sizeof *row);
    if (row != NULL)
        for (uint32_t j = 0; j < size; j++) {
            mix_rows(row, &picture, j, size, channels);
            mix_columns(out + (size_t)j * size * channels, row, picture.width, size, channels);
        }
    image_picture_free(&picture);
    if (row == NULL) return err_no_memory(err);
    mem_free(row);
    return SCREE_OK;
}
