/*
 * ter/: heightfields keep their heights through writing and reading.
 *
 * Two known writers turned peaks into pits (a height that should be +32768 became -32768), which is
 * what the round trips look for.
 */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include <float.h>
#include <math.h>

#include "base/bytes.h"
#include "base/file.h"
#include "ter/ter.h"

/* A terrain in memory: heights_tu[y * points_x + x]. */
struct terrain {
    uint32_t points_x, points_y;
    const double *heights_tu;
    uint32_t rows_asked;
};

static void give_row(void *context, uint32_t y, double *heights_tu)
{
    struct terrain *terrain = context;
    assert_int_equal(y, terrain->rows_asked % terrain->points_y);
    terrain->rows_asked++;
    memcpy(heights_tu, terrain->heights_tu + (size_t)y * terrain->points_x,
           terrain->points_x * sizeof heights_tu[0]);
}

static enum scree_code write_terrain(const char *path, struct terrain *terrain, double scal_m,
                                     struct scree_error *err)
{
    const struct ter_source source = {
        terrain->points_x, terrain->points_y, scal_m, give_row, terrain, 0, 0, 0, 0};
    terrain->rows_asked = 0;
    return ter_write_file(path, &source, err);
}

/* The smallest HeightScale for which some BaseHeight keeps both ends within 16 bits, found by
 * trying them all; 0 if there is none. */
static int smallest_height_scale(double low_tu, double high_tu)
{
    for (int scale = 1; scale <= 32767; scale++) {
        const double lowest = -32768.0 * scale / 65536.0, highest = 32767.0 * scale / 65536.0;
        if (ceil(high_tu - highest) <= floor(low_tu - lowest)) return scale;
    }
    return 0;
}

/* Writes and reads; BaseHeight is as near the middle as it can be, the largest error must be half a
 * step, and the file exactly as large as its chunks. */
static void round_trip(uint32_t points_x, uint32_t points_y, const double *heights_tu,
                       double scal_m)
{
    const char *path = scratch_path("round.ter");
    struct terrain terrain = {points_x, points_y, heights_tu, 0};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(write_terrain(path, &terrain, scal_m, &err), &err);
    assert_int_equal(terrain.rows_asked, 2 * points_y);
    struct ter_field *field;
    assert_ok(ter_read_file(&field, path, NULL, &err), &err);
    assert_int_equal(field->points_x, points_x);
    assert_int_equal(field->points_y, points_y);
    assert_int_equal(field->warnings.count, 0);
    assert_true(field->scal_given);
    for (int i = 0; i < 3; i++) assert_true(field->scal_m[i] == (double)(float)scal_m);

    const size_t points = (size_t)points_x * points_y;
    double low = heights_tu[0], high = heights_tu[0];
    for (size_t i = 0; i < points; i++) {
        low = fmin(low, heights_tu[i]);
        high = fmax(high, heights_tu[i]);
    }
    assert_int_equal(field->height_scale, smallest_height_scale(low, high));
    const double lowest_base = ceil(high - 32767.0 * field->height_scale / 65536.0);
    const double highest_base = floor(low + 32768.0 * field->height_scale / 65536.0);
    const double middle = (low + high) / 2.0 + field->height_scale / 131072.0;
    assert_true(field->base_tu >= lowest_base && field->base_tu <= highest_base);
    assert_true(fabs(field->base_tu - middle) <= 0.5 + 1e-9 || lowest_base == highest_base);
    const double half_step_tu = field->height_scale / 131072.0;
    const double rounding_tu = 1e-11 * fmax(fabs(low), fabs(high));
    for (size_t i = 0; i < points; i++) {
        const double read_tu = field->base_tu + field->step_tu * field->elevations[i];
        if (!(fabs(read_tu - heights_tu[i]) <= half_step_tu + rounding_tu))
            fail_msg("point %zu: %.9g written, %.9g read, HeightScale %d", i, heights_tu[i],
                     read_tu, field->height_scale);
    }
    ter_free(field);
    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, path, 1 << 20, &err), &err);
    assert_int_equal(bytes.size, 64 + (2 * points + 3) / 4 * 4 + 4);
    file_bytes_free(&bytes);
    unlink(path);
}

static void heights_survive_a_round_trip(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 400; round++) {
        static double heights_tu[20 * 20];
        const uint32_t points_x = 2 + harness_random(&seed) % 19;
        const uint32_t points_y = 2 + harness_random(&seed) % 19;
        const double span = exp(harness_uniform(&seed, -12.0, 10.0));
        const double low = harness_uniform(&seed, -20000.0, 15000.0 - span / 2.0);
        for (uint32_t i = 0; i < points_x * points_y; i++)
            heights_tu[i] = low + span * harness_uniform(&seed, 0.0, 1.0);
        round_trip(points_x, points_y, heights_tu, exp(harness_uniform(&seed, -3.0, 6.0)));
    }
}

