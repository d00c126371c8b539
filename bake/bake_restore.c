/* A manifest back into the plan that it is of. */
#include "bake/bake_parts.h"
#include "bake/baked.h"

enum scree_code bake_plan_restore(struct bake_plan **out, const struct baked *baked,
                                  const struct inputs *inputs, struct inputs_opened *materials,
                                  const struct render_how *how, struct scree_job *job,
                                  struct scree_error *err)
{
    struct bake_options options = {
        .materials = materials,
        .depth = baked->depth,
        .name = baked->beamng_name,
        .size = {baked->whole_width, baked->whole_height},
        .region = baked->region,
        .outputs = baked->all_wanted ? 0 : baked->outputs,
        .splat = (baked->outputs & BAKE_SPLAT) != 0,
        .vertices = baked->vertices,
        .south_first = baked->south_first,
        .layers = baked->layers,
        .maps = baked->maps,
        .format = baked->format,
        .plane = baked->plane,
        .tile_files = baked->cut.count > 0 ? baked->cut.count : 1,
        .tile_texels = baked->cut.count > 0 ? 0 : baked->cut.side,
        .ground = baked->ground,
        .render = *how,
    };
    options.render.relief = baked->relief;
    options.render.root_density = baked->root_density;
    const struct bake_recorded recorded = {
        .names = {baked->inputs[0].name, baked->inputs[1].name, baked->inputs[2].name},
        .layer_materials = baked->layer_materials,
        .layer_material_count = baked->layer_material_count,
    };
    return bake_plan_make(out, inputs, &options, &recorded, job, err);
}
