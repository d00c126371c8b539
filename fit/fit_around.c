/*
 * What is around the texels of the sample: the direction that they face, how far they lie above means of
 * squares around them, how the ground is bent over such squares; all as the model has them at a texel's
 * middle.
 */
#include <stdlib.h>
#include <string.h>

#include "fit/fit_search.h"

const float fit_size_of[FIT_AROUNDS][FIT_SIZES] = {
    [SRF_ASPECT] = {1},
    /* fourth roots of 2 */
    [SRF_POSITION] = {4,       4.7568f, 5.6569f, 6.7272f, 8,       9.5137f, 11.314f,
                      13.454f, 16,      19.027f, 22.627f, 26.909f, 32,      38.055f,
                      45.255f, 53.817f, 64,      76.109f, 90.51f,  107.63f, 128},
    [SRF_CURVATURE] = {3, 3.5f, 4, 5, 6, 7, 8.5f, 10, 12, 14, 17}};

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void make_fuzz(double fuzz[FIT_FUZZES], double most)
{
    const double root[2] = {1, 0.70710678118654752};
    fuzz[0] = 0;
    for (int i = 1; i < FIT_FUZZES; i++) {
        const int halvings = (FIT_FUZZES - 1 - i) / 2;
        fuzz[i] = most * root[(FIT_FUZZES - 1 - i) % 2] / (double)(1 << halvings);
    }
}

/* Positions at equal shares of values, which become sorted, and beyond them in even steps. */
static void make_axis(struct fit_axis *axis, float *values, uint32_t count)
{
    qsort(values, count, sizeof *values, by_size);
    for (uint64_t i = 0; i < FIT_INSIDE; i++)
        axis->position[FIT_BEYOND + i] = (double)values[i * (count - 1) / (FIT_INSIDE - 1)];
    const double *const inside = axis->position + FIT_BEYOND;
    const double low = inside[0], high = inside[FIT_INSIDE - 1];
    const double most = inside[FIT_INSIDE - FIT_INSIDE / 64] - inside[FIT_INSIDE / 64];
    const double range = most > 0 ? most : high > low ? high - low : 1;
    for (int i = 0; i < FIT_BEYOND; i++) {
        const double away = (i + 1) * range / FIT_BEYOND;
        axis->position[FIT_BEYOND - 1 - i] = low - away;
        axis->position[FIT_BEYOND + FIT_INSIDE + i] = high + away;
    }
    make_fuzz(axis->fuzz, 2 * range);
}

enum scree_code fit_around_look(struct fit_ground *ground, uint32_t grain,
                                const struct ter_field *field, struct scree_error *err)
{
    const uint32_t count = ground->sample.count;
    struct fit_around_ground *const around = &ground->around;
    struct mem_arena scratch = {0};
    float *const slope_x = mem_arena_alloc(&scratch, count, sizeof *slope_x);
    float *const slope_y = mem_arena_alloc(&scratch, count, sizeof *slope_y);
    around->rise[grain] = mem_arena_alloc(&ground->arena, count, sizeof **around->rise);
    around->aspect[grain] = mem_arena_alloc(&ground->arena, count, sizeof **around->aspect);
    around->slope[grain] = mem_arena_alloc(&ground->arena, count, sizeof **around->slope);
    enum scree_code code = mem_arena_check(&scratch, err);
    if (code == SCREE_OK) code = mem_arena_check(&ground->arena, err);
    if (code == SCREE_OK) {
        const struct ter_ground out = {around->rise[grain], slope_x, slope_y};
        ter_sample_points(field, ground->x, ground->y, count, &out);
        render_aspects(around->aspect[grain], around->slope[grain], slope_x, slope_y, count);
    }
    mem_arena_free(&scratch);
    return code;
}

/* What a terrain that was made for a size has at the sample's cells. */
static enum scree_code take(struct fit_ground *ground, int quantity, int size,
                            const struct ter_field *field, struct scree_error *err)
{
    const uint32_t count = ground->sample.count;
    const float *const rise = ground->around.rise[0];
    struct mem_arena scratch = {0};
    float *const slope_x = mem_arena_alloc(&scratch, count, sizeof *slope_x);
    float *const slope_y = mem_arena_alloc(&scratch, count, sizeof *slope_y);
    float *const sorted = mem_arena_alloc(&scratch, count, sizeof *sorted);
    float *const value = mem_arena_alloc(&ground->arena, count, sizeof *value);
    struct fit_axis *const axis = mem_arena_alloc(&ground->arena, 1, sizeof *axis);
    enum scree_code code = mem_arena_check(&scratch, err);
    if (code == SCREE_OK) code = mem_arena_check(&ground->arena, err);
    if (code == SCREE_OK) {
        const struct ter_ground out = {value, slope_x, slope_y};
        ter_sample_points(field, ground->x, ground->y, count, &out);
        for (uint32_t k = 0; k < count; k++)
            sorted[k] = quantity == SRF_POSITION ? rise[k] - value[k] : value[k];
        make_axis(axis, sorted, count);
        ground->around.value[quantity][size] = value;
        ground->around.axes[quantity][size] = axis;
    }
    mem_arena_free(&scratch);
    return code;
}

static enum scree_code measure_size(struct fit_ground *ground, int quantity, int size,
                                    const struct ter_field *field, struct scree_job *job,
                                    struct scree_error *err)
{
    struct ter_field *made = NULL;
    const double side = (double)fit_size_of[quantity][size];
    RETURN_IF_ERR(quantity == SRF_POSITION ? ter_smooth(&made, field, side, job, err)
                                           : ter_curvature(&made, field, side, job, err));
    const enum scree_code code = take(ground, quantity, size, made, err);
    ter_free(made);
    return code;
}

static enum scree_code measure_sizes(struct fit_ground *ground, const struct fit_scene *scene,
                                     struct scree_job *job, struct scree_error *err)
{
    const struct ter_field *const field = scene->field;
    const uint32_t least = field->points_x < field->points_y ? field->points_x : field->points_y;
    for (int q = SRF_POSITION; q <= SRF_CURVATURE; q++) {
        if ((scene->around >> q & 1) == 0) continue;
        for (int i = 0; i < FIT_SIZES && fit_size_of[q][i] > 0; i++) {
            if ((double)fit_size_of[q][i] > 2.0 * least - 4) break;
            RETURN_IF_ERR(measure_size(ground, q, i, field, job, err));
            RETURN_IF_ERR(
                job_step(job, "looking around", (q - 1 + (double)i / FIT_SIZES) / 2, err));
        }
    }
    return SCREE_OK;
}

enum scree_code fit_around_measure(struct fit_ground *ground, const struct fit_scene *scene,
                                   struct scree_job *job, struct scree_error *err)
{
    struct fit_axis *const directions = mem_arena_alloc(&ground->arena, 1, sizeof *directions);
    RETURN_IF_ERR(mem_arena_check(&ground->arena, err));
    make_fuzz(directions->fuzz, 180);
    if ((scene->around >> SRF_ASPECT & 1) != 0) ground->around.axes[SRF_ASPECT][0] = directions;
    return measure_sizes(ground, scene, job, err);
}
