/*
 * ter/: stairs of whole numbers become slopes again. Against the ground that was rounded: a plane, a
 * bowl, hills; the result is far nearer to it than the stairs, and no point leaves the interval of its
 * number. A smoothing without that bound once would have drowned every beach. Lakes stay flat: they
 * once became hilly ground, on which nothing found water.
 */
#include <math.h>

#include "ter/ter.h"
#include "tests/harness.h"

#define SIDE 129
#define POINTS (SIDE * SIDE)

typedef double ground(double x, double y);

static double plane(double x, double y)
{
    return 9 * x + 3 * y - 4;
}

static double dome(double x, double y)
{
    return 20 - 40 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5));
}

static double hills(double x, double y)
{
    return 12 * sin(5 * x) * cos(4 * y) + 3 * sin(9 * x + 5 * y);
}

struct scene {
    double truth[POINTS];
    int16_t elevations[POINTS];
    struct ter_field field;
};

static void make(struct scene *s, ground *height)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const double h = height(x / (SIDE - 1.0), y / (SIDE - 1.0));
            s->truth[y * SIDE + x] = h;
            s->elevations[y * SIDE + x] = (int16_t)rint(h);
        }
    s->field = (struct ter_field){.points_x = SIDE,
                                  .points_y = SIDE,
                                  .scal_m = {2, 2, 2},
                                  .base_tu = 7,
                                  .step_tu = 0.25,
                                  .elevations = s->elevations};
}

/* Root of the mean square, in steps. */
static double error_of(const struct scene *s, const float *samples)
{
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
        const double found = samples != NULL ? (double)samples[i] : (double)s->elevations[i];
        sum += (found - s->truth[i]) * (found - s->truth[i]);
    }
    return sqrt(sum / POINTS);
}

static void stairs_become_slopes(void **state)
{
    (void)state;
    static const struct {
        ground *height;
        double better; /* by this factor at least */
    } cases[] = {{plane, 10}, {dome, 5}, {hills, 3}};
    struct scene *s = malloc(sizeof *s);
    assert_non_null(s);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        make(s, cases[c].height);
        struct ter_field *made;
        double step_tu;
        assert_int_equal(ter_dequantise(&made, &step_tu, &s->field, NULL, NULL, NULL), SCREE_OK);
        assert_true(step_tu == 0.25);
        assert_true(made->base_tu == 7 && made->scal_m[2] == 2 && made->elevations == NULL);
        const double before = error_of(s, NULL), after = error_of(s, made->samples);
        if (!(after * cases[c].better < before)) fail_msg("case %zu: %g -> %g", c, before, after);
        for (int i = 0; i < POINTS; i++) {
            assert_true(fabs((double)made->samples[i] - s->elevations[i]) <= 0.4991);
            assert_int_equal(lrintf(made->samples[i]), s->elevations[i]);
        }
        ter_free(made);
    }
    free(s);
}

/* Numbers that are multiples of something else have that as their step: 8 bits widened to 16. */
static void the_step_is_found(void **state)
{
    (void)state;
    struct scene *s = malloc(sizeof *s);
    assert_non_null(s);
    make(s, plane);
    for (int i = 0; i < POINTS; i++) s->elevations[i] = (int16_t)(s->elevations[i] * 257);
    struct ter_field *made;
    double step_tu;
    assert_int_equal(ter_dequantise(&made, &step_tu, &s->field, NULL, NULL, NULL), SCREE_OK);
    assert_true(step_tu == 257 * 0.25);
    double worst = 0;
    for (int i = 0; i < POINTS; i++)
        worst = fmax(worst, fabs((double)made->samples[i] - 257 * s->truth[i]));
    assert_true(worst < 257 * 0.35);
    ter_free(made);
    free(s);
}

