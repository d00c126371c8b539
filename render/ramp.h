/*
 * The functions of the model that turn a distance or the noise into coverage, and the light of a
 * picture into a pixel: float, one rounding per operation in the order written. docs/model.md repeats them.
 *
 * No function of the C library is used but sqrtf, which IEEE 754 defines to the bit: exp differs
 * between libraries and even between processors of one library.
 *
 * Rule (The model): A limit fades by 1 - exp(-ln 9 d / fuzziness), on the inside only. See
 * model.md#ramps. Tests: unit/test_ramp (ramp_is_the_model), unit/test_render
 * (altitude_limit_is_exponential).
 *
 * Rule (The model): Slope limits are gradients and are met by a spread of slopes, relief R = 1.6.
 * See model.md#ramps, render/model.h. Tests: unit/test_ramp (slope_ramp_is_the_relief_mean),
 * unit/test_render (slope_limit_is_seen_through_relief).
 */
#ifndef RENDER_RAMP_H
#define RENDER_RAMP_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A / F for a hard edge, F <= 0: full from 2^-94 units inside the limit on. */
#define RAMP_HARD_RATE 0x1p100f
/* From here on 1 - exp_negative(x) is 1: e^-x is less than half of what can be taken from 1. */
#define RAMP_FULL 18.0f

static inline float clamp01(float t)
{
    t = t < 0.0f ? 0.0f : t;
    return t > 1.0f ? 1.0f : t;
}

/* n: the noise z as a level, at a place value. */
static inline float noise_level(float z, float place, float mean, float spread)
{
    const float level = mean + spread * z, least = place - 1.0f;
    const float n = level < least ? least : level;
    return n > 1.0f ? 1.0f : n;
}

/* Beyond this exp_negative() does not fall. */
#define EXP_FARTHEST 87.0f

/* x = n ln 2 + r with |r| <= 0.35, for x from 0 to EXP_FARTHEST: r, and *scale = 2^-n through the
 * exponent bits. */
static inline float exp_reduce(float x, float *scale)
{
    const int32_t n = (int32_t)(x * 1.44269504f + 0.5f);
    const float nf = (float)n;
    const uint32_t bits = (uint32_t)(127 - n) << 23;
    memcpy(scale, &bits, sizeof bits);
    /* ln 2 in two parts, the first exact when multiplied by n */
    return (x - nf * 0.693359375f) - nf * -2.12194440e-4f;
}

/* The Taylor series of e^-r: the terms from r^7 down to r^3, and the rest. */
static inline float exp_series_begin(float r)
{
    float e = 1.0f / 5040.0f;
    e = 1.0f / 720.0f - r * e;
    e = 1.0f / 120.0f - r * e;
    e = 1.0f / 24.0f - r * e;
    return 1.0f / 6.0f - r * e;
}

static inline float exp_series_end(float e, float r)
{
    e = 0.5f - r * e;
    e = 1.0f - r * e;
    return 1.0f - r * e;
}

/* e^-x for x >= 0, infinity included: error below 2e-7 of the value down to e^-87, which is what
 * comes back beyond. */
static inline float exp_negative(float x)
{
    float scale;
    const float r = exp_reduce(x < EXP_FARTHEST ? x : EXP_FARTHEST, &scale);
    return exp_series_end(exp_series_begin(r), r) * scale;
}

/* From here on exp_mean() is the quotient; below it is this series. */
#define EXP_MEAN_LONG 0.5f
static inline float exp_mean_short(float x)
{
    float s = 1.0f / 5040.0f;
    s = 1.0f / 720.0f - x * s;
    s = 1.0f / 120.0f - x * s;
    s = 1.0f / 24.0f - x * s;
    s = 1.0f / 6.0f - x * s;
    s = 0.5f - x * s;
    return 1.0f - x * s;
}

/* What exp_mean() divides by, and takes the exponential of. */
static inline float exp_mean_divisor(float x)
{
    return x < EXP_MEAN_LONG ? EXP_MEAN_LONG : x;
}

/* exp_mean() with e^-exp_mean_divisor(x). */
static inline float exp_mean_of(float x, float exponential)
{
    const float s = exp_mean_short(x < EXP_MEAN_LONG ? x : EXP_MEAN_LONG);
    const float quotient = (1.0f - exponential) / exp_mean_divisor(x);
    return x < EXP_MEAN_LONG ? s : quotient;
}

/* (1 - e^-x) / x for x >= 0, infinity included, 1 at 0: the mean of e^-t over [0, x]. */
static inline float exp_mean(float x)
{
    return exp_mean_of(x, exp_negative(exp_mean_divisor(x)));
}

/* How far a distance is inside. */
static inline float ramp_reach(float d)
{
    return d > 0.0f ? d : 0.0f;
}

/* S: 0 up to the limit, then 1 - e^(-rate d) at the distance d inside it; rate = A / F. */
static inline float ramp(float d, float rate)
{
    return 1.0f - exp_negative(rate * ramp_reach(d));
}

/* What share of a width reaches inside, where only a part does: width > 0 then. */
static inline float ramp_part(float reach, float width)
{
    const float divisor = width > reach ? width : reach;
    return reach / (divisor > 0.0f ? divisor : 1.0f);
}

/*
 * The mean of S over distances spread evenly from least to most, most - least = width >= 0.
 * The difference of integrals in the model cancels for a small width; this form does not: the part
 * inside the limit runs from `from` over `length`, and the mean of S over it is one minus
 * e^(-rate from) times the mean of e^(-rate t) over the length.
 */
static inline float ramp_mean(float least, float most, float width, float rate)
{
    const int all_inside = least > 0.0f;
    const float reach = ramp_reach(most), part = ramp_part(reach, width);
    const float from = all_inside ? least : 0.0f;
    const float length = all_inside ? width : reach;
    const float share = all_inside ? 1.0f : part;
    return share * (1.0f - exp_negative(rate * from) * exp_mean(rate * length));
}

/* Two means, the narrow one with its share and the wide one with the rest. Never outside the two,
 * and their value where they are equal: share (1 - 2^-20) is more than all roundings take. */
static inline float ramp_two(float wide, float narrow, float narrow_share)
{
    return wide + narrow_share * (narrow - wide);
}

#endif
