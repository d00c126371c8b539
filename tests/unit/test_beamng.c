/*
 * beamng/, a new level: the plan against its rules written a second time, ids and heights against
 * the weights and altitudes that they are made of, and the same bytes in every sink. Whole levels
 * are read back in tests/beamng.
 */
#include "tests/fixture.h"

#include <math.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "beamng/beamng.h"
#include "beamter/beamter.h"
#include "ground/ground.h"

static struct inputs_given sources; /* beside plain() */

static struct scree_beamng_options plain(void)
{
    struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
    options.level.name = "hills";
    sources = (struct inputs_given){.roads = NULL};
    options.level.plants_set = "none";
    options.level.grip = SCREE_GRIP_FINE; /* each sample has the strongest */
    return options;
}

/* ---- the size ---- */

struct wanted {
    enum scree_code code;
    uint32_t size;
    bool trimmed, resampled;
};

/* docs/formats/beamng.md, Size, once more. */
static struct wanted size_of(uint32_t x, uint32_t y, bool square_cells, uint32_t samples)
{
    bool is_power = false;
    for (uint32_t power = 128; power <= 16384; power *= 2) is_power = is_power || samples == power;
    if (samples != 0 && !is_power) return (struct wanted){.code = SCREE_BAD_ARGUMENT};
    if (x != y || !square_cells) return (struct wanted){.code = SCREE_UNSUPPORTED};
    if (samples != 0)
        return (struct wanted){SCREE_OK, samples, samples + 1 == x,
                               samples != x && samples + 1 != x};
    for (uint32_t power = 128; power <= 16384; power *= 2)
        if (x == power || x == power + 1) return (struct wanted){SCREE_OK, power, x > power, false};
    return (struct wanted){.code = SCREE_UNSUPPORTED};
}

static void sizes_follow_the_rule(void **state)
{
    (void)state;
    static const uint32_t sides[] = {64, 127, 128, 129, 130, 200, 256, 257, 300};
    static const uint32_t samples[] = {0, 1, 64, 100, 128, 129, 256, 512, 32768};
    struct fixture_map map;
    fixture_map_rich(&map);
    for (size_t i = 0; i < 9; i++)
        for (size_t k = 0; k < 9; k++)
            for (int odd = 0; odd < 3; odd++) {
                const uint32_t x = sides[i], y = x + (odd == 1);
                struct ter_field *field = fixture_field(x, y, 1);
                if (odd == 2) field->scal_m[1] = 12;
                const struct inputs inputs = {
                    .field = field, .map = &map.map, .terrain_file.path = "hills.ter"};
                struct scree_beamng_options options = plain();
                options.samples = samples[k];
                const struct wanted wanted = size_of(x, y, odd != 2, samples[k]);
                struct scree_error err = SCREE_ERROR_INIT;
                struct beamng_plan *plan;
                const enum scree_code code =
                    beamng_plan_create(&plan, &inputs, &options, &sources, NULL, &err);
                if (code != wanted.code)
                    fail_msg("%u x %u, %u samples: %d, expected %d: %s", x, y, samples[k],
                             (int)code, (int)wanted.code, err.text);
                if (code == SCREE_OK) {
                    struct scree_beamng_info sum;
                    beamng_describe(&sum, plan);
                    assert_int_equal(sum.samples, wanted.size);
                    assert_int_equal(sum.trimmed, wanted.trimmed);
                    assert_int_equal(sum.resampled, wanted.resampled);
                    /* A terrain's own points are as far apart as they are; others share its side. */
                    const double square_m = wanted.resampled ? 10.0 * (x - 1) / wanted.size : 10.0;
                    assert_true(sum.square_m == square_m);
                } else if (code == SCREE_BAD_ARGUMENT) {
                    assert_string_equal(err.field, "samples");
                } else {
                    assert_string_equal(err.file, "hills.ter");
                }
                beamng_plan_free(plan);
                ter_free(field);
            }
}

/* ---- names and materials ---- */

