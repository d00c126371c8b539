/*
 * Two bakes in memory compared, against a recount of their masks as libpng reads them; and limits,
 * against a second rule: which are passed, and what is made of that.
 */
#include "tests/bake_scene.h"
#include "tests/random_map.h"

#include <png.h>

#include "bake/baked.h"
#include "report/report_diff.h"

#define WIDTH 37
#define HEIGHT 29
#define TEXELS (WIDTH * HEIGHT)
#define OVER 0.05

static struct scree_error err;
static uint64_t seed = 41;

/* ---- a bake in memory ---- */

struct side {
    struct bake_scene scene;
    struct sink *files;
    struct baked baked;
    uint32_t count; /* materials */
    char names[FIXTURE_MAX_LAYERS][64];
    uint8_t masks[FIXTURE_MAX_LAYERS][TEXELS];
};
static struct side sides[2];

static void decode(uint8_t *out, const struct sink_file *file)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, file->bytes, (size_t)file->size_bytes));
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    assert_int_equal(image.format, PNG_FORMAT_GRAY);
    assert_true(png_image_finish_read(&image, NULL, out, 0, NULL));
}

static void bake(struct side *side)
{
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    struct bake_plan *plan;
    struct bake_made made;
    options.outputs = SCREE_BAKE_MASKS;
    options.width = WIDTH, options.height = HEIGHT;
    struct bake_given given = BAKE_GIVEN_DEFAULT;
    given.how.threads = 1;
    assert_ok(bake_plan_create(&plan, &side->scene.inputs, &options, &given, NULL, &err), &err);
    assert_ok(sink_open_memory(&side->files, &err), &err);
    assert_ok(bake_write(&made, plan, side->files, NULL, &err), &err);
    side->count = side->scene.map.map.layer_count;
    assert_int_equal(sink_count(side->files), side->count + 1);
    for (uint32_t m = 0; m < side->count; m++) {
        snprintf(side->names[m], sizeof side->names[m], "%s", side->scene.map.layers[m].name);
        decode(side->masks[m], sink_at(side->files, m));
    }
    const struct sink_file *manifest = sink_at(side->files, side->count);
    assert_ok(
        baked_read(&side->baked, "nowhere", manifest->bytes, (size_t)manifest->size_bytes, &err),
        &err);
    bake_made_free(&made);
    bake_plan_free(plan);
}

static void unmake(void)
{
    for (int s = 0; s < 2; s++) {
        sink_close(sides[s].files);
        baked_free(&sides[s].baked);
        bake_scene_end(&sides[s].scene);
    }
}

/* Two maps of which the second has a few other values; every name is another one. */
static void make(unsigned edits)
{
    static const char *const names[] = {"Ground", "a", "b", "c", "d", "e", "f", "g", "h", "i"};
    const uint64_t before = seed;
    for (int s = 0; s < 2; s++) {
        struct side *side = &sides[s];
        uint64_t random = before;
        bake_scene_start(&side->scene, 38, 30);
        random_map(&side->scene.map, &random);
        for (uint32_t k = 0; k < side->scene.map.map.layer_count; k++) {
            struct srf_layer *layer = &side->scene.map.layers[k];
            layer->name = names[k];
            for (int c = 0; c < 2; c++) layer->alte[c] = 0; /* the terrain lies elsewhere */
        }
        seed = random;
    }
    static const char *const others[] = {"Ground", "A", "B", "C", "D", "E", "F", "G", "H", "I"};
    struct fixture_map *map = &sides[1].scene.map;
    for (unsigned i = 0; i < edits; i++) {
        struct srf_layer *layer =
            &map->layers[1 + harness_random(&seed) % (map->map.layer_count - 1)];
        const uint32_t what = harness_random(&seed) % 4;
        if (what == 0) layer->covr += 0.02f;
        if (what == 1) layer->orig[0] += 50;
        if (what == 2) layer->covr = random_map_in(&seed, 0, 1);
        if (what == 3) layer->name = others[layer->index]; /* another material */
    }
    for (int s = 0; s < 2; s++) bake(&sides[s]);
}

static struct report_diff *compare(const struct report_diff_options *options)
{
    struct report_side given[2];
    struct report_diff *diff;
    for (int s = 0; s < 2; s++)
        given[s] = (struct report_side){
            .path = "a bake", .baked = &sides[s].baked, .files = sides[s].files};
    assert_ok(report_diff_create(&diff, given, options, NULL, &err), &err);
    return diff;
}

