/*
 * The land goes on beyond the terrain as a mirror shows it: with the same heights along the edge. For a camera outside,
 * one image lies on each side, and e^-(d / m)^2 of its light is left at d from the terrain, m being MIST_SIDES.
 *
 * Rule (Planes and pictures): Under the sky clear land goes on as mirror images. See
 * model.md#pictures, render/view_compose.c. Tests: unit/test_view
 * (land_goes_on_as_mirrors_show_it, composed_views_are_land).
 */
#include "render/view_beyond.h"

#include <math.h>

#include "base/grid_walk.h"
#include "render/ramp.h"

#define EDGE_PLACES 64
#define MIST_IMAGES 1
#define MIST_SIDES 0.06 /* of the terrain, its shorter one */
#define MIST_REACH                                                                                 \
    1.8 /* m from the terrain: there is nothing left of light, and rays down look no further */
#define MIST_LEAST 0.0391639f /* e^-MIST_REACH^2, which is taken off */

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

/* A place in the image of the terrain that it lies in. */
static double folded(double at, double side)
{
    const double image = floor(at / side), in = at - image * side;
    return image - 2.0 * floor(image / 2.0) < 0.5 ? in : side - in;
}

void view_look_beyond(struct render_view *view, const double place_m[3])
{
    const struct ter_field *const field = view->field;
    const double side[2] = {field->points_x - 1.0, field->points_y - 1.0};
    double at[2];
    bool outside = false;
    view->beyond = 0;
    view->mist_m = 0.0;
    if (!view_goes_on(view)) return;
    for (int k = 0; k < 2; k++) {
        const double place = place_m[k] / field->scal_m[k];
        outside |= !(place >= 0.0 && place <= side[k]);
        at[k] = folded(place, side[k]);
    }
    const double ground_m = ter_altitude_m(field, ter_cast_rise(view->cast, at[0], at[1]));
    if (outside && !(place_m[2] > ground_m)) return;
    const double x_m = ter_extent_x_m(field), y_m = ter_extent_y_m(field);
    view->beyond = outside ? MIST_IMAGES : VIEW_BEYOND;
    view->mist_m = outside ? MIST_SIDES * (x_m < y_m ? x_m : y_m) : 0.0;
}

void view_mist(float colour[3], const struct render_view *view, const double place_m[3],
               double distance_m, const double direction[3])
{
    if (view->mist_m <= 0.0) return;
    const double side_m[2] = {ter_extent_x_m(view->field), ter_extent_y_m(view->field)};
    const double flat = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    double square = 0.0;
    for (int k = 0; k < 2; k++) {
        const double at = place_m[k] + distance_m * direction[k];
        const double off = at < 0.0 ? -at : at > side_m[k] ? at - side_m[k] : 0.0;
        square += off / view->mist_m * (off / view->mist_m);
    }
    if (square <= 0.0) return;
    const double level[3] = {flat > 0.0 ? direction[0] / flat : 0.0,
                             flat > 0.0 ? direction[1] / flat : 0.0, 0.0};
    const float thin = exp_negative((float)(square < 80.0 ? square : 80.0)) - MIST_LEAST;
    const float left = thin > 0.0f ? thin * (1.0f / (1.0f - MIST_LEAST)) : 0.0f;
    float mist[3];
    view_sky(mist, &view->options.sky, place_m, level);
    for (int c = 0; c < 3; c++) colour[c] = mist[c] + (colour[c] - mist[c]) * left;
}

/* How far from the terrain a ray sees land, along an axis. */
static double reach_of(const struct render_view *view, const struct ter_ray *ray, int images, int k)
{
    const struct ter_field *const field = view->field;
    const double all = images * ((k == 0 ? field->points_x : field->points_y) - 1.0);
    const double mist = MIST_REACH * view->mist_m / field->scal_m[k];
    return view->mist_m > 0.0 && ray->step[2] < 0.0 && mist < all ? mist : all;
}

/* The stretch of a ray over land that it sees, no higher and no lower than land is; false: there is none. */
static bool find_stretch(double t[2], const struct render_view *view, const struct ter_ray *ray,
                         int images)
{
    const double side[2] = {view->field->points_x - 1.0, view->field->points_y - 1.0};
    t[0] = 0.0;
    t[1] = VIEW_FAR_M;
    if (ray->step[2] < -1e-6) {
        const double in = (ter_cast_highest(view->cast) - ray->origin[2]) / ray->step[2];
        const double out = (ter_cast_lowest(view->cast) - ray->origin[2]) / ray->step[2];
        t[0] = in > 0.0 ? in : 0.0;
        t[1] = out < t[1] ? out : t[1];
    }
    for (int k = 0; k < 2; k++) {
        const double reach = reach_of(view, ray, images, k);
        const double low = -reach - ray->origin[k], high = reach + side[k] - ray->origin[k];
        if (fabs(ray->step[k]) < 1e-300) {
            if (low > 0.0 || high < 0.0) return false;
            continue;
        }
        const double a = low / ray->step[k], b = high / ray->step[k];
        const double in = a < b ? a : b, out = a < b ? b : a;
        t[0] = in > t[0] ? in : t[0];
        t[1] = out < t[1] ? out : t[1];
    }
    return t[0] < t[1];
}

/* Where a ray leaves one image of the terrain and enters the next. */
struct walk {
    double side[2], next[2], step[2]; /* sides; t of the next edge; t from edge to edge */
    int image[2], way[2];
};

static struct walk start_walk(const struct ter_field *field, const struct ter_ray *ray, double t,
                              int images)
{
    struct walk walk = {{field->points_x - 1.0, field->points_y - 1.0}, {0}, {0}, {0}, {0}};
    for (int k = 0; k < 2; k++) {
        const double step = ray->step[k], from = ray->origin[k];
        walk.way[k] = step > 0.0 ? 1 : -1;
        walk.next[k] = walk.step[k] = INFINITY;
        walk.image[k] = (int)grid_walk_cell((from + t * step) / walk.side[k], -images, images);
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
                     const struct ter_ray *ray, int beyond)
{
    *turned = 0;
    if (beyond == 0) return ter_cast_ray(view->cast, ray, 0.0, VIEW_FAR_M, hit);
    double stretch[2];
    if (!find_stretch(stretch, view, ray, beyond)) return false;
    struct walk walk = start_walk(view->field, ray, stretch[0], beyond);
    const double highest = ter_cast_highest(view->cast);
    double t = stretch[0];
    while (walk.image[0] * walk.image[0] <= beyond * beyond &&
           walk.image[1] * walk.image[1] <= beyond * beyond) {
        const int k = walk.next[0] < walk.next[1] ? 0 : 1;
        const double out = walk.next[k] < stretch[1] ? walk.next[k] : stretch[1];
        const struct ter_ray here = turn_ray(turned, ray, &walk);
        if (ter_cast_ray(view->cast, &here, t, out, hit)) {
            hit->wall = false;
            return true;
        }
        if (out >= stretch[1] ||
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
