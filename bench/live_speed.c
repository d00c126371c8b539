/*
 * live_speed [--side N] [--rounds N] [--isa SET] [--limits yes] [TERRAIN SURFACE]
 *
 * --limits yes: limits that a .srf has no place for, one kind after the other on every second layer, and only
 * those are dragged. So a new evaluation makes what that kind needs, and nothing for the others.
 *
 * What a change of a surface map costs in a live scene (render_live_update(), picture included),
 * beside a plan made anew and evaluated with culling for the same picture. One thread; the two take
 * turns, a change each. The view is the whole terrain on N x N (512) texels.
 *
 * Without files it is the Island of the Cafu engine's TechDemo in the samples (SCREE_SAMPLES, else
 * ../shared/samples), in two ways: with heights mapped back to those that its map was made for
 * (bench/island.h), where nearly every layer is nearly everywhere; and as the file has them.
 * Exits with 77 if there is none.
 *
 * Changes are what a hand on a slider does: for each limit that is on, for coverage and for the
 * weight of the noise of each layer, STEPS values one after the other, and then the first one back;
 * then colours, names and the order of layers. "ratio" is the median over the changes of the time
 * of the update divided by that of the fresh evaluation beside it; times are medians, in
 * milliseconds of the processor. Pictures are compared: "wrong" counts those that differ, and is 0.
 *
 * Measured, with version 2 of the model, 8 steps of each slider, the ratio on skylake-avx512, x86-64-v3, baseline:
 *
 *   a limit, or back to an earlier value             0.32 to 0.34   0.29    0.22
 *   coverage                                         0.30           0.23    0.15
 *   weight of the noise                              0.32           0.27    0.21
 *   order (all rows are composed and painted)        0.22           0.16    0.10
 *   colour (painting)                                0.08           0.07    0.06
 *   name, nothing (lists are compared)               0.004          0.003   0.001
 *   all, first (noise also below absent parents)     2.4            2.0     1.5
 *
 * A new evaluation takes 10.2, 16.1 and 34 ms, an update for a limit 3.2, 4.7 and 7.6 ms. Nine in ten changes of a limit
 * stay below 0.39, 0.38 and 0.34. With heights as in the file most limits rule nothing in or out, and the median is
 * 0.01. An update reads and writes about 30 MB, a new evaluation works in 0.4 MB: memory is the bound.
 *
 * With --limits yes (a minute; the strongest set, a loaded machine), and the milliseconds of a new evaluation:
 *
 *   aspect 0.29 (17)   position 0.19 (28)   curvature 0.16 (31)   wetness 0.02 (234)   sky 0.02 (286)   near 0.13 (32)
 *   mask 0.33 (18) back to what it was, 0.45 (22) with another feather, which both make of 512 x 512 pixels
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/job.h"
#include "base/mem.h"
#include "bench/files.h"
#include "bench/island.h"
#include "render/render.h"

#define STEPS 8
#define MAX_CHANGES 8192

enum kind {
    FIRST,
    LIMIT,
    BACK,
    COVERAGE,
    NOISE_WEIGHT,
    PATTERN,
    COLOUR,
    NAME,
    ORDER,
    NO_CHANGE,
    OF_QUANTITY, /* the first of SRF_QUANTITIES */
    KINDS = OF_QUANTITY + SRF_QUANTITIES
};
static const char *const kind_names[KINDS] = {
    "all (first)", "limit", "one step back", "coverage", "noise weight", "pattern",
    "colour",      "name",  "order",         "nothing",  "aspect",       "position",
    "curvature",   "mask",  "wetness",       "sky",      "near"};

struct scene {
    struct ter_field *field;
    struct srf_map *map;
    struct render_live *live;
    struct scree_job job;
    uint32_t side;
    enum cpu_isa isa;
    uint8_t *picture;
    struct series {
        size_t count;
        double fresh[MAX_CHANGES], update[MAX_CHANGES], ratio[MAX_CHANGES];
        uint64_t noise_rows, tiles;
    } series[KINDS];
    size_t wrong;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static struct render_options view_of(const struct scene *scene)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = options.height = scene->side;
    options.threads = 1;
    options.isa = scene->isa;
    return options;
}

static enum scree_code evaluate_fresh(struct scene *scene, struct scree_error *err)
{
    const struct render_options options = view_of(scene);
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    void *planes[1] = {scene->picture};
    const struct render_target target = {
        .kind = SCREE_PICTURE_RGB8, .planes = planes, .light = &light};
    struct render_plan *plan;
    RETURN_IF_ERR(render_plan_create(&plan, scene->field, scene->map, &options, err));
    render_rows(plan, 0, scene->side, &target, 1);
    render_plan_free(plan);
    return SCREE_OK;
}

