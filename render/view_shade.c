/* Colour and light of what rays hit. */
#include <math.h>
#include <string.h>

#include "render/ramp.h"
#include "render/strips.h"
#include "render/view.h"
#include "render/view_beyond.h"
#include "render/view_bodies.h"
#include "render/view_water.h"
#include "render/view_sky.h"

#define NO_DATA_GREY 0.2f
#define NEAR_DETAIL 0.25 /* of a pixel that is much smaller than a terrain unit */

uint64_t view_position(double units)
{
    const double most = 2147483647.0;
    const double kept = units < -most ? -most : units > most ? most : units;
    return (uint64_t)(int64_t)floor(kept * 4294967296.0);
}

void view_add(struct view_ground *ground, size_t sample, const struct ter_hit *hit, uint8_t turned,
              double distance_m, const double direction[3])
{
    const size_t i = ground->count++;
    ground->sample[i] = sample;
    ground->x[i] = hit->x;
    ground->y[i] = hit->y;
    ground->distance_m[i] = distance_m;
    ground->wall[i] = hit->wall;
    ground->turned[i] = turned;
    memcpy(ground->direction[i], direction, sizeof ground->direction[i]);
}

/* Near ground with relief has grain down to a part of the pixel; from pixels of a terrain unit on,
 * the finest is that of a bake with such texels. */
static double sharpen(const struct render_view *view, double finest)
{
    if (!view->options.bumps || finest >= 1.0) return finest;
    return finest * (NEAR_DETAIL + (1.0 - NEAR_DETAIL) * finest);
}

/* How much ground with a slope faces a ray, and no less than counts. */
static double facing_of(const double direction[3], double slope_x, double slope_y)
{
    const double facing = (direction[0] * slope_x + direction[1] * slope_y - direction[2]) /
                          sqrt(1.0 + slope_x * slope_x + slope_y * slope_y);
    const double least = 0.06;
    return facing > least ? facing : least;
}

/* The ground that is evaluated, without relief. */
struct plain {
    float rise[EVAL_POINTS], slope_x[EVAL_POINTS], slope_y[EVAL_POINTS];
    float wet[EVAL_POINTS]; /* what is left of its colour */
};

static void find_plain(struct plain *plain, const struct render_view *view,
                       const struct view_ground *ground, const struct eval_run *run)
{
    const struct ter_ground out = {plain->rise, plain->slope_x, plain->slope_y};
    ter_sample_points(view->field, run->x, run->y, run->count, &out);
    for (size_t i = 0; i < run->count; i++)
        plain->wet[i] = view->lake == NULL || !view_has_water(view, ground->x[i], ground->y[i])
                            ? 1.0f
                            : view_wet(view, ter_altitude_m(view->field, (double)plain->rise[i]));
}

/* A pixel on the ground is longer along the view than across it: the mean of the two, in terrain
 * units, is the finest that is shown. */
static void find_finest(const struct render_view *view, const struct view_ground *ground,
                        struct eval_run *run, double pixel, const struct plain *plain)
{
    for (size_t i = 0; i < run->count; i++) {
        const double *const d = ground->direction[i];
        const float east = plain->slope_x[i], north = plain->slope_y[i];
        const double x = (double)((ground->turned[i] & 1) != 0 ? -east : east);
        const double y = (double)((ground->turned[i] & 2) != 0 ? -north : north);
        const double across = ground->distance_m[i] * pixel / view->across_m;
        const double finest = across / sqrt(facing_of(d, x, y));
        run->finest[i] = (float)sharpen(view, finest > 1e-5 ? finest : 1e-5);
    }
}

/* Whether something stands between a place in terrain units and the sun. */
static bool in_shadow(const struct render_view *view, double x, double y)
{
    const struct ter_field *const field = view->field;
    if (view->bodies == NULL) return false;
    return !view_bodies_clear(view, x * field->scal_m[0], y * field->scal_m[1],
                              ter_altitude_m(field, ter_cast_rise(view->cast, x, y)));
}

/* The cut edge of the terrain: the root's rock, darker. */
static void shade_wall(float light[3], const struct render_view *view, double x, double y)
{
    const struct render_sky *const sky = &view->options.sky;
    const float *const sun = sky->sun_direction;
    const double east = view->field->points_x - 1.0, north = view->field->points_y - 1.0;
    float facing = x <= 0.0 ? -sun[0] : x >= east ? sun[0] : y <= 0.0 ? -sun[1] : sun[1];
    if (y > 0.0 && y < north && x > 0.0 && x < east) facing = 0.0f;
    facing = facing > 0.0f ? facing : 0.0f;
    for (int c = 0; c < 3; c++)
        light[c] =
            view->scene.plan->layers[0].colour[c] * 0.6f * (sky->ambient[c] + sky->sun[c] * facing);
}

