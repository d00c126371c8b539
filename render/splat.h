/* Coverage of a tile to what a target asks for. Private to render/. */
#ifndef RENDER_SPLAT_H
#define RENDER_SPLAT_H

#include "render/eval.h"

/* splat_tile() writes the tile's texels of one target. top is the tile's first row counted from
 * the first row of the target's planes. */
void splat_tile(const struct render_plan *plan, const struct eval_tile *tile, uint32_t top,
                const struct render_target *target, struct plan_scratch *scratch);

/* view_tile() does so for RENDER_PICTURE_RGB8. */
void view_tile(const struct render_plan *plan, const struct eval_tile *tile, uint32_t top,
               const struct render_target *target, const struct plan_scratch *scratch);

/*
 * splat_quantise() splits total among count shares in whole numbers by largest remainder: out[m] is
 * shares[m] * total rounded down, and what is missing from total goes, one each, to the largest
 * remainders, the lower m first among equals. shares >= 0 and add up to 1 but for rounding; they
 * are overwritten.
 */
void splat_quantise(uint32_t *out, float *shares, uint32_t count, uint32_t total);

#endif
