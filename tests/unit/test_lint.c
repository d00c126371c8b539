/*
 * compare/: lint finds each planted fault, says which layer it is, and says nothing of the same
 * weight about the rest; on a clean map it says nothing at all.
 *
 * Terrain: 65 x 65 points, 10 m a unit. Towards the east it rises 0.25 a unit up to x = 32 and then
 * 1 a unit: 0 to 40 tu (0 to 400 m), gradients 0.25 to 1.
 */
#include "bench/files.h"
#include "tests/fixture.h"

#include <math.h>

#include "compare/compare_lint.h"

struct planted {
    struct ter_field *field;
    struct fixture_map map;
    struct srf_layer *root, *grass, *dry, *rock, *snow, *sand;
    struct compare_lint_options options;
    struct compare_findings *findings;
};

static struct srf_layer *plant(struct planted *p, struct srf_layer *parent, const char *name)
{
    struct srf_layer *layer = fixture_layer(&p->map, parent, name);
    layer->sett_vari = 0.5f;
    layer->difc[0] = (int16_t)(250 - 10 * layer->index);
    return layer;
}

static void limit_altitude(struct srf_layer *layer, int side, float limit_tu, float fuzziness_tu)
{
    layer->alte[side] = 1, layer->altl[side] = limit_tu, layer->altf[side] = fuzziness_tu;
}

static void limit_slope(struct srf_layer *layer, int side, float gradient, float fuzziness)
{
    layer->slpe[side] = 1, layer->slpl[side] = gradient, layer->slpf[side] = fuzziness;
}

static int set_up(void **state)
{
    struct planted *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->options = (struct compare_lint_options)COMPARE_LINT_OPTIONS_DEFAULT;
    p->field = fixture_field(65, 65, 0.01);
    for (uint32_t y = 0; y < 65; y++)
        for (uint32_t x = 0; x < 65; x++)
            *fixture_point(p->field, x, y) = (int16_t)(x <= 32 ? 25 * x : 800 + 100 * (x - 32));
    fixture_map_start(&p->map);
    p->root = p->map.map.root;
    p->root->sett_vari = 0.5f;
    p->grass = plant(p, p->root, "Grass");
    p->grass->covr = 0.9f, p->grass->vari = 0.6f;
    limit_slope(p->grass, 1, 0.6f, 0.2f);
    p->dry = plant(p, p->grass, "Dry");
    p->dry->covr = 0.5f, p->dry->vari = 1;
    p->rock = plant(p, p->root, "Rock");
    limit_slope(p->rock, 0, 0.8f, 0.1f);
    p->snow = plant(p, p->root, "Snow");
    limit_altitude(p->snow, 0, 25, 3);
    p->sand = plant(p, p->root, "Sand");
    p->sand->covr = 0.8f, p->sand->vari = 0.5f;
    limit_altitude(p->sand, 1, 3, 1);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct planted *p = *state;
    compare_findings_free(p->findings);
    ter_free(p->field);
    free(p);
    return 0;
}

static void run(struct planted *p)
{
    struct scree_error err = SCREE_ERROR_INIT;
    compare_findings_free(p->findings);
    assert_ok(compare_lint(&p->findings, &p->map.map, p->field, &p->options, &err), &err);
    size_t counts[COMPARE_SEVERITIES] = {0};
    for (size_t i = 0; i < p->findings->count; i++) {
        const struct scree_finding *finding = &p->findings->list[i];
        counts[finding->severity]++;
        assert_true(finding->text[0] != '\0' && finding->advice[0] != '\0');
    }
    assert_memory_equal(counts, p->findings->counts, sizeof counts);
}

static void print_all(const struct planted *p)
{
    for (size_t i = 0; i < p->findings->count; i++) {
        const struct scree_finding *f = &p->findings->list[i];
        print_message("%s %s %s: %s (%s)\n", f->path, compare_severity_name(f->severity), f->id,
                      f->text, f->advice);
    }
}

static const struct scree_finding *find(const struct planted *p, const char *id, uint32_t layer)
{
    for (size_t i = 0; i < p->findings->count; i++) {
        const struct scree_finding *finding = &p->findings->list[i];
        if (finding->layer == layer && strcmp(finding->id, id) == 0) return finding;
    }
    print_all(p);
    fail_msg("no %s of layer %u", id, (unsigned)layer);
    return NULL;
}

static void assert_says(const struct scree_finding *finding, const char *words)
{
    if (strstr(finding->text, words) == NULL && strstr(finding->advice, words) == NULL)
        fail_msg("\"%s\" is not in: %s (%s)", words, finding->text, finding->advice);
}

