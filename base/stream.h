/*
 * Where the bytes of one output go, in order, without going back. Writers of formats know this and
 * not where it leads: a file, a zip, memory, a digest.
 *
 * Threads: one at a time.
 */
#ifndef BASE_STREAM_H
#define BASE_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct stream {
    /* Takes the next bytes; SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
    enum scree_code (*put)(void *context, const void *data, size_t size, struct scree_error *err);
    void *context;
    uint64_t size; /* bytes so far */
};

/* stream_put() appends bytes; nothing for size 0. */
MUST_USE enum scree_code stream_put(struct stream *stream, const void *data, size_t size,
                                    struct scree_error *err);
/* stream_print() appends formatted text of any length. */
MUST_USE enum scree_code stream_print(struct stream *stream, struct scree_error *err,
                                      const char *format, ...) PRINTF_LIKE(3, 4);
/* stream_put_u16le() appends numbers in little-endian order, whatever this machine's. */
MUST_USE enum scree_code stream_put_u16le(struct stream *stream, const uint16_t *numbers,
                                          size_t count, struct scree_error *err);

#endif
