/*
 * What the altitudes and slopes of some samples prove about a layer there, to the bit. Private to
 * render/.
 */
#ifndef RENDER_CULL_H
#define RENDER_CULL_H

#include "render/plan.h"

/* Least and greatest altitude above base and gradient over samples. */
struct cull_range {
    float rise_min, rise_max, slope_min, slope_max;
};

/*
 * cull_ramps() is the set of the layer's ramps (LAYER_... in layer_rows.h) that are not 1 at every
 * sample within the range; *nowhere says that the place value is 0 at every
 * one. Slopes are judged by the wide spread, in which the narrow one lies. Every operation of a ramp is monotone in the distance, rounding included, so the ends of the
 * range decide.
 */
uint32_t cull_ramps(const struct plan_layer *layer, const struct plan_relief *relief,
                    const struct cull_range *range, bool *nowhere);

/* cull_widen() makes range hold what more holds, too. */
void cull_widen(struct cull_range *range, const struct cull_range *more);

/*
 * cull_decide() decides about layer k of a plan by the ranges in scratch, those before it being
 * decided: nowhere[k] and eff[k] are set. True if the plane own_eff[k] is to be written, with the
 * ramps that count; an exhaustive plan has all of them.
 */
bool cull_decide(uint32_t *ramps, const struct render_plan *plan, uint32_t k,
                 struct plan_scratch *scratch);

/* cull_all_ramps() is the set of ramps that the layer has on. */
uint32_t cull_all_ramps(const struct plan_layer *layer);

#endif
