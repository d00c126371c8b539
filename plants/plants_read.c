/*
 * Species from a JSON file: every member is known, has a range, and an error says where it stands.
 *
 * Rule (BeamNG): A bad list of plants is refused, and nothing is written. See
 * plants.md#a-list-of-your-own. Tests: cli/plants_bad.
 */
#include <stdio.h>
#include <string.h>

#include "base/json_read.h"
#include "base/json_text.h"
#include "base/suggest.h"
#include "base/text.h"
#include "inputs/materials.h"
#include "plants/plants_species.h"

#define MAX_FILE_BYTES (UINT64_C(1) << 24)
#define FORMAT "scree-plants-1"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

struct reader {
    struct plants_list *list;
    const struct srf_map *map;
    struct json_reader json;
};

/* ---- values ---- */

/* [from, to]; null leaves one as it is. */
static enum scree_code get_pair(double out[2], struct reader *r, const json_t *object,
                                const char *key, const struct json_range *range)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL) return SCREE_OK;
    if (!json_is_array(value) || json_array_size(value) != 2)
        return json_read_wrong(&r->json, key, value, "a list of two numbers, from and to");
    for (size_t i = 0; i < 2; i++) {
        const json_t *end = json_array_get(value, i);
        if (!json_is_null(end)) RETURN_IF_ERR(json_read_number(&out[i], &r->json, key, end, range));
    }
    if (out[0] <= out[1]) return SCREE_OK;
    return err_set(r->json.err, SCREE_MALFORMED,
                   "%s: \"%s\" goes from %g to %g; put the lower number first", r->json.where, key,
                   out[0], out[1]);
}

static enum scree_code get_text(const char **out, struct reader *r, const json_t *object,
                                const char *key, const char *expected)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL) return SCREE_OK;
    if (!json_is_string(value)) return json_read_wrong(&r->json, key, value, expected);
    *out = mem_arena_text(&r->list->arena, json_string_value(value), json_string_length(value));
    return *out != NULL ? SCREE_OK : err_no_memory(r->json.err);
}

/* A text, or false and null for none. */
static enum scree_code get_text_or_none(const char **out, struct reader *r, const json_t *object,
                                        const char *key, const char *expected)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL || (!json_is_null(value) && !json_is_false(value)))
        return get_text(out, r, object, key, expected);
    *out = NULL;
    return SCREE_OK;
}

static bool is_plain(const char *text, const char *more)
{
    for (; *text != '\0'; text++)
        if (strchr(LETTERS, *text) == NULL && strchr(more, *text) == NULL) return false;
    return true;
}

/* ---- layers ---- */

static enum scree_code add_layer(struct plants_cover *cover, struct reader *r, const char *key,
                                 double factor)
{
    if (cover->count == PLANTS_MOST_TERMS)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: \"layers\" names more than %d; leave some out", r->json.where,
                       PLANTS_MOST_TERMS);
    struct scree_error inner = SCREE_ERROR_INIT;
    if (materials_find(&cover->layer[cover->count], r->map, key, &inner) != SCREE_OK) {
        err_set(r->json.err, SCREE_BAD_ARGUMENT, "%s: %.180s", r->json.where, inner.text);
        return err_set_field(r->json.err, "plants");
    }
    cover->factor[cover->count++] = (float)factor;
    return SCREE_OK;
}

static enum scree_code read_layers(struct plants_cover *cover, struct reader *r,
                                   const json_t *object)
{
    static const struct json_range factors = {-10, 10, ""};
    const json_t *value = json_object_get(object, "layers");
    const char *expected = "a layer, a list of layers, or an object of layers and factors";
    if (value == NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: there is no \"layers\"; say on which layers it grows", r->json.where);
    if (json_is_string(value)) return add_layer(cover, r, json_string_value(value), 1.0);
    if (!json_is_array(value) && !json_is_object(value))
        return json_read_wrong(&r->json, "layers", value, expected);
    if (json_array_size(value) + json_object_size(value) == 0)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: \"layers\" is empty; say on which layers it grows", r->json.where);
    size_t i;
    json_t *term;
    json_array_foreach((json_t *)value, i, term)
    {
        if (!json_is_string(term))
            return json_read_wrong(&r->json, "layers", term, "names of layers in the list");
        RETURN_IF_ERR(add_layer(cover, r, json_string_value(term), 1.0));
    }
    const char *key;
    json_object_foreach((json_t *)value, key, term)
    {
        double factor;
        RETURN_IF_ERR(json_read_number(&factor, &r->json, key, term, &factors));
        RETURN_IF_ERR(add_layer(cover, r, key, factor));
    }
    return SCREE_OK;
}

