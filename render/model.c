/*
 * Rule (The model): Noise enters with the mean 0.30 and the spread 0.36, not below the place
 * value less 1. See model.md#one-layer, render/point.c, render/layer_rows.c. Tests:
 * unit/test_model (the_model_written_twice_agrees), kernels/layer_rows-baseline (every_width).
 */
#include "render/model.h"

#include "render/power.h"

const struct render_model render_model = {.noise_mean = 0.30f, .noise_spread = 0.36f};

double render_reach(double reach, double relief)
{
    if (relief == RENDER_RELIEF) return reach; /* without the rounding of what follows */
    return power_exp(power_ln(reach) * power_ln(relief) / power_ln(RENDER_RELIEF));
}
