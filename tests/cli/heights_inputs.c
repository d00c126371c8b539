/*
 * Writes one terrain in every format into the current folder: each height is a whole number of
 * metres, so that no format has to round. Formats are written here byte by byte, but for PNG.
 *
 *   f.ter  f.png  f.pgm  f.r16  f-big.r16  f-south.r16  f.r32  f.asc  f-i16.tif  f-u16.tif
 *   f-f32.tif  level/f.ter (BeamNG) with its level     32 x 32 points, 4 m apart
 *   holes.png (white in its north-west corner, 3 x 2 pixels, and at column 20 of row 10)
 *   big.ter  N46E008.hgt                               1201 x 1201 points
 *
 * The ground is a letter F on a slope: no turning or mirroring of it is the same.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "bench/files.h"
#include "image/image.h"

#define SIDE 32
#define POINTS (SIDE * SIDE)

/* Metres at column x, row y from the north. */
static int height_m(int x, int y, int side)
{
    const int i = x * 32 / side, j = y * 32 / side;
    const int stem = i >= 8 && i < 12 && j >= 4 && j < 28;
    const int top = i >= 8 && i < 24 && j >= 4 && j < 8;
    const int bar = i >= 8 && i < 18 && j >= 14 && j < 18;
    return 3 + i * 2 + (31 - j) + (stem || top || bar ? 60 : 0) + x * 7 % 5 + y * 3 % 4;
}

static void check(int good, const char *path)
{
    if (good) return;
    perror(path);
    exit(1);
}

static void write_all(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    check(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0, path);
}

/* HeightScale 16384 and SCAL 4: a step is 16384 / 65536 * 4 = 1 m. */
static void write_ter(const char *path, int side)
{
    const size_t points = (size_t)side * (size_t)side;
    uint8_t *bytes = calloc(2, points + 64);
    check(bytes != NULL, path);
    memcpy(bytes, "TERRAGENTERRAIN SIZE", 20);
    bytes_put_u16le(bytes + 20, (uint16_t)(side - 1));
    memcpy(bytes + 24, "SCAL", 4);
    for (int i = 0; i < 3; i++) bytes_put_f32le(bytes + 28 + 4 * i, 4.0f);
    memcpy(bytes + 40, "ALTW", 4);
    bytes_put_u16le(bytes + 44, 16384);
    uint8_t *out = bytes + 48;
    for (int y = side - 1; y >= 0; y--)
        for (int x = 0; x < side; x++, out += 2)
            bytes_put_u16le(out, (uint16_t)height_m(x, y, side));
    write_all(path, bytes, (size_t)(out - bytes));
    free(bytes);
}

static void put_u16be(uint8_t *out, unsigned value)
{
    out[0] = (uint8_t)(value >> 8);
    out[1] = (uint8_t)(value & 0xff);
}

/* Numbers of 16 bits with 0 at -32768 m. */
static unsigned code(int i)
{
    return (unsigned)height_m(i % SIDE, i / SIDE, SIDE) + 32768;
}

static void write_raws(void)
{
    uint8_t little[2 * POINTS], big[2 * POINTS], south[2 * POINTS], floats[4 * POINTS];
    uint16_t pixels[POINTS];
    struct scree_error err;
    for (int i = 0; i < POINTS; i++) {
        const int mirrored = (SIDE - 1 - i / SIDE) * SIDE + i % SIDE;
        pixels[i] = (uint16_t)code(i);
        bytes_put_u16le(little + 2 * i, (uint16_t)code(i));
        put_u16be(big + 2 * i, code(i));
        bytes_put_u16le(south + 2 * i, (uint16_t)code(mirrored));
        bytes_put_f32le(floats + 4 * i, (float)height_m(i % SIDE, i / SIDE, SIDE));
    }
    write_all("f.r16", little, sizeof little);
    write_all("f-big.r16", big, sizeof big);
    write_all("f-south.r16", south, sizeof south);
    write_all("f.r32", floats, sizeof floats);
    uint8_t pgm[15 + sizeof big];
    memcpy(pgm, "P5\n32 32\n65535\n", 15);
    memcpy(pgm + 15, big, sizeof big);
    write_all("f.pgm", pgm, sizeof pgm);
    err_clear(&err);
    check(image_write_png16("f.png", pixels, SIDE, SIDE, &err) == SCREE_OK, "f.png");
}

static void write_ascii(void)
{
    FILE *file = fopen("f.asc", "w");
    check(file != NULL, "f.asc");
    fprintf(file, "ncols 32\nnrows 32\nxllcorner 0\nyllcorner 0\ncellsize 4\n");
    for (int i = 0; i < POINTS; i++)
        fprintf(file, "%d%c", height_m(i % SIDE, i / SIDE, SIDE),
                i % SIDE == SIDE - 1 ? '\n' : ' ');
    check(fclose(file) == 0, "f.asc");
}

