/*
 * Masks: which pictures they may be, whose they are, and that whoever evaluates at points or keeps what
 * it has evaluated sees what a plan made anew does.
 */
#include "tests/random_map.h"

#include "base/grow.h"
#include "base/mem.h"
#include "image/image.h"
#include "inputs/inputs.h"
#include "render/render.h"

#define HEAD                                                                                       \
    "{\"format\": \"scree-surface-2\", \"root\": {\"children\": [{\"name\": \"a\", \"mask\": "
#define MAP HEAD "{\"file\": \"m.png\"}}]}}"

static struct srf_map *read_text(const char *text)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_from_text(&map, (const uint8_t *)text, strlen(text), NULL, NULL, &err), &err);
    return map;
}

/* ---- pictures ---- */

static enum scree_code put(void *context, const void *data, size_t size, struct scree_error *err)
{
    (void)err;
    grow_put(context, data, size);
    return SCREE_OK;
}

/* Gives a map a picture of so many channels, a character for each: f is all, a digit that code. */
static enum scree_code give(struct srf_map *map, const char *codes, size_t width, unsigned channels,
                            struct scree_error *err)
{
    uint8_t pixels[64];
    const size_t count = strlen(codes);
    struct grow made = {0};
    struct stream to = {put, &made, 0};
    for (size_t i = 0; i < count; i++)
        pixels[i] = codes[i] == 'f' ? 255 : (uint8_t)(codes[i] - '0');
    assert_ok(image_png8(&to, 1, pixels, width, count / width / channels, channels, err), err);
    struct inputs_opened opened;
    assert_ok(inputs_open_memory(&opened, "m.png", made.text, made.size, err), err);
    const enum scree_code code = inputs_take_mask(map, "m.png", &opened, NULL, err);
    inputs_close(&opened);
    grow_free(&made);
    return code;
}

static void pictures_are_grey(void **state)
{
    (void)state;
    static const struct {
        const char *codes;
        size_t width;
        unsigned channels;
        bool taken;
    } pictures[] = {{"0f5132", 3, 1, true},        {"0ff", 1, 1, true},
                    {"0f5f9f", 3, 2, true},        {"0f509f", 3, 2, false},
                    {"000fff555", 3, 3, true},     {"000fff545", 3, 3, false},
                    {"000fffff999f", 3, 4, true},  {"000ffff0999f", 3, 4, false},
                    {"001fffff999f", 3, 4, false}, {"0", 1, 1, true}};
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct srf_map *map = read_text(MAP);
        const unsigned channels = pictures[i].channels;
        const enum scree_code code =
            give(map, pictures[i].codes, pictures[i].width, channels, &err);
        assert_int_equal(code, pictures[i].taken ? SCREE_OK : SCREE_UNSUPPORTED);
        if (pictures[i].taken) {
            const struct srf_mask *mask = srf_find_mask(map, "m.png");
            assert_true(mask->width == pictures[i].width && mask->most_code == 255);
            for (size_t k = 0; k < (size_t)mask->width * mask->height; k++) {
                const char code_of = pictures[i].codes[k * channels];
                assert_int_equal(mask->pixels[k], code_of == 'f' ? 255 : code_of - '0');
            }
        } else {
            assert_non_null(strstr(err.text, "save it as grey without alpha"));
        }
        srf_free(map);
    }
}

