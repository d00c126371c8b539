/* Terrains and surface maps written to sinks, through include/scree/ alone. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/assert_scree.h"

static void assert_refused(int code, int expected, const char *field, const char *text)
{
    assert_int_equal(code, expected);
    assert_string_equal(error.field, field);
    if (strstr(error.text, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, error.text);
    error = (struct scree_error)SCREE_ERROR_INIT;
}

/* ---- surface maps ---- */

static void names_mean_forms(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int form;
    } names[] = {
        {"a.srf", SCREE_SURFACE_SRF},
        {"a/b.SRF", SCREE_SURFACE_SRF},
        {"a.srf.json", SCREE_SURFACE_TEXT},
        {"a.SRF.Json", SCREE_SURFACE_TEXT},
        {"a.tgw", SCREE_SURFACE_TGW},
        {"a.srf/b.tgw", SCREE_SURFACE_TGW},
        {"a.json", SCREE_NO_FORM},
        {"srf", SCREE_NO_FORM},
        {".srf", SCREE_NO_FORM},
        {"a/.srf", SCREE_NO_FORM},
        {"a.srf/b", SCREE_NO_FORM},
        {"", SCREE_NO_FORM},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (scree_surface_form_of_name(names[i].name) != names[i].form)
            fail_msg("%s", names[i].name);
}

static void first_bytes_tell_a_surface_map(void **state)
{
    (void)state;
    assert_true(scree_surface_is_in(scree_file(harness_source("examples/island.srf"))));
    assert_false(scree_surface_is_in(scree_file(harness_source("examples/island.ter"))));
    assert_false(scree_surface_is_in(scree_file(harness_source("examples"))));
    assert_false(scree_surface_is_in(scree_file(scratch_path("missing"))));
    static const char tiles[] = "{\n  \"scree_world\": 1,\n  \"tiles\": []\n}\n";
    FILE *list = fopen(scratch_path("tiles.json"), "wb");
    assert_non_null(list);
    assert_int_equal(fwrite(tiles, 1, sizeof tiles - 1, list), sizeof tiles - 1);
    assert_int_equal(fclose(list), 0);
    assert_false(scree_surface_is_in(scree_file(scratch_path("tiles.json"))));
    assert_int_equal(unlink(scratch_path("tiles.json")), 0);
    static const char text[] = "{\"format\": \"scree-surface-2\", \"root\": {}}";
    assert_true(scree_surface_is_in(scree_memory(text, sizeof text - 1, NULL)));
    assert_false(scree_surface_is_in(scree_memory("", 0, NULL)));
}

static int stop(void *context, const char *step, double done)
{
    (void)context, (void)step, (void)done;
    return 1;
}

static struct scree_surface *open_island(void)
{
    struct scree_surface *surface;
    assert_scree(scree_surface_read(&surface, scree_file(harness_source("examples/island.srf")),
                                    NULL, NULL, &error));
    return surface;
}

static void saved_is_what_write_makes(void **state)
{
    (void)state;
    static const char *const names[] = {
        [SCREE_SURFACE_SRF] = "surface.srf",
        [SCREE_SURFACE_TEXT] = "surface.srf.json",
        [SCREE_SURFACE_TEXT_SLIDERS] = "mine/sliders.srf.json",
    };
    struct scree_surface *surface = open_island();
    assert_int_equal(scree_surface_form(surface), SCREE_SURFACE_SRF);
    assert_scree(scree_surface_change(surface, "Grass.coverage=0.4", NULL, NULL, &error));
    assert_refused(scree_surface_change(surface, "Gras.coverage=0.4", NULL, NULL, &error),
                   SCREE_BAD_ARGUMENT, "", "did you mean 'Grass'?");
    for (int form = SCREE_SURFACE_SRF; form <= SCREE_SURFACE_TEXT_SLIDERS; form++) {
        if (form == SCREE_SURFACE_TGW) continue;
        const char *given = form == SCREE_SURFACE_TEXT_SLIDERS ? names[form] : NULL;
        struct scree_sink *sink;
        struct scree_bytes bytes;
        assert_scree(scree_surface_write(&bytes, surface, form, &error));
        assert_scree(scree_sink_memory(&sink, &error));
        assert_scree(scree_surface_save(surface, form, sink, given, NULL, &error));
        assert_int_equal(scree_sink_count(sink), 1);
        assert_string_equal(scree_sink_name(sink, 0), names[form]);
        assert_int_equal(scree_sink_size(sink, 0), bytes.size);
        assert_memory_equal(scree_sink_bytes(sink, 0), bytes.data, bytes.size);
        assert_scree(scree_sink_close(sink, 0, NULL, &error));
        scree_bytes_free(&bytes);
    }
    scree_surface_free(surface);
}