/* ---- the recount ---- */

/* All materials of both sides by name; where several have one name, by their order. */
struct joint {
    const char *name;
    const uint8_t *masks[2]; /* NULL: there is none */
};

static uint32_t join(struct joint *joints)
{
    uint32_t count = 0;
    for (int s = 0; s < 2; s++)
        for (uint32_t m = 0; m < sides[s].count; m++) {
            uint32_t j = 0;
            while (j < count &&
                   (joints[j].masks[s] != NULL || strcmp(joints[j].name, sides[s].names[m]) != 0))
                j++;
            if (j == count) joints[count++] = (struct joint){.name = sides[s].names[m]};
            joints[j].masks[s] = sides[s].masks[m];
        }
    return count;
}

struct recount {
    uint64_t amount, differ, changed, regions;
    uint32_t largest, largest_region, densest, window;
    uint8_t is_changed[TEXELS];
};

/* Steps of 1/255 that a material gains, or loses: in one texel. */
static int gain(const struct joint *joint, size_t texel)
{
    const int before = joint->masks[0] != NULL ? joint->masks[0][texel] : 0;
    return (joint->masks[1] != NULL ? joint->masks[1][texel] : 0) - before;
}

static uint32_t fill(uint8_t *changed, int column, int row)
{
    if (column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT) return 0;
    uint8_t *at = &changed[row * WIDTH + column];
    if (*at == 0) return 0;
    *at = 0;
    uint32_t texels = 1;
    for (int k = 0; k < 9; k++) texels += fill(changed, column + k % 3 - 1, row + k / 3 - 1);
    return texels;
}

static void count_regions(struct recount *r)
{
    uint8_t left[TEXELS];
    memcpy(left, r->is_changed, sizeof left);
    for (int i = 0; i < TEXELS; i++) {
        const uint32_t texels = fill(left, i % WIDTH, i / WIDTH);
        r->regions += texels > 0;
        if (texels > r->largest_region) r->largest_region = texels;
    }
}

static void count_densest(struct recount *r)
{
    r->window = 16;
    for (int row = 0; row + 16 <= HEIGHT; row++)
        for (int column = 0; column + 16 <= WIDTH; column++) {
            uint32_t texels = 0;
            for (int k = 0; k < 256; k++)
                texels += r->is_changed[(row + k / 16) * WIDTH + column + k % 16];
            if (texels > r->densest) r->densest = texels;
        }
}

static void recount(struct recount *r, const struct joint *joints, uint32_t count)
{
    *r = (struct recount){.amount = 0};
    for (size_t i = 0; i < TEXELS; i++) {
        uint32_t gained = 0, differs = 0;
        for (uint32_t j = 0; j < count; j++) {
            const int by = gain(&joints[j], i);
            const uint32_t size = (uint32_t)(by < 0 ? -by : by);
            if (by > 0) gained += size;
            if (size > r->largest) r->largest = size;
            differs += size > 0;
        }
        r->amount += gained;
        r->differ += differs > 0;
        r->is_changed[i] = gained >= OVER * 255;
        r->changed += r->is_changed[i];
    }
    count_regions(r);
    count_densest(r);
}

static double share(const struct recount *r, int measure)
{
    switch (measure) {
    case REPORT_AREA:
        return (double)r->amount / (255.0 * TEXELS);
    case REPORT_WEIGHT:
        return r->largest / 255.0;
    case REPORT_REGION:
        return (double)r->largest_region / TEXELS;
    default:
        return (double)r->densest / 256;
    }
}

static void assert_areas(const struct report_diff *diff, const struct joint *joints, uint32_t count)
{
    assert_int_equal(diff->joint_count, count);
    for (uint32_t j = 0; j < count; j++) {
        uint64_t gained = 0, lost = 0;
        assert_string_equal(diff->names[j], joints[j].name);
        for (size_t i = 0; i < TEXELS; i++) {
            const int by = gain(&joints[j], i);
            if (by > 0) gained += (uint64_t)by;
            if (by < 0) lost += (uint64_t)-by;
        }
        assert_int_equal(diff->cover->areas[j].sums.gained, gained);
        assert_int_equal(diff->cover->areas[j].sums.lost, lost);
    }
}

