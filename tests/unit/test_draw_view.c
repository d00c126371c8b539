/* Pictures in perspective: where cameras stand, what they refuse, and an end when it is asked for. */
#include "tests/draw_given.h"

#include <math.h>
#include <string.h>

#include "draw/draw_kinds.h"

static void put(double out_m[3], bool *above, const double m[3], bool above_ground)
{
    memcpy(out_m, m, 3 * sizeof *m);
    *above = above_ground;
}

static struct draw_view *view_of(struct given *g)
{
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = 24, options.height = 0;
    options.samples = 1;
    options.sky = SCREE_SKY_DAY; /* whose ground goes through the points */
    struct draw_view *view;
    assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
    return view;
}

static void cameras_stand_where_they_are_put(void **state)
{
    struct given *g = *state;
    struct draw_view *view = view_of(g);
    struct draw_picture picture;
    struct scree_camera camera = SCREE_CAMERA_INIT;
    camera.way = SCREE_CAMERA_AT;
    put(camera.place_m, &camera.place_above_ground, (double[3]){500, 300, 17.5}, true);
    assert_ok(draw_view_picture(&picture, view, &camera, NULL, &g->err), &g->err);
    assert_int_equal(picture.about.width, 24);
    assert_int_equal(picture.about.height, 14); /* 16 : 9 */
    assert_int_equal(picture.about.map_width, 0);
    /* Above a point of the terrain. */
    const double ground_m =
        (g->field->base_tu + *fixture_point(g->field, 50, 30) * g->field->step_tu) * 9.0;
    assert_true(picture.about.place_m[0] == 500 && picture.about.place_m[1] == 300);
    assert_true(fabs(picture.about.place_m[2] - (ground_m + 17.5)) < 1e-9);
    draw_picture_free(&picture);

    put(camera.place_m, &camera.place_above_ground, (double[3]){-10, 300, 17.5}, true);
    assert_int_equal(draw_view_picture(&picture, view, &camera, NULL, &g->err), SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "place_m");
    assert_null(picture.rgb);
    err_clear(&g->err);
    put(camera.place_m, &camera.place_above_ground, (double[3]){-10, 300, 2000}, false);
    camera.has_target = true;
    put(camera.target_m, &camera.target_above_ground, (double[3]){1e5, 0, 0}, true);
    assert_int_equal(draw_view_picture(&picture, view, &camera, NULL, &g->err), SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "target_m");
    err_clear(&g->err);
    camera.has_target = false; /* the middle */
    camera.fov_deg = 0;
    assert_int_equal(draw_view_picture(&picture, view, &camera, NULL, &g->err), SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "fov_deg");
    err_clear(&g->err);
    draw_view_free(view);
}

/* The middle of a picture without a target is that of the terrain: a camera high above it sees the
 * same ground with a target there. */
static void the_middle_is_the_target(void **state)
{
    struct given *g = *state;
    struct draw_view *view = view_of(g);
    struct draw_picture one, other;
    struct scree_camera camera = SCREE_CAMERA_INIT;
    camera.way = SCREE_CAMERA_AT;
    put(camera.place_m, &camera.place_above_ground, (double[3]){200, 100, 1500}, false);
    assert_ok(draw_view_picture(&one, view, &camera, NULL, &g->err), &g->err);
    camera.has_target = true;
    put(camera.target_m, &camera.target_above_ground, (double[3]){700, 600, 0}, true);
    assert_ok(draw_view_picture(&other, view, &camera, NULL, &g->err), &g->err);
    assert_memory_equal(one.rgb, other.rgb, 24 * 14 * 3);
    draw_picture_free(&one);
    draw_picture_free(&other);
    draw_view_free(view);
}

static void directions_go_round(void **state)
{
    struct given *g = *state;
    struct draw_view *view = view_of(g);
    struct scree_camera camera = SCREE_CAMERA_INIT;
    for (int i = 0; i < 8; i++) {
        struct draw_picture picture;
        camera.from_deg = 45.0 * i;
        assert_ok(draw_view_picture(&picture, view, &camera, NULL, &g->err), &g->err);
        const double east = picture.about.place_m[0] - 700, north = picture.about.place_m[1] - 600;
        const double turn = atan2(east, north) * 180 / acos(-1.0) - camera.from_deg;
        assert_true(fabs(turn - 360 * floor(turn / 360 + 0.5)) < 8);
        assert_true(hypot(east, north) > 600); /* outside */
        draw_picture_free(&picture);
    }
    static const double bad_deg[] = {NAN, INFINITY, 4000};
    for (int i = 0; i < 3; i++) {
        struct draw_picture picture;
        camera.from_deg = bad_deg[i];
        assert_int_equal(draw_view_picture(&picture, view, &camera, NULL, &g->err),
                         SCREE_BAD_ARGUMENT);
        assert_string_equal(g->err.field, "from_deg");
        err_clear(&g->err);
    }
    draw_view_free(view);
}

