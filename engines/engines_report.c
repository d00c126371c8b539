/* What was decided: as a document, and for people. */

#include "base/json_text.h"
#include "engines/engines_plan.h"

/* The coverage of the whole terrain. */
static double whole(const struct engines_plan *plan)
{
    return (double)plan->grid.width * plan->grid.height * RENDER_UNITS;
}

static double share_of(const struct engines_plan *plan, uint64_t sum)
{
    return (double)sum / whole(plan);
}

static json_t *layers_of(const struct engines_plan *plan, uint32_t material)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < plan->merge->layer_count; i++)
        if (plan->merge->material_of_layer[i] == material)
            json_text_append(&array, json_integer((json_int_t)i));
    return array;
}

json_t *engines_materials_json(const struct engines_plan *plan)
{
    json_t *array = json_array();
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        const struct engines_material *material = &plan->materials[m];
        json_text_append(&array,
                         json_pack("{s:o, s:s, s:s, s:f, s:[i, i, i], s:o}", "name",
                                   json_text(material->name), "file", material->stem, "identifier",
                                   material->title, "mean_coverage", share_of(plan, material->sum),
                                   "colour", material->rgb[0], material->rgb[1], material->rgb[2],
                                   "layers", layers_of(plan, m)));
    }
    return array;
}

json_t *engines_terrain_json(const struct engines_plan *plan)
{
    json_t *object = json_pack("{s:i, s:i, s:f, s:f, s:[f, f]}", "points", (int)plan->points,
                               "texels", (int)plan->texels, "side_m", plan->side_m, "spacing_m",
                               plan->spacing_m, "altitude_m", plan->low_m, plan->high_m);
    if (plan->profile->takes_tile) {
        json_text_set(&object, "tile", json_integer((json_int_t)plan->tile));
        json_text_set(&object, "tiles", json_integer((json_int_t)plan->tiles));
    }
    return object;
}

json_t *engines_dropped_json(const struct engines_plan *plan)
{
    return json_pack("{s:i, s:f, s:f, s:f}", "kept", (int)plan->profile->about.kept, "mean",
                     plan->dropped_mean, "worst", plan->dropped_worst, "share_over_5_percent",
                     plan->dropped_share);
}

json_t *engines_document(const struct engines_plan *plan)
{
    const struct scree_engine_about *about = &plan->profile->about;
    json_t *document = json_pack(
        "{s:s, s:{s:s, s:s, s:i}, s:{s:o, s:o, s:o}, s:s, s:s}", "format", "scree-plan-engine-1",
        "program", "name", "scree", "version", SCREE_VERSION, "model", RENDER_MODEL_VERSION,
        "inputs", "terrain", inputs_json(&plan->inputs.terrain_file), "surface",
        inputs_json(&plan->inputs.surface_file), "map", inputs_json(&plan->list), "engine",
        about->key, "name", plan->name);
    json_text_set(&document, "terrain", engines_terrain_json(plan));
    json_text_set(&document, "materials", engines_materials_json(plan));
    if (plan->step_count > 0)
        json_text_set(&document, "merged",
                      ground_merge_json(plan->steps, plan->step_count, whole(plan)));
    if (plan->placed != NULL) {
        json_text_set(&document, "plants", plants_json(plan->placed));
        if (plan->profile->space.per_m == 0) /* the engine's own trees */
            json_text_set(&document, "features",
                          json_integer((json_int_t)engines_count_trees(plan)));
    }
    if (plan->sun.is) json_text_set(&document, "sun", engines_sun_json(plan));
    if (about->kept > 0) json_text_set(&document, "dropped", engines_dropped_json(plan));
    char credit[INPUTS_CREDITS];
    inputs_credit_add(&document,
                      inputs_credit(credit, &plan->inputs.terrain_file, NULL, plan->inputs.map));
    return document;
}

void engines_tell(const struct engines_plan *plan, struct scree_job *job)
{
    const struct scree_engine_about *about = &plan->profile->about;
    const uint32_t own = plan->inputs.field->points_x;
    if (plan->points != own)
        job_note(job, NULL, "heights: %u x %u points of %.6g m, made of %u x %u: %s takes %s",
                 (unsigned)plan->points, (unsigned)plan->points, plan->spacing_m, (unsigned)own,
                 (unsigned)own, about->title, about->sizes);
    double moved = 0;
    for (size_t i = 0; i < plan->step_count; i++) moved += share_of(plan, plan->steps[i].covered);
    ground_merge_tell(plan->steps, plan->step_count, plan->inputs.map, whole(plan), job);
    ground_merge_sum_up(plan->merge->count, plan->merge->layer_count, moved, "", job);
    if (about->kept > 0 && plan->merge->count > about->kept)
        job_note(
            job, NULL,
            "weights: the %u strongest layers of each texel are kept; %.2f %% of the weight is "
            "dropped on average, %.0f %% at worst, more than 5 %% in %.1f %% of the texels",
            (unsigned)about->kept, 100 * plan->dropped_mean, 100 * plan->dropped_worst,
            100 * plan->dropped_share);
    engines_tell_plants(plan, job);
    if (plan->options.has_water && plan->profile->space.per_m > 0)
        ground_warn_flood(plan->options.water_m, plan->high_m, job);
    if (plan->profile->space.per_m > 0 || !plan->profile->takes_plants)
        job_result(job, NULL, "%s",
                   plan->options.has_water       ? "README.txt says where the water lies"
                   : plan->profile->takes_plants ? "no water is in it: place it in the engine"
                                                 : "neither water nor plants are in it: place "
                                                   "water in the engine, and take plants from a "
                                                   "table of scree plants");
    if (plan->profile->tell != NULL) plan->profile->tell(plan, job);
}
