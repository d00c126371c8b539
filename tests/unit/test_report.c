/* report/: documents say what they were given, whatever names it has. */
#include "tests/unit/report_made.h"

#include "base/json_text.h"
#include "report/report_answers.h"
#include "ror/ror_format.h"

static struct scree_error err;

static int set_up(void **state)
{
    (void)state;
    err_clear(&err);
    return 0;
}

/* ---- texts ---- */

static void a_text_grows_by_pieces_of_any_size(void **state)
{
    (void)state;
    struct report report = {0};
    static char wanted[30000];
    size_t size = 0;
    for (int i = 0; i < 200; i++) {
        static char piece[400];
        memset(piece, 'a' + i % 26, sizeof piece);
        piece[i] = '\0';
        report_put(&report, piece);
        report_add(&report, "%s%d", "", i);
        size += (size_t)snprintf(wanted + size, sizeof wanted - size, "%s%d", piece, i);
    }
    struct scree_bytes out;
    assert_ok(report_take(&out, &report, &err), &err);
    assert_int_equal(out.size, size);
    assert_string_equal((const char *)out.data, wanted);
    file_bytes_free(&out);

    /* Nothing is a document of no bytes. */
    assert_ok(report_take(&out, &report, &err), &err);
    assert_int_equal(out.size, 0);
    assert_int_equal(out.data[0], 0);
    file_bytes_free(&out);
    assert_int_equal(json_text_bytes(&out, NULL, &err), SCREE_NO_MEMORY);
    assert_null(out.data);
}

/* ---- lint ---- */

/* Once lint counted six materials where the export makes five. */
static void lint_counts_what_the_export_makes(void **state)
{
    (void)state;
    const struct compare_target *target = report_lint_target(NULL, SCREE_LINT_ROR, NULL);
    assert_int_equal(target->max_materials, ROR_LAYERS);
    assert_int_equal(target->good_materials, 0);
    assert_non_null(target->merges);
}

static struct scree_finding findings_list[] = {
    {0, "a-note", SCREE_LINT_NOTE, SCREE_NO_LAYER, "", "use {level} or {other}", "nothing"},
    {0, "an-error", SCREE_LINT_ERROR, 3, "Root/" HOSTILE, "found " HOSTILE, "do it"},
    {0, "a-warning", SCREE_LINT_WARNING, 4, "Root/b", "c", "d"},
};

static struct report_lint make_lint(const struct compare_findings *findings,
                                    const struct inputs_file *surface)
{
    static struct warn_list tolerated;
    return (struct report_lint){.surface = surface,
                                .target = SCREE_LINT_BEAMNG,
                                .level = SCREE_LINT_WARNING,
                                .tolerated = &tolerated,
                                .findings = findings};
}

