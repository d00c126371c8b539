/* Explanations, suites and planes: when the k-th allocation fails the answer is SCREE_NO_MEMORY and
 * nothing leaks, for each k. Linked with wrapped allocators. */
#include "tests/fixture.h"
#include "tests/nomem.h"

#include "compare/compare_explain.h"
#include "compare/compare_suite.h"

struct given {
    struct ter_field *field;
    struct ter_ranges ranges;
    struct fixture_map f;
    struct render_options options;
    struct render_merge *merge;
    struct render_plan *plan;
};

static void make_given(struct given *g)
{
    struct scree_error err = SCREE_ERROR_INIT;
    g->field = fixture_field(17, 17, 0.001);
    fixture_hills(g->field, 5);
    fixture_map_rich(&g->f);
    g->options = (struct render_options)RENDER_OPTIONS_DEFAULT;
    g->options.width = g->options.height = 6;
    g->options.threads = 1;
    assert_ok(ter_measure(&g->ranges, g->field, 0, NULL, &err), &err);
    assert_ok(render_merge_depth(&g->merge, &g->f.map, UINT32_MAX, &err), &err);
    assert_ok(render_plan_create(&g->plan, g->field, &g->f.map, &g->options, &err), &err);
}

static enum scree_code explain(const struct given *g, struct scree_error *err)
{
    struct compare_explanation *explanation;
    const struct compare_subject subject = {g->plan,     g->field, &g->f.map,
                                            &g->options, g->merge, &g->ranges};
    const enum scree_code code = compare_explain(&explanation, &subject, 3, 2, err);
    if (code != SCREE_OK) assert_null(explanation);
    compare_explanation_free(explanation);
    return code;
}

static enum scree_code read_suite(struct compare_suite **out, struct scree_error *err)
{
    /* More scenes and claims than a first allocation holds. */
    static char text[20000];
    size_t used = 0;
    for (unsigned i = 0; i < 70; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "terrain %u\nsurface \"b\"\nn%u: area(Grass) = 3 %% +- 100 %%\n"
                                 "same as \"x\"\ndigest = %064u\nwinner at 1,1 = Snow\n"
                                 "reach(Grass) <= 1 where slope > 0 deg\n",
                                 i, i, i);
    return compare_suite_read(out, text, used, err);
}

/* All claims about one scene: rows, digest, the same, answers. */
static enum scree_code run_suite(const struct given *g, const struct compare_suite *suite,
                                 struct scree_error *err)
{
    enum { TEXELS = 36, LAYERS = 16 };
    static float plane[TEXELS];
    const float *planes[LAYERS];
    for (int k = 0; k < LAYERS; k++) planes[k] = plane;
    const struct compare_stage stage = {.field = g->field,
                                        .map = &g->f.map,
                                        .merge = g->merge,
                                        .width = 6,
                                        .height = 6,
                                        .grid = SCREE_CELLS};
    const struct compare_rows rows = {0, 6, planes, planes, plane, plane, NULL};
    struct compare_run *run = NULL;
    struct compare_planes *a = NULL, *b = NULL;
    enum scree_code code;
    FAIL_IF_ERR(code, compare_run_create(&run, suite, 0, &stage, err));
    FAIL_IF_ERR(code, compare_planes_create(&a, 6, 6, g->merge->names, g->merge->count, err));
    FAIL_IF_ERR(code, compare_planes_create(&b, 6, 6, g->merge->names, g->merge->count, err));
    b->samples[1][3] = 4;
    compare_run_rows(run, &rows);
    FAIL_IF_ERR(code, compare_run_digest(run, a, err));
    FAIL_IF_ERR(code, compare_run_same(run, 1, a, b, err));
    for (size_t i = 0; i < 5 && code == SCREE_OK; i++)
        if (compare_run_result(run, i) == NULL) code = err_no_memory(err);

fail:
    compare_run_free(run);
    compare_planes_free(a);
    compare_planes_free(b);
    return code;
}

enum task { EXPLAIN, READ, RUN };

static enum scree_code do_task(enum task task, const struct given *g,
                               const struct compare_suite *suite, struct scree_error *err)
{
    struct compare_suite *made = NULL;
    enum scree_code code;
    switch (task) {
    case EXPLAIN:
        return explain(g, err);
    case READ:
        code = read_suite(&made, err);
        if (code != SCREE_OK) assert_null(made);
        compare_suite_free(made);
        return code;
    case RUN:
        break;
    }
    return run_suite(g, suite, err);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static struct given g;
    struct compare_suite *suite;
    struct scree_error err = SCREE_ERROR_INIT;
    make_given(&g);
    assert_ok(read_suite(&suite, &err), &err);
    assert_int_equal(suite->scene_count, 70);
    assert_int_equal(suite->claim_count, 350);
    for (int task = EXPLAIN; task <= RUN; task++) {
        const unsigned long before = nomem_live;
        for (unsigned long k = 1;; k++) {
            err_clear(&err);
            nomem_reset(k);
            const enum scree_code code = do_task((enum task)task, &g, suite, &err);
            const unsigned long made = nomem_calls;
            nomem_reset(0);
            assert_int_equal(nomem_live, before);
            if (made < k) {
                assert_ok(code, &err);
                assert_true(k > 8);
                break;
            }
            assert_int_equal(code, SCREE_NO_MEMORY);
            assert_int_equal(err.code, SCREE_NO_MEMORY);
        }
    }
    compare_suite_free(suite);
    render_plan_free(g.plan);
    render_merge_free(g.merge);
    ter_free(g.field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
