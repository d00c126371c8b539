/*
 * The noise at one point: the definition of every bit.
 *
 * The interpolation across a cell is split by rows of the lattice. Between the two lattice points
 * of a row, the products of gradient and distance are blended along x first,
 *     a = blend of gx * (distance in x),   b = blend of gy,
 * for the lower row (a0, b0) and the upper (a1, b1); with fy the distance to the lower row and v
 * its fade,
 *     a0 + fy b0 + v ((a1 - b1) - a0) + v fy (b1 - b0)
 * is the usual bilinear blend of the four corners. a and b depend on x alone, so that a run of
 * texels can keep them from one texel row to the next; the order below is made for that.
 */
#include "noise/noise.h"
#include "noise/noise_lattice.h"

struct row {
    float a, b;
};

/* One lattice row at the cell whose hashed column is column, fx and its fade u along it. */
static struct row lattice_row(uint32_t column, uint32_t key, float fx, float u, float k1, float k2)
{
    const uint32_t h0 = mix(column ^ key), h1 = mix((column + PRIME_X) ^ key);
    const float a0 = component(h0 + UINT32_C(0x40000000), k1, k2) * fx;
    const float a1 = component(h1 + UINT32_C(0x40000000), k1, k2) * (fx - 1.0f);
    const float b0 = component(h0, k1, k2), b1 = component(h1, k1, k2);
    const struct row row = {a0 + u * (a1 - a0), b0 + u * (b1 - b0)};
    return row;
}

static float octave_at(const struct noise_octave *octave, uint64_t x, uint64_t y)
{
    const uint32_t bits = octave->cell_bits;
    x += octave->shift_x;
    y += octave->shift_y;
    const uint32_t column = cell_of(x, bits) * PRIME_X;
    const uint32_t line = cell_of(y, bits);
    const uint32_t key0 = row_key(line), key1 = row_key(line + 1);
    const float fx = fraction_of(x, bits), u = fade(fx);
    const float fy = fraction_of(y, bits), v = fade(fy);
    const float k1 = octave->amplitude * 0x1p-29f, k2 = octave->amplitude * 0x1p-60f;

    const struct row lower = lattice_row(column, key0, fx, u, k1, k2);
    const struct row upper = lattice_row(column, key1, fx, u, k1, k2);
    return (lower.a + fy * lower.b) +
           (v * ((upper.a - upper.b) - lower.a) + (v * fy) * (upper.b - lower.b));
}

float noise_point(const struct noise_fractal *fractal, uint64_t x, uint64_t y)
{
    if (fractal->count == 0) return 0.0f;
    float sum = octave_at(&fractal->octaves[0], x, y);
    for (uint32_t k = 1; k < fractal->count; k++) sum += octave_at(&fractal->octaves[k], x, y);
    return sum;
}

float noise_point_fading(const struct noise_fractal *fractal, uint64_t x, uint64_t y, float finest)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < fractal->count; k++) {
        const float share = shown_share(noise_cell_tu(&fractal->octaves[k]), finest);
        sum += share * octave_at(&fractal->octaves[k], x, y);
    }
    return sum;
}
