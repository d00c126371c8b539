/*
 * noise_speed [ROUNDS [OCTAVES [--json]]]
 *
 * Texels a second of the noise, one thread: the point form, and the row form in each instruction
 * set that can run here. Tiles of 64 x 64 texels of half a terrain unit, as a renderer asks for
 * them; 8 octaves have cells of 256 to 2 texels.
 *
 * The forms take turns, ROUNDS (9) times each. "best" is the fastest round, "ratio" the median over
 * the rounds of a form's rate divided by the point form's rate in the same round: on a machine that
 * does other work too, only the ratio can be compared. Time is the processor's, not the wall's.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "noise/noise.h"

#define SIDE 64
#define MAX_ROUNDS 101
#define FORMS (CPU_ISA_COUNT) /* form 0 is the point form, the others are numbered as their set */
#define STEP (UINT64_C(1) << 31)

struct work {
    struct noise_fractal fractal;
    struct noise_rows *rows;
    float *z;
    uint64_t tiles;
    volatile float seen; /* so that no work can be left out */
};

/* One tile of 64 x 64 texels; kernels NULL: by points. */
static void run_tile(struct work *work, const struct noise_kernels *kernels, uint64_t number)
{
    uint64_t x[SIDE];
    for (uint64_t i = 0; i < SIDE; i++) x[i] = (number * SIDE + i) * STEP;
    if (kernels != NULL) kernels->start(work->rows, &work->fractal, x, SIDE);
    for (uint64_t j = 0; j < SIDE; j++) {
        const uint64_t y = (number / 64 * SIDE + j) * STEP;
        if (kernels != NULL)
            kernels->next(work->rows, y, work->z);
        else
            for (size_t i = 0; i < SIDE; i++) work->z[i] = noise_point(&work->fractal, x[i], y);
        work->seen = work->z[j];
    }
}

/* Texels a second over at least a twentieth of a second. */
static double measure(struct work *work, const struct noise_kernels *kernels)
{
    uint64_t tiles = 0;
    const clock_t begin = clock();
    clock_t spent;
    do {
        for (int i = 0; i < 8; i++) run_tile(work, kernels, work->tiles++);
        tiles += 8;
        spent = clock() - begin;
    } while (spent < CLOCKS_PER_SEC / 20);
    return (double)(tiles * SIDE * SIDE) * CLOCKS_PER_SEC / (double)spent;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? atoi(argv[1]) : 9, octaves = argc > 2 ? atoi(argv[2]) : 8;
    const bool json = argc == 4 && strcmp(argv[3], "--json") == 0;
    if ((argc > 3 && !json) || rounds < 1 || rounds > MAX_ROUNDS || octaves < 0 ||
        octaves > NOISE_MAX_OCTAVES) {
        fprintf(stderr, "usage: noise_speed [ROUNDS (1 to %d) [OCTAVES (0 to %d) [--json]]]\n",
                MAX_ROUNDS, NOISE_MAX_OCTAVES);
        return 2;
    }
    struct work work = {.tiles = 0};
    const float orig[2] = {582.5f, 32697.0f};
    noise_prepare(&work.fractal, &NOISE_PLAIN(NOISE_MAX_OCTAVES), orig, false, (uint32_t)octaves);
    work.rows = mem_alloc_pixels(1, noise_rows_bytes(SIDE, (uint32_t)octaves));
    work.z = mem_alloc_pixels(SIDE, sizeof(float));
    if (work.rows == NULL || work.z == NULL) {
        fprintf(stderr, "no memory\n");
        return 1;
    }

    static double rates[FORMS][MAX_ROUNDS], ratios[FORMS][MAX_ROUNDS];
    for (int r = 0; r < rounds; r++)
        for (int f = 0; f < FORMS; f++) {
            const struct noise_kernels *kernels = f > 0 ? noise_select((enum cpu_isa)f) : NULL;
            if (f > 0 && kernels == NULL) continue;
            rates[f][r] = measure(&work, kernels);
            ratios[f][r] = rates[f][r] / rates[0][r];
        }

    if (!json)
        printf("%d octaves, %d rounds, %s\n", octaves, rounds,
#ifdef __VERSION__
               "compiler " __VERSION__
#else
               "unknown compiler"
#endif
        );
    if (!json) printf("%-24s %12s %8s\n", "form", "best Mtexel/s", "ratio");
    for (int f = 0; f < FORMS; f++) {
        const char *name = f == 0 ? "points" : cpu_name((enum cpu_isa)f);
        if (f > 0 && noise_select((enum cpu_isa)f) == NULL) {
            if (!json) printf("rows, %-18s not on this machine\n", name);
            continue;
        }
        qsort(rates[f], (size_t)rounds, sizeof(double), ascending);
        qsort(ratios[f], (size_t)rounds, sizeof(double), ascending);
        const double best = rates[f][rounds - 1] / 1e6, ratio = ratios[f][rounds / 2];
        if (json)
            printf("{\"noise\": \"%s\", \"octaves\": %d, \"mtexel_s\": %.1f, \"ratio\": %.2f}\n",
                   name, octaves, best, ratio);
        else
            printf("%s%-*s %12.1f %8.2f\n", f > 0 ? "rows, " : "", f > 0 ? 18 : 24, name, best,
                   ratio);
    }
    mem_free_pixels(work.rows);
    mem_free_pixels(work.z);
    return 0;
}
