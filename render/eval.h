/* One tile of coverage. Private to render/. */
#ifndef RENDER_EVAL_H
#define RENDER_EVAL_H

#include "render/plan.h"

/* A tile: width x height texels from (column, row) of the grid on. */
struct eval_tile {
    uint32_t column, row, width, height;
};

/* eval_tile() fills the texel planes of scratch, texel (i, j) of the tile at
 * [j * scratch->texel_stride + i]. Cannot fail; reads nothing but the plan, writes nothing but
 * scratch. */
void eval_tile(const struct render_plan *plan, const struct eval_tile *tile,
               struct plan_scratch *scratch);

#endif
