/*
 * heights/: whatever field is written, reading the file with the range that was reported gives
 * heights no further away than was promised; nothing wraps and nothing is turned around.
 */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
#include "heights/heights.h"
#include "image/image.h"

#define COLUMNS 13
#define ROWS 7
#define POINTS (COLUMNS * ROWS)

static const struct {
    enum scree_terrain_form kind;
    const char *name;
} kinds[] = {{SCREE_TERRAIN_TER, "a.ter"},
             {SCREE_TERRAIN_PNG, "a.png"},
             {SCREE_TERRAIN_R16, "a.r16"},
             {SCREE_TERRAIN_R32, "a.r32"},
             {SCREE_TERRAIN_TIFF, "a.tif"}};

static double altitude_m(const struct ter_field *field, size_t i)
{
    const double sample =
        field->elevations != NULL ? (double)field->elevations[i] : (double)field->samples[i];
    return (field->base_tu + field->step_tu * sample) * field->scal_m[2];
}

static struct scree_terrain_options options_for(enum scree_terrain_form kind,
                                                const struct heights_written *written)
{
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    if (kind == SCREE_TERRAIN_TER || kind == SCREE_TERRAIN_TIFF) return options;
    options.cell_m = written->cell_m[0];
    options.height_range_m[0] = written->is_float ? 0 : written->range_m[0];
    options.height_range_m[1] = written->is_float ? 1 : written->range_m[1];
    if (kind == SCREE_TERRAIN_R16) options.raw = SCREE_RAW_U16;
    if (kind == SCREE_TERRAIN_R32) options.raw = SCREE_RAW_F32;
    options.raw_width = written->width;
    options.raw_height = written->height;
    return options;
}

static void expect_round_trip(const struct ter_field *field, enum scree_terrain_form kind,
                              const char *name)
{
    const char *path = scratch_path(name);
    struct heights_written written;
    struct heights_about about;
    struct ter_field *back;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(heights_write_file(&written, path, field, kind, NULL, &err), &err);
    assert_int_equal(written.width, COLUMNS);
    assert_int_equal(written.height, ROWS);
    const struct scree_terrain_options options = options_for(kind, &written);
    assert_ok(heights_read_file(&back, &about, path, &options, NULL, &err), &err);
    assert_int_equal(back->points_x, COLUMNS);
    assert_int_equal(back->points_y, ROWS);
    for (size_t i = 0; i < POINTS; i++) {
        const double wanted = altitude_m(field, i), found = altitude_m(back, i);
        /* Floats round to 24 bits; decimal fractions of a cell or range to 53. */
        const double rounding =
            written.is_float ? fabs(wanted) * 0x1p-24 : (fabs(wanted) + written.error_m) * 0x1p-40;
        if (!(fabs(found - wanted) <= written.error_m + rounding))
            fail_msg("%s, point %zu: %.17g, expected %.17g, off by %g at most", name, i, found,
                     wanted, written.error_m);
    }
    heights_about_free(&about);
    ter_free(back);
    unlink(path);
}

static void every_kind_keeps(const struct ter_field *field)
{
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        if (kinds[k].kind == SCREE_TERRAIN_TIFF && !image_has_tiff()) continue;
        expect_round_trip(field, kinds[k].kind, kinds[k].name);
    }
}

static struct ter_field field_of(double cell_m, double base_tu, double step_tu)
{
    return (struct ter_field){.points_x = COLUMNS,
                              .points_y = ROWS,
                              .base_tu = base_tu,
                              .step_tu = step_tu,
                              .scal_m = {cell_m, cell_m, cell_m}};
}

static void elevations_come_back(void **state)
{
    (void)state;
    static const double steps[] = {1.0 / 65536, 21.0 / 65536, 0.1, -0.25, 0.0};
    static const double cells[] = {1, 30, 10.1};
    int16_t elevations[POINTS];
    uint64_t random = 1;
    for (int i = 0; i < POINTS; i++) elevations[i] = (int16_t)(harness_random(&random) >> 16);
    elevations[0] = INT16_MIN;
    elevations[POINTS - 1] = INT16_MAX;
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++)
        for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
            struct ter_field field = field_of(cells[c], 17, steps[s]);
            field.elevations = elevations;
            every_kind_keeps(&field);
        }
}

