/*
 * The mean of the noise level of a coverage model: of a normal law cut off at 0 and 1, as
 * n = clamp01(noise_mean + noise_spread * z) is.
 */
#ifndef BENCH_MEAN_NOISE_H
#define BENCH_MEAN_NOISE_H

#include <math.h>

#include "render/render.h"

/* The mean of what of a normal law of spread 1 lies beyond a distance, less that distance. */
static inline double mean_beyond(double distance)
{
    return exp(-distance * distance / 2) / sqrt(2 * 3.14159265358979323846) -
           distance * erfc(distance / sqrt(2)) / 2;
}

/* mean_noise_everywhere() gives all noise of a model its mean: what is left is what the model says of
 * ground alone. */
static inline void mean_noise_everywhere(struct render_model *model)
{
    const double mean = (double)model->noise_mean, spread = (double)model->noise_spread;
    if (!(spread > 0)) return;
    model->noise_mean =
        (float)(mean + spread * (mean_beyond(mean / spread) - mean_beyond((1 - mean) / spread)));
    model->noise_spread = 0;
}

#endif