static void lint_shows_findings_from_a_level_on(void **state)
{
    (void)state;
    const struct scree_job job = {.option_name = made_option};
    const struct compare_findings findings = {
        .count = 3, .list = findings_list, .counts = {1, 1, 1}};
    const struct inputs_file surface = {.path = "in/" HOSTILE, .base = HOSTILE};
    struct report_lint lint = make_lint(&findings, &surface);
    struct scree_bytes out;
    assert_ok(report_lint(&out, &lint, SCREE_TEXT, &job, &err), &err);
    made_is_plain(&out);
    assert_true(made_has_line(&out, "::a \"b\" <c>&'d'\\#e?[31m?]]>%0A,##[f]: #4 Root/b: warning: "
                                    "a-warning"));
    assert_true(made_has_line(&out, "    c"));
    assert_true(made_has_line(&out, "    -> d"));
    assert_null(strstr((const char *)out.data, "a-note"));
    assert_non_null(strstr((const char *)out.data,
                           ": 1 error, 1 warning, 1 note (LEVEL-OPTION note shows all)\n"));
    file_bytes_free(&out);

    assert_ok(report_lint(&out, &lint, SCREE_JSON, &job, &err), &err);
    made_is_plain(&out);
    json_t *json = made_json(&out);
    assert_string_equal(made_text_at(json, "format"), "scree-lint-1");
    assert_string_equal(made_text_at(json, "target"), "beamng");
    assert_true(json_is_null(made_at(json, "terrain")));
    assert_int_equal(json_array_size(made_at(json, "findings")), 2);
    assert_string_equal(made_text_at(json, "findings/0/id"), "an-error");
    assert_string_equal(made_text_at(json, "findings/0/path"),
                        "Root/::a \"b\" <c>&'d'\\#e?[31m?]]>%0A,##[f]");
    assert_true(made_number_at(json, "findings/1/layer") == 4);
    assert_true(made_number_at(json, "counts/note") == 1);
    json_decref(json);

    /* All of them: options have the job's names, and an unknown member stays. */
    lint.level = SCREE_LINT_NOTE;
    lint.target = SCREE_LINT_NONE;
    assert_ok(report_lint(&out, &lint, SCREE_JSON, &job, &err), &err);
    json = made_json(&out);
    assert_true(json_is_null(made_at(json, "target")));
    assert_int_equal(json_array_size(made_at(json, "findings")), 3);
    assert_true(json_is_null(made_at(json, "findings/0/layer")));
    assert_string_equal(made_text_at(json, "findings/0/text"), "use LEVEL-OPTION or {other}");
    json_decref(json);
}

/* ---- info ---- */

static void info_describes_each_input(void **state)
{
    (void)state;
    const struct scree_job job = {.option_name = made_option};
    struct made_pair made;
    made_pair(&made, "hills" HOSTILE, "map.srf");
    struct inputs *pair = &made.pair;
    pair->field->scal_m[2] = 5;
    pair->terrain_file.heights.format = HEIGHTS_PNG;
    snprintf(pair->terrain_file.heights.numbers, sizeof pair->terrain_file.heights.numbers, "bits");
    snprintf(pair->terrain_file.heights.scale_source,
             sizeof pair->terrain_file.heights.scale_source, "{cell_m}");
    struct scree_error broken = SCREE_ERROR_INIT;
    err_set_at(&broken, SCREE_MALFORMED, 7, "holds %s", HOSTILE);
    const struct inputs_file third = {.path = "third"};
    const struct report_info_item items[] = {
        {.file = &pair->surface_file, .map = pair->map},
        {.file = &third, .err = &broken},
        {.file = &pair->terrain_file, .field = pair->field, .ranges = &pair->ranges},
    };
    struct scree_bytes out;
    assert_ok(report_info(&out, items, 3, 0, SCREE_JSON, &job, &err), &err);
    made_is_plain(&out);
    json_t *json = made_json(&out);
    assert_int_equal(json_array_size(made_at(json, "files")), 3);
    assert_string_equal(made_text_at(json, "files/0/kind"), "surface");
    assert_int_equal(json_array_size(made_at(json, "files/0/layers")), pair->map->layer_count);
    /* Snow, from 5 units on: the map has the scale of the terrain, which comes later. */
    assert_true(made_number_at(json, "files/0/layers/5/altitude_min/m") == 25);
    assert_true(json_is_null(made_at(json, "files/0/layers/5/altitude_max")));
    assert_string_equal(made_text_at(json, "files/1/kind"), "unreadable");
    assert_string_equal(made_text_at(json, "files/2/kind"), "terrain");
    assert_true(made_number_at(json, "files/2/extent_m/0") == 160);
    assert_true(made_number_at(json, "files/2/extent_m/1") == 120);
    /* An option without its value. */
    assert_string_equal(made_text_at(json, "files/2/unit_source"), "CELL-OPTION");
    json_decref(json);

    /* Text passes over what could not be read. */
    assert_ok(report_info(&out, items, 3, 0, SCREE_TEXT, &job, &err), &err);
    made_is_plain(&out);
    assert_null(strstr((const char *)out.data, "third"));
    assert_non_null(strstr((const char *)out.data, "\n\nhills::a \"b\""));
    file_bytes_free(&out);

    /* Without a terrain: what was given, else the format's 30 m. */
    for (int given = 0; given < 2; given++) {
        assert_ok(report_info(&out, items, 1, given ? 7.5 : 0, SCREE_JSON, &job, &err), &err);
        json = made_json(&out);
        assert_true(made_number_at(json, "files/0/unit_m/1") == (given ? 7.5 : 30));
        assert_string_equal(
            made_text_at(json, "files/0/unit_source"),
            given ? "CELL-OPTION"
                  : "the default; name the terrain too, or CELL-OPTION, to use another");
        json_decref(json);
    }
    made_pair_free(&made);
}

