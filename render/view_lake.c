/*
 * Water under the sky clear: Fresnel's law for what it mirrors, light that is bent for what lies below,
 * and Cox and Munk's law of slopes for waves too small to see (Measurement of the Roughness of the Sea
 * Surface from Photographs of the Sun's Glitter, 1954).
 *
 * Colours: what pure water takes (Pope and Fry 1997) at 680, 550 and 440 nm and more for what is in it;
 * deep water sends back 0.18 of what it scatters back by what it takes (Gordon et al. 1975, through the surface).
 */
#include <math.h>
#include <string.h>

#include "render/ramp.h"
#include "render/view_beyond.h"
#include "render/view_bodies.h"
#include "render/view_clear.h"
#include "render/view_water.h"

#define INDEX 1.333 /* of refraction */
#define PI 3.14159265358979
#define LIFT_M 0.03 /* over level ground at the water's altitude: a lake that nobody sounded */
#define SOUNDED_SLOPE 0.02f /* of ground below water that is the ground itself */
#define SOUNDED_M 0.25      /* as is all below this */
#define OCTAVE_SLOPE                                                                               \
    0.4175f /* variance of an octave's slope along an axis, of amplitude 1 in cells of 1 */
#define FACETS 3
#define SURF_WHITE 0.7f
#define SURF_M 0.9f       /* deepest */
#define SURF_LINE_M 0.35f /* of depth from line to line */
#define POND_M2 1e5
#define SEA_EDGE 4 /* of so many places at the edge one is water */

static const struct view_lake sea = {
    20.0, 0.050f, 0.0040f, {0.50f, 0.130f, 0.105f}, {0.0028f, 0.0120f, 0.0185f}, 0.6f, true};
static const struct view_lake lake = {
    5.0, 0.022f, 0.0012f, {0.50f, 0.130f, 0.160f}, {0.0026f, 0.0110f, 0.0105f}, 0.25f, false};
static const struct view_lake pond = {
    1.5, 0.012f, 0.0005f, {0.95f, 0.550f, 1.100f}, {0.0050f, 0.0070f, 0.0030f}, 0.12f, false};

enum scree_code view_find_lake(struct render_view *view, struct scree_error *err)
{
    const struct ter_field *const field = view->field;
    view->lake = NULL;
    if (view->options.sky.clear == NULL || !view->options.water) return SCREE_OK;
    view->options.water_m += LIFT_M;
    struct water_found found;
    RETURN_IF_ERR(view_find_basins(&found, view, err));
    const double place_m2 =
        ter_extent_x_m(field) * ter_extent_y_m(field) / (VIEW_BASINS * VIEW_BASINS);
    const bool reaches = found.edge * SEA_EDGE > 4 * (VIEW_BASINS - 1);
    view->lake = reaches ? &sea : found.wet * place_m2 < POND_M2 ? &pond : &lake;
    /* Only the sea is at one altitude wherever it is. */
    if (!reaches) memset(view->dry, 0, sizeof view->dry);
    view->has_dry = reaches && found.dry > 0;
    return SCREE_OK;
}

float view_fresnel(float cosine)
{
    const float n2 = (float)(INDEX * INDEX), c = cosine > 0.0f ? cosine : 0.0f;
    const float t = sqrtf(n2 - 1.0f + c * c);
    const float across = (c - t) / (c + t), along = (n2 * c - t) / (n2 * c + t);
    return 0.5f * (across * across + along * along);
}

float view_wet(const struct render_view *view, double altitude_m)
{
    const float up = clamp01((float)(altitude_m - view->options.water_m) / view->lake->wet_m);
    return 0.55f + 0.45f * up * up * (3.0f - 2.0f * up);
}

/* ---- below ---- */

/* A level bottom just below the water is the water's own altitude: how much is seen of what lies there. */
static float sounded(const struct render_view *view, const struct ter_hit *hit, double depth_m)
{
    if (depth_m >= SOUNDED_M) return 1.0f;
    float rise, x, y;
    const uint64_t px = view_position(hit->x), py = view_position(hit->y);
    ter_sample_points(view->field, &px, &py, 1, &(struct ter_ground){&rise, &x, &y});
    const float steep = clamp01(sqrtf(x * x + y * y) * (1.0f / SOUNDED_SLOPE));
    const float deep = clamp01((float)((depth_m - LIFT_M) / (SOUNDED_M - LIFT_M)));
    return steep > deep ? steep : deep;
}

bool view_lake_bottom(struct lake_bottom *below, struct view_water *water, size_t k,
                      const struct render_view *view, const double place_m[3], double pixel)
{
    const double t = water->distance_m[k], *const d = water->direction[k];
    const double from[3] = {place_m[0] + t * d[0], place_m[1] + t * d[1], view->options.water_m};
    for (int i = 0; i < 2; i++) below->direction[i] = d[i] / INDEX;
    below->direction[2] = -sqrt(1.0 - (d[0] * d[0] + d[1] * d[1]) / (INDEX * INDEX));
    const struct ter_ray ray = view_ray(view, from, below->direction, pixel);
    struct ter_hit *const hit = &below->hit;
    const bool met = view_meets_land(hit, &below->turned, view, &ray, view->beyond) && !hit->wall &&
                     hit->t > 0.0;
    water->path_m[k] = met ? hit->t : INFINITY;
    water->depth_m[k] = met ? -hit->t * below->direction[2] : 0.0;
    water->share[k] = met ? sounded(view, hit, water->depth_m[k]) : 0.0f;
    return met;
}