static void assert_value(const struct scree_surface *surface, const char *field,
                         const char *expected)
{
    struct scree_bytes value;
    assert_scree(scree_surface_value(surface, 1, field, &value, &error));
    assert_string_equal((const char *)value.data, expected);
    scree_bytes_free(&value);
}

static void a_text_is_changed_where_it_stands(void **state)
{
    (void)state;
    static const char text[] =
        "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Rock\", \"children\": [\n"
        "  {\"name\": \"Grass\", \"altitude\": {\"max\": {\"at\": 190.50, \"unit\": \"m\"}}}, // "
        "a\n"
        "]}}\n";
    struct scree_surface *surface, *before;
    struct scree_bytes bytes;
    assert_refused(scree_surface_open(&surface, scree_memory(text, sizeof text - 1, "a.srf.json"),
                                      NULL, NULL, &error),
                   SCREE_MALFORMED, "", "metres need the scale of a terrain");
    assert_scree(scree_surface_read(&surface, scree_memory(text, sizeof text - 1, "a.srf.json"),
                                    NULL, NULL, &error));
    assert_int_equal(scree_surface_form(surface), SCREE_SURFACE_TEXT);
    assert_scree(scree_surface_copy(&before, surface, &error));
    assert_value(surface, "altitude.max", "190.50 m");
    assert_value(surface, "altitude.min", "off");
    assert_value(surface, "colour", "64,56,48");
    assert_scree(scree_surface_change(surface, "Grass.altitude.max=7.0m", NULL, &bytes, &error));
    assert_string_equal((const char *)bytes.data, "#1 Grass: altitude.max 190.50 m -> 7.0 m");
    scree_bytes_free(&bytes);
    assert_value(surface, "altitude.max.at", "7.0 m");
    assert_scree(scree_surface_write(&bytes, surface, SCREE_SURFACE_TEXT, &error));
    char expected[3 * sizeof text];
    const char *at = strstr(text, "190.50");
    snprintf(expected, sizeof expected, "%.*s7.0%s", (int)(at - text), text, at + 6);
    assert_int_equal(bytes.size, strlen(expected));
    assert_memory_equal(bytes.data, expected, bytes.size);
    scree_bytes_free(&bytes);
    /* Undone by the copy. */
    assert_scree(scree_surface_write(&bytes, before, SCREE_SURFACE_TEXT, &error));
    assert_memory_equal(bytes.data, text, sizeof text - 1);
    scree_bytes_free(&bytes);
    assert_refused(scree_surface_write(&bytes, surface, SCREE_SURFACE_SRF, &error),
                   SCREE_BAD_ARGUMENT, "terrain", "1 number in units relative to the terrain");
    scree_surface_free(before);
    scree_surface_free(surface);
}

/* Of the island's map, layer by layer: depth and name. */
static void assert_tree(const struct scree_surface *surface, const char *expected)
{
    char tree[512] = "";
    for (uint32_t i = 0; i < scree_surface_layers(surface); i++) {
        struct scree_layer layer = {.size = sizeof layer};
        assert_scree(scree_surface_layer(surface, i, &layer, &error));
        char one[64];
        snprintf(one, sizeof one, "%u%s ", (unsigned)layer.depth, layer.name);
        strcat(tree, one);
    }
    assert_string_equal(tree, expected);
}

