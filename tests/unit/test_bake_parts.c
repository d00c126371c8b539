/*
 * A bake in parts gives the bytes of one run, whatever is cut and into how many; a part that was
 * broken off goes on where it was; each way in which parts do not belong together is named.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "tests/scratch.h"

#include "tests/bake_scene.h"

#include "bake/bake_part.h"
#include "bake/bake_pieces.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "out/sink.h"

#define TILES_OF 9 /* texels a side */

static struct scree_error err;
static struct bake_scene scene;

static void remove_folder(const char *path)
{
    DIR *const dir = opendir(path);
    if (dir == NULL) return;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char name[600];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(name, sizeof name, "%.300s/%.200s", path, entry->d_name);
        if (unlink(name) != 0) remove_folder(name);
    }
    closedir(dir);
    rmdir(path);
}

static const char *out(void)
{
    return scratch_path("out");
}

static int clear(void **state)
{
    (void)state;
    err_clear(&err);
    remove_folder(scratch_path("out"));
    return 0;
}

static int start(void **state)
{
    if (scratch_make(state) != 0) return -1;
    err_clear(&err);
    bake_scene_start(&scene, 41, 30);
    return 0;
}

static int stop(void **state)
{
    bake_scene_end(&scene);
    clear(state);
    return scratch_remove(state);
}

static const struct bake_given given = {.ground = SCREE_TERRAIN_OPTIONS_INIT,
                                        .how = {.isa = CPU_BEST, .threads = 2}};
static bool began;

static struct scree_bake_options sized(void)
{
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    options.outputs = SCREE_BAKE_MASKS | SCREE_BAKE_PREVIEW;
    options.tile_texels = TILES_OF; /* 5 x 4 tiles of 40 x 29 texels */
    return options;
}

static struct bake_plan *plan_of(const struct scree_bake_options *options)
{
    struct bake_plan *plan;
    assert_ok(bake_plan_create(&plan, &scene.inputs, options, &given, NULL, &err), &err);
    return plan;
}

static struct scree_part_info make_part(const struct bake_plan *plan, uint32_t index,
                                        uint32_t count)
{
    const struct scree_part_options part = {.index = index, .count = count, .replace = false};
    struct scree_part_info made;
    assert_ok(bake_part_write(&made, &began, plan, out(), &part, NULL, &err), &err);
    return made;
}

static void make_all(const struct scree_bake_options *options, uint32_t count)
{
    struct bake_plan *const plan = plan_of(options);
    for (uint32_t i = count; i > 0; i--) make_part(plan, i, count); /* in any order */
    bake_plan_free(plan);
}

static void assert_gather_fails(enum scree_code code, const char *text)
{
    struct bake_gathered gathered;
    err_clear(&err);
    assert_int_equal(bake_gather(&gathered, out(), NULL, &err), code);
    if (strstr(err.text, text) == NULL) fail_msg("'%s' does not have '%s'", err.text, text);
    assert_null(gathered.manifest.data);
    err_clear(&err);
}

static const char *inside(const char *name)
{
    return scratch_path(harness_path("out", name));
}

static void put(const char *name, const char *text)
{
    assert_ok(file_write_whole(inside(name), text, strlen(text), &err), &err);
}

/* ---- the same bytes ---- */

static void assert_same_files(const struct sink *whole)
{
    for (size_t i = 0; i < sink_count(whole); i++) {
        const struct sink_file *const file = sink_at(whole, i);
        struct scree_bytes bytes;
        assert_ok(file_read(&bytes, inside(file->name), 1 << 24, &err), &err);
        assert_int_equal(bytes.size, file->size_bytes);
        assert_memory_equal(bytes.data, file->bytes, bytes.size);
        file_bytes_free(&bytes);
    }
}

static void assert_parts_are_the_whole(const struct scree_bake_options *options, uint32_t count)
{
    struct sink *whole;
    struct bake_made made;
    struct bake_gathered gathered;
    struct bake_plan *const plan = plan_of(options);
    assert_ok(sink_open_memory(&whole, &err), &err);
    assert_ok(bake_write(&made, plan, whole, NULL, &err), &err);
    make_all(options, count);
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    assert_int_equal(gathered.parts, count);
    assert_int_equal(gathered.files, plan->file_count);
    assert_same_files(whole); /* manifest.json among them */
    file_bytes_free(&gathered.manifest);
    bake_made_free(&made);
    sink_close(whole);
    bake_plan_free(plan);
    clear(NULL);
}

