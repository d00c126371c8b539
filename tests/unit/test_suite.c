/*
 * Suites: what parses, what is refused and where, and answers that equal a recount in the plainest
 * way.
 */
#include "tests/random_map.h"

#include "compare/compare_suite.h"

/* ---- reading ---- */

static struct compare_suite *read_suite(const char *text)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct compare_suite *suite;
    assert_ok(compare_suite_read(&suite, text, strlen(text), &err), &err);
    return suite;
}

#define ABOUT "terrain a.ter\nsurface a.srf\n"

static void settings_make_scenes(void **state)
{
    (void)state;
    struct compare_suite *suite = read_suite("\xef\xbb\xbf# comment\r\n"
                                             "terrain maps/a b.ter\n"
                                             "  surface \"a # b.srf\" # comment\n"
                                             "\n"
                                             "one: area(Rock) = 3 % +- 1 %\r\n"
                                             "size 30x20\n"
                                             "grid vertices\nroot-density yes\nrelief 1\ndepth 2\n"
                                             "winner at 3,4 = Dry grass # not its name\n"
                                             "map names.json\n"
                                             "same as \"x y\" within 0.5 % of area\n"
                                             "size 64\n"
                                             "weight(#3) = 0 where slope > 30deg and winner != A\n"
                                             "grid cells\nsize 30x20\ngrid vertices\n"
                                             "same as z");
    assert_int_equal(suite->claim_count, 5);
    assert_int_equal(suite->scene_count, 4);
    const struct compare_scene *s = suite->scenes;
    assert_string_equal(s[0].terrain, "maps/a b.ter");
    assert_string_equal(s[0].surface, "a # b.srf");
    assert_true(s[0].width == 0 && s[0].grid == SCREE_CELLS && s[0].depth == UINT32_MAX);
    assert_true(s[0].relief == RENDER_RELIEF && !s[0].root_density && s[0].map == NULL);
    assert_true(s[1].width == 30 && s[1].height == 20 && s[1].grid == SCREE_VERTICES);
    assert_true(s[1].relief == 1 && s[1].root_density && s[1].depth == 2 && s[1].map == NULL);
    assert_true(s[2].depth == UINT32_MAX && s[3].width == 64 && s[3].height == 64);
    assert_string_equal(s[2].map, "names.json");
    const struct compare_claim *c = suite->claims;
    assert_string_equal(c[0].name, "one");
    assert_string_equal(c[0].text, "area(Rock) = 3 % +- 1 %");
    assert_int_equal(c[0].line, 5);
    assert_int_equal(c[0].column, 6);
    assert_int_equal(c[0].expected_to - c[0].expected_from, 3);
    assert_string_equal(c[1].text, "winner at 3,4 = Dry grass");
    assert_true(c[1].expected_to - c[1].expected_from == 9 && c[1].name == NULL);
    assert_string_equal(c[2].folder, "x y");
    assert_string_equal(c[3].text, "weight(#3) = 0 where slope > 30deg and winner != A");
    assert_int_equal(c[3].expected_from, c[3].expected_to);
    assert_int_equal(c[4].scene, 2); /* settings as they were before make the scene of before */
    compare_suite_free(suite);
}

