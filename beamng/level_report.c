/* A new level as JSON, planned and carried out, and in words. */

#include "base/json_text.h"
#include "beamng/beamng_plan.h"

#define WORDS_SIZE 256
#define PATH_TEXT_SIZE 1024

/* ---- parts of both documents ---- */

static json_t *layers_of(const struct beamng_map *map, uint32_t material)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < map->merge->layer_count; i++) {
        if (map->merge->material_of_layer[i] != material) continue;
        char path[PATH_TEXT_SIZE];
        json_text_append(&array,
                         json_text(srf_layer_path(path, sizeof path, map->inputs.map->layers[i])));
    }
    return array;
}

static json_t *inputs_of(const struct beamng_map *map)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "terrain", inputs_json(&map->inputs.terrain_file),
                     "surface", inputs_json(&map->inputs.surface_file), "map",
                     inputs_json(&map->materials), "holes", inputs_json(&map->picture));
}

static json_t *program(void)
{
    return json_pack("{s:s, s:s, s:i}", "name", "scree", "version", SCREE_VERSION, "model",
                     RENDER_MODEL_VERSION);
}

static json_t *words(const struct scree_job *job, const char *text)
{
    char out[WORDS_SIZE];
    return json_text(job_words(job, out, sizeof out, text));
}

/* What the user's folder of textures gave a material. */
static const char *textures_of(const struct beamng_plan *plan, uint32_t material)
{
    const struct beamng_own *own = plan->map.choices[material].made.own;
    return own != NULL ? own->text : "";
}

/* Adds what was said of textures. */
static void add_textures(json_t **document, const struct beamng_plan *plan)
{
    json_text_set(document, "base_colour",
                  plan->base_colour ? json_integer(plan->texture_size[BEAMNG_BASE]) : json_null());
    if (plan->options.level.textures != NULL)
        json_text_set(document, "unused_textures", ground_own_json(&plan->files));
}

/* ---- planned ---- */

static json_t *planned_materials(const struct beamng_plan *plan, const struct scree_job *job)
{
    const struct beamng_map *map = &plan->map;
    json_t *array = json_array();
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const struct beamng_choice *choice = &map->choices[m];
        if (choice->is_hole) continue;
        json_t *material =
            json_pack("{s:s, s:i, s:o, s:s, s:o}", "name", choice->made.name, "id",
                      (int)plan->numbers[m], "layers", layers_of(map, m), "ground_model",
                      choice->made.ground_model, "ground_model_from", words(job, choice->reason));
        if (plan->options.level.textures != NULL)
            json_text_set(&material, "textures", words(job, textures_of(plan, m)));
        json_text_append(&array, material);
    }
    return array;
}

static json_t *hole_layers(const struct beamng_map *map)
{
    for (uint32_t m = 0; m < map->merge->count; m++)
        if (map->choices[m].is_hole) return layers_of(map, m);
    return json_null();
}

json_t *beamng_document(const struct beamng_plan *plan, const struct scree_job *job)
{
    const struct beamng_map *map = &plan->map;
    struct scree_beamng_info sum;
    beamng_describe(&sum, plan);
    json_t *document =
        json_pack("{s:s, s:o, s:o, s:s, s:{s:i, s:b, s:b, s:f}, s:o, s:b, s:o, s:o, s:o}", "format",
                  "scree-plan-beamng-1", "program", program(), "inputs", inputs_of(map), "name",
                  plan->name, "terrain", "size", (int)map->size, "last_row_and_column_left_out",
                  (int)map->trimmed, "resampled", (int)map->resampled, "square_m",
                  plan->map.square_m, "min_area", json_text_count(map->min_area), "dither",
                  (int)map->dither, "materials", planned_materials(plan, job), "hole_layers",
                  hole_layers(map), "memory_bytes", json_text_count(sum.memory_bytes));
    add_textures(&document, plan);
    char credit[INPUTS_CREDITS];
    inputs_credit_add(&document, beamng_credit(credit, plan));
    return document;
}

/* ---- carried out ---- */

static double hectares(const struct beamng_level *level, uint64_t samples)
{
    return (double)samples * level->facts.square_m * level->facts.square_m / 10000;
}

static double percent(const struct beamng_level *level, uint64_t samples)
{
    return 100 * (double)samples / ((double)level->facts.size * level->facts.size);
}

static json_t *materials(const struct beamng_level *level, const struct scree_job *job)
{
    const struct beamng_plan *plan = level->plan;
    const struct beamng_map *map = &plan->map;
    json_t *array = json_array();
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const uint8_t number = plan->numbers[m];
        if (map->choices[m].is_hole) continue;
        const uint64_t samples = level->counts.samples[number];
        const struct beamng_material *made = &level->materials[number];
        json_t *material = json_pack(
            "{s:s, s:i, s:o, s:[i, i, i], s:s, s:o, s:o, s:f, s:f, s:o}", "name", made->name, "id",
            (int)number, "layers", layers_of(map, m), "colour", made->rgb[0], made->rgb[1],
            made->rgb[2], "ground_model", made->ground_model, "ground_model_from",
            words(job, map->choices[m].reason), "samples", json_text_count(samples), "percent",
            percent(level, samples), "hectares", hectares(level, samples), "isolated",
            json_text_count(level->counts.isolated[number]));
        if (plan->options.level.textures != NULL)
            json_text_set(&material, "textures", words(job, textures_of(plan, m)));
        json_text_append(&array, material);
    }
    return array;
}

