/*
 * Pixels to and from files, and the digest of bytes.
 *
 * Images are row-major, row 0 on top, channels interleaved, rows without padding:
 * sample (column i, row j, channel c) is pixels[(j * width + i) * channels + c].
 * Writers make a file appear whole or not at all (base/file.h); equal pixels give equal files.
 * Threads: any, on different files.
 */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * image_write_png8() writes an 8-bit PNG: channels 1 grey, 2 grey+alpha, 3 RGB, 4 RGBA.
 * stb_image_write with the filter fixed to Up and libdeflate as its compressor.
 * ERR_LIMIT  (width * channels + 1) * height does not fit an int, which stb_image_write needs
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code image_write_png8(const char *path, const uint8_t *pixels, size_t width,
                                        size_t height, unsigned channels, struct err *err);

/* image_write_png16() writes a 16-bit grey PNG (libpng). */
MUST_USE enum err_code image_write_png16(const char *path, const uint16_t *pixels, size_t width,
                                         size_t height, struct err *err);

/* image_has_tiff() says whether this build can write TIFF. Without it the writers below fail with
 * ERR_UNSUPPORTED. */
bool image_has_tiff(void);
MUST_USE enum err_code image_write_tiff16(const char *path, const uint16_t *pixels, size_t width,
                                          size_t height, struct err *err);
MUST_USE enum err_code image_write_tiff32f(const char *path, const float *pixels, size_t width,
                                           size_t height, struct err *err);

/* A picture read from a PNG: 8- and 16-bit samples both arrive as 16-bit numbers, unscaled. */
struct image_picture {
    size_t width, height;
    unsigned channels; /* 1 grey, 2 grey+alpha, 3 RGB, 4 RGBA; a palette arrives as RGB or RGBA */
    unsigned bits;     /* 8 or 16: samples are 0 .. 2^bits - 1; fewer bits are widened to 8 */
    uint16_t *samples;
};

/*
 * image_read_png() reads any PNG of at most max_pixels pixels (libpng). Gamma and colour profiles
 * are ignored: samples are data. On success the caller frees *out with image_picture_free(); on
 * failure *out is zeroed. ERR_READ, ERR_MALFORMED (not a PNG, damaged), ERR_LIMIT, ERR_NOMEM.
 */
MUST_USE enum err_code image_read_png(struct image_picture *out, const char *path,
                                      uint64_t max_pixels, struct err *err);
void image_picture_free(struct image_picture *picture);

/* image_sha256_hex() writes the SHA-256 of data[0 .. size) as 64 lower-case hex digits and a NUL. */
#define IMAGE_SHA256_HEX_SIZE 65
void image_sha256_hex(char out[IMAGE_SHA256_HEX_SIZE], const void *data, size_t size);
/* image_sha256_file() does so for a whole file of any size. ERR_READ. */
MUST_USE enum err_code image_sha256_file(char out[IMAGE_SHA256_HEX_SIZE], const char *path,
                                         struct err *err);

#endif
