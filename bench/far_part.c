/*
 * far_part FOLDER SURFACE [--points N] [--part I/N] [--texels N] [--threads N] [--sleep MS]
 *
 * One part of a bake of a world that is nowhere, by the library alone: tiles of 1024 x 1024 points are computed
 * when they are asked for (scree/tiles.h) and given up behind. Without options 131,072 x 131,072 points, part
 * 2080/4096 in tiles of 1024 texels, one thread.
 *
 * --sleep: each tile comes so many milliseconds later, as from a disk or over a network.
 *
 * Says how many tiles were computed, the most memory the process had, the processors' time and the
 * clock's, and what all parts take at that rate, with the survey of the ranges of altitude and slope
 * from a band of 2049 rows.
 *
 * Measured with the example's surface map, 11 masks: 4 of 16,384 tiles of each mask written, 15 tiles of the world read,
 * 124 MiB at most, 0.33 to 0.34 s of a processor in three runs, opening included: 0.4 hours of processors for all parts.
 * Ranges of altitude and slope, which parts share, take 40 s and 551 MiB where the source does not state them.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <scree/scree.h>

#include "bench/clocks.h"

#define SIDE 1024 /* points of a tile */
#define BAND_POINTS 2049
#define CELL_M 8.0

/* ---- the ground ---- */

/* Height (x, y) is the whole part of across[x] * along[y] + across[x] + along[y], y from the north. */
struct ground {
    uint32_t columns, rows; /* points */
    uint32_t sleep_ms;
    float *across, *along;
    atomic_size_t made; /* tiles */
};

static float wave(uint32_t at, double phase)
{
    return (float)(60 * (sin(at / 971.0 + phase) + 0.5 * sin(at / 113.0) + 0.08 * sin(at / 17.0)));
}

static bool make_ground(struct ground *ground, uint32_t columns, uint32_t rows)
{
    ground->columns = columns;
    ground->rows = rows;
    ground->across = malloc(columns * sizeof(float));
    ground->along = malloc(rows * sizeof(float));
    if (ground->across == NULL || ground->along == NULL) return false;
    for (uint32_t i = 0; i < columns; i++) ground->across[i] = wave(i, 0);
    for (uint32_t i = 0; i < rows; i++) ground->along[i] = wave(i, 2);
    return true;
}

static void free_ground(struct ground *ground)
{
    free(ground->across);
    free(ground->along);
}

/* ---- its tiles ---- */

static uint32_t tiles_of(uint32_t points)
{
    return (points + SIDE - 1) / SIDE;
}

static uint32_t cut(uint32_t from, uint32_t points)
{
    return points - from < SIDE ? points - from : SIDE;
}

static int header(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *error)
{
    const struct ground *const g = context;
    (void)error;
    out->column = (uint32_t)(tile % tiles_of(g->columns)) * SIDE;
    out->row = (uint32_t)(tile / tiles_of(g->columns)) * SIDE;
    out->columns = cut(out->column, g->columns);
    out->rows = cut(out->row, g->rows);
    out->step_m = CELL_M / 256;
    return SCREE_OK;
}

static int samples(void *context, uint64_t tile, void *to, struct scree_error *error)
{
    struct ground *const g = context;
    struct scree_tile h;
    const struct timespec late = {g->sleep_ms / 1000, (long)(g->sleep_ms % 1000) * 1000000};
    header(context, tile, &h, error);
    if (g->sleep_ms > 0) nanosleep(&late, NULL);
    int16_t *out = to;
    for (uint32_t j = 0; j < h.rows; j++) {
        const float along = g->along[h.row + j];
        for (uint32_t i = 0; i < h.columns; i++) {
            const float across = g->across[h.column + i];
            *out++ = (int16_t)(across * along + across + along);
        }
    }
    atomic_fetch_add(&g->made, 1);
    return SCREE_OK;
}

/* Bounds of the ground stand for its ranges, which a manifest states: waves are within 94.8, and rise by
 * less than 0.62 from point to point. */
static int open_ground(struct scree_terrain **out, struct ground *ground, bool is_measured,
                       struct scree_error *error)
{
    const double wave_most = 60 * 1.58, wave_rise = 60 * (1 / 971.0 + 0.5 / 113.0 + 0.08 / 17.0);
    const double most_m = (wave_most * wave_most + 2 * wave_most) * CELL_M / 256;
    struct scree_tiles tiles = SCREE_TILES_INIT;
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    tiles.context = ground;
    tiles.count = (uint64_t)tiles_of(ground->columns) * tiles_of(ground->rows);
    tiles.name = "far";
    tiles.identity = "waves of bench/far_part";
    tiles.cell_m = CELL_M;
    tiles.header = header;
    tiles.samples = samples;
    if (is_measured) {
        tiles.altitude_m[0] = -most_m;
        tiles.altitude_m[1] = most_m;
        tiles.slope[1] = (wave_most + 1) * wave_rise * 2 / 256;
    }
    options.leave_in_file = 1;
    return scree_terrain_open_tiles(out, &tiles, &options, NULL, error);
}

/* ---- the part ---- */

struct given {
    const char *folder, *surface;
    uint32_t points, index, count, texels, threads, sleep_ms;
};

static uint64_t tiles_made_of(const struct given *given)
{
    const uint64_t side = (given->points - 1 + given->texels - 1) / given->texels;
    return side * side;
}

