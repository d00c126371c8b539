/*
 * png_digest FILE.png NAME: a line as expect.txt has them, of the picture's samples, whatever its
 * compression.
 */
#include <stdio.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/sha.h"
#include "bench/files.h"
#include "image/image.h"

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: png_digest FILE.png NAME\n");
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct image_picture picture;
    char text[ERR_TEXT_SIZE], digest[SHA_HEX_SIZE];
    if (image_read_png(&picture, argv[1], 1u << 26, &err) != SCREE_OK) {
        fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
        return 1;
    }
    const size_t count = picture.width * picture.height * picture.channels;
    const bool wide = picture.bits > 8;
    uint8_t *bytes = mem_alloc(count, wide ? 2 : 1);
    if (bytes == NULL) {
        fprintf(stderr, "%s: no memory\n", argv[1]);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        if (wide)
            bytes_put_u16le(bytes + 2 * i, picture.samples[i]);
        else
            bytes[i] = (uint8_t)picture.samples[i];
    }
    static const char *const kinds[] = {"", "grey", "ga", "rgb", "rgba"};
    char kind[16];
    snprintf(kind, sizeof kind, "%s%u", kinds[picture.channels], wide ? 16u : 8u);
    sha_hex(digest, bytes, wide ? 2 * count : count);
    printf("%-14s %5zu %5zu %-6s %s\n", argv[2], picture.width, picture.height, kind, digest);
    mem_free(bytes);
    image_picture_free(&picture);
    return 0;
}
