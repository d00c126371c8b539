/*
 * What is made of a texel's shares, an operation at a time: the point form (point.c) and the rows
 * form (splat_rows.c) share these. Private to render/.
 *
 * Rule (Planes and pictures): Coverage is summed in whole units of 2^-24 texel. See
 * model.md#outputs, render/splat_rows.c, render/tiles.c. Tests: unit/test_render
 * (coverage_sums_are_exact, units_are_rounded).
 *
 * Rule (Planes and pictures): Blend alphas give back the weights. See formats/blend.md,
 * render/point.c, render/splat_rows.c. Tests: unit/test_render
 * (blend_alphas_give_back_the_weights, nine_materials_are_given_back),
 * kernels/splat_rows-baseline (blend_maps), ogre/ogre_example.
 *
 * Rule (Planes and pictures): Alphas of covered materials have their own reach, without a jump.
 * See formats/blend.md, render/splat.c. Tests: unit/test_render (hidden_alphas_are_filled,
 * blend_alphas_do_not_jump).
 */
#ifndef RENDER_SHARE_H
#define RENDER_SHARE_H

#include <stdint.h>

#include "render/ramp.h"

/* A share as a whole number of total, to nearest. */
static inline int32_t share_round(float share, float total)
{
    return (int32_t)(clamp01(share) * total + 0.5f);
}

/*
 * Alpha of a material in a chain of lerps, made from the top down: its share of what the alphas
 * above it leave. Where those leave little, their 8-bit error would make it jump about; it hardly
 * matters at the texel but is seen through the engine's filter at the next one. There it is the
 * plain share of what the material and all below it hold, and where nothing is held, `alone`.
 */
#define SHARE_LITTLE_LEFT 0.0625f
static inline float share_alpha(float share, float left, float held, float alone)
{
    const float of_left = share / left, of_held = share / held;
    const float plain = held > 0.0f ? of_held : alone;
    return left >= SHARE_LITTLE_LEFT ? of_left : plain;
}

/* What a written alpha leaves of `left`. */
static inline float share_left(float left, int32_t alpha)
{
    return left * ((float)(255 - alpha) / 255.0f);
}

#endif
