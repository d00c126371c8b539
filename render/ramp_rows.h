/*
 * What the limits of a layer leave, for runs of texels: a part of layer_rows.c, which is compiled
 * once per instruction set. Private to render/.
 *
 * Runs are worked on in blocks, in loops of a few operations each, and all exponentials of a block
 * in one pass: an exponential is a chain of operations that wait for each other, and a processor
 * looks only so far ahead for others. Blocks of slopes are judged by their range first, and what that
 * rules out is left out: the operations that remain give the same bits. One lane is one texel.
 */
#ifndef RENDER_RAMP_ROWS_H
#define RENDER_RAMP_ROWS_H

#include <stdalign.h>
#include <string.h>

#include "base/lanes.h"
#include "render/plan.h"
#include "render/ramp.h"

#define RAMP_GROUPS 4 /* of a block */
#define RAMP_BLOCK (RAMP_GROUPS * LANES_GROUP)
#define RAMP_EXPONENTIALS 8 /* of a texel: two limits, two means each, two for a mean */

/* The bits of a float as a whole number that rises with it. */
static inline int32_t ramp_order(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? bits ^ INT32_MAX : bits;
}

static inline float ramp_ordered(int32_t bits)
{
    float value;
    bits = bits < 0 ? bits ^ INT32_MAX : bits;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void ramp_range(float *restrict least, float *restrict greatest,
                              const float *restrict plane, size_t groups)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (size_t i = 0; i < groups * LANES_GROUP; i++) {
        const int32_t value = ramp_order(plane[i]);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    *least = ramp_ordered(low);
    *greatest = ramp_ordered(high);
}

static inline float ramp_greater(float a, float b)
{
    return a > b ? a : b;
}

static inline float ramp_less(float a, float b)
{
    return a < b ? a : b;
}

/* ---- exponentials ---- */

static inline void bound(float *restrict x, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++)
        x[i] = x[i] < EXP_FARTHEST ? x[i] : EXP_FARTHEST;
}

/* x becomes e^-x, x from 0 to EXP_FARTHEST: exp_negative(). */
static inline void exponentials(float *restrict x, size_t groups)
{
    alignas(64) float r[RAMP_EXPONENTIALS * RAMP_BLOCK], scale[RAMP_EXPONENTIALS * RAMP_BLOCK];
    for (size_t i = 0; i < groups * LANES_GROUP; i++) r[i] = exp_reduce(x[i], &scale[i]);
    for (size_t i = 0; i < groups * LANES_GROUP; i++) x[i] = exp_series_begin(r[i]);
    for (size_t i = 0; i < groups * LANES_GROUP; i++) x[i] = exp_series_end(x[i], r[i]) * scale[i];
}

/* ---- altitudes ---- */

/* out times the ramp of a lower or upper limit. */
static inline void altitude_limit(float *restrict out, struct plan_ramp limit, bool upper,
                                  const float *restrict rise, size_t groups)
{
    alignas(64) float x[RAMP_BLOCK];
    /* For an upper limit both are negative, which gives limit - rise to the bit. */
    const float sign = upper ? -1.0f : 1.0f, from = upper ? -limit.limit : limit.limit;
    for (size_t first = 0; first < groups; first += RAMP_GROUPS) {
        const size_t some = groups - first < RAMP_GROUPS ? groups - first : RAMP_GROUPS;
        const size_t at = first * LANES_GROUP;
        for (size_t i = 0; i < some * LANES_GROUP; i++)
            x[i] = limit.rate * ramp_reach(sign * rise[at + i] - from);
        bound(x, some);
        exponentials(x, some);
        for (size_t i = 0; i < some * LANES_GROUP; i++) out[at + i] *= 1.0f - x[i];
    }
}

/* ---- slopes ---- */

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

static inline struct slope_line line_of(struct plan_ramp limit, const struct plan_spread *spread,
                                        bool gentler)
{
    if (gentler)
        return (struct slope_line){-spread->most, -spread->least, spread->width, -limit.limit,
                                   limit.rate};
    return (struct slope_line){spread->least, spread->most, spread->width, limit.limit, limit.rate};
}

/* The mean of a block over one spread, under way. */
struct slope_mean {
    struct slope_line line;
    enum slope_case which;
    bool bounded; /* no exponent is beyond EXP_FARTHEST */
    float *first,
        *run; /* e^-... of where the spread begins and over its length, where they count */
};

