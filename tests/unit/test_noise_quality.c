/*
 * noise/: the hash and the picture it makes. Gradients of the lattice are uniform in angle and
 * unrelated to their neighbours, near and far; no direction and no place in the cell of a lattice
 * stands out of the sum of octaves.
 *
 * Every limit is a multiple of the deviation that chance allows, or is said to be a property of
 * gradient noise; all numbers are the same on every machine up to the rounding of sin() and cos().
 */
#include "tests/harness.h"

#include <math.h>

#include "noise/noise.h"

#define TURN 6.283185307179586

/* ---- the gradients of one octave ---- */

#define LATTICE 256 /* points a side */

struct gradients {
    float x[LATTICE][LATTICE], y[LATTICE][LATTICE]; /* [row][column] */
};

static void one_octave(struct noise_fractal *out, float east, float north)
{
    const float orig[2] = {east, north};
    noise_prepare(out, &NOISE_PLAIN(1), orig, false, 1);
}

/* Next to a lattice point the noise is the gradient times the distance; on the line of the lattice
 * one component is all that is left. */
static void read_gradients(struct gradients *out, const struct noise_fractal *one,
                           uint64_t first_column, uint64_t first_row)
{
    const uint64_t near = UINT64_C(1) << 29; /* 2^-10 cell */
    const float scale = 1024.0f / one->octaves[0].amplitude;
    for (uint64_t j = 0; j < LATTICE; j++)
        for (uint64_t i = 0; i < LATTICE; i++) {
            const uint64_t x = ((first_column + i) << 39) - one->octaves[0].shift_x;
            const uint64_t y = ((first_row + j) << 39) - one->octaves[0].shift_y;
            out->x[j][i] = scale * noise_point(one, x + near, y);
            out->y[j][i] = scale * noise_point(one, x, y + near);
        }
}

/* t of the gradient (p(t + 1/2), p(t)), p(t) = 4 t (1 - |t|), t in [-1, 1). */
static double turn_of(double gx, double gy)
{
    const double inner = 0.5 * (1 - sqrt(fmax(0, 1 - fabs(gy))));
    return copysign(gx >= 0 ? inner : 1 - inner, gy);
}

static void gradients_are_uniform_in_angle(void **state)
{
    (void)state;
    static struct gradients g;
    enum { BINS = 256 };
    const uint64_t corners[][2] = {{0, 0}, {1u << 24, 77}, {33554432 - 256, 33554432 - 256}};
    for (size_t c = 0; c < sizeof corners / sizeof corners[0]; c++) {
        struct noise_fractal one;
        one_octave(&one, (float)c, 1);
        read_gradients(&g, &one, corners[c][0], corners[c][1]);
        int counts[BINS] = {0};
        for (int j = 0; j < LATTICE; j++)
            for (int i = 0; i < LATTICE; i++) {
                const int bin = (int)((turn_of(g.x[j][i], g.y[j][i]) + 1) * (BINS / 2));
                counts[bin < BINS ? bin : BINS - 1]++;
            }
        const double expected = (double)LATTICE * LATTICE / BINS;
        double chi_square = 0;
        for (int b = 0; b < BINS; b++)
            chi_square += (counts[b] - expected) * (counts[b] - expected) / expected;
        /* 255 degrees of freedom: deviation 22.6. */
        if (!(fabs(chi_square - (BINS - 1)) < 5 * 22.6)) fail_msg("chi square is %g", chi_square);
    }
}

/* Correlation of the gradients right columns and down rows apart, in deviations from none: the
 * larger of the mean scalar product and the mean vector product. */
static double correlation(const struct gradients *g, int right, int down)
{
    double dot = 0, cross = 0;
    for (int j = 0; j < LATTICE; j++)
        for (int i = 0; i < LATTICE; i++) {
            /* Beyond the edge it goes on at the other one: any pair will do. */
            const int b = (j + down) % LATTICE, a = (i + right + LATTICE) % LATTICE;
            dot += g->x[j][i] * g->x[b][a] + g->y[j][i] * g->y[b][a];
            cross += g->x[j][i] * g->y[b][a] - g->y[j][i] * g->x[b][a];
        }
    /* Components of mean square 8/15: over n pairs the deviation is sqrt(2 n) 8/15. */
    return fmax(fabs(dot), fabs(cross)) / (sqrt(2.0) * LATTICE * 8 / 15);
}

