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

/* eval_weights() fills weight and own_weight of groups x LANES_GROUP samples from eff and nowhere:
 * from the last painted layer down, a layer shows where nothing later covers it; the root takes
 * what is left. */
void eval_weights(const struct render_plan *plan, size_t groups, struct plan_scratch *scratch);

#endif