static void arrange(struct scree_surface *surface, struct scree_arrangement what, const char *line)
{
    struct scree_bytes said;
    what.size = sizeof what;
    assert_scree(scree_surface_arrange(surface, &what, &said, &error));
    assert_string_equal((const char *)said.data, line);
    scree_bytes_free(&said);
}

static void layers_go_where_words_say(void **state)
{
    (void)state;
    static const struct {
        struct scree_arrangement what;
        const char *field, *text;
    } wrong[] = {
        {{.add = "A", .remove = "B"}, "add", "one of add, copy, move and remove"},
        {{.add = ""}, "add", "the layer has no name"},
        {{.move = "B"}, "move", "needs on, before or after"},
        {{.copy = "B", .on = "A", .after = "A"}, "on", "give one"},
        {{.add = "X", .after = "Root"}, "after", "has no siblings; use on"},
        {{.copy = "C", .before = "D"}, "", "there is no layer 'D'"},
        {{.move = "A", .on = "B"}, "", "cannot move below itself"},
    };
    struct scree_surface *surface;
    assert_scree(scree_surface_new(&surface, "Root", &error));
    arrange(surface, (struct scree_arrangement){.add = "A"}, "#1 A: added, as the last on #0 Root");
    arrange(surface, (struct scree_arrangement){.add = "B", .on = "A"},
            "#2 B: added, as the last on #1 A");
    arrange(surface, (struct scree_arrangement){.add = "C", .before = "A"},
            "#1 C: added, right before #1 A");
    assert_tree(surface, "0Root 1C 1A 2B ");
    /* Its own place becomes free first, so what was to its right is now one to the left. */
    arrange(surface, (struct scree_arrangement){.move = "C", .after = "A"},
            "#1 C: moved right after #2 A, now #3");
    assert_tree(surface, "0Root 1A 2B 1C ");
    /* The copy, right behind what it is of, moves the place to which it goes. */
    arrange(surface, (struct scree_arrangement){.copy = "A", .after = "C"},
            "#1 A: copied right after #3 C, now #4");
    assert_tree(surface, "0Root 1A 2B 1C 1A 2B ");
    arrange(surface, (struct scree_arrangement){.remove = "#1"},
            "#1 A: removed, with 1 layer on it");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct scree_arrangement what = wrong[i].what;
        what.size = sizeof what;
        assert_refused(scree_surface_arrange(surface, &what, NULL, &error), SCREE_BAD_ARGUMENT,
                       wrong[i].field, wrong[i].text);
        assert_tree(surface, "0Root 1C 1A 2B ");
    }
    scree_surface_free(surface);
}

/* Without a terrain metres are compared with metres, never with units that were metres. */
static void metres_are_not_compared_with_units(void **state)
{
    (void)state;
    static const char text[] = "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Rock\", "
                               "\"altitude\": {\"max\": {\"at\": 190, \"unit\": \"m\"}}}}";
    const struct scree_source source = scree_memory(text, sizeof text - 1, "a.srf.json");
    struct scree_terrain *terrain;
    struct scree_surface *metres, *units;
    struct scree_diff *diff;
    const float level[4] = {0};
    assert_scree(scree_terrain_from_heights(&terrain, level, 2, 2, 10, NULL, &error));
    assert_scree(scree_surface_read(&metres, source, NULL, NULL, &error));
    assert_scree(scree_surface_read(&units, source, terrain, NULL, &error));
    const struct scree_diff_side sides[2] = {{.size = sizeof *sides, .surface = metres},
                                             {.size = sizeof *sides, .surface = units}};
    assert_scree(scree_diff_create(&diff, &sides[0], &sides[0], NULL, NULL, &error));
    scree_diff_free(diff);
    for (int s = 0; s < 2; s++)
        assert_refused(scree_diff_create(&diff, &sides[s], &sides[1 - s], NULL, NULL, &error),
                       SCREE_BAD_ARGUMENT, "terrain", "was read without one");
    scree_surface_free(metres);
    scree_surface_free(units);
    scree_terrain_free(terrain);
}