/* Ground without data: level and grey, whatever height the rays met it at. */
static void grey_missing(const struct render_view *view, struct eval_run *run)
{
    if (!view->field->has_missing) return;
    for (size_t i = 0; i < run->count; i++) {
        if (ter_has_data(view->field, run->x[i], run->y[i])) continue;
        run->slope_x[i] = run->slope_y[i] = 0.0f;
        for (int c = 0; c < 3; c++) run->colour[c][i] = NO_DATA_GREY;
    }
}

/* Roads hide the colour of the ground, and its relief. The width that a pixel has on the ground is that of
 * find_finest(), before relief made it smaller. */
static void paint_strips(const struct render_view *view, const struct view_ground *ground,
                         struct eval_run *run, double pixel, const struct plain *plain)
{
    for (size_t i = 0; view->strips != NULL && i < run->count; i++) {
        const double *const d = ground->direction[i];
        const double x = (double)plain->slope_x[i], y = (double)plain->slope_y[i];
        struct strips_paint paint;
        if (!view_strips_look(&paint, view->strips, ground->x[i] * view->field->scal_m[0],
                              ground->y[i] * view->field->scal_m[1],
                              ground->distance_m[i] * pixel / sqrt(facing_of(d, x, y)), false))
            continue;
        run->slope_x[i] += paint.share * (plain->slope_x[i] - run->slope_x[i]);
        run->slope_y[i] += paint.share * (plain->slope_y[i] - run->slope_y[i]);
        for (int c = 0; c < 3; c++)
            run->colour[c][i] += paint.colour[c] - paint.share * run->colour[c][i];
    }
}

/* Light falls on the surface that rays meet. */
static void take_shape(const struct render_view *view, struct eval_run *run,
                       const struct view_ground *ground, const struct plain *plain)
{
    for (size_t i = 0; view->shape == TER_SMOOTH && i < run->count; i++) {
        float smooth[2];
        ter_cast_slopes(smooth, view->cast, ground->x[i], ground->y[i]);
        run->slope_x[i] += smooth[0] - plain->slope_x[i];
        run->slope_y[i] += smooth[1] - plain->slope_y[i];
    }
}

void view_shade(const struct render_view *view, struct view_ground *ground, double pixel,
                struct plan_scratch *scratch)
{
    if (ground->count == 0) return;
    const struct render_sky *const sky = &view->options.sky;
    struct eval_run run;
    run.count = ground->count;
    const uint64_t most_x = (uint64_t)(view->field->points_x - 1) << 32;
    const uint64_t most_y = (uint64_t)(view->field->points_y - 1) << 32;
    for (size_t i = 0; i < run.count; i++) {
        run.x[i] = view_position(ground->x[i]);
        run.y[i] = view_position(ground->y[i]);
        run.x[i] = run.x[i] < most_x ? run.x[i] : most_x;
        run.y[i] = run.y[i] < most_y ? run.y[i] : most_y;
    }
    struct plain plain;
    find_plain(&plain, view, ground, &run);
    find_finest(view, ground, &run, pixel, &plain);
    eval_points(&view->scene, &run, scratch);
    for (size_t i = 0; view->lake != NULL && i < run.count; i++)
        for (int c = 0; c < 3; c++) run.colour[c][i] *= plain.wet[i];
    paint_strips(view, ground, &run, pixel, &plain);
    take_shape(view, &run, ground, &plain);
    grey_missing(view, &run);
    for (size_t i = 0; i < run.count; i++) {
        if (ground->wall[i]) {
            shade_wall(ground->light[i], view, ground->x[i], ground->y[i]);
            continue;
        }
        float visible = 0.0f, light[3];
        const struct render_sky here = view_turned_sky(sky, ground->turned[i]);
        if (view_facing(&here, run.slope_x[i], run.slope_y[i]) > 0.0f)
            visible = view_visible(&here, view->cast, view->field, view->bend, ground->x[i],
                                   ground->y[i]);
        if (visible > 0.0f && ground->turned[i] == 0 && in_shadow(view, ground->x[i], ground->y[i]))
            visible *= 0.25f;
        view_light(light, &here, run.slope_x[i], run.slope_y[i], visible);
        for (int c = 0; c < 3; c++) ground->light[i][c] = run.colour[c][i] * light[c];
    }
}
