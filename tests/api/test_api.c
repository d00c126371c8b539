/*
 * libscree through include/scree/ alone, linked as users link it. Planes are compared with the
 * digests of golden/, which are made without this library's front.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "tests/assert_scree.h"

#include "base/sha.h"
#include "render/model.h"
#include "tests/harness.h"

struct scene {
    struct scree_terrain *terrain;
    struct scree_surface *surface;
};

static struct scene open_scene(const char *terrain, const char *surface)
{
    struct scene scene;
    assert_scree(scree_terrain_open(&scene.terrain, scree_file(harness_source(terrain)), NULL, NULL,
                                    &error));
    assert_scree(scree_surface_open(&scene.surface, scree_file(harness_source(surface)),
                                    scene.terrain, NULL, &error));
    return scene;
}

static struct scene open_island(void)
{
    return open_scene("examples/island.ter", "examples/island.srf");
}

static void close_scene(struct scene *scene)
{
    scree_surface_free(scene->surface);
    scree_terrain_free(scene->terrain);
}

/* ---- planes ---- */

struct form {
    const char *prefix; /* of its lines in expect.txt */
    int kind;
    size_t texel_bytes;
    enum { PER_MATERIAL, PER_FOUR, ONE } planes;
};
static const struct form forms[] = {
    {"weight8-", SCREE_WEIGHT_U8, 1, PER_MATERIAL},
    {"weight16-", SCREE_WEIGHT_U16, 2, PER_MATERIAL},
    {"weight32-", SCREE_WEIGHT_F32, 4, PER_MATERIAL},
    {"eff8-", SCREE_EFF_U8, 1, PER_MATERIAL},
    {"eff16-", SCREE_EFF_U16, 2, PER_MATERIAL},
    {"eff32-", SCREE_EFF_F32, 4, PER_MATERIAL},
    {"winner", SCREE_WINNER_U8, 1, ONE},
    {"index", SCREE_INDEX_RGB8, 3, ONE},
    {"picture", SCREE_PICTURE_RGB8, 3, ONE},
};

static void **make_planes(size_t count, size_t bytes)
{
    void **planes = calloc(count, sizeof *planes);
    assert_non_null(planes);
    for (size_t i = 0; i < count; i++) {
        planes[i] = calloc(1, bytes);
        assert_non_null(planes[i]);
    }
    return planes;
}

static void free_planes(void **planes, size_t count)
{
    for (size_t i = 0; i < count; i++) free(planes[i]);
    free(planes);
}

/* The digest in a line of golden/NAME/expect.txt that begins with this; "" if there is none. */
static void expected_digest(char out[SHA_HEX_SIZE], const char *name, const char *plane)
{
    char path[128], line[256], first[64], digest[80];
    snprintf(path, sizeof path, "golden/%s/expect.txt", name);
    FILE *file = fopen(harness_source(path), "r");
    assert_non_null(file);
    out[0] = '\0';
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%63s %*s %*s %*s %79s", first, digest) == 2 && strcmp(first, plane) == 0)
            snprintf(out, SHA_HEX_SIZE, "%.64s", digest);
    fclose(file);
}

static bool big_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 0;
}

static size_t check_golden(const char *name, struct scene *scene,
                           const struct scree_plan_options *options, uint32_t threads)
{
    struct scree_job job = SCREE_JOB_INIT;
    job.threads = threads;
    struct scree_plan *plan;
    assert_scree(scree_plan_create(&plan, scene->terrain, scene->surface, options, &job, &error));
    const uint32_t width = scree_plan_width(plan), height = scree_plan_height(plan);
    const uint32_t materials = scree_plan_materials(plan);
    size_t compared = 0;
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        const struct form *form = &forms[f];
        const size_t count = form->planes == PER_MATERIAL ? materials : 1;
        const size_t bytes = (size_t)width * height * form->texel_bytes;
        void **planes = make_planes(count, bytes);
        const struct scree_target target = {sizeof target, form->kind, planes, NULL};
        assert_scree(scree_plan_rows(plan, 0, height, &target, 1, &job, &error));
        for (size_t i = 0; i < count; i++) {
            char plane[32], wanted[SHA_HEX_SIZE], found[SHA_HEX_SIZE];
            if (form->planes == PER_MATERIAL)
                snprintf(plane, sizeof plane, "%s%02zu", form->prefix, i);
            else
                snprintf(plane, sizeof plane, "%s", form->prefix);
            expected_digest(wanted, name, plane);
            if (wanted[0] == '\0') continue;
            sha_hex(found, planes[i], bytes);
            assert_string_equal(found, wanted);
            compared++;
        }
        free_planes(planes, count);
    }
    scree_plan_free(plan);
    return compared;
}