static void views_can_be_cancelled(void **state)
{
    struct given *g = *state;
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = 20, options.height = 150; /* three bands */
    struct draw_view *view;
    assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
    const struct scree_camera camera = {.way = SCREE_CAMERA_HERO};
    for (unsigned at = 1; at <= 5; at++) {
        struct steps steps = {.cancel_at = at};
        struct scree_job job = {.context = &steps, .progress = step};
        struct draw_picture picture;
        err_clear(&g->err);
        const enum scree_code code = draw_view_picture(&picture, view, &camera, &job, &g->err);
        assert_int_equal(code, at < 5 ? SCREE_CANCELLED : SCREE_OK);
        assert_true((picture.rgb == NULL) == (at < 5));
        draw_picture_free(&picture);
    }
    draw_view_free(view);
}

/* ---- views to choose from ---- */

static struct draw_picture picture_of(struct given *g, struct draw_view *view,
                                      enum scree_camera_way way, uint32_t candidate)
{
    struct scree_camera camera = SCREE_CAMERA_INIT;
    struct draw_picture picture;
    camera.way = way;
    camera.candidate = candidate;
    assert_ok(draw_view_picture(&picture, view, &camera, NULL, &g->err), &g->err);
    return picture;
}

/* The first is the hero, the second stands elsewhere, and a sheet has them side by side. */
static void candidates_are_heroes(void **state)
{
    struct given *g = *state;
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    struct draw_view *view;
    options.width = 96, options.samples = 1;
    assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
    struct draw_picture pictures[4];
    pictures[0] = picture_of(g, view, SCREE_CAMERA_HERO, 0);
    pictures[1] = picture_of(g, view, SCREE_CAMERA_HERO, 1);
    pictures[2] = picture_of(g, view, SCREE_CAMERA_HERO, 2);
    pictures[3] = picture_of(g, view, SCREE_CAMERA_CANDIDATES, 0);
    assert_memory_equal(pictures[0].rgb, pictures[1].rgb, 96 * 54 * 3);
    assert_memory_equal(pictures[0].about.place_m, pictures[3].about.place_m, 3 * sizeof(double));
    assert_true(hypot(pictures[2].about.place_m[0] - pictures[0].about.place_m[0],
                      pictures[2].about.place_m[1] - pictures[0].about.place_m[1]) > 100);
    /* Each is a third as wide: the mean of a cell is that of its picture, but for the number. */
    for (int k = 0; k < 2; k++) {
        double whole = 0, cell = 0;
        for (int j = 0; j < 54; j++)
            for (int i = 0; i < 96; i++)
                whole += pictures[2 * k].rgb[3 * (j * 96 + i)] / (96 * 54.0);
        for (int j = 0; j < 18; j++)
            for (int i = 0; i < 32; i++)
                cell += pictures[3].rgb[3 * (j * 96 + i + 32 * k)] / (32 * 18.0);
        assert_true(fabs(whole - cell) < 16);
    }
    for (int k = 0; k < 4; k++) draw_picture_free(&pictures[k]);
    struct scree_camera camera = SCREE_CAMERA_INIT;
    camera.way = SCREE_CAMERA_HERO;
    camera.candidate = 10;
    assert_int_equal(draw_view_picture(&pictures[0], view, &camera, NULL, &g->err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "candidate");
    err_clear(&g->err);
    draw_view_free(view);
    view = view_of(g); /* under the sky day */
    camera.way = SCREE_CAMERA_CANDIDATES;
    assert_int_equal(draw_view_picture(&pictures[0], view, &camera, NULL, &g->err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "way");
    err_clear(&g->err);
    draw_view_free(view);
}

/* ---- the sun of an hour ---- */

static void the_sun_goes_its_way(void **state)
{
    (void)state;
    /* By hand: at an equinox its height is cos(latitude) cos(15 degrees an hour), its way west the sine. */
    static const struct {
        double latitude, hours, azimuth, elevation;
    } cases[] = {{47, 12, 180, 43},         {-30, 12, 0, 60},         {45, 9, 125.2643897, 30},
                 {45, 15, 234.7356103, 30}, {-45, 9, 54.7356103, 30}, {0, 10, 90, 60},
                 {0, 17, 270, 15}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double sun_deg[2];
        render_sun_at(sun_deg, cases[i].latitude, cases[i].hours);
        assert_true(fabs(sun_deg[0] - cases[i].azimuth) < 1e-6 ||
                    fabs(sun_deg[0] - 360.0 - cases[i].azimuth) < 1e-6);
        assert_true(fabs(sun_deg[1] - cases[i].elevation) < 1e-6);
    }
}

static void a_time_places_the_sun(void **state)
{
    struct given *g = *state;
    const struct scree_camera camera = {.way = SCREE_CAMERA_HERO};
    struct draw_picture pictures[2];
    g->scene.latitude_deg = 45;
    for (int k = 0; k < 2; k++) {
        struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
        struct draw_view *view;
        options.width = 24, options.samples = 1;
        if (k == 0) options.time_of_day = "12:00";
        if (k == 1) options.sun_deg[0] = 180, options.sun_deg[1] = 45;
        assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
        assert_ok(draw_view_picture(&pictures[k], view, &camera, NULL, &g->err), &g->err);
        draw_view_free(view);
    }
    assert_memory_equal(pictures[0].rgb, pictures[1].rgb, 24 * 14 * 3);
    for (int k = 0; k < 2; k++) draw_picture_free(&pictures[k]);
    static const char *const good[] = {"noon", "morning", "evening", "6:01", "17:59"};
    static const char *const bad[] = {"",     "12",    "12:60", "24:00", "noonish",
                                      "1200", "06:00", "18:00", "12:0x", "112:00"};
    for (int k = 0; k < 15; k++) {
        struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
        struct draw_view *view;
        options.width = 24;
        options.time_of_day = k < 5 ? good[k] : bad[k - 5];
        const enum scree_code code = draw_view_create(&view, &g->scene, &options, NULL, &g->err);
        assert_int_equal(code, k < 5 ? SCREE_OK : SCREE_BAD_ARGUMENT);
        if (k >= 5) assert_string_equal(g->err.field, "time_of_day");
        draw_view_free(view);
        err_clear(&g->err);
    }
}

static unsigned warnings;
static void count_warning(void *context, const struct scree_message *message)
{
    (void)context;
    warnings += message->severity == SCREE_WARNING;
}

static void water_over_everything_is_a_warning(void **state)
{
    struct given *g = *state;
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = 16;
    options.has_water = true;
    struct scree_job job = {.message = count_warning};
    for (int under = 0; under < 2; under++) {
        struct draw_view *view;
        options.water_m = g->scene.ranges.altitude_max_tu * 9 + (under ? 0 : -0.5);
        warnings = 0;
        assert_ok(draw_view_create(&view, &g->scene, &options, &job, &g->err), &g->err);
        assert_int_equal(warnings, under);
        draw_view_free(view);
    }
}

/* ---- what stands on the ground ---- */

#define SIDE 240
#define FAR_M 160.0

/* From the south, level, with the sun overhead, so that shadows are small. */
static void draw_bodies_of(struct given *g, struct draw_picture *out,
                           const struct render_body *bodies, size_t count)
{
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = SIDE, options.height = SIDE;
    options.sky = SCREE_SKY_DAY; /* bodies would change the exposure */
    options.sun_deg[1] = 90;
    options.haze_m = 0;
    g->scene.bodies = bodies;
    g->scene.body_count = count;
    struct draw_view *view;
    assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
    struct scree_camera camera = SCREE_CAMERA_INIT;
    camera.way = SCREE_CAMERA_AT;
    put(camera.place_m, &camera.place_above_ground, (double[3]){700, 600 - FAR_M, 1200}, false);
    put(camera.target_m, &camera.target_above_ground, (double[3]){700, 600, 1200}, false);
    camera.has_target = true;
    assert_ok(draw_view_picture(out, view, &camera, NULL, &g->err), &g->err);
    draw_view_free(view);
    g->scene.body_count = 0;
}

/* A body high above the ground covers the pixels that its height and radius come to at its distance:
 * half of the picture is half of FAR_M * tan(fov / 2) to either side. */
static void bodies_have_their_size_and_place(void **state)
{
    struct given *g = *state;
    static const enum render_shape shapes[] = {RENDER_CONE, RENDER_BALL, RENDER_PALM, RENDER_TUFT,
                                               RENDER_STONE};
    const double scale = SIDE / 2 / (FAR_M * tan(25 * acos(-1.0) / 180));
    struct draw_picture bare;
    draw_bodies_of(g, &bare, NULL, 0);
    for (size_t s = 0; s < 5; s++) {
        const struct render_body body = {.x_m = 720,
                                         .y_m = 600,
                                         .foot_m = 1180,
                                         .height_m = 40,
                                         .radius_m = 15,
                                         .shape = shapes[s],
                                         .rgb = {250, 10, 10}};
        struct draw_picture picture;
        draw_bodies_of(g, &picture, &body, 1);
        int low[2] = {SIDE, SIDE}, high[2] = {-1, -1}, count = 0;
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++) {
                if (memcmp(bare.rgb + 3 * (j * SIDE + i), picture.rgb + 3 * (j * SIDE + i), 3) == 0)
                    continue;
                count++;
                if (i < low[0]) low[0] = i;
                if (j < low[1]) low[1] = j;
                if (i > high[0]) high[0] = i;
                if (j > high[1]) high[1] = j;
            }
        /* Nearer parts look a little larger; stones are cut, and half in the ground. */
        const double near = FAR_M / (FAR_M - 15), cut = shapes[s] == RENDER_STONE ? 0.6 : 0.85;
        const double wide = 30 * scale, tall = 40 * scale;
        assert_true(high[0] - low[0] <= wide * 1.15 * near + 2);
        assert_true(high[0] - low[0] >= wide * cut - 2);
        assert_true(fabs((low[0] + high[0]) / 2.0 - (SIDE / 2 + 20 * scale)) < 0.1 * wide + 2);
        assert_true(low[1] >= SIDE / 2 - 20 * scale * near - 2);
        if (shapes[s] != RENDER_STONE) assert_true(high[1] - low[1] >= tall * 0.9);
        assert_true(count > (high[0] - low[0]) * (high[1] - low[1]) / 5);
        draw_picture_free(&picture);
    }
    draw_picture_free(&bare);
}

/* The grid that finds bodies is no rule: their order and the number of threads change nothing. */
static void the_order_of_bodies_is_nothing(void **state)
{
    struct given *g = *state;
    enum { COUNT = 3000 };
    static struct render_body bodies[COUNT], turned[COUNT];
    uint64_t random = 77;
    for (size_t i = 0; i < COUNT; i++) {
        const double x = (double)(harness_random(&random) % 44800) / 32;
        const double y = (double)(harness_random(&random) % 38400) / 32;
        bodies[i] = (struct render_body){.x_m = x,
                                         .y_m = y,
                                         .foot_m = 1100 + (double)(harness_random(&random) % 200),
                                         .height_m = (float)(1 + harness_random(&random) % 30),
                                         .radius_m = (float)(1 + harness_random(&random) % 9),
                                         .shape = (enum render_shape)(harness_random(&random) % 5),
                                         .rgb = {(uint8_t)i, (uint8_t)(i >> 4), 90}};
        turned[COUNT - 1 - i] = bodies[i];
    }
    struct draw_picture one, other;
    g->scene.how.threads = 1;
    draw_bodies_of(g, &one, bodies, COUNT);
    g->scene.how.threads = 3;
    draw_bodies_of(g, &other, turned, COUNT);
    assert_memory_equal(one.rgb, other.rgb, (size_t)SIDE * SIDE * 3);
    draw_picture_free(&other);
    /* What hides nothing and is hidden by nothing: alone in its part of the picture. */
    draw_bodies_of(g, &other, bodies, 0);
    assert_memory_not_equal(one.rgb, other.rgb, (size_t)SIDE * SIDE * 3);
    draw_picture_free(&one);
    draw_picture_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cameras_stand_where_they_are_put),
        cmocka_unit_test(the_middle_is_the_target),
        cmocka_unit_test(directions_go_round),
        cmocka_unit_test(views_can_be_cancelled),
        cmocka_unit_test(candidates_are_heroes),
        cmocka_unit_test(the_sun_goes_its_way),
        cmocka_unit_test(a_time_places_the_sun),
        cmocka_unit_test(water_over_everything_is_a_warning),
        cmocka_unit_test(bodies_have_their_size_and_place),
        cmocka_unit_test(the_order_of_bodies_is_nothing),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
