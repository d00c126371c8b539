/* How images are cut into files: a number of them, or files of a size. */
#include "bake/bake_parts.h"

uint32_t bake_cut_edge(const struct bake_cut *cut, uint32_t texels, uint32_t number)
{
    if (cut->count > 0) return (uint32_t)((uint64_t)texels * number / cut->count);
    const uint64_t edge = (uint64_t)cut->side * number;
    return edge < texels ? (uint32_t)edge : texels;
}

uint32_t bake_cut_tiles(const struct bake_cut *cut, uint32_t texels)
{
    return cut->count > 0 ? cut->count : (texels + cut->side - 1) / cut->side;
}

static uint32_t edge_from(const struct bake_cut *cut, uint32_t texels, uint32_t first,
                          uint32_t number)
{
    return bake_cut_edge(cut, texels, first + number) - bake_cut_edge(cut, texels, first);
}

uint32_t bake_cut_column(const struct bake_plan *plan, uint32_t number)
{
    return edge_from(&plan->cut, plan->cut.texels_x, plan->cut.first_x, number);
}

uint32_t bake_cut_row(const struct bake_plan *plan, uint32_t number)
{
    return edge_from(&plan->cut, plan->cut.texels_y, plan->cut.first_y, number);
}

uint32_t bake_cut_widest(const struct bake_cut *cut, uint32_t texels, uint32_t tiles)
{
    if (cut->count > 0) return (texels + tiles - 1) / tiles;
    return texels < cut->side ? texels : cut->side;
}

size_t bake_cut_pages(const struct bake_plan *plan)
{
    return (size_t)plan->cut.columns * plan->cut.rows;
}

bool bake_cut_named(const struct bake_cut *cut)
{
    return cut->count != 1;
}

/* ---- where the files lie, if the terrain says where it does ---- */

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
