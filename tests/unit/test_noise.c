/*
 * noise/: the statistics that the model promises, measured over a hundred thousand points, and the
 * derivation of the normalising constant.
 */
#include "tests/harness.h"

#include <math.h>

#include "noise/noise.h"

static void random_position(uint64_t *random, uint64_t *x, uint64_t *y)
{
    *x = (uint64_t)harness_random(random) << 32 | harness_random(random);
    *y = (uint64_t)harness_random(random) << 32 | harness_random(random);
}

struct statistics {
    double mean, variance, lowest, highest;
};

static struct statistics measure(const struct noise_fractal *fractal, int points, uint64_t seed)
{
    double sum = 0, squares = 0, low = INFINITY, high = -INFINITY;
    for (int i = 0; i < points; i++) {
        uint64_t x, y;
        random_position(&seed, &x, &y);
        const double z = noise_point(fractal, x, y);
        sum += z;
        squares += z * z;
        low = fmin(low, z);
        high = fmax(high, z);
    }
    const double mean = sum / points;
    const struct statistics result = {mean, squares / points - mean * mean, low, high};
    return result;
}

/* The constant from its definition: gradient components have mean square 8/15 and the corners of
 * a cell are independent. */
static void variance_of_one_octave(void **state)
{
    (void)state;
    const int steps = 20000;
    double i0 = 0, i2 = 0, gradient = 0;
    for (int i = 0; i < steps; i++) {
        const double u = (i + 0.5) / steps;
        const double s = ((6 * u - 15) * u + 10) * u * u * u;
        i0 += (1 - s) * (1 - s) / steps;
        i2 += (1 - s) * (1 - s) * u * u / steps;
        gradient += 16 * u * u * (1 - u) * (1 - u) / steps;
    }
    assert_true(fabs(gradient - 8.0 / 15.0) < 1e-8);
    assert_true(fabs(8 * gradient * i2 * i0 - NOISE_OCTAVE_VARIANCE) < 1e-8);
}

static void mean_zero_variance_one_for_every_octave_count(void **state)
{
    (void)state;
    const float orig[2] = {1234.5f, 20877.25f};
    for (uint32_t octaves = 1; octaves <= NOISE_MAX_OCTAVES; octaves++) {
        struct noise_fractal fractal;
        noise_prepare(&fractal, &NOISE_PLAIN(octaves), orig, false, octaves);
        assert_int_equal(fractal.count, octaves);
        const struct statistics s = measure(&fractal, 100000, octaves);
        if (!(fabs(s.mean) < 0.02 && fabs(s.variance - 1) < 0.03))
            fail_msg("%u octaves: mean %g variance %g", octaves, s.mean, s.variance);
    }
}

static void fine_octaves_are_left_out_by_texel_size(void **state)
{
    (void)state;
    assert_int_equal(noise_resolved_octaves(&NOISE_PLAIN(1), 1024, 1024),
                     7); /* 2 units are two texels */
    assert_int_equal(noise_resolved_octaves(&NOISE_PLAIN(1), 1024, 1023), 6);
    assert_int_equal(noise_resolved_octaves(&NOISE_PLAIN(1), 1024, 4096), 9);
    assert_int_equal(noise_resolved_octaves(&NOISE_PLAIN(1), 64, 1), 1);
    assert_int_equal(noise_resolved_octaves(&NOISE_PLAIN(1), 65, 1), 0);

    /* What is left keeps its amplitude: the pattern does not change with the resolution. */
    const float orig[2] = {3, 4};
    struct noise_fractal all, some;
    noise_prepare(&all, &NOISE_PLAIN(11), orig, false, 11);
    noise_prepare(&some, &NOISE_PLAIN(11), orig, false, 5);
    assert_int_equal(some.count, 5);
    assert_memory_equal(all.octaves, some.octaves, 5 * sizeof some.octaves[0]);
    double expected = 0, total = 0;
    for (int k = 0; k < 11; k++) {
        total += pow(0.81, k);
        if (k < 5) expected += pow(0.81, k);
    }
    assert_true(fabs(measure(&some, 100000, 1).variance - expected / total) < 0.03);
    noise_prepare(&some, &NOISE_PLAIN(11), orig, false, 0);
    assert_true(noise_point(&some, 123, 456) == 0.0f);

    /* So it does where octaves go on below those that have the variance 1. */
    noise_prepare(&some, &NOISE_PLAIN(11), orig, false, NOISE_MAX_OCTAVES);
    assert_int_equal(some.count, NOISE_MAX_OCTAVES);
    assert_memory_equal(all.octaves, some.octaves, 11 * sizeof some.octaves[0]);
    for (int k = 11; k < NOISE_MAX_OCTAVES; k++) expected += pow(0.81, k);
    for (int k = 5; k < 11; k++) expected += pow(0.81, k);
    assert_true(fabs(measure(&some, 100000, 1).variance - expected / total) < 0.03);
}

static double correlation(const struct noise_fractal *a, const struct noise_fractal *b)
{
    uint64_t seed = 99;
    double ab = 0, aa = 0, bb = 0;
    for (int i = 0; i < 50000; i++) {
        uint64_t x, y;
        random_position(&seed, &x, &y);
        const double za = noise_point(a, x, y), zb = noise_point(b, x, y);
        ab += za * zb;
        aa += za * za;
        bb += zb * zb;
    }
    return ab / sqrt(aa * bb);
}

