/*
 * What a picture's ground is like: how many texels of each class lie at which altitude and slope.
 * Private to fit/.
 *
 * Both axes are divided into bins of about equal area. Limits stand at positions: 0 ..
 * FIT_POSITIONS - 1 by area, with room on both sides of what the ground has. All counts are whole
 * numbers, so nothing depends on the order in which texels come.
 */
#ifndef FIT_CELLS_H
#define FIT_CELLS_H

#include "base/mem.h"
#include "fit/fit.h"

enum { FIT_ALTITUDE, FIT_SLOPE, FIT_AXES };

#define FIT_INSIDE 1024 /* positions within the ground's range, */
#define FIT_BEYOND 64   /* and on each side of it */
#define FIT_POSITIONS (FIT_INSIDE + 2 * FIT_BEYOND)
#define FIT_FUZZES 18 /* 0 is a hard edge; each other is the root of 2 times the one before */
#define FIT_MAX_BINS 240
#define FIT_COARSE_ALTITUDES 64 /* bins of the coarse histograms */
#define FIT_COARSE_SLOPES 48

struct fit_axis {
    double position[FIT_POSITIONS]; /* terrain units above base_tu, or gradient */
    double fuzz[FIT_FUZZES];
};

/* The ground as it is, and averaged with a box of SMSZ units. */
#define FIT_GRAINS 8
extern const float fit_smoothing_of[FIT_GRAINS]; /* 1, 1.5, 2, 2.5, 3, 3.5, 4, 8 */

/*
 * Texels that count alike: counts[cell * classes + class]. A histogram has the texels of one bin of
 * altitude and one of slope in a cell, for one grain; a sample has a texel in each cell, and its bins for
 * every grain.
 */
struct fit_cells {
    uint32_t grains, grain; /* the only one is `grain`, or there are all */
    uint32_t bins[FIT_AXES];
    float value[FIT_GRAINS][FIT_AXES][FIT_MAX_BINS]; /* mean of the texels in a bin */
    uint32_t count, classes;
    uint8_t *bin[FIT_GRAINS][FIT_AXES]; /* [cell] */
    uint32_t *counts;
    uint64_t total;
};

/*
 * What is around each cell of the sample, numbered as enum srf_quantity has it: for position and curvature, over
 * squares of some sizes. axes[quantity][size] are positions by area of its values, and fuzziness; of the
 * aspect, fuzziness alone, of no size. What is not measured is NULL.
 */
#define FIT_SIZES 21
extern const float fit_size_of[FIT_AROUNDS][FIT_SIZES]; /* units; 0: no more */
struct fit_around_ground {
    float *rise[FIT_GRAINS], *aspect[FIT_GRAINS], *slope[FIT_GRAINS]; /* of each grain */
    float *value[FIT_AROUNDS][FIT_SIZES]; /* of the position, means of what is around */
    struct fit_axis *axes[FIT_AROUNDS][FIT_SIZES];
};

struct fit_ground {
    bool measured[FIT_GRAINS];
    struct fit_axis axes[FIT_AXES];
    struct fit_cells coarse[FIT_GRAINS], fine;
    struct fit_cells sample;
    uint64_t *x, *y; /* [cell of the sample]: the middle of its texel, as noise has positions */
    /* If limits by what is around are sought: the sample's parts in the black and the white fields of a
     * chessboard, one behind the other, and what is around. */
    struct fit_cells halves[2];
    struct fit_around_ground around;
    struct mem_arena arena;
};

/* fit_around_look() looks at the terrain of a grain where the sample's cells are, fit_around_measure() at squares
 * around them. SCREE_NO_MEMORY, SCREE_CANCELLED, SCREE_CANNOT_READ */
MUST_USE enum scree_code fit_around_look(struct fit_ground *ground, uint32_t grain,
                                         const struct ter_field *field, struct scree_error *err);
MUST_USE enum scree_code fit_around_measure(struct fit_ground *ground,
                                            const struct fit_scene *scene, struct scree_job *job,
                                            struct scree_error *err);

/* fit_ground_measure() counts the texels of a picture, but those without a class; of a large one, in
 * some of its rows. The caller frees *out by fit_ground_free(), also after a failure. SCREE_BAD_ARGUMENT: no texel
 * has a class; SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code fit_ground_measure(struct fit_ground *out, const struct fit_scene *scene,
                                            const struct fit_picture *picture,
                                            struct scree_job *job, struct scree_error *err);
void fit_ground_free(struct fit_ground *ground);

#endif
