/* A world of tiles gives the bits of the merged terrain, whoever asks for its rows; a tile that is
 * changed is an error that names it; no memory is an error, too. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "bench/files.h"
#include "tests/scratch.h"

#include "tests/nomem.h"
#include "tests/ter_file.h"
#include "tests/winners.h"

#include "render/render.h"
#include "worlds/worlds.h"
#include "worlds/worlds_tiles.h"

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
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_read_file(&scene.merged, whole, NULL, &err), &err);
    bool is_world;
    assert_ok(worlds_is(&is_world, scratch_folder, &err), &err);
    assert_true(is_world);
    assert_ok(worlds_open(&scene.world, &scene.about, scratch_folder, NULL, NULL, NULL, &err),
              &err);
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
    struct scree_error err = SCREE_ERROR_INIT;
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
    assert_ok(ter_measure(&ranges[0], scene.world, 3, NULL, &err), &err);
    assert_ok(ter_measure(&ranges[1], scene.merged, 1, NULL, &err), &err);
    assert_memory_equal(&ranges[0], &ranges[1], sizeof ranges[0]);
    struct ter_field *loaded;
    assert_ok(ter_load(&loaded, scene.world, 1, NULL, &err), &err);
    assert_memory_equal(loaded->elevations, scene.merged->elevations,
                        (size_t)POINTS_X * POINTS_Y * sizeof *loaded->elevations);
    ter_free(loaded);
    free_scene(&scene);
}

#define WIDTH 300
#define HEIGHT 500

/* The strongest layers on a world, whatever the threads and tiles, are those on its merged terrain. */
static void assert_same_winners(const struct ter_field *world, const struct ter_field *merged)
{
    struct fixture_map map;
    fixture_map_rich(&map); /* one layer has a smoothed terrain */
    static uint8_t found[WIDTH * HEIGHT], wanted[WIDTH * HEIGHT];
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct scree_error err = SCREE_ERROR_INIT;
        const struct render_options options = {.grid = SCREE_CELLS,
                                               .width = WIDTH,
                                               .height = HEIGHT,
                                               .threads = threads,
                                               .tile = threads * 7,
                                               .relief = 1.6};
        memset(found, 0xee, sizeof found);
        assert_ok(winners(wanted, merged, &map.map, &options, &err), &err);
        assert_ok(winners(found, world, &map.map, &options, &err), &err);
        assert_memory_equal(found, wanted, sizeof found);
    }
}

static void images_are_those_of_the_merged_terrain(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    assert_same_winners(scene.world, scene.merged);
    free_scene(&scene);
}

/* The merged terrain with no data where only these tiles are, and the world without them. */
static void points_of_missing_tiles_hold_no_data(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    static const uint32_t gone[3][2] = {{1, 1}, {2, 1}, {3, 0}};
    bool there[ACROSS][DOWN];
    memset(there, 1, sizeof there);
    ter_free(scene.world);
    for (int i = 0; i < 3; i++) {
        there[gone[i][0]][gone[i][1]] = false;
        unlink(tile_path(gone[i][0], gone[i][1]));
    }
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(worlds_open(&scene.world, &scene.about, scratch_folder, NULL, NULL, NULL, &err),
              &err);
    assert_true(scene.world->has_missing);
    assert_int_equal(scene.world->warnings.count, 1);
    assert_string_equal(scene.world->warnings.list[0].text,
                        "3 of 12 tiles are missing, at x 3, y 0; x 1, y 1; x 2, y 1: their points "
                        "hold no data");
    struct ter_field merged = *scene.merged;
    float *const samples = malloc((size_t)POINTS_X * POINTS_Y * sizeof *samples);
    for (uint32_t y = 0; y < POINTS_Y; y++)
        for (uint32_t x = 0; x < POINTS_X; x++) {
            bool has = false; /* a point at an edge belongs to up to four tiles */
            for (uint32_t c = 0; c < ACROSS; c++)
                for (uint32_t r = 0; r < DOWN; r++)
                    has = has || (there[c][r] && x >= c * (SIDE - 1) && x <= (c + 1) * (SIDE - 1) &&
                                  y >= r * (SIDE - 1) && y <= (r + 1) * (SIDE - 1));
            const size_t at = (size_t)y * POINTS_X + x;
            samples[at] = has ? (float)scene.merged->elevations[at] : NAN;
        }
    merged.elevations = NULL;
    merged.samples = samples;
    merged.has_missing = true;
    struct ter_ranges ranges[2];
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        assert_ok(ter_measure(&ranges[0], scene.world, threads, NULL, &err), &err);
        assert_ok(ter_measure(&ranges[1], &merged, 1, NULL, &err), &err);
        assert_memory_equal(&ranges[0], &ranges[1], sizeof ranges[0]);
    }
    assert_same_winners(scene.world, &merged);
    assert_int_equal(ter_check_complete(scene.world, "a test", &err), SCREE_BAD_ARGUMENT);
    free(samples);
    free_scene(&scene);
}

