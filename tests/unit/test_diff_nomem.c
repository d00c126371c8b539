/* compare/: when the k-th allocation of a comparison fails the answer is ERR_NOMEM and nothing
 * leaks, for each k. Linked with wrapped allocators. */
#include "tests/fixture.h"
#include "tests/unit/failing_alloc.h"

#include "compare/compare.h"

/* Both steps; what is there is freed by the caller. */
static enum err_code compare(struct compare_changes **changes, struct compare_cover **cover,
                             const struct ter_field *field, const struct fixture_map *f,
                             const struct fixture_map *g, struct err *err)
{
    struct compare_evaluate_options options = {
        .render = RENDER_OPTIONS_DEFAULT, .depth = UINT32_MAX, .explain = true};
    options.render.threads = 1;
    options.cover.over = COMPARE_FULL_FINE / 20;
    *cover = NULL;
    RETURN_IF_ERR(compare_maps(changes, &f->map, &g->map, err));
    return compare_evaluate(cover, *changes, field, &f->map, &g->map, &options, err);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(17, 17, 0.001);
    fixture_hills(field, 5);
    static struct fixture_map f, g;
    fixture_map_rich(&f);
    fixture_map_rich(&g);
    /* One layer more, one renamed, changes enough to let the list grow. */
    fixture_layer(&g, g.map.root, "Ice")->covr = 0.5f;
    g.layers[1].name = "Meadow";
    for (int k = 1; k < 6; k++) {
        g.layers[k].covr = 0.25f;
        g.layers[k].vari = 0.5f;
        g.layers[k].difc[0] = 77;
        g.layers[k].bmam = 7;
    }
    const unsigned long before = live;
    for (unsigned long k = 1;; k++) {
        struct err err;
        struct compare_changes *changes = NULL;
        struct compare_cover *cover = NULL;
        err_clear(&err);
        allocations = 0;
        fail_at = k;
        const enum err_code code = compare(&changes, &cover, field, &f, &g, &err);
        const unsigned long made = allocations;
        fail_at = 0;
        if (made >= k) {
            assert_int_equal(code, ERR_NOMEM);
            assert_int_equal(err.code, ERR_NOMEM);
            assert_null(cover);
        } else {
            assert_ok(code, &err);
            assert_true(changes->count > 16 && cover->amount > 0);
        }
        compare_cover_free(cover);
        compare_changes_free(changes);
        assert_int_equal(live, before);
        if (made < k) break;
        assert_true(k < 100000);
    }
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
