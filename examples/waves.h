/* What the terrains of the examples are made of: noise, in the C library's sqrt and fabs alone. */
#ifndef EXAMPLES_WAVES_H
#define EXAMPLES_WAVES_H

#include <math.h>

#include "noise/noise.h"

static inline double clamp(double t, double low, double high)
{
    return t < low ? low : t > high ? high : t;
}

/* 0 below low, 1 above high, smooth between. */
static inline double step(double low, double high, double x)
{
    const double t = clamp((x - low) / (high - low), 0, 1);
    return t * t * (3 - 2 * t);
}

/* One octave of noise, about -2.5 .. 2.5, features `cells` to a side. */
static inline double wave(float seed, double cells, double x, double y)
{
    const float orig[2] = {seed, 2003};
    struct noise_fractal fractal;
    noise_prepare(&fractal, &NOISE_PLAIN(1), orig, false, 1);
    const double scale = NOISE_LARGEST_TU * cells * 4294967296.0;
    return noise_point(&fractal, (uint64_t)((x + 1) * scale), (uint64_t)((y + 1) * scale));
}

/* Octaves of falling strength, roughly -1 .. 1. */
static inline double hills(float seed, double cells, int octaves, double x, double y)
{
    double sum = 0, strength = 0.45;
    for (int k = 0; k < octaves; k++) {
        sum += strength * wave(seed + (float)k, cells, x, y);
        strength *= 0.47;
        cells *= 2.03;
    }
    return sum;
}

/* Sharp crests, 0 .. 1: each octave counts more where the one before was high. */
static inline double ridges(float seed, double cells, int octaves, double x, double y)
{
    double sum = 0, strength = 0.6, weight = 1;
    for (int k = 0; k < octaves; k++) {
        double crest = 1 - 0.62 * fabs(wave(seed + (float)k, cells, x, y));
        crest = clamp(crest, 0, 1);
        crest *= crest;
        sum += strength * weight * crest;
        weight = clamp(1.5 * crest, 0, 1);
        strength *= 0.40;
        cells *= 2.09;
    }
    return sum;
}

#endif
