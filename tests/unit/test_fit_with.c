/* Fits with limits by what is around: ground that is painted by plain rules of this file, other ground, and maps of land cover
 * that lie by their georeference. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/fixture.h"

#include "base/mem.h"
#include "fit/fit.h"
#include "image/image.h"

#define SIDE 96
#define POINTS (SIDE + 1)
#define TEXELS ((size_t)SIDE * SIDE)

/* ---- ground ---- */

/* A wave of period 1 without corners, 0 to 1. */
static double wave(double t)
{
    t -= (double)(long)t;
    return 16 * t * t * (1 - t) * (1 - t);
}

static struct ter_field *make_ground(double shift)
{
    struct ter_field *field = fixture_field(POINTS, POINTS, 0.001);
    for (uint32_t y = 0; y < POINTS; y++)
        for (uint32_t x = 0; x < POINTS; x++) {
            const double u = (double)x / SIDE + shift, v = (double)y / SIDE;
            const double sum = 5 * wave(1.7 * u + 0.9 * v) + 4 * wave(2.3 * v + 0.2 + 0.4 * u) +
                               2.5 * wave(5.1 * u + 0.7) * wave(4.3 * v + 0.1);
            *fixture_point(field, x, y) = (int16_t)(sum * 2000);
        }
    return field;
}

static double height(const struct ter_field *field, uint32_t x, uint32_t y)
{
    return field->step_tu * field->elevations[(size_t)y * field->points_x + x];
}

/* The texel's south-west point; row 0 is north. */
typedef bool painter(const struct ter_field *field, uint32_t x, uint32_t y);

/* Towards the north and 60 degrees to either side. */
static bool faces_north(const struct ter_field *field, uint32_t x, uint32_t y)
{
    const double a = height(field, x, y), b = height(field, x + 1, y);
    const double c = height(field, x, y + 1), d = height(field, x + 1, y + 1);
    const double east = (b + d - a - c) / 2, north = (c + d - a - b) / 2;
    const double away = east < 0 ? -east : east;
    return north < 0 && away < -north * 1.7320508075688772;
}

/* Above the mean of 11 x 11 points. */
static bool is_raised(const struct ter_field *field, uint32_t x, uint32_t y)
{
    double above = 0;
    for (uint32_t k = 0; k < 4; k++) {
        double sum = 0;
        const int at_x = (int)(x + k % 2), at_y = (int)(y + k / 2);
        for (int j = -5; j <= 5; j++)
            for (int i = -5; i <= 5; i++) {
                const int column = at_x + i < 0 ? 0 : at_x + i > SIDE ? SIDE : at_x + i;
                const int row = at_y + j < 0 ? 0 : at_y + j > SIDE ? SIDE : at_y + j;
                sum += height(field, (uint32_t)column, (uint32_t)row);
            }
        above += height(field, (uint32_t)at_x, (uint32_t)at_y) - sum / 121;
    }
    return above > 0.4;
}

static bool is_high(const struct ter_field *field, uint32_t x, uint32_t y)
{
    return height(field, x, y) + height(field, x + 1, y + 1) > 22;
}

static struct fit_picture paint(uint8_t ids[TEXELS], const struct ter_field *field, painter *of)
{
    for (uint32_t j = 0; j < SIDE; j++)
        for (uint32_t i = 0; i < SIDE; i++) ids[(size_t)j * SIDE + i] = of(field, i, SIDE - 1 - j);
    return (struct fit_picture){.width = SIDE,
                                .height = SIDE,
                                .ids = ids,
                                .count = 2,
                                .classes = {{"Rest", {90, 90, 90}}, {"Painted", {20, 120, 20}}}};
}

static double agreement(const struct fit_scene *scene, const struct fit_picture *picture,
                        const struct fit_rules *rules)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    struct fit_confusion confusion;
    assert_ok(fit_rules_map(&map, rules, picture, scene->field, 1, &err), &err);
    const struct fit_comparing what = {scene, picture, rules, map, false};
    assert_ok(fit_compare(&confusion, &what, NULL, &err), &err);
    srf_free(map);
    return (double)(confusion.texels[0][0] + confusion.texels[1][1]) / (double)confusion.total;
}

/* Fits without and with limits by what is around: out[0] and out[1]. */
static void fit_both(struct fit_found out[2], double agrees[2], const struct ter_field *field,
                     painter *of, const struct ter_field *onto)
{
    static uint8_t ids[TEXELS];
    struct scree_error err = SCREE_ERROR_INIT;
    const struct fit_picture picture = paint(ids, field, of);
    for (unsigned with = 0; with < 2; with++) {
        const unsigned around = with * ((1u << FIT_AROUNDS) - 1);
        const struct fit_scene scene = {field, RENDER_RELIEF, true, 0, around};
        const struct fit_scene other = {onto, RENDER_RELIEF, true, 0, around};
        assert_ok(
            fit_rules_find(&out[with], &scene, &picture, onto != NULL ? &other : NULL, NULL, &err),
            &err);
        agrees[with] = agreement(&scene, &picture, &out[with].rules);
    }
}

