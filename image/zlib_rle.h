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

#include <stddef.h>
#include <stdint.h>

#define IMAGE_ZLIB_PIECE ((size_t)1 << 18)

/* image_zlib_bound() is the most bytes that a stream of size bytes needs while it is made. */
size_t image_zlib_bound(size_t size);

/* image_zlib_compress() writes the stream of data[0 .. size) to out, which has room for
 * image_zlib_bound(size) bytes, and returns its length; 0 if memory ran out. distance is that of
 * the matches, 1 .. 4. */
size_t image_zlib_compress(uint8_t *out, const uint8_t *data, size_t size, unsigned distance,
                           uint32_t threads);

#endif
