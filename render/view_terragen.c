/*
 * Three hazes, each thinner with height, light the sky: its colour is what they send of the sun's
 * light, less what they take. One layer of clouds is flat noise.
 *
 * Source of the numbers: the faces of two cubes that Terragen rendered (docs/fidelity.md); in both,
 * clear sky goes as 1 - e^(-depth / sine of the height), in the colours of the world's file.
 */
#include "render/view_terragen.h"

#include <math.h>

#include "noise/noise.h"
#include "render/ramp.h"
#include "render/view.h"

#define TAKEN 0.00155     /* of the light by a terrain unit of haze of density 1 */
#define GROUND_SHARE 0.17 /* of that, before the ground */
#define SIMPLE_SHARE 0.1  /* the same of simple haze */
#define BLUE_LIGHT 12.0f  /* of blue haze without end, by its colour */
#define SIMPLE_LIGHT 3.8f /* of simple haze */
#define LEAST_SINE 0.012  /* the air is no deeper than at this height above the horizon */
#define LN2 0.6931471805599453

struct column {
    float depth;    /* of what takes light */
    float light[3]; /* what comes from it, before it is taken */
};

/* The air on a way, of each haze so many terrain units of its density. */
static struct column add_hazes(const struct render_terragen *world, const double units[3])
{
    const struct render_haze *const hazes[3] = {&world->simple, &world->blue, &world->red};
    const float light[3] = {SIMPLE_LIGHT, BLUE_LIGHT, 0.0f};
    struct column column = {0.0f, {0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 3; i++) {
        const float depth = (float)(TAKEN * (double)hazes[i]->density * units[i]);
        column.depth += depth;
        for (int c = 0; c < 3; c++) column.light[c] += light[i] * hazes[i]->colour[c] * depth;
    }
    return column;
}

/* e^-(height / scale) at an altitude; below 0 as at 0. */
static double thin(const struct render_haze *haze, double altitude_m)
{
    const double above = altitude_m > 0.0 ? altitude_m : 0.0;
    return (double)exp_negative((float)(above * LN2 / haze->half_m));
}

/* The air above an altitude, or up to one (top_m; INFINITY: all), seen at a sine of the height. */
static struct column find_column(const struct render_terragen *world, double altitude_m,
                                 double top_m, double sine)
{
    const struct render_haze *const hazes[3] = {&world->simple, &world->blue, &world->red};
    double units[3];
    for (int i = 0; i < 3; i++) {
        const double up = hazes[i]->half_m / LN2 / world->unit_m;
        const double share =
            thin(hazes[i], altitude_m) - (isfinite(top_m) ? thin(hazes[i], top_m) : 0.0);
        units[i] = (share > 0.0 ? share : 0.0) * up / sine;
    }
    return add_hazes(world, units);
}

/* Puts a column in front of a colour. */
static void look_through(float colour[3], const struct column *column)
{
    const float left = exp_negative(column->depth);
    const float mean = exp_mean(column->depth < 80.0f ? column->depth : 80.0f);
    for (int c = 0; c < 3; c++) colour[c] = colour[c] * left + column->light[c] * mean;
}

static float power(float x, int doublings)
{
    for (int i = 0; i < doublings; i++) x *= x;
    return x;
}

/* The sun's disc and the glow around it. */
static void add_sun(float out[3], const struct render_sky *sky, const double direction[3])
{
    const double towards = direction[0] * (double)sky->sun_direction[0] +
                           direction[1] * (double)sky->sun_direction[1] +
                           direction[2] * (double)sky->sun_direction[2];
    const float near = towards > 0.0 ? (float)towards : 0.0f;
    const float wide = power(near, 3), glow = power(near, 6), disc = power(near, 12);
    const float pale = 0.5f * sky->terragen->glow * wide;
    for (int c = 0; c < 3; c++) out[c] += sky->sun[c] * (pale + 0.2f * glow + 6.0f * disc);
}

/* How thick the clouds are on a ray, 0: none. */
static float cloud_depth(const struct render_terragen *world, const double place_m[3],
                         const double direction[3], double distance_m)
{
    const double shrink = 1.0 / (world->unit_m * world->cloud_size);
    const uint64_t x = view_position((place_m[0] + distance_m * direction[0]) * shrink);
    const uint64_t y = view_position((place_m[1] + distance_m * direction[1]) * shrink);
    const float finest = (float)(distance_m * 0.002 * shrink / sqrt(direction[2]));
    const float z = noise_point_fading(&world->clouds, x, y, finest > 0.05f ? finest : 0.05f);
    return world->cloud_contrast * (z + world->cloud_shift);
}

static void add_clouds(float out[3], const struct render_sky *sky, const double place_m[3],
                       const double direction[3], double sine)
{
    const struct render_terragen *const world = sky->terragen;
    const double above_m = world->cloud_m - place_m[2];
    if (!(world->cloud_contrast > 0.0f && above_m > 0.0 && direction[2] > 0.005)) return;
    const double distance_m = above_m / direction[2];
    const float depth = cloud_depth(world, place_m, direction, distance_m);
    if (!(depth > 0.0f)) return;
    const float cover = 1.0f - exp_negative(1.5f * depth), lit = exp_negative(0.55f * depth);
    const struct column before = find_column(world, place_m[2], world->cloud_m, sine);
    float cloud[3];
    for (int c = 0; c < 3; c++) cloud[c] = 2.5f * sky->ambient[c] + 1.4f * sky->sun[c] * lit;
    look_through(cloud, &before);
    for (int c = 0; c < 3; c++) out[c] += (cloud[c] - out[c]) * cover;
}

void view_terragen_sky(float out[3], const struct render_sky *sky, const double place_m[3],
                       const double direction[3])
{
    const struct render_terragen *const world = sky->terragen;
    const double sine = direction[2] > LEAST_SINE ? direction[2] : LEAST_SINE;
    const struct column all = find_column(world, place_m[2], INFINITY, sine);
    out[0] = out[1] = out[2] = 0.0f;
    add_sun(out, sky, direction);
    look_through(out, &all);
    add_clouds(out, sky, place_m, direction, sine);
}

void view_terragen_air(float colour[3], const struct render_sky *sky, double distance_m,
                       const double altitude_m[2])
{
    const struct render_terragen *const world = sky->terragen;
    const struct render_haze *const hazes[3] = {&world->simple, &world->blue, &world->red};
    const double low = altitude_m[0] < altitude_m[1] ? altitude_m[0] : altitude_m[1];
    const double high = altitude_m[0] < altitude_m[1] ? altitude_m[1] : altitude_m[0];
    const double way = (distance_m < 1e9 ? distance_m : 1e9) / world->unit_m;
    double units[3];
    for (int i = 0; i < 3; i++) {
        const double rise = (high - low) * LN2 / hazes[i]->half_m;
        const double mean = thin(hazes[i], low) * (double)exp_mean((float)rise);
        units[i] = way * mean * (i == 0 ? SIMPLE_SHARE : GROUND_SHARE);
    }
    const struct column column = add_hazes(world, units);
    look_through(colour, &column);
}

float view_terragen_mirrored(const struct render_terragen *world, double cosine)
{
    const float graze = 1.0f - (float)(cosine < 1.0 ? cosine : 1.0);
    return clamp01(world->mirror[0] + (world->mirror[1] - world->mirror[0]) * graze * graze);
}

float view_terragen_rough(const struct render_terragen *world, double x_m, double y_m,
                          double finest_m)
{
    const double shrink = 2.0 / world->unit_m;
    const float finest = (float)(finest_m * shrink);
    const float z =
        noise_point_fading(&world->clouds, view_position(x_m * shrink), view_position(y_m * shrink),
                           finest > 0.05f ? finest : 0.05f);
    return 0.35f + 1.3f * clamp01(0.5f + 0.5f * z);
}
