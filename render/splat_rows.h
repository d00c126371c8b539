/*
 * Coverage to numbers for runs of texels: the builds of splat_rows.c. Private to render/.
 *
 * A run has whole groups of texels, at most SPLAT_RUN of them (base/lanes.h; for light() and
 * lay_bare() any number). A share is a run of
 * floats, one for each of count materials; results of materials stand SPLAT_RUN apart. Bits are
 * those of render/point.h. Cannot fail; threads: any, on different outputs.
 */
#ifndef RENDER_SPLAT_ROWS_H
#define RENDER_SPLAT_ROWS_H

#include "render/plan.h"

#define SPLAT_RUN 64

/* A layer of a picture: a run of its weights and its colour. */
struct splat_paint {
    const float *weight;
    const float *channel; /* [3] */
};

struct splat_kernels {
    /* sum += plane */
    void (*add)(float *sum, const float *plane, size_t groups);
    /* most = the greater of most and plane */
    void (*raise)(float *most, const float *plane, size_t groups);
    /* code[m] of shares by largest remainder; rest is scratch of the same shape */
    void (*quantise)(int32_t *code, float *rest, const float *const *share, uint32_t count,
                     int32_t total, size_t groups);
    /* code = share as a whole number of total, to nearest */
    void (*round)(int32_t *code, const float *share, float total, size_t groups);
    /* code = number of the material of the greatest share, ties to the later; count >= 1 */
    void (*winner)(int32_t *code, const float *const *share, const uint32_t *number, uint32_t count,
                   size_t groups);
    /* One material of a blend map from the top down: packed |= alpha << shift and left loses it.
     * held is what the material and all below it hold. spare may be NULL where lacks() says no. */
    void (*blend)(uint32_t *packed, float *left, const float *share, const float *held,
                  const float *spare, uint32_t shift, size_t groups);
    /* Whether blend() needs spare somewhere. */
    int (*lacks)(const float *left, const float *held, size_t groups);
    /* bare *= 1 - eff */
    void (*lay_bare)(float *bare, const float *eff, size_t groups);
    /* Sum of share in units of 2^-24 over the first count texels. */
    uint64_t (*sum)(const float *share, size_t count);
    /* light on a slope */
    void (*light)(float *light, const struct render_light *view, const float *slope_x,
                  const float *slope_y, size_t groups);
    /* colour += weight * channel */
    void (*paint)(float *colour, const float *weight, float channel, size_t groups);
    /* packed = pixel of light on what the paints add up to from 0, red lowest */
    void (*picture)(uint32_t *packed, const struct splat_paint *paints, uint32_t count,
                    const float *light, const struct render_light *view, size_t groups);
    /* The low 8 or 16 bits of codes. */
    void (*narrow8)(uint8_t *out, const int32_t *code, size_t groups);
    void (*narrow16)(uint16_t *out, const int32_t *code, size_t groups);
};

/* splat_select() is the build for an instruction set, as layer_select() in layer_rows.h. */
const struct splat_kernels *splat_select(enum cpu_isa isa);

extern const struct splat_kernels splat_rows_baseline;
extern const struct splat_kernels splat_rows_x86_64_v3;
extern const struct splat_kernels splat_rows_skylake_avx512;

#endif
