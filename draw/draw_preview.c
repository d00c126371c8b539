/* Pictures from above, by their kind. */
#include "draw/draw_kinds.h"

enum scree_code draw_preview(struct draw_picture *out, const struct draw_scene *scene,
                             const struct scree_preview_options *options, struct scree_job *job,
                             struct scree_error *err)
{
    const struct render_size size = {options->width, options->height};
    switch (options->kind) {
    case SCREE_PREVIEW_SHEET:
        return draw_sheet(out, scene, &size, job, err);
    case SCREE_PREVIEW_HISTOGRAM:
        return draw_histogram(out, scene, &size, job, err);
    default:
        return draw_map(out, scene, options, job, err);
    }
}