static void origin_decides_the_pattern(void **state)
{
    (void)state;
    static const float origins[][2] = {
        {0, 0},         {1, 0},          {0, 1},     {0.001953125f, 0}, {100, 200},
        {101, 200},     {100, 201},      {200, 100}, {100.5f, 200},     {32767, 32767},
        {32766, 32767}, {16384.002f, 5}, {16384, 5}};
    const size_t count = sizeof origins / sizeof origins[0];
    struct noise_fractal fractals[sizeof origins / sizeof origins[0]];
    for (size_t i = 0; i < count; i++)
        noise_prepare(&fractals[i], &NOISE_PLAIN(11), origins[i], false, 11);
    for (size_t i = 0; i < count; i++) {
        assert_true(correlation(&fractals[i], &fractals[i]) == 1.0);
        for (size_t j = 0; j < i; j++) {
            const double r = correlation(&fractals[i], &fractals[j]);
            if (!(fabs(r) < 0.05)) fail_msg("ORIG %zu and %zu correlate by %g", i, j, r);
        }
    }
    const float minus_zero[2] = {-0.0f, -0.0f};
    struct noise_fractal same;
    noise_prepare(&same, &NOISE_PLAIN(11), minus_zero, false, 11);
    assert_memory_equal(&same, &fractals[0], sizeof same);
}

static void nega_flips_exactly(void **state)
{
    (void)state;
    const float orig[2] = {17, 4};
    struct noise_fractal plain, inverted;
    noise_prepare(&plain, &NOISE_PLAIN(11), orig, false, 11);
    noise_prepare(&inverted, &NOISE_PLAIN(11), orig, true, 11);
    uint64_t seed = 5;
    for (int i = 0; i < 20000; i++) {
        uint64_t x, y;
        random_position(&seed, &x, &y);
        assert_true(noise_point(&plain, x, y) == -noise_point(&inverted, x, y));
    }
}

/* A step of 2^-16 unit across lattice lines changes z by no more than its slope allows, and an
 * octave is zero on its lattice points. */
static void continuous_and_zero_on_the_lattice(void **state)
{
    (void)state;
    const float orig[2] = {9, 9};
    struct noise_fractal one;
    noise_prepare(&one, &NOISE_PLAIN(1), orig, false, 1);
    uint64_t seed = 7;
    for (int i = 0; i < 2000; i++) {
        const uint64_t lattice = (uint64_t)harness_random(&seed) << 39;
        const uint64_t x = lattice - one.octaves[0].shift_x;
        uint64_t unused, y;
        random_position(&seed, &unused, &y);
        const float before = noise_point(&one, x - (1u << 16), y), at = noise_point(&one, x, y);
        assert_true(fabsf(before - at) < 20.0f / (128 * 65536.0f) + 1e-6f);
        assert_true(noise_point(&one, x, lattice - one.octaves[0].shift_y) == 0.0f);
    }
}

/* The same row of cells never comes back within 65,536 cells, along x and along y. */
static void no_repeat_within_65536_cells(void **state)
{
    (void)state;
    const float orig[2] = {1, 1};
    struct noise_fractal one;
    noise_prepare(&one, &NOISE_PLAIN(1), orig, false, 1);
    enum { CELLS = 65536 };
    static float along_x[CELLS], along_y[CELLS];
    for (uint64_t i = 0; i < CELLS; i++) {
        along_x[i] = noise_point(&one, (i << 39) + 77, UINT64_C(3) << 36);
        along_y[i] = noise_point(&one, UINT64_C(3) << 36, (i << 39) + 77);
    }
    for (int axis = 0; axis < 2; axis++) {
        const float *line = axis == 0 ? along_x : along_y;
        for (int period = 1; period < CELLS - 64; period++) {
            int equal = 0;
            while (equal < 64 && line[equal] == line[equal + period]) equal++;
            assert_true(equal < 8);
        }
    }
}

/* Neighbouring cells are unrelated: samples one, two, ... cells apart do not correlate, in any of
 * eight directions. */
static void cells_are_independent(void **state)
{
    (void)state;
    const float orig[2] = {50, 60};
    struct noise_fractal one;
    noise_prepare(&one, &NOISE_PLAIN(1), orig, false, 1);
    static const int steps[][2] = {{2, 0}, {0, 2}, {2, 2}, {2, -2}, {4, 2}, {2, 4}, {3, 0}, {0, 7}};
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        uint64_t seed = k + 1;
        double product = 0;
        const int points = 100000;
        for (int i = 0; i < points; i++) {
            uint64_t x, y;
            random_position(&seed, &x, &y);
            product += (double)noise_point(&one, x, y) *
                       noise_point(&one, x + (uint64_t)((int64_t)steps[k][0] * (INT64_C(1) << 39)),
                                   y + (uint64_t)((int64_t)steps[k][1] * (INT64_C(1) << 39)));
        }
        assert_true(fabs(product / points) < 0.015);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variance_of_one_octave),
        cmocka_unit_test(mean_zero_variance_one_for_every_octave_count),
        cmocka_unit_test(fine_octaves_are_left_out_by_texel_size),
        cmocka_unit_test(origin_decides_the_pattern),
        cmocka_unit_test(nega_flips_exactly),
        cmocka_unit_test(continuous_and_zero_on_the_lattice),
        cmocka_unit_test(no_repeat_within_65536_cells),
        cmocka_unit_test(cells_are_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
