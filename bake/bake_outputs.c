/* What is made: whether the materials fit the blend map and the terrain BeamNG. */
#include <stdio.h>
#include <string.h>

#include "bake/bake_parts.h"
#include "base/text.h"
#include "beamter/beamter.h"

/* An output that cannot be made is left out, unless it was asked for by name. */
static enum scree_code refuse(struct bake_plan *plan, enum scree_bake_output output,
                              const char *reason, struct scree_job *job, struct scree_error *err)
{
    if (plan->options.outputs & output)
        return err_set_option(err, "outputs", "{outputs} %s: %s", bake_output_name(output), reason);
    job_warn(job, NULL, "%s is left out: %s",
             output == SCREE_BAKE_BLEND ? "blend.png" : "the BeamNG terrain", reason);
    plan->outputs &= ~(unsigned)output;
    return SCREE_OK;
}

/* ---- the blend map ---- */

static uint32_t deepest_layer(const struct srf_map *map)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < map->layer_count; i++)
        if (map->layers[i]->depth > depth) depth = map->layers[i]->depth;
    return depth;
}

/* It holds five materials: merge further, for it alone, until they fit. *count is how many there
 * are at the least. */
static enum scree_code merge_for_blend(struct bake_plan *plan, uint32_t *count,
                                       struct scree_error *err)
{
    const struct srf_map *map = plan->inputs.map;
    const uint32_t deepest = deepest_layer(map);
    uint32_t depth = plan->options.depth < deepest ? plan->options.depth : deepest;
    *count = plan->merge->count;
    while (depth > 1) {
        depth--;
        RETURN_IF_ERR(render_merge_depth(&plan->blend_merge, map, depth, err));
        *count = plan->blend_merge->count;
        if (*count <= RENDER_BLEND_ONE_PLANE) {
            plan->blend_depth = depth;
            return SCREE_OK;
        }
        render_merge_free(plan->blend_merge);
        plan->blend_merge = NULL;
    }
    return SCREE_OK;
}

/* Where layers were merged by cost, these few more are, too. */
static enum scree_code merge_by_cost(struct bake_plan *plan, struct scree_job *job,
                                     struct scree_error *err)
{
    const struct ground_merge_room room = {.limit = RENDER_BLEND_ONE_PLANE};
    struct ground_merge made;
    RETURN_IF_ERR(
        ground_merge_layers(&made, &plan->arena, plan->inputs.map, plan->layer_sums, &room, err));
    plan->blend_merge = made.merge;
    job_note(
        job, NULL,
        "blend.png has room for %d of %u materials: for it alone, layers are merged to so many "
        "(manifest.json says which channel is what)",
        RENDER_BLEND_ONE_PLANE, (unsigned)plan->merge->count);
    return SCREE_OK;
}

static enum scree_code decide_blend(struct bake_plan *plan, struct scree_job *job,
                                    struct scree_error *err)
{
    if (!(plan->outputs & SCREE_BAKE_BLEND)) return SCREE_OK;
    const unsigned materials = plan->merge->count;
    if (materials <= RENDER_BLEND_ONE_PLANE) {
        plan->blend_merge = plan->merge;
        return SCREE_OK;
    }
    char *reason = plan->blend_refusal;
    uint32_t count = 0;
    if (plan->materials_file.path != NULL) {
        snprintf(reason, sizeof plan->blend_refusal,
                 "%s gives %u materials, layers that it does not name among them, and it holds %d; "
                 "give more layers the same name",
                 plan->materials_file.base, materials, RENDER_BLEND_ONE_PLANE);
        return refuse(plan, SCREE_BAKE_BLEND, reason, job, err);
    }
    if (plan->layer_sums != NULL) return merge_by_cost(plan, job, err);
    RETURN_IF_ERR(merge_for_blend(plan, &count, err));
    if (plan->blend_merge != NULL) {
        job_note(
            job, NULL,
            "blend.png has room for %d of %u materials: for it alone, layers deeper than %u are "
            "merged (manifest.json says which channel is what)",
            RENDER_BLEND_ONE_PLANE, materials, (unsigned)plan->blend_depth);
        return SCREE_OK;
    }
    snprintf(reason, sizeof plan->blend_refusal,
             "it holds %d materials and there are %u even at depth 1; merge layers with "
             "{materials}, or with {depth} 0",
             RENDER_BLEND_ONE_PLANE, (unsigned)count);
    return refuse(plan, SCREE_BAKE_BLEND, reason, job, err);
}

/* ---- the BeamNG terrain ---- */

