/*
 * Place value, own coverage and weights for runs of texels: the operations of point.c in their
 * order, one ramp at a time.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   LAYER_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * One lane is one texel; whole numbers apart, nothing is added up across lanes, so the width of a
 * vector cannot matter.
 */
#include "render/layer_rows.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "render/ramp.h"

static void slope(float *restrict out, const float *restrict slope_x, const float *restrict slope_y,
                  size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++)
        out[i] = sqrtf(slope_x[i] * slope_x[i] + slope_y[i] * slope_y[i]);
}

/* The bits of a float as a whole number that rises with it. */
static inline int32_t order(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? bits ^ INT32_MAX : bits;
}

static float ordered(int32_t bits)
{
    float value;
    bits = bits < 0 ? bits ^ INT32_MAX : bits;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void range(float *restrict least, float *restrict greatest, const float *restrict plane,
                  size_t groups)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (size_t i = 0; i < groups * LANES_GROUP; i++) {
        const int32_t value = order(plane[i]);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    *least = ordered(low);
    *greatest = ordered(high);
}

/* What a minimum of slope leaves, times what is there. Inlined with `two` constant. */
static inline void steeper(float *restrict out, struct plan_ramp limit,
                           const struct plan_relief *relief, const float *restrict gradient,
                           size_t count, bool two)
{
    const struct plan_spread wide = relief->wide, narrow = relief->narrow;
    const float narrow_share = relief->narrow_share;
    for (size_t i = 0; i < count; i++) {
        const float g = gradient[i];
        const float mean = ramp_mean(g * wide.least - limit.limit, g * wide.most - limit.limit,
                                     g * wide.width, limit.rate);
        const float other =
            two ? ramp_mean(g * narrow.least - limit.limit, g * narrow.most - limit.limit,
                            g * narrow.width, limit.rate)
                : mean;
        out[i] *= two ? ramp_two(mean, other, narrow_share) : mean;
    }
}

/* The same of a maximum; all: the whole wide spread is inside at every sample. */
static inline void gentler(float *restrict out, struct plan_ramp limit,
                           const struct plan_relief *relief, const float *restrict gradient,
                           size_t count, bool two, bool all)
{
    const struct plan_spread wide = relief->wide, narrow = relief->narrow;
    const float narrow_share = relief->narrow_share;
    for (size_t i = 0; i < count; i++) {
        const float g = gradient[i];
        const float least = limit.limit - g * wide.most, width = g * wide.width;
        const float mean = all ? ramp_mean_inside(least, width, limit.rate)
                               : ramp_mean(least, limit.limit - g * wide.least, width, limit.rate);
        const float least_2 = limit.limit - g * narrow.most, width_2 = g * narrow.width;
        const float other =
            !two  ? mean
            : all ? ramp_mean_inside(least_2, width_2, limit.rate)
                  : ramp_mean(least_2, limit.limit - g * narrow.least, width_2, limit.rate);
        out[i] *= two ? ramp_two(mean, other, narrow_share) : mean;
    }
}

static void slopes(float *restrict out, const struct plan_layer *layer,
                   const struct plan_relief *relief, uint32_t ramps, const float *restrict gradient,
                   size_t count)
{
    const struct plan_ramp gentle = layer->slope[0], steep = layer->slope[1];
    const bool two = relief->narrow_share > 0.0f, all = (ramps & LAYER_ALL_GENTLER) != 0;
    if (ramps & LAYER_STEEPER_THAN_MIN) {
        if (two)
            steeper(out, gentle, relief, gradient, count, true);
        else
            steeper(out, gentle, relief, gradient, count, false);
    }
    if (!(ramps & LAYER_GENTLER_THAN_MAX)) return;
    if (two && all)
        gentler(out, steep, relief, gradient, count, true, true);
    else if (two)
        gentler(out, steep, relief, gradient, count, true, false);
    else if (all)
        gentler(out, steep, relief, gradient, count, false, true);
    else
        gentler(out, steep, relief, gradient, count, false, false);
}

static void place(float *restrict out, const struct plan_layer *layer,
                  const struct plan_relief *relief, uint32_t ramps, const float *restrict rise,
                  const float *restrict gradient, size_t groups)
{
    const size_t count = groups * LANES_GROUP;
    const struct plan_ramp low = layer->altitude[0], high = layer->altitude[1];
    const float covr = layer->covr;
    for (size_t i = 0; i < count; i++) out[i] = covr;
    if (ramps & LAYER_ABOVE_MIN)
        for (size_t i = 0; i < count; i++) out[i] *= ramp(rise[i] - low.limit, low.rate);
    if (ramps & LAYER_BELOW_MAX)
        for (size_t i = 0; i < count; i++) out[i] *= ramp(high.limit - rise[i], high.rate);
    slopes(out, layer, relief, ramps, gradient, count);
}

static int any(const float *restrict plane, size_t groups)
{
    int found = 0;
    for (size_t i = 0; i < groups * LANES_GROUP; i++) found |= plane[i] != 0.0f;
    return found;
}

static int is_open(const float *restrict v, const float *restrict above, size_t groups)
{
    int found = 0;
    if (above == NULL)
        for (size_t i = 0; i < groups * LANES_GROUP; i++) found |= (v[i] > 0.0f) & (v[i] < 1.0f);
    else
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            found |= (v[i] > 0.0f) & (v[i] < 1.0f) & (above[i] > 0.0f);
    return found;
}

static void own(float *restrict out, const float *restrict z, float vari,
                const struct render_model *model, size_t groups)
{
    const float mean_level = model->noise_mean, spread = model->noise_spread;
    for (size_t i = 0; i < groups * LANES_GROUP; i++) {
        const float v = out[i];
        const float n = noise_level(z[i], mean_level, spread);
        const float mixed = clamp01(v + vari * (n - (1.0f - v)));
        const float above_0 = v > 0.0f ? mixed : v;
        out[i] = v < 1.0f ? above_0 : v;
    }
}

static void under(float *restrict eff, const float *restrict above, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) eff[i] = above[i] * eff[i];
}

