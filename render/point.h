/*
 * The model at one texel, written to be read: the definition of every bit. layer_rows.c and
 * splat_rows.c repeat its operations in its order for runs of texels. Private to render/.
 *
 * Tests and probe.c call it; the primitives (ramps, the exponential) are shared, in render/ramp.h.
 */
#ifndef RENDER_POINT_H
#define RENDER_POINT_H

#include "render/plan.h"

/* point_slope() is what a slope limit leaves at a gradient; gentler: the layer is on gentler slopes
 * than the limit (a maximum). */
float point_slope(struct plan_ramp limit, const struct plan_relief *relief, float slope,
                  bool gentler);

/* point_ramps() is what the limits of a layer leave: altitude min, max, slope min, max; 1 where a
 * limit is off. rise_tu is the altitude above the field's base. */
void point_ramps(float out[4], const struct plan_layer *layer, const struct plan_relief *relief,
                 float rise_tu, float slope);

/* point_place() is how far the place lets a layer be there: coverage times these, from left to
 * right. */
float point_place(const struct plan_layer *layer, const struct plan_relief *relief, float rise_tu,
                  float slope);

/* point_limit() is what a limit by another quantity leaves at its value and a gradient. The place
 * value is that of point_place() times these, in the order of the layer's. */
float point_limit(const struct plan_limit *limit, float value, float slope);

/* point_own() is own coverage: the noise z applied to a place value. */
float point_own(const struct render_model *model, float place, float vari, float z);

/*
 * point_quantise() splits total among count shares in whole numbers by largest remainder: out[m] is
 * shares[m] * total rounded down, and what is missing from total goes, one each, to the largest
 * remainders, the lower m first among equals. shares >= 0 and add up to 1 but for rounding; they
 * are overwritten. total <= 65535.
 */
void point_quantise(uint32_t *out, float *shares, uint32_t count, uint32_t total);

/* point_round() is a share as a whole number of total, to nearest. */
uint32_t point_round(float share, float total);

/* point_winner() is the greatest share, ties to the later. count >= 1. */
uint32_t point_winner(const float *shares, uint32_t count);

/*
 * point_blend() makes the alphas of materials 1 .. count - 1 (count <= RENDER_BLEND_MATERIALS) for
 * colour = lerp(colour, texture m, alpha m), m = 1, 2, ...: alphas[m - 1] is the material's share
 * of what it and everything below it hold, taken from the top down with the 8-bit error of the
 * upper ones carried along (render/share.h). alone[m] is the reach that the material would have
 * alone, 1 - product of (1 - eff) over its layers, which is what that share tends to where nothing
 * is held; NULL if shares[0] > 0, for then something always is.
 */
void point_blend(uint8_t *alphas, const float *shares, const float *alone, uint32_t count);

/* point_tone() is a colour channel under light as a pixel. */
uint8_t point_tone(float colour, const struct render_light *light);

/* point_light() is the light that falls on a slope: 1 for a view that is not lit. */
float point_light(const struct render_light *light, float slope_x, float slope_y);

#endif
