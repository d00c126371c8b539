#include "render/model.h"

#include <stddef.h>

#include "render/power.h"

const struct render_model render_model_1 = {
    .version = 1,
    /* ln 9, so that a ramp is at 8/9 where d = F: ours, measured as 2.2 +- 0.3. */
    .ramp_a = 2.1972245773362196,
    /* Measured on genuine renders. The mean holds for one large area of flat ground and varies on
     * smaller ones; the spread holds for texels of about a unit, and single points have more. */
    .noise_mean = 0.27f,
    .noise_spread = 0.20f,
    /* Measured: a nearly flat spectrum. */
    .noise = {.largest_log2 = 7, .gain = 0.9},
    .spreads = 1,
    .reach = {RENDER_RELIEF},
};

const struct render_model render_model_2 = {
    .version = 2,
    .ramp_a = 2.1972245773362196,
    .noise_mean = 0.25f,
    .noise_spread = 0.32f,
    .noise = {.largest_log2 = 9, .gain = 1.0},
    .spreads = 2,
    .reach = {2.5, 1.2},
    .narrow_share = 0.6f,
    .by_latitude = true,
};

const struct render_model *render_model_of(uint32_t version)
{
    static const struct render_model *const models[RENDER_NEWEST_MODEL] = {&render_model_1,
                                                                           &render_model_2};
    if (version == 0) version = RENDER_MODEL_VERSION;
    return version <= RENDER_NEWEST_MODEL ? models[version - 1] : NULL;
}

double render_model_reach(const struct render_model *model, uint32_t i, double relief)
{
    const double reach = model->reach[i];
    if (reach == RENDER_RELIEF) return relief; /* without the rounding of what follows */
    if (relief == RENDER_RELIEF) return reach;
    return power_exp(power_ln(reach) * power_ln(relief) / power_ln(RENDER_RELIEF));
}
