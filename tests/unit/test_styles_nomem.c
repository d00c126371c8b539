/* styles/: every allocation may fail. */
#include "tests/nomem.h"
#include "tests/unit/styles_made.h"

static enum scree_code make(void *context, struct scree_error *err)
{
    static const struct scree_style_options options = {.size = sizeof options,
                                                       .style = "island",
                                                       .water = SCREE_WATER_AT,
                                                       .water_m = 0,
                                                       .seed = 1};
    struct styles_map map;
    struct scree_job job = {.threads = 1};
    RETURN_IF_ERR(styles_make_map(&map, context, &options, &job, err));
    struct scree_bytes words, json = {0};
    enum scree_code code = styles_words(&words, &map, err);
    if (code == SCREE_OK) code = styles_json(&json, &map, err);
    file_bytes_free(&words);
    file_bytes_free(&json);
    styles_free(&map);
    return code;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    struct ter_field *field = styles_make_field(&styles_made[STYLES_MADE_COUNT - 1]);
    assert_true(nomem_each(make, field) > 10);
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
