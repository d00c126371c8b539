/*
 * The sky of a clear day: sunlight that the air scatters once, found along each of a table's
 * directions, and what it scatters more often, which has no direction (Hillaire, A Scalable and
 * Production Ready Sky and Atmosphere Rendering Technique, 2020, section 5.5). The sun's colour, the
 * sky's light on the ground and the air in front of the land are of the same numbers.
 *
 * Source of the numbers: Bruneton and Neyret, Precomputed Atmospheric Scattering, 2008, as Hillaire
 * states them for a red, a green and a blue of 680, 550 and 440 nm. Dust is told by turbidity
 * (Preetham, Shirley and Smits, A Practical Analytic Model for Daylight, 1999: air and dust together
 * by air alone, as depths of the whole column); its colour is Angstrom's law with an exponent of 1.
 *
 * The fit of Hosek and Wilkie (2012) says nothing of the air before the land, nor of dusk and altitude. In the median of
 * 12 settings light by the zenith's is 10 % from Blender's sky by Nishita and 30 % from Hosek and Wilkie's, shares of
 * colour 0.03 and 0.04 (tests/judges/blender_sky.py).
 *
 * Lengths are kilometres, light is pi for what the sun sends before the air takes of it: white ground
 * that faces a sun without air has the light 1.
 *
 * Before a storm the sky has the light of an overcast one, (1 + 2 sine) / 3 of that overhead (Moon and Spencer, Illumination
 * from a Non-Uniform Sky, 1942), in uneven clouds; how dark it is and the gap at the horizon are chosen by eye.
 *
 * Rule (Planes and pictures): The sky clear is sunlight in the air of its sources, and AgX its
 * tone curve. See model.md#pictures, render/view_tone.c. Tests: golden/sky (against numpy's
 * doubles).
 */
#include "render/view_clear.h"

#include <math.h>
#include <string.h>

#include "base/turn.h"
#include "render/ramp.h"
#include "render/view.h"

#define PI 3.14159265358979
#define EARTH 6360.0
#define TOP 80.0 /* above it is less than a ten-thousandth of the air */
#define AIR_HEIGHT 8.0
#define DUST_HEIGHT 1.2
#define OZONE_MIDDLE 25.0
#define OZONE_HALF 15.0
#define DUST_SCATTERS 0.96 /* of the light that it takes */
#define DUST_AHEAD 0.7     /* g of the phase of Cornette and Shanks */
#define GROUND_WHITE 0.2   /* albedo of the ground all around */
#define DISC_LIGHT 60.0f   /* of the sun's disc: white in any picture; the real one is 46,000 */
#define KEY 1.8f           /* exposure where level ground has the light 1 */
#define SINES RENDER_CLEAR_SINES
#define SIDES RENDER_CLEAR_SIDES

static const double air[3] = {0.005802, 0.013558, 0.0331}; /* scattered by a km at the ground */
/* A camera set to daylight: level ground is grey under a sun 40 degrees high and turbidity 2.5. */
static const double white[3] = {0.93, 1.0, 1.08};
static const double ozone[3] = {0.000650, 0.001881, 0.000085}; /* taken where it is densest */
static const double dust_colour[3] = {550.0 / 680.0, 1.0, 550.0 / 440.0};

/* ---- the air ---- */

static double exp_taken(double depth)
{
    return (double)exp_negative((float)depth);
}

/* What of the air's three parts there is at a height, by their most. */
struct parts {
    double air, dust, ozone;
};

static struct parts parts_at(double height)
{
    const double above = height > 0.0 ? height : 0.0;
    const double off = (above < OZONE_MIDDLE ? OZONE_MIDDLE - above : above - OZONE_MIDDLE);
    const struct parts parts = {exp_taken(above / AIR_HEIGHT), exp_taken(above / DUST_HEIGHT),
                                off < OZONE_HALF ? 1.0 - off / OZONE_HALF : 0.0};
    return parts;
}

/* What takes light where there is so much of each, for a length of 1; or a depth, of sums. */
static double taken_by(const struct parts *parts, double dust, int c)
{
    return air[c] * parts->air + dust * dust_colour[c] * parts->dust + ozone[c] * parts->ozone;
}

/* A way from a height at a sine above the horizon. */
struct way {
    double radius, sine, length;
    bool ground; /* it ends there */
};

