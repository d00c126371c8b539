/*
 * far_part FOLDER SURFACE [--points N] [--part I/N] [--texels N] [--threads N]
 *
 * One part of a bake of a world that is nowhere: tiles of 1025 x 1025 points are computed when rows of them
 * are wanted (struct ter_store, as worlds of files have it) and given up behind. Without options 131,072 x
 * 131,072 points, part 2080/4096 in tiles of 1024 texels, one thread.
 *
 * Says how many tiles were computed, the most memory the process had, the processors' time and the
 * clock's, and what all parts take at that rate, with the survey of the ranges of altitude and slope
 * from a band of 2049 rows.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bake/bake_part.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "bench/clocks.h"

#define SIDE 1024 /* cells of a tile */
#define BAND_POINTS 2049

/* ---- the ground ---- */

/* Height (x, y) is the whole part of across[x] * along[y] + across[x] + along[y]. */
struct ground {
    uint32_t points;
    float *across, *along;
    size_t made; /* tiles */
};

static float wave(uint32_t at, double phase)
{
    return (float)(60 * (sin(at / 971.0 + phase) + 0.5 * sin(at / 113.0) + 0.08 * sin(at / 17.0)));
}

static enum err_code make_ground(struct ground *ground, uint32_t points, struct err *err)
{
    *ground = (struct ground){.points = points,
                              .across = mem_alloc(points, sizeof(float)),
                              .along = mem_alloc(points, sizeof(float))};
    if (ground->across == NULL || ground->along == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a world's waves");
    for (uint32_t i = 0; i < points; i++) {
        ground->across[i] = wave(i, 0);
        ground->along[i] = wave(i, 2);
    }
    return ERR_OK;
}

/* ---- its tiles ---- */

/* The tiles of one row that hold the columns wanted, and of the next. */
struct reader {
    struct ground *ground;
    struct tile {
        uint32_t x, y;
        int16_t *samples; /* [SIDE * SIDE]; NULL: not computed */
    } * tiles;
    size_t count;
};

static enum err_code open_reader(void **out, const void *of, struct err *err)
{
    struct reader *const r = mem_alloc(1, sizeof *r);
    *out = r;
    if (r == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for tiles");
    r->ground = (struct ground *)of;
    return ERR_OK;
}

static void close_reader(void *reader)
{
    struct reader *const r = reader;
    for (size_t i = 0; i < r->count; i++) mem_free(r->tiles[i].samples);
    mem_free(r->tiles);
    mem_free(r);
}

static void compute(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct reader *const r = context;
    const struct ground *const g = r->ground;
    const struct tile *const tile = &r->tiles[index];
    if (tile->samples == NULL || tile->samples[0] != INT16_MIN) return;
    for (uint32_t j = 0; j < SIDE && tile->y * SIDE + j < g->points; j++) {
        const float along = g->along[tile->y * SIDE + j];
        int16_t *const row = tile->samples + (size_t)j * SIDE;
        for (uint32_t i = 0; i < SIDE && tile->x * SIDE + i < g->points; i++) {
            const float across = g->across[tile->x * SIDE + i];
            row[i] = (int16_t)(across * along + across + along);
        }
    }
}

static int16_t *take(struct reader *r, uint32_t x, uint32_t y)
{
    for (size_t i = 0; i < r->count; i++) {
        int16_t *const samples = r->tiles[i].samples;
        if (r->tiles[i].x != x || r->tiles[i].y != y || samples == NULL) continue;
        r->tiles[i].samples = NULL;
        return samples;
    }
    int16_t *const made = mem_alloc((size_t)SIDE * SIDE, sizeof *made);
    if (made != NULL) made[0] = INT16_MIN; /* to be computed */
    r->ground->made++;
    return made;
}

static enum err_code hold(void *reader, const uint32_t *rows, size_t count,
                          const uint32_t columns[2], uint32_t threads, struct err *err)
{
    struct reader *const r = reader;
    uint32_t first = UINT32_MAX, last = 0;
    for (size_t i = 0; i < count; i++) {
        first = rows[i] < first ? rows[i] : first;
        last = rows[i] > last ? rows[i] : last;
    }
    const uint32_t left = columns[0] / SIDE, across = columns[1] / SIDE - left + 1;
    const uint32_t below = first / SIDE, down = last / SIDE - below + 1;
    struct tile *const tiles = mem_alloc((size_t)across * down, sizeof *tiles);
    bool good = tiles != NULL;
    for (uint32_t i = 0; good && i < across * down; i++) {
        tiles[i] = (struct tile){left + i % across, below + i / across, NULL};
        tiles[i].samples = take(r, tiles[i].x, tiles[i].y);
        good = tiles[i].samples != NULL;
    }
    for (size_t i = 0; i < r->count; i++) mem_free(r->tiles[i].samples);
    mem_free(r->tiles);
    r->tiles = tiles;
    r->count = tiles != NULL ? (size_t)across * down : 0;
    if (!good) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for tiles");
    parallel_for(r->count, threads > 0 ? threads : 1, compute, r);
    return ERR_OK;
}

static void put_row(const void *reader, uint32_t row, void *out)
{
    const struct reader *const r = reader;
    int16_t *const to = out;
    for (size_t i = 0; i < r->count; i++) {
        const struct tile *const tile = &r->tiles[i];
        if (row / SIDE != tile->y) continue;
        const uint32_t x = tile->x * SIDE, left = r->ground->points - x;
        memcpy(to + x, tile->samples + (size_t)(row % SIDE) * SIDE,
               (left < SIDE ? left : SIDE) * sizeof *to);
    }
}

static uint64_t reader_bytes(const void *of, uint64_t rows)
{
    const struct ground *const g = of;
    return (rows / SIDE + 2) * ((uint64_t)g->points + SIDE) * SIDE * sizeof(int16_t);
}

static void free_nothing(void *of)
{
    (void)of;
}

static struct ter_field *make_field(struct ground *ground, uint32_t rows)
{
    struct ter_field *const field = mem_alloc(1, sizeof *field);
    if (field == NULL) return NULL;
    field->points_x = ground->points;
    field->points_y = rows;
    field->step_tu = 1.0 / 256.0;
    for (int k = 0; k < 3; k++) field->scal_m[k] = 8.0;
    field->scal_given = true;
    field->store = (struct ter_store){ground,  false,        open_reader,  hold,
                                      put_row, close_reader, reader_bytes, free_nothing};
    return field;
}

/* ---- the part ---- */

struct given {
    const char *folder, *surface;
    uint32_t points, index, count, texels, threads;
};

static enum err_code make_part(const struct given *given, const struct inputs *inputs,
                               struct bake_part_made *made, uint64_t *tiles, struct err *err)
{
    struct bake_options options = BAKE_OPTIONS_DEFAULT;
    options.outputs = BAKE_MASKS;
    options.tile_texels = given->texels;
    options.render.threads = given->threads;
    struct bake_plan *plan;
    struct job job = {.threads = given->threads};
    RETURN_IF_ERR(bake_plan_create(&plan, inputs, &options, &job, err));
    *tiles = (uint64_t)plan->cut.columns * plan->cut.rows;
    const struct bake_part part = {given->index, given->count, true};
    const enum err_code code = bake_part_write(made, plan, given->folder, &part, &job, err);
    bake_plan_free(plan);
    return code;
}

static long most_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static enum err_code run(const struct given *given, struct ground *ground, struct err *err)
{
    struct inputs inputs = {.terrain_file = {.path = "far", .base = "far"}};
    struct bake_part_made made = {0};
    double begin[CLOCKS], end[CLOCKS];
    uint64_t tiles = 0;
    struct ter_field *band = NULL;
    enum err_code code;
    inputs.terrain_file.heights.format = HEIGHTS_WORLD;
    sha_hex(inputs.terrain_file.sha256, "far", 3);
    FAIL_IF_ERR(code, make_ground(ground, given->points, err));
    FAIL_IF_ERR(code, srf_read_file(&inputs.map, given->surface, NULL, err));
    inputs.surface_file.path = inputs.surface_file.base = "surface";
    FAIL_IF_ERR(code, sha_file(inputs.surface_file.sha256, given->surface, err));
    inputs.field = make_field(ground, given->points);
    code = inputs.field != NULL ? ERR_OK : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory");
    now(begin);
    if (code == ERR_OK) code = make_part(given, &inputs, &made, &tiles, err);
    now(end);
    if (code != ERR_OK) goto fail;
    const double cpu = end[CPU] - begin[CPU], points = given->points;
    printf(
        "part %lu of %lu of a world of %.0f x %.0f points: %zu of %llu tiles of %lu texels a side, "
        "%zu tiles computed\n",
        (unsigned long)given->index, (unsigned long)given->count, points, points, made.tiles,
        (unsigned long long)tiles, (unsigned long)given->texels, ground->made);
    printf("%.2f s of processors, %.2f s, %ld MiB at most\n", cpu, end[WALL] - begin[WALL],
           most_kib() / 1024);
    band = make_field(ground, BAND_POINTS);
    code = band != NULL ? ERR_OK : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory");
    now(begin);
    if (code == ERR_OK) code = ter_measure(&inputs.ranges, band, given->threads, err);
    now(end);
    const double survey = (end[CPU] - begin[CPU]) * points / BAND_POINTS;
    if (code == ERR_OK)
        printf("all parts: %.1f hours of processors, and %.3f for the ranges of altitude and slope "
               "(%ld MiB at most)\n",
               cpu / (double)made.tiles * (double)tiles / 3600, survey / 3600, most_kib() / 1024);

fail:
    ter_free(band);
    ter_free(inputs.field);
    srf_free(inputs.map);
    mem_free(ground->across);
    mem_free(ground->along);
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
    *given = (struct given){argv[1], argv[2], 131072, 2080, 4096, 1024, 1};
    for (int i = 3; i < argc; i += 2) {
        const char *const word = argv[i], *const value = argv[i + 1], *slash = strchr(value, '/');
        bool good = false;
        if (strcmp(word, "--points") == 0) good = read_number(&given->points, value, "");
        if (strcmp(word, "--texels") == 0) good = read_number(&given->texels, value, "");
        if (strcmp(word, "--threads") == 0) good = read_number(&given->threads, value, "");
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
    struct ground ground = {0};
    struct err err;
    err_clear(&err);
    if (!read_words(&given, argc, argv)) {
        fprintf(stderr, "usage: far_part FOLDER SURFACE [--points N] [--part I/N] [--texels N] "
                        "[--threads N]\n");
        return 2;
    }
    if (run(&given, &ground, &err) == ERR_OK) return 0;
    fprintf(stderr, "far_part: %s%s%s\n", err.file, err.file[0] != '\0' ? ": " : "", err.msg);
    return 1;
}
