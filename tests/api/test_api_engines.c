/* Plans of exports for engines through include/scree/engines.h: every row of the table plans, what each
 * refuses by the member that is to blame, and lint's judgement by the same table. test_exports and
 * tests/engines have the files. */
#include "tests/api_island.h"

#include <jansson.h>

static struct scree_engine_about about_engine(size_t i)
{
    struct scree_engine_about about = {.size = sizeof about};
    assert_scree(scree_engine_at(i, &about, &error));
    return about;
}

static size_t count_engines(void)
{
    struct scree_engine_about about = {.size = sizeof about};
    size_t count = 0;
    while (scree_engine_at(count, &about, &error) == SCREE_OK) count++;
    error = (struct scree_error)SCREE_ERROR_INIT;
    return count;
}

/* What the document says is what the description says, within the bounds of the row. */
static void every_engine_plans(void **state)
{
    (void)state;
    assert_true(count_engines() > 0);
    const uint32_t layers = scree_surface_layers(surface);
    for (size_t i = 0; i < count_engines(); i++) {
        const struct scree_engine_about about = about_engine(i);
        struct scree_engine_options options = SCREE_ENGINE_OPTIONS_INIT;
        options.output = "somewhere/land.zip";
        options.plants_set = "none";
        struct scree_engine *engine;
        assert_scree(
            scree_engine_plan(&engine, about.key, terrain, surface, &options, NULL, &error));
        struct scree_engine_info info = {.size = sizeof info};
        scree_engine_describe(engine, &info);
        assert_string_equal(info.name, "land");
        const bool all = about.max_materials == 0 || about.max_materials >= layers;
        assert_int_equal(info.materials, all ? layers : about.max_materials);
        assert_true(info.side_m == 2048);
        assert_true(info.spacing_m * (info.points - 1) > 2047.999 &&
                    info.spacing_m * (info.points - 1) < 2048.001);
        assert_true(info.altitude_m[0] < info.altitude_m[1]);
        assert_true((info.dropped_worst > 0) == (about.kept != 0));
        struct scree_bytes text;
        assert_scree(scree_engine_document(engine, &text, &error));
        json_error_t why;
        json_t *document = json_loadb((const char *)text.data, text.size, 0, &why);
        assert_non_null(document);
        const char *key;
        json_t *ground, *materials;
        assert_int_equal(json_unpack(document, "{s:s, s:o, s:o}", "engine", &key, "terrain",
                                     &ground, "materials", &materials),
                         0);
        assert_string_equal(key, about.key);
        assert_int_equal(json_integer_value(json_object_get(ground, "points")), info.points);
        assert_int_equal(json_array_size(materials), info.materials);
        json_decref(document);
        scree_bytes_free(&text);
        scree_engine_free(engine);
    }
}

struct wrong {
    const char *engine;
    struct scree_engine_options options;
    const char *field, *says;
};
#define WITH(...)                                                                                  \
    {                                                                                              \
        .size = sizeof(struct scree_engine_options), .how = SCREE_HOW_INIT, __VA_ARGS__            \
    }
