/*
 * Pictures in perspective: rays through every pixel, to the ground, the water or the sky.
 *
 * Work is done in blocks of 8 x 8 pixels, ray after ray of each pixel: what the 64 rays of a block
 * hit lies close together and is evaluated as one run.
 *
 * Rays go at n x n fixed places in each pixel, n = 1 to 4, and meet the cubic surface itself; under the
 * sky of a Terragen world straight lines between points, and so do shadows, while altitude, slope and
 * light stay those of the cubic; under the sky clear the smooth surface of ter/ter_bounds.c, whose slopes
 * light has, too. The mean of the samples is taken between 1 - E(...) and the square
 * root, and rounded up or down in a fixed 4 x 4 pattern.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "render/ramp.h"
#include "render/view.h"
#include "render/view_beyond.h"
#include "render/view_bodies.h"
#include "render/view_clear.h"
#include "render/view_sky.h"
#include "render/view_tone.h"
#include "render/view_water.h"

#define SKY_LOSES 0.35f
#define BLOCK 8
#define EDGE_SHARE 0.06   /* of a side */
#define WIDEST_M 16.0     /* that a pixel on a road is: further away it is a part of it */
#define BOTTOM_SHARE 0.03 /* of a side: how far the terrain's cut edge reaches below it */

#define METER_ACROSS 96
/* The luma that a hundredth of a picture is brighter than, with a high sun and without. */
#define NOON_WHITE 0.94f
#define NOON_SINE 0.34f
#define EVENING_WHITE 0.78f

static_assert(BLOCK * BLOCK == EVAL_POINTS, "a block's rays are one run");

/* ---- the view ---- */

static enum scree_code check_options(const struct render_view_options *o, struct scree_error *err)
{
    if (o->samples != 1 && o->samples != 4 && o->samples != 9 && o->samples != 16)
        return err_set_option(err, "samples",
                              "{view_samples} is %u, expected 1, 4, 9 or 16 rays a pixel",
                              o->samples);
    if (!(o->haze_m >= 0.0 && isfinite(o->haze_m)))
        return err_set_option(err, "haze_m", "haze of %g m, expected a finite number not below 0",
                              o->haze_m);
    if (o->water && !isfinite(o->water_m))
        return err_set_option(err, "water_m", "water at %g m, expected a finite number",
                              o->water_m);
    return SCREE_OK;
}

enum scree_code render_view_create(struct render_view **out, const struct ter_field *field,
                                   const struct srf_map *map,
                                   const struct render_view_options *options, struct scree_job *job,
                                   struct scree_error *err)
{
    *out = NULL;
    RETURN_IF_ERR(check_options(options, err));
    struct render_view *view;
    RETURN_IF_ERR(MEM_NEED(&view, 1, sizeof *view, err));
    view->options = *options;
    if (options->sky.terragen != NULL) {
        view->terragen = *options->sky.terragen;
        view->options.sky.terragen = &view->terragen;
    }
    if (options->sky.clear != NULL) {
        view->clear = *options->sky.clear;
        view->options.sky.clear = &view->clear;
    }
    view->unmetered = options->sky.exposure;
    view->field = field;
    view->shape = options->sky.terragen != NULL ? TER_STRAIGHT
                  : options->sky.clear != NULL  ? TER_SMOOTH
                                                : TER_ROUNDED;
    enum scree_code code =
        eval_scene_create(&view->scene, field, map, &options->render, options->bumps, err);
    if (code == SCREE_OK) code = ter_cast_create(&view->cast, field, view->shape, job, err);
    if (code == SCREE_OK) code = view_find_lake(view, err);
    if (code != SCREE_OK) {
        render_view_free(view);
        return code;
    }
    const double *const scal = field->scal_m;
    view->across_m = scal[0] < scal[1] ? scal[0] : scal[1];
    if (field->curve_mode == 1 && field->curve_radius_km > 0.0)
        view->bend_m = 1.0 / (2000.0 * field->curve_radius_km);
    view->bend = view->bend_m / scal[2];
    view->air.haze_m = options->haze_m;
    view->around = view_goes_on(view) ? VIEW_BEYOND : 0;
    const double lowest_m = ter_altitude_m(field, ter_cast_lowest(view->cast));
    view->bottom_m = lowest_m - BOTTOM_SHARE * view->across_m * (field->points_x - 1.0);
    view->air.floor_m = options->water ? view->options.water_m : lowest_m;
    view_plan_waves(view);
    view_find_land(view);
    *out = view;
    return SCREE_OK;
}