static enum scree_code read_cover(struct plants_cover *cover, struct reader *r,
                                  const json_t *object)
{
    static const struct json_range shares = {0, 1, ""};
    cover->count = 0;
    RETURN_IF_ERR(read_layers(cover, r, object));
    const float above = cover->full - cover->threshold;
    RETURN_IF_ERR(json_read_float(&cover->threshold, &r->json, object, "threshold", &shares));
    cover->full = cover->threshold + above < 1.0f ? cover->threshold + above : 1.0f;
    RETURN_IF_ERR(json_read_float(&cover->full, &r->json, object, "full", &shares));
    if (cover->full >= cover->threshold) return SCREE_OK;
    return err_set(r->json.err, SCREE_MALFORMED,
                   "%s: \"full\" is %g and \"threshold\" %g; let \"full\" be the higher one",
                   r->json.where, (double)cover->full, (double)cover->threshold);
}

/* ---- a species ---- */

static const struct json_range metres_reach = {0, PLANTS_REACH_M, "m"};

static enum scree_code read_away(struct plants_species *s, struct reader *r, const json_t *object)
{
    static const char *const keys[] = {"layers", "distance", "threshold"};
    static const struct json_range distances = {0.5, PLANTS_REACH_M, "m"};
    const json_t *list = json_object_get(object, "away");
    if (list == NULL) return SCREE_OK;
    if (!json_is_array(list))
        return json_read_wrong(&r->json, "away", list, "a list of objects with layers");
    if (json_array_size(list) > PLANTS_MOST_AWAY)
        return err_set(r->json.err, SCREE_MALFORMED, "%s: \"away\" has %zu rules; give at most %d",
                       r->json.where, json_array_size(list), PLANTS_MOST_AWAY);
    size_t i;
    json_t *value;
    json_array_foreach((json_t *)list, i, value)
    {
        struct plants_away *away = &s->away[s->away_count++];
        if (!json_is_object(value))
            return json_read_wrong(&r->json, "away", value, "objects with layers in the list");
        RETURN_IF_ERR(json_read_keys(&r->json, value, keys, sizeof keys / sizeof keys[0]));
        away->cover.threshold = away->cover.full = 0.5f;
        RETURN_IF_ERR(read_cover(&away->cover, r, value));
        if (json_object_get(value, "distance") == NULL)
            return err_set(r->json.err, SCREE_MALFORMED,
                           "%s: a rule of \"away\" has no \"distance\"; give metres",
                           r->json.where);
        RETURN_IF_ERR(json_read_float(&away->distance_m, &r->json, value, "distance", &distances));
    }
    return SCREE_OK;
}

static enum scree_code read_clump(struct plants_species *s, struct reader *r, const json_t *object)
{
    static const char *const keys[] = {"size", "amount", "group"};
    static const struct json_range sizes = {2, 1000, "m"}, shares = {0, 1, ""};
    const json_t *clump = json_object_get(object, "clump");
    const char *group = NULL;
    if (clump == NULL) return SCREE_OK;
    if (!json_is_object(clump))
        return json_read_wrong(&r->json, "clump", clump, "an object with size and amount");
    RETURN_IF_ERR(json_read_keys(&r->json, clump, keys, sizeof keys / sizeof keys[0]));
    s->clump = 0.7f;
    RETURN_IF_ERR(json_read_float(&s->clump_m, &r->json, clump, "size", &sizes));
    RETURN_IF_ERR(json_read_float(&s->clump, &r->json, clump, "amount", &shares));
    RETURN_IF_ERR(get_text(&group, r, clump, "group", "text"));
    if (group != NULL) s->clump_group = plants_species_hash(group);
    return SCREE_OK;
}