static void a_tile_that_is_changed_is_named(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    struct ter_field *other = fixture_field(SIDE, SIDE, 1);
    ter_file_write(tile_path(2, 1), other, (struct ter_file_part){0, 0, SIDE, SIDE});
    ter_free(other);
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_ranges ranges;
    struct ter_field *loaded;
    assert_int_equal(ter_measure(&ranges, scene.world, 2, NULL, &err), SCREE_CANNOT_READ);
    assert_non_null(strstr(err.file, "hills_x2_y1.ter"));
    assert_non_null(strstr(err.text, "changed"));
    err_clear(&err);
    assert_int_equal(ter_load(&loaded, scene.world, 1, NULL, &err), SCREE_CANNOT_READ);
    assert_non_null(strstr(err.file, "hills_x2_y1.ter"));
    unlink(tile_path(2, 1));
    err_clear(&err);
    assert_int_equal(ter_measure(&ranges, scene.world, 2, NULL, &err), SCREE_CANNOT_READ);
    assert_non_null(strstr(err.file, "hills_x2_y1.ter"));
    free_scene(&scene);
}

/* ---- what is read ---- */

static void spoil(uint32_t column, uint32_t row)
{
    static const char text[] = "no heights";
    assert_int_equal(file_write_whole(tile_path(column, row), text, sizeof text, NULL), SCREE_OK);
}

/* Texels of a terrain unit each, the south-western ones of which lie in tile (1, 1): all others but
 * its neighbours are spoilt once the world is open. */
static void tiles_beside_a_region_are_not_opened(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    struct fixture_map map;
    fixture_map_rich(&map);
    for (uint32_t i = 0; i < map.map.layer_count; i++)
        map.layers[i].smsz = 1.0f; /* a smoothed terrain is a whole one */
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_options options = {.grid = SCREE_CELLS,
                                     .crop = {SIDE + 3, SIDE + 3, 20, 20},
                                     .threads = 2,
                                     .tile = 16,
                                     .relief = 1.6};
    static uint8_t found[20 * 20], wanted[20 * 20];
    assert_ok(winners(wanted, scene.merged, &map.map, &options, &err), &err);
    for (uint32_t row = 0; row < DOWN; row++)
        for (uint32_t column = 0; column < ACROSS; column++)
            if (column != 1 || row != 1) spoil(column, row);
    assert_ok(winners(found, scene.world, &map.map, &options, &err), &err);
    assert_memory_equal(found, wanted, sizeof found);
    /* One texel further west, the slope takes a point of tile (0, 1). */
    options.crop.column = SIDE - 1;
    assert_int_equal(winners(found, scene.world, &map.map, &options, &err), SCREE_UNSUPPORTED);
    assert_non_null(strstr(err.file, "hills_x0_y1.ter"));
    free_scene(&scene);
}

