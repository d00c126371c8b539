/* Images rendered band by band, so that no more than a band need be in memory, progress is
 * reported and the work can be cancelled. */
#ifndef RENDER_ROW_STREAM_H
#define RENDER_ROW_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"
#include "render/render.h"

/* Takes the next rows of an image, width texels each without padding. Several images are served at
 * the same time, each by one thread. */
typedef enum scree_code render_stream_put(void *context, const void *rows, uint32_t count,
                                          struct scree_error *err);

/* Looks at a band: rows first .. first + count - 1 of every image, before they are put. On the
 * thread that runs the stream; an error ends it. */
typedef enum scree_code render_stream_look(void *context, uint32_t first, uint32_t count,
                                           struct scree_error *err);

struct render_taker {
    void *pixels;
    size_t row_bytes;
    bool whole, lent;       /* pixels are the whole image, else those of a band; the caller's */
    render_stream_put *put; /* NULL: nobody, of a whole image or one that is only looked at */
    void *context;
    struct scree_error err; /* of put */
};

/* images[i] belongs to rows[i], which is what a render_target's planes point into. */
struct render_stream {
    size_t count, capacity;
    struct render_taker *images;
    void **rows;
    render_stream_look *look; /* or NULL */
    void *look_context;
    const char *step; /* what the job is told; NULL: "rendering" */
    bool unseen; /* the job's steps are reported by another thread, which works at the same time */
};

/* render_stream_create() makes room for images; render_stream_add_image() allocates the next, zeroed. */
MUST_USE enum scree_code render_stream_create(struct render_stream *bands, size_t capacity,
                                              struct scree_error *err);
MUST_USE enum scree_code render_stream_add_image(struct render_stream *bands, uint32_t width,
                                                 uint32_t height, size_t texel_bytes,
                                                 struct scree_error *err);
/* render_stream_add_taker() adds an image that is nowhere whole: put() gets its rows in order. */
void render_stream_add_taker(struct render_stream *bands, uint32_t width, size_t texel_bytes,
                             render_stream_put *put, void *context);
/* render_stream_add_whole() adds an image in memory of the caller's, which stays the caller's. */
void render_stream_add_whole(struct render_stream *bands, uint32_t width, size_t texel_bytes,
                             void *pixels);
/* render_stream_add_band() adds an image of which there is never more than a band, for look(). */
void render_stream_add_band(struct render_stream *bands, uint32_t width, size_t texel_bytes);
/* render_stream_rows() is how many rows a band has whose images together have row_bytes bytes a row. */
uint32_t render_stream_rows(uint64_t row_bytes, uint32_t tile);
void render_stream_free(struct render_stream *bands);

/* render_stream_run() renders all rows of a plan into the targets. SCREE_CANCELLED, SCREE_NO_MEMORY, or what a put() returned: the first one in the order of images. */
MUST_USE enum scree_code render_stream_run(struct render_stream *bands, struct render_plan *plan,
                                           const struct render_target *targets, size_t count,
                                           uint32_t tile, struct scree_job *job,
                                           struct scree_error *err);

#endif
