/* A terrain's altitudes row by row, at its own points or with more or fewer of them. */
#ifndef GROUND_GROUND_ALTITUDES_H
#define GROUND_GROUND_ALTITUDES_H

#include <stdint.h>

#include "base/err.h"
#include "ter/ter.h"

struct ground_altitudes {
    const struct ter_field *field; /* of as many points as are asked for */
    struct ter_field *resampled;   /* it, if it is another than was given */
    float *samples;
};

/* ground_altitudes_create() is for a square field, which must outlive *rows, and `points` a side of it,
 * from edge to edge: its own, or others by ter_resample(). Free it in any case. */
MUST_USE enum scree_code ground_altitudes_create(struct ground_altitudes *rows,
                                                 const struct ter_field *field, uint32_t points,
                                                 struct scree_error *err);
/* ground_altitudes_get() fills altitudes_m[0 .. points) with row y, 0 south. */
void ground_altitudes_get(double *altitudes_m, struct ground_altitudes *rows, uint32_t y);
/* ground_altitudes_range() is the lowest and the highest altitude of all rows, exactly: ter_measure()
 * rounds to floats. */
void ground_altitudes_range(double range_m[2], const struct ground_altitudes *rows);
void ground_altitudes_free(struct ground_altitudes *rows);

/* ground_height16() is an altitude in 65535 steps of a range from the lowest: the nearest, clamped; not a
 * number gives 0. */
uint16_t ground_height16(double altitude_m, double lowest_m, double range_m);

#endif
