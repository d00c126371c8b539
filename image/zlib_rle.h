/*
 * A zlib stream for the rows of a PNG, made on several threads. Private to image/.
 *
 * What it looks for is what filtered pictures have: bytes equal to those a pixel before. Runs of
 * them become matches at that one distance, all other bytes literals, and each piece of
 * IMAGE_ZLIB_PIECE bytes gets Huffman codes of its own. Pieces are fixed, so the stream is the same
 * for every number of threads.
 * Source: RFC 1950 (zlib), RFC 1951 (deflate).
 */
#ifndef IMAGE_ZLIB_RLE_H
#define IMAGE_ZLIB_RLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMAGE_ZLIB_PIECE ((size_t)1 << 18)

struct image_zlib;

/* image_zlib_create() starts a stream for mem_free(), of which at most so many pieces are put at
 * once; distance is that of the matches, 1 .. 4. NULL if memory ran out. */
struct image_zlib *image_zlib_create(uint32_t pieces, unsigned distance, uint32_t threads);

/* image_zlib_bound() is the room that image_zlib_put() needs for size bytes. */
size_t image_zlib_bound(size_t size);

/* image_zlib_put() writes the next part of the stream, that of data[0 .. size), to out and returns
 * its length. size is a multiple of IMAGE_ZLIB_PIECE, but in the last call anything. Except in the
 * first call data[-4 .. -1] are the last bytes that were put before. */
size_t image_zlib_put(struct image_zlib *z, uint8_t *out, const uint8_t *data, size_t size,
                      bool last);

#endif
