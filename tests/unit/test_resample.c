/*
 * ter/: a terrain of another size holds what a second, plain computation in double gives: points of
 * the Catmull-Rom surface where it grows, means of that surface where it shrinks.
 */
#include "tests/harness.h"

#include <math.h>

#include "ter/ter.h"

#define COLUMNS 23
#define ROWS 17
#define POINTS (COLUMNS * ROWS)

struct plain {
    const double *samples;
    int columns, rows;
};

/* Sample (x, y), continued outside by 2 a - b along x, then along y. */
static double in_row(const struct plain *p, int y, int x)
{
    const double *row = p->samples + y * p->columns;
    const int last = p->columns - 1;
    if (x < 0) return 2 * row[0] - row[-x];
    if (x > last) return 2 * row[last] - row[2 * last - x];
    return row[x];
}

static double anywhere(const struct plain *p, int y, int x)
{
    const int last = p->rows - 1;
    if (y < 0) return 2 * in_row(p, 0, x) - in_row(p, -y, x);
    if (y > last) return 2 * in_row(p, last, x) - in_row(p, 2 * last - y, x);
    return in_row(p, y, x);
}

/* The textbook's form of the spline. */
static double spline(const double v[4], double t)
{
    return 0.5 * (2 * v[1] + (v[2] - v[0]) * t + (2 * v[0] - 5 * v[1] + 4 * v[2] - v[3]) * t * t +
                  (3 * v[1] - v[0] - 3 * v[2] + v[3]) * t * t * t);
}

static double surface(const struct plain *p, double y, double x)
{
    const int j = (int)floor(y), i = (int)floor(x);
    double across[4], column[4];
    for (int b = 0; b < 4; b++) {
        for (int a = 0; a < 4; a++) across[a] = anywhere(p, j - 1 + b, i - 1 + a);
        column[b] = spline(across, x - i);
    }
    return spline(column, y - j);
}

/* Simpson's rule is exact for a cubic; pieces end where the next cell begins. */
static double integral_x(const struct plain *p, double y, double from, double to)
{
    double sum = 0;
    while (from < to - 1e-12) {
        const double end = fmin(to, floor(from + 1e-12) + 1);
        const double inside = (end - from) * 1e-13; /* not yet the next cell */
        sum += (end - from) / 6 *
               (surface(p, y, from + inside) + 4 * surface(p, y, (from + end) / 2) +
                surface(p, y, end - inside));
        from = end;
    }
    return sum;
}

static double integral(const struct plain *p, const double y[2], const double x[2])
{
    double sum = 0, from = y[0];
    while (from < y[1] - 1e-12) {
        const double end = fmin(y[1], floor(from + 1e-12) + 1);
        const double inside = (end - from) * 1e-13;
        sum += (end - from) / 6 *
               (integral_x(p, from + inside, x[0], x[1]) +
                4 * integral_x(p, (from + end) / 2, x[0], x[1]) +
                integral_x(p, end - inside, x[0], x[1]));
        from = end;
    }
    return sum;
}

/* What point (i, j) of width x height should be; shrinks or grows along both axes alike. */
static double expected(const struct plain *p, int width, int height, int j, int i)
{
    const double step_x = (p->columns - 1.0) / (width - 1);
    const double step_y = (p->rows - 1.0) / (height - 1);
    const double at_x = i * step_x, at_y = j * step_y;
    if (width > p->columns) return surface(p, fmin(at_y, p->rows - 1), fmin(at_x, p->columns - 1));
    const double x[2] = {at_x - step_x / 2, at_x + step_x / 2};
    const double y[2] = {at_y - step_y / 2, at_y + step_y / 2};
    return integral(p, y, x) / (step_x * step_y);
}

static struct ter_field field_of(int columns, int rows, int16_t *elevations, float *samples)
{
    return (struct ter_field){.points_x = (uint32_t)columns,
                              .points_y = (uint32_t)rows,
                              .base_tu = 7,
                              .step_tu = 0.25,
                              .scal_m = {10, 20, 10},
                              .elevations = elevations,
                              .samples = samples};
}

static struct ter_field *resampled(const struct ter_field *field, int width, int height)
{
    struct ter_field *out;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_resample(&out, field, (uint32_t)width, (uint32_t)height, NULL, &err), &err);
    assert_int_equal(out->points_x, width);
    assert_int_equal(out->points_y, height);
    return out;
}