/* Runs lint: the finding is there, says the words, and is the only one of a warning or more unless
 * it is a note; then others of that weight are the caller's to expect. */
static const struct scree_finding *expect(struct planted *p, const char *id,
                                          const struct srf_layer *layer,
                                          enum scree_lint_severity severity, const char *words)
{
    run(p);
    const uint32_t index = layer != NULL ? layer->index : SCREE_NO_LAYER;
    const struct scree_finding *found = find(p, id, index);
    assert_int_equal(found->severity, severity);
    assert_says(found, words);
    char path[SRF_MAX_PATH] = "";
    if (layer != NULL) srf_layer_path(path, sizeof path, layer);
    assert_string_equal(found->path, path);
    const size_t heavy =
        p->findings->counts[SCREE_LINT_WARNING] + p->findings->counts[SCREE_LINT_ERROR];
    if (heavy != (severity >= SCREE_LINT_WARNING ? 1 : 0)) {
        print_all(p);
        fail_msg("%zu findings of a warning or more", heavy);
    }
    return found;
}

/* ---- nothing to find ---- */

static void a_clean_map_has_no_findings(void **state)
{
    struct planted *p = *state;
    run(p);
    if (p->findings->count > 0) print_all(p);
    assert_int_equal(p->findings->count, 0);
    assert_true(p->findings->evaluated);

    ter_free(p->field);
    p->field = NULL;
    run(p);
    assert_int_equal(p->findings->count, 0);
    assert_false(p->findings->evaluated);
}

static void the_example_has_no_findings(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field;
    struct srf_map *map;
    struct compare_findings *findings;
    assert_ok(ter_read_file(&field, harness_source("examples/island.ter"), NULL, &err), &err);
    assert_ok(srf_read_file(&map, harness_source("examples/island.srf"), NULL, &err), &err);
    assert_ok(srf_check(map, &err), &err);
    const struct compare_lint_options options = COMPARE_LINT_OPTIONS_DEFAULT;
    assert_ok(compare_lint(&findings, map, field, &options, &err), &err);
    assert_int_equal(findings->count, 0);
    assert_true(findings->evaluated);
    compare_findings_free(findings);
    srf_free(map);
    ter_free(field);
}

/* ---- is it there? ---- */

static void altitude_above_the_terrain(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->snow, 0, 41, 3);
    const struct scree_finding *found =
        expect(p, "never-altitude", p->snow, SCREE_LINT_WARNING, "minimum altitude 41 tu (410 m)");
    assert_says(found, "0 to 40 tu (0 to 400 m)");
    assert_says(found, "below 40 tu (400 m)");
}

static void altitude_below_the_terrain(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->sand, 1, -1, 1);
    expect(p, "never-altitude", p->sand, SCREE_LINT_WARNING, "maximum altitude -1 tu (-10 m)");
}

static void fuzziness_is_inside_the_limit(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->snow, 0, 40, 64); /* however fuzzy, nothing lies beyond */
    expect(p, "never-altitude", p->snow, SCREE_LINT_WARNING, "minimum altitude 40 tu (400 m)");
    limit_altitude(p->snow, 0, 38, 64);
    run(p);
    assert_int_equal(p->findings->counts[SCREE_LINT_WARNING], 0);
}

static void altitude_typed_in_metres(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->snow, 0, 250, 3);
    const struct scree_finding *found = expect(p, "altitude-in-metres", p->snow, SCREE_LINT_WARNING,
                                               "minimum altitude 250 tu (2500 m)");
    assert_says(found, "250 m are 25 tu");
}

static void slope_steeper_than_the_terrain(void **state)
{
    struct planted *p = *state;
    limit_slope(p->rock, 0, 2.75f, 0.1f); /* the steepest is 1, with relief 2.2 */
    const struct scree_finding *found =
        expect(p, "never-slope", p->rock, SCREE_LINT_WARNING, "70.0 degrees (gradient 2.75)");
    assert_says(found, "14.0 to 45.0 degrees (gradient 0.25 to 1)");
    assert_says(found, "gradient 2.2");
    limit_slope(p->rock, 0, 1.5f, 0.1f);
    run(p);
    assert_int_equal(p->findings->counts[SCREE_LINT_WARNING], 0);
    p->options.relief = 1;
    expect(p, "never-slope", p->rock, SCREE_LINT_WARNING, "relief 1");
}

