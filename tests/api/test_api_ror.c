/* Plans of terrains for Rigs of Rods through include/scree/ror.h: what they tell, what they refuse,
 * how long they live. test_exports has their files. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <jansson.h>

#include "tests/api_island.h"

static struct scree_ror_options small(void)
{
    struct scree_ror_options options = SCREE_ROR_OPTIONS_INIT;
    options.level.output = "somewhere/My Island.zip";
    options.blend_size = 64;
    return options;
}

static struct scree_ror_info describe(const struct scree_ror *ror)
{
    struct scree_ror_info info;
    info.size = sizeof info;
    scree_ror_describe(ror, &info);
    return info;
}

static void a_plan_tells_what_it_decided(void **state)
{
    (void)state;
    struct scree_ror_options options = small();
    options.level.has_water = 1;
    options.level.water_m = 1.5;
    options.level.base_colour =
        SCREE_BASE_COLOUR_NONE; /* a_base_colour_by_itself() has the other */
    struct scree_ror *ror;
    assert_scree(scree_ror_plan(&ror, terrain, surface, &options, NULL, &error));
    const struct scree_ror_info info = describe(ror);
    struct scree_terrain_info ground;
    ground.size = sizeof ground;
    assert_scree(scree_terrain_describe(terrain, &ground, NULL, &error));
    assert_string_equal(info.name, "my-island");
    assert_int_equal(info.points, ground.points_x);
    assert_true(info.side_m == ground.extent_m[0]);
    assert_true(info.height_m >= ground.altitude_m[1] - ground.altitude_m[0] &&
                info.height_m < ground.altitude_m[1] - ground.altitude_m[0] + 1);
    assert_true(info.water_m > 1.499 - info.lowest_m && info.water_m < 1.501 - info.lowest_m);
    assert_int_equal(info.layers, scree_surface_layers(surface));
    assert_int_equal(info.room_for, 5);
    assert_int_equal(info.materials, info.layers - info.step_count);
    assert_true(info.materials <= 5 && info.moved > 0 && info.mean_error > 0);
    scree_ror_free(ror);
}

