/* The scratch of the row form and the builds of ter_rows.c. Private to ter/. The layout is the same
 * for every instruction set: ter_rows_bytes() is baseline code. */
#ifndef TER_TER_ROWS_H
#define TER_TER_ROWS_H

#include <stdalign.h>

#include "ter/ter.h"

/* Planes of a column's numbers, lanes_pad(count) floats each, in this order in data[]. */
enum {
    TER_ROWS_WEIGHTS = 0, /* the six of struct ter_weights */
    TER_ROWS_POINTS = 6,  /* grid row j, point c of the column's four: 4 * (j & 3) + c; or from
                             4 * (j & 3) on the row itself if `neighbours` */
    TER_ROWS_PLANES = 6 + 16
};

struct ter_rows {
    const struct ter_field *field;
    const uint64_t *x; /* of a field with points without data alone */
    size_t count, groups;
    int64_t first;   /* grid column of the first of the points */
    size_t columns;  /* of points that are looked at */
    int64_t held[4]; /* grid row in slot j & 3; INT64_MIN none */
    bool neighbours; /* column i's points begin with point i */
    bool whole;      /* and it lies on a point of a grid of whole numbers */
    bool on_globe;   /* run_x is that of the row at hand */
    float step, run_x, run_y;
    uint32_t *at;             /* [column]: its first point, counted from `first` */
    float *points;            /* a grid row, [columns] */
    alignas(64) float data[]; /* the planes, then what `at` and `points` point to */
};

extern const struct ter_kernels ter_rows_baseline;
extern const struct ter_kernels ter_rows_x86_64_v3;
extern const struct ter_kernels ter_rows_skylake_avx512;

#endif