static void errors_say_where(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"area(Rock) = 0 %",
         "line 1, column 1: what is this about? expected lines with terrain and surface before it, "
         "found 'area(Rock)'"},
        {ABOUT "colour(Rock) = 0",
         "line 3, column 1: expected area, weight, reach, winner, altitude, slope, digest, same or "
         "a setting, found 'colour(Rock)'"},
        {ABOUT "area Rock > 3 %", "line 3, column 6: expected '(' and a layer, found 'Rock'"},
        {ABOUT "area() > 3 %", "line 3, column 6: expected a layer, found ')'"},
        {ABOUT "area(Rock > 3 %", "line 3, column 16: expected ')', found the end of the line"},
        {ABOUT "area(\"Rock) > 3 %",
         "line 3, column 18: expected a closing '\"', found the end of the line"},
        {ABOUT "area(Rock) is 3 %",
         "line 3, column 12: expected =, !=, <, <=, >, >= or in, found 'is'"},
        {ABOUT "area(Rock) > 3", "line 3, column 15: expected a number with % or ha, found the end "
                                 "of the line"},
        {ABOUT "area(Rock) > 3 deg",
         "line 3, column 19: expected a number with % or ha, found the end of the line"},
        {ABOUT "area(Rock) > many", "line 3, column 14: expected a number, found 'many'"},
        {ABOUT "area(Rock) = 24.5 %",
         "line 3, column 12: such a number is never exact; expected NUMBER +- NUMBER, or in "
         "NUMBER..NUMBER, found '='"},
        {ABOUT "area(Rock) in 3 %", "line 3, column 18: expected '..' and another number, found "
                                    "the end of the line"},
        {ABOUT "area(Rock) in 5..3 %",
         "line 3, column 15: expected the lower number first, found '5..3'"},
        {ABOUT "area(Rock) in 1 ha..3 %", "line 3, column 23: expected ha, as before, found '%'"},
        {ABOUT "area(Rock) at 3,4 > 3 %",
         "line 3, column 12: an area is not at one place: expected =, <, > or in, found 'at'"},
        {ABOUT "area(Rock) > 3 % where area(Grass) > 3 %",
         "line 3, column 24: expected weight, reach, winner, altitude or slope, found "
         "'area(Grass)'"},
        {ABOUT "weight(Rock) at 3 > 1",
         "line 3, column 17: expected a place such as 3,4 or 900E,1250N, found '3'"},
        {ABOUT "weight(Rock) > 1 m", "line 3, column 19: expected a number with % or nothing, "
                                     "found the end of the line"},
        {ABOUT "weight(Rock) > 0.1 of",
         "line 3, column 20: expected the end of the line, found 'of'"},
        {ABOUT "winner < Rock", "line 3, column 8: expected = or !=, found '<'"},
        {ABOUT "winner in Rock", "line 3, column 8: expected = or !=, found 'in'"},
        {ABOUT "winner =", "line 3, column 9: expected a layer, found the end of the line"},
        {ABOUT "winner at 1,1 = Rock where slope > 1 deg",
         "line 3, column 22: a claim about one place has no conditions: expected the end of the "
         "line, found 'where'"},
        {ABOUT "altitude > 3 m where", "line 3, column 21: expected weight, reach, winner, "
                                       "altitude or slope, found the end of the line"},
        {ABOUT "digest = 12ab", "line 3, column 10: expected 64 digits of 0-9 and a-f, found "
                                "'12ab'"},
        {ABOUT "same with x", "line 3, column 6: expected as, found 'with'"},
        {ABOUT "same as x within 3",
         "line 3, column 19: expected '% of area', found the end of the line"},
        {ABOUT "a: winner = A\na: winner = B",
         "line 4, column 1: expected another name: line 3 has this one, found 'a:'"},
        {ABOUT "\xc3\xa4\xc3\xb6 = 3", "line 3, column 1: expected area, weight, reach, winner, "
                                       "altitude, slope, digest, same or a setting, found "
                                       "'\xc3\xa4\xc3\xb6'"},
        {ABOUT "winner = \"\xc3\xa4\xc3\xb6\" 3",
         "line 3, column 15: expected the end of the line, found '3'"},
        {"size 0", "line 1, column 6: expected a whole number from 1 to 1048576, found '0'"},
        {"size 3.5", "line 1, column 6: expected a whole number from 1 to 1048576, found '3.5'"},
        {"relief 0.5", "line 1, column 8: expected 1 (crisp slopes) or 1.01 to 8, found '0.5'"},
        {"grid squares", "line 1, column 6: expected cells or vertices, found 'squares'"},
        {"root-density maybe", "line 1, column 14: expected yes or no, found 'maybe'"},
        {"terrain", "line 1, column 8: expected the path of a terrain, found the end of the line"},
        {"depth 3 4", "line 1, column 9: expected the end of the line, found '4'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct compare_suite *suite = (struct compare_suite *)&err;
        assert_int_equal(compare_suite_read(&suite, cases[i].text, strlen(cases[i].text), &err),
                         SCREE_MALFORMED);
        assert_null(suite);
        assert_string_equal(err.text, cases[i].message);
    }
}

