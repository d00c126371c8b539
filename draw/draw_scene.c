/* A Terragen world's light for render/: numbers of the file become those of the picture. */
#include "draw/draw_scene.h"

#include <string.h>

#include "draw/draw.h"

#define SUN_SHARE 1.0   /* of a sun's strength, in the picture's light */
#define WATER_SHARE 1.4 /* of its colour, in the light above it */
#define WAVE_SHARE 0.12 /* of the slope of its waves */
#define USUAL_EXPOSURE 1.41421356
#define CLOUD_LARGEST_LOG2 7
#define CLOUD_OCTAVES 9
#define CLOUD_GAIN 0.6

/* The number that a scene has at key, or what a new world has there. */
static double number(const struct srf_map *map, const char *key, unsigned i, double usual)
{
    double value;
    return srf_scene_number(&value, map, key, i) ? value : usual;
}

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static void colour(float out[3], const struct srf_map *map, const char *key, const int usual[3],
                   double scale)
{
    for (unsigned c = 0; c < 3; c++)
        out[c] = (float)(between(number(map, key, c, usual[c]), 0.0, 4096.0) / 256.0 * scale);
}

static void haze(struct render_haze *out, const struct srf_map *map, const char *const keys[3],
                 const int usual[3], double half_tu, double unit_m)
{
    colour(out->colour, map, keys[0], usual, 1.0);
    out->density = (float)between(number(map, keys[1], 0, 0.2), 0.0, 100.0);
    out->half_m = between(number(map, keys[2], 0, half_tu), 0.01, 1e6) * unit_m;
}

static void clouds(struct render_terragen *world, const struct srf_map *map, double unit_m)
{
    const struct noise_spectrum spectrum = {
        .largest_log2 = CLOUD_LARGEST_LOG2, .full = CLOUD_OCTAVES, .gain = CLOUD_GAIN};
    const float origin[2] = {(float)between(number(map, "clouds.GSED", 0, 1.0), 0.0, 65535.0),
                             0.5f};
    noise_prepare(&world->clouds, &spectrum, origin, false, CLOUD_OCTAVES);
    world->cloud_m = number(map, "clouds.altitude", 0, 64.0) * unit_m;
    const double octaves = between(number(map, "clouds.GFSZ", 0, -5.0), -20.0, 20.0);
    double size = number(map, "clouds.size", 0, 4096.0) / 128.0;
    for (int i = 0; i < (int)octaves; i++) size *= 2.0;
    for (int i = 0; i > (int)octaves; i--) size /= 2.0;
    world->cloud_size = between(size, 0.001, 1000.0);
    const double contrast = number(map, "clouds.contrast", 0, 5.0);
    world->cloud_contrast =
        (float)(contrast > 0.0 ? between(0.6 + 0.12 * contrast, 0.0, 20.0) : 0.0);
    world->glow = (float)between(number(map, "lighting.GLOA", 0, 1.0), 0.0, 10.0);
    world->cloud_shift = (float)between(1.6 * number(map, "clouds.GPRS", 0, 0.0) - 0.4, -4.0, 4.0);
}

static void water(struct render_terragen *world, const struct srf_map *map)
{
    static const int usual[3] = {16, 16, 16};
    const double length = between(number(map, "water.WLEN", 0, 0.4), 0.01, 1000.0);
    const double height = between(number(map, "water.WAMP", 0, 0.04), 0.0, 1000.0);
    colour(world->water, map, "water.colour", usual, WATER_SHARE);
    world->mirror[0] = (float)between(number(map, "water.reflection_min", 0, 0.0), 0.0, 1.0);
    world->mirror[1] = (float)between(number(map, "water.reflection_max", 0, 1.0), 0.0, 1.0);
    world->wave = (float)between(WAVE_SHARE * height / length, 0.0, 0.3);
}

void draw_scene_light(struct render_sky *sky, struct render_terragen *world,
                      const struct srf_map *map, const struct ter_field *field)
{
    static const int white[3] = {253, 246, 215}, ambient[3] = {102, 120, 192},
                     simple[3] = {128, 128, 128}, blue[3] = {32, 80, 256}, red[3] = {218, 171, 71};
    static const char *const simple_keys[3] = {"haze.simple.colour", "haze.simple.density",
                                               "haze.simple.half_height"},
                             *const blue_keys[3] = {"haze.blue.colour", "haze.blue.density",
                                                    "haze.blue.half_height"},
                             *const red_keys[3] = {"haze.red.colour", "haze.red.density",
                                                   "haze.red.half_height"};
    const double unit_m = field->scal_m[2];
    *world = (struct render_terragen){.unit_m = unit_m};
    haze(&world->simple, map, simple_keys, simple, 48.27182, unit_m);
    haze(&world->blue, map, blue_keys, blue, 68.26667, unit_m);
    haze(&world->red, map, red_keys, red, 68.26667, unit_m);
    clouds(world, map, unit_m);
    water(world, map);
    colour(sky->sun, map, "sun.colour", white,
           SUN_SHARE * between(number(map, "sun.strength", 0, 1.5), 0.0, 100.0));
    colour(sky->ambient, map, "background.colour", ambient,
           between(number(map, "background.strength", 0, 0.25), 0.0, 100.0));
    sky->exposure =
        (float)(between(number(map, "picture.exposure", 0, USUAL_EXPOSURE), 0.001, 1000.0) /
                USUAL_EXPOSURE);
}

/* ---- the sun of an hour ---- */

static bool read_two(double *out, const char *text)
{
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9') return false;
    *out = 10 * (text[0] - '0') + (text[1] - '0');
    return true;
}

/* "HH:MM", "H:MM" or a word. */
static bool read_hours(double *out, const char *text)
{
    static const struct {
        const char *word, *time;
    } words[] = {{"morning", "08:00"}, {"noon", "12:00"}, {"evening", "17:15"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i].word) == 0) text = words[i].time;
    char whole[6] = "0";
    double hours, minutes;
    const size_t length = strlen(text);
    if (length != 4 && length != 5) return false;
    memcpy(whole + (5 - length), text, length);
    if (whole[2] != ':' || !read_two(&hours, whole) || !read_two(&minutes, whole + 3) ||
        hours > 23.0 || minutes > 59.0)
        return false;
    *out = hours + minutes / 60.0;
    return true;
}

enum scree_code draw_scene_sun(double sun_deg[2], const struct scree_view_options *options,
                               double latitude_deg, struct scree_error *err)
{
    double hours;
    memcpy(sun_deg, options->sun_deg, 2 * sizeof *sun_deg);
    if (options->time_of_day == NULL) return SCREE_OK;
    if (!read_hours(&hours, options->time_of_day))
        return err_set_option(
            err, "time_of_day",
            "{time_of_day} is '%s': give hours and minutes, as 17:30, or morning, noon "
            "or evening",
            options->time_of_day);
    if (!(hours > 6.0 && hours < 18.0))
        return err_set_option(
            err, "time_of_day",
            "the sun is down at {time_of_day} %s: give a time after 06:00 and before "
            "18:00",
            options->time_of_day);
    render_sun_at(sun_deg, latitude_deg, hours);
    return SCREE_OK;
}
