/*
 * png_digest FILE.png NAME: a line as expect.txt has them, of the picture's samples, whatever its
 * compression.
 */
#include <stdio.h>

#include "base/mem.h"
#include "base/sha.h"
#include "image/image.h"

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: png_digest FILE.png NAME\n");
        return 2;
    }
    struct err err;
    err_clear(&err);
    struct image_picture picture;
    char text[ERR_TEXT_SIZE], digest[SHA_HEX_SIZE];
    if (image_read_png(&picture, argv[1], 1u << 26, &err) != ERR_OK) {
        fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
        return 1;
    }
    const size_t count = picture.width * picture.height * picture.channels;
    uint8_t *bytes = mem_alloc(count, 1);
    if (bytes == NULL || picture.bits != 8 || picture.channels != 3) {
        fprintf(stderr, "%s: expected 8-bit RGB\n", argv[1]);
        return 1;
    }
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)picture.samples[i];
    sha_hex(digest, bytes, count);
    printf("%-14s %5zu %5zu rgb8   %s\n", argv[2], picture.width, picture.height, digest);
    mem_free(bytes);
    image_picture_free(&picture);
    return 0;
}