static void fill_random(double *exact, int16_t *elevations, float *samples, uint64_t seed)
{
    for (int i = 0; i < POINTS; i++) {
        elevations[i] = (int16_t)(harness_random(&seed) & 0xffff);
        samples[i] = (float)elevations[i];
        exact[i] = elevations[i];
    }
}

static void sizes_give_values_and_means(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    static float samples[POINTS];
    static double exact[POINTS];
    static const int sizes[][2] = {{22, 16}, {20, 9},  {12, 9},  {7, 7},   {3, 4},
                                   {2, 2},   {24, 18}, {45, 33}, {64, 64}, {221, 30}};
    fill_random(exact, elevations, samples, 3);
    const struct plain plain = {exact, COLUMNS, ROWS};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const struct ter_field whole = field_of(COLUMNS, ROWS, elevations, NULL);
        const struct ter_field floats = field_of(COLUMNS, ROWS, NULL, samples);
        struct ter_field *out = resampled(&whole, sizes[k][0], sizes[k][1]);
        struct ter_field *same = resampled(&floats, sizes[k][0], sizes[k][1]);
        const size_t points = (size_t)sizes[k][0] * (size_t)sizes[k][1];
        assert_memory_equal(out->samples, same->samples, points * sizeof *out->samples);
        for (int j = 0; j < sizes[k][1]; j++)
            for (int i = 0; i < sizes[k][0]; i++) {
                const double want = expected(&plain, sizes[k][0], sizes[k][1], j, i);
                const double found = (double)out->samples[j * sizes[k][0] + i];
                if (!(fabs(found - want) <= 1e-5 + fabs(want) * 0x1p-23))
                    fail_msg("%d x %d, (%d, %d): %.9g, expected %.9g", sizes[k][0], sizes[k][1], i,
                             j, found, want);
            }
        ter_free(out);
        ter_free(same);
    }
}

/* One axis grows and the other shrinks: first the one, then the other, but for a rounding. */
static void axes_are_independent(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    static float samples[POINTS];
    static double exact[POINTS];
    fill_random(exact, elevations, samples, 4);
    const struct ter_field field = field_of(COLUMNS, ROWS, elevations, NULL);
    struct ter_field *both = resampled(&field, 41, 6);
    struct ter_field *first = resampled(&field, 41, ROWS);
    struct ter_field *then = resampled(first, 41, 6);
    for (int i = 0; i < 41 * 6; i++)
        assert_true(fabsf(both->samples[i] - then->samples[i]) <= 0.02f);
    ter_free(both);
    ter_free(first);
    ter_free(then);
}

/* A plane is the same plane at every size, to its edges. */
static void planes_stay_planes(void **state)
{
    (void)state;
    static float samples[POINTS];
    static const int sizes[] = {2, 3, 5, 9, 16, 18, 33, 100};
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) samples[y * COLUMNS + x] = (float)(3 * x - 5 * y + 40);
    const struct ter_field field = field_of(COLUMNS, ROWS, NULL, samples);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const int size = sizes[k];
        struct ter_field *out = resampled(&field, size, size);
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++) {
                const double x = i * (COLUMNS - 1.0) / (size - 1);
                const double y = j * (ROWS - 1.0) / (size - 1);
                const double found = (double)out->samples[j * size + i];
                if (!(fabs(found - (3 * x - 5 * y + 40)) <= 1e-5))
                    fail_msg("size %d, (%d, %d): %.9g, expected %.9g", size, i, j, found,
                             3 * x - 5 * y + 40);
            }
        ter_free(out);
    }
}

/* Two tiles that share an edge still share it. */
static void edges_depend_on_themselves(void **state)
{
    (void)state;
    static int16_t elevations[POINTS], other[POINTS];
    static float samples[POINTS];
    static double exact[POINTS];
    static const int sizes[] = {5, 40};
    fill_random(exact, other, samples, 5);
    fill_random(exact, elevations, samples, 6);
    for (int y = 0; y < ROWS; y++) other[y * COLUMNS] = elevations[y * COLUMNS + COLUMNS - 1];
    const struct ter_field west = field_of(COLUMNS, ROWS, elevations, NULL);
    const struct ter_field east = field_of(COLUMNS, ROWS, other, NULL);
    for (int k = 0; k < 2; k++) {
        const int size = sizes[k];
        struct ter_field *a = resampled(&west, size, size), *b = resampled(&east, size, size);
        for (int y = 0; y < size; y++)
            assert_true(a->samples[y * size + size - 1] == b->samples[y * size]);
        ter_free(a);
        ter_free(b);
    }
}

