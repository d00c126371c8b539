/*
 * styles/: on every terrain each style gives a map that lint has nothing against, but that a layer
 * appears nowhere of which the map itself says so; and each layer's name gives both games a ground.
 */
#include "bench/files.h"
#include "tests/unit/styles_made.h"

#include "beamng/level_files.h"
#include "compare/compare_lint.h"
#include "ground/ground.h"
#include "ror/ror_format.h"
#include "styles/styles_ground.h"
#include "styles/styles_table.h"

static struct srf_map *read_map(const struct styles_map *made, const struct ter_field *field)
{
    const struct srf_scale scale = {.across_m = field->scal_m[0], .up_m = field->scal_m[2]};
    struct srf_map *map;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_from_text(&map, made->text.data, made->text.size, &scale, NULL, &err), &err);
    assert_ok(srf_check(map, &err), &err);
    assert_int_equal(map->warnings.count, 0);
    /* Every layer begins with a line of what to turn. */
    assert_non_null(strstr((const char *)made->text.data, "\"scree-surface-2\""));
    uint32_t hints = 0;
    for (const char *at = (const char *)made->text.data; (at = strstr(at, "// ")) != NULL; at++) {
        const char *next = strchr(at, '\n');
        assert_memory_equal(next + 1 + strspn(next + 1, " "), "\"name\": ", 8);
        hints++;
    }
    assert_int_equal(hints, made->info.layers);
    return map;
}

static struct ter_field *read_example(void)
{
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_read_file(&field, harness_source("examples/island.ter"), NULL, &err), &err);
    return field;
}

/* ---- the table ---- */

static void every_layer_has_a_ground(void **state)
{
    (void)state;
    struct scree_style style;
    size_t styles = 0;
    for (; styles_list(&style, styles); styles++) {
        assert_in_range(style.layers, 6, STYLES_MAX_LAYERS);
        const struct styles_rule *const rules = styles_find(style.name)->rules;
        if (style.layers < STYLES_MAX_LAYERS) assert_null(rules[style.layers].name);
        uint32_t levels = 0;
        for (uint32_t i = 0; i < style.layers; i++) {
            const char *name = rules[i].name;
            const enum ground_kind kind = ground_guess(name, NULL);
            if (kind == GROUND_KINDS) fail_msg("%s, %s: no word for a ground", style.name, name);
            assert_non_null(ror_ground_name(kind));
            assert_non_null(beamng_ground_name(kind));
            const uint32_t level = rules[i].level;
            assert_true(i == 0 ? level == 0 : level > 0);
            if (level + 1 > levels) levels = level + 1;
            for (uint32_t k = 0; k < i; k++) assert_string_not_equal(name, rules[k].name);
        }
        assert_in_range(levels, 2, 4); /* the root, and two or three below it */
    }
    assert_true(styles > 0);
}

/* ---- lint ---- */