static void parts_are_the_whole(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 7, 20, 50}; /* of 20 tiles */
    struct scree_bake_options options = sized();
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        assert_parts_are_the_whole(&options, counts[i]);
    options.width = 77, options.height = 50;
    options.column = 5, options.row = 7, options.columns = 50, options.rows = 31;
    assert_parts_are_the_whole(&options, 3);
    options.south_first = true;
    assert_parts_are_the_whole(&options, 4);
    options.vertices = true;
    options.format = SCREE_BAKE_RAW;
    assert_parts_are_the_whole(&options, 4);
    options = sized();
    options.tile_texels = 0;
    options.tile_files = 3;
    options.pack = true ? SCREE_BAKE_PACK_RGBA : SCREE_BAKE_PACK_NONE;
    options.outputs |= SCREE_BAKE_BLEND;
    options.depth = 0;
    assert_parts_are_the_whole(&options, 2);
    options = sized();
    options.tile_texels = 64; /* one tile, and the second part has none */
    assert_parts_are_the_whole(&options, 2);
}

/* ---- going on ---- */

struct breaking {
    int calls, most;
};

static int break_off(void *context, const char *step, double done)
{
    struct breaking *const b = context;
    (void)step;
    assert_true(done >= 0.0 && done <= 1.0);
    return ++b->calls > b->most;
}

static int break_off_in_second_row(void *context, const char *step, double done)
{
    (void)context;
    (void)step;
    return done >= 0.25;
}

static void a_part_goes_on_where_it_was(void **state)
{
    (void)state;
    const struct scree_bake_options options = sized();
    struct bake_plan *const plan = plan_of(&options);
    const struct scree_part_options part = {.index = 1, .count = 1, .replace = false};
    struct scree_part_info made;
    uint64_t kept = 0;
    bool complete = false;
    for (int most = 1; !complete; most++) {
        struct breaking breaking = {0, most};
        struct scree_job job = {.context = &breaking, .progress = break_off};
        const enum scree_code code = bake_part_write(&made, &began, plan, out(), &part, &job, &err);
        assert_true(made.tiles_before >= kept);
        kept = made.tiles_before;
        complete = code == SCREE_OK;
        if (complete) break;
        assert_int_equal(code, SCREE_CANCELLED);
        if (made.tiles > 5 && made.tiles < 20)
            assert_gather_fails(SCREE_CANNOT_READ, "part 1 of 1 has not come to its end: ");
        err_clear(&err);
        assert_true(most < 1000);
    }
    assert_true(kept > 0);
    assert_int_equal(make_part(plan, 1, 1).tiles_before, 20);
    /* A damaged tile is made again, with those that were made with it; the rest is kept. */
    assert_int_equal(truncate(inside("preview_1_1.png"), 20), 0);
    assert_gather_fails(SCREE_CANNOT_READ,
                        "preview_1_1.png is not what part 1 wrote; run {part} 1/1 again");
    assert_int_equal(make_part(plan, 1, 1).tiles_before, 15);
    assert_int_equal(unlink(inside("preview_4_3.png")), 0);
    assert_gather_fails(SCREE_CANNOT_READ, "preview_4_3.png is missing, which part 1 wrote");
    assert_int_equal(make_part(plan, 1, 1).tiles_before, 15);
    /* What a kill leaves goes, what is somebody's stays. */
    static const char *const left[] = {"preview_0_0.png.part-12-0", "parts/1-of-1.json.part-7-2"};
    static const char *const others[] = {"notes.part-12-0", "preview_0_0.png.part-x"};
    for (int i = 0; i < 2; i++) {
        assert_ok(file_write_whole(inside(left[i]), "a", 1, &err), &err);
        assert_ok(file_write_whole(inside(others[i]), "a", 1, &err), &err);
    }
    struct bake_gathered gathered;
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    file_bytes_free(&gathered.manifest);
    bake_plan_free(plan);
    for (int i = 0; i < 2; i++) {
        assert_int_not_equal(access(inside(left[i]), F_OK), 0);
        assert_int_equal(access(inside(others[i]), F_OK), 0);
    }
}

