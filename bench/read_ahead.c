/*
 * read_ahead FOLDER SURFACE [--rounds N] [--threads N] [--texels N]
 *
 * What reading the next row of a world's tiles beside the work (worlds/worlds_ahead.c) is worth: areas of all layers
 * of a world of 8 x 8 tiles of 1024 x 1024 points, with it and without, by turns, N rounds (5), with
 * two threads and 2048 x 2048 texels. Tiles come from a function, at once or 20 or 60 milliseconds later
 * as over a network; and from files in FOLDER, .ter and PNG, which are written first and stay: warm, as
 * the system has them in memory, and cold, after it was asked to drop them.
 *
 * A line for each: medians of the seconds without reading ahead, and of the quotients of the rounds, with by without,
 * with the least and the greatest. Areas are compared; if they differ the program fails.
 *
 * Measured with OMP_WAIT_POLICY=passive, 11 layers, load 8 to 16, medians of quotients (range):
 *
 *   tiles from                  clock, with by without   seconds of processors
 *   a function                  0.86 (0.53 to 1.57)      1.01 (0.95 to 1.09)
 *   a function, 60 ms later     0.58 (0.50 to 0.76)      0.99 (0.96 to 1.03)
 *   .ter files, warm            0.97 (0.85 to 1.37)      0.98 (0.94 to 1.06)
 *   .ter files, cold            0.93 (0.71 to 1.17)      1.00 (0.95 to 1.05)
 *   PNG files, warm             0.95 (0.78 to 1.29)      1.00 (0.98 to 1.05)
 *   PNG files, cold             0.88 (0.68 to 1.15)      1.00 (0.97 to 1.03)
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "bench/clocks.h"
#include "bench/files.h"
#include "image/image.h"
#include "render/render.h"
#include "worlds/worlds.h"

#define TILES 8u /* a side */
#define POINTS 1024u
#define MOST_LAYERS 64
#define MOST_ROUNDS 99
#define CELL_M 8.0

struct given {
    const char *folder, *surface;
    uint32_t rounds, threads, texels;
};

/* Where tiles come from. */
struct origin {
    const char *name, *ending; /* of files, or NULL: of a function */
    uint32_t late_ms;
    bool is_cold;
};

/* ---- the ground ---- */

static double wave(uint32_t at, double phase)
{
    return 60 * (sin(at / 971.0 + phase) + 0.5 * sin(at / 113.0) + 0.08 * sin(at / 17.0));
}

/* A tile whose point in the north-west is (x, y), rows from the north. */
static void fill(int16_t *out, uint32_t x, uint32_t y)
{
    double across[POINTS];
    for (uint32_t i = 0; i < POINTS; i++) across[i] = wave(x + i, 0);
    for (uint32_t j = 0; j < POINTS; j++) {
        const double along = wave(y + j, 2);
        for (uint32_t i = 0; i < POINTS; i++)
            *out++ = (int16_t)(across[i] * along + across[i] + along);
    }
}

/* ---- tiles of a function ---- */

static int header(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *err)
{
    (void)context;
    (void)err;
    out->column = (uint32_t)tile % TILES * POINTS;
    out->row = (uint32_t)tile / TILES * POINTS;
    out->columns = out->rows = POINTS;
    out->step_m = CELL_M / 256;
    return SCREE_OK;
}

static int samples(void *context, uint64_t tile, void *out, struct scree_error *err)
{
    const struct origin *const from = context;
    const struct timespec late = {from->late_ms / 1000, (long)(from->late_ms % 1000) * 1000000};
    (void)err;
    if (from->late_ms > 0) nanosleep(&late, NULL);
    fill(out, (uint32_t)tile % TILES * POINTS, (uint32_t)tile / TILES * POINTS);
    return SCREE_OK;
}

static enum scree_code open_function(struct ter_field **out, struct worlds_about *about,
                                     struct origin *from, struct scree_job *job,
                                     struct scree_error *err)
{
    const struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    const struct scree_tiles source = {.context = from,
                                       .count = (size_t)TILES * TILES,
                                       .identity = "waves of bench/read_ahead",
                                       .cell_m = CELL_M,
                                       .header = header,
                                       .samples = samples};
    return worlds_open_source(out, about, &source, &options, NULL, job, err);
}

/* ---- tiles in files ---- */

static void name_tile(char out[1024], const char *folder, uint32_t tile, const char *ending)
{
    snprintf(out, 1024, "%.960s/%s/t_x%u_y%u.%s", folder, ending, (unsigned)(tile % TILES),
             (unsigned)(tile / TILES), ending);
}

/* A .ter whose heights have one step in all tiles; bytes as this machine has them, which is the order of the
 * format's on all that scree is built for. */
