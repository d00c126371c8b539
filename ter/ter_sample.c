/*
 * The terrain between its points: separable Catmull-Rom, first along y, then along x.
 *
 * Values are written as a point plus weighted differences to it, so that flat ground comes out
 * exact and a position on a point gives the stored sample and the plain central difference. All
 * arithmetic is float in the order written; docs/model.md repeats it.
 *
 * Rule (The model): Between its points the terrain is a Catmull-Rom surface; slopes at points are
 * central differences. See model.md#terrain-between-its-points, ter/ter_rows.c. Tests:
 * kernels/ter_rows-baseline (every_width), unit/test_gdal_slope.
 */
#include "ter/ter.h"

#include <assert.h>

#include "ter/ter_cubic.h"

static size_t row_start(const struct ter_field *field, int64_t y)
{
    assert(field->slots == NULL || field->slots[y] != UINT32_MAX);
    return (field->slots != NULL ? field->slots[y] : (size_t)y) * field->points_x;
}

static float stored(const struct ter_field *field, int64_t y, int64_t x)
{
    const size_t index = row_start(field, y) + (size_t)x;
    return field->elevations != NULL ? (float)field->elevations[index] : field->samples[index];
}

/* The edge next to an index outside 0 .. last, and the index's mirror image in it. A grid too small
 * to hold the image gives its far edge: no position inside reaches so far out with a weight. */
static void reflect(int64_t *edge, int64_t *image, int64_t index, int64_t last)
{
    *edge = index < 0 ? 0 : last;
    *image = 2 * *edge - index;
    *image = *image < 0 ? 0 : *image > last ? last : *image;
}

/* Column x of grid row y, extrapolated along x if it lies outside. */
static float in_row(const struct ter_field *field, int64_t y, int64_t x)
{
    const int64_t last = (int64_t)field->points_x - 1;
    if (x >= 0 && x <= last) return stored(field, y, x);
    int64_t edge, image;
    reflect(&edge, &image, x, last);
    return 2.0f * stored(field, y, edge) - stored(field, y, image);
}

/* A run of a row of the grid, extrapolated along x where it lies outside. */
static void run_of_row(const struct ter_field *field, int64_t y, int64_t first_x, size_t count,
                       float *out)
{
    const int64_t points = field->points_x, end = first_x + (int64_t)count;
    const int64_t west = first_x > 0 ? first_x : 0, east = end < points ? end : points;
    int64_t x = first_x;
    for (; x < west && x < end; x++) out[x - first_x] = in_row(field, y, x);
    const size_t row = row_start(field, y);
    if (field->elevations != NULL)
        for (; x < east; x++) out[x - first_x] = (float)field->elevations[row + (size_t)x];
    else
        for (; x < east; x++) out[x - first_x] = field->samples[row + (size_t)x];
    for (; x < end; x++) out[x - first_x] = in_row(field, y, x);
}

void ter_get_row(const struct ter_field *field, int64_t y, int64_t first_x, size_t count,
                 float *out)
{
    const int64_t last_y = (int64_t)field->points_y - 1;
    if (y >= 0 && y <= last_y) {
        run_of_row(field, y, first_x, count, out);
        return;
    }
    int64_t edge, image;
    reflect(&edge, &image, y, last_y);
    for (size_t i = 0; i < count; i++) {
        const int64_t x = first_x + (int64_t)i;
        out[i] = 2.0f * in_row(field, edge, x) - in_row(field, image, x);
    }
}

#define ROWS_IN_SCRATCH 6 /* four of points, then the values and rates along y */

static size_t columns_for(uint64_t span)
{
    return (size_t)(span >> 32) + 5; /* one before, two after, one for a fraction carried over */
}

size_t ter_scratch_floats(uint64_t span)
{
    return ROWS_IN_SCRATCH * columns_for(span);
}

void ter_sample_row(const struct ter_field *field, const uint64_t *x, size_t count, uint64_t y,
                    float *scratch, const struct ter_ground *out)
{
    if (count == 0) return;
    assert(x[count - 1] >= x[0]);
    const int64_t first = (int64_t)(x[0] >> 32) - 1;
    const size_t columns = (size_t)(x[count - 1] >> 32) - (size_t)(x[0] >> 32) + 4;
    const size_t stride = columns_for(x[count - 1] - x[0]);
    float *const south = scratch, *const row = south + stride, *const north = row + stride;
    float *const far_north = north + stride;
    float *const value = far_north + stride, *const rate = value + stride;

    const int64_t j = (int64_t)(y >> 32);
    const struct ter_weights wy = ter_cubic_weights(y);
    ter_get_row(field, j - 1, first, columns, south);
    ter_get_row(field, j, first, columns, row);
    ter_get_row(field, j + 1, first, columns, north);
    ter_get_row(field, j + 2, first, columns, far_north);
    for (size_t i = 0; i < columns; i++) {
        value[i] = ter_cubic_value(&wy, south[i], row[i], north[i], far_north[i]);
        rate[i] = ter_cubic_rate(&wy, south[i], row[i], north[i], far_north[i]);
    }

    const float step = (float)field->step_tu;
    const float run_x = ter_run_x(field, y);
    const float run_y = (float)(field->step_tu * field->scal_m[2] / field->scal_m[1]);
    for (size_t i = 0; i < count; i++) {
        const struct ter_weights wx = ter_cubic_weights(x[i]);
        const size_t at = (size_t)(x[i] >> 32) - (size_t)(x[0] >> 32);
        const float *const v = value + at, *const r = rate + at;
        out->rise[i] = step * ter_cubic_value(&wx, v[0], v[1], v[2], v[3]);
        out->slope_x[i] = run_x * ter_cubic_rate(&wx, v[0], v[1], v[2], v[3]);
        out->slope_y[i] = run_y * ter_cubic_value(&wx, r[0], r[1], r[2], r[3]);
        if (field->has_missing)
            ter_mend(field, x[i], y, &out->rise[i], &out->slope_x[i], &out->slope_y[i]);
    }
}

void ter_get_row_m(const struct ter_field *field, int64_t y, float *out)
{
    ter_get_row(field, y, 0, field->points_x, out);
    for (uint32_t i = 0; i < field->points_x; i++)
        out[i] = (float)(ter_sample_altitude_m(field, (double)out[i]));
}
