/* A terrain between reading and use: points without data filled, a box cut out. */
#include <string.h>

#include "inputs/inputs.h"

bool inputs_shapes(const struct scree_terrain_options *options)
{
    return options->box_m != 0 || (options->fill_smooth && !options->has_fill);
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
    made->warnings = (*field)->warnings;
    memset(&(*field)->warnings, 0, sizeof(*field)->warnings);
    ter_free(*field);
    *field = made;
    return SCREE_OK;
}

enum scree_code inputs_shape(struct ter_field **field, struct inputs_file *file,
                             const struct scree_terrain_options *options, struct scree_job *job,
                             struct scree_error *err)
{
    if (options->fill_smooth && !options->has_fill)
        RETURN_IF_ERR(ter_fill_missing(*field, job, err));
    if (options->box_m != 0) RETURN_IF_ERR(cut_box(field, file, options, job, err));
    return SCREE_OK;
}
