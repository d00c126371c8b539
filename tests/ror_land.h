/*
 * An unpacked terrain of Rigs of Rods as somebody could have made it, for tests of changes of it: rock, and
 * over it grass, a road and sand in the red, green and blue of one blend map. Its ground rises from west to
 * east. Include "tests/scratch.h" first: the terrain's files are all that lies in its folder.
 */
#ifndef TESTS_ROR_LAND_H
#define TESTS_ROR_LAND_H

#include "bench/files.h"
#include "image/image.h"

enum { LAND_POINTS = 65, LAND_TEXELS = 64, LAND_BYTES = LAND_TEXELS * LAND_TEXELS * 4 };
/* Rows of the blend map, from its first: rock, grass, road, grass with some sand in it, and sand. */
enum { LAND_GRASS = 16, LAND_ROAD = 32, LAND_MIXED = 36, LAND_SAND = 48 };

static inline void land_text(const char *name, const char *text)
{
    FILE *file = fopen(scratch_path(name), "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline void land_blend(uint8_t pixels[LAND_BYTES])
{
    for (int i = 0; i < LAND_TEXELS * LAND_TEXELS; i++) {
        const int row = i / LAND_TEXELS;
        pixels[4 * i] = row >= LAND_GRASS && row < LAND_SAND ? 255 : 0;
        pixels[4 * i + 1] = row >= LAND_ROAD && row < LAND_MIXED ? 255 : 0;
        pixels[4 * i + 2] = (uint8_t)(row >= LAND_SAND ? 255 : row >= LAND_MIXED ? 100 : 0);
        pixels[4 * i + 3] = 0;
    }
}

static inline void land_make(void)
{
    static uint8_t pixels[LAND_BYTES];
    struct scree_error err = {0};
    land_text("land.terrn2", "[General]\r\nName = Land\r\nGeometryConfig = land.otc\r\n");
    land_text("land.otc",
              "PageFileFormat=land-{X}-{Z}.otc\nPageSize=65\nHeightmap.0.0.raw.size=65\n"
              "Heightmap.0.0.raw.bpp=2\nWorldSizeX=512\nWorldSizeZ=512\n"
              "WorldSizeY=120\nLayerBlendMapSize=64\n");
    land_text("land-0-0.otc", "land.raw\n4\n6, rock_ds.dds, flat.png\n"
                              "6, grass_ds.dds, flat.png, blend.png, R, 1\n"
                              "6, mountain_road_ds.dds, flat.png, blend.png, G, 1\n"
                              "6, sand_ds.dds, flat.png, blend.png, B, 1\n");
    FILE *file = fopen(scratch_path("land.raw"), "wb");
    assert_non_null(file);
    for (int i = 0; i < LAND_POINTS * LAND_POINTS; i++) {
        const int height = i % LAND_POINTS * 1000;
        fputc(height % 256, file);
        fputc(height / 256, file);
    }
    assert_int_equal(fclose(file), 0);
    land_blend(pixels);
    assert_ok(
        image_write_png8(scratch_path("blend.png"), pixels, LAND_TEXELS, LAND_TEXELS, 4, &err),
        &err);
}

/* Asserts that a picture of the folder is a blend map, and reads it. */
static inline void land_read(uint8_t pixels[LAND_BYTES], const char *name)
{
    struct scree_error err = {0};
    struct image_picture picture;
    assert_ok(image_read_png(&picture, scratch_path(name), LAND_TEXELS * LAND_TEXELS, &err), &err);
    assert_true(picture.width == LAND_TEXELS && picture.height == LAND_TEXELS);
    assert_true(picture.channels == 4 && picture.bits == 8);
    for (int i = 0; i < LAND_BYTES; i++) pixels[i] = (uint8_t)picture.samples[i];
    image_picture_free(&picture);
}

/* Grass up to half of the height, rock above. */
static const char land_map[] =
    "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Rock\", \"children\": [{\"name\": "
    "\"Grass\", \"coverage\": 1, \"fractal_noise\": 0, \"altitude\": {\"max\": {\"at\": 60, "
    "\"unit\": \"m\"}}}]}}";

#endif