static void bakes_in_memory_are_compared(void **state)
{
    (void)state;
    const struct report_diff_options options = {.given = {.over = OVER, .depth = RENDER_NO_DEPTH},
                                                .how = RENDER_HOW_DEFAULT};
    unsigned differ = 0, changed = 0;
    for (unsigned round = 0; round < 120; round++) {
        struct joint joints[2 * FIXTURE_MAX_LAYERS] = {{.name = NULL}};
        struct recount r;
        make(round % 4);
        struct report_diff *diff = compare(&options);
        const uint32_t count = join(joints);
        recount(&r, joints, count);
        assert_areas(diff, joints, count);
        assert_int_equal(diff->cover->amount, r.amount);
        assert_int_equal(diff->cover->texels_differ, r.differ);
        assert_int_equal(diff->cover->texels_changed, r.changed);
        assert_int_equal(diff->cover->region_total, r.regions);
        const struct scree_diff_info *const info = &diff->info;
        const double values[] = {info->area, info->weight, info->region, info->density};
        for (int m = 0; m < REPORT_MEASURES; m++) assert_true(values[m] == share(&r, m));
        assert_int_equal(diff->info.verdict, r.differ > 0 ? SCREE_DIFF_WARNED : SCREE_DIFF_SAME);
        differ += r.differ > 0;
        changed += r.changed > 0 && r.changed < TEXELS;
        report_diff_free(diff);
        unmake();
    }
    assert_true(differ > 40 && differ < 120 && changed > 20);
}

/* ---- limits ---- */

static const char *const measures[] = {"area", "weight", "region", "density"};

/* A limit of a measure as somebody writes it, and whether `value` passes it. */
static bool random_limit(char *text, int measure, double value)
{
    static const double grades[] = {0, 0.3, 0.99, 1.01, 3};
    const double extent_m2 = 370.0 * 290.0; /* 37 x 29 units of 10 m */
    double limit = value * grades[harness_random(&seed) % 5];
    if (limit > 1) limit = 1;
    char number[32];
    switch (harness_random(&seed) % (measure == REPORT_AREA || measure == REPORT_REGION ? 4 : 2)) {
    case 0:
        snprintf(number, sizeof number, "%.4f", limit);
        sprintf(text, "%s=%s", measures[measure], number);
        return value > strtod(number, NULL);
    case 1:
        snprintf(number, sizeof number, "%.4f", limit * 100);
        sprintf(text, "%s=%s%%", measures[measure], number);
        return value > strtod(number, NULL) / 100;
    case 2:
        snprintf(number, sizeof number, "%.1f", limit * extent_m2);
        sprintf(text, "%s=%sm2", measures[measure], number);
        return value * extent_m2 > strtod(number, NULL);
    default:
        snprintf(number, sizeof number, "%.6f", limit * extent_m2 / 10000);
        sprintf(text, "%s=%sha", measures[measure], number);
        return value * extent_m2 > strtod(number, NULL) * 10000;
    }
}

/* Some measures in any order; passed[measure] says which limits are. */
static unsigned random_limits(char *text, bool passed[4], const struct recount *r)
{
    unsigned given = 0;
    text[0] = '\0';
    for (int m = 0; m < 4; m++) passed[m] = false;
    for (unsigned k = 0, first = harness_random(&seed) % 4; k < 4; k++) {
        const int measure = (int)((first + k) % 4);
        if (harness_random(&seed) % 2 == 0) continue;
        if (given++ > 0) strcat(text, ",");
        passed[measure] = random_limit(text + strlen(text), measure, share(r, measure));
    }
    return given;
}

static void assert_verdict(const struct report_diff *diff, const struct recount *r, bool any,
                           const bool warns[4], const bool fails[4])
{
    size_t breaches = 0;
    bool warned = false, failed = false;
    for (int pass = 0; pass < 2; pass++) /* those that fail come first, each in one order */
        for (int m = 0; m < 4 && r->differ > 0; m++) {
            if (!(pass == 0 ? fails : warns)[m]) continue;
            const struct report_breach *breach = &diff->breaches[breaches++];
            assert_int_equal(breach->measure, m);
            assert_int_equal(breach->is.fails, pass == 0);
            failed |= pass == 0;
            warned |= pass == 1;
        }
    assert_int_equal(diff->info.passed, breaches);
    assert_int_equal(diff->info.verdict, r->differ == 0   ? SCREE_DIFF_SAME
                                         : failed         ? SCREE_DIFF_FAILED
                                         : warned || !any ? SCREE_DIFF_WARNED
                                                          : SCREE_DIFF_WITHIN);
}

