/* What was decided: as a document, and for people. */
#include <string.h>

#include "base/json_text.h"
#include "ror/ror_plan.h"

#define TEXT_SIZE 1024

/* Where a material stands on the page: the base has no channel. */
static const char *channel_of(const struct ror_plan *plan, uint32_t material)
{
    static const char *const names[] = {"base", "R", "G", "B", "A", "R of blend2", "G of blend2"};
    return names[material + (plan->has_base ? 1 : 0)];
}

static const struct ror_ground *ground_of(const struct ror_plan *plan, uint32_t material)
{
    return &plan->grounds.of_layer[plan->materials.list[material].head];
}

/* ---- the document ---- */

/* Text with its options as the job calls them. */
static json_t *words(const struct scree_job *job, const char *text)
{
    char out[TEXT_SIZE];
    return json_text(job_words(job, out, sizeof out, text));
}

static json_t *world(const struct ror_plan *plan)
{
    const struct ror_world *w = &plan->world;
    json_t *water =
        plan->options.level.has_water ? json_real((double)w->water_mm / 1000) : json_null();
    return json_pack("{s:i, s:i, s:i, s:f, s:o, s:[f, f, f], s:i}", "points", (int)w->points,
                     "side_m", (int)w->world_m, "height_m", (int)w->height_m, "altitude_of_0_m",
                     w->lowest_m, "water_line_m", water, "start_m", (double)w->start_mm[0] / 1000,
                     (double)w->start_mm[1] / 1000, (double)w->start_mm[2] / 1000, "blend_size",
                     (int)plan->blend_size);
}

static json_t *layers_of(const struct ror_plan *plan, uint32_t material,
                         const struct scree_job *job)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < plan->groups.all->count; i++) {
        if (plan->groups.merge->material_of_layer[i] != material) continue;
        const struct ror_ground *ground = &plan->grounds.of_layer[i];
        char path[TEXT_SIZE];
        srf_layer_path(path, sizeof path, plan->inputs.map->layers[i]);
        json_text_append(
            &array, json_pack("{s:i, s:o, s:f, s:s, s:o}", "index", (int)i, "path", json_text(path),
                              "mean_coverage", ror_share(plan, plan->layer_sums[i]), "ground_model",
                              ground->model, "ground_model_from", words(job, ground->reason)));
    }
    return array;
}

static json_t *materials(const struct ror_plan *plan, const struct scree_job *job)
{
    json_t *array = json_array();
    for (uint32_t m = 0; m < plan->groups.merge->count; m++) {
        const struct ror_material *material = &plan->materials.list[m];
        const struct ror_ground *ground = ground_of(plan, m);
        json_text_append(
            &array,
            json_pack("{s:o, s:s, s:f, s:[i, i, i], s:s, s:o, s:o, s:s, s:s, s:f, s:i, s:o}",
                      "name", json_text(plan->groups.merge->names[m]), "channel",
                      channel_of(plan, m), "mean_coverage", ror_share(plan, material->sum),
                      "colour", material->rgb[0], material->rgb[1], material->rgb[2],
                      "ground_model", ground->model, "ground_model_from",
                      words(job, ground->reason), "textures", words(job, material->textures),
                      "diffuse", material->layer.diffuse, "normal", material->layer.normal,
                      "repeat_m", (double)material->layer.repeat_mm / 1000, "texture_of",
                      (int)material->head, "layers", layers_of(plan, m, job)));
    }
    return array;
}

static json_t *merging(const struct ror_plan *plan)
{
    struct scree_ror_info sum;
    ror_describe(&sum, plan);
    const double all = (double)plan->blend_size * plan->blend_size * RENDER_UNITS;
    json_t *steps = ground_merge_json(plan->groups.steps, sum.step_count, all);
    json_t *document =
        json_pack("{s:i, s:i, s:o, s:f, s:f, s:i}", "layers", (int)sum.layers, "room_for",
                  (int)sum.room_for, "steps", steps, "coverage_moved", sum.moved,
                  "mean_colour_error", sum.mean_error, "max_colour_error", (int)sum.max_error);
    if (sum.base_by_rule)
        json_text_set(&document, "base_colour_by_rule",
                      json_pack("{s:f, s:f}", "from", ROR_BASE_FROM, "coverage_moved_without",
                                sum.moved_without));
    return document;
}

static json_t *head(const struct ror_plan *plan, const char *format)
{
    return json_pack(
        "{s:s, s:{s:s, s:s, s:i}, s:{s:o, s:o, s:o, s:o}, s:s}", "format", format, "program",
        "name", "scree", "version", SCREE_VERSION, "model", RENDER_MODEL_VERSION, "inputs",
        "terrain", inputs_json(&plan->inputs.terrain_file), "surface",
        inputs_json(&plan->inputs.surface_file), "map", inputs_json(&plan->groups.file),
        "ground_models", inputs_json(&plan->models.file), "name", plan->name);
}

/* Adds what was decided to a document. */
static void add_decided(json_t **document, const struct ror_plan *plan, const struct scree_job *job)
{
    json_text_set(document, "world", world(plan));
    json_text_set(document, "materials", materials(plan, job));
    json_text_set(document, "merging", merging(plan));
    json_text_set(document, "grip", ground_ride_json(&plan->grounds.ride));
    if (plan->options.level.textures != NULL)
        json_text_set(document, "unused_textures", ground_own_json(&plan->materials.own));
    if (plan->plants.placed != NULL)
        json_text_set(document, "plants", plants_json(plan->plants.placed));
    if (plan->roads != NULL) json_text_set(document, "roads", ror_roads_json(plan));
    char credit[INPUTS_CREDITS];
    inputs_credit_add(document, ror_credit(credit, plan));
}

