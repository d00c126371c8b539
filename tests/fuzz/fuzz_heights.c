/*
 * Any bytes as a terrain. The last byte says which options go with them, so that a file keeps its
 * first bytes; with all of them, no file is refused for want of an option.
 *
 * FUZZ_READER picks the reader that all of them reach, by giving them its first bytes; 0 is any.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/files.h"
#include "heights/heights.h"
#include "tests/fuzz/require.h"

static void check_text(const char *text, size_t room)
{
    const size_t length = strlen(text);
    REQUIRE(length > 0 && length < room - 1); /* none is cut */
    for (size_t i = 0; i < length; i++) REQUIRE(text[i] >= 0x20 && text[i] <= 0x7e);
}

static void check_error(const struct heights_about *about, enum scree_code code,
                        const struct scree_error *err, size_t size)
{
    REQUIRE(err->code == (int)code && code != SCREE_CANNOT_READ && code != SCREE_CANNOT_WRITE);
    REQUIRE(err->offset <= size || err->offset == SCREE_NO_OFFSET);
    check_text(err->text, sizeof err->text);
    REQUIRE(about->layers.ids == NULL && about->layers.names == NULL);
}

static void check_field(const struct ter_field *field, const struct heights_about *about,
                        const struct scree_terrain_options *options)
{
    REQUIRE(field->points_x >= 2 && field->points_y >= 2);
    const uint64_t points = (uint64_t)field->points_x * field->points_y;
    REQUIRE(points <= options->max_points);
    REQUIRE(isfinite(field->base_tu) && isfinite(field->step_tu));
    for (int i = 0; i < 3; i++) REQUIRE(isfinite(field->scal_m[i]) && field->scal_m[i] > 0.0);
    REQUIRE((field->elevations == NULL) != (field->samples == NULL));
    volatile int sum = 0; /* so that each elevation is looked at */
    for (uint64_t i = 0; i < points; i++) {
        if (field->elevations != NULL)
            sum = sum ^ field->elevations[i];
        else
            REQUIRE(fabsf(field->samples[i]) < 1.01e30f);
    }
    REQUIRE(about->scale_source[0] != '\0' && about->numbers[0] != '\0');
    if (about->layers.version != 0) {
        for (uint64_t i = 0; i < points; i++) sum = sum ^ about->layers.ids[i];
        for (size_t i = 0; i < about->layers.count; i++)
            REQUIRE(strlen(about->layers.names[i]) <= 255);
    }
    for (size_t i = 0; i < field->warnings.count; i++)
        check_text(field->warnings.list[i].text, sizeof field->warnings.list[i].text);
}

static struct scree_terrain_options options_of(uint8_t selector)
{
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    options.max_points = UINT64_C(1) << 16;
    options.max_file_bytes = UINT64_C(1) << 20;
    if (selector & 1) {
        options.cell_m = 10.0;
        options.height_range_m[1] = 1000.0;
        options.max_height_m = 512.0;
    }
    if (selector & 2) {
        options.has_fill = true;
        options.fill_m = 12.5;
    }
    options.raw = (enum scree_raw)((selector >> 2) % 3);
    options.raw_big_endian = (selector & 16) != 0;
    options.south_first = (selector & 32) != 0;
    if (selector & 64) {
        options.raw_width = 3;
        options.raw_height = 2;
    }
    return options;
}

enum { ANY, PNG, TIFF, PGM, ASCII, BEAMNG, RAW, SRTM };

/* First bytes of which some lead to the reader. */
static const struct start {
    const char *bytes;
    size_t size;
} starts[][2] = {
    [ANY] = {{"", 0}, {"", 0}},
    [PNG] = {{"\x89PNG\r\n\x1a\n", 8}, {"\x89PNG\r\n\x1a\n", 8}},
    [TIFF] = {{"II*", 4}, {"MM\0*", 4}},
    [PGM] = {{"P5\n", 3}, {"P5 ", 3}},
    [ASCII] = {{"ncols ", 6}, {"NROWS\t", 6}},
    [BEAMNG] = {{"\x09\x02\0\0", 5}, {"\x08\x04\0\0", 5}},
    [RAW] = {{"", 0}, {"", 0}},
    [SRTM] = {{"", 0}, {"", 0}},
};

/* An SRTM tile has its size and its name; the bytes are its first rows, and the last are a name. */
#define TILE_BYTES ((size_t)2 * 1201 * 1201)
static const char *make_tile(uint8_t **bytes, size_t *size, char name[16])
{
    uint8_t *tile = calloc(1, TILE_BYTES);
    if (tile == NULL) abort();
    const uint8_t *end = *bytes + *size;
    const unsigned north = *size > 0 ? end[-1] % 100u : 0, east = *size > 1 ? end[-2] : 0;
    snprintf(name, 16, "%c%02u%c%03u.hgt", *size > 2 && end[-3] & 1 ? 'S' : 'N', north,
             *size > 2 && end[-3] & 2 ? 'w' : 'e', east);
    memcpy(tile, *bytes, *size < TILE_BYTES ? *size : TILE_BYTES);
    free(*bytes);
    *bytes = tile;
    *size = TILE_BYTES;
    return name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t selector = size > 0 ? data[size - 1] : 0;
    struct scree_terrain_options options = options_of(selector);
    const struct start *start = &starts[FUZZ_READER][selector >> 7];
    uint8_t *bytes = malloc(size > 0 ? size : 1); /* reading beyond it is noticed */
    if (bytes == NULL) abort();
    if (size > 0) memcpy(bytes, data, size);
    memcpy(bytes, start->bytes, start->size < size ? start->size : size);
    const char *path = NULL;
    char name[16];
    if (FUZZ_READER == RAW && options.raw == SCREE_RAW_NONE) options.raw = SCREE_RAW_F32;
    if (FUZZ_READER != RAW && FUZZ_READER != ANY) options.raw = SCREE_RAW_NONE;
    if (FUZZ_READER == SRTM) {
        path = make_tile(&bytes, &size, name);
        options.max_points = UINT64_C(1) << 21;
        options.max_file_bytes = UINT64_C(1) << 22;
    }
    struct ter_field *field;
    struct heights_about about;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code =
        heights_read_memory(&field, &about, bytes, size, path, &options, &err);
    if (code == SCREE_OK) {
        check_field(field, &about, &options);
    } else {
        REQUIRE(field == NULL);
        check_error(&about, code, &err, size);
    }
    heights_about_free(&about);
    ter_free(field);
    free(bytes);
    return 0;
}