static struct way start_way(double height, double sine)
{
    struct way way = {EARTH + height, sine, 0.0, false};
    const double half = way.radius * sine;
    const double below = height * (2.0 * EARTH + height); /* radius^2 - EARTH^2 */
    const double inside = half * half - below;
    const double above = (TOP - height) * (2.0 * EARTH + TOP + height);
    way.ground = sine < 0.0 && inside >= 0.0;
    if (way.ground)
        way.length = below / (sqrt(inside) - half);
    else
        way.length = half < 0.0 ? sqrt(half * half + above) - half
                                : above / (sqrt(half * half + above) + half);
    return way;
}

static double height_after(const struct way *way, double t)
{
    const double rise = t * (t + 2.0 * way->radius * way->sine); /* of the square of the radius */
    return way->radius - EARTH + rise / (sqrt(way->radius * way->radius + rise) + way->radius);
}

/* Steps of a way: short where it begins. Step i of count: its middle, and its length. */
static double step_of(const struct way *way, int i, int count, double *length)
{
    const double a = (double)i / count, b = (i + 1.0) / count, m = (i + 0.5) / count;
    *length = way->length * (b * b * b - a * a * a);
    return way->length * (m * m * m);
}

#define SUN_STEPS 20
#define VIEW_STEPS 32
#define MORE_STEPS 16

/* The share of the sun's light that reaches a height where the sun stands at a sine. */
static void sunlight_at(double out[3], double height, double sine, double dust)
{
    const struct way way = start_way(height > 0.0 ? height : 0.0, sine);
    struct parts sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < SUN_STEPS && !way.ground; i++) {
        const double u = (i + 0.5) / SUN_STEPS, length = way.length * (3.0 * u * u / SUN_STEPS);
        const struct parts parts = parts_at(height_after(&way, way.length * (u * u * u)));
        sum.air += parts.air * length;
        sum.dust += parts.dust * length;
        sum.ozone += parts.ozone * length;
    }
    for (int c = 0; c < 3; c++) out[c] = way.ground ? 0.0 : exp_taken(taken_by(&sum, dust, c));
}

/* ---- light that is scattered ---- */

#define MORE_HEIGHTS 16
#define MORE_SINES 6
#define MORE_TURNS 6

/* The sun, and the light that was scattered more than once by height: of all directions alike. */
struct scene {
    double dust; /* taken by a km at the ground, of green */
    double sun[3];
    double more[MORE_HEIGHTS][3];
};

static void more_at(double out[3], const struct scene *scene, double height)
{
    const double above = height > 0.0 ? height : 0.0;
    const double place = sqrt(above / TOP) * (MORE_HEIGHTS - 1);
    const int k = place < MORE_HEIGHTS - 1.5 ? (int)place : MORE_HEIGHTS - 2;
    for (int c = 0; c < 3; c++)
        out[c] = scene->more[k][c] + (scene->more[k + 1][c] - scene->more[k][c]) * (place - k);
}

/* What is scattered towards the start of a way: by the parts of the air, before their phase, and of what
 * was scattered before. */
struct scattered {
    double air[3], dust[3], more[3];
    double left[3]; /* of light from the end of the way */
    double all[3];  /* scattered, of light that is 1 everywhere */
};

/* One step of a way: its part of each sum, and what it takes. */
static void scatter_step(struct scattered *sum, const struct scene *scene, double height,
                         double sun_sine, double length)
{
    const struct parts parts = parts_at(height);
    double sunlight[3], more[3];
    sunlight_at(sunlight, height, sun_sine, scene->dust);
    more_at(more, scene, height);
    for (int c = 0; c < 3; c++) {
        const double taken = taken_by(&parts, scene->dust, c);
        const double of_air = air[c] * parts.air;
        const double of_dust = DUST_SCATTERS * scene->dust * dust_colour[c] * parts.dust;
        const double depth = taken * length;
        const double seen = sum->left[c] * length * (double)exp_mean((float)depth);
        sum->air[c] += of_air * sunlight[c] * seen;
        sum->dust[c] += of_dust * sunlight[c] * seen;
        sum->more[c] += (of_air + of_dust) * more[c] * seen;
        sum->all[c] += (of_air + of_dust) * seen;
        sum->left[c] *= exp_taken(depth);
    }
}

/* The sums along a way towards which the sun's direction has the cosine `towards`; *end_sine: where the sun
 * stands at its end. */
static struct scattered scatter(const struct scene *scene, const struct way *way, double towards,
                                int steps, double *end_sine)
{
    struct scattered sum = {{0.0}, {0.0}, {0.0}, {1.0, 1.0, 1.0}, {0.0}};
    for (int i = 0; i < steps; i++) {
        double length;
        const double t = step_of(way, i, steps, &length), height = height_after(way, t);
        const double sine = (way->radius * scene->sun[2] + t * towards) / (EARTH + height);
        scatter_step(&sum, scene, height, sine, length);
    }
    *end_sine =
        (way->radius * scene->sun[2] + way->length * towards) / (way->ground ? EARTH : EARTH + TOP);
    return sum;
}

