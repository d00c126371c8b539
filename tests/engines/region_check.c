/*
 * region_check FILE: the content of a genuine region of Terrain3D, written by our writer, is the
 * file's own stream to the byte. The genuine file is packed by zstd: the library unpacks it here, and
 * nowhere else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "base/bytes.h"
#include "engines/engines_region.h"

static void stop(const char *why)
{
    printf("region_check: %s\n", why);
    exit(1);
}

static unsigned char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) stop("no such file");
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    if (bytes == NULL || fread(bytes, 1, *size, file) != *size) stop("cannot read");
    fclose(file);
    return bytes;
}

/* "RSCC", 2 (zstd), bytes of a block, bytes of all, packed bytes of each block, blocks. */
static unsigned char *unpack(const unsigned char *file, size_t size, size_t *unpacked)
{
    if (size < 16 || memcmp(file, "RSCC", 4) != 0 || bytes_get_u32le(file + 4) != 2)
        stop("no RSCC");
    const size_t block = bytes_get_u32le(file + 8), total = bytes_get_u32le(file + 12);
    const size_t blocks = total / block + 1;
    const unsigned char *from = file + 16 + 4 * blocks;
    unsigned char *out = malloc(total);
    if (out == NULL) stop("no memory");
    size_t at = 0;
    for (size_t i = 0; i < blocks && at < total; i++) {
        const size_t packed = bytes_get_u32le(file + 16 + 4 * i);
        const size_t got = ZSTD_decompress(out + at, total - at, from, packed);
        if (ZSTD_isError(got)) stop("cannot unpack");
        at += got;
        from += packed;
    }
    if (at != total) stop("a block is missing");
    *unpacked = total;
    return out;
}

/* ---- a reader of its own ---- */

struct reader {
    const unsigned char *data;
    size_t size, at;
};

static uint32_t take_u32(struct reader *from)
{
    if (from->size - from->at < 4) stop("the stream ends early");
    from->at += 4;
    return bytes_get_u32le(from->data + from->at - 4);
}

static const char *take_text(struct reader *from)
{
    const uint32_t size = take_u32(from);
    if (size == 0 || size > from->size - from->at) stop("no text");
    from->at += size;
    return (const char *)from->data + from->at - size;
}

static void expect(struct reader *from, uint32_t value)
{
    if (take_u32(from) != value) stop("another number than expected");
}

static void expect_text(struct reader *from, const char *text)
{
    if (strcmp(take_text(from), text) != 0) stop(text);
}

struct pixels {
    const unsigned char *data;
    size_t size;
};

static enum scree_code put_pixels(void *context, struct stream *to, struct scree_error *err)
{
    const struct pixels *pixels = context;
    return stream_put(to, pixels->data, pixels->size, err);
}

static void take_image(struct engines_image *image, struct pixels *pixels, struct reader *from)
{
    expect_text(from, "Image");
    for (int i = 0; i < 4; i++) take_u32(from); /* members, their name, a map of five */
    for (int i = 0; i < 2; i++) {
        take_u32(from);
        expect_text(from, i == 0 ? "width" : "height");
        expect(from, 3);
        *(i == 0 ? &image->width : &image->height) = take_u32(from);
    }
    take_u32(from);
    expect_text(from, "format");
    expect(from, 5);
    image->format = take_text(from);
    take_u32(from);
    expect_text(from, "mipmaps");
    expect(from, 2);
    image->mipmaps = take_u32(from) != 0;
    take_u32(from);
    expect_text(from, "data");
    expect(from, 31);
    image->bytes = take_u32(from);
    *pixels = (struct pixels){from->data + from->at, image->bytes};
    from->at += (image->bytes + (size_t)3) / 4 * 4 + 8;
    image->put = put_pixels;
    image->context = pixels;
}

static void take_region(struct engines_region *region, struct pixels pixels[3], float range[2],
                        struct reader *from)
{
    from->at = 20;
    expect_text(from, "Terrain3DRegion");
    from->at += 8;
    expect(from, 3);
    region->uid = take_u32(from);
    region->uid |= (uint64_t)take_u32(from) << 32;
    from->at += 44;
    for (uint32_t names = take_u32(from); names > 0; names--) take_text(from);
    expect(from, 0);
    expect(from, 4);
    for (int i = 0; i < 3; i++) {
        region->ids[i] = take_text(from) + strlen("local://");
        from->at += 8;
    }
    region->path = take_text(from);
    from->at += 8;
    for (int i = 0; i < 3; i++) take_image(&region->images[i], &pixels[i], from);
    expect_text(from, "Terrain3DRegion");
    expect(from, 7);
    for (int i = 0; i < 2; i++) take_u32(from);
    const uint32_t version = take_u32(from);
    memcpy(&region->version, &version, sizeof version);
    for (int i = 0; i < 2; i++) take_u32(from);
    region->size = take_u32(from);
    for (int i = 0; i < 2; i++) take_u32(from);
    for (int i = 0; i < 2; i++) {
        const uint32_t bits = take_u32(from);
        memcpy(&range[i], &bits, sizeof bits);
    }
    region->range = range;
}

/* ---- what we write ---- */

struct memory {
    unsigned char *data;
    size_t used, room;
};

static enum scree_code keep(void *context, const void *data, size_t size, struct scree_error *err)
{
    struct memory *memory = context;
    if (size > memory->room - memory->used)
        return err_set(err, SCREE_CANNOT_WRITE, "longer than the genuine stream");
    memcpy(memory->data + memory->used, data, size);
    memory->used += size;
    return SCREE_OK;
}

int main(int count, char **words)
{
    size_t size, unpacked;
    if (count != 2) stop("expected a file");
    unsigned char *file = read_whole(words[1], &size);
    unsigned char *genuine = unpack(file, size, &unpacked);
    struct engines_region region;
    struct pixels pixels[3];
    float range[2];
    struct reader reader = {genuine, unpacked, 0};
    memset(&region, 0, sizeof region);
    take_region(&region, pixels, range, &reader);
    struct memory memory = {malloc(unpacked), 0, unpacked};
    struct stream stream = {keep, &memory, 0};
    struct scree_error err = SCREE_ERROR_INIT;
    if (memory.data == NULL || engines_region_put(&stream, &region, false, &err) != SCREE_OK)
        stop(err.text);
    if (memory.used != unpacked) stop("shorter than the genuine stream");
    for (size_t i = 0; i < unpacked; i++)
        if (memory.data[i] != genuine[i]) {
            printf("byte %zu is %u, expected %u\n", i, memory.data[i], genuine[i]);
            stop("not the genuine stream");
        }
    printf("%zu bytes of a region of %u x %u, equal\n", unpacked, region.size, region.size);
    free(memory.data);
    free(genuine);
    free(file);
    return 0;
}