/* Ends on whole and half units and next to them are where a peak wrapped elsewhere. */
static void peaks_on_whole_units_do_not_wrap(void **state)
{
    (void)state;
    static const double offsets[] = {0.0, 0.5, -0.5, 1e-9, -1e-9, 1.0 / 65536, -1.0 / 65536, 0.25};
    const size_t count = sizeof offsets / sizeof offsets[0];
    for (int span = 0; span < 40; span++) {
        for (size_t a = 0; a < count; a++) {
            for (size_t b = 0; b < count; b++) {
                const double heights_tu[4] = {-3.0 + offsets[a], 0.0, -3.0 + span + offsets[b],
                                              -3.0 + span / 2.0};
                round_trip(2, 2, heights_tu, 30.0);
            }
        }
    }
}

static void extremes_survive_a_round_trip(void **state)
{
    (void)state;
    static const double flat[4] = {1234.567, 1234.567, 1234.567, 1234.567};
    static const double zero[4] = {0};
    static const double lowest[4] = {-32767.0, -32767.0, -32767.0, -32767.0};
    static const double highest[4] = {32767.0, 32767.0, 32767.0, 32767.0};
    static const double widest[4] = {-16383.5, 16382.5, 0.0, -0.0};
    static const double tiny[4] = {DBL_MIN, -DBL_MIN, DBL_TRUE_MIN, 0.0};
    round_trip(2, 2, flat, 30.0);
    round_trip(2, 2, zero, 30.0);
    round_trip(2, 2, lowest, 30.0);
    round_trip(2, 2, highest, 30.0);
    round_trip(2, 2, widest, 30.0);
    round_trip(2, 2, tiny, 1e-6);
    round_trip(2, 2, flat, 1e6);
}

static void a_strip_of_65535_points_is_possible(void **state)
{
    (void)state;
    static double heights_tu[65535 * 2];
    for (int i = 0; i < 65535 * 2; i++) heights_tu[i] = i * 0.001;
    round_trip(65535, 2, heights_tu, 1.0);
    round_trip(2, 65535, heights_tu, 1.0);
}

static void written_bytes_are_the_documented_ones(void **state)
{
    (void)state;
    /* 3 x 3 points from -1 to 1: HeightScale 3 is the first above the span of 2 with room for the
     * missing half step, BaseHeight 0 centres it. Code = height * 65536 / 3, rounded. */
    static const double heights_tu[9] = {-1.0, 0.0, 1.0, 0.5, 0.25, -0.5, 0.0, 0.0, 0.125};
    static const uint8_t expected[] = {
        'T',  'E',  'R',  'R',  'A',  'G',  'E',  'N',  'T',  'E',  'R',  'R',  'A',  'I',  'N',
        ' ',  'S',  'I',  'Z',  'E',  2,    0,    0,    0,    'X',  'P',  'T',  'S',  3,    0,
        0,    0,    'Y',  'P',  'T',  'S',  3,    0,    0,    0,    'S',  'C',  'A',  'L',  0x00,
        0x00, 0x20, 0x41, 0x00, 0x00, 0x20, 0x41, 0x00, 0x00, 0x20, 0x41, 'A',  'L',  'T',  'W',
        3,    0,    0,    0,    0xab, 0xaa, 0x00, 0x00, 0x55, 0x55, 0xab, 0x2a, 0x55, 0x15, 0x55,
        0xd5, 0x00, 0x00, 0x00, 0x00, 0xab, 0x0a, 0x00, 0x00, 'E',  'O',  'F',  ' '};
    const char *path = scratch_path("bytes.ter");
    struct terrain terrain = {3, 3, heights_tu, 0};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(write_terrain(path, &terrain, 10.0, &err), &err);
    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, path, 1000, &err), &err);
    assert_int_equal(bytes.size, sizeof expected);
    assert_memory_equal(bytes.data, expected, sizeof expected);
    file_bytes_free(&bytes);
    unlink(path);
}