static void names_come_from_outputs(void **state)
{
    (void)state;
    static const struct {
        const char *name, *output, *expected; /* NULL: refused */
    } cases[] = {{"a-B_9", NULL, "a-B_9"},
                 {NULL, "x/My Land.zip", "my-land"},
                 {NULL, "x/Land_2.ZIP", "Land_2"},
                 {NULL, "x/land/", "land"},
                 {NULL, "my land", NULL},
                 {"n", "x/other", "n"},
                 {"n n", "x/other", NULL},
                 {NULL, NULL, NULL},
                 {NULL, "x/\xe6\xb0\xb4.zip", NULL},
                 {"con", NULL, NULL}};
    struct fixture_map map;
    fixture_map_rich(&map);
    struct ter_field *field = fixture_field(128, 128, 1);
    const struct inputs inputs = {.field = field, .map = &map.map};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
        options.level.name = cases[i].name;
        options.level.output = cases[i].output;
        struct scree_error err = SCREE_ERROR_INIT;
        struct beamng_plan *plan;
        const enum scree_code code =
            beamng_plan_create(&plan, &inputs, &options, &sources, NULL, &err);
        assert_int_equal(code, cases[i].expected != NULL ? SCREE_OK : SCREE_BAD_ARGUMENT);
        if (code == SCREE_OK) {
            struct scree_beamng_info sum;
            beamng_describe(&sum, plan);
            assert_string_equal(sum.name, cases[i].expected);
        } else {
            assert_string_equal(err.field, "name");
        }
        beamng_plan_free(plan);
    }
    ter_free(field);
}

/* A list of materials in memory. */
static struct inputs_opened list_of(const char *text)
{
    struct inputs_opened opened;
    assert_int_equal(inputs_open_memory(&opened, NULL, text, strlen(text), NULL), SCREE_OK);
    return opened;
}

struct expected_material {
    const char *name, *ground_model;
    bool is_hole, is_given;
};

static void expect_materials(const struct scree_beamng_options *options,
                             const struct expected_material *expected, uint32_t count)
{
    struct fixture_map map;
    fixture_map_rich(&map); /* Ground, Grass, Dry, Flowers, Scree, Snow, Sand, Wet */
    struct ter_field *field = fixture_field(128, 128, 1);
    const struct inputs inputs = {.field = field, .map = &map.map};
    struct scree_error err = SCREE_ERROR_INIT;
    struct beamng_plan *plan;
    assert_ok(beamng_plan_create(&plan, &inputs, options, &sources, NULL, &err), &err);
    struct scree_beamng_info sum;
    beamng_describe(&sum, plan);
    assert_int_equal(sum.materials, count);
    uint8_t number = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct scree_beamng_material material;
        beamng_describe_material(&material, plan, i);
        assert_string_equal(material.name, expected[i].name);
        assert_string_equal(material.ground_model, expected[i].ground_model);
        assert_int_equal(material.is_hole, expected[i].is_hole);
        assert_int_equal(material.number, expected[i].is_hole ? 255 : number);
        if (!material.is_hole) {
            number++;
            assert_int_equal(material.reason == NULL, expected[i].is_given);
        }
    }
    json_t *document = beamng_document(plan, NULL);
    assert_int_equal(json_array_size(json_object_get(document, "materials")), number);
    json_decref(document);
    beamng_plan_free(plan);
    ter_free(field);
}

static void materials_are_numbered(void **state)
{
    (void)state;
    const struct expected_material all[] = {
        {"Ground", "DIRT", false, false},  {"Grass", "GRASS", false, false},
        {"Dry", "DIRT", false, false},     {"Flowers", "GRASS", false, false},
        {"Scree", "GRAVEL", false, false}, {"Snow", "SNOW", false, false},
        {"Sand", "SAND", false, false},    {"Wet", "DIRT", false, false}};
    struct scree_beamng_options options = plain();
    expect_materials(&options, all, 8);
    /* A hole takes neither a name nor a number. */
    struct expected_material hole[8];
    memcpy(hole, all, sizeof hole);
    hole[4] = (struct expected_material){"Scree", "", true, false};
    options.hole_layer = "Scree";
    expect_materials(&options, hole, 8);
    options.hole_layer = NULL;
    options.level.depth = 0;
    expect_materials(&options, all, 1);
    const struct expected_material given[] = {{"Meadow", "GRASS_2", false, true},
                                              {"Rock_1", "DIRT", false, false},
                                              {"Snow", "SNOW", false, false}};
    struct inputs_opened list =
        list_of("{\"Ground\": \"Rock 1\", \"Scree\": \"Rock 1\", \"Sand\": \"Rock 1\", "
                "\"Wet\": \"Rock 1\", \"Grass\": {\"material\": \"Meadow\", \"ground\": "
                "\"grass_2\"}, \"Dry\": \"Meadow\", \"Flowers\": \"Meadow\"}");
    options.level.depth = RENDER_NO_DEPTH;
    sources.materials = &list;
    struct expected_material ordered[] = {given[1], given[0], given[2]};
    ordered[0].ground_model = "ROCK";
    expect_materials(&options, ordered, 3);
    inputs_close(&list);
}

