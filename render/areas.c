/*
 * Areas of texels by their latitude, in whole numbers.
 *
 * Rule (The model): In degrees areas are the ellipsoid's, row by row, in whole numbers. See
 * model.md#areas, ter/ter_globe.c. Tests: unit/test_areas.
 */
#include <math.h>

#include "render/plan.h"

/* From where to where the texels of a line reach, lines and units counted from the south. Points stand
 * for what is nearer to them than to others. */
static double line_edge(const struct render_plan *size, const struct ter_field *field, double line)
{
    const double units = field->points_y - 1.0, all = size->whole_height;
    if (size->options.grid == SCREE_CELLS) return line * units / all;
    return (line - 0.5) * (size->options.grid == SCREE_SPREAD ? units / (all - 1.0) : 1.0);
}

static double line_zone(const struct render_plan *size, const struct ter_field *field, double line)
{
    return ter_zone(field, line_edge(size, field, line), line_edge(size, field, line + 1.0));
}

/* That of the line nearest to the equator. */
static double largest_zone(const struct render_plan *size, const struct ter_field *field)
{
    const double last = size->whole_height - 1.0;
    const double apart = line_edge(size, field, 1.0) - line_edge(size, field, 0.0);
    const double equator = -field->globe.latitude_deg / field->globe.step_deg[1];
    const double line = floor((equator - line_edge(size, field, 0.0)) / apart);
    double largest = 0.0;
    for (int step = -1; step <= 1; step++) {
        const double near = line + step < 0.0 ? 0.0 : line + step > last ? last : line + step;
        const double zone = line_zone(size, field, near);
        largest = zone > largest ? zone : largest;
    }
    return largest;
}

/* largest 0: all are full. */
static void set_weights(uint32_t *weights, const struct render_plan *size,
                        const struct ter_field *field, double largest)
{
    const bool from_north = (size->options.grid == SCREE_CELLS) != size->options.reversed;
    const uint32_t first = size->options.crop.width > 0 ? size->options.crop.row : 0;
    for (uint32_t row = 0; row < size->height; row++) {
        const double at = (double)first + row;
        const double line = from_north ? size->whole_height - 1.0 - at : at;
        const double share = largest > 0.0 ? line_zone(size, field, line) / largest : 1.0;
        weights[row] = (uint32_t)floor(share * RENDER_FULL_ROW + 0.5);
    }
}

/* Of a full row, where all lines together are the whole field. */
static double texel_m2(const struct render_plan *size, const struct ter_field *field,
                       double largest)
{
    const double all =
        ter_zone(field, line_edge(size, field, 0.0), line_edge(size, field, size->whole_height));
    const double rows = largest > 0.0 ? all / largest : size->whole_height;
    return ter_extent_m2(field) / (rows * size->whole_width);
}

double render_texel_m2(const struct ter_field *field, const struct render_options *options)
{
    struct render_plan size = {.options = *options};
    plan_size(&size, field);
    return texel_m2(&size, field, ter_is_on_globe(field) ? largest_zone(&size, field) : 0.0);
}

enum scree_code render_areas_create(struct render_areas *out, const struct ter_field *field,
                                    const struct render_options *options, struct scree_error *err)
{
    struct render_plan size = {.options = *options};
    plan_size(&size, field);
    *out = (struct render_areas){NULL, render_texel_m2(field, options)};
    if (!ter_is_on_globe(field)) return SCREE_OK;
    out->weights = mem_alloc(size.height, sizeof *out->weights);
    if (out->weights == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %u rows", size.height);
    set_weights(out->weights, &size, field, largest_zone(&size, field));
    return SCREE_OK;
}

void render_areas_free(struct render_areas *areas)
{
    mem_free(areas->weights);
    *areas = (struct render_areas){NULL, 0.0};
}

uint32_t render_row_weight(const struct render_areas *areas, uint32_t row)
{
    return areas->weights != NULL ? areas->weights[row] : RENDER_FULL_ROW;
}

double render_area_m2(const struct render_areas *areas, uint64_t units)
{
    return (double)units / RENDER_UNITS * areas->texel_m2;
}
