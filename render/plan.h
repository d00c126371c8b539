/* What planning prepares and evaluation reads. Private to render/. */
#ifndef RENDER_PLAN_H
#define RENDER_PLAN_H

#include "base/sha.h"
#include "noise/noise.h"
#include "render/render.h"

/* One limit: a ramp that starts at limit. */
struct plan_ramp {
    bool on;
    float limit; /* altitude above the field's base_tu in terrain units, or gradient */
    float rate;  /* A / F */
};

/* A limit by another quantity than altitude and slope, of which a plane of values is at hand. */
struct plan_limit {
    enum srf_quantity quantity;
    uint32_t source; /* which of plan->sources has the values */
    struct plan_ramp
        ramp[2];         /* min, max in the quantity's unit; of the aspect the first, whose limit
                                 is the spread */
    float toward, level; /* of the aspect; level is the share of level ground */
    bool inverted;       /* of the mask */
};

struct plan_layer {
    uint32_t parent;  /* layer; 0 for the root, which has none */
    uint32_t terrain; /* which of plan->terrains the layer sees */
    bool everywhere;  /* own coverage 1: a root whose density is not asked for */
    float covr, vari; /* clamped to [0, 1] and [0, inf) */
    struct plan_ramp altitude[2], slope[2]; /* min, max */
    uint32_t limit_count;
    struct plan_limit limits[SRF_QUANTITIES]; /* in the order in which they are multiplied */
    struct noise_fractal noise;
    float colour[3]; /* DIFC / 256 */
};

/* Slopes spread around a gradient, as factors of it: 1/r, r, r - 1/r. */
struct plan_spread {
    float least, most, width;
};

/* The slope rule: the mean over the wide spread, or where narrow_share is above 0 that share of the
 * mean over the narrow one and the rest of it. The narrow one lies within the wide one. */
struct plan_relief {
    struct plan_spread wide, narrow;
    float narrow_share;
};

/* What is made of a terrain, at each of its points. */
enum plan_made {
    PLAN_AS_IS,
    PLAN_MEAN,      /* heights averaged over a square of `size` units */
    PLAN_CURVATURE, /* of what fits heights over it */
    PLAN_FLOW,      /* the area that drains through a point */
    PLAN_SKY,       /* the share of the sky that a point sees */
    PLAN_NEAR       /* the distance to the nearest point that another layer has */
};
struct plan_near;
struct plan_filter {
    enum plan_made made;
    float size;                  /* 0 of what has none */
    char digest[SHA_HEX_SIZE];   /* of PLAN_NEAR: of all that decides the other layer's ground */
    const struct plan_near *how; /* and how it is found; not compared, NULL once it is made */
};

/* The terrain as it is (0) or made of it for layers. */
struct plan_terrain {
    const struct ter_field *field;
    struct plan_filter filter;
};

/* A terrain that a plan made itself. */
struct plan_kept {
    struct plan_kept *next;
    struct plan_filter filter;
    struct ter_field *field;
};

/* Values of a quantity at every sample, which limits of layers share. */
struct plan_source {
    enum srf_quantity quantity;
    uint32_t terrain; /* that it is of */
    uint32_t made;   /* of the position the terrain of means, of the curvature and those with bounds
                       * their own, of the mask which of plan->masks; else 0 */
    float bounds[2]; /* of plan_is_bounded(): what values between points are kept within */
};
static inline bool plan_is_bounded(enum srf_quantity quantity)
{
    return quantity == SRF_WETNESS || quantity == SRF_SKY || quantity == SRF_NEAR;
}

/* Along one axis of a mask: samples lie between the middles of pixel first and the next, a part of the
 * way. */
struct plan_pixels {
    uint32_t *first;
    float *part;
};

/* The picture of a mask over the whole terrain. */
struct plan_mask {
    struct srf_mask *picture; /* the plan is one of its owners, */
    struct srf_mask *of;      /* and of what it was made of by averaging over a square */
    float feather;            /* of so many units */
    double scale[2];          /* pixels in a step of a position, x and y */
    uint64_t north;           /* the position of the north edge */
    struct plan_pixels x, y;  /* of plan->x and plan->y */
};