static void refuse(const struct scree_beamng_options *options, enum scree_code code,
                   const char *field_name, const char *text)
{
    struct fixture_map map;
    fixture_map_rich(&map);
    struct ter_field *field = fixture_field(128, 128, 1);
    const struct inputs inputs = {.field = field, .map = &map.map};
    struct scree_error err = SCREE_ERROR_INIT;
    struct beamng_plan *plan;
    assert_int_equal(beamng_plan_create(&plan, &inputs, options, &sources, NULL, &err), code);
    assert_null(plan);
    assert_string_equal(err.field, field_name);
    if (strstr(err.text, text) == NULL) fail_msg("\"%s\", expected \"%s\"", err.text, text);
    ter_free(field);
}

static void wrong_options_are_named(void **state)
{
    (void)state;
    struct scree_beamng_options options = plain();
    options.hole_layer = "Lava";
    refuse(&options, SCREE_BAD_ARGUMENT, "hole_layer", "Lava");
    options.hole_layer = "Dry";
    options.level.depth = 1;
    refuse(&options, SCREE_BAD_ARGUMENT, "hole_layer", "shares a material with");
    options.hole_layer = "Ground";
    options.level.depth = 0;
    refuse(&options, SCREE_BAD_ARGUMENT, "hole_layer", "is the only material");
    options = plain();
    struct inputs_opened list = list_of("{\"Snow\": {\"material\": \"a\", \"ground\": \"a b\"}}");
    sources.materials = &list;
    refuse(&options, SCREE_BAD_ARGUMENT, "materials", "not a name of a ground model");
    inputs_close(&list);
    options = plain();
    struct inputs_opened picture = list_of("no picture");
    sources.own = &picture;
    refuse(&options, SCREE_MALFORMED, "", "");
    options.hole_layer = "Snow";
    refuse(&options, SCREE_BAD_ARGUMENT, "holes", "exclude each other");
    inputs_close(&picture);
}

/* ---- samples and heights ---- */

struct scene {
    struct fixture_map map;
    struct inputs inputs;
    struct beamng_plan *plan;
    struct beamng_level *level;
    struct sink *sink; /* in memory */
};

static void make(struct scene *scene, uint32_t points, const struct scree_beamng_options *options)
{
    struct scree_error err = SCREE_ERROR_INIT;
    fixture_map_rich(&scene->map);
    struct ter_field *field = fixture_field(points, points, 1.0 / 2048);
    fixture_hills(field, 5);
    scene->inputs = (struct inputs){.field = field, .map = &scene->map.map};
    assert_ok(beamng_plan_create(&scene->plan, &scene->inputs, options, &sources, NULL, &err),
              &err);
    assert_ok(beamng_level_create(&scene->level, scene->plan, NULL, &err), &err);
    assert_ok(sink_open_memory(&scene->sink, &err), &err);
    assert_ok(beamng_start(scene->plan, scene->sink, NULL, &err), &err);
    assert_ok(beamng_write(scene->level, scene->sink, NULL, &err), &err);
}

static void end(struct scene *scene)
{
    sink_close(scene->sink);
    beamng_level_free(scene->level);
    beamng_plan_free(scene->plan);
    ter_free(scene->inputs.field);
}

