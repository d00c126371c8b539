#include "cli/bands.h"

#include <string.h>

#include "base/mem.h"
#include "cli/signals.h"

/* Tall enough to keep several threads busy with whole tiles, low enough for a bar that moves. */
#define BAND_ROWS 256

enum err_code bands_create(struct bands *bands, size_t capacity, struct err *err)
{
    memset(bands, 0, sizeof *bands);
    bands->images = mem_alloc(capacity, sizeof *bands->images);
    bands->rows = mem_alloc(capacity, sizeof *bands->rows);
    bands->capacity = capacity;
    if (bands->images != NULL && bands->rows != NULL) return ERR_OK;
    bands_free(bands);
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the list of images");
}

enum err_code bands_add(struct bands *bands, uint32_t width, uint32_t height, size_t texel_bytes,
                        struct err *err)
{
    struct bands_image *image = &bands->images[bands->count];
    image->row_bytes = width * texel_bytes;
    image->pixels = mem_alloc_pixels(height, image->row_bytes);
    if (image->pixels == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                       "no memory for an image of %u x %u texels: choose a smaller --size, merge "
                       "layers with --depth, or make less at a time with --only",
                       (unsigned)width, (unsigned)height);
    bands->count++;
    return ERR_OK;
}

void bands_drop(struct bands *bands, size_t index)
{
    mem_free_pixels(bands->images[index].pixels);
    bands->images[index].pixels = NULL;
}

void bands_free(struct bands *bands)
{
    for (size_t i = 0; i < bands->count; i++) bands_drop(bands, i);
    mem_free(bands->images);
    mem_free(bands->rows);
    memset(bands, 0, sizeof *bands);
}

enum err_code bands_interrupted(struct err *err)
{
    if (signals_pending() == 0) return ERR_OK;
    return err_set(err, ERR_WRITE, ERR_NO_OFFSET, "interrupted: nothing was written");
}

enum err_code bands_run(struct bands *bands, struct render_plan *plan,
                        const struct render_target *targets, size_t count, uint32_t tile,
                        struct say *say, struct err *err)
{
    const uint32_t height = render_plan_height(plan);
    const uint32_t band = tile > BAND_ROWS ? tile : BAND_ROWS;
    for (uint32_t row = 0; row < height;) {
        RETURN_IF_ERR(bands_interrupted(err));
        const uint32_t rows = height - row < band ? height - row : band;
        for (size_t i = 0; i < bands->count; i++)
            bands->rows[i] =
                (unsigned char *)bands->images[i].pixels + (size_t)row * bands->images[i].row_bytes;
        say_progress(say, "rendering", (double)row / height);
        render_rows(plan, row, rows, targets, count);
        row += rows;
    }
    return bands_interrupted(err);
}
