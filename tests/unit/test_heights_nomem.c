/* heights/: whichever allocation fails, reading and writing say SCREE_NO_MEMORY and keep nothing. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/nomem.h"
#include "tests/scratch.h"

#include <unistd.h>

#include "base/file.h"
#include "heights/heights.h"
#include "image/image.h"

/* A file of each format, and how many allocations reading it has at least. */
static const struct input {
    const char *file;
    unsigned long least;
} inputs[] = {{"tests/invalid/ter/25-scal-first.ter", 2}, {"tests/invalid/heights/png-16.bin", 3},
              {"tests/invalid/heights/tiff-u16.bin", 3},  {"tests/invalid/heights/pgm-16.bin", 2},
              {"tests/invalid/heights/ascii.bin", 3},     {"tests/invalid/heights/beamng-9.bin", 6},
              {"tests/invalid/heights/raw-u16.bin", 2}};

static enum scree_code read_it(void *context, struct scree_error *err)
{
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    options.cell_m = 10;
    options.height_range_m[1] = 1;
    options.has_fill = true;
    options.max_height_m = 100;
    options.raw = strstr(context, "raw") != NULL ? SCREE_RAW_U16 : SCREE_RAW_NONE;
    options.raw_width = 3;
    options.raw_height = 2;
    struct ter_field *field;
    struct heights_about about;
    const enum scree_code code = heights_read_file(&field, &about, context, &options, NULL, err);
    assert_true((field == NULL) == (code != SCREE_OK));
    assert_true(code == SCREE_OK || about.layers.ids == NULL);
    heights_about_free(&about);
    ter_free(field);
    return code;
}

static void every_allocation_of_reading_may_fail(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof inputs / sizeof inputs[0]; k++) {
        if (!image_has_tiff() && strstr(inputs[k].file, "tiff") != NULL) continue;
        char *path = (char *)harness_source(inputs[k].file);
        if (access(path, R_OK) != 0) fail_msg("%s is gone", path);
        const unsigned long failed = nomem_each(read_it, path);
        if (failed < inputs[k].least)
            fail_msg("%s: %lu allocations, expected %lu at least", path, failed, inputs[k].least);
    }
}

static const int16_t elevations[] = {1, 2, 3, 4, 5, 6};
static const uint8_t holes[] = {0, 1, 0, 0, 0, 0};
static const uint8_t rgb[2 * 1 * 3] = {1, 2, 3, 4, 5, 6};
static const struct heights_extras extras = {.holes = holes,
                                             .every = 1,
                                             .rgb = rgb,
                                             .rgb_width = 2,
                                             .rgb_height = 1,
                                             .window = {0, 0, 1, 1}};

static enum scree_code write_it(void *context, struct scree_error *err)
{
    const struct ter_field field = {
        .points_x = 3, .points_y = 2, .step_tu = 1, .scal_m = {1, 1, 1}, .elevations = elevations};
    enum scree_terrain_form kind = SCREE_TERRAIN_TER;
    assert_true(heights_kind_of_name(&kind, context));
    struct heights_written written;
    struct heights_mesh mesh;
    const enum scree_code code =
        heights_kind_is_mesh(kind)
            ? heights_write_mesh(&mesh, context, &field, kind, &extras, err)
            : heights_write_file(&written, context, &field, kind, &extras, err);
    if (code != SCREE_OK) assert_int_equal(access(context, F_OK), -1);
    unlink(context);
    return code;
}

static void every_allocation_of_writing_may_fail(void **state)
{
    (void)state;
    static const char *const names[] = {"a.ter", "a.png", "a.r16", "a.r32",
                                        "a.tif", "a.glb", "a.ply", "a.obj"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (!image_has_tiff() && strcmp(names[k], "a.tif") == 0) continue;
        char *path = (char *)scratch_path(names[k]);
        const unsigned long failed = nomem_each(write_it, path);
        if (failed < 3) fail_msg("%s: %lu allocations", path, failed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_reading_may_fail),
        cmocka_unit_test(every_allocation_of_writing_may_fail),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