static void samples_come_back(void **state)
{
    (void)state;
    static const double ranges[][2] = {
        {0, 1}, {-100, 8848.5}, {0, 32000}, {500, 500}, {-7, -6.999}};
    float samples[POINTS];
    uint64_t random = 2;
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        for (int i = 0; i < POINTS; i++)
            samples[i] = (float)harness_uniform(&random, ranges[k][0], ranges[k][1]);
        samples[3] = (float)ranges[k][1]; /* the peak that others turned into a pit */
        samples[5] = (float)ranges[k][0];
        struct ter_field field = field_of(3.3, 0, 1 / 3.3);
        field.samples = samples;
        every_kind_keeps(&field);
    }
}

/* The field of a .ter through 16-bit formats is the same to the last bit. */
static void sixteen_bits_give_the_same_field(void **state)
{
    (void)state;
    static const double cells[] = {1, 10, 30, 0.7, 12.34567, 333.3};
    int16_t elevations[POINTS];
    uint64_t random = 3;
    for (int round = 0; round < 200; round++) {
        const double cell_m = (double)(float)cells[round % 6];
        const double base_tu = (double)(harness_random(&random) % 2001) - 1000;
        const double step_tu = (1 + harness_random(&random) % 32767) / 65536.0;
        struct ter_field field = field_of(cell_m, base_tu, step_tu);
        for (int i = 0; i < POINTS; i++) elevations[i] = (int16_t)(harness_random(&random) >> 16);
        field.elevations = elevations;
        for (size_t k = 1; k <= 2; k++) {
            const char *path = scratch_path(kinds[k].name);
            struct heights_written written;
            struct heights_about about;
            struct ter_field *back;
            struct scree_error err = SCREE_ERROR_INIT;
            assert_ok(heights_write_file(&written, path, &field, kinds[k].kind, NULL, &err), &err);
            const struct scree_terrain_options options = options_for(kinds[k].kind, &written);
            assert_ok(heights_read_file(&back, &about, path, &options, NULL, &err), &err);
            assert_true(back->base_tu == base_tu && back->step_tu == step_tu);
            assert_memory_equal(back->elevations, elevations, sizeof elevations);
            heights_about_free(&about);
            ter_free(back);
            unlink(path);
        }
    }
}

/* Whole terrains: as a .ter no height is further away than half a step of what the file itself
 * says, whatever the heights, and nothing wraps. */
static void expect_half_a_step(const struct ter_field *field, const char *name)
{
    const char *path = scratch_path("half.ter");
    struct heights_written written;
    struct ter_field *back;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(heights_write_file(&written, path, field, SCREE_TERRAIN_TER, NULL, &err), &err);
    assert_ok(ter_read_file(&back, path, NULL, &err), &err);
    const double bound_m = back->height_scale * back->scal_m[2] / 131072.0;
    assert_true(written.error_m <= bound_m * (1 + 1e-6));
    for (size_t i = 0; i < (size_t)field->points_x * field->points_y; i++) {
        const double wanted = altitude_m(field, i), found = altitude_m(back, i);
        /* SCAL is a float: what it rounds is no error of an elevation. */
        if (!(fabs(found - wanted) <= bound_m * (1 + 1e-6) + fabs(wanted) * 0x1p-24))
            fail_msg("%s, point %zu: %.17g, expected %.17g within %g", name, i, found, wanted,
                     bound_m);
    }
    ter_free(back);
    unlink(path);
}

static void real_terrains_stay_within_half_a_step(void **state)
{
    (void)state;
    static const char *const files[] = {"examples/island.ter", "golden/relief/relief.ter"};
    static const char *const samples[] = {"assimp_RealisticTerrain.ter", "cafu/Island.ter"};
    for (size_t k = 0; k < 4; k++) {
        char path[1024]; /* harness_path() keeps few */
        const char *found = k < 2 ? harness_source(files[k]) : harness_sample(samples[k - 2]);
        if (found == NULL) continue;
        snprintf(path, sizeof path, "%s", found);
        for (int how = 0; how < 3; how++) {
            struct ter_field *field, *other = NULL;
            struct scree_error err = SCREE_ERROR_INIT;
            assert_ok(ter_read_file(&field, path, NULL, &err), &err);
            /* As it is; stretched so that no step fits; with heights of its own between. */
            if (how == 1) assert_ok(ter_apply_height(field, 3.7, -12.3, &err), &err);
            if (how == 2)
                assert_ok(ter_resample(&other, field, 2 * field->points_x - 1,
                                       2 * field->points_y - 1, NULL, &err),
                          &err);
            expect_half_a_step(other != NULL ? other : field, path);
            ter_free(other);
            ter_free(field);
        }
    }
}

