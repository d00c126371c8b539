/*
 * Limits by other quantities than altitude and slope: float, one rounding per operation in the order
 * written, as render/ramp.h. docs/model.md repeats them. Private to render/.
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

/* What a limit by a quantity that goes from low to high leaves at a value. */
static inline float limit_between(float value, const struct plan_limit *limit)
{
    const struct plan_ramp low = limit->ramp[0], high = limit->ramp[1];
    const float least = low.on ? ramp(value - low.limit, low.rate) : 1.0f;
    const float most = high.on ? ramp(high.limit - value, high.rate) : 1.0f;
    return least * most;
}

#endif