/* The plan has all it needs: inputs may change and go. */
static void plans_outlive_their_inputs(void **state)
{
    (void)state;
    struct scree_ror_options options = small();
    static const char list[] = "{\"Snow\": \"Rock\", \"Firn\": \"Rock\", \"Beach\": \"Sand\"}";
    char json[sizeof list];
    memcpy(json, list, sizeof list);
    const struct scree_source materials = scree_memory(json, sizeof json - 1, NULL);
    struct scree_ror *ror;
    options.level.materials = materials;
    options.shadows_off = 1;
    options.level.base_colour = SCREE_BASE_COLOUR_PICTURE;
    assert_int_equal(scree_ror_plan(&ror, terrain, surface, &options, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_null(ror);
    assert_string_equal(error.field, "materials");
    assert_non_null(strstr(error.text, "materials materials.json gives"));
    options.level.materials = (struct scree_source){.name = NULL};
    options.level.base_colour = SCREE_BASE_COLOUR_AUTO;
    options.level.bake_size = 0;
    char author[] = "Ann";
    options.level.author = author;
    assert_scree(scree_ror_plan(&ror, terrain, surface, &options, NULL, &error));
    author[0] = 'X';
    const double red[3] = {255, 0, 0};
    assert_scree(scree_surface_set_numbers(surface, 0, "colour", red, 3, &error));
    close_island(NULL);
    struct scree_sink *sinks[2];
    for (int i = 0; i < 2; i++) {
        if (i == 1) {
            scree_ror_free(ror);
            assert_int_equal(open_island(NULL), 0);
            author[0] = 'A';
            assert_scree(scree_ror_plan(&ror, terrain, surface, &options, NULL, &error));
        }
        assert_scree(scree_sink_digest(&sinks[i], &error));
        assert_scree(scree_ror_write(ror, sinks[i], NULL, &error));
    }
    scree_ror_free(ror);
    assert_int_equal(scree_sink_count(sinks[0]), scree_sink_count(sinks[1]));
    for (size_t i = 0; i < scree_sink_count(sinks[0]); i++)
        assert_string_equal(scree_sink_sha256(sinks[0], i), scree_sink_sha256(sinks[1], i));
    for (int i = 0; i < 2; i++) assert_scree(scree_sink_close(sinks[i], SCREE_OK, NULL, &error));
}

static void documents_are_json(void **state)
{
    (void)state;
    const struct scree_ror_options options = small();
    struct scree_ror *ror;
    struct scree_bytes bytes;
    assert_scree(scree_ror_plan(&ror, terrain, surface, &options, NULL, &error));
    assert_scree(scree_ror_document(ror, &bytes, NULL, &error));
    assert_int_equal(bytes.data[bytes.size], 0);
    json_t *document = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
    assert_non_null(document);
    assert_string_equal(json_string_value(json_object_get(document, "format")), "scree-plan-ror-1");
    assert_int_equal(json_array_size(json_object_get(document, "materials")),
                     describe(ror).materials);
    json_decref(document);
    scree_bytes_free(&bytes);
    scree_ror_free(ror);
}

struct heard {
    unsigned notes;
    char last[256];
};

static void hear(void *context, const struct scree_message *message)
{
    struct heard *heard = context;
    heard->notes += message->severity == SCREE_NOTE;
    snprintf(heard->last, sizeof heard->last, "%s", message->text);
}

static void notes_are_sentences(void **state)
{
    (void)state;
    struct scree_ror_options options = small();
    options.level.plants_set = "none"; /* whose notes come last */
    struct scree_ror *ror;
    struct heard heard = {0, ""};
    struct scree_job job = SCREE_JOB_INIT;
    job.context = &heard;
    job.message = hear;
    assert_scree(scree_ror_plan(&ror, terrain, surface, &options, NULL, &error));
    scree_ror_tell(ror, &job);
    const struct scree_ror_info info = describe(ror);
    assert_true(heard.notes >= info.step_count + info.materials + 3);
    assert_non_null(strstr(heard.last, "start at "));
    scree_ror_free(ror);
}

static void assert_refused(const struct scree_ror_options *options, int code, const char *field,
                           const char *text)
{
    struct scree_ror *ror;
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_ror_plan(&ror, terrain, surface, options, NULL, &error), code);
    assert_null(ror);
    assert_string_equal(error.field, field);
    if (strstr(error.text, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, error.text);
}

/* A list of plants and a set are refused by both games. */
static void plants_and_a_set(void **state)
{
    (void)state;
    struct scree_ror_options ror_options = small();
    ror_options.level.plants = scree_memory("{}", 2, "list.json");
    ror_options.level.plants_set = "alpine";
    assert_refused(&ror_options, SCREE_BAD_ARGUMENT, "plants_set", "choose one");
    struct scree_beamng_options beamng_options = SCREE_BEAMNG_OPTIONS_INIT;
    beamng_options.level = ror_options.level;
    struct scree_beamng *level;
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_beamng_plan(&level, terrain, surface, &beamng_options, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_null(level);
    assert_string_equal(error.field, "plants_set");
}

/* A level's textures: each wrong member is named. */
static void textures_of_levels(void **state)
{
    (void)state;
    static const struct {
        const char *textures;
        enum scree_base_colour base_colour;
        uint32_t bake_size;
        double repeat_m;
        int code;
        const char *field, *text;
    } cases[] = {
        {"/nowhere/at/all", 0, 0, 0, SCREE_CANNOT_READ, "textures", "no such folder"},
        {NULL, 0, 256, 0, SCREE_BAD_ARGUMENT, "bake_size", "base_colour makes"},
        {NULL, 1, 100, 0, SCREE_BAD_ARGUMENT, "bake_size", "power of two"},
        {NULL, 1, 8192, 0, SCREE_BAD_ARGUMENT, "bake_size", "64 to 4096"},
        {NULL, 0, 0, -1, SCREE_BAD_ARGUMENT, "repeat_m", "0.01 to 100000 metres"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
        struct scree_beamng *level;
        options.level.name = "isle";
        options.level.textures = cases[i].textures;
        options.level.base_colour = cases[i].base_colour;
        options.level.bake_size = cases[i].bake_size;
        options.level.repeat_m = cases[i].repeat_m;
        error = (struct scree_error)SCREE_ERROR_INIT;
        assert_int_equal(scree_beamng_plan(&level, terrain, surface, &options, NULL, &error),
                         cases[i].code);
        assert_null(level);
        assert_string_equal(error.field, cases[i].field);
        if (strstr(error.text, cases[i].text) == NULL)
            fail_msg("\"%s\" is not in \"%s\"", cases[i].text, error.text);
    }
}

/* Errors name members as the header does, without braces. */
static void refusals(void **state)
{
    (void)state;
    struct scree_ror_options options = small();
    options.size = 0;
    assert_refused(&options, SCREE_BAD_ARGUMENT, "size", "begin with the struct's");
    assert_refused(NULL, SCREE_BAD_ARGUMENT, "name", "set name or output");
    options = small();
    options.level.has_water = 1;
    options.level.water_m = -1000;
    assert_refused(&options, SCREE_BAD_ARGUMENT, "water_m", "water_m -1000 lies below");
    options = small();
    options.level.bake_size = 128;
    options.level.base_colour = SCREE_BASE_COLOUR_NONE;
    assert_refused(&options, SCREE_BAD_ARGUMENT, "bake_size",
                   "that base_colour makes; leave SCREE_BASE");
    options = small();
    const struct scree_source nowhere = scree_file("/nowhere/models.cfg");
    options.ground_models = nowhere;
    assert_refused(&options, SCREE_CANNOT_READ, "", "cannot open");
    assert_string_equal(error.file, "/nowhere/models.cfg");
    const struct scree_source wrong = scree_memory("[bog", 4, "bog.cfg");
    options.ground_models = wrong;
    assert_refused(&options, SCREE_MALFORMED, "", "ends in ]");
    assert_string_equal(error.file, "bog.cfg");
    options = small();
    options.level.how.relief = 99;
    assert_refused(&options, SCREE_BAD_ARGUMENT, "relief", "");
    options = small();
    options.level.grip = 7;
    assert_refused(&options, SCREE_BAD_ARGUMENT, "grip", "7 is not an enum scree_grip");
    options = small();
    const struct scree_source list = scree_memory("{}", 2, "list.json");
    options.level.plants = list;
    options.level.plants_set = "alpine";
    assert_refused(&options, SCREE_BAD_ARGUMENT, "plants_set", "choose one");
    options = small();
    options.level.plants_set = "tundra";
    assert_refused(&options, SCREE_BAD_ARGUMENT, "plants_set", "the sets are");
    struct scree_job job = SCREE_JOB_INIT;
    struct scree_ror *ror;
    job.isa = "z80";
    options = small();
    assert_int_equal(scree_ror_plan(&ror, terrain, surface, &options, &job, &error),
                     SCREE_BAD_ARGUMENT);
}

static void spoil(const char *path)
{
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    fputs("; mine\n", file);
    fclose(file);
}

/* What was changed by hand is refused before a plan and by writing; a replaced terrain's other files
 * go, and those of somebody else stay. */
static void earlier_terrains(void **state)
{
    (void)state;
    struct scree_ror_options options = small();
    static const char *const grass[] = {"Grass"};
    options.level.name = "isle";
    options.grass = grass;
    options.grass_count = 1;
    struct scree_ror *ror[2];
    struct scree_sink *sink;
    assert_scree(scree_ror_plan(&ror[0], terrain, surface, &options, NULL, &error));
    options.grass_count = 0;
    assert_scree(scree_ror_plan(&ror[1], terrain, surface, &options, NULL, &error));
    for (int i = 0; i < 2; i++) {
        assert_scree(scree_sink_folder(&sink, scratch_path("isle"), SCREE_REPLACE, &error));
        assert_scree(scree_ror_check(&options, sink, NULL, &error));
        const int code = scree_ror_write(ror[i], sink, NULL, &error);
        assert_scree(scree_sink_close(sink, code, NULL, &error));
        assert_int_equal(access(scratch_path("isle/isle-grass1.png"), F_OK), i == 0 ? 0 : -1);
        if (i == 0) spoil(scratch_path("isle/notes.txt"));
    }
    assert_int_equal(access(scratch_path("isle/notes.txt"), F_OK), 0);
    spoil(scratch_path("isle/isle.tobj"));
    for (int i = 0; i < 2; i++) {
        error = (struct scree_error)SCREE_ERROR_INIT;
        assert_scree(scree_sink_folder(&sink, scratch_path("isle"), SCREE_REPLACE, &error));
        const int code = i == 0 ? scree_ror_check(&options, sink, NULL, &error)
                                : scree_ror_write(ror[1], sink, NULL, &error);
        assert_int_equal(scree_sink_close(sink, code, NULL, &error), SCREE_CANNOT_WRITE);
        assert_non_null(strstr(error.text, "isle.tobj was changed"));
    }
    for (int i = 0; i < 2; i++) scree_ror_free(ror[i]);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'/*", scratch_folder);
    assert_int_equal(system(command), 0);
}

static struct scree_ror_info planned(const struct scree_ror_options *options)
{
    struct scree_ror *ror;
    assert_scree(scree_ror_plan(&ror, terrain, surface, options, NULL, &error));
    struct scree_ror_info info = describe(ror);
    info.name = NULL;
    scree_ror_free(ror);
    return info;
}

/* Where too much of the terrain would show another layer's texture the colours are kept. */
static void a_base_colour_by_itself(void **state)
{
    (void)state;
    struct scree_ror_options options = small(), asked = small(), without = small();
    asked.level.base_colour = SCREE_BASE_COLOUR_PICTURE;
    without.level.base_colour = SCREE_BASE_COLOUR_NONE;
    const struct scree_ror_info all[] = {planned(&options), planned(&asked), planned(&without)};
    assert_true(all[0].has_base_colour && all[0].base_by_rule);
    assert_true(all[1].has_base_colour && !all[1].base_by_rule && all[1].moved_without == 0);
    assert_false(all[2].has_base_colour || all[2].base_by_rule || all[2].moved_without != 0);
    assert_int_equal(all[0].materials, 4);
    assert_int_equal(all[1].materials, 4);
    assert_int_equal(all[2].materials, 5);
    assert_true(all[0].moved == all[1].moved && all[0].moved_without == all[2].moved &&
                all[2].moved > 0.1);
    /* Not where layers are one because somebody said so. */
    static const char json[] =
        "{\"Snow\": \"Rock\", \"Firn\": \"Rock\", \"Beach\": \"Rock\", "
        "\"Grass\": \"Rock\", \"Heather\": \"Rock\", \"Wet sand\": \"Rock\", "
        "\"Woodland\": \"Rock\", \"Dry grass\": \"Rock\"}";
    const struct scree_source list = scree_memory(json, sizeof json - 1, NULL);
    options.level.depth = 1;
    assert_false(planned(&options).has_base_colour);
    options.level.depth = SCREE_ALL_DEPTHS;
    options.level.materials = list;
    const struct scree_ror_info listed = planned(&options);
    assert_true(listed.moved > 0.1 && !listed.has_base_colour);
    struct scree_ror *ror;
    asked.level.base_colour = 3;
    assert_int_equal(scree_ror_plan(&ror, terrain, surface, &asked, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "base_colour");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_island, close_island)
    const struct CMUnitTest tests[] = {
        TEST(a_plan_tells_what_it_decided),
        TEST(plans_outlive_their_inputs),
        TEST(documents_are_json),
        TEST(notes_are_sentences),
        TEST(plants_and_a_set),
        TEST(textures_of_levels),
        TEST(refusals),
        TEST(earlier_terrains),
        TEST(a_base_colour_by_itself),
    };
    return cmocka_run_group_tests_name("api/ror", tests, scratch_make, scratch_remove);
}
