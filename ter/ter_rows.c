/*
 * The terrain for rows of samples: the operations of ter_sample.c in their order, arranged so that
 * what does not change from one row to the next is computed once.
 *
 * Weights along x are kept per column, and so are the four points of each of the four grid rows
 * around the position; a grid row is read once, when it comes into reach. That is 16 floats a
 * column where neighbours mostly share theirs, but a row needs neither gathers nor indices. Where
 * each column lies in the cell after the one before, its points are those of the row as it is read.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   TER_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * One lane is one sample, and nothing is added up across lanes, so the width of a vector cannot
 * matter.
 */
#include "ter/ter_rows.h"

#include <assert.h>

#include "base/lanes.h"
#include "ter/ter_cubic.h"

static float *plane(struct ter_rows *rows, size_t number)
{
    return rows->data + number * rows->groups * LANES_GROUP;
}

static void start(struct ter_rows *rows, const struct ter_field *field, const uint64_t *x,
                  size_t count)
{
    assert(count >= 1 && x[count - 1] >= x[0]);
    rows->field = field;
    rows->count = count;
    rows->groups = lanes_groups(count);
    rows->x = x;
    rows->first = (int64_t)(x[0] >> 32) - 1;
    rows->columns = (size_t)(x[count - 1] >> 32) - (size_t)(x[0] >> 32) + 4;
    for (int slot = 0; slot < 4; slot++) rows->held[slot] = INT64_MIN;
    rows->step = (float)field->step_tu;
    rows->on_globe = ter_is_on_globe(field);
    rows->run_x = ter_run_x(field, 0);
    rows->run_y = (float)(field->step_tu * field->scal_m[2] / field->scal_m[1]);

    const size_t padded = lanes_pad(count);
    rows->points = plane(rows, TER_ROWS_PLANES);
    rows->at = (uint32_t *)(void *)(rows->points + lanes_pad(rows->columns));
    float *const w = plane(rows, TER_ROWS_WEIGHTS);
    for (size_t i = 0; i < padded; i++) {
        const uint64_t position = x[i < count ? i : count - 1];
        const struct ter_weights weights = ter_cubic_weights(position);
        rows->at[i] = (uint32_t)((position >> 32) - (x[0] >> 32));
        w[0 * padded + i] = weights.value0;
        w[1 * padded + i] = weights.value2;
        w[2 * padded + i] = weights.value3;
        w[3 * padded + i] = weights.rate0;
        w[4 * padded + i] = weights.rate2;
        w[5 * padded + i] = weights.rate3;
    }
    uint32_t apart = 0, between = 0;
    for (size_t i = 0; i < count; i++) {
        apart |= rows->at[i] ^ (uint32_t)i;
        between |= (uint32_t)x[i];
    }
    rows->neighbours = apart == 0;
    rows->whole = rows->neighbours && between == 0 && field->elevations != NULL;
    if (rows->neighbours) /* what the padding looks at */
        for (size_t slot = 0; slot < 4; slot++)
            for (size_t i = rows->columns; i < padded + 3; i++)
                plane(rows, TER_ROWS_POINTS + 4 * slot)[i] = 0.0f;
}

/* Grid row j in its slot: each column's four points. */
static void hold(struct ter_rows *rows, int64_t j)
{
    const size_t slot = (size_t)(j & 3), padded = rows->groups * LANES_GROUP;
    if (rows->held[slot] == j) return;
    rows->held[slot] = j;
    float *const p0 = plane(rows, TER_ROWS_POINTS + 4 * slot), *const p1 = p0 + padded;
    float *const p2 = p1 + padded, *const p3 = p2 + padded;
    ter_get_row(rows->field, j, rows->first, rows->columns, rows->neighbours ? p0 : rows->points);
    if (rows->neighbours) return;
    const float *const points = rows->points;
    const uint32_t *const at = rows->at;
    for (size_t i = 0; i < padded; i++) {
        const float *const four = points + at[i];
        p0[i] = four[0];
        p1[i] = four[1];
        p2[i] = four[2];
        p3[i] = four[3];
    }
}

/* The four points of each column in a grid row. */
struct points {
    const float *first;
    size_t stride; /* from one of the four to the next */
};

static inline float point(struct points p, size_t c, size_t i)
{
    return p.first[c * p.stride + i];
}