static const struct wrong wrongs[] = {
    {"torque", WITH(.name = "land"), "engine", "expected one of spring, godot, hterrain, unreal"},
    {"unreal", WITH(.points = 253), "name", "set name or output"},
    {"unreal", WITH(.name = "my land"), "name", "my land"},
    {"unreal", WITH(.name = "land_x1", .points = 253, .tile_points = 127), "name", "_x1"},
    {"unreal", WITH(.name = "land", .points = 512), "points", "take 505"},
    {"unreal", WITH(.name = "land", .tile_points = 128), "tile_points", "127"},
    {"unreal", WITH(.name = "land", .texels = 512), "texels", "Unreal"},
    {"unity", WITH(.name = "land", .points = 512), "points", "take 513"},
    {"unity", WITH(.name = "land", .texels = 100), "texels", "128"},
    {"unity", WITH(.name = "land", .tile_points = 65), "tile_points", "Unity"},
    {"unity", WITH(.output = "land.raw"), "output", "leave .raw out"},
    {"web", WITH(.output = "page.HTML"), "output", "leave .HTML out"},
    {"web", WITH(.output = "land.glb", .name = "land"), "output", "leave .glb out"},
    {"web", WITH(.name = "land", .layers = 9), "layers", "8 layers at most"},
    {"web", WITH(.name = "land", .points = 16), "points", "take 17"},
    {"web", WITH(.name = "land", .texels = 8192), "texels", "4096"},
    {"web", WITH(.name = "land", .has_water = true), "water_m", "Web"},
    {"web", WITH(.name = "land", .plants_set = "alpine"), "plants_set", "Web"},
    {"godot", WITH(.name = "land", .layers = 33), "layers", "32 layers at most"},
    {"godot", WITH(.name = "land", .tile_points = 100), "tile_points", "128"},
    {"godot", WITH(.name = "land", .points = 192, .tile_points = 128), "points", "256"},
    {"hterrain", WITH(.name = "land", .tile_points = 64), "tile_points", "in one piece"},
    {"hterrain", WITH(.name = "land", .layers = 17), "layers", "16 layers at most"},
    {"spring", WITH(.name = "land", .points = 130), "points", "take 129"},
    {"spring", WITH(.name = "land", .layers = 300), "layers", "255 layers at most"},
    {"spring", WITH(.name = "land", .has_water = true, .water_m = 1e9), "water_m", "planet"},
    {"spring", WITH(.name = "land", .plants_set = "jungle"), "plants_set", "temperate"},
    {"spring", WITH(.name = "land", .plants = {.name = "p.json"}, .plants_set = "alpine"),
     "plants_set", "choose one"},
    {"farming-simulator", WITH(.name = "land", .points = 2048), "points", "take 2049"},
    {"farming-simulator", WITH(.name = "land", .texels = 8), "texels", "8"},
};

static void what_is_wrong_is_refused_by_its_member(void **state)
{
    (void)state;
    static char told[sizeof wrongs / sizeof wrongs[0]][512];
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        const struct wrong *wrong = &wrongs[i];
        struct scree_engine *engine;
        error = (struct scree_error)SCREE_ERROR_INIT;
        const int code = scree_engine_plan(&engine, wrong->engine, terrain, surface,
                                           &wrong->options, NULL, &error);
        if (code != SCREE_BAD_ARGUMENT || strcmp(error.field, wrong->field) != 0 ||
            strstr(error.text, wrong->says) == NULL)
            fail_msg("%s, row %zu: %d %s [%s]", wrong->engine, i, code, error.text, error.field);
        assert_null(engine);
        assert_null(strpbrk(error.text, "{}"));
        snprintf(told[i], sizeof told[i], "%s", error.text);
        for (size_t k = 0; k < i; k++) assert_string_not_equal(told[i], told[k]);
    }
    error = (struct scree_error)SCREE_ERROR_INIT;
}

/* Lint knows every row, and tells of points that its export spreads. */
static void lint_judges_by_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < count_engines(); i++) {
        const struct scree_engine_about about = about_engine(i);
        struct scree_lint_options options = SCREE_LINT_OPTIONS_INIT;
        options.engine = about.key;
        struct scree_lint *lint;
        assert_scree(scree_lint_create(&lint, surface, terrain, &options, NULL, &error));
        bool other_points = false, too_many = false;
        for (size_t f = 0; f < scree_lint_count(lint); f++) {
            struct scree_finding finding = {.size = sizeof finding};
            assert_scree(scree_lint_finding(lint, f, &finding, &error));
            if (strcmp(finding.id, "points-changed") == 0) {
                other_points = true;
                assert_non_null(strstr(finding.text, about.sizes));
            }
            too_many = too_many || strstr(finding.id, "materials") != NULL;
        }
        struct scree_engine_options of = SCREE_ENGINE_OPTIONS_INIT;
        struct scree_engine *engine;
        struct scree_engine_info info = {.size = sizeof info};
        of.name = "land";
        assert_scree(scree_engine_plan(&engine, about.key, terrain, surface, &of, NULL, &error));
        scree_engine_describe(engine, &info);
        scree_engine_free(engine);
        assert_true(other_points == (info.points != 257)); /* a side of the terrain */
        assert_true(too_many == (info.materials < scree_surface_layers(surface)));
        scree_lint_free(lint);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_plans),
        cmocka_unit_test(what_is_wrong_is_refused_by_its_member),
        cmocka_unit_test(lint_judges_by_the_table),
    };
    return cmocka_run_group_tests(tests, open_island, close_island);
}