static void see_below(float out[3], const struct render_view *view, const struct view_water *water,
                      size_t i)
{
    const struct render_sky *const sky = &view->options.sky;
    const double path_m = water->path_m[i] < 1e4 ? water->path_m[i] : 1e4;
    const float seen = (float)path_m, lit = (float)(path_m + water->depth_m[i]);
    for (int c = 0; c < 3; c++) {
        const float all =
            view->lake->deep[c] * (sky->ambient[c] + sky->sun[c] * sky->sun_direction[2]);
        const float shallow = all * (1.0f - exp_negative(seen * view->lake->taken[c])) +
                              water->below[i][c] * exp_negative(lit * view->lake->taken[c]);
        out[c] = all + water->share[i] * (shallow - all);
    }
}

/* ---- the surface ---- */

/* What the surface does at a place. */
struct surface {
    float share;    /* of light that it sends back */
    float sky[3];   /* that light, of the sky */
    double out[3];  /* where most of it comes from */
    float variance; /* of the slopes too small to see */
};

/* Slopes of the waves that are finer than the picture. */
static float unseen(const struct render_view *view, float finest)
{
    float sum = view->lake->rough;
    for (uint32_t k = view->first_wave; k < view->waves.count; k++) {
        const float shown = clamp01(noise_cell_tu(&view->waves.octaves[k]) / finest - 1.0f);
        sum += OCTAVE_SLOPE * view->lake->wave * view->lake->wave * (1.0f - shown * shown);
    }
    return sum;
}

/* The ray from a facet with slopes, never into the water; its cosine. */
static double turn_back(double out[3], const double d[3], double x, double y)
{
    const double length = sqrt(1.0 + x * x + y * y);
    const double n[3] = {-x / length, -y / length, 1.0 / length};
    const double along = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
    double size = 0.0;
    for (int i = 0; i < 3; i++) out[i] = d[i] - 2.0 * along * n[i];
    out[2] = out[2] > 0.003 ? out[2] : 0.003;
    for (int i = 0; i < 3; i++) size += out[i] * out[i];
    for (int i = 0; i < 3; i++) out[i] /= sqrt(size);
    return -along;
}

/* The mean over slopes along the view (three of them, by Gauss and Hermite), each by how much of it is seen. */
static void find_surface(struct surface *s, const struct render_sky *sky, const double from[3],
                         const double d[3], float slope_x, float slope_y)
{
    static const double at[FACETS] = {0.0, 1.7320508, -1.7320508};
    static const float weights[FACETS] = {2.0f / 3.0f, 1.0f / 6.0f, 1.0f / 6.0f};
    const double flat = sqrt(d[0] * d[0] + d[1] * d[1]), sigma = sqrt((double)s->variance);
    const double ahead[2] = {flat > 0.0 ? d[0] / flat : 1.0, flat > 0.0 ? d[1] / flat : 0.0};
    float all = 0.0f, back = 0.0f, lean = 0.0f;
    memset(s->sky, 0, sizeof s->sky);
    for (int k = 0; k < FACETS; k++) {
        const double x = (double)slope_x + at[k] * sigma * ahead[0];
        const double y = (double)slope_y + at[k] * sigma * ahead[1];
        const double seen =
            d[0] * x + d[1] * y - d[2]; /* of it from here, by its area from above */
        if (k > 0 && seen <= 0.0) continue;
        double out[3];
        float light[3];
        const float cosine = (float)turn_back(out, d, x, y);
        const float weight = weights[k] * (float)(seen > 1e-3 ? seen : 1e-3);
        const float sent = weight * view_fresnel(cosine);
        view_sky(light, sky, from, out);
        for (int c = 0; c < 3; c++) s->sky[c] += sent * light[c];
        all += weight;
        back += sent;
        lean += sent * (float)(at[k] * sigma);
    }
    s->share = back / all;
    for (int c = 0; c < 3; c++) s->sky[c] /= back;
    const double mean = (double)(lean / back);
    turn_back(s->out, d, (double)slope_x + mean * ahead[0], (double)slope_y + mean * ahead[1]);
}