static bool write_ter(const char *path, const int16_t *north_first)
{
    const uint16_t size[2] = {POINTS - 1, 0};
    const float scale[3] = {(float)CELL_M, (float)CELL_M, (float)CELL_M};
    const int16_t heights[2] = {256, 0};
    FILE *const file = fopen(path, "wb");
    if (file == NULL) return false;
    bool good = fwrite("TERRAGENTERRAIN SIZE", 1, 20, file) == 20 &&
                fwrite(size, sizeof size, 1, file) == 1 && fwrite("SCAL", 1, 4, file) == 4 &&
                fwrite(scale, sizeof scale, 1, file) == 1 && fwrite("ALTW", 1, 4, file) == 4 &&
                fwrite(heights, sizeof heights, 1, file) == 1;
    for (uint32_t row = POINTS; row > 0 && good; row--)
        good = fwrite(north_first + (size_t)(row - 1) * POINTS, 2, POINTS, file) == POINTS;
    good = good && fwrite("EOF ", 1, 4, file) == 4;
    return fclose(file) == 0 && good;
}

static enum scree_code write_tile(const char *path, const char *ending, int16_t *heights,
                                  struct scree_error *err)
{
    struct heights_written written;
    const struct ter_field field = {.points_x = POINTS,
                                    .points_y = POINTS,
                                    .step_tu = 1 / 256.0,
                                    .scal_m = {CELL_M, CELL_M, CELL_M},
                                    .elevations = heights};
    if (strcmp(ending, "png") == 0)
        return heights_write_file(&written, path, &field, SCREE_TERRAIN_PNG, NULL, err);
    return write_ter(path, heights)
               ? SCREE_OK
               : err_set(err, SCREE_CANNOT_WRITE, "%s cannot be written", path);
}

/* Neighbours share a row or a column of points, which says which way y counts. */
static enum scree_code write_tiles(const char *folder, const char *ending, struct scree_error *err)
{
    char path[1024];
    int16_t *const heights = mem_alloc((size_t)POINTS * POINTS, sizeof *heights);
    enum scree_code code = heights != NULL ? SCREE_OK : err_no_memory(err);
    snprintf(path, sizeof path, "%.960s/%s", folder, ending);
    mkdir(folder, 0777);
    mkdir(path, 0777);
    for (uint32_t i = 0; i < TILES * TILES && code == SCREE_OK; i++) {
        fill(heights, i % TILES * (POINTS - 1), i / TILES * (POINTS - 1));
        name_tile(path, folder, i, ending);
        code = write_tile(path, ending, heights, err);
    }
    mem_free(heights);
    return code;
}

/* Pages that are on the disk are dropped from memory, which the system may refuse. */
static void drop_tiles(const char *folder, const char *ending)
{
    char path[1024];
    for (uint32_t i = 0; i < TILES * TILES; i++) {
        name_tile(path, folder, i, ending);
        const int file = open(path, O_RDWR);
        if (file < 0) continue;
        fsync(file);
#ifdef POSIX_FADV_DONTNEED
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
#endif
        close(file);
    }
}

static enum scree_code open_files(struct ter_field **out, struct worlds_about *about,
                                  const struct origin *from, const char *folder,
                                  struct scree_job *job, struct scree_error *err)
{
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    char path[1024];
    if (strcmp(from->ending, "png") == 0) {
        options.cell_m = CELL_M;
        options.height_range_m[0] = -1024;
        options.height_range_m[1] = 1024;
    }
    RETURN_IF_ERR(write_tiles(folder, from->ending, err));
    snprintf(path, sizeof path, "%.960s/%s", folder, from->ending);
    return worlds_open(out, about, path, &options, NULL, job, err);
}

/* ---- one beside the other ---- */

enum { WITH, WITHOUT, WAYS };

struct bench {
    const struct given *given;
    const struct origin *from;
    struct ter_field *field;
    struct srf_map *map;
    void (*ahead)(void *reader, const uint32_t rows[2]); /* the field's own */
};

static enum scree_code measure(struct bench *b, int way, double took[CLOCKS],
                               uint64_t sums[MOST_LAYERS], struct scree_error *err)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    struct render_plan *plan = NULL;
    struct render_merge *merge = NULL;
    double before[CLOCKS], after[CLOCKS];
    options.width = options.height = b->given->texels;
    options.threads = b->given->threads;
    memset(sums, 0, MOST_LAYERS * sizeof *sums);
    if (b->from->is_cold) drop_tiles(b->given->folder, b->from->ending);
    b->field->store.ahead = way == WITH ? b->ahead : NULL;
    now(before);
    enum scree_code code = render_merge_depth(&merge, b->map, RENDER_NO_DEPTH, err);
    if (code == SCREE_OK) code = render_plan_create(&plan, b->field, b->map, &options, err);
    const struct render_target target = {.kind = SCREE_COVERAGE, .merge = merge, .sums = sums};
    if (code == SCREE_OK)
        code = render_rows_of_file(plan, 0, render_plan_height(plan), &target, 1, err);
    render_plan_free(plan);
    now(after);
    render_merge_free(merge);
    for (int k = 0; k < CLOCKS; k++) took[k] = after[k] - before[k];
    return code;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_quotients(double *ratios, size_t count)
{
    qsort(ratios, count, sizeof *ratios, by_size);
    printf("   %5.2f  %5.2f .. %5.2f", ratios[count / 2], ratios[0], ratios[count - 1]);
}

