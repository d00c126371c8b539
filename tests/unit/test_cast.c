/*
 * Rays over the terrain against walking along them in small steps: nothing is passed through,
 * nothing is met that is not there, horizons are those of the surface, and points have the bits of
 * rows.
 */
#include "tests/fixture.h"

#include <math.h>

/* The altitude above base by the row form, at a place in double. */
static double rise_at(const struct ter_field *field, double x, double y)
{
    const uint64_t at_x = (uint64_t)(x * 4294967296.0), at_y = (uint64_t)(y * 4294967296.0);
    float scratch[64], rise, slope_x, slope_y;
    assert_true(ter_scratch_floats(0) <= 64);
    ter_sample_row(field, &at_x, 1, at_y, scratch, &(struct ter_ground){&rise, &slope_x, &slope_y});
    return (double)rise;
}

/* The height of a point; beyond an edge the terrain goes on as its image in the edge's points. */
static double point_at(const struct ter_field *field, int x, int y)
{
    const int east = (int)field->points_x - 1, north = (int)field->points_y - 1;
    const int edge_x = x < 0 ? 0 : x > east ? east : x, edge_y = y < 0 ? 0 : y > north ? north : y;
    if (edge_x != x) return 2.0 * point_at(field, edge_x, y) - point_at(field, 2 * edge_x - x, y);
    if (edge_y != y) return 2.0 * point_at(field, x, edge_y) - point_at(field, x, 2 * edge_y - y);
    return rise_at(field, x, y);
}

static double control_at(const struct ter_field *field, int x, int y)
{
    const int east = (int)field->points_x - 1, north = (int)field->points_y - 1;
    const int edge_x = x < 0 ? 0 : x > east ? east : x, edge_y = y < 0 ? 0 : y > north ? north : y;
    if (edge_x != x)
        return 2.0 * control_at(field, edge_x, y) - control_at(field, 2 * edge_x - x, y);
    if (edge_y != y)
        return 2.0 * control_at(field, x, edge_y) - control_at(field, x, 2 * edge_y - y);
    return point_at(field, x, y) -
           (point_at(field, x - 1, y) + point_at(field, x + 1, y) + point_at(field, x, y - 1) +
            point_at(field, x, y + 1) - 4.0 * point_at(field, x, y)) /
               12.0;
}

/* The cubic B-spline, by the distance from its middle. */
static double bump(double t)
{
    t = fabs(t);
    return t < 1.0 ? 2.0 / 3.0 - t * t + t * t * t / 2.0 : t < 2.0 ? pow(2.0 - t, 3) / 6.0 : 0.0;
}

static double smooth_at(const struct ter_field *field, double x, double y)
{
    const int west = (int)floor(x), south = (int)floor(y);
    double sum = 0.0;
    for (int j = south - 1; j <= south + 2; j++)
        for (int i = west - 1; i <= west + 2; i++) {
            if (bump(x - i) * bump(y - j) == 0.0) continue;
            sum += bump(x - i) * bump(y - j) * control_at(field, i, j);
        }
    return sum;
}

/* The surface that rays meet: a straight one is a mean of the four points around. */
static double shape_at(const struct ter_field *field, enum ter_shape shape, double x, double y)
{
    if (shape == TER_ROUNDED) return rise_at(field, x, y);
    if (shape == TER_SMOOTH) return smooth_at(field, x, y);
    const double west = fmin(floor(x), field->points_x - 2.0);
    const double south = fmin(floor(y), field->points_y - 2.0);
    const double east = x - west, north = y - south;
    return (1.0 - east) * (1.0 - north) * rise_at(field, west, south) +
           east * (1.0 - north) * rise_at(field, west + 1.0, south) +
           (1.0 - east) * north * rise_at(field, west, south + 1.0) +
           east * north * rise_at(field, west + 1.0, south + 1.0);
}

