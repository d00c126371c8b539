/* What the parts of derive/ share. */
#ifndef DERIVE_DERIVE_PARTS_H
#define DERIVE_DERIVE_PARTS_H

#include "derive/derive.h"

struct derive {
    const struct ter_field *field;
    struct derive_options options;
    double texel_m[2];
    uint64_t *x, *y; /* position of each column and row (ter/ter.h), rows as they are handed over */
    struct ter_window *window;
    uint32_t threads;
    struct derive_lane *lanes; /* [threads] */
    enum scree_bake_map map;
    struct derive_scale scale;
    float *whole;    /* altitudes, [row * width + column], of maps that are not local */
    uint32_t *sums;  /* SCREE_BAKE_AO: shares of the sky in DERIVE_SKY_UNITS */
    uint32_t *cells; /* SCREE_BAKE_FLOW: texels that drain through each */
};

#define DERIVE_SKY_UNITS 2147483648.0 /* 2^31 */
#define DERIVE_BAND 64                /* rows that are worked on at once */

/* derive_hold() makes the ground available below rows first .. first + count - 1 and one beyond
 * each. count is at most DERIVE_BAND. */
MUST_USE enum scree_code derive_hold(struct derive *derive, uint32_t first, uint32_t count,
                                     struct scree_error *err);
/* derive_altitudes() writes the altitudes of a row that is held. */
void derive_altitudes(const struct derive *derive, uint32_t row, uint32_t thread, float *out);

/* derive_sky() fills sums from whole; derive_flow() fills cells from it. */
MUST_USE enum scree_code derive_sky(struct derive *derive, struct scree_job *job,
                                    struct scree_error *err);
MUST_USE enum scree_code derive_flow(struct derive *derive, struct scree_job *job,
                                     struct scree_error *err);

#endif
