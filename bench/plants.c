/*
 * plants TERRAIN SURFACE [HEIGHT-SCALE HEIGHT-OFFSET [THREADS [ROUNDS]]]
 *
 * What placing plants adds to an export, in one process, in turns: placing the species that the
 * layers' names mean; what an export for BeamNG.drive evaluates (weights of all materials and the
 * strongest, specks merged, grip calm); and the least that an evaluation can be, the strongest layer
 * of each of the terrain's points and nothing else. Medians of the rounds, and of their ratios. No
 * gate.
 *
 * Measured on the Island (0.55 105.1315), AVX-512, one thread, medians of 41 rounds on a busy machine: placing takes 20.5
 * ms, half (0.47 to 0.49) of the 42 ms that an export evaluates and twice (2.0) the least possible. All 4.0 million cells
 * are hashed, 0.07 million are evaluated. A whole BeamNG.drive level of the Island (5 species with 4,948 plants, textures
 * of 1024 pixels, preview of 640 x 360 with four rays a pixel) takes 1.76 s of a processor: rays on the terrain a quarter,
 * plants on their way a seventh, PNG a seventh, textures an eighth.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "beamng/beamng.h"
#include "bench/winners.h"
#include "plants/plants.h"

#define MOST_ROUNDS 99

enum part { PLACING, EXPORT, PLAIN, PARTS };
static const char *const names[PARTS] = {"placing", "evaluation of the export", "plain evaluation"};

struct bench {
    struct inputs inputs;
    struct scree_job job;
    struct plants_list *list;
    struct beamng_plan *plan;
    uint8_t *winners;
    uint64_t cells, looked, evaluated, placed;
};

/* Of the processor: all threads. */
static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static enum scree_code place(struct bench *b, struct scree_error *err)
{
    struct plants_placed *placed;
    const struct plants_options options = {.how = render_how_of(&b->job, RENDER_RELIEF, false)};
    RETURN_IF_ERR(plants_place(&placed, b->list, &b->inputs, &options, &b->job, err));
    b->cells = b->looked = 0;
    for (size_t s = 0; s < b->list->species_count; s++) {
        b->cells += placed->tally[s].cells;
        b->looked += placed->tally[s].looked;
    }
    b->evaluated = placed->evaluated;
    b->placed = placed->count;
    plants_placed_free(placed);
    return SCREE_OK;
}

static enum scree_code evaluate(struct bench *b, struct scree_error *err)
{
    return beamng_plan_evaluate(b->plan, &b->job, err);
}

static enum scree_code draw(struct bench *b, struct scree_error *err)
{
    const struct ter_field *field = b->inputs.field;
    const struct render_how how = render_how_of(&b->job, RENDER_RELIEF, false);
    const struct render_options options =
        render_how_options(&how, SCREE_VERTICES, field->points_x, field->points_y);
    return winners_draw(b->winners, b->inputs.map, field, &options, err);
}

static enum scree_code time_part(double *took, struct bench *b, enum part part,
                                 struct scree_error *err)
{
    const double start = now();
    RETURN_IF_ERR((part == PLACING ? place : part == EXPORT ? evaluate : draw)(b, err));
    *took = now() - start;
    return SCREE_OK;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

static enum scree_code measure(struct bench *b, int rounds, struct scree_error *err)
{
    static double times[PARTS][MOST_ROUNDS], shares[PARTS][MOST_ROUNDS];
    for (int round = -1; round < rounds; round++) /* the first is not counted */
        for (int part = 0; part < PARTS; part++) {
            double took;
            RETURN_IF_ERR(time_part(&took, b, (enum part)part, err));
            if (round >= 0) times[part][round] = took;
        }
    for (int round = 0; round < rounds; round++)
        for (int part = 0; part < PARTS; part++)
            shares[part][round] = times[PLACING][round] / times[part][round];
    const double placing = median(times[PLACING], rounds);
    for (int part = 0; part < PARTS; part++)
        printf("%-26s %8.2f ms; placing takes %.2f of it\n", names[part],
               1e3 * median(times[part], rounds), median(shares[part], rounds));
    printf("%llu cells (%.0f million a second), %llu candidates evaluated (%.2f million a second), "
           "%llu points of layers, %llu plants\n",
           (unsigned long long)b->cells, 1e-6 * (double)b->cells / placing,
           (unsigned long long)b->looked, 1e-6 * (double)b->looked / placing,
           (unsigned long long)b->evaluated, (unsigned long long)b->placed);
    return SCREE_OK;
}

static enum scree_code run(struct bench *b, int argc, char **argv, int rounds,
                           struct scree_error *err)
{
    struct scree_terrain_options how = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
    const struct inputs_given given = {.roads = NULL};
    options.level.name = "bench";
    options.level.plants_set = "none";
    if (argc > 4) {
        how.height_scale = atof(argv[3]);
        how.height_offset_tu = atof(argv[4]);
    }
    RETURN_IF_ERR(inputs_read(&b->inputs, argv[1], argv[2], &how, 0, &b->job, err));
    RETURN_IF_ERR(plants_defaults(&b->list, b->inputs.map, NULL, err));
    RETURN_IF_ERR(beamng_plan_create(&b->plan, &b->inputs, &options, &given, &b->job, err));
    b->winners = mem_alloc_pixels(b->inputs.field->points_x, b->inputs.field->points_y);
    if (b->winners == NULL) return err_no_memory(err);
    printf("%u x %u points, %u layers, %zu species, %u threads\n",
           (unsigned)b->inputs.field->points_x, (unsigned)b->inputs.field->points_y,
           (unsigned)b->inputs.map->layer_count, b->list->species_count,
           (unsigned)job_threads(&b->job));
    return measure(b, rounds, err);
}

int main(int argc, char **argv)
{
    const int rounds = argc > 6 ? atoi(argv[6]) : 15;
    if (argc < 3 || argc == 4 || argc > 7 || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr,
                "usage: plants TERRAIN SURFACE [HEIGHT-SCALE HEIGHT-OFFSET [THREADS [ROUNDS]]]\n");
        return 2;
    }
    struct bench bench = {.job = {.threads = argc > 5 ? (uint32_t)atoi(argv[5]) : 1}};
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = run(&bench, argc, argv, rounds, &err);
    mem_free_pixels(bench.winners);
    beamng_plan_free(bench.plan);
    plants_list_free(bench.list);
    inputs_free(&bench.inputs);
    if (code == SCREE_OK) return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "plants: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