/* One run into the folder leaves nothing that tells of the tiles that were there. */
static void a_whole_bake_follows_a_gathered_one(void **state)
{
    (void)state;
    struct scree_bake_options options = sized();
    struct bake_gathered gathered;
    struct bake_made made;
    struct sink *sink;
    make_all(&options, 2);
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    file_bytes_free(&gathered.manifest);
    assert_ok(file_write_whole(inside("parts/2-of-3.json"), "{}", 2, &err), &err);
    assert_ok(file_write_whole(inside("mine.vrt"), "a", 1, &err), &err);
    assert_int_equal(access(inside("preview.vrt"), F_OK), 0);
    assert_int_equal(access(inside("parts/1-of-2.json"), F_OK), 0);
    options.tile_texels = 2 * TILES_OF;
    struct bake_plan *const plan = plan_of(&options);
    const struct sink_options replace = {.replace = true};
    assert_ok(sink_open_folder(&sink, out(), &replace, &err), &err);
    assert_ok(bake_write(&made, plan, sink, NULL, &err), &err);
    assert_ok(sink_commit(sink, NULL, &err), &err);
    sink_close(sink);
    bake_made_free(&made);
    bake_plan_free(plan);
    static const char *const gone[] = {"preview.vrt", "preview_4_3.png", "parts/1-of-2.json",
                                       "parts/2-of-2.json"};
    static const char *const stay[] = {"mine.vrt", "preview_2_1.png", "parts/2-of-3.json"};
    for (int i = 0; i < 4; i++) assert_int_not_equal(access(inside(gone[i]), F_OK), 0);
    for (int i = 0; i < 3; i++) assert_int_equal(access(inside(stay[i]), F_OK), 0);
}

static bool is_there(const char *name)
{
    return access(inside(name), F_OK) == 0;
}

static void gather_all(void)
{
    struct bake_gathered gathered;
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    file_bytes_free(&gathered.manifest);
}

/* Parts of another cut clear what the gathered ones before them left, and nothing else. */
static void another_cut_follows_a_gathered_one(void **state)
{
    (void)state;
    struct scree_bake_options options = sized();
    make_all(&options, 2);
    gather_all();
    put("mine.vrt", "a");
    put("preview_3_3.png", "changed since");
    options.tile_texels = 2 * TILES_OF; /* 3 x 2 tiles */
    struct bake_plan *plan = plan_of(&options);
    make_part(plan, 2, 3);
    static const char *const gone[] = {"manifest.json",     "preview.vrt",     "parts/1-of-2.json",
                                       "parts/2-of-2.json", "preview_4_3.png", "preview_0_2.png"};
    for (int i = 0; i < 6; i++)
        if (is_there(gone[i])) fail_msg("%s is still there", gone[i]);
    assert_true(is_there("mine.vrt"));
    assert_true(is_there("preview_3_3.png"));
    assert_true(is_there("preview_1_1.png")); /* that of before, until part 3 makes its own */
    assert_gather_fails(SCREE_CANNOT_READ,
                        "parts 1, 3 of 3 are missing; run them, the first by {part} 1/3");
    make_part(plan, 1, 3);
    make_part(plan, 3, 3);
    gather_all();
    /* A part of the same bake that lost a tile clears nothing of it. */
    assert_int_equal(unlink(inside("preview_0_0.png")), 0);
    assert_int_equal(make_part(plan, 1, 3).tiles, 2);
    assert_true(is_there("manifest.json"));
    assert_true(is_there("preview.vrt"));
    gather_all();
    /* Of as many parts, whose manifests have the same names. */
    bake_plan_free(plan);
    options.tile_texels = 30; /* 2 x 1 */
    plan = plan_of(&options);
    for (uint32_t i = 1; i <= 3; i++) make_part(plan, i, 3);
    assert_false(is_there("preview_2_1.png"));
    assert_false(is_there("manifest.json"));
    gather_all();
    bake_plan_free(plan);
}

/* So does a part that notes the tiles of a bake that nobody gathered. */
static void another_cut_follows_one_that_was_not_gathered(void **state)
{
    (void)state;
    struct scree_bake_options options = sized();
    make_all(&options, 2);
    options.tile_texels = 2 * TILES_OF;
    struct bake_plan *const plan = plan_of(&options);
    make_part(plan, 1, 2);
    assert_false(is_there("preview_4_1.png")); /* of part 1 */
    assert_true(is_there("preview_4_3.png"));  /* of part 2 */
    make_part(plan, 2, 2);
    assert_false(is_there("preview_4_3.png"));
    gather_all();
    bake_plan_free(plan);
}

