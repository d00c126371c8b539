/*
 * The model at points anywhere, a run at a time: the kernels of tiles, but for terrain and noise,
 * which are sampled where the points are.
 *
 * Each point shows noise down to its own finest size. A texel larger than a terrain unit is, in the
 * model, the mean of finer samples; here what the left-out octaves would have done to coverage is
 * averaged in closed form (eval_own_mean), so that a layer does not fade away with distance.
 *
 * Rule (Planes and pictures): Perspective pictures evaluate the same rules at each hit. See
 * model.md#pictures, render/view_ray.c. Tests: unit/test_view (each_ray_evaluates_what_it_meets,
 * straight_down_is_the_view_from_above).
 */
#include "render/eval_points.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "base/lanes.h"
#include "base/mem.h"
#include "render/cull.h"
#include "render/eval.h"
#include "render/layer_rows.h"
#include "render/limit.h"
#include "render/ramp.h"
#include "render/splat_rows.h"

#define GRID_CELL_TU 2.0f /* the smallest cells that a sample of one unit shows */

/* ---- the scene ---- */

enum scree_code eval_scene_create(struct eval_scene *scene, const struct ter_field *field,
                                  const struct srf_map *map, const struct render_options *options,
                                  bool relief, struct scree_error *err)
{
    memset(scene, 0, sizeof *scene);
    struct render_options whole = *options; /* a plane of a tile holds any run */
    whole.grid = SCREE_CELLS;
    whole.width = whole.height = whole.tile = 0;
    memset(&whole.crop, 0, sizeof whole.crop);
    RETURN_IF_ERR(render_plan_create(&scene->plan, field, map, &whole, err));
    scene->scatter = noise_scatter_select(options->isa);
    for (uint32_t k = 0; k < map->layer_count; k++) {
        const struct srf_layer *const from = map->layers[k];
        if (!scene->plan->layers[k].everywhere)
            noise_prepare(&scene->plan->layers[k].noise, &RENDER_NOISE, from->orig, from->nega != 0,
                          NOISE_MAX_OCTAVES);
    }
    return relief ? relief_create(&scene->relief, map, field, err) : SCREE_OK;
}

void eval_scene_free(struct eval_scene *scene)
{
    render_plan_free(scene->plan);
    relief_free(&scene->relief);
    memset(scene, 0, sizeof *scene);
}

/* ---- layers ---- */

/* The integral of clamp(u, low, high) - low up to u. */
static inline float clamp_integral(float u, float low, float high)
{
    const float range = high - low, over = u - high;
    const float in = u - low, positive = in > 0.0f ? in : 0.0f;
    const float inside = positive < range ? positive : range;
    return inside * inside * 0.5f + range * (over > 0.0f ? over : 0.0f);
}

float eval_own_mean(const struct render_model *model, float place, float vari, float z,
                    float spread)
{
    if (place <= 0.0f || place >= 1.0f || vari <= 0.0f) return place;
    const float rest = 1.0f - place; /* the noise is between -rest and 1 */
    const float low = clamp01(place - vari * (2.0f * rest)), high = clamp01(place + vari * place);
    const float middle = place + vari * ((model->noise_mean + model->noise_spread * z) - rest);
    const float half = vari * model->noise_spread * spread;
    if (half < 0x1p-9f) return middle < low ? low : middle > high ? high : middle;
    return low +
           (clamp_integral(middle + half, low, high) - clamp_integral(middle - half, low, high)) /
               (2.0f * half);
}

/* Half the width of an even spread with the variance of what is left out of the octaves that a
 * sample of one unit would show. */
static void find_spread(float *restrict spread, const struct noise_fractal *fractal,
                        const float *restrict finest, size_t count)
{
    for (size_t i = 0; i < count; i++) spread[i] = 0.0f;
    for (uint32_t k = 0; k < fractal->count; k++) {
        const float cell = noise_cell_tu(&fractal->octaves[k]);
        const float amplitude = fractal->octaves[k].amplitude;
        if (cell < GRID_CELL_TU) break;
        const float power = (float)(3.0 * NOISE_OCTAVE_VARIANCE) * (amplitude * amplitude);
        for (size_t i = 0; i < count; i++) {
            const float lost = 1.0f - clamp01(cell / finest[i] - 1.0f);
            spread[i] += power * (lost * lost);
        }
    }
    for (size_t i = 0; i < count; i++) spread[i] = sqrtf(spread[i]);
}

static bool all_fine(const float *finest, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (finest[i] > 1.0f) return false;
    return true;
}