static enum scree_code read_ground(struct plants_species *s, struct reader *r, const json_t *object)
{
    static const struct json_range degrees = {0, 90, "degrees"}, altitudes = {-20000, 20000, "m"},
                                   fades = {0, 10000, "m"}, scales = {0.1, 5, ""};
    double scale[2] = {s->scale[0] / 1000.0, s->scale[1] / 1000.0};
    RETURN_IF_ERR(get_pair(s->slope_deg, r, object, "slope", &degrees));
    RETURN_IF_ERR(json_read_double(&s->slope_fade_deg, &r->json, object, "slope_fade", &degrees));
    RETURN_IF_ERR(get_pair(s->altitude_m, r, object, "altitude", &altitudes));
    RETURN_IF_ERR(json_read_double(&s->altitude_fade_m, &r->json, object, "altitude_fade", &fades));
    RETURN_IF_ERR(get_pair(scale, r, object, "scale", &scales));
    for (int i = 0; i < 2; i++) s->scale[i] = (uint32_t)(scale[i] * 1000.0 + 0.5);
    return SCREE_OK;
}

static enum scree_code read_meshes(struct plants_species *s, struct reader *r, const json_t *object)
{
    static const struct json_range sizes = {0.1, 200, "m"}, radii = {0.01, 50, "m"};
    RETURN_IF_ERR(get_text_or_none(&s->ror_mesh, r, object, "ror", "the name of a mesh, or false"));
    RETURN_IF_ERR(json_read_float(&s->ror_height_m, &r->json, object, "ror_height", &sizes));
    RETURN_IF_ERR(json_read_float(&s->beamng_radius_m, &r->json, object, "beamng_radius", &radii));
    RETURN_IF_ERR(
        get_text_or_none(&s->beamng_shape, r, object, "beamng", "the path of a mesh, or false"));
    if (s->ror_mesh != NULL && !is_plain(s->ror_mesh, "."))
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: \"ror\" is \"%.60s\"; give a mesh's file name of letters, digits, '_', "
                       "'-' and '.'",
                       r->json.where, s->ror_mesh);
    if (s->ror_mesh != NULL && s->ror_height_m <= 0.0f) s->ror_height_m = s->model->height_m;
    if (json_object_get(object, "beamng") == NULL || s->beamng_shape == NULL) return SCREE_OK;
    if (strncmp(s->beamng_shape, "/levels/", 8) != 0 || !is_plain(s->beamng_shape, "./ ") ||
        strstr(s->beamng_shape, "..") != NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: \"beamng\" is \"%.80s\"; give a path of the game that begins with "
                       "/levels/",
                       r->json.where, s->beamng_shape);
    s->beamng_item = s->name;
    return SCREE_OK;
}

/* Whose name is taken, or is none. */
static enum scree_code take_name(const char **out, struct reader *r, const json_t *object,
                                 const char *list, size_t number)
{
    snprintf(r->json.where, sizeof r->json.where, "%s[%zu]", list, number);
    if (!json_is_object(object))
        return err_set(r->json.err, SCREE_MALFORMED, "%s is %s; give an object", r->json.where,
                       json_text_kind(object));
    RETURN_IF_ERR(get_text(out, r, object, "name", "text"));
    if (*out == NULL)
        return err_set(r->json.err, SCREE_MALFORMED, "%s: there is no \"name\"; give one",
                       r->json.where);
    const size_t length = strlen(*out);
    if (length == 0 || length > SPECIES_NAME || !is_plain(*out, ""))
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: \"%.50s\" is not a name; give 1 to %d letters, digits, '_' and '-'",
                       r->json.where, *out, SPECIES_NAME);
    if (text_is_like(*out, "tint"))
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: \"%s\" is a name that exports need; choose another", r->json.where,
                       *out);
    for (size_t i = 0; i < r->list->species_count + r->list->grass_count; i++) {
        const size_t grass = i - r->list->species_count;
        const char *other =
            i < r->list->species_count ? r->list->species[i].name : r->list->grasses[grass].name;
        if (text_is_like(other, *out)) /* files on Windows */
            return err_set(r->json.err, SCREE_MALFORMED,
                           "%s: \"%s\" is the name of another; choose a name of its own",
                           r->json.where, *out);
    }
    snprintf(r->json.where, sizeof r->json.where, "%s[%zu] \"%s\"", list, number, *out);
    return SCREE_OK;
}