static void what_was_not_looked_at_stays_noted(void **state)
{
    (void)state;
    const struct scree_bake_options options = sized();
    struct bake_plan *const plan = plan_of(&options);
    const struct scree_part_options part = {.index = 1, .count = 1, .replace = false};
    struct scree_part_info made;
    assert_int_equal(make_part(plan, 1, 1).tiles, 20);
    /* Two rows of four are lost; the run that makes them again is broken off between the two. */
    assert_int_equal(unlink(inside("preview_1_0.png")), 0);
    assert_int_equal(unlink(inside("preview_1_1.png")), 0);
    struct scree_job job = {.progress = break_off_in_second_row};
    assert_int_equal(bake_part_write(&made, &began, plan, out(), &part, &job, &err),
                     SCREE_CANCELLED);
    err_clear(&err);
    assert_gather_fails(SCREE_CANNOT_READ,
                        "part 1 of 1 has not come to its end: 5 of its 20 tiles are "
                        "missing, the first is column 0, row 1; run {part} 1/1 again");
    assert_int_equal(make_part(plan, 1, 1).tiles_before, 15);
    struct bake_gathered gathered;
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    file_bytes_free(&gathered.manifest);
    bake_plan_free(plan);
}

/* Counts how often the manifest was written, by its size, which grows each time. */
struct watching {
    size_t size;
    int writes, calls;
};

static int watch(void *context, const char *step, double done)
{
    struct watching *const w = context;
    struct stat info;
    (void)step;
    w->calls++;
    if (stat(inside("parts/1-of-1.json"), &info) == 0 && (size_t)info.st_size != w->size) {
        w->size = (size_t)info.st_size;
        w->writes++;
    }
    return done >= 0.99;
}

static void the_manifest_is_written_when_it_has_grown(void **state)
{
    (void)state;
    struct scree_bake_options options = sized();
    options.outputs = SCREE_BAKE_PREVIEW;
    options.tile_texels = 1; /* rows of 40 tiles, 29 of them */
    struct bake_plan *const plan = plan_of(&options);
    const struct scree_part_options part = {.index = 1, .count = 1, .replace = false};
    struct scree_part_info made;
    struct watching watching = {0, 0, 0};
    char folder[512];
    snprintf(folder, sizeof folder, "%s", out());
    struct scree_job job = {.context = &watching, .progress = watch};
    const enum scree_code code = bake_part_write(&made, &began, plan, folder, &part, &job, &err);
    assert_int_equal(code, SCREE_CANCELLED);
    err_clear(&err);
    assert_true(watching.calls >= 29);
    /* Before the first, after 1 to 8 pieces, 10, 12, 14, 16, 19, 22, 25 and 29. */
    assert_int_equal(watching.writes, 17);
    bake_plan_free(plan);
}

/* What a part that fails before it begins does to a folder that is as empty as it was found. */
static int remove_empty(void *context, const char *step, double done)
{
    (void)step;
    (void)done;
    ++*(int *)context;
    rmdir(inside("parts"));
    rmdir(inside(""));
    return 0;
}

static void folders_of_a_part_that_began_stay(void **state)
{
    (void)state;
    struct scree_bake_options options = sized();
    options.outputs = SCREE_BAKE_PREVIEW; /* without a folder of masks */
    struct bake_plan *const plan = plan_of(&options);
    const struct scree_part_options part = {.index = 1, .count = 1, .replace = false};
    struct scree_part_info made;
    int calls = 0;
    struct scree_job job = {.context = &calls, .progress = remove_empty};
    assert_ok(bake_part_write(&made, &began, plan, out(), &part, &job, &err), &err);
    assert_true(calls > 1);
    assert_int_equal(made.tiles, 20);
    bake_plan_free(plan);
}

/* ---- starting together ---- */

struct starting {
    const struct bake_plan *plan;
    const char *folder;
    struct scree_error errs[20];
};

static void start_one(void *context, size_t index, uint32_t thread)
{
    struct starting *const starting = context;
    const struct scree_part_options part = {
        .index = (uint32_t)index + 1, .count = 20, .replace = false};
    struct scree_error *const its_err = &starting->errs[index];
    struct scree_part_info made;
    bool its_began;
    (void)thread;
    err_clear(its_err);
    its_err->code =
        bake_part_write(&made, &its_began, starting->plan, starting->folder, &part, NULL, its_err);
}