static bool is_about_absence(const char *id)
{
    static const char *const ids[] = {"coverage-zero", "parent-never-appears"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (strcmp(ids[i], id) == 0) return true;
    return false;
}

/* Notes that are no fault of a map: a layer that groups others, and water above all ground. */
static bool is_meant(const struct scree_finding *finding)
{
    return finding->severity == SCREE_LINT_NOTE &&
           (strcmp(finding->id, "covered-by-children") == 0 ||
            strcmp(finding->id, "limit-idle") == 0);
}

static size_t count_fitting(const struct styles_map *made)
{
    size_t count = 0;
    for (uint32_t i = 0; i < made->info.layers; i++) {
        count += made->layers[i].fits;
        assert_true(made->layers[i].fits == (made->layers[i].reason == NULL));
    }
    return count;
}

static void lint_one(const struct styles_made *ground, const struct ter_field *field,
                     const struct scree_style_options *options)
{
    struct compare_lint_options how = COMPARE_LINT_OPTIONS_DEFAULT;
    struct compare_findings *findings;
    struct styles_map made;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(styles_make_map(&made, field, options, NULL, &err), &err);
    struct srf_map *map = read_map(&made, field);
    assert_int_equal(map->layer_count, made.info.layers);
    assert_ok(compare_lint(&findings, map, field, &how, &err), &err);
    bool bad = false;
    for (size_t i = 0; i < findings->count; i++) {
        const struct scree_finding *finding = &findings->list[i];
        if (is_meant(finding)) continue;
        const bool named = finding->layer != SCREE_NO_LAYER && !made.layers[finding->layer].fits;
        if (named && is_about_absence(finding->id)) continue;
        print_message("%s, %s, seed %u: %s %s: %s\n", ground->name, options->style,
                      (unsigned)options->seed, finding->path, finding->id, finding->text);
        bad = true;
    }
    if (bad) {
        print_message("%.*s\n", (int)made.text.size, (const char *)made.text.data);
        fail();
    }
    compare_findings_free(findings);
    srf_free(map);
    styles_free(&made);
}

static void lint_styles(const struct styles_made *ground, struct ter_field *field)
{
    struct scree_style style;
    for (size_t i = 0; styles_list(&style, i); i++) {
        for (uint64_t seed = 0; seed < 2; seed++) {
            const struct scree_style_options options = {.size = sizeof options,
                                                        .style = style.name,
                                                        .water = ground->water,
                                                        .water_m = ground->water_m,
                                                        .seed = seed};
            lint_one(ground, field, &options);
        }
    }
    ter_free(field);
}

static void lint_finds_nothing(void **state)
{
    (void)state;
    for (size_t k = 0; k < STYLES_MADE_COUNT; k++)
        lint_styles(&styles_made[k], styles_make_field(&styles_made[k]));
    const struct styles_made example = {.name = "the example", .water = SCREE_WATER_AT};
    lint_styles(&example, read_example());
}

/* ---- what is decided ---- */

static void make(struct styles_map *out, const char *ground,
                 const struct scree_style_options *options)
{
    struct scree_error err = SCREE_ERROR_INIT;
    size_t k = 0;
    while (strcmp(styles_made[k].name, ground) != 0) k++;
    struct ter_field *field = styles_make_field(&styles_made[k]);
    assert_ok(styles_make_map(out, field, options, NULL, &err), &err);
    ter_free(field);
}

static const struct scree_styled_layer *find(const struct styles_map *map, const char *name)
{
    for (uint32_t i = 0; i < map->info.layers; i++)
        if (strcmp(map->layers[i].name, name) == 0) return &map->layers[i];
    fail_msg("no layer %s", name);
    return NULL;
}

static void layers_without_a_place_are_named(void **state)
{
    (void)state;
    struct styles_map map;
    struct scree_style_options options = {.size = sizeof options,
                                          .style = "alpine",
                                          .water = SCREE_WATER_FIND,
                                          .water_m = 0,
                                          .seed = 0};
    make(&map, "flat", &options);
    assert_false(map.info.has_water);
    assert_false(find(&map, "Snow")->fits);
    assert_string_equal(find(&map, "Snow")->reason, "the ground is too flat for it");
    assert_string_equal(find(&map, "Shore gravel")->reason, "there is no water");
    styles_free(&map);

    options = (struct scree_style_options){.size = sizeof options,
                                           .style = "temperate",
                                           .water = SCREE_WATER_AT,
                                           .water_m = 600,
                                           .seed = 0};
    make(&map, "all below water", &options);
    assert_true(map.info.has_water);
    assert_true(map.info.water_share == 1);
    assert_true(find(&map, "Lake bed")->fits);
    assert_string_equal(find(&map, "Meadow grass")->reason, "other layers cover it");
    styles_free(&map);

    options = (struct scree_style_options){.size = sizeof options,
                                           .style = "temperate",
                                           .water = SCREE_WATER_AT,
                                           .water_m = 0,
                                           .seed = 0};
    struct ter_field *field = read_example();
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(styles_make_map(&map, field, &options, NULL, &err), &err);
    assert_int_equal(count_fitting(&map), map.info.layers);
    styles_free(&map);
    ter_free(field);
}

/* The floor of the crater is a level disc: 120 + 100 m and up to 6 m of hills, so none; filled holes
 * are level. Stairs are as wide at the bottom as further up. */
static void water_is_level_ground_at_the_bottom(void **state)
{
    (void)state;
    struct styles_map map;
    struct scree_style_options options = {.size = sizeof options,
                                          .style = "temperate",
                                          .water = SCREE_WATER_FIND,
                                          .water_m = 0,
                                          .seed = 0};
    make(&map, "holes filled", &options);
    assert_true(map.info.has_water && map.info.water_found);
    assert_in_range(map.water_um, 0, 2000000); /* at 0 m, and the limit a little above */
    assert_true(map.info.water_share > 0.02 && map.info.water_share < 0.3);
    styles_free(&map);
    make(&map, "8-bit heights", &options);
    assert_false(map.info.has_water);
    styles_free(&map);
    make(&map, "flat", &options);
    assert_false(map.info.has_water);
    styles_free(&map);
    options.water = SCREE_WATER_NONE;
    make(&map, "holes filled", &options);
    assert_false(map.info.has_water);
    styles_free(&map);
}

/* A slope of 100 x 100 cells that rises evenly: every share of it is known. */
static double plane(double x, double y)
{
    (void)y;
    return 1000 * x;
}

static void quantiles_are_those_of_the_ground(void **state)
{
    (void)state;
    const struct styles_made ground = {"plane", plane, 101, 10, false, SCREE_WATER_FIND, 0};
    struct ter_field *field = styles_make_field(&ground);
    struct scree_style_options options = {.size = sizeof options,
                                          .style = "temperate",
                                          .water = SCREE_WATER_FIND,
                                          .water_m = 0,
                                          .seed = 0};
    struct styles_map map;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(styles_make_map(&map, field, &options, NULL, &err), &err);
    for (int i = 0; i < TER_QUANTILES; i++) {
        /* Cell k lies at 10 k + 5 m; that many hundredths are at or below the result. */
        const double expected_m = 10.0 * ter_quantile_percent[i] - 5;
        assert_true(fabs(map.info.altitude_m[i] - expected_m) < 0.1);
        assert_true(map.info.slope_deg[i] >= 44 && map.info.slope_deg[i] <= 46);
    }
    styles_free(&map);

    options.water = SCREE_WATER_AT, options.water_m = 500;
    assert_ok(styles_make_map(&map, field, &options, NULL, &err), &err);
    assert_true(fabs(map.info.water_share - 0.5) < 1e-9);
    assert_true(fabs(map.info.altitude_m[3] - 745) < 0.1);
    styles_free(&map);
    ter_free(field);
}

/* ---- roughness ---- */

/* Ribs from side to side: columns of cells of two slopes in turn. In the middle of a cell the
 * Catmull-Rom slope is 1.25 times its own rise less a quarter of that of the cells beside it. So a
 * cell is two thirds of the difference away from the mean around it, whichever it is. */
#define RIBS 100
static double rib_rise_m[2]; /* of even and odd columns */

static double ribs(double x, double y)
{
    (void)y;
    const int column = (int)floor(x * RIBS + 0.5);
    const int odd = column / 2, even = column - odd;
    return even * rib_rise_m[0] + odd * rib_rise_m[1];
}

/* The fuzziness that the map has for a layer's upper limit of slope, at `at` degrees. */
static void assert_fuzziness(const struct styles_map *map, const char *name, int at, int fuzziness)
{
    char wanted[80];
    snprintf(wanted, sizeof wanted, "\"max\": {\"at\": %d, \"fuzziness\": %d, \"unit\": \"deg\"}",
             at, fuzziness);
    const char *layer = strstr((const char *)map->text.data, name);
    assert_non_null(layer);
    const char *limit = strstr(layer, "\"max\"");
    assert_non_null(limit);
    if (strncmp(limit, wanted, strlen(wanted)) != 0) fail_msg("%.60s, not %s", limit, wanted);
}

static void slope_limits_are_as_fuzzy_as_the_ground_is_rough(void **state)
{
    (void)state;
    /* Degrees of the two slopes; degrees of the limit, what 88 % of the ground stay below (30 + 0.88;
     * 38 + 0.38 / 0.5) but 40 at most; and its fuzziness: the table says 8, and 12 are the most. */
    static const int cases[][4] = {
        {30, 30, 31, 8}, {38, 26, 39, 8}, {45, 30, 40, 10}, {47, 25, 40, 12}};
    const struct styles_made ground = {"ribs", ribs, RIBS + 1, 10, false, SCREE_WATER_FIND, 0};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double gradient[2];
        for (int i = 0; i < 2; i++) gradient[i] = tan((cases[k][i] + 0.3) * 3.14159265358979 / 180);
        for (int i = 0; i < 2; i++)
            rib_rise_m[i] = ground.cell_m * (1.25 * gradient[i] + 0.25 * gradient[1 - i]) / 1.5;
        struct ter_field *field = styles_make_field(&ground);
        const double expected = 2.0 / 3 * abs(cases[k][0] - cases[k][1]);
        struct styles_ground *counted = calloc(1, sizeof *counted);
        struct ter_ranges ranges;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_non_null(counted);
        assert_ok(ter_measure(&ranges, field, 1, NULL, &err), &err);
        assert_ok(styles_measure_rough(counted, field, &ranges, NULL, &err), &err);
        const double found = styles_roughness(counted, -INFINITY);
        if (fabs(found - expected) > 1.0 / STYLES_ROUGH_PER_DEGREE)
            fail_msg("%d and %d degrees: %g, expected %g", cases[k][0], cases[k][1], found,
                     expected);
        uint64_t cells = 0;
        for (size_t i = 0; i < STYLES_CLASSES * STYLES_ROUGH_BINS; i++)
            cells += counted->rough[i / STYLES_ROUGH_BINS][i % STYLES_ROUGH_BINS];
        assert_int_equal(cells, (RIBS - 2) * (RIBS - 2));
        free(counted);

        const struct scree_style_options options = {.size = sizeof options,
                                                    .style = "temperate",
                                                    .water = SCREE_WATER_NONE,
                                                    .water_m = 0,
                                                    .seed = 0};
        struct styles_map map;
        assert_ok(styles_make_map(&map, field, &options, NULL, &err), &err);
        assert_fuzziness(&map, "Meadow grass", cases[k][2], cases[k][3]);
        styles_free(&map);
        ter_free(field);
    }
}

