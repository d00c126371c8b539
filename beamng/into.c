/* New materials for an existing level: what will change. */
#include "beamng/into_plants.h"

#include <string.h>

#include "base/json_text.h"

/* The material of each sample. */
static enum scree_code paint(struct beamng_into *into, struct scree_job *job,
                             struct scree_error *err)
{
    struct beamng_map *map = &into->map;
    RETURN_IF_ERR(beamng_evaluate(&into->samples, map, job, err));
    RETURN_IF_ERR(beamng_into_assign(into, job, err));
    beamng_number(&into->samples, map, into->numbers);
    /* Holes stay, and new ones may be added where something may change. */
    const size_t points = (size_t)map->size * map->size;
    for (size_t i = 0; i < points; i++)
        if (!beamng_into_changes(into, i)) into->samples.ids[i] = into->parts.ids[i];
    return SCREE_OK;
}

/* All of it as it is. */
static enum scree_code leave(struct beamng_into *into, struct scree_error *err)
{
    const size_t points = (size_t)into->map.size * into->map.size;
    into->samples.ids = mem_alloc_pixels(into->map.size, into->map.size);
    into->samples.layer_sums = mem_alloc(into->map.all->count, sizeof *into->samples.layer_sums);
    if (into->samples.ids == NULL || into->samples.layer_sums == NULL) return err_no_memory(err);
    memcpy(into->samples.ids, into->parts.ids, points);
    beamng_into_leave(into);
    return SCREE_OK;
}

/* Plants are for levels, and options of materials are not for plants alone. */
static enum scree_code check_options(const struct beamng_into *into,
                                     const struct scree_beamng_options *options, bool holes,
                                     struct scree_error *err)
{
    const char *member = holes                         ? "holes"
                         : options->hole_layer != NULL ? "hole_layer"
                         : options->dither             ? "dither"
                         : options->level.min_area > 1 ? "min_area"
                         : options->level.grade        ? "grade"
                                                       : NULL;
    if (options->into_plants != SCREE_INTO_NO_PLANTS && !into->target->is_level)
        return err_set_option(
            err, "into_plants",
            "plants are objects of a level: name its folder in place of the .ter");
    if (options->into_plants != SCREE_INTO_PLANTS_ONLY || member == NULL) return SCREE_OK;
    return err_set_option(err, member,
                          "{%s} changes the ground, and only plants change; leave it out", member);
}

static enum scree_new is_new(const struct beamng_into *into, size_t number)
{
    if (number < into->parts.count) return SCREE_NEW_OLD;
    for (size_t i = 0; i < into->added_count; i++)
        if (strcmp(into->added[i].name, into->names[number]) == 0) return SCREE_NEW_ADDED;
    return SCREE_NEW_LISTED;
}

/* Which of our materials the level's material is; the count if it is none. */
static uint32_t ours(const struct beamng_into *into, size_t number)
{
    const struct beamng_map *map = &into->map;
    uint32_t m = 0;
    while (m < map->merge->count &&
           (map->choices[m].is_hole || into->left_out[m] || (size_t)into->numbers[m] != number))
        m++;
    return m;
}

/* What the level's own materials look like is in textures that are not read. */
static void take_colour(uint8_t rgb[3], const struct beamng_into *into, size_t number, uint32_t m)
{
    static const uint8_t road[3] = {72, 72, 78}, hole[3] = {20, 20, 20};
    static const uint8_t others[12][3] = {{166, 86, 40},   {128, 177, 211}, {190, 174, 60},
                                          {188, 128, 189}, {102, 166, 110}, {217, 95, 80},
                                          {141, 160, 203}, {229, 196, 148}, {120, 120, 60},
                                          {231, 138, 195}, {90, 140, 150},  {200, 200, 200}};
    const struct beamng_map *map = &into->map;
    struct beamng_material made;
    const uint8_t *from = others[number % 12];
    if (number == into->count) {
        from = hole;
    } else if (m < map->merge->count) {
        made = beamng_coloured(map, m, &into->samples);
        from = made.rgb;
    } else if (ground_is_built(into->names[number]) != NULL) {
        from = road;
    }
    memcpy(rgb, from, 3);
}

static void describe_change(const struct beamng_into *into, size_t i)
{
    const bool hole = i == into->count;
    const size_t number = hole ? BEAMTER_HOLE : i;
    const uint32_t own = hole ? into->map.merge->count : ours(into, i);
    struct scree_level_change *out = &into->level.changes[i];
    *out = (struct scree_level_change){
        .size = sizeof *out,
        .name = hole ? "" : into->names[i],
        .before = into->before.samples[number],
        .after = into->after.samples[number],
        .isolated = into->after.isolated[number],
        .is_new = hole ? SCREE_NEW_OLD : is_new(into, i),
        .kept = hole || i >= into->parts.count ? SCREE_NOT_KEPT : (enum scree_kept)into->kept[i],
        .in_map = own < into->map.merge->count};
    take_colour(into->level.rgb[i], into, i, own);
}