static void limits_are_judged(void **state)
{
    (void)state;
    unsigned verdicts[4] = {0};
    for (unsigned round = 0; round < 30; round++) {
        struct joint joints[2 * FIXTURE_MAX_LAYERS] = {{.name = NULL}};
        struct recount r;
        make(round % 5);
        recount(&r, joints, join(joints));
        for (int k = 0; k < 40; k++) {
            struct report_diff_options options = {.given = {.over = OVER, .depth = RENDER_NO_DEPTH},
                                                  .how = RENDER_HOW_DEFAULT};
            char warn[200], fail[200];
            bool warns[4], fails[4];
            const bool any_warn = random_limits(warn, warns, &r) > 0;
            const bool any_fail = random_limits(fail, fails, &r) > 0;
            if (any_warn) options.given.warn = warn;
            if (any_fail) options.given.fail = fail;
            assert_ok(report_diff_options_read(&options, &err), &err);
            struct report_diff *diff = compare(&options);
            assert_verdict(diff, &r, any_warn || any_fail, warns, fails);
            verdicts[diff->info.verdict]++;
            report_diff_free(diff);
        }
        unmake();
    }
    for (int v = 0; v < 4; v++) assert_true(verdicts[v] > 30);
}

static void limits_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "area",
        "area=",
        "area=%",
        "=1%",
        "areas=1%",
        "are=1%",
        "area=1%,",
        ",area=1%",
        "area=1%%",
        "area=-1%",
        "area=101%",
        "area=1.1",
        "area=nan%",
        "area=inf",
        "area=0x1p-3",
        "area= 1%",
        "area=1 %",
        "weight=1ha",
        "density=1m2",
        "area=1e400ha",
        "area=1km2",
        "area=1%;weight=1%",
        "region=-1m2",
        "area=1%,area=2%",
        "area=00000000000000000000000000000000000000000000000000000000000000000000000000000001%"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct report_limits limits;
        err_clear(&err);
        if (report_limits_read(&limits, wrong[i], "warn", &err) != SCREE_BAD_ARGUMENT)
            fail_msg("%s", wrong[i]);
        assert_string_equal(err.field, "warn");
        assert_non_null(strstr(err.text, "{warn}: "));
    }
    struct report_limits limits;
    err_clear(&err);
    assert_ok(
        report_limits_read(&limits, "region=1e1ha,density=.5,weight=100%,area=0", "fail", &err),
        &err);
    assert_true(limits.of[REPORT_REGION].square_m && limits.of[REPORT_REGION].value == 100000);
    assert_true(limits.of[REPORT_DENSITY].value == 0.5 && limits.of[REPORT_WEIGHT].value == 1);
    assert_true(limits.of[REPORT_AREA].given && limits.of[REPORT_AREA].value == 0);
}

/* ---- files that are not there ---- */

static void a_bake_must_be_whole(void **state)
{
    (void)state;
    const struct report_diff_options options = {.given = {.over = OVER, .depth = RENDER_NO_DEPTH},
                                                .how = RENDER_HOW_DEFAULT};
    struct report_diff *diff;
    make(1);
    struct sink *none;
    assert_ok(sink_open_memory(&none, &err), &err);
    struct report_side given[2];
    for (int s = 0; s < 2; s++)
        given[s] = (struct report_side){
            .path = "a bake", .baked = &sides[s].baked, .files = s == 0 ? sides[s].files : none};
    assert_int_equal(report_diff_create(&diff, given, &options, NULL, &err), SCREE_CANNOT_READ);
    assert_null(diff);
    assert_string_equal(err.file, "masks/00-ground.png");
    sink_close(none);
    unmake();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bakes_in_memory_are_compared),
        cmocka_unit_test(limits_are_judged),
        cmocka_unit_test(limits_are_refused),
        cmocka_unit_test(a_bake_must_be_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