json_t *beamng_report(const struct beamng_level *level, const struct scree_job *job)
{
    const struct beamng_plan *plan = level->plan;
    const struct beamng_map *map = &plan->map;
    const struct beamng_facts *facts = &level->facts;
    json_t *report = json_pack(
        "{s:s, s:o, s:o, s:s, s:{s:i, s:b, s:b, s:f, s:f, s:[f, f, f], s:[f, f, f], s:o, s:o, "
        "s:o}, "
        "s:{s:o, s:o, s:o}, s:b, s:o, s:o}",
        "format", "scree-manifest-beamng-1", "program", program(), "inputs", inputs_of(map), "name",
        plan->name, "terrain", "size", (int)facts->size, "last_row_and_column_left_out",
        (int)map->trimmed, "resampled", (int)map->resampled, "square_m", facts->square_m,
        "max_height_m", facts->max_height_m, "position_m", facts->position_m[0],
        facts->position_m[1], facts->position_m[2], "spawn_m", facts->spawns_m[0][0],
        facts->spawns_m[0][1], facts->spawns_m[0][2], "water_m",
        facts->has_water ? json_real(facts->water_m) : json_null(), "holes",
        json_text_count(level->counts.samples[BEAMTER_HOLE]), "clamped_heights",
        json_text_count(level->clamped), "speckles", "min_area", json_text_count(map->min_area),
        "areas", json_text_count(level->samples.areas), "samples",
        json_text_count(level->samples.changed), "dither", (int)map->dither, "grip",
        ground_ride_json(&level->samples.ride), "materials", materials(level, job));
    /* What a surface map counts in: whoever changes the level wants to know (into_origin.c). */
    const struct ter_field *field = map->inputs.field;
    json_text_set(&report, BEAMNG_ORIGIN,
                  json_pack("{s:o, s:[o, o, o]}", "points", json_text_count(field->points_x),
                            "unit_m", json_text_exact(field->scal_m[0]),
                            json_text_exact(field->scal_m[1]), json_text_exact(field->scal_m[2])));
    json_t *spawns = json_array();
    for (uint32_t k = 0; k < facts->spawn_count; k++)
        json_text_append(&spawns, json_pack("[f, f, f]", facts->spawns_m[k][0],
                                            facts->spawns_m[k][1], facts->spawns_m[k][2]));
    json_text_set(&report, "spawns_m", spawns);
    add_textures(&report, plan);
    if (level->plants != NULL) json_text_set(&report, "plants", plants_json(level->plants));
    if (plan->roads != NULL) json_text_set(&report, "roads", beamng_roads_json(level));
    inputs_credit_add(&report, facts->credit);
    return report;
}

/* ---- in words ---- */

static void tell_base(const struct beamng_level *level, struct scree_job *job)
{
    const unsigned size = (unsigned)level->facts.texture_size[BEAMNG_BASE];
    if (level->plan->base_colour)
        job_note(job, NULL,
                 "base: the whole map in its own colours, %u x %u texels, below all materials but "
                 "those of roads",
                 size, size);
}

static void tell_start(const struct beamng_facts *facts, struct scree_job *job)
{
    const double *start_m = facts->spawns_m[0];
    const double from_m[2] = {start_m[0] - facts->position_m[0], start_m[1] - facts->position_m[1]};
    ground_tell_start(from_m, start_m[2], facts->has_water ? &facts->water_m : NULL, job);
}

void beamng_tell(const struct beamng_level *level, size_t files, struct scree_job *job)
{
    const struct beamng_plan *plan = level->plan;
    const struct beamng_map *map = &plan->map;
    const struct beamng_facts *facts = &level->facts;
    const uint64_t *samples = level->counts.samples;
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const struct beamng_choice *choice = &map->choices[m];
        const uint8_t number = plan->numbers[m];
        if (choice->is_hole) continue;
        char area[96] = "no samples";
        if (samples[number] > 0)
            snprintf(area, sizeof area, "%llu samples, %.2f %%, %.4g ha, %llu isolated",
                     (unsigned long long)samples[number], percent(level, samples[number]),
                     hectares(level, samples[number]),
                     (unsigned long long)level->counts.isolated[number]);
        job_note(job, NULL, "%s: %s; ground model %s (%s)%s%s", choice->made.name, area,
                 choice->made.ground_model, choice->reason,
                 plan->options.level.textures != NULL ? ", " : "", textures_of(plan, m));
    }
    if (samples[BEAMTER_HOLE] > 0)
        job_note(job, NULL, "holes: %llu samples, %.4g ha",
                 (unsigned long long)samples[BEAMTER_HOLE], hectares(level, samples[BEAMTER_HOLE]));
    tell_base(level, job);
    beamng_tell_speckles(map, &level->samples, job);
    ground_ride_tell(&level->samples.ride, job);
    beamng_tell_roads(level, job);
    if (level->plants != NULL) plants_tell(level->plants, job);
    char clamped[48] = "";
    if (level->clamped > 0)
        snprintf(clamped, sizeof clamped, "; %llu %s clamped", (unsigned long long)level->clamped,
                 level->clamped == 1 ? "was" : "were");
    job_note(job, NULL, "heights: from %.7g m in steps of %.2g mm, maxHeight %g%s",
             facts->position_m[2], 1000 * beamter_step_m(facts->max_height_m), facts->max_height_m,
             clamped);
    tell_start(facts, job);
    job_result(job, NULL,
               "%s: %zu files, %u x %u squares of %.6g m; it becomes levels/%s in the game's user "
               "folder",
               plan->options.level.output != NULL ? plan->options.level.output : plan->name, files,
               (unsigned)facts->size, (unsigned)facts->size, facts->square_m, plan->name);
}
