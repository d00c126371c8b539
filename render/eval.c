/*
 * The model, tile by tile: terrain, then each layer in painting order, then what stays visible.
 * render/point.h defines every bit, docs/model.md is it in words; here is the order of work, and
 * what of it can be left out without changing a bit.
 *
 * Rule (The model): A coarse texel is the mean of samples no more than a unit apart. See
 * model.md#positions. Tests: unit/test_render (coarse_texel_is_mean_of_fine),
 * golden/island-coarse.
 *
 * Rule (The model): A child reaches no further than its parent. See model.md#the-tree. Tests:
 * unit/test_render (child_never_exceeds_its_parent).
 *
 * Rule (The model): Later layers cover earlier ones; weights sum to 1. See model.md#the-tree,
 * render/point.c. Tests: unit/test_render (weights_sum_to_one).
 */
#include "render/eval.h"

#include <string.h>

#include "base/lanes.h"
#include "render/cull.h"
#include "render/layer_rows.h"
#include "render/limit_rows.h"

#define WEIGH_GROUPS 64 /* at a time, so that what is bare stays in the first cache */

static struct eval_extent extent_of(const struct render_plan *plan, const struct eval_tile *tile)
{
    const size_t columns = (size_t)tile->width * plan->per_x;
    return (struct eval_extent){columns, (size_t)tile->height * plan->per_y, lanes_groups(columns),
                                plan->x + (size_t)tile->column * plan->per_x,
                                plan->y + (size_t)tile->row * plan->per_y};
}

struct eval_extent eval_start(const struct render_plan *plan, const struct eval_tile *tile,
                              struct plan_scratch *s)
{
    const struct eval_extent e = extent_of(plan, tile);
    s->stride = lanes_pad(e.columns);
    s->texel_stride = lanes_pad(tile->width);
    return e;
}

/* ---- terrain ---- */

void eval_ground(const struct render_plan *plan, uint32_t terrain, const struct eval_extent *e,
                 float *rise, float *slope, struct plan_scratch *s)
{
    plan->terrain->start(s->terrain, plan->terrains[terrain].field, e->x, e->columns);
    for (size_t j = 0; j < e->rows; j++) {
        const size_t at = j * s->stride;
        plan->terrain->next(s->terrain, e->y[j], rise + at, s->slope_x + at, s->slope_y + at);
    }
    plan->layer->slope(slope, s->slope_x, s->slope_y, e->rows * e->groups);
}

void eval_values(const struct render_plan *plan, uint32_t terrain, float *const *value,
                 const float *slope_x, const float *slope_y, size_t groups)
{
    for (uint32_t k = 0; k < plan->source_count; k++)
        if (plan->sources[k].terrain == terrain && plan->sources[k].quantity == SRF_ASPECT)
            plan->limit->aspect(value[k], slope_x, slope_y, groups);
}

void eval_made_values(const struct render_plan *plan, float *const *value, const float *const *rise,
                      size_t groups)
{
    for (uint32_t k = 0; k < plan->source_count; k++) {
        const struct plan_source *const source = &plan->sources[k];
        if (source->quantity == SRF_POSITION)
            plan->limit->position(value[k], rise[source->terrain], rise[source->made], groups);
        if (source->quantity == SRF_CURVATURE)
            memcpy(value[k], rise[source->made], groups * LANES_GROUP * sizeof *value[k]);
        if (plan_is_bounded(source->quantity))
            plan->limit->within(value[k], rise[source->made], source->bounds, groups);
    }
}

static void eval_mask_row(const struct render_plan *plan, const struct plan_mask *mask,
                          const struct eval_extent *e, size_t row, float *out)
{
    const struct srf_mask *const picture = mask->picture;
    const size_t x = (size_t)(e->x - plan->x), y = (size_t)(e->y - plan->y) + row;
    const uint16_t *const north = picture->pixels + (size_t)mask->y.first[y] * picture->width;
    const struct limit_mask_row of = {north,
                                      north + (picture->height > 1 ? picture->width : 0),
                                      mask->x.first + x,
                                      mask->x.part + x,
                                      mask->y.part[y],
                                      (float)picture->most_code,
                                      e->columns};
    plan->limit->mask(out, &of, e->groups);
}