static void info_knows_what_altitude_hides(void **state)
{
    (void)state;
    struct made_pair made;
    made_pair(&made, "a", "b");
    struct srf_layer *snow = made.f.list[5], *sand = made.f.list[6];
    const double low = made.pair.ranges.altitude_min_tu, high = made.pair.ranges.altitude_max_tu;
    const struct report_info_item items[] = {
        {.file = &made.pair.surface_file, .map = made.pair.map},
        {.file = &made.pair.terrain_file, .field = made.pair.field, .ranges = &made.pair.ranges},
    };
    for (int i = 0; i < 8; i++) {
        snow->altl[0] = (float)high + (i & 1 ? 1.0f : -1.0f);
        sand->altl[1] = (float)low + (i & 2 ? -1.0f : 1.0f);
        const bool terrain = i & 4;
        struct scree_bytes out;
        assert_ok(report_info(&out, items, terrain ? 2 : 1, 0, SCREE_JSON, NULL, &err), &err);
        json_t *json = made_json(&out);
        assert_int_equal(json_is_true(made_at(json, "files/0/layers/5/appears_nowhere")),
                         terrain && (i & 1) != 0);
        assert_int_equal(json_is_true(made_at(json, "files/0/layers/6/appears_nowhere")),
                         terrain && (i & 2) != 0);
        json_decref(json);
    }
    made_pair_free(&made);
}

/* ---- probe ---- */

struct probed {
    struct made_pair made;
    struct render_merge *merge;
    struct scree_probe_options given;
    struct report_probe probe;
};

static void make_probed(struct probed *p, const struct scree_place *points, size_t count)
{
    made_pair(&p->made, "hills.ter", HOSTILE);
    assert_ok(render_merge_depth(&p->merge, p->made.pair.map, UINT32_MAX, &err), &err);
    p->given = (struct scree_probe_options){
        .how = {.relief = 1.6}, .places = points, .place_count = count};
    p->probe = (struct report_probe){&p->made.pair, p->merge, &p->given};
}

static void free_probed(struct probed *p)
{
    render_merge_free(p->merge);
    made_pair_free(&p->made);
}

/* The texel under a place, by a rule of its own: 10 metres a texel, 16 x 12 of them. */
static void probe_finds_the_texel(void **state)
{
    (void)state;
    const struct scree_place points[] = {{SCREE_AT, 0, 0},      {SCREE_AT, 159.5, 119.5},
                                         {SCREE_AT, 160, 120},  {SCREE_AT, 35, 70},
                                         {SCREE_TEXEL, 15, 11}, {SCREE_VERTEX, 16, 12}};
    static const double wanted[][2] = {{0, 0}, {15, 11}, {15, 11}, {3, 7}, {15, 11}, {16, 12}};
    struct probed p;
    make_probed(&p, points, 6);
    struct scree_bytes out;
    assert_ok(report_probe(&out, &p.probe, SCREE_JSON, NULL, &err), &err);
    made_is_plain(&out);
    json_t *json = made_json(&out);
    assert_true(made_number_at(json, "size/0") == 16);
    assert_true(made_number_at(json, "size/1") == 12);
    for (int i = 0; i < 6; i++) {
        char path[64];
        for (int k = 0; k < 2; k++) {
            snprintf(path, sizeof path, "points/%d/texel/%d", i, k);
            assert_true(made_number_at(json, path) == wanted[i][k]);
        }
        snprintf(path, sizeof path, "points/%d/grid", i);
        assert_string_equal(made_text_at(json, path), i == 5 ? "vertices" : "cells");
        /* Weights of all layers are the whole texel. */
        double sum = 0;
        for (unsigned k = 0; k < p.made.pair.map->layer_count; k++) {
            snprintf(path, sizeof path, "points/%d/layers/%u/weight", i, k);
            sum += made_number_at(json, path);
        }
        assert_true(sum > 0.999999 && sum < 1.000001);
    }
    json_decref(json);

    p.given.place_count = 2;
    assert_ok(report_probe(&out, &p.probe, SCREE_TEXT, NULL, &err), &err);
    made_is_plain(&out);
    assert_true(made_has_line(&out, "texel 0,0 of 16 x 12: 5E,5S (5E,115N)"));
    assert_true(made_has_line(&out, "texel 15,11 of 16 x 12: 155E,115S (155E,5N)"));
    file_bytes_free(&out);
    free_probed(&p);
}