static void expect_write_error(struct terrain *terrain, double scal_m, const char *message)
{
    const char *path = scratch_path("refused.ter");
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(write_terrain(path, terrain, scal_m, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, message);
    assert_string_equal(err.file, path);
    assert_int_equal(scratch_files(), 0);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    double heights_tu[4] = {0.0, 0.0, 0.0, 0.0};
    struct terrain terrain = {2, 2, heights_tu, 0};
    expect_write_error(&terrain, 0.0,
                       "0 metres per terrain unit, expected a finite number above 0");
    expect_write_error(&terrain, -1.0,
                       "-1 metres per terrain unit, expected a finite number above 0");
    expect_write_error(&terrain, INFINITY,
                       "inf metres per terrain unit, expected a finite number above 0");
    expect_write_error(&terrain, 1e300,
                       "1e+300 metres per terrain unit, expected a finite number above 0");
    heights_tu[3] = NAN;
    expect_write_error(&terrain, 1.0, "the height of point (1, 1) is not a finite number");
    heights_tu[3] = -INFINITY;
    expect_write_error(&terrain, 1.0, "the height of point (1, 1) is not a finite number");
    heights_tu[3] = 1e300;
    expect_write_error(&terrain, 1.0,
                       "heights from 0 to 1e+300 terrain units do not fit a .ter at any scale");
    heights_tu[2] = -1.7e308;
    heights_tu[3] = 1.7e308;
    expect_write_error(&terrain, 1.0,
                       "heights from -1.7e+308 to 1.7e+308 terrain units do not fit a .ter at any "
                       "scale");
    for (int i = 0; i < 4; i++) heights_tu[i] = -32768.0;
    expect_write_error(&terrain, 1.0,
                       "heights from -32768 to -32768 metres do not fit a .ter at 1 metres per "
                       "terrain unit, the smallest that holds them is 1.0001");
    terrain.points_x = 1;
    expect_write_error(&terrain, 1.0, "1 x 2 points, a .ter holds 2 to 65535 points a side");
    terrain.points_x = 65536;
    expect_write_error(&terrain, 1.0, "65536 x 2 points, a .ter holds 2 to 65535 points a side");
}

/* 65530 units of span at 0.5 m need 2 units of 65530 / 32765 = 1 m each; 98298 units high at 1 m
 * need 98298 / 32766 = 3 m. */
static void the_scale_named_in_the_refusal_is_enough(void **state)
{
    (void)state;
    double heights_tu[4] = {-32765.0, 32765.0, 0.0, 0.0};
    struct terrain terrain = {2, 2, heights_tu, 0};
    expect_write_error(&terrain, 0.5,
                       "heights from -16382.5 to 16382.5 metres do not fit a .ter at 0.5 metres "
                       "per terrain unit, the smallest that holds them is 1");
    for (int i = 0; i < 4; i++) heights_tu[i] /= 2.0;
    round_trip(2, 2, heights_tu, 1.0);
    for (int i = 0; i < 4; i++) heights_tu[i] = 98298.0;
    expect_write_error(&terrain, 1.0,
                       "heights from 98298 to 98298 metres do not fit a .ter at 1 metres per "
                       "terrain unit, the smallest that holds them is 3");
    for (int i = 0; i < 4; i++) heights_tu[i] /= 3.0;
    round_trip(2, 2, heights_tu, 3.0);

    uint64_t seed = 2;
    for (int round = 0; round < 200; round++) {
        const double scal_m = exp(harness_uniform(&seed, -8.0, 3.0));
        const double size = 65536.0 * exp(harness_uniform(&seed, 0.1, 8.0));
        for (int i = 0; i < 4; i++) heights_tu[i] = harness_uniform(&seed, -size, size);
        heights_tu[0] = size;
        struct scree_error err = SCREE_ERROR_INIT;
        const char *path = scratch_path("refused.ter");
        assert_int_equal(write_terrain(path, &terrain, scal_m, &err), SCREE_BAD_ARGUMENT);
        const char *named = strrchr(err.text, ' ');
        assert_non_null(named);
        const double enough_m = strtod(named, NULL);
        assert_true(enough_m > scal_m);
        for (int i = 0; i < 4; i++) heights_tu[i] *= scal_m / enough_m;
        round_trip(2, 2, heights_tu, enough_m);
        /* One in a thousand less is not enough. */
        for (int i = 0; i < 4; i++) heights_tu[i] *= 1.001;
        err_clear(&err);
        assert_int_equal(write_terrain(path, &terrain, enough_m / 1.001, &err), SCREE_BAD_ARGUMENT);
    }
}

/* The second call for a row gives other heights than the first. */
static void give_other_row(void *context, uint32_t y, double *heights_tu)
{
    unsigned *calls = context;
    const bool again = (*calls)++ >= 2;
    heights_tu[0] = again ? (y == 0 ? 2.0 : NAN) : 0.0;
    heights_tu[1] = again ? (y == 0 ? -1e300 : 1e300) : 1.0;
}

static void a_source_that_changes_cannot_wrap(void **state)
{
    (void)state;
    unsigned calls = 0;
    const struct ter_source source = {2, 2, 30.0, give_other_row, &calls, 0, 0, 0, 0};
    const char *path = scratch_path("changed.ter");
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_write_file(path, &source, &err), &err);
    assert_ok(ter_read_file(&field, path, NULL, &err), &err);
    static const int expected[4] = {32767, -32768, -32768, 32767};
    for (int i = 0; i < 4; i++) assert_int_equal(field->elevations[i], expected[i]);
    ter_free(field);
    unlink(path);
}