/* A map's copies, edits and changes of the tree keep its pictures. */
static void maps_keep_their_pictures(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = read_text(MAP), *copy;
    uint32_t index;
    assert_ok(give(map, "0f5132", 3, 1, &err), &err);
    const struct srf_mask *const mask = srf_find_mask(map, "m.png");
    assert_ok(srf_copy(&copy, map, &err), &err);
    srf_free(map);
    assert_ptr_equal(srf_find_mask(copy, "m.png"), mask);
    assert_ok(srf_change(copy, "a.coverage=0.5", NULL, NULL, &err), &err);
    assert_ok(srf_copy_layer(&copy, &index, 1, &err), &err);
    assert_ok(srf_add_layer(&copy, &index, 0, 9, "b", &err), &err);
    assert_ok(srf_move_layer(&copy, &index, 2, 0, 0, &err), &err);
    assert_ok(srf_remove_layer(&copy, 1, &err), &err);
    assert_int_equal(srf_change(copy, "a.coverage=x", NULL, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_ptr_equal(srf_find_mask(copy, "m.png"), mask);
    assert_int_equal(atomic_load(&srf_find_mask(copy, "m.png")->owners), 1);
    srf_free(copy);
}

static void a_picture_must_be_at_hand(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = fixture_field(20, 20, 0.001);
    struct srf_map *map = read_text(MAP);
    const struct render_options options = RENDER_OPTIONS_DEFAULT;
    struct render_plan *plan;
    assert_int_equal(render_plan_create(&plan, field, map, &options, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(
        err.text, "layer \"a\": mask \"m.png\": the picture is not at hand; give the map as a "
                  "file with the picture in its folder");
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(inputs_read_masks(map, "no/such/map.srf.json", NULL, &err), SCREE_CANNOT_READ);
    assert_non_null(strstr(err.text, "layer \"a\": mask \"m.png\": "));
    assert_non_null(strstr(err.text, "; put the picture into the map's folder"));
    srf_free(map);
    map = read_text(HEAD "{\"on\": false, \"file\": \"m.png\"}}]}}");
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(inputs_read_masks(map, "no/such/map.srf.json", NULL, &err), &err);
    assert_ok(render_plan_create(&plan, field, map, &options, &err), &err);
    render_plan_free(plan);
    srf_free(map);
    map = read_text(HEAD "{\"file\": \"m.png\", \"feather\": 20, \"unit\": \"tu\"}}]}}");
    assert_ok(give(map, "0f5132", 3, 1, &err), &err);
    assert_int_equal(render_plan_create(&plan, field, map, &options, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "layer \"a\": mask \"m.png\": the feather of 20 terrain units is "
                                  "wider than the terrain; make it narrower");
    srf_free(map);
    ter_free(field);
}

/* 2 bytes a pixel for each picture that is made, whoever has it. */
static void feathers_are_counted(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = fixture_field(5, 5, 1.0 / 1000);
    const struct render_options options = RENDER_OPTIONS_DEFAULT;
    static const struct {
        const char *change;
        uint64_t bytes;
    } steps[] = {{"a.mask.feather=2tu", 12},
                 {"b.mask.feather=2tu", 12},
                 {"b.mask.feather=1tu", 24},
                 {"a.mask.feather=0tu", 12},
                 {"b.mask.feather=0tu", 0}};
    struct srf_map *map = read_text(HEAD "{\"file\": \"m.png\"}}, {\"name\": \"b\", \"mask\": "
                                         "{\"file\": \"m.png\"}}]}}");
    assert_ok(give(map, "0f5132", 3, 1, &err), &err);
    const uint64_t none = render_memory_bytes(field, map, &options);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_ok(srf_change(map, steps[i].change, NULL, NULL, &err), &err);
        assert_int_equal(render_memory_bytes(field, map, &options) - none, steps[i].bytes);
    }
    srf_free(map);
    ter_free(field);
}

/* Means counted by hand: three pixels of a row, and two with half of the next on either side. */
static void feathers_are_means(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_mask *mask, *soft;
    assert_ok(srf_mask_create(&mask, "m.png", 4, 1, &err), &err);
    mask->pixels[1] = 255;
    assert_ok(srf_mask_feather(&soft, mask, (const double[2]){3, 1}, &err), &err);
    assert_int_equal(soft->most_code, 65535);
    const uint16_t thirds[] = {21845, 21845, 21845, 0};
    assert_memory_equal(soft->pixels, thirds, sizeof thirds);
    srf_mask_free(soft);
    assert_ok(srf_mask_feather(&soft, mask, (const double[2]){2, 5}, &err), &err);
    const uint16_t halves[] = {16384, 32768, 16384, 0}; /* quarters and a half, rounded up */
    assert_memory_equal(soft->pixels, halves, sizeof halves);
    srf_mask_free(soft);
    srf_mask_free(mask);
}

/* Classes by number and by the legend's lines, and what the picture does not have. */
static void classes_are_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *list, *shown, *absent, *refused;
    } cases[] = {
        {"10", "f000f0", "", NULL},
        {"20,Sand", "0f0f00", "", NULL},
        {"Grass ,30", "f0f0ff", "", NULL},
        {"10,7,65535", "f000f0", "has no pixel of class 7, 65535; it has 10, 20, 30, 40", NULL},
        {"7", NULL, NULL, "has no pixel of class 7; it has 10, 20, 30, 40"},
        {"Snow", NULL, NULL, "its legend has no \"Snow\"; it has Sand, Grass"},
    };
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_mask *codes;
    assert_ok(srf_mask_create(&codes, "m.png", 3, 2, &err), &err);
    static const uint16_t pixels[] = {10, 20, 30, 40, 10, 30};
    static const char legend[] = "# a legend\r\n40=Sand\n 10 : Grass \t\r\nx=Snow\n99999=Ice\n12\n";
    memcpy(codes->pixels, pixels, sizeof pixels);
    codes->legend = mem_text(legend, strlen(legend));
    assert_non_null(codes->legend);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct srf_mask *mask;
        char absent[SRF_ABSENT_SIZE];
        err = (struct scree_error)SCREE_ERROR_INIT;
        const enum scree_code code = srf_mask_classes(&mask, absent, codes, cases[i].list, &err);
        if (cases[i].refused != NULL) {
            assert_int_equal(code, SCREE_BAD_ARGUMENT);
            assert_string_equal(err.text, cases[i].refused);
            continue;
        }
        assert_ok(code, &err);
        assert_string_equal(absent, cases[i].absent);
        for (size_t k = 0; k < 6; k++)
            assert_int_equal(mask->pixels[k], cases[i].shown[k] == 'f' ? 255 : 0);
        srf_mask_free(mask);
    }
    srf_mask_free(codes);
}

/* ---- evaluations ---- */

#define SIDE 40

/* The weights of layer 1 by a plan made anew. */
static void fresh(float out[SIDE * SIDE], const struct ter_field *field, const struct srf_map *map)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    struct render_plan *plan;
    struct render_merge *merge;
    options.grid = SCREE_VERTICES;
    options.threads = 1;
    assert_ok(render_plan_create(&plan, field, map, &options, &err), &err);
    assert_ok(render_merge_depth(&merge, map, UINT32_MAX, &err), &err);
    void *planes[2] = {NULL, out};
    const struct render_target target = {
        .kind = SCREE_WEIGHT_F32, .merge = merge, .planes = planes};
    render_rows(plan, 0, SIDE, &target, 1);
    render_merge_free(merge);
    render_plan_free(plan);
}