static void a_map_that_is_not_saved_leaves_nothing(void **state)
{
    (void)state;
    struct scree_surface *surface = open_island();
    struct scree_sink *sink;
    struct scree_job job = SCREE_JOB_INIT;
    job.progress = stop;
    assert_scree(scree_sink_file(&sink, scratch_path("new.srf"), 0, &error));
    int code = scree_surface_save(surface, SCREE_SURFACE_TGW, sink, NULL, NULL, &error);
    assert_string_equal(error.file, scratch_path("new.srf"));
    assert_refused(code, SCREE_BAD_ARGUMENT, "form", "write it as .srf");
    code = scree_surface_save(surface, SCREE_SURFACE_SRF, sink, NULL, &job, &error);
    assert_int_equal(scree_sink_close(sink, code, NULL, &error), SCREE_CANCELLED);
    assert_int_equal(scratch_files(), 0);
    scree_surface_free(surface);
    error = (struct scree_error)SCREE_ERROR_INIT;
}

/* ---- terrains ---- */

static void names_mean_forms_of_terrains(void **state)
{
    (void)state;
    assert_int_equal(scree_terrain_form_of_name("a/b.TER"), SCREE_TERRAIN_TER);
    assert_int_equal(scree_terrain_form_of_name("a.tif"), SCREE_TERRAIN_TIFF);
    assert_int_equal(scree_terrain_form_of_name("a.tiff"), SCREE_TERRAIN_TIFF);
    assert_int_equal(scree_terrain_form_of_name("a.glb"), SCREE_TERRAIN_GLB);
    assert_int_equal(scree_terrain_form_of_name("a.jpg"), SCREE_NO_FORM);
    assert_int_equal(scree_terrain_form_of_name(""), SCREE_NO_FORM);
    assert_true(scree_terrain_form_is_mesh(SCREE_TERRAIN_PLY));
    assert_false(scree_terrain_form_is_mesh(SCREE_TERRAIN_TIFF));
}

static struct scree_terrain *open_ground(void)
{
    struct scree_terrain *terrain;
    assert_scree(scree_terrain_open(&terrain, scree_file(harness_source("examples/island.ter")),
                                    NULL, NULL, &error));
    return terrain;
}