static struct ter_field *rough(uint32_t points_x, uint32_t points_y, uint64_t seed, bool samples)
{
    struct ter_field *field = fixture_field(points_x, points_y, 0.001);
    const size_t count = (size_t)points_x * points_y;
    int16_t *const elevations = field->memory;
    for (size_t i = 0; i < count; i++) elevations[i] = (int16_t)harness_uniform(&seed, -3000, 3000);
    if (!samples) return field;
    float *const floats = calloc(count, sizeof *floats);
    assert_non_null(floats);
    for (size_t i = 0; i < count; i++) floats[i] = (float)elevations[i];
    free(elevations);
    field->memory = floats;
    field->elevations = NULL;
    field->samples = floats;
    return field;
}

static void free_field(struct ter_field *field)
{
    free(field->memory);
    free(field);
}

static void points_have_the_bits_of_rows(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int n = 0; n < 40; n++) {
        struct ter_field *field = rough(2 + harness_random(&random) % 9,
                                        2 + harness_random(&random) % 9, random, n % 2 != 0);
        uint64_t x[50], y[50];
        float found[3][50];
        for (int i = 0; i < 50; i++) {
            x[i] = (uint64_t)(harness_uniform(&random, 0, field->points_x - 1.0) * 4294967296.0);
            y[i] = (uint64_t)(harness_uniform(&random, 0, field->points_y - 1.0) * 4294967296.0);
            if (i % 5 == 0) x[i] = (uint64_t)(field->points_x - 1) << 32;
            if (i % 7 == 0) y[i] = (uint64_t)(field->points_y - 1) << 32;
        }
        ter_sample_points(field, x, y, 50, &(struct ter_ground){found[0], found[1], found[2]});
        for (int i = 0; i < 50; i++) {
            float scratch[64], expected[3];
            ter_sample_row(field, &x[i], 1, y[i], scratch,
                           &(struct ter_ground){&expected[0], &expected[1], &expected[2]});
            for (int k = 0; k < 3; k++)
                assert_memory_equal(&found[k][i], &expected[k], sizeof expected[k]);
        }
        free_field(field);
    }
}

static struct ter_cast *new_cast(const struct ter_field *field, enum ter_shape shape)
{
    struct ter_cast *cast;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_cast_create(&cast, field, shape, NULL, &err), &err);
    return cast;
}

/* The first place at or below the surface, by steps. */
static bool walk(double *t, const struct ter_field *field, enum ter_shape shape,
                 const struct ter_ray *ray, double to, double step)
{
    for (double at = 0.0; at <= to; at += step) {
        const double x = ray->origin[0] + at * ray->step[0];
        const double y = ray->origin[1] + at * ray->step[1];
        if (x < 0 || y < 0 || x > field->points_x - 1.0 || y > field->points_y - 1.0) continue;
        const double z = ray->origin[2] + at * (ray->step[2] + at * ray->bend);
        if (z > shape_at(field, shape, x, y)) continue;
        *t = at;
        return true;
    }
    return false;
}

static struct ter_ray random_ray(const struct ter_field *field, uint64_t *random, bool bend)
{
    struct ter_ray ray = {.bend = bend ? harness_uniform(random, 0, 0.02) : 0.0, .spread = 0.0};
    const double wide = field->points_x + field->points_y;
    ray.origin[0] = harness_uniform(random, -0.2 * wide, 1.2 * wide);
    ray.origin[1] = harness_uniform(random, -0.2 * wide, 1.2 * wide);
    ray.origin[2] = harness_uniform(random, 4, 12);
    const double target[3] = {harness_uniform(random, 0, field->points_x - 1.0),
                              harness_uniform(random, 0, field->points_y - 1.0),
                              harness_uniform(random, -3, 3)};
    double length = 0.0;
    for (int i = 0; i < 3; i++) length += pow(target[i] - ray.origin[i], 2);
    for (int i = 0; i < 3; i++) ray.step[i] = (target[i] - ray.origin[i]) / sqrt(length);
    return ray;
}