static void planes_are_the_golden_ones(void **state)
{
    (void)state;
    if (big_endian()) skip(); /* expect.txt has the digests of little-endian samples */
    struct scene island = open_island();
    assert_true(check_golden("island", &island, NULL, 1) >= 67);
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    options.grid = SCREE_VERTICES;
    options.width = options.height = 256;
    options.depth = 2;
    assert_true(check_golden("island-vertices", &island, &options, 2) > 20);
    struct scree_plan_options coarse = SCREE_PLAN_OPTIONS_INIT;
    coarse.width = 100;
    coarse.height = 60;
    coarse.depth = 1;
    assert_true(check_golden("island-coarse", &island, &coarse, 3) > 10);
    close_scene(&island);
    struct scene relief = open_scene("golden/relief/relief.ter", "golden/relief/relief.srf");
    struct scree_plan_options root = SCREE_PLAN_OPTIONS_INIT;
    root.width = 150;
    root.height = 130;
    root.how.root_density = true;
    assert_true(check_golden("relief", &relief, &root, 2) > 10);
    struct scree_plan_options spread = SCREE_PLAN_OPTIONS_INIT;
    spread.grid = SCREE_SPREAD;
    spread.width = 37;
    spread.height = 29;
    spread.depth = 1;
    assert_true(check_golden("relief-mesh-coarse", &relief, &spread, 2) > 10);
    close_scene(&relief);
}

/* Several targets at once, rows in any order, a region: the same bytes. */
static void parts_are_parts_of_the_whole(void **state)
{
    (void)state;
    struct scene island = open_island();
    struct scree_plan *plan, *region;
    assert_scree(scree_plan_create(&plan, island.terrain, island.surface, NULL, NULL, &error));
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    options.width = options.height = 256;
    options.column = 30, options.row = 40, options.columns = 70, options.rows = 50;
    assert_scree(
        scree_plan_create(&region, island.terrain, island.surface, &options, NULL, &error));
    assert_int_equal(scree_plan_width(region), 70);
    assert_int_equal(scree_plan_height(region), 50);
    static uint8_t whole[256 * 256], part[256 * 256], cut[70 * 50], picture[256 * 256 * 3];
    void *whole_planes[] = {whole}, *cut_planes[] = {cut}, *picture_planes[] = {picture};
    uint64_t sums[64] = {0};
    const struct scree_target all[] = {{sizeof all[0], SCREE_WINNER_U8, whole_planes, NULL},
                                       {sizeof all[0], SCREE_PICTURE_RGB8, picture_planes, NULL},
                                       {sizeof all[0], SCREE_COVERAGE, NULL, sums}};
    assert_scree(scree_plan_rows(plan, 0, 256, all, 3, NULL, &error));
    uint64_t total = 0;
    for (size_t i = 0; i < 64; i++) total += sums[i];
    assert_true(total > (uint64_t)256 * 256 * ((1 << 24) - 64));
    assert_true(total <= (uint64_t)256 * 256 * ((1 << 24) + 64));
    for (uint32_t row = 256; row-- > 0;) {
        void *planes[] = {part + row * 256};
        const struct scree_target one = {sizeof one, SCREE_WINNER_U8, planes, NULL};
        assert_scree(scree_plan_rows(plan, row, 1, &one, 1, NULL, &error));
    }
    assert_memory_equal(whole, part, sizeof whole);
    const struct scree_target small = {sizeof small, SCREE_WINNER_U8, cut_planes, NULL};
    assert_scree(scree_plan_rows(region, 0, 50, &small, 1, NULL, &error));
    for (size_t j = 0; j < 50; j++)
        assert_memory_equal(cut + j * 70, whole + (j + 40) * 256 + 30, 70);
    scree_plan_free(region);
    scree_plan_free(plan);
    close_scene(&island);
}

/* ---- handles ---- */