/* Made ones: random, flat, with the greatest range that fits, with one peak or one pit. */
static void made_terrains_stay_within_half_a_step(void **state)
{
    (void)state;
    static float samples[POINTS];
    static const double ends[][2] = {{0, 0},          {-5.5, -5.5},       {0, 32766},
                                     {-32000, -0.5},  {-16000, 16000},    {1e-7, 2e-7},
                                     {119.5, 120},    {0.25, 120},        {-1, 1},
                                     {8000, 8000.25}, {32000.1, 32767.0}, {-16383, 16383}};
    uint64_t random = 9;
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++)
        for (int how = 0; how < 3; how++) {
            struct ter_field field = field_of(1, 0, 1);
            field.samples = samples;
            for (int i = 0; i < POINTS; i++)
                samples[i] = (float)(how == 0   ? harness_uniform(&random, ends[k][0], ends[k][1])
                                     : how == 1 ? ends[k][0]
                                                : ends[k][1]);
            samples[7] = (float)ends[k][0];
            samples[POINTS / 2] = (float)ends[k][1];
            char name[40];
            snprintf(name, sizeof name, "%g to %g", ends[k][0], ends[k][1]);
            expect_half_a_step(&field, name);
        }
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    float samples[POINTS] = {0};
    struct ter_field field = field_of(1, 0, 1);
    struct heights_written written;
    struct scree_error err;
    const char *path = scratch_path("a.ter");
    samples[4] = 70000;
    field.samples = samples;
    err_clear(&err);
    assert_int_equal(heights_write_file(&written, path, &field, SCREE_TERRAIN_TER, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_int_equal(written.width, 0);
    assert_int_not_equal(access(path, F_OK), 0);
    field.scal_m[1] = 2;
    err_clear(&err);
    assert_int_equal(heights_write_file(&written, path, &field, SCREE_TERRAIN_TER, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "points are 1 m apart to the east and 2 m to the north: a .ter "
                                  "has one spacing (give it with {cell_m}, or write a .tif)");
}

static void names_tell_the_kind(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int kind;
    } names[] = {{"a.ter", SCREE_TERRAIN_TER},
                 {"a.b/c.PNG", SCREE_TERRAIN_PNG},
                 {"x.r16", SCREE_TERRAIN_R16},
                 {"x.R32", SCREE_TERRAIN_R32},
                 {"x.tif", SCREE_TERRAIN_TIFF},
                 {"x.Tiff", SCREE_TERRAIN_TIFF},
                 {"x.glb", SCREE_TERRAIN_GLB},
                 {"x.PLY", SCREE_TERRAIN_PLY},
                 {"x.obj", SCREE_TERRAIN_OBJ},
                 {".ter", -1},
                 {"ter", -1},
                 {"a.ter.bak", -1},
                 {"", -1}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        enum scree_terrain_form kind = SCREE_TERRAIN_TER;
        const bool known = heights_kind_of_name(&kind, names[i].name);
        assert_int_equal(known, names[i].kind >= 0);
        if (known) assert_int_equal(kind, names[i].kind);
    }
}

static enum scree_code put_bytes(void *context, const void *data, size_t size,
                                 struct scree_error *err)
{
    (void)err;
    grow_put(context, data, size);
    return SCREE_OK;
}

/* 2 x 3 pixels of 10 x 5 units, with the south-west corner at 700, 5000, or turned or mirrored. */
static enum scree_code read_placed(struct ter_field **out, struct heights_about *about,
                                   const double matrix[16], struct scree_error *err)
{
    static const float rows[6] = {1, 2, 3, 4, 5, 6};
    struct image_geo geo = {.has_matrix = true};
    memcpy(geo.matrix, matrix, sizeof geo.matrix);
    const struct image_tiff_form form = {
        .width = 2, .height = 3, .channels = 1, .number = IMAGE_F32, .geo = &geo};
    struct grow bytes = {.text = NULL};
    struct stream to = {.put = put_bytes, .context = &bytes};
    assert_ok(image_tiff_whole(&to, &form, rows, err), err);
    const struct scree_terrain_options options = {.max_points = 100,
                                                  .max_file_bytes = 10000,
                                                  .max_memory_bytes = 10000,
                                                  .height_scale = 1.0,
                                                  .cell_m = 7};
    const enum scree_code code = heights_read_memory(out, about, (const uint8_t *)bytes.text,
                                                     bytes.size, NULL, &options, err);
    grow_free(&bytes);
    return code;
}

static void rows_from_the_south_keep_their_place(void **state)
{
    (void)state;
    if (!image_has_tiff()) skip();
    double matrix[16] = {10, 0, 0, 700, 0, 5, 0, 5000, 0, 0, 0, 0, 0, 0, 0, 1};
    struct ter_field *field;
    struct heights_about about;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(read_placed(&field, &about, matrix, &err), &err);
    for (int i = 0; i < 6; i++) assert_true(fabs(altitude_m(field, (size_t)i) - (i + 1)) < 1e-6);
    assert_non_null(about.geo);
    double at[2];
    image_geo_middle(at, about.geo, 0, 0); /* row 0 is north */
    assert_true(at[0] == 705);
    assert_true(at[1] == 5012.5);
    image_geo_middle(at, about.geo, 1, 2);
    assert_true(at[0] == 715);
    assert_true(at[1] == 5002.5);
    assert_int_equal(about.geo->key_count, 0);
    heights_about_free(&about);
    ter_free(field);

    matrix[0] = -10;
    assert_int_equal(read_placed(&field, &about, matrix, &err), SCREE_UNSUPPORTED);
    matrix[0] = 10;
    matrix[4] = 0.5;
    assert_int_equal(read_placed(&field, &about, matrix, &err), SCREE_UNSUPPORTED);
}

static void expect_place(const struct image_geo *geo, double column, double row, double x, double y)
{
    double at[2];
    assert_non_null(geo);
    image_geo_middle(at, geo, column, row);
    assert_true(fabs(at[0] - x) < 1e-12 * fabs(x));
    assert_true(fabs(at[1] - y) < 1e-12 * fabs(y));
}

static void grids_and_tiles_say_where_they_lie(void **state)
{
    (void)state;
    static const char corner[] = "ncols 3\nnrows 2\nxllcorner 700\nyllcorner 5000\ncellsize 10\n"
                                 "1 2 3 4 5 6\n";
    static const char centre[] = "ncols 3\nnrows 2\nxllcenter 700\nyllcenter 5000\ndx 10\ndy 5\n"
                                 "1 2 3 4 5 6\n";
    static const char none[] = "ncols 3\nnrows 2\ncellsize 10\n1 2 3 4 5 6\n";
    struct ter_field *field;
    struct heights_about about;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct {
        const char *text;
        double x, y; /* of the middle of the pixel in the south-west */
    } grids[] = {{corner, 705, 5005}, {centre, 700, 5000}, {none, 0, 0}};
    for (int i = 0; i < 3; i++) {
        assert_ok(heights_read_memory(&field, &about, (const uint8_t *)grids[i].text,
                                      strlen(grids[i].text), NULL, NULL, &err),
                  &err);
        if (grids[i].x > 0) {
            expect_place(about.geo, 0, 1, grids[i].x, grids[i].y);
            assert_int_equal(about.geo->key_count, 0);
        } else {
            assert_null(about.geo);
        }
        heights_about_free(&about);
        ter_free(field);
    }
    uint8_t *tile = calloc(1201 * 1201, 2);
    assert_non_null(tile);
    assert_ok(heights_read_memory(&field, &about, tile, (size_t)1201 * 1201 * 2, "S01W070.hgt",
                                  NULL, &err),
              &err);
    expect_place(about.geo, 1200, 1200, -69, -1); /* posts, not cells */
    expect_place(about.geo, 600, 600, -69.5, -0.5);
    assert_int_equal(about.geo->keys[15], 4326);
    heights_about_free(&about);
    ter_free(field);
    free(tile);
}

/* Corners in the north-west, the north-east, the south-west. */
static void expect_corners(const struct ter_field *field, const struct heights_about *about,
                           double middle_x, double middle_y, double half_x, double half_y,
                           double within)
{
    double corners[6];
    assert_true(heights_find_corners(corners, field, about->geo));
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(corners[2 * i] - middle_x - (i == 1 ? half_x : -half_x)) < within);
        assert_true(fabs(corners[2 * i + 1] - middle_y - (i == 2 ? -half_y : half_y)) < within);
    }
}