/* ---- large files ---- */

/* Text that grows; freed by the caller. */
struct text {
    char *bytes;
    size_t used, room;
};

static void add(struct text *text, const char *more)
{
    const size_t length = strlen(more);
    if (text->used + length >= text->room) {
        text->room = 2 * (text->used + length) + 1024;
        text->bytes = realloc(text->bytes, text->room);
        assert_non_null(text->bytes);
    }
    memcpy(text->bytes + text->used, more, length + 1);
    text->used += length;
}

static void add_times(struct text *text, const char *more, size_t times)
{
    for (size_t i = 0; i < times; i++) add(text, more);
}

static enum scree_code read_large(struct compare_suite **suite, struct text *text,
                                  struct scree_error *err)
{
    err_clear(err);
    const enum scree_code code = compare_suite_read(suite, text->bytes, text->used, err);
    free(text->bytes);
    *text = (struct text){0};
    return code;
}

#define MANY 2000000

/* Reading takes time in proportion to the file: each of these took hours when blanks, the marks of
 * comments and names were looked for over and over again. */
static void large_files_are_read_once(void **state)
{
    (void)state;
    struct scree_error err;
    struct compare_suite *suite;
    struct text text = {0};
    add(&text, ABOUT "winner = a");
    add_times(&text, " ", MANY);
    add(&text, "b where slope > 1 deg\n");
    assert_ok(read_large(&suite, &text, &err), &err);
    assert_int_equal(suite->claim_count, 1);
    assert_int_equal(strlen(suite->claims[0].text), 9 + 1 + MANY + 22 - 1);
    compare_suite_free(suite);

    add_times(&text, " ", MANY);
    add(&text, "terrain ");
    add_times(&text, "a#", MANY);
    assert_ok(read_large(&suite, &text, &err), &err);
    compare_suite_free(suite);

    add(&text, ABOUT);
    for (unsigned i = 0; i < 150000; i++) {
        char line[64];
        snprintf(line, sizeof line, "n%u: slope > 1 deg\n", i);
        add(&text, line);
    }
    add(&text, "n7: slope > 1 deg\nn9: slope > 1 deg\nslope > many\n");
    assert_int_equal(read_large(&suite, &text, &err), SCREE_MALFORMED);
    assert_string_equal(err.text, "line 150003, column 1: expected another name: line 10 has this "
                                  "one, found 'n7:'");
}

static void scenes_are_counted(void **state)
{
    (void)state;
    struct scree_error err;
    struct compare_suite *suite;
    for (unsigned count = COMPARE_MAX_SCENES; count <= COMPARE_MAX_SCENES + 1; count++) {
        struct text text = {0};
        add(&text, ABOUT);
        for (unsigned i = 1; i <= count; i++) {
            char line[64];
            snprintf(line, sizeof line, "size %u\nslope > 1 deg\n", i);
            add(&text, line);
        }
        add(&text, "size 1\nslope > 1 deg\n");
        if (count == COMPARE_MAX_SCENES) {
            assert_ok(read_large(&suite, &text, &err), &err);
            assert_int_equal(suite->scene_count, count);
            assert_int_equal(suite->claims[count].scene, 0);
            compare_suite_free(suite);
        } else {
            assert_int_equal(read_large(&suite, &text, &err), SCREE_MALFORMED);
            assert_string_equal(err.text,
                                "line 516, column 1: expected at most 256 different combinations "
                                "of settings: split the file, found 'slope'");
        }
    }
}

