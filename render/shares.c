/* What is made of one texel's shares, for those outside render/: the point form itself. */
#include <assert.h>

#include "render/point.h"

uint32_t render_winner(const float *shares, uint32_t count)
{
    return point_winner(shares, count);
}

uint32_t render_units(float share)
{
    return point_round(share, (float)RENDER_UNITS);
}

void render_blend(uint8_t *alphas, const float *shares, uint32_t count)
{
    assert(shares[0] > 0.0f);
    point_blend(alphas, shares, NULL, count);
}