static void gradients_do_not_correlate(void **state)
{
    (void)state;
    static struct gradients g;
    struct noise_fractal one;
    one_octave(&one, 5, 6);
    read_gradients(&g, &one, 1000, 2000);
    /* Every distance up to 8 rows, then powers of two; 1,300 pairs of numbers, so 5 deviations. */
    for (int down = 0; down < LATTICE / 2; down = down < 8 ? down + 1 : 2 * down)
        for (int right = -64; right <= 64; right++) {
            if (down == 0 && right <= 0) continue;
            const double deviations = correlation(&g, right, down);
            if (!(deviations < 5))
                fail_msg("%d right, %d down: %g deviations", right, down, deviations);
        }
}

/* ---- the sum of octaves ---- */

#define SIDE 128

/* In-place transform of count complex numbers, stride apart; count is a power of two. */
static void transform(double *re, double *im, size_t count, size_t stride)
{
    for (size_t i = 1, j = 0; i < count; i++) {
        size_t bit = count >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            const double r = re[i * stride], m = im[i * stride];
            re[i * stride] = re[j * stride], im[i * stride] = im[j * stride];
            re[j * stride] = r, im[j * stride] = m;
        }
    }
    for (size_t half = 1; half < count; half *= 2)
        for (size_t k = 0; k < half; k++) {
            const double c = cos(TURN * (double)k / (double)(2 * half));
            const double s = -sin(TURN * (double)k / (double)(2 * half));
            for (size_t i = k; i < count; i += 2 * half) {
                const size_t a = i * stride, b = (i + half) * stride;
                const double r = re[b] * c - im[b] * s, m = re[b] * s + im[b] * c;
                re[b] = re[a] - r, im[b] = im[a] - m;
                re[a] += r, im[a] += m;
            }
        }
}

struct spectrum {
    double power[SIDE][SIDE]; /* [cycles along y][cycles along x], modulo SIDE */
};

/* Adds the spectrum of a windowed square of SIDE x SIDE samples. */
static void add_spectrum(struct spectrum *out, const struct noise_fractal *fractal, uint64_t x0,
                         uint64_t y0, uint64_t step)
{
    static double re[SIDE * SIDE], im[SIDE * SIDE], window[SIDE];
    for (int i = 0; i < SIDE; i++) window[i] = 1 - cos(TURN * i / SIDE);
    for (uint64_t j = 0; j < SIDE; j++)
        for (uint64_t i = 0; i < SIDE; i++) {
            const double z = noise_point(fractal, x0 + i * step, y0 + j * step);
            re[j * SIDE + i] = window[i] * window[j] * z;
            im[j * SIDE + i] = 0;
        }
    for (size_t j = 0; j < SIDE; j++) transform(re + j * SIDE, im + j * SIDE, SIDE, 1);
    for (size_t i = 0; i < SIDE; i++) transform(re + i, im + i, SIDE, SIDE);
    for (size_t j = 0; j < SIDE; j++)
        for (size_t i = 0; i < SIDE; i++) {
            const size_t at = j * SIDE + i;
            out->power[j][i] += re[at] * re[at] + im[at] * im[at];
        }
}

/* Compares the frequencies from low to high cycles: the mean power of SECTORS directions, and the
 * strongest single frequency with the mean of its ring. */
