/*
 * Limits by other quantities for runs of texels: the builds of limit_rows.c. Private to render/.
 *
 * Planes are those of render/layer_rows.h. Bits are those of render/point.h. Cannot fail; threads:
 * any, on different outputs.
 */
#ifndef RENDER_LIMIT_ROWS_H
#define RENDER_LIMIT_ROWS_H

#include "render/plan.h"

/* A row of samples on the picture of a mask. */
struct limit_mask_row {
    const uint16_t *north, *south; /* rows of pixels on either side */
    const uint32_t *first;         /* [sample] */
    const float *across;           /* [sample]: the part of the way to the next pixel */
    float down;                    /* and from the northern row to the southern */
    float most_code;
    size_t count; /* of samples */
};

struct limit_kernels {
    /* aspect = the direction that the ground faces, degrees clockwise from north */
    void (*aspect)(float *aspect, const float *slope_x, const float *slope_y, size_t groups);
    /* position = rise less the mean of what is around it */
    void (*position)(float *position, const float *rise, const float *mean, size_t groups);
    /* out = values, those beyond the bounds being the nearer bound */
    void (*within)(float *out, const float *value, const float bounds[2], size_t groups);
    /* mask = the picture's value, of row->count samples; the rest of the groups repeats the last */
    void (*mask)(float *mask, const struct limit_mask_row *row, size_t groups);
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
