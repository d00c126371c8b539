/* A terrain's altitudes row by row, at its own points or at others in between. */
#ifndef CLI_EXPORT_ROWS_H
#define CLI_EXPORT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "ter/ter.h"

struct export_rows {
    const struct ter_field *field;
    uint32_t points; /* a side, from edge to edge */
    bool resampled;
    uint64_t *x;
    float *scratch, *rise, *slopes;
};

/* export_rows_create() is for a square field, which must outlive *rows. Free it in any case. */
MUST_USE enum err_code export_rows_create(struct export_rows *rows, const struct ter_field *field,
                                          uint32_t points, struct err *err);
/* export_rows_get() fills altitudes_m[0 .. points) with row y, 0 south. Points of the field are
 * taken as they are stored, others between them (ter_sample_row()). */
void export_rows_get(double *altitudes_m, struct export_rows *rows, uint32_t y);
void export_rows_free(struct export_rows *rows);

#endif
