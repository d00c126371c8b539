/*
 * ter/: a smoothed terrain holds the means that a second, plain summation in double gives, for
 * whole elevations and for float samples.
 */
#include "tests/harness.h"

#include <math.h>

#include "ter/ter.h"

#define COLUMNS 23
#define ROWS 17
#define POINTS (COLUMNS * ROWS)

/* Sample (x, y), continued outside by 2 a - b along x, then along y. */
static double in_row(const double *samples, int y, int x)
{
    const double *row = samples + y * COLUMNS;
    if (x < 0) return 2 * row[0] - row[-x];
    if (x >= COLUMNS) return 2 * row[COLUMNS - 1] - row[2 * (COLUMNS - 1) - x];
    return row[x];
}

static double anywhere(const double *samples, int y, int x)
{
    if (y < 0) return 2 * in_row(samples, 0, x) - in_row(samples, -y, x);
    if (y >= ROWS) return 2 * in_row(samples, ROWS - 1, x) - in_row(samples, 2 * (ROWS - 1) - y, x);
    return in_row(samples, y, x);
}

static double plain_mean(const double *samples, int y, int x, double size_tu)
{
    const double parts = floor((size_tu - 1) / 2 * 4096 + 0.5);
    const int whole = (int)(parts / 4096);
    const double part = parts / 4096 - whole;
    double sum = 0;
    for (int j = -whole - 1; j <= whole + 1; j++)
        for (int i = -whole - 1; i <= whole + 1; i++)
            sum += (abs(i) > whole ? part : 1) * (abs(j) > whole ? part : 1) *
                   anywhere(samples, y + j, x + i);
    const double side = 2 * (whole + part) + 1;
    return sum / (side * side);
}

static void expect_means(struct ter_field *field, const double *samples, double tolerance)
{
    static const double sizes[] = {1.001, 1.5, 2, 3, 4.75, 11, 30};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct ter_field *smooth;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(ter_smooth(&smooth, field, sizes[k], NULL, &err), &err);
        for (int y = 0; y < ROWS; y++)
            for (int x = 0; x < COLUMNS; x++) {
                const double mean = plain_mean(samples, y, x, sizes[k]);
                const double found = (double)smooth->samples[y * COLUMNS + x];
                if (!(fabs(found - mean) <= tolerance + fabs(mean) * 0x1p-23))
                    fail_msg("size %g, (%d, %d): %.9g, expected %.9g", sizes[k], x, y, found, mean);
            }
        ter_free(smooth);
    }
}

/* The mean curvature of the quadratic that fits a square best, by weighted least squares over all of
 * its points: a system of six, solved by Gauss and Jordan. */
static double plain_curvature(const double *samples, int y, int x, double size_tu,
                              const double scal_m[3])
{
    const double parts = floor((size_tu - 1) / 2 * 8 + 0.5);
    const int whole = (int)(parts / 8);
    const double part = parts / 8 - whole;
    double a[6][7] = {{0}};
    for (int j = -whole - 1; j <= whole + 1; j++)
        for (int i = -whole - 1; i <= whole + 1; i++) {
            const double weight = (abs(i) > whole ? part : 1) * (abs(j) > whole ? part : 1);
            const double u = i * scal_m[0], v = j * scal_m[1];
            const double row[7] = {
                1, u, v, u * u / 2, u * v, v * v / 2, scal_m[2] * anywhere(samples, y + j, x + i)};
            for (int m = 0; m < 6; m++)
                for (int n = 0; n < 7; n++) a[m][n] += weight * row[m] * row[n];
        }
    for (int m = 0; m < 6; m++)
        for (int n = 0; n < 6; n++) {
            const double times = n == m ? 0 : a[n][m] / a[m][m];
            for (int c = 0; c < 7; c++) a[n][c] -= times * a[m][c];
        }
    double k[6];
    for (int m = 0; m < 6; m++) k[m] = a[m][6] / a[m][m];
    const double p = k[1], q = k[2];
    return -((1 + q * q) * k[3] - 2 * p * q * k[4] + (1 + p * p) * k[5]) /
           (2 * pow(1 + p * p + q * q, 1.5));
}