static void an_output_that_fails_leaves_nothing(void **state)
{
    (void)state;
    static const double heights_tu[4] = {1.0, 2.0, 3.0, 4.0};
    struct terrain terrain = {2, 2, heights_tu, 0};
    struct scree_error err = SCREE_ERROR_INIT;
    const char *path = scratch_path("no/such/folder.ter");
    assert_int_equal(write_terrain(path, &terrain, 1.0, &err), SCREE_CANNOT_WRITE);
    assert_string_equal(err.file, path);
    assert_int_equal(scratch_files(), 0);
    assert_int_equal(write_terrain(path, &terrain, 1.0, NULL), SCREE_CANNOT_WRITE);
}

/* Header of a 2 x 2 file without SCAL; ALTW's numbers and elevations follow. */
#define SMALL_HEADER "TERRAGENTERRAIN SIZE\1\0\0\0ALTW"

static void altitudes_are_signed(void **state)
{
    (void)state;
    static const char text[] = SMALL_HEADER "\xfe\xff\xf6\xff" /* HeightScale -2, Base -10 */
                                            "\0\x80\xff\x7f\xff\xff\1"; /* and the 0 of the text */
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_read_memory(&field, (const uint8_t *)text, sizeof text, NULL, &err), &err);
    assert_int_equal(field->height_scale, -2);
    assert_int_equal(field->base_height, -10);
    static const int expected[4] = {-32768, 32767, -1, 1};
    for (int i = 0; i < 4; i++) assert_int_equal(field->elevations[i], expected[i]);
    assert_true(field->base_tu + field->step_tu * field->elevations[0] == -9.0);
    assert_true(field->base_tu == -10.0);
    assert_true(field->step_tu == -2.0 / 65536.0);
    assert_false(field->scal_given);
    assert_true(field->scal_m[2] == TER_DEFAULT_SCAL_M);
    assert_true(field->curve_radius_km == 6370.0);
    assert_int_equal(field->curve_mode, 0);
    ter_free(field);
}

static void curvature_is_kept_for_reporting(void **state)
{
    (void)state;
    static const char text[] = "TERRAGENTERRAIN SIZE\1\0\0\0CRAD\0\0\x7a\x44"
                               "CRVM\1\0\0\0ALTW\1\0\0\0\0\0\0\0\0\0\0";
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_read_memory(&field, (const uint8_t *)text, sizeof text, NULL, &err), &err);
    assert_true(field->curve_radius_km == 1000.0);
    assert_int_equal(field->curve_mode, 1);
    ter_free(field);
}

/* What is written of a curved terrain is curved. */
static void curvature_is_written(void **state)
{
    (void)state;
    const double heights_tu[4] = {0, 1, 2, 3};
    struct terrain terrain = {2, 2, heights_tu, 0};
    const struct ter_source source = {2, 2, 30, give_row, &terrain, 1, 1737.4, 0, 0};
    const char *path = scratch_path("moon.ter");
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_write_file(path, &source, &err), &err);
    assert_ok(ter_read_file(&field, path, NULL, &err), &err);
    assert_int_equal(field->curve_mode, 1);
    assert_true(field->curve_radius_km == (double)1737.4f);
    ter_free(field);
}

static void options_change_heights(void **state)
{
    (void)state;
    struct ter_field field = {.base_tu = 17.0, .step_tu = 0.5, .scal_m = {30.0, 20.0, 10.0}};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_apply_height(&field, -2.0, 100.0, &err), &err);
    assert_true(field.base_tu == 66.0);
    assert_true(field.step_tu == -1.0);

    const struct ter_field before = field;
    const double bad_heights[][2] = {{0.0, 1.0},      {NAN, 0.0},  {INFINITY, 0.0},
                                     {1.0, INFINITY}, {1.0, NAN},  {1e308, 0.0},
                                     {1.0, -NAN},     {-1e308, 0}, {0.0, 0.0}};
    for (size_t i = 0; i < sizeof bad_heights / sizeof bad_heights[0]; i++)
        assert_int_equal(ter_apply_height(&field, bad_heights[i][0], bad_heights[i][1], NULL),
                         SCREE_BAD_ARGUMENT);
    assert_memory_equal(&field, &before, sizeof field);
    ter_free(NULL);
}

