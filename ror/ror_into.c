/* New blend maps and landuse for a terrain that exists: which of its layers and ground models each of
 * ours is, and what will change. */
#include "ror/ror_into.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_text.h"
#include "base/path.h"
#include "base/text.h"
#include "ground/ground_altitudes.h"
#include "inputs/materials.h"

/* ---- which layer ---- */

/* What a material of ours is called, and what it is merged with. */
static enum scree_code merge_ours(struct ror_into *into, const struct scree_ror_options *options,
                                  struct inputs_opened *materials, struct scree_error *err)
{
    struct ror_plan *plan = &into->plan;
    plan->limit = ROR_INTO_LAYERS * 4;
    if (materials == NULL)
        return render_merge_depth(&plan->groups.merge, plan->inputs.map, options->level.depth, err);
    RETURN_IF_ERR(materials_check_depth(materials, options->level.depth, err));
    RETURN_IF_ERR(ror_read_groups(&plan->groups, plan, materials, err));
    return inputs_keep_path(&plan->groups.file, NULL, &plan->arena, err);
}

/* The terrain's layer of a name, exactly or but for capitals; the count of layers if there is none. */
static uint32_t of_name(const struct ror_target *target, const char *name)
{
    char plain[64];
    text_to_file_name(plain, sizeof plain, name);
    for (int exactly = 1; exactly >= 0; exactly--)
        for (uint32_t k = 0; k < target->layer_count; k++)
            if (ground_same_name(target->layers[k].name, name, exactly != 0)) return k;
    for (uint32_t k = 0; k < target->layer_count; k++)
        if (strcmp(target->layers[k].name, plain) == 0) return k;
    return (uint32_t)target->layer_count;
}

static bool may_take(const struct ror_into *into, size_t k)
{
    return into->kept[k] == SCREE_NOT_KEPT && !into->target->layers[k].is_picture;
}

/* One of the same kind of ground, by the words in both names. */
static uint32_t of_ground(const struct ror_into *into, const char *name)
{
    const struct ror_target *target = into->target;
    const enum ground_kind kind = ground_guess(name, NULL);
    uint32_t k = 0;
    while (k < target->layer_count &&
           (kind == GROUND_KINDS || !may_take(into, k) ||
            ror_ground_nearest(ground_guess(target->layers[k].name, NULL)) !=
                ror_ground_nearest(kind)))
        k++;
    return k;
}

static enum scree_code refuse_layer(const struct ror_into *into, const char *name,
                                    struct scree_error *err)
{
    const struct ror_target *target = into->target;
    char list[160] = "";
    for (size_t k = 0; k < target->layer_count; k++) {
        const size_t used = strlen(list);
        if (may_take(into, k))
            snprintf(list + used, sizeof list - used, "%s%.30s", used > 0 ? ", " : "",
                     target->layers[k].name);
    }
    return err_set_option(err, "materials",
                          "\"%.40s\" is none of the terrain's layers, and none of them is of its "
                          "kind of ground; give it one with {materials}: %s",
                          name, list[0] != '\0' ? list : "all are kept");
}

/* By name, by kind of ground, as the layer that it lies in, or below all the lowest. */
static enum scree_code assign(struct ror_into *into, struct scree_error *err)
{
    const struct ror_target *target = into->target;
    const struct srf_map *map = into->plan.inputs.map;
    const struct render_merge *ours = into->plan.groups.merge;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const uint32_t m = ours->material_of_layer[i];
        const struct srf_layer *parent = map->layers[ours->first_layer[m]]->parent;
        uint32_t k = of_name(target, ours->names[m]);
        into->shown_because[i] = "name";
        if (k == target->layer_count) {
            k = of_ground(into, ours->names[m]);
            into->shown_because[i] = "ground";
        }
        if (k == target->layer_count && parent != NULL) {
            k = into->shown_as[parent->index];
            into->shown_because[i] = "parent";
        }
        if (k == target->layer_count && parent == NULL && may_take(into, 0)) {
            k = 0;
            into->shown_because[i] = "lowest";
        }
        if (k == target->layer_count) return refuse_layer(into, ours->names[m], err);
        into->shown_as[i] = k;
    }
    return SCREE_OK;
}

/* Layers of ours by layer of the terrain. Two of those may have one name, so a number is theirs here. */
static enum scree_code merge_theirs(struct ror_into *into, struct scree_error *err)
{
    const uint32_t count = into->plan.inputs.map->layer_count;
    char numbers[ROR_INTO_LAYERS][4];
    const char **names = mem_arena_alloc(&into->plan.arena, count, sizeof *names);
    if (names == NULL) return err_no_memory(err);
    for (unsigned k = 0; k < ROR_INTO_LAYERS; k++) snprintf(numbers[k], 4, "%u", k % 1000);
    for (uint32_t i = 0; i < count; i++) names[i] = numbers[into->shown_as[i]];
    RETURN_IF_ERR(render_merge_names(&into->merge, into->plan.inputs.map, names, err));
    for (uint32_t m = 0; m < into->merge->count; m++)
        into->layer_of_material[m] = into->shown_as[into->merge->first_layer[m]];
    return SCREE_OK;
}

