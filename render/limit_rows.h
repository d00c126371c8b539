/*
 * Limits by other quantities for runs of texels: the builds of limit_rows.c. Private to render/.
 *
 * Planes are those of render/layer_rows.h. Bits are those of render/point.h. Cannot fail; threads:
 * any, on different outputs.
 */
#ifndef RENDER_LIMIT_ROWS_H
#define RENDER_LIMIT_ROWS_H

#include "render/plan.h"

struct limit_kernels {
    /* aspect = the direction that the ground faces, degrees clockwise from north */
    void (*aspect)(float *aspect, const float *slope_x, const float *slope_y, size_t groups);
    /* position = rise less the mean of what is around it */
    void (*position)(float *position, const float *rise, const float *mean, size_t groups);
    /* place *= what a limit leaves at the values of its quantity and at slopes */
    void (*limit)(float *place, const struct plan_limit *limit, const float *value,
                  const float *slope, size_t groups);
};

/* limit_select() is the build for an instruction set, as cpu_choose() finds it, or NULL. */
const struct limit_kernels *limit_select(enum cpu_isa isa);

extern const struct limit_kernels limit_rows_baseline;
extern const struct limit_kernels limit_rows_x86_64_v3;
extern const struct limit_kernels limit_rows_skylake_avx512;

#endif