/* Light that was scattered twice and more at a height: the twice scattered comes back again and again by
 * the share of all light that is scattered there. */
static void find_more(double out[3], const struct scene *scene, double height)
{
    double light[3] = {0.0}, again[3] = {0.0};
    for (int j = 0; j < MORE_SINES * MORE_TURNS; j++) {
        double turn_sine, turn_cosine, end_sine, sunlight[3];
        const double sine = (j / MORE_TURNS + 0.5) * 2.0 / MORE_SINES - 1.0;
        turn_sine_cosine((j % MORE_TURNS + 0.5) * 180.0 / MORE_TURNS, &turn_sine, &turn_cosine);
        const double flat = sqrt((1.0 - sine * sine) * (1.0 - scene->sun[2] * scene->sun[2]));
        const double towards = sine * scene->sun[2] + flat * turn_cosine;
        const struct way way = start_way(height, sine);
        const struct scattered sum = scatter(scene, &way, towards, MORE_STEPS, &end_sine);
        sunlight_at(sunlight, 0.0, end_sine, scene->dust);
        for (int c = 0; c < 3; c++) {
            light[c] += (sum.air[c] + sum.dust[c]) / 4.0;
            again[c] += sum.all[c];
            if (way.ground && end_sine > 0.0)
                light[c] += sum.left[c] * GROUND_WHITE * end_sine * sunlight[c];
        }
    }
    const double count = MORE_SINES * MORE_TURNS;
    for (int c = 0; c < 3; c++) out[c] = light[c] / count / (1.0 - again[c] / count);
}

/* ---- the table ---- */

/* Entry (sine i, side j): the sine is (i / (SINES - 1))^2, the cosine of the turn from the sun's side runs
 * from -1 to 1. */
static void find_entry(float out[3][3], const struct scene *scene, int i, int j)
{
    const double root = (double)i / (SINES - 1), sine = root * root;
    const double side = 2.0 * j / (SIDES - 1) - 1.0;
    const double flat = sqrt((1.0 - sine * sine) * (1.0 - scene->sun[2] * scene->sun[2]));
    const double towards = sine * scene->sun[2] + flat * side;
    const struct way way = start_way(0.0, sine);
    double end_sine;
    const struct scattered sum = scatter(scene, &way, towards, VIEW_STEPS, &end_sine);
    for (int c = 0; c < 3; c++) {
        out[0][c] = (float)(white[c] * PI * sum.air[c]);
        out[1][c] = (float)(white[c] * PI * sum.dust[c]);
        out[2][c] = (float)(white[c] * sum.more[c]);
    }
}

/* Light from the sky on level ground. */
static void find_ambient(struct render_sky *sky)
{
    double sum[3] = {0.0};
    const int count = 24;
    for (int j = 0; j < count * count; j++) {
        const double square =
            (j / count + 0.5) / count; /* of the sine: as much light on the ground */
        double sine, cosine;
        turn_sine_cosine((j % count + 0.5) * 360.0 / count, &sine, &cosine);
        const double flat = sqrt(1.0 - square);
        const double direction[3] = {flat * sine, flat * cosine, sqrt(square)};
        float light[3];
        view_clear_sky(light, sky, direction);
        for (int c = 0; c < 3; c++) sum[c] += (double)light[c];
    }
    for (int c = 0; c < 3; c++) sky->ambient[c] = (float)(sum[c] / (count * count));
}

static float luminance(const float light[3])
{
    return 0.2126f * light[0] + 0.7152f * light[1] + 0.0722f * light[2];
}

/* As a photographer does: an evening is darker than noon, but not by as much as it is. */
static void set_exposure(struct render_sky *sky)
{
    float level[3];
    for (int c = 0; c < 3; c++) level[c] = sky->ambient[c] + sky->sun[c] * sky->sun_direction[2];
    const float light = luminance(level), root = sqrtf(light);
    sky->exposure = KEY / (root * sqrtf(root));
}

