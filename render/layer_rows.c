/*
 * Place value, own coverage and weights for runs of texels: the operations of point.c in their
 * order, one ramp at a time. Blocks of slopes are judged by their range first, and what that rules
 * out is left out: the operations that remain give the same bits.
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

/* ---- slopes ---- */

#define SLOPE_BLOCK 64 /* texels that are judged together */

/* Where the spreads of slopes of a block lie to the limit, at every texel. */
enum slope_case {
    SLOPE_NOWHERE, /* beyond it: 0 */
    SLOPE_FULL,    /* so deep inside that the ramp is 1 */
    SLOPE_LONG,    /* inside, and rate times width is at least EXP_MEAN_LONG */
    SLOPE_SHORT,   /* inside, and it is less */
    SLOPE_INSIDE,  /* inside */
    SLOPE_ACROSS,  /* begins outside, so that it is inside from the limit on */
    SLOPE_ANY
};

/* A limit and a spread: the distances inside the limit, from g * from - limit to g * to - limit.
 * For a maximum all of them are negative, which gives limit - g * ... to the bit. */
struct slope_line {
    float from, to, width, limit, rate;
};

static struct slope_line line_of(struct plan_ramp limit, const struct plan_spread *spread,
                                 bool gentler)
{
    if (gentler)
        return (struct slope_line){-spread->most, -spread->least, spread->width, -limit.limit,
                                   limit.rate};
    return (struct slope_line){spread->least, spread->most, spread->width, limit.limit, limit.rate};
}

static float greater(float a, float b)
{
    return a > b ? a : b;
}

static float less(float a, float b)
{
    return a < b ? a : b;
}

/* All operations are monotone, rounding included: the least and greatest gradient decide. */
static enum slope_case judge(const struct slope_line *line, float least, float greatest)
{
    const float a = least * line->from - line->limit, b = greatest * line->from - line->limit;
    const float deepest = greater(least * line->to, greatest * line->to) - line->limit;
    const float shallowest = less(a, b);
    if (deepest <= 0.0f) return SLOPE_NOWHERE;
    if (greater(a, b) <= 0.0f) return SLOPE_ACROSS;
    if (!(shallowest > 0.0f)) return SLOPE_ANY;
    if (line->rate * shallowest >= RAMP_FULL) return SLOPE_FULL;
    if (line->rate * (least * line->width) >= EXP_MEAN_LONG) return SLOPE_LONG;
    return line->rate * (greatest * line->width) < EXP_MEAN_LONG ? SLOPE_SHORT : SLOPE_INSIDE;
}

/* The mean of one spread, by what is known of all texels of the block. */
static void mean_long(float *restrict out, struct slope_line line, const float *restrict gradient,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = ramp_mean_long(gradient[i] * line.from - line.limit, gradient[i] * line.width,
                                line.rate);
}

static void mean_short(float *restrict out, struct slope_line line, const float *restrict gradient,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = ramp_mean_short(gradient[i] * line.from - line.limit, gradient[i] * line.width,
                                 line.rate);
}

static void mean_inside(float *restrict out, struct slope_line line, const float *restrict gradient,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = ramp_mean_inside(gradient[i] * line.from - line.limit, gradient[i] * line.width,
                                  line.rate);
}

static void mean_across(float *restrict out, struct slope_line line, const float *restrict gradient,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = ramp_mean_across(gradient[i] * line.to - line.limit, gradient[i] * line.width,
                                  line.rate);
}

static void mean_any(float *restrict out, struct slope_line line, const float *restrict gradient,
                     size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = ramp_mean(gradient[i] * line.from - line.limit, gradient[i] * line.to - line.limit,
                           gradient[i] * line.width, line.rate);
}

static void fill(float *restrict out, float value, size_t count)
{
    for (size_t i = 0; i < count; i++) out[i] = value;
}

static void block_mean(float *restrict out, struct slope_line line, const float *restrict gradient,
                       const float ends[2], size_t count)
{
    switch (judge(&line, ends[0], ends[1])) {
    case SLOPE_NOWHERE:
        fill(out, 0.0f, count);
        break;
    case SLOPE_FULL:
        fill(out, 1.0f, count);
        break;
    case SLOPE_LONG:
        mean_long(out, line, gradient, count);
        break;
    case SLOPE_SHORT:
        mean_short(out, line, gradient, count);
        break;
    case SLOPE_INSIDE:
        mean_inside(out, line, gradient, count);
        break;
    case SLOPE_ACROSS:
        mean_across(out, line, gradient, count);
        break;
    case SLOPE_ANY:
        mean_any(out, line, gradient, count);
        break;
    }
}

/* A slope limit as lines of both spreads. */
struct slope_lines {
    struct slope_line wide, narrow;
};

static struct slope_lines lines_of(struct plan_ramp limit, const struct plan_relief *relief,
                                   bool gentler)
{
    return (struct slope_lines){line_of(limit, &relief->wide, gentler),
                                line_of(limit, &relief->narrow, gentler)};
}

/* What a slope limit leaves, times what is there; at most SLOPE_BLOCK texels. */
static void block_limit(float *restrict out, const struct slope_lines *lines, float narrow_share,
                        const float *restrict gradient, const float ends[2], size_t count)
{
    float wide[SLOPE_BLOCK], narrow[SLOPE_BLOCK];
    block_mean(wide, lines->wide, gradient, ends, count);
    if (narrow_share == 0.0f) {
        for (size_t i = 0; i < count; i++) out[i] *= wide[i];
        return;
    }
    block_mean(narrow, lines->narrow, gradient, ends, count);
    for (size_t i = 0; i < count; i++) out[i] *= ramp_two(wide[i], narrow[i], narrow_share);
}

static void slope_limits(float *restrict out, const struct plan_layer *layer,
                         const struct plan_relief *relief, uint32_t ramps,
                         const float *restrict gradient, size_t groups)
{
    const struct slope_lines least = lines_of(layer->slope[0], relief, false);
    const struct slope_lines most = lines_of(layer->slope[1], relief, true);
    const float narrow_share = relief->narrow_share;
    const size_t count = groups * LANES_GROUP;
    for (size_t first = 0; first < count; first += SLOPE_BLOCK) {
        const size_t some = count - first < SLOPE_BLOCK ? count - first : SLOPE_BLOCK;
        float ends[2];
        range(&ends[0], &ends[1], gradient + first, some / LANES_GROUP);
        if (ramps & LAYER_STEEPER_THAN_MIN)
            block_limit(out + first, &least, narrow_share, gradient + first, ends, some);
        if (ramps & LAYER_GENTLER_THAN_MAX)
            block_limit(out + first, &most, narrow_share, gradient + first, ends, some);
    }
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
    if (ramps & (LAYER_STEEPER_THAN_MIN | LAYER_GENTLER_THAN_MAX))
        slope_limits(out, layer, relief, ramps, gradient, groups);
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