void render_view_free(struct render_view *view)
{
    if (view == NULL) return;
    eval_scene_free(&view->scene);
    ter_cast_free(view->cast);
    view_bodies_free(view->bodies);
    render_strips_free(view->strips);
    mem_free(view);
}

enum scree_code render_view_paint(struct render_view *view, const struct render_strip *list,
                                  size_t count, struct scree_error *err)
{
    assert(view->strips == NULL);
    return render_strips_create(&view->strips, view->field, list, count, WIDEST_M, err);
}

uint64_t render_view_points(const struct render_view *view)
{
    uint64_t points = 0;
    for (uint32_t t = 0; t < view->scene.plan->threads; t++)
        points += view->scene.plan->scratch[t].points;
    return points;
}

void view_air_to(float colour[3], const struct render_view *view, const double place_m[3],
                 double distance_m, const double direction[3])
{
    const double altitude_m[2] = {place_m[2], place_m[2] + distance_m * direction[2]};
    view_haze(colour, &view->options.sky, &view->air, distance_m, altitude_m, direction);
}

struct ter_ray view_ray(const struct render_view *view, const double place_m[3],
                        const double direction[3], double pixel)
{
    const struct ter_field *const field = view->field;
    struct ter_ray ray;
    for (int i = 0; i < 3; i++) {
        ray.origin[i] = place_m[i] / field->scal_m[i];
        ray.step[i] = direction[i] / field->scal_m[i];
    }
    ray.origin[2] -= field->base_tu;
    ray.bend = view->bend * (direction[0] * direction[0] + direction[1] * direction[1]);
    ray.spread = pixel / view->across_m;
    return ray;
}

bool render_view_ground(double *altitude_m, const struct render_view *view, double x_m, double y_m)
{
    const struct ter_field *const field = view->field;
    const double x = x_m / field->scal_m[0], y = y_m / field->scal_m[1];
    if (!(x >= 0.0 && y >= 0.0 && x <= field->points_x - 1.0 && y <= field->points_y - 1.0))
        return false;
    *altitude_m = ter_altitude_m(field, ter_cast_rise(view->cast, x, y));
    return true;
}

enum scree_code render_view_check(const struct render_view *view,
                                  const struct render_camera *camera, struct scree_error *err)
{
    const double *const place = camera->place_m;
    double ground_m;
    if (render_view_ground(&ground_m, view, place[0], place[1]) && !(place[2] > ground_m))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the camera at %.1f, %.1f m is at an altitude of %.1f m, and the ground "
                       "there at %.1f m: it must stand above the ground",
                       place[0], place[1], place[2], ground_m);
    if (view->options.water && !(place[2] > view->options.water_m))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the camera is at an altitude of %.1f m, and the water at %.1f m: it must "
                       "stand above the water",
                       place[2], view->options.water_m);
    return SCREE_OK;
}

/* ---- a block ---- */

struct picture {
    struct render_view *view;
    const struct render_camera *camera;
    uint32_t width, height, first_row, rows;
    double pixel; /* size of a pixel per metre */
    uint8_t *rgb;
};

struct block {
    uint32_t column, row, width, height; /* pixels of the picture */
};

