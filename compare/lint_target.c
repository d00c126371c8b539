/* What a target makes of the map: how many materials it draws and what it calls them. */
#include "compare/lint.h"

#include <string.h>

/* Materials that are seen, or may be if nothing was evaluated. */
static uint32_t count_visible(const struct lint *lint, const struct render_merge *merge,
                              bool *visible)
{
    memset(visible, 0, merge->count * sizeof *visible);
    for (uint32_t k = 0; k < merge->layer_count; k++) {
        const struct lint_layer *known = &lint->layers[k];
        if (!known->absent && (lint->texels == 0 || known->visible > 0))
            visible[merge->material_of_layer[k]] = true;
    }
    uint32_t count = 0;
    for (uint32_t m = 0; m < merge->count; m++) count += visible[m];
    return count;
}

/* The greatest depth from 1 on at which no more than wanted materials are seen, 0 if there is
 * none; *left are the materials then. */
static enum scree_code find_depth(uint32_t *out, uint32_t *left, const struct lint *lint,
                                  uint32_t wanted, bool *visible, struct scree_error *err)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < lint->map->layer_count; i++)
        if (lint->map->layers[i]->depth > depth) depth = lint->map->layers[i]->depth;
    if (depth > lint->options.depth) depth = lint->options.depth;
    *out = *left = 0;
    while (depth > 1) {
        struct render_merge *merge;
        RETURN_IF_ERR(render_merge_depth(&merge, lint->map, --depth, err));
        *left = count_visible(lint, merge, visible);
        render_merge_free(merge);
        if (*left > wanted) continue;
        *out = depth;
        return SCREE_OK;
    }
    return SCREE_OK;
}

/*
 * Finding too-many-materials (The map or the terrain as a whole): More materials are seen than
 * the target draws (BeamNG: 254), and merging layers into ancestors does not help. Remove layers,
 * make some children of others, or merge by name (`--map`).
 *
 * Finding materials-merged (The map or the terrain as a whole): More materials are seen than the
 * target draws, and exports merge those that change the colours least. Rigs of Rods draws five
 * (with `--shadows-off` six); `--map` chooses. For BeamNG the message names a `--depth` at which
 * they fit: use it here and when baking. `scree bake` merges only the blend map by itself.
 *
 * Finding many-materials (The map or the terrain as a whole): BeamNG may break on 16 and more
 * large textures. Merge layers with `--depth`.
 */
static enum scree_code check_count(struct lint *lint, const struct render_merge *merge,
                                   bool *visible, struct scree_error *err)
{
    const struct compare_target *target = lint->options.target;
    const uint32_t count = count_visible(lint, merge, visible);
    const uint32_t good =
        target->good_materials > 0 ? target->good_materials : target->max_materials;
    if (good == 0 || count <= good) return SCREE_OK;
    const char *seen = lint->texels > 0 ? "are seen" : "may be seen";
    if (count <= target->max_materials || target->max_materials == 0) {
        lint_add(
            lint, LINT_MANY_MATERIALS, NULL,
            lint_format("%u materials %s: %s", (unsigned)count, seen,
                        target->beyond_good != NULL ? target->beyond_good : "these are many"),
            lint_format("merge layers with {depth} until %u or fewer are left", (unsigned)good));
        return SCREE_OK;
    }
    uint32_t depth, left;
    RETURN_IF_ERR(find_depth(&depth, &left, lint, good, visible, err));
    if (target->merges != NULL)
        lint_add(lint, LINT_MATERIALS_MERGED, NULL,
                 lint_format("%u materials %s and %s draws %u: %s", (unsigned)count, seen,
                             target->name, (unsigned)target->max_materials, target->merges),
                 lint_format("%s", target->merge_advice));
    else if (depth > 0)
        lint_add(lint, LINT_MATERIALS_MERGED, NULL,
                 lint_format("%u materials %s and %s draws %u: layers deeper than %u have to be "
                             "merged into their ancestors, which leaves %u",
                             (unsigned)count, seen, target->name, (unsigned)target->max_materials,
                             (unsigned)depth, (unsigned)left),
                 lint_format("use {depth} %u here and when baking", (unsigned)depth));
    else
        lint_add(lint, LINT_TOO_MANY_MATERIALS, NULL,
                 lint_format("%u materials %s and %s draws %u, and no {depth} from 1 on leaves %u "
                             "or fewer",
                             (unsigned)count, seen, target->name, (unsigned)target->max_materials,
                             (unsigned)good),
                 lint_format("remove layers, make some of them children of others, or merge them "
                             "by name when baking ({materials})"));
    return SCREE_OK;
}

/*
 * Finding name-changed (The tree): The target does not allow this name. BeamNG takes 32 ASCII
 * letters, digits and `_`, all different, no leading digit; Unreal plain letters, digits and `_`.
 */