static void slope_gentler_than_the_terrain(void **state)
{
    struct planted *p = *state;
    limit_slope(p->grass, 1, 0.09375f, 0.2f); /* the gentlest is 0.25, with relief 0.11 */
    expect(p, "never-slope", p->grass, SCREE_LINT_WARNING, "5.4 degrees (gradient 0.09375)");
    assert_int_equal(find(p, "parent-never-appears", p->dry->index)->severity, SCREE_LINT_NOTE);
}

static void altitude_limits_that_exclude_each_other(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->snow, 1, 20, 3);
    expect(p, "limits-exclude", p->snow, SCREE_LINT_ERROR,
           "minimum altitude 25 tu (250 m) is not below maximum altitude 20 tu (200 m)");
}

static void slope_limits_that_exclude_each_other(void **state)
{
    struct planted *p = *state;
    limit_slope(p->rock, 1, 0.0625f, 0.1f); /* 0.0625 * 2.2 * 2.2 = 0.30 */
    expect(p, "limits-exclude", p->rock, SCREE_LINT_ERROR, "3.6 degrees (gradient 0.0625)");
    limit_slope(p->rock, 1, 0, 0.1f);
    expect(p, "limits-exclude", p->rock, SCREE_LINT_ERROR, "maximum slope is 0.0 degrees");
}

static void slope_limits_that_cross(void **state)
{
    struct planted *p = *state;
    limit_slope(p->rock, 1, 0.7f, 0.1f);
    expect(p, "limits-crossed", p->rock, SCREE_LINT_WARNING, "35.0 degrees (gradient 0.7)");
}

static void coverage_of_nothing(void **state)
{
    struct planted *p = *state;
    p->snow->covr = 0;
    expect(p, "coverage-zero", p->snow, SCREE_LINT_NOTE, "coverage is 0");
}

static void children_of_a_layer_that_never_appears(void **state)
{
    struct planted *p = *state;
    p->grass->covr = 0;
    expect(p, "coverage-zero", p->grass, SCREE_LINT_NOTE, "appears nowhere");
    const struct scree_finding *child = find(p, "parent-never-appears", p->dry->index);
    assert_int_equal(child->severity, SCREE_LINT_NOTE);
    assert_says(child, "\"Ground/Grass\"");
}

static void a_child_outside_its_parent(void **state)
{
    struct planted *p = *state;
    struct srf_layer *wet = plant(p, p->sand, "Wet");
    limit_altitude(wet, 0, 5, 1);
    expect(p, "outside-parent", wet, SCREE_LINT_ERROR,
           "minimum altitude 5 tu (50 m) lies outside what \"Ground/Sand\" allows, which ends at 3 "
           "tu (30 m)");
    wet->alte[0] = 0;
    struct srf_layer *steep = plant(p, p->grass, "Steep");
    limit_slope(steep, 0, 3.0f, 0.1f); /* 0.6 * 2.2 * 2.2 = 2.90 */
    expect(p, "outside-parent", steep, SCREE_LINT_ERROR, "31.0 degrees (gradient 0.6)");
}

static void turn(struct srf_layer *layer, float toward, float spread, float level)
{
    struct srf_limit *limit = &layer->limits[SRF_ASPECT];
    limit->on[0] = 1, limit->at[0] = toward, limit->at[1] = spread, limit->level = level;
}

/* The ground faces west; what cannot be anywhere is told whatever the terrain. */
static void directions_that_exclude_each_other(void **state)
{
    struct planted *p = *state;
    turn(p->rock, 10, 0, 0);
    expect(p, "limits-exclude", p->rock, SCREE_LINT_ERROR, "the spread of its aspect is 0 degrees");
    p->rock->limits[SRF_ASPECT].on[0] = 0;
    turn(p->grass, 300, 60, 0);
    turn(p->dry, 50, 50, 0); /* from 0 degrees on, where the parent ends */
    expect(
        p, "outside-parent", p->dry, SCREE_LINT_ERROR,
        "its aspect, 50 degrees to either side of 50, lies outside what \"Ground/Grass\" allows, "
        "60 to either side of 300");
    turn(p->dry, 50, 50, 0.5f); /* it says something of level ground, too */
    run(p);
    assert_int_equal(p->findings->counts[SCREE_LINT_ERROR], 0);
    turn(p->dry, -70, 20, 0);
    run(p);
    assert_int_equal(p->findings->counts[SCREE_LINT_ERROR], 0);
}

