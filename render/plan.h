/* What planning prepares and evaluation reads. Private to render/. */
#ifndef RENDER_PLAN_H
#define RENDER_PLAN_H

#include "noise/noise.h"
#include "render/render.h"

/* One limit: a ramp that starts at limit. */
struct plan_ramp {
    bool on;
    float limit; /* altitude above the field's base_tu in terrain units, or gradient */
    float rate;  /* A / F */
};

struct plan_layer {
    uint32_t parent;  /* layer; 0 for the root, which has none */
    uint32_t terrain; /* which of plan->terrains the layer sees */
    bool everywhere;  /* own coverage 1: a root whose density is not asked for */
    float covr, vari; /* clamped to [0, 1] and [0, inf) */
    struct plan_ramp altitude[2], slope[2]; /* min, max */
    struct noise_fractal noise;
    float colour[3]; /* DIFC / 256 */
};

/* The terrain as it is (0) or averaged for a layer with a large SMSZ. */
struct plan_terrain {
    const struct ter_field *field;
    struct ter_field *owned; /* the same, if the plan must free it */
    float smsz;
};

/* One thread's working memory. A plane holds samples_max floats, sample (i, j) of the tile at
 * [j * sample_width + i]; texel planes hold tile * tile floats. */
struct plan_scratch {
    float *memory;
    float *row;               /* for ter_sample_row() */
    float *z;                 /* the noise of a row of samples */
    struct noise_rows *noise; /* for plan->noise */
    float **rise, **slope;    /* [terrain]: altitude above base, gradient */
    float *slope_x, *slope_y; /* of terrain 0, for shading */
    float **eff, **weight;    /* [layer] */
    /* Texel planes: the planes above where a texel is one sample, means of them otherwise. */
    float *texel_slope_x, *texel_slope_y;
    float **texel_eff, **texel_weight;
    float *materials; /* [material]: weights of a texel */
    uint32_t *codes;  /* [material]: the same quantised */
    uint64_t *sums;   /* [material] of the coverage target */
};

struct render_plan {
    const struct srf_map *map;
    struct render_options options;
    uint32_t width, height;
    uint32_t per_x, per_y; /* samples across and down a texel */
    uint32_t tile;         /* texels a side */
    uint32_t threads;
    uint64_t *x, *y; /* position of each sample column and row, in image order */
    const struct noise_kernels *noise;

    uint32_t layer_count, terrain_count;
    struct plan_layer *layers;
    struct plan_terrain *terrains;
    float relief, relief_inverse, relief_width; /* R, 1/R, R - 1/R */
    struct plan_scratch *scratch;               /* [thread] */
};

#endif