/* ---- equal bytes ---- */

/* ---- what is around ---- */

/* What stands behind a word in the text of a layer. */
static const char *in_layer(const struct styles_map *map, const char *layer, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "\"name\": \"%s\"", layer);
    const char *const at = strstr((const char *)map->text.data, name);
    assert_non_null(at);
    const char *const found = strstr(at, word), *const end = strstr(at, "\"texture\"");
    return found != NULL && found < end ? found + strlen(word) : NULL;
}

/* What stands behind the beginning of a text. */
static const char *behind(const char *text, const char *start)
{
    assert_non_null(text);
    assert_memory_equal(text, start, strlen(start));
    return text + strlen(start);
}

static double mean_gradient(const struct ter_field *field)
{
    const size_t columns = field->points_x, cells = (columns - 1) * (field->points_y - 1);
    double sum = 0;
    for (size_t y = 0; y + 1 < field->points_y; y++)
        for (size_t x = 0; x + 1 < columns; x++) {
            double h[4];
            for (size_t k = 0; k < 4; k++)
                h[k] = ter_sample_altitude_m(field,
                                             ter_number(field, (y + k / 2) * columns + x + k % 2));
            const double east = (h[1] - h[0] + h[3] - h[2]) / 2 / field->scal_m[0];
            const double north = (h[2] - h[0] + h[3] - h[1]) / 2 / field->scal_m[1];
            sum += sqrt(east * east + north * north);
        }
    return sum / (double)cells;
}