/* Measures what the map's last change costs both. */
static enum scree_code measure(struct scene *scene, enum kind kind, struct scree_error *err)
{
    const double begin = now();
    RETURN_IF_ERR(evaluate_fresh(scene, err));
    const double middle = now();
    const struct scree_live_counts before = render_live_count(scene->live);
    const double start = now();
    RETURN_IF_ERR(render_live_update(scene->live, scene->map, &scene->job, err));
    const double end = now();
    const struct scree_live_counts after = render_live_count(scene->live);
    struct series *s = &scene->series[kind];
    const size_t bytes = (size_t)scene->side * scene->side * 3;
    scene->wrong += memcmp(scene->picture, render_live_picture(scene->live), bytes) != 0;
    s->noise_rows += after.noise_rows - before.noise_rows;
    s->tiles += after.tiles - before.tiles;
    if (s->count == MAX_CHANGES) return SCREE_OK;
    s->fresh[s->count] = middle - begin;
    s->update[s->count] = end - start;
    s->ratio[s->count++] = (end - start) / (middle - begin);
    return SCREE_OK;
}

/* ---- changes ---- */

/* STEPS values away from what the field has, one after the other, and back. */
static enum scree_code drag(struct scene *scene, uint32_t layer, const char *field, double step,
                            enum kind kind, struct scree_error *err)
{
    double first[SRF_FIELD_NUMBERS];
    size_t count;
    RETURN_IF_ERR(srf_get_numbers(first, &count, scene->map, layer, field, err));
    for (int i = 1; i <= STEPS; i++) {
        const double value = first[0] + step * i;
        RETURN_IF_ERR(srf_set_numbers(scene->map, layer, field, &value, 1, err));
        RETURN_IF_ERR(measure(scene, kind, err));
    }
    RETURN_IF_ERR(srf_set_numbers(scene->map, layer, field, first, 1, err));
    return measure(scene, BACK, err);
}

/* A limit that is on is dragged by its number, a hundredth of what is usual at a time. */
static const struct {
    const char *on, *at;
    double step;
    enum kind kind;
} dragged[] = {
    {"altitude.min.on", "altitude.min.at", -0.2, LIMIT},
    {"altitude.max.on", "altitude.max.at", -0.2, LIMIT},
    {"slope.min.on", "slope.min.at", 0.01, LIMIT},
    {"slope.max.on", "slope.max.at", 0.01, LIMIT},
    {"aspect.on", "aspect.toward", 1, OF_QUANTITY + SRF_ASPECT},
    {"position.min.on", "position.min.at", 0.05, OF_QUANTITY + SRF_POSITION},
    {"curvature.max.on", "curvature.max.at", 1e-4, OF_QUANTITY + SRF_CURVATURE},
    {"wetness.min.on", "wetness.min.at", 200, OF_QUANTITY + SRF_WETNESS},
    {"sky.min.on", "sky.min.at", 0.005, OF_QUANTITY + SRF_SKY},
    {"near.max.on", "near.max.at", 5, OF_QUANTITY + SRF_NEAR},
    {"mask.on", "mask.feather", 0.25, OF_QUANTITY + SRF_MASK},
};

/* Those of a kind, or with KINDS of any. */
static enum scree_code drag_limits(struct scene *scene, uint32_t layer, enum kind kind,
                                   struct scree_error *err)
{
    for (size_t i = 0; i < sizeof dragged / sizeof dragged[0]; i++) {
        double on[SRF_FIELD_NUMBERS];
        size_t count;
        if (kind != KINDS && dragged[i].kind != kind) continue;
        RETURN_IF_ERR(srf_get_numbers(on, &count, scene->map, layer, dragged[i].on, err));
        if (srf_is_on((float)on[0]))
            RETURN_IF_ERR(drag(scene, layer, dragged[i].at, dragged[i].step, dragged[i].kind, err));
    }
    return SCREE_OK;
}

/* ---- limits that a .srf has no place for ---- */

static const struct planted_limit {
    const char *fields[4]; /* and what they are set to */
    double values[4];
} planted_limits[SRF_QUANTITIES] = {
    [SRF_ASPECT] = {{"aspect.on", "aspect.toward", "aspect.spread", "aspect.fuzziness"},
                    {1, 315, 60, 30}},
    [SRF_POSITION] = {{"position.min.on", "position.size", "position.min.at",
                       "position.min.fuzziness"},
                      {1, 24, -1, 2}},
    [SRF_CURVATURE] = {{"curvature.max.on", "curvature.size", "curvature.max.at",
                        "curvature.max.fuzziness"},
                       {1, 5, 0.004, 0.01}},
    [SRF_MASK] = {{"mask.on", "mask.feather"}, {1, 2}},
    [SRF_WETNESS] = {{"wetness.min.on", "wetness.min.at", "wetness.min.fuzziness"}, {1, 2e4, 2e4}},
    [SRF_SKY] = {{"sky.min.on", "sky.min.at", "sky.min.fuzziness"}, {1, 0.8, 0.2}},
    [SRF_NEAR] = {{"near.max.on", "near.max.at", "near.max.fuzziness"}, {1, 600, 300}},
};

