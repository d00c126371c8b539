/* Rows to many takers: whole images, bands and takers of one evaluation have the same bytes, a band
 * is looked at before it is taken, and whoever fails or cancels ends the work. */
#include "tests/fixture.h"

#include "render/row_stream.h"

#define SIDE 600 /* several bands */

struct scene {
    struct ter_field *field;
    struct fixture_map f;
    struct render_plan *plan;
    struct render_merge *merge;
    uint8_t *winner, *margin; /* by render_rows() */
    struct scree_error err;
};

static int start(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    err_clear(&scene->err);
    scene->field = fixture_field(SIDE + 1, SIDE + 1, 1.0 / 1500);
    fixture_hills(scene->field, 11);
    fixture_map_rich(&scene->f);
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.threads = 2;
    assert_ok(render_merge_depth(&scene->merge, &scene->f.map, UINT32_MAX, &scene->err),
              &scene->err);
    assert_ok(render_plan_create(&scene->plan, scene->field, &scene->f.map, &options, &scene->err),
              &scene->err);
    scene->winner = malloc(SIDE * SIDE);
    scene->margin = malloc(SIDE * SIDE);
    void *planes[2] = {scene->winner, scene->margin};
    const struct render_target targets[2] = {
        {.kind = SCREE_WINNER_U8, .merge = scene->merge, .planes = &planes[0]},
        {.kind = SCREE_MARGIN_U8, .merge = scene->merge, .planes = &planes[1]}};
    render_rows(scene->plan, 0, SIDE, targets, 2);
    *state = scene;
    return 0;
}

static int finish(void **state)
{
    struct scene *scene = *state;
    render_plan_free(scene->plan);
    render_merge_free(scene->merge);
    ter_free(scene->field);
    free(scene->winner);
    free(scene->margin);
    free(scene);
    return 0;
}

/* What a taker and a look have seen. */
struct seen {
    const struct scene *scene;
    struct render_stream *bands;
    uint32_t put, looked; /* rows */
    uint32_t fail_at;     /* row from which put() fails */
    unsigned steps, cancel_at;
};

static enum scree_code put(void *context, const void *rows, uint32_t count, struct scree_error *err)
{
    struct seen *seen = context;
    assert_true(seen->looked == seen->put + count);
    assert_memory_equal(rows, seen->scene->margin + (size_t)seen->put * SIDE, (size_t)count * SIDE);
    seen->put += count;
    if (seen->put <= seen->fail_at) return SCREE_OK;
    return err_set(err, SCREE_CANNOT_WRITE, "the disk is full");
}

static enum scree_code look(void *context, uint32_t first, uint32_t count, struct scree_error *err)
{
    (void)err;
    struct seen *seen = context;
    assert_int_equal(first, seen->looked);
    seen->looked += count;
    assert_memory_equal(seen->bands->rows[0], seen->scene->winner + (size_t)first * SIDE,
                        (size_t)count * SIDE);
    return SCREE_OK;
}

static int step(void *context, const char *name, double done)
{
    struct seen *seen = context;
    assert_string_equal(name, "rendering");
    assert_true(done >= 0 && done <= 1);
    return ++seen->steps == seen->cancel_at;
}

/* The winner as a band that is looked at and as a whole image of the caller's, the margin to put(). */
static enum scree_code run(struct scene *scene, struct seen *seen, uint8_t *whole)
{
    struct render_stream bands;
    struct scree_job job = {.context = seen, .progress = step};
    seen->scene = scene;
    seen->bands = &bands;
    err_clear(&scene->err);
    assert_ok(render_stream_create(&bands, 3, &scene->err), &scene->err);
    render_stream_add_band(&bands, SIDE, 1);
    render_stream_add_whole(&bands, SIDE, 1, whole);
    render_stream_add_taker(&bands, SIDE, 1, put, seen);
    bands.look = look;
    bands.look_context = seen;
    const struct render_target targets[3] = {
        {.kind = SCREE_WINNER_U8, .merge = scene->merge, .planes = &bands.rows[0]},
        {.kind = SCREE_WINNER_U8, .merge = scene->merge, .planes = &bands.rows[1]},
        {.kind = SCREE_MARGIN_U8, .merge = scene->merge, .planes = &bands.rows[2]}};
    const enum scree_code code =
        render_stream_run(&bands, scene->plan, targets, 3, 0, &job, &scene->err);
    assert_int_equal(code, scene->err.code);
    render_stream_free(&bands);
    return code;
}

static void everyone_gets_the_same_rows(void **state)
{
    struct scene *scene = *state;
    uint8_t *whole = calloc(SIDE, SIDE);
    struct seen seen = {.fail_at = SIDE};
    assert_ok(run(scene, &seen, whole), &scene->err);
    assert_int_equal(seen.put, SIDE);
    assert_int_equal(seen.looked, SIDE);
    assert_memory_equal(whole, scene->winner, SIDE * SIDE);
    free(whole);
}

static void a_taker_that_fails_ends_it(void **state)
{
    struct scene *scene = *state;
    uint8_t *whole = calloc(SIDE, SIDE);
    struct seen seen = {.fail_at = 0};
    assert_int_equal(run(scene, &seen, whole), SCREE_CANNOT_WRITE);
    assert_string_equal(scene->err.text, "the disk is full");
    assert_true(seen.put < SIDE);
    free(whole);
}

static void it_can_be_cancelled_at_every_step(void **state)
{
    struct scene *scene = *state;
    uint8_t *whole = calloc(SIDE, SIDE);
    for (unsigned at = 1;; at++) {
        struct seen seen = {.fail_at = SIDE, .cancel_at = at};
        const enum scree_code code = run(scene, &seen, whole);
        if (seen.steps < at) {
            assert_ok(code, &scene->err);
            assert_true(at > 3); /* bands were many */
            break;
        }
        assert_int_equal(code, SCREE_CANCELLED);
        assert_true(at == 1 ? seen.put == 0 : seen.put > 0);
    }
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_gets_the_same_rows),
        cmocka_unit_test(a_taker_that_fails_ends_it),
        cmocka_unit_test(it_can_be_cancelled_at_every_step),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