/* A plan holds what it was made of: freeing and changing the rest does not reach it. */
static void a_plan_stands_alone(void **state)
{
    (void)state;
    struct scene island = open_island();
    struct scree_plan *plan;
    assert_scree(scree_plan_create(&plan, island.terrain, island.surface, NULL, NULL, &error));
    static uint8_t before[256 * 256], after[256 * 256];
    void *before_planes[] = {before}, *after_planes[] = {after};
    const struct scree_target first = {sizeof first, SCREE_WINNER_U8, before_planes, NULL};
    assert_scree(scree_plan_rows(plan, 0, 256, &first, 1, NULL, &error));
    assert_scree(scree_surface_remove(island.surface, 1, &error));
    close_scene(&island);
    const struct scree_target second = {sizeof second, SCREE_WINNER_U8, after_planes, NULL};
    assert_scree(scree_plan_rows(plan, 0, 256, &second, 1, NULL, &error));
    assert_memory_equal(before, after, sizeof before);
    scree_plan_free(plan);
    scree_plan_free(NULL);
    scree_surface_free(NULL);
    scree_terrain_free(NULL);
}

struct both {
    struct scree_terrain *terrain; /* shared */
    const struct scree_surface *surface;
    pthread_barrier_t *ready;
    uint8_t winners[256 * 256];
    int code;
};

/* Makes plans and evaluates them, again and again: everything but the inputs is this thread's. */
static void *plan_and_evaluate(void *context)
{
    struct both *both = context;
    void *planes[] = {both->winners};
    const struct scree_target target = {sizeof target, SCREE_WINNER_U8, planes, NULL};
    struct scree_job job = SCREE_JOB_INIT;
    job.threads = 2;
    pthread_barrier_wait(both->ready);
    for (int i = 0; i < 4 && both->code == SCREE_OK; i++) {
        struct scree_plan *plan = NULL;
        both->code = scree_plan_create(&plan, both->terrain, both->surface, NULL, &job, NULL);
        if (both->code == SCREE_OK)
            both->code = scree_plan_rows(plan, 0, 256, &target, 1, &job, NULL);
        scree_plan_free(plan);
    }
    return NULL;
}

