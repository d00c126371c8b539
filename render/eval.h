/* One tile of coverage. Private to render/. */
#ifndef RENDER_EVAL_H
#define RENDER_EVAL_H

#include "render/cull.h"
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

/*
 * The steps of eval_tile(), for those who keep what does not change (render/live.h).
 *
 * eval_start() prepares scratch for a tile and returns its samples. Sample (i, j) of a plane stands
 * at [j * scratch->stride + i], in whole groups of base/lanes.h.
 */
struct eval_extent {
    size_t columns, rows;
    size_t groups;         /* of a row */
    const uint64_t *x, *y; /* positions */
};
struct eval_extent eval_start(const struct render_plan *plan, const struct eval_tile *tile,
                              struct plan_scratch *scratch);

/* eval_ground() fills planes of altitude above base and gradient of a terrain of the plan;
 * scratch->slope_x and slope_y are its derivatives afterwards. eval_ranges() fills *tile and
 * rows[row of samples] with the ranges of such planes. */
void eval_ground(const struct render_plan *plan, uint32_t terrain, const struct eval_extent *extent,
                 float *rise, float *slope, struct plan_scratch *scratch);
void eval_ranges(const struct render_plan *plan, const struct eval_extent *extent,
                 const float *rise, const float *slope, struct cull_range *tile,
                 struct cull_range *rows);

/* eval_values() fills the planes of values of the quantities that come of a terrain's slopes, in so
 * many groups, from its derivatives in scratch->slope_x and slope_y. */
void eval_values(const struct render_plan *plan, uint32_t terrain, float *const *value,
                 const float *slope_x, const float *slope_y, size_t groups);

/* eval_made_values() fills those of the others, once the rise of every terrain is at hand. */
void eval_made_values(const struct render_plan *plan, float *const *value, const float *const *rise,
                      size_t groups);

/* eval_masks() fills those of masks for a tile. */
void eval_masks(const struct render_plan *plan, const struct eval_extent *extent,
                float *const *value);

/* eval_limits() multiplies places of a layer by what its limits by quantities leave; value[source]
 * and slope begin at them. */
void eval_limits(float *place, const struct render_plan *plan, const struct plan_layer *layer,
                 float *const *value, size_t at, const float *slope, size_t groups);

/* eval_own() fills a plane with the coverage of a layer of which `ramps` count in the tile (and
 * that is not proven to be nothing): its own, or, below a plane `above`, that times its own; there
 * noise is left out where nothing is above. Counts in scratch->noise_rows. */
struct eval_own {
    const struct plan_layer *layer;
    uint32_t ramps;                /* of cull_ramps() */
    const float *rise, *slope;     /* the terrain that it sees, */
    const struct cull_range *rows; /* and its ranges by row */
    float *const *value;           /* [source] */
    const float *above;            /* eff of the parent; NULL: 1 */
    float *z;                      /* NULL, or a plane of the noise, of which */
    bool *z_known;                 /* [row] are known, and become so */
};
void eval_own(float *out, const struct render_plan *plan, const struct eval_own *layer,
              const struct eval_extent *extent, struct plan_scratch *scratch);

/* eval_mean() fills a plane of texels with the means over the samples of each, summed by rows from
 * the north, each from the west. The padding repeats the last texel of a row. */
void eval_mean(float *out, const float *plane, const struct render_plan *plan,
               const struct eval_tile *tile, const struct plan_scratch *scratch);

/* eval_weights() fills weight and own_weight of groups x LANES_GROUP samples from eff and nowhere:
 * from the last painted layer down, a layer shows where nothing later covers it; the root takes
 * what is left. */
void eval_weights(const struct render_plan *plan, size_t groups, struct plan_scratch *scratch);

#endif