static void corners_have_longitudes_and_latitudes(void **state)
{
    (void)state;
    static const char nowhere[] = "ncols 3\nnrows 2\ncellsize 10\n1 2 3 4 5 6\n";
    struct ter_field *field, *cut;
    struct heights_about about;
    struct scree_error err = SCREE_ERROR_INIT;
    double corners[6], degree_m[2];
    assert_ok(heights_read_memory(&field, &about, (const uint8_t *)nowhere, sizeof nowhere - 1,
                                  NULL, NULL, &err),
              &err);
    assert_false(heights_find_corners(corners, field, about.geo));
    heights_about_free(&about);
    ter_free(field);
    uint8_t *tile = calloc(1201 * 1201, 2);
    assert_non_null(tile);
    assert_ok(heights_read_memory(&field, &about, tile, (size_t)1201 * 1201 * 2, "S01W070.hgt",
                                  NULL, &err),
              &err);
    expect_corners(field, &about, -69.5, -0.5, 0.5, 0.5, 1e-9);
    /* On a plane of its own they are half a side away. */
    const struct heights_box box = {-69.5, -0.5, 10000, 11};
    assert_ok(heights_cut_box(&cut, &about, field, &box, NULL, &err), &err);
    heights_degree_m(degree_m, -0.5);
    expect_corners(cut, &about, -69.5, -0.5, 5000 / degree_m[0], 5000 / degree_m[1], 1e-5);
    ter_free(cut);
    heights_about_free(&about);
    ter_free(field);
    free(tile);
}

