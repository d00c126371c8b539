/* A world of tiles gives the bits of the merged terrain, whoever asks for its rows; a tile that is
 * changed is an error that names it; no memory is an error, too. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/nomem.h"
#include "tests/ter_file.h"
#include "tests/winners.h"

#include "render/render.h"
#include "worlds/worlds.h"

/* Tiles of SIDE points a side that share their edges: ACROSS x DOWN of them. */
#define SIDE 33
#define ACROSS 4
#define DOWN 3
#define POINTS_X (ACROSS * (SIDE - 1) + 1)
#define POINTS_Y (DOWN * (SIDE - 1) + 1)

struct scene {
    struct ter_field *merged, *world;
    struct worlds_about about;
};

static const char *tile_path(uint32_t column, uint32_t row)
{
    char name[40];
    snprintf(name, sizeof name, "hills_x%u_y%u.ter", (unsigned)column, (unsigned)row);
    return scratch_path(name);
}

static struct scene make_scene(void)
{
    struct scene scene;
    struct ter_field *hills = fixture_field(POINTS_X, POINTS_Y, 1);
    fixture_hills(hills, 11);
    for (uint32_t row = 0; row < DOWN; row++)
        for (uint32_t column = 0; column < ACROSS; column++)
            ter_file_write(
                tile_path(column, row), hills,
                (struct ter_file_part){column * (SIDE - 1), row * (SIDE - 1), SIDE, SIDE});
    const char *const whole = scratch_path("whole.ter");
    ter_file_write(whole, hills, (struct ter_file_part){0, 0, POINTS_X, POINTS_Y});
    ter_free(hills);
    struct err err;
    err_clear(&err);
    assert_ok(ter_read_file(&scene.merged, whole, NULL, &err), &err);
    bool is_world;
    assert_ok(worlds_is(&is_world, scratch_folder, &err), &err);
    assert_true(is_world);
    assert_ok(worlds_open(&scene.world, &scene.about, scratch_folder, NULL, NULL, &err), &err);
    assert_int_equal(scene.about.tiles, ACROSS * DOWN);
    assert_true(ter_is_in_file(scene.world));
    assert_int_equal(scene.world->points_x, POINTS_X);
    assert_int_equal(scene.world->points_y, POINTS_Y);
    return scene;
}

static void free_scene(struct scene *scene)
{
    ter_free(scene->merged);
    ter_free(scene->world);
}

static void rows_are_those_of_the_merged_terrain(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    struct err err;
    err_clear(&err);
    struct ter_window *window;
    assert_ok(ter_window_create(&window, scene.world, ter_window_rows(scene.world, 1, 0), &err),
              &err);
    uint64_t x[POINTS_X], seed = 5;
    float *scratch = malloc(ter_scratch_floats((uint64_t)POINTS_X << 32) * sizeof *scratch);
    for (uint32_t i = 0; i < POINTS_X; i++) x[i] = (uint64_t)i << 32;
    for (int round = 0; round < 300; round++) {
        uint64_t y = harness_random(&seed) % (((uint64_t)(POINTS_Y - 1) << 32) + 1);
        if (round % 4 == 0) y = (uint64_t)(round / 4 % POINTS_Y) << 32;
        float found[3][POINTS_X], wanted[3][POINTS_X];
        assert_ok(ter_window_hold(window, &y, 1, 2, &err), &err);
        ter_sample_row(ter_window_field(window), x, POINTS_X, y, scratch,
                       &(struct ter_ground){found[0], found[1], found[2]});
        ter_sample_row(scene.merged, x, POINTS_X, y, scratch,
                       &(struct ter_ground){wanted[0], wanted[1], wanted[2]});
        assert_memory_equal(found, wanted, sizeof found);
    }
    free(scratch);
    ter_window_free(window);
    struct ter_ranges ranges[2];
    assert_ok(ter_measure(&ranges[0], scene.world, 3, &err), &err);
    assert_ok(ter_measure(&ranges[1], scene.merged, 1, &err), &err);
    assert_memory_equal(&ranges[0], &ranges[1], sizeof ranges[0]);
    struct ter_field *loaded;
    assert_ok(ter_load(&loaded, scene.world, 1, &err), &err);
    assert_memory_equal(loaded->elevations, scene.merged->elevations,
                        (size_t)POINTS_X * POINTS_Y * sizeof *loaded->elevations);
    ter_free(loaded);
    free_scene(&scene);
}

