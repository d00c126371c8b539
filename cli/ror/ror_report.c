#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "cli/say.h"
#include "cli/ror/ror.h"

double ror_share(const struct ror *ror, uint64_t sum)
{
    const double texels = (double)ror->blend_size * ror->blend_size;
    return (double)sum / (texels * RENDER_UNITS);
}

static double mean_error(const struct ror *ror)
{
    return (double)ror->error_sum / ((double)ror->blend_size * ror->blend_size);
}

static bool merged(const struct ror *ror)
{
    return ror->merge->count < ror->all->count;
}

static json_t *world(const struct ror *ror)
{
    json_t *water = ror->args->has_water ? json_real((double)ror->water_mm / 1000) : json_null();
    return json_pack("{s:i, s:i, s:i, s:f, s:o, s:[f, f, f], s:i}", "points", (int)ror->points,
                     "side_m", (int)ror->world_m, "height_m", (int)ror->height_m, "altitude_of_0_m",
                     ror->lowest_m, "water_line_m", water, "start_m",
                     (double)ror->start_mm[0] / 1000, (double)ror->start_mm[1] / 1000,
                     (double)ror->start_mm[2] / 1000, "blend_size", (int)ror->blend_size);
}

static json_t *layers_of(const struct ror *ror, uint32_t material)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < ror->all->count; i++) {
        if (ror->merge->material_of_layer[i] != material) continue;
        char path[SAY_TEXT_SIZE];
        json_array_append_new(
            array, json_pack("{s:i, s:o, s:f, s:s, s:s}", "index", (int)i, "path",
                             json_text(srf_layer_path(path, sizeof path, ror->pair.map->layers[i])),
                             "mean_coverage", ror_share(ror, ror->layer_sums[i]), "ground_model",
                             ror->layer_grounds[i].model, "ground_model_from",
                             ror->layer_grounds[i].reason));
    }
    return array;
}

/* Where a material stands on the page: the base has no channel. */
static const char *channel_of(const struct ror *ror, uint32_t material)
{
    static const char *const names[] = {"base", "R", "G", "B", "A", "R of blend2", "G of blend2"};
    return names[material + (ror->args->base_colour ? 1 : 0)];
}

static json_t *materials(const struct ror *ror)
{
    json_t *array = json_array();
    for (uint32_t m = 0; m < ror->merge->count; m++) {
        const struct ror_material *material = &ror->materials[m];
        const struct ror_ground *ground = &ror->layer_grounds[material->head];
        json_array_append_new(
            array,
            json_pack("{s:o, s:s, s:f, s:[i, i, i], s:s, s:s, s:o, s:s, s:s, s:f, s:i, s:o}",
                      "name", json_text(ror->merge->names[m]), "channel", channel_of(ror, m),
                      "mean_coverage", ror_share(ror, material->sum), "colour", material->rgb[0],
                      material->rgb[1], material->rgb[2], "ground_model", ground->model,
                      "ground_model_from", ground->reason, "textures",
                      json_text(material->textures), "diffuse", material->layer.diffuse, "normal",
                      material->layer.normal, "repeat_m", (double)material->layer.repeat_mm / 1000,
                      "texture_of", (int)material->head, "layers", layers_of(ror, m)));
    }
    return array;
}

static json_t *merging(const struct ror *ror)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < ror->step_count; i++) {
        const struct ror_step *step = &ror->steps[i];
        json_array_append_new(steps,
                              json_pack("{s:i, s:i, s:f, s:f}", "layer", (int)step->layer, "into",
                                        (int)step->into, "coverage", ror_share(ror, step->moved),
                                        "colour_distance", step->distance));
    }
    return json_pack("{s:i, s:i, s:o, s:f, s:f, s:i}", "layers", (int)ror->all->count, "room_for",
                     (int)ror->limit, "steps", steps, "coverage_moved", ror_share(ror, ror->moved),
                     "mean_colour_error", mean_error(ror), "max_colour_error", (int)ror->error_max);
}

