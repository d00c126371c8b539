/*
 * The noise at runs of points anywhere: the operations of noise_point.c in their order, an octave
 * after the other over the whole run.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   NOISE_SCATTER_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * One lane is one point; nothing is added up across lanes, so the width of a vector cannot matter.
 */
#include "noise/noise_scatter.h"

#include "base/lanes.h"
#include "noise/noise_lattice.h"

static inline float fade_rate(float t)
{
    return 30.0f * t * t * (t * (t - 2.0f) + 1.0f);
}

/* A lattice row over a point as in noise_point.c, and its derivative along x. */
struct row {
    float a, b, a_rate, b_rate;
};

static inline struct row lattice_row(uint32_t column, uint32_t key, float fx, float u, float u_rate,
                                     float k1, float k2)
{
    const uint32_t h0 = mix(column ^ key), h1 = mix((column + PRIME_X) ^ key);
    const float x0 = component(h0 + UINT32_C(0x40000000), k1, k2);
    const float x1 = component(h1 + UINT32_C(0x40000000), k1, k2);
    const float a0 = x0 * fx, a1 = x1 * (fx - 1.0f);
    const float b0 = component(h0, k1, k2), b1 = component(h1, k1, k2);
    const struct row row = {a0 + u * (a1 - a0), b0 + u * (b1 - b0),
                            (x0 + u * (x1 - x0)) + u_rate * (a1 - a0), u_rate * (b1 - b0)};
    return row;
}

/* Cells and fractions of a run in one octave; columns are hashed. */
struct cells {
    uint32_t column[NOISE_SCATTER_RUN], line[NOISE_SCATTER_RUN];
    float fx[NOISE_SCATTER_RUN], fy[NOISE_SCATTER_RUN];
};

static void find_cells(struct cells *restrict cells, const struct noise_octave *octave,
                       const uint64_t *restrict x, const uint64_t *restrict y, size_t count)
{
    const uint64_t shift_x = octave->shift_x, shift_y = octave->shift_y;
    const uint32_t bits = octave->cell_bits;
    for (size_t i = 0; i < count; i++) {
        const uint64_t position = x[i] + shift_x;
        cells->column[i] = cell_of(position, bits) * PRIME_X;
        cells->fx[i] = fraction_of(position, bits);
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t position = y[i] + shift_y;
        cells->line[i] = cell_of(position, bits);
        cells->fy[i] = fraction_of(position, bits);
    }
}

static float least_of(const float *values, size_t count)
{
    float least = values[0];
    for (size_t i = 1; i < count; i++) least = values[i] < least ? values[i] : least;
    return least;
}

static void value(float *restrict z, const struct noise_fractal *fractal,
                  const struct noise_points *at)
{
    const uint64_t *restrict const x = at->x, *restrict const y = at->y;
    const float *restrict const finest = at->finest;
    const size_t count = at->groups * LANES_GROUP;
    const float least = least_of(finest, count);
    struct cells cells;
    for (size_t i = 0; i < count; i++) z[i] = 0.0f;
    for (uint32_t k = 0; k < fractal->count; k++) {
        const float cell = noise_cell_tu(&fractal->octaves[k]);
        if (cell <= least) break;
        const float amplitude = fractal->octaves[k].amplitude;
        const float k1 = amplitude * 0x1p-29f, k2 = amplitude * 0x1p-60f;
        find_cells(&cells, &fractal->octaves[k], x, y, count);
        for (size_t i = 0; i < count; i++) {
            const float fx = cells.fx[i], fy = cells.fy[i];
            const float u = fade(fx), v = fade(fy);
            const uint32_t key0 = row_key(cells.line[i]), key1 = row_key(cells.line[i] + 1);
            const struct row low = lattice_row(cells.column[i], key0, fx, u, 0.0f, k1, k2);
            const struct row up = lattice_row(cells.column[i], key1, fx, u, 0.0f, k1, k2);
            const float octave =
                (low.a + fy * low.b) + (v * ((up.a - up.b) - low.a) + (v * fy) * (up.b - low.b));
            z[i] += shown_share(cell, finest[i]) * octave;
        }
    }
}

static void slope(float *restrict along_x, float *restrict along_y,
                  const struct noise_fractal *fractal, uint32_t first,
                  const struct noise_points *at)
{
    const uint64_t *restrict const x = at->x, *restrict const y = at->y;
    const float *restrict const finest = at->finest;
    const size_t count = at->groups * LANES_GROUP;
    const float least = least_of(finest, count);
    struct cells cells;
    for (size_t i = 0; i < count; i++) along_x[i] = along_y[i] = 0.0f;
    for (uint32_t k = first; k < fractal->count; k++) {
        const float cell = noise_cell_tu(&fractal->octaves[k]);
        if (cell <= least) break;
        const float amplitude = fractal->octaves[k].amplitude;
        const float k1 = amplitude * 0x1p-29f, k2 = amplitude * 0x1p-60f;
        const float per_unit = 1.0f / cell;
        find_cells(&cells, &fractal->octaves[k], x, y, count);
        for (size_t i = 0; i < count; i++) {
            const float fx = cells.fx[i], fy = cells.fy[i];
            const float u = fade(fx), v = fade(fy);
            const float u_rate = fade_rate(fx), v_rate = fade_rate(fy);
            const uint32_t key0 = row_key(cells.line[i]), key1 = row_key(cells.line[i] + 1);
            const struct row low = lattice_row(cells.column[i], key0, fx, u, u_rate, k1, k2);
            const struct row up = lattice_row(cells.column[i], key1, fx, u, u_rate, k1, k2);
            const float across = (up.a - up.b) - low.a, twist = up.b - low.b;
            const float across_rate = (up.a_rate - up.b_rate) - low.a_rate;
            const float twist_rate = up.b_rate - low.b_rate;
            const float rate_x =
                (low.a_rate + fy * low.b_rate) + (v * across_rate + (v * fy) * twist_rate);
            const float rate_y = low.b + (v_rate * across + (v_rate * fy + v) * twist);
            const float weight = shown_share(cell, finest[i]) * per_unit;
            along_x[i] += weight * rate_x;
            along_y[i] += weight * rate_y;
        }
    }
}

const struct noise_scatter_kernels NOISE_SCATTER_ROWS_TABLE = {value, slope};