static uint8_t *put_tag(uint8_t *out, unsigned tag, unsigned type, uint32_t count, uint32_t value)
{
    bytes_put_u16le(out, (uint16_t)tag);
    bytes_put_u16le(out + 2, (uint16_t)type);
    bytes_put_u32le(out + 4, count);
    bytes_put_u32le(out + 8, value);
    return out + 12;
}

/* kind: SampleFormat 1 unsigned, 2 signed, 3 float. One strip behind the header, then the
 * directory, then ModelPixelScale, unless the numbers are unsigned. */
static void write_tiff(const char *path, uint32_t kind)
{
    const uint32_t number_bytes = kind == 3 ? 4 : 2, strip = POINTS * number_bytes;
    static uint8_t bytes[8 + 4 * POINTS + 256];
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "II*", 4);
    bytes_put_u32le(bytes + 4, 8 + strip);
    for (int i = 0; i < POINTS; i++) {
        uint8_t *out = bytes + 8 + (size_t)i * number_bytes;
        const int metres = height_m(i % SIDE, i / SIDE, SIDE);
        if (kind == 3)
            bytes_put_f32le(out, (float)metres);
        else
            bytes_put_u16le(out, (uint16_t)(kind == 1 ? (int)code(i) : metres));
    }
    const unsigned count = kind == 1 ? 10 : 11;
    uint8_t *out = bytes + 8 + strip;
    bytes_put_u16le(out, (uint16_t)count);
    uint8_t *tag = out + 2, *values = out + 2 + 12 * count + 4;
    tag = put_tag(tag, 256, 4, 1, SIDE);
    tag = put_tag(tag, 257, 4, 1, SIDE);
    tag = put_tag(tag, 258, 3, 1, number_bytes * 8);
    tag = put_tag(tag, 259, 3, 1, 1);
    tag = put_tag(tag, 262, 3, 1, 1);
    tag = put_tag(tag, 273, 4, 1, 8);
    tag = put_tag(tag, 277, 3, 1, 1);
    tag = put_tag(tag, 278, 4, 1, SIDE);
    tag = put_tag(tag, 279, 4, 1, strip);
    tag = put_tag(tag, 339, 3, 1, kind);
    if (kind != 1) {
        put_tag(tag, 33550, 12, 3, (uint32_t)(values - bytes));
        for (int i = 0; i < 2; i++, values += 8) /* 4.0 as a double */
            bytes_put_u32le(values + 4, 0x40100000);
        values += 8; /* 0.0 */
    }
    write_all(path, bytes, (size_t)(values - bytes));
}

/* 65536 m from -32768 m on: a step is 1 m. */
static void write_beamng(void)
{
    static const char block[] =
        "{\"class\":\"SimGroup\",\"name\":\"x\"}\nnot JSON\n"
        "{\"class\":\"TerrainBlock\",\"maxHeight\":65536,\"position\":[-64,-64,-32768],"
        "\"squareSize\":4,\"terrainFile\":\"/levels/level/f.ter\"}\n";
    uint8_t bytes[5 + 3 * POINTS + 4 + 6] = {9, SIDE};
    for (int i = 0; i < POINTS; i++) {
        const int mirrored = (SIDE - 1 - i / SIDE) * SIDE + i % SIDE;
        bytes_put_u16le(bytes + 5 + 2 * i, (uint16_t)code(mirrored));
    }
    bytes[5 + 2 * POINTS] = 255;
    memcpy(bytes + 5 + 3 * POINTS, "\1\0\0\0\5Grass", 10);
    mkdir("level", 0777);
    mkdir("level/main", 0777);
    mkdir("level/main/MissionGroup", 0777);
    write_all("level/f.ter", bytes, sizeof bytes);
    write_all("level/main/MissionGroup/items.level.json", block, sizeof block - 1);
}

static void write_mask(void)
{
    uint8_t pixels[POINTS] = {0};
    struct scree_error err;
    for (int i = 0; i < 3; i++) pixels[i] = pixels[SIDE + i] = 255;
    pixels[10 * SIDE + 20] = 255;
    err_clear(&err);
    check(image_write_png8("holes.png", pixels, SIDE, SIDE, 1, &err) == SCREE_OK, "holes.png");
}

static void write_tile(void)
{
    const int side = 1201;
    uint8_t *bytes = calloc((size_t)side * (size_t)side, 2);
    check(bytes != NULL, "N46E008.hgt");
    for (int i = 0; i < side * side; i++)
        put_u16be(bytes + 2 * (size_t)i, (unsigned)height_m(i % side, i / side, side));
    write_all("N46E008.hgt", bytes, (size_t)side * (size_t)side * 2);
    free(bytes);
}

int main(void)
{
    write_ter("f.ter", SIDE);
    write_raws();
    write_ascii();
    write_tiff("f-u16.tif", 1);
    write_tiff("f-i16.tif", 2);
    write_tiff("f-f32.tif", 3);
    write_beamng();
    write_mask();
    write_ter("big.ter", 1201);
    write_tile();
    return 0;
}