/* ---- which ground model ---- */

static enum scree_code read_own_models(struct ror_into *into, struct scree_error *err)
{
    const struct ror_target *target = into->target;
    struct inputs_opened opened;
    if (target->own_models == NULL) return SCREE_OK;
    char *path = path_join(target->level.path, target->own_models);
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = inputs_open(&opened, path, UINT64_C(1) << 20, err);
    if (code == SCREE_OK) {
        code = ror_read_models(&into->plan.models, &into->plan.arena, &opened, err);
        inputs_close(&opened);
    }
    if (code == SCREE_OK)
        code = inputs_keep_path(&into->plan.models.file, NULL, &into->plan.arena, err);
    mem_free(path);
    return code;
}

static void find_ours(struct ror_into *into)
{
    const struct ror_target *target = into->target;
    const struct render_merge *ours = into->plan.groups.merge, *uses = into->plan.grounds.uses;
    for (uint32_t m = 0; m < ours->count; m++) {
        const uint32_t k = of_name(target, ours->names[m]);
        if (k < target->layer_count) into->in_map[k] = true;
    }
    for (size_t u = 0; u < target->use_count; u++)
        for (uint32_t m = 0; m < uses->count; m++)
            if (strcmp(uses->names[m], target->uses[u].model) == 0)
                into->in_map[target->layer_count + u] = true;
}

/* ---- all of it ---- */

static void count_all(struct ror_into *into)
{
    const size_t count = (size_t)into->size * into->size;
    const size_t layers = into->target->layer_count;
    uint64_t isolated[256] = {0}, lonely[256] = {0};
    for (size_t at = 0; at < count; at++) {
        into->counts[into->before[at]].before++;
        into->counts[into->after[at]].after++;
    }
    ground_count_isolated(isolated, into->after, into->size);
    for (size_t k = 0; k < layers; k++) into->counts[k].isolated = isolated[k];
    const size_t texels = (size_t)into->landuse.size * into->landuse.size;
    if (texels == 0) return;
    for (size_t at = 0; at < texels; at++) {
        const size_t before = into->uses_before[at], after = into->uses_after[at];
        into->counts[layers + (before < ROR_INTO_USES ? before : into->use_count)].before++;
        into->counts[layers + (after < ROR_INTO_USES ? after : into->use_count)].after++;
    }
    ground_count_isolated(lonely, into->uses_after, into->landuse.size);
    for (size_t u = 0; u <= into->use_count; u++)
        into->counts[layers + u].isolated = lonely[u < into->use_count ? u : ROR_INTO_USES];
}

static void describe_change(const struct ror_into *into, size_t i)
{
    const struct ror_target *target = into->target;
    const size_t layers = target->layer_count, u = i - layers;
    const struct ror_into_counts *counts = &into->counts[i];
    struct scree_level_change *out = &into->level.changes[i];
    *out = (struct scree_level_change){.size = sizeof *out,
                                       .name = "",
                                       .is_ground = i >= layers,
                                       .before = counts->before,
                                       .after = counts->after,
                                       .isolated = counts->isolated};
    if (i < layers) {
        out->name = target->layers[i].name;
        for (uint32_t m = 0; m < into->merge->count; m++)
            out->in_map = out->in_map || into->layer_of_material[m] == i;
        render_index_colour(into->level.rgb[i], (uint32_t)i % ROR_MAX_USES);
    } else if (u < into->use_count) {
        out->name = into->uses[u].model;
        out->in_map = u >= target->use_count || into->in_map[i];
        memcpy(into->level.rgb[i], into->uses[u].rgb, 3);
    }
    if (i < layers + target->use_count) out->kept = (enum scree_kept)into->kept[i];
}

static enum scree_code describe(struct ror_into *into, struct scree_error *err)
{
    struct ground_into *level = &into->level;
    const size_t grounds = into->landuse.size > 0 ? into->use_count + 1 : 0;
    level->info = (struct scree_level_into_info){.size = sizeof level->info,
                                                 .heights = level->info.heights,
                                                 .texels = into->size,
                                                 .landuse_texels = into->landuse.size,
                                                 .areas = into->plan.grounds.areas,
                                                 .changed = into->plan.grounds.speckles};
    level->before = into->before;
    level->after = into->after;
    level->on_maps = into->target->layer_count;
    RETURN_IF_ERR(ground_into_list(level, level->on_maps + grounds, err));
    for (size_t i = 0; i < level->info.changes; i++) describe_change(into, i);
    return SCREE_OK;
}

