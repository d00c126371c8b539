/* Images rendered band by band, so that no more than a band need be in memory, a progress bar moves
 * and a signal is heeded. */
#ifndef CLI_BANDS_H
#define CLI_BANDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "cli/say.h"
#include "render/render.h"

/* Takes the next rows of an image, width texels each without padding. Several images are served at
 * the same time, each by one thread. */
typedef enum err_code bands_put(void *context, const void *rows, uint32_t count, struct err *err);

struct bands_image {
    void *pixels;
    size_t row_bytes;
    bands_put *put; /* NULL: pixels are the whole image; else those of a band */
    void *context;
    struct err err; /* of put */
};

/* images[i] belongs to rows[i], which is what a render_target's planes point into. */
struct bands {
    size_t count, capacity;
    struct bands_image *images;
    void **rows;
};

/* bands_create() makes room for images; bands_add() allocates the next, zeroed. */
MUST_USE enum err_code bands_create(struct bands *bands, size_t capacity, struct err *err);
MUST_USE enum err_code bands_add(struct bands *bands, uint32_t width, uint32_t height,
                                 size_t texel_bytes, struct err *err);
/* bands_add_stream() adds an image that is nowhere whole: put() gets its rows in order. */
void bands_add_stream(struct bands *bands, uint32_t width, size_t texel_bytes, bands_put *put,
                      void *context);
/* bands_rows() is how many rows a band has whose images together have row_bytes bytes a row. */
uint32_t bands_rows(uint64_t row_bytes, uint32_t tile);
void bands_free(struct bands *bands);

/* bands_run() renders all rows of a plan into the targets; say NULL: without a bar. ERR_WRITE if a
 * signal came, ERR_NOMEM, or what a put() returned: the first one in the order of images. */
MUST_USE enum err_code bands_run(struct bands *bands, struct render_plan *plan,
                                 const struct render_target *targets, size_t count, uint32_t tile,
                                 struct say *say, struct err *err);

/* bands_interrupted() is ERR_WRITE if a signal came, else ERR_OK. */
MUST_USE enum err_code bands_interrupted(struct err *err);

#endif