static void parts_may_start_together(void **state)
{
    (void)state;
    const struct scree_bake_options options = sized();
    struct bake_plan *const plan = plan_of(&options);
    char folder[512];
    snprintf(folder, sizeof folder, "%s", out());
    struct starting starting = {.plan = plan, .folder = folder};
    for (int i = 0; i < 5; i++) {
        parallel_for(8, 8, start_one, &starting);
        for (int k = 0; k < 8; k++) assert_ok(starting.errs[k].code, &starting.errs[k]);
        clear(NULL);
    }
    /* Into a folder that another cut was gathered in. */
    struct scree_bake_options other = sized();
    other.tile_texels = 5;
    make_all(&other, 3);
    gather_all();
    parallel_for(20, 8, start_one, &starting);
    for (int k = 0; k < 20; k++) assert_ok(starting.errs[k].code, &starting.errs[k]);
    gather_all();
    assert_false(is_there("preview_7_5.png"));
    bake_plan_free(plan);
}

/* ---- what is refused ---- */

static void assert_part_refused(const struct scree_bake_options *options,
                                struct scree_part_options part, const char *field)
{
    struct bake_plan *const plan = plan_of(options);
    struct scree_part_info made;
    assert_int_equal(bake_part_write(&made, &began, plan, out(), &part, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, field);
    err_clear(&err);
    bake_plan_free(plan);
    assert_int_not_equal(access(out(), F_OK), 0);
}

static void what_has_no_parts_is_refused(void **state)
{
    (void)state;
    struct scree_bake_options options = sized();
    assert_part_refused(
        &options, (struct scree_part_options){.index = 0, .count = 3, .replace = false}, "part");
    assert_part_refused(
        &options, (struct scree_part_options){.index = 4, .count = 3, .replace = false}, "part");
    assert_part_refused(
        &options, (struct scree_part_options){.index = 1, .count = 0, .replace = false}, "part");
    options.layers = 2;
    assert_part_refused(
        &options, (struct scree_part_options){.index = 1, .count = 2, .replace = false}, "layers");
    options = sized();
    options.tile_texels = 0;
    assert_part_refused(
        &options, (struct scree_part_options){.index = 1, .count = 2, .replace = false}, "part");
    struct scree_part_info made;
    const struct scree_part_options part = {.index = 1, .count = 2, .replace = false};
    options = sized();
    struct bake_plan *const plan = plan_of(&options);
    assert_int_equal(mkdir(out(), 0755), 0);
    assert_ok(file_write_whole(inside("notes.txt"), "a", 1, &err), &err);
    assert_int_equal(bake_part_write(&made, &began, plan, out(), &part, NULL, &err),
                     SCREE_CANNOT_WRITE);
    assert_string_equal(err.field, "replace");
    err_clear(&err);
    /* Somebody's folder "parts" is not that of a bake. */
    assert_int_equal(mkdir(inside("parts"), 0755), 0);
    assert_ok(file_write_whole(inside("parts/wheel.obj"), "a", 1, &err), &err);
    assert_int_equal(bake_part_write(&made, &began, plan, out(), &part, NULL, &err),
                     SCREE_CANNOT_WRITE);
    assert_string_equal(err.field, "replace");
    err_clear(&err);
    assert_ok(file_write_whole(inside("parts/2-of-2.json"), "{}", 2, &err), &err);
    assert_ok(bake_part_write(&made, &began, plan, out(), &part, NULL, &err), &err);
    bake_plan_free(plan);
}

static void both_ways_of_cutting_are_refused(void **state)
{
    (void)state;
    struct scree_bake_options options = sized();
    struct bake_plan *plan;
    options.tile_files = 2;
    assert_int_equal(bake_plan_create(&plan, &scene.inputs, &options, &given, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, "tile_texels");
    err_clear(&err);
    options.tile_files = 1;
    options.tile_texels = RENDER_MAX_SIZE + 1;
    assert_int_equal(bake_plan_create(&plan, &scene.inputs, &options, &given, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, "tile_texels");
}

/* ---- parts that do not belong together ---- */

/* Writes part 2 of 3 with what `change` changes. */
static void assert_named(void (*change)(struct scree_bake_options *), const char *text)
{
    struct scree_bake_options options = sized();
    const struct inputs kept = scene.inputs;
    make_all(&options, 3);
    change(&options);
    struct bake_plan *const plan = plan_of(&options);
    make_part(plan, 2, 3);
    bake_plan_free(plan);
    scene.inputs = kept;
    assert_gather_fails(SCREE_MALFORMED, text);
    options = sized();
    make_all(&options, 3);
    struct bake_gathered gathered;
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    file_bytes_free(&gathered.manifest);
    clear(NULL);
}

#define OTHER_SHA "fffffffff00000000000000000000000000000000000000000000000000000ff"

static void change_terrain(struct scree_bake_options *options)
{
    (void)options;
    strcpy(scene.inputs.terrain_file.sha256, OTHER_SHA);
}

static void change_places(struct scree_bake_options *options)
{
    (void)options;
    strcpy(scene.inputs.terrain_file.places, OTHER_SHA);
}

static void change_surface(struct scree_bake_options *options)
{
    (void)options;
    strcpy(scene.inputs.surface_file.sha256, OTHER_SHA);
}

static void change_relief(struct scree_bake_options *options)
{
    options->how.relief = 2.0;
}

static void change_size(struct scree_bake_options *options)
{
    options->width = 45, options->height = 30;
}

static void change_tiles(struct scree_bake_options *options)
{
    options->tile_texels = 10;
}

static void other_inputs_and_options_are_named(void **state)
{
    (void)state;
    assert_named(change_terrain, "part 2 was made of another terrain, or a tile of it changed: "
                                 "parts 1, 3 saw SHA-256 ");
    assert_named(change_terrain, "..., part 2 fffffffff000...; run again which are wrong");
    assert_named(change_surface, "part 2 was made of another surface map: parts 1, 3 saw SHA-256 ");
    assert_named(change_relief, "part 2 was made with other options");
    assert_named(change_size, "part 2 was made in another size");
    assert_named(change_tiles, "part 2 was made with tiles of another size");
    /* Of a world, whose tiles have the same contents elsewhere, and the same ranges all the same. */
    memset(scene.inputs.terrain_file.places, 'a', SHA_HEX_SIZE - 1);
    assert_named(change_places, "part 2 was made of a world whose tiles lie elsewhere than part 1");
    scene.inputs.terrain_file.places[0] = '\0';
}

/* What a user keeps in a folder called "parts" is neither taken for parts nor removed. */
static void files_of_others_stay(void **state)
{
    (void)state;
    static const char name[] = "parts/survey-2024.csv", note[] = "parts/survey-0123456789abcdef-t3";
    struct scree_bake_options options = sized();
    assert_false(out_parts_begun(out(), inputs_is_note));
    assert_int_equal(mkdir(out(), 0755), 0);
    assert_false(out_parts_begun(out(), inputs_is_note));
    assert_int_equal(mkdir(inside("parts"), 0755), 0);
    assert_true(out_parts_begun(out(), inputs_is_note)); /* one has just begun */
    put(name, "a,b");
    assert_false(out_parts_begun(out(), inputs_is_note));
    put(note, "");
    assert_true(out_parts_begun(out(), inputs_is_note));
    make_all(&options, 3);
    struct bake_gathered gathered;
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    file_bytes_free(&gathered.manifest);
    assert_int_equal(access(inside(name), F_OK), 0);
    assert_int_not_equal(access(inside(note), F_OK), 0);
}

/* Replaces a text that stands in a part's manifest. */
static void replace(const char *name, const char *text, const char *by)
{
    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, inside(name), 1 << 24, &err), &err);
    char *const at = strstr((char *)bytes.data, text);
    assert_non_null(at);
    assert_int_equal(strlen(text), strlen(by));
    memcpy(at, by, strlen(by));
    assert_ok(file_write_whole(inside(name), bytes.data, bytes.size, &err), &err);
    file_bytes_free(&bytes);
}

static void damaged_parts_are_named(void **state)
{
    (void)state;
    const struct scree_bake_options options = sized();
    assert_gather_fails(SCREE_CANNOT_READ, "no part lies here");
    make_all(&options, 3);
    assert_int_equal(unlink(inside("parts/2-of-3.json")), 0);
    assert_gather_fails(SCREE_CANNOT_READ, "part 2 of 3 is missing; run {part} 2/3");
    assert_int_equal(unlink(inside("parts/3-of-3.json")), 0);
    assert_gather_fails(SCREE_CANNOT_READ,
                        "parts 2-3 of 3 are missing; run them, the first by {part} 2/3");
    make_all(&options, 3);
    put("parts/1-of-4.json", "{}");
    assert_gather_fails(SCREE_MALFORMED, "parts of 3 and parts of 4 lie here");
    assert_int_equal(unlink(inside("parts/1-of-4.json")), 0);
    put("parts/3-of-3.json", "{\"format\": ");
    assert_gather_fails(SCREE_MALFORMED, "parts/3-of-3.json is cut short or damaged");
    put("parts/3-of-3.json", "{\"format\": \"scree-part-9\"}");
    assert_gather_fails(SCREE_MALFORMED, "another \"format\"");
    make_all(&options, 3);
    /* A part copied over another: written twice, the other not at all. */
    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, inside("parts/1-of-3.json"), 1 << 24, &err), &err);
    assert_ok(file_write_whole(inside("parts/2-of-3.json"), bytes.data, bytes.size, &err), &err);
    file_bytes_free(&bytes);
    assert_gather_fails(SCREE_MALFORMED, "is that of another part");
    make_all(&options, 3);
    replace("parts/2-of-3.json", "\"relief\": 1", "\"relief\": 2");
    assert_gather_fails(SCREE_MALFORMED, "was changed: its \"key\"");
    make_all(&options, 3);
    replace("parts/2-of-3.json", "\"columns\": ", "\"colamns\": ");
    assert_gather_fails(SCREE_MALFORMED, "does not list the tiles that it has");
    make_all(&options, 3);
    replace("parts/2-of-3.json", "_1_1.", "_1_2.");
    assert_gather_fails(SCREE_MALFORMED, "the parts make no manifest (files[");
}