/* Sizes are shares of the ground's side, what they are limited by follows from its mean gradient. */
static void limits_see_what_is_around(void **state)
{
    (void)state;
    const struct scree_style_options options = {
        .size = sizeof options, .style = "alpine", .water = SCREE_WATER_NONE};
    struct styles_map map;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = read_example();
    const double gradient = mean_gradient(field);
    assert_ok(styles_make_map(&map, field, &options, NULL, &err), &err);
    /* 60 and 40 thousandths of 2048 m are 122.88 m and 81.92 m; steps are a 4th, 20 m, each. */
    static const char valley_text[] = "120, \"unit\": \"m\", \"max\": {\"at\": ";
    static const char hollow_text[] = "80, \"unit\": \"m\", \"max\": {\"at\": ";
    const char *const valley = in_layer(&map, "Forest", "\"position\": {\"size\": ");
    const char *const hollow = in_layer(&map, "Scree", "\"curvature\": {\"size\": ");
    const double position = gradient * 120 / 8, bend = gradient / 80;
    const double valley_m = strtod(behind(valley, valley_text), NULL);
    const double hollow_bend = strtod(behind(hollow, hollow_text), NULL);
    assert_true(fabs(valley_m - 0.5 * position) < 0.08 * position);
    assert_true(fabs(hollow_bend - 0.15 * bend) < 0.08 * bend);
    behind(in_layer(&map, "Flower meadow", "\"toward\": "), "180, \"spread\": 110");
    behind(in_layer(&map, "Scree", "\"coverage\": "), "0.95,");
    styles_free(&map);

    /* South of the equator the sun is in the north. */
    field->globe = (struct ter_globe){.latitude_deg = -30, .step_deg = {0.0001, 0.0001}};
    assert_ok(styles_make_map(&map, field, &options, NULL, &err), &err);
    behind(in_layer(&map, "Flower meadow", "\"toward\": "), "0,");
    styles_free(&map);
    ter_free(field);

    /* Ground of few points has nothing around. */
    static const char *const words[] = {"\"aspect\"", "\"position\"", "\"curvature\""};
    make(&map, "tiny", &options);
    for (size_t k = 0; k < 3; k++) assert_null(strstr((const char *)map.text.data, words[k]));
    styles_free(&map);
}

