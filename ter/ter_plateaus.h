/* Flat ground in a terrain of stairs. Private to ter/. */
#ifndef TER_TER_PLATEAUS_H
#define TER_TER_PLATEAUS_H

#include <stdint.h>

#include "base/err.h"
#include "ter/ter.h"

/* ter_find_plateaus() marks the points of flat ground by 1, all others by 0: flat[y * points_x + x].
 * step: the smallest difference of two heights, in samples. SCREE_NO_MEMORY */
MUST_USE enum scree_code ter_find_plateaus(uint8_t *flat, const struct ter_field *field,
                                           double step, struct scree_error *err);

#endif