/* Gives a member of a part's first piece another value. */
static void edit_piece(const char *name, const char *key, json_t *value)
{
    struct scree_bytes bytes;
    json_t *const part = json_load_file(inside(name), 0, NULL);
    json_t *const piece = json_array_get(json_object_get(part, "pieces"), 0);
    assert_true(json_is_object(piece) && json_object_get(piece, key) != NULL);
    assert_int_equal(json_object_set_new(piece, key, value), 0);
    assert_ok(json_text_bytes(&bytes, part, &err), &err);
    assert_ok(file_write_whole(inside(name), bytes.data, bytes.size, &err), &err);
    file_bytes_free(&bytes);
}

static json_t *list_of(json_t *first, size_t count)
{
    json_t *const list = json_array();
    json_array_append_new(list, first);
    for (size_t i = 1; i < count; i++) json_array_append_new(list, json_integer(0));
    return list;
}

/* What gathering refuses of a piece, running the part again mends. */
static void assert_made_again(const struct bake_plan *plan, const char *key, json_t *value)
{
    struct bake_gathered gathered;
    edit_piece("parts/1-of-2.json", key, value);
    assert_gather_fails(SCREE_MALFORMED, "parts/1-of-2.json does not list the tiles that it has; "
                                         "run {part} 1/2 again");
    const struct scree_part_info again = make_part(plan, 1, 2);
    assert_int_equal(again.tiles, 10);
    assert_int_equal(again.tiles_before, 5); /* the second row */
    assert_ok(bake_gather(&gathered, out(), NULL, &err), &err);
    file_bytes_free(&gathered.manifest);
}