/* Extent and altitudes stay; the same size is the same field. */
static void scale_follows(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    static float samples[POINTS];
    static double exact[POINTS];
    fill_random(exact, elevations, samples, 7);
    const struct ter_field field = field_of(COLUMNS, ROWS, elevations, NULL);
    struct ter_field *out = resampled(&field, 12, 33);
    assert_true(fabs(out->scal_m[0] - 20) < 1e-12 && fabs(out->scal_m[1] - 10) < 1e-12);
    const double corner_m = (7 + 0.25 * elevations[0]) * 10;
    const double found_m = (out->base_tu + out->step_tu * (double)out->samples[0]) * out->scal_m[2];
    assert_true(fabs(found_m - corner_m) < 1e-6 * fabs(corner_m));
    ter_free(out);

    out = resampled(&field, COLUMNS, ROWS);
    assert_non_null(out->elevations);
    assert_memory_equal(out->elevations, elevations, sizeof elevations);
    assert_true(out->scal_m[0] == 10 && out->base_tu == 7 && out->step_tu == 0.25);
    ter_free(out);
}

/* The smallest terrains there are. */
static void two_points_become_many(void **state)
{
    (void)state;
    int16_t elevations[4] = {0, 100, 200, 300};
    const struct ter_field field = field_of(2, 2, elevations, NULL);
    struct ter_field *out = resampled(&field, 5, 3);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 5; i++)
            assert_true(out->samples[j * 5 + i] == (float)(25 * i + 100 * j));
    ter_free(out);
}

static void crop_takes_its_points(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    static float samples[POINTS];
    static double exact[POINTS];
    fill_random(exact, elevations, samples, 8);
    for (int k = 0; k < 2; k++) {
        const struct ter_field field =
            field_of(COLUMNS, ROWS, k == 0 ? elevations : NULL, k == 0 ? NULL : samples);
        struct ter_field *out;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(ter_crop(&out, &field, 3, 5, 19, 12, &err), &err);
        for (int y = 0; y < 12; y++)
            for (int x = 0; x < 19; x++) {
                const double found =
                    k == 0 ? out->elevations[y * 19 + x] : (double)out->samples[y * 19 + x];
                assert_true(found == exact[(y + 5) * COLUMNS + x + 3]);
            }
        assert_true(out->scal_m[1] == 20 && out->base_tu == 7);
        ter_free(out);
    }
}

static void impossible_sizes_are_refused(void **state)
{
    (void)state;
    static int16_t elevations[POINTS];
    const struct ter_field field = field_of(COLUMNS, ROWS, elevations, NULL);
    static const uint32_t parts[][4] = {{0, 0, 1, 5},          {0, 0, 24, 5},
                                        {20, 0, 4, 5},         {0, 13, 4, 5},
                                        {UINT32_MAX, 0, 2, 2}, {0, UINT32_MAX, 2, 2}};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct ter_field *out;
        assert_int_equal(
            ter_crop(&out, &field, parts[k][0], parts[k][1], parts[k][2], parts[k][3], NULL),
            SCREE_BAD_ARGUMENT);
        assert_null(out);
    }
    struct ter_field *out;
    assert_int_equal(ter_resample(&out, &field, 1, 5, NULL, NULL), SCREE_BAD_ARGUMENT);
    assert_int_equal(ter_resample(&out, &field, 5, TER_MAX_RESAMPLE + 1, NULL, NULL),
                     SCREE_BAD_ARGUMENT);
    assert_null(out);
}