static void expect_curvatures(struct ter_field *field, const double *samples, double tolerance)
{
    static const double sizes[] = {3, 3.25, 4, 5, 8.75, 14, 30};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct ter_field *bent;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(ter_curvature(&bent, field, sizes[k], NULL, &err), &err);
        assert_true(bent->base_tu == 0 && bent->step_tu == 1 && !bent->has_missing);
        for (int y = 0; y < ROWS; y++)
            for (int x = 0; x < COLUMNS; x++) {
                const double wanted = plain_curvature(samples, y, x, sizes[k], field->scal_m);
                const double found = (double)bent->samples[y * COLUMNS + x];
                if (!(fabs(found - wanted) <= tolerance + fabs(wanted) * 0x1p-22))
                    fail_msg("size %g, (%d, %d): %.9g, expected %.9g", sizes[k], x, y, found,
                             wanted);
            }
        ter_free(bent);
    }
}

static struct ter_field field_of(int16_t *elevations, float *samples)
{
    return (struct ter_field){.points_x = COLUMNS,
                              .points_y = ROWS,
                              .step_tu = 1,
                              .scal_m = {1, 1, 1},
                              .elevations = elevations,
                              .samples = samples};
}

static void elevations_give_their_means(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    static double exact[POINTS];
    uint64_t random = 1;
    for (int i = 0; i < POINTS; i++) {
        elevations[i] = (int16_t)((int)(harness_random(&random) >> 16) - 32768);
        exact[i] = elevations[i];
    }
    struct ter_field field = field_of(elevations, NULL);
    expect_means(&field, exact, 1e-9);
}

static void samples_give_their_means(void **state)
{
    (void)state;
    static const double ranges[][2] = {{-1, 1},       {0, 8848},      {4000, 4000.5},
                                       {-3e38, 3e38}, {1e-38, 2e-38}, {7, 7}};
    static float samples[POINTS];
    static double exact[POINTS];
    uint64_t random = 2;
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        for (int i = 0; i < POINTS; i++) {
            samples[i] = (float)harness_uniform(&random, ranges[k][0], ranges[k][1]);
            exact[i] = (double)samples[i];
        }
        struct ter_field field = field_of(NULL, samples);
        /* Whole numbers of 27 bits; continuing at a corner multiplies an error by 9 at most. */
        if (k != 3) expect_means(&field, exact, (ranges[k][1] - ranges[k][0]) * 9 * 0x1p-27);
        struct ter_field *smooth;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(ter_smooth(&smooth, &field, 5, NULL, &err), &err);
        ter_free(smooth);
    }
}

/* The same ground as whole numbers and as floats: equal to a float's precision. */
static void whole_samples_smooth_as_elevations(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    static float samples[POINTS];
    uint64_t random = 3;
    for (int i = 0; i < POINTS; i++) {
        elevations[i] = (int16_t)(harness_random(&random) % 1000);
        samples[i] = elevations[i];
    }
    struct ter_field a = field_of(elevations, NULL), b = field_of(NULL, samples);
    struct ter_field *smooth_a, *smooth_b;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_smooth(&smooth_a, &a, 4.3, NULL, &err), &err);
    assert_ok(ter_smooth(&smooth_b, &b, 4.3, NULL, &err), &err);
    for (int i = 0; i < POINTS; i++)
        assert_true(fabsf(smooth_a->samples[i] - smooth_b->samples[i]) <= 1e-4f);
    ter_free(smooth_a);
    ter_free(smooth_b);
}