static void damaged_pieces_are_made_again(void **state)
{
    (void)state;
    const struct scree_bake_options options = sized();
    struct bake_plan *const plan = plan_of(&options);
    const size_t count = plan->merge->count;
    make_all(&options, 2);
    json_t *const kept = json_load_file(inside("parts/1-of-2.json"), 0, NULL);
    const json_int_t texels = 40 * TILES_OF; /* of five tiles */
    assert_made_again(plan, "sums", list_of(json_string("1"), count));
    assert_made_again(plan, "sums", list_of(json_integer(-1), count));
    assert_made_again(plan, "sums", list_of(json_integer(texels * RENDER_UNITS + 1), count));
    assert_made_again(plan, "sums", list_of(json_integer(1), count + 1));
    assert_made_again(plan, "x", json_real(0));
    json_t *const mended = json_load_file(inside("parts/1-of-2.json"), 0, NULL);
    assert_true(json_equal(kept, mended));
    json_decref(kept);
    json_decref(mended);
    bake_plan_free(plan);
}

/* Floats in degrees, one of which is missing. */
static struct ter_field *degrees_with_a_hole(void)
{
    struct ter_field *const field = fixture_field(41, 30, 1);
    float *const samples = mem_alloc(41 * 30, sizeof *samples);
    assert_non_null(samples);
    fixture_hills(field, 11);
    for (size_t i = 0; i < 41 * 30; i++) samples[i] = (float)(0.0005 * field->elevations[i]);
    samples[3 * 41 + 4] = NAN;
    mem_free(field->memory);
    field->elevations = NULL;
    field->memory = samples;
    field->samples = samples;
    field->has_missing = true;
    field->globe = (struct ter_globe){.latitude_deg = 40, .step_deg = {0.001, 0.001}};
    return field;
}

