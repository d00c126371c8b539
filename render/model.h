/*
 * The numbers of the coverage model: each here alone, with its source. docs/model.md states the
 * rules that they enter. Part of render/render.h.
 *
 * What stands in struct render_model is read through a plan, so that the same code evaluates all
 * versions; it costs nothing, as kernels read it once a row. RENDER_RELIEF is the default of an
 * option and so a constant.
 */
#ifndef RENDER_MODEL_H
#define RENDER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "noise/noise.h"

#define RENDER_MODEL_VERSION 2 /* the one that is used unless another is asked for */
#define RENDER_NEWEST_MODEL 2  /* versions are numbered from 1 */

/*
 * R of the slope rule. In model 1 a limit is met by slopes spread evenly from 1/R to R times the
 * gradient. Measured: the best fit on one genuine scene, checked on two others that were left out of
 * the fit. Those alone would have 1.53 and 2.43, so 1.5 to 1.8 can be defended. That slopes are
 * spread evenly is ours: it has a closed form and a bound. Later models spread them more widely by
 * the same number (struct render_model, reach).
 */
#define RENDER_RELIEF 1.6
/* The values that options may have: 1, which is crisp, and these. */
#define RENDER_MIN_RELIEF 1.01
#define RENDER_MAX_RELIEF 8.0
static inline bool render_relief_allowed(double relief)
{
    return relief == 1.0 || (relief >= RENDER_MIN_RELIEF && relief <= RENDER_MAX_RELIEF);
}

#define RENDER_MAX_SPREADS 2

struct render_model {
    uint32_t version;
    /* A of the ramps, 1 - exp(-A d / F) at the distance d inside a limit of fuzziness F. */
    double ramp_a;
    /* Coverage noise is n = clamp01(noise_mean + noise_spread * z). */
    float noise_mean, noise_spread;
    struct noise_spectrum noise;
    /*
     * The spreads of slopes that a limit is met by, the widest first: even from 1/r to r times the
     * gradient, r = reach[i] where the option is RENDER_RELIEF. Of two, the second counts with
     * narrow_share, the first with the rest.
     */
    uint32_t spreads;
    double reach[RENDER_MAX_SPREADS];
    float narrow_share;
    /* In grids in degrees, slopes take the cell of their own latitude. */
    bool by_latitude;
};

extern const struct render_model render_model_1, render_model_2;

/* render_model_of() is a version's, or NULL if there is none; that of RENDER_MODEL_VERSION for 0. */
const struct render_model *render_model_of(uint32_t version);

/*
 * render_model_reach() is r of spread i where the option is `relief`: reach[i] to the power
 * ln(relief) / ln(RENDER_RELIEF). At relief 1 that is 1. That of spread 0 bounds the slopes which a
 * limit lets through in part: from 1/r to r times the limit.
 */
double render_model_reach(const struct render_model *model, uint32_t i, double relief);

#endif