void eval_masks(const struct render_plan *plan, const struct eval_extent *e, float *const *value)
{
    for (uint32_t k = 0; k < plan->source_count; k++) {
        if (plan->sources[k].quantity != SRF_MASK) continue;
        const struct plan_mask *const mask = &plan->masks[plan->sources[k].made];
        for (size_t j = 0; j < e->rows; j++)
            eval_mask_row(plan, mask, e, j, value[k] + j * e->groups * LANES_GROUP);
    }
}

static void eval_terrain(const struct render_plan *plan, const struct eval_extent *e,
                         struct plan_scratch *s)
{
    /* Terrain 0 last: its gradient stays in slope_x and slope_y for the shading. */
    for (uint32_t k = plan->terrain_count; k-- > 0;) {
        eval_ground(plan, k, e, s->rise[k], s->slope[k], s);
        eval_values(plan, k, s->value, s->slope_x, s->slope_y, e->rows * e->groups);
    }
    eval_made_values(plan, s->value, (const float *const *)s->rise, e->rows * e->groups);
    eval_masks(plan, e, s->value);
}

void eval_ranges(const struct render_plan *plan, const struct eval_extent *e, const float *rise,
                 const float *slope, struct cull_range *tile, struct cull_range *rows)
{
    for (size_t j = 0; j < e->rows; j++) {
        const size_t at = j * e->groups * LANES_GROUP;
        plan->layer->range(&rows[j].rise_min, &rows[j].rise_max, rise + at, e->groups);
        plan->layer->range(&rows[j].slope_min, &rows[j].slope_max, slope + at, e->groups);
        if (j == 0)
            *tile = rows[0];
        else
            cull_widen(tile, &rows[j]);
    }
}

/* ---- layers ---- */

static void clear(float *plane, size_t count)
{
    for (size_t i = 0; i < count; i++) plane[i] = 0.0f;
}

/* The ramps that count in a row of a tile where `ramps` do. *nowhere: the row has nothing of the
 * layer. */
static uint32_t row_ramps(const struct render_plan *plan, const struct plan_layer *layer,
                          uint32_t ramps, const struct cull_range *row, bool *nowhere)
{
    *nowhere = false;
    if (plan->options.exhaustive || ramps == 0) return ramps;
    return cull_ramps(layer, &plan->relief, row, nowhere);
}

void eval_limits(float *place, const struct render_plan *plan, const struct plan_layer *layer,
                 float *const *value, size_t at, const float *slope, size_t groups)
{
    for (uint32_t i = 0; i < layer->limit_count; i++) {
        const struct plan_limit *const limit = &layer->limits[i];
        plan->limit->limit(place, limit, value[limit->source] + at, slope, groups);
    }
}

void eval_own(float *out, const struct render_plan *plan, const struct eval_own *of,
              const struct eval_extent *e, struct plan_scratch *s)
{
    const struct plan_layer *const layer = of->layer;
    const struct layer_kernels *const kernels = plan->layer;
    const bool every = plan->options.exhaustive;
    bool started = false; /* the noise of this tile */
    for (size_t j = 0; j < e->rows; j++) {
        const size_t at = j * s->stride;
        float *const eff = out + at;
        const float *const above = of->above != NULL ? of->above + at : NULL;
        bool nowhere;
        const uint32_t needed = row_ramps(plan, layer, of->ramps, &of->rows[j], &nowhere);
        if (nowhere || (!every && above != NULL && !kernels->any(above, e->groups))) {
            clear(eff, s->stride);
            continue;
        }
        kernels->place(eff, layer, &plan->relief, needed, of->rise + at, of->slope + at, e->groups);
        eval_limits(eff, plan, layer, of->value, at, of->slope + at, e->groups);
        if (layer->vari > 0.0f && (every || kernels->open(eff, above, e->groups))) {
            float *const z = of->z != NULL ? of->z + at : s->z;
            if (of->z == NULL || !of->z_known[j]) {
                if (!started) plan->noise->start(s->noise, &layer->noise, e->x, e->columns);
                started = true;
                plan->noise->next(s->noise, e->y[j], z);
                s->noise_rows++;
            }
            if (of->z != NULL) of->z_known[j] = true;
            kernels->own(eff, z, layer->vari, plan->model, e->groups);
        }
        if (above != NULL) kernels->under(eff, above, e->groups);
    }
}