static void weigh(float *restrict weight, float *restrict bare, const float *restrict eff,
                  size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) {
        const float reach = eff[i], left = bare[i];
        weight[i] = reach * left;
        bare[i] = left * (1.0f - reach);
    }
}

/* With a constant per_x the compiler takes the samples apart in registers. */
static inline void add_samples(float *restrict sum, const float *restrict row, uint32_t per_x,
                               size_t texels)
{
    for (size_t i = 0; i < texels; i++) {
        float some = sum[i];
        for (uint32_t a = 0; a < per_x; a++) some += row[i * per_x + a];
        sum[i] = some;
    }
}

static void mean(float *restrict out, const float *restrict samples, size_t stride, uint32_t per_x,
                 uint32_t per_y, size_t texels)
{
    const float part = 1.0f / (float)(per_x * per_y);
    for (size_t i = 0; i < texels; i++) out[i] = 0.0f;
    for (uint32_t b = 0; b < per_y; b++) {
        const float *const row = samples + b * stride;
        switch (per_x) {
        case 1:
            add_samples(out, row, 1, texels);
            break;
        case 2:
            add_samples(out, row, 2, texels);
            break;
        case 3:
            add_samples(out, row, 3, texels);
            break;
        case 4:
            add_samples(out, row, 4, texels);
            break;
        case 8:
            add_samples(out, row, 8, texels);
            break;
        default:
            add_samples(out, row, per_x, texels);
        }
    }
    for (size_t i = 0; i < texels; i++) out[i] *= part;
}

const struct layer_kernels LAYER_ROWS_TABLE = {slope, range, place, any, is_open,
                                               own,   under, weigh, mean};
