/* srf/: changes as people write them, LAYER.FIELD=VALUE. */
#include "tests/unit/srf_made.h"

/* 0 Rock, 1 Rock/Grass, 2 Rock/Grass/Dry, 3 Rock/St. "Helens".coverage, 4 Rock/Dry */
static struct srf_map *make_map(void)
{
    static const char *const names[] = {"Rock", "Grass", "Dry", "St. \"Helens\".coverage", "Dry"};
    static const uint32_t parents[] = {0, 0, 1, 0, 0};
    return built_tree(names, parents, 5);
}

static double number_of(const struct srf_map *map, uint32_t layer, const char *field)
{
    double values[SRF_FIELD_NUMBERS];
    size_t count;
    assert_int_equal(srf_get_numbers(values, &count, map, layer, field, NULL), SCREE_OK);
    return values[0];
}

static void change(struct srf_map *map, const char *text)
{
    const struct srf_scale scale = {.across_m = 10, .up_m = 8};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_change(map, text, &scale, NULL, &err), &err);
}

static void layer_field_and_value_are_told_apart(void **state)
{
    (void)state;
    struct srf_map *map = make_map();
    change(map, "Grass.coverage=0.25");
    assert_true(number_of(map, 1, "coverage") == 0.25);
    change(map, "Grass/Dry.coverage=75%");
    assert_true(number_of(map, 2, "coverage") == 0.75);
    change(map, "/Rock/Dry.altitude.max=16m");
    assert_true(number_of(map, 4, "altitude.max.at") == 2);
    change(map, "#0.altitude.max.fuzziness=3tu");
    assert_true(number_of(map, 0, "altitude.max.fuzziness") == 3);
    /* A name with dots, a quote and a field's name in it. */
    change(map, "\"St. \\\"Helens\\\".coverage\".coverage=0.5");
    assert_true(number_of(map, 3, "coverage") == 0.5);
    change(map, "St. \"Helens\".coverage.coverage=1");
    assert_true(number_of(map, 3, "coverage") == 1);
    /* Everything behind the first '=' is the value. */
    change(map, "#4.name=a.b=\"c\"");
    assert_string_equal(map->layers[4]->name, "a.b=\"c\"");
    change(map, "a.b=\"c\".coverage=0.125");
    assert_true(number_of(map, 4, "coverage") == 0.125);
    srf_free(map);
}

static void mistakes_are_refused_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } wrong[] = {
        {"", "write LAYER.FIELD=VALUE"},
        {"Grass=1", "write LAYER.FIELD=VALUE"},
        {"Grass.coverage", "write LAYER.FIELD=VALUE"},
        {"coverage=1", "write LAYER.FIELD=VALUE"},
        {"Grass.covrage=1", "no field 'covrage'; did you mean 'coverage'?"},
        {"Grass.altitude.mx=5tu", "no field 'altitude.mx'; did you mean 'altitude.max'?"},
        {"Grass.feathers=1", "no field 'feathers'"},
        {"\"Grass.coverage=1", "name in quotes"},
        {"\"Grass\"coverage=1", "name in quotes"},
        {"\"Grass\".=1", "no field"},
        {"Gras.coverage=1", "no layer 'Gras'; did you mean 'Grass'?"},
        {"#5.coverage=1", "no layer '#5'"},
        {"Dry.coverage=1", "'Dry' matches 2 layers: #2 Rock/Grass/Dry, #4 Rock/Dry; write more"},
        {"Grass.coverage=much", "coverage=much"},
        {"Grass.altitude.max=12", "needs a unit"},
        {"Grass.altitude.max=12m", "metres need the scale"},
    };
    struct srf_map *map = make_map();
    struct scree_bytes before;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&before, map, &err), &err);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        err_clear(&err);
        if (srf_change(map, wrong[i].text, NULL, NULL, &err) != SCREE_BAD_ARGUMENT)
            fail_msg("%s is not refused", wrong[i].text);
        if (strstr(err.text, wrong[i].expected) == NULL)
            fail_msg("%s: \"%s\" is not in \"%s\"", wrong[i].text, wrong[i].expected, err.text);
    }
    assert_written_back(map, before.data, before.size);
    file_bytes_free(&before);
    srf_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layer_field_and_value_are_told_apart),
        cmocka_unit_test(mistakes_are_refused_with_a_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