static enum scree_code change_heights(struct ror_into *into, struct scree_error *err)
{
    const struct ror_target *target = into->target;
    const struct scree_terrain_options *ground = &target->level.ground;
    const struct ground_change change = {.before = target->level.before,
                                         .after = into->plan.inputs.field,
                                         .points = target->points,
                                         .size = target->points,
                                         .step_m =
                                             target->height_m / 65535.0 * ground->height_scale,
                                         .north_first = !ground->south_first};
    if (change.before == NULL) return SCREE_OK;
    RETURN_IF_ERR(file_read_in(&into->heights_before, target->level.path, target->heights,
                               2 * (uint64_t)target->points * target->points, err));
    if (into->heights_before.size != 2 * (size_t)target->points * target->points)
        return err_set(err, SCREE_CANNOT_READ, "%s was changed meanwhile; run it again",
                       target->heights);
    RETURN_IF_ERR(MEM_NEED(&into->heights, into->heights_before.size, 1, err));
    memcpy(into->heights, into->heights_before.data, into->heights_before.size);
    return ground_change_heights(into->heights, &into->level.info.heights, &change, err);
}

static enum scree_code decide(struct ror_into *into, const struct scree_ror_options *options,
                              const struct inputs_given *given, struct scree_job *job,
                              struct scree_error *err)
{
    const struct ground_wanted wanted = {&options->level, given};
    struct ror_plan *plan = &into->plan;
    const struct ror_target *target = into->target;
    const uint32_t count = plan->inputs.map->layer_count;
    plan->world.world_m = target->world_m;
    if (plan->inputs.field->points_x != target->points ||
        plan->inputs.field->points_y != target->points)
        return err_set(err, SCREE_BAD_ARGUMENT, "the ground is not the terrain's own");
    if (given->own != NULL)
        return err_set_option(err, "ground_models",
                              "{ground_models}: a terrain that exists has its own ground models");
    RETURN_IF_ERR(inputs_keep_path(&plan->inputs.surface_file, NULL, &plan->arena, err));
    into->shown_as = mem_arena_alloc(&plan->arena, count, sizeof *into->shown_as);
    into->shown_because = mem_arena_alloc(&plan->arena, count, sizeof *into->shown_because);
    if (into->shown_as == NULL || into->shown_because == NULL) return err_no_memory(err);
    into->use_count = target->use_count;
    memcpy(into->uses, target->uses, sizeof into->uses);
    RETURN_IF_ERR(read_own_models(into, err));
    RETURN_IF_ERR(merge_ours(into, options, given->materials, err));
    RETURN_IF_ERR(ror_choose_grounds(&plan->grounds, &plan->arena, plan, err));
    find_ours(into);
    RETURN_IF_ERR(ror_into_read_pictures(into, err));
    RETURN_IF_ERR(change_heights(into, err));
    RETURN_IF_ERR(ror_into_keep(into, &wanted, err));
    RETURN_IF_ERR(assign(into, err));
    RETURN_IF_ERR(merge_theirs(into, err));
    RETURN_IF_ERR(ror_into_blend(into, job, err));
    RETURN_IF_ERR(ror_into_landuse(into, job, err));
    count_all(into);
    return describe(into, err);
}

enum scree_code ror_into_create(struct ground_into **out, struct ground_target *target,
                                const struct inputs *inputs,
                                const struct scree_ror_options *options,
                                const struct inputs_given *given, struct scree_job *job,
                                struct scree_error *err)
{
    *out = NULL;
    struct ror_into *into;
    RETURN_IF_ERR(MEM_NEED(&into, 1, sizeof *into, err));
    into->level.game = &ror_game;
    into->level.arena = &into->plan.arena;
    into->level.north_first = true;
    into->target = (struct ror_target *)target;
    into->plan.inputs = *inputs;
    /* Texts are the caller's. */
    into->plan.options.level = (struct scree_level_options){.how = options->level.how,
                                                            .grip = options->level.grip,
                                                            .depth = options->level.depth,
                                                            .min_area = options->level.min_area};
    const enum scree_code code = decide(into, options, given, job, err);
    if (code == SCREE_OK)
        *out = &into->level;
    else
        ground_into_free(&into->level);
    return code;
}

static void free_picture(struct ror_into_picture *picture)
{
    file_bytes_free(&picture->bytes);
    mem_free_pixels(picture->before);
    mem_free_pixels(picture->after);
}

