/* Pictures in perspective: where cameras stand, what they refuse, and an end when it is asked for. */
#include "tests/draw_given.h"

#include <math.h>

#include "draw/draw.h"

struct steps {
    unsigned count, cancel_at;
    double last;
};

static int step(void *context, const char *name, double done)
{
    struct steps *steps = context;
    assert_string_equal(name, "rendering");
    assert_true(done >= steps->last && done <= 1);
    steps->last = done;
    return ++steps->count == steps->cancel_at;
}

static struct draw_view *view_of(struct given *g)
{
    struct draw_view_options options = DRAW_VIEW_DEFAULT;
    options.size = (struct render_size){24, 0};
    options.samples = 1;
    struct draw_view *view;
    assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
    return view;
}

static void cameras_stand_where_they_are_put(void **state)
{
    struct given *g = *state;
    struct draw_view *view = view_of(g);
    struct draw_picture picture;
    double stands[3];
    struct draw_camera camera = DRAW_CAMERA_DEFAULT;
    camera.way = DRAW_AT;
    camera.place = (struct draw_place){{500, 300, 17.5}, true};
    assert_ok(draw_view_picture(&picture, stands, view, &camera, NULL, &g->err), &g->err);
    assert_int_equal(picture.width, 24);
    assert_int_equal(picture.height, 14); /* 16 : 9 */
    assert_int_equal(picture.map_width, 0);
    /* Above a point of the terrain. */
    const double ground_m =
        (g->field->base_tu + *fixture_point(g->field, 50, 30) * g->field->step_tu) * 9.0;
    assert_true(stands[0] == 500 && stands[1] == 300);
    assert_true(fabs(stands[2] - (ground_m + 17.5)) < 1e-9);
    draw_picture_free(&picture);

    camera.place = (struct draw_place){{-10, 300, 17.5}, true};
    assert_int_equal(draw_view_picture(&picture, stands, view, &camera, NULL, &g->err), ERR_ARG);
    assert_string_equal(g->err.field, "place_m");
    assert_null(picture.rgb);
    err_clear(&g->err);
    camera.place = (struct draw_place){{-10, 300, 2000}, false};
    camera.has_target = true;
    camera.target = (struct draw_place){{1e5, 0, 0}, true};
    assert_int_equal(draw_view_picture(&picture, stands, view, &camera, NULL, &g->err), ERR_ARG);
    assert_string_equal(g->err.field, "target_m");
    err_clear(&g->err);
    camera.has_target = false; /* the middle */
    camera.fov_deg = 0;
    assert_int_equal(draw_view_picture(&picture, stands, view, &camera, NULL, &g->err), ERR_ARG);
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
    double stands[3];
    struct draw_camera camera = DRAW_CAMERA_DEFAULT;
    camera.way = DRAW_AT;
    camera.place = (struct draw_place){{200, 100, 1500}, false};
    assert_ok(draw_view_picture(&one, stands, view, &camera, NULL, &g->err), &g->err);
    camera.has_target = true;
    camera.target = (struct draw_place){{700, 600, 0}, true};
    assert_ok(draw_view_picture(&other, stands, view, &camera, NULL, &g->err), &g->err);
    assert_memory_equal(one.rgb, other.rgb, 24 * 14 * 3);
    draw_picture_free(&one);
    draw_picture_free(&other);
    draw_view_free(view);
}

static void directions_go_round(void **state)
{
    struct given *g = *state;
    struct draw_view *view = view_of(g);
    struct draw_camera camera = DRAW_CAMERA_DEFAULT;
    for (int i = 0; i < 8; i++) {
        struct draw_picture picture;
        double stands[3];
        camera.from_deg = 45.0 * i;
        assert_ok(draw_view_picture(&picture, stands, view, &camera, NULL, &g->err), &g->err);
        const double east = stands[0] - 700, north = stands[1] - 600;
        const double turn = atan2(east, north) * 180 / acos(-1.0) - camera.from_deg;
        assert_true(fabs(turn - 360 * floor(turn / 360 + 0.5)) < 8);
        assert_true(hypot(east, north) > 600); /* outside */
        draw_picture_free(&picture);
    }
    static const double bad_deg[] = {NAN, INFINITY, 4000};
    for (int i = 0; i < 3; i++) {
        struct draw_picture picture;
        double stands[3];
        camera.from_deg = bad_deg[i];
        assert_int_equal(draw_view_picture(&picture, stands, view, &camera, NULL, &g->err),
                         ERR_ARG);
        assert_string_equal(g->err.field, "from_deg");
        err_clear(&g->err);
    }
    draw_view_free(view);
}

static void views_can_be_cancelled(void **state)
{
    struct given *g = *state;
    struct draw_view_options options = DRAW_VIEW_DEFAULT;
    options.size = (struct render_size){20, 150}; /* three bands */
    struct draw_view *view;
    assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
    const struct draw_camera camera = {.way = DRAW_HERO};
    for (unsigned at = 1; at <= 5; at++) {
        struct steps steps = {.cancel_at = at};
        struct job job = {.context = &steps, .progress = step};
        struct draw_picture picture;
        double stands[3];
        err_clear(&g->err);
        const enum err_code code =
            draw_view_picture(&picture, stands, view, &camera, &job, &g->err);
        assert_int_equal(code, at < 5 ? ERR_CANCELLED : ERR_OK);
        assert_true((picture.rgb == NULL) == (at < 5));
        draw_picture_free(&picture);
    }
    draw_view_free(view);
}

static unsigned warnings;
static void count_warning(void *context, const struct job_message *message)
{
    (void)context;
    warnings += message->severity == JOB_WARNING;
}

static void water_over_everything_is_a_warning(void **state)
{
    struct given *g = *state;
    struct draw_view_options options = DRAW_VIEW_DEFAULT;
    options.size.width = 16;
    options.water = true;
    struct job job = {.message = count_warning};
    for (int under = 0; under < 2; under++) {
        struct draw_view *view;
        options.water_m = g->scene.ranges.altitude_max_tu * 9 + (under ? 0 : -0.5);
        warnings = 0;
        assert_ok(draw_view_create(&view, &g->scene, &options, &job, &g->err), &g->err);
        assert_int_equal(warnings, under);
        draw_view_free(view);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cameras_stand_where_they_are_put),
        cmocka_unit_test(the_middle_is_the_target),
        cmocka_unit_test(directions_go_round),
        cmocka_unit_test(views_can_be_cancelled),
        cmocka_unit_test(water_over_everything_is_a_warning),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
