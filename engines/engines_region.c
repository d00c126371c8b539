/*
 * Regions of Terrain3D as Godot stores a resource (docs/formats/godot.md): strings that properties
 * are numbered by, then the resources with their images, then where each begins.
 */
#include "engines/engines_region.h"

#include <string.h>

#include "base/bytes.h"

enum {
    NIL = 1,
    BOOL = 2,
    INT = 3,
    REAL = 4,
    STRING = 5,
    VECTOR2 = 10,
    OBJECT = 24,
    MAP = 26,
    BYTES = 31
};
enum { INTERNAL = 2 };

/* The strings that properties are numbered by: those of the genuine files, in their order. */
static const char *const names[] = {"resource_local_to_scene",
                                    "resource_name",
                                    "data",
                                    "script",
                                    "version",
                                    "region_size",
                                    "height_range",
                                    "height_map",
                                    "control_map",
                                    "color_map",
                                    "multimeshes"};
enum { NAMES = sizeof names / sizeof names[0], IMAGE_NAMES = 4 };
enum { DATA = 2, SCRIPT = 3, VERSION = 4, REGION_SIZE = 5, HEIGHT_RANGE = 6, HEIGHT_MAP = 7 };

/* A stream, whose first failure is kept: what follows it is not written. */
struct writer {
    struct stream *to;
    enum scree_code code;
    struct scree_error *err;
};

static void put(struct writer *writer, const void *data, size_t size)
{
    if (writer->code == SCREE_OK) writer->code = stream_put(writer->to, data, size, writer->err);
}

static void put_u32(struct writer *writer, uint32_t value)
{
    uint8_t bytes[4];
    bytes_put_u32le(bytes, value);
    put(writer, bytes, sizeof bytes);
}

static void put_u64(struct writer *writer, uint64_t value)
{
    uint8_t bytes[8];
    bytes_put_u64le(bytes, value);
    put(writer, bytes, sizeof bytes);
}

static void put_f32(struct writer *writer, float value)
{
    uint8_t bytes[4];
    bytes_put_f32le(bytes, value);
    put(writer, bytes, sizeof bytes);
}

static void put_zeros(struct writer *writer, size_t count)
{
    static const uint8_t zeros[64];
    put(writer, zeros, count);
}

static uint32_t text_bytes(const char *text)
{
    return 4 + (uint32_t)strlen(text) + 1;
}

static void put_text(struct writer *writer, const char *text)
{
    put_u32(writer, (uint32_t)strlen(text) + 1);
    put(writer, text, strlen(text) + 1);
}

static void put_names(struct writer *writer, unsigned count)
{
    put_u32(writer, count);
    for (unsigned i = 0; i < count; i++) put_text(writer, names[i]);
}

/* ---- images ---- */

static const char *const keys[5] = {"width", "height", "format", "mipmaps", "data"};

/* Of an image as put_image() writes it. */
static uint32_t image_bytes(const struct engines_image *image, bool script)
{
    uint32_t bytes =
        text_bytes("Image") + 4 + 3 * 4 + 8 + 8 + 4 + text_bytes(image->format) + 8 + 8;
    for (int i = 0; i < 5; i++) bytes += 4 + text_bytes(keys[i]);
    return bytes + (image->bytes + 3) / 4 * 4 + (script ? 8 : 0);
}

static void put_key(struct writer *writer, int key)
{
    put_u32(writer, STRING);
    put_text(writer, keys[key]);
}

static void put_image(struct writer *writer, const struct engines_image *image, bool script)
{
    put_text(writer, "Image");
    put_u32(writer, script ? 2 : 1);
    put_u32(writer, DATA);
    put_u32(writer, MAP);
    put_u32(writer, 5);
    const uint32_t sides[2] = {image->width, image->height};
    for (int i = 0; i < 2; i++) {
        put_key(writer, i);
        put_u32(writer, INT);
        put_u32(writer, sides[i]);
    }
    put_key(writer, 2);
    put_u32(writer, STRING);
    put_text(writer, image->format);
    put_key(writer, 3);
    put_u32(writer, BOOL);
    put_u32(writer, image->mipmaps);
    put_key(writer, 4);
    put_u32(writer, BYTES);
    put_u32(writer, image->bytes);
    if (writer->code == SCREE_OK)
        writer->code = image->put(image->context, writer->to, writer->err);
    put_zeros(writer, (4 - image->bytes % 4) % 4);
    if (!script) return;
    put_u32(writer, SCRIPT);
    put_u32(writer, NIL);
}