/* Flat ground and ground of many heights come back as they are. */
static void what_has_no_stairs_stays(void **state)
{
    (void)state;
    struct scene *s = malloc(sizeof *s);
    assert_non_null(s);
    make(s, plane);
    for (int i = 0; i < POINTS; i++) s->elevations[i] = 5;
    struct ter_field *made;
    double step_tu = 1;
    assert_int_equal(ter_dequantise(&made, &step_tu, &s->field, NULL, NULL, NULL), SCREE_OK);
    assert_true(step_tu == 0);
    for (int i = 0; i < POINTS; i++) assert_true(made->samples[i] == 5.0f);
    ter_free(made);
    for (int i = 0; i < POINTS; i++) s->elevations[i] = (int16_t)(i * 3 % 30011);
    assert_int_equal(ter_dequantise(&made, &step_tu, &s->field, NULL, NULL, NULL), SCREE_OK);
    assert_true(step_tu == 0);
    for (int i = 0; i < POINTS; i++) assert_true(made->samples[i] == (float)s->elevations[i]);
    ter_free(made);
    /* The smallest field there is. */
    s->field.points_x = s->field.points_y = 2;
    s->elevations[0] = 1;
    assert_int_equal(ter_dequantise(&made, &step_tu, &s->field, NULL, NULL, NULL), SCREE_OK);
    ter_free(made);
    free(s);
}

static int stop_at(void *left, const char *step, double done)
{
    (void)step;
    (void)done;
    return (*(int *)left)-- == 0;
}

/* Whoever waits may end it, before and between the passes. */
static void it_ends_when_asked(void **state)
{
    (void)state;
    struct scene *s = malloc(sizeof *s);
    assert_non_null(s);
    make(s, hills);
    for (int after = 0; after < 8; after++) {
        int left = after;
        struct scree_job job = {.context = &left, .progress = stop_at};
        struct ter_field *made;
        double step_tu;
        assert_int_equal(ter_dequantise(&made, &step_tu, &s->field, NULL, &job, NULL),
                         SCREE_CANCELLED);
        assert_null(made);
    }
    free(s);
}

static double lake(double x, double y)
{
    const double r = sqrt((x - 0.45) * (x - 0.45) + (y - 0.55) * (y - 0.55));
    return r < 0.2 ? 3 : 3 + 60 * (r - 0.2) + 3 * sin(9 * x + 5 * y) * (r - 0.2);
}

static double mesa(double x, double y)
{
    const double top = 30 - 90 * fabs(x - 0.5) - 20 * fabs(y - 0.5);
    return top > 14 ? 14 : top;
}

static void flat_ground_stays_flat(void **state)
{
    (void)state;
    ground *const cases[] = {lake, mesa};
    const int levels[] = {3, 14};
    struct scene *s = malloc(sizeof *s);
    assert_non_null(s);
    for (size_t c = 0; c < 2; c++) {
        make(s, cases[c]);
        struct ter_field *made;
        double step_tu;
        assert_int_equal(ter_dequantise(&made, &step_tu, &s->field, NULL, NULL, NULL), SCREE_OK);
        size_t flat = 0;
        double lowest = INFINITY, highest = -INFINITY;
        for (int i = 0; i < POINTS; i++) {
            const double sample = (double)made->samples[i];
            lowest = fmin(lowest, sample);
            highest = fmax(highest, sample);
            if (s->elevations[i] != levels[c]) continue;
            assert_true(sample == levels[c]);
            flat++;
        }
        assert_true(flat > 500 && error_of(s, made->samples) * 2 < error_of(s, NULL));
        /* Nothing passes the lowest and the highest number there is. */
        double range[2] = {INFINITY, -INFINITY};
        for (int i = 0; i < POINTS; i++) {
            range[0] = fmin(range[0], s->elevations[i]);
            range[1] = fmax(range[1], s->elevations[i]);
        }
        assert_true(lowest >= range[0] && highest <= range[1]);
        ter_free(made);
    }
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stairs_become_slopes),     cmocka_unit_test(flat_ground_stays_flat),
        cmocka_unit_test(the_step_is_found),        cmocka_unit_test(it_ends_when_asked),
        cmocka_unit_test(what_has_no_stairs_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
