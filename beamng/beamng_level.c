/* A plan carried out in memory: a material and a height for each sample. */
#include <string.h>

#include "beamng/beamng_plan.h"

/* The materials in the order of their numbers. */
static enum scree_code list_materials(struct beamng_level *level, struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    const uint32_t count = plan->map.merge->count;
    const size_t room = 2 * (size_t)count + ROADS_SURFACES; /* twins beside roads */
    level->materials = mem_alloc(room, sizeof *level->materials);
    level->names = mem_alloc(room, sizeof *level->names);
    if (level->materials == NULL || level->names == NULL) return err_no_memory(err);
    for (uint32_t m = 0; m < count; m++) {
        const uint8_t number = plan->numbers[m];
        if (plan->map.choices[m].is_hole) continue;
        level->materials[number] = beamng_coloured(&plan->map, m, &level->samples);
        level->materials[number].on_map = plan->base_colour;
        level->names[number] = level->materials[number].name;
        level->facts.count++;
    }
    level->facts.materials = level->materials;
    beamng_road_materials(level);
    return SCREE_OK;
}

const char *beamng_credit(char out[INPUTS_CREDITS], const struct beamng_plan *plan)
{
    return inputs_credit(out, &plan->map.inputs.terrain_file,
                         plan->roads != NULL ? &plan->roads->file : NULL, plan->map.inputs.map);
}

static void tell_rivers(const struct roads_waters *waters, struct scree_job *job)
{
    size_t reaches = 0;
    for (size_t i = 0; waters != NULL && i < waters->flow_count; i++)
        reaches += waters->flow[i].starts;
    if (reaches > 0)
        job_note(job, NULL, "rivers: %zu reaches with %.1f km of water", reaches,
                 roads_waters_flow_m(waters) / 1000);
}

static enum scree_code take_waters(struct beamng_level *level, struct scree_job *job,
                                   struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    struct beamng_facts *facts = &level->facts;
    RETURN_IF_ERR(roads_waters_cover(&level->lakes, &facts->lake_count, plan->map.inputs.field,
                                     plan->map.inputs.waters, !facts->has_water, err));
    facts->lakes = level->lakes;
    facts->waters = plan->map.inputs.waters;
    if (facts->lake_count > 0)
        job_note(job, NULL, "lakes: %zu blocks of water cover them", facts->lake_count);
    tell_rivers(facts->waters, job);
    return SCREE_OK;
}

static enum scree_code make(struct beamng_level *level, struct scree_job *job,
                            struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    const struct scree_level_options *given = &plan->options.level;
    struct beamng_facts *facts = &level->facts;
    facts->name = plan->name;
    facts->title = given->title != NULL ? given->title : plan->name;
    facts->description = given->description != NULL ? given->description : "";
    facts->author = given->author != NULL ? given->author : "";
    (void)beamng_credit(facts->credit, plan);
    facts->has_water = given->has_water;
    facts->water_m = given->water_m;
    beamng_take_sun(facts, &plan->map.inputs, job);
    facts->repeat_m = given->repeat_m;
    memcpy(facts->texture_size, plan->texture_size, sizeof facts->texture_size);
    RETURN_IF_ERR(beamng_evaluate(&level->samples, &plan->map, job, err));
    beamng_number(&level->samples, &plan->map, plan->numbers);
    RETURN_IF_ERR(list_materials(level, err));
    beamng_pave(level);
    RETURN_IF_ERR(beamng_quiet_verges(level, err));
    beamng_count(&level->counts, level->samples.ids, plan->map.size);
    RETURN_IF_ERR(beamng_take_heights(level, err));
    RETURN_IF_ERR(take_waters(level, job, err));
    RETURN_IF_ERR(beamng_measure_roads(level, err));
    RETURN_IF_ERR(beamng_place_plants(level, job, err));
    facts->plants = beamng_has_plants(level);
    facts->roads = plan->roads != NULL;
    RETURN_IF_ERR(beamng_place_spawns(level, job, err));
    RETURN_IF_ERR(beamng_draw(level, job, err));
    facts->map_rgb = level->map_rgb;
    return SCREE_OK;
}

enum scree_code beamng_plan_evaluate(const struct beamng_plan *plan, struct scree_job *job,
                                     struct scree_error *err)
{
    struct beamng_samples samples = {0};
    const enum scree_code code = beamng_evaluate(&samples, &plan->map, job, err);
    beamng_samples_free(&samples);
    return code;
}

enum scree_code beamng_level_create(struct beamng_level **out, const struct beamng_plan *plan,
                                    struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    struct beamng_level *level;
    RETURN_IF_ERR(MEM_NEED(&level, 1, sizeof *level, err));
    level->plan = plan;
    const enum scree_code code = make(level, job, err);
    if (code == SCREE_OK)
        *out = level;
    else
        beamng_level_free(level);
    return code;
}

void beamng_level_free(struct beamng_level *level)
{
    if (level == NULL) return;
    beamng_samples_free(&level->samples);
    plants_placed_free(level->plants);
    mem_free(level->heights);
    mem_free_pixels(level->picture);
    mem_free_pixels(level->preview);
    mem_free_pixels(level->map_rgb);
    mem_free(level->materials);
    mem_free(level->verges);
    mem_free(level->lakes);
    mem_free(level->names);
    mem_free(level);
}