/* Another picture of the same name, turned round or not, shows at once; the same one costs nothing. */
static void live_scenes_see_other_pictures(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = fixture_field(SIDE, SIDE, 0.0006);
    fixture_hills(field, 5);
    struct srf_map *map = read_text(HEAD "{\"file\": \"m.png\"}, \"coverage\": 0.75}]}}");
    struct render_live_options options = {
        .render = RENDER_OPTIONS_DEFAULT, .light = RENDER_LIGHT_DEFAULT, .max_bytes = 1 << 24};
    options.render.grid = SCREE_VERTICES;
    struct render_live *live;
    assert_ok(render_live_create(&live, field, &options, &err), &err);
    static const char *const codes[] = {"0f5132", "0f5132", "f05132", "f05132ffffff", "0"};
    static float plane[SIDE * SIDE], wanted[SIDE * SIDE];
    uint64_t owns = 0;
    for (size_t i = 0; i < 2 * sizeof codes / sizeof codes[0]; i++) {
        assert_ok(give(map, codes[i / 2], strlen(codes[i / 2]) > 1 ? 3 : 1, 1, &err), &err);
        assert_ok(
            srf_change(map, i % 4 < 2 ? "a.mask.invert=off" : "a.mask.invert=on", NULL, NULL, &err),
            &err);
        const char *feather = i / 2 % 2 == 0 ? "a.mask.feather=9tu" : "a.mask.feather=0.5tu";
        assert_ok(srf_change(map, feather, NULL, NULL, &err), &err);
        struct srf_map *copy;
        assert_ok(srf_copy(&copy, map, &err), &err);
        assert_ok(render_live_update(live, copy, NULL, &err), &err);
        srf_free(copy); /* the scene may need the picture longer */
        render_live_layer(live, SCREE_WEIGHT_F32, 1, plane);
        fresh(wanted, field, map);
        assert_memory_equal(plane, wanted, sizeof plane);
        const uint64_t now = render_live_count(live).owns;
        if (i % 2 == 1) assert_int_equal(now, owns);
        owns = now;
    }
    render_live_free(live);
    srf_free(map);
    ter_free(field);
}

/* At the terrain's points, in runs, and by probes. */
static void points_and_probes_see_the_same(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = fixture_field(SIDE, SIDE, 0.0006);
    fixture_hills(field, 6);
    struct srf_map *map = read_text(
        HEAD
        "{\"file\": \"m.png\", \"invert\": true}, \"coverage\": 0.5, \"fractal_noise\": 0}]}}");
    assert_ok(give(map, "0f5132f90", 3, 1, &err), &err);
    static float wanted[SIDE * SIDE];
    fresh(wanted, field, map);
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    struct render_points *points;
    assert_ok(render_points_create(&points, field, map, &options, &err), &err);
    for (uint64_t y = 0; y < SIDE; y++) {
        struct render_points_run run = {.count = SIDE};
        for (uint64_t x = 0; x < SIDE; x++) run.x[x] = x << 32, run.y[x] = y << 32;
        render_points_weights(points, &run, 0);
        assert_memory_equal(render_points_layer(points, 0, 1), wanted + y * SIDE,
                            SIDE * sizeof *wanted);
    }
    render_points_free(points);
    options.grid = SCREE_VERTICES;
    struct render_plan *plan;
    assert_ok(render_plan_create(&plan, field, map, &options, &err), &err);
    for (uint32_t i = 0; i < SIDE; i++) {
        struct render_probe *probe;
        struct render_factors factors[2];
        assert_ok(render_probe_create(&probe, plan, i, SIDE - 1 - i, &err), &err);
        render_probe_factors(probe, RENDER_PROBE_TEXEL, factors);
        assert_true(factors[1].weight == wanted[(SIDE - 1 - i) * SIDE + i]);
        assert_true(factors[1].mask * 0.5f == factors[1].place && factors[0].mask == 1);
        render_probe_free(probe);
    }
    render_plan_free(plan);
    srf_free(map);
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_grey),
        cmocka_unit_test(maps_keep_their_pictures),
        cmocka_unit_test(a_picture_must_be_at_hand),
        cmocka_unit_test(feathers_are_counted),
        cmocka_unit_test(feathers_are_means),
        cmocka_unit_test(classes_are_chosen),
        cmocka_unit_test(live_scenes_see_other_pictures),
        cmocka_unit_test(points_and_probes_see_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