enum scree_code render_clear_set(struct render_clear *clear, struct render_sky *sky,
                                 double turbidity, struct scree_error *err)
{
    if (!(turbidity >= 1.0 && turbidity <= 10.0))
        return err_set_option(err, "turbidity", "{turbidity} is %g, expected 1 to 10", turbidity);
    struct scene scene;
    memset(&scene, 0, sizeof scene);
    scene.dust = (turbidity - 1.0) * air[1] * AIR_HEIGHT / DUST_HEIGHT;
    for (int k = 0; k < 3; k++) scene.sun[k] = (double)sky->sun_direction[k];
    double more[MORE_HEIGHTS][3];
    for (int k = 0; k < MORE_HEIGHTS; k++) {
        const double root = (double)k / (MORE_HEIGHTS - 1);
        find_more(more[k], &scene, root * root * (TOP - 1e-3));
    }
    memcpy(scene.more, more, sizeof more);
    for (int i = 0; i < SINES; i++)
        for (int j = 0; j < SIDES; j++) find_entry(clear->scattered[i][j], &scene, i, j);
    double sunlight[3];
    sunlight_at(sunlight, 0.0, scene.sun[2], scene.dust);
    for (int c = 0; c < 3; c++) {
        clear->air[c] = (float)(0.001 * air[c]);
        clear->dust[c] = (float)(0.001 * scene.dust * dust_colour[c]);
        sky->sun[c] = (float)(white[c] * sunlight[c]);
    }
    clear->storm = false;
    sky->clear = clear;
    find_ambient(sky);
    set_exposure(sky);
    return SCREE_OK;
}

/* ---- before a storm ---- */

#define DECK_THROUGH 0.12f /* of the light of level ground */
#define STORM_SUN 0.05f    /* through thin places, of its light */
#define STORM_EDGE 8.0f    /* of shadows, times as wide */
#define GAP_LIGHT 0.30f    /* of the sun's, at the horizon, */
#define GAP_SINE 0.12f     /* up to here */
#define RAIN 8e-5f         /* of light taken by a metre */
#define CLOUD_ORIGIN 0.375f
#define CLOUD_UNIT_M 24.0 /* the largest are 128 */
#define CLOUD_M 1200.0    /* above the camera */
#define CLOUD_DEPTH 0.4f

void render_clear_storm(struct render_clear *clear, struct render_sky *sky)
{
    static const float grey[3] = {0.93f, 1.0f, 1.09f};
    static const float origin[2] = {CLOUD_ORIGIN, CLOUD_ORIGIN};
    const float level = luminance(sky->ambient) + luminance(sky->sun) * sky->sun_direction[2];
    for (int n = 0; n < SINES * SIDES; n++) {
        const float root = (float)(n / SIDES) / (float)(SINES - 1), sine = root * root;
        const float side = (float)(n % SIDES) / (float)(SIDES - 1);
        const float low = clamp01(1.0f - sine / GAP_SINE), gap = low * low * side * side;
        for (int c = 0; c < 3; c++) {
            float(*const parts)[3] = clear->scattered[n / SIDES][n % SIDES];
            parts[0][c] = parts[1][c] = 0.0f;
            parts[2][c] = DECK_THROUGH * level * grey[c] * (1.0f + 2.0f * sine) / 3.0f +
                          GAP_LIGHT * gap * sky->sun[c];
        }
    }
    for (int c = 0; c < 3; c++) {
        clear->air[c] = 0.0f;
        clear->dust[c] = RAIN;
        sky->sun[c] *= STORM_SUN;
    }
    clear->storm = true;
    noise_prepare(&clear->clouds, &NOISE_PLAIN(6), origin, false, 6);
    sky->penumbra *= STORM_EDGE;
    find_ambient(sky);
    set_exposure(sky);
}

/* Uneven clouds, flat as they are far away. */
void view_clear_clouds(float out[3], const struct render_clear *clear, const double place_m[3],
                       const double direction[3])
{
    if (!clear->storm || !(direction[2] > 0.02)) return;
    const double t = CLOUD_M / direction[2] / CLOUD_UNIT_M;
    const uint64_t x = view_position(place_m[0] / CLOUD_UNIT_M + t * direction[0]);
    const uint64_t y = view_position(place_m[1] / CLOUD_UNIT_M + t * direction[1]);
    const float finest = (float)(0.004 * t / direction[2]);
    const float z = noise_point_fading(&clear->clouds, x, y, finest);
    const float depth = CLOUD_DEPTH * clamp01((float)(4.0 * direction[2]));
    const float share = 1.0f + depth * (z < -1.5f ? -1.5f : z > 1.5f ? 1.5f : z);
    for (int c = 0; c < 3; c++) out[c] *= share;
}

/* ---- directions ---- */

static double towards_sun(const struct render_sky *sky, const double direction[3])
{
    double towards = 0.0;
    for (int k = 0; k < 3; k++) towards += direction[k] * (double)sky->sun_direction[k];
    return towards;
}