static void limits_that_do_not_meet_on_this_terrain(void **state)
{
    struct planted *p = *state;
    limit_slope(p->snow, 1, 0.3f, 0.1f); /* gentle ground ends at 8 tu */
    expect(p, "never-appears", p->snow, SCREE_LINT_WARNING, "none of the 4096 places");
}

static void a_reach_of_next_to_nothing(void **state)
{
    struct planted *p = *state;
    p->snow->covr = 1.5e-5f; /* of a third of 640 m x 640 m */
    expect(p, "rarely-appears", p->snow, SCREE_LINT_WARNING, "square metres");
}

/* Ground from 25 to 89 degrees north, snow from 73 on: a quarter of the rows, and of the ground
 * (sin 89 - sin 73) / (sin 89 - sin 25) = 7.5 % on a sphere of 6371 km, 1.98e12 square metres, of
 * which 1.2e-4 are 2.37e8. The ellipsoid adds less than one in a hundred near the pole. */
static void reaches_go_by_area(void **state)
{
    struct planted *p = *state;
    p->field->globe = (struct ter_globe){.latitude_deg = 25, .step_deg = {1, 1}};
    for (uint32_t y = 0; y < 65; y++)
        for (uint32_t x = 0; x < 65; x++) *fixture_point(p->field, x, y) = y >= 48 ? 4000 : 0;
    p->snow->covr = 1.2e-4f;
    run(p);
    assert_says(find(p, "rarely-appears", p->snow->index), "about 2.4e+08 square metres");
}

/* ---- is it seen? ---- */

static void a_layer_that_later_ones_cover(void **state)
{
    struct planted *p = *state;
    p->snow->alte[0] = 0; /* covers everything painted before; the rest is painted later */
    run(p);
    assert_int_equal(p->findings->counts[SCREE_LINT_WARNING], 2);
    assert_int_equal(find(p, "hidden", p->grass->index)->severity, SCREE_LINT_WARNING);
    assert_says(find(p, "hidden", p->grass->index), "\"Ground/Snow\"");
    assert_says(find(p, "hidden", p->rock->index), "\"Ground/Snow\" (100 %)");
    assert_int_equal(find(p, "covered-by-children", 0)->severity, SCREE_LINT_NOTE);
}

static void a_layer_that_a_later_one_covers(void **state)
{
    struct planted *p = *state;
    p->snow->alte[0] = 0;
    limit_slope(p->snow, 0, 0.3f, 0);
    expect(p, "hidden", p->rock, SCREE_LINT_WARNING, "covered by \"Ground/Snow\" (100 %)");
}

static void a_group_that_its_children_cover(void **state)
{
    struct planted *p = *state;
    p->grass->covr = 1, p->grass->vari = 0, p->grass->slpe[1] = 0;
    limit_altitude(p->grass, 1, 8, 0);
    p->dry->covr = 1, p->dry->vari = 0;
    expect(p, "covered-by-children", p->grass, SCREE_LINT_NOTE, "\"Ground/Grass/Dry\"");
}

/* ---- values ---- */

static void noise_that_does_nothing(void **state)
{
    struct planted *p = *state;
    struct srf_layer *wet = plant(p, p->sand, "Wet");
    wet->vari = 2;
    expect(p, "noise-without-effect", wet, SCREE_LINT_WARNING, "fractal noise 2 has no effect");
}

