/* Bakes in parts by the library as it is installed. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/api_island.h"

static struct scree_bake *plan(void)
{
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    struct scree_bake *bake;
    options.outputs = SCREE_BAKE_BLEND;
    options.depth = 0;
    options.tile_texels = 100; /* 3 x 3 tiles of 256 x 256 texels */
    assert_scree(scree_bake_plan(&bake, terrain, surface, &options, NULL, &error));
    return bake;
}

/* How a killed run is told from a finished one is its own matter; here all files go by name. */
static void remove_parts(void)
{
    char name[64];
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "blend_%d_%d.png", i % 3, i / 3);
        unlink(scratch_path(name));
    }
    unlink(scratch_path("parts/1-of-2.json"));
    unlink(scratch_path("parts/2-of-2.json"));
    rmdir(scratch_path("parts"));
    unlink(scratch_path("blend.vrt"));
    unlink(scratch_path("manifest.json"));
}

/* Verifying by the files of the island; what it points to stays. */
static struct scree_verify_options of_island(void)
{
    static char heights[512], map[512];
    static struct scree_source ground, layers;
    struct scree_verify_options options = SCREE_VERIFY_OPTIONS_INIT;
    snprintf(heights, sizeof heights, "%s", harness_source("examples/island.ter"));
    snprintf(map, sizeof map, "%s", harness_source("examples/island.srf"));
    ground = scree_file(heights);
    layers = scree_file(map);
    options.terrain = ground;
    options.surface = layers;
    return options;
}

/* Of 1 of 2, before the other is there: its four tiles, one of which is then cut short. */
static void verify_first_part(void)
{
    struct scree_verify_options options = of_island();
    struct scree_verdict_info info = {.size = sizeof info};
    struct scree_verdict *verdict;
    options.part = 1;
    options.parts = 2;
    assert_scree(scree_verify(&verdict, scratch_folder, &options, NULL, &error));
    scree_verdict_describe(verdict, &info);
    assert_int_equal(info.files, 4);
    assert_int_equal(info.tiles, 4);
    assert_int_equal(info.all_tiles, 9);
    assert_int_equal(scree_verdict_differences(verdict), 0);
    scree_verdict_free(verdict);
    const char *const gone = "blend_0_1.png"; /* tile 3, the last of the part */
    assert_int_equal(rename(scratch_path(gone), scratch_path("kept")), 0);
    assert_scree(scree_verify(&verdict, scratch_folder, &options, NULL, &error));
    assert_int_equal(scree_verdict_differences(verdict), 1);
    assert_string_equal(scree_verdict_file(verdict, 0), gone);
    assert_string_equal(scree_verdict_text(verdict, 0), "is missing");
    scree_verdict_free(verdict);
    assert_int_equal(rename(scratch_path("kept"), scratch_path(gone)), 0);
    options.part = 2;
    assert_int_equal(scree_verify(&verdict, scratch_folder, &options, NULL, &error),
                     SCREE_CANNOT_READ);
    assert_null(verdict);
    assert_non_null(strstr(error.text, "part 2 of 2 was not made"));
    error = (struct scree_error)SCREE_ERROR_INIT;
}

static void gathered_parts_are_a_bake(void **state)
{
    (void)state;
    struct scree_bake *const bake = plan();
    struct scree_sink *sink;
    struct scree_bytes whole, gathered;
    assert_scree(scree_sink_digest(&sink, &error));
    assert_scree(scree_bake_write(bake, sink, &whole, NULL, &error));
    scree_sink_close(sink, SCREE_OK, NULL, NULL);

    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    struct scree_part_info info = {.size = sizeof info};
    part.count = 2;
    assert_scree(scree_bake_part(bake, scratch_folder, &part, &info, NULL, &error));
    assert_int_equal(info.tiles, 4);
    assert_int_equal(info.tiles_before, 0);
    verify_first_part();
    assert_int_equal(scree_gather(&gathered, scratch_folder, NULL, &error), SCREE_CANNOT_READ);
    assert_non_null(strstr(error.text, "part 2 of 2 is missing"));
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_null(gathered.data);
    part.index = 2;
    assert_scree(scree_bake_part(bake, scratch_folder, &part, NULL, NULL, &error));
    assert_scree(scree_bake_part(bake, scratch_folder, &part, &info, NULL, &error));
    assert_int_equal(info.tiles, 5);
    assert_int_equal(info.tiles_before, 5);
    assert_scree(scree_gather(&gathered, scratch_folder, NULL, &error));
    assert_int_equal(gathered.size, whole.size);
    assert_memory_equal(gathered.data, whole.data, whole.size);
    assert_scree(scree_gather(NULL, scratch_folder, NULL, &error));
    struct scree_digest *digest;
    assert_scree(scree_digest(&digest, scratch_folder, NULL, &error));
    assert_int_equal(scree_digest_count(digest), 9);
    scree_digest_free(digest);
    scree_bytes_free(&whole);
    scree_bytes_free(&gathered);
    scree_bake_free(bake);
    remove_parts();
}

