/* A terrain's altitudes row by row, at its own points or with more or fewer of them. */
#ifndef GROUND_GROUND_ALTITUDES_H
#define GROUND_GROUND_ALTITUDES_H

#include <stdbool.h>
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

/* Heights of a file, and a terrain as it is and as it will be, of as many points. The file has the first `size`
 * of `points` rows and columns of ground_altitudes_create(); step_m is the altitude of 1 in it. */
struct ground_change {
    const struct ter_field *before, *after;
    uint32_t points, size;
    double step_m;
    bool north_first; /* else row 0 is south */
};
/* ground_change_heights() adds to numbers, 16 bits each, low byte first, what the altitudes grow by, to the nearest
 * number; *changed: so many are others. SCREE_BAD_ARGUMENT (field "grade"): the file cannot hold one;
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code ground_change_heights(uint8_t *numbers, uint64_t *changed,
                                               const struct ground_change *change,
                                               struct scree_error *err);

/* ground_height16() is an altitude in 65535 steps of a range from the lowest: the nearest, clamped; not a
 * number gives 0. */
uint16_t ground_height16(double altitude_m, double lowest_m, double range_m);

#endif