/* All operations are monotone, rounding included: the least and greatest gradient decide. */
static inline void judge(struct slope_mean *mean, const float ends[2])
{
    const struct slope_line *const line = &mean->line;
    const float a = ends[0] * line->from - line->limit, b = ends[1] * line->from - line->limit;
    const float deepest = ramp_greater(ends[0] * line->to, ends[1] * line->to) - line->limit;
    const float shallowest = ramp_less(a, b), widest = line->rate * (ends[1] * line->width);
    mean->bounded = line->rate * deepest < EXP_FARTHEST && widest < EXP_FARTHEST;
    if (deepest <= 0.0f)
        mean->which = SLOPE_NOWHERE;
    else if (ramp_greater(a, b) <= 0.0f)
        mean->which = SLOPE_ACROSS;
    else if (!(shallowest > 0.0f))
        mean->which = SLOPE_ANY;
    else if (line->rate * shallowest >= RAMP_FULL)
        mean->which = SLOPE_FULL;
    else if (line->rate * (ends[0] * line->width) >= EXP_MEAN_LONG)
        mean->which = SLOPE_LONG;
    else
        mean->which = widest < EXP_MEAN_LONG ? SLOPE_SHORT : SLOPE_INSIDE;
}

/* The exponents of a mean. */
static inline void mean_exponents(const struct slope_mean *mean, const float *restrict gradient,
                                  size_t groups)
{
    const struct slope_line line = mean->line;
    float *restrict const first = mean->first, *restrict const run = mean->run;
    switch (mean->which) {
    case SLOPE_NOWHERE:
    case SLOPE_FULL:
        break;
    case SLOPE_LONG:
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            run[i] = line.rate * (gradient[i] * line.width);
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            first[i] = line.rate * (gradient[i] * line.from - line.limit);
        break;
    case SLOPE_SHORT:
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            first[i] = line.rate * (gradient[i] * line.from - line.limit);
        break;
    case SLOPE_INSIDE:
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            run[i] = exp_mean_divisor(line.rate * (gradient[i] * line.width));
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            first[i] = line.rate * (gradient[i] * line.from - line.limit);
        break;
    case SLOPE_ACROSS:
        for (size_t i = 0; i < groups * LANES_GROUP; i++) {
            const float most = gradient[i] * line.to - line.limit;
            run[i] = exp_mean_divisor(line.rate * ramp_reach(most));
        }
        break;
    case SLOPE_ANY:
        for (size_t i = 0; i < groups * LANES_GROUP; i++) {
            const float least = gradient[i] * line.from - line.limit;
            const float most = gradient[i] * line.to - line.limit, width = gradient[i] * line.width;
            first[i] = line.rate * ramp_reach(least);
            run[i] = exp_mean_divisor(line.rate * (least > 0.0f ? width : ramp_reach(most)));
        }
        break;
    }
}

static inline void fill(float *restrict out, float value, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] = value;
}

/* ramp_mean() from its exponentials. */
static inline void mean_value(float *restrict out, const struct slope_mean *mean,
                              const float *restrict gradient, size_t groups)
{
    const struct slope_line line = mean->line;
    const float *restrict const first = mean->first, *restrict const run = mean->run;
    switch (mean->which) {
    case SLOPE_NOWHERE:
        fill(out, 0.0f, groups);
        break;
    case SLOPE_FULL:
        fill(out, 1.0f, groups);
        break;
    case SLOPE_LONG:
        for (size_t i = 0; i < groups * LANES_GROUP; i++) {
            const float x = line.rate * (gradient[i] * line.width);
            out[i] = 1.0f - first[i] * ((1.0f - run[i]) / x);
        }
        break;
    case SLOPE_SHORT:
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            out[i] = 1.0f - first[i] * exp_mean_short(line.rate * (gradient[i] * line.width));
        break;
    case SLOPE_INSIDE:
        for (size_t i = 0; i < groups * LANES_GROUP; i++) {
            const float x = line.rate * (gradient[i] * line.width);
            out[i] = 1.0f - first[i] * exp_mean_of(x, run[i]);
        }
        break;
    case SLOPE_ACROSS: /* the part inside begins at the limit, where e^0 is 1 */
        for (size_t i = 0; i < groups * LANES_GROUP; i++) {
            const float reach = ramp_reach(gradient[i] * line.to - line.limit);
            const float part = ramp_part(reach, gradient[i] * line.width);
            out[i] = part * (1.0f - exp_mean_of(line.rate * reach, run[i]));
        }
        break;
    case SLOPE_ANY:
        for (size_t i = 0; i < groups * LANES_GROUP; i++) {
            const bool inside = gradient[i] * line.from - line.limit > 0.0f;
            const float width = gradient[i] * line.width;
            const float reach = ramp_reach(gradient[i] * line.to - line.limit);
            const float part = ramp_part(reach, width), share = inside ? 1.0f : part;
            const float length = inside ? width : reach;
            out[i] = share * (1.0f - first[i] * exp_mean_of(line.rate * length, run[i]));
        }
        break;
    }
}

