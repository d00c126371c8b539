/*
 * The file of --map (docs/formats/map.md): which layers go together under which name, and which
 * kind of ground each material is. A key means a layer by its number, its path or its name; the
 * more exact one counts. Layers of one material may leave its ground out and must not disagree.
 */
#include "inputs/materials.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/json_read.h"
#include "base/mem.h"
#include "base/suggest.h"

#define TEXT_SIZE 1024
#define MAX_MAP_BYTES (UINT64_C(1) << 24)
#define MAX_NAME_BYTES 200

/* How exactly a key means a layer; the more exact one counts. */
enum match { MATCH_NONE, MATCH_NAME, MATCH_PATH, MATCH_INDEX };

struct assignment {
    const char *name;   /* of the material, belongs to the JSON value */
    const char *ground; /* its ground model, or NULL; likewise */
    enum match match;
};

static enum match match_layer(const char *key, const struct srf_layer *layer)
{
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "#%u", (unsigned)layer->index);
    if (strcmp(key, text) == 0) return MATCH_INDEX;
    if (strcmp(key, srf_layer_path(text, sizeof text, layer)) == 0) return MATCH_PATH;
    return layer->name[0] != '\0' && strcmp(key, layer->name) == 0 ? MATCH_NAME : MATCH_NONE;
}

static enum scree_code unknown_key(enum scree_code code, const char *key, const struct srf_map *map,
                                   struct scree_error *err)
{
    /* Names come before paths: of two equally near entries the first is suggested. */
    struct scree_suggestion suggest = {key, NULL, 0};
    for (uint32_t i = 0; i < map->layer_count; i++) suggest_offer(&suggest, map->layers[i]->name);
    char paths[2][TEXT_SIZE];
    int free_path = 0;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const char *before = suggest.best;
        suggest_offer(&suggest, srf_layer_path(paths[free_path], sizeof paths[0], map->layers[i]));
        if (suggest.best != before) free_path = 1 - free_path;
    }
    char hint[96];
    return err_set(err, code,
                   "\"%.60s\" is not a layer of the surface map%s (scree info lists them)", key,
                   suggest_text(hint, sizeof hint, &suggest));
}

static bool has_control(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) return true;
    return false;
}

static enum scree_code assign(struct assignment *assignments, const struct srf_map *map,
                              const char *key, const json_t *value, struct scree_error *err)
{
    const char *name = json_string_value(value), *ground = NULL;
    if (json_is_object(value)) {
        name = json_string_value(json_object_get(value, "material"));
        ground = json_string_value(json_object_get(value, "ground"));
        const size_t known = (name != NULL ? 1u : 0u) + (ground != NULL ? 1u : 0u);
        if (name == NULL && ground != NULL && known == json_object_size(value))
            return err_set(err, SCREE_MALFORMED,
                           "\"%.60s\": \"ground\" needs a \"material\" beside it: give both, as in "
                           "{\"material\": \"%.60s\", \"ground\": \"%.60s\"}",
                           key, key, ground);
        if (name == NULL || json_object_size(value) != known)
            return err_set(err, SCREE_MALFORMED,
                           "\"%.60s\": expected {\"material\": a name, \"ground\": a ground model}",
                           key);
    }
    if (name == NULL)
        return err_set(err, SCREE_MALFORMED,
                       "\"%.60s\": the value must be a material's name in quotes", key);
    if (name[0] == '\0' || strlen(name) > MAX_NAME_BYTES)
        return err_set(err, SCREE_MALFORMED, "\"%.60s\": a material's name must have 1 to %d bytes",
                       key, MAX_NAME_BYTES);
    if (has_control(name))
        return err_set(err, SCREE_MALFORMED,
                       "\"%.60s\": a material's name holds a control character: leave it out", key);
    bool found = false;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const enum match match = match_layer(key, map->layers[i]);
        if (match == MATCH_NONE) continue;
        found = true;
        if (match > assignments[i].match) assignments[i] = (struct assignment){name, ground, match};
    }
    return found ? SCREE_OK : unknown_key(SCREE_MALFORMED, key, map, err);
}

/* The ground model of each material: its layers may leave it out but not disagree. */
static enum scree_code collect_grounds(const char ***out, struct render_merge *merge,
                                       const struct assignment *assignments,
                                       struct scree_error *err)
{
    const char **grounds = mem_arena_alloc(&merge->arena, merge->count, sizeof *grounds);
    if (grounds == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < merge->layer_count; i++) {
        const char *ground = assignments[i].ground;
        const uint32_t material = merge->material_of_layer[i];
        if (ground == NULL) continue;
        if (grounds[material] != NULL && strcmp(grounds[material], ground) != 0)
            return err_set(err, SCREE_MALFORMED,
                           "material \"%.60s\" has the ground models \"%.40s\" and \"%.40s\": it "
                           "can have one",
                           merge->names[material], grounds[material], ground);
        grounds[material] = mem_arena_text(&merge->arena, ground, strlen(ground));
        if (grounds[material] == NULL) return err_no_memory(err);
    }
    *out = grounds;
    return SCREE_OK;
}

/* Names for the layers that have none: names[0 .. layer_count), NULL where they are missing. Two
 * such layers of one name are two materials. */