static void values_outside_sliders(void **state)
{
    struct planted *p = *state;
    static const struct {
        float value, good;
        size_t field;
        const char *words;
    } rows[] = {
        {1.5f, 1, offsetof(struct srf_layer, covr), "coverage (COVR) is 1.5"},
        {-1, 0, offsetof(struct srf_layer, vari), "fractal noise (VARI) is -1"},
        {4.5f, 0, offsetof(struct srf_layer, vari), "fractal noise (VARI) is 4.5"},
        {65, 3, offsetof(struct srf_layer, altf[0]), "fuzziness (ALTF) is 65 tu"},
        {5, 0, offsetof(struct srf_layer, slpf[1]), "fuzziness (SLPF) is 5"},
        {60, 0, offsetof(struct srf_layer, slpl[1]), "maximum slope (SLPL) is 60"},
        {4.25f, 1, offsetof(struct srf_layer, bmam), "bump amount (BMAM) is 4.25"},
        {-0.5f, 0, offsetof(struct srf_layer, mter), "mimic terrain (MTER) is -0.5"},
        {1.25f, 0.1f, offsetof(struct srf_layer, smsz), "smoothing size (SMSZ) is 1.25 tu"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        float *field = (float *)(void *)((char *)p->snow + rows[i].field);
        *field = rows[i].value;
        expect(p, "outside-slider", p->snow, SCREE_LINT_WARNING, rows[i].words);
        *field = rows[i].good;
    }
}

static void plugins_that_are_ignored(void **state)
{
    struct planted *p = *state;
    p->rock->difp_size = 12;
    expect(p, "plugin-ignored", p->rock, SCREE_LINT_WARNING, "12 bytes of a colour plug-in");
    p->rock->difp_size = 0, p->rock->dnsp_size = 34;
    expect(p, "plugin-ignored", p->rock, SCREE_LINT_WARNING, "34 bytes of a distribution plug-in");
}

static void textures_that_are_not_modelled(void **state)
{
    struct planted *p = *state;
    p->sand->isol = 0.5f;
    expect(p, "texture-ignored", p->sand, SCREE_LINT_WARNING, "isolation (ISOL) is 0.5");
    p->sand->isol = 0, p->sand->sett_vari = -1;
    expect(p, "texture-ignored", p->sand, SCREE_LINT_WARNING, "(SETT/VARI) is -1");
    p->sand->sett_vari = 0.5f, p->sand->nega = 2;
    expect(p, "texture-ignored", p->sand, SCREE_LINT_WARNING, "(NEGA) is 2");
    p->sand->nega = 1;

    static const uint8_t text[] = "Image";
    struct srf_chunk name = {.marker = "name", .size = sizeof text, .data = text};
    struct srf_chunk vart = {.marker = "VART", .container = true, .first_child = &name};
    struct srf_chunk dens = {.marker = "DENS", .container = true, .first_child = &vart};
    struct srf_chunk srfl = {.marker = "SRFL", .container = true, .first_child = &dens};
    p->sand->chunk = &srfl;
    expect(p, "texture-ignored", p->sand, SCREE_LINT_WARNING, "not \"Fractal\"");

    /* Without noise the texture is not used. */
    p->snow->sett_vari = 0, p->sand->chunk = NULL;
    run(p);
    assert_int_equal(p->findings->count, 0);
}

static void limits_of_the_root(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->root, 0, 1, 0);
    expect(p, "root-limits", p->root, SCREE_LINT_WARNING, "ignored");
    p->options.root_density = true;
    run(p);
    assert_int_equal(p->findings->counts[SCREE_LINT_WARNING], 0);
}

static void a_slope_that_is_not_as_hard_as_it_looks(void **state)
{
    struct planted *p = *state;
    limit_slope(p->rock, 0, 0.8f, 0);
    expect(p, "hard-edge", p->rock, SCREE_LINT_NOTE, "(gradient 0.3636 to 1.76)");
    p->options.relief = 1;
    run(p);
    assert_int_equal(p->findings->count, 0);
}

/* ---- limits and terrain ---- */

static void a_zone_narrower_than_a_step_of_height(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->snow, 1, 25.0078125f, 0); /* heights have steps of 0.01 tu */
    p->snow->altf[0] = 0;
    const struct scree_finding *found =
        expect(p, "narrow-zone", p->snow, SCREE_LINT_WARNING, "steps of 0.01 tu (0.1 m)");
    assert_says(found, "0.0078125 tu (0.078125 m) apart");
}

static void a_zone_narrower_than_the_way_to_the_next_point(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->snow, 1, 25.75f, 0); /* the ground rises 1 tu a point */
    p->snow->altf[0] = 0;
    const struct scree_finding *found =
        expect(p, "narrow-zone", p->snow, SCREE_LINT_WARNING, "rises 1 tu (10 m)");
    assert_says(found, "25 to 25.75 tu (250 to 257.5 m)");
    limit_altitude(p->snow, 1, 27, 0);
    run(p);
    assert_int_equal(p->findings->count, 0);
}

static void a_limit_that_excludes_nothing(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->rock, 1, 46, 3); /* twice the fuzziness above 40 */
    expect(p, "limit-idle", p->rock, SCREE_LINT_NOTE, "maximum altitude 46 tu (460 m)");
    limit_altitude(p->rock, 1, 45.5f, 3);
    run(p);
    assert_int_equal(p->findings->count, 0);
}

static void a_terrain_that_does_not_say_its_scale(void **state)
{
    struct planted *p = *state;
    p->field->scal_given = false;
    run(p);
    assert_int_equal(p->findings->count, 0); /* 10 m were given otherwise */
    for (int i = 0; i < 3; i++) p->field->scal_m[i] = 30;
    expect(p, "unit-unknown", NULL, SCREE_LINT_NOTE, "30 m");
}