/* Ray s of n * n in pixel (i, j): no two in one row or column of the pixel. */
static void pixel_direction(double out[3], const struct picture *p, uint32_t i, uint32_t j,
                            uint32_t s)
{
    uint32_t n = 1;
    while (n * n < p->view->options.samples) n++;
    const double a = s % n, b = s / n, side = n;
    const double u = i + (a + (b + 0.5) / side) / side;
    const double v = j + (b + (side - 1.0 - a + 0.5) / side) / side;
    const double half = p->camera->half_width, unit = 2.0 * half / p->width;
    const double right = u * unit - half, up = p->height * unit * 0.5 - v * unit;
    double length = 0.0;
    for (int k = 0; k < 3; k++) {
        out[k] = p->camera->ahead[k] + right * p->camera->right[k] + up * p->camera->up[k];
        length += out[k] * out[k];
    }
    length = sqrt(length);
    for (int k = 0; k < 3; k++) out[k] /= length;
}

/* Of what is taken off all light the sky loses at most a share of each colour: it stays blue, and is no night's. */
static void keep_blue(float light[3], const struct render_sky *sky)
{
    for (int c = 0; c < 3; c++) {
        const float most = SKY_LOSES * light[c];
        if (sky->black > most) light[c] += sky->black - most;
    }
}

/* Where there is neither ground nor water: sky, and below the horizon the haze of it. */
static void nothing(float out[3], const struct render_sky *sky, const double place_m[3],
                    const double direction[3])
{
    const double flat = direction[0] * direction[0] + direction[1] * direction[1];
    if (direction[2] >= 0.0 || flat < 1e-12) {
        const double up[3] = {direction[0], direction[1], direction[2] > 0.0 ? direction[2] : 0.0};
        view_sky(out, sky, place_m, up);
        if (sky->clear != NULL) view_clear_disc(out, sky, up);
        keep_blue(out, sky);
        return;
    }
    const double length = sqrt(flat);
    const double level[3] = {direction[0] / length, direction[1] / length, 0.0};
    view_sky(out, sky, place_m, level);
    keep_blue(out, sky);
    if (sky->clear != NULL) return;
    const float down = (float)-direction[2];
    for (int c = 0; c < 3; c++) out[c] *= 1.0f - 0.35f * down;
}

/* The ground under water fades out towards the terrain's edge: water does not end there. */
static float edge_share(const struct render_view *view, double x, double y)
{
    const double east = view->field->points_x - 1.0, north = view->field->points_y - 1.0;
    const double across = (x < east - x ? x : east - x) / (EDGE_SHARE * east);
    const double along = (y < north - y ? y : north - y) / (EDGE_SHARE * north);
    const float in = clamp01((float)(across < along ? across : along));
    return in * in * (3.0f - 2.0f * in);
}

/* Water that a ray falls into, and the ground below: hit on the ray itself, or NULL. Under the sky clear
 * light is bent. */
static void add_water(struct view_water *water, struct view_ground *ground, const struct picture *p,
                      size_t n, double water_m, const double direction[3],
                      const struct ter_hit *hit)
{
    const size_t k = water->count++;
    water->sample[k] = n;
    water->distance_m[k] = water_m;
    memcpy(water->direction[k], direction, sizeof water->direction[k]);
    if (p->view->lake != NULL) {
        struct lake_bottom below;
        if (view_lake_bottom(&below, water, k, p->view, p->camera->place_m, p->pixel))
            view_add(ground, n, &below.hit, below.turned, water_m + below.hit.t, below.direction);
        return;
    }
    water->path_m[k] = hit != NULL ? hit->t - water_m : INFINITY;
    water->depth_m[k] = -water->path_m[k] * direction[2];
    if (hit != NULL) view_add(ground, n, hit, 0, hit->t, direction);
}