static enum scree_code find_model(const struct plants_model **out, struct reader *r,
                                  const json_t *object)
{
    const char *name = NULL;
    RETURN_IF_ERR(get_text(&name, r, object, "model", "text"));
    if (name == NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: there is no \"model\"; name one, such as \"pine\"", r->json.where);
    *out = plants_model_find(name);
    if (*out != NULL) return SCREE_OK;
    struct scree_suggestion suggest = {name, NULL, 0};
    char hint[96];
    for (size_t i = 0; plants_model_at(i) != NULL; i++)
        suggest_offer(&suggest, plants_model_at(i)->name);
    return err_set(r->json.err, SCREE_MALFORMED,
                   "%s: \"%.40s\" is not a model%s; choose one of docs/plants.md", r->json.where,
                   name, suggest_text(hint, sizeof hint, &suggest));
}

static enum scree_code read_species(struct reader *r, const json_t *object, size_t number)
{
    static const char *const keys[] = {
        "name",     "model",         "layers",     "threshold", "full",         "density",
        "spacing",  "room",          "jitter",     "scale",     "slope",        "slope_fade",
        "altitude", "altitude_fade", "clump",      "away",      "root",         "sink",
        "most",     "ror",           "ror_height", "beamng",    "beamng_radius"};
    static const struct json_range shares = {0, 1, ""}, spacings = {0.5, PLANTS_REACH_M, "m"},
                                   roots = {0, 2, "m"}, counts = {1, PLANTS_LIMIT, ""};
    const char *name = NULL;
    const struct plants_model *model;
    RETURN_IF_ERR(take_name(&name, r, object, "plants", number));
    RETURN_IF_ERR(json_read_keys(&r->json, object, keys, sizeof keys / sizeof keys[0]));
    RETURN_IF_ERR(find_model(&model, r, object));
    struct plants_species *s = &r->list->species[r->list->species_count];
    plants_species_start(s, name, model);
    RETURN_IF_ERR(read_cover(&s->cover, r, object));
    RETURN_IF_ERR(json_read_float(&s->density, &r->json, object, "density", &shares));
    RETURN_IF_ERR(json_read_float(&s->spacing_m, &r->json, object, "spacing", &spacings));
    RETURN_IF_ERR(json_read_float(&s->room_m, &r->json, object, "room", &metres_reach));
    RETURN_IF_ERR(json_read_float(&s->jitter, &r->json, object, "jitter", &shares));
    RETURN_IF_ERR(read_ground(s, r, object));
    RETURN_IF_ERR(read_clump(s, r, object));
    RETURN_IF_ERR(read_away(s, r, object));
    RETURN_IF_ERR(json_read_float(&s->root_m, &r->json, object, "root", &roots));
    RETURN_IF_ERR(json_read_float(&s->sink_m, &r->json, object, "sink", &roots));
    RETURN_IF_ERR(json_read_whole(&s->most, &r->json, object, "most", &counts));
    RETURN_IF_ERR(read_meshes(s, r, object));
    r->list->species_count++;
    return SCREE_OK;
}

/* ---- a grass ---- */

static enum scree_code read_grass(struct reader *r, const json_t *object, size_t number)
{
    static const char *const keys[] = {"name",    "layers", "threshold", "full",
                                       "density", "size",   "ror",       "beamng"};
    static const struct json_range densities = {0.01, 20, "tufts a square metre"},
                                   sizes = {0.02, 5, "m"};
    const char *name = NULL;
    RETURN_IF_ERR(take_name(&name, r, object, "grass", number));
    RETURN_IF_ERR(json_read_keys(&r->json, object, keys, sizeof keys / sizeof keys[0]));
    struct plants_grass *g = &r->list->grasses[r->list->grass_count];
    plants_species_grass(g, name);
    double size_m[2] = {(double)g->size_m[0], (double)g->size_m[1]};
    RETURN_IF_ERR(read_cover(&g->cover, r, object));
    RETURN_IF_ERR(json_read_float(&g->density, &r->json, object, "density", &densities));
    RETURN_IF_ERR(get_pair(size_m, r, object, "size", &sizes));
    for (int i = 0; i < 2; i++) g->size_m[i] = (float)size_m[i];
    RETURN_IF_ERR(get_text_or_none(&g->ror_material, r, object, "ror", "a material, or false"));
    RETURN_IF_ERR(
        get_text_or_none(&g->beamng_material, r, object, "beamng", "a material, or false"));
    const char *const given[] = {g->ror_material, g->beamng_material};
    for (size_t i = 0; i < 2; i++)
        if (given[i] != NULL && (given[i][0] == '\0' || !is_plain(given[i], ".")))
            return err_set(
                r->json.err, SCREE_MALFORMED,
                "%s: \"%.60s\" is not a material; give letters, digits, '_', '-' and '.'",
                r->json.where, given[i]);
    r->list->grass_count++;
    return SCREE_OK;
}

