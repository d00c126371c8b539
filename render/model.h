/*
 * The numbers of the coverage model: each here alone, with its source. docs/model.md states the
 * rules that they enter, docs/fidelity.md where they come from. Part of render/render.h.
 */
#ifndef RENDER_MODEL_H
#define RENDER_MODEL_H

#include <stdbool.h>

#include "noise/noise.h"

#define RENDER_MODEL_VERSION 3

/* A of the ramps, 1 - exp(-A d / F) at the distance d inside a limit of fuzziness F: ln 9, so that a
 * ramp is at 8/9 where d = F. Ours, measured as 2.2 +- 0.3. */
#define RENDER_RAMP_A 2.1972245773362196

/*
 * R of the slope rule, an option. A limit is met by two spreads of slopes, each even from 1/r to r
 * times the gradient; the narrow one counts with its share, the wide one with the rest. At the
 * default of R they have the reaches here. Measured on four genuine scenes; even spreads are ours,
 * for their closed form and bound.
 */
#define RENDER_RELIEF 1.6
#define RENDER_WIDE_REACH 2.2
#define RENDER_NARROW_REACH 1.2
#define RENDER_NARROW_SHARE 0.4f
/* The values that the option may have: 1, which is crisp, and these. */
#define RENDER_MIN_RELIEF 1.01
#define RENDER_MAX_RELIEF 8.0
static inline bool render_relief_allowed(double relief)
{
    return relief == 1.0 || (relief >= RENDER_MIN_RELIEF && relief <= RENDER_MAX_RELIEF);
}

/*
 * render_reach() is r of a spread where the option is `relief`: its reach to the power
 * ln(relief) / ln(RENDER_RELIEF). At relief 1 that is 1. That of the wide one bounds the slopes which
 * a limit lets through in part: from 1/r to r times the limit.
 */
double render_reach(double reach, double relief);

/* Measured: equal power in every octave, that of the ten with cells of 512 to 1 units. */
#define RENDER_NOISE ((struct noise_spectrum){.largest_log2 = 9, .full = 10, .gain = 1.0})

/* Coverage noise is n = noise_mean + noise_spread * z, at most 1 and at least the place value less
 * 1. Measured. */
struct render_model {
    float noise_mean, noise_spread;
};
extern const struct render_model render_model;

#endif
