/*
 * Layers for runs of texels: the builds of layer_rows.c. Private to render/.
 *
 * Planes are runs of whole groups (base/lanes.h), aligned to 64 bytes; outputs do not overlap
 * inputs unless said. Bits are those of render/point.h. Cannot fail; threads: any, on different
 * outputs.
 */
#ifndef RENDER_LAYER_ROWS_H
#define RENDER_LAYER_ROWS_H

#include "render/plan.h"

/* Bits of a set of ramps, in the order in which they are multiplied. */
enum {
    LAYER_ABOVE_MIN = 1 << 0,
    LAYER_BELOW_MAX = 1 << 1,
    LAYER_STEEPER_THAN_MIN = 1 << 2,
    LAYER_GENTLER_THAN_MAX = 1 << 3
};

/* Layers of which texels show means of weights: planes of samples and of texels as in a scratch
 * (render/plan.h), of which rows of texels from `first` on are at hand. */
struct layer_stack {
    uint32_t count;          /* layers, from the first painted on */
    const float *const *eff; /* [layer] of samples; the first has what is left */
    float *const *weight;    /* [layer] of texels */
    const float *bare;       /* of samples: what is left for these layers */
    float *left, *here;      /* room, each for the samples of a row of texels */
    size_t stride, texel_stride;
    uint32_t per_x, per_y, width, first, rows;
};

struct layer_kernels {
    /* slope = length of the gradient */
    void (*slope)(float *slope, const float *slope_x, const float *slope_y, size_t groups);
    /* Least and greatest value of a plane of at least one group, padding included. */
    void (*range)(float *least, float *greatest, const float *plane, size_t groups);
    /* place = coverage times the ramps of the set */
    void (*place)(float *place, const struct plan_layer *layer, const struct plan_relief *relief,
                  uint32_t ramps, const float *rise, const float *slope, size_t groups);
    /* Whether anything is not 0. */
    int (*any)(const float *plane, size_t groups);
    /* Whether noise changes anything: at place 0, place 1 and where the parent (NULL: everywhere)
     * is not, it has no effect, to the bit. */
    int (*open)(const float *place, const float *above, size_t groups);
    /* place becomes own coverage */
    void (*own)(float *place, const float *z, float vari, const struct render_model *model,
                size_t groups);
    /* eff *= above */
    void (*under)(float *eff, const float *above, size_t groups);
    /* weight = eff * bare, then bare *= 1 - eff */
    void (*weigh)(float *weight, float *bare, const float *eff, size_t groups);
    /* Means of a row of texels over per_x * per_y samples each, summed by rows, each from the
     * first; rows of samples are `stride` apart. Of the planes, nothing behind `texels` is read or
     * written. */
    void (*mean)(float *out, const float *samples, size_t stride, uint32_t per_x, uint32_t per_y,
                 size_t texels);
    /* weigh() from the last painted layer down, and mean() of each, padding included */
    void (*compose)(const struct layer_stack *stack);
};

/* layer_select() is the build for an instruction set, as cpu_choose() finds it, or NULL. */
const struct layer_kernels *layer_select(enum cpu_isa isa);

extern const struct layer_kernels layer_rows_baseline;
extern const struct layer_kernels layer_rows_x86_64_v3;
extern const struct layer_kernels layer_rows_skylake_avx512;

#endif
