/*
 * make_island TERRAIN.ter SURFACE.srf
 *
 * Makes the example that scree ships: an island of 2048 x 2048 metres with beaches, meadows, cliffs
 * and a snowy top, and a surface map of eleven layers for it. The files are committed; a test makes
 * them again and compares every byte. Nothing of the C library is used but sqrt.
 */
#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "noise/noise.h"
#include "srf/srf.h"
#include "ter/ter.h"

#define POINTS 257
#define UNIT_M 8.0 /* metres per terrain unit */

/* ---- terrain ---- */

static double clamp(double t, double low, double high)
{
    return t < low ? low : t > high ? high : t;
}

/* 0 below low, 1 above high, smooth between. */
static double step(double low, double high, double x)
{
    const double t = clamp((x - low) / (high - low), 0, 1);
    return t * t * (3 - 2 * t);
}

/* One octave of noise, about -2.5 .. 2.5, features `cells` to a side of the island. */
static double wave(float seed, double cells, double x, double y)
{
    const float orig[2] = {seed, 2003};
    struct noise_fractal fractal;
    noise_prepare(&fractal, orig, NOISE_LARGEST_TU, false, 1);
    const double scale = NOISE_LARGEST_TU * cells * 4294967296.0;
    return noise_point(&fractal, (uint64_t)((x + 1) * scale), (uint64_t)((y + 1) * scale));
}

/* Octaves of falling strength, roughly -1 .. 1. */
static double hills(float seed, double cells, int octaves, double x, double y)
{
    double sum = 0, strength = 0.45;
    for (int k = 0; k < octaves; k++) {
        sum += strength * wave(seed + (float)k, cells, x, y);
        strength *= 0.47;
        cells *= 2.03;
    }
    return sum;
}

/* Sharp crests, 0 .. 1: each octave counts more where the one before was high. */
static double ridges(float seed, double cells, int octaves, double x, double y)
{
    double sum = 0, strength = 0.6, weight = 1;
    for (int k = 0; k < octaves; k++) {
        double crest = 1 - 0.62 * fabs(wave(seed + (float)k, cells, x, y));
        crest = clamp(crest, 0, 1);
        crest *= crest;
        sum += strength * weight * crest;
        weight = clamp(1.5 * crest, 0, 1);
        strength *= 0.40;
        cells *= 2.09;
    }
    return sum;
}

/* Metres above the sea at (x, y), 0 .. 1 east and north. */
static double island_m(double x, double y)
{
    const double bend_x = 0.11 * hills(11, 3, 4, x, y), bend_y = 0.11 * hills(31, 3, 4, x, y);
    const double east = (x - 0.50 + bend_x) / 0.46, north = (y - 0.50 + bend_y) / 0.40;
    const double away = sqrt(east * east + north * north);
    const double bay_east = (x - 0.70 + bend_x) / 0.17, bay_north = (y - 0.16 + bend_y) / 0.22;
    const double bay = 1 - step(0.45, 1.15, sqrt(bay_east * bay_east + bay_north * bay_north));
    const double inland = 1 - away - 0.5 * bay; /* 0 at the shore, about 1 in the middle */

    const double sea = -34 * step(0, 0.5, -inland) + 5 * clamp(inland, -0.15, 0);
    const double land = clamp(inland, 0, 1);
    const double shore = 9 * step(0, 0.10, land);
    const double meadow = step(0.05, 0.30, land) * (20 + 24 * hills(51, 4, 5, x, y));
    const double peak_east = (x - 0.44) / 0.34, peak_north = (y - 0.57) / 0.30;
    const double near_peak =
        1 - step(0.05, 1.0, sqrt(peak_east * peak_east + peak_north * peak_north));
    const double mountain =
        near_peak * step(0.08, 0.5, land) *
        (24 + 118 * near_peak + 160 * ridges(71, 3.4, 5, x, y) + 8 * hills(91, 12, 3, x, y));
    return sea + shore + meadow + mountain;
}

static void island_row(void *context, uint32_t y, double *heights_tu)
{
    (void)context;
    for (uint32_t x = 0; x < POINTS; x++)
        heights_tu[x] = island_m((double)x / (POINTS - 1), (double)y / (POINTS - 1)) / UNIT_M;
}

/* ---- surface map ---- */