static void rays_meet_what_is_there(void **state)
{
    (void)state;
    uint64_t random = 5;
    int met = 0;
    for (int n = 0; n < 30; n++) {
        struct ter_field *field = rough(2 + harness_random(&random) % 30,
                                        2 + harness_random(&random) % 30, random, n % 2 != 0);
        const enum ter_shape shape = n % 5 < 3 ? TER_ROUNDED : TER_STRAIGHT;
        struct ter_cast *cast = new_cast(field, shape);
        for (int k = 0; k < 60; k++) {
            const struct ter_ray ray = random_ray(field, &random, k % 3 == 0);
            struct ter_hit hit;
            double t = 0.0;
            const bool found = ter_cast_ray(cast, &ray, 0.0, 200.0, &hit);
            const bool expected = walk(&t, field, shape, &ray, 200.0, 0.005);
            if (expected && !found) {
                /* Only a touch may be missed. */
                const double z = ray.origin[2] + t * (ray.step[2] + t * ray.bend);
                const double x = ray.origin[0] + t * ray.step[0];
                const double y = ray.origin[1] + t * ray.step[1];
                assert_true(shape_at(field, shape, x, y) - z < 0.01);
            }
            if (!found) continue;
            met++;
            /* What is met is on the surface, or at the edge below it. */
            const double z = ray.origin[2] + hit.t * (ray.step[2] + hit.t * ray.bend);
            const double rise = shape_at(field, shape, hit.x, hit.y);
            if (hit.wall)
                assert_true(z <= rise + 1e-4 &&
                            (hit.x < 1e-9 || hit.y < 1e-9 || hit.x > field->points_x - 1.0 - 1e-9 ||
                             hit.y > field->points_y - 1.0 - 1e-9));
            else
                assert_true(fabs(z - rise) < 1e-4);
            /* And nothing stands before it, but for such a touch. */
            for (int i = 1; i < 400; i++) {
                const double at = hit.t * i / 400.0;
                const double x = ray.origin[0] + at * ray.step[0];
                const double y = ray.origin[1] + at * ray.step[1];
                if (x < 0 || y < 0 || x > field->points_x - 1.0 || y > field->points_y - 1.0)
                    continue;
                const double high = ray.origin[2] + at * (ray.step[2] + at * ray.bend);
                assert_true(high > shape_at(field, shape, x, y) - 0.01);
            }
        }
        ter_cast_free(cast);
        free_field(field);
    }
    assert_true(met > 500);
}

static void meet_points_below(enum ter_shape shape)
{
    uint64_t random = 8;
    struct ter_field *field = rough(20, 13, 4, false);
    struct ter_cast *cast = new_cast(field, shape);
    for (int n = 0; n < 1000; n++) {
        double x = harness_uniform(&random, 0, 19), y = harness_uniform(&random, 0, 12);
        if (n % 10 == 0) x = floor(x); /* on borders of cells, too */
        if (n % 20 == 0) y = floor(y);
        const struct ter_ray ray = {{x, y, 1e5}, {0, 0, -1}, 0, 0};
        struct ter_hit hit;
        assert_true(ter_cast_ray(cast, &ray, 0.0, 1e9, &hit));
        assert_true(hit.x == x && hit.y == y && !hit.wall);
        assert_true(fabs(1e5 - hit.t - shape_at(field, shape, x, y)) < 1e-4);
        assert_true(fabs(ter_cast_rise(cast, x, y) - shape_at(field, shape, x, y)) < 1e-5);
        assert_true(ter_cast_highest(cast) >= shape_at(field, shape, x, y));
        assert_true(ter_cast_lowest(cast) <= shape_at(field, shape, x, y));
    }
    ter_cast_free(cast);
    free_field(field);
}

static void straight_down_meets_the_point_below(void **state)
{
    (void)state;
    meet_points_below(TER_ROUNDED);
    meet_points_below(TER_STRAIGHT);
    meet_points_below(TER_SMOOTH);
}