/* What was given up is kept for a while: a world that was gone over once is there without its files. */
static void tiles_are_not_read_twice(void **state)
{
    (void)state;
    struct scene scene = make_scene();
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_ranges ranges[2];
    assert_ok(ter_measure(&ranges[0], scene.world, 2, NULL, &err), &err);
    for (uint32_t i = 0; i < ACROSS * DOWN; i++) spoil(i % ACROSS, i / ACROSS);
    assert_ok(ter_measure(&ranges[1], scene.world, 3, NULL, &err), &err);
    assert_memory_equal(&ranges[0], &ranges[1], sizeof ranges[0]);
    free_scene(&scene);
}

/* ---- many tiles ---- */

#define MANY 128

/* A raster of MANY x MANY sources, all of them one file of 3 x 3 points. */
static char *many_sources(void)
{
    const size_t each = 200;
    char *const text = malloc(1000 + each * MANY * MANY), *at = text;
    assert_non_null(text);
    at += sprintf(at, "<VRTDataset rasterXSize=\"%d\" rasterYSize=\"%d\"><VRTRasterBand>", 3 * MANY,
                  3 * MANY);
    for (int i = 0; i < MANY * MANY; i++)
        at +=
            sprintf(at,
                    "<SimpleSource><SourceFilename relativeToVRT=\"1\">one.ter</SourceFilename>"
                    "<SrcRect xOff=\"0\" yOff=\"0\" xSize=\"3\" ySize=\"3\"/><DstRect xOff=\"%d\" "
                    "yOff=\"%d\" xSize=\"3\" ySize=\"3\"/></SimpleSource>",
                    i % MANY * 3, i / MANY * 3);
    sprintf(at, "</VRTRasterBand></VRTDataset>");
    return text;
}

static void sixteen_thousand_tiles_open_quickly(void **state)
{
    (void)state;
    struct ter_field *const hills = fixture_field(3, 3, 1);
    fixture_hills(hills, 3);
    ter_file_write(scratch_path("one.ter"), hills, (struct ter_file_part){0, 0, 3, 3});
    char *const text = many_sources();
    assert_int_equal(file_write_whole(scratch_path("many.vrt"), text, strlen(text), NULL),
                     SCREE_OK);
    free(text);
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *world, *loaded;
    struct worlds_about about;
    struct scree_job job = {.threads = 1};
    assert_ok(worlds_open(&world, &about, scratch_path("many.vrt"), NULL, NULL, &job, &err), &err);
    assert_int_equal(about.tiles, MANY * MANY);
    assert_true(ter_window_bytes(world, 64) > 0);
    assert_ok(ter_load(&loaded, world, 1, NULL, &err), &err);
    assert_int_equal(loaded->points_x, 3 * MANY);
    for (uint32_t y = 0; y < loaded->points_y; y++)
        for (uint32_t x = 0; x < loaded->points_x; x++)
            assert_int_equal(loaded->elevations[y * loaded->points_x + x],
                             hills->elevations[y % 3 * 3 + x % 3]);
    ter_free(loaded);
    ter_free(world);
    ter_free(hills);
}

#define BOARD 24

/* By asking of each point. */
static bool find_hole_slowly(uint64_t hole[2], const struct worlds_list *list)
{
    for (uint64_t y = 0; y < list->points_y; y++)
        for (uint64_t x = 0; x < list->points_x; x++) {
            bool covered = false;
            for (size_t i = 0; i < list->count && !covered; i++) {
                const struct worlds_tile *const tile = &list->tiles[i];
                covered = x >= tile->x && x < tile->x + tile->width && y >= tile->y &&
                          y < tile->y + tile->height;
            }
            if (covered) continue;
            hole[0] = x;
            hole[1] = y;
            return true;
        }
    return false;
}

