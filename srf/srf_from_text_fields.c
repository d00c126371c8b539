/*
 * The members of a layer. What may stand where follows from the keys of the table; an object that
 * holds measured numbers also says their unit.
 */
#include <string.h>

#include "srf/srf_text.h"
#include "srf/srf_from_text.h"

#define KEY_SIZE 32

/* The part of a row's key behind "path.", NULL if the row does not stand there. A layer's own path
 * is "". */
static const char *below(const struct srf_row *row, const char *path)
{
    const size_t length = strlen(path);
    if (row->key == NULL || strncmp(row->key, path, length) != 0) return NULL;
    if (length == 0) return row->key;
    return row->key[length] == '.' ? row->key + length + 1 : NULL;
}

/* What a member leads to: a row, or an object whose path goes to inner; neither if unknown. */
static const struct srf_row *find_member(char inner[KEY_SIZE], int *side, const char *path,
                                         const char *key)
{
    inner[0] = '\0';
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const char *rest = below(&srf_table[i], path);
        if (rest == NULL) continue;
        const size_t length = strcspn(rest, ".");
        const bool side_key =
            rest[0] == '*' && (strcmp(key, "min") == 0 || strcmp(key, "max") == 0);
        if (!side_key && (strlen(key) != length || strncmp(rest, key, length) != 0)) continue;
        if (rest[0] == '*' && !side_key) continue;
        if (rest[length] == '\0') return &srf_table[i];
        const size_t inner_length = (size_t)(rest - srf_table[i].key) + length;
        memcpy(inner, srf_table[i].key, inner_length);
        inner[inner_length] = '\0';
        if (side_key) *side = strcmp(key, "max") == 0;
        return NULL;
    }
    return NULL;
}

static size_t append(char *list, size_t size, size_t used, const char *word, size_t length)
{
    if (used + length + 3 > size) return used;
    if (used > 0) {
        memcpy(list + used, ", ", 2);
        used += 2;
    }
    memcpy(list + used, word, length);
    list[used + length] = '\0';
    return used + length;
}

static enum scree_code fail_unknown(struct srf_text_fields *fields, const char *path,
                                    enum srf_measure measure, const struct srf_where *where)
{
    char list[192] = "";
    size_t used = 0;
    if (path[0] == '\0') {
        for (size_t i = 0; i < SRF_TEXT_LAYER_KEYS; i++)
            used = append(list, sizeof list, used, srf_text_layer_keys[i],
                          strlen(srf_text_layer_keys[i]));
    } else {
        const char *last = "";
        for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
            const char *rest = below(&srf_table[i], path);
            if (rest == NULL) continue;
            const size_t length = strcspn(rest, ".");
            if (length == strcspn(last, ".") && strncmp(last, rest, length) == 0) continue;
            last = rest;
            used = rest[0] == '*' ? append(list, sizeof list, used, "min, max", 8)
                                  : append(list, sizeof list, used, rest, length);
        }
    }
    FAIL_AT(fields->reader, SCREE_MALFORMED, where, "unknown key, expected %s%s%s", list,
            measure != SRF_MEASURE_NONE ? ", unit" : "",
            path[0] == '\0' ? ", children, chunks" : "");
}

static enum srf_measure measure_at(const char *path)
{
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const char *rest = below(&srf_table[i], path);
        if (rest != NULL && path[0] != '\0' && strchr(rest, '.') == NULL &&
            srf_table[i].measure != SRF_MEASURE_NONE)
            return srf_table[i].measure;
    }
    return SRF_MEASURE_NONE;
}

static enum scree_code read_unit(struct srf_text_fields *fields, enum srf_unit *unit,
                                 enum srf_measure measure, json_t *object,
                                 const struct srf_where *where)
{
    json_t *value = json_object_get(object, "unit");
    if (value == NULL) return SCREE_OK;
    const struct srf_where inside = {where, "unit", 0};
    const char *units = srf_unit_list(measure);
    if (!json_is_string(value))
        FAIL_AT(fields->reader, SCREE_MALFORMED, &inside, "expected %s in quotes, found %s", units,
                json_text_kind(value));
    *unit = srf_unit_find(measure, json_string_value(value));
    if (*unit == SRF_UNIT_MISSING)
        FAIL_AT(fields->reader, SCREE_MALFORMED, &inside,
                "\"%.40s\" is not a unit here; expected %s", json_string_value(value), units);
    return SCREE_OK;
}

/* "color" is "colour", unless both are there. */
static const char *known_key(const json_t *object, const char *path, const char *key)
{
    const bool alias = path[0] == '\0' && strcmp(key, "color") == 0;
    return alias && json_object_get(object, "colour") == NULL ? "colour" : key;
}

/* Calls itself at most twice deep: "bump.texture", "altitude.*". */
static enum scree_code read_object(struct srf_text_fields *fields, json_t *object, const char *path,
                                   int side, const struct srf_where *where)
{
    struct srf_text_reader *reader = fields->reader;
    if (!json_is_object(object))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected an object in {}, found %s",
                json_text_kind(object));
    const enum srf_measure measure = measure_at(path);
    enum srf_unit unit = SRF_UNIT_MISSING;
    if (measure != SRF_MEASURE_NONE)
        RETURN_IF_ERR(read_unit(fields, &unit, measure, object, where));

    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        const struct srf_where inside = {where, key, 0};
        char inner[KEY_SIZE];
        int inner_side = side;
        if (path[0] == '\0' && (strcmp(key, "children") == 0 || strcmp(key, "chunks") == 0))
            continue;
        if (measure != SRF_MEASURE_NONE && strcmp(key, "unit") == 0) continue;
        if (find_member(inner, &inner_side, path, known_key(object, path, key)) != NULL) continue;
        if (inner[0] == '\0') return fail_unknown(fields, path, measure, &inside);
        RETURN_IF_ERR(read_object(fields, value, inner, inner_side, &inside));
    }
    /* In the order of the table: a fuzziness may need to know where its limit is. */
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        const char *rest = below(row, path);
        if (rest == NULL || strchr(rest, '.') != NULL) continue;
        value = json_object_get(object, rest);
        if (value == NULL && path[0] == '\0' && strcmp(rest, "colour") == 0) {
            value = json_object_get(object, "color");
            rest = "color";
        }
        const struct srf_where inside = {where, rest, 0};
        if (value != NULL) {
            RETURN_IF_ERR(srf_text_get_row(fields, row, side, value, unit, &inside));
        } else if (side >= 0 && row->flag) {
            /* A limit that is there is on, unless it says otherwise. */
            uint8_t *bytes = srf_text_edit(fields, row);
            if (bytes == NULL) return err_no_memory(reader->err);
            srf_make_put(bytes, row, (unsigned)side, 1);
        }
    }
    return SCREE_OK;
}

enum scree_code srf_text_get_fields(struct srf_payload payloads[SRF_ROW_COUNT],
                                    struct srf_text_reader *reader, json_t *layer,
                                    const struct srf_where *where)
{
    struct srf_text_fields fields = {reader, payloads};
    return read_object(&fields, layer, "", -1, where);
}
