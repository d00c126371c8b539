/*
 * The functions of the model that turn a distance or the noise into coverage, and the light of a
 * picture into a pixel: float, one rounding per operation in the order written. docs/model.md repeats them.
 *
 * No function of the C library is used but sqrtf, which IEEE 754 defines to the bit: exp differs
 * between libraries and even between processors of one library.
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

/* e^-x for x >= 0, infinity included: error below 2e-7 of the value down to e^-87, which is what
 * comes back beyond. x = n ln 2 + r with |r| <= 0.35, then the Taylor series of e^-r, then 2^-n
 * through the exponent bits. */
static inline float exp_negative(float x)
{
    x = x < 87.0f ? x : 87.0f;
    const int32_t n = (int32_t)(x * 1.44269504f + 0.5f);
    const float nf = (float)n;
    /* ln 2 in two parts, the first exact when multiplied by n */
    const float r = (x - nf * 0.693359375f) - nf * -2.12194440e-4f;
    float e = 1.0f / 5040.0f;
    e = 1.0f / 720.0f - r * e;
    e = 1.0f / 120.0f - r * e;
    e = 1.0f / 24.0f - r * e;
    e = 1.0f / 6.0f - r * e;
    e = 0.5f - r * e;
    e = 1.0f - r * e;
    e = 1.0f - r * e;
    const uint32_t bits = (uint32_t)(127 - n) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return e * scale;
}

/* From here on exp_mean() is the quotient. */
#define EXP_MEAN_LONG 0.5f
static inline float exp_mean_long(float x)
{
    return (1.0f - exp_negative(x)) / x;
}

/* Below it is this series. */
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

/* (1 - e^-x) / x for x >= 0, infinity included, 1 at 0: the mean of e^-t over [0, x]. */
static inline float exp_mean(float x)
{
    const float s = exp_mean_short(x < EXP_MEAN_LONG ? x : EXP_MEAN_LONG);
    const float large = x < EXP_MEAN_LONG ? EXP_MEAN_LONG : x;
    const float quotient = exp_mean_long(large);
    return x < EXP_MEAN_LONG ? s : quotient;
}

/* S: 0 up to the limit, then 1 - e^(-rate d) at the distance d inside it; rate = A / F. */
static inline float ramp(float d, float rate)
{
    const float inside = d > 0.0f ? d : 0.0f;
    return 1.0f - exp_negative(rate * inside);
}

/* ramp_mean() of distances that all are inside. */
static inline float ramp_mean_inside(float least, float width, float rate)
{
    return 1.0f - exp_negative(rate * least) * exp_mean(rate * width);
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
    const float reach = most > 0.0f ? most : 0.0f;
    const float from = all_inside ? least : 0.0f;
    const float length = all_inside ? width : reach;
    /* Where only a part is inside, width > 0: most and least differ. */
    const float divisor = width > reach ? width : reach;
    const float part = reach / (divisor > 0.0f ? divisor : 1.0f);
    const float share = all_inside ? 1.0f : part;
    return share * ramp_mean_inside(from, length, rate);
}

/* ramp_mean() where something is known: least > 0, and rate * width >= EXP_MEAN_LONG, or less. */
static inline float ramp_mean_long(float least, float width, float rate)
{
    return 1.0f - exp_negative(rate * least) * exp_mean_long(rate * width);
}

static inline float ramp_mean_short(float least, float width, float rate)
{
    return 1.0f - exp_negative(rate * least) * exp_mean_short(rate * width);
}

/* least <= 0: the part inside begins at the limit, where e^0 is 1. */
static inline float ramp_mean_across(float most, float width, float rate)
{
    const float reach = most > 0.0f ? most : 0.0f;
    const float divisor = width > reach ? width : reach;
    return reach / (divisor > 0.0f ? divisor : 1.0f) * (1.0f - exp_mean(rate * reach));
}

/* Two means, the narrow one with its share and the wide one with the rest. Never outside the two,
 * and their value where they are equal: share (1 - 2^-20) is more than all roundings take. */
static inline float ramp_two(float wide, float narrow, float narrow_share)
{
    return wide + narrow_share * (narrow - wide);
}

#endif