/* The only layer above the root, whose class is what has the limit, or all but that. */
static const struct srf_limit *limit_of(const struct fit_found *found, enum srf_quantity quantity)
{
    assert_int_equal(found->rules.count, 2);
    return &found->rules.layers[1].around[quantity];
}

static void directions_are_found(void **state)
{
    (void)state;
    struct ter_field *field = make_ground(0);
    struct fit_found found[2];
    double agrees[2];
    fit_both(found, agrees, field, faces_north, NULL);
    assert_true(agrees[0] < 0.85);
    assert_true(agrees[1] > 0.96);
    assert_false(found[0].around[SRF_ASPECT].asked);
    assert_true(found[1].around[SRF_ASPECT].taken);
    assert_true(found[1].around[SRF_ASPECT].gain > 0.1);
    const struct srf_limit *limit = limit_of(&found[1], SRF_ASPECT);
    assert_true(srf_is_on(limit->on[0]));
    /* north, or all but that */
    const bool painted = found[1].rules.layers[1].class == 1;
    const float off = limit->at[0] - (painted ? 0.0f : 180.0f);
    const float turned = off > 180 ? 360 - off : off < 0 ? -off : off;
    assert_true(turned < 10);
    ter_free(field);
}

static void positions_are_found(void **state)
{
    (void)state;
    struct ter_field *field = make_ground(0.3);
    struct fit_found found[2];
    double agrees[2];
    fit_both(found, agrees, field, is_raised, NULL);
    assert_true(agrees[1] > 0.95 && agrees[1] > agrees[0] + 0.05);
    assert_true(found[1].around[SRF_POSITION].taken || found[1].around[SRF_CURVATURE].taken);
    ter_free(field);
}

/* Rules on altitude are the same as if nothing else had been asked for. */
static void what_tells_nothing_is_left_out(void **state)
{
    (void)state;
    struct ter_field *field = make_ground(0.1);
    struct fit_found found[2];
    double agrees[2];
    fit_both(found, agrees, field, is_high, NULL);
    assert_true(agrees[0] > 0.98);
    assert_memory_equal(&found[0].rules, &found[1].rules, sizeof found[0].rules);
    for (int q = 0; q < FIT_AROUNDS; q++) {
        assert_true(found[1].around[q].asked);
        assert_false(found[1].around[q].taken);
        assert_true(found[1].around[q].gain < 0.01);
    }
    ter_free(field);
}

/* A direction is the same everywhere, and areas stay about as they were. */
static void limits_go_to_other_ground(void **state)
{
    (void)state;
    struct ter_field *field = make_ground(0), *other = make_ground(0.6);
    struct fit_found found[2];
    double agrees[2];
    fit_both(found, agrees, field, faces_north, other);
    const struct srf_limit *here = &found[1].rules.layers[1].around[SRF_ASPECT];
    const struct srf_limit *there = &found[1].onto.layers[1].around[SRF_ASPECT];
    assert_true(srf_is_on(there->on[0]));
    assert_true(there->at[0] >= here->at[0] && there->at[0] <= here->at[0]);
    for (uint32_t l = 0; l < 2; l++) {
        const double factor = found[1].onto_areas[l] / found[1].areas[l];
        assert_true(factor > 0.6 && factor < 1.7);
    }
    ter_free(field);
    ter_free(other);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static uint8_t ids[TEXELS];
    struct ter_field *field = make_ground(0.3);
    struct fit_found found[2];
    const struct fit_picture picture = paint(ids, field, is_raised);
    for (uint32_t k = 0; k < 2; k++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct scree_job job = {.threads = 1 + 2 * k};
        const struct fit_scene scene = {field, RENDER_RELIEF, false, 0, 7};
        memset(&found[k], 0xff, sizeof found[k]);
        assert_ok(fit_rules_find(&found[k], &scene, &picture, NULL, &job, &err), &err);
    }
    assert_memory_equal(&found[0], &found[1], sizeof found[0]);
    ter_free(field);
}

/* ---- maps of land cover ---- */

#define WIDE 60
#define HIGH 40
#define EAST 500000.0
#define NORTH 5200000.0

/* Metres of UTM zone 32, pixels of 10 m. */
static struct image_geo place_of(double east, double north)
{
    static const uint16_t keys[] = {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632};
    return (struct image_geo){.scale = {10, 10, 0},
                              .tie = {0, 0, 0, east, north, 0},
                              .keys = keys,
                              .key_count = sizeof keys / sizeof keys[0]};
}

