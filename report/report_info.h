/* What terrains and surface maps hold, as documents. */
#ifndef REPORT_REPORT_INFO_H
#define REPORT_REPORT_INFO_H

#include "inputs/inputs.h"
#include "report/report.h"

/* One of the three: a terrain, a surface map, or an input that could not be read. */
struct report_info_item {
    const struct inputs_file *file;
    const struct ter_field *field; /* with ranges */
    const struct ter_ranges *ranges;
    const struct ter_quantiles *quantiles; /* or NULL */
    const struct srf_map *map;
    const struct scree_error *err; /* of JSON; text passes over it */
};

/*
 * report_info() makes the document: text, or JSON "scree-info-1". Surface maps have the scale of
 * the first terrain among the items, without one that of cell_m, without that (0) the format's. The
 * caller frees *out with file_bytes_free(); on failure it is zeroed. SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code report_info(struct scree_bytes *out, const struct report_info_item *items,
                                     size_t count, double cell_m, enum scree_form form,
                                     const struct scree_job *job, struct scree_error *err);

#endif
