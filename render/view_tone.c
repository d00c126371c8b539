/*
 * AgX, the tone curve of Troy Sobotka: colours move towards grey, the logarithm of each goes through a
 * curve, and they move back. Bright light becomes white in all colours instead of a flat one.
 *
 * Exposure is 1.8 / E^(3/4), E the luminance of white level ground. By 96 places across the picture
 * exposure and contrast change so that a hundredth is dark and a hundredth bright. Contrast alone would leave no
 * colour between black and white where shade is bright: what it cannot make dark in moderation is taken off all light, as
 * photographers take off a lens's glare; the sky loses a third of each of its colours at most. Sides of a cube share one
 * setting, as do views from outside.
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
#define GREY 0.6060610f /* where light of 0.18 is, of the range */

/* What a hundredth of a picture is darker and brighter than, and how far a picture may be changed for it. */
#define DARK 0.035f
#define LEAST_CONTRAST 0.9f
#define MOST_CONTRAST 1.3f
#define MOST_BLACK 0.12f /* of exposed light, where middle grey is 0.18 */
#define STOPS_DOWN 0.6f  /* snow may be all white, and the sky over it is no night's */
#define STOPS_UP 1.2f
#define TRIALS 4
#define BINS 1024

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

void view_tone(float out[3], const float light[3], float contrast)
{
    const float dark = 0x1p-20f;
    float in[3], grey = 0.0f;
    for (int c = 0; c < 3; c++) in[c] = light[c] > 0.0f ? light[c] : 0.0f;
    turn(out, inset, in);
    for (int c = 0; c < 3; c++) {
        const float ev = log_two(out[c] > dark ? out[c] : dark);
        const float x = (ev - LEAST_EV) * (1.0f / (MOST_EV - LEAST_EV));
        in[c] = stressed(curve(clamp01(GREY + contrast * (x - GREY))));
    }
    grey = 0.2126f * in[0] + 0.7152f * in[1] + 0.0722f * in[2];
    /* Contrast parts the colours of a light, too: they come closer again. */
    const float saturation = LOOK_SATURATION / sqrtf(contrast * sqrtf(contrast));
    for (int c = 0; c < 3; c++) in[c] = grey + saturation * (in[c] - grey);
    turn(out, outset, in);
    for (int c = 0; c < 3; c++) {
        out[c] = clamp01(out[c]);
        out[c] *= out[c];
    }
}

/* ---- the meter ---- */

static float luma_of(const float light[3], const struct view_setting *setting)
{
    float exposed[3], shown[3];
    for (int c = 0; c < 3; c++) exposed[c] = setting->exposure * (light[c] - setting->black);
    view_tone(shown, exposed, setting->contrast);
    return 0.2126f * sqrtf(shown[0]) + 0.7152f * sqrtf(shown[1]) + 0.0722f * sqrtf(shown[2]);
}

/* Where in the range grey light is that has a luma: the curve rises, so halving finds it. */
static float place_of(float luma)
{
    float low = 0.0f, high = 1.0f;
    for (int i = 0; i < 20; i++) {
        const float middle = 0.5f * (low + high);
        if (stressed(curve(middle)) < luma)
            low = middle;
        else
            high = middle;
    }
    return 0.5f * (low + high);
}

/* The lumas that a hundredth of the lights is below and above. */
static void find_ends(float ends[2], const float (*light)[3], size_t count,
                      const struct view_setting *setting)
{
    size_t bins[BINS] = {0}, low = 0, high = BINS - 1, below = 0, above = 0;
    for (size_t i = 0; i < count; i++) {
        const float luma = clamp01(luma_of(light[i], setting));
        bins[(size_t)(luma * (float)(BINS - 1))]++;
    }
    while ((below += bins[low]) * 100 < count) low++;
    while ((above += bins[high]) * 100 < count) high--;
    ends[0] = ((float)low + 0.5f) / BINS;
    ends[1] = ((float)high + 0.5f) / BINS;
}

static float within(float x, float least, float most)
{
    return x < least ? least : x > most ? most : x;
}

/* 2^x for -2 <= x <= 2, error below 1e-5. */
static float two_to(float x)
{
    const float t = x * (0.693147181f / 4.0f);
    const float s =
        1.0f + t * (1.0f + t * (0.5f + t * (1.0f / 6.0f + t * (1.0f / 24.0f + t / 120.0f))));
    return s * s * s * s;
}

/* Grey light that is shown with a luma: up to middle grey. */
static float dark_light(float luma, float contrast)
{
    const struct view_setting as_it_is = {0.0f, 1.0f, contrast};
    float low = 0.0f, high = 0.18f;
    for (int i = 0; i < 20; i++) {
        const float middle = 0.5f * (low + high), light[3] = {middle, middle, middle};
        if (luma_of(light, &as_it_is) < luma)
            low = middle;
        else
            high = middle;
    }
    return 0.5f * (low + high);
}

/* What contrast cannot make dark: shade in which the light of sky and land is everywhere. */
static void take_black(struct view_setting *setting, const float (*light)[3], size_t count)
{
    float ends[2];
    find_ends(ends, light, count, setting);
    const float over = dark_light(ends[0], setting->contrast) - dark_light(DARK, setting->contrast);
    setting->black = within(over, 0.0f, MOST_BLACK) / setting->exposure;
}

void view_meter(struct view_setting *setting, const float (*light)[3], size_t count, float bright)
{
    setting->black = 0.0f;
    setting->contrast = 1.0f;
    if (count == 0) return;
    const float stop = 1.0f / (MOST_EV - LEAST_EV), base = setting->exposure;
    const float wanted[2] = {place_of(DARK), place_of(bright)};
    float shift = 0.0f; /* of light, in the range */
    for (int n = 0; n < TRIALS; n++) {
        float ends[2], at[2], *const contrast = &setting->contrast;
        find_ends(ends, light, count, setting);
        for (int k = 0; k < 2; k++) at[k] = (place_of(ends[k]) - GREY) / *contrast - shift;
        const float apart = at[1] - at[0] > 0.05f ? at[1] - at[0] : 0.05f;
        *contrast = within((wanted[1] - wanted[0]) / apart, LEAST_CONTRAST, MOST_CONTRAST);
        /* Where contrast does not reach, white is had, and black taken off below. */
        shift = (wanted[1] - GREY) / *contrast - at[1];
        shift = within(shift, -STOPS_DOWN * stop, STOPS_UP * stop);
        setting->exposure = base * two_to(shift / stop);
    }
    take_black(setting, light, count);
}