#define MASK_SIDE 512
#define MASK_NAME "mask.png"

static enum scree_code plant_mask(struct srf_map *map, struct scree_error *err)
{
    struct srf_mask *mask;
    RETURN_IF_ERR(srf_mask_create(&mask, MASK_NAME, MASK_SIDE, MASK_SIDE, err));
    mask->most_code = 255;
    snprintf(mask->identity, sizeof mask->identity, "%s", MASK_NAME);
    for (uint32_t i = 0; i < MASK_SIDE * MASK_SIDE; i++)
        mask->pixels[i] = (uint16_t)((i % MASK_SIDE / 2 + i / MASK_SIDE / 2) % 256);
    return srf_take_mask(map, mask, err);
}

/* Every second layer has it; those that are near to another are near to the first. */
static enum scree_code plant_limits(struct srf_map *map, int quantity, struct scree_error *err)
{
    const struct planted_limit *const limit = &planted_limits[quantity];
    if (quantity == SRF_MASK) RETURN_IF_ERR(plant_mask(map, err));
    for (uint32_t k = 2; k < map->layer_count; k += 2) {
        if (quantity == SRF_NEAR) RETURN_IF_ERR(srf_set_field(map, k, "near.to", "#1", NULL, err));
        if (quantity == SRF_MASK)
            RETURN_IF_ERR(srf_set_field(map, k, "mask.file", MASK_NAME, NULL, err));
        for (int i = 0; i < 4 && limit->fields[i] != NULL; i++)
            RETURN_IF_ERR(srf_set_numbers(map, k, limit->fields[i], &limit->values[i], 1, err));
    }
    return srf_check(map, err);
}

static enum scree_code change_layer(struct scene *scene, uint32_t layer, struct scree_error *err)
{
    RETURN_IF_ERR(drag_limits(scene, layer, KINDS, err));
    RETURN_IF_ERR(drag(scene, layer, "coverage", -0.01, COVERAGE, err));
    RETURN_IF_ERR(drag(scene, layer, "fractal_noise", 0.02, NOISE_WEIGHT, err));
    double colour[3] = {10, 200, 30};
    for (int i = 0; i < STEPS; i++) {
        colour[0] += 3;
        RETURN_IF_ERR(srf_set_numbers(scene->map, layer, "colour", colour, 3, err));
        RETURN_IF_ERR(measure(scene, COLOUR, err));
    }
    RETURN_IF_ERR(srf_set_field(scene->map, layer, "name", "Another name", NULL, err));
    return measure(scene, NAME, err);
}

static enum scree_code change_planted(struct scene *scene, int quantity, struct scree_error *err)
{
    RETURN_IF_ERR(measure(scene, FIRST, err));
    for (uint32_t k = 2; k < scene->map->layer_count; k += 2)
        RETURN_IF_ERR(drag_limits(scene, k, (enum kind)(OF_QUANTITY + quantity), err));
    return SCREE_OK;
}

static enum scree_code change_all(struct scene *scene, size_t rounds, struct scree_error *err)
{
    RETURN_IF_ERR(measure(scene, FIRST, err));
    for (size_t r = 0; r < rounds; r++) {
        for (uint32_t k = 1; k < scene->map->layer_count; k++)
            RETURN_IF_ERR(change_layer(scene, k, err));
        for (uint32_t k = 1; k < scene->map->layer_count; k++) {
            uint32_t index;
            if (scene->map->layers[k]->parent != scene->map->root) continue;
            RETURN_IF_ERR(srf_move_layer(&scene->map, &index, k, 0, r % 2 ? 0 : UINT32_MAX, err));
            RETURN_IF_ERR(measure(scene, ORDER, err));
        }
        RETURN_IF_ERR(srf_reroll(scene->map, r + 1, err));
        RETURN_IF_ERR(measure(scene, PATTERN, err));
        RETURN_IF_ERR(measure(scene, NO_CHANGE, err));
    }
    return SCREE_OK;
}

