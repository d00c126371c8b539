/*
 * Place value, own coverage and weights for runs of texels: the operations of point.c in their
 * order, one ramp at a time.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   LAYER_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * One lane is one texel; whole numbers apart, nothing is added up across lanes, so the width of a
 * vector cannot matter.
 *
 * Rule (The same bytes everywhere): Kernels have the bits of the point form. See
 * performance.md#how-it-is-fast, noise/noise_rows.c. Tests: kernels/layer_rows-baseline
 * (every_width), kernels/noise_rows-baseline (every_width).
 */
#include "render/layer_rows.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "render/ramp.h"
#include "render/ramp_rows.h"

static void slope(float *restrict out, const float *restrict slope_x, const float *restrict slope_y,
                  size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++)
        out[i] = sqrtf(slope_x[i] * slope_x[i] + slope_y[i] * slope_y[i]);
}

static void range(float *restrict least, float *restrict greatest, const float *restrict plane,
                  size_t groups)
{
    ramp_range(least, greatest, plane, groups);
}

static void place(float *restrict out, const struct plan_layer *layer,
                  const struct plan_relief *relief, uint32_t ramps, const float *restrict rise,
                  const float *restrict gradient, size_t groups)
{
    const size_t count = groups * LANES_GROUP;
    const struct plan_ramp low = layer->altitude[0], high = layer->altitude[1];
    const float covr = layer->covr;
    for (size_t i = 0; i < count; i++) out[i] = covr;
    if (ramps & LAYER_ABOVE_MIN) altitude_limit(out, low, false, rise, groups);
    if (ramps & LAYER_BELOW_MAX) altitude_limit(out, high, true, rise, groups);
    struct slope_limit slopes[2];
    size_t limits = 0;
    if (ramps & LAYER_STEEPER_THAN_MIN) slopes[limits++] = limit_of(layer->slope[0], relief, false);
    if (ramps & LAYER_GENTLER_THAN_MAX) slopes[limits++] = limit_of(layer->slope[1], relief, true);
    if (limits > 0) slope_limits(out, slopes, limits, relief->narrow_share, gradient, groups);
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
        const float n = noise_level(z[i], v, mean_level, spread);
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

/* The same sums for two rows of two at once. */
static void mean_of_4(float *restrict out, const float *restrict north, const float *restrict south,
                      size_t texels)
{
    for (size_t i = 0; i < texels; i++) {
        const float some = 0.0f + north[2 * i] + north[2 * i + 1];
        out[i] = (some + south[2 * i] + south[2 * i + 1]) * 0.25f;
    }
}

static void mean(float *restrict out, const float *restrict samples, size_t stride, uint32_t per_x,
                 uint32_t per_y, size_t texels)
{
    if (per_x == 2 && per_y == 2) {
        mean_of_4(out, samples, samples + stride, texels);
        return;
    }
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

static void compose(const struct layer_stack *of)
{
    const size_t samples = of->per_y * of->stride, groups = samples / LANES_GROUP;
    float *const bare = of->left, *const weight = of->here;
    for (uint32_t j = of->first; j < of->first + of->rows; j++) {
        memcpy(bare, of->bare + j * samples, samples * sizeof *bare);
        for (uint32_t i = of->count; i-- > 0;) {
            float *const out = of->weight[i] + j * of->texel_stride;
            if (i > 0) weigh(weight, bare, of->eff[i] + j * samples, groups);
            mean(out, i > 0 ? weight : bare, of->stride, of->per_x, of->per_y, of->width);
            for (size_t at = of->width; at < of->texel_stride; at++) out[at] = out[of->width - 1];
        }
    }
}

const struct layer_kernels LAYER_ROWS_TABLE = {slope, range, place, any,  is_open,
                                               own,   under, weigh, mean, compose};
