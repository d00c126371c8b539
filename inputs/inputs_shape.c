/* A terrain between reading and use: points without data filled, stairs smoothed, a box cut
 * out. */
#include <string.h>

#include "inputs/inputs.h"

bool inputs_shapes(const struct scree_terrain_options *options)
{
    return options->box_m != 0 || options->dequantise ||
           (options->fill_smooth && !options->has_fill);
}

static void take_place(struct ter_field **field, struct ter_field *made)
{
    made->warnings = (*field)->warnings;
    memset(&(*field)->warnings, 0, sizeof(*field)->warnings);
    ter_free(*field);
    *field = made;
}

static enum scree_code cut_box(struct ter_field **field, struct inputs_file *file,
                               const struct scree_terrain_options *options, struct scree_job *job,
                               struct scree_error *err)
{
    const struct heights_box box = {options->box_longitude_deg, options->box_latitude_deg,
                                    options->box_m, options->box_points};
    struct ter_field *made;
    if (options->cell_m > 0)
        return err_set_option(err, "box_m",
                              "{box_m} makes square cells in metres; leave {cell_m} out");
    RETURN_IF_ERR(heights_cut_box(&made, &file->heights, *field, &box, job, err));
    take_place(field, made);
    return SCREE_OK;
}

/* Filled points are on no step, so stairs are looked for before, and a box has slopes between them. */
enum scree_code inputs_shape(struct ter_field **field, struct inputs_file *file,
                             const struct scree_terrain_options *options, struct scree_job *job,
                             struct scree_error *err)
{
    struct ter_stairs stairs;
    struct ter_field *smooth = NULL;
    if (options->dequantise) RETURN_IF_ERR(ter_find_stairs(&stairs, *field, err));
    if (options->fill_smooth && !options->has_fill)
        RETURN_IF_ERR(ter_fill_missing(*field, job, err));
    if (options->dequantise) RETURN_IF_ERR(ter_smooth_stairs(&smooth, *field, &stairs, job, err));
    if (smooth != NULL) take_place(field, smooth);
    if (options->box_m != 0) RETURN_IF_ERR(cut_box(field, file, options, job, err));
    return SCREE_OK;
}
