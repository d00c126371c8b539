/* Texels explained, as documents. */
#ifndef REPORT_REPORT_PROBE_H
#define REPORT_REPORT_PROBE_H

#include "compare/compare_explain.h"
#include "inputs/inputs.h"
#include "report/report.h"

/* Where to look. */
enum report_where {
    REPORT_AT,    /* metres from the west and from the north edge */
    REPORT_TEXEL, /* column from the west, row from the north */
    REPORT_VERTEX /* point of the terrain, from the west and from the south */
};
struct report_point {
    enum report_where where;
    double x, y;
};

/* What probing takes. pair's ranges are measured; files in it need only their names. */
struct report_probe {
    const struct inputs *pair;
    const struct render_merge *merge;
    uint32_t width, height; /* texels; 0: a texel per terrain unit */
    double relief;
    bool root_density;
    const struct report_point *points;
    size_t point_count;
};

/*
 * report_probe() explains the points and makes the document: text, or JSON "scree-probe-1". The
 * caller frees *out with file_bytes_free(); on failure it is zeroed.
 * SCREE_BAD_ARGUMENT  a place is outside, the field is "points"; as render_plan_create()
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code report_probe(struct file_bytes *out, const struct report_probe *probe,
                                      enum report_form form, struct scree_job *job,
                                      struct scree_error *err);

#endif
