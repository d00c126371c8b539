/*
 * The land goes on beyond the terrain as a mirror shows it: with the same heights along the edge.
 *
 * Rule (Planes and pictures): Under the sky clear land goes on as mirror images. See
 * model.md#pictures, render/view_compose.c. Tests: unit/test_view
 * (land_goes_on_as_mirrors_show_it, composed_views_are_land).
 */
#include "render/view_beyond.h"

#include <math.h>

#define EDGE_PLACES 64
#define FAR_IMAGE 1000

bool view_goes_on(const struct render_view *view)
{
    const struct ter_field *const field = view->field;
    if (view->options.sky.clear == NULL || view->bend_m != 0.0) return false;
    if (!view->options.water) return true;
    for (int i = 0; i < 4 * EDGE_PLACES; i++) {
        const double along = (i / 4 + 0.5) / EDGE_PLACES, end = i % 2;
        const double x = (field->points_x - 1.0) * (i % 4 < 2 ? along : end);
        const double y = (field->points_y - 1.0) * (i % 4 < 2 ? end : along);
        if (ter_altitude_m(field, ter_cast_rise(view->cast, x, y)) > view->options.water_m)
            return true;
    }
    return false;
}

/* Where a ray leaves one image of the terrain and enters the next. */
struct walk {
    double side[2], next[2], step[2]; /* sides; t of the next edge; t from edge to edge */
    int image[2], way[2];
};

static struct walk start_walk(const struct ter_field *field, const struct ter_ray *ray)
{
    struct walk walk = {{field->points_x - 1.0, field->points_y - 1.0}, {0}, {0}, {0}, {0}};
    for (int k = 0; k < 2; k++) {
        const double step = ray->step[k], from = ray->origin[k];
        walk.way[k] = step > 0.0 ? 1 : -1;
        walk.next[k] = walk.step[k] = INFINITY;
        const double image = floor(from / walk.side[k]);
        walk.image[k] = image > -FAR_IMAGE && image < FAR_IMAGE ? (int)image : FAR_IMAGE;
        if (fabs(step) < 1e-300) continue;
        walk.next[k] = ((walk.image[k] + (step > 0.0 ? 1 : 0)) * walk.side[k] - from) / step;
        walk.step[k] = walk.side[k] / fabs(step);
    }
    return walk;
}

/* The ray as the terrain sees it where its image is what it meets. */
static struct ter_ray turn_ray(uint8_t *turned, const struct ter_ray *ray, const struct walk *walk)
{
    struct ter_ray out = *ray;
    *turned = 0;
    for (int k = 0; k < 2; k++) {
        const double shift = walk->image[k] * walk->side[k];
        out.origin[k] -= shift;
        if (walk->image[k] % 2 == 0) continue;
        out.origin[k] = walk->side[k] - out.origin[k];
        out.step[k] = -out.step[k];
        *turned |= (uint8_t)(1 << k);
    }
    return out;
}

bool view_meets_land(struct ter_hit *hit, uint8_t *turned, const struct render_view *view,
                     const struct ter_ray *ray, bool goes_on)
{
    *turned = 0;
    if (!goes_on) return ter_cast_ray(view->cast, ray, 0.0, VIEW_FAR_M, hit);
    struct walk walk = start_walk(view->field, ray);
    const double highest = ter_cast_highest(view->cast);
    double t = 0.0;
    while (walk.image[0] * walk.image[0] <= VIEW_BEYOND * VIEW_BEYOND &&
           walk.image[1] * walk.image[1] <= VIEW_BEYOND * VIEW_BEYOND) {
        const int k = walk.next[0] < walk.next[1] ? 0 : 1;
        const double out = walk.next[k] < VIEW_FAR_M ? walk.next[k] : VIEW_FAR_M;
        const struct ter_ray here = turn_ray(turned, ray, &walk);
        if (ter_cast_ray(view->cast, &here, t, out, hit)) {
            hit->wall = false;
            return true;
        }
        if (out >= VIEW_FAR_M ||
            (ray->step[2] >= 0.0 && ray->origin[2] + out * ray->step[2] > highest))
            return false;
        t = out;
        walk.next[k] += walk.step[k];
        walk.image[k] += walk.way[k];
    }
    return false;
}

struct render_sky view_turned_sky(const struct render_sky *sky, uint8_t turned)
{
    struct render_sky out = *sky;
    for (int k = 0; k < 2; k++)
        if ((turned >> k & 1) != 0) out.sun_direction[k] = -out.sun_direction[k];
    return out;
}