static void some_tiles_are_verified(void **state)
{
    (void)state;
    struct scree_bake *const bake = plan();
    struct scree_sink *sink;
    assert_scree(scree_sink_folder(&sink, scratch_folder, 0, &error));
    assert_scree(scree_bake_write(bake, sink, NULL, NULL, &error));
    assert_scree(scree_sink_close(sink, SCREE_OK, NULL, &error));
    scree_bake_free(bake);
    struct scree_verify_options options = of_island();
    struct scree_verdict_info info = {.size = sizeof info};
    struct scree_verdict *verdict;
    options.share = 0.3;
    options.seed = 5;
    assert_scree(scree_verify(&verdict, scratch_folder, &options, NULL, &error));
    scree_verdict_describe(verdict, &info);
    assert_int_equal(info.files, 3);
    assert_int_equal(info.tiles, 3);
    assert_int_equal(info.all_tiles, 9);
    assert_int_equal(info.seed, 5);
    assert_int_equal(scree_verdict_differences(verdict), 0);
    scree_verdict_free(verdict);
    unlink(scratch_path("blend_2_1.png")); /* tile 5, of part 2 of 3 */
    for (uint32_t part = 1; part <= 3; part++) {
        options.share = 0.0;
        options.part = part;
        options.parts = 3;
        assert_scree(scree_verify(&verdict, scratch_folder, &options, NULL, &error));
        assert_int_equal(scree_verdict_differences(verdict), part == 2);
        if (part == 2) assert_string_equal(scree_verdict_text(verdict, 0), "is missing");
        scree_verdict_free(verdict);
    }
    options.part = 1;
    options.parts = 1000;
    assert_int_equal(scree_verify(&verdict, scratch_folder, &options, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_null(verdict);
    assert_string_equal(error.field, "part");
    assert_string_equal(error.text, "part 1 of 1000 has no tiles: nothing was compared; choose at "
                                    "most 9 parts");
    error = (struct scree_error)SCREE_ERROR_INIT;
    options.parts = 3;
    options.share = 0.5;
    assert_int_equal(scree_verify(&verdict, scratch_folder, &options, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "share");
    error = (struct scree_error)SCREE_ERROR_INIT;
    options.share = 0.0;
    options.part = 4;
    assert_int_equal(scree_verify(&verdict, scratch_folder, &options, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "part");
    error = (struct scree_error)SCREE_ERROR_INIT;
    remove_parts();
}

/* What is exact, and that what is measured is there. */
static void a_bake_is_estimated(void **state)
{
    (void)state;
    struct scree_bake *bake = plan();
    struct scree_estimate_options options = SCREE_ESTIMATE_OPTIONS_INIT;
    struct scree_estimate estimate = {.size = sizeof estimate};
    assert_scree(scree_bake_estimate(bake, NULL, &estimate, NULL, &error));
    assert_int_equal(estimate.texels, 256 * 256);
    assert_int_equal(estimate.tiles, 9);
    assert_int_equal(estimate.files, 9);
    assert_int_equal(estimate.bytes, 256 * 256 * 4);
    assert_int_equal(estimate.rows, 256);
    assert_int_equal(estimate.sampled_rows, 256); /* so few are all evaluated */
    assert_true(estimate.seconds > 0.0 && estimate.opening_s > 0.0);
    assert_true(estimate.seconds > estimate.opening_s);
    assert_int_equal(estimate.parts, 0);
    assert_string_equal(estimate.no_parts, "");
    assert_int_equal(estimate.without_maps, 0);
    options.time_s = 1e6;
    assert_scree(scree_bake_estimate(bake, &options, &estimate, NULL, &error));
    assert_int_equal(estimate.parts, 1);
    assert_true(estimate.part_s > 0.0);
    options.time_s = 1e-9;
    assert_scree(scree_bake_estimate(bake, &options, &estimate, NULL, &error));
    assert_int_equal(estimate.parts, 0);
    assert_non_null(strstr(estimate.no_parts, "one tile take longer"));
    options.time_s = -1.0;
    assert_int_equal(scree_bake_estimate(bake, &options, &estimate, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "time_s");
    error = (struct scree_error)SCREE_ERROR_INIT;
    scree_bake_free(bake);

    struct scree_bake_options all = SCREE_BAKE_OPTIONS_INIT;
    all.width = 1200;
    all.height = 900;
    all.columns = 1000;
    all.rows = 700;
    all.outputs = SCREE_BAKE_PREVIEW;
    assert_scree(scree_bake_plan(&bake, terrain, surface, &all, NULL, &error));
    options.time_s = 1.0;
    assert_scree(scree_bake_estimate(bake, &options, &estimate, NULL, &error));
    assert_int_equal(estimate.texels, 700000);
    assert_int_equal(estimate.tiles, 1);
    assert_int_equal(estimate.bytes, 3 * 700000);
    assert_int_equal(estimate.rows, 700);
    assert_int_equal(estimate.sampled_rows, 512);
    assert_int_equal(estimate.parts, 0);
    assert_non_null(strstr(estimate.no_parts, "are not cut"));
    scree_bake_free(bake);
    all = (struct scree_bake_options)SCREE_BAKE_OPTIONS_INIT;
    all.outputs = SCREE_BAKE_BEAMNG;
    assert_scree(scree_bake_plan(&bake, terrain, surface, &all, NULL, &error));
    assert_scree(scree_bake_estimate(bake, &options, &estimate, NULL, &error));
    assert_int_equal(estimate.rows, 256);
    assert_true(estimate.seconds > estimate.opening_s);
    assert_non_null(strstr(estimate.no_parts, "is one file"));
    scree_bake_free(bake);
}

static void a_world_is_not_served(void **state)
{
    (void)state;
    char page[512], list[512];
    snprintf(page, sizeof page, "%s", harness_source("README.md"));
    snprintf(list, sizeof list, "%s", scratch_path("world.json"));
    FILE *const file = fopen(list, "w");
    assert_non_null(file);
    assert_true(fputs("{\"scree_world\": 1, \"tiles\": []}", file) >= 0);
    assert_int_equal(fclose(file), 0);
    struct scree_serve_options options = SCREE_SERVE_OPTIONS_INIT;
    struct scree_serve *serve;
    options.page = page;
    const char *const worlds[] = {list, scratch_folder, "tiles/dem_x*_y*.tif"};
    for (int i = 0; i < 3; i++) {
        options.terrain = worlds[i];
        assert_int_equal(scree_serve_start(&serve, &options, &error), SCREE_UNSUPPORTED);
        assert_null(serve);
        assert_non_null(strstr(error.text, "is a world of tiles, which the studio does not open"));
        error = (struct scree_error)SCREE_ERROR_INIT;
    }
    unlink(list);
}

static void options_are_refused(void **state)
{
    (void)state;
    struct scree_bake *const bake = plan();
    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    part.size = 0;
    assert_int_equal(scree_bake_part(bake, scratch_folder, &part, NULL, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "size");
    error = (struct scree_error)SCREE_ERROR_INIT;
    part = (struct scree_part_options)SCREE_PART_OPTIONS_INIT;
    part.index = 2;
    assert_int_equal(scree_bake_part(bake, scratch_folder, &part, NULL, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "part");
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_gather(NULL, scratch_folder, NULL, &error), SCREE_CANNOT_READ);
    assert_non_null(strstr(error.text, "no part lies here"));
    scree_bake_free(bake);
}

static int start(void **state)
{
    return scratch_make(state) != 0 ? -1 : open_island(state);
}

static int stop(void **state)
{
    close_island(state);
    return scratch_remove(state);
}

/* ---- exports ---- */

static struct scree_engine *plan_export(int in_parts)
{
    struct scree_engine_options options = SCREE_ENGINE_OPTIONS_INIT;
    struct scree_engine *engine;
    options.name = "isle";
    options.tile_points = 64;    /* 4 x 4 regions */
    options.plants_set = "none"; /* a part takes none */
    options.in_parts = in_parts;
    assert_scree(scree_engine_plan(&engine, "godot", terrain, surface, &options, NULL, &error));
    return engine;
}

static void read_text(char **out, size_t *size, const char *name)
{
    FILE *const file = fopen(scratch_path(name), "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    *out = malloc(*size + 1);
    assert_int_equal(fread(*out, 1, *size, file), *size);
    (*out)[*size] = '\0';
    fclose(file);
}

/* All files of an export as a sink in memory has them are those that lie in the folder. */
static void assert_lies_there(const struct scree_engine *engine)
{
    struct scree_sink *sink;
    assert_scree(scree_sink_memory(&sink, &error));
    assert_scree(scree_engine_write(engine, sink, NULL, &error));
    assert_in_range(scree_sink_count(sink), 17, 200);
    for (size_t i = 0; i < scree_sink_count(sink); i++) {
        char *found;
        size_t size;
        read_text(&found, &size, scree_sink_name(sink, i));
        assert_int_equal(size, scree_sink_size(sink, i));
        assert_memory_equal(found, scree_sink_bytes(sink, i), size);
        free(found);
        unlink(scratch_path(scree_sink_name(sink, i)));
    }
    scree_sink_close(sink, SCREE_OK, NULL, NULL);
}

/* One run in the folder takes the parts' manifests with it, and nothing that is not scree's. */
static void replace_by_one_run(const struct scree_engine *engine)
{
    struct scree_sink *sink;
    FILE *const mine = fopen(scratch_path("parts/mine.json"), "w");
    assert_non_null(mine);
    fclose(mine);
    assert_int_equal(access(scratch_path("parts/3-of-3.json"), F_OK), 0);
    assert_scree(scree_sink_folder(&sink, scratch_folder, 1, &error));
    assert_scree(scree_engine_write(engine, sink, NULL, &error));
    assert_scree(scree_sink_close(sink, SCREE_OK, NULL, &error));
    for (int i = 1; i <= 3; i++) {
        char name[40];
        snprintf(name, sizeof name, "parts/%d-of-3.json", i);
        assert_int_not_equal(access(scratch_path(name), F_OK), 0);
    }
    assert_int_equal(unlink(scratch_path("parts/mine.json")), 0);
}

static void gathered_parts_are_an_export(void **state)
{
    (void)state;
    struct scree_engine *const whole = plan_export(0), *const parts = plan_export(1);
    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    struct scree_part_info info = {.size = sizeof info};
    struct scree_bytes report;
    char *text;
    size_t size;
    part.count = 3;
    assert_int_equal(scree_engine_part(whole, scratch_folder, &part, NULL, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "the plan is one of the whole"));
    error = (struct scree_error)SCREE_ERROR_INIT;
    part.index = 4;
    assert_int_equal(scree_engine_part(parts, scratch_folder, &part, NULL, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "part");
    error = (struct scree_error)SCREE_ERROR_INIT;
    for (part.index = 3; part.index > 0; part.index--) {
        assert_scree(scree_engine_part(parts, scratch_folder, &part, &info, NULL, &error));
        assert_int_equal(info.tiles, part.index == 1 ? 5 : part.index == 2 ? 5 : 6);
        assert_int_equal(info.tiles_before, 0);
    }
    part.index = 2;
    assert_scree(scree_engine_part(parts, scratch_folder, &part, &info, NULL, &error));
    assert_int_equal(info.tiles_before, 5);
    assert_scree(scree_gather(&report, scratch_folder, NULL, &error));
    read_text(&text, &size, "isle-report.json");
    assert_int_equal(report.size, size);
    assert_memory_equal(report.data, text, size);
    free(text);
    scree_bytes_free(&report);
    replace_by_one_run(whole);
    assert_lies_there(whole);
    scree_engine_free(whole);
    scree_engine_free(parts);
    for (int i = 1; i <= 3; i++) {
        char name[40];
        snprintf(name, sizeof name, "parts/%d-of-3.json", i);
        unlink(scratch_path(name));
    }
    rmdir(scratch_path("parts"));
    rmdir(scratch_path("data"));
    rmdir(scratch_path("textures"));
}

/* Heights whose bytes, rows and numbers are the same in any order, so that only the notes can tell how
 * they were read. */
static void write_raw(const char *name)
{
    FILE *const file = fopen(scratch_path(name), "wb");
    assert_non_null(file);
    for (int i = 0; i < 128 * 128; i++) {
        const int row = i / 128 < 64 ? i / 128 : 127 - i / 128;
        assert_int_not_equal(fputc(row, file), EOF);
        assert_int_not_equal(fputc(row, file), EOF);
    }
    assert_int_equal(fclose(file), 0);
}

static struct scree_terrain_options raw_options(void)
{
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    options.raw = SCREE_RAW_U16;
    options.cell_m = 8;
    options.height_range_m[1] = 600;
    return options;
}

/* Makes a part of two; 0: none of its tiles was there. */
static size_t make_read(const struct scree_terrain_options *how, uint32_t index)
{
    struct scree_terrain *ground;
    struct scree_surface *layers;
    struct scree_engine *engine;
    struct scree_engine_options options = SCREE_ENGINE_OPTIONS_INIT;
    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    struct scree_part_info info = {.size = sizeof info};
    char raw[512];
    snprintf(raw, sizeof raw, "%s", scratch_path("h.raw"));
    assert_scree(scree_terrain_open(&ground, scree_file(raw), how, NULL, &error));
    assert_scree(scree_surface_open(&layers, scree_file(harness_source("examples/island.srf")),
                                    ground, NULL, &error));
    options.name = "isle";
    options.tile_points = 64; /* 2 x 2 regions */
    options.in_parts = 1;
    assert_scree(scree_engine_plan(&engine, "godot", ground, layers, &options, NULL, &error));
    part.index = index;
    part.count = 2;
    part.replace = index == 1; /* h.raw lies there */
    assert_scree(scree_engine_part(engine, scratch_folder, &part, &info, NULL, &error));
    assert_int_equal(info.tiles, 2);
    scree_engine_free(engine);
    scree_surface_free(layers);
    scree_terrain_free(ground);
    return info.tiles_before;
}

static void assert_mixed(const struct scree_terrain_options *how)
{
    assert_int_equal(make_read(how, 2), 0);
    assert_int_equal(scree_gather(NULL, scratch_folder, NULL, &error), SCREE_MALFORMED);
    if (strstr(error.text, "part 2 was made of a terrain that was read by other options than part "
                           "1; run again which of them is wrong") == NULL)
        fail_msg("%s", error.text);
    error = (struct scree_error)SCREE_ERROR_INIT;
}

/* Regions, notes and the rest of a gathered export of 2 x 2 regions. */
static void remove_regions(void)
{
    char name[64];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "data/terrain3d%s%s.res", i < 2 ? "-01" : "_00",
                 i % 2 == 0 ? "-01" : "_00");
        assert_int_equal(unlink(scratch_path(name)), 0);
    }
    unlink(scratch_path("parts/1-of-2.json"));
    unlink(scratch_path("parts/2-of-2.json"));
    rmdir(scratch_path("parts"));
    assert_int_equal(rmdir(scratch_path("data")), 0);
}

static void parts_of_other_readings_do_not_mix(void **state)
{
    (void)state;
    struct scree_terrain_options how = raw_options();
    write_raw("h.raw");
    assert_int_equal(make_read(&how, 1), 0);
    how.south_first = 1;
    assert_mixed(&how);
    how = raw_options();
    how.raw_big_endian = 1;
    assert_mixed(&how);
    how = raw_options();
    how.has_fill = true;
    assert_mixed(&how);
    how.fill_m = 1e-14;
    assert_int_equal(make_read(&how, 2), 0);
    how = raw_options();
    how.keep_missing = 1;
    assert_mixed(&how);
    how = raw_options();
    how.raw_width = how.raw_height = 128;
    assert_mixed(&how);
    how = raw_options();
    how.height_range_m[1] = 601;
    assert_mixed(&how);
    how = raw_options();
    how.height_scale = 2;
    assert_mixed(&how);
    how = raw_options();
    how.height_offset_tu = 1;
    assert_mixed(&how);
    how = raw_options();
    how.cell_m = 8 * (1 + 1e-15);
    assert_mixed(&how);
    how = raw_options();
    assert_int_equal(make_read(&how, 2), 0);
    assert_int_equal(make_read(&how, 2), 2);
    remove_regions();
    unlink(scratch_path("h.raw"));
}

/* Parts of 4 x 4 regions and then of 2 x 2: nothing of the former is among the latter. */
static void tiles_of_another_size_go(void **state)
{
    (void)state;
    struct scree_engine *const small = plan_export(1);
    struct scree_engine_options options = SCREE_ENGINE_OPTIONS_INIT;
    struct scree_engine *large, *whole;
    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    options.name = "isle";
    options.tile_points = 128;
    options.plants_set = "none";
    assert_scree(scree_engine_plan(&whole, "godot", terrain, surface, &options, NULL, &error));
    options.in_parts = 1;
    assert_scree(scree_engine_plan(&large, "godot", terrain, surface, &options, NULL, &error));
    assert_scree(scree_engine_part(small, scratch_folder, &part, NULL, NULL, &error));
    assert_int_equal(access(scratch_path("data/terrain3d-02_01.res"), F_OK), 0);
    assert_scree(scree_engine_part(large, scratch_folder, &part, NULL, NULL, &error));
    assert_int_equal(access(scratch_path("data/terrain3d-02_01.res"), F_OK), -1);
    /* One that nobody noted is refused. */
    FILE *const file = fopen(scratch_path("data/terrain3d-02_01.res"), "wb");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(scree_gather(NULL, scratch_folder, NULL, &error), SCREE_CANNOT_READ);
    assert_non_null(strstr(error.text, "data/terrain3d-02_01.res is a tile of another export"));
    error = (struct scree_error)SCREE_ERROR_INIT;
    unlink(scratch_path("data/terrain3d-02_01.res"));
    assert_scree(scree_gather(NULL, scratch_folder, NULL, &error));
    assert_lies_there(whole);
    scree_engine_free(small);
    scree_engine_free(large);
    scree_engine_free(whole);
    unlink(scratch_path("parts/1-of-1.json"));
    rmdir(scratch_path("parts"));
    assert_int_equal(rmdir(scratch_path("data")), 0); /* it is empty */
    rmdir(scratch_path("textures"));
}

static void assert_refused_as_others(int code)
{
    assert_int_equal(code, SCREE_CANNOT_WRITE);
    assert_string_equal(error.field, "replace");
    error = (struct scree_error)SCREE_ERROR_INIT;
}

/* A part of a bake among those of an export, and the other way round, is refused before it writes. */
static void parts_of_other_outputs_stay(void **state)
{
    (void)state;
    struct scree_bake *const bake = plan();
    struct scree_engine *const engine = plan_export(1);
    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    char *before, *after;
    size_t sizes[2];
    part.count = 16;
    assert_scree(scree_engine_part(engine, scratch_folder, &part, NULL, NULL, &error));
    read_text(&before, &sizes[0], "parts/1-of-16.json");
    assert_refused_as_others(scree_bake_part(bake, scratch_folder, &part, NULL, NULL, &error));
    part.count = 9;
    assert_refused_as_others(scree_bake_part(bake, scratch_folder, &part, NULL, NULL, &error));
    read_text(&after, &sizes[1], "parts/1-of-16.json");
    assert_string_equal(before, after);
    free(before);
    free(after);
    assert_int_equal(access(scratch_path("blend_0_0.png"), F_OK), -1);
    part.replace = 1; /* as the user says */
    assert_scree(scree_bake_part(bake, scratch_folder, &part, NULL, NULL, &error));
    unlink(scratch_path("parts/1-of-16.json"));
    unlink(scratch_path("data/terrain3d-02-02.res"));
    rmdir(scratch_path("data"));
    part.replace = 0;
    for (part.count = 9; part.count > 7; part.count--)
        assert_refused_as_others(
            scree_engine_part(engine, scratch_folder, &part, NULL, NULL, &error));
    assert_int_equal(access(scratch_path("data"), F_OK), -1);
    assert_int_equal(unlink(scratch_path("parts/1-of-9.json")), 0);
    remove_parts();
    scree_bake_free(bake);
    scree_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathered_parts_are_a_bake),
        cmocka_unit_test(some_tiles_are_verified),
        cmocka_unit_test(a_bake_is_estimated),
        cmocka_unit_test(a_world_is_not_served),
        cmocka_unit_test(options_are_refused),
        cmocka_unit_test(gathered_parts_are_an_export),
        cmocka_unit_test(parts_of_other_readings_do_not_mix),
        cmocka_unit_test(tiles_of_another_size_go),
        cmocka_unit_test(parts_of_other_outputs_stay),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