static void eval_layer(const struct eval_scene *scene, uint32_t index, uint32_t ramps,
                       const struct eval_run *run, size_t groups, struct plan_scratch *s)
{
    const struct render_plan *plan = scene->plan;
    const struct plan_layer *layer = &plan->layers[index];
    const bool under = index > 0 && !plan->layers[layer->parent].everywhere;
    const float *const above = under ? s->eff[layer->parent] : NULL;
    float *const eff = s->own_eff[index];
    alignas(64) float z[EVAL_POINTS];
    plan->layer->place(eff, layer, &plan->relief, ramps, s->rise[layer->terrain],
                       s->slope[layer->terrain], groups);
    eval_limits(eff, plan, layer, s->value, 0, s->slope[layer->terrain], groups);
    if (layer->vari > 0.0f && plan->layer->open(eff, above, groups)) {
        const struct noise_points points = {run->x, run->y, run->finest, groups};
        scene->scatter->value(z, &layer->noise, &points);
        if (all_fine(run->finest, groups * LANES_GROUP)) {
            plan->layer->own(eff, z, layer->vari, plan->model, groups);
        } else {
            float spread[EVAL_POINTS];
            find_spread(spread, &layer->noise, run->finest, groups * LANES_GROUP);
            for (size_t i = 0; i < groups * LANES_GROUP; i++)
                eff[i] = eval_own_mean(plan->model, eff[i], layer->vari, z[i], spread[i]);
        }
    }
    if (above != NULL) plan->layer->under(eff, above, groups);
}

static void eval_layers(const struct eval_scene *scene, const struct eval_run *run, size_t groups,
                        struct plan_scratch *s)
{
    const struct render_plan *plan = scene->plan;
    for (uint32_t k = 0; k < plan->terrain_count; k++) {
        struct cull_range *const range = &s->range[k];
        plan->layer->range(&range->rise_min, &range->rise_max, s->rise[k], groups);
        plan->layer->range(&range->slope_min, &range->slope_max, s->slope[k], groups);
    }
    for (uint32_t k = 0; k < plan->layer_count; k++) {
        uint32_t ramps;
        if (cull_decide(&ramps, plan, k, s)) eval_layer(scene, k, ramps, run, groups, s);
    }
    eval_weights(plan, groups, s);
}

/* ---- what is seen ---- */

/* The ground as the caller has sampled it. */
static void take_known(const struct ter_ground *known, size_t count, float *rise,
                       struct eval_run *run)
{
    for (size_t i = 0; i < count; i++) {
        const size_t from = i < run->count ? i : run->count - 1;
        rise[i] = known->rise[from];
        run->slope_x[i] = known->slope_x[from];
        run->slope_y[i] = known->slope_y[from];
    }
}

size_t eval_points_weights(const struct eval_scene *scene, struct eval_run *run,
                           const struct ter_ground *known, struct plan_scratch *s)
{
    const struct render_plan *plan = scene->plan;
    const size_t groups = lanes_groups(run->count), count = groups * LANES_GROUP;
    s->points += run->count;
    for (size_t i = run->count; i < count; i++) {
        run->x[i] = run->x[run->count - 1];
        run->y[i] = run->y[run->count - 1];
        run->finest[i] = run->finest[run->count - 1];
    }
    for (uint32_t k = plan->terrain_count; k-- > 0;) {
        const struct ter_ground out = {s->rise[k], run->slope_x, run->slope_y};
        if (k == 0 && known != NULL)
            take_known(known, count, s->rise[0], run);
        else
            ter_sample_points(plan->terrains[k].field, run->x, run->y, count, &out);
        plan->layer->slope(s->slope[k], run->slope_x, run->slope_y, groups);
        eval_values(plan, k, s->value, run->slope_x, run->slope_y, groups);
    }
    eval_made_values(plan, s->value, (const float *const *)s->rise, groups);
    for (uint32_t k = 0; k < plan->source_count; k++)
        if (plan->sources[k].quantity == SRF_MASK)
            for (size_t i = 0; i < count; i++)
                s->value[k][i] =
                    limit_mask(&plan->masks[plan->sources[k].made], run->x[i], run->y[i]);
    eval_layers(scene, run, groups, s);
    return groups;
}

void eval_points(const struct eval_scene *scene, struct eval_run *run, struct plan_scratch *s)
{
    const struct render_plan *plan = scene->plan;
    const size_t groups = eval_points_weights(scene, run, NULL, s), count = groups * LANES_GROUP;
    for (int c = 0; c < 3; c++) {
        for (size_t i = 0; i < count; i++) run->colour[c][i] = 0.0f;
        for (uint32_t k = 0; k < plan->layer_count; k++)
            if (s->weight[k] != s->nothing)
                plan->splat->paint(run->colour[c], s->weight[k], plan->layers[k].colour[c], groups);
    }
    if (scene->relief.layer_count == 0) return;
    const struct relief_run relief = {scene->scatter, run->x, run->y, run->finest, groups};
    relief_add(&scene->relief, &relief, s, run->slope_x, run->slope_y, NULL);
}
