/*
 * Any bytes as a terrain of any format. The last byte says which options go with them, so that a
 * file keeps its first bytes; with all of them, no file is refused for want of an option.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heights/heights.h"

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static void check_text(const char *text, size_t room)
{
    const size_t length = strlen(text);
    REQUIRE(length > 0 && length < room - 1); /* none is cut */
    for (size_t i = 0; i < length; i++) REQUIRE(text[i] >= 0x20 && text[i] <= 0x7e);
}

static void check_error(const struct heights_about *about, enum err_code code,
                        const struct err *err, size_t size)
{
    REQUIRE(err->code == code && code != ERR_READ && code != ERR_WRITE);
    REQUIRE(err->offset <= size || err->offset == ERR_NO_OFFSET);
    check_text(err->msg, sizeof err->msg);
    REQUIRE(about->layers.ids == NULL && about->layers.names == NULL);
}

static void check_field(const struct ter_field *field, const struct heights_about *about,
                        const struct heights_options *options)
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

static struct heights_options options_of(uint8_t selector)
{
    struct heights_options options = HEIGHTS_OPTIONS_DEFAULT;
    options.max_points = UINT64_C(1) << 16;
    options.max_file_bytes = UINT64_C(1) << 20;
    if (selector & 1) {
        options.cell_m = 10.0;
        options.range_given = true;
        options.range_m[1] = 1000.0;
        options.max_height_m = 512.0;
    }
    if (selector & 2) {
        options.fill_given = true;
        options.fill_m = 12.5;
    }
    options.raw = (enum heights_raw)((selector >> 2) % 3);
    options.raw_big_endian = (selector & 16) != 0;
    options.south_first = (selector & 32) != 0;
    if (selector & 64) {
        options.raw_width = 3;
        options.raw_height = 2;
    }
    return options;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct heights_options options = options_of(size > 0 ? data[size - 1] : 0);
    struct ter_field *field;
    struct heights_about about;
    struct err err;
    err_clear(&err);
    const enum err_code code =
        heights_read_memory(&field, &about, data, size, NULL, &options, &err);
    if (code == ERR_OK) {
        check_field(field, &about, &options);
    } else {
        REQUIRE(field == NULL);
        check_error(&about, code, &err, size);
    }
    heights_about_free(&about);
    ter_free(field);
    return 0;
}