/* Any bytes give a suite or an error, never a crash (and with a sanitizer no overrun). */
static void any_bytes_are_safe(void **state)
{
    (void)state;
    static const char *const words[] = {
        "area(",   "weight", "(Rock)", " = ",   " in ",   "..",     "3",    "%",     " where ",
        " and ",   "winner", "at ",    ",",     "digest", "same ",  "as ",  "\"",    "#",
        "\n",      "\r\n",   "+-",     " deg",  "m",      "1e",     "-",    "1e308", "size ",
        "terrain", "x",      "a:",     "reach", "slope",  "within", "\x80", " ",     "map "};
    uint64_t random = 4;
    size_t good = 0;
    for (int round = 0; round < 20000; round++) {
        char text[400] = ABOUT;
        size_t used = strlen(text);
        const unsigned count = harness_random(&random) % 20;
        for (unsigned i = 0; i < count && used < 380; i++) {
            const char *word = words[harness_random(&random) % (sizeof words / sizeof *words)];
            memcpy(text + used, word, strlen(word));
            used += strlen(word);
        }
        char *exact = malloc(used);
        assert_non_null(exact);
        memcpy(exact, text, used);
        struct scree_error err = SCREE_ERROR_INIT;
        struct compare_suite *suite;
        if (compare_suite_read(&suite, exact, used, &err) == SCREE_OK)
            good++;
        else
            assert_true(err.code == SCREE_MALFORMED && strncmp(err.text, "line ", 5) == 0);
        compare_suite_free(suite);
        free(exact);
    }
    assert_true(good > 100 && good < 19000);
}

/* ---- answers ---- */

struct world {
    struct ter_field *field;
    struct fixture_map f;
    struct render_merge *merge;
    struct compare_stage stage;
    void *weight[FIXTURE_MAX_LAYERS], *reach[FIXTURE_MAX_LAYERS], *codes[FIXTURE_MAX_LAYERS];
    float *rise, *slope;
    uint8_t *missing; /* NULL: all texels have data */
    size_t texels;
};

static void make_world(struct world *w, uint64_t seed)
{
    struct scree_error err = SCREE_ERROR_INIT;
    memset(w, 0, sizeof *w);
    w->field = fixture_field(50, 41, 1.0 / 1500);
    fixture_hills(w->field, seed);
    w->field->base_tu = 100;
    fixture_map_start(&w->f);
    static const char *const names[] = {"Grass", "Dry", "Rock", "Sand"};
    for (int k = 0; k < 4; k++) {
        struct srf_layer *parent = k == 1 ? &w->f.layers[1] : w->f.map.root;
        struct srf_layer *layer = fixture_layer(&w->f, parent, names[k]);
        layer->covr = 0.5f + 0.1f * (float)k;
        layer->vari = 0.4f * (float)k;
        layer->alte[k % 2] = 1, layer->altl[k % 2] = 98.0f + (float)k, layer->altf[k % 2] = 2;
    }
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = 37, options.height = 29; /* means of samples */
    struct render_plan *plan;
    assert_ok(render_merge_depth(&w->merge, &w->f.map, UINT32_MAX, &err), &err);
    assert_ok(render_plan_create(&plan, w->field, &w->f.map, &options, &err), &err);
    w->texels = 37 * 29;
    for (uint32_t m = 0; m < w->merge->count; m++) {
        w->weight[m] = calloc(w->texels, sizeof(float));
        w->reach[m] = calloc(w->texels, sizeof(float));
        w->codes[m] = calloc(w->texels, 1);
    }
    w->rise = calloc(w->texels, sizeof(float));
    w->slope = calloc(w->texels, sizeof(float));
    const struct render_target targets[3] = {
        {.kind = SCREE_WEIGHT_F32, .merge = w->merge, .planes = w->weight},
        {.kind = SCREE_EFF_F32, .merge = w->merge, .planes = w->reach},
        {.kind = SCREE_WEIGHT_U8, .merge = w->merge, .planes = w->codes}};
    render_rows(plan, 0, 29, targets, 3);
    render_ground_rows(plan, 0, 29, w->rise, w->slope);
    render_plan_free(plan);
    w->stage = (struct compare_stage){.field = w->field,
                                      .map = &w->f.map,
                                      .merge = w->merge,
                                      .width = 37,
                                      .height = 29,
                                      .grid = SCREE_CELLS};
}