static int make_part(const struct given *given, const struct scree_terrain *terrain,
                     const struct scree_surface *surface, struct scree_part_info *made,
                     struct scree_error *error)
{
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    struct scree_job job = SCREE_JOB_INIT;
    struct scree_bake *bake;
    options.outputs = SCREE_BAKE_MASKS;
    options.tile_texels = given->texels;
    job.threads = given->threads;
    int code = scree_bake_plan(&bake, terrain, surface, &options, &job, error);
    if (code != SCREE_OK) return code;
    part.index = given->index;
    part.count = given->count;
    part.replace = 1;
    code = scree_bake_part(bake, given->folder, &part, made, &job, error);
    scree_bake_free(bake);
    return code;
}

static long most_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

static int run_part(const struct given *given, struct ground *ground, double *part_s,
                    struct scree_error *error)
{
    struct scree_terrain *terrain = NULL;
    struct scree_surface *surface = NULL;
    struct scree_part_info made = {.size = sizeof made};
    double begin[CLOCKS], end[CLOCKS];
    now(begin);
    int code = open_ground(&terrain, ground, true, error);
    if (!code)
        code = scree_surface_open(&surface, scree_file(given->surface), terrain, NULL, error);
    if (!code) code = make_part(given, terrain, surface, &made, error);
    now(end);
    scree_surface_free(surface);
    scree_terrain_free(terrain);
    if (code != SCREE_OK) return code;
    const double cpu = end[CPU] - begin[CPU], points = given->points;
    printf("part %lu of %lu of a world of %.0f x %.0f points: %llu of %llu tiles of %lu texels a "
           "side, %zu tiles computed\n",
           (unsigned long)given->index, (unsigned long)given->count, points, points,
           (unsigned long long)made.tiles, (unsigned long long)tiles_made_of(given),
           (unsigned long)given->texels, atomic_load(&ground->made));
    printf("%.2f s of processors, %.2f s, %ld MiB at most\n", cpu, end[WALL] - begin[WALL],
           most_mib());
    *part_s = made.tiles > 0 ? cpu / (double)made.tiles * (double)tiles_made_of(given) : 0;
    return SCREE_OK;
}

static int run_band(const struct given *given, struct ground *band, double part_s,
                    struct scree_error *error)
{
    struct scree_terrain *terrain = NULL;
    struct scree_terrain_info info = {.size = sizeof info};
    struct scree_job job = SCREE_JOB_INIT;
    double begin[CLOCKS], end[CLOCKS];
    job.threads = given->threads;
    now(begin);
    int code = open_ground(&terrain, band, false, error);
    if (!code) code = scree_terrain_describe(terrain, &info, &job, error);
    now(end);
    scree_terrain_free(terrain);
    if (code != SCREE_OK) return code;
    const double survey_s = (end[CPU] - begin[CPU]) * given->points / BAND_POINTS;
    printf("all parts: %.2f hours of processors, and %.3f for the ranges of altitude and slope "
           "(%ld MiB at most)\n",
           part_s / 3600, survey_s / 3600, most_mib());
    return SCREE_OK;
}

static int run(const struct given *given, struct scree_error *error)
{
    struct ground ground = {.sleep_ms = given->sleep_ms}, band = {.sleep_ms = given->sleep_ms};
    double part_s = 0;
    int code = SCREE_NO_MEMORY;
    if (make_ground(&ground, given->points, given->points) &&
        make_ground(&band, given->points, BAND_POINTS))
        code = run_part(given, &ground, &part_s, error);
    if (code == SCREE_OK) code = run_band(given, &band, part_s, error);
    free_ground(&ground);
    free_ground(&band);
    return code;
}

static bool read_number(uint32_t *out, const char *text, const char *end)
{
    char *rest;
    const unsigned long number = strtoul(text, &rest, 10);
    *out = (uint32_t)number;
    return rest != text && strncmp(rest, end, 1) == 0 && number > 0 && number <= 1u << 20;
}

static bool read_words(struct given *given, int argc, char **argv)
{
    if (argc < 3 || argc % 2 == 0) return false;
    *given = (struct given){argv[1], argv[2], 131072, 2080, 4096, 1024, 1, 0};
    for (int i = 3; i < argc; i += 2) {
        const char *const word = argv[i], *const value = argv[i + 1], *slash = strchr(value, '/');
        bool good = false;
        if (strcmp(word, "--points") == 0) good = read_number(&given->points, value, "");
        if (strcmp(word, "--texels") == 0) good = read_number(&given->texels, value, "");
        if (strcmp(word, "--threads") == 0) good = read_number(&given->threads, value, "");
        if (strcmp(word, "--sleep") == 0) good = read_number(&given->sleep_ms, value, "");
        if (strcmp(word, "--part") == 0 && slash != NULL)
            good =
                read_number(&given->index, value, "/") && read_number(&given->count, slash + 1, "");
        if (!good) return false;
    }
    return given->points >= BAND_POINTS;
}

int main(int argc, char **argv)
{
    struct given given;
    struct scree_error error = SCREE_ERROR_INIT;
    if (!read_words(&given, argc, argv)) {
        fprintf(stderr, "usage: far_part FOLDER SURFACE [--points N] [--part I/N] [--texels N] "
                        "[--threads N] [--sleep MS]\n");
        return 2;
    }
    const int code = run(&given, &error);
    if (code == SCREE_OK) return 0;
    fprintf(stderr, "far_part: %s%s%s\n", error.file, error.file[0] != '\0' ? ": " : "",
            error.text[0] != '\0' ? error.text : scree_code_name(code));
    return 1;
}
