/* A terrain that stays in its file gives the bits of one in memory, and a file that another process
 * shortens or writes to is an error wherever it is noticed (it was a SIGBUS when it was mapped). */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include <fcntl.h>

#include "tests/ter_file.h"
#include "tests/winners.h"

#include "render/render.h"
#include "ter/ter.h"

#define ACROSS 190
#define DOWN 217

/* The same terrain twice. */
struct twins {
    struct ter_field *memory, *file;
    const char *path;
};

static struct twins make_twins(uint32_t points_x, uint32_t points_y)
{
    struct twins twins = {.path = scratch_path("in-file.ter")};
    struct ter_field *hills = fixture_field(points_x, points_y, 1);
    fixture_hills(hills, 7);
    ter_file_write(twins.path, hills, (struct ter_file_part){0, 0, points_x, points_y});
    ter_free(hills);
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_options options = TER_OPTIONS_DEFAULT;
    assert_ok(ter_read_file(&twins.memory, twins.path, &options, &err), &err);
    options.leave_from_bytes = 1;
    options.max_points = 1; /* they do not count: nothing is allocated */
    options.max_memory_bytes = 1;
    assert_ok(ter_read_file(&twins.file, twins.path, &options, &err), &err);
    assert_false(ter_is_in_file(twins.memory));
    assert_true(ter_is_in_file(twins.file));
    return twins;
}

static void free_twins(struct twins *twins)
{
    ter_free(twins->memory);
    ter_free(twins->file);
    unlink(twins->path);
}

static void rows_are_those_of_memory(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{2, 2}, {3, 2}, {2, 5}, {5, 4}, {41, 60}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct twins twins = make_twins(sizes[k][0], sizes[k][1]);
        const uint32_t columns = sizes[k][0], rows = sizes[k][1];
        struct scree_error err = SCREE_ERROR_INIT;
        struct ter_window *window;
        const size_t most = ter_window_rows(twins.file, 1, 0);
        assert_ok(ter_window_create(&window, twins.file, most, &err), &err);
        uint64_t x[64], seed = k;
        float *scratch = malloc(ter_scratch_floats((uint64_t)columns << 32) * sizeof *scratch);
        for (uint32_t i = 0; i < columns; i++) x[i] = (uint64_t)i << 32;
        for (int round = 0; round < 200; round++) {
            uint64_t y = harness_random(&seed) % (((uint64_t)(rows - 1) << 32) + 1);
            if (round % 4 == 0) y = (uint64_t)(round / 4 % (int)rows) << 32;
            float found[3][64], wanted[3][64];
            assert_ok(ter_window_hold(window, &y, 1, 2, &err), &err);
            ter_sample_row(ter_window_field(window), x, columns, y, scratch,
                           &(struct ter_ground){found[0], found[1], found[2]});
            ter_sample_row(twins.memory, x, columns, y, scratch,
                           &(struct ter_ground){wanted[0], wanted[1], wanted[2]});
            for (int n = 0; n < 3; n++)
                assert_memory_equal(found[n], wanted[n], columns * sizeof(float));
        }
        free(scratch);
        ter_window_free(window);
        struct ter_ranges ranges[2];
        assert_ok(ter_measure(&ranges[0], twins.file, 3, NULL, &err), &err);
        assert_ok(ter_measure(&ranges[1], twins.memory, 1, NULL, &err), &err);
        assert_memory_equal(&ranges[0], &ranges[1], sizeof ranges[0]);
        struct ter_field *loaded;
        assert_ok(ter_load(&loaded, twins.file, 1, NULL, &err), &err);
        assert_memory_equal(loaded->elevations, twins.memory->elevations,
                            (size_t)columns * rows * sizeof *loaded->elevations);
        ter_free(loaded);
        free_twins(&twins);
    }
}

static void images_are_those_of_memory(void **state)
{
    (void)state;
    struct twins twins = make_twins(ACROSS, DOWN);
    struct fixture_map map;
    fixture_map_rich(&map); /* one layer has a smoothed terrain */
    const struct render_options all[] = {
        {.grid = SCREE_CELLS, .width = ACROSS - 1, .height = DOWN - 1, .threads = 2},
        {.grid = SCREE_CELLS, .width = 400, .height = 300, .threads = 2, .tile = 16},
        {.grid = SCREE_CELLS, .width = 9, .height = 11, .threads = 1},
        {.grid = SCREE_CELLS, .width = 60, .height = 3, .threads = 3, .tile = 1},
        {.grid = SCREE_VERTICES, .width = ACROSS, .height = DOWN, .threads = 2, .tile = 7},
        {.grid = SCREE_CELLS,
         .width = 500,
         .height = 800,
         .threads = 2,
         .tile = 5,
         .crop = {100, 33, 77, 250}}};
    static uint8_t found[500 * 800], wanted[500 * 800];
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct render_options options = all[k];
        options.relief = 1.6;
        memset(found, 0xee, sizeof found);
        memset(wanted, 0xee, sizeof wanted);
        assert_ok(winners(wanted, twins.memory, &map.map, &options, &err), &err);
        assert_ok(winners(found, twins.file, &map.map, &options, &err), &err);
        assert_memory_equal(found, wanted, sizeof found);
    }
    free_twins(&twins);
}

static void a_file_that_is_changed_is_an_error(void **state)
{
    (void)state;
    struct fixture_map map;
    fixture_map_rich(&map);
    struct render_options options = {
        .grid = SCREE_CELLS, .width = ACROSS - 1, .height = DOWN - 1, .threads = 2, .relief = 1.6};
    static uint8_t plane[ACROSS * DOWN];
    for (int change = 0; change < 4; change++) {
        struct twins twins = make_twins(ACROSS, DOWN);
        const struct timespec times[2] = {{1, 0}, {1, 0}};
        if (change < 3) {
            static const long sizes[3] = {0, 4096, 46 + 2 * ACROSS * DOWN};
            assert_int_equal(truncate(twins.path, sizes[change]), 0);
        } else {
            assert_int_equal(utimensat(AT_FDCWD, twins.path, times, 0), 0);
        }
        for (int use = 0; use < 4; use++) {
            struct scree_error err = SCREE_ERROR_INIT;
            struct ter_ranges ranges;
            struct ter_field *loaded;
            if (use == 0)
                assert_int_equal(ter_measure(&ranges, twins.file, 2, NULL, &err),
                                 SCREE_CANNOT_READ);
            if (use == 1)
                assert_int_equal(ter_load(&loaded, twins.file, 1, NULL, &err), SCREE_CANNOT_READ);
            if (use == 2) {
                for (uint32_t i = 0; i < map.map.layer_count; i++) map.layers[i].smsz = 0.1f;
                assert_int_equal(winners(plane, twins.file, &map.map, &options, &err),
                                 SCREE_CANNOT_READ);
            }
            if (use == 3) { /* for a smoothed terrain all is read as the plan is made */
                map.layers[1].smsz = 2.5f;
                assert_int_equal(winners(plane, twins.file, &map.map, &options, &err),
                                 SCREE_CANNOT_READ);
            }
            assert_string_equal(err.text, "was changed while it was being read");
            assert_non_null(strstr(err.file, "in-file.ter"));
        }
        free_twins(&twins);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_memory),
        cmocka_unit_test(images_are_those_of_memory),
        cmocka_unit_test(a_file_that_is_changed_is_an_error),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