/* around: the grid rows from the south to the far north. */
static void interpolate(const struct ter_rows *rows, const struct ter_weights *wy,
                        const struct points around[4], float *restrict rise,
                        float *restrict slope_x, float *restrict slope_y)
{
    const struct points south = around[0], here = around[1];
    const struct points north = around[2], far_north = around[3];
    const size_t padded = rows->groups * LANES_GROUP;
    const float *restrict const w = rows->data;
    const float step = rows->step, run_x = rows->run_x, run_y = rows->run_y;
    const struct ter_weights along_y = *wy;
    for (size_t i = 0; i < rows->groups * LANES_GROUP; i++) {
        const struct ter_weights along_x = {w[0 * padded + i], w[1 * padded + i],
                                            w[2 * padded + i], w[3 * padded + i],
                                            w[4 * padded + i], w[5 * padded + i]};
        float v[4], r[4];
        for (size_t c = 0; c < 4; c++) {
            const float p0 = point(south, c, i), p1 = point(here, c, i);
            const float p2 = point(north, c, i), p3 = point(far_north, c, i);
            v[c] = ter_cubic_value(&along_y, p0, p1, p2, p3);
            r[c] = ter_cubic_rate(&along_y, p0, p1, p2, p3);
        }
        rise[i] = step * ter_cubic_value(&along_x, v[0], v[1], v[2], v[3]);
        slope_x[i] = run_x * ter_cubic_rate(&along_x, v[0], v[1], v[2], v[3]);
        slope_y[i] = run_y * ter_cubic_value(&along_x, r[0], r[1], r[2], r[3]);
    }
}

/*
 * Columns and row on points with whole numbers. All weights are 0 but for a half of either
 * neighbour in a rate, differences and their halves are exact in float, and no 0 is negative, so
 * that what is left of the sums of interpolate() has its bits.
 */
static void differences(const struct ter_rows *rows, struct points south, struct points here,
                        struct points north, float *restrict rise, float *restrict slope_x,
                        float *restrict slope_y)
{
    const float step = rows->step, run_x = rows->run_x, run_y = rows->run_y;
    for (size_t i = 0; i < rows->groups * LANES_GROUP; i++) {
        rise[i] = step * point(here, 1, i);
        slope_x[i] = run_x * (0.5f * (point(here, 2, i) - point(here, 0, i)));
        slope_y[i] = run_y * (0.5f * (point(north, 1, i) - point(south, 1, i)));
    }
}

static struct points held(struct ter_rows *rows, int64_t j)
{
    const struct points p = {plane(rows, TER_ROWS_POINTS + 4 * (size_t)(j & 3)),
                             rows->neighbours ? 1 : rows->groups * LANES_GROUP};
    return p;
}

/* Padding is 0. */
static void mend_row(const struct ter_rows *rows, uint64_t y, float *rise, float *slope_x,
                     float *slope_y)
{
    for (size_t i = 0; i < rows->count; i++)
        ter_mend(rows->field, rows->x[i], y, &rise[i], &slope_x[i], &slope_y[i]);
    for (size_t i = rows->count; i < rows->groups * LANES_GROUP; i++)
        rise[i] = slope_x[i] = slope_y[i] = 0.0f;
}

static void next(struct ter_rows *rows, uint64_t y, float *rise, float *slope_x, float *slope_y)
{
    const int64_t j = (int64_t)(y >> 32);
    if (rows->on_globe) rows->run_x = ter_run_x(rows->field, y);
    const bool whole = rows->whole && (uint32_t)y == 0;
    for (int64_t row = j - 1; row <= (whole ? j + 1 : j + 2); row++) hold(rows, row);
    if (whole) {
        differences(rows, held(rows, j - 1), held(rows, j), held(rows, j + 1), rise, slope_x,
                    slope_y);
        return;
    }
    const struct ter_weights along_y = ter_cubic_weights(y);
    const struct points around[4] = {held(rows, j - 1), held(rows, j), held(rows, j + 1),
                                     held(rows, j + 2)};
    interpolate(rows, &along_y, around, rise, slope_x, slope_y);
    if (rows->field->has_missing) mend_row(rows, y, rise, slope_x, slope_y);
}

const struct ter_kernels TER_ROWS_TABLE = {start, next};
