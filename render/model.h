/*
 * The numbers of the coverage model: each here alone, with its source. docs/model.md states the
 * rules that they enter. Part of render/render.h.
 *
 * What stands in struct render_model is read through a plan, so that the same code evaluates other
 * versions; it costs nothing, as kernels read it once a row. RENDER_RELIEF is the default of an
 * option and so a constant. The octaves of the noise are in noise/noise.h (NOISE_LARGEST_TU,
 * NOISE_GAIN).
 */
#ifndef RENDER_MODEL_H
#define RENDER_MODEL_H

#include <stdbool.h>

#define RENDER_MODEL_VERSION 1

/*
 * R of the slope rule: a limit is met by slopes spread evenly from 1/R to R times the gradient.
 * Measured: the best fit on one genuine scene, checked on two others that were left out of the fit.
 * Those alone would have 1.53 and 2.43, so 1.5 to 1.8 can be defended. That slopes are spread evenly
 * is ours: it has a closed form and a bound.
 */
#define RENDER_RELIEF 1.6
/* The values that options may have: 1, which is crisp, and these. */
#define RENDER_MIN_RELIEF 1.01
#define RENDER_MAX_RELIEF 8.0
static inline bool render_relief_allowed(double relief)
{
    return relief == 1.0 || (relief >= RENDER_MIN_RELIEF && relief <= RENDER_MAX_RELIEF);
}

struct render_model {
    /* A of the ramps, 1 - exp(-A d / F) at the distance d inside a limit of fuzziness F. */
    double ramp_a;
    /* Coverage noise is n = clamp01(noise_mean + noise_spread * z). */
    float noise_mean, noise_spread;
};

extern const struct render_model render_model_1;

#endif
