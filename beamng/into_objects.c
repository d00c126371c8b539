/* Objects of a level: ground covers of ours are exchanged, all other lines keep their bytes. */
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/path.h"
#include "beamng/beamng_plan.h"
#include "beamng/into_plants.h"

#define ITEMS_FILE "items.level.json"
#define GROUP "plants"
#define OTHER_GROUP "scree_plants"
#define MISSION "main/MissionGroup/" ITEMS_FILE

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static bool is_class(const json_t *object, const char *name)
{
    return strcmp(text_of(object, "class"), name) == 0;
}

/* The name of a ground cover of ours behind its prefix; NULL: it is none. */
static const char *our_cover(const json_t *object)
{
    const char *name = text_of(object, "name");
    const size_t prefix = strlen(BEAMNG_COVER_PREFIX);
    return is_class(object, "GroundCover") && strncmp(name, BEAMNG_COVER_PREFIX, prefix) == 0 &&
                   strlen(name) < BEAMNG_PATH_SIZE
               ? name + prefix
               : NULL;
}

/* ---- what the mask and {only} leave ---- */

/* A cover grows wherever its layers are: it may change if all of them may, everywhere. */
static bool may_change(const struct beamng_into *into, const json_t *cover)
{
    const json_t *types = json_object_get(cover, "Types");
    if (into->may_change != NULL) return false;
    for (size_t t = 0; t < json_array_size(types); t++) {
        const char *layer = text_of(json_array_get(types, t), "layer");
        for (size_t i = 0; i < into->parts.count; i++)
            if (into->kept[i] == SCREE_KEPT_REST && strcmp(into->names[i], layer) == 0)
                return false;
    }
    return true;
}

/* What a cover that stays takes up. */
static void take_up(json_t **still, const json_t *cover)
{
    const json_t *types = json_object_get(cover, "Types");
    if (*still == NULL) *still = json_object();
    json_text_set(still, text_of(cover, "name"), json_true());
    for (size_t t = 0; t < json_array_size(types); t++)
        json_text_set(still, text_of(json_array_get(types, t), "layer"), json_true());
}

static bool is_taken_up(const json_t *still, const json_t *cover)
{
    const json_t *types = json_object_get(cover, "Types");
    if (json_object_get(still, text_of(cover, "name")) != NULL) return true;
    for (size_t t = 0; t < json_array_size(types); t++)
        if (json_object_get(still, text_of(json_array_get(types, t), "layer")) != NULL) return true;
    return false;
}

enum scree_code beamng_into_close(struct beamng_into *into, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    const size_t count = plants->list->grass_count;
    json_t *covers = beamng_covers_json(&plants->growth);
    plants->closed = mem_alloc(count + 1, sizeof *plants->closed);
    if (plants->closed == NULL || covers == NULL) {
        json_decref(covers);
        return err_no_memory(err);
    }
    for (size_t g = 0, c = 0; g < count; g++) {
        if (!beamng_covers(&plants->growth, g)) continue;
        const json_t *cover = json_array_get(covers, c++);
        plants->closed[g] = !may_change(into, cover) || is_taken_up(plants->still, cover);
        plants->grass_waits |= plants->closed[g];
    }
    json_decref(covers);
    plants->growth.closed = plants->closed;
    return SCREE_OK;
}

/* ---- what there is ---- */

/* The group of ours is one that stands where we would put it. */
static void look_at_object(struct into_plants *plants, const json_t *object, bool in_mission)
{
    if (is_class(object, "Forest")) plants->has_forest = true;
    if (is_class(object, "WaterPlane")) {
        const double z = json_number_value(json_array_get(json_object_get(object, "position"), 2));
        if (!plants->has_water || z > plants->water_m) plants->water_m = z;
        plants->has_water = true;
    }
    if (strcmp(text_of(object, "name"), GROUP) != 0) return;
    if (in_mission && is_class(object, "SimGroup"))
        plants->has_group = true;
    else
        snprintf(plants->group, sizeof plants->group, "%s", OTHER_GROUP);
}

static enum scree_code look(void *context, const char *name, struct scree_error *err)
{
    struct beamng_into *into = context;
    struct into_plants *plants = into->plants;
    const size_t count = plants->old_count;
    struct into_old *old;
    if (strcmp(path_base_name(name), ITEMS_FILE) != 0) return SCREE_OK;
    RETURN_IF_ERR(beamng_into_read(&old, into, name, err));
    if (old->bytes.data == NULL) { /* a link to nothing, or just gone */
        plants->old_count = count;
        return SCREE_OK;
    }
    const bool in_mission = strcmp(name, MISSION) == 0;
    plants->has_mission |= in_mission;
    struct into_lines lines = {(const char *)old->bytes.data, old->bytes.size, NULL, 0};
    while (beamng_into_next_line(&lines)) {
        json_t *object = json_loadb(lines.line, lines.length, 0, NULL);
        look_at_object(plants, object, in_mission);
        if (our_cover(object) != NULL && !may_change(into, object)) {
            take_up(&plants->still, object);
            plants->grass_waits = true;
        }
        enum scree_code code =
            plants->grass_waits && plants->still == NULL ? err_no_memory(err) : SCREE_OK;
        if (code == SCREE_OK && is_class(object, "DecalRoad"))
            code = beamng_into_mark_road(into, object, err);
        json_decref(object);
        if (code != SCREE_OK) return code;
    }
    /* Most are not needed again. */
    if (!in_mission && strstr((const char *)old->bytes.data, BEAMNG_COVER_PREFIX) == NULL) {
        file_bytes_free(&old->bytes);
        plants->old_count = count;
    }
    return SCREE_OK;
}

