/* A terrain's altitudes row by row, at its own points or with more or fewer of them. */
#ifndef CLI_EXPORT_ROWS_H
#define CLI_EXPORT_ROWS_H

#include <stdint.h>

#include "base/err.h"
#include "ter/ter.h"

struct export_rows {
    const struct ter_field *field; /* of as many points as are asked for */
    struct ter_field *resampled;   /* it, if it is another than was given */
    float *samples;
};

/* export_rows_create() is for a square field, which must outlive *rows, and `points` a side of it,
 * from edge to edge: its own, or others by ter_resample(). Free it in any case. */
MUST_USE enum err_code export_rows_create(struct export_rows *rows, const struct ter_field *field,
                                          uint32_t points, struct err *err);
/* export_rows_get() fills altitudes_m[0 .. points) with row y, 0 south. */
void export_rows_get(double *altitudes_m, struct export_rows *rows, uint32_t y);
void export_rows_free(struct export_rows *rows);

#endif