/* A cell size given by the user replaces SCAL, even one that would be refused, or that is not
 * there. */
static void cell_size_replaces_scal(void **state)
{
    (void)state;
    static const char *const files[] = {"16-scal-0", "16-scal-nan", "25-scal-first",
                                        "27-height-scale-0"};
    struct ter_options options = TER_OPTIONS_DEFAULT;
    options.cell_m = 2.5;
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        char name[96];
        snprintf(name, sizeof name, "tests/invalid/ter/%s.ter", files[k]);
        struct scree_error err = SCREE_ERROR_INIT;
        struct ter_field *field;
        assert_ok(ter_read_file(&field, harness_source(name), &options, &err), &err);
        for (int i = 0; i < 3; i++) assert_true(field->scal_m[i] == 2.5);
        ter_free(field);
    }
    const double bad_cells[] = {-1.0, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct ter_field *field;
        options.cell_m = bad_cells[i];
        assert_int_equal(ter_read_file(&field,
                                       harness_source("tests/invalid/ter/25-scal-first.ter"),
                                       &options, &err),
                         SCREE_BAD_ARGUMENT);
        assert_null(field);
        assert_memory_equal(err.text, "cell size is ", 13);
    }
}

/* By hand: 3 x 5 points of 2, 3 and 10 m a unit; base 100 and a step of a quarter. */
static void places_are_in_metres(void **state)
{
    (void)state;
    const struct ter_field field = {
        .points_x = 3, .points_y = 5, .base_tu = 100, .step_tu = 0.25, .scal_m = {2, 3, 10}};
    assert_true(ter_extent_x_m(&field) == 4.0);
    assert_true(ter_extent_y_m(&field) == 12.0);
    assert_true(ter_altitude_m(&field, 0.0) == 1000.0);
    assert_true(ter_altitude_m(&field, -7.0) == 930.0);
    assert_true(ter_sample_altitude_m(&field, -8.0) == 980.0);
}

/* A part of a grid in degrees lies where it lay in the whole. */
static void a_part_keeps_its_degrees(void **state)
{
    (void)state;
    int16_t elevations[20] = {0};
    struct ter_field field = {.points_x = 5,
                              .points_y = 4,
                              .scal_m = {1, 1, 1},
                              .step_tu = 1,
                              .globe = {46, {0.25, 0.5}, 8, true},
                              .elevations = elevations};
    struct ter_field *part;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_crop(&part, &field, 3, 2, 2, 2, &err), &err);
    assert_true(part->globe.longitude_deg == 8.75);
    assert_true(part->globe.latitude_deg == 47);
    ter_free(part);
}

/* Points are counted with 32 bits: more are refused before anything is looked at. */
static void too_many_points_are_not_filled(void **state)
{
    (void)state;
    float sample = NAN;
    struct ter_field field = {.points_x = 65536,
                              .points_y = 65536,
                              .scal_m = {1, 1, 1},
                              .step_tu = 1,
                              .samples = &sample,
                              .memory = &sample,
                              .has_missing = true};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(ter_fill_missing(&field, NULL, &err), SCREE_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_survive_a_round_trip),
        cmocka_unit_test(peaks_on_whole_units_do_not_wrap),
        cmocka_unit_test(extremes_survive_a_round_trip),
        cmocka_unit_test(a_strip_of_65535_points_is_possible),
        cmocka_unit_test(written_bytes_are_the_documented_ones),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_scale_named_in_the_refusal_is_enough),
        cmocka_unit_test(a_source_that_changes_cannot_wrap),
        cmocka_unit_test(an_output_that_fails_leaves_nothing),
        cmocka_unit_test(altitudes_are_signed),
        cmocka_unit_test(curvature_is_kept_for_reporting),
        cmocka_unit_test(curvature_is_written),
        cmocka_unit_test(options_change_heights),
        cmocka_unit_test(cell_size_replaces_scal),
        cmocka_unit_test(places_are_in_metres),
        cmocka_unit_test(a_part_keeps_its_degrees),
        cmocka_unit_test(too_many_points_are_not_filled),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
