/*
 * kernel_speed [--side N] [--rounds N] [--isa SET] [--map NAME] [--json]
 *
 * Texels a second of the whole evaluation - terrain, layers, noise, weights, one output - without
 * any file. N x N texels (1024) of half a terrain unit over synthetic hills, in two maps:
 *   broad   five layers over rock, each with four ramps and 10 octaves of noise, all of them
 *           possible nearly everywhere
 *   banded  six layers in bands of altitude over rock, each with three ramps and 10 octaves
 *   aspect  "broad" with a limit by aspect in each layer: its ratio is to "broad" without it in the
 *           same round by the processor's time, all of it evaluated in one thread; 0.77 means that a limit costs 0.3 of a
 *           layer's altitude, slope and noise
 *   position  likewise with a minimum of position
 *   curvature likewise with a minimum of curvature
 *   mask      likewise with a mask, a picture of a pixel a unit
 *   wetness   likewise with a minimum of wetness, the flow being found once, before
 *   sky       likewise with a minimum of the sky
 * The variants - instruction sets, threads, with and without culling, outputs - take turns, N (5)
 * times each. "best" is the fastest round, "ratio" the median over the rounds of
 * a variant's rate divided by the first one's of the same map in the same round: on a machine that
 * does other work too, only the ratio can be compared. Time is the wall's, because threads are
 * compared; "cpu" is the fastest round by the processors' time, which bench/beside compares.
 *
 * "roof" is the share of what the processor's floating-point units can do in one thread: for broad
 * without culling and one thread, the operations counted in the source (see OPERATIONS) divided by
 * the rate at which the same instruction set multiplies and adds from registers in the same round.
 *
 * Measured with 1024 x 1024 texels, output "winner", one thread: medians over 9 rounds of one run (version 1 of
 * the model), relative to baseline without culling:
 *
 *                        broad, no culling   broad   banded, no culling   banded
 *   baseline (SSE2)            1              1.6          1                3.1
 *   x86-64-v3                  2.3            3.5          2.3              6.3
 *   skylake-avx512             4.0            5.7          3.9             10.0
 *
 * At 4096 x 4096 texels culling is worth 1.5 to 1.8 and 2.2 to 2.7. Row forms of terrain, layers and outputs are
 * worth 2.0, 4.2 and 6.2 (broad) and 2.8, 5.9 and 8.8 (banded), in the order of the table. Two threads are 1.93 and
 * 1.91 times as fast as one, 1.7 to 1.8 on a busy host. Share of the roof (operations in the source for a texel of
 * "broad", 3000, by the rate at which the set multiplies and adds from registers), broad, without culling: 0.68, 0.74,
 * 0.62; a division and a root count as one operation, so 1 cannot be reached. With AVX-512, exponentials of slope limits
 * take 18 % of "broad", those of all limits 37 %, sums of octaves 13 %, lattice rows 12 %.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "bench/clocks.h"
#include "bench/scene.h"
#include "bench/slot_rows.h"
#include "noise/noise.h"
#include "render/render.h"

#define MAX_ROUNDS 101
#define WINNER_BAND 256 /* rows at a time, as a bake asks for them */

/*
 * Operations on floats and on whole numbers of the same vectors for a texel of the map "broad", as
 * point.c and noise_rows.c write them; comparisons and conversions count, loads and stores do not,
 * a division or a root counts as one:
 *   terrain   82 + gradient 4
 *   layer     two altitude ramps of 31, two slope ramps of two means of 92 each and 4, own coverage
 *             12, whether noise matters 5, weight 3, and noise: 10 octaves of 7, lattice rows 51 x 1.06
 *   winner    3 for each of 5 materials
 */
#define OPERATIONS (86 + 5 * (2 * 31 + 2 * (2 * 92 + 4) + 20 + 124) + 15)

static int die(const struct scree_error *err)
{
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "kernel_speed: %s\n", err_format(text, sizeof text, err));
    return 1;
}

/* ---- measuring ---- */

struct scene {
    const char *name;
    const struct ter_field *field;
    struct srf_map *map;
    struct render_merge *merge;
    uint32_t side;
    void *picture; /* a band, 16 bytes a texel */
};