/* Gives a mean its room behind `used` groups of x; returns what is used then. */
static inline size_t mean_room(struct slope_mean *mean, float *x, size_t used, size_t groups)
{
    const enum slope_case which = mean->which;
    const bool nothing = which == SLOPE_NOWHERE || which == SLOPE_FULL;
    mean->first = x + used * LANES_GROUP;
    if (!nothing && which != SLOPE_ACROSS) used += groups;
    mean->run = x + used * LANES_GROUP;
    if (!nothing && which != SLOPE_SHORT) used += groups;
    return used;
}

/* A limit of slopes, by the means over both spreads. */
struct slope_limit {
    struct slope_mean wide, narrow;
    bool leaves_all; /* of the block at hand: it is 1 there */
};

static inline struct slope_limit limit_of(struct plan_ramp limit, const struct plan_relief *relief,
                                          bool gentler)
{
    return (struct slope_limit){{.line = line_of(limit, &relief->wide, gentler)},
                                {.line = line_of(limit, &relief->narrow, gentler)},
                                false};
}

/* The exponents of a limit in a block, behind `used` groups of x; returns what is used then. */
static inline size_t limit_exponents(struct slope_limit *limit, bool two, float *x, size_t used,
                                     const float *restrict gradient, const float ends[2],
                                     size_t groups)
{
    const size_t before = used;
    judge(&limit->wide, ends);
    /* So is the narrow spread, which lies within the wide one. */
    limit->leaves_all = limit->wide.which == SLOPE_FULL;
    if (limit->leaves_all) return used;
    used = mean_room(&limit->wide, x, used, groups);
    mean_exponents(&limit->wide, gradient, groups);
    if (two) {
        judge(&limit->narrow, ends);
        used = mean_room(&limit->narrow, x, used, groups);
        mean_exponents(&limit->narrow, gradient, groups);
    }
    if (!limit->wide.bounded || (two && !limit->narrow.bounded))
        bound(x + before * LANES_GROUP, used - before);
    return used;
}

/* out times what the limit leaves of a block. */
static inline void limit_value(float *restrict out, const struct slope_limit *limit,
                               float narrow_share, const float *restrict gradient, size_t groups)
{
    alignas(64) float wide[RAMP_BLOCK], narrow[RAMP_BLOCK];
    mean_value(wide, &limit->wide, gradient, groups);
    if (narrow_share == 0.0f) {
        for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] *= wide[i];
        return;
    }
    mean_value(narrow, &limit->narrow, gradient, groups);
    for (size_t i = 0; i < groups * LANES_GROUP; i++)
        out[i] *= ramp_two(wide[i], narrow[i], narrow_share);
}

static inline void slope_limits(float *restrict out, struct slope_limit *limits, size_t count,
                                float narrow_share, const float *restrict gradient, size_t groups)
{
    alignas(64) float x[RAMP_EXPONENTIALS * RAMP_BLOCK];
    for (size_t first = 0; first < groups; first += RAMP_GROUPS) {
        const size_t some = groups - first < RAMP_GROUPS ? groups - first : RAMP_GROUPS;
        const size_t at = first * LANES_GROUP;
        float ends[2];
        ramp_range(&ends[0], &ends[1], gradient + at, some);
        size_t used = 0;
        for (size_t k = 0; k < count; k++)
            used = limit_exponents(&limits[k], narrow_share != 0.0f, x, used, gradient + at, ends,
                                   some);
        exponentials(x, used);
        for (size_t k = 0; k < count; k++)
            if (!limits[k].leaves_all)
                limit_value(out + at, &limits[k], narrow_share, gradient + at, some);
    }
}

#endif
