/* A manifest back into the plan that it is of. */
#include "bake/bake_parts.h"
#include "bake/baked.h"

enum scree_code bake_plan_restore(struct bake_plan **out, const struct baked *baked,
                                  const struct inputs *inputs, struct inputs_opened *materials,
                                  const struct render_how *how, struct scree_job *job,
                                  struct scree_error *err)
{
    struct scree_bake_options options = {
        .depth = baked->depth,
        .name = baked->beamng_name,
        .size = sizeof options,
        .width = baked->whole_width,
        .height = baked->whole_height,
        .column = baked->region.column,
        .row = baked->region.row,
        .columns = baked->region.width,
        .rows = baked->region.height,
        .outputs = baked->all_wanted ? 0 : baked->outputs,
        .pack = baked->outputs & SCREE_BAKE_SPLAT ? SCREE_BAKE_PACK_RGBA : SCREE_BAKE_PACK_NONE,
        .vertices = baked->vertices,
        .south_first = baked->south_first,
        .layers = baked->layers,
        .maps = baked->maps,
        .format = baked->format,
        .plane = baked->plane,
        .tile_files = baked->cut.count > 0 ? baked->cut.count : 1,
        .tile_texels = baked->cut.count > 0 ? 0 : baked->cut.side,
        .how = {baked->relief, baked->root_density},
    };
    const struct bake_given given = {materials, baked->ground, *how};
    const struct bake_recorded recorded = {
        .names = {baked->inputs[0].name, baked->inputs[1].name, baked->inputs[2].name},
        .layer_materials = baked->layer_materials,
        .layer_material_count = baked->layer_material_count,
    };
    return bake_plan_make(out, inputs, &options, &given, &recorded, job, err);
}