/* ---- the file ---- */

static enum scree_code read_list(struct reader *r, const json_t *root, const char *key, size_t most,
                                 enum scree_code (*read)(struct reader *, const json_t *, size_t))
{
    const json_t *list = json_object_get(root, key);
    if (list == NULL) return SCREE_OK;
    snprintf(r->json.where, sizeof r->json.where, "the file");
    if (!json_is_array(list)) return json_read_wrong(&r->json, key, list, "a list of objects");
    if (json_array_size(list) > most)
        return err_set(r->json.err, SCREE_MALFORMED, "\"%s\" has %zu entries; give at most %zu",
                       key, json_array_size(list), most);
    size_t i;
    json_t *value;
    json_array_foreach((json_t *)list, i, value) RETURN_IF_ERR(read(r, value, i));
    return SCREE_OK;
}

static enum scree_code read_root(struct reader *r, const json_t *root)
{
    static const char *const keys[] = {"format", "seed", "most", "plants", "grass"};
    static const struct json_range seeds = {0, 4294967295.0, ""}, counts = {1, PLANTS_LIMIT, ""};
    snprintf(r->json.where, sizeof r->json.where, "the file");
    if (!json_is_object(root))
        return err_set(r->json.err, SCREE_MALFORMED,
                       "holds %s; give an object with \"format\": \"" FORMAT "\"",
                       json_text_kind(root));
    const char *format = json_string_value(json_object_get(root, "format"));
    if (format != NULL && strcmp(format, FORMAT) != 0)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "the file: \"format\" is \"%.40s\"; give \"" FORMAT "\"", format);
    if (format == NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "is not a list of plants; begin it with \"format\": \"" FORMAT "\"");
    RETURN_IF_ERR(json_read_keys(&r->json, root, keys, sizeof keys / sizeof keys[0]));
    uint32_t seed = 1;
    r->list->most = PLANTS_MOST_ALL;
    RETURN_IF_ERR(json_read_whole(&seed, &r->json, root, "seed", &seeds));
    RETURN_IF_ERR(json_read_whole(&r->list->most, &r->json, root, "most", &counts));
    r->list->seed = seed;
    RETURN_IF_ERR(read_list(r, root, "plants", PLANTS_MOST_SPECIES, read_species));
    RETURN_IF_ERR(read_list(r, root, "grass", PLANTS_MOST_GRASSES, read_grass));
    if (r->list->species_count + r->list->grass_count > 0) return SCREE_OK;
    return err_set(r->json.err, SCREE_MALFORMED,
                   "names no plants; fill \"plants\" or \"grass\", or leave {plants} out");
}

static enum scree_code parse(struct reader *r, const struct scree_bytes *bytes)
{
    json_t *root = json_read_document(bytes->data, bytes->size, r->json.err);
    if (root == NULL) return SCREE_MALFORMED;
    const enum scree_code code = read_root(r, root);
    json_decref(root);
    return code;
}

enum scree_code plants_read(struct plants_list **out, const struct srf_map *map,
                            const struct inputs_opened *opened, struct scree_error *err)
{
    *out = NULL;
    struct plants_list *list;
    RETURN_IF_ERR(MEM_NEED(&list, 1, sizeof *list, err));
    struct reader r = {.list = list, .map = map, .json = {.err = err}};
    struct scree_bytes bytes = {NULL, 0};
    enum scree_code code = inputs_take_bytes(&bytes, &list->file, opened, MAX_FILE_BYTES, err);
    if (code == SCREE_OK) code = inputs_keep_path(&list->file, "plants.json", &list->arena, err);
    if (code == SCREE_OK) code = parse(&r, &bytes);
    if (code != SCREE_OK && opened->path != NULL) err_set_file(err, opened->path);
    file_bytes_free(&bytes);
    if (code == SCREE_OK)
        *out = list;
    else
        plants_list_free(list);
    return code;
}

enum scree_code plants_list_make(struct plants_list **out, const struct srf_map *map,
                                 const struct inputs_opened *opened, const char *set,
                                 struct scree_error *err)
{
    *out = NULL;
    if (opened != NULL) return plants_read(out, map, opened, err);
    return plants_set_grows(set) ? plants_defaults(out, map, set, err) : SCREE_OK;
}