json_t *ror_report_make(const struct ror *ror)
{
    return json_pack(
        "{s:s, s:{s:s, s:s, s:i}, s:{s:o, s:o, s:o, s:o}, s:s, s:s, s:o, s:o, s:o, s:o}", "format",
        "scree-manifest-ror-1", "program", "name", "scree", "version", SCREE_VERSION, "model",
        RENDER_MODEL_VERSION, "inputs", "terrain", inputs_json(&ror->pair.terrain_file), "surface",
        inputs_json(&ror->pair.surface_file), "map", inputs_json(&ror->map_file), "ground_models",
        inputs_json(&ror->models_file), "name", ror->name, "guid", ror->guid, "world", world(ror),
        "materials", materials(ror), "merging", merging(ror), "files",
        export_list_files(&ror->files));
}

static void say_merging(const struct ror *ror)
{
    if (!merged(ror)) return;
    const struct srf_map *map = ror->pair.map;
    for (size_t i = 0; i < ror->step_count; i++) {
        const struct ror_step *step = &ror->steps[i];
        job_note(
            ror->job, NULL,
            "merged: #%u %s into #%u %s (%.2f %% of the terrain, its colour is off by %.0f of 255)",
            (unsigned)step->layer, map->layers[step->layer]->name, (unsigned)step->into,
            map->layers[step->into]->name, 100 * ror_share(ror, step->moved), step->distance);
    }
    job_note(ror->job, NULL,
             "%u layers became %u: %.2f %% of the terrain shows another layer's texture, colours "
             "are off by %.2f of 255 in the mean and %u at most%s",
             (unsigned)ror->all->count, (unsigned)ror->merge->count,
             100 * ror_share(ror, ror->moved), mean_error(ror), (unsigned)ror->error_max,
             ror->args->map != NULL   ? ""
             : ror->args->base_colour ? " (--map chooses otherwise)"
                                      : " (--map chooses otherwise, --base-colour keeps the "
                                        "colours)");
}

/* Layers that drive otherwise than the one their material is named by. */
static void say_grounds(const struct ror *ror, uint32_t material)
{
    const struct ror_ground *main = &ror->layer_grounds[ror->materials[material].head];
    for (uint32_t i = 0; i < ror->all->count; i++) {
        const struct ror_ground *own = &ror->layer_grounds[i];
        if (ror->merge->material_of_layer[i] != material || ror->layer_sums[i] == 0 ||
            strcmp(own->model, main->model) == 0)
            continue;
        job_note(ror->job, NULL, "   in it #%u %s, ground model %s (%s)", (unsigned)i,
                 ror->pair.map->layers[i]->name, own->model, own->reason);
    }
}

void ror_say(const struct ror *ror)
{
    const struct args_ror *args = ror->args;
    const unsigned layers = ror->merge->count + (args->base_colour ? 1 : 0);
    say_merging(ror);
    if (args->base_colour)
        job_note(ror->job, NULL,
                 "base: the whole map in its own colours, the layers over it at %.0f %%",
                 100 * (double)ROR_DETAIL);
    for (uint32_t m = 0; m < ror->merge->count; m++) {
        const struct ror_ground *ground = &ror->layer_grounds[ror->materials[m].head];
        job_note(ror->job, NULL, "%s: %s, ground model %s (%s), %s", channel_of(ror, m),
                 ror->merge->names[m], ground->model, ground->reason, ror->materials[m].textures);
        say_grounds(ror, m);
    }
    job_note(ror->job, NULL,
             "heights: the lowest point, %.7g m, becomes 0; WorldSizeY %u, in steps of %.2g mm",
             ror->lowest_m, (unsigned)ror->height_m, 1000.0 * ror->height_m / 65535);
    if (args->has_water)
        job_note(ror->job, NULL, "water: %.7g m becomes WaterLine %.3f", args->water_m,
                 (double)ror->water_mm / 1000);
    job_note(ror->job, NULL,
             "start: %.0f m from the west and %.0f m from the north edge, %.1f m up",
             (double)ror->start_mm[0] / 1000, (double)ror->start_mm[2] / 1000,
             (double)ror->start_mm[1] / 1000);
    job_note(ror->job, NULL,
             "%s: %zu files, %u layer%s, a world of %u x %u m; put it into the game's "
             "mods folder",
             args->output, ror->files.count, layers, layers == 1 ? "" : "s", (unsigned)ror->world_m,
             (unsigned)ror->world_m);
}