/*
 * One thread's working memory. Sample (i, j) of the tile at hand stands at [j * stride + i] of a
 * sample plane, texel (i, j) at [j * texel_stride + i] of a texel plane; rows are whole groups of
 * base/lanes.h. Where a texel is one sample the two are the same.
 */
struct plan_scratch {
    float *memory;
    struct ter_rows *terrain;      /* for plan->terrain */
    struct noise_rows *noise;      /* for plan->noise */
    struct cull_range *range;      /* [terrain] of the tile */
    struct cull_range **row_range; /* [terrain][row of samples] of the tile */
    bool *nowhere;                 /* [layer]: proven to be nothing in the tile */
    size_t stride, texel_stride;
    float *z;                      /* the noise of a row of samples */
    float *nothing;                /* a plane of zeros, never written */
    float **rise, **slope;         /* [terrain]: altitude above base, gradient */
    float **value;                 /* [source]: values of a quantity */
    float *slope_x, *slope_y;      /* of terrain 0, for shading */
    float **own_eff, **own_weight; /* [layer]: planes to write */
    const float **eff, **weight;   /* [layer]: those, or `nothing` */
    float *texel_slope_x, *texel_slope_y;
    const float *texel_shine;                /* light on the slopes, where it is known; or NULL */
    float **mean_eff, **mean_weight;         /* [layer]: planes to write, if a texel is a mean */
    const float **texel_eff, **texel_weight; /* [layer]: what a texel shows */

    bool *missing; /* [texel] of the tile: no data; NULL: the terrain is complete */

    /* For splat.c, a run of SPLAT_RUN texels for each material: */
    float *sums_of_layers, *rests;
    int32_t *codes;
    const float **share;        /* [material] */
    const float **present;      /* those that may be above 0 */
    uint32_t *present_at;       /* and their numbers */
    uint64_t *sums, *areas;     /* [material] of the coverage target; areas: of a grid in degrees */
    struct splat_paint *paints; /* [layer] */

    uint64_t points;     /* that eval_points() evaluated so far */
    uint64_t noise_rows; /* rows of samples for which eval_own() evaluated noise so far */
};

struct render_plan {
    const struct render_model *model;
    const struct srf_map *map;
    struct render_options options;
    uint32_t width, height;             /* of the crop */
    uint32_t whole_width, whole_height; /* of the grid */
    uint32_t per_x, per_y;              /* samples across and down a texel */
    uint32_t tile;                      /* texels a side */
    uint32_t threads;
    uint32_t scratch_octaves; /* that a scratch has room for */
    uint64_t *x, *y;          /* position of each sample column and row, in image order */
    const struct ter_kernels *terrain;
    const struct noise_kernels *noise;
    const struct layer_kernels *layer;
    const struct limit_kernels *limit;
    const struct splat_kernels *splat;

    uint32_t layer_count, terrain_count, source_count, mask_count;
    struct plan_layer *layers;
    struct plan_terrain *terrains;
    struct plan_kept *kept; /* without a lender */
    struct plan_source *sources;
    struct plan_mask *masks;
    struct plan_relief relief;
    struct plan_scratch *scratch; /* [thread] */
    struct render_areas areas;    /* of the rows */
    struct ter_window *window;    /* of terrain 0 */
    uint32_t window_rows;         /* texel rows that it has room for: whole tiles */
};

/*
 * plan_create() is render_plan_create(); lender, which may be NULL, lends terrains made for a layer,
 * so that they outlive the plan and serve the next one, too. A plan for the same field and
 * the same options but for threads, or NULL, gives its working memory if that fits: it must not
 * evaluate any more.
 */
struct plan_lender {
    struct render_plan *old;
    enum scree_code (*filtered)(void *context, const struct ter_field **out,
                                struct plan_filter filter, struct scree_error *err);
    void *context;
    const struct plan_near *within; /* what the plan is for, or NULL: of no layer's ground */
};

/* How the ground of a layer that others are near to is found: by a plan of it and what it stands in, or as the terrain
 * has it. */
struct plan_near {
    const struct srf_map *map;
    const struct srf_layer *to; /* of it; NULL: what lies on the terrain, which is */
    enum ter_thing thing;
    const struct render_options *options;
    struct plan_lender lender;
    uint32_t depth; /* plans for such within each other */
};

