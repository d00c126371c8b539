/* Pictures: when the k-th allocation fails the answer is SCREE_NO_MEMORY and nothing leaks, for each k.
 * Linked with wrapped allocators. */
#include "tests/fixture.h"
#include "tests/nomem.h"

#include "draw/draw_kinds.h"

struct given {
    struct draw_scene scene;
    struct scree_preview_options options;
    struct render_size size;
};

static enum scree_code map(void *context, struct scree_error *err)
{
    const struct given *g = context;
    struct draw_picture picture;
    const enum scree_code code = draw_map(&picture, &g->scene, &g->options, NULL, err);
    assert_true((code == SCREE_OK) == (picture.rgb != NULL));
    draw_picture_free(&picture);
    return code;
}

static enum scree_code sheet(void *context, struct scree_error *err)
{
    const struct given *g = context;
    struct draw_picture picture;
    const enum scree_code code = draw_sheet(&picture, &g->scene, &g->size, NULL, err);
    assert_true((code == SCREE_OK) == (picture.rgb != NULL));
    draw_picture_free(&picture);
    return code;
}

static enum scree_code histogram(void *context, struct scree_error *err)
{
    const struct given *g = context;
    struct draw_picture picture;
    const enum scree_code code = draw_histogram(&picture, &g->scene, &g->size, NULL, err);
    assert_true((code == SCREE_OK) == (picture.rgb != NULL));
    draw_picture_free(&picture);
    return code;
}

static enum scree_code view(void *context, struct scree_error *err)
{
    const struct given *g = context;
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = g->size.width, options.height = g->size.height;
    const struct scree_camera camera = SCREE_CAMERA_INIT;
    struct draw_picture picture = {0};
    struct draw_view *view;
    RETURN_IF_ERR(draw_view_create(&view, &g->scene, &options, NULL, err));
    const enum scree_code code = draw_view_picture(&picture, view, &camera, NULL, err);
    draw_picture_free(&picture);
    draw_view_free(view);
    return code;
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static struct fixture_map f;
    struct given g = {.options = SCREE_PREVIEW_OPTIONS_INIT};
    struct ter_field *field = fixture_field(17, 17, 0.001);
    struct scree_error err = SCREE_ERROR_INIT;
    fixture_hills(field, 5);
    fixture_map_rich(&f);
    g.scene = (struct draw_scene){.field = field, .map = &f.map, .how = RENDER_HOW_DEFAULT};
    g.scene.how.threads = 1;
    assert_ok(ter_measure(&g.scene.ranges, field, 1, NULL, &err), &err);
    g.options.width = g.options.height = g.size.width = g.size.height = 15;
    g.options.legend = g.options.slope_limits = true;
    g.options.contour_m = 5;
    static const struct render_body bodies[] = {
        {.x_m = 40, .y_m = 50, .foot_m = 1, .height_m = 9, .radius_m = 3, .shape = RENDER_BALL},
        {.x_m = 80, .y_m = 50, .foot_m = 1, .height_m = 2, .radius_m = 2, .shape = RENDER_STONE},
    };
    g.scene.bodies = bodies;
    g.scene.body_count = 2;
    static const struct render_strip_point points[] = {{20, 30, 4}, {90, 60, 4}};
    static const struct render_strip strip = {points, 2, "asphalt", {72, 72, 76}, true, false};
    g.scene.strips = &strip;
    g.scene.strip_count = 1;
    for (int kind = SCREE_PREVIEW_LIT; kind <= SCREE_PREVIEW_MARGIN; kind++) {
        g.options.kind = (enum scree_preview_kind)kind;
        assert_true(nomem_each(map, &g) > 20);
    }
    assert_true(nomem_each(sheet, &g) > 20);
    assert_true(nomem_each(histogram, &g) > 15);
    assert_true(nomem_each(view, &g) > 15);
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
