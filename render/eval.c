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

/* How far the place lets the layer be there, for a row of samples: coverage times altitude times
 * slope, from left to right. */
static void place_row(float *place, const struct render_plan *plan, const struct plan_layer *layer,
                      const float *rise, const float *slope, size_t columns)
{
    const struct plan_ramp low = layer->altitude[0], high = layer->altitude[1];
    const struct plan_ramp gentle = layer->slope[0], steep = layer->slope[1];
    const float flatter = plan->relief_inverse, steeper = plan->relief;
    const float wider = plan->relief_width;
    for (size_t i = 0; i < columns; i++) place[i] = layer->covr;
    if (low.on)
        for (size_t i = 0; i < columns; i++) place[i] *= ramp(rise[i] - low.limit, low.rate);
    if (high.on)
        for (size_t i = 0; i < columns; i++) place[i] *= ramp(high.limit - rise[i], high.rate);
    if (gentle.on)
        for (size_t i = 0; i < columns; i++)
            place[i] *= ramp_mean(slope[i] * flatter - gentle.limit,
                                  slope[i] * steeper - gentle.limit, slope[i] * wider, gentle.rate);
    if (steep.on)
        for (size_t i = 0; i < columns; i++)
            place[i] *= ramp_mean(steep.limit - slope[i] * steeper,
                                  steep.limit - slope[i] * flatter, slope[i] * wider, steep.rate);
}

/* Whether noise changes anything: at v = 0, v = 1, VARI = 0 and where the parent is not, it has no
 * effect, to the bit. */
static bool noise_matters(const struct plan_layer *layer, const float *place, const float *above,
                          size_t columns)
{
    if (!(layer->vari > 0.0f)) return false;
    int any = 0;
    for (size_t i = 0; i < columns; i++)
        any |= (place[i] > 0.0f) & (place[i] < 1.0f) & (above == NULL || above[i] > 0.0f);
    return any != 0;
}

/* Own coverage: the noise z applied to the place value. */
static void apply_noise(float *place, const float *z, float vari, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        const float v = place[i];
        const float n = clamp01(0.27f + 0.20f * z[i]);
        const float own = clamp01(v + vari * (n - (1.0f - v)));
        place[i] = v > 0.0f && v < 1.0f ? own : v;
    }
}

static bool all_zero(const float *row, size_t columns)
{
    int any = 0;
    for (size_t i = 0; i < columns; i++) any |= row[i] != 0.0f;
    return any == 0;
}

static void eval_layer(const struct render_plan *plan, uint32_t index, const struct extent *e,
                       struct plan_scratch *s)
{
    const struct plan_layer *layer = &plan->layers[index];
    const size_t columns = e->columns;
    bool started = false; /* the noise of this tile */
    for (size_t j = 0; j < e->rows; j++) {
        float *const eff = s->eff[index] + j * columns;
        const float *const above = index > 0 ? s->eff[layer->parent] + j * columns : NULL;
        if (layer->everywhere) {
            for (size_t i = 0; i < columns; i++) eff[i] = 1.0f;
            continue;
        }
        if (above != NULL && all_zero(above, columns)) {
            for (size_t i = 0; i < columns; i++) eff[i] = 0.0f;
            continue;
        }
        place_row(eff, plan, layer, s->rise[layer->terrain] + j * columns,
                  s->slope[layer->terrain] + j * columns, columns);
        if (noise_matters(layer, eff, above, columns)) {
            if (!started) plan->noise->start(s->noise, &layer->noise, e->x, columns);
            started = true;
            plan->noise->next(s->noise, e->y[j], s->z);
            apply_noise(eff, s->z, layer->vari, columns);
        }
        if (above != NULL)
            for (size_t i = 0; i < columns; i++) eff[i] = above[i] * eff[i];
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
