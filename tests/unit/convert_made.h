/* A small terrain to convert, and the files that come of it. */
#ifndef TESTS_CONVERT_MADE_H
#define TESTS_CONVERT_MADE_H

#include "tests/harness.h"

#include "convert/convert.h"
#include "image/image.h"

#define COLUMNS 7
#define ROWS 5

/* 100 y + x, row 0 south. */
static int16_t elevations[COLUMNS * ROWS];
static struct ter_field field = {.points_x = COLUMNS,
                                 .points_y = ROWS,
                                 .step_tu = 1,
                                 .scal_m = {2, 2, 2},
                                 .elevations = elevations};
static const struct heights_layers no_layers;
static const struct convert_input input = {.field = &field, .layers = &no_layers};

static inline void make_ground(void)
{
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) elevations[y * COLUMNS + x] = (int16_t)(100 * y + x);
}

/* Whether the mask has a hole there; row 0 north. */
static inline bool is_hole(size_t column, size_t row)
{
    return (column + 2 * row) % 5 == 0;
}

static inline struct scree_bytes make_mask(size_t width, size_t height)
{
    struct scree_error err = SCREE_ERROR_INIT;
    uint8_t rgb[3 * 16 * 16];
    assert_true(width <= 16 && height <= 16);
    for (size_t i = 0; i < width * height; i++)
        memset(rgb + 3 * i, is_hole(i % width, i / width) ? 255 : 127, 3);
    struct scree_bytes png;
    assert_ok(image_write_png8_memory(&png, rgb, width, height, &err), &err);
    return png;
}

#endif