/* The sun in slopes too small to see: as much light as facets have the slope between it and the ray. */
static void add_glitter(float out[3], const struct render_view *view, const struct surface *s,
                        const double place[3], const double d[3], float slope_x, float slope_y)
{
    const struct render_sky *const sky = &view->options.sky;
    double half[3], length = 0.0;
    for (int k = 0; k < 3; k++) {
        half[k] = (double)sky->sun_direction[k] - d[k];
        length += half[k] * half[k];
    }
    length = sqrt(length);
    for (int k = 0; k < 3; k++) half[k] /= length;
    const double x = -half[0] / half[2] - (double)slope_x;
    const double y = -half[1] / half[2] - (double)slope_y;
    const double variance = (double)s->variance;
    const double off = (x * x + y * y) / (2.0 * variance);
    if (off > 12.0) return;
    const double facing = -(d[0] * half[0] + d[1] * half[1] + d[2] * half[2]);
    const double up = half[2] * half[2], grazing = -d[2] > 0.03 ? -d[2] : 0.03;
    float share = (float)(1.0 / (8.0 * variance * grazing * up * up)) *
                  view_fresnel((float)facing) * exp_negative((float)off);
    const double at[2] = {place[0] / view->field->scal_m[0], place[1] / view->field->scal_m[1]};
    if (at[0] >= 0.0 && at[1] >= 0.0 && at[0] <= view->field->points_x - 1.0 &&
        at[1] <= view->field->points_y - 1.0)
        share *= view_visible(sky, view->cast, view->field, view->bend, at[0], at[1]);
    for (int c = 0; c < 3; c++) out[c] += sky->sun[c] * share;
}

/* White water where waves of the sea run out: lines of equal depth that the waves bend and break. */
static float surf_share(const struct render_view *view, const struct view_water *water, size_t i,
                        const double from[3], float finest)
{
    const float depth_m = (float)water->depth_m[i];
    if (!view->lake->surf || water->share[i] <= 0.0f || depth_m > SURF_M) return 0.0f;
    const struct ter_field *const field = view->field;
    const float wave = noise_point_fading(&view->waves, view_position(from[0] / field->scal_m[0]),
                                          view_position(from[1] / field->scal_m[1]), finest);
    const float high =
        wave * (float)view->across_m / (view->lake->wave * (float)view->lake->largest_m);
    const float place = depth_m * (1.0f / SURF_LINE_M) + 3.0f * high + 64.0f;
    const float line = clamp01(1.0f - 3.0f * (place - (float)(int)place));
    return 0.75f * water->share[i] * line * clamp01(1.0f - depth_m / SURF_M);
}

/* What the mirror shows of land and of what stands on it, in place of the sky. */
static void mirror_land(const struct render_view *view, const struct view_water *water,
                        const double (*from)[3], struct surface *surfaces, double pixel,
                        struct plan_scratch *scratch)
{
    struct view_ground mirrored;
    mirrored.count = 0;
    for (size_t i = 0; i < water->count; i++) {
        const double t = water->distance_m[i];
        const struct ter_ray ray = view_ray(view, from[i], surfaces[i].out, pixel);
        struct ter_hit hit;
        uint8_t turned;
        const bool met =
            view_meets_land(&hit, &turned, view, &ray, view->beyond) && !hit.wall && hit.t > 0.0;
        double body_m;
        if (view_bodies_light(surfaces[i].sky, &body_m, view, from[i], surfaces[i].out,
                              met ? hit.t : VIEW_FAR_M))
            view_air_to(surfaces[i].sky, view, from[i], body_m, surfaces[i].out);
        else if (met)
            view_add(&mirrored, i, &hit, turned, t + hit.t, surfaces[i].out);
    }
    view_shade(view, &mirrored, 2.0 * pixel, scratch);
    for (size_t k = 0; k < mirrored.count; k++) {
        const size_t i = mirrored.sample[k];
        memcpy(surfaces[i].sky, mirrored.light[k], sizeof surfaces[i].sky);
        view_air_to(surfaces[i].sky, view, from[i], mirrored.distance_m[k] - water->distance_m[i],
                    mirrored.direction[k]);
    }
}

void view_shade_lake(const struct render_view *view, struct view_water *water,
                     const double place_m[3], double pixel, const struct lake_waves *waves,
                     struct plan_scratch *scratch)
{
    const struct render_sky *const sky = &view->options.sky;
    struct surface surfaces[EVAL_POINTS];
    double from[EVAL_POINTS][3];
    for (size_t i = 0; i < water->count; i++) {
        const double t = water->distance_m[i], *const d = water->direction[i];
        for (int k = 0; k < 2; k++) from[i][k] = place_m[k] + t * d[k];
        from[i][2] = view->options.water_m + view->bend_m * t * t;
        surfaces[i].variance = unseen(view, waves->finest[i]);
        find_surface(&surfaces[i], sky, from[i], d, waves->slope_x[i], waves->slope_y[i]);
    }
    mirror_land(view, water, (const double(*)[3])from, surfaces, pixel, scratch);
    for (size_t i = 0; i < water->count; i++) {
        const struct surface *const s = &surfaces[i];
        float below[3], *const light = water->light[i];
        see_below(below, view, water, i);
        for (int c = 0; c < 3; c++) light[c] = below[c] * (1.0f - s->share) + s->sky[c] * s->share;
        add_glitter(light, view, s, from[i], water->direction[i], waves->slope_x[i],
                    waves->slope_y[i]);
        const float surf = surf_share(view, water, i, from[i], waves->finest[i]);
        for (int c = 0; surf > 0.0f && c < 3; c++) {
            const float white =
                SURF_WHITE * (sky->ambient[c] + sky->sun[c] * sky->sun_direction[2]);
            light[c] += surf * (white - light[c]);
        }
    }
}
