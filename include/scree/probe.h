/* One texel taken apart: why a place is what it is. */
#ifndef SCREE_PROBE_H
#define SCREE_PROBE_H

#include <scree/document.h>
#include <scree/evaluate.h>
#include <scree/types/probe.h>

SCREE_BEGIN

/*
 * scree_probe() fills factors[layer], 0 <= layer < scree_surface_layers(), for texel (column, row)
 * of a plan, and shares[material]; either may be NULL. The plan is only read: any threads.
 * SCREE_BAD_ARGUMENT (error.field; "leave_in_file": the terrain stays in its file or its tiles),
 * SCREE_NO_MEMORY
 */
SCREE_API int scree_probe(const struct scree_plan *plan, uint32_t column, uint32_t row,
                          struct scree_factors *factors, float *shares, struct scree_error *error);

/*
 * scree_probe_document() explains places in one document: altitude and slope, for each layer what
 * its limits, its noise, its parent and later layers make of it, and the smallest changes of one
 * number that would give the place to another layer. form: SCREE_TEXT, or SCREE_JSON
 * ("scree-probe-1").
 * SCREE_BAD_ARGUMENT (error.field; "places": one is outside), SCREE_CANNOT_READ, SCREE_MALFORMED
 * (the list of materials, or a value that cannot be drawn), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_probe_document(struct scree_bytes *out, const struct scree_terrain *terrain,
                                   const struct scree_surface *surface,
                                   const struct scree_probe_options *options, int form,
                                   struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
