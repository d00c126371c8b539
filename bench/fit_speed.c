/*
 * fit_speed TERRAIN SURFACE [ROUNDS [THREADS]]
 *
 * What a fit of a picture costs beside one bake of the map that it was drawn by, on the same ground and
 * with a texel per terrain unit: ROUNDS (5) times in turns, with THREADS threads (one per processor).
 * The bake makes all its files and digests them instead of writing them, so that no disk is measured.
 * The picture is the strongest layer of each texel.
 *
 * A line for the map as it is and one for it without noise: medians of the seconds of the processors
 * and of the clock, medians of the quotients of the rounds, and how well the fitted map agrees with the
 * picture.
 *
 * Measured with `make_scene 2049 t.ter s.srf layered`: 2048 x 2048 texels, 8 layers, two of them children, medians of 5
 * rounds on two busy processors, seconds of processors:
 *
 *                           bake     fit      ratio   ratio of the clock
 *   with noise, 1 thread    0.37 s   1.82 s   4.8     5.0
 *   with noise, 2 threads   0.39 s   1.94 s   4.9     4.6
 *   without, 1 thread       0.37 s   0.79 s   2.2     2.1
 *   without, 2 threads      0.38 s   0.86 s   2.2     2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bake/bake.h"
#include "base/mem.h"
#include "bench/clocks.h"
#include "bench/winners.h"
#include "fit/fit.h"
#include "inputs/inputs.h"
#include "out/sink.h"
#include "render/render.h"

#define MOST_ROUNDS 99

struct scene {
    struct inputs inputs;
    struct fit_picture picture;
    struct scree_job job;
    double agreement;
};

static enum scree_code draw_picture(struct scene *scene, struct scree_error *err)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = scene->picture.width;
    options.height = scene->picture.height;
    return winners_draw(scene->picture.ids, scene->inputs.map, scene->inputs.field, &options, err);
}

static enum scree_code start(struct scene *scene, const char *terrain, const char *surface,
                             struct scree_error *err)
{
    const struct scree_terrain_options ground = SCREE_TERRAIN_OPTIONS_INIT;
    struct fit_picture *picture = &scene->picture;
    RETURN_IF_ERR(inputs_read(&scene->inputs, terrain, surface, &ground, 0, &scene->job, err));
    const struct srf_map *map = scene->inputs.map;
    if (map->layer_count > FIT_MAX_CLASSES)
        return err_set(err, SCREE_LIMIT, "has more than %d layers", FIT_MAX_CLASSES);
    picture->width = scene->inputs.field->points_x - 1;
    picture->height = scene->inputs.field->points_y - 1;
    picture->count = map->layer_count;
    for (uint32_t c = 0; c < picture->count; c++)
        snprintf(picture->classes[c].name, sizeof picture->classes[c].name, "%u", (unsigned)c);
    picture->ids = mem_alloc(picture->width, picture->height);
    return picture->ids != NULL ? SCREE_OK : err_no_memory(err);
}

/* ---- what is compared ---- */

static enum scree_code bake(struct scene *scene, struct scree_error *err)
{
    struct bake_plan *plan = NULL;
    struct bake_made made = {0};
    struct sink *sink = NULL;
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    struct bake_given given = BAKE_GIVEN_DEFAULT;
    given.how.threads = scene->job.threads;
    enum scree_code code =
        bake_plan_create(&plan, &scene->inputs, &options, &given, &scene->job, err);
    if (code == SCREE_OK) code = sink_open_digest(&sink, err);
    if (code == SCREE_OK) code = bake_write(&made, plan, sink, &scene->job, err);
    if (code == SCREE_OK) code = sink_commit(sink, &scene->job, err);
    sink_close(sink);
    bake_made_free(&made);
    bake_plan_free(plan);
    return code;
}

static enum scree_code fit(struct scene *scene, struct scree_error *err)
{
    const struct fit_picture *picture = &scene->picture;
    const struct fit_scene on = {scene->inputs.field, RENDER_RELIEF, false, 0, 0};
    struct fit_found found;
    struct fit_confusion confusion = {0};
    struct srf_map *map = NULL;
    RETURN_IF_ERR(fit_rules_find(&found, &on, picture, NULL, &scene->job, err));
    enum scree_code code = fit_rules_map(&map, &found.rules, picture, scene->inputs.field, 1, err);
    const struct fit_comparing what = {&on, picture, &found.rules, map, false};
    if (code == SCREE_OK) code = fit_compare(&confusion, &what, &scene->job, err);
    uint64_t equal = 0;
    for (uint32_t c = 0; c < picture->count; c++) equal += confusion.texels[c][c];
    if (code == SCREE_OK) scene->agreement = (double)equal / (double)confusion.total;
    srf_free(map);
    return code;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *values, size_t count)
{
    double sorted[MOST_ROUNDS];
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_size);
    return sorted[count / 2];
}

static enum scree_code compare(struct scene *scene, const char *what, size_t rounds,
                               struct scree_error *err)
{
    double bakes[CLOCKS][MOST_ROUNDS], fits[CLOCKS][MOST_ROUNDS], ratios[CLOCKS][MOST_ROUNDS];
    RETURN_IF_ERR(draw_picture(scene, err));
    for (size_t i = 0; i < rounds; i++) {
        double before[CLOCKS], between[CLOCKS], after[CLOCKS];
        now(before);
        RETURN_IF_ERR(bake(scene, err));
        now(between);
        RETURN_IF_ERR(fit(scene, err));
        now(after);
        for (int k = 0; k < CLOCKS; k++) {
            bakes[k][i] = between[k] - before[k];
            fits[k][i] = after[k] - between[k];
            ratios[k][i] = fits[k][i] / bakes[k][i];
        }
    }
    printf("%-13s  bake %6.2f s cpu %6.2f s wall  fit %6.2f s cpu %6.2f s wall  ratio %5.1f cpu "
           "%5.1f wall  agreement %6.2f %%\n",
           what, median(bakes[CPU], rounds), median(bakes[WALL], rounds), median(fits[CPU], rounds),
           median(fits[WALL], rounds), median(ratios[CPU], rounds), median(ratios[WALL], rounds),
           100 * scene->agreement);
    fflush(stdout);
    return SCREE_OK;
}

int main(int argc, char **argv)
{
    const int rounds = argc > 3 ? atoi(argv[3]) : 5, threads = argc > 4 ? atoi(argv[4]) : 0;
    if (argc < 3 || argc > 5 || rounds < 1 || rounds > MOST_ROUNDS || threads < 0) {
        fprintf(stderr, "usage: fit_speed TERRAIN SURFACE [ROUNDS [THREADS]]\n");
        return 2;
    }
    /* Threads that wait sleep, as in the program (cli/main.c). */
    if (getenv("OMP_WAIT_POLICY") == NULL && setenv("OMP_WAIT_POLICY", "passive", 1) == 0)
        execvp(argv[0], argv);
    struct scene scene = {.job = {.threads = (uint32_t)threads}};
    struct scree_error err = SCREE_ERROR_INIT;
    enum scree_code code = start(&scene, argv[1], argv[2], &err);
    if (code == SCREE_OK) code = compare(&scene, "as it is", (size_t)rounds, &err);
    for (uint32_t l = 0; code == SCREE_OK && l < scene.inputs.map->layer_count; l++)
        scene.inputs.map->layers[l]->vari = 0;
    if (code == SCREE_OK) code = compare(&scene, "without noise", (size_t)rounds, &err);
    mem_free(scene.picture.ids);
    inputs_free(&scene.inputs);
    if (code == SCREE_OK) return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "fit_speed: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
