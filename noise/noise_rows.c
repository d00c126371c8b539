/*
 * The noise for runs of texels: the operations of noise_point.c in their order, arranged so that
 * what does not change from one texel row to the next is computed once.
 *
 * Between two lattice rows an octave is
 *     (lower_a + fy lower_b) + (v rise_a + (v fy) rise_b)
 * and only fy and v depend on y. So the four factors are kept per column, and a texel row costs
 * three multiplications and four additions per octave and texel; hashes and gradients are computed
 * where the rows enter the next cell, for the one lattice row that is new.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   NOISE_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * Every loop over a strip runs over all its columns; one lane is one texel, and no sum goes across
 * lanes, so the width of a vector cannot matter.
 */
#include "noise/noise_rows.h"
#include "noise/noise_lattice.h"

#include <stdalign.h>
#include <string.h>

/* Octaves added up in one loop: as many as there are registers for. */
#ifdef __AVX512F__
#define NOISE_ROWS_FUSED 8
#else
#define NOISE_ROWS_FUSED 4
#endif

/* ---- columns ---- */

static void start_strip(struct noise_strip *strip, const uint64_t *x, uint64_t shift, uint32_t bits)
{
    for (size_t i = 0; i < NOISE_STRIP; i++) {
        const uint64_t position = x[i] + shift;
        strip->column[i] = cell_of(position, bits) * PRIME_X;
        strip->fx[i] = fraction_of(position, bits);
    }
    for (size_t i = 0; i < NOISE_STRIP; i++) strip->u[i] = fade(strip->fx[i]);
}

static void start(struct noise_rows *rows, const struct noise_fractal *fractal, const uint64_t *x,
                  size_t count)
{
    rows->count = count;
    rows->strip_count = (count + NOISE_STRIP - 1) / NOISE_STRIP;
    rows->octave_count = fractal->count;
    rows->entered = false;
    for (uint32_t k = 0; k < NOISE_MAX_OCTAVES; k++) {
        rows->shift_y[k] = fractal->octaves[k].shift_y;
        rows->k1[k] = fractal->octaves[k].amplitude * 0x1p-29f;
        rows->k2[k] = fractal->octaves[k].amplitude * 0x1p-60f;
        rows->bits[k] = k < fractal->count ? fractal->octaves[k].cell_bits : 32;
    }
    for (size_t s = 0; s < rows->strip_count; s++) {
        const size_t first = s * NOISE_STRIP;
        const size_t some = count - first < NOISE_STRIP ? count - first : NOISE_STRIP;
        uint64_t padded[NOISE_STRIP] = {0};
        memcpy(padded, x + first, some * sizeof *x);
        for (uint32_t k = 0; k < fractal->count; k++)
            start_strip(&rows->strips[s * fractal->count + k], padded, fractal->octaves[k].shift_x,
                        rows->bits[k]);
    }
}

/* ---- lattice rows ---- */

/* Hashes of the lattice points to either side of each column. */
struct corners {
    alignas(64) uint32_t west[NOISE_STRIP], east[NOISE_STRIP];
};

/* A loop of its own: what makes gradients of them is another long chain of operations, and a
 * processor looks only so far ahead for others to do meanwhile. */
static void hash_row(struct corners *restrict corners, const struct noise_strip *restrict strip,
                     uint32_t key)
{
    for (size_t i = 0; i < NOISE_STRIP; i++) corners->west[i] = mix(strip->column[i] ^ key);
    for (size_t i = 0; i < NOISE_STRIP; i++)
        corners->east[i] = mix((strip->column[i] + PRIME_X) ^ key);
}

/* a and b of the lattice row with these corners at column i. */
static inline void lattice_row(float *a, float *b, const struct corners *corners,
                               const struct noise_strip *strip, size_t i, float k1, float k2)
{
    const float fx = strip->fx[i], u = strip->u[i];
    const uint32_t h0 = corners->west[i], h1 = corners->east[i];
    const float a0 = component(h0 + UINT32_C(0x40000000), k1, k2) * fx;
    const float a1 = component(h1 + UINT32_C(0x40000000), k1, k2) * (fx - 1.0f);
    const float b0 = component(h0, k1, k2), b1 = component(h1, k1, k2);
    *a = a0 + u * (a1 - a0);
    *b = b0 + u * (b1 - b0);
}