static void probe_refuses_places_outside(void **state)
{
    (void)state;
    static const struct {
        struct scree_place point;
        const char *text;
    } cases[] = {
        {{SCREE_AT, 160.5, 3},
         "the place 160.5E,3S (160.5E,117N) is outside: the terrain is 160 m from west to east and "
         "120 m from "
         "north to south"},
        {{SCREE_AT, -1, 3},
         "the place -1E,3S (-1E,117N) is outside: the terrain is 160 m from west to east and 120 m "
         "from north "
         "to south"},
        {{SCREE_TEXEL, 16, 0},
         "{texel} 16,0: expected whole numbers from 0,0 to 15,11: there are 16 x 12 texels"},
        {{SCREE_TEXEL, 1.5, 0},
         "{texel} 1.5,0: expected whole numbers from 0,0 to 15,11: there are 16 x 12 texels"},
        {{SCREE_VERTEX, 0, 13},
         "{vertex} 0,13: expected whole numbers from 0,0 to 16,12: there are 17 x 13 points"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct probed p;
        make_probed(&p, &cases[i].point, 1);
        struct scree_bytes out;
        err_clear(&err);
        assert_int_equal(report_probe(&out, &p.probe, SCREE_TEXT, NULL, &err), SCREE_BAD_ARGUMENT);
        assert_string_equal(err.field, "points");
        assert_string_equal(err.text, cases[i].text);
        assert_null(out.data);
        free_probed(&p);
    }
}

static int stop_at(void *context, const char *step, double done)
{
    unsigned *left = context;
    (void)step, (void)done;
    return (*left)-- == 0;
}

static void probe_can_be_cancelled(void **state)
{
    (void)state;
    const struct scree_place points[] = {
        {SCREE_TEXEL, 0, 0}, {SCREE_TEXEL, 1, 0}, {SCREE_TEXEL, 2, 0}};
    struct probed p;
    make_probed(&p, points, 3);
    for (unsigned steps = 0; steps < 3; steps++) {
        unsigned left = steps;
        struct scree_job job = {.context = &left, .progress = stop_at};
        struct scree_bytes out;
        err_clear(&err);
        assert_int_equal(report_probe(&out, &p.probe, SCREE_JSON, &job, &err), SCREE_CANCELLED);
        assert_null(out.data);
    }
    free_probed(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_text_grows_by_pieces_of_any_size, set_up),
        cmocka_unit_test_setup(lint_counts_what_the_export_makes, set_up),
        cmocka_unit_test_setup(lint_shows_findings_from_a_level_on, set_up),
        cmocka_unit_test_setup(info_describes_each_input, set_up),
        cmocka_unit_test_setup(info_knows_what_altitude_hides, set_up),
        cmocka_unit_test_setup(probe_finds_the_texel, set_up),
        cmocka_unit_test_setup(probe_refuses_places_outside, set_up),
        cmocka_unit_test_setup(probe_can_be_cancelled, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