static enum scree_code name_rest(const char **names, const struct srf_map *map,
                                 struct mem_arena *arena, struct scree_error *err)
{
    bool *own = mem_arena_alloc(arena, map->layer_count, sizeof *own);
    if (own == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < map->layer_count; i++) {
        if (names[i] != NULL) continue;
        const char *name = map->layers[i]->name;
        const size_t room = strlen(name) + 32;
        char *text = mem_arena_alloc(arena, room, 1);
        if (text == NULL) return err_no_memory(err);
        if (name[0] != '\0')
            snprintf(text, room, "%s", name);
        else
            snprintf(text, room, "layer %u", (unsigned)i);
        const size_t length = strlen(text);
        for (unsigned number = 2;; number++) {
            uint32_t k = 0;
            while (k < i && !(own[k] && strcmp(names[k], text) == 0)) k++;
            if (k == i) break;
            snprintf(text + length, room - length, " %u", number);
        }
        names[i] = text;
        own[i] = true;
    }
    return SCREE_OK;
}

static enum scree_code merge(struct render_merge **out, const struct srf_map *map, json_t *object,
                             const char ***grounds, struct scree_error *err)
{
    struct mem_arena arena = {0};
    struct assignment *assignments = mem_arena_alloc(&arena, map->layer_count, sizeof *assignments);
    const char **names = mem_arena_alloc(&arena, map->layer_count, sizeof *names);
    enum scree_code code;
    FAIL_IF_ERR(code, mem_arena_check(&arena, err));
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
        FAIL_IF_ERR(code, assign(assignments, map, key, value, err));
    for (uint32_t i = 0; i < map->layer_count; i++) names[i] = assignments[i].name;
    FAIL_IF_ERR(code, name_rest(names, map, &arena, err));
    FAIL_IF_ERR(code, render_merge_names(out, map, names, err));
    if (grounds != NULL) code = collect_grounds(grounds, *out, assignments, err);

fail:
    if (code != SCREE_OK) {
        render_merge_free(*out);
        *out = NULL;
    }
    mem_arena_free(&arena);
    return code;
}

static enum scree_code parse(struct render_merge **out, const struct srf_map *map,
                             const struct scree_bytes *bytes, const char ***grounds,
                             struct scree_error *err)
{
    json_t *object = json_read_document(bytes->data, bytes->size, err);
    if (object == NULL) return SCREE_MALFORMED;
    enum scree_code code;
    if (!json_is_object(object) || json_object_size(object) == 0)
        code = err_set(err, SCREE_MALFORMED,
                       "expected a JSON object of layers and materials, such as {\"Grass\": "
                       "\"green\"}");
    else
        code = merge(out, map, object, grounds, err);
    json_decref(object);
    return code;
}

/* The whole list, or only its description. */
static enum scree_code read_list(struct scree_bytes *bytes, struct inputs_file *file,
                                 const struct inputs_opened *opened, struct scree_error *err)
{
    RETURN_IF_ERR(inputs_take_bytes(bytes, file, opened, MAX_MAP_BYTES, err));
    if (file->path == NULL) file->path = file->base = "materials.json";
    return SCREE_OK;
}

enum scree_code materials_take(struct render_merge **out, struct inputs_file *file,
                               const struct srf_map *map, const struct inputs_opened *opened,
                               const char ***grounds, struct scree_error *err)
{
    *out = NULL;
    struct scree_bytes bytes;
    RETURN_IF_ERR(read_list(&bytes, file, opened, err));
    const enum scree_code code = parse(out, map, &bytes, grounds, err);
    if (code != SCREE_OK) err_set_file(err, file->path);
    file_bytes_free(&bytes);
    return code;
}

enum scree_code materials_read(struct render_merge **out, struct inputs_file *file,
                               const struct srf_map *map, const char *path, const char ***grounds,
                               struct scree_error *err)
{
    *out = NULL;
    struct inputs_opened opened;
    RETURN_IF_ERR(inputs_open(&opened, path, MAX_MAP_BYTES, err));
    const enum scree_code code = materials_take(out, file, map, &opened, grounds, err);
    inputs_close(&opened);
    return code;
}

enum scree_code materials_restore(struct render_merge **out, struct inputs_file *file,
                                  const struct srf_map *map, const struct inputs_opened *opened,
                                  const char *const *names, size_t count, struct scree_error *err)
{
    *out = NULL;
    if (count != map->layer_count)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "layer_materials has %zu names and the surface map has %u layers", count,
                       (unsigned)map->layer_count);
    RETURN_IF_ERR(read_list(NULL, file, opened, err));
    return render_merge_names(out, map, names, err);
}

enum scree_code materials_find(uint32_t *layer, const struct srf_map *map, const char *key,
                               struct scree_error *err)
{
    enum match best = MATCH_NONE;
    uint32_t found = 0;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const enum match match = match_layer(key, map->layers[i]);
        if (match > best) {
            best = match;
            found = 1;
            *layer = i;
        } else if (match == best && match != MATCH_NONE) {
            found++;
        }
    }
    if (found == 0) return unknown_key(SCREE_BAD_ARGUMENT, key, map, err);
    if (found == 1) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "\"%.60s\" matches %u layers; give its path or number (scree info lists "
                   "them)",
                   key, (unsigned)found);
}

enum scree_code materials_check_depth(const struct inputs_opened *from, uint32_t depth,
                                      struct scree_error *err)
{
    if (from == NULL || depth == RENDER_NO_DEPTH) return SCREE_OK;
    return err_set_option(err, "depth",
                          "{materials} and {depth} both decide how to merge layers; use one of "
                          "them");
}
