/*
 * Sun, sky and air: simple shapes that look like a clear day, chosen by eye.
 *
 * L = colour * (ambient * open + sun * facing * visible) for each channel, and the pixel is that of a
 * lit picture, with an exposure of 1.6. Sun and ambient redden and weaken below 30 degrees of elevation.
 * open = 0.62 + 0.38 / length - 0.30 (sun_x sx + sun_y sy) / length; under the sky of a Terragen world
 * it is 1.6, and under the sky clear 0.25 (1 - 1 / length) / 2 of the light of level land comes back from it. In the air e^-(distance / haze) of the light is left at the bottom, thinning to 1/e in
 * haze / 40 of height.
 */
#include "render/view_sky.h"

#include <math.h>

#include "render/ramp.h"
#include "render/view_clear.h"
#include "render/view_terragen.h"
#include "render/view_tone.h"
#include "base/turn.h"

#define TERRAGEN_OPEN 1.6f /* of background light, in a Terragen world's shade on any slope */
#define AIR_HEIGHTS 40.0   /* of the height in which the air thins to 1/e, in the haze's distance */
#define LAND_WHITE 0.25f
#define HAZE_SIDES 20.0
#define CLEAR_LEAST_SIDES 0.7
#define CLEAR_MOST_SIDES 1.6
#define SUN_HALF_WIDTH 0.009 /* twice the real sun's, as an angle: edges of shadows stay smooth */

enum scree_code render_sky_set(struct render_sky *sky, double azimuth_deg, double elevation_deg,
                               struct scree_error *err)
{
    if (!(azimuth_deg >= -3600 && azimuth_deg <= 3600) ||
        !(elevation_deg > 0 && elevation_deg <= 90))
        return err_set_option(
            err, "sun_deg",
            "the sun is at azimuth %g, elevation %g degrees; expected an elevation "
            "above 0 and at most 90",
            azimuth_deg, elevation_deg);
    double sine, cosine, up, out;
    turn_sine_cosine(azimuth_deg, &sine, &cosine);
    turn_sine_cosine(elevation_deg, &up, &out);
    sky->sun_direction[0] = (float)(sine * out);
    sky->sun_direction[1] = (float)(cosine * out);
    sky->sun_direction[2] = (float)up;
    /* Low suns are redder and weaker. */
    const float high = clamp01((float)(elevation_deg / 30.0));
    const float low = (1.0f - high) * (1.0f - high);
    sky->sun[0] = 1.20f - 0.16f * low;
    sky->sun[1] = 1.09f - 0.42f * low;
    sky->sun[2] = 0.92f - 0.60f * low;
    sky->ambient[0] = 0.175f - 0.05f * low;
    sky->ambient[1] = 0.215f - 0.06f * low;
    sky->ambient[2] = 0.290f - 0.06f * low;
    sky->exposure = 1.6f;
    sky->contrast = 1.0f;
    sky->black = 0.0f;
    sky->terragen = NULL;
    sky->clear = NULL;
    sky->penumbra = (float)(SUN_HALF_WIDTH / (out * out > 1e-6 ? out * out : 1e-6));
    return SCREE_OK;
}