static enum scree_code check_names(struct lint *lint, const struct render_merge *merge,
                                   struct scree_error *err)
{
    const struct compare_target *target = lint->options.target;
    if (target->rename == NULL) return SCREE_OK;
    if (target->max_materials > 0 && merge->count > target->max_materials) return SCREE_OK;
    char *names;
    RETURN_IF_ERR(MEM_NEED(&names, merge->count, target->name_size, err));
    target->rename(names, merge->names, merge->count);
    for (uint32_t m = 0; m < merge->count; m++) {
        const char *name = names + m * target->name_size;
        if (strcmp(name, merge->names[m]) == 0) continue;
        lint_add(lint, LINT_NAME_CHANGED, lint->map->layers[merge->first_layer[m]],
                 lint_format("%s does not allow this name and uses \"%s\"", target->name, name),
                 lint_format("nothing, or rename the layer"));
    }
    mem_free(names);
    return SCREE_OK;
}

#define COARSE_M 0.05 /* a wheel feels it */

/*
 * The terrain that the target has to hold.
 *
 * Finding not-square (The map or the terrain as a whole): The engine takes only a square terrain.
 * Crop it (`scree convert --crop`).
 *
 * Finding points-changed (The map or the terrain as a whole): The engine does not take this
 * number of points a side; the export resamples the terrain from edge to edge, to the number of
 * `--resample`.
 *
 * Finding coarse-heights (The map or the terrain as a whole): A step of the 16-bit heights of the
 * engine is more than 5 cm. Use a part of the terrain, or scale its heights.
 */
static void check_terrain(struct lint *lint)
{
    const struct compare_target *target = lint->options.target;
    const struct ter_field *field = lint->field;
    if (field == NULL || target->near_size == NULL) return;
    const unsigned x = field->points_x, y = field->points_y, side = x < y ? x : y;
    const unsigned near = target->near_size(target->engine, side);
    if (x != y)
        lint_add(
            lint, LINT_NOT_SQUARE, NULL,
            lint_format("the terrain has %u x %u points and %s takes a square", x, y, target->name),
            lint_format("crop it ({convert_crop} 0,0,%ux%u)", side, side));
    else if (near != side)
        lint_add(lint, LINT_POINTS_CHANGED, NULL,
                 lint_format("the terrain has %u points a side and %s takes %s: the export spreads "
                             "%u over it",
                             side, target->name, target->sizes, near),
                 lint_format("nothing, or choose another number with {points}"));
    const double range_m =
        (double)(lint->ranges.altitude_max_tu - lint->ranges.altitude_min_tu) * field->scal_m[2];
    if (!(target->height_steps > 0) || range_m / target->height_steps <= COARSE_M) return;
    lint_add(lint, LINT_COARSE_HEIGHTS, NULL,
             lint_format("the terrain is %.6g m high, and %s has %g steps for that, of %.2g m each",
                         range_m, target->name, target->height_steps,
                         range_m / target->height_steps),
             lint_format("nothing if steps of that size are not felt, else use a part of the "
                         "terrain, or less high ({height_scale})"));
}

/*
 * Finding mesh-unknown (The map or the terrain as a whole): A species of the plants file
 * (`--plants FILE.json`) names a mesh outside the [models](plants.md#models). Your own meshes
 * stay as they are; for a misspelt path, which shows no plant, the message names the nearest
 * known mesh, else that of the species' model.
 */
static void check_meshes(struct lint *lint)
{
    for (size_t i = 0; i < lint->options.mesh_count; i++) {
        const struct compare_mesh *mesh = &lint->options.meshes[i];
        lint_add(
            lint, LINT_MESH_UNKNOWN, NULL,
            lint_format("the species \"%s\" has the mesh %s, which is not among those that are "
                        "known to come with %s",
                        mesh->species, mesh->mesh, mesh->game),
            mesh->nearest != NULL
                ? lint_format("nothing if the mesh is your own, else take %s", mesh->nearest)
                : lint_format("nothing if the mesh is your own, else correct its name"));
    }
}

enum scree_code lint_rules_target(struct lint *lint, struct scree_error *err)
{
    check_meshes(lint);
    if (lint->options.target == NULL) return SCREE_OK;
    check_terrain(lint);
    struct render_merge *merge;
    RETURN_IF_ERR(render_merge_depth(&merge, lint->map, lint->options.depth, err));
    bool *visible;
    enum scree_code code = MEM_NEED(&visible, lint->map->layer_count, sizeof *visible, err);
    if (code == SCREE_OK) code = check_count(lint, merge, visible, err);
    if (code == SCREE_OK) code = check_names(lint, merge, err);
    mem_free(visible);
    render_merge_free(merge);
    return code;
}
