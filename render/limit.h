/*
 * Limits by other quantities than altitude and slope: float, one rounding per operation in the order
 * written, as render/ramp.h. docs/model.md repeats them. Private to render/.
 *
 * Rule (The model): Aspect is gdaldem's, clockwise from north; position counts from the mean of a
 * square. See model.md#limits-of-the-text-forms-own, ter/ter_smooth.c. Tests:
 * unit/test_gdal_aspect, unit/test_smooth, unit/test_model, golden/stranger.
 *
 * Rule (The model): A mask lies over the whole terrain, or where it says, bilinear between
 * pixels. See model.md#limits-of-the-text-forms-own, render/plan_mask.c, srf/srf_mask_feather.c,
 * heights/heights_over.c, inputs/inputs_lay_masks.c. Tests: golden/mask, unit/test_model,
 * kernels/limit_rows-baseline (masks), unit/test_masks, unit/test_masks_laid.
 */
#ifndef RENDER_LIMIT_H
#define RENDER_LIMIT_H

#include "render/plan.h"
#include "render/ramp.h"

/* The arc tangent of q, 0 <= q <= 1, in radians: error below 1e-7.
 * Source: Abramowitz and Stegun, 4.4.49. */
static inline float limit_atan(float q)
{
    const float t = q * q;
    float p = 0.0028662257f;
    p = -0.0161657367f + t * p;
    p = 0.0429096138f + t * p;
    p = -0.0752896400f + t * p;
    p = 0.1065626393f + t * p;
    p = -0.1420889944f + t * p;
    p = 0.1999355085f + t * p;
    p = -0.3333314528f + t * p;
    return q * (1.0f + t * p);
}

/* The direction that ground with this gradient faces, which is the way down: degrees clockwise from
 * north, 0 to 360. 0 on level ground. */
static inline float limit_aspect(float slope_x, float slope_y)
{
    const float x = slope_x < 0.0f ? -slope_x : slope_x, y = slope_y < 0.0f ? -slope_y : slope_y;
    const float most = x > y ? x : y, least = x > y ? y : x;
    const float a = limit_atan(least / (most > 0.0f ? most : 1.0f)) * 57.29577951f;
    const float from_axis = x > y ? 90.0f - a : a;
    const float from_north = slope_y > 0.0f ? 180.0f - from_axis : from_axis;
    return slope_x > 0.0f ? 360.0f - from_north : from_north;
}

#define LIMIT_LEVEL 10.0f /* 1 / gradient: from 5.7 degrees on a direction counts in full */

/* What a limit by aspect leaves of ground that faces `aspect`: a ramp inside the spread, and towards
 * level ground, which faces nowhere, what the limit says of that. */
static inline float limit_aspect_share(float aspect, float slope, const struct plan_limit *limit)
{
    const float off = aspect - limit->toward, away = off < 0.0f ? -off : off;
    const float turned = away > 180.0f ? 360.0f - away : away;
    const float share = ramp(limit->ramp[0].limit - turned, limit->ramp[0].rate);
    const float steep = slope * LIMIT_LEVEL;
    return limit->level + (steep < 1.0f ? steep : 1.0f) * (share - limit->level);
}

/* Where a place lies between the middles of pixels, along one axis. */
struct limit_pixel {
    uint32_t first; /* the pixel before it, */
    float part;     /* and the part of the way to the next */
};

/* The pixels around a position counted from the picture's first edge; scale is pixels in a step of
 * it. Beyond the middles of the outermost pixels the picture goes on as they are. */
static inline struct limit_pixel limit_pixel(uint64_t at, double scale, uint32_t count)
{
    const double most = (double)(count - 1);
    double place = (double)at * scale - 0.5;
    place = place < 0.0 ? 0.0 : place;
    place = place > most ? most : place;
    uint32_t first = (uint32_t)place;
    if (first > 0 && first == count - 1) first--;
    return (struct limit_pixel){first, (float)(place - (double)first)};
}

/* The value of a picture between four pixels, 0 to 1: north and south are theirs and the next's. */
static inline float limit_picture(const uint16_t *north, const uint16_t *south, float across,
                                  float down, float most_code)
{
    const float a = north[0], b = north[1], c = south[0], d = south[1];
    const float upper = a + across * (b - a), lower = c + across * (d - c);
    const float value = (upper + down * (lower - upper)) / most_code;
    return value > 1.0f ? 1.0f : value;
}

/* That of a mask at a position on the terrain. */
static inline float limit_mask(const struct plan_mask *mask, uint64_t x, uint64_t y)
{
    const struct srf_mask *const picture = mask->picture;
    const struct limit_pixel across = limit_pixel(x, mask->scale[0], picture->width);
    const uint64_t south = y < mask->north ? mask->north - y : 0;
    const struct limit_pixel down = limit_pixel(south, mask->scale[1], picture->height);
    const size_t next = picture->height > 1 ? picture->width : 0;
    const uint16_t *const north =
        picture->pixels + (size_t)down.first * picture->width + across.first;
    return limit_picture(north, north + next, across.part, down.part, (float)picture->most_code);
}

static inline float limit_mask_share(float value, const struct plan_limit *limit)
{
    return limit->inverted ? 1.0f - value : value;
}

/* A value between points, which may swing beyond what any point can have. */
static inline float limit_within(float value, const float bounds[2])
{
    const float least = value < bounds[0] ? bounds[0] : value;
    return least > bounds[1] ? bounds[1] : least;
}

/* What a limit by a quantity that goes from low to high leaves at a value. */
static inline float limit_between(float value, const struct plan_limit *limit)
{
    const struct plan_ramp low = limit->ramp[0], high = limit->ramp[1];
    const float least = low.on ? ramp(value - low.limit, low.rate) : 1.0f;
    const float most = high.on ? ramp(high.limit - value, high.rate) : 1.0f;
    return least * most;
}

#endif
