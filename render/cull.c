/*
 * Rule (The same bytes everywhere): What is left out would have had no effect. See
 * performance.md#how-it-is-fast. Tests: kernels/layer_rows-baseline (culling), golden/island,
 * cli/equal.
 */
#include "render/cull.h"

#include "render/layer_rows.h"
#include "render/ramp.h"

/*
 * Work without effect is left out, exactly: the range of altitude and slope of a tile, then of a row,
 * decides which ramps are 0 or 1 at every sample of it. That changes no bit, as every operation of a
 * ramp is monotone, rounding included; render/ramp.h says how deep is 1. `--no-cull` evaluates
 * all, and tests compare the two.
 */

/* A ramp of which the inside is at least `least` and at most `most` deep at every sample. */
static uint32_t judge(uint32_t bit, struct plan_ramp ramp, float least, float most, bool *nowhere)
{
    if (!ramp.on) return 0;
    if (most <= 0.0f) *nowhere = true;
    return least > 0.0f && ramp.rate * least >= RAMP_FULL ? 0 : bit;
}

uint32_t cull_ramps(const struct plan_layer *layer, const struct plan_relief *relief,
                    const struct cull_range *range, bool *nowhere)
{
    const struct plan_ramp low = layer->altitude[0], high = layer->altitude[1];
    const struct plan_ramp gentle = layer->slope[0], steep = layer->slope[1];
    *nowhere = layer->covr <= 0.0f;
    return judge(LAYER_ABOVE_MIN, low, range->rise_min - low.limit, range->rise_max - low.limit,
                 nowhere) |
           judge(LAYER_BELOW_MAX, high, high.limit - range->rise_max, high.limit - range->rise_min,
                 nowhere) |
           judge(LAYER_STEEPER_THAN_MIN, gentle,
                 range->slope_min * relief->wide.least - gentle.limit,
                 range->slope_max * relief->wide.most - gentle.limit, nowhere) |
           judge(LAYER_GENTLER_THAN_MAX, steep, steep.limit - range->slope_max * relief->wide.most,
                 steep.limit - range->slope_min * relief->wide.least, nowhere);
}

void cull_widen(struct cull_range *range, const struct cull_range *more)
{
    if (more->rise_min < range->rise_min) range->rise_min = more->rise_min;
    if (more->rise_max > range->rise_max) range->rise_max = more->rise_max;
    if (more->slope_min < range->slope_min) range->slope_min = more->slope_min;
    if (more->slope_max > range->slope_max) range->slope_max = more->slope_max;
}

uint32_t cull_all_ramps(const struct plan_layer *layer)
{
    return (layer->altitude[0].on ? LAYER_ABOVE_MIN : 0u) |
           (layer->altitude[1].on ? LAYER_BELOW_MAX : 0u) |
           (layer->slope[0].on ? LAYER_STEEPER_THAN_MIN : 0u) |
           (layer->slope[1].on ? LAYER_GENTLER_THAN_MAX : 0u);
}

bool cull_decide(uint32_t *ramps, const struct render_plan *plan, uint32_t k,
                 struct plan_scratch *s)
{
    const struct plan_layer *layer = &plan->layers[k];
    s->nowhere[k] = k > 0 && s->nowhere[layer->parent];
    *ramps = cull_all_ramps(layer);
    if (!s->nowhere[k] && !layer->everywhere && !plan->options.exhaustive)
        *ramps = cull_ramps(layer, &plan->relief, &s->range[layer->terrain], &s->nowhere[k]);
    s->eff[k] = s->nowhere[k] ? s->nothing : s->own_eff[k];
    return !s->nowhere[k] && !layer->everywhere;
}