/* Plans of one terrain and one map that two threads make and evaluate, each on two threads. */
static void plans_work_at_the_same_time(void **state)
{
    (void)state;
    struct scene island = open_island();
    static struct both both[3];
    pthread_t threads[2];
    pthread_barrier_t ready;
    assert_int_equal(pthread_barrier_init(&ready, NULL, 2), 0);
    for (int i = 0; i < 2; i++) {
        both[i].terrain = island.terrain;
        both[i].surface = island.surface;
        both[i].ready = &ready;
        assert_int_equal(pthread_create(&threads[i], NULL, plan_and_evaluate, &both[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(both[i].code, SCREE_OK);
    }
    pthread_barrier_destroy(&ready);
    /* And a plan that nothing was beside. */
    pthread_barrier_t alone;
    assert_int_equal(pthread_barrier_init(&alone, NULL, 1), 0);
    both[2] = (struct both){.terrain = island.terrain, .surface = island.surface, .ready = &alone};
    plan_and_evaluate(&both[2]);
    assert_int_equal(both[2].code, SCREE_OK);
    pthread_barrier_destroy(&alone);
    for (int i = 0; i < 2; i++)
        assert_memory_equal(both[i].winners, both[2].winners, sizeof both[2].winners);
    close_scene(&island);
}

/* ---- jobs ---- */

struct watcher {
    int calls, cancel_at, warnings;
    double last;
    char text[256];
};

static int watch(void *context, const char *step, double done)
{
    struct watcher *watcher = context;
    assert_true(step[0] != '\0' && done >= 0 && done <= 1);
    watcher->last = done;
    return ++watcher->calls == watcher->cancel_at;
}

static void listen(void *context, const struct scree_message *message)
{
    struct watcher *watcher = context;
    assert_int_equal(message->severity, SCREE_WARNING);
    watcher->warnings++;
    snprintf(watcher->text, sizeof watcher->text, "%s", message->text);
}

static void a_job_can_be_cancelled(void **state)
{
    (void)state;
    struct scene island = open_island();
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    options.width = options.height = 1024;
    struct scree_plan *plan;
    assert_scree(scree_plan_create(&plan, island.terrain, island.surface, &options, NULL, &error));
    uint8_t *winners = calloc(1024, 1024);
    void *planes[] = {winners};
    const struct scree_target target = {sizeof target, SCREE_WINNER_U8, planes, NULL};
    struct watcher watcher = {.cancel_at = 3};
    struct scree_job job = SCREE_JOB_INIT;
    job.context = &watcher;
    job.progress = watch;
    assert_int_equal(scree_plan_rows(plan, 0, 1024, &target, 1, &job, &error), SCREE_CANCELLED);
    assert_int_equal(error.code, SCREE_CANCELLED);
    assert_int_equal(watcher.calls, 3);
    assert_true(watcher.last == 0.5);
    /* The same job again, to the end. */
    job.cancelled = 0;
    assert_scree(scree_plan_rows(plan, 0, 1024, &target, 1, &job, &error));
    assert_int_equal(watcher.calls, 7);
    free(winners);
    scree_plan_free(plan);
    close_scene(&island);
}

static void warnings_reach_the_job(void **state)
{
    (void)state;
    struct watcher watcher = {0};
    struct scree_job job = SCREE_JOB_INIT;
    job.context = &watcher;
    job.message = listen;
    struct scree_surface *surface;
    assert_scree(scree_surface_new(&surface, "Root", &error));
    assert_scree(scree_surface_set(surface, 0, "texture.isolation", "3", NULL, &error));
    struct scree_bytes bytes;
    assert_scree(scree_surface_write(&bytes, surface, SCREE_SURFACE_SRF, &error));
    struct scree_surface *again;
    assert_scree(scree_surface_open(&again, scree_memory(bytes.data, bytes.size, "made.srf"), NULL,
                                    &job, &error));
    assert_int_equal(watcher.warnings, 1);
    assert_non_null(strstr(watcher.text, "isolation is not modelled"));
    scree_bytes_free(&bytes);
    scree_surface_free(again);
    scree_surface_free(surface);
}

/* ---- errors ---- */

static void errors_name_the_option(void **state)
{
    (void)state;
    struct scene island = open_island();
    struct scree_plan *plan = (struct scree_plan *)&plan;
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    options.grid = 7;
    assert_int_equal(
        scree_plan_create(&plan, island.terrain, island.surface, &options, NULL, &error),
        SCREE_BAD_ARGUMENT);
    assert_null(plan);
    assert_string_equal(error.field, "grid");
    struct scree_plan_options empty = {0};
    assert_int_equal(scree_plan_create(&plan, island.terrain, island.surface, &empty, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "size");
    assert_scree(scree_plan_create(&plan, island.terrain, island.surface, NULL, NULL, &error));
    assert_int_equal(scree_plan_rows(plan, 200, 57, NULL, 0, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "rows");
    assert_string_equal(error.text, "57 rows from row 200 on, the plan has 256");
    const struct scree_target none = {sizeof none, SCREE_WEIGHT_U8, NULL, NULL};
    assert_int_equal(scree_plan_rows(plan, 0, 1, &none, 1, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "planes");
    scree_plan_free(plan);
    close_scene(&island);

    struct scree_terrain *terrain;
    const char *missing = "no/such/file.ter";
    assert_int_equal(scree_terrain_open(&terrain, scree_file(missing), NULL, NULL, &error),
                     SCREE_CANNOT_READ);
    assert_null(terrain);
    assert_string_equal(error.file, missing);
    /* An error is not needed, and one that was filled before is filled anew. */
    assert_int_equal(scree_terrain_open(&terrain, scree_file(missing), NULL, NULL, NULL),
                     SCREE_CANNOT_READ);
    error.code = SCREE_LIMIT;
    error.file[0] = '\0';
    assert_int_equal(scree_terrain_open(&terrain, scree_file(missing), NULL, NULL, &error),
                     SCREE_CANNOT_READ);
    assert_int_equal(error.code, SCREE_CANNOT_READ);
    assert_string_equal(error.file, missing);
    for (int code = SCREE_OK; code <= SCREE_CANCELLED; code++)
        assert_string_not_equal(scree_code_name(code), "unknown");
    assert_string_equal(scree_code_name(99), "unknown");
}

/* Options of a program built with older headers: what it does not have keeps its default. */
static void older_options_are_understood(void **state)
{
    (void)state;
    struct scene island = open_island();
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    options.width = options.height = 64;
    options.depth = 0; /* behind the end of the older struct */
    options.size = offsetof(struct scree_plan_options, depth);
    struct scree_plan *plan;
    assert_scree(scree_plan_create(&plan, island.terrain, island.surface, &options, NULL, &error));
    assert_int_equal(scree_plan_width(plan), 64);
    assert_int_equal(scree_plan_materials(plan), scree_surface_layers(island.surface));
    scree_plan_free(plan);
    close_scene(&island);
}

/* ---- terrains ---- */

static int read_part(void *context, uint64_t offset, void *to, size_t count)
{
    FILE *file = context;
    return fseek(file, (long)offset, SEEK_SET) != 0 || fread(to, 1, count, file) != count;
}

static int read_nothing(void *context, uint64_t offset, void *to, size_t count)
{
    (void)context, (void)offset, (void)to, (void)count;
    return 1;
}

static void terrains_come_from_anywhere(void **state)
{
    (void)state;
    struct scree_terrain *from_file, *from_callback, *from_heights, *none;
    const char *path = harness_source("examples/island.ter");
    assert_scree(scree_terrain_open(&from_file, scree_file(path), NULL, NULL, &error));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    struct scree_source source = {"callback.ter", NULL, (uint64_t)ftell(file), read_part, file};
    assert_scree(scree_terrain_open(&from_callback, source, NULL, NULL, &error));
    fclose(file);
    source.read = read_nothing;
    assert_int_equal(scree_terrain_open(&none, source, NULL, NULL, &error), SCREE_CANNOT_READ);
    assert_string_equal(error.file, "callback.ter");

    struct scree_terrain_info a = {.size = sizeof a}, b = {.size = sizeof b},
                              c = {.size = sizeof c};
    assert_scree(scree_terrain_describe(from_file, &a, NULL, &error));
    assert_scree(scree_terrain_describe(from_callback, &b, NULL, &error));
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(a.points_x, 257);
    assert_string_equal(a.format, "Terragen terrain");
    assert_int_equal(strlen(a.sha256), 64);
    assert_true(a.altitude_m[0] < a.altitude_m[1] && a.slope[1] > a.slope[0]);

    float *heights = calloc((size_t)a.points_x * a.points_y, sizeof *heights);
    assert_scree(scree_terrain_heights(from_file, 0, a.points_y, heights, &error));
    double lowest = 1e9, highest = -1e9;
    for (size_t i = 0; i < (size_t)a.points_x * a.points_y; i++) {
        lowest = heights[i] < lowest ? heights[i] : lowest;
        highest = heights[i] > highest ? heights[i] : highest;
    }
    assert_float_equal(lowest, a.altitude_m[0], 1e-3);
    assert_float_equal(highest, a.altitude_m[1], 1e-3);
    assert_scree(scree_terrain_from_heights(&from_heights, heights, a.points_x, a.points_y,
                                            a.cell_m[0], NULL, &error));
    assert_scree(scree_terrain_describe(from_heights, &c, NULL, &error));
    assert_float_equal(c.altitude_m[1], a.altitude_m[1], 1e-3);
    assert_float_equal(c.slope[1], a.slope[1], 1e-3);
    float *back = calloc((size_t)a.points_x * a.points_y, sizeof *back);
    assert_scree(scree_terrain_heights(from_heights, 0, a.points_y, back, &error));
    for (size_t i = 0; i < (size_t)a.points_x * a.points_y; i++)
        assert_float_equal(back[i], heights[i], 1e-3);
    heights[300] = (float)(1e300 * 1e300);
    assert_int_equal(
        scree_terrain_from_heights(&none, heights, a.points_x, a.points_y, 1, NULL, &error),
        SCREE_BAD_ARGUMENT);
    assert_string_equal(error.text, "the height in column 43 of row 1 is not finite");
    free(back);
    free(heights);
    scree_terrain_free(from_file);
    scree_terrain_free(from_callback);
    scree_terrain_free(from_heights);
}

/* ---- surfaces ---- */

static void surfaces_can_be_edited(void **state)
{
    (void)state;
    struct scree_surface *surface, *before;
    assert_scree(scree_surface_new(&surface, "Rock", &error));
    uint32_t grass, sand, copy;
    assert_scree(scree_surface_add(surface, 0, 0, "Grass", &grass, &error));
    assert_scree(scree_surface_add(surface, 0, 9, "Sand", &sand, &error));
    assert_int_equal(grass, 1);
    assert_int_equal(sand, 2);
    assert_scree(scree_surface_copy(&before, surface, &error));
    assert_scree(scree_surface_set(surface, sand, "altitude.max", "12tu", NULL, &error));
    assert_scree(scree_surface_set_numbers(surface, sand, "coverage", (double[]){0.75}, 1, &error));
    double numbers[SCREE_FIELD_NUMBERS];
    size_t count;
    assert_scree(scree_surface_get_numbers(surface, sand, "altitude.max", numbers, &count, &error));
    assert_int_equal(count, 2);
    assert_true(numbers[0] == 12 && numbers[1] == 1);
    struct scree_layer layer = {.size = sizeof layer};
    assert_scree(scree_surface_layer(surface, sand, &layer, &error));
    assert_string_equal(layer.name, "Sand");
    assert_true(layer.coverage == 0.75 && layer.altitude[1].on && layer.altitude[1].at == 12);
    assert_int_equal(layer.parent, 0);
    assert_scree(scree_surface_duplicate(surface, sand, &copy, &error));
    assert_scree(scree_surface_move(surface, copy, grass, 0, &copy, &error));
    assert_scree(scree_surface_layer(surface, copy, &layer, &error));
    assert_int_equal(layer.parent, grass);
    assert_int_equal(layer.depth, 2);
    uint32_t found[4];
    assert_int_equal(scree_surface_find(surface, "Sand", found, 4), 2);
    assert_int_equal(scree_surface_find(surface, "Grass/Sand", found, 1), 1);
    assert_int_equal(found[0], copy);

    assert_int_equal(scree_surface_set(surface, sand, "coverage", "lots", NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_int_equal(
        scree_surface_write(&(struct scree_bytes){0}, surface, SCREE_SURFACE_TGW, &error),
        SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "form");
    /* Undo is a copy: the text of both is compared, which is the map's only state. */
    struct scree_bytes a, b;
    assert_scree(scree_surface_write(&a, before, SCREE_SURFACE_TEXT, &error));
    assert_non_null(strstr((const char *)a.data, "\"Grass\""));
    struct scree_surface *again;
    assert_scree(
        scree_surface_open(&again, scree_memory(a.data, a.size, NULL), NULL, NULL, &error));
    assert_scree(scree_surface_write(&b, again, SCREE_SURFACE_TEXT, &error));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    scree_bytes_free(&a);
    scree_bytes_free(&b);
    scree_surface_free(again);
    scree_surface_free(before);
    scree_surface_free(surface);

    size_t fields = 0;
    for (char field[SCREE_FIELD_NAME_SIZE]; scree_surface_field(fields, field); fields++)
        assert_true(field[0] != '\0');
    assert_true(fields > 30);
}

/* ---- ground and probes ---- */

static void probes_are_the_texels(void **state)
{
    (void)state;
    struct scene island = open_island();
    struct scree_plan *plan;
    assert_scree(scree_plan_create(&plan, island.terrain, island.surface, NULL, NULL, &error));
    const uint32_t layers = scree_surface_layers(island.surface);
    const size_t texels = 256 * 256;
    void **weights = make_planes(layers, texels * sizeof(float));
    float *altitude = calloc(texels, sizeof *altitude), *slope = calloc(texels, sizeof *slope);
    float *alone = calloc(texels, sizeof *alone);
    const struct scree_target target = {sizeof target, SCREE_WEIGHT_F32, weights, NULL};
    assert_scree(scree_plan_rows(plan, 0, 256, &target, 1, NULL, &error));
    assert_scree(scree_plan_ground(plan, 0, 256, altitude, slope, NULL, &error));
    assert_scree(scree_plan_ground(plan, 0, 256, NULL, alone, NULL, &error));
    assert_memory_equal(slope, alone, texels * sizeof *slope);
    struct scree_factors *factors = calloc(layers, sizeof *factors);
    uint64_t random = 5;
    for (int i = 0; i < 100; i++) {
        const uint32_t x = harness_random(&random) % 256, y = harness_random(&random) % 256;
        assert_scree(scree_probe(plan, x, y, factors, NULL, &error));
        for (uint32_t k = 0; k < layers; k++)
            assert_memory_equal(&factors[k].weight, (float *)weights[k] + y * 256 + x,
                                sizeof(float));
        assert_float_equal(factors[0].altitude_m, altitude[y * 256 + x], 1e-3);
        /* A place in the texel, in metres. */
        struct scree_terrain_info info = {.size = sizeof info};
        assert_scree(scree_terrain_describe(island.terrain, &info, NULL, &error));
        uint32_t column = 999, row = 999;
        assert_true(scree_plan_place(plan, (x + 0.3) * info.extent_m[0] / 256,
                                     (y + 0.8) * info.extent_m[1] / 256, &column, &row));
        assert_int_equal(column, x);
        assert_int_equal(row, y);
    }
    uint32_t column, row;
    assert_false(scree_plan_place(plan, -1, 5, &column, &row));
    assert_int_equal(scree_probe(plan, 256, 0, factors, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "column");
    free(factors);
    free(alone);
    free(slope);
    free(altitude);
    free_planes(weights, layers);
    scree_plan_free(plan);
    close_scene(&island);
}

/* ---- live scenes ---- */

/* The picture, the winners and one layer of a plan, beside those of the live scene. */
static void assert_live(struct scree_live *live, const struct scene *scene,
                        const struct scree_plan_options *options, uint32_t layer)
{
    struct scree_plan *plan;
    assert_scree(scree_plan_create(&plan, scene->terrain, scene->surface, options, NULL, &error));
    const size_t texels = (size_t)scree_plan_width(plan) * scree_plan_height(plan);
    assert_int_equal(scree_live_width(live), scree_plan_width(plan));
    assert_int_equal(scree_live_height(live), scree_plan_height(plan));
    const uint32_t layers = scree_plan_materials(plan);
    void **weights = make_planes(layers, texels * 2), **rest = make_planes(2, texels * 3);
    const struct scree_target targets[] = {{sizeof targets[0], SCREE_WEIGHT_U16, weights, NULL},
                                           {sizeof targets[0], SCREE_PICTURE_RGB8, &rest[0], NULL},
                                           {sizeof targets[0], SCREE_WINNER_U8, &rest[1], NULL}};
    assert_scree(scree_plan_rows(plan, 0, scree_plan_height(plan), targets, 3, NULL, &error));
    assert_memory_equal(scree_live_picture(live), rest[0], texels * 3);
    assert_memory_equal(scree_live_winner(live), rest[1], texels);
    assert_scree(scree_live_layer(live, SCREE_WEIGHT_U16, layer, rest[0], &error));
    assert_memory_equal(rest[0], weights[layer], texels * 2);
    void **all = make_planes(layers, texels * 2), *const left_out = all[layer];
    all[layer] = NULL;
    assert_scree(scree_live_weights(live, SCREE_WEIGHT_U16, all, &error));
    all[layer] = left_out;
    memcpy(left_out, weights[layer], texels * 2);
    for (uint32_t k = 0; k < layers; k++) assert_memory_equal(all[k], weights[k], texels * 2);
    free_planes(all, layers);
    free_planes(weights, layers);
    free_planes(rest, 2);
    scree_plan_free(plan);
}

static int always_cancel(void *context, const char *step, double done)
{
    (void)context;
    (void)step;
    (void)done;
    return 1;
}

static void live_scenes_are_plans(void **state)
{
    (void)state;
    struct scene island = open_island();
    struct scree_live_options view = SCREE_LIVE_OPTIONS_INIT;
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    view.width = view.height = options.width = options.height = 100;
    struct scree_live *live;
    assert_scree(scree_live_create(&live, island.terrain, &view, NULL, &error));
    uint8_t plane[100];
    assert_null(scree_live_winner(live));
    assert_int_equal(scree_live_layer(live, SCREE_EFF_U8, 0, plane, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "layer");
    void *none[] = {NULL};
    assert_int_equal(scree_live_weights(live, SCREE_WEIGHT_U8, none, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "planes");
    assert_scree(scree_live_update(live, island.surface, NULL, &error));
    assert_live(live, &island, &options, 3);
    assert_int_equal(scree_live_weights(live, SCREE_EFF_U8, none, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "kind");
    struct scree_live_counts before = {.size = sizeof before}, after = before;
    scree_live_count(live, &before);
    assert_true(before.noise_rows > 0 && before.bytes > 0);

    /* A name and a colour, and then what must be evaluated. */
    uint32_t column, row, columns, rows;
    assert_scree(scree_surface_set(island.surface, 2, "name", "Other", NULL, &error));
    assert_scree(scree_live_update(live, island.surface, NULL, &error));
    assert_false(scree_live_changed(live, &column, &row, &columns, &rows));
    assert_scree(scree_surface_set(island.surface, 0, "colour", "9,99,199", NULL, &error));
    assert_scree(scree_live_update(live, island.surface, NULL, &error));
    assert_true(scree_live_changed(live, &column, &row, &columns, &rows));
    assert_true(column + columns <= 100 && row + rows <= 100);
    scree_live_count(live, &after);
    assert_int_equal(before.noise_rows, after.noise_rows);
    assert_live(live, &island, &options, 2);
    assert_scree(scree_surface_set(island.surface, 1, "coverage", "40%", NULL, &error));
    struct scree_job job = SCREE_JOB_INIT;
    job.progress = always_cancel;
    assert_int_equal(scree_live_update(live, island.surface, &job, &error), SCREE_CANCELLED);
    assert_scree(scree_live_update(live, island.surface, NULL, &error));
    assert_live(live, &island, &options, 1);

    /* Another view; the live scene keeps the terrain. */
    view.column = options.column = 20, view.row = options.row = 30;
    view.columns = options.columns = 40, view.rows = options.rows = 25;
    assert_scree(scree_live_view(live, &view, NULL, &error));
    assert_scree(scree_live_update(live, island.surface, NULL, &error));
    assert_live(live, &island, &options, 1);
    assert_int_equal(scree_live_layer(live, SCREE_WINNER_U8, 0, plane, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "kind");
    view.rows = 0;
    assert_int_equal(scree_live_view(live, &view, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "rows");
    close_scene(&island);
    assert_int_equal(scree_live_width(live), 40);
    scree_live_free(live);
    scree_live_free(NULL);
}

/* What the headers promise of the model is what the model has. */
static void defaults_are_the_models(void **state)
{
    (void)state;
    const struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    assert_true(options.how.relief == RENDER_RELIEF);
    assert_true(SCREE_RELIEF_MIN == RENDER_MIN_RELIEF && SCREE_RELIEF_MAX == RENDER_MAX_RELIEF);
    assert_int_equal(scree_model_version(), RENDER_MODEL_VERSION);
}

static void texts_are_fit_to_be_shown(void **state)
{
    (void)state;
    char out[16], obeyed[] = "a ##[error] b ###[x";
    assert_string_equal(scree_text_clean(out, sizeof out, "a\033[1m\xff"), "a?[1m?");
    assert_string_equal(scree_text_no_command(obeyed), "a ##?error] b ###?x");
    assert_int_equal(scree_text_distance("Snow", "sonw"), 1);
    assert_true(scree_text_is_reserved("con.png") && !scree_text_is_reserved("cone"));
}

/* A place with letters is found on a terrain that is wider than high. */
static void places_are_found(void **state)
{
    (void)state;
    static const float flat[15] = {0};
    struct scree_terrain *terrain;
    struct scree_spot spot;
    double at_m[2];
    char name[64];
    assert_scree(scree_terrain_from_heights(&terrain, flat, 5, 3, 20, NULL, &error));
    assert_scree(scree_spot_read(&spot, "30W,10N", &error));
    assert_scree(scree_spot_find(at_m, &spot, terrain, SCREE_NORTH_WEST, &error));
    assert_true(at_m[0] == 50 && at_m[1] == 30);
    assert_string_equal(scree_spot_name(name, sizeof name, at_m, SCREE_NORTH_WEST), "50E,30S");
    assert_scree(scree_spot_find(at_m, &spot, terrain, SCREE_SOUTH_WEST, &error));
    assert_true(at_m[0] == 50 && at_m[1] == 10);
    assert_string_equal(scree_spot_name(name, sizeof name, at_m, SCREE_SOUTH_WEST), "50E,10N");
    assert_int_equal(scree_spot_find(at_m, &spot, terrain, 2, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "corner");
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_spot_read(&spot, "30W", &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "text");
    error = (struct scree_error)SCREE_ERROR_INIT;
    scree_terrain_free(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_fit_to_be_shown),
        cmocka_unit_test(places_are_found),
        cmocka_unit_test(planes_are_the_golden_ones),
        cmocka_unit_test(defaults_are_the_models),
        cmocka_unit_test(parts_are_parts_of_the_whole),
        cmocka_unit_test(a_plan_stands_alone),
        cmocka_unit_test(plans_work_at_the_same_time),
        cmocka_unit_test(a_job_can_be_cancelled),
        cmocka_unit_test(warnings_reach_the_job),
        cmocka_unit_test(errors_name_the_option),
        cmocka_unit_test(older_options_are_understood),
        cmocka_unit_test(terrains_come_from_anywhere),
        cmocka_unit_test(surfaces_can_be_edited),
        cmocka_unit_test(probes_are_the_texels),
        cmocka_unit_test(live_scenes_are_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