static void drop_world(struct world *w)
{
    for (uint32_t m = 0; m < w->merge->count; m++) {
        free(w->weight[m]);
        free(w->reach[m]);
        free(w->codes[m]);
    }
    free(w->rise);
    free(w->slope);
    free(w->missing);
    render_merge_free(w->merge);
    ter_free(w->field);
}

/* Feeds a run, bands of some rows from the last to the first. */
static void feed(struct compare_run *run, const struct world *w, uint32_t band)
{
    const float *weight[FIXTURE_MAX_LAYERS], *reach[FIXTURE_MAX_LAYERS];
    for (uint32_t end = 29; end > 0;) {
        const uint32_t rows = band < end ? band : end, first = end - rows;
        const size_t at = (size_t)first * 37;
        for (uint32_t m = 0; m < w->merge->count; m++) {
            weight[m] = (const float *)w->weight[m] + at;
            reach[m] = (const float *)w->reach[m] + at;
        }
        const struct compare_rows given = {first,
                                           rows,
                                           weight,
                                           reach,
                                           w->rise + at,
                                           w->slope + at,
                                           w->missing != NULL ? w->missing + at : NULL};
        compare_run_rows(run, &given);
        end = first;
    }
}

/* A quantity of a texel, without the code under test. */
static double quantity(const struct world *w, int kind, uint32_t material, size_t at)
{
    if (kind == 0) return (double)((float *)w->weight[material])[at];
    if (kind == 1) return (double)((float *)w->reach[material])[at];
    if (kind == 2) return 100 + (double)w->rise[at];
    return (double)w->slope[at];
}

struct asked {
    int kind;
    uint32_t material;
    bool above;
    double threshold;
    char text[80];
};

static void ask(struct asked *asked, const struct world *w, uint64_t *random)
{
    asked->kind = (int)(harness_random(random) % 4);
    asked->material = harness_random(random) % w->merge->count;
    asked->above = harness_random(random) % 2;
    /* A value that occurs, so that equality counts. */
    const size_t at = harness_random(random) % w->texels;
    asked->threshold = quantity(w, asked->kind, asked->material, at);
    const char *sign = asked->above ? ">=" : "<";
    switch (asked->kind) {
    case 0:
    case 1:
        snprintf(asked->text, sizeof asked->text, "%s(#%u) %s %.9g",
                 asked->kind == 0 ? "weight" : "reach", asked->material, sign, asked->threshold);
        break;
    case 2:
        snprintf(asked->text, sizeof asked->text, "altitude %s %.17g tu", sign, asked->threshold);
        break;
    default:
        snprintf(asked->text, sizeof asked->text, "slope %s %.9g gradient", sign, asked->threshold);
    }
}

/* Takes the data of about a third of the texels. */
static uint64_t drop_data(struct world *w, uint64_t *random)
{
    uint64_t count = 0;
    w->missing = calloc(w->texels, 1);
    for (size_t at = 0; at < w->texels; at++) {
        w->missing[at] = harness_random(random) % 3 == 0 ? 255 : 0;
        count += w->missing[at] != 0;
    }
    return count;
}

static bool is_so(const struct world *w, const struct asked *asked, size_t at)
{
    const double value = quantity(w, asked->kind, asked->material, at);
    return asked->above ? value >= asked->threshold : value < asked->threshold;
}

