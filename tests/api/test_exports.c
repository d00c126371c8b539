/*
 * test_exports SCREE: exports for games through include/scree/ alone, linked with the shared library:
 * the bytes of the program SCREE in memory, in a folder and in a zip, whatever the job, and nothing at
 * all when it cancels. A game is a row of the table at the end.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/island.h"

#ifndef CANCELS
#define CANCELS 8
#endif

static const char *program;
/* ---- games ---- */

struct inputs {
    struct scree_terrain *terrain;
    struct scree_surface *surface;
};

struct game {
    const char *name;
    /* Writes an export called "land". The same by the program: "scree WORDS TERRAIN SURFACE -o OUT",
     * with FOLDER if OUT is one. */
    int (*write)(const struct inputs *inputs, struct scree_sink *sink, struct scree_job *job);
    const char *words, *folder;
    const char *prefix; /* of the names in a zip */
};

static int write_ror(const struct inputs *inputs, struct scree_sink *sink, struct scree_job *job)
{
    static const char *const grass[] = {"Grass", "#7"};
    struct scree_ror_options options = SCREE_ROR_OPTIONS_INIT;
    options.level.name = "land";
    options.level.author = "Ann";
    options.level.has_water = 1;
    options.level.base_colour = SCREE_BASE_COLOUR_PICTURE;
    options.level.bake_size = 128;
    options.blend_size = 96;
    options.grass = grass;
    options.grass_count = 2;
    struct scree_ror *ror = NULL;
    int code = scree_ror_check(&options, sink, job, &error);
    if (!code) code = scree_ror_plan(&ror, inputs->terrain, inputs->surface, &options, job, &error);
    if (!code) code = scree_ror_write(ror, sink, job, &error);
    scree_ror_free(ror);
    return code;
}

static int write_beamng(const struct inputs *inputs, struct scree_sink *sink, struct scree_job *job)
{
    struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
    options.level.name = "land";
    options.level.author = "Ann";
    options.samples = 256;
    options.level.depth = 0; /* a material: textures take most of the time */
    options.level.min_area = 5;
    options.import_files = 1;
    options.level.base_colour = SCREE_BASE_COLOUR_PICTURE;
    options.level.bake_size = 128;
    options.level.repeat_m = 5;
    struct scree_beamng *level = NULL;
    int code = scree_beamng_check(sink, job, &error);
    if (!code)
        code = scree_beamng_plan(&level, inputs->terrain, inputs->surface, &options, job, &error);
    if (!code) code = scree_beamng_write(level, sink, job, &error);
    scree_beamng_free(level);
    return code;
}

/* points: 0 for the engine's own number */
static int write_engine(const char *key, uint32_t points, const struct inputs *inputs,
                        struct scree_sink *sink, struct scree_job *job)
{
    struct scree_engine_options options = SCREE_ENGINE_OPTIONS_INIT;
    options.name = "land";
    options.layers = 4;
    options.points = points;
    struct scree_engine *engine = NULL;
    int code = scree_engine_check(&options, sink, job, &error);
    if (!code)
        code = scree_engine_plan(&engine, key, inputs->terrain, inputs->surface, &options, job,
                                 &error);
    if (!code) code = scree_engine_write(engine, sink, job, &error);
    scree_engine_free(engine);
    return code;
}

static int write_spring(const struct inputs *inputs, struct scree_sink *sink, struct scree_job *job)
{
    /* The fewest points: its picture has 8 x 8 texels for each. */
    return write_engine("spring", 129, inputs, sink, job);
}

static int write_unreal(const struct inputs *inputs, struct scree_sink *sink, struct scree_job *job)
{
    return write_engine("unreal", 0, inputs, sink, job);
}

static int write_unity(const struct inputs *inputs, struct scree_sink *sink, struct scree_job *job)
{
    return write_engine("unity", 0, inputs, sink, job);
}

static int write_web(const struct inputs *inputs, struct scree_sink *sink, struct scree_job *job)
{
    return write_engine("web", 0, inputs, sink, job);
}

static const struct game games[] = {
    {"ror", write_ror,
     "export ror --author Ann --water 0 --base-colour --bake-size 128 --size 96 --grass Grass "
     "--grass '#7'",
     "--folder", ""},
    {"beamng", write_beamng,
     "export beamng --author Ann --resample 256 --depth 0 --min-area 5 "
     "--import-files --base-colour --bake-size 128 --repeat 5",
     "", "levels/land/"},
    {"spring", write_spring, "export spring --layers 4 --resample 129", "", ""},
    {"unreal", write_unreal, "export unreal --layers 4", "", ""},
    {"web", write_web, "export web --layers 4", "", ""},
    {"unity", write_unity, "export unity --layers 4", "", ""},
};

/* ---- helpers ---- */

static int fresh(void **state)
{
    (void)state;
    error = (struct scree_error)SCREE_ERROR_INIT;
    return scratch_empty();
}