static const struct sink_file *file_of(const struct scene *scene, const char *name)
{
    for (size_t i = 0; i < sink_count(scene->sink); i++)
        if (strcmp(sink_at(scene->sink, i)->name, name) == 0) return sink_at(scene->sink, i);
    fail_msg("%s is missing", name);
    return NULL;
}

static struct beamter_file terrain_of(const struct scene *scene)
{
    const struct sink_file *file = file_of(scene, "theTerrain.ter");
    struct beamter_file parts;
    assert_true(beamter_is(file->bytes, (size_t)file->size_bytes));
    assert_int_equal(beamter_read(&parts, file->bytes, (size_t)file->size_bytes, NULL), SCREE_OK);
    assert_true(parts.is_plain);
    return parts;
}

/* The weights of every layer at the texels of a grid. */
static float *weights_of(const struct scene *scene, enum scree_grid grid, uint32_t size)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const uint32_t layers = scene->map.map.layer_count;
    const size_t plane = (size_t)size * size;
    float *weights = calloc(plane * layers, sizeof *weights);
    void *planes[FIXTURE_MAX_LAYERS];
    assert_non_null(weights);
    for (uint32_t i = 0; i < layers; i++) planes[i] = weights + i * plane;
    struct render_merge *merge;
    struct render_plan *plan;
    const struct render_how how = RENDER_HOW_DEFAULT;
    const struct render_options options = render_how_options(&how, grid, size, size);
    assert_ok(render_merge_depth(&merge, &scene->map.map, UINT32_MAX, &err), &err);
    assert_ok(render_plan_create(&plan, scene->inputs.field, &scene->map.map, &options, &err),
              &err);
    const struct render_target target = {
        .kind = SCREE_WEIGHT_F32, .merge = merge, .planes = planes};
    render_rows(plan, 0, size, &target, 1);
    render_plan_free(plan);
    render_merge_free(merge);
    return weights;
}

/* The strongest material, ties to the later; where the first two are as good as equal the rounding
 * of their sums decides, which is another test's. */
static void each_sample_has_the_strongest(void **state)
{
    (void)state;
    for (int resampled = 0; resampled < 2; resampled++) {
        struct scene scene;
        struct scree_beamng_options options = plain();
        options.samples = resampled ? 256 : 0;
        make(&scene, 129, &options);
        const struct beamter_file parts = terrain_of(&scene);
        const uint32_t size = resampled ? 256 : 128, layers = scene.map.map.layer_count;
        assert_int_equal(parts.size, size);
        float *weights = weights_of(&scene, resampled ? SCREE_CELLS : SCREE_VERTICES, size);
        size_t close = 0, seen[FIXTURE_MAX_LAYERS] = {0};
        for (uint32_t y = 0; y < size; y++)
            for (uint32_t x = 0; x < size; x++) {
                /* Vertices begin in the south, texels of an image in the north. */
                const size_t at = (size_t)(resampled ? size - 1 - y : y) * size + x;
                uint32_t best = 0;
                float second = -1;
                for (uint32_t i = 0; i < layers; i++)
                    if (weights[i * size * size + at] >= weights[best * size * size + at]) best = i;
                for (uint32_t i = 0; i < layers; i++)
                    if (i != best && weights[i * size * size + at] > second)
                        second = weights[i * size * size + at];
                if (weights[best * size * size + at] - second < 1e-5f)
                    close++;
                else
                    assert_int_equal(parts.ids[(size_t)y * size + x], best);
                seen[best]++;
            }
        assert_true(close < size * size / 50);
        size_t kinds = 0;
        for (uint32_t i = 0; i < layers; i++) kinds += seen[i] > 50;
        assert_true(kinds >= 5); /* the map is worth it */
        free(weights);
        end(&scene);
    }
}

