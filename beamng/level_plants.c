/* Plants of a new level: placed, written. */
#include "beamng/beamng_plan.h"

#include <string.h>

#include "beamng/growth.h"
#include "ground/ground_files.h"

#define GROUP "plants"

/* ---- planning and placing ---- */

void beamng_mark_grown(bool *grown, const struct beamng_plan *plan)
{
    const struct beamng_map *map = &plan->map;
    for (size_t g = 0; plan->plants != NULL && g < plan->plants->grass_count; g++) {
        const struct plants_grass *grass = &plan->plants->grasses[g];
        for (uint32_t i = 0; grass->beamng_material != NULL && i < grass->cover.count; i++) {
            const uint32_t material = map->merge->material_of_layer[grass->cover.layer[i]];
            if (grass->cover.factor[i] > 0.0f && !map->choices[material].is_hole)
                grown[material] = true;
        }
    }
}

enum scree_code beamng_place_plants(struct beamng_level *level, struct scree_job *job,
                                    struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    const struct plants_options options = {.how = plan->map.how,
                                           .has_water = plan->options.level.has_water,
                                           .water_m = plan->options.level.water_m,
                                           .roads = plan->roads};
    if (plan->plants == NULL) return SCREE_OK;
    return plants_place(&level->plants, plan->plants, &plan->map.inputs, &options, job, err);
}

void beamng_level_footing(struct beamng_footing *out, const struct beamng_level *level)
{
    const struct beamng_facts *facts = &level->facts;
    *out = (struct beamng_footing){.size = facts->size,
                                   .square_m = facts->square_m,
                                   .max_height_m = facts->max_height_m,
                                   .heights = level->heights,
                                   .ids = level->samples.ids};
    memcpy(out->position_m, facts->position_m, sizeof out->position_m);
}

static void take_growth(struct beamng_growth *out, const struct beamng_level *level)
{
    const struct beamng_plan *plan = level->plan;
    const struct beamng_map *map = &plan->map;
    memset(out, 0, sizeof *out);
    out->level = level->facts.name;
    out->group = GROUP;
    out->list = plan->plants;
    out->placed = level->plants;
    out->merge = map->merge;
    out->depth_m = ter_extent_y_m(map->inputs.field);
    beamng_level_footing(&out->footing, level);
    for (size_t s = 0; s < plan->plants->species_count; s++)
        out->count[s] = level->plants->tally[s].count;
    for (uint32_t m = 0; m < map->merge->count; m++)
        out->names[m] = map->choices[m].is_hole ? NULL : map->choices[m].made.name;
}

bool beamng_has_plants(const struct beamng_level *level)
{
    struct beamng_growth growth;
    if (level->plan->plants == NULL) return false;
    take_growth(&growth, level);
    return beamng_has_growth(&growth);
}

/* ---- files ---- */

/* A JSON object a line, as the level's own files of objects have them. */
static enum scree_code put_objects(struct stream *to, const struct beamng_growth *growth,
                                   struct scree_error *err)
{
    json_t *forest = beamng_forest_object(growth), *covers = beamng_covers_json(growth), *one;
    size_t i;
    enum scree_code code =
        forest != NULL && covers != NULL ? beamng_put_object(to, forest, err) : err_no_memory(err);
    json_array_foreach(covers, i, one) if (code == SCREE_OK) code = beamng_put_object(to, one, err);
    json_decref(forest);
    json_decref(covers);
    return code;
}

static enum scree_code write_objects(const struct beamng_output *output,
                                     const struct beamng_growth *growth, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(
        sink_begin(output->sink, beamng_file_name(BEAMNG_PLANTS), SINK_PLAIN, &file, err));
    return ground_end_file(file, put_objects(&file->stream, growth, err), output->job, err);
}

/* A file of items for each species that grows. */
static enum scree_code write_items(const struct beamng_output *output,
                                   const struct beamng_growth *growth, struct scree_error *err)
{
    size_t left_out = 0;
    for (size_t s = 0; s < growth->list->species_count; s++) {
        char name[BEAMNG_PATH_SIZE];
        struct sink_file *file;
        if (!beamng_grows(growth, s)) continue;
        beamng_forest_name(name, &growth->list->species[s]);
        RETURN_IF_ERR(sink_begin(output->sink, name, SINK_PLAIN, &file, err));
        const enum scree_code code = beamng_put_items(&file->stream, growth, s, &left_out, err);
        RETURN_IF_ERR(ground_end_file(file, code, output->job, err));
    }
    if (left_out > 0)
        job_note(output->job, NULL, "%zu plants outside the level are left out", left_out);
    return SCREE_OK;
}

static enum scree_code write_record(const struct beamng_output *output,
                                    const struct beamng_growth *growth, struct scree_error *err)
{
    struct beamng_record record = {0};
    struct sink_file *file;
    enum scree_code code = beamng_record_growth(&record, growth, err);
    beamng_record_sort(&record);
    if (code == SCREE_OK)
        code = sink_begin(output->sink, beamng_file_name(BEAMNG_PLACED), SINK_PLAIN, &file, err);
    if (code == SCREE_OK) {
        code = beamng_record_put(&file->stream, &record, err);
        code = ground_end_file(file, code, output->job, err);
    }
    beamng_record_free(&record);
    return code;
}

enum scree_code beamng_write_plants(const struct beamng_output *output, struct scree_error *err)
{
    struct beamng_growth growth;
    if (!beamng_has_plants(output->level)) return SCREE_OK;
    take_growth(&growth, output->level);
    RETURN_IF_ERR(write_items(output, &growth, err));
    RETURN_IF_ERR(write_record(output, &growth, err));
    RETURN_IF_ERR(ground_write_json(output->sink, beamng_file_name(BEAMNG_ITEMS),
                                    beamng_items_data(&growth), output->job, err));
    json_t *grass = beamng_grass_materials(&growth);
    if (grass == NULL || json_object_size(grass) > 0)
        RETURN_IF_ERR(ground_write_json(output->sink, beamng_file_name(BEAMNG_COVER), grass,
                                        output->job, err));
    else
        json_decref(grass);
    return write_objects(output, &growth, err);
}