/* Both sinks get the same bytes, under the names of each. */
static void memory_holds_what_the_disk_does(void **state)
{
    (void)state;
    struct scree_terrain *terrain = open_ground();
    struct scree_surface *surface = open_island();
    for (int form = SCREE_TERRAIN_TER; form <= SCREE_TERRAIN_OBJ; form++) {
        const bool mesh = scree_terrain_form_is_mesh(form) != 0;
        struct scree_convert_options options = SCREE_CONVERT_OPTIONS_INIT;
        options.form = (enum scree_terrain_form)form;
        options.crop[2] = options.crop[3] = 33;
        options.sidecar = !mesh;
        struct scree_sink *sinks[2];
        assert_scree(scree_sink_memory(&sinks[0], &error));
        assert_scree(scree_sink_file(&sinks[1], scratch_path("new"), SCREE_REPLACE, &error));
        struct scree_converted made = {.size = sizeof made};
        int code = SCREE_OK;
        for (int k = 0; k < 2 && code == SCREE_OK; k++)
            code =
                mesh ? scree_convert_mesh(terrain, surface, &options, sinks[k], &made, NULL, &error)
                     : scree_convert_terrain(terrain, &options, sinks[k], &made, NULL, &error);
        if (form == SCREE_TERRAIN_TIFF && code == SCREE_UNSUPPORTED) {
            scree_sink_close_all(sinks, 2, code, NULL, &error);
            continue;
        }
        assert_int_equal(code, SCREE_OK);
        assert_int_equal(made.points_x, 33);
        assert_int_equal(made.triangles, mesh ? 2 * 32 * 32 : 0);
        assert_int_equal(scree_sink_count(sinks[0]), mesh ? 1 : 2);
        assert_int_equal(scree_terrain_form_of_name(scree_sink_name(sinks[0], 0)), form);
        assert_string_equal(scree_sink_name(sinks[1], 0), scratch_path("new"));
        assert_string_equal(scree_sink_sha256(sinks[0], 0), scree_sink_sha256(sinks[1], 0));
        struct scree_sink *memory = sinks[0];
        assert_scree(scree_sink_close(sinks[1], SCREE_OK, NULL, &error));
        FILE *file = fopen(scratch_path("new"), "rb");
        assert_non_null(file);
        const unsigned char *bytes = scree_sink_bytes(memory, 0);
        for (uint64_t i = 0; i < scree_sink_size(memory, 0); i++)
            assert_int_equal(fgetc(file), bytes[i]);
        assert_int_equal(fgetc(file), EOF);
        fclose(file);
        assert_scree(scree_sink_close(memory, SCREE_OK, NULL, &error));
    }
    unlink(scratch_path("new"));
    unlink(scratch_path("new.json"));
    scree_surface_free(surface);
    scree_terrain_free(terrain);
}

/* A map without what a .srf cannot say, and a picture of that; in text there is nothing that it cannot. */
static void masks_stand_for_limits(void **state)
{
    (void)state;
    static const char text[] =
        "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Ground\", \"children\": ["
        "{\"name\": \"Grass\"}, {\"name\": \"Moss\", \"aspect\": {\"toward\": 0, \"spread\": "
        "90}}]}}";
    struct scree_terrain *terrain = open_ground();
    struct scree_surface *surface, *again;
    struct scree_sink *sink;
    struct scree_layer layer = {.size = sizeof layer};
    assert_scree(scree_surface_open(&surface, scree_memory(text, sizeof text - 1, NULL), terrain,
                                    NULL, &error));
    assert_scree(scree_sink_memory(&sink, &error));
    assert_int_equal(
        scree_convert_surface(surface, terrain, SCREE_SURFACE_TEXT, sink, NULL, NULL, &error),
        SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "form");
    assert_int_equal(scree_sink_count(sink), 0);
    assert_scree(
        scree_convert_surface(surface, terrain, SCREE_SURFACE_SRF, sink, NULL, NULL, &error));
    assert_int_equal(scree_sink_count(sink), 2);
    assert_string_equal(scree_sink_name(sink, 0), "surface-02-moss.png");
    assert_string_equal(scree_sink_name(sink, 1), "surface.srf");
    const struct scree_source made =
        scree_memory(scree_sink_bytes(sink, 1), (size_t)scree_sink_size(sink, 1), "surface.srf");
    assert_scree(scree_surface_open(&again, made, NULL, NULL, &error));
    assert_int_equal(scree_surface_layers(again), 2);
    assert_scree(scree_surface_layer(again, 1, &layer, &error));
    assert_string_equal(layer.name, "Grass");
    scree_surface_free(again);
    assert_scree(scree_sink_close(sink, SCREE_OK, NULL, &error));
    scree_surface_free(surface);
    scree_terrain_free(terrain);
}

static void options_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    struct scree_terrain *terrain = open_ground();
    struct scree_sink *sink;
    assert_scree(scree_sink_file(&sink, scratch_path("new"), 0, &error));
    const struct scree_convert_options defaults = SCREE_CONVERT_OPTIONS_INIT;
    struct scree_convert_options options = defaults;