static void mix(float out[3][3], const float a[3][3], const float b[3][3], float share)
{
    for (int part = 0; part < 3; part++)
        for (int c = 0; c < 3; c++) out[part][c] = a[part][c] + (b[part][c] - a[part][c]) * share;
}

void view_clear_sky(float out[3], const struct render_sky *sky, const double direction[3])
{
    const float *const sun = sky->sun_direction;
    const double flat = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    const double sun_flat = sqrt((double)(sun[0] * sun[0] + sun[1] * sun[1]));
    const double both = flat * sun_flat;
    const double along = direction[0] * (double)sun[0] + direction[1] * (double)sun[1];
    const float side = both > 1e-9 ? (float)(along / both) : 0.0f;
    const float sine = direction[2] > 0.0 ? (float)direction[2] : 0.0f;
    const float x = sqrtf(sine < 1.0f ? sine : 1.0f) * (float)(SINES - 1);
    const float y = clamp01(0.5f + 0.5f * side) * (float)(SIDES - 1);
    const int i = x < (float)(SINES - 2) ? (int)x : SINES - 2;
    const int j = y < (float)(SIDES - 2) ? (int)y : SIDES - 2;
    const float u = x - (float)i, v = y - (float)j;
    const float cosine = (float)towards_sun(sky, direction);
    const float g = (float)DUST_AHEAD, round = 1.0f + cosine * cosine;
    const float near = 1.0f + g * g - 2.0f * g * cosine;
    const float phase[3] = {(float)(3.0 / (16.0 * PI)) * round,
                            (float)(3.0 / (8.0 * PI)) * (1.0f - g * g) * round /
                                ((2.0f + g * g) * (near * sqrtf(near))),
                            1.0f};
    const float(*const table)[SIDES][3][3] = sky->clear->scattered;
    float light[3][3], high[3][3];
    mix(light, table[i][j], table[i][j + 1], v);
    if (u > 0.0f) { /* above the horizon, whose light is that of all haze */
        mix(high, table[i + 1][j], table[i + 1][j + 1], v);
        mix(light, (const float(*)[3])light, (const float(*)[3])high, u);
    }
    for (int c = 0; c < 3; c++)
        out[c] = phase[0] * light[0][c] + phase[1] * light[1][c] + phase[2] * light[2][c];
}

/* Half of the disc's width is 0.267 degrees; its edge is as soft as a tenth of that. */
void view_clear_disc(float out[3], const struct render_sky *sky, const double direction[3])
{
    double off = 0.0;
    for (int k = 0; k < 3; k++) {
        const double d = direction[k] - (double)sky->sun_direction[k];
        off += d * d;
    }
    const double half = 0.00466, soft = 0.1;
    if (sky->clear->storm || towards_sun(sky, direction) < 0.0 ||
        off > (1.0 + soft) * (1.0 + soft) * half * half)
        return;
    const float in = clamp01((float)((1.0 + soft - sqrt(off) / half) / soft));
    for (int c = 0; c < 3; c++) out[c] += DISC_LIGHT * sky->sun[c] * in;
}

void view_clear_air(float colour[3], const struct render_sky *sky, const struct view_air *around,
                    double distance_m, const double altitude_m[2], const double direction[3])
{
    if (around->haze_m <= 0.0) return;
    const double flat = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    const double level[3] = {flat > 0.0 ? direction[0] / flat : 0.0,
                             flat > 0.0 ? direction[1] / flat : 0.0, 0.0};
    float light[3];
    view_clear_sky(light, sky, level);
    const double lower = altitude_m[0] < altitude_m[1] ? altitude_m[0] : altitude_m[1];
    const double higher = altitude_m[0] < altitude_m[1] ? altitude_m[1] : altitude_m[0];
    const double low = lower > around->floor_m ? 0.001 * (lower - around->floor_m) : 0.0;
    const double rise = 0.001 * (higher - lower);
    /* As if distances were those at which the haze asked for takes what this air does. */
    const float green = sky->clear->air[1] + sky->clear->dust[1];
    const double most = 1e6 * around->haze_m;
    const float way = (float)((distance_m < most ? distance_m : most) / around->haze_m) / green;
    const float of_air =
        way * exp_negative((float)(low / AIR_HEIGHT)) * exp_mean((float)(rise / AIR_HEIGHT));
    const float of_dust =
        way * exp_negative((float)(low / DUST_HEIGHT)) * exp_mean((float)(rise / DUST_HEIGHT));
    for (int c = 0; c < 3; c++) {
        const float left =
            exp_negative(sky->clear->air[c] * of_air + sky->clear->dust[c] * of_dust);
        colour[c] = light[c] + (colour[c] - light[c]) * left;
    }
}