/* A job that is called off when it is asked for the `left`th time. */
static int call_off(void *context, const char *step, double done)
{
    (void)step, (void)done;
    long *const left = context;
    return --*left == 0;
}

static enum scree_code write_asking(struct grow *bytes, const struct ter_field *field,
                                    enum scree_terrain_form kind, struct scree_job *job,
                                    struct scree_error *err)
{
    struct heights_written written;
    struct stream to = {.put = put_bytes, .context = bytes};
    err_clear(err);
    return heights_write(&written, &to, field, kind, NULL, job, err);
}

static enum scree_code read_asking(const struct grow *bytes, enum scree_terrain_form kind,
                                   const struct ter_field *written, struct scree_job *job,
                                   struct scree_error *err)
{
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    struct file_input input = file_input_memory(bytes->text, bytes->size);
    struct heights_about about;
    struct ter_field *field;
    options.cell_m = 1;
    options.height_range_m[1] = 1;
    if (kind == SCREE_TERRAIN_R16) options.raw = SCREE_RAW_U16;
    if (kind == SCREE_TERRAIN_R32) options.raw = SCREE_RAW_F32;
    options.raw_width = written->points_x;
    options.raw_height = written->points_y;
    err_clear(err);
    const enum scree_code code =
        heights_read_input(&field, &about, &input, NULL, &options, job, err);
    assert_true((code == SCREE_OK) == (field != NULL));
    heights_about_free(&about);
    ter_free(field);
    return code;
}

/* Whoever waits for a large terrain can call it off at any of many instants. */
static void readers_and_writers_ask_the_job(void **state)
{
    (void)state;
    static float samples[2100 * 1000];
    for (size_t i = 0; i < 2100 * 1000; i++) samples[i] = (float)(i % 977) * 0.37f;
    struct ter_field field = field_of(1, 0, 1);
    field.points_x = 2100;
    field.points_y = 1000;
    field.samples = samples;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        if (kinds[k].kind == SCREE_TERRAIN_TIFF && !image_has_tiff()) continue;
        struct scree_error err = SCREE_ERROR_INIT;
        struct grow bytes = {.text = NULL};
        long left = 0;
        struct scree_job job = {.progress = call_off, .context = &left};
        assert_ok(write_asking(&bytes, &field, kinds[k].kind, &job, &err), &err);
        const long writing = -left;
        left = 0;
        assert_ok(read_asking(&bytes, kinds[k].kind, &field, &job, &err), &err);
        const long reading = -left;
        assert_true(writing >= 2);
        assert_true(reading >= 2);
        for (long at = 1; at <= writing; at++) {
            struct grow none = {.text = NULL};
            struct scree_job once = {.progress = call_off, .context = &left};
            left = at;
            assert_int_equal(write_asking(&none, &field, kinds[k].kind, &once, &err),
                             SCREE_CANCELLED);
            grow_free(&none);
        }
        for (long at = 1; at <= reading; at++) {
            struct scree_job once = {.progress = call_off, .context = &left};
            left = at;
            assert_int_equal(read_asking(&bytes, kinds[k].kind, &field, &once, &err),
                             SCREE_CANCELLED);
        }
        grow_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_and_tiles_say_where_they_lie),
        cmocka_unit_test(corners_have_longitudes_and_latitudes),
        cmocka_unit_test(rows_from_the_south_keep_their_place),
        cmocka_unit_test(elevations_come_back),
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(sixteen_bits_give_the_same_field),
        cmocka_unit_test(real_terrains_stay_within_half_a_step),
        cmocka_unit_test(made_terrains_stay_within_half_a_step),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(names_tell_the_kind),
        cmocka_unit_test(readers_and_writers_ask_the_job),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
