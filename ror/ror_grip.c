/* Ground models that change less often than layers. */
#include "ror/ror_plan.h"

enum scree_code ror_calm_map(struct ror_plan *plan, uint8_t *ids, uint32_t size,
                             struct scree_error *err)
{
    uint8_t same[256];
    for (unsigned i = 0; i < 256; i++) same[i] = (uint8_t)i;
    const struct ground_grip grip = {.ids = ids,
                                     .size = size,
                                     .square_m = (double)plan->world.world_m / size,
                                     .grip = same,
                                     .grips = plan->grounds.uses->count,
                                     .of_grip = same,
                                     .reach_m = GROUND_CALM_M};
    RETURN_IF_ERR(ground_remove_speckles(ids, size, plan->options.level.min_area,
                                         &plan->grounds.areas, &plan->grounds.speckles, err));
    return ground_ride_make(&plan->grounds.ride, &grip, plan->options.level.grip == SCREE_GRIP_FINE,
                            err);
}

enum scree_code ror_calm(struct ror_plan *plan, struct scree_error *err)
{
    return ror_calm_map(plan, plan->images.winners, plan->blend_size, err);
}
