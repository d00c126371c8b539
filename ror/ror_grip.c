/* Ground models that change less often than layers. */
#include "ror/ror_plan.h"

static double texel_m(const struct ror_plan *plan)
{
    return (double)plan->world.world_m / plan->blend_size;
}

enum err_code ror_calm(struct ror_plan *plan, struct err *err)
{
    uint8_t same[256];
    for (unsigned i = 0; i < 256; i++) same[i] = (uint8_t)i;
    const uint32_t grips = plan->grounds.uses->count;
    const struct ground_grip grip = {.ids = plan->images.winners,
                                     .size = plan->blend_size,
                                     .square_m = texel_m(plan),
                                     .grip = same,
                                     .grips = grips,
                                     .of_grip = same,
                                     .reach_m = GROUND_CALM_M};
    RETURN_IF_ERR(ground_remove_speckles(grip.ids, grip.size, plan->options.min_area,
                                         &plan->grounds.areas, &plan->grounds.speckles, err));
    return ground_ride_make(&plan->grounds.ride, &grip, plan->options.fine_grip, err);
}
