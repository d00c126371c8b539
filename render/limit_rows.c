/*
 * The operations of render/limit.h in their order for runs of texels.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   LIMIT_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * One lane is one texel, so the width of a vector cannot matter.
 */
#include "render/limit_rows.h"

#include "base/lanes.h"
#include "render/limit.h"

static void aspect(float *restrict out, const float *restrict slope_x,
                   const float *restrict slope_y, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] = limit_aspect(slope_x[i], slope_y[i]);
}

static void position(float *restrict out, const float *restrict rise, const float *restrict mean,
                     size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] = rise[i] - mean[i];
}

static void within(float *restrict out, const float *restrict value, const float bounds[2],
                   size_t groups)
{
    const float both[2] = {bounds[0], bounds[1]};
    for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] = limit_within(value[i], both);
}

#define BLOCK 64 /* texels at a time: loops with one exponential each stay in registers */

static void limit_by_range(float *restrict place, const struct plan_limit *of,
                           const float *restrict value, size_t groups)
{
    const size_t count = groups * LANES_GROUP;
    const struct plan_ramp low = of->ramp[0], high = of->ramp[1];
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t some = count - first < BLOCK ? count - first : BLOCK;
        const float *const at = value + first;
        float share[BLOCK];
        for (size_t i = 0; i < some; i++) share[i] = 1.0f;
        if (low.on)
            for (size_t i = 0; i < some; i++) share[i] = ramp(at[i] - low.limit, low.rate);
        if (high.on)
            for (size_t i = 0; i < some; i++) share[i] *= ramp(high.limit - at[i], high.rate);
        for (size_t i = 0; i < some; i++) place[first + i] *= share[i];
    }
}

static void limit_by_aspect(float *restrict place, const struct plan_limit *of,
                            const float *restrict value, const float *restrict slope, size_t groups)
{
    const struct plan_limit limit = *of;
    for (size_t i = 0; i < groups * LANES_GROUP; i++)
        place[i] *= limit_aspect_share(value[i], slope[i], &limit);
}

static void mask(float *restrict out, const struct limit_mask_row *row, size_t groups)
{
    const uint16_t *const north = row->north, *const south = row->south;
    const uint32_t *const first = row->first;
    const float *const across = row->across;
    const float down = row->down, most_code = row->most_code;
    for (size_t i = 0; i < row->count; i++)
        out[i] = limit_picture(north + first[i], south + first[i], across[i], down, most_code);
    for (size_t i = row->count; i < groups * LANES_GROUP; i++) out[i] = out[row->count - 1];
}

static void limit_by_mask(float *restrict place, const struct plan_limit *of,
                          const float *restrict value, size_t groups)
{
    const size_t count = groups * LANES_GROUP;
    const struct plan_limit limit = *of;
    for (size_t i = 0; i < count; i++) place[i] *= limit_mask_share(value[i], &limit);
}

static void limit(float *restrict place, const struct plan_limit *of, const float *restrict value,
                  const float *restrict slope, size_t groups)
{
    switch (of->quantity) {
    case SRF_ASPECT:
        limit_by_aspect(place, of, value, slope, groups);
        break;
    case SRF_POSITION:
    case SRF_CURVATURE:
    case SRF_WETNESS:
    case SRF_SKY:
    case SRF_NEAR:
        limit_by_range(place, of, value, groups);
        break;
    case SRF_MASK:
        limit_by_mask(place, of, value, groups);
        break;
    case SRF_QUANTITIES:
        break;
    }
}

const struct limit_kernels LIMIT_ROWS_TABLE = {aspect, position, within, mask, limit};
