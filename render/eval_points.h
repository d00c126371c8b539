/* The model at points anywhere: what a picture in perspective evaluates. Private to render/. */
#ifndef RENDER_EVAL_POINTS_H
#define RENDER_EVAL_POINTS_H

#include <stdalign.h>

#include "render/plan.h"
#include "render/relief.h"

#define EVAL_POINTS NOISE_SCATTER_RUN

/* A plan for points: its layers have all their octaves. */
struct eval_scene {
    struct render_plan *plan;
    const struct noise_scatter_kernels *scatter;
    struct relief relief; /* zeroed: without */
};

/* Positions, and at each the finest size to be shown, in terrain units. */
struct eval_run {
    alignas(64) uint64_t x[EVAL_POINTS];
    uint64_t y[EVAL_POINTS];
    float finest[EVAL_POINTS];
    size_t count;
    /* what comes out: */
    float colour[3][EVAL_POINTS];
    float slope_x[EVAL_POINTS], slope_y[EVAL_POINTS]; /* relief included */
};

MUST_USE enum scree_code eval_scene_create(struct eval_scene *scene, const struct ter_field *field,
                                           const struct srf_map *map,
                                           const struct render_options *options, bool relief,
                                           struct scree_error *err);
void eval_scene_free(struct eval_scene *scene);

/* eval_points() evaluates a run, 1 <= count <= EVAL_POINTS; what is behind count is overwritten.
 * scratch is one of the plan's. Every point has the same result in whatever run it stands. */
void eval_points(const struct eval_scene *scene, struct eval_run *run,
                 struct plan_scratch *scratch);

/* eval_points_weights() is eval_points() without colours and relief: scratch has the weights, run the
 * slopes of the ground, and scratch->rise[0] its altitudes. known: these are known already, [0 .. count);
 * NULL: they are not. Returns the groups of base/lanes.h. */
size_t eval_points_weights(const struct eval_scene *scene, struct eval_run *run,
                           const struct ter_ground *known, struct plan_scratch *scratch);

/* eval_own_mean() is the mean of point_own() over noise that is spread evenly by `spread` to either
 * side of z. */
float eval_own_mean(const struct render_model *model, float place, float vari, float z,
                    float spread);

#endif