struct variant {
    const char *target;
    enum scree_plane_kind kind;
    uint32_t threads;
    enum cpu_isa isa;
    bool exhaustive;
    double rates[MAX_ROUNDS], cpu_rates[MAX_ROUNDS], ratios[MAX_ROUNDS], roofs[MAX_ROUNDS];
};

/* Mtexel/s of one evaluation, in bands as a bake makes them. */
static enum scree_code measure(double rates[CLOCKS], const struct scene *scene,
                               const struct variant *v, struct scree_error *err)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = options.height = scene->side;
    options.threads = v->threads;
    options.isa = v->isa;
    options.exhaustive = v->exhaustive;
    struct render_plan *plan;
    RETURN_IF_ERR(render_plan_create(&plan, scene->field, scene->map, &options, err));
    void *planes[SCENE_LAYERS + 1];
    for (uint32_t m = 0; m <= SCENE_LAYERS; m++)
        planes[m] = (uint8_t *)scene->picture + (size_t)m * scene->side * WINNER_BAND;
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    const struct render_target target = {
        .kind = (int)v->kind, .merge = scene->merge, .planes = planes, .light = &light};
    double begin[CLOCKS], end[CLOCKS];
    now(begin);
    for (uint32_t row = 0; row < scene->side; row += WINNER_BAND) {
        const uint32_t left = scene->side - row;
        render_rows(plan, row, left < WINNER_BAND ? left : WINNER_BAND, &target, 1);
    }
    now(end);
    for (int k = 0; k < CLOCKS; k++)
        rates[k] = 1e-6 * scene->side * scene->side / (end[k] - begin[k]);
    render_plan_free(plan);
    return SCREE_OK;
}

/* Floating-point operations a second, in units of 10^6: the best of some short runs. */
static double measure_roof(enum cpu_isa isa)
{
    enum { VALUES = 1024, TIMES = 4000, RUNS = 5 };
    static float values[VALUES];
    const struct slot_kernels *const kernels = slot_select(isa);
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        for (size_t i = 0; i < VALUES; i++) values[i] = 1.0f + (float)i;
        double begin[CLOCKS], end[CLOCKS];
        now(begin);
        for (int i = 0; i < TIMES; i++) kernels->run(values, VALUES / 16);
        now(end);
        const double rate = 1e-6 * TIMES * VALUES * SLOT_OPERATIONS / (end[WALL] - begin[WALL]);
        best = rate > best ? rate : best;
    }
    return best;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool has_roof(const struct scene *scene, const struct variant *v)
{
    return strcmp(scene->name, "broad") == 0 && v->exhaustive && v->threads == 1 &&
           v->kind == SCREE_WINNER_U8;
}

static void print_variant(const struct scene *scene, const struct variant *v, int rounds, bool json)
{
    const char *const culling = v->exhaustive ? "no" : "yes";
    const double rate = v->rates[rounds - 1], cpu_rate = v->cpu_rates[rounds - 1];
    const double ratio = v->ratios[rounds / 2];
    if (json)
        printf("{\"map\": \"%s\", \"isa\": \"%s\", \"output\": \"%s\", \"threads\": %u, "
               "\"culling\": \"%s\", \"mtexels\": %.2f, \"cpu\": %.3f, \"ratio\": %.3f, \"roof\": ",
               scene->name, cpu_name(v->isa), v->target, v->threads, culling, rate, cpu_rate,
               ratio);
    else
        printf("%-7s %-15s %-7s %7u %8s %10.1f %8.1f %8.2f", scene->name, cpu_name(v->isa),
               v->target, v->threads, culling, rate, cpu_rate, ratio);
    if (has_roof(scene, v))
        printf(json ? "%.3f}\n" : " %7.2f\n", v->roofs[rounds / 2]);
    else
        printf(json ? "null}\n" : "\n");
}

