/* The model at places of a caller's choice: the points form of the evaluation, lent out. */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "render/eval_points.h"

static_assert(RENDER_POINTS == EVAL_POINTS, "a run is a run");

struct render_points {
    const struct ter_field *field;
    struct eval_scene scene;
};

enum scree_code render_points_create(struct render_points **out, const struct ter_field *field,
                                     const struct srf_map *map,
                                     const struct render_options *options, struct scree_error *err)
{
    *out = NULL;
    struct render_points *points;
    RETURN_IF_ERR(MEM_NEED(&points, 1, sizeof *points, err));
    points->field = field;
    const enum scree_code code = eval_scene_create(&points->scene, field, map, options, false, err);
    if (code == SCREE_OK)
        *out = points;
    else
        render_points_free(points);
    return code;
}

void render_points_free(struct render_points *points)
{
    if (points == NULL) return;
    eval_scene_free(&points->scene);
    mem_free(points);
}

uint32_t render_points_threads(const struct render_points *points)
{
    return points->scene.plan->threads;
}

void render_points_ground(const struct render_points *points, struct render_points_run *run)
{
    const struct ter_ground out = {run->rise, run->slope_x, run->slope_y};
    ter_sample_points(points->field, run->x, run->y, run->count, &out);
}

void render_points_weights(const struct render_points *points, struct render_points_run *run,
                           uint32_t thread)
{
    struct plan_scratch *const scratch = &points->scene.plan->scratch[thread];
    struct eval_run inner;
    inner.count = run->count;
    memcpy(inner.x, run->x, run->count * sizeof *run->x);
    memcpy(inner.y, run->y, run->count * sizeof *run->y);
    for (size_t i = 0; i < run->count; i++) inner.finest[i] = 1.0f;
    const struct ter_ground ground = {run->rise, run->slope_x, run->slope_y};
    const bool same = points->scene.plan->terrains[0].field == points->field;
    eval_points_weights(&points->scene, &inner, run->ground_known && same ? &ground : NULL,
                        scratch);
    memcpy(run->rise, scratch->rise[0], run->count * sizeof *run->rise);
    memcpy(run->slope_x, inner.slope_x, run->count * sizeof *run->slope_x);
    memcpy(run->slope_y, inner.slope_y, run->count * sizeof *run->slope_y);
}

const float *render_points_layer(const struct render_points *points, uint32_t thread,
                                 uint32_t layer)
{
    return points->scene.plan->scratch[thread].weight[layer];
}
