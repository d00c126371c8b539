/*
 * Rule (Planes and pictures): One pass evaluates all that a picture shows. See
 * design.md#decisions, draw/draw_map.c. Tests: unit/test_draw
 * (one_pass_is_enough_and_can_be_cancelled), unit/test_row_stream (everyone_gets_the_same_rows).
 */
#include "render/row_stream.h"

#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"

/* Tall enough to keep several threads busy with whole tiles, low enough for a bar that moves. */
#define BAND_ROWS 256
#define BAND_BYTES ((uint64_t)1 << 25)
#define TILE_ROWS 64 /* of the renderer, unless it is told otherwise */
#define LEAST_ROWS 16

enum scree_code render_stream_create(struct render_stream *bands, size_t capacity,
                                     struct scree_error *err)
{
    memset(bands, 0, sizeof *bands);
    bands->images = mem_alloc(capacity, sizeof *bands->images);
    bands->rows = mem_alloc(capacity, sizeof *bands->rows);
    bands->capacity = capacity;
    if (bands->images != NULL && bands->rows != NULL) return SCREE_OK;
    render_stream_free(bands);
    return err_no_memory(err);
}

enum scree_code render_stream_add_image(struct render_stream *bands, uint32_t width,
                                        uint32_t height, size_t texel_bytes,
                                        struct scree_error *err)
{
    struct render_taker *image = &bands->images[bands->count];
    image->row_bytes = width * texel_bytes;
    image->whole = true;
    image->pixels = mem_alloc_pixels(height, image->row_bytes);
    if (image->pixels == NULL)
        return err_set(err, SCREE_NO_MEMORY,
                       "no memory for an image of %u x %u texels; choose a smaller size, merge "
                       "layers with {depth}, or make less at a time",
                       (unsigned)width, (unsigned)height);
    bands->count++;
    return SCREE_OK;
}

void render_stream_add_taker(struct render_stream *bands, uint32_t width, size_t texel_bytes,
                             render_stream_put *put, void *context)
{
    struct render_taker *image = &bands->images[bands->count++];
    image->row_bytes = width * texel_bytes;
    image->put = put;
    image->context = context;
}

void render_stream_add_whole(struct render_stream *bands, uint32_t width, size_t texel_bytes,
                             void *pixels)
{
    struct render_taker *image = &bands->images[bands->count++];
    image->row_bytes = width * texel_bytes;
    image->whole = image->lent = true;
    image->pixels = pixels;
}

void render_stream_add_band(struct render_stream *bands, uint32_t width, size_t texel_bytes)
{
    render_stream_add_taker(bands, width, texel_bytes, NULL, NULL);
}

uint32_t render_stream_rows(uint64_t row_bytes, uint32_t tile)
{
    const uint64_t fit = row_bytes > 0 ? BAND_BYTES / row_bytes : BAND_ROWS;
    uint32_t rows = fit < BAND_ROWS ? (uint32_t)fit : BAND_ROWS;
    if (rows > TILE_ROWS) rows -= rows % TILE_ROWS;
    if (rows < LEAST_ROWS) rows = LEAST_ROWS;
    return rows > tile ? rows : tile;
}

void render_stream_free(struct render_stream *bands)
{
    for (size_t i = 0; i < bands->count; i++)
        if (!bands->images[i].lent) mem_free_pixels(bands->images[i].pixels);
    mem_free(bands->images);
    mem_free(bands->rows);
    memset(bands, 0, sizeof *bands);
}

static enum scree_code allocate_streams(struct render_stream *bands, uint32_t rows,
                                        struct scree_error *err)
{
    for (size_t i = 0; i < bands->count; i++) {
        struct render_taker *image = &bands->images[i];
        err_clear(&image->err);
        if (image->pixels != NULL) continue;
        image->pixels = mem_alloc_pixels(rows, image->row_bytes);
        if (image->pixels == NULL)
            return err_set(err, SCREE_NO_MEMORY, "no memory for %u rows of an image",
                           (unsigned)rows);
    }
    return SCREE_OK;
}

/* A band, rendered. */
struct work {
    struct render_stream *bands;
    uint32_t rows;
};

static void put_image(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct work *work = context;
    struct render_taker *image = &work->bands->images[index];
    if (image->put == NULL || image->err.code != SCREE_OK) return;
    const enum scree_code code = image->put(image->context, image->pixels, work->rows, &image->err);
    if (code != SCREE_OK) err_set(&image->err, code, "cannot be written");
}

static enum scree_code put_images(struct render_stream *bands, uint32_t rows, uint32_t threads,
                                  struct scree_error *err)
{
    struct work work = {bands, rows};
    parallel_for(bands->count, threads, put_image, &work);
    for (size_t i = 0; i < bands->count; i++) {
        const struct scree_error *failed = &bands->images[i].err;
        if (failed->code == SCREE_OK) continue;
        err_take(err, failed);
        return failed->code;
    }
    return SCREE_OK;
}

enum scree_code render_stream_run(struct render_stream *bands, struct render_plan *plan,
                                  const struct render_target *targets, size_t count, uint32_t tile,
                                  struct scree_job *job, struct scree_error *err)
{
    const uint32_t height = render_plan_height(plan);
    uint64_t row_bytes = 0;
    for (size_t i = 0; i < bands->count; i++)
        if (!bands->images[i].whole) row_bytes += bands->images[i].row_bytes;
    const uint32_t band = render_stream_rows(row_bytes, tile);
    const char *step = bands->step != NULL ? bands->step : "rendering";
    RETURN_IF_ERR(allocate_streams(bands, band < height ? band : height, err));
    for (uint32_t row = 0; row < height;) {
        RETURN_IF_ERR(job_check(job, err));
        const uint32_t rows = height - row < band ? height - row : band;
        for (size_t i = 0; i < bands->count; i++) {
            const struct render_taker *image = &bands->images[i];
            const size_t done = image->whole ? (size_t)row * image->row_bytes : 0;
            bands->rows[i] = (unsigned char *)image->pixels + done;
        }
        if (!bands->unseen) RETURN_IF_ERR(job_step(job, step, (double)row / height, err));
        RETURN_IF_ERR(render_rows_of_file(plan, row, rows, targets, count, err));
        if (bands->look != NULL) RETURN_IF_ERR(bands->look(bands->look_context, row, rows, err));
        RETURN_IF_ERR(put_images(bands, rows, render_plan_threads(plan), err));
        row += rows;
    }
    return bands->unseen ? job_check(job, err) : job_poll(job, err);
}
