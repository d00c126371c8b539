/* A new level: what will be made of which inputs. */
#include "beamng/beamng_plan.h"

#include <stdio.h>

#include "ground/ground_beds.h"
#include "render/row_stream.h"

static enum scree_code refuse_size(const struct ter_field *field, const struct beamter_fit *fit,
                                   uint32_t wanted, struct scree_error *err)
{
    const uint32_t x = field->points_x, y = field->points_y, least = x < y ? x : y;
    uint32_t next = BEAMTER_MIN_SIZE;
    while (next < least && next < BEAMTER_MAX_SIZE) next *= 2;
    char then[48] = "";
    if (wanted == 0 && fit->size != least && fit->size + 1 != least)
        snprintf(then, sizeof then, " and add {samples} %u", (unsigned)next);
    if (x != y)
        return err_set(err, SCREE_UNSUPPORTED, "%s; crop it ({convert_crop} 0,0,%ux%u)%s", fit->why,
                       (unsigned)least, (unsigned)least, then);
    if (field->scal_m[0] != field->scal_m[1])
        return err_set(err, SCREE_UNSUPPORTED, "%s; set {cell_m}", fit->why);
    if (fit->size == 0)
        return err_set(err, SCREE_UNSUPPORTED, "%s; resample it ({samples} %u)", fit->why,
                       (unsigned)next);
    return err_set(err, SCREE_UNSUPPORTED,
                   "%s; resample it ({samples} %u), or crop it ({convert_crop} 0,0,%ux%u)",
                   fit->why, (unsigned)next, (unsigned)fit->size, (unsigned)fit->size);
}

static enum scree_code refuse_wanted(uint32_t wanted, struct scree_error *err)
{
    uint32_t next = BEAMTER_MIN_SIZE;
    while (next < wanted && next < BEAMTER_MAX_SIZE) next *= 2;
    return err_set_option(err, "samples",
                          "{samples} %u: BeamNG needs a power of two from %d to %d: take %u",
                          (unsigned)wanted, BEAMTER_MIN_SIZE, BEAMTER_MAX_SIZE, (unsigned)next);
}

static enum scree_code choose_size(struct beamng_map *map, uint32_t wanted, struct scree_error *err)
{
    const struct ter_field *field = map->inputs.field;
    const uint32_t x = field->points_x;
    struct beamter_fit fit;
    beamter_fit(&fit, x, field->points_y, field->scal_m);
    if (wanted != 0 &&
        ((wanted & (wanted - 1)) != 0 || wanted < BEAMTER_MIN_SIZE || wanted > BEAMTER_MAX_SIZE))
        return refuse_wanted(wanted, err);
    if (x == field->points_y && field->scal_m[0] == field->scal_m[1] && wanted != 0) {
        map->size = wanted;
        /* Its own points, if they are asked for. */
        map->trimmed = fit.trimmed && wanted + 1 == x;
        map->resampled = !map->trimmed && wanted != x;
        return SCREE_OK;
    }
    map->size = fit.size;
    map->trimmed = fit.trimmed;
    if (fit.why[0] == '\0') return SCREE_OK;
    refuse_size(field, &fit, wanted, err);
    return err_set_file(err, map->inputs.terrain_file.path);
}

