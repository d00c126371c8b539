/* Lines over a map: contours, and where the layers' limits run. */
#include <math.h>

#include "draw/draw_labels.h"

#define INDEX_CONTOUR 5 /* every fifth is stronger */
#define MOST_CONTOURS 1e15

static const uint8_t brown[3] = {58, 40, 24}, cream[3] = {236, 218, 176};

/* A line's share of a texel that lies `texels` from its middle. */
static float line_share(double texels, double half_width)
{
    const double share = half_width + 0.5 - texels;
    return (float)(share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share);
}

static bool is_dark(const struct canvas *canvas, size_t i, size_t j)
{
    const uint8_t *const pixel = canvas->rgb + (j * canvas->width + i) * 3;
    return 2 * pixel[0] + 5 * pixel[1] + pixel[2] < 8 * 84;
}

static void contour_texel(struct canvas *canvas, const struct draw_contours *lines, size_t i,
                          size_t j, double number, double rise)
{
    if (rise < 1e-4) return;                     /* level ground: no line runs there */
    if (!(fabs(number) < MOST_CONTOURS)) return; /* too close to be told apart */
    const double width = canvas->scale * 0.45;
    const double nearest = floor(number + 0.5);
    const double off = number > nearest ? number - nearest : nearest - number;
    const bool strong = nearest - INDEX_CONTOUR * floor(nearest / INDEX_CONTOUR) == 0.0;
    /* Where lines are closer than a few texels they fade, and ground stays visible. */
    const double room = 1.0 / (rise * (strong ? 1.0 : 3.0));
    const float fade = room > 1.0 ? 1.0f : (float)room;
    const float share = line_share(off / rise, strong ? 1.3 * width : width);
    canvas_blend(canvas, (int64_t)i, (int64_t)j, is_dark(canvas, i, j) ? cream : brown,
                 share * fade * (strong ? 0.65f : 0.45f));
    if (strong && off <= 0.5 * rise)
        draw_labels_offer(lines->labels, i, j, nearest * lines->step_m, INDEX_CONTOUR / rise);
}

void draw_contours(struct canvas *canvas, const struct draw_grid *grid,
                   const struct draw_contours *lines, uint32_t first, uint32_t count)
{
    const float *const rise_tu = lines->rise_tu, *const slope = lines->slope;
    const double contour_m = lines->step_m;
    const double texel_m = 0.5 * (grid->texel_m[0] + grid->texel_m[1]);
    for (size_t j = 0; j < count; j++)
        for (size_t i = 0; i < grid->width; i++) {
            const size_t at = j * grid->width + i;
            const double number = (double)draw_altitude_m(grid, rise_tu[at]) / contour_m;
            const double rise = (double)slope[at] * texel_m / contour_m; /* a texel's */
            contour_texel(canvas, lines, i, first + j, number, rise);
        }
}

/* Not where either side has no data. */
static bool differ(float here, float other, float limit)
{
    return !isnan(here) && !isnan(other) && (other > limit) != (here > limit);
}

/* Whether a line of `limit` passes between texels of a plane, to the east or to the south. */
static bool crosses(const float *plane, float limit, const struct draw_grid *grid, size_t i,
                    size_t j)
{
    const size_t at = j * grid->width + i;
    return (i + 1 < grid->width && differ(plane[at], plane[at + 1], limit)) ||
           (j + 1 < grid->height && differ(plane[at], plane[at + grid->width], limit));
}

static void draw_limit(struct canvas *canvas, const struct draw_grid *grid, const float *plane,
                       float limit, const uint8_t rgb[3])
{
    const int64_t size = canvas->scale;
    for (size_t j = 0; j < grid->height; j++)
        for (size_t i = 0; i < grid->width; i++)
            if (crosses(plane, limit, grid, i, j))
                for (int64_t n = 0; n < size * size; n++) {
                    const int64_t x = (int64_t)i + n % size, y = (int64_t)j + n / size;
                    if (x < (int64_t)grid->width && y < (int64_t)grid->height)
                        canvas_blend(canvas, x, y, rgb, 0.85f);
                }
}

void draw_slope_limits(struct canvas *canvas, const struct draw_grid *grid, const float *slope)
{
    const struct srf_map *const map = grid->scene->map;
    for (uint32_t k = 0; k < map->layer_count; k++) {
        if (!draw_counts(grid, k)) continue;
        const struct srf_layer *const layer = map->layers[k];
        uint8_t rgb[3];
        render_index_colour(rgb, k);
        for (int end = 0; end < 2; end++)
            if (srf_is_on(layer->slpe[end])) draw_limit(canvas, grid, slope, layer->slpl[end], rgb);
    }
}