/* Whether the group that stands in for a taken name is there already. */
static void find_other_group(struct into_plants *plants, const struct into_old *mission)
{
    struct into_lines lines = {(const char *)mission->bytes.data, mission->bytes.size, NULL, 0};
    plants->has_group = false;
    while (beamng_into_next_line(&lines)) {
        json_t *object = json_loadb(lines.line, lines.length, 0, NULL);
        plants->has_group |=
            is_class(object, "SimGroup") && strcmp(text_of(object, "name"), OTHER_GROUP) == 0;
        json_decref(object);
    }
}

enum scree_code beamng_into_look(struct beamng_into *into, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    const struct beamng_walk walk = {into->target->level.path, "main", ITEMS_FILE, look, into};
    struct into_old *mission;
    snprintf(plants->group, sizeof plants->group, "%s", GROUP);
    RETURN_IF_ERR(beamng_walk(&walk, err));
    if (!plants->has_mission) {
        err_set(err, SCREE_UNSUPPORTED,
                "has no " MISSION ", where the group of plants would stand; nothing was changed");
        return err_set_file(err, into->target->level.path);
    }
    RETURN_IF_ERR(beamng_into_read(&mission, into, MISSION, err));
    if (strcmp(plants->group, GROUP) != 0) find_other_group(plants, mission);
    return SCREE_OK;
}

/* ---- what there will be ---- */

/* A file as it is put together. */
struct objects {
    struct stream *to;
    bool open; /* the last line has no end yet */
};

/* Lines but for covers of ours. */
static enum scree_code put_others(struct objects *objects, const struct beamng_into *into,
                                  const struct into_old *old, struct scree_error *err)
{
    struct into_lines lines = {(const char *)old->bytes.data, old->bytes.size, NULL, 0};
    while (beamng_into_next_line(&lines)) {
        json_t *object = json_loadb(lines.line, lines.length, 0, NULL);
        const char *cover = our_cover(object);
        struct scree_beamng_into_plant *row = NULL;
        const enum scree_code code =
            cover != NULL ? beamng_into_row(&row, into->plants, cover, true, err) : SCREE_OK;
        const bool goes = row != NULL && may_change(into, object);
        json_decref(object);
        if (code != SCREE_OK) return code;
        if (row != NULL) *(goes ? &row->replaced : &row->kept) += 1;
        if (goes) continue;
        RETURN_IF_ERR(stream_put(objects->to, lines.line, lines.length, err));
        objects->open = lines.line[lines.length - 1] != '\n';
    }
    return SCREE_OK;
}

static enum scree_code put_object(struct objects *objects, json_t *object, struct scree_error *err)
{
    enum scree_code code = object != NULL ? SCREE_OK : err_no_memory(err);
    if (code == SCREE_OK && objects->open) code = stream_put(objects->to, "\n", 1, err);
    if (code == SCREE_OK) code = beamng_put_object(objects->to, object, err);
    objects->open = false;
    json_decref(object);
    return code;
}

static bool has_items(const struct beamng_growth *growth)
{
    for (size_t s = 0; s < growth->list->species_count; s++)
        if (beamng_grows(growth, s)) return true;
    return false;
}

static enum scree_code put_ours(struct objects *objects, const struct into_plants *plants,
                                struct scree_error *err)
{
    const struct beamng_growth *growth = &plants->growth;
    json_t *covers = beamng_covers_json(growth), *one;
    size_t i;
    if (covers == NULL) return err_no_memory(err);
    enum scree_code code = SCREE_OK;
    if (!plants->has_forest && has_items(growth))
        code = put_object(objects, beamng_forest_object(growth), err);
    json_array_foreach(covers, i, one) if (code == SCREE_OK) code =
        put_object(objects, json_incref(one), err);
    json_decref(covers);
    return code;
}

static enum scree_code put_group(struct objects *objects, const struct beamng_into *into,
                                 struct scree_error *err)
{
    const struct into_plants *plants = into->plants;
    return put_object(objects,
                      json_pack("{s:s, s:s, s:o, s:s}", "name", plants->group, "class", "SimGroup",
                                "persistentId",
                                beamng_json_id(into->target->level_name, plants->group), "__parent",
                                "MissionGroup"),
                      err);
}

static enum scree_code make(struct beamng_into *into, const struct into_old *old, const char *ours,
                            struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    const bool needed = beamng_has_growth(&plants->growth);
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(plants->made, old->name, SINK_NO_DIGEST, &file, err));
    struct objects objects = {&file->stream, false};
    enum scree_code code = put_others(&objects, into, old, err);
    if (code == SCREE_OK && strcmp(old->name, ours) == 0) code = put_ours(&objects, plants, err);
    if (code == SCREE_OK && strcmp(old->name, MISSION) == 0 && needed && !plants->has_group)
        code = put_group(&objects, into, err);
    return sink_end(file, code, err);
}

enum scree_code beamng_into_objects(struct beamng_into *into, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    char ours[BEAMNG_WALK_PATH];
    struct into_old *old;
    snprintf(ours, sizeof ours, "main/MissionGroup/%s/" ITEMS_FILE, plants->group);
    RETURN_IF_ERR(beamng_into_read(&old, into, ours, err));
    if (old->bytes.data == NULL && !beamng_has_growth(&plants->growth)) plants->old_count--;
    for (size_t i = 0; i < plants->old_count; i++)
        if (strcmp(path_base_name(plants->old[i].name), ITEMS_FILE) == 0)
            RETURN_IF_ERR(make(into, &plants->old[i], ours, err));
    return SCREE_OK;
}