static void free_into(struct ground_into *level)
{
    struct ror_into *into = (struct ror_into *)level;
    for (size_t i = 0; i < ROR_INTO_MAPS; i++) free_picture(&into->maps[i]);
    free_picture(&into->landuse);
    file_bytes_free(&into->heights_before);
    mem_free(into->heights);
    uint8_t *const planes[] = {into->changes, into->landuse_changes, into->before,
                               into->after,   into->uses_before,     into->uses_after};
    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++) mem_free_pixels(planes[i]);
    render_merge_free(into->merge);
    render_merge_free(into->plan.groups.merge);
    render_merge_free(into->plan.grounds.uses);
    file_bytes_free(&into->plan.models.bytes);
    mem_arena_free(&into->plan.arena);
}

/* ---- to look at ---- */

static json_t *row(const struct scree_level_change *change)
{
    return json_pack("{s:o, s:s?, s:b, s:o, s:o, s:o}", "name", json_text(change->name), "kept",
                     ground_kept_word(change->kept), "in_map", (int)change->in_map, "before",
                     json_text_count(change->before), "after", json_text_count(change->after),
                     "isolated", json_text_count(change->isolated));
}

static json_t *map_rows(const struct ror_into *into)
{
    json_t *array = json_array();
    const struct srf_map *map = into->plan.inputs.map;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        char path[1024];
        json_text_append(
            &array, json_pack("{s:o, s:o, s:s, s:o}", "layer",
                              json_text(srf_layer_path(path, sizeof path, map->layers[i])),
                              "shown_as", json_text(into->target->layers[into->shown_as[i]].name),
                              "because", into->shown_because[i], "ground_model",
                              json_text(into->plan.grounds.of_layer[i].model)));
    }
    return array;
}

static json_t *document_of(const struct ground_into *level)
{
    const struct ror_into *into = (const struct ror_into *)level;
    json_t *rows = json_array(), *uses = json_array();
    for (size_t i = 0; i + 1 < level->info.changes || i < level->on_maps; i++)
        json_text_append(i < level->on_maps ? &rows : &uses, row(&level->changes[i]));
    return json_pack("{s:s, s:o, s:i, s:o, s:i, s:o, s:o, s:{s:o, s:o, s:o}, s:o}", "format",
                     "scree-into-ror-1", "heights", json_text_count(level->info.heights), "size",
                     (int)into->size, "layers", rows, "landuse_size", (int)into->landuse.size,
                     "ground_models", uses, "map", map_rows(into), "speckles", "min_area",
                     json_text_count(into->plan.options.level.min_area), "areas",
                     json_text_count(into->plan.grounds.areas), "texels",
                     json_text_count(into->plan.grounds.speckles), "grip",
                     ground_ride_json(&into->plan.grounds.ride));
}

/* Plants that an export placed by another map would be on its snow and rock. */
static void warn_of_plants(const struct ror_into *into, struct scree_job *job)
{
    const struct ror_target *target = into->target;
    uint64_t lost = 0;
    if (strcmp(target->surface_sha256, into->plan.inputs.surface_file.sha256) == 0) return;
    for (size_t k = 0; k < target->layer_count; k++)
        if (into->counts[k].after < into->counts[k].before)
            lost += into->counts[k].before - into->counts[k].after;
    if (target->plants != NULL && lost * 100 > (uint64_t)into->size * into->size)
        job_warn(job, NULL,
                 "%s: trees and grass stay where an earlier map placed them; export the terrain "
                 "again for plants of this map",
                 target->plants);
}

static void tell(const struct ground_into *level, struct scree_job *job)
{
    const struct ror_into *into = (const struct ror_into *)level;
    static const char *const reasons[][2] = {{"name", "of that name"},
                                             {"ground", "of its kind of ground"},
                                             {"parent", "as the layer that it lies in"},
                                             {"lowest", "the lowest"}};
    const struct srf_map *map = into->plan.inputs.map;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const char *why = "";
        char path[256];
        for (size_t r = 0; r < 4; r++)
            if (strcmp(reasons[r][0], into->shown_because[i]) == 0) why = reasons[r][1];
        job_note(job, NULL, "%s: shown as %s (%s), drives like %s (%s)",
                 srf_layer_path(path, sizeof path, map->layers[i]),
                 into->target->layers[into->shown_as[i]].name, why,
                 into->plan.grounds.of_layer[i].model, into->plan.grounds.of_layer[i].reason);
    }
    if (into->landuse.size == 0)
        job_note(job, NULL, "the terrain has no landuse: what it drives like does not change");
    else
        ground_ride_tell(&into->plan.grounds.ride, job);
    warn_of_plants(into, job);
    ground_into_tell_kept(level, job);
}

const struct ground_game ror_game = {.unit = "texels",
                                     .nameless = "(no ground model)",
                                     .close = ror_target_close,
                                     .free = free_into,
                                     .document = document_of,
                                     .tell = tell,
                                     .write = ror_into_write};