/* One cell on: the upper lattice row becomes the lower, key's becomes the upper. */
static void step_up(struct noise_strip *strip, uint32_t key, float k1, float k2)
{
    struct corners corners;
    hash_row(&corners, strip, key);
    for (size_t i = 0; i < NOISE_STRIP; i++) {
        float a, b;
        lattice_row(&a, &b, &corners, strip, i, k1, k2);
        const float lower_a = strip->upper_a[i], lower_b = strip->upper_b[i];
        strip->lower_a[i] = lower_a;
        strip->lower_b[i] = lower_b;
        strip->upper_a[i] = a;
        strip->upper_b[i] = b;
        strip->rise_a[i] = (a - b) - lower_a;
        strip->rise_b[i] = b - lower_b;
    }
}

/* One cell back: the lower lattice row becomes the upper, key's becomes the lower. */
static void step_down(struct noise_strip *strip, uint32_t key, float k1, float k2)
{
    struct corners corners;
    hash_row(&corners, strip, key);
    for (size_t i = 0; i < NOISE_STRIP; i++) {
        float a, b;
        lattice_row(&a, &b, &corners, strip, i, k1, k2);
        const float upper_a = strip->lower_a[i], upper_b = strip->lower_b[i];
        strip->upper_a[i] = upper_a;
        strip->upper_b[i] = upper_b;
        strip->lower_a[i] = a;
        strip->lower_b[i] = b;
        strip->rise_a[i] = (upper_a - upper_b) - a;
        strip->rise_b[i] = upper_b - b;
    }
}

/* Anywhere else: both rows are new. */
static void jump(struct noise_strip *strip, uint32_t line, float k1, float k2)
{
    struct corners corners;
    hash_row(&corners, strip, row_key(line));
    for (size_t i = 0; i < NOISE_STRIP; i++) {
        float a, b;
        lattice_row(&a, &b, &corners, strip, i, k1, k2);
        strip->upper_a[i] = a;
        strip->upper_b[i] = b;
    }
    step_up(strip, row_key(line + 1), k1, k2);
}

/* Moves octave k from the lattice row it is at to line, in every strip. */
static void enter_line(struct noise_rows *rows, uint32_t k, uint32_t line)
{
    const uint32_t from = rows->line[k];
    const float k1 = rows->k1[k], k2 = rows->k2[k];
    const bool up = rows->entered && line == from + 1, down = rows->entered && line == from - 1;
    const uint32_t key = row_key(up ? line + 1 : line);
    for (size_t s = 0; s < rows->strip_count; s++) {
        struct noise_strip *strip = &rows->strips[s * rows->octave_count + k];
        if (up)
            step_up(strip, key, k1, k2);
        else if (down)
            step_down(strip, key, k1, k2);
        else
            jump(strip, line, k1, k2);
    }
    rows->line[k] = line;
}

static void enter_row(struct noise_rows *rows, uint64_t y)
{
    for (uint32_t base = 0; base < rows->octave_count; base += NOISE_OCTAVE_GROUP) {
        uint32_t line[NOISE_OCTAVE_GROUP];
        for (uint32_t i = 0; i < NOISE_OCTAVE_GROUP; i++) {
            const uint32_t k = base + i;
            const uint64_t position = y + rows->shift_y[k];
            const float fy = fraction_of(position, rows->bits[k]), v = fade(fy);
            line[i] = cell_of(position, rows->bits[k]);
            rows->fy[k] = fy;
            rows->v[k] = v;
            rows->v_fy[k] = v * fy;
        }
        for (uint32_t i = 0; i < NOISE_OCTAVE_GROUP && base + i < rows->octave_count; i++)
            if (!rows->entered || line[i] != rows->line[base + i])
                enter_line(rows, base + i, line[i]);
    }
    rows->entered = true;
}

/* ---- texel rows ---- */

