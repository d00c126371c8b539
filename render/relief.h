/* The relief of layers below the points of the terrain: BMAM, BMTX, MTER. Private to render/. */
#ifndef RENDER_RELIEF_H
#define RENDER_RELIEF_H

#include "render/plan.h"

/* Relief of one texture; layers of equal textures share one. */
struct relief_texture {
    struct noise_fractal noise;
    uint32_t bits[3]; /* of BMTX/SETT: ORIG (two components) and NEGA */
};

struct relief {
    uint32_t layer_count, texture_count;
    struct relief_texture *textures; /* [layer] at most */
    uint32_t *texture_of_layer;
    float *amount; /* [layer]: BMAM */
    float *mimic;  /* [layer]: MTER */
    float rate[2]; /* slopes along x and y of a terrain unit up in a terrain unit across */
};

/* relief_create() makes the relief of a map's layers; the caller frees it with relief_free() in any
 * case, of a zeroed one, too. SCREE_NO_MEMORY. */
MUST_USE enum scree_code relief_create(struct relief *relief, const struct srf_map *map,
                                       const struct ter_field *field, struct scree_error *err);
void relief_free(struct relief *relief);

/* Where relief is wanted, groups of base/lanes.h, and how fine. */
struct relief_run {
    const struct noise_scatter_kernels *scatter;
    const uint64_t *x, *y;
    const float *finest; /* the finest size to be shown, in terrain units */
    size_t groups;
};

/* relief_add() adds the relief to slopes and, unless it is NULL, to height (terrain units): every
 * layer's by its weight, along the ground's normal. scratch has the weights and slopes of the ground. */
void relief_add(const struct relief *relief, const struct relief_run *run,
                const struct plan_scratch *scratch, float *slope_x, float *slope_y, float *height);

#endif