static void threads_and_kernels_change_nothing(void **state)
{
    (void)state;
    struct ter_field *field = styles_make_field(&styles_made[4]);
    const struct scree_style_options options = {.size = sizeof options,
                                                .style = "alpine",
                                                .water = SCREE_WATER_FIND,
                                                .water_m = 0,
                                                .seed = 7};
    struct styles_map first = {0}, other;
    struct scree_error err = SCREE_ERROR_INIT;
    for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
        if ((cpu_allowed() & 1u << isa) == 0) continue;
        for (uint32_t threads = 1; threads < 6; threads += 2) {
            struct scree_job job = {.threads = threads, .isa = cpu_name((enum cpu_isa)isa)};
            assert_ok(styles_make_map(&other, field, &options, &job, &err), &err);
            if (first.text.data == NULL) {
                first = other;
                continue;
            }
            assert_int_equal(first.text.size, other.text.size);
            assert_memory_equal(first.text.data, other.text.data, first.text.size);
            styles_free(&other);
        }
    }
    styles_free(&first);
    ter_free(field);
}

static void a_seed_changes_patterns_alone(void **state)
{
    (void)state;
    struct styles_map a, b;
    struct scree_style_options options = {.size = sizeof options,
                                          .style = "tundra",
                                          .water = SCREE_WATER_AT,
                                          .water_m = 0,
                                          .seed = 1};
    make(&a, "island", &options);
    options.seed = 2;
    make(&b, "island", &options);
    const char *p = (const char *)a.text.data, *q = (const char *)b.text.data;
    size_t lines = 0, different = 0;
    while (*p != '\0' && *q != '\0') {
        const size_t m = strcspn(p, "\n"), n = strcspn(q, "\n");
        if (m != n || memcmp(p, q, n) != 0) {
            assert_non_null(strstr(p, "\"texture\""));
            assert_true(strstr(p, "\"texture\"") < p + m);
            different++;
        }
        lines++;
        p += m + 1, q += n + 1;
    }
    assert_int_equal(*p, *q);
    assert_true(lines > 50);
    assert_int_equal(different, a.info.layers - 1);
    styles_free(&a);
    styles_free(&b);
}