static void eval_layers(const struct render_plan *plan, const struct eval_extent *e,
                        struct plan_scratch *s)
{
    if (!plan->options.exhaustive)
        for (uint32_t k = 0; k < plan->terrain_count; k++)
            eval_ranges(plan, e, s->rise[k], s->slope[k], &s->range[k], s->row_range[k]);
    for (uint32_t k = 0; k < plan->layer_count; k++) {
        uint32_t ramps;
        if (!cull_decide(&ramps, plan, k, s)) continue;
        const struct plan_layer *const layer = &plan->layers[k];
        const bool under = k > 0 && !plan->layers[layer->parent].everywhere;
        const struct eval_own of = {layer,
                                    ramps,
                                    s->rise[layer->terrain],
                                    s->slope[layer->terrain],
                                    s->row_range[layer->terrain],
                                    s->value,
                                    under ? s->eff[layer->parent] : NULL,
                                    NULL,
                                    NULL};
        eval_own(s->own_eff[k], plan, &of, e, s);
    }
}

void eval_weights(const struct render_plan *plan, size_t groups, struct plan_scratch *s)
{
    float *const bare = s->own_weight[0];
    for (uint32_t k = 0; k < plan->layer_count; k++)
        s->weight[k] = k > 0 && s->nowhere[k] ? s->nothing : s->own_weight[k];
    for (size_t first = 0; first < groups; first += WEIGH_GROUPS) {
        const size_t some = groups - first < WEIGH_GROUPS ? groups - first : WEIGH_GROUPS;
        const size_t at = first * LANES_GROUP;
        for (size_t i = 0; i < some * LANES_GROUP; i++) bare[at + i] = 1.0f;
        for (uint32_t k = plan->layer_count; k-- > 1;)
            if (!s->nowhere[k])
                plan->layer->weigh(s->own_weight[k] + at, bare + at, s->eff[k] + at, some);
    }
}

/* ---- means ---- */

void eval_mean(float *out, const float *plane, const struct render_plan *plan,
               const struct eval_tile *tile, const struct plan_scratch *s)
{
    for (size_t j = 0; j < tile->height; j++) {
        plan->layer->mean(out + j * s->texel_stride, plane + j * plan->per_y * s->stride, s->stride,
                          plan->per_x, plan->per_y, tile->width);
        float *const row = out + j * s->texel_stride;
        for (size_t i = tile->width; i < s->texel_stride; i++) row[i] = row[tile->width - 1];
    }
}

static void eval_texels(const struct render_plan *plan, const struct eval_tile *tile,
                        struct plan_scratch *s)
{
    const bool means = plan->per_x * plan->per_y > 1;
    if (means) {
        eval_mean(s->texel_slope_x, s->slope_x, plan, tile, s);
        eval_mean(s->texel_slope_y, s->slope_y, plan, tile, s);
    }
    for (uint32_t k = 0; k < plan->layer_count; k++) {
        s->texel_eff[k] = s->eff[k];
        s->texel_weight[k] = s->weight[k];
        if (!means) continue;
        if (!s->nowhere[k]) {
            eval_mean(s->mean_eff[k], s->eff[k], plan, tile, s);
            s->texel_eff[k] = s->mean_eff[k];
        }
        if (!s->nowhere[k] || k == 0) {
            eval_mean(s->mean_weight[k], s->weight[k], plan, tile, s);
            s->texel_weight[k] = s->mean_weight[k];
        }
    }
}

void eval_tile(const struct render_plan *plan, const struct eval_tile *tile, struct plan_scratch *s)
{
    const struct eval_extent e = eval_start(plan, tile, s);
    eval_terrain(plan, &e, s);
    eval_layers(plan, &e, s);
    eval_weights(plan, e.rows * e.groups, s);
    eval_texels(plan, tile, s);
}
