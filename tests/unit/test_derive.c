/* Maps of the ground, where they can be told without computing: planes, walls, hollows, threads, and
 * without memory. tests/gdal/test_maps.py computes them a second time. */
#include "tests/nomem.h"

#include <math.h>

#include "derive/derive.h"

#define SIDE 33
#define POINTS (SIDE * SIDE)

static float heights[POINTS]; /* row 0 south */

static struct ter_field field(void)
{
    return (struct ter_field){
        .points_x = SIDE, .points_y = SIDE, .step_tu = 1, .scal_m = {2, 2, 1}, .samples = heights};
}

static void make_map(float *out, enum scree_bake_map map, uint32_t threads,
                     struct derive_scale *scale)
{
    const struct ter_field ground = field();
    const struct derive_options options = {
        .width = SIDE, .height = SIDE, .vertices = true, .threads = threads};
    struct derive *derive;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(derive_create(&derive, &ground, &options, &err), &err);
    assert_ok(derive_start(derive, map, NULL, &err), &err);
    if (scale != NULL) *scale = derive_scale(derive);
    assert_ok(derive_rows(derive, 0, SIDE, out, &err), &err);
    derive_free(derive);
}

static void a_plane_falls_east(void **state)
{
    (void)state;
    static float map[POINTS];
    struct derive_scale scale;
    for (int i = 0; i < POINTS; i++) heights[i] = (float)(-2 * (i % SIDE)); /* 45 degrees */
    make_map(map, SCREE_BAKE_SLOPE, 0, NULL);
    for (int i = 0; i < POINTS; i++) assert_true(map[i] == 45.0f);
    make_map(map, SCREE_BAKE_CURVATURE, 0, &scale);
    for (int i = 0; i < POINTS; i++) assert_true(map[i] == 0.0f);
    assert_true(scale.low == -1 && scale.high == 1);
    assert_int_equal(derive_number(&scale, 0), 32768);
    make_map(map, SCREE_BAKE_FLOW, 0, &scale); /* straight down, each row for itself */
    for (int i = 0; i < POINTS; i++) assert_true(map[i] == 4.0f * (float)(i % SIDE + 1));
    assert_true(scale.root && scale.low == 0 && scale.high == 4.0 * POINTS);
    assert_int_equal(derive_number(&scale, 4.0f * POINTS), 65535);
    assert_int_equal(derive_number(&scale, (float)POINTS), 32768);
    static uint8_t normals[3 * POINTS];
    make_map((float *)(void *)normals, SCREE_BAKE_NORMAL, 0, NULL);
    for (int i = 0; i < POINTS; i++) {
        assert_int_equal(normals[3 * i], 218); /* 127.5 (1 + 1 / sqrt(2)), rounded */
        assert_int_equal(normals[3 * i + 1], 128);
        assert_int_equal(normals[3 * i + 2], 218);
    }
}

static void level_ground_sees_all_of_the_sky(void **state)
{
    (void)state;
    static float map[POINTS];
    for (int i = 0; i < POINTS; i++) heights[i] = 7;
    make_map(map, SCREE_BAKE_AO, 0, NULL);
    for (int i = 0; i < POINTS; i++) assert_true(map[i] > 0.9999999f && map[i] <= 1.0f);
    /* Below a high wall in the east its half of the sky is gone: all lines but those along it. */
    for (int y = 0; y < SIDE; y++) heights[y * SIDE + 17] = heights[y * SIDE + 18] = 1e6f;
    make_map(map, SCREE_BAKE_AO, 0, NULL);
    const float beside = map[16 * SIDE + 16];
    assert_true(fabsf(beside - (0.5f + 0.0737918f)) < 1e-5f);
    assert_true(map[16 * SIDE + 17] > 0.9999f);
}

/* At points of the terrain maps have what a texel a point has, rows from the south, on any threads; what has
 * no data is as high as the point beside it. */
static void points_have_what_maps_have(void **state)
{
    (void)state;
    static float map[POINTS];
    const enum scree_bake_map maps[2] = {SCREE_BAKE_FLOW, SCREE_BAKE_AO};
    struct scree_error err = SCREE_ERROR_INIT;
    for (int i = 0; i < POINTS; i++) heights[i] = (float)(i * 7919 % 101);
    for (int k = 0; k < 4; k++) {
        struct ter_field *made, ground = field();
        struct scree_job job = SCREE_JOB_INIT;
        job.threads = k < 2 ? 1 : 3;
        heights[5 * SIDE + 9] = heights[5 * SIDE + 8];
        make_map(map, maps[k % 2], 1, NULL);
        if (k >= 2) heights[5 * SIDE + 9] = NAN;
        ground.has_missing = k >= 2;
        assert_ok(derive_points(&made, &ground, maps[k % 2], &job, &err), &err);
        assert_true(made->base_tu == 0 && made->step_tu == 1 && !made->has_missing);
        for (int y = 0; y < SIDE; y++)
            assert_memory_equal(made->samples + y * SIDE, map + (SIDE - 1 - y) * SIDE,
                                SIDE * sizeof *map);
        ter_free(made);
    }
}