/* The name of a file or folder in a game: plain letters of any case, digits, '_' and '-'. */
static void choose_name(struct bake_plan *plan)
{
    if (plan->options.name != NULL) {
        snprintf(plan->name, sizeof plan->name, "%s", plan->options.name);
        return;
    }
    char stem[256];
    const char *base = plan->inputs.terrain_file.base;
    snprintf(stem, sizeof stem, "%s", base != NULL ? base : "terrain");
    char *dot = strrchr(stem, '.');
    if (dot != NULL && dot != stem) *dot = '\0';
    text_to_file_name(plan->name, sizeof plan->name, stem);
}

static void judge_terrain(struct bake_plan *plan)
{
    const struct ter_field *field = plan->inputs.field;
    char *reason = plan->beamng_refusal;
    struct beamter_fit fit;
    beamter_fit(&fit, field->points_x, field->points_y, field->scal_m);
    plan->beamng.size = fit.size;
    plan->beamng.trimmed = fit.trimmed;
    if (field->has_missing)
        snprintf(
            reason, sizeof plan->beamng_refusal,
            "points without data have no height, which a BeamNG terrain needs; give them one with "
            "{fill_m}");
    else if (plan->region.width > 0)
        snprintf(reason, sizeof plan->beamng_refusal,
                 "{region} makes a part of the images, and a BeamNG terrain is never a part");
    else if (fit.why[0] != '\0')
        snprintf(reason, sizeof plan->beamng_refusal,
                 "the terrain %s; %s, or choose {outputs} masks,blend,preview", fit.why,
                 fit.how[0] != '\0' ? fit.how : "set {cell_m}");
    else if (plan->merge->count > BEAMTER_MAX_MATERIALS)
        snprintf(reason, sizeof plan->beamng_refusal,
                 "it holds %d materials and there are %u; merge layers with {depth}",
                 BEAMTER_MAX_MATERIALS, (unsigned)plan->merge->count);
}

static enum scree_code decide_beamng(struct bake_plan *plan, struct scree_job *job,
                                     struct scree_error *err)
{
    if (!(plan->outputs & SCREE_BAKE_BEAMNG)) return SCREE_OK;
    judge_terrain(plan);
    if (plan->beamng_refusal[0] != '\0')
        return refuse(plan, SCREE_BAKE_BEAMNG, plan->beamng_refusal, job, err);

    struct bake_beamng *beamng = &plan->beamng;
    const struct ter_field *field = plan->inputs.field;
    const struct ter_ranges *ranges = &plan->inputs.ranges;
    const double vertical_m = field->scal_m[2];
    beamng->z0_m = ranges->altitude_min_tu * vertical_m;
    beamng->max_height_m =
        beamter_max_height((ranges->altitude_max_tu - ranges->altitude_min_tu) * vertical_m);
    beamng->square_m = field->scal_m[0];

    const size_t stride = BEAMTER_MAX_NAME + 1, count = plan->merge->count;
    beamng->names_memory = mem_arena_alloc(&plan->arena, count, stride);
    beamng->names = mem_arena_alloc(&plan->arena, count, sizeof *beamng->names);
    if (beamng->names_memory == NULL || beamng->names == NULL) return err_no_memory(err);
    beamter_names(beamng->names_memory, plan->merge->names, count);
    for (size_t i = 0; i < count; i++) beamng->names[i] = beamng->names_memory + i * stride;
    beamter_fit_report(job, beamng->size, field->points_x, field->points_y, beamng->trimmed);
    return SCREE_OK;
}

enum scree_code bake_decide_outputs(struct bake_plan *plan, struct scree_job *job,
                                    struct scree_error *err)
{
    plan->outputs = plan->options.outputs != 0 ? plan->options.outputs : SCREE_BAKE_ALL;
    if (plan->options.pack == SCREE_BAKE_PACK_RGBA) plan->outputs |= SCREE_BAKE_SPLAT;
    plan->blend_depth = RENDER_NO_DEPTH;
    choose_name(plan);
    if (plan->options.maps != 0 &&
        ter_check_complete(plan->inputs.field, "a map of the ground", err) != SCREE_OK)
        return err_set_file(err, plan->inputs.terrain_file.path);
    if ((plan->outputs & SCREE_BAKE_GEOTIFF) && bake_cut_named(&plan->cut))
        return err_set_option(
            err, "outputs",
            "{outputs} geotiff is one file of all there is, which its readers take "
            "in parts: leave {tile_files} and {tile_texels} out");
    RETURN_IF_ERR(decide_blend(plan, job, err));
    RETURN_IF_ERR(decide_beamng(plan, job, err));
    plan->has_nodata =
        plan->inputs.field->has_missing && (plan->outputs & ~(unsigned)SCREE_BAKE_BEAMNG) != 0;
    return SCREE_OK;
}