/* plan_near() is the filter of what a layer of a plan is near to. how is filled, and outlives the making. lender makes
 * terrains of the plan. SCREE_MALFORMED as srf_near(), SCREE_BAD_ARGUMENT (the terrain has no such thing), SCREE_LIMIT,
 * SCREE_NO_MEMORY. plan_near_field() is what it makes
 * of a field in memory. Errors as derive_near() and plan_create(). */
MUST_USE enum scree_code plan_near(struct plan_filter *out, struct plan_near *how,
                                   const struct render_plan *plan, uint32_t layer,
                                   const struct plan_lender *lender, struct scree_error *err);
MUST_USE enum scree_code plan_near_field(struct ter_field **out, const struct ter_field *field,
                                         const struct plan_near *how, struct scree_job *job,
                                         struct scree_error *err);
MUST_USE enum scree_code plan_create(struct render_plan **out, const struct ter_field *field,
                                     const struct srf_map *map,
                                     const struct render_options *options,
                                     const struct plan_lender *lender, struct scree_error *err);

/* plan_same_filter() compares two; plan_filter_field() makes a field of one that may stay in its file,
 * which the caller frees. Errors as ter_smooth() and ter_curvature(). */
bool plan_same_filter(struct plan_filter a, struct plan_filter b);
MUST_USE enum scree_code plan_filter_field(struct ter_field **out, const struct ter_field *field,
                                           struct plan_filter filter, struct scree_job *job,
                                           struct scree_error *err);

/* plan_mask() makes the number of a layer's mask in plan->masks, on first use; plan_masks_free() frees
 * them. SCREE_BAD_ARGUMENT: the map does not have its picture; SCREE_NO_MEMORY */
MUST_USE enum scree_code plan_mask(uint32_t *out, struct render_plan *plan,
                                   const struct srf_layer *layer, const struct plan_lender *lender,
                                   struct scree_error *err);
void plan_masks_free(struct render_plan *plan);
/* plan_masks_bytes() is what pictures take that a plan makes, those with a feather. */
uint64_t plan_masks_bytes(const struct srf_map *map);

/* plan_layer_values() takes the coverage, noise weight and limits of a layer; altitudes count from
 * base_tu. Limits by quantities that it had keep their sources. */
void plan_layer_values(struct plan_layer *layer, const struct srf_layer *from, double base_tu);
/* plan_relief_of() is the slope rule where the option is `relief`. */
struct plan_relief plan_relief_of(double relief);
/* plan_rate() is A / F of a ramp. */
float plan_rate(double fuzziness);

/* plan_size() chooses sizes from options that were checked: the first six numbers of a plan. */
void plan_size(struct render_plan *plan, const struct ter_field *field);
/* plan_scratch_bytes() is about what plan_scratch_create() takes. */
uint64_t plan_scratch_bytes(const struct render_plan *plan, const struct ter_field *field);
/* plan_choose_tile() decides plan->tile from the options and the number of layers and terrains. */
void plan_choose_tile(struct render_plan *plan);

/* plan_choose_window() decides plan->window_rows, after the tile, and returns the grid rows they
 * take. */
size_t plan_choose_window(struct render_plan *plan, const struct ter_field *field);

/* plan_sample_floats() and plan_texel_floats() are the sizes of a tile's planes of samples and of
 * texels. */
size_t plan_sample_floats(const struct render_plan *plan);
size_t plan_texel_floats(const struct render_plan *plan);

/* plan_most_octaves() is the most octaves that a layer has. */
uint32_t plan_most_octaves(const struct render_plan *plan);

/* plan_scratch_create() allocates a thread's working memory; plan_scratch_free() accepts a zeroed
 * or half-built one. SCREE_NO_MEMORY. */
MUST_USE enum scree_code plan_scratch_create(struct plan_scratch *s, const struct render_plan *plan,
                                             struct scree_error *err);
void plan_scratch_free(struct plan_scratch *s);
/* plan_scratch_take() moves the working memory of all threads from a plan that needs the same;
 * false if it does not. */
bool plan_scratch_take(struct render_plan *plan, struct render_plan *from);

#endif