static enum scree_code compare(const struct scene *scene, struct variant *v, size_t count,
                               int rounds, bool json, struct scree_error *err)
{
    for (int r = 0; r < rounds; r++)
        for (size_t i = 0; i < count; i++) {
            double rates[CLOCKS];
            RETURN_IF_ERR(measure(rates, scene, &v[i], err));
            v[i].rates[r] = rates[WALL];
            v[i].cpu_rates[r] = rates[CPU];
            v[i].ratios[r] = v[i].rates[r] / v[0].rates[r];
            if (has_roof(scene, &v[i]))
                v[i].roofs[r] = v[i].rates[r] * OPERATIONS / measure_roof(v[i].isa);
        }
    for (size_t i = 0; i < count; i++) {
        qsort(v[i].rates, (size_t)rounds, sizeof(double), ascending);
        qsort(v[i].cpu_rates, (size_t)rounds, sizeof(double), ascending);
        qsort(v[i].ratios, (size_t)rounds, sizeof(double), ascending);
        qsort(v[i].roofs, (size_t)rounds, sizeof(double), ascending);
        print_variant(scene, &v[i], rounds, json);
    }
    return SCREE_OK;
}

/* A picture of any greys for the layers' masks. */
static enum scree_code add_mask(struct srf_map *map, uint32_t side, struct scree_error *err)
{
    struct srf_mask *mask;
    uint32_t code = 1;
    RETURN_IF_ERR(srf_mask_create(&mask, "mask.png", side, side, err));
    for (size_t i = 0; i < (size_t)side * side; i++) {
        code = code * 1664525u + 1013904223u;
        mask->pixels[i] = (uint16_t)(code >> 24);
    }
    for (uint32_t k = 1; k < map->layer_count; k++) map->layers[k]->mask = "mask.png";
    return srf_take_mask(map, mask, err);
}

/* The map of a scene with limits by quantities in every layer but the root, or without. */
static void set_limits(const struct srf_map *map, enum srf_quantity quantity, bool on)
{
    for (uint32_t k = 1; k < map->layer_count; k++) {
        struct srf_limit *const beside = &map->layers[k]->limits[SRF_POSITION];
        beside->on[0] = on && quantity == SRF_POSITION ? 1.0f : 0.0f;
        beside->at[0] = -8.0f;
        beside->fuzziness[0] = 4.0f;
        beside->size = 32.0f;
        struct srf_limit *const bent = &map->layers[k]->limits[SRF_CURVATURE];
        bent->on[0] = on && quantity == SRF_CURVATURE ? 1.0f : 0.0f;
        bent->at[0] = -0.001f;
        bent->fuzziness[0] = 0.0005f;
        bent->size = 32.0f;
        struct srf_limit *const limit = &map->layers[k]->limits[SRF_ASPECT];
        limit->on[0] = on && quantity == SRF_ASPECT ? 1.0f : 0.0f;
        limit->at[0] = 70.0f * (float)k;
        limit->at[1] = 120.0f;
        limit->fuzziness[0] = 60.0f;
        limit->level = 0.25f;
        struct srf_limit *const wet = &map->layers[k]->limits[SRF_WETNESS];
        wet->on[0] = on && quantity == SRF_WETNESS ? 1.0f : 0.0f;
        wet->at[0] = 300.0f;
        wet->fuzziness[0] = 6000.0f;
        struct srf_limit *const sky = &map->layers[k]->limits[SRF_SKY];
        sky->on[0] = on && quantity == SRF_SKY ? 1.0f : 0.0f;
        sky->at[0] = 0.7f;
        sky->fuzziness[0] = 0.3f;
        map->layers[k]->limits[SRF_MASK].on[0] = on && quantity == SRF_MASK ? 1.0f : 0.0f;
    }
}

/* What limits by quantities cost, beside the same map without them. */
static enum scree_code compare_limits(const struct scene *scene, enum srf_quantity quantity,
                                      enum cpu_isa only, int rounds, bool json,
                                      struct scree_error *err)
{
    static struct variant v;
    v = (struct variant){
        .target = "winner", .kind = SCREE_WINNER_U8, .threads = 1, .isa = only, .exhaustive = true};
    for (int r = 0; r < rounds; r++) {
        double plain[CLOCKS], limited[CLOCKS];
        RETURN_IF_ERR(measure(plain, scene, &v, err));
        set_limits(scene->map, quantity, true);
        const enum scree_code code = measure(limited, scene, &v, err);
        set_limits(scene->map, quantity, false);
        if (code != SCREE_OK) return code;
        v.rates[r] = limited[WALL];
        v.cpu_rates[r] = limited[CPU];
        v.ratios[r] = limited[CPU] / plain[CPU];
    }
    qsort(v.rates, (size_t)rounds, sizeof(double), ascending);
    qsort(v.cpu_rates, (size_t)rounds, sizeof(double), ascending);
    qsort(v.ratios, (size_t)rounds, sizeof(double), ascending);
    struct scene named = *scene;
    named.name = srf_quantity_words[quantity].name;
    print_variant(&named, &v, rounds, json);
    return SCREE_OK;
}