/* Random claims with up to two conditions: numbers of texels equal a recount, for any bands. */
static void answers_equal_a_recount(void **state)
{
    (void)state;
    enum { CLAIMS = 300 };
    uint64_t random = 8;
    size_t held = 0, failed = 0, empty = 0;
    for (int round = 0; round < 6; round++) {
        struct world w;
        make_world(&w, harness_random(&random));
        uint64_t other = 40 + (uint64_t)round;
        const uint64_t missing = round % 2 != 0 ? drop_data(&w, &other) : 0;
        static struct asked asked[CLAIMS][3];
        static char text[CLAIMS * 300];
        size_t conditions[CLAIMS];
        strcpy(text, ABOUT);
        for (int i = 0; i < CLAIMS; i++) {
            conditions[i] = harness_random(&random) % 3;
            for (size_t c = 0; c <= conditions[i]; c++) {
                ask(&asked[i][c], &w, &random);
                strcat(text, c == 0 ? "" : c == 1 ? " where " : " and ");
                strcat(text, asked[i][c].text);
            }
            strcat(text, "\n");
        }
        struct scree_error err = SCREE_ERROR_INIT;
        struct compare_suite *suite = read_suite(text);
        assert_int_equal(suite->claim_count, CLAIMS);
        assert_int_equal(suite->scene_count, 1);
        struct compare_run *run;
        assert_ok(compare_run_create(&run, suite, 0, &w.stage, &err), &err);
        assert_true(compare_run_needs_reach(run) && !compare_run_needs_planes(run));
        feed(run, &w, 1 + (uint32_t)round * 5);
        for (int i = 0; i < CLAIMS; i++) {
            const struct compare_result *result = compare_run_result(run, (size_t)i);
            uint64_t considered = 0, failing = 0;
            double worst = -1;
            size_t worst_at = 0;
            for (size_t at = 0; at < w.texels; at++) {
                bool chosen = true;
                for (size_t c = 1; c <= conditions[i]; c++)
                    chosen = chosen && is_so(&w, &asked[i][c], at);
                if (!chosen || (w.missing != NULL && w.missing[at] != 0)) continue;
                considered++;
                if (is_so(&w, &asked[i][0], at)) continue;
                failing++;
                const double off = fabs(quantity(&w, asked[i][0].kind, asked[i][0].material, at) -
                                        asked[i][0].threshold);
                if (off > worst) worst = off, worst_at = at;
            }
            assert_int_equal(result->passed, considered > 0 && failing == 0);
            assert_int_equal(result->has_place, failing > 0);
            assert_int_equal(result->considered, considered);
            assert_int_equal(result->missing, missing);
            assert_true((strstr(result->found, "hold no data") != NULL) == (missing > 0));
            if (failing > 0) {
                assert_int_equal(result->failing, failing);
                assert_int_equal(result->column, worst_at % 37);
                assert_int_equal(result->row, worst_at / 37);
            }
            held += result->passed, failed += failing > 0, empty += considered == 0;
        }
        compare_run_free(run);
        compare_suite_free(suite);
        drop_world(&w);
    }
    print_message("%zu held, %zu failed, %zu about nothing\n", held, failed, empty);
    assert_true(held > 20 && failed > 500 && empty > 20);
}

static const struct compare_result *answer(struct compare_run **run, struct compare_suite **suite,
                                           const struct world *w, const char *claim)
{
    char text[256];
    struct scree_error err = SCREE_ERROR_INIT;
    snprintf(text, sizeof text, ABOUT "%s\n", claim);
    *suite = read_suite(text);
    assert_ok(compare_run_create(run, *suite, 0, &w->stage, &err), &err);
    feed(*run, w, 7);
    return compare_run_result(*run, 0);
}

static bool holds(const struct world *w, const char *claim)
{
    struct compare_run *run;
    struct compare_suite *suite;
    const bool passed = answer(&run, &suite, w, claim)->passed;
    compare_run_free(run);
    compare_suite_free(suite);
    return passed;
}

