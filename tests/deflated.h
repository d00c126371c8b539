/* A stream of image/zlib_rle.h made in one go, or in parts. */
#ifndef TESTS_DEFLATED_H
#define TESTS_DEFLATED_H

#include "base/mem.h"
#include "image/zlib_rle.h"

/* deflated() puts `at_once` bytes at a time: whole pieces, or all size bytes. out has room for
 * image_zlib_bound(size). Gives the length, 0 if memory ran out. */
static inline size_t deflated(uint8_t *out, const uint8_t *data, size_t size, unsigned distance,
                              uint32_t threads, size_t at_once)
{
    struct image_zlib *z =
        image_zlib_create((uint32_t)(size / IMAGE_ZLIB_PIECE + 1), distance, threads);
    if (z == NULL) return 0;
    size_t used = 0, done = 0;
    for (; size - done > at_once; done += at_once)
        used += image_zlib_put(z, out + used, data + done, at_once, false);
    used += image_zlib_put(z, out + used, data + done, size - done, true);
    mem_free(z);
    return used;
}

#endif
