/* What a new level holds, as JSON and in words. */
#include <math.h>

#include "cli/beamng/level.h"
#include "cli/say.h"
#include "base/json_text.h"

static double hectares(const struct level *level, uint64_t samples)
{
    return (double)samples * level->made.square_m * level->made.square_m / 10000;
}

static double percent(const struct level *level, uint64_t samples)
{
    return 100 * (double)samples / ((double)level->made.size * level->made.size);
}

static json_t *layers_of(const struct level *level, uint32_t material)
{
    const struct beamng *beamng = level->beamng;
    json_t *array = json_array();
    for (uint32_t i = 0; i < beamng->merge->layer_count; i++) {
        if (beamng->merge->material_of_layer[i] != material) continue;
        char path[SAY_TEXT_SIZE];
        json_array_append_new(
            array, json_text(srf_layer_path(path, sizeof path, beamng->pair.map->layers[i])));
    }
    return array;
}

static json_t *materials(const struct level *level)
{
    const struct beamng *beamng = level->beamng;
    json_t *array = json_array();
    for (uint32_t m = 0; m < beamng->merge->count; m++) {
        const struct beamng_material *material = &beamng->materials[m];
        if (material->is_hole) continue;
        const uint64_t samples = level->counts.samples[material->id];
        const struct engines_beamng_material *made = &material->made;
        json_array_append_new(
            array,
            json_pack("{s:s, s:i, s:o, s:[i, i, i], s:s, s:s, s:o, s:f, s:f, s:o}", "name",
                      made->name, "id", (int)material->id, "layers", layers_of(level, m), "colour",
                      made->rgb[0], made->rgb[1], made->rgb[2], "ground_model", made->ground_model,
                      "ground_model_from", material->reason, "samples", json_text_count(samples),
                      "percent", percent(level, samples), "hectares", hectares(level, samples),
                      "isolated", json_text_count(level->counts.isolated[material->id])));
    }
    return array;
}

json_t *level_report_make(const struct level *level)
{
    const struct beamng *beamng = level->beamng;
    const struct engines_beamng_level *made = &level->made;
    return json_pack(
        "{s:s, s:{s:s, s:s, s:i}, s:{s:o, s:o, s:o, s:o}, s:s, s:{s:i, s:b, s:b, s:f, s:f, s:[f, "
        "f, f], s:[f, f, f], s:o, s:o}, s:{s:o, s:o, s:o}, s:b, s:o, s:o}",
        "format", "scree-manifest-beamng-1", "program", "name", "scree", "version", SCREE_VERSION,
        "model", RENDER_MODEL_VERSION, "inputs", "terrain", inputs_json(&beamng->pair.terrain_file),
        "surface", inputs_json(&beamng->pair.surface_file), "map", inputs_json(&beamng->map_file),
        "holes", inputs_json(&beamng->holes_file), "name", level->name, "terrain", "size",
        (int)made->size, "last_row_and_column_left_out", (int)beamng->trimmed, "resampled",
        (int)beamng->resampled, "square_m", made->square_m, "max_height_m", made->max_height_m,
        "position_m", made->position_m[0], made->position_m[1], made->position_m[2], "spawn_m",
        made->spawn_m[0], made->spawn_m[1], made->spawn_m[2], "holes",
        json_text_count(level->counts.samples[255]), "clamped_heights",
        json_text_count(level->clamped), "speckles", "min_area",
        json_text_count(beamng->args->min_area), "areas", json_text_count(beamng->areas), "samples",
        json_text_count(beamng->changed), "dither", (int)beamng->args->dither, "materials",
        materials(level), "files", export_list_files(&level->files));
}

void level_say(const struct level *level)
{
    const struct beamng *beamng = level->beamng;
    const struct engines_beamng_level *made = &level->made;
    for (uint32_t m = 0; m < beamng->merge->count; m++) {
        const struct beamng_material *material = &beamng->materials[m];
        if (material->is_hole) continue;
        const uint64_t samples = level->counts.samples[material->id];
        job_note(beamng->job, NULL,
                 "%s: %llu samples, %.2f %%, %.4g ha, %llu isolated; ground model %s (%s)",
                 material->made.name, (unsigned long long)samples, percent(level, samples),
                 hectares(level, samples), (unsigned long long)level->counts.isolated[material->id],
                 material->made.ground_model, material->reason);
    }
    if (level->counts.samples[BEAMNG_HOLE] > 0)
        job_note(beamng->job, NULL, "holes: %llu samples, %.4g ha",
                 (unsigned long long)level->counts.samples[BEAMNG_HOLE],
                 hectares(level, level->counts.samples[BEAMNG_HOLE]));
    beamng_say_speckles(beamng);
    job_note(beamng->job, NULL,
             "heights: from %.7g m in steps of %.2g mm, maxHeight %g; %llu were clamped",
             made->position_m[2], 1000 * beamter_step_m(made->max_height_m), made->max_height_m,
             (unsigned long long)level->clamped);
    job_note(beamng->job, NULL, "start: %.0f m east and %.0f m north of the middle, at %.1f m",
             floor(made->spawn_m[0] + 0.5) + 0.0, floor(made->spawn_m[1] + 0.5) + 0.0,
             made->spawn_m[2]); /* 0 added: -0 becomes 0 */
    job_note(beamng->job, NULL,
             "%s: %zu files, %u x %u squares of %.6g m; it becomes levels/%s in the game's user "
             "folder",
             beamng->args->output, level->files.count, (unsigned)made->size, (unsigned)made->size,
             made->square_m, level->name);
}