static struct inputs open_inputs(void)
{
    struct inputs inputs;
    island_open(&inputs.terrain, &inputs.surface);
    return inputs;
}

static void close_inputs(struct inputs *inputs)
{
    scree_surface_free(inputs->surface);
    scree_terrain_free(inputs->terrain);
}

/* Runs the program; out is a path in the scratch folder. */
static void run_program(const struct game *game, const char *folder, const char *out)
{
    char command[2048];
    snprintf(command, sizeof command, "'%s' %s %s '%s' '%s' -q -o '%s'", program, game->words,
             folder, harness_source("examples/island.ter"), harness_source("examples/island.srf"),
             out);
    assert_int_equal(system(command), 0);
}

static unsigned char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail_msg("no file %s", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static unsigned entries_in(const char *command_of_names)
{
    unsigned lines = 0;
    FILE *names = popen(command_of_names, "r");
    assert_non_null(names);
    for (int c; (c = fgetc(names)) != EOF;) lines += c == '\n';
    pclose(names);
    return lines;
}

static struct scree_sink *write_to_memory(const struct game *game)
{
    struct inputs inputs = open_inputs();
    struct scree_sink *sink;
    assert_scree(scree_sink_memory(&sink, &error));
    assert_scree(game->write(&inputs, sink, NULL));
    close_inputs(&inputs);
    return sink;
}

/* ---- the program's bytes ---- */

static void memory_has_the_files_of_the_folder(const struct game *game, struct scree_sink *sink)
{
    char folder[256], names[300];
    snprintf(folder, sizeof folder, "%s", scratch_path("land"));
    run_program(game, game->folder, folder);
    snprintf(names, sizeof names, "find '%s' -type f", folder);
    assert_int_equal(entries_in(names), scree_sink_count(sink));
    for (size_t i = 0; i < scree_sink_count(sink); i++) {
        size_t size;
        unsigned char *bytes = read_whole(harness_path(folder, scree_sink_name(sink, i)), &size);
        if (size != scree_sink_size(sink, i) || memcmp(bytes, scree_sink_bytes(sink, i), size) != 0)
            fail_msg("%s: %s is not what the program writes", game->name, scree_sink_name(sink, i));
        free(bytes);
    }
}

/* ISO 3309. */
static uint32_t crc_of(const unsigned char *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static uint32_t number(const unsigned char *p, int bytes)
{
    uint32_t n = 0;
    while (bytes-- > 0) n = n << 8 | p[bytes];
    return n;
}

/* The central directory has the files in order, each with its size and check sum.
 * Source: PKWARE, APPNOTE.TXT, 4.3.12 and 4.3.16. */
static void assert_entries(const struct game *game, const unsigned char *zip, size_t size,
                           const struct scree_sink *sink)
{
    const unsigned char *end = zip + size - 22;
    assert_int_equal(number(end, 4), 0x06054b50);
    assert_int_equal(number(end + 10, 2), scree_sink_count(sink));
    const unsigned char *p = zip + number(end + 16, 4);
    for (size_t i = 0; i < scree_sink_count(sink); i++) {
        char name[256];
        const int length =
            snprintf(name, sizeof name, "%s%s", game->prefix, scree_sink_name(sink, i));
        assert_int_equal(number(p, 4), 0x02014b50);
        assert_int_equal(number(p + 28, 2), length);
        assert_memory_equal(p + 46, name, (size_t)length);
        assert_int_equal(number(p + 24, 4), scree_sink_size(sink, i));
        assert_int_equal(number(p + 16, 4),
                         crc_of(scree_sink_bytes(sink, i), (size_t)scree_sink_size(sink, i)));
        p += 46 + number(p + 28, 2) + number(p + 30, 2) + number(p + 32, 2);
    }
}

static int go_on(void *context, const char *text, double done)
{
    (void)context, (void)text, (void)done;
    return 0;
}

/* Threads, tiles and instruction sets change nothing: our job is not the program's. */
static void zips_are_the_programs(const struct game *game, struct scree_sink *memory)
{
    run_program(game, "", scratch_path("land.zip"));
    struct inputs inputs = open_inputs();
    struct scree_sink *zip;
    assert_scree(scree_sink_zip(&zip, scratch_path("own.zip"), 0, &error));
    struct scree_job job = SCREE_JOB_INIT;
    job.threads = 3;
    job.tile = 48;
    job.isa = "baseline";
    job.no_culling = 1;
    job.progress = go_on;
    const int code = game->write(&inputs, zip, &job);
    assert_scree(scree_sink_close(zip, code, NULL, &error));
    close_inputs(&inputs);
    size_t sizes[2];
    unsigned char *theirs = read_whole(scratch_path("land.zip"), &sizes[0]);
    unsigned char *ours = read_whole(scratch_path("own.zip"), &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(theirs, ours, sizes[0]);
    assert_entries(game, ours, sizes[1], memory);
    free(theirs);
    free(ours);
}

/* ---- cancelling ---- */

struct watch {
    unsigned steps, cancel_at; /* 0: never */
};

static int step(void *context, const char *text, double done)
{
    (void)text, (void)done;
    struct watch *watch = context;
    return ++watch->steps == watch->cancel_at;
}

/* Files handed to the caller: those begun end, and in the end all count or none. */
struct taken {
    unsigned begun, ended, complete, committed, discarded;
};

static int take_begin(void *context, const char *name, void **file)
{
    (void)name, (void)file;
    ((struct taken *)context)->begun++;
    return 0;
}

static int take_write(void *context, void *file, const void *data, size_t size)
{
    (void)context, (void)file, (void)data, (void)size;
    return 0;
}

static int take_end(void *context, void *file, int complete)
{
    (void)file;
    struct taken *taken = context;
    taken->ended++;
    taken->complete += complete != 0;
    return 0;
}

static int take_commit(void *context)
{
    ((struct taken *)context)->committed++;
    return 0;
}

static void take_discard(void *context)
{
    ((struct taken *)context)->discarded++;
}

enum { MEMORY, FOLDER, ZIP, FUNCTIONS, KINDS };

static struct scree_sink *open_kind(int kind, struct taken *taken)
{
    struct scree_sink *sink = NULL;
    struct scree_sink_functions functions = SCREE_SINK_FUNCTIONS_INIT;
    functions.context = taken;
    functions.begin = take_begin;
    functions.write = take_write;
    functions.end = take_end;
    functions.commit = take_commit;
    functions.discard = take_discard;
    if (kind == MEMORY) assert_scree(scree_sink_memory(&sink, &error));
    if (kind == FOLDER) assert_scree(scree_sink_folder(&sink, scratch_path("cut"), 0, &error));
    if (kind == ZIP) assert_scree(scree_sink_zip(&sink, scratch_path("cut.zip"), 0, &error));
    if (kind == FUNCTIONS) assert_scree(scree_sink_callbacks(&sink, &functions, &error));
    return sink;
}

/* A whole export whose job cancels at one step. */
static int run(const struct game *game, const struct inputs *inputs, int kind, struct taken *taken,
               struct watch *watch)
{
    struct scree_job job = SCREE_JOB_INIT;
    job.context = watch;
    job.progress = step;
    struct scree_sink *sink = open_kind(kind, taken);
    const int code = game->write(inputs, sink, &job);
    return scree_sink_close(sink, code, &job, &error);
}

static void cancelling_leaves_nothing(const struct game *game, struct scree_sink *memory)
{
    (void)memory;
    struct inputs inputs = open_inputs();
    struct watch all = {0, 0};
    struct taken taken = {0};
    assert_scree(run(game, &inputs, FUNCTIONS, &taken, &all));
    assert_true(taken.begun > 0 && taken.begun == taken.complete);
    assert_true(taken.committed == 1 && taken.discarded == 0);
    uint64_t random = 16;
    for (int i = 0; i < CANCELS; i++) {
        struct watch watch = {0, 1 + harness_random(&random) % all.steps};
        taken = (struct taken){0};
        error = (struct scree_error)SCREE_ERROR_INIT;
        const int kind = i % KINDS;
        assert_int_equal(run(game, &inputs, kind, &taken, &watch), SCREE_CANCELLED);
        assert_int_equal(error.code, SCREE_CANCELLED);
        assert_int_equal(watch.steps, watch.cancel_at); /* nobody was asked again */
        assert_int_equal(taken.begun, taken.ended);
        assert_true(taken.committed == 0 && taken.discarded == (kind == FUNCTIONS));
        char names[128];
        snprintf(names, sizeof names, "ls -A '%s'", scratch_folder);
        assert_int_equal(entries_in(names), 0);
    }
    close_inputs(&inputs);
}

/* ---- each of them for each game ---- */

static struct scree_sink *written[sizeof games / sizeof games[0]]; /* in memory */

static int write_all(void **state)
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        written[i] = write_to_memory(&games[i]);
    return scratch_make(state);
}

#define FOR_EACH_GAME(test)                                                                        \
    static void each_##test(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {                              \
            test(&games[i], written[i]);                                                           \
            assert_int_equal(fresh(NULL), 0);                                                      \
        }                                                                                          \
    }
FOR_EACH_GAME(memory_has_the_files_of_the_folder)
FOR_EACH_GAME(zips_are_the_programs)
FOR_EACH_GAME(cancelling_leaves_nothing)

/* The last test and no tear-down, whose failures cmocka does not count. */
static void what_was_written_closes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        assert_scree(scree_sink_close(written[i], SCREE_OK, NULL, &error));
}

int main(int argc, char **argv)
{
    if (argc != 2) return 1;
    program = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_memory_has_the_files_of_the_folder, fresh),
        cmocka_unit_test_setup(each_zips_are_the_programs, fresh),
        cmocka_unit_test_setup(each_cancelling_leaves_nothing, fresh),
        cmocka_unit_test(what_was_written_closes),
    };
    return cmocka_run_group_tests_name("api/exports", tests, write_all, scratch_remove);
}
