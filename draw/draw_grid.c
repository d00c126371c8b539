#include "draw/draw_grid.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

static uint32_t side(double share, uint32_t long_side)
{
    const double texels = share * long_side + 0.5;
    return texels < 1.0 ? 1 : (uint32_t)texels;
}

/* Texels of the longer side: a whole number for each of `units` units, so that many pixels show as
 * much of each. */
static uint32_t longer_side(uint32_t units, const struct draw_range *range)
{
    if (units >= range->most) return range->most;
    uint32_t times = (range->least + units - 1) / units;
    while (times > 1 && (uint64_t)times * units > range->most) times--;
    return (times > 1 ? times : 1) * units;
}

static void choose_size(struct draw_grid *grid, const struct render_size *size,
                        const struct draw_range *range)
{
    const struct ter_field *const field = grid->scene->field;
    const double *const extent_m = grid->extent_m;
    const double long_m = extent_m[0] > extent_m[1] ? extent_m[0] : extent_m[1];
    grid->width = size->width;
    grid->height = size->height;
    if (size->height != 0) return;
    const uint32_t points = field->points_x > field->points_y ? field->points_x : field->points_y;
    const uint32_t long_side = size->width != 0 ? size->width : longer_side(points - 1, range);
    grid->width = side(extent_m[0] / long_m, long_side);
    grid->height = side(extent_m[1] / long_m, long_side);
}

static void measure_data(struct draw_grid *grid)
{
    for (uint32_t row = 0; row < grid->height; row++) {
        const uint64_t missing = render_missing_texels(grid->plan, row, 1);
        const uint64_t full = render_weigh(RENDER_UNITS, render_row_weight(&grid->areas, row));
        grid->without += missing * full;
        grid->with_data += (grid->width - missing) * full;
    }
    grid->data_m2 = grid->without == 0 ? ter_extent_m2(grid->scene->field)
                                       : render_area_m2(&grid->areas, grid->with_data);
}

enum scree_code draw_grid_create(struct draw_grid *grid, const struct draw_scene *scene,
                                 const struct render_size *size, const struct draw_range *range,
                                 struct scree_job *job, struct scree_error *err)
{
    const struct ter_field *const field = scene->field;
    memset(grid, 0, sizeof *grid);
    grid->scene = scene;
    grid->job = job;
    grid->extent_m[0] = ter_extent_x_m(field);
    grid->extent_m[1] = ter_extent_y_m(field);
    choose_size(grid, size, range);
    grid->texel_m[0] = grid->extent_m[0] / grid->width;
    grid->texel_m[1] = grid->extent_m[1] / grid->height;
    struct render_options options =
        render_how_options(&scene->how, SCREE_CELLS, grid->width, grid->height);
    options.job = job;
    RETURN_IF_ERR(render_merge_depth(&grid->merge, scene->map, UINT32_MAX, err));
    RETURN_IF_ERR(render_plan_create(&grid->plan, field, scene->map, &options, err));
    RETURN_IF_ERR(render_areas_create(&grid->areas, field, &options, err));
    measure_data(grid);
    return SCREE_OK;
}

void draw_grid_free(struct draw_grid *grid)
{
    render_plan_free(grid->plan);
    render_areas_free(&grid->areas);
    render_merge_free(grid->merge);
    memset(grid, 0, sizeof *grid);
}

void draw_grid_picture(struct draw_picture *out, const struct draw_grid *grid,
                       struct canvas *canvas)
{
    *out = (struct draw_picture){canvas->rgb,
                                 {.width = (uint32_t)canvas->width,
                                  .height = (uint32_t)canvas->height,
                                  .map_width = grid->width,
                                  .map_height = grid->height}};
    canvas_tell(canvas, grid->job);
    canvas->rgb = NULL;
    canvas_free(canvas);
}

void draw_picture_free(struct draw_picture *picture)
{
    mem_free_pixels(picture->rgb);
    memset(picture, 0, sizeof *picture);
}

float draw_altitude_m(const struct draw_grid *grid, float rise_tu)
{
    return (float)ter_altitude_m(grid->scene->field, (double)rise_tu);
}

bool draw_counts(const struct draw_grid *grid, uint32_t layer)
{
    return layer > 0 || grid->scene->how.root_density;
}

void draw_share(char *out, size_t size, double share)
{
    snprintf(out, size, "%.1f\xc2\xa0%%", 100.0 * share);
}

void draw_area(char *out, size_t size, const struct draw_grid *grid, double share)
{
    const double hectares = share * grid->data_m2 / 10000.0;
    snprintf(out, size, hectares < 1000.0 ? "%.1f\xc2\xa0ha" : "%.0f\xc2\xa0ha", hectares);
}

const char *draw_layer_name(const struct srf_layer *layer)
{
    return layer->name[0] != '\0' ? layer->name : "(no name)";
}

void draw_layer_colour(uint8_t rgb[3], const struct srf_layer *layer)
{
    for (int c = 0; c < 3; c++) {
        /* The square root of a share of 256 in whole numbers: v such that v^2 <= 255^2 share. */
        const int64_t difc = layer->difc[c] < 0 ? 0 : layer->difc[c] > 256 ? 256 : layer->difc[c];
        int64_t v = 0;
        while ((v + 1) * (v + 1) * 256 <= 255 * 255 * difc) v++;
        rgb[c] = (uint8_t)v;
    }
}