/* ---- results ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double part(double *values, size_t count, size_t percent)
{
    qsort(values, count, sizeof *values, ascending);
    return values[(count - 1) * percent / 100];
}

static void print_results(struct scene *scene, const char *name)
{
    printf("%s: %u x %u texels, %u layers, one thread, %.0f MiB kept, %zu wrong\n", name,
           scene->side, scene->side, scene->map->layer_count,
           (double)render_live_count(scene->live).bytes / 1048576, scene->wrong);
    printf("  %-15s %7s %9s %9s %7s %7s %11s %7s\n", "change", "changes", "fresh ms", "update ms",
           "ratio", "90 %", "noise rows", "tiles");
    for (int kind = 0; kind < KINDS; kind++) {
        struct series *s = &scene->series[kind];
        if (s->count == 0) continue;
        const double count = (double)s->count;
        printf("  %-15s %7zu %9.2f %9.2f %7.3f %7.3f %11.1f %7.1f\n", kind_names[kind], s->count,
               part(s->fresh, s->count, 50), part(s->update, s->count, 50),
               part(s->ratio, s->count, 50), part(s->ratio, s->count, 90),
               (double)s->noise_rows / count, (double)s->tiles / count);
    }
}

struct settings {
    uint32_t side;
    size_t rounds;
    enum cpu_isa isa;
    int quantity; /* that is planted; SRF_QUANTITIES: none */
};

static enum scree_code run(const char *name, const char *terrain, const char *surface, bool mapped,
                           const struct settings *settings, struct scree_error *err)
{
    const uint32_t side = settings->side;
    struct scene *scene = mem_alloc(1, sizeof *scene);
    if (scene == NULL) return err_no_memory(err);
    enum scree_code code;
    scene->side = side;
    scene->isa = settings->isa;
    scene->job.threads = 1;
    scene->picture = mem_alloc((size_t)side * side, 3);
    struct render_live_options options = {view_of(scene), RENDER_LIGHT_DEFAULT,
                                          RENDER_LIVE_MAX_BYTES};
    FAIL_IF_ERR(code, ter_read_file(&scene->field, terrain, NULL, err));
    if (mapped) FAIL_IF_ERR(code, island_map_heights(scene->field, err));
    FAIL_IF_ERR(code, srf_read_file(&scene->map, surface, NULL, err));
    FAIL_IF_ERR(code, srf_check(scene->map, err));
    if (settings->quantity < SRF_QUANTITIES)
        FAIL_IF_ERR(code, plant_limits(scene->map, settings->quantity, err));
    FAIL_IF_ERR(code, render_live_create(&scene->live, scene->field, &options, err));
    FAIL_IF_ERR(code, settings->quantity < SRF_QUANTITIES
                          ? change_planted(scene, settings->quantity, err)
                          : change_all(scene, settings->rounds, err));
    print_results(scene, name);
    if (scene->wrong > 0) code = err_set(err, SCREE_BAD_ARGUMENT, "pictures differ");

fail:
    render_live_free(scene->live);
    srf_free(scene->map);
    ter_free(scene->field);
    mem_free(scene->picture);
    mem_free(scene);
    return code;
}

int main(int argc, char **argv)
{
    struct settings settings = {512, 1, CPU_BEST, SRF_QUANTITIES};
    bool limits = false;
    int i = 1;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--side") == 0)
            settings.side = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--rounds") == 0) settings.rounds = strtoul(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--limits") == 0) limits = true;
        if (strcmp(argv[i], "--isa") == 0 && !cpu_parse(&settings.isa, argv[i + 1])) {
            fprintf(stderr, "live_speed: no instruction set %s\n", argv[i + 1]);
            return 2;
        }
    }
    char terrain[1024], surface[1024], text[ERR_TEXT_SIZE];
    const char *samples = getenv("SCREE_SAMPLES");
    if (samples == NULL) samples = "../shared/samples";
    const bool given = argc - i == 2;
    snprintf(terrain, sizeof terrain, "%s/cafu/Island.ter", samples);
    snprintf(surface, sizeof surface, "%s/cafu/Island-TerragenSettings.tgw", samples);
    FILE *file = fopen(given ? argv[i] : terrain, "rb");
    if (file == NULL) {
        printf("SKIPPED: cannot open %s (set SCREE_SAMPLES)\n", given ? argv[i] : terrain);
        return 77;
    }
    fclose(file);
    struct scree_error err = SCREE_ERROR_INIT;
    enum scree_code code = SCREE_OK;
    const char *const first = given ? argv[i] : terrain, *const second =
                                                             given ? argv[i + 1] : surface;
    if (limits) {
        for (int q = 0; q < SRF_QUANTITIES && code == SCREE_OK; q++) {
            settings.quantity = q;
            code = run(srf_quantity_words[q].name, first, second, !given, &settings, &err);
        }
    } else if (given) {
        code = run(first, first, second, false, &settings, &err);
    } else {
        code = run("Island", terrain, surface, true, &settings, &err);
        if (code == SCREE_OK)
            code = run("Island, heights as in the file", terrain, surface, false, &settings, &err);
    }
    if (code == SCREE_OK) return 0;
    fprintf(stderr, "live_speed: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
