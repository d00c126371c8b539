/* Which layers are one material: by a list, or by the rule if there are more than the game takes. */
#include "inputs/materials.h"
#include "ror/ror_plan.h"

enum scree_code ror_read_groups(struct ror_groups *out, const struct ror_plan *plan,
                                struct inputs_opened *from, struct scree_error *err)
{
    RETURN_IF_ERR(
        materials_take(&out->merge, &out->file, plan->inputs.map, from, &out->grounds, err));
    if (out->merge->count <= plan->limit) return SCREE_OK;
    return err_set_option(
        err, "materials",
        "{materials} %.80s gives %u materials, layers that it does not name among "
        "them, and there is room for %u%s; give more layers the same name",
        out->file.path, (unsigned)out->merge->count, (unsigned)plan->limit,
        plan->options.shadows_off ? "" : " (one more with {shadows_off})");
}

enum scree_code ror_merge_layers(struct ror_groups *out, struct mem_arena *arena,
                                 const struct ror_plan *plan, struct scree_error *err)
{
    const uint32_t depth = plan->options.level.depth;
    const struct ground_merge_room room = {plan->limit, ror_ground_nearest, plan->weights,
                                           depth == RENDER_NO_DEPTH ? 0 : depth + 1};
    struct ground_merge made;
    RETURN_IF_ERR(
        ground_merge_layers(&made, arena, plan->inputs.map, plan->layer_sums, &room, err));
    out->merge = made.merge;
    out->heads = made.heads;
    out->steps = made.steps;
    out->step_count = made.step_count;
    return SCREE_OK;
}