/* A point without data has the height of the nearest in its row, a row that of the nearest row. */
static void nearest_heights_stand_for_missing_ones(void **state)
{
    (void)state;
    static float samples[POINTS], by_hand[POINTS];
    uint64_t random = 4;
    for (int i = 0; i < POINTS; i++)
        samples[i] = by_hand[i] = (float)harness_uniform(&random, 0, 100);
    struct ter_field holed = field_of(NULL, samples), complete = field_of(NULL, by_hand);
    const size_t columns = holed.points_x, rows = holed.points_y;
    holed.has_missing = true;
    const size_t lacks[] = {0, 1, 4, 5, 6, columns - 1}, from[] = {2, 2, 3, 3, 7, columns - 2};
    for (size_t k = 0; k < 6; k++) {
        samples[columns + lacks[k]] = NAN;
        by_hand[columns + lacks[k]] = by_hand[columns + from[k]];
    }
    for (size_t i = 0; i < columns; i++) {
        samples[4 * columns + i] = samples[5 * columns + i] = samples[(rows - 1) * columns + i] =
            NAN;
        by_hand[4 * columns + i] = by_hand[3 * columns + i];
        by_hand[5 * columns + i] = by_hand[6 * columns + i];
        by_hand[(rows - 1) * columns + i] = by_hand[(rows - 2) * columns + i];
    }
    struct ter_field *a, *b;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_smooth(&a, &holed, 3, NULL, &err), &err);
    assert_ok(ter_smooth(&b, &complete, 3, NULL, &err), &err);
    assert_false(a->has_missing);
    assert_memory_equal(a->samples, b->samples, POINTS * sizeof(float));
    ter_free(a);
    ter_free(b);
    assert_ok(ter_curvature(&a, &holed, 5, NULL, &err), &err);
    assert_ok(ter_curvature(&b, &complete, 5, NULL, &err), &err);
    assert_memory_equal(a->samples, b->samples, POINTS * sizeof(float));
    ter_free(a);
    ter_free(b);
}

/* Of whole elevations to the extremes, and of floats far from 0. */
static void curvatures_are_those_of_the_best_quadratic(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    static float floats[POINTS];
    static double samples[POINTS], fine[POINTS];
    uint64_t random = 5;
    for (int i = 0; i < POINTS; i++) {
        elevations[i] = (int16_t)(harness_random(&random) % 65536 - 32768);
        if (i % 7 == 0) elevations[i] = i % 2 ? INT16_MAX : INT16_MIN;
        samples[i] = elevations[i];
        floats[i] = (float)harness_uniform(&random, 1000, 1900);
        fine[i] = (double)floats[i];
    }
    struct ter_field a = field_of(elevations, NULL), b = field_of(NULL, floats);
    a.scal_m[0] = 12, a.scal_m[1] = 7, a.scal_m[2] = 0.0625;
    b.scal_m[0] = 30, b.scal_m[1] = 40, b.scal_m[2] = 1;
    expect_curvatures(&a, samples, 1e-9);
    expect_curvatures(&b, fine, 1e-8);
}

/* A ball has 1 / R on its top, whatever the scale finds; a plane nothing; a hollow is below 0. */
static void balls_have_the_curvature_of_their_radius(void **state)
{
    (void)state;
    static float floats[POINTS];
    struct ter_field field = field_of(NULL, floats);
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *bent;
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < POINTS; i++) {
            const double x = i % COLUMNS - 11, y = (double)(i / COLUMNS) - 8;
            const double ball = sqrt(1e6 - x * x - y * y);
            floats[i] = (float)(kind == 0 ? ball : kind == 1 ? -ball : 3 * x - 2 * y);
        }
        assert_ok(ter_curvature(&bent, &field, 7, NULL, &err), &err);
        const double middle = (double)bent->samples[8 * COLUMNS + 11];
        assert_true(fabs(middle - (kind == 0 ? 0.001 : kind == 1 ? -0.001 : 0)) < 1e-5);
        ter_free(bent);
    }
}

static void sizes_of_curvatures_are_bounded(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    struct ter_field field = field_of(elevations, NULL);
    static const double wrong[] = {2.99, 0, -5, 30.25, 300, NAN};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct ter_field *bent;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_int_equal(ter_curvature(&bent, &field, wrong[i], NULL, &err), SCREE_BAD_ARGUMENT);
        assert_null(bent);
        assert_non_null(strstr(err.text, "give 3 to 30 on this terrain"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elevations_give_their_means),
        cmocka_unit_test(samples_give_their_means),
        cmocka_unit_test(whole_samples_smooth_as_elevations),
        cmocka_unit_test(nearest_heights_stand_for_missing_ones),
        cmocka_unit_test(curvatures_are_those_of_the_best_quadratic),
        cmocka_unit_test(balls_have_the_curvature_of_their_radius),
        cmocka_unit_test(sizes_of_curvatures_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