static enum scree_code describe(struct beamng_into *into, struct scree_error *err)
{
    struct ground_into *level = &into->level;
    const struct into_plants *plants = into->plants;
    level->info = (struct scree_level_into_info){.size = sizeof level->info,
                                                 .heights = level->info.heights,
                                                 .texels = into->map.size,
                                                 .areas = into->samples.areas,
                                                 .changed = into->samples.changed,
                                                 .only_plants = into->only_plants};
    if (plants != NULL) {
        level->info.plants = (uint32_t)plants->row_count;
        level->info.other_items = plants->others;
    }
    level->before = into->parts.ids;
    level->after = into->samples.ids;
    level->on_maps = into->count + 1;
    RETURN_IF_ERR(ground_into_list(level, level->on_maps, err));
    for (size_t i = 0; i < level->on_maps; i++) describe_change(into, i);
    return SCREE_OK;
}

static enum scree_code decide(struct beamng_into *into, const struct scree_beamng_options *options,
                              const struct inputs_given *given, struct scree_job *job,
                              struct scree_error *err)
{
    struct beamng_map *map = &into->map;
    const struct ground_wanted wanted = {&options->level, given};
    RETURN_IF_ERR(check_options(into, options, given->own != NULL, err));
    RETURN_IF_ERR(beamng_into_check(into, err));
    /* Samples are points of the terrain, unless the level was resampled. */
    map->trimmed = into->target->origin.trimmed;
    map->resampled = into->target->origin.resampled;
    map->square_m = map->resampled ? ter_extent_x_m(map->inputs.field) / map->size
                                   : map->inputs.field->scal_m[0];
    RETURN_IF_ERR(beamng_map_fill(map, options, given, job, err));
    RETURN_IF_ERR(beamng_into_heights(into, err));
    RETURN_IF_ERR(beamng_into_keep(into, &wanted, err));
    into->only_plants = options->into_plants == SCREE_INTO_PLANTS_ONLY;
    RETURN_IF_ERR(into->only_plants ? leave(into, err) : paint(into, job, err));
    beamng_count(&into->before, into->parts.ids, map->size);
    beamng_count(&into->after, into->samples.ids, map->size);
    if (options->into_plants != SCREE_INTO_NO_PLANTS)
        RETURN_IF_ERR(beamng_into_plant(into, &options->level, given->plants, job, err));
    return describe(into, err);
}

enum scree_code beamng_into_create(struct ground_into **out, struct ground_target *target,
                                   const struct inputs *inputs,
                                   const struct scree_beamng_options *options,
                                   const struct inputs_given *given, struct scree_job *job,
                                   struct scree_error *err)
{
    *out = NULL;
    struct beamng_into *into;
    RETURN_IF_ERR(MEM_NEED(&into, 1, sizeof *into, err));
    into->level.game = &beamng_game;
    into->level.arena = &into->map.arena;
    into->target = (struct beamng_target *)target;
    into->map.inputs = *inputs;
    const enum scree_code code = decide(into, options, given, job, err);
    if (code == SCREE_OK)
        *out = &into->level;
    else
        ground_into_free(&into->level);
    return code;
}

static void close_target(struct ground_target *level)
{
    file_bytes_free(&((struct beamng_target *)level)->ter);
}

static void free_into(struct ground_into *level)
{
    struct beamng_into *into = (struct beamng_into *)level;
    for (size_t i = 0; i < into->file_count; i++) json_decref(into->files[i].document);
    mem_free(into->files);
    beamng_into_plants_free(into->plants);
    mem_free(into->heights);
    mem_free_pixels(into->may_change);
    json_decref(into->json);
    beamng_samples_free(&into->samples);
    beamng_map_free(&into->map);
}

/* ---- to look at ---- */

void beamng_into_describe_plant(struct scree_beamng_into_plant *out,
                                const struct ground_into *level, size_t i)
{
    *out = ((const struct beamng_into *)level)->plants->rows[i].about;
}

static json_t *row(const struct beamng_into *into, size_t i)
{
    static const char *const words[] = {
        [SCREE_NEW_OLD] = "old", [SCREE_NEW_LISTED] = "listed", [SCREE_NEW_ADDED] = "added"};
    const struct scree_level_change *material = &into->level.changes[i];
    json_t *object = json_pack("{s:o, s:o, s:o}", "before", json_text_count(material->before),
                               "after", json_text_count(material->after), "isolated",
                               json_text_count(material->isolated));
    if (i == into->count) return object;
    json_t *named = json_pack("{s:o, s:i, s:s, s:s?, s:b}", "name", json_text(material->name), "id",
                              (int)i, "is", words[material->is_new], "kept",
                              ground_kept_word(material->kept), "in_map", (int)material->in_map);
    if (named != NULL && json_object_update(named, object) != 0) {
        json_decref(named);
        named = NULL;
    }
    json_decref(object);
    return named;
}

static json_t *layers(const struct beamng_into *into)
{
    json_t *array = json_array();
    const struct beamng_map *map = &into->map;
    for (uint32_t i = 0; i < map->merge->layer_count; i++) {
        const uint32_t m = map->merge->material_of_layer[i];
        char path[1024];
        json_text_append(
            &array,
            json_pack("{s:o, s:o}", "layer",
                      json_text(srf_layer_path(path, sizeof path, map->inputs.map->layers[i])),
                      "id", into->left_out[m] ? json_null() : json_integer(into->numbers[m])));
    }
    return array;
}