/* Of such a terrain, what its texels cover, and how many have data. */
static void damaged_areas_and_texels_are_made_again(void **state)
{
    (void)state;
    const struct scree_bake_options options = sized();
    struct ter_field *const plain = scene.inputs.field;
    scene.inputs.field = degrees_with_a_hole();
    struct bake_plan *const plan = plan_of(&options);
    const size_t count = plan->merge->count;
    const json_int_t texels = 40 * TILES_OF;
    make_all(&options, 2);
    assert_made_again(plan, "areas", list_of(json_integer(texels * RENDER_UNITS + 1), count));
    assert_made_again(plan, "areas", json_null());
    assert_made_again(plan, "texels", json_integer(texels + 1));
    assert_made_again(plan, "texels", json_real(1));
    bake_plan_free(plan);
    ter_free(scene.inputs.field);
    scene.inputs.field = plain;
}

/* ---- totals ---- */

static void totals_are_exact(void **state)
{
    (void)state;
    struct bake_total total = {0, 0};
    assert_true(bake_total_value(&total) == 0.0);
    bake_total_add(&total, UINT64_MAX);
    assert_true(bake_total_value(&total) == 18446744073709551616.0);
    bake_total_add(&total, 1);
    assert_int_equal(total.high, 1);
    assert_int_equal(total.low, 0);
    assert_true(bake_total_value(&total) == 18446744073709551616.0);
    /* 2^64 + 2^11 lies halfway between two doubles, ties to even; one more does not. */
    bake_total_add(&total, 1 << 11);
    assert_true(bake_total_value(&total) == 18446744073709551616.0);
    bake_total_add(&total, 1);
    assert_true(bake_total_value(&total) == 18446744073709555712.0);
    for (int i = 0; i < 1000; i++) bake_total_add(&total, UINT64_MAX);
    assert_int_equal(total.high, 1001);
    assert_int_equal(total.low, 2049 - 1000);
    const struct bake_total small = {0, UINT64_C(9007199254740993)};
    assert_true(bake_total_value(&small) == 9007199254740992.0);
}

static void ranges_cover_all_tiles(void **state)
{
    (void)state;
    for (uint64_t tiles = 1; tiles < 40; tiles++) {
        for (uint32_t count = 1; count < 50; count++) {
            uint64_t at = 0;
            for (uint32_t i = 1; i <= count; i++) {
                const struct out_range range = out_part_range(i, count, tiles);
                assert_int_equal(range.first, at);
                assert_true(range.last - range.first <= tiles / count + 1);
                while (at < range.last) {
                    const struct bake_piece piece = bake_next_piece(&range, at, 7, 3);
                    assert_true(piece.columns >= 1 && piece.columns <= 3);
                    assert_int_equal(piece.y * 7 + piece.x, at);
                    assert_true(piece.x + piece.columns <= 7);
                    at += piece.columns;
                }
                assert_int_equal(at, range.last);
            }
            assert_int_equal(at, tiles);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(parts_are_the_whole, clear),
        cmocka_unit_test_setup(a_part_goes_on_where_it_was, clear),
        cmocka_unit_test_setup(a_whole_bake_follows_a_gathered_one, clear),
        cmocka_unit_test_setup(another_cut_follows_a_gathered_one, clear),
        cmocka_unit_test_setup(another_cut_follows_one_that_was_not_gathered, clear),
        cmocka_unit_test_setup(what_was_not_looked_at_stays_noted, clear),
        cmocka_unit_test_setup(the_manifest_is_written_when_it_has_grown, clear),
        cmocka_unit_test_setup(folders_of_a_part_that_began_stay, clear),
        cmocka_unit_test_setup(parts_may_start_together, clear),
        cmocka_unit_test_setup(what_has_no_parts_is_refused, clear),
        cmocka_unit_test_setup(both_ways_of_cutting_are_refused, clear),
        cmocka_unit_test_setup(other_inputs_and_options_are_named, clear),
        cmocka_unit_test_setup(files_of_others_stay, clear),
        cmocka_unit_test_setup(damaged_parts_are_named, clear),
        cmocka_unit_test_setup(damaged_pieces_are_made_again, clear),
        cmocka_unit_test_setup(damaged_areas_and_texels_are_made_again, clear),
        cmocka_unit_test(totals_are_exact),
        cmocka_unit_test(ranges_cover_all_tiles),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