static enum scree_code take_turns(struct bench *b, struct scree_error *err)
{
    double took[WAYS][CLOCKS], ratios[CLOCKS][MOST_ROUNDS], seconds[MOST_ROUNDS];
    uint64_t sums[WAYS][MOST_LAYERS];
    const size_t rounds = b->given->rounds;
    RETURN_IF_ERR(measure(b, WITH, took[WITH], sums[WITH], err)); /* does not count */
    for (size_t i = 0; i < rounds; i++) {
        for (int turn = 0; turn < WAYS; turn++) {
            const int way = (i + (size_t)turn) % WAYS == 0 ? WITH : WITHOUT;
            RETURN_IF_ERR(measure(b, way, took[way], sums[way], err));
        }
        if (memcmp(sums[WITH], sums[WITHOUT], sizeof sums[WITH]) != 0)
            return err_set(err, SCREE_MALFORMED, "areas differ");
        for (int k = 0; k < CLOCKS; k++) ratios[k][i] = took[WITH][k] / took[WITHOUT][k];
        seconds[i] = took[WITHOUT][WALL];
    }
    qsort(seconds, rounds, sizeof *seconds, by_size);
    printf("%-28s %6.2f", b->from->name, seconds[rounds / 2]);
    print_quotients(ratios[WALL], rounds);
    print_quotients(ratios[CPU], rounds);
    printf("\n");
    fflush(stdout);
    return SCREE_OK;
}

static enum scree_code compare(struct bench *b, struct origin *from, struct scree_error *err)
{
    struct scree_job job = {.threads = b->given->threads};
    b->from = from;
    struct worlds_about about = {.geo = NULL};
    RETURN_IF_ERR(from->ending == NULL
                      ? open_function(&b->field, &about, from, &job, err)
                      : open_files(&b->field, &about, from, b->given->folder, &job, err));
    image_geo_free(about.geo);
    b->ahead = b->field->store.ahead;
    const enum scree_code code = b->ahead != NULL
                                     ? take_turns(b, err)
                                     : err_set(err, SCREE_MALFORMED, "the world is in memory");
    ter_free(b->field);
    return code;
}

static enum scree_code run(const struct given *given, struct scree_error *err)
{
    struct origin origins[] = {
        {"a function", NULL, 0, false},
        {"a function, 20 ms later", NULL, 20, false},
        {"a function, 60 ms later", NULL, 60, false},
        {".ter, warm", "ter", 0, false},
        {".ter, cold", "ter", 0, true},
        {"PNG, warm", "png", 0, false},
        {"PNG, cold", "png", 0, true},
    };
    struct bench b = {.given = given};
    RETURN_IF_ERR(srf_read_file(&b.map, given->surface, NULL, err));
    enum scree_code code = srf_check(b.map, err);
    if (code == SCREE_OK && b.map->layer_count > MOST_LAYERS)
        code = err_set(err, SCREE_LIMIT, "has more than %d layers", MOST_LAYERS);
    printf("%u layers, %lu rounds, %lu threads, %lu x %lu texels\n"
           "tiles from                   s without  clock, with / without   processors\n",
           code == SCREE_OK ? (unsigned)b.map->layer_count : 0, (unsigned long)given->rounds,
           (unsigned long)given->threads, (unsigned long)given->texels,
           (unsigned long)given->texels);
    for (size_t i = 0; i < sizeof origins / sizeof origins[0] && code == SCREE_OK; i++)
        code = compare(&b, &origins[i], err);
    srf_free(b.map);
    return code;
}

static bool read_number(uint32_t *out, const char *text, unsigned long most)
{
    char *rest;
    const unsigned long number = strtoul(text, &rest, 10);
    *out = (uint32_t)number;
    return rest != text && *rest == '\0' && number > 0 && number <= most;
}

static bool read_words(struct given *given, int argc, char **argv)
{
    if (argc < 3 || argc % 2 == 0) return false;
    *given = (struct given){argv[1], argv[2], 5, 2, 2048};
    for (int i = 3; i < argc; i += 2) {
        const char *const word = argv[i], *const value = argv[i + 1];
        bool good = false;
        if (strcmp(word, "--rounds") == 0) good = read_number(&given->rounds, value, MOST_ROUNDS);
        if (strcmp(word, "--threads") == 0) good = read_number(&given->threads, value, 256);
        if (strcmp(word, "--texels") == 0) good = read_number(&given->texels, value, 8192);
        if (!good) return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct given given;
    struct scree_error err;
    if (!read_words(&given, argc, argv)) {
        fprintf(stderr,
                "usage: read_ahead FOLDER SURFACE [--rounds N] [--threads N] [--texels N]\n");
        return 2;
    }
    err_clear(&err);
    if (run(&given, &err) == SCREE_OK) return 0;
    fprintf(stderr, "read_ahead: %s%s%s\n", err.file, err.file[0] != '\0' ? ": " : "", err.text);
    return 1;
}