static void the_first_hole_is_found(void **state)
{
    (void)state;
    struct worlds_tile tiles[12];
    uint64_t seed = 7;
    unsigned whole = 0;
    for (int round = 0; round < 4000; round++) {
        struct worlds_list list = {.tiles = tiles,
                                   .points_x = 2 + harness_random(&seed) % BOARD,
                                   .points_y = 2 + harness_random(&seed) % BOARD};
        list.count = 1 + harness_random(&seed) % 12;
        memset(tiles, 0, sizeof tiles);
        for (size_t i = 0; i < list.count; i++) {
            tiles[i].x =
                harness_random(&seed) % list.points_x / (1 + harness_random(&seed) % 3 * 9);
            tiles[i].y =
                harness_random(&seed) % list.points_y / (1 + harness_random(&seed) % 3 * 9);
            const uint64_t left[2] = {list.points_x - tiles[i].x, list.points_y - tiles[i].y};
            const bool far = harness_random(&seed) % 2 == 0;
            tiles[i].width = (uint32_t)(far ? left[0] : 1 + harness_random(&seed) % left[0]);
            tiles[i].height = (uint32_t)(far ? left[1] : 1 + harness_random(&seed) % left[1]);
        }
        uint64_t hole[2], wanted[2];
        bool found;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(worlds_find_hole(&found, hole, &list, &err), &err);
        assert_int_equal(found, find_hole_slowly(wanted, &list));
        if (found) assert_memory_equal(hole, wanted, sizeof hole);
        whole += !found;
    }
    assert_in_range(whole, 400, 3600);
}

/* ---- notes ---- */

#define LARGE 1025

static const char *large_path(uint32_t column)
{
    char name[40];
    snprintf(name, sizeof name, "large_x%u_y0.ter", (unsigned)column);
    return scratch_path(name);
}

/* ranges: NULL, or they are measured, too. */
static enum scree_code open_noted(struct ter_field **world, struct worlds_about *about,
                                  struct ter_ranges *ranges, uint32_t index, bool take)
{
    char folder[300], parent[300];
    struct scree_error err = SCREE_ERROR_INIT;
    snprintf(folder, sizeof folder, "%s", scratch_path("notes"));
    snprintf(parent, sizeof parent, "%s", scratch_folder);
    struct worlds_notes notes = {
        .folder = folder, .parent = parent, .index = index, .count = 3, .take = take};
    struct scree_job job = {.threads = 1};
    const char *const pattern = scratch_path("large_x*_y0.ter");
    assert_ok(worlds_open(world, about, pattern, NULL, &notes, &job, &err), &err);
    assert_non_null(notes.folder);
    return ranges != NULL ? worlds_measure(ranges, *world, &notes, &job, &err) : SCREE_OK;
}

/* How many notes of a kind there are; the last of them is damaged if `damage`. */
static unsigned count_notes(char kind, bool damage)
{
    char path[300], last[600] = "";
    unsigned count = 0;
    snprintf(path, sizeof path, "%s", scratch_path("notes"));
    DIR *const dir = opendir(path);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const char *const mark = strrchr(entry->d_name, '-');
        if (mark == NULL || mark[1] != kind) continue;
        count++;
        snprintf(last, sizeof last, "%s/%s", path, entry->d_name);
    }
    closedir(dir);
    if (damage) {
        FILE *const file = fopen(last, "r+b");
        assert_non_null(file);
        fseek(file, 60, SEEK_SET);
        fputc(0x55, file);
        fputc(0xaa, file);
        fclose(file);
    }
    return count;
}

static void remove_notes(void)
{
    char path[300], name[600];
    snprintf(path, sizeof path, "%s", scratch_path("notes"));
    DIR *const dir = opendir(path);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        unlink(name);
    }
    closedir(dir);
    rmdir(path);
}

/* Where a tile in degrees lies comes back, west and south. */
static void a_place_on_the_globe_is_noted(void **state)
{
    (void)state;
    char folder[300];
    snprintf(folder, sizeof folder, "%s", scratch_path("notes"));
    assert_int_equal(mkdir(folder, 0755), 0);
    const struct worlds_notes notes = {
        .folder = folder, .index = 1, .count = 1, .take = true, .key = "0123456789abcdef"};
    const struct worlds_tile tile = {.points_x = 7, .globe = {47.25, {0.5, 0.125}, 11.75, true}};
    struct worlds_tile taken = {.points_x = 0};
    worlds_notes_give(&tile, 1, &notes, 3);
    assert_true(worlds_notes_take(&taken, 1, &notes, 3));
    assert_int_equal(taken.points_x, 7);
    assert_true(taken.globe.latitude_deg == 47.25);
    assert_true(taken.globe.step_deg[0] == 0.5 && taken.globe.step_deg[1] == 0.125);
    assert_true(taken.globe.longitude_deg == 11.75);
    assert_true(taken.globe.has_longitude);
    remove_notes();
}

