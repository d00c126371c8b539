#include "render/model.h"

#include "render/power.h"

const struct render_model render_model = {.noise_mean = 0.30f, .noise_spread = 0.36f};

double render_reach(double reach, double relief)
{
    if (relief == RENDER_RELIEF) return reach; /* without the rounding of what follows */
    return power_exp(power_ln(reach) * power_ln(relief) / power_ln(RENDER_RELIEF));
}
