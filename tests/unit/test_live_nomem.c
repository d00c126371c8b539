/* Live scenes: when the k-th allocation fails the answer is SCREE_NO_MEMORY, the next update makes up for
 * it, and nothing leaks, for each k. Linked with wrapped allocators. */
#include "tests/fixture.h"
#include "tests/nomem.h"

#include "base/job.h"
#include "render/render.h"

struct given {
    struct ter_field *field;
    struct fixture_map f;
    struct render_live_options options;
};

static struct scree_job one_thread = {.threads = 1};

/* Everything that a live scene does, with nothing kept that is not in use: that would give way. */
static enum scree_code use(void *context, struct scree_error *err)
{
    struct given *g = context;
    struct render_live *live = NULL;
    static uint8_t plane[15 * 15];
    enum scree_code code;
    g->f.map.layer_count = 4;
    FAIL_IF_ERR(code, render_live_create(&live, g->field, &g->options, err));
    FAIL_IF_ERR(code, render_live_update(live, &g->f.map, &one_thread, err));
    g->f.map.layer_count = 8;
    FAIL_IF_ERR(code, render_live_update(live, &g->f.map, &one_thread, err));
    render_live_layer(live, SCREE_EFF_U8, 2, plane);
    FAIL_IF_ERR(code, render_live_view(&live, &g->options, err));
    FAIL_IF_ERR(code, render_live_update(live, &g->f.map, &one_thread, err));

fail:
    render_live_free(live);
    return code;
}

/* A terrain, a rich map, and 15 texels a side; free the field with ter_free(). */
static void make_given(struct given *g)
{
    g->field = fixture_field(17, 17, 0.001);
    fixture_hills(g->field, 5);
    fixture_map_rich(&g->f);
    g->options = (struct render_live_options){RENDER_OPTIONS_DEFAULT, RENDER_LIGHT_DEFAULT,
                                              RENDER_LIVE_MAX_BYTES};
    g->options.render.width = g->options.render.height = 15;
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static struct given g;
    make_given(&g);
    assert_true(nomem_each(use, &g) > 100);
    ter_free(g.field);
}

/* After a failure the same live scene goes on. */
static void the_next_update_makes_up_for_it(void **state)
{
    (void)state;
    static struct given g;
    struct scree_error err = SCREE_ERROR_INIT;
    make_given(&g);
    struct render_live *live;
    assert_ok(render_live_create(&live, g.field, &g.options, &err), &err);
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    for (unsigned long k = 1; k < 120; k++) {
        /* Few layers and many, smoothed ones and others, with values of their own. */
        g.f.map.layer_count = k % 2 == 0 ? 8 : 3;
        for (int i = 1; i < 8; i++) g.f.layers[i].covr = 0.3f + 0.003f * (float)k;
        g.f.layers[1].smsz = 1.0f + (float)(k % 4) / 2;
        nomem_reset(k % 60 + 1);
        const enum scree_code code = render_live_update(live, &g.f.map, &one_thread, &err);
        const bool failed = nomem_calls >= k % 60 + 1;
        nomem_reset(0);
        /* What is kept of earlier maps may give way. */
        assert_true(code == SCREE_OK || (code == SCREE_NO_MEMORY && failed));
        if (code != SCREE_OK) assert_int_equal(render_live_layers(live), 0);
        assert_ok(render_live_update(live, &g.f.map, &one_thread, &err), &err);
        uint8_t picture[15 * 15 * 3];
        void *planes[1] = {picture};
        const struct render_target target = {
            .kind = SCREE_PICTURE_RGB8, .planes = planes, .light = &light};
        struct render_options options = g.options.render;
        options.threads = 1;
        struct render_plan *plan;
        assert_ok(render_plan_create(&plan, g.field, &g.f.map, &options, &err), &err);
        render_rows(plan, 0, 15, &target, 1);
        render_plan_free(plan);
        assert_memory_equal(picture, render_live_picture(live), sizeof picture);
    }
    render_live_free(live);
    ter_free(g.field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_reported),
                                       cmocka_unit_test(the_next_update_makes_up_for_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