/* Files of others that begin alike are none. */
static void names_of_notes_are_told(void **state)
{
    (void)state;
    static const char *const notes[] = {"survey-0123456789abcdef-t0", "survey-fedcba9876543210-r63",
                                        "survey-0123456789abcdef-t1048575",
                                        "survey-0123456789abcdef-t12.part-4711-0"};
    static const char *const others[] = {"survey-2024.csv",
                                         "survey-",
                                         "survey-0123456789abcdef",
                                         "survey-0123456789abcdef-t",
                                         "survey-0123456789abcdef-x0",
                                         "survey-0123456789abcde-t0",
                                         "survey-0123456789abcdef0-t0",
                                         "survey-0123456789ABCDEF-t0",
                                         "survey-0123456789abcdef-t0.csv",
                                         "survey-0123456789abcdef-t0.part-",
                                         "survey-0123456789abcdef-t0.part-1",
                                         "survey-0123456789abcdef-t0.part-1-",
                                         "survey-0123456789abcdef-t0.part-1-0.old",
                                         "my-survey-0123456789abcdef-t0"};
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
        if (!worlds_is_note(notes[i])) fail_msg("%s is a note", notes[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (worlds_is_note(others[i])) fail_msg("%s is no note", others[i]);
}

/* Five tiles of 2 MB: what one process notes the others take, wherever they begin, and what became
 * another tile meanwhile is found where it is read. */
static void processes_share_what_they_survey(void **state)
{
    (void)state;
    struct ter_field *const hills = fixture_field(5 * (LARGE - 1) + 1, LARGE, 1);
    fixture_hills(hills, 21);
    for (uint32_t i = 0; i < 5; i++)
        ter_file_write(large_path(i), hills,
                       (struct ter_file_part){i * (LARGE - 1), 0, LARGE, LARGE});
    assert_int_equal(mkdir(scratch_path("notes"), 0755), 0);
    struct ter_field *world, *again;
    struct worlds_about about, other;
    struct ter_ranges ranges, plain, taken;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(open_noted(&world, &about, &ranges, 2, true), SCREE_OK);
    assert_ok(ter_measure(&plain, world, 2, NULL, &err), &err);
    assert_memory_equal(&ranges, &plain, sizeof plain);
    assert_int_equal(count_notes('t', false), 2);
    const unsigned bands = count_notes('r', true);
    assert_true(bands > 1);

    /* A point of the last tile becomes another; its size stays. The damaged note is made again. */
    *fixture_point(hills, 5 * (LARGE - 1) - 100, 0) ^= 0x700;
    ter_file_write(large_path(4), hills, (struct ter_file_part){4 * (LARGE - 1), 0, LARGE, LARGE});
    const enum scree_code code = open_noted(&again, &other, &taken, 3, true);
    assert_true(code == SCREE_OK ||
                code == SCREE_CANNOT_READ); /* SCREE_CANNOT_READ: the damaged one needs the tile */
    assert_string_equal(other.sha256, about.sha256);
    if (code == SCREE_OK) assert_memory_equal(&taken, &ranges, sizeof ranges);
    struct ter_field *loaded;
    if (code == SCREE_OK) {
        assert_int_equal(ter_load(&loaded, again, 1, NULL, &err), SCREE_CANNOT_READ);
        assert_non_null(strstr(err.file, "large_x4_y0.ter"));
        assert_non_null(strstr(err.text, "another part"));
    }
    ter_free(again);
    assert_int_equal(count_notes('t', false), 1); /* that of the tile is gone */

    /* The next process finds the new tile; so does one that does not take notes. */
    char found[SHA_HEX_SIZE];
    assert_int_equal(open_noted(&again, &other, &taken, 1, true), SCREE_OK);
    assert_string_not_equal(other.sha256, about.sha256);
    memcpy(found, other.sha256, sizeof found);
    assert_ok(ter_load(&loaded, again, 1, NULL, &err), &err);
    ter_free(loaded);
    ter_free(again);
    assert_int_equal(open_noted(&again, &other, &taken, 1, false), SCREE_OK);
    assert_string_equal(other.sha256, found);
    ter_free(again);
    ter_free(world);
    ter_free(hills);
    remove_notes();
    for (uint32_t i = 0; i < 5; i++) unlink(large_path(i));
}

/* A process whose own notes a tile belies drops them, too: the next run finds what is there. */
static void a_note_of_a_tile_that_changed_is_dropped_by_its_writer(void **state)
{
    (void)state;
    struct ter_field *const hills = fixture_field(3 * (LARGE - 1) + 1, LARGE, 1);
    fixture_hills(hills, 22);
    for (uint32_t i = 0; i < 3; i++)
        ter_file_write(large_path(i), hills,
                       (struct ter_file_part){i * (LARGE - 1), 0, LARGE, LARGE});
    assert_int_equal(mkdir(scratch_path("notes"), 0755), 0);
    struct ter_field *world, *loaded;
    struct worlds_about about;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(open_noted(&world, &about, NULL, 1, true), SCREE_OK);
    assert_int_equal(count_notes('t', false), 1);
    *fixture_point(hills, LARGE + 100, 50) ^= 0x700;
    ter_file_write(large_path(1), hills, (struct ter_file_part){LARGE - 1, 0, LARGE, LARGE});
    assert_int_equal(ter_load(&loaded, world, 1, NULL, &err), SCREE_CANNOT_READ);
    assert_non_null(strstr(err.file, "large_x1_y0.ter"));
    assert_non_null(strstr(err.text, "start again"));
    ter_free(world);
    assert_int_equal(count_notes('t', false), 0);
    err_clear(&err);
    assert_int_equal(open_noted(&world, &about, NULL, 1, true), SCREE_OK);
    assert_ok(ter_load(&loaded, world, 1, NULL, &err), &err);
    ter_free(loaded);
    ter_free(world);
    ter_free(hills);
    remove_notes();
    for (uint32_t i = 0; i < 3; i++) unlink(large_path(i));
}

static enum scree_code open_and_load(struct scree_error *err)
{
    struct ter_field *world, *loaded = NULL;
    struct worlds_about about;
    struct scree_job job = {.threads = 1}; /* allocations are counted by one */
    bool is_world;
    RETURN_IF_ERR(worlds_is(&is_world, scratch_folder, err));
    RETURN_IF_ERR(worlds_open(&world, &about, scratch_folder, NULL, NULL, &job, err));
    const enum scree_code code = ter_load(&loaded, world, 1, NULL, err);
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
        struct scree_error err = SCREE_ERROR_INIT;
        nomem_reset(at);
        const enum scree_code code = open_and_load(&err);
        const bool failed = nomem_calls >= at;
        nomem_reset(0);
        assert_int_equal(nomem_live, live);
        if (!failed) {
            assert_ok(code, &err);
            break;
        }
        /* A folder or a file may say so in the system's words, and what is only looked at may do
         * without. */
        assert_true(code == SCREE_OK || code == SCREE_NO_MEMORY || code == SCREE_CANNOT_READ);
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
        cmocka_unit_test(points_of_missing_tiles_hold_no_data),
        cmocka_unit_test(a_tile_that_is_changed_is_named),
        cmocka_unit_test(tiles_beside_a_region_are_not_opened),
        cmocka_unit_test(tiles_are_not_read_twice),
        cmocka_unit_test(processes_share_what_they_survey),
        cmocka_unit_test(a_note_of_a_tile_that_changed_is_dropped_by_its_writer),
        cmocka_unit_test(a_place_on_the_globe_is_noted),
        cmocka_unit_test(names_of_notes_are_told),
        cmocka_unit_test(no_memory_is_an_error),
        cmocka_unit_test(sixteen_thousand_tiles_open_quickly),
        cmocka_unit_test(the_first_hole_is_found),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