/* Gradients are the tangents of whole degrees, as the surface editor of the format stores them. */
#define TAN_20 0.363970f
#define TAN_32 0.624869f
#define TAN_36 0.726543f
#define TAN_52 1.279942f

enum { ROCK, GRASS, DRY, HEATHER, WOOD, SNOW, FIRN, BEACH, WET, SEA_BED, SHALLOWS, LAYERS };

static struct srf_layer *start(struct srf_new_layer *layers, uint32_t index, uint32_t parent,
                               const char *name, int red, int green, int blue)
{
    struct srf_layer *layer = &layers[index].values;
    layers[index].parent = parent;
    srf_layer_defaults(layer, index == 0);
    layer->name = name;
    layer->difc[0] = (int16_t)red;
    layer->difc[1] = (int16_t)green;
    layer->difc[2] = (int16_t)blue;
    layer->slpe[1] = 0;
    layer->orig[0] = 1009.5f + 2711.25f * (float)index;
    layer->orig[1] = 31013.75f - 1733.5f * (float)index;
    return layer;
}

static void cover(struct srf_layer *layer, float coverage, float noise)
{
    layer->covr = coverage;
    layer->vari = noise;
}

/* side 0: nothing below the limit; side 1: nothing above it. */
static void altitude(struct srf_layer *layer, int side, double limit_m, double fuzziness_m)
{
    layer->alte[side] = 1;
    layer->altl[side] = (float)(limit_m / UNIT_M);
    layer->altf[side] = (float)(fuzziness_m / UNIT_M);
}

static void slope(struct srf_layer *layer, int side, float gradient, float fuzziness)
{
    layer->slpe[side] = 1;
    layer->slpl[side] = gradient;
    layer->slpf[side] = fuzziness;
}

static void describe(struct srf_new_layer *layers)
{
    struct srf_layer *layer = start(layers, ROCK, 0, "Rock", 92, 84, 74);

    layer = start(layers, GRASS, ROCK, "Grass", 46, 70, 24);
    cover(layer, 0.95f, 0.6f);
    altitude(layer, 1, 190, 40);
    slope(layer, 1, TAN_36, 0.2f);

    layer = start(layers, DRY, GRASS, "Dry grass", 96, 92, 40);
    cover(layer, 0.55f, 1.0f);

    layer = start(layers, HEATHER, DRY, "Heather", 92, 56, 62);
    cover(layer, 0.8f, 1.5f);
    altitude(layer, 0, 38, 20);

    layer = start(layers, WOOD, GRASS, "Woodland", 18, 40, 14);
    cover(layer, 0.66f, 2.0f);
    altitude(layer, 0, 9, 5);
    altitude(layer, 1, 120, 30);
    slope(layer, 1, TAN_32, 0.1f);

    layer = start(layers, SNOW, ROCK, "Snow", 236, 242, 250);
    cover(layer, 0.9f, 1.0f);
    altitude(layer, 0, 150, 25);
    slope(layer, 1, TAN_52, 0.25f);

    layer = start(layers, FIRN, SNOW, "Firn", 176, 190, 206);
    cover(layer, 0.5f, 1.0f);

    layer = start(layers, BEACH, ROCK, "Beach", 190, 160, 108);
    cover(layer, 1, 0.5f);
    altitude(layer, 1, 5.5, 1.2);
    slope(layer, 1, TAN_20, 0.08f);

    layer = start(layers, WET, BEACH, "Wet sand", 116, 94, 62);
    cover(layer, 1, 0);
    altitude(layer, 1, 1.6, 0.8);

    layer = start(layers, SEA_BED, ROCK, "Sea bed", 10, 34, 54);
    cover(layer, 1, 0);
    altitude(layer, 1, 0, 0.4);

    layer = start(layers, SHALLOWS, SEA_BED, "Shallows", 40, 110, 112);
    cover(layer, 1, 0.3f);
    altitude(layer, 0, -11, 6);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: make_island TERRAIN.ter SURFACE.srf\n");
        return 2;
    }
    struct err err;
    err_clear(&err);
    const struct ter_source source = {POINTS, POINTS, UNIT_M, island_row, NULL};
    static struct srf_new_layer layers[LAYERS];
    describe(layers);
    if (ter_write_file(argv[1], &source, &err) == ERR_OK &&
        srf_build_file(argv[2], layers, LAYERS, &err) == ERR_OK)
        return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "make_island: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