#define MAX_VARIANTS (4 * CPU_ISA_COUNT + 4)

static size_t make_variants(struct variant *v, enum cpu_isa only)
{
    static const struct {
        const char *name;
        enum scree_plane_kind kind;
    } others[] = {{"masks8", SCREE_WEIGHT_U8}, {"picture", SCREE_PICTURE_RGB8}};
    size_t count = 0;
    for (int isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++) {
        if ((only != CPU_BEST && isa != (int)only) || !noise_select((enum cpu_isa)isa)) continue;
        for (uint32_t threads = 1; threads <= 2; threads++)
            for (int exhaustive = 1; exhaustive >= 0; exhaustive--)
                v[count++] = (struct variant){.target = "winner",
                                              .kind = SCREE_WINNER_U8,
                                              .threads = threads,
                                              .isa = (enum cpu_isa)isa,
                                              .exhaustive = exhaustive};
    }
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        v[count++] = (struct variant){
            .target = others[k].name, .kind = others[k].kind, .threads = 1, .isa = only};
    return count;
}

/* The processor's name as Linux reports it, or "unknown". */
static void print_machine(bool json)
{
    char line[256], name[200] = "unknown";
    FILE *const file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "model name : %199[^\n]", name) == 1) break;
    if (file != NULL) fclose(file);
#ifdef __VERSION__
    const char *const compiler = __VERSION__;
#else
    const char *const compiler = "unknown";
#endif
    printf(json ? "{\"processor\": \"%s\", \"compiler\": \"%s\"}\n" : "%s, compiler %s\n", name,
           compiler);
    if (!json)
        printf("%-7s %-15s %-7s %7s %8s %10s %8s %8s %7s\n", "map", "set", "output", "threads",
               "culling", "Mtexel/s", "cpu", "ratio", "roof");
}

int main(int argc, char **argv)
{
    uint32_t side = 1024;
    int rounds = 5;
    enum cpu_isa isa = CPU_BEST; /* all */
    const char *only = NULL;     /* map; NULL: both */
    bool json = false, wrong = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (strcmp(argv[i], "--side") == 0 && i + 1 < argc)
            side = (uint32_t)atoi(argv[++i]);
        else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--isa") == 0 && i + 1 < argc)
            wrong |= !cpu_parse(&isa, argv[++i]) || noise_select(isa) == NULL;
        else if (strcmp(argv[i], "--map") == 0 && i + 1 < argc)
            only = argv[++i];
        else
            wrong = true;
    }
    if (wrong || side < 64 || side > 16384 || rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr,
                "usage: kernel_speed [--side N (64 to 16384)] [--rounds N (1 to %d)] "
                "[--isa SET] [--map NAME] [--json]\n",
                MAX_ROUNDS);
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field field;
    if (scene_field(&field, side / 2 + 1, &err) != SCREE_OK) return die(&err);
    print_machine(json);
    for (int m = 0; m < 2; m++) {
        struct scene scene = {.name = m == 0 ? "broad" : "banded", .field = &field, .side = side};
        if (only != NULL && strcmp(only, scene.name) != 0) continue;
        if (scene_map(&scene.map, m == 1, &err) != SCREE_OK ||
            add_mask(scene.map, side / 2, &err) != SCREE_OK ||
            render_merge_depth(&scene.merge, scene.map, UINT32_MAX, &err) != SCREE_OK)
            return die(&err);
        scene.picture = mem_alloc((size_t)side * WINNER_BAND, 16);
        static struct variant variants[MAX_VARIANTS];
        const size_t count = make_variants(variants, isa);
        if (compare(&scene, variants, count, rounds, json, &err) != SCREE_OK) return die(&err);
        for (int q = 0; m == 0 && q < SRF_QUANTITIES; q++)
            if (compare_limits(&scene, (enum srf_quantity)q, isa, rounds, json, &err) != SCREE_OK)
                return die(&err);
        mem_free(scene.picture);
        render_merge_free(scene.merge);
        srf_free(scene.map);
    }
    mem_free(field.memory);
    return 0;
}
