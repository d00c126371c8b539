/* Ground models that change less often than layers. */
#include <math.h>

#include "base/json_text.h"
#include "ground/ground_grip.h"
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
    plan->grounds.drive_m[0] = plan->grounds.drive_m[1] =
        ground_drive(grip.ids, grip.size, grip.square_m, same);
    if (plan->options.fine_grip || grips < 2) return ERR_OK;
    RETURN_IF_ERR(ground_calm(&grip, &plan->grounds.calmed, err));
    plan->grounds.drive_m[1] = ground_drive(grip.ids, grip.size, grip.square_m, same);
    return ERR_OK;
}

void ror_tell_grip(const struct ror_plan *plan, struct job *job)
{
    const struct ror_grounds *grounds = &plan->grounds;
    if (grounds->uses->count < 2) return;
    if (plan->options.fine_grip)
        job_note(job, NULL, "grip: another ground model every %.0f m of a straight drive",
                 grounds->drive_m[1]);
    else
        job_note(job, NULL,
                 "grip: another ground model every %.0f m of a straight drive, %.0f m with {grip} "
                 "fine",
                 grounds->drive_m[1], grounds->drive_m[0]);
}

json_t *ror_grip_json(const struct ror_plan *plan)
{
    const struct ror_grounds *grounds = &plan->grounds;
    return json_pack("{s:s, s:i, s:f, s:f, s:o}", "grip", plan->options.fine_grip ? "fine" : "calm",
                     "ground_models", (int)grounds->uses->count, "metres_per_change",
                     floor(grounds->drive_m[1] * 10 + 0.5) / 10, "metres_per_change_fine",
                     floor(grounds->drive_m[0] * 10 + 0.5) / 10, "samples",
                     json_text_count(grounds->calmed));
}