#define WIDTH 300
#define HEIGHT 500

static void images_are_those_of_the_merged_terrain(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    struct fixture_map map;
    fixture_map_rich(&map); /* one layer has a smoothed terrain */
    static uint8_t found[WIDTH * HEIGHT], wanted[WIDTH * HEIGHT];
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct err err;
        err_clear(&err);
        const struct render_options options = {.grid = RENDER_CELLS,
                                               .width = WIDTH,
                                               .height = HEIGHT,
                                               .threads = threads,
                                               .tile = threads * 7,
                                               .relief = 1.6};
        memset(found, 0xee, sizeof found);
        assert_ok(winners(wanted, scene.merged, &map.map, &options, &err), &err);
        assert_ok(winners(found, scene.world, &map.map, &options, &err), &err);
        assert_memory_equal(found, wanted, sizeof found);
    }
    free_scene(&scene);
}

static void a_tile_that_is_changed_is_named(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    struct ter_field *other = fixture_field(SIDE, SIDE, 1);
    ter_file_write(tile_path(2, 1), other, (struct ter_file_part){0, 0, SIDE, SIDE});
    ter_free(other);
    struct err err;
    err_clear(&err);
    struct ter_ranges ranges;
    struct ter_field *loaded;
    assert_int_equal(ter_measure(&ranges, scene.world, 2, &err), ERR_READ);
    assert_non_null(strstr(err.file, "hills_x2_y1.ter"));
    assert_non_null(strstr(err.msg, "changed"));
    err_clear(&err);
    assert_int_equal(ter_load(&loaded, scene.world, 1, &err), ERR_READ);
    assert_non_null(strstr(err.file, "hills_x2_y1.ter"));
    unlink(tile_path(2, 1));
    err_clear(&err);
    assert_int_equal(ter_measure(&ranges, scene.world, 2, &err), ERR_READ);
    assert_non_null(strstr(err.file, "hills_x2_y1.ter"));
    free_scene(&scene);
}

static enum err_code open_and_load(struct err *err)
{
    struct ter_field *world, *loaded = NULL;
    struct worlds_about about;
    struct job job = {.threads = 1}; /* allocations are counted by one */
    bool is_world;
    RETURN_IF_ERR(worlds_is(&is_world, scratch_folder, err));
    RETURN_IF_ERR(worlds_open(&world, &about, scratch_folder, NULL, &job, err));
    const enum err_code code = ter_load(&loaded, world, 1, err);
    ter_free(loaded);
    ter_free(world);
    return code;
}

static void no_memory_is_an_error(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    free_scene(&scene);
    const unsigned long live = nomem_live;
    unsigned long at = 1;
    for (;; at++) {
        struct err err;
        err_clear(&err);
        nomem_reset(at);
        const enum err_code code = open_and_load(&err);
        const bool failed = nomem_calls >= at;
        nomem_reset(0);
        assert_int_equal(nomem_live, live);
        if (!failed) {
            assert_ok(code, &err);
            break;
        }
        /* A folder or a file may say so in the system's words, and what is only looked at may do
         * without. */
        assert_true(code == ERR_OK || code == ERR_NOMEM || code == ERR_READ);
        assert_true(at < 100000);
    }
    print_message("%lu allocations\n", at - 1);
    assert_true(at > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_merged_terrain),
        cmocka_unit_test(images_are_those_of_the_merged_terrain),
        cmocka_unit_test(a_tile_that_is_changed_is_named),
        cmocka_unit_test(no_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