#define REFUSED(call, field) assert_refused(call, SCREE_BAD_ARGUMENT, field, "")
#define TERRAIN() scree_convert_terrain(terrain, &options, sink, NULL, NULL, &error)
#define MESH() scree_convert_mesh(terrain, NULL, &options, sink, NULL, NULL, &error)
    REFUSED(MESH(), "form");
    options.form = SCREE_TERRAIN_GLB;
    REFUSED(TERRAIN(), "form");
    options.sidecar = 1;
    REFUSED(MESH(), "sidecar");
    options = defaults;
    options.form = 99;
    REFUSED(TERRAIN(), "form");
    options = defaults;
    options.every = 2;
    REFUSED(TERRAIN(), "every");
    options = defaults;
    options.power = 7;
    REFUSED(TERRAIN(), "power");
    options = defaults;
    options.resample[0] = 5;
    REFUSED(TERRAIN(), "resample");
    options = defaults;
    options.size = 0;
    REFUSED(TERRAIN(), "size");
    assert_int_equal(scree_sink_close(sink, SCREE_BAD_ARGUMENT, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_int_equal(scratch_files(), 0);
    scree_terrain_free(terrain);
}

/* A terrain that is being read can be called off, be it numbers, a picture or a .ter. */
static void reading_can_be_cancelled(void **state)
{
    (void)state;
    struct scree_terrain *terrain, *again;
    struct scree_terrain_options raw = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_job job = SCREE_JOB_INIT;
    uint16_t *numbers = malloc(sizeof *numbers * 1100 * 1000);
    assert_non_null(numbers);
    for (size_t i = 0; i < 1100 * 1000; i++) numbers[i] = (uint16_t)(i * 7);
    raw.raw = SCREE_RAW_U16;
    raw.raw_width = 1100;
    raw.raw_height = 1000;
    raw.cell_m = 1;
    raw.height_range_m[1] = 50;
    const struct scree_source source = scree_memory(numbers, 1100 * 1000 * 2, "a.r16");
    assert_scree(scree_terrain_open(&terrain, source, &raw, NULL, &error));
    job.progress = stop;
    assert_int_equal(scree_terrain_open(&again, source, &raw, &job, &error), SCREE_CANCELLED);
    assert_null(again);
    static const char *const names[] = {"big.png", "big.ter"};
    for (int i = 0; i < 2; i++) {
        struct scree_convert_options options = SCREE_CONVERT_OPTIONS_INIT;
        struct scree_sink *sink;
        options.form = i == 0 ? SCREE_TERRAIN_PNG : SCREE_TERRAIN_TER;
        assert_scree(scree_sink_file(&sink, scratch_path(names[i]), 0, &error));
        const int code = scree_convert_terrain(terrain, &options, sink, NULL, NULL, &error);
        assert_scree(scree_sink_close(sink, code, NULL, &error));
        struct scree_terrain_options how = SCREE_TERRAIN_OPTIONS_INIT;
        how.cell_m = 1;
        how.height_range_m[1] = i == 0 ? 50 : 0;
        struct scree_job once = SCREE_JOB_INIT;
        once.progress = stop;
        assert_int_equal(
            scree_terrain_open(&again, scree_file(scratch_path(names[i])), &how, &once, &error),
            SCREE_CANCELLED);
        assert_null(again);
        remove(scratch_path(names[i]));
    }
    scree_terrain_free(terrain);
    free(numbers);
}

/* What is said to be numbers may begin as a text does. */
static void raw_numbers_may_look_like_a_map(void **state)
{
    (void)state;
    struct scree_terrain *terrain;
    struct scree_terrain_options raw = SCREE_TERRAIN_OPTIONS_INIT;
    float numbers[16] = {0};
    memcpy(numbers, "{", 1);
    raw.raw = SCREE_RAW_F32;
    raw.cell_m = 1;
    raw.height_range_m[1] = 1;
    const struct scree_source source = scree_memory(numbers, sizeof numbers, "a.r32");
    assert_scree(scree_terrain_open(&terrain, source, &raw, NULL, &error));
    scree_terrain_free(terrain);
    raw.raw = SCREE_RAW_NONE;
    assert_refused(scree_terrain_open(&terrain, source, &raw, NULL, &error), SCREE_UNSUPPORTED, "",
                   "holds a surface map");
}

/* A map in memory is given its pictures; one that is a file finds them, also those of later changes. */
static void masks_are_given_or_found(void **state)
{
    (void)state;
    static const char text[] =
        "{\"format\": \"scree-surface-2\", \"root\": {\"children\": [{\"name\": \"Meadow\", "
        "\"mask\": {\"file\": \"meadow.png\"}}]}}";
    struct scree_terrain *terrain;
    struct scree_surface *surface, *copy;
    struct scree_plan *plan;
    assert_scree(scree_terrain_open(&terrain, scree_file(harness_source("examples/island.ter")),
                                    NULL, NULL, &error));
    assert_scree(scree_surface_open(&surface, scree_memory(text, sizeof text - 1, "a.srf.json"),
                                    NULL, NULL, &error));
    assert_refused(scree_plan_create(&plan, terrain, surface, NULL, NULL, &error),
                   SCREE_BAD_ARGUMENT, "",
                   "layer \"Meadow\": mask \"meadow.png\": the picture is not at hand");
    assert_int_equal(scree_surface_mask(surface, "meadow.png",
                                        scree_memory(text, sizeof text - 1, "b.png"), NULL, &error),
                     SCREE_MALFORMED);
    assert_string_equal(error.file, "b.png");
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_scree(scree_surface_mask(
        surface, "meadow.png", scree_file(harness_source("golden/mask/ring.png")), NULL, &error));
    assert_scree(scree_surface_copy(&copy, surface, &error));
    scree_surface_free(surface);
    assert_scree(scree_plan_create(&plan, terrain, copy, NULL, NULL, &error));
    scree_surface_free(copy);
    scree_plan_free(plan);
    assert_scree(scree_surface_open(
        &surface, scree_file(harness_source("golden/mask/mask.srf.json")), NULL, NULL, &error));
    assert_scree(scree_surface_set(surface, 5, "mask.file", "hills.png", NULL, &error));
    assert_scree(scree_surface_set(surface, 5, "mask.on", "on", NULL, &error));
    assert_scree(scree_plan_create(&plan, terrain, surface, NULL, NULL, &error));
    scree_plan_free(plan);
    assert_scree(scree_surface_set(surface, 5, "mask.file", "none.png", NULL, &error));
    assert_refused(scree_plan_create(&plan, terrain, surface, NULL, NULL, &error),
                   SCREE_CANNOT_READ, "", "put the picture into the map's folder");
    scree_surface_free(surface);
    scree_terrain_free(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_mean_forms),
        cmocka_unit_test(first_bytes_tell_a_surface_map),
        cmocka_unit_test(saved_is_what_write_makes),
        cmocka_unit_test(a_text_is_changed_where_it_stands),
        cmocka_unit_test(layers_go_where_words_say),
        cmocka_unit_test(metres_are_not_compared_with_units),
        cmocka_unit_test(a_map_that_is_not_saved_leaves_nothing),
        cmocka_unit_test(names_mean_forms_of_terrains),
        cmocka_unit_test(memory_holds_what_the_disk_does),
        cmocka_unit_test(masks_stand_for_limits),
        cmocka_unit_test(options_that_make_no_sense_are_refused),
        cmocka_unit_test(reading_can_be_cancelled),
        cmocka_unit_test(raw_numbers_may_look_like_a_map),
        cmocka_unit_test(masks_are_given_or_found),
    };
    return cmocka_run_group_tests_name("api/files", tests, scratch_make, scratch_remove);
}