/* Areas: the sums of SCREE_COVERAGE; winners: the texels of SCREE_WINNER_U8. */
static void areas_and_winners_are_those_of_the_bake(void **state)
{
    (void)state;
    struct world w;
    make_world(&w, 3);
    uint64_t sums[FIXTURE_MAX_LAYERS] = {0};
    uint8_t *winners = calloc(w.texels, 1);
    void *planes[1] = {winners};
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = 37, options.height = 29;
    struct render_plan *plan;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(render_plan_create(&plan, w.field, &w.f.map, &options, &err), &err);
    const struct render_target targets[2] = {
        {.kind = SCREE_COVERAGE, .merge = w.merge, .sums = sums},
        {.kind = SCREE_WINNER_U8, .merge = w.merge, .planes = planes}};
    render_rows(plan, 0, 29, targets, 2);
    render_plan_free(plan);
    char claim[160];
    for (uint32_t m = 0; m < w.merge->count; m++) {
        const double percent = 100 * (double)sums[m] / ((double)w.texels * 0x1p24);
        /* 49 x 40 units of 10 m */
        const double ha = percent / 100 * 49 * 40 * 100 / 10000;
        snprintf(claim, sizeof claim, "area(#%u) = %.12g %% +- 1e-9 %%", m, percent);
        assert_true(holds(&w, claim));
        snprintf(claim, sizeof claim, "area(#%u) in %.12g..%.12g ha", m, ha - 1e-9, ha + 1e-9);
        assert_true(holds(&w, claim));
        snprintf(claim, sizeof claim, "area(#%u) > %.12g ha", m, ha + 1e-6);
        assert_false(holds(&w, claim));
        /* The part of the area where another number picks half of the texels. */
        double part = 0, chosen = 0;
        for (size_t at = 0; at < w.texels; at++) {
            if (!((double)w.rise[at] + 100 > 100)) continue;
            part += (double)((float *)w.weight[m])[at];
            chosen++;
        }
        snprintf(claim, sizeof claim, "area(#%u) = %.9g %% +- 1e-4 %% where altitude > 1000 m", m,
                 100 * part / chosen);
        assert_true(holds(&w, claim));
    }
    size_t rock = 0;
    for (size_t at = 0; at < w.texels; at++) {
        snprintf(claim, sizeof claim, "winner at %zu,%zu = #%u", at % 37, at / 37,
                 (unsigned)winners[at]);
        if (at % 9 == 0) assert_true(holds(&w, claim));
        snprintf(claim, sizeof claim, "winner at %zu,%zu != #%u", at % 37, at / 37,
                 (unsigned)winners[at]);
        if (at % 9 == 0) assert_false(holds(&w, claim));
        rock += winners[at] == 3;
    }
    struct compare_run *run;
    struct compare_suite *suite;
    const struct compare_result *result = answer(&run, &suite, &w, "winner != Rock");
    assert_int_equal(result->failing, rock);
    assert_true(rock > 10 && !result->passed);
    compare_run_free(run);
    compare_suite_free(suite);
    /* Metres are counted from the north-west corner: the same texel by both. */
    result = answer(&run, &suite, &w, "altitude at 490 m,0 m > 0 m");
    assert_true(result->passed && result->column == 36 && result->row == 0);
    compare_run_free(run);
    compare_suite_free(suite);
    /* And by letters, from whichever edges; the second row of texels from the south is another. */
    static const char *const corner[] = {"altitude at 490E,400N > 0 m", "altitude at 0W,0s > 0 m",
                                         "altitude at 4.9e2E\t,4E2N > 0 m",
                                         "altitude at 400 N , 490 m E > 0 m"};
    for (size_t i = 0; i < sizeof corner / sizeof corner[0]; i++) {
        result = answer(&run, &suite, &w, corner[i]);
        assert_true(result->passed && result->column == 36 && result->row == 0);
        assert_false(suite->claims[0].is_bare);
        compare_run_free(run);
        compare_suite_free(suite);
    }
    result = answer(&run, &suite, &w, "altitude at 0E,20N > -1 m");
    assert_true(result->column == 0 && result->row == 27);
    compare_run_free(run);
    compare_suite_free(suite);
    result = answer(&run, &suite, &w, "altitude at 0 m,20 m > -1 m");
    assert_true(result->column == 0 && result->row == 1 && suite->claims[0].is_bare);
    compare_run_free(run);
    compare_suite_free(suite);
    free(winners);
    drop_world(&w);
}

