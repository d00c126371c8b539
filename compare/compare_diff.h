/*
 * Differences: of two surface maps in layers and values, of two coverages in weights, and how much
 * of the second each of the first explains (docs/comparing-maps.md).
 */
#ifndef COMPARE_COMPARE_DIFF_H
#define COMPARE_COMPARE_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/answers.h>

#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

/*
 * ---- What differs between two surface maps ----
 *
 * Layers of both maps are one list of joint numbers: first those of the map before, in its order,
 * then those that only the map after has.
 */

/* "removed", "added", ... */
const char *compare_change_kind_name(int kind);

enum compare_measure {
    COMPARE_PLAIN,
    COMPARE_SWITCH,   /* srf_is_on() */
    COMPARE_ALTITUDE, /* terrain units upwards */
    COMPARE_LENGTH,   /* terrain units across */
    COMPARE_SLOPE,    /* gradient */
    COMPARE_DEGREES,
    COMPARE_TEXT /* no number: texts say it */
};

#define COMPARE_MAX_NUMBERS 4 /* of struct scree_change */

struct compare_change {
    struct scree_change
        is;          /* paths as srf_layer_path() has them; evaluated, alone and explains are of
                               compare_evaluate() */
    uint32_t layers; /* of added and removed: how many layers */
    bool limit; /* field is e.g. "slope.max", of which more than one number differs: they are those
                   of on, at and fuzziness */
    enum compare_measure measure;
    const char *texts[2]; /* of COMPARE_TEXT, from and to; else NULL */
    /* filled in by compare_evaluate() */
    uint64_t alone; /* what this change alone does to the map before, as compare_cover.amount */
    int64_t share;  /* how much of compare_cover.amount is gone once it is made */
    double ground_share; /* that by area, as compare_cover.ground_amount */
};

/* Texts are UTF-8, hold names as the files have them, and belong to the changes. */
struct compare_changes {
    size_t count;
    struct compare_change *list;                 /* [count]: by kind, then in painting order */
    uint32_t before_count, after_count;          /* layers */
    uint32_t *after_of_before, *before_of_after; /* SCREE_NO_LAYER: only in this map */
    uint32_t joint_count;
    uint32_t *joint_of_after; /* those of the map before are its own */
    struct mem_arena arena;
};

/*
 * compare_maps() says which layer of one map is which of the other, and what differs. Siblings of
 * equal name are the same layer, the first with the first. What is then left over is the same layer
 * where a name is left over once on each side (it was moved), or where, below the same parent, all
 * values are equal, or the place among the siblings is and at least half of the values (it was
 * renamed). Plug-in data, textures' names and the bump's texture are not looked at.
 * On success *out is freed by the caller with compare_changes_free(); on failure it is NULL.
 * SCREE_NO_MEMORY. Threads: any; the maps are only read.
 */
MUST_USE enum scree_code compare_maps(struct compare_changes **out, const struct srf_map *before,
                                      const struct srf_map *after, struct scree_error *err);
/* compare_changes_free() accepts NULL. */
void compare_changes_free(struct compare_changes *changes);

/*
 * ---- What differs between two coverages ----
 *
 * A coverage is a set of materials with a weight for every texel of a grid, a whole number of which
 * `full` is the whole texel. Materials of both sides have joint numbers of the caller's choice.
 * A texel whose weights are all 0 has no data; what has none on one side counts for neither.
 */
struct compare_source {
    uint32_t count;        /* materials, in painting order */
    const uint32_t *joint; /* [material]; no two are equal */
    /* Fills planes[material][(row - first_row) * width + column] of some rows. */
    void (*rows)(void *context, uint32_t first_row, uint32_t rows, uint32_t *const *planes);
    void *context;
};

/* All weights are whole numbers, so sums are exact. */
/* Sums below by area: each texel counts as its row weighs, 1 in the largest row (render/render.h,
 * Areas of texels). Without such weights they are the same numbers. */
struct compare_ground {
    double before, after, gained, lost;
};

/* Sums of weights, and of what each texel gained or lost: before + gained - lost = after. */
struct compare_sums {
    uint64_t before, after, gained, lost;
};

struct compare_area {
    struct scree_diff_material is; /* by area, the largest change the first of equals; no name */
    struct compare_sums sums;
    struct compare_ground ground;   /* the same by area */
    uint64_t won_before, won_after; /* texels where it is the strongest, ties to the later */
    uint32_t largest;               /* change of weight of one texel */
};

struct compare_region {
    uint64_t texels;
    uint64_t amount;        /* sum of the change of its texels */
    uint32_t left, top;     /* bounding box, in texels, row 0 first */
    uint32_t right, bottom; /* the last column and row */
    uint32_t peak;          /* the largest change of a texel, the first of equals, at: */
    uint32_t column, row;
    uint64_t units;               /* area in whole numbers: the same for equal regions */
    double ground, ground_amount; /* texels and amount by area; ground is that of units */
};

#define COMPARE_REGIONS 64 /* that are kept */
#define COMPARE_WINDOW 16  /* side of the window in which changed texels are counted */

