/*
 * Kinds of items of a level: the members of its managedItemData.json. A kind is ours if its id is the one
 * that only we give: that of its name in the level, as the level is called now or was when it was made.
 */
#include <string.h>

#include "beamng/beamng_plan.h"
#include "beamng/into_plants.h"

enum scree_code beamng_into_object(json_t **out, const struct into_old *old,
                                   struct scree_error *err)
{
    json_error_t problem;
    *out = NULL;
    if (old->bytes.data == NULL) return SCREE_OK;
    json_t *document = json_loadb((const char *)old->bytes.data, old->bytes.size,
                                  JSON_REJECT_DUPLICATES, &problem);
    if (json_is_object(document)) {
        *out = document;
        return SCREE_OK;
    }
    err_set(err, SCREE_MALFORMED, "is not a JSON object: line %d: %.100s; nothing was changed",
            document == NULL ? problem.line : 1,
            document == NULL ? problem.text : "expected braces around it all");
    json_decref(document);
    return err_set_file(err, old->name);
}

enum scree_code beamng_into_read_kinds(struct beamng_into *into, struct scree_error *err)
{
    struct into_old *old;
    RETURN_IF_ERR(beamng_into_read(&old, into, beamng_file_name(BEAMNG_ITEMS), err));
    return beamng_into_object(&into->plants->kinds, old, err);
}

/* The level's name, [length], to the game. */
static bool is_id_in(const char *level, size_t length, const char *kind, const char *id)
{
    char name[BEAMNG_PATH_SIZE];
    if (length == 0 || length >= sizeof name) return false;
    memcpy(name, level, length);
    name[length] = '\0';
    json_t *own = beamng_json_id(name, kind);
    const bool same = own != NULL && strcmp(json_string_value(own), id) == 0;
    json_decref(own);
    return same;
}

/* The name that the level was made with stays in that of its set of textures. */
bool beamng_into_is_kind(const struct beamng_into *into, const char *kind)
{
    const json_t *about = json_object_get(into->plants->kinds, kind);
    const char *id = json_string_value(json_object_get(about, "persistentId"));
    const char *now = into->target->level_name, *set = into->target->block.texture_set;
    const size_t length = strlen(set), ending = strlen(BEAMNG_SET);
    if (id == NULL || strncmp(kind, BEAMNG_ITEM_PREFIX, strlen(BEAMNG_ITEM_PREFIX)) != 0)
        return false;
    return is_id_in(now, strlen(now), kind, id) ||
           (length > ending && strcmp(set + length - ending, BEAMNG_SET) == 0 &&
            is_id_in(set, length - ending, kind, id));
}

enum scree_code beamng_into_check_kinds(const struct beamng_into *into, struct scree_error *err)
{
    const struct into_plants *plants = into->plants;
    for (size_t s = 0; s < plants->list->species_count; s++) {
        char kind[BEAMNG_PATH_SIZE];
        beamng_item_name(kind, &plants->list->species[s]);
        if (!beamng_grows(&plants->growth, s) || json_object_get(plants->kinds, kind) == NULL ||
            beamng_into_is_kind(into, kind))
            continue;
        err_set(err, SCREE_UNSUPPORTED,
                "has a kind of items '%s' that scree did not make; call the plant otherwise, or "
                "rename that kind; nothing was changed",
                kind);
        return err_set_file(err, beamng_file_name(BEAMNG_ITEMS));
    }
    return SCREE_OK;
}

/* Ours go, unless items that stay are of them. */
static bool stays(const void *context, const char *key, size_t length)
{
    const struct beamng_into *into = context;
    const struct into_plants *plants = into->plants;
    const size_t prefix = strlen(BEAMNG_ITEM_PREFIX);
    char kind[BEAMNG_PATH_SIZE];
    if (length >= sizeof kind) return true;
    memcpy(kind, key, length);
    kind[length] = '\0';
    if (!beamng_into_is_kind(into, kind)) return true;
    for (size_t i = 0; i < plants->row_count; i++) {
        const struct into_row *row = &plants->rows[i];
        if (!row->about.is_grass && row->about.kept > 0 && strcmp(row->name, kind + prefix) == 0)
            return true;
    }
    return false;
}

enum scree_code beamng_into_kinds(struct beamng_into *into, struct scree_error *err)
{
    struct beamng_members members = {
        .added = beamng_items_data(&into->plants->growth), .stays = stays, .context = into};
    if (members.added == NULL) return err_no_memory(err);
    const enum scree_code code =
        beamng_into_members(into, &members, beamng_file_name(BEAMNG_ITEMS), err);
    json_decref((json_t *)members.added);
    return code;
}
