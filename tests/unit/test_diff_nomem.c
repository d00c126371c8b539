/* compare/: when the k-th allocation of a comparison fails the answer is SCREE_NO_MEMORY and nothing
 * leaks, for each k. */
#include "tests/fixture.h"
#include "tests/nomem.h"

#include "compare/compare_diff.h"

struct inputs {
    struct ter_field *field;
    struct fixture_map *before, *after;
};

static enum scree_code compare(void *context, struct scree_error *err)
{
    const struct inputs *in = context;
    struct compare_evaluate_options options = {
        .render = RENDER_OPTIONS_DEFAULT, .depth = UINT32_MAX, .explain = true};
    options.render.threads = 1;
    options.cover.over = COMPARE_FULL_FINE / 20;
    struct compare_changes *changes = NULL;
    struct compare_cover *cover = NULL;
    enum scree_code code = compare_maps(&changes, &in->before->map, &in->after->map, err);
    if (code == SCREE_OK)
        code = compare_evaluate(&cover, changes, in->field, &in->before->map, &in->after->map,
                                &options, err);
    if (code == SCREE_OK)
        assert_true(changes->count > 16 && cover->amount > 0);
    else
        assert_null(cover);
    compare_cover_free(cover);
    compare_changes_free(changes);
    return code;
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
    struct inputs inputs = {field, &f, &g};
    assert_true(nomem_each(compare, &inputs) > 20);
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