static enum scree_code decide(struct beamng_plan *plan, const struct scree_beamng_options *options,
                              const struct inputs_given *given, struct scree_job *job,
                              struct scree_error *err)
{
    struct beamng_map *map = &plan->map;
    const struct ter_field *field = map->inputs.field;
    RETURN_IF_ERR(beamng_plan_name(plan, options, job, err));
    RETURN_IF_ERR(inputs_check_degrees(field, &map->inputs.terrain_file, "BeamNG", err));
    plan->options = *options;
    plan->options.hole_layer = NULL;
    RETURN_IF_ERR(ground_keep_options(&plan->options.level, &map->arena, err));
    RETURN_IF_ERR(choose_size(map, options->samples, err));
    plan->side_m = ter_extent_x_m(field);
    map->square_m = map->resampled ? plan->side_m / map->size : field->scal_m[0];
    beamter_fit_report(job, map->size, field->points_x, field->points_y, map->trimmed);
    RETURN_IF_ERR(ground_check_start(&options->level, plan->side_m, "level", err));
    const struct ground_beds beds = ground_beds_of(map->inputs.map, field);
    if (!options->level.has_water)
        ground_beds_tell(&beds, map->inputs.ranges.altitude_min_tu * field->scal_m[2], job);
    RETURN_IF_ERR(plants_list_make(&plan->plants, map->inputs.map, given->plants,
                                   options->level.plants_set, err));
    RETURN_IF_ERR(
        roads_of_level(&plan->roads, &plan->own_roads, &map->inputs, given->roads, job, err));
    RETURN_IF_ERR(beamng_map_fill(map, options, given, job, err));
    RETURN_IF_ERR(beamng_check_roads(plan, err));
    RETURN_IF_ERR(beamng_take_textures(plan, options, job, err));
    for (uint32_t m = 0, number = 0; m < map->merge->count; m++)
        plan->numbers[m] = map->choices[m].is_hole ? BEAMTER_HOLE : (uint8_t)number++;
    return SCREE_OK;
}

enum scree_code beamng_plan_create(struct beamng_plan **out, const struct inputs *inputs,
                                   const struct scree_beamng_options *options,
                                   const struct inputs_given *given, struct scree_job *job,
                                   struct scree_error *err)
{
    *out = NULL;
    struct beamng_plan *plan;
    RETURN_IF_ERR(MEM_NEED(&plan, 1, sizeof *plan, err));
    plan->map.inputs = *inputs;
    const enum scree_code code = decide(plan, options, given, job, err);
    if (code == SCREE_OK)
        *out = plan;
    else
        beamng_plan_free(plan);
    return code;
}

void beamng_plan_free(struct beamng_plan *plan)
{
    if (plan == NULL) return;
    beamng_map_free(&plan->map);
    plants_list_free(plan->plants);
    roads_free(plan->own_roads);
    mem_free(plan);
}

/* ---- to look at ---- */

void beamng_describe(struct scree_beamng_info *out, const struct beamng_plan *plan)
{
    const struct beamng_map *map = &plan->map;
    /* Ids, heights twice, holes or speckles, or the bounds of a view; and the points that are in between. For a
     * calm grip the other material of each sample, bands of all weights, and the rows of shares. */
    const bool calm = !map->fine_grip && map->grips > 1;
    const uint64_t bytes = (map->resampled ? 12U : 9U) + (calm ? 1U : 0U), size = map->size;
    const uint64_t row = (2 * (uint64_t)map->merge->count + 1) * size; /* weights, and ids */
    const uint64_t grip =
        calm ? ground_calm_bytes(map->size, map->grips, GROUND_CALM_M, map->square_m) +
                   row * render_stream_rows(row, map->how.tile)
             : 0;
    const struct render_options how = render_how_options(
        &map->how, map->resampled ? SCREE_CELLS : SCREE_VERTICES, map->size, map->size);
    const uint64_t held =
        inputs_held_bytes(&map->inputs) +
        render_memory_bytes(map->inputs.field, map->inputs.map, &how); /* while it is evaluated */
    const uint64_t base = plan->texture_size[BEAMNG_BASE];
    const uint64_t picture = plan->base_colour ? 3 * base * base : 0;
    *out = (struct scree_beamng_info){.name = plan->name,
                                      .samples = map->size,
                                      .trimmed = map->trimmed,
                                      .resampled = map->resampled,
                                      .square_m = plan->map.square_m,
                                      .materials = map->merge->count,
                                      .memory_bytes = held + bytes * size * size + grip + picture +
                                                      beamng_texture_bytes(plan) +
                                                      (UINT64_C(16) << 20)};
}

void beamng_describe_material(struct scree_beamng_material *out, const struct beamng_plan *plan,
                              uint32_t i)
{
    const struct beamng_choice *choice = &plan->map.choices[i];
    *out = (struct scree_beamng_material){
        .name = choice->is_hole ? plan->map.merge->names[i] : choice->made.name,
        .ground_model = choice->is_hole ? "" : choice->made.ground_model,
        .reason = choice->is_given ? NULL : choice->reason,
        .is_hole = choice->is_hole,
        .number = plan->numbers[i]};
}