struct compare_cover {
    uint32_t width, height, full;
    uint64_t texels;       /* that have data on both sides: those that count */
    double ground;         /* these by area, */
    double whole;          /* of which shares are: that, or 1 if there are none */
    double ground_missing; /* all others by area, */
    double ground_amount, ground_changed, *ground_moves; /* and these, below */
    uint64_t one_sided;         /* others that have data on one side: they differ */
    uint32_t count;             /* joint materials */
    struct compare_area *areas; /* [joint] */
    uint64_t *moves; /* [from * count + to]: texels whose strongest material changed; 0 if from ==
                        to */
    uint64_t amount; /* of change: the sum of what all materials gained in all texels */
    uint64_t texels_differ;  /* in which a weight differs at all */
    uint64_t texels_changed; /* of which at least `over` changed layer */
    uint32_t over;
    uint32_t largest; /* change of one weight in one texel, the first of equals: */
    uint32_t largest_joint, largest_column, largest_row;
    uint64_t region_total; /* connected regions of changed texels, corners connect */
    size_t region_count;   /* kept: the largest, by area, then amount, then place */
    struct compare_region regions[COMPARE_REGIONS];
    uint32_t window;  /* side of the window: COMPARE_WINDOW, less on a smaller grid */
    uint32_t densest; /* changed texels in the window that has most, the first of equals: */
    uint32_t densest_column, densest_row; /* its first column and row */
    uint64_t *alone,
        *rest; /* [variant]: amount of change from before to it, and from it to after */
    double *ground_alone, *ground_rest; /* these by area */
    struct mem_arena arena;
};

struct compare_cover_options {
    uint32_t width, height;
    uint32_t full;  /* 1 .. COMPARE_FULL_FINE */
    uint32_t count; /* joint materials */
    uint32_t over;  /* change from which a texel counts as changed, 1 .. full */
    const struct compare_source *variants;
    size_t variant_count;
    const struct render_areas *areas; /* of the rows, or NULL: all texels are alike */
    /* Sees each band of both sides by joint number, zero where a side lacks a material; or NULL. */
    void (*watch)(void *context, uint32_t first_row, uint32_t rows, const uint32_t *const *before,
                  const uint32_t *const *after);
    void *context;
    struct scree_job *job; /* or NULL */
};

/*
 * compare_cover() compares two coverages, a band of rows after another.
 * On success *out is freed by the caller with compare_cover_free(); on failure it is NULL.
 * SCREE_NO_MEMORY, SCREE_CANCELLED. Equal sources give equal results, whatever the height of the bands.
 */
MUST_USE enum scree_code compare_cover(struct compare_cover **out,
                                       const struct compare_source *before,
                                       const struct compare_source *after,
                                       const struct compare_cover_options *options,
                                       struct scree_error *err);
/* compare_cover_free() accepts NULL. */
void compare_cover_free(struct compare_cover *cover);

/* Steps of a weight: those of 8 and 16 bits are the masks' own, the finest are those
 * of render_units(). */
#define COMPARE_FULL_U8 255
#define COMPARE_FULL_U16 65535
#define COMPARE_FULL_FINE RENDER_UNITS

/* A map on a terrain as a source. */
struct compare_map_source;
struct compare_mapping {
    const struct ter_field *field;
    const struct srf_map *map;
    const struct render_options *render;
    uint32_t depth;        /* materials are as render_merge_depth() has them */
    uint32_t full;         /* one of the three above */
    const uint32_t *joint; /* [layer]: number of the material that begins with it */
};
/* compare_map_source_create() evaluates a map. field and map must outlive *out. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY as
 * render_plan_create(). */
MUST_USE enum scree_code compare_map_source_create(struct compare_map_source **out,
                                                   struct compare_source *source,
                                                   const struct compare_mapping *mapping,
                                                   struct scree_error *err);
/* compare_map_source_free() accepts NULL. */
void compare_map_source_free(struct compare_map_source *source);

/*
 * compare_evaluate() compares two maps on a terrain and fills in what each of the changes explains:
 * the map before is evaluated with that change alone, if it may place layers and can be made alone.
 * share of it is then by how much nearer that is to the map after; what all shares together leave
 * of cover->amount comes from changes acting together. With more than COMPARE_MAX_VARIANTS such
 * changes none is evaluated. options: the materials are those of `depth`, width and height of
 * render; of cover only over, watch, context and job are looked at.
 * Results as compare_cover(); SCREE_BAD_ARGUMENT as render_plan_create().
 */
#define COMPARE_MAX_VARIANTS 64
struct compare_evaluate_options {
    struct render_options render;
    uint32_t depth;
    bool explain; /* false: changes are left as they are */
    struct compare_cover_options cover;
};
MUST_USE enum scree_code compare_evaluate(struct compare_cover **out,
                                          struct compare_changes *changes,
                                          const struct ter_field *field,
                                          const struct srf_map *before, const struct srf_map *after,
                                          const struct compare_evaluate_options *options,
                                          struct scree_error *err);

#endif