/* What falls into a hollow runs over its lowest rim: nothing is lost. */
static void a_hollow_runs_over(void **state)
{
    (void)state;
    static float map[POINTS];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            heights[y * SIDE + x] = x > 4 && x < 28 && y > 4 && y < 28 ? -50.0f : 100.0f;
    for (int x = 0; x < 5; x++) heights[16 * SIDE + x] = (float)x; /* an outlet to the west */
    make_map(map, SCREE_BAKE_FLOW, 0, NULL);
    float out = map[16 * SIDE]; /* row 16 from the north is row 16 from the south */
    assert_true(out >= 4.0f * 23 * 23);
    for (int i = 0; i < POINTS; i++) assert_true(map[i] <= out);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static float one[POINTS], many[POINTS];
    uint64_t random = 5;
    for (int i = 0; i < POINTS; i++)
        heights[i] = (float)(harness_random(&random) % 1000) / 10.0f + (float)(i % 7);
    for (unsigned bit = 1; bit <= DERIVE_ALL; bit <<= 1) {
        memset(one, 0, sizeof one);
        memset(many, 0, sizeof many);
        make_map(one, (enum scree_bake_map)bit, 1, NULL);
        make_map(many, (enum scree_bake_map)bit, 5, NULL);
        assert_memory_equal(one, many, sizeof one);
    }
}

/* Beside every marked point, by brute force; spacings whose squares are in whole proportion make it exact. */
static void the_nearest_mark_is_found(void **state)
{
    (void)state;
    static const double spacings[][2] = {{30, 30}, {10, 20}, {4, 1}};
    static uint8_t marked[POINTS];
    struct scree_error err = SCREE_ERROR_INIT;
    uint64_t random = 3;
    for (int round = 0; round < 30; round++) {
        struct ter_field *made, ground = field();
        struct scree_job job = SCREE_JOB_INIT;
        const double *const spacing = spacings[round % 3];
        const uint32_t few = round < 3 ? UINT32_MAX : round < 15 ? 200 : 8;
        ground.scal_m[0] = spacing[0];
        ground.scal_m[1] = spacing[1];
        job.threads = round % 2 == 0 ? 1 : 3;
        for (int i = 0; i < POINTS; i++)
            marked[i] = few != UINT32_MAX && harness_random(&random) % few == 0;
        assert_ok(derive_near(&made, &ground, marked, 5e8f, &job, &err), &err);
        assert_true(made->base_tu == 0 && made->step_tu == 1 && !made->has_missing);
        for (int i = 0; i < POINTS; i++) {
            double least = 25e16;
            for (int m = 0; m < POINTS; m++) {
                const double east = (m % SIDE - i % SIDE) * spacing[0];
                const double north = (m / SIDE - i / SIDE) * spacing[1];
                if (marked[m]) least = fmin(least, east * east + north * north);
            }
            assert_true(fabs((double)made->samples[i] - sqrt(least)) <= 1e-7 * sqrt(least));
        }
        ter_free(made);
    }
}

static enum scree_code make_all(void *context, struct scree_error *err)
{
    (void)context;
    static float out[POINTS];
    const struct ter_field ground = field();
    const struct derive_options options = {.width = SIDE, .height = SIDE, .threads = 1};
    struct derive *derive;
    RETURN_IF_ERR(derive_create(&derive, &ground, &options, err));
    enum scree_code code = SCREE_OK;
    for (unsigned bit = 1; bit <= DERIVE_ALL && code == SCREE_OK; bit <<= 1) {
        code = derive_start(derive, (enum scree_bake_map)bit, NULL, err);
        if (code == SCREE_OK) code = derive_rows(derive, 0, SIDE, out, err);
    }
    derive_free(derive);
    static const uint8_t marked[POINTS] = {1};
    struct ter_field *near_one = NULL;
    struct scree_job job = SCREE_JOB_INIT;
    job.threads = 1;
    if (code == SCREE_OK) code = derive_near(&near_one, &ground, marked, 1.0f, &job, err);
    ter_free(near_one);
    return code;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    assert_true(nomem_each(make_all, NULL) > 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_plane_falls_east),
                                       cmocka_unit_test(level_ground_sees_all_of_the_sky),
                                       cmocka_unit_test(points_have_what_maps_have),
                                       cmocka_unit_test(a_hollow_runs_over),
                                       cmocka_unit_test(threads_change_nothing),
                                       cmocka_unit_test(the_nearest_mark_is_found),
                                       cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