static void compare_directions(const struct spectrum *s, double low, double high,
                               double most_of_directions, double most_of_one)
{
    enum { SECTORS = 12, RINGS = SIDE / 2 };
    double sector[SECTORS] = {0}, ring[RINGS] = {0};
    int in_sector[SECTORS] = {0}, in_ring[RINGS] = {0};
    for (int pass = 0; pass < 2; pass++)
        for (int j = -SIDE / 2; j < SIDE / 2; j++)
            for (int i = 0; i < SIDE / 2; i++) {
                const double f = hypot(i, j);
                if (f < low || f >= high) continue;
                const double power = s->power[(j + SIDE) % SIDE][i];
                /* Sectors of half a turn around each direction; 0 is along y, the middle on x. */
                const double angle = atan2(j, i) / TURN + 0.25;
                const int k = (int)(angle * 2 * SECTORS + 0.5) % SECTORS, r = (int)f;
                if (pass == 0) {
                    sector[k] += power * f * f; /* about equal over the band */
                    ring[r] += power;
                    in_sector[k]++;
                    in_ring[r]++;
                } else if (!(power * in_ring[r] < most_of_one * ring[r])) {
                    fail_msg("frequency %d %d has %g times the power of its ring", i, j,
                             power * in_ring[r] / ring[r]);
                }
            }
    double least = INFINITY, most = 0;
    for (int k = 0; k < SECTORS; k++) {
        least = fmin(least, sector[k] / in_sector[k]);
        most = fmax(most, sector[k] / in_sector[k]);
    }
    if (!(most < most_of_directions * least))
        fail_msg("%g to %g cycles: the strongest direction has %g times the weakest's power", low,
                 high, most / least);
}

static void measure_spectrum(struct spectrum *out, uint32_t octaves, uint64_t step, int patches)
{
    memset(out, 0, sizeof *out);
    for (int p = 0; p < patches; p++) {
        const float orig[2] = {(float)p, 3};
        struct noise_fractal fractal;
        noise_prepare(&fractal, &NOISE_PLAIN(octaves), orig, false, octaves);
        add_spectrum(out, &fractal, (uint64_t)p << 50, 0, step);
    }
}

/* 7 octaves as a map with a texel per terrain unit has them: no direction and no line in any band,
 * up to the finest the texels can carry. */
static void spectrum_has_no_direction(void **state)
{
    (void)state;
    static struct spectrum s;
    measure_spectrum(&s, 7, UINT64_C(1) << 32, 32);
    for (double low = 4; low < 64; low *= 2) compare_directions(&s, low, 2 * low, 1.5, 3.0);
}

/* A single octave with 16 cells across: its own band, 8 to 16 cycles; over many squares the ratio
 * tends to 1.29, a property of gradient noise on a square lattice. (Above the band, where there is
 * a twentieth of the power, gradient noise is twice as strong along its axes as between them.) */
static void one_octave_has_no_lines(void **state)
{
    (void)state;
    static struct spectrum s;
    measure_spectrum(&s, 1, UINT64_C(1) << 36, 128);
    compare_directions(&s, 8, 16, 1.5, 3.0);
}

/* Gradient noise is zero on its lattice, the sum of octaves is not: folded over the cell of any
 * octave the mean is zero and the variance nearly even. */
static void no_place_in_a_cell_stands_out(void **state)
{
    (void)state;
    enum { PLACES = 16, POINTS = 20000 };
    const float orig[2] = {7, 8};
    struct noise_fractal fractal;
    noise_prepare(&fractal, &NOISE_PLAIN(11), orig, false, 8);
    uint64_t seed = 3;
    for (uint32_t k = 0; k < 4; k++) {
        double variance[PLACES], all = 0;
        for (uint64_t place = 0; place < PLACES; place++) {
            double sum = 0, squares = 0;
            for (int n = 0; n < POINTS; n++) {
                const uint64_t cell = (uint64_t)harness_random(&seed) << (39 - k);
                const uint64_t x = cell + (place << (35 - k)) - fractal.octaves[k].shift_x;
                const uint64_t high = harness_random(&seed);
                const double z = noise_point(&fractal, x, high << 32 | harness_random(&seed));
                sum += z;
                squares += z * z;
            }
            assert_true(fabs(sum / POINTS) < 5 / sqrt(POINTS));
            variance[place] = squares / POINTS;
            all += variance[place] / PLACES;
        }
        for (int place = 0; place < PLACES; place++)
            if (!(variance[place] > 0.7 * all && variance[place] < 1.3 * all))
                fail_msg("octave %u, place %d/16: variance %g of %g", k, place, variance[place],
                         all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_uniform_in_angle),
        cmocka_unit_test(gradients_do_not_correlate),
        cmocka_unit_test(spectrum_has_no_direction),
        cmocka_unit_test(one_octave_has_no_lines),
        cmocka_unit_test(no_place_in_a_cell_stands_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
