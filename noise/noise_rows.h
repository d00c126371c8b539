/*
 * The scratch of the row form and the builds of noise_rows.c. Private to noise/.
 *
 * The layout is the same for every instruction set: noise_rows_bytes() is baseline code.
 */
#ifndef NOISE_NOISE_ROWS_H
#define NOISE_NOISE_ROWS_H

#include <stdalign.h>

#include "noise/noise.h"

#define NOISE_STRIP 64 /* columns evaluated together: eight octaves of them fit a 32 KiB L1 */
#define NOISE_OCTAVE_GROUP                                                                         \
    8 /* octaves whose row numbers are made together; divides the maximum                          \
       */

/* One octave over one strip of columns, between two lattice rows. a and b as in noise_point.c. */
struct noise_strip {
    alignas(64) float lower_a[NOISE_STRIP];
    float lower_b[NOISE_STRIP];
    float rise_a[NOISE_STRIP]; /* (upper a - upper b) - lower a: factor of v */
    float rise_b[NOISE_STRIP]; /* upper b - lower b: factor of v fy */
    float upper_a[NOISE_STRIP], upper_b[NOISE_STRIP];
    float fx[NOISE_STRIP], u[NOISE_STRIP];
    uint32_t column[NOISE_STRIP]; /* cell number, hashed */
};

struct noise_rows {
    size_t count, strip_count;
    uint32_t octave_count;
    bool entered; /* line[] and the strips hold a row */
    uint64_t shift_y[NOISE_MAX_OCTAVES];
    float k1[NOISE_MAX_OCTAVES], k2[NOISE_MAX_OCTAVES];
    uint32_t bits[NOISE_MAX_OCTAVES]; /* of a cell; some number beyond octave_count */
    uint32_t line[NOISE_MAX_OCTAVES]; /* lattice row below the last texel row */
    float fy[NOISE_MAX_OCTAVES], v[NOISE_MAX_OCTAVES], v_fy[NOISE_MAX_OCTAVES];
    float tail[NOISE_STRIP];     /* a last strip that is not full */
    struct noise_strip strips[]; /* strip s, octave k: [s * octave_count + k] */
};

extern const struct noise_kernels noise_rows_baseline;
extern const struct noise_kernels noise_rows_x86_64_v3;
extern const struct noise_kernels noise_rows_skylake_avx512;

#endif