enum scree_code engines_image_put(struct stream *to, const struct engines_image *image,
                                  struct scree_error *err)
{
    static const char place[] = "local://1";
    struct writer writer = {to, SCREE_OK, err};
    const uint32_t head[5] = {0, 0, 3, 2, 3};
    put(&writer, "RSRC", 4);
    for (int i = 0; i < 5; i++) put_u32(&writer, head[i]);
    put_text(&writer, "Image");
    put_zeros(&writer, 64);
    put_names(&writer, IMAGE_NAMES);
    put_u32(&writer, 0); /* resources outside */
    put_u32(&writer, 1); /* and inside */
    put_text(&writer, place);
    put_u64(&writer, to->size + 8);
    put_image(&writer, image, false);
    put(&writer, "RSRC", 4);
    return writer.code;
}

/* ---- regions ---- */

static void put_region(struct writer *writer, const struct engines_region *region)
{
    put_text(writer, "Terrain3DRegion");
    put_u32(writer, 7);
    put_u32(writer, VERSION);
    put_u32(writer, REAL);
    put_f32(writer, region->version);
    put_u32(writer, REGION_SIZE);
    put_u32(writer, INT);
    put_u32(writer, region->size);
    put_u32(writer, HEIGHT_RANGE);
    put_u32(writer, VECTOR2);
    for (int i = 0; i < 2; i++) put_f32(writer, region->range[i]);
    for (uint32_t i = 0; i < 3; i++) {
        put_u32(writer, HEIGHT_MAP + i);
        put_u32(writer, OBJECT);
        put_u32(writer, INTERNAL);
        put_u32(writer, i);
    }
    put_u32(writer, SCRIPT);
    put_u32(writer, NIL);
}

/* Where each resource begins. */
static void put_table(struct writer *writer, const struct engines_region *region, uint64_t begin)
{
    static const char local[] = "local://";
    uint64_t place = begin + 4 + text_bytes(region->path) + 8;
    for (int i = 0; i < 3; i++) place += text_bytes(local) + (uint32_t)strlen(region->ids[i]) + 8;
    put_u32(writer, 4);
    for (int i = 0; i < 3; i++) {
        put_u32(writer, (uint32_t)(sizeof local + strlen(region->ids[i])));
        put(writer, local, sizeof local - 1);
        put(writer, region->ids[i], strlen(region->ids[i]) + 1);
        put_u64(writer, place);
        place += image_bytes(&region->images[i], true);
    }
    put_text(writer, region->path);
    put_u64(writer, place);
}

enum scree_code engines_region_put(struct stream *to, const struct engines_region *region,
                                   bool whole, struct scree_error *err)
{
    struct writer writer = {to, SCREE_OK, err};
    const uint64_t start = to->size;
    const uint32_t head[5] = {0, 0, 4, 2, 5};
    if (whole) put(&writer, "RSRC", 4);
    for (int i = 0; i < 5; i++) put_u32(&writer, head[i]);
    put_text(&writer, "Terrain3DRegion");
    put_u64(&writer, 0);
    put_u32(&writer, 3);
    put_u64(&writer, region->uid);
    put_zeros(&writer, 44);
    put_names(&writer, NAMES);
    put_u32(&writer, 0); /* resources outside */
    put_table(&writer, region, to->size - start);
    for (int i = 0; i < 3; i++) put_image(&writer, &region->images[i], true);
    put_region(&writer, region);
    put(&writer, "RSRC", 4);
    return writer.code;
}