/* Rays meet the smooth surface where it is, and pass through it nowhere. */
static void rays_meet_the_smooth_surface(void **state)
{
    (void)state;
    uint64_t random = 15;
    int met = 0;
    for (int n = 0; n < 8; n++) {
        struct ter_field *field = rough(2 + harness_random(&random) % 20,
                                        2 + harness_random(&random) % 20, random, n % 2 != 0);
        struct ter_cast *cast = new_cast(field, TER_SMOOTH);
        for (int k = 0; k < 60; k++) {
            const struct ter_ray ray = random_ray(field, &random, k % 3 == 0);
            struct ter_hit hit;
            const bool found = ter_cast_ray(cast, &ray, 0.0, 200.0, &hit);
            const double end = found ? hit.t : 200.0;
            for (int i = 1; i < 300; i++) {
                const double at = end * i / 300.0;
                const double x = ray.origin[0] + at * ray.step[0];
                const double y = ray.origin[1] + at * ray.step[1];
                if (x < 0 || y < 0 || x > field->points_x - 1.0 || y > field->points_y - 1.0)
                    continue;
                const double high = ray.origin[2] + at * (ray.step[2] + at * ray.bend);
                assert_true(high > ter_cast_rise(cast, x, y) - 0.01);
            }
            if (!found || hit.wall) continue;
            met++;
            const double z = ray.origin[2] + hit.t * (ray.step[2] + hit.t * ray.bend);
            assert_true(fabs(z - smooth_at(field, hit.x, hit.y)) < 1e-4);
        }
        ter_cast_free(cast);
        free_field(field);
    }
    assert_true(met > 100);
}

/* Slopes of the smooth surface are its differences, in metres a metre. */
static void smooth_slopes_are_differences(void **state)
{
    (void)state;
    uint64_t random = 31;
    struct ter_field *field = rough(24, 17, 9, false);
    field->scal_m[0] = 4.0;
    field->scal_m[1] = 5.0;
    field->scal_m[2] = 2.0;
    struct ter_cast *cast = new_cast(field, TER_SMOOTH);
    for (int n = 0; n < 500; n++) {
        const double x = harness_uniform(&random, 0.01, 22.99);
        const double y = harness_uniform(&random, 0.01, 15.99), h = 1e-4;
        float found[2];
        ter_cast_slopes(found, cast, x, y);
        const double east = ter_cast_rise(cast, x + h, y) - ter_cast_rise(cast, x - h, y);
        const double north = ter_cast_rise(cast, x, y + h) - ter_cast_rise(cast, x, y - h);
        assert_true(fabs((double)found[0] - east / (2.0 * h) * 2.0 / 4.0) < 1e-4);
        assert_true(fabs((double)found[1] - north / (2.0 * h) * 2.0 / 5.0) < 1e-4);
    }
    ter_cast_free(cast);
    free_field(field);
}

/* How much a ridge of slope 1 along the diagonal goes up and down: the greatest second difference of its crest at
 * quarters of the way from point to point. */
static double beads_of(enum ter_shape shape)
{
    struct ter_field *field = fixture_field(33, 33, 0.001);
    for (uint32_t y = 0; y < 33; y++)
        for (uint32_t x = 0; x < 33; x++)
            *fixture_point(field, x, y) = (int16_t)(-1000 * abs((int)x - (int)y));
    struct ter_cast *cast = new_cast(field, shape);
    double most = 0.0;
    for (double at = 5.0; at < 27.0; at += 0.25) {
        const double bend = ter_cast_rise(cast, at - 0.5, at - 0.5) -
                            2.0 * ter_cast_rise(cast, at, at) +
                            ter_cast_rise(cast, at + 0.5, at + 0.5);
        most = fmax(most, fabs(bend));
    }
    ter_cast_free(cast);
    free_field(field);
    return most;
}