/* ---- refusals ---- */

static void refusals(void **state)
{
    (void)state;
    struct ter_field *field = styles_make_field(&styles_made[3]);
    struct scree_style_options options = {.size = sizeof options,
                                          .style = "alpin",
                                          .water = SCREE_WATER_FIND,
                                          .water_m = 0,
                                          .seed = 0};
    struct styles_map map;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(styles_make_map(&map, field, &options, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, "style");
    assert_string_equal(err.text, "there is no style 'alpin'; did you mean 'alpine'?");
    assert_null(map.text.data);
    const double waters_m[] = {NAN, INFINITY, 2e10};
    for (int i = 0; i < 3; i++) {
        options = (struct scree_style_options){.size = sizeof options,
                                               .style = "alpine",
                                               .water = SCREE_WATER_AT,
                                               .water_m = waters_m[i],
                                               .seed = 0};
        err_clear(&err);
        assert_int_equal(styles_make_map(&map, field, &options, NULL, &err), SCREE_BAD_ARGUMENT);
        assert_string_equal(err.field, "water_m");
    }
    ter_free(field);
}

/* ---- shares ---- */

/* Against the points one by one: cells lie between them. */
static void shares_are_those_of_the_ground(void **state)
{
    (void)state;
    static double altitude_m[1001], gradient[1001];
    struct ter_field *field = read_example();
    struct ter_ranges ranges;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_measure(&ranges, field, 1, NULL, &err), &err);
    assert_ok(styles_shares(altitude_m, gradient, 1001, field, NULL, &err), &err);
    const double up_m = field->scal_m[2];
    assert_true(altitude_m[0] == ranges.altitude_min_tu * up_m);
    assert_true(altitude_m[1000] == ranges.altitude_max_tu * up_m);
    const size_t count = (size_t)field->points_x * field->points_y;
    for (int i = 0; i <= 1000; i++) {
        if (i > 0)
            assert_true(altitude_m[i] >= altitude_m[i - 1] && gradient[i] >= gradient[i - 1]);
        if (i % 50 != 0 || i == 0 || i == 1000) continue;
        /* Level ground lies at the altitude of many shares, which is known to 1 / 65536. */
        const double width_m = (altitude_m[1000] - altitude_m[0]) / 65536;
        size_t below = 0, not_above = 0;
        for (size_t k = 0; k < count; k++) {
            const double m = (field->base_tu + field->elevations[k] * field->step_tu) * up_m;
            below += m < altitude_m[i] - width_m;
            not_above += m <= altitude_m[i] + width_m;
        }
        const double least = (double)below / (double)count;
        const double most = (double)not_above / (double)count;
        if (least > i / 1000.0 + 0.01 || most < i / 1000.0 - 0.01)
            fail_msg("%d: %g m, %g to %g of the points", i, altitude_m[i], least, most);
    }
    ter_free(field);
    /* Two points a side tell a scale and no ground. */
    field = fixture_field(2, 2, 1);
    assert_int_equal(styles_shares(altitude_m, gradient, 1001, field, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    ter_free(field);
}

/* ---- climate ---- */

static void lines_follow_the_latitude(void **state)
{
    (void)state;
    /* Worked out by hand between the knots; at 42.6 N summer's snow begins near 3000 m. */
    static const struct {
        double latitude_deg, trees_m, snow_m;
    } rows[] = {{0, 3900, 4600},  {10, 3950, 4800}, {36.5, 3075, 3925}, {43, 2250, 2950},
                {45, 2200, 2900}, {62, 1000, 1700}, {-43, 1450, 2150},  {-48.5, 900, 1600},
                {90, -700, 0},    {-90, -700, 0},   {95, -700, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct styles_lines lines = styles_lines_at(rows[i].latitude_deg);
        assert_float_equal(lines.trees_m, rows[i].trees_m, 1e-9);
        assert_float_equal(lines.snow_m, rows[i].snow_m, 1e-9);
    }
    const struct styles_lines andorra = styles_lines_at(42.6);
    assert_true(fabs(andorra.snow_m - 3000) < 300);
    for (int i = -900; i <= 900; i++) {
        const struct styles_lines a = styles_lines_at(i / 10.0);
        assert_true(a.snow_m - a.trees_m >= 300 && a.snow_m - a.trees_m <= 1000);
    }
}

/* Wherever lines lie, the map has no faults, and limits lie where they were given. */
static void limits_follow_lines(void **state)
{
    (void)state;
    static const char *const names[] = {"alpine", "temperate", "tundra"};
    for (size_t k = 0; k < STYLES_MADE_COUNT; k++) {
        struct ter_field *field = styles_make_field(&styles_made[k]);
        for (int i = 0; i < 12; i++) {
            const struct scree_style_options options = {.size = sizeof options,
                                                        .style = names[i / 4],
                                                        .water = styles_made[k].water,
                                                        .water_m = styles_made[k].water_m,
                                                        .tree_line_m = -100 + 150.0 * (i % 4),
                                                        .has_tree_line = true,
                                                        .snow_line_m = 250.0 * (i % 4),
                                                        .has_snow_line = true};
            lint_one(&styles_made[k], field, &options);
        }
        ter_free(field);
    }
    const struct scree_style_options options = {.size = sizeof options,
                                                .style = "alpine",
                                                .water = SCREE_WATER_NONE,
                                                .tree_line_m = 123,
                                                .has_tree_line = true,
                                                .snow_line_m = 456,
                                                .has_snow_line = true};
    struct styles_map map;
    make(&map, "holes filled", &options);
    const char *text = (const char *)map.text.data; /* to 10 m; meadows end 100 m below the snow */
    assert_non_null(strstr(text, "\"max\": {\"at\": 120,"));
    assert_non_null(strstr(text, "\"max\": {\"at\": 360,"));
    assert_non_null(strstr(text, "\"min\": {\"at\": 460,"));
    styles_free(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_those_of_the_ground),
        cmocka_unit_test(lines_follow_the_latitude),
        cmocka_unit_test(limits_follow_lines),
        cmocka_unit_test(every_layer_has_a_ground),
        cmocka_unit_test(lint_finds_nothing),
        cmocka_unit_test(layers_without_a_place_are_named),
        cmocka_unit_test(water_is_level_ground_at_the_bottom),
        cmocka_unit_test(quantiles_are_those_of_the_ground),
        cmocka_unit_test(slope_limits_are_as_fuzzy_as_the_ground_is_rough),
        cmocka_unit_test(limits_see_what_is_around),
        cmocka_unit_test(threads_and_kernels_change_nothing),
        cmocka_unit_test(a_seed_changes_patterns_alone),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
