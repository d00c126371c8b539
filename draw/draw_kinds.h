/* The kinds of picture from above. Each fills *out or leaves it zeroed, as draw_preview() says. */
#ifndef DRAW_DRAW_KINDS_H
#define DRAW_DRAW_KINDS_H

#include "draw/draw.h"

MUST_USE enum scree_code draw_map(struct draw_picture *out, const struct draw_scene *scene,
                                  const struct scree_preview_options *options,
                                  struct scree_job *job, struct scree_error *err);
/* size is that of one map: one texel per unit and at most DRAW_SHEET_SIDE unless it is given. */
MUST_USE enum scree_code draw_sheet(struct draw_picture *out, const struct draw_scene *scene,
                                    const struct render_size *size, struct scree_job *job,
                                    struct scree_error *err);
/* size is how many texels are counted: one per unit and at most DRAW_MAP_SIDE unless it is given. */
MUST_USE enum scree_code draw_histogram(struct draw_picture *out, const struct draw_scene *scene,
                                        const struct render_size *size, struct scree_job *job,
                                        struct scree_error *err);

#endif
