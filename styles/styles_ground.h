/*
 * What the ground is like, in whole numbers: how much of it lies at which altitude and slope. Private
 * to styles/.
 *
 * A sample is the middle of a cell of the grid. Counts are added up over threads, so their number
 * changes nothing.
 */
#ifndef STYLES_GROUND_H
#define STYLES_GROUND_H

#include "styles/styles.h"

#define STYLES_BINS 65536 /* of altitude, from the lowest point to the highest */
#define STYLES_SLAB 66    /* the lowest of them count as one level: a thousandth of the range */
#define STYLES_CLASSES 256
#define STYLES_DEGREES 90
#define STYLES_ROUGH_BINS 128 /* of roughness: an 8th of a degree each, the last all above */
#define STYLES_ROUGH_PER_DEGREE 8
#define STYLES_FINE 256            /* parts of a degree that roughness is counted from */
#define STYLES_NO_SLOPE UINT16_MAX /* of a cell without data, in such parts */

struct styles_ground {
    double lowest_m, highest_m;       /* of the points */
    double step_m;                    /* of stored heights; 0: fractions */
    double unit_m, cell_m, longest_m; /* a terrain unit up; the longer of a cell's, and the ground's
                                         sides */
    uint32_t least_cells;             /* along the shorter side */
    uint64_t cells;                   /* with data */
    uint64_t bins[STYLES_BINS];
    /* Classes of bins: 0 is the lowest slab, 1 to 255 rise evenly over most of the ground. */
    uint8_t class_of_bin[STYLES_BINS];
    double class_m[STYLES_CLASSES]; /* mean altitude of its cells; of an empty one nothing */
    uint64_t counts[STYLES_CLASSES][STYLES_DEGREES]; /* of slopes of so many whole degrees */
    /* Of roughness: how far a cell's slope is from the mean of the 3 x 3 cells around it. Cells at
     * the edges have no such mean. */
    uint64_t rough[STYLES_CLASSES][STYLES_ROUGH_BINS];
};

/* styles_measure() fills *out; styles_measure_rough() with the roughness, which styles_measure() leaves
 * at none. SCREE_CANNOT_READ, SCREE_CANCELLED, SCREE_NO_MEMORY */
MUST_USE enum scree_code styles_measure(struct styles_ground *out, const struct ter_field *field,
                                        const struct ter_ranges *ranges, struct scree_job *job,
                                        struct scree_error *err);

MUST_USE enum scree_code styles_measure_rough(struct styles_ground *out,
                                              const struct ter_field *field,
                                              const struct ter_ranges *ranges,
                                              struct scree_job *job, struct scree_error *err);

/* styles_bin_above() is the first bin whose middle lies above an altitude, STYLES_BINS if none does. */
uint32_t styles_bin_above(const struct styles_ground *ground, double altitude_m);
/* styles_altitude_at() is the altitude that `share` millionths of the cells from first_bin on do not
 * reach; of no cells, the lowest. */
double styles_altitude_at(const struct styles_ground *ground, uint32_t first_bin, uint32_t share);
/* styles_slope_at() is likewise a slope in degrees, of the cells above an altitude. */
double styles_slope_at(const struct styles_ground *ground, double above_m, uint32_t share);
/* styles_count_rough() counts the roughness of a row of cells in counts[class][roughness]. fine are the
 * slopes, in STYLES_FINE parts of a degree, and classes the classes of this row and of the two beside
 * it, row j at j % 3. styles_roughness() is the roughness that half of the counted cells above an
 * altitude have at most, in whole eighths of a degree below it; 0 if none was counted. */
void styles_count_rough(uint64_t *counts, const uint16_t *fine, const uint8_t *classes,
                        size_t columns, size_t row);
double styles_roughness(const struct styles_ground *ground, double above_m);
/* styles_steepness() is the mean gradient of the cells between two altitudes. */
double styles_steepness(const struct styles_ground *ground, double low_m, double high_m);

#endif
