/* Layers merged to a number of materials, by least cost. */
#include "bake/bake_parts.h"
#include "render/row_stream.h"

static enum scree_code measure(struct bake_plan *plan, struct render_merge *all,
                               struct scree_job *job, struct scree_error *err)
{
    /* Of the whole: a region has the materials that the whole has. */
    struct render_options options = bake_render_options(plan);
    options.crop = (struct render_crop){0, 0, 0, 0};
    options.job = job;
    struct render_plan *render = NULL;
    struct render_stream stream;
    plan->layer_sums = mem_arena_alloc(&plan->arena, all->count, sizeof *plan->layer_sums);
    if (plan->layer_sums == NULL) return err_no_memory(err);
    RETURN_IF_ERR(render_stream_create(&stream, 1, err));
    stream.step = "measuring layers";
    const struct render_target target = {
        .kind = SCREE_COVERAGE, .merge = all, .sums = plan->layer_sums};
    enum scree_code code =
        render_plan_create(&render, plan->inputs.field, plan->inputs.map, &options, err);
    if (code == SCREE_OK)
        code = render_stream_run(&stream, render, &target, 1, options.tile, job, err);
    render_plan_free(render);
    render_stream_free(&stream);
    return code;
}

static void tell(const struct bake_plan *plan, struct scree_job *job)
{
    const double all = (double)plan->whole_width * plan->whole_height * RENDER_UNITS;
    double moved = 0;
    for (size_t i = 0; i < plan->step_count; i++) moved += (double)plan->steps[i].covered;
    ground_merge_tell(plan->steps, plan->step_count, plan->inputs.map, all, job);
    ground_merge_sum_up(plan->merge->count, plan->merge->layer_count, moved / all, "", job);
}

enum scree_code bake_merge_layers(struct bake_plan *plan, struct scree_job *job,
                                  struct scree_error *err)
{
    const uint32_t limit = plan->options.layers;
    if (limit == 0 || plan->merge->count <= limit) return SCREE_OK;
    const struct ground_merge_room room = {.limit = limit};
    struct ground_merge made;
    RETURN_IF_ERR(measure(plan, plan->merge, job, err));
    RETURN_IF_ERR(
        ground_merge_layers(&made, &plan->arena, plan->inputs.map, plan->layer_sums, &room, err));
    render_merge_free(plan->merge);
    plan->merge = made.merge;
    plan->steps = made.steps;
    plan->step_count = made.step_count;
    tell(plan, job);
    return SCREE_OK;
}
