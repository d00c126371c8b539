/* Texels explained, as documents. */
#ifndef REPORT_REPORT_PROBE_H
#define REPORT_REPORT_PROBE_H

#include "compare/compare_explain.h"
#include "inputs/inputs.h"
#include <scree/types/probe.h>

#include "report/report.h"

/* What probing takes. pair's ranges are measured; files in it need only their names. */
struct report_probe {
    const struct inputs *pair;
    const struct render_merge *merge;
    uint32_t width, height; /* texels; 0: a texel per terrain unit */
    double relief;
    bool root_density;
    const struct scree_place *points;
    size_t point_count;
};

/*
 * report_probe() explains the points and makes the document: text, or JSON "scree-probe-1". The
 * caller frees *out with file_bytes_free(); on failure it is zeroed.
 * SCREE_BAD_ARGUMENT  a place is outside, the field is "points"; as render_plan_create()
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code report_probe(struct scree_bytes *out, const struct report_probe *probe,
                                      enum scree_form form, struct scree_job *job,
                                      struct scree_error *err);

#endif