static void smooth_ridges_have_no_beads(void **state)
{
    (void)state;
    /* Catmull-Rom, by its weights 9/16 and -1/16: 15/64 too low halfway. */
    assert_true(fabs(beads_of(TER_ROUNDED) - 2.0 * 15.0 / 64.0) < 1e-5);
    assert_true(beads_of(TER_SMOOTH) < 0.08);
}

static void horizons_are_the_steepest_sight(void **state)
{
    (void)state;
    uint64_t random = 21;
    for (int n = 0; n < 10; n++) {
        struct ter_field *field = fixture_field(70 + harness_random(&random) % 60,
                                                70 + harness_random(&random) % 60, 0.0002);
        fixture_hills(field, random);
        struct ter_cast *cast = new_cast(field, TER_ROUNDED);
        for (int k = 0; k < 40; k++) {
            const double x = harness_uniform(&random, 0, field->points_x - 1.0);
            const double y = harness_uniform(&random, 0, field->points_y - 1.0);
            const double a = harness_uniform(&random, 0, 6.28);
            const double step[2] = {cos(a), sin(a)};
            const double from = rise_at(field, x, y);
            double steepest = -50.0, farther = -50.0;
            for (double t = 0.5; t < 200.0; t += 0.01) {
                const double px = x + t * step[0], py = y + t * step[1];
                if (px < 0 || py < 0 || px > field->points_x - 1.0 || py > field->points_y - 1.0)
                    break;
                const double slope = (rise_at(field, px, py) - from) / t;
                steepest = slope > steepest ? slope : steepest;
                if (t > 1.5) farther = slope > farther ? slope : farther;
            }
            struct ter_look look = {{x, y}, {step[0], step[1]}, 0.0, 0.5, -50.0, 50.0};
            const double found = ter_cast_horizon(cast, &look);
            assert_true(found <= steepest + 0.02);
            /* Two looks in a cell find nearly all of a bend in it, but where it is next to the
             * eye. */
            assert_true(found > farther - 0.1);
            /* What lies below `least` is not told apart, and `most` ends the search. */
            look.least = found + 1.0;
            look.most = 90.0;
            assert_true(ter_cast_horizon(cast, &look) == found + 1.0);
        }
        ter_cast_free(cast);
        free_field(field);
    }
}

static int call_off(void *context, const char *step, double done)
{
    (void)step, (void)done;
    long *const left = context;
    return --*left == 0;
}

/* Preparing goes over all points a few times, and can be called off in each. */
static void ask_while_preparing(enum ter_shape shape)
{
    static float samples[1100 * 1000];
    struct ter_field field = {.points_x = 1100,
                              .points_y = 1000,
                              .scal_m = {1, 1, 1},
                              .step_tu = 1,
                              .samples = samples,
                              .has_missing = true};
    samples[7] = NAN;
    long left = 0, asked = 0;
    for (long at = 0; at <= asked; at++) {
        struct scree_job job = {.progress = call_off, .context = &left};
        struct scree_error err = SCREE_ERROR_INIT;
        struct ter_cast *cast;
        left = at;
        const enum scree_code code = ter_cast_create(&cast, &field, shape, &job, &err);
        assert_int_equal(code, at == 0 ? SCREE_OK : SCREE_CANCELLED);
        if (at == 0) asked = -left;
        ter_cast_free(cast);
    }
    /* filling, the range, the cells; controls */
    assert_true(asked >= (shape == TER_SMOOTH ? 4 : 3));
}

static void preparing_asks_the_job(void **state)
{
    (void)state;
    ask_while_preparing(TER_ROUNDED);
    ask_while_preparing(TER_SMOOTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_have_the_bits_of_rows),
        cmocka_unit_test(rays_meet_what_is_there),
        cmocka_unit_test(straight_down_meets_the_point_below),
        cmocka_unit_test(rays_meet_the_smooth_surface),
        cmocka_unit_test(smooth_slopes_are_differences),
        cmocka_unit_test(smooth_ridges_have_no_beads),
        cmocka_unit_test(horizons_are_the_steepest_sight),
        cmocka_unit_test(preparing_asks_the_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
