/*
 * Colours for altitudes, for a terrain without a surface map: a map whose layers each begin at an
 * altitude, so that everything that draws surface maps draws it.
 */
#include <stdio.h>

#include "draw/draw.h"
#include "draw/draw_tint.h"

#define LAND_STEPS 24
#define SEA_STEPS 8
#define LEAST_SEA 0.01 /* of the range of altitudes, to either side of 0 */

struct stop {
    double at; /* 0 .. 1 of the way up */
    double rgb[3];
};

/* Chosen by eye under the light of pictures. */
static const struct stop land[] = {
    {0.00, {104, 136, 86}},  {0.10, {134, 156, 98}},  {0.25, {178, 178, 122}},
    {0.42, {192, 168, 118}}, {0.60, {166, 134, 100}}, {0.80, {152, 136, 128}},
    {1.00, {238, 240, 242}},
};
static const struct stop sea[] = {{0.00, {38, 66, 104}}, {1.00, {124, 166, 186}}};

static void blend_stops(uint8_t rgb[3], const struct stop *stops, size_t count, double at)
{
    size_t k = 0;
    while (k + 2 < count && at > stops[k + 1].at) k++;
    double share = (at - stops[k].at) / (stops[k + 1].at - stops[k].at);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)(stops[k].rgb[c] + share * (stops[k + 1].rgb[c] - stops[k].rgb[c]) + 0.5);
}

/* Where land begins: at 0 if the terrain lies on both sides of it, else at its lowest point. */
static double land_from(const struct ter_ranges *ranges)
{
    const double low = ranges->altitude_min_tu, high = ranges->altitude_max_tu;
    const double least = LEAST_SEA * (high - low);
    return low < -least && high > least ? 0 : low;
}

void draw_tint_colour(uint8_t rgb[3], const struct ter_ranges *ranges, double altitude_tu)
{
    const double from = land_from(ranges), low = ranges->altitude_min_tu;
    const double range = ranges->altitude_max_tu - from;
    if (altitude_tu < from)
        blend_stops(rgb, sea, sizeof sea / sizeof sea[0], (altitude_tu - low) / (from - low));
    else
        blend_stops(rgb, land, sizeof land / sizeof land[0],
                    range > 0 ? (altitude_tu - from) / range : 0);
}

struct building {
    struct srf_new_layer layers[1 + SEA_STEPS + 1 + LAND_STEPS];
    char names[1 + SEA_STEPS + 1 + LAND_STEPS][32];
    size_t count;
    const struct ter_ranges *ranges;
    double up_m;
};

/* A layer from an altitude on, in the colour of another. */
static void add(struct building *b, double from_tu, double fade_tu, double colour_tu)
{
    const size_t k = b->count++;
    struct srf_layer *const layer = &b->layers[k].values;
    srf_layer_defaults(layer, k == 0);
    uint8_t rgb[3];
    draw_tint_colour(rgb, b->ranges, colour_tu);
    for (int c = 0; c < 3; c++) /* shares of 256, squared */
        layer->difc[c] = (int16_t)((rgb[c] * rgb[c] * 256 + 255 * 255 / 2) / (255 * 255));
    snprintf(b->names[k], sizeof b->names[k], "%.6g m", from_tu * b->up_m);
    layer->name = b->names[k];
    layer->covr = 1;
    layer->vari = 0;
    layer->smsz = 0;
    layer->bmam = 0;
    for (int side = 0; side < 2; side++) layer->slpe[side] = layer->alte[side] = 0;
    if (k == 0) return;
    layer->alte[0] = 1;
    layer->altl[0] = (float)from_tu;
    layer->altf[0] = (float)fade_tu;
}

/* Each fades to the colour of the next one's beginning, the last to that of just below the end. */
static void add_steps(struct building *b, double low_tu, double high_tu, int steps)
{
    const double step = (high_tu - low_tu) / steps;
    for (int i = 0; i < steps && step > 0; i++)
        add(b, low_tu + step * i, step, low_tu + step * (i + 0.999));
}

enum scree_code draw_tint(struct srf_map **out, const struct ter_ranges *ranges, double up_m,
                          struct scree_error *err)
{
    struct building b = {.ranges = ranges, .up_m = up_m};
    const double low = ranges->altitude_min_tu, from = land_from(ranges);
    *out = NULL;
    add(&b, low, 0, low);
    add_steps(&b, low, from, SEA_STEPS);
    if (from > low) add(&b, from, 0, from); /* the shore is an edge */
    add_steps(&b, from, ranges->altitude_max_tu, LAND_STEPS);
    RETURN_IF_ERR(srf_build_map(out, b.layers, b.count, err));
    const enum scree_code code = srf_check(*out, err);
    if (code == SCREE_OK) return SCREE_OK;
    srf_free(*out);
    *out = NULL;
    return code;
}