/* The terrain is 0 to 40 tu high. */
static void limits_for_other_heights(void **state)
{
    struct planted *p = *state;
    limit_altitude(p->sand, 1, -130, 0.5f);
    limit_altitude(p->rock, 0, -150, 0.5f);
    limit_altitude(p->snow, 0, 10, 0.5f); /* without coverage it does not count */
    p->snow->covr = 0;
    run(p);
    const struct scree_finding *found = find(p, "wrong-scale", SCREE_NO_LAYER);
    assert_says(found, "altitude limits span -150 to -130 tu, the terrain 0 to 40");
    assert_string_equal(found->advice,
                        "try {height_offset_tu} -160, which brings the limits to the middle of the "
                        "terrain");
    struct compare_scale_hint hint;
    const struct ter_ranges ranges = {0, 40, 0, 1};
    assert_true(compare_scale_hint(&hint, &p->map.map, p->field, &ranges));
    assert_float_equal(hint.height_scale, 1, 0);
    assert_float_equal(hint.height_offset_tu, -160, 0);

    /* Limits that span more than the terrain is high ask for a scale, too: 80 tu want 120. */
    p->sand->altl[1] = -70;
    assert_true(compare_scale_hint(&hint, &p->map.map, p->field, &ranges));
    assert_float_equal(hint.height_scale, 3, 0);
    assert_float_equal(hint.height_offset_tu, -170, 0);

    p->rock->altl[0] = 20; /* one of two lies within the terrain */
    assert_false(compare_scale_hint(&hint, &p->map.map, p->field, &ranges));
    p->rock->altl[0] = -150, p->sand->altl[1] = 200; /* nothing is excluded */
    assert_false(compare_scale_hint(&hint, &p->map.map, p->field, &ranges));
    p->rock->altl[0] = 150, p->sand->altl[1] = 380; /* 15 and 38 tu in metres */
    assert_false(compare_scale_hint(&hint, &p->map.map, p->field, &ranges));
}

/* ---- the tree ---- */

static void a_layer_without_a_name(void **state)
{
    struct planted *p = *state;
    p->rock->name = "";
    expect(p, "empty-name", p->rock, SCREE_LINT_WARNING, "#3");
}

static void siblings_of_one_name(void **state)
{
    struct planted *p = *state;
    p->sand->name = "Rock";
    expect(p, "duplicate-name", p->sand, SCREE_LINT_WARNING, "#3");
    p->sand->name = "Sand", p->dry->name = "Rock"; /* not beside it */
    run(p);
    assert_int_equal(p->findings->count, 0);
}

static void a_layer_that_is_there_twice(void **state)
{
    struct planted *p = *state;
    struct srf_layer *copy = plant(p, p->root, "Beach");
    const struct srf_layer made = *copy;
    *copy = *p->sand;
    copy->index = made.index, copy->name = made.name, copy->next = NULL;
    expect(p, "duplicate-layer", copy, SCREE_LINT_WARNING, "\"Ground/Sand\"");
    copy->altl[1] = 2;
    run(p);
    assert_int_equal(p->findings->counts[SCREE_LINT_WARNING], 0);
    assert_int_equal(find(p, "same-pattern", copy->index)->severity, SCREE_LINT_NOTE);
}

static void a_child_in_its_parents_colour(void **state)
{
    struct planted *p = *state;
    memcpy(p->dry->difc, p->grass->difc, sizeof p->dry->difc);
    expect(p, "same-colour", p->dry, SCREE_LINT_NOTE, "colour of its parent");
}

static void layers_of_one_pattern(void **state)
{
    struct planted *p = *state;
    memcpy(p->sand->orig, p->dry->orig, sizeof p->sand->orig);
    expect(p, "same-pattern", p->sand, SCREE_LINT_NOTE, "ORIG 200, 0) as #2 \"Ground/Grass/Dry\"");
}

/* ---- targets ---- */

static void rename_with_an_x(char *out, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        snprintf(out + i * 16, 16, "%s%s", names[i], strcmp(names[i], "Sand") == 0 ? "x" : "");
}

static void more_materials_than_the_target_draws(void **state)
{
    struct planted *p = *state;
    const struct compare_target target = {.name = "Game", .max_materials = 3};
    p->options.target = &target;
    expect(p, "too-many-materials", NULL, SCREE_LINT_ERROR,
           "6 materials are seen and Game draws 3");
    p->snow->covr = 0; /* what is not seen does not count */
    run(p);
    assert_says(find(p, "too-many-materials", SCREE_NO_LAYER), "5 materials");
}

