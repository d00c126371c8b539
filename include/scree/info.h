/* What terrains and surface maps hold, for people and for programs. */
#ifndef SCREE_INFO_H
#define SCREE_INFO_H

#include <scree/document.h>
#include <scree/surface.h>
#include <scree/types/info.h>

SCREE_BEGIN

/*
 * scree_info_document() describes inputs[0 .. count) in one document, SCREE_TEXT or SCREE_JSON
 * ("scree-info-1"). Limits of surface maps are shown in metres by the first terrain among the
 * inputs; without one, by a terrain unit of cell_m metres; without that (0), of the format's own. A
 * terrain left in its file is read once, to measure and digest it.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_CANNOT_READ, SCREE_NO_MEMORY
 */
SCREE_API int scree_info_document(struct scree_bytes *out, const struct scree_info_input *inputs,
                                  size_t count, double cell_m, int form, struct scree_job *job,
                                  struct scree_error *error);

SCREE_END

#endif