static json_t *plants_of(const struct beamng_into *into)
{
    const struct into_plants *plants = into->plants;
    json_t *lists[2] = {json_array(), json_array()};
    for (size_t i = 0; i < plants->row_count; i++) {
        const struct scree_beamng_into_plant *plant = &plants->rows[i].about;
        json_text_append(&lists[plant->is_grass],
                         json_pack("{s:o, s:o, s:o, s:o}", "name", json_text(plant->name),
                                   "written", json_text_count(plant->written), "replaced",
                                   json_text_count(plant->replaced), "kept",
                                   json_text_count(plant->kept)));
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "species", lists[0], "grass", lists[1], "other_items",
                     json_text_count(plants->others), "water_m",
                     plants->has_water ? json_real(plants->water_m) : json_null());
}

static json_t *document_of(const struct ground_into *level)
{
    const struct beamng_into *into = (const struct beamng_into *)level;
    json_t *rows = json_array();
    for (size_t i = 0; i < into->count; i++) json_text_append(&rows, row(into, i));
    json_t *document = json_pack(
        "{s:s, s:i, s:o, s:o, s:o, s:{s:o, s:o, s:o}, s:o}", "format", "scree-into-beamng-1",
        "size", (int)into->map.size, "materials", rows, "holes", row(into, into->count), "layers",
        layers(into), "speckles", "min_area", json_text_count(into->map.min_area), "areas",
        json_text_count(into->samples.areas), "samples", json_text_count(into->samples.changed),
        "grip", ground_ride_json(&into->samples.ride));
    json_text_set(&document, "heights", json_text_count(level->info.heights));
    if (into->plants != NULL) json_text_set(&document, "plants", plants_of(into));
    return document;
}

static void tell_plants(const struct beamng_into *into, struct scree_job *job)
{
    const struct into_plants *plants = into->plants;
    for (size_t i = 0; i < plants->row_count; i++) {
        const struct scree_beamng_into_plant *plant = &plants->rows[i].about;
        job_note(job, NULL, "%s: %llu %s%s, %llu replaced, %llu kept", plant->name,
                 (unsigned long long)plant->written, plant->is_grass ? "ground cover" : "plant",
                 plant->written == 1 ? "" : "s", (unsigned long long)plant->replaced,
                 (unsigned long long)plant->kept);
    }
    if (plants->others > 0)
        job_note(job, NULL, "%llu items of other kinds stay as they are",
                 (unsigned long long)plants->others);
    if (plants->grass_waits)
        job_note(job, NULL, "{%s}: grass of layers of which not all may change stays as it is",
                 into->may_change != NULL ? "mask" : "only");
    if (plants->road_count > 0)
        job_note(job, NULL, "nothing is placed on the level's %zu road%s (DecalRoad)",
                 plants->road_count, plants->road_count == 1 ? "" : "s");
    if (plants->has_water) job_note(job, NULL, "nothing grows below %.7g m", plants->water_m);
}

/* What becomes what, and how much of it there is. */
static void tell_materials(const struct beamng_into *into, struct scree_job *job)
{
    static const char *const notes[] = {[SCREE_NEW_OLD] = "",
                                        [SCREE_NEW_LISTED] = ", new in the list",
                                        [SCREE_NEW_ADDED] = ", new material"};
    const struct beamng_map *map = &into->map;
    const double square_m = map->square_m;
    const double points = (double)map->size * map->size;
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const char *own = map->choices[m].made.name;
        const uint8_t number = into->numbers[m];
        if (map->choices[m].is_hole) continue;
        if (into->left_out[m]) {
            job_note(job, NULL, "%s: no sample, and the level has no such material: left out", own);
            continue;
        }
        const uint64_t samples = into->after.samples[number];
        const char *name = into->names[number];
        const bool renamed = strcmp(name, own) != 0;
        job_note(job, NULL, "%s%s%s%s: %llu samples, %.2f %%, %.4g ha, %llu isolated", own,
                 renamed ? " as " : "", renamed ? name : "", notes[is_new(into, number)],
                 (unsigned long long)samples, 100 * (double)samples / points,
                 (double)samples * square_m * square_m / 10000,
                 (unsigned long long)into->after.isolated[number]);
    }
    beamng_tell_speckles(map, &into->samples, job);
    ground_ride_tell(&into->samples.ride, job);
    ground_into_tell_kept(&into->level, job);
}

static void tell(const struct ground_into *level, struct scree_job *job)
{
    const struct beamng_into *into = (const struct beamng_into *)level;
    if (!into->only_plants) tell_materials(into, job);
    if (into->plants != NULL) tell_plants(into, job);
}

const struct ground_game beamng_game = {.unit = "samples",
                                        .column = "material",
                                        .nameless = "(hole)",
                                        .close = close_target,
                                        .free = free_into,
                                        .document = document_of,
                                        .tell = tell,
                                        .write = beamng_into_write};