static void materials_that_fit_when_merged(void **state)
{
    struct planted *p = *state;
    const struct compare_target target = {.name = "Game", .max_materials = 5};
    p->options.target = &target;
    expect(p, "materials-merged", NULL, SCREE_LINT_WARNING, "{depth} 1");
    p->options.depth = 1;
    run(p);
    assert_int_equal(p->findings->count, 0);
}

/* An export that merges by itself has no need of a depth. */
static void materials_that_the_export_merges(void **state)
{
    struct planted *p = *state;
    const struct compare_target target = {.name = "Game",
                                          .max_materials = 5,
                                          .merges = "it shows some as one",
                                          .merge_advice = "say which"};
    p->options.target = &target;
    expect(p, "materials-merged", NULL, SCREE_LINT_WARNING,
           "6 materials are seen and Game draws 5: it shows some as one");
    assert_string_equal(find(p, "materials-merged", SCREE_NO_LAYER)->advice, "say which");
}

static void materials_that_cost_too_much(void **state)
{
    struct planted *p = *state;
    const struct compare_target target = {.name = "Game",
                                          .max_materials = 8,
                                          .good_materials = 5,
                                          .beyond_good = "a sixth makes it slow"};
    p->options.target = &target;
    expect(p, "many-materials", NULL, SCREE_LINT_WARNING, "6 materials are seen: a sixth makes");
}

static void names_that_the_target_changes(void **state)
{
    struct planted *p = *state;
    const struct compare_target target = {
        .name = "Game", .rename = rename_with_an_x, .name_size = 16};
    p->options.target = &target;
    expect(p, "name-changed", p->sand, SCREE_LINT_NOTE, "\"Sandx\"");
    assert_int_equal(p->findings->count, 1);
}

/* Whoever knows meshes names them; lint tells. No target is needed. */
static void meshes_that_nobody_knows(void **state)
{
    struct planted *p = *state;
    static const struct compare_mesh meshes[] = {{"Game", "elm", "a/elmm.dae", "b/elm.dae"},
                                                 {"Game", "ash", "ash.dae", "b/oak.dae"}};
    p->options.meshes = meshes;
    p->options.mesh_count = 1;
    expect(p, "mesh-unknown", NULL, SCREE_LINT_NOTE, "\"elm\" has the mesh a/elmm.dae");
    assert_says(find(p, "mesh-unknown", SCREE_NO_LAYER), "else take b/elm.dae");
    p->options.mesh_count = 2;
    run(p);
    assert_int_equal(p->findings->count, 2);
}

static uint32_t no_size_but_1025(const void *engine, uint32_t points)
{
    assert_non_null(engine);
    (void)points;
    return 1025;
}

static void terrains_that_the_target_does_not_hold(void **state)
{
    struct planted *p = *state;
    const struct compare_target target = {.name = "Game",
                                          .near_size = no_size_but_1025,
                                          .engine = "Game",
                                          .sizes = "1025",
                                          .height_steps = 10};
    p->options.target = &target;
    expect(p, "coarse-heights", NULL, SCREE_LINT_WARNING, "Game has 10 steps for that");
    assert_says(find(p, "points-changed", SCREE_NO_LAYER),
                "Game takes 1025: the export spreads 1025");
    assert_int_equal(p->findings->count, 2);
    p->field->points_y--;
    run(p);
    assert_says(find(p, "not-square", SCREE_NO_LAYER), "and Game takes a square");
}

/* ---- what always holds ---- */

static void findings_are_in_order_and_the_same_every_time(void **state)
{
    struct planted *p = *state;
    const struct compare_target target = {.name = "Game", .max_materials = 1};
    p->options.target = &target;
    p->snow->covr = 0, p->snow->name = "", p->snow->difp_size = 1;
    p->sand->name = "Rock", p->grass->isol = 1;
    run(p);
    struct compare_findings *first = p->findings;
    p->findings = NULL;
    p->options.threads = 3;
    run(p);
    assert_int_equal(first->count, p->findings->count);
    uint32_t last = 0;
    for (size_t i = 0; i < first->count; i++) {
        const struct scree_finding *a = &first->list[i], *b = &p->findings->list[i];
        assert_string_equal(a->id, b->id);
        assert_string_equal(a->text, b->text);
        assert_string_equal(a->advice, b->advice);
        assert_true(a->layer + 1 >= last);
        last = a->layer + 1;
    }
    compare_findings_free(first);
}