json_t *ror_document(const struct ror_plan *plan, const struct scree_job *job)
{
    json_t *document = head(plan, "scree-plan-ror-1");
    add_decided(&document, plan, job);
    return document;
}

json_t *ror_report(const struct ror_output *output)
{
    json_t *document = head(output->plan, "scree-manifest-ror-1");
    json_text_set(&document, "guid", json_string(output->guid));
    add_decided(&document, output->plan, output->job);
    json_text_set(&document, "files", ground_list_files(output->sink));
    return document;
}

/* ---- for people ---- */

static void tell_merging(const struct ror_plan *plan, struct scree_job *job)
{
    if (!ror_is_merged(&plan->groups)) return;
    struct scree_ror_info sum;
    ror_describe(&sum, plan);
    ground_merge_tell(plan->groups.steps, plan->groups.step_count, plan->inputs.map,
                      (double)plan->blend_size * plan->blend_size * RENDER_UNITS, job);
    if (sum.base_by_rule)
        job_note(
            job, NULL,
            "base picture: by the layers alone %.1f %% of the terrain, more than %.0f %%, would "
            "show another layer's texture; {no_base_colour} leaves the picture out",
            100 * sum.moved_without, 100 * ROR_BASE_FROM);
    ground_merge_sum_up(sum.materials, sum.layers, sum.moved,
                        sum.has_base_colour ? " (base picture keeps the colours)" : "", job);
    const char *otherwise = sum.has_base_colour
                                ? "; {materials} merges others"
                                : "; {materials} merges others, {base_colour} keeps "
                                  "the colours";
    job_note(job, NULL, "merged: colours differ by %.2f/255 on average and %u/255 at most%s",
             sum.mean_error, (unsigned)sum.max_error,
             plan->groups.grounds != NULL ? "" : otherwise);
}

/* Layers that drive otherwise than the one their material is named by. */
static void tell_grounds(const struct ror_plan *plan, uint32_t material, struct scree_job *job)
{
    const struct ror_ground *main = ground_of(plan, material);
    for (uint32_t i = 0; i < plan->groups.all->count; i++) {
        const struct ror_ground *own = &plan->grounds.of_layer[i];
        if (plan->groups.merge->material_of_layer[i] != material || plan->layer_sums[i] == 0 ||
            strcmp(own->model, main->model) == 0)
            continue;
        job_note(job, NULL, "   in it #%u %s, ground model %s (%s)", (unsigned)i,
                 plan->inputs.map->layers[i]->name, own->model, own->reason);
    }
}

static void tell_world(const struct ror_plan *plan, struct scree_job *job)
{
    const struct ror_world *world = &plan->world;
    job_note(job, NULL,
             "heights: the lowest point, %.7g m, becomes 0; WorldSizeY %u, in steps of %.2g mm",
             world->lowest_m, (unsigned)world->height_m, 1000.0 * world->height_m / 65535);
    if (plan->options.level.has_water)
        job_note(job, NULL, "water: %.7g m becomes WaterLine %.3f", plan->options.level.water_m,
                 (double)world->water_mm / 1000);
    const double from_m[2] = {(double)world->start_mm[0] / 1000,
                              world->world_m - (double)world->start_mm[2] / 1000};
    ground_tell_start(from_m, (double)world->start_mm[1] / 1000 + world->lowest_m,
                      plan->options.level.has_water ? &plan->options.level.water_m : NULL, job);
}

/* Plants of which the game has no mesh. */
static void tell_missing(const struct ror_plan *plan, struct scree_job *job)
{
    const struct plants_placed *placed = plan->plants.placed;
    size_t missing = 0;
    for (size_t s = 0; placed != NULL && s < placed->list->species_count; s++)
        if (!ror_grows(plan, s)) missing += placed->tally[s].count;
    if (missing > 0)
        job_note(job, NULL, "left out: %zu stones and reeds (Rigs of Rods has no models for them)",
                 missing);
}

void ror_tell(const struct ror_plan *plan, struct scree_job *job)
{
    tell_merging(plan, job);
    if (plan->has_base)
        job_note(job, NULL,
                 "base picture: the whole map in its own colours, the layers over it at %.0f %%",
                 100 * (double)ROR_DETAIL);
    for (uint32_t m = 0; m < plan->groups.merge->count; m++) {
        const struct ror_ground *ground = ground_of(plan, m);
        const struct ror_material *material = &plan->materials.list[m];
        job_note(job, NULL, "%s: %s, ground model %s (%s), %s%s", channel_of(plan, m),
                 plan->groups.merge->names[m], ground->model, ground->reason, material->textures,
                 material->sum == 0 ? "; it covers nothing" : "");
        tell_grounds(plan, m, job);
    }
    ground_own_tell(&plan->materials.own, job);
    if (plan->options.level.min_area > 1)
        job_note(job, NULL, "{min_area} %u: %llu areas with %llu texels went to their neighbours",
                 (unsigned)plan->options.level.min_area, (unsigned long long)plan->grounds.areas,
                 (unsigned long long)plan->grounds.speckles);
    ground_ride_tell(&plan->grounds.ride, job);
    ror_tell_roads(plan, job);
    ror_tell_shop(plan, job);
    tell_world(plan, job);
    if (plan->plants.placed != NULL) plants_tell(plan->plants.placed, job);
    tell_missing(plan, job);
}