/* The angle of a quarter whose sine and cosine are to each other as these, which are not below 0. */
static double quarter_of(double sine, double cosine)
{
    double low = 0.0, high = 90.0;
    for (int i = 0; i < 48; i++) {
        const double middle = 0.5 * (low + high);
        double s, c;
        turn_sine_cosine(middle, &s, &c);
        if (s * cosine < c * sine)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

void render_sun_at(double sun_deg[2], double latitude_deg, double hours)
{
    double west, height, sine, cosine;
    turn_sine_cosine(15.0 * (hours - 12.0), &west, &height);
    turn_sine_cosine(latitude_deg, &sine, &cosine);
    const double north = -sine * height, up = cosine * height;
    const double quarter = quarter_of(fabs(west), fabs(north));
    const double off = north < 0.0 ? 180.0 - quarter : quarter; /* from north, either way */
    sun_deg[0] = west > 0.0 ? 360.0 - off : off;
    sun_deg[1] = quarter_of(up, sqrt(west * west + north * north));
}

double render_usual_haze(const struct render_sky *sky, const struct ter_field *field)
{
    const double x_m = ter_extent_x_m(field), y_m = ter_extent_y_m(field);
    const double side_m = x_m > y_m ? x_m : y_m;
    if (sky->clear == NULL) return HAZE_SIDES * side_m;
    const double own_m = 1.0 / (double)(sky->clear->air[1] + sky->clear->dust[1]);
    const double least_m = CLEAR_LEAST_SIDES * side_m, most_m = CLEAR_MOST_SIDES * side_m;
    return own_m < least_m ? least_m : own_m > most_m ? most_m : own_m;
}

static float squared(float t)
{
    return t * t;
}

/* Near the horizon the sky is pale, above it blue; around the sun there is a glow. */
static void day_sky(float out[3], const struct render_sky *sky, const double direction[3])
{
    static const float horizon[3] = {0.52f, 0.68f, 0.90f}, zenith[3] = {0.070f, 0.185f, 0.470f};
    const float up = direction[2] > 0.0 ? (float)direction[2] : 0.0f;
    const float pale = squared(squared(1.0f - up)) * 0.75f + squared(1.0f - up) * 0.25f;
    const float towards = (float)(direction[0] * (double)sky->sun_direction[0] +
                                  direction[1] * (double)sky->sun_direction[1] +
                                  direction[2] * (double)sky->sun_direction[2]);
    const float near = towards > 0.0f ? towards : 0.0f;
    const float wide = squared(squared(near));                   /* 4th power */
    const float glow = squared(squared(squared(wide)));          /* 32nd */
    const float disc = squared(squared(squared(squared(glow)))); /* 512th */
    const float low = squared(1.0f - clamp01(sky->sun_direction[2] * 2.0f));
    for (int c = 0; c < 3; c++) {
        const float base = zenith[c] + (horizon[c] - zenith[c]) * pale;
        const float warm = sky->sun[c];
        /* A low sun takes light from the sky and warms its side of it. */
        const float dimmed = base * (1.0f - low * (0.25f + 0.12f * (float)c));
        out[c] = dimmed + warm * (0.10f * wide * pale * (1.0f + 2.0f * low) + 0.16f * glow +
                                  5.0f * disc * disc);
    }
}

void view_sky(float out[3], const struct render_sky *sky, const double place_m[3],
              const double direction[3])
{
    if (sky->terragen != NULL)
        view_terragen_sky(out, sky, place_m, direction);
    else if (sky->clear == NULL)
        day_sky(out, sky, direction);
    else {
        view_clear_sky(out, sky, direction);
        view_clear_clouds(out, sky->clear, place_m, direction);
    }
}

void view_haze(float colour[3], const struct render_sky *sky, const struct view_air *air,
               double distance_m, const double altitude_m[2], const double direction[3])
{
    if (sky->terragen != NULL) {
        view_terragen_air(colour, sky, distance_m, altitude_m);
        return;
    }
    if (sky->clear != NULL) {
        view_clear_air(colour, sky, air, distance_m, altitude_m, direction);
        return;
    }
    if (air->haze_m <= 0.0) return;
    const double flat = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    float glow[3];
    const double level[3] = {flat > 0.0 ? direction[0] / flat : 0.0,
                             flat > 0.0 ? direction[1] / flat : 0.0, 0.0};
    day_sky(glow, sky, level);
    /* Density e^-(height / scale): its mean over the way is that over the heights. */
    const double scale_m = air->haze_m / AIR_HEIGHTS;
    const double low = altitude_m[0] < altitude_m[1] ? altitude_m[0] : altitude_m[1];
    const double high = altitude_m[0] < altitude_m[1] ? altitude_m[1] : altitude_m[0];
    const double above = low > air->floor_m ? (low - air->floor_m) / scale_m : 0.0;
    const float density = exp_negative((float)above) * exp_mean((float)((high - low) / scale_m));
    const double depth = distance_m / air->haze_m;
    const float left = exp_negative((float)(depth < 1e6 ? depth : 1e6) * density);
    for (int c = 0; c < 3; c++) colour[c] = glow[c] + (colour[c] - glow[c]) * left;
}

float view_facing(const struct render_sky *sky, float slope_x, float slope_y)
{
    const float *const sun = sky->sun_direction;
    const float length = sqrtf(1.0f + (slope_x * slope_x + slope_y * slope_y));
    const float facing = (sun[2] - (sun[0] * slope_x + sun[1] * slope_y)) / length;
    return facing > 0.0f ? facing : 0.0f;
}

/* The sky lights level ground in full, walls less, and what faces the sun's side a little more:
 * that shows shapes in the shadow, too. In Terragen's pictures all shade has the same light. */
void view_light(float out[3], const struct render_sky *sky, float slope_x, float slope_y,
                float visible)
{
    const float *const sun = sky->sun_direction;
    const float length = sqrtf(1.0f + (slope_x * slope_x + slope_y * slope_y));
    const float towards = -(sun[0] * slope_x + sun[1] * slope_y) / length;
    const float open =
        sky->terragen != NULL ? TERRAGEN_OPEN : 0.62f + 0.38f / length + 0.30f * towards;
    const float direct = view_facing(sky, slope_x, slope_y) * visible;
    /* Under the sky clear a slope is lit by the land that it sees in place of sky, as if all of it lay level. */
    const float bounce = sky->clear != NULL ? 0.5f * LAND_WHITE * (1.0f - 1.0f / length) : 0.0f;
    for (int c = 0; c < 3; c++)
        out[c] = sky->ambient[c] * open + sky->sun[c] * direct +
                 bounce * (sky->ambient[c] + sky->sun[c] * sun[2]);
}

void view_show(float out[3], const struct render_sky *sky, const float light[3])
{
    float exposed[3];
    for (int c = 0; c < 3; c++) {
        const float left = light[c] - sky->black;
        exposed[c] = sky->exposure * (left > 0.0f ? left : 0.0f);
    }
    if (sky->clear != NULL)
        view_tone(out, exposed, sky->contrast);
    else
        for (int c = 0; c < 3; c++) out[c] = 1.0f - exp_negative(exposed[c]);
}

float view_visible(const struct render_sky *sky, const struct ter_cast *cast,
                   const struct ter_field *field, double bend, double x, double y)
{
    const double east = (double)sky->sun_direction[0], north = (double)sky->sun_direction[1];
    const double flat = sqrt(east * east + north * north);
    if (sky->penumbra <= 0.0f || flat < 1e-4) return 1.0f;
    const double tangent = (double)sky->sun_direction[2] / flat, up = 1.0 / field->scal_m[2];
    const double least = (tangent - (double)sky->penumbra) * up;
    const double most = (tangent + (double)sky->penumbra) * up;
    const double across = field->scal_m[0] < field->scal_m[1] ? field->scal_m[0] : field->scal_m[1];
    /* A unit of t is a metre on the ground. */
    const struct ter_look look = {
        {x, y}, {east / flat / field->scal_m[0], north / flat / field->scal_m[1]},
        bend,   0.5 * across,
        least,  most};
    const double horizon = ter_cast_horizon(cast, &look);
    const float share = clamp01((float)((most - horizon) / (most - least)));
    return share * share * (3.0f - 2.0f * share);
}
