/* Where the images of a bake lie, if the terrain says where it does. */
#include "bake/bake_parts.h"

/* Along one axis of `count` texels over `points` points: the point, counted from the first one, of the
 * middle of texel 0, and the points from texel to texel. */
static void spread(double *first, double *step, bool vertices, uint32_t points, uint32_t count)
{
    *step = ((double)points - 1) / (vertices ? count - 1.0 : (double)count);
    *first = vertices ? 0.0 : 0.5 * *step;
}

bool bake_file_place(struct image_geo *out, const struct bake_plan *plan, uint32_t tile)
{
    const struct image_geo *geo = plan->inputs.terrain_file.heights.geo;
    const struct ter_field *field = plan->inputs.field;
    const struct scree_bake_options *options = &plan->options;
    if (geo == NULL) return false;
    double from[2], step[2];
    spread(&from[0], &step[0], options->vertices, field->points_x, plan->whole_width);
    spread(&from[1], &step[1], options->vertices, field->points_y, plan->whole_height);
    if (options->south_first) {
        from[1] = (double)field->points_y - 1 - from[1];
        step[1] = -step[1];
    }
    const uint32_t column = bake_cut_column(plan, tile % plan->cut.columns);
    const uint32_t row = bake_cut_row(plan, tile / plan->cut.columns);
    from[0] += step[0] * ((double)plan->region.column + column);
    from[1] += step[1] * ((double)plan->region.row + row);
    image_geo_place(out, geo, from, step);
    return true;
}