static void heights_are_the_points(void **state)
{
    (void)state;
    struct scene scene;
    struct scree_beamng_options options = plain();
    options.level.depth = 0; /* textures take most of the time */
    make(&scene, 129, &options);
    const struct beamter_file parts = terrain_of(&scene);
    const struct ter_field *field = scene.inputs.field;
    double low = INFINITY, high = -INFINITY;
    for (uint32_t y = 0; y < 128; y++) /* the last row and column are left out */
        for (uint32_t x = 0; x < 128; x++) {
            const double m = field->elevations[y * 129 + x] / 2048.0 * 10.0;
            low = m < low ? m : low;
            high = m > high ? m : high;
        }
    const double max = ceil((high - low) * 1.01 + 1);
    for (uint32_t y = 0; y < 128; y++)
        for (uint32_t x = 0; x < 128; x++) {
            const double m = field->elevations[y * 129 + x] / 2048.0 * 10.0;
            const uint16_t height = bytes_get_u16le(parts.heights + 2 * (y * 128 + x));
            assert_int_equal(height, (long)floor((m - low) / max * 65536 + 0.5));
        }
    const struct sink_file *file = file_of(&scene, "main/MissionGroup/items.level.json");
    char text[4096];
    snprintf(text, sizeof text, "%.*s", (int)file->size_bytes, (const char *)file->bytes);
    char expected[64];
    snprintf(expected, sizeof expected, "\"maxHeight\":%.1f", max);
    assert_non_null(strstr(text, expected));
    assert_non_null(strstr(text, "\"squareSize\":10.0"));
    end(&scene);
}

/* What the ids of a level without holes and with all its speckles become. */
static void holes_and_small_areas_replace_ids(void **state)
{
    (void)state;
    struct scene whole, holed, cleaned;
    struct scree_beamng_options options = plain();
    make(&whole, 128, &options);
    const struct beamter_file before = terrain_of(&whole);
    uint8_t ids[128 * 128];

    options.hole_layer = "Scree"; /* number 4 */
    make(&holed, 128, &options);
    struct beamter_file after = terrain_of(&holed);
    assert_int_equal(after.count, before.count - 1);
    size_t holes = 0;
    for (size_t i = 0; i < sizeof ids; i++) {
        const unsigned id = before.ids[i];
        assert_int_equal(after.ids[i], id == 4 ? 255 : id > 4 ? id - 1 : id);
        holes += id == 4;
    }
    assert_true(holes > 0);

    options.hole_layer = NULL;
    options.level.min_area = 9;
    make(&cleaned, 128, &options);
    after = terrain_of(&cleaned);
    uint64_t areas, samples;
    memcpy(ids, before.ids, sizeof ids);
    assert_int_equal(ground_remove_speckles(ids, 128, 9, &areas, &samples, NULL), SCREE_OK);
    assert_true(areas > 0);
    assert_memory_equal(ids, after.ids, sizeof ids);
    end(&whole);
    end(&holed);
    end(&cleaned);
}

/* ---- sinks ---- */

struct taken {
    size_t files, bytes, ended;
};

static int begin_file(void *context, const char *name, void **file)
{
    struct taken *taken = context;
    (void)name;
    *file = taken;
    taken->files++;
    return 0;
}

static int take_bytes(void *context, void *file, const void *data, size_t size)
{
    (void)file;
    (void)data;
    ((struct taken *)context)->bytes += size;
    return 0;
}

static int end_file(void *context, void *file, int complete)
{
    (void)file;
    ((struct taken *)context)->ended += complete != 0;
    return 0;
}