/* Light of one ray of each pixel of the block, through the air. */
static void trace(const struct picture *p, const struct block *block, uint32_t s, float (*light)[3],
                  struct plan_scratch *scratch)
{
    const struct render_view *const view = p->view;
    const struct render_sky *const sky = &view->options.sky;
    const double *const place = p->camera->place_m;
    double direction[EVAL_POINTS][3], water_m[EVAL_POINTS];
    float share[EVAL_POINTS] = {0};
    struct view_ground ground;
    struct view_water water;
    ground.count = water.count = 0;
    const size_t count = (size_t)block->width * block->height;
    for (size_t n = 0; n < count; n++) {
        pixel_direction(direction[n], p, block->column + (uint32_t)(n % block->width),
                        block->row + (uint32_t)(n / block->width), s);
        const struct ter_ray ray = view_ray(view, place, direction[n], p->pixel);
        water_m[n] = view_meets_water(view, place, direction[n]);
        struct ter_hit hit;
        uint8_t turned;
        const bool met = view_meets_land(&hit, &turned, view, &ray, view->beyond) &&
                         !(hit.wall && place[2] + hit.t * direction[n][2] < view->bottom_m);
        const double first_m = met && hit.t < water_m[n] ? hit.t : water_m[n];
        double body_m;
        if (view_bodies_light(light[n], &body_m, view, place, direction[n],
                              first_m < VIEW_FAR_M ? first_m : VIEW_FAR_M)) {
            view_air_to(light[n], view, place, body_m, direction[n]);
            continue;
        }
        if (isfinite(water_m[n]) && !(met && hit.t <= water_m[n]))
            add_water(&water, &ground, p, n, water_m[n], direction[n], met ? &hit : NULL);
        else if (met)
            view_add(&ground, n, &hit, turned, hit.t, direction[n]);
        else
            nothing(light[n], sky, place, direction[n]);
    }
    view_shade(view, &ground, p->pixel, scratch);
    for (size_t k = 0; k < ground.count; k++) {
        float *const out = light[ground.sample[k]];
        memcpy(out, ground.light[k], sizeof ground.light[k]);
        share[ground.sample[k]] =
            view->beyond != 0 ? 1.0f : edge_share(view, ground.x[k], ground.y[k]);
        if (ground.distance_m[k] > water_m[ground.sample[k]]) continue;
        view_mist(out, view, place, ground.distance_m[k], ground.direction[k]);
        view_air_to(out, view, place, ground.distance_m[k], ground.direction[k]);
    }
    for (size_t k = 0; k < water.count; k++) {
        const size_t n = water.sample[k];
        memcpy(water.below[k], light[n], sizeof water.below[k]);
        water.share[k] = view->lake != NULL ? water.share[k] * share[n] : share[n];
    }
    view_shade_water(view, &water, place, p->pixel, scratch);
    for (size_t k = 0; k < water.count; k++) {
        float *const out = light[water.sample[k]];
        memcpy(out, water.light[k], sizeof water.light[k]);
        view_mist(out, view, place, water.distance_m[k], water.direction[k]);
        view_air_to(out, view, place, water.distance_m[k], water.direction[k]);
    }
}

