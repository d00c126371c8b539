/* Rows of maps that are local, and what a thread works in. */
#ifndef DERIVE_DERIVE_LOCAL_H
#define DERIVE_DERIVE_LOCAL_H

#include "derive/derive_parts.h"

struct derive_lane {
    float *floats, *rise, *slope_x, *slope_y, *scratch;
    double *doubles, *lines[3]; /* three rows of altitudes, from the north */
};

/* derive_lane_create() makes a zeroed lane ready; it is to be freed in any case. SCREE_NO_MEMORY. */
MUST_USE enum scree_code derive_lane_create(struct derive_lane *lane, const struct derive *derive,
                                            struct scree_error *err);
void derive_lane_free(struct derive_lane *lane);

/* derive_local_row() writes a row of the map at hand, which is held and local. */
void derive_local_row(const struct derive *derive, uint32_t row, uint32_t thread, void *out);

#endif
