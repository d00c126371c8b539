/* Codes for the symbols of deflate. Private to image/. Source: RFC 1951, section 3.2. */
#ifndef IMAGE_HUFFMAN_H
#define IMAGE_HUFFMAN_H

#include <stdint.h>

#define IMAGE_HUFFMAN_SYMBOLS 286
#define IMAGE_HUFFMAN_MAX_BITS 12 /* of a code; 15 would be allowed, and no smaller on pictures */

struct image_huffman {
    uint16_t bits[IMAGE_HUFFMAN_SYMBOLS];  /* as they are written, first bit lowest */
    uint8_t length[IMAGE_HUFFMAN_SYMBOLS]; /* 0: the symbol does not occur */
};

/* image_huffman_make() makes a code for symbols that occur so often, at least two of them. Equal
 * counts give equal codes. */
void image_huffman_make(struct image_huffman *code, const uint32_t counts[IMAGE_HUFFMAN_SYMBOLS]);

/* image_huffman_reversed() is a code of `length` bits with its first bit lowest. */
uint32_t image_huffman_reversed(uint32_t bits, uint32_t length);

#endif