static uint8_t class_at(uint32_t column, uint32_t row)
{
    return (uint8_t)(41 + (column / 7 + row / 5) % 3);
}

static void write_cover(double east, double north)
{
    uint8_t pixels[WIDE * HIGH];
    struct scree_error err = SCREE_ERROR_INIT;
    struct file_writer file = {0};
    struct image_tiff *tiff;
    const struct image_geo geo = place_of(east, north);
    const struct image_tiff_form form = {WIDE, HIGH, 1, IMAGE_U8, {0, 0}, &geo, false};
    for (uint32_t j = 0; j < HIGH; j++)
        for (uint32_t i = 0; i < WIDE; i++) pixels[j * WIDE + i] = class_at(i, j);
    (void)remove(scratch_path("cover.tif"));
    assert_ok(file_create(&file, scratch_path("cover.tif"), &err), &err);
    assert_ok(image_tiff_create(&tiff, &file.out, &form, &err), &err);
    assert_ok(image_tiff_rows(tiff, pixels, HIGH, &err), &err);
    assert_ok(image_tiff_finish(tiff, &err), &err);
    assert_ok(file_finish(&file, SCREE_OK, scratch_path("cover.tif"), &err), &err);
}

static enum scree_code read_cover(struct fit_painting *out, const struct ter_field *under,
                                  const struct image_geo *geo, const char *legend,
                                  struct scree_error *err)
{
    struct inputs_opened opened;
    struct fit_source source = {.path = scratch_path("cover.tif"), .under = under, .geo = geo};
    err_clear(err);
    if (legend != NULL) {
        assert_ok(inputs_open_memory(&opened, "legend", legend, strlen(legend), err), err);
        source.classes = &opened;
    }
    const enum scree_code code = fit_painting_read(out, &source, NULL, err);
    if (legend != NULL) inputs_close(&opened);
    return code;
}

/* The first point is the middle of a pixel whose corner is EAST, NORTH, so the middle of texel (i, j) is 10 (i + 1) m
 * from there, and the map's corner is 43 and 28 m outside. */
static void land_cover_lies_by_its_georeference(void **state)
{
    (void)state;
    if (!image_has_tiff()) skip();
    struct ter_field *field = make_ground(0);
    const struct image_geo geo = place_of(EAST, NORTH);
    struct fit_painting painting;
    struct scree_error err;
    write_cover(EAST - 43, NORTH + 28);
    assert_ok(read_cover(&painting, field, &geo, NULL, &err), &err);
    assert_string_equal(painting.what, "map of land cover");
    assert_int_equal(painting.picture.count, 3);
    assert_string_equal(painting.picture.classes[1].name, "class 42");
    for (uint32_t j = 0; j < SIDE; j++)
        for (uint32_t i = 0; i < SIDE; i++) {
            const uint32_t column = i + 5, row = j + 3;
            const bool within = column < WIDE && row < HIGH;
            assert_int_equal(painting.picture.ids[(size_t)j * SIDE + i],
                             within ? class_at(column, row) - 41 : FIT_NONE);
        }
    fit_painting_free(&painting);

    assert_ok(read_cover(&painting, field, &geo, "Woods = 42", &err), &err);
    assert_int_equal(painting.picture.count, 1);
    assert_string_equal(painting.picture.classes[0].name, "Woods");
    for (uint32_t i = 0; i < SIDE; i++)
        assert_int_equal(painting.picture.ids[i],
                         i + 5 < WIDE && class_at(i + 5, 3) == 42 ? 0 : FIT_NONE);
    fit_painting_free(&painting);
    ter_free(field);
}

static void odd_land_cover_is_refused(void **state)
{
    (void)state;
    if (!image_has_tiff()) skip();
    struct ter_field *field = make_ground(0);
    const struct image_geo geo = place_of(EAST, NORTH);
    struct fit_painting painting;
    struct scree_error err;
    write_cover(EAST - 43, NORTH + 28);
    assert_int_equal(read_cover(&painting, NULL, NULL, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, "terrain");
    assert_int_equal(read_cover(&painting, field, NULL, NULL, &err), SCREE_UNSUPPORTED);
    assert_non_null(strstr(err.text, "the terrain does not"));
    assert_int_equal(read_cover(&painting, field, &geo, "Woods = #102030", &err),
                     SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(err.text, "Woods = 41"));
    write_cover(EAST + 5000, NORTH);
    assert_int_equal(read_cover(&painting, field, &geo, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(err.text, "lies beside the terrain"));
    assert_null(painting.picture.ids);
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_are_found),
        cmocka_unit_test(positions_are_found),
        cmocka_unit_test(what_tells_nothing_is_left_out),
        cmocka_unit_test(limits_go_to_other_ground),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(land_cover_lies_by_its_georeference),
        cmocka_unit_test(odd_land_cover_is_refused),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
