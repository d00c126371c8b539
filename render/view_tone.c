/*
 * AgX, the tone curve of Troy Sobotka: colours move towards grey, the logarithm of each goes through a
 * curve, and they move back. Bright light becomes white in all colours instead of a flat one.
 *
 * Source of the numbers: Benjamin Wrensch, Minimal AgX Implementation, 2023: matrices, range, the curve as
 * a polynomial of the sixth degree, and looks of a power and a saturation (those of the ASC's colour
 * decision list).
 */
#include "render/view_tone.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "render/ramp.h"

#define LEAST_EV (-12.47393f)
#define MOST_EV 4.026069f
#define LOOK_SLOPE 1.22f
#define LOOK_SATURATION 1.12f

static const float inset[3][3] = {
    {0.842479062253094f, 0.0784335999999992f, 0.0792237451477643f},
    {0.0423282422610123f, 0.878468636469772f, 0.0791661274605434f},
    {0.0423756549057051f, 0.0784336f, 0.879142973793104f},
};
static const float outset[3][3] = {
    {1.19687900512017f, -0.0980208811401368f, -0.0990297440797205f},
    {-0.0528968517574562f, 1.15190312990417f, -0.0989611768448433f},
    {-0.0529716355144438f, -0.0980434501171241f, 1.15107367264116f},
};

static void turn(float out[3], const float matrix[3][3], const float in[3])
{
    for (int c = 0; c < 3; c++)
        out[c] = matrix[c][0] * in[0] + matrix[c][1] * in[1] + matrix[c][2] * in[2];
}

/* Logarithm to base 2 of x >= 2^-126: error below 1e-6. x = m 2^n with m within sqrt(2) of 1. */
static float log_two(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int32_t n = (int32_t)((bits + (0x3f800000u - 0x3f3504f3u)) >> 23) - 127;
    bits -= (uint32_t)n << 23;
    float m;
    memcpy(&m, &bits, sizeof m);
    const float t = (m - 1.0f) / (m + 1.0f), tt = t * t;
    const float series = 1.0f + tt * (1.0f / 3.0f + tt * (1.0f / 5.0f + tt * (1.0f / 7.0f)));
    return (float)n + 2.88539008f * t * series;
}

static float curve(float x)
{
    const float xx = x * x, xxxx = xx * xx;
    return 15.5f * xxxx * xx - 40.14f * xxxx * x + 31.96f * xxxx - 6.868f * xx * x + 0.4298f * xx +
           0.1191f * x - 0.00232f;
}

/* The look: a value's square. */
static float stressed(float value)
{
    const float x = clamp01(LOOK_SLOPE * value);
    return x * x;
}

void view_tone(float out[3], const float light[3])
{
    const float dark = 0x1p-20f;
    float in[3], grey = 0.0f;
    for (int c = 0; c < 3; c++) in[c] = light[c] > 0.0f ? light[c] : 0.0f;
    turn(out, inset, in);
    for (int c = 0; c < 3; c++) {
        const float ev = log_two(out[c] > dark ? out[c] : dark);
        const float x = clamp01((ev - LEAST_EV) * (1.0f / (MOST_EV - LEAST_EV)));
        in[c] = stressed(curve(x));
    }
    grey = 0.2126f * in[0] + 0.7152f * in[1] + 0.0722f * in[2];
    for (int c = 0; c < 3; c++) in[c] = grey + LOOK_SATURATION * (in[c] - grey);
    turn(out, outset, in);
    for (int c = 0; c < 3; c++) {
        out[c] = clamp01(out[c]);
        out[c] *= out[c];
    }
}