/* z = or += octaves first .. first + count - 1, from left to right. Inlined with constant count and
 * begins, so that the loop over octaves disappears. */
static inline void add_octaves(float *restrict z, const struct noise_rows *restrict rows,
                               const struct noise_strip *restrict strip, uint32_t first,
                               uint32_t count, bool begins)
{
    const float *const fy = rows->fy + first, *const v = rows->v + first;
    const float *const v_fy = rows->v_fy + first;
    strip += first;
    for (size_t i = 0; i < NOISE_STRIP; i++) {
        float sum = 0.0f;
        for (uint32_t k = 0; k < count; k++) {
            const float octave = (strip[k].lower_a[i] + fy[k] * strip[k].lower_b[i]) +
                                 (v[k] * strip[k].rise_a[i] + v_fy[k] * strip[k].rise_b[i]);
            sum = k > 0 ? sum + octave : begins ? octave : z[i] + octave;
        }
        z[i] = sum;
    }
}

static void begin_sum(float *z, const struct noise_rows *rows, const struct noise_strip *strip,
                      uint32_t count)
{
    switch (count) {
    case 1:
        add_octaves(z, rows, strip, 0, 1, true);
        break;
    case 2:
        add_octaves(z, rows, strip, 0, 2, true);
        break;
    case 3:
        add_octaves(z, rows, strip, 0, 3, true);
        break;
    case 4:
        add_octaves(z, rows, strip, 0, 4, true);
        break;
#if NOISE_ROWS_FUSED == 8
    case 5:
        add_octaves(z, rows, strip, 0, 5, true);
        break;
    case 6:
        add_octaves(z, rows, strip, 0, 6, true);
        break;
    case 7:
        add_octaves(z, rows, strip, 0, 7, true);
        break;
    case 8:
        add_octaves(z, rows, strip, 0, 8, true);
        break;
#endif
    }
}

static void go_on_sum(float *z, const struct noise_rows *rows, const struct noise_strip *strip,
                      uint32_t first, uint32_t count)
{
    switch (count) {
    case 1:
        add_octaves(z, rows, strip, first, 1, false);
        break;
    case 2:
        add_octaves(z, rows, strip, first, 2, false);
        break;
    case 3:
        add_octaves(z, rows, strip, first, 3, false);
        break;
    case 4:
        add_octaves(z, rows, strip, first, 4, false);
        break;
#if NOISE_ROWS_FUSED == 8
    case 5:
        add_octaves(z, rows, strip, first, 5, false);
        break;
    case 6:
        add_octaves(z, rows, strip, first, 6, false);
        break;
    case 7:
        add_octaves(z, rows, strip, first, 7, false);
        break;
    case 8:
        add_octaves(z, rows, strip, first, 8, false);
        break;
#endif
    }
}

static uint32_t group_size(uint32_t octaves)
{
    return octaves < NOISE_ROWS_FUSED ? octaves : NOISE_ROWS_FUSED;
}

static void sum_strip(float *z, const struct noise_rows *rows, const struct noise_strip *strip)
{
    uint32_t done = group_size(rows->octave_count);
    begin_sum(z, rows, strip, done);
    while (done < rows->octave_count) {
        const uint32_t count = group_size(rows->octave_count - done);
        go_on_sum(z, rows, strip, done, count);
        done += count;
    }
}

static void next(struct noise_rows *rows, uint64_t y, float *z)
{
    if (rows->octave_count == 0) {
        for (size_t i = 0; i < rows->count; i++) z[i] = 0.0f;
        return;
    }
    enter_row(rows, y);
    const size_t full = rows->count / NOISE_STRIP, rest = rows->count % NOISE_STRIP;
    for (size_t s = 0; s < full; s++)
        sum_strip(z + s * NOISE_STRIP, rows, &rows->strips[s * rows->octave_count]);
    if (rest == 0) return;
    sum_strip(rows->tail, rows, &rows->strips[full * rows->octave_count]);
    memcpy(z + full * NOISE_STRIP, rows->tail, rest * sizeof *z);
}

const struct noise_kernels NOISE_ROWS_TABLE = {start, next};
