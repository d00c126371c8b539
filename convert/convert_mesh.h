/* The picture of a mesh. */
#ifndef CONVERT_CONVERT_MESH_H
#define CONVERT_CONVERT_MESH_H

#include "convert/convert.h"

/* convert_picture() draws in's map over its field and sets the picture of *extras to the part that
 * extras->window has, which becomes one of that part. The caller frees *out by mem_free(). SCREE_NO_MEMORY,
 * SCREE_CANCELLED, and as render_plan_create(). */
MUST_USE enum scree_code convert_picture(uint8_t **out, struct heights_extras *extras,
                                         const struct convert_input *in, struct scree_job *job,
                                         struct scree_error *err);

#endif