/* Places on the terrain whichever way they are; a unit beyond the edge it is its own reflection. */
static void points_are_laid_over_squares(void **state)
{
    (void)state;
    enum { SIDE = 9 };
    static int16_t elevations[SIDE * SIDE];
    static double exact[SIDE * SIDE];
    static const uint32_t sizes[][2] = {{9, 8}, {5, 8}, {3, 8}, {10, 9}, {2, 9}, {37, 9}, {8, 5}};
    uint64_t seed = 11;
    for (int i = 0; i < SIDE * SIDE; i++)
        exact[i] = elevations[i] = (int16_t)(harness_random(&seed) & 0xffff);
    const struct plain plain = {exact, SIDE, SIDE};
    struct ter_field field = field_of(SIDE, SIDE, elevations, NULL);
    field.scal_m[1] = 10;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const uint32_t points = sizes[k][0], squares = sizes[k][1];
        const double step = squares / (points - 1.0);
        struct ter_field *out;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(ter_lay(&out, &field, points, squares, &err), &err);
        assert_int_equal(out->points_x, points);
        assert_int_equal(out->points_y, points);
        assert_true(fabs(out->scal_m[0] - 10 * step) < 1e-9 &&
                    fabs(out->scal_m[2] - 10 * step) < 1e-9);
        assert_true(fabs(ter_altitude_m(out, 0) - 70) < 1e-9);
        for (uint32_t i = 0; i < points * points; i++) {
            const double y = i / points * step, x = i % points * step;
            if (x <= SIDE - 1 && y <= SIDE - 1)
                assert_true(fabs((double)out->samples[i] - surface(&plain, y, x)) < 0.05);
        }
        if (squares == SIDE && points == SIDE + 1)
            assert_true((double)out->samples[SIDE] == 2 * exact[SIDE - 1] - exact[SIDE - 2]);
        ter_free(out);
    }
    struct ter_field *out;
    assert_int_equal(ter_lay(&out, &field, 5, SIDE + 1, NULL), SCREE_BAD_ARGUMENT);
    assert_int_equal(ter_lay(&out, &field, 1, SIDE, NULL), SCREE_BAD_ARGUMENT);
    field.points_y = SIDE - 1;
    assert_int_equal(ter_lay(&out, &field, 5, SIDE, NULL), SCREE_BAD_ARGUMENT);
    assert_null(out);
}

static int stop_at(void *left, const char *step, double done)
{
    (void)step;
    (void)done;
    return (*(int *)left)-- == 0;
}

/* Measuring asks after so many points, not rows: of half a million columns it asked once in 512 rows. */
static void measuring_wide_terrain_ends(void **state)
{
    (void)state;
    enum { WIDE = 1 << 19, HIGH = 40 };
    float *heights = calloc((size_t)WIDE * HIGH, sizeof *heights);
    assert_non_null(heights);
    const struct ter_field field = {
        .points_x = WIDE, .points_y = HIGH, .scal_m = {1, 1, 1}, .step_tu = 1, .samples = heights};
    struct ter_ranges ranges;
    for (int after = 0; after < 2; after++) {
        int left = after;
        struct scree_job job = {.context = &left, .progress = stop_at};
        assert_int_equal(ter_measure(&ranges, &field, 1, &job, NULL), SCREE_CANCELLED);
    }
    free(heights);
}

/* Whoever waits may end it: it asks every 64 rows. */
static void it_ends_when_asked(void **state)
{
    (void)state;
    static float heights[25];
    const struct ter_field field = {
        .points_x = 5, .points_y = 5, .scal_m = {1, 1, 1}, .step_tu = 1, .samples = heights};
    struct ter_field *out;
    for (int after = 0; after < 4; after++) {
        int left = after;
        struct scree_job job = {.context = &left, .progress = stop_at};
        assert_int_equal(ter_resample(&out, &field, 9, 200, &job, NULL), SCREE_CANCELLED);
        assert_null(out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_give_values_and_means),
        cmocka_unit_test(axes_are_independent),
        cmocka_unit_test(planes_stay_planes),
        cmocka_unit_test(edges_depend_on_themselves),
        cmocka_unit_test(scale_follows),
        cmocka_unit_test(two_points_become_many),
        cmocka_unit_test(crop_takes_its_points),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(it_ends_when_asked),
        cmocka_unit_test(measuring_wide_terrain_ends),
        cmocka_unit_test(points_are_laid_over_squares),
    };
    return cmocka_run_group_tests_name("resample", tests, NULL, NULL);
}