/* Pixels are rounded up or down in a pattern of 4 x 4, which leaves no bands in the sky. */
static float rounding(size_t column, size_t row)
{
    static const uint8_t order[4][4] = {
        {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return ((float)order[row & 3][column & 3] + 0.5f) / 16.0f;
}

static struct block block_of(const struct picture *p, size_t number)
{
    const uint32_t across = (p->width + BLOCK - 1) / BLOCK;
    struct block block = {(uint32_t)(number % across) * BLOCK,
                          p->first_row + (uint32_t)(number / across) * BLOCK, BLOCK, BLOCK};
    if (block.column + BLOCK > p->width) block.width = p->width - block.column;
    const uint32_t end = p->first_row + p->rows;
    if (block.row + BLOCK > end) block.height = end - block.row;
    return block;
}

static void draw_block(void *context, size_t number, uint32_t thread)
{
    const struct picture *const p = context;
    const struct block block = block_of(p, number);
    const size_t count = (size_t)block.width * block.height;
    const uint32_t samples = p->view->options.samples;
    float sum[EVAL_POINTS][3] = {{0}}, light[EVAL_POINTS][3] = {{0}};
    for (uint32_t s = 0; s < samples; s++) {
        trace(p, &block, s, light, &p->view->scene.plan->scratch[thread]);
        for (size_t n = 0; n < count; n++) {
            float shown[3];
            view_show(shown, &p->view->options.sky, light[n]);
            for (int c = 0; c < 3; c++) sum[n][c] += shown[c];
        }
    }
    for (size_t n = 0; n < count; n++) {
        const size_t column = block.column + n % block.width;
        const size_t row = block.row - p->first_row + n / block.width;
        uint8_t *const pixel = p->rgb + (row * p->width + column) * 3;
        const float round = rounding(column, p->first_row + row);
        for (int c = 0; c < 3; c++)
            pixel[c] = (uint8_t)(255.0f * sqrtf(sum[n][c] / (float)samples) + round);
    }
}

static void for_each_block(struct picture *p, void (*work)(void *, size_t, uint32_t), void *context)
{
    view_look_beyond(p->view, p->camera->place_m);
    const size_t across = (p->width + BLOCK - 1) / BLOCK, down = (p->rows + BLOCK - 1) / BLOCK;
    parallel_for(across * down, p->view->scene.plan->threads, work, context);
}

void render_view_rows(struct render_view *view, const struct render_camera *camera, uint32_t width,
                      uint32_t height, uint32_t first_row, uint32_t rows, uint8_t *rgb)
{
    assert(width > 0 && first_row <= height && rows <= height - first_row);
    struct picture picture = {
        view, camera, width, height, first_row, rows, 2.0 * camera->half_width / width, rgb};
    for_each_block(&picture, draw_block, &picture);
}

/* ---- the meter ---- */

struct metering {
    struct picture picture; /* of the meter's size, with the pixels of the one to come */
    float (*light)[3];
};

static void meter_block(void *context, size_t number, uint32_t thread)
{
    const struct metering *const m = context;
    const struct block block = block_of(&m->picture, number);
    float light[EVAL_POINTS][3] = {{0}};
    trace(&m->picture, &block, 0, light, &m->picture.view->scene.plan->scratch[thread]);
    for (size_t n = 0; n < (size_t)block.width * block.height; n++)
        memcpy(m->light[(block.row + n / block.width) * (size_t)m->picture.width + block.column +
                        n % block.width],
               light[n], sizeof light[n]);
}

enum scree_code render_view_meter(struct render_view *view, const struct render_camera *cameras,
                                  size_t count, uint32_t width, uint32_t height,
                                  struct scree_error *err)
{
    if (view->options.sky.clear == NULL) return SCREE_OK;
    view->options.sky.black = 0.0f;
    uint32_t across = METER_ACROSS; /* of one camera; of all together as many places as of one */
    while ((size_t)across * across * count > METER_ACROSS * METER_ACROSS) across--;
    const double tall = (double)across * height / width;
    const uint32_t down = tall < 1.0 ? 1 : tall > across ? across : (uint32_t)tall;
    const size_t places = (size_t)across * down;
    float(*light)[3];
    RETURN_IF_ERR(MEM_NEED(&light, count * places, sizeof *light, err));
    for (size_t k = 0; k < count; k++) {
        struct metering metering = {
            {view, &cameras[k], across, down, 0, down, 2.0 * cameras[k].half_width / width, NULL},
            light + k * places};
        for_each_block(&metering.picture, meter_block, &metering);
    }
    struct render_sky *const sky = &view->options.sky;
    const float high = clamp01(sky->sun_direction[2] * (1.0f / NOON_SINE));
    struct view_setting setting = {.exposure = view->unmetered};
    view_meter(&setting, (const float(*)[3])light, count * places,
               EVENING_WHITE + (NOON_WHITE - EVENING_WHITE) * high);
    sky->black = setting.black;
    sky->exposure = setting.exposure;
    sky->contrast = setting.contrast;
    mem_free(light);
    return SCREE_OK;
}
