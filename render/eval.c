/*
 * The model, sample by sample: terrain, then each layer in painting order, then what stays visible.
 * Everything here is float in the order written; docs/model.md is this file in words.
 */
#include "render/eval.h"

#include <math.h>

#include "render/ramp.h"

/* Samples of a tile: columns x rows. */
struct extent {
    size_t columns, rows;
    const uint64_t *x, *y; /* positions */
};

static void eval_terrain(const struct render_plan *plan, const struct extent *e,
                         struct plan_scratch *s)
{
    /* Terrain 0 last: its gradient stays in slope_x and slope_y for the shading. */
    for (uint32_t k = plan->terrain_count; k-- > 0;) {
        for (size_t j = 0; j < e->rows; j++) {
            const size_t at = j * e->columns;
            ter_sample_row(plan->terrains[k].field, e->x, e->columns, e->y[j], s->row,
                           s->rise[k] + at, s->slope_x + at, s->slope_y + at);
        }
        float *const slope = s->slope[k];
        for (size_t i = 0; i < e->columns * e->rows; i++)
            slope[i] = sqrtf(s->slope_x[i] * s->slope_x[i] + s->slope_y[i] * s->slope_y[i]);
    }
}

/* How far the place lets the layer be there: coverage times altitude times slope. */
static float place_value(const struct render_plan *plan, const struct plan_layer *layer, float rise,
                         float slope)
{
    const struct plan_ramp *low = &layer->altitude[0], *high = &layer->altitude[1];
    const struct plan_ramp *gentle = &layer->slope[0], *steep = &layer->slope[1];
    const float least = slope * plan->relief_inverse, most = slope * plan->relief;
    const float width = slope * plan->relief_width;
    float v = layer->covr;
    if (low->on) v *= ramp(rise - low->limit, low->rate);
    if (high->on) v *= ramp(high->limit - rise, high->rate);
    if (gentle->on)
        v *= ramp_mean(least - gentle->limit, most - gentle->limit, width, gentle->rate);
    if (steep->on) v *= ramp_mean(steep->limit - most, steep->limit - least, width, steep->rate);
    return v;
}

static float own_coverage(const struct plan_layer *layer, float v, uint64_t x, uint64_t y)
{
    /* At v = 0, v = 1 and VARI = 0 the noise has no effect, to the bit. */
    if (!(v > 0.0f && v < 1.0f && layer->vari > 0.0f)) return v;
    const float n = clamp01(0.27f + 0.20f * noise_point(&layer->noise, x, y));
    return clamp01(v + layer->vari * (n - (1.0f - v)));
}

static void eval_layer(const struct render_plan *plan, uint32_t index, const struct extent *e,
                       struct plan_scratch *s)
{
    const struct plan_layer *layer = &plan->layers[index];
    float *const eff = s->eff[index];
    if (layer->everywhere) {
        for (size_t i = 0; i < e->columns * e->rows; i++) eff[i] = 1.0f;
        return;
    }
    const float *const rise = s->rise[layer->terrain], *const slope = s->slope[layer->terrain];
    const float *const above = index > 0 ? s->eff[layer->parent] : NULL;
    for (size_t j = 0; j < e->rows; j++) {
        for (size_t i = 0; i < e->columns; i++) {
            const size_t at = j * e->columns + i;
            const float parent = above != NULL ? above[at] : 1.0f;
            if (parent == 0.0f) {
                eff[at] = 0.0f;
                continue;
            }
            const float v = place_value(plan, layer, rise[at], slope[at]);
            eff[at] = parent * own_coverage(layer, v, e->x[i], e->y[j]);
        }
    }
}

/* From the last painted layer down: a layer shows where nothing later covers it; the root takes
 * what is left. */
static void eval_weights(const struct render_plan *plan, size_t samples, struct plan_scratch *s)
{
    float *const bare = s->weight[0];
    for (size_t i = 0; i < samples; i++) bare[i] = 1.0f;
    for (uint32_t k = plan->layer_count; k-- > 1;) {
        const float *const eff = s->eff[k];
        float *const weight = s->weight[k];
        for (size_t i = 0; i < samples; i++) {
            weight[i] = eff[i] * bare[i];
            bare[i] = bare[i] * (1.0f - eff[i]);
        }
    }
}

/* Means over the samples of each texel, summed by rows from the north, each from the west. */
static void average(float *out, const float *plane, const struct render_plan *plan,
                    const struct eval_tile *tile, size_t columns)
{
    const float part = 1.0f / (float)(plan->per_x * plan->per_y);
    for (size_t j = 0; j < tile->height; j++) {
        for (size_t i = 0; i < tile->width; i++) {
            const float *const corner = plane + j * plan->per_y * columns + i * plan->per_x;
            float sum = 0.0f;
            for (size_t b = 0; b < plan->per_y; b++)
                for (size_t a = 0; a < plan->per_x; a++) sum += corner[b * columns + a];
            out[j * tile->width + i] = sum * part;
        }
    }
}

void eval_tile(const struct render_plan *plan, const struct eval_tile *tile, struct plan_scratch *s)
{
    const struct extent e = {(size_t)tile->width * plan->per_x, (size_t)tile->height * plan->per_y,
                             plan->x + (size_t)tile->column * plan->per_x,
                             plan->y + (size_t)tile->row * plan->per_y};
    eval_terrain(plan, &e, s);
    for (uint32_t k = 0; k < plan->layer_count; k++) eval_layer(plan, k, &e, s);
    eval_weights(plan, e.columns * e.rows, s);
    if (plan->per_x * plan->per_y == 1) return;

    average(s->texel_slope_x, s->slope_x, plan, tile, e.columns);
    average(s->texel_slope_y, s->slope_y, plan, tile, e.columns);
    for (uint32_t k = 0; k < plan->layer_count; k++) {
        average(s->texel_eff[k], s->eff[k], plan, tile, e.columns);
        average(s->texel_weight[k], s->weight[k], plan, tile, e.columns);
    }
}
