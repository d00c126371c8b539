/* compare/: when the k-th allocation fails the answer is SCREE_NO_MEMORY and nothing leaks, for each k.
 * Linked with wrapped allocators. */
#include "tests/fixture.h"
#include "tests/nomem.h"

#include "compare/compare_lint.h"

static void rename_all(char *out, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) snprintf(out + 8 * i, 8, "%s_", names[i]);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    const struct compare_target target = {.name = "Game",
                                          .max_materials = 40,
                                          .good_materials = 2,
                                          .rename = rename_all,
                                          .name_size = 8};
    struct compare_lint_options options = COMPARE_LINT_OPTIONS_DEFAULT;
    options.target = &target;
    options.threads = 1;
    struct ter_field *field = fixture_field(17, 17, 0.001);
    fixture_hills(field, 5);
    static struct fixture_map f;
    fixture_map_start(&f);
    /* A layer that others cover, findings enough to let the list grow, a smoothed terrain. */
    for (int i = 0; i < 24; i++) {
        struct srf_layer *layer = fixture_layer(&f, f.map.root, "");
        layer->bmam = layer->mter = 5;
        layer->smsz = i == 7 ? 3 : 0.1f;
    }
    const unsigned long before = nomem_live;
    for (unsigned long k = 1;; k++) {
        struct scree_error err;
        struct compare_findings *findings;
        err_clear(&err);
        nomem_reset(k);
        const enum scree_code code = compare_lint(&findings, &f.map, field, &options, &err);
        const unsigned long made = nomem_calls;
        nomem_reset(0);
        if (made < k) {
            assert_ok(code, &err);
            assert_true(findings->count > 64 && findings->evaluated);
            compare_findings_free(findings);
            assert_int_equal(nomem_live, before);
            assert_true(k > 40);
            break;
        }
        assert_int_equal(code, SCREE_NO_MEMORY);
        assert_int_equal(err.code, SCREE_NO_MEMORY);
        assert_null(findings);
        assert_int_equal(nomem_live, before);
    }
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