static void names_and_places_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *claim, *message;
    } cases[] = {
        {"area(rock) > 3 %", "line 3, column 6: \"rock\" is not a layer; did you mean \"Rock\"?"},
        {"area(Moss) > 3 %",
         "line 3, column 6: \"Moss\" is not a layer of the surface map (scree info lists them)"},
        {"winner at 37,0 = Rock", "line 3, column 11: expected whole numbers from 0,0 to 36,28, or "
                                  "metres: 900E,1250N"},
        {"winner at 1,1 = Moos",
         "line 3, column 17: \"Moos\" is not a layer of the surface map (scree info lists them)"},
        {"slope at 500 m,3 m > 3 deg",
         "line 3, column 10: expected a place on the terrain, which is 490 m from west to east and "
         "400 m from north to south"},
        {"area(Rok) > 3 %", "line 3, column 6: \"Rok\" is not a layer of the surface map; did you "
                            "mean 'Rock'? (scree info lists them)"},
        {"slope > 3 deg where weight(Dri) > 0",
         "line 3, column 28: \"Dri\" is not a layer of the surface map; did you mean 'Dry'? (scree "
         "info lists them)"},
    };
    struct world w;
    make_world(&w, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[160];
        struct scree_error err = SCREE_ERROR_INIT;
        snprintf(text, sizeof text, ABOUT "%s", cases[i].claim);
        struct compare_suite *suite = read_suite(text);
        struct compare_run *run = (struct compare_run *)&w;
        assert_int_equal(compare_run_create(&run, suite, 0, &w.stage, &err), SCREE_MALFORMED);
        assert_null(run);
        assert_string_equal(err.text, cases[i].message);
        compare_suite_free(suite);
    }
    drop_world(&w);
}

/* ---- planes ---- */

/* Differences against a recount, with materials in another order. */
static void planes_differ_by_a_recount(void **state)
{
    (void)state;
    static const char *const names[] = {"A", "B", "C"}, *const turned[] = {"C", "A", "B"};
    struct scree_error err = SCREE_ERROR_INIT;
    uint64_t random = 12;
    for (int round = 0; round < 50; round++) {
        struct compare_planes *first, *second;
        assert_ok(compare_planes_create(&first, 13, 7, names, 3, &err), &err);
        assert_ok(compare_planes_create(&second, 13, 7, turned, 3, &err), &err);
        uint64_t moved = 0, texels = 0, most = 0;
        size_t most_at = 0;
        for (size_t at = 0; at < 13 * 7; at++) {
            int value[2][3];
            for (int p = 0; p < 2; p++) {
                value[p][0] = (int)(harness_random(&random) % 256);
                value[p][1] = (int)(harness_random(&random) % (256 - (unsigned)value[p][0]));
                value[p][2] = 255 - value[p][0] - value[p][1];
                if (p == 1 && harness_random(&random) % 3 == 0)
                    memcpy(value[1], value[0], sizeof value[0]);
            }
            int total = 0;
            for (int m = 0; m < 3; m++) {
                first->samples[m][at] = (uint8_t)value[0][m];
                second->samples[(m + 1) % 3][at] = (uint8_t)value[1][m];
                total += abs(value[1][m] - value[0][m]);
            }
            moved += (uint64_t)total / 2;
            texels += total > 0;
            if ((uint64_t)total / 2 > most) most = (uint64_t)total / 2, most_at = at;
        }
        struct compare_difference d;
        assert_ok(compare_planes_differ(&d, first, second, NULL, &err), &err);
        assert_null(d.missing);
        assert_int_equal(d.moved, moved);
        assert_int_equal(d.texels, texels);
        assert_int_equal(d.column, most_at % 13);
        assert_int_equal(d.row, most_at / 13);
        assert_true(fabs(d.share - (double)moved / (255.0 * 91)) < 1e-15);
        char a[SHA_HEX_SIZE], b[SHA_HEX_SIZE];
        assert_ok(compare_planes_digest(a, first, &err), &err);
        first->samples[2][90] ^= 1;
        assert_ok(compare_planes_digest(b, first, &err), &err);
        assert_string_not_equal(a, b);
        compare_planes_free(first);
        compare_planes_free(second);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_make_scenes),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(large_files_are_read_once),
        cmocka_unit_test(scenes_are_counted),
        cmocka_unit_test(any_bytes_are_safe),
        cmocka_unit_test(answers_equal_a_recount),
        cmocka_unit_test(areas_and_winners_are_those_of_the_bake),
        cmocka_unit_test(names_and_places_are_checked),
        cmocka_unit_test(planes_differ_by_a_recount),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
