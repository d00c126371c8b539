/* Relief along rows of ground, a run of points at a time. */
#include <string.h>

#include "base/lanes.h"
#include "base/mem.h"
#include "render/eval_points.h"

struct render_relief {
    struct eval_scene scene;
    float finest, unit_m;
};

enum scree_code render_relief_create(struct render_relief **out, const struct ter_field *field,
                                     const struct srf_map *map,
                                     const struct render_options *options, double sample_tu,
                                     struct scree_error *err)
{
    *out = NULL;
    struct render_relief *relief;
    RETURN_IF_ERR(MEM_NEED(&relief, 1, sizeof *relief, err));
    relief->finest = (float)sample_tu;
    relief->unit_m = (float)field->scal_m[2];
    const enum scree_code code = eval_scene_create(&relief->scene, field, map, options, true, err);
    if (code == SCREE_OK)
        *out = relief;
    else
        render_relief_free(relief);
    return code;
}

void render_relief_free(struct render_relief *relief)
{
    if (relief == NULL) return;
    eval_scene_free(&relief->scene);
    mem_free(relief);
}

void render_relief_row(const struct render_relief *relief, uint32_t thread, const uint64_t *x,
                       uint64_t y, size_t count, const struct ter_ground *ground, float *height_m)
{
    const struct eval_scene *const scene = &relief->scene;
    struct plan_scratch *const scratch = &scene->plan->scratch[thread];
    struct eval_run run;
    for (size_t from = 0; from < count; from += run.count) {
        float height[EVAL_POINTS] = {0};
        run.count = count - from < EVAL_POINTS ? count - from : EVAL_POINTS;
        for (size_t i = 0; i < run.count; i++) {
            run.x[i] = x[from + i];
            run.y[i] = y;
            run.finest[i] = relief->finest;
        }
        const struct ter_ground known = {ground->rise + from, ground->slope_x + from,
                                         ground->slope_y + from};
        const size_t groups = eval_points_weights(scene, &run, &known, scratch);
        const struct relief_run fine = {scene->scatter, run.x, run.y, run.finest, groups};
        relief_add(&scene->relief, &fine, scratch, run.slope_x, run.slope_y, height);
        memcpy(known.slope_x, run.slope_x, run.count * sizeof *run.slope_x);
        memcpy(known.slope_y, run.slope_y, run.count * sizeof *run.slope_y);
        for (size_t i = 0; height_m != NULL && i < run.count; i++)
            height_m[from + i] = height[i] * relief->unit_m;
    }
}
