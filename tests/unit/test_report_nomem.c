/* Documents: when the k-th allocation fails, jansson's included, the answer is SCREE_NO_MEMORY and
 * nothing leaks, for each k. Linked with wrapped allocators. */
#include "tests/nomem.h"
#include "tests/unit/report_made.h"

#include "report/report_answers.h"

static struct made_pair made;
static struct render_merge *merge;
static enum scree_form form;

static void *json_alloc(size_t size)
{
    return __wrap_calloc(1, size);
}

static enum scree_code lint(void *context, struct scree_error *err)
{
    static struct scree_finding list[] = {{0, "a", SCREE_LINT_NOTE, SCREE_NO_LAYER, "", "b", "c"},
                                          {0, "d", SCREE_LINT_ERROR, 1, "e", "f", "g"}};
    const struct compare_findings findings = {.count = 2, .list = list, .counts = {1, 0, 1}};
    const struct warn_list tolerated = {0};
    const struct report_lint shown = {.surface = &made.pair.surface_file,
                                      .terrain = &made.pair.terrain_file,
                                      .tolerated = &tolerated,
                                      .findings = &findings};
    (void)context;
    struct scree_bytes out;
    const enum scree_code code = report_lint(&out, &shown, form, NULL, err);
    file_bytes_free(&out);
    return code;
}

static enum scree_code info(void *context, struct scree_error *err)
{
    const struct report_info_item items[] = {
        {.file = &made.pair.terrain_file, .field = made.pair.field, .ranges = &made.pair.ranges},
        {.file = &made.pair.surface_file, .map = made.pair.map}};
    (void)context;
    struct scree_bytes out;
    const enum scree_code code = report_info(&out, items, 2, 0, form, NULL, err);
    file_bytes_free(&out);
    return code;
}

static enum scree_code probe(void *context, struct scree_error *err)
{
    const struct scree_place points[] = {{SCREE_AT, 20, 20}, {SCREE_VERTEX, 3, 3}};
    const struct scree_probe_options options = {
        .how = {.relief = 1}, .places = points, .place_count = 2};
    const struct report_probe given = {&made.pair, merge, &options};
    (void)context;
    struct scree_bytes out;
    const enum scree_code code = report_probe(&out, &given, form, NULL, err);
    file_bytes_free(&out);
    return code;
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    made_pair(&made, "a", "b");
    assert_ok(render_merge_depth(&merge, made.pair.map, UINT32_MAX, &err), &err);
    json_set_alloc_funcs(json_alloc, __wrap_free);
    for (int f = 0; f < 2; f++) {
        form = (enum scree_form)f;
        assert_true(nomem_each(lint, NULL) > (form == SCREE_JSON ? 30 : 0));
        assert_true(nomem_each(info, NULL) > (form == SCREE_JSON ? 100 : 3));
        assert_true(nomem_each(probe, NULL) > 20);
    }
    json_set_alloc_funcs(malloc, free);
    render_merge_free(merge);
    made_pair_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