/* A level gives the same bytes as often as it is written, and to sinks of every kind. */
static void every_sink_gets_the_same(void **state)
{
    (void)state;
    struct scene scene;
    struct scree_beamng_options options = plain();
    options.import_files = true;
    options.level.depth = 0;
    make(&scene, 128, &options);
    struct scree_error err = SCREE_ERROR_INIT;
    struct sink *digest, *functions, *again;
    struct taken taken = {0};
    const struct scree_sink_functions own = {
        .context = &taken, .begin = begin_file, .write = take_bytes, .end = end_file};
    assert_ok(sink_open_digest(&digest, &err), &err);
    assert_ok(sink_open_functions(&functions, &own, &err), &err);
    assert_ok(sink_open_memory(&again, &err), &err);
    struct sink *const sinks[] = {digest, functions, again};
    for (int i = 0; i < 3; i++) {
        assert_ok(beamng_start(scene.plan, sinks[i], NULL, &err), &err);
        assert_ok(beamng_write(scene.level, sinks[i], NULL, &err), &err);
        assert_ok(sink_commit(sinks[i], NULL, &err), &err);
        assert_int_equal(sink_count(sinks[i]), sink_count(scene.sink));
    }
    size_t bytes = 0;
    for (size_t i = 0; i < sink_count(scene.sink); i++) {
        const struct sink_file *file = sink_at(scene.sink, i), *same = sink_at(again, i);
        assert_string_equal(file->name, same->name);
        assert_int_equal(file->size_bytes, same->size_bytes);
        assert_memory_equal(file->bytes, same->bytes, (size_t)file->size_bytes);
        assert_string_equal(sink_at(digest, i)->sha256, file->sha256);
        assert_string_equal(sink_at(functions, i)->sha256, file->sha256);
        bytes += (size_t)file->size_bytes;
    }
    assert_int_equal(taken.files, sink_count(scene.sink));
    assert_int_equal(taken.ended, taken.files);
    assert_int_equal(taken.bytes, bytes);
    /* The report, last, lists all others. */
    const struct sink_file *report = sink_at(scene.sink, sink_count(scene.sink) - 1);
    assert_string_equal(report->name, "scree-report.json");
    json_t *document = json_loadb((const char *)report->bytes, (size_t)report->size_bytes, 0, NULL);
    const json_t *files = json_object_get(document, "files");
    assert_int_equal(json_array_size(files), sink_count(scene.sink) - 1);
    for (size_t i = 0; i < json_array_size(files); i++)
        assert_string_equal(json_string_value(json_object_get(json_array_get(files, i), "sha256")),
                            sink_at(scene.sink, i)->sha256);
    json_decref(document);
    for (int i = 0; i < 3; i++) sink_close(sinks[i]);
    end(&scene);
}

/* ---- cancelling ---- */

static int countdown(void *context, const char *step, double done)
{
    (void)step;
    (void)done;
    long *left = context;
    return (*left)-- == 0;
}

static void it_can_be_cancelled_anywhere(void **state)
{
    (void)state;
    struct fixture_map map;
    fixture_map_rich(&map);
    struct ter_field *field = fixture_field(128, 128, 1.0 / 2048);
    fixture_hills(field, 3);
    const struct inputs inputs = {.field = field, .map = &map.map};
    struct scree_beamng_options options = plain();
    options.level.depth = 0;
    uint64_t seed = 12;
    long steps = 0;
    for (int round = -1; round < 12; round++) {
        long left = round < 0 ? 1 << 30 : (long)(harness_random(&seed) % (uint64_t)steps);
        const long first = left;
        struct scree_job job = {.progress = countdown, .context = &left};
        struct scree_error err = SCREE_ERROR_INIT;
        struct beamng_plan *plan;
        struct beamng_level *level = NULL;
        struct sink *sink;
        assert_ok(beamng_plan_create(&plan, &inputs, &options, &sources, &job, &err), &err);
        assert_ok(sink_open_memory(&sink, &err), &err);
        enum scree_code code = beamng_start(plan, sink, &job, &err);
        if (code == SCREE_OK) code = beamng_level_create(&level, plan, &job, &err);
        if (code == SCREE_OK) code = beamng_write(level, sink, &job, &err);
        if (code == SCREE_OK && round >= 0) code = sink_commit(sink, &job, &err);
        if (round < 0) {
            assert_ok(code, &err);
            steps = first - left;
            assert_true(steps > 20);
        } else {
            assert_int_equal(code, SCREE_CANCELLED);
        }
        sink_close(sink);
        beamng_level_free(level);
        beamng_plan_free(plan);
    }
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_follow_the_rule),
        cmocka_unit_test(names_come_from_outputs),
        cmocka_unit_test(materials_are_numbered),
        cmocka_unit_test(wrong_options_are_named),
        cmocka_unit_test(each_sample_has_the_strongest),
        cmocka_unit_test(heights_are_the_points),
        cmocka_unit_test(holes_and_small_areas_replace_ids),
        cmocka_unit_test(every_sink_gets_the_same),
        cmocka_unit_test(it_can_be_cancelled_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
