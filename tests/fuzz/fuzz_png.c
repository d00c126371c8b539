/*
 * image_read_png_memory() on any bytes. What it accepts must keep the header's promises.
 *
 * A change to a PNG almost always breaks a chunk's checksum, and libpng looks no further. So each
 * input is read twice: as it is, and with the checksums made right.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "image/image.h"
#include "tests/fuzz/require.h"

#define MAX_PIXELS 65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_picture(const uint8_t *data, size_t size)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct image_picture picture;
    const enum scree_code code = image_read_png_memory(&picture, data, size, MAX_PIXELS, &err);
    REQUIRE((int)code == err.code);
    if (code == SCREE_OK) {
        REQUIRE(picture.width >= 1 && picture.height >= 1);
        REQUIRE(picture.width * picture.height <= MAX_PIXELS);
        REQUIRE(picture.channels >= 1 && picture.channels <= 4);
        REQUIRE(picture.bits == 8 || picture.bits == 16);
        for (size_t i = 0; i < picture.width * picture.height * picture.channels; i++)
            REQUIRE(picture.samples[i] >> picture.bits == 0);
    } else {
        REQUIRE(code == SCREE_MALFORMED || code == SCREE_LIMIT || code == SCREE_NO_MEMORY);
        REQUIRE(err.text[0] != '\0');
        REQUIRE(picture.samples == NULL && picture.width == 0);
    }
    image_picture_free(&picture);
}

static void mend_checksums(uint8_t *data, size_t size)
{
    for (size_t pos = 8; size - pos >= 12;) {
        const size_t length = (size_t)data[pos] << 24 | (size_t)data[pos + 1] << 16 |
                              (size_t)data[pos + 2] << 8 | data[pos + 3];
        if (length > size - pos - 12) return;
        const uLong sum = crc32(0, data + pos + 4, (uInt)length + 4);
        uint8_t *end = data + pos + 8 + length;
        for (int i = 0; i < 4; i++) end[i] = (uint8_t)(sum >> (24 - 8 * i) & 0xff);
        pos += 12 + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_picture(data, size);
    if (size < 8 || size > 1 << 20) return 0;
    uint8_t *copy = malloc(size);
    if (copy == NULL) return 0;
    memcpy(copy, data, size);
    mend_checksums(copy, size);
    read_picture(copy, size);
    free(copy);
    return 0;
}