static void options_out_of_range_are_refused(void **state)
{
    struct planted *p = *state;
    struct scree_error err = SCREE_ERROR_INIT;
    p->options.relief = 0.5;
    assert_int_equal(compare_lint(&p->findings, &p->map.map, p->field, &p->options, &err),
                     SCREE_BAD_ARGUMENT);
    assert_null(p->findings);
    p->options.relief = 1.6;
    err_clear(&err);
    p->snow->covr = (float)NAN;
    assert_int_equal(compare_lint(&p->findings, &p->map.map, p->field, &p->options, &err),
                     SCREE_BAD_ARGUMENT);
    assert_null(p->findings);
}

/* A map as large as the reader allows: beside each other or below each other, all alike. */
static void a_huge_map_is_bounded_work(void **state)
{
    struct planted *p = *state;
    enum { COUNT = 512 };
    struct srf_layer *layers = calloc(COUNT, sizeof *layers);
    struct srf_layer **list = calloc(COUNT, sizeof *list);
    assert_non_null(layers);
    assert_non_null(list);
    for (int kind = 0; kind < 3; kind++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            layers[i] = *p->sand;
            layers[i].index = i;
            layers[i].next = layers[i].first_child = NULL;
            layers[i].parent = i == 0 ? NULL : kind == 1 && i % 60 != 1 ? &layers[i - 1] : layers;
            layers[i].depth = i == 0 ? 0 : layers[i].parent->depth + 1;
            layers[i].alte[1] = 0;
            if (kind == 2) layers[i].smsz = 1 + 0.125f * (float)i;
            if (i > 0) layers[i].parent->first_child = &layers[i];
            list[i] = &layers[i];
        }
        p->map.map.layers = list;
        p->map.map.root = layers;
        p->map.map.layer_count = COUNT;
        run(p);
        assert_int_equal(p->findings->evaluated, kind != 2);
        if (kind == 2) find(p, "not-evaluated", SCREE_NO_LAYER);
        if (kind == 0) assert_int_equal(find(p, "duplicate-layer", COUNT - 1)->layer, COUNT - 1);
    }
    free(list);
    free(layers);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_clean_map_has_no_findings),
        TEST(the_example_has_no_findings),
        TEST(altitude_above_the_terrain),
        TEST(altitude_below_the_terrain),
        TEST(fuzziness_is_inside_the_limit),
        TEST(altitude_typed_in_metres),
        TEST(slope_steeper_than_the_terrain),
        TEST(slope_gentler_than_the_terrain),
        TEST(altitude_limits_that_exclude_each_other),
        TEST(slope_limits_that_exclude_each_other),
        TEST(slope_limits_that_cross),
        TEST(coverage_of_nothing),
        TEST(children_of_a_layer_that_never_appears),
        TEST(a_child_outside_its_parent),
        TEST(directions_that_exclude_each_other),
        TEST(limits_that_do_not_meet_on_this_terrain),
        TEST(a_reach_of_next_to_nothing),
        TEST(reaches_go_by_area),
        TEST(a_layer_that_later_ones_cover),
        TEST(a_layer_that_a_later_one_covers),
        TEST(a_group_that_its_children_cover),
        TEST(noise_that_does_nothing),
        TEST(values_outside_sliders),
        TEST(plugins_that_are_ignored),
        TEST(textures_that_are_not_modelled),
        TEST(limits_of_the_root),
        TEST(a_slope_that_is_not_as_hard_as_it_looks),
        TEST(a_zone_narrower_than_a_step_of_height),
        TEST(a_zone_narrower_than_the_way_to_the_next_point),
        TEST(a_limit_that_excludes_nothing),
        TEST(a_terrain_that_does_not_say_its_scale),
        TEST(limits_for_other_heights),
        TEST(a_layer_without_a_name),
        TEST(siblings_of_one_name),
        TEST(a_layer_that_is_there_twice),
        TEST(a_child_in_its_parents_colour),
        TEST(layers_of_one_pattern),
        TEST(more_materials_than_the_target_draws),
        TEST(meshes_that_nobody_knows),
        TEST(terrains_that_the_target_does_not_hold),
        TEST(materials_that_fit_when_merged),
        TEST(materials_that_cost_too_much),
        TEST(materials_that_the_export_merges),
        TEST(names_that_the_target_changes),
        TEST(findings_are_in_order_and_the_same_every_time),
        TEST(options_out_of_range_are_refused),
        TEST(a_huge_map_is_bounded_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
