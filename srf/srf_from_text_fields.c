/*
 * The members of a layer. What may stand where follows from the keys of the table; an object that
 * holds measured numbers also says their unit.
 */
#include <math.h>
#include <string.h>

#include "base/base64.h"
#include "srf/srf_from_text.h"
#include "srf/srf_make.h"
#include "srf/srf_text.h"

/* ---- a value ---- */

enum scree_code srf_text_get_bytes(struct srf_payload *out, struct srf_text_reader *reader,
                                   const json_t *value, const struct srf_where *where)
{
    if (!json_is_string(value))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected bytes as a base64 text, found %s",
                json_text_kind(value));
    const size_t length = json_string_length(value);
    uint8_t *bytes = mem_arena_alloc(&reader->arena, length / 4 * 3, 1);
    if (bytes == NULL) return err_no_memory(reader->err);
    size_t size;
    if (!base64_decode(bytes, &size, json_string_value(value), length))
        FAIL_AT(reader, SCREE_MALFORMED, where,
                "is not base64: groups of 4 of A-Z a-z 0-9 + /, the last filled up with '='");
    *out = (struct srf_payload){bytes, (uint32_t)size};
    return SCREE_OK;
}

static uint8_t *srf_text_edit(struct srf_text_fields *fields, const struct srf_row *row)
{
    struct srf_payload *payload = &fields->payloads[row - fields->rows];
    uint8_t *bytes = mem_arena_alloc(&fields->reader->arena, payload->size, 1);
    if (bytes == NULL) return NULL;
    if (payload->data != NULL) memcpy(bytes, payload->data, payload->size);
    payload->data = bytes;
    return bytes;
}

/* {"base64": ...} or {"slider": ...}: *raw or *percent. */
static enum scree_code read_special(struct srf_text_fields *fields, struct srf_payload *raw,
                                    double *percent, const struct srf_row *row, json_t *value,
                                    const struct srf_where *where)
{
    struct srf_text_reader *reader = fields->reader;
    json_t *bytes = json_object_get(value, "base64");
    json_t *slider = json_object_get(value, "slider");
    if (json_object_size(value) != 1 || (bytes == NULL && slider == NULL))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected a value, found an object");
    if (bytes != NULL) {
        const struct srf_where inside = {where, "base64", 0};
        return srf_text_get_bytes(raw, reader, bytes, &inside);
    }
    const struct srf_where inside = {where, "slider", 0};
    if (!(row->slider_full > 0))
        FAIL_AT(reader, SCREE_MALFORMED, &inside, "this value has no slider");
    *percent = json_is_number(slider) ? json_number_value(slider) : -1;
    if (!(*percent >= 0 && *percent <= 100))
        FAIL_AT(reader, SCREE_MALFORMED, &inside, "expected a position from 0 to 100");
    return SCREE_OK;
}

static enum scree_code read_whole(struct srf_text_fields *fields, const struct srf_row *row,
                                  unsigned i, const json_t *value, const struct srf_where *where)
{
    const json_int_t low = row->kind == SRF_KIND_I16   ? INT16_MIN
                           : row->kind == SRF_KIND_I32 ? INT32_MIN
                                                       : 0;
    const json_int_t high = row->kind == SRF_KIND_I16   ? INT16_MAX
                            : row->kind == SRF_KIND_I32 ? INT32_MAX
                                                        : (json_int_t)UINT32_MAX;
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        FAIL_AT(fields->reader, SCREE_MALFORMED, where,
                "expected %sa whole number from %lld to %lld%s%s",
                row->flag ? "true, false or " : "", (long long)low, (long long)high,
                json_is_number(value) ? "" : ", found ",
                json_is_number(value) ? "" : json_text_kind(value));
    uint8_t *bytes = srf_text_edit(fields, row);
    if (bytes == NULL) return err_no_memory(fields->reader->err);
    srf_make_put(bytes, row, i, (double)json_integer_value(value));
    return SCREE_OK;
}

static bool is_fuzziness(const struct srf_row *row)
{
    const char *last = strrchr(row->key, '.');
    return last != NULL && strcmp(last, ".fuzziness") == 0;
}

/* Turns a number with a unit into the file's. */
static enum scree_code convert(struct srf_text_fields *fields, double *number,
                               const struct srf_row *row, unsigned i, enum srf_unit unit,
                               const struct srf_where *where)
{
    struct srf_text_reader *reader = fields->reader;
    struct scree_error found = SCREE_ERROR_INIT;
    enum scree_code code;
    if (unit == SRF_UNIT_MISSING) {
        const struct srf_where *object = where->up;
        FAIL_AT(reader, SCREE_MALFORMED, object, "say in which unit: \"unit\": %s",
                srf_unit_list(row->measure));
    }
    if (is_fuzziness(row)) {
        const struct srf_row *at =
            srf_table_find_key(row->measure == SRF_MEASURE_SLOPE  ? "slope.*.at"
                               : row->measure == SRF_MEASURE_RISE ? "position.*.at"
                                                                  : "altitude.*.at");
        const float at_value = srf_values_float(&fields->payloads[at - fields->rows], i);
        code = srf_unit_width(number, row->measure, unit, reader->scale, (double)at_value, (int)i,
                              &found);
    } else {
        code = srf_unit_value(number, row->measure, unit, reader->scale, &found);
    }
    if (code != SCREE_OK) FAIL_AT(reader, SCREE_MALFORMED, where, "%s", found.text);
    if (!srf_unit_known(row->measure, unit, reader->scale)) reader->unresolved++;
    if (unit == SRF_UNIT_TU) reader->units |= SRF_USES_TU;
    if (unit == SRF_UNIT_M)
        reader->units |=
            row->measure == SRF_MEASURE_LENGTH ? SRF_USES_METRES_ACROSS : SRF_USES_METRES;
    if (unit == SRF_UNIT_AREA || unit == SRF_UNIT_RANGE) reader->units |= SRF_USES_SHARES;
    return SCREE_OK;
}

static enum scree_code read_number(struct srf_text_fields *fields, const struct srf_row *row,
                                   unsigned i, json_t *value, enum srf_unit unit,
                                   const struct srf_where *where)
{
    struct srf_text_reader *reader = fields->reader;
    if (row->kind != SRF_KIND_F32 && !(row->flag && json_is_boolean(value)))
        return read_whole(fields, row, i, value, where);
    uint8_t *bytes = srf_text_edit(fields, row);
    if (bytes == NULL) return err_no_memory(reader->err);
    if (row->flag && json_is_boolean(value)) {
        srf_make_put(bytes, row, i, json_is_true(value));
        return SCREE_OK;
    }
    if (json_is_object(value)) {
        struct srf_payload raw = {NULL, 0};
        double percent = 0;
        RETURN_IF_ERR(read_special(fields, &raw, &percent, row, value, where));
        if (raw.data == NULL) {
            srf_make_put(bytes, row, i, (double)srf_table_slider(row, percent));
            return SCREE_OK;
        }
        if (raw.size != 4)
            FAIL_AT(reader, SCREE_MALFORMED, where, "has %lu bytes, a number has 4",
                    (unsigned long)raw.size);
        memcpy(bytes + 4 * (size_t)i, raw.data, 4);
        return SCREE_OK;
    }
    if (!json_is_number(value))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected %s, found %s",
                row->flag ? "true or false" : "a number", json_text_kind(value));
    double number = json_number_value(value);
    if (row->measure != SRF_MEASURE_NONE)
        RETURN_IF_ERR(convert(fields, &number, row, i, unit, where));
    if (!isfinite((float)number))
        FAIL_AT(reader, SCREE_MALFORMED, where, "is too large: numbers go up to 3.4e38");
    srf_make_put(bytes, row, i, number);
    return SCREE_OK;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Pictures and drawn textures show 255 sqrt(DIFC / 256) of a colour. */
bool srf_text_get_hex(int16_t colour[3], const char *text)
{
    if (text[0] != '#' || strlen(text) != 7) return false;
    for (int c = 0; c < 3; c++) {
        const int high = hex_digit(text[1 + 2 * c]), low = hex_digit(text[2 + 2 * c]);
        if (high < 0 || low < 0) return false;
        const int32_t shown = 16 * high + low;
        colour[c] = (int16_t)((2 * 256 * shown * shown + 255 * 255) / (2 * 255 * 255));
    }
    return true;
}

static enum scree_code read_hex(struct srf_text_fields *fields, const struct srf_row *row,
                                const json_t *value, const struct srf_where *where)
{
    int16_t colour[3];
    if (!srf_text_get_hex(colour, json_string_value(value)))
        FAIL_AT(fields->reader, SCREE_MALFORMED, where,
                "expected a colour such as \"#5c544a\" or [92, 84, 74], found \"%.20s\"",
                json_string_value(value));
    uint8_t *bytes = srf_text_edit(fields, row);
    if (bytes == NULL) return err_no_memory(fields->reader->err);
    for (unsigned c = 0; c < 3; c++) srf_make_put(bytes, row, c, colour[c]);
    return SCREE_OK;
}

static enum scree_code read_list(struct srf_text_fields *fields, const struct srf_row *row,
                                 json_t *value, const struct srf_where *where)
{
    const char *example = row->kind == SRF_KIND_I16 ? "3 whole numbers such as [92, 84, 74]"
                                                    : "4 numbers such as [811.5, 20977.25, 0, 0]";
    if (row->kind == SRF_KIND_I16 && json_is_string(value))
        return read_hex(fields, row, value, where);
    if (!json_is_array(value))
        FAIL_AT(fields->reader, SCREE_MALFORMED, where, "expected %s, found %s", example,
                json_text_kind(value));
    if (json_array_size(value) != row->count)
        FAIL_AT(fields->reader, SCREE_MALFORMED, where, "expected %s, found %zu", example,
                json_array_size(value));
    for (unsigned i = 0; i < row->count; i++) {
        const struct srf_where inside = {where, NULL, i};
        RETURN_IF_ERR(
            read_number(fields, row, i, json_array_get(value, i), SRF_UNIT_MISSING, &inside));
    }
    return SCREE_OK;
}

/* A name that the file's letters cannot write is kept beside it. */
static enum scree_code keep_wide(struct srf_text_reader *reader, const char *name)
{
    struct srf_wide_name *wide = mem_arena_alloc(&reader->kept, 1, sizeof *wide);
    if (wide != NULL) wide->name = mem_arena_text(&reader->kept, name, strlen(name));
    if (wide == NULL || wide->name == NULL) return err_no_memory(reader->err);
    wide->layer = reader->layer_count - 1;
    wide->next = reader->wide;
    reader->wide = wide;
    return SCREE_OK;
}

/* [10, "Tree cover"] is one text in memory. */
static enum scree_code read_items(struct srf_text_fields *fields, const struct srf_row *row,
                                  const json_t *value, const struct srf_where *where)
{
    struct srf_text_reader *const reader = fields->reader;
    struct grow text = {0};
    size_t i;
    json_t *item;
    if (!json_is_array(value) || json_array_size(value) == 0)
        FAIL_AT(reader, SCREE_MALFORMED, where,
                "expected a list such as [10, \"Forest\"], found %s",
                json_is_array(value) ? "an empty one" : json_text_kind(value));
    json_array_foreach(value, i, item)
    {
        const struct srf_where inside = {where, NULL, i};
        const char *const name = json_string_value(item);
        const bool number = json_is_integer(item) && json_integer_value(item) >= 0 &&
                            json_integer_value(item) <= UINT16_MAX;
        if (!number && (name == NULL || name[0] == '\0' || strchr(name, ',') != NULL)) {
            grow_free(&text);
            FAIL_AT(reader, SCREE_MALFORMED, &inside,
                    "expected a class, which is a number from 0 to 65535 or a name of the legend "
                    "without a comma");
        }
        if (i > 0) grow_text(&text, ",");
        if (number)
            grow_print(&text, "%ld", (long)json_integer_value(item));
        else
            grow_text(&text, name);
    }
    grow_put(&text, "", 1);
    struct scree_error found = SCREE_ERROR_INIT;
    const enum scree_code code = text.failed
                                     ? SCREE_NO_MEMORY
                                     : srf_make_own_text(&fields->payloads[row - fields->rows],
                                                         &reader->arena, text.text, &found);
    grow_free(&text);
    if (code == SCREE_NO_MEMORY) return err_no_memory(reader->err);
    if (code != SCREE_OK) FAIL_AT(reader, SCREE_MALFORMED, where, "%s", found.text);
    return SCREE_OK;
}

static enum scree_code read_name(struct srf_text_fields *fields, const struct srf_row *row,
                                 json_t *value, const struct srf_where *where)
{
    struct srf_text_reader *reader = fields->reader;
    struct srf_payload *payload = &fields->payloads[row - fields->rows];
    if (json_is_object(value)) {
        double percent = 0;
        return read_special(fields, payload, &percent, row, value, where);
    }
    if (row->list) return read_items(fields, row, value, where);
    if (!json_is_string(value))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected a name in quotes, found %s",
                json_text_kind(value));
    struct scree_error found = SCREE_ERROR_INIT;
    const char *name = json_string_value(value);
    bool lossy = false;
    const bool wide = row->given == SRF_NAME;
    const enum scree_code code =
        row->own ? srf_make_own_text(payload, &reader->arena, name, &found)
                 : srf_make_text(payload, &reader->arena, name, wide ? &lossy : NULL, &found);
    if (code == SCREE_NO_MEMORY) return err_no_memory(reader->err);
    if (code == SCREE_OK && lossy) return keep_wide(reader, name);
    if (code != SCREE_OK) FAIL_AT(reader, SCREE_MALFORMED, where, "%s", found.text);
    return SCREE_OK;
}

/* srf_text_get_row() reads what stands at a row's key: of a limit the number of a side, else (-1)
 * all. unit is that of the object around it. */
static enum scree_code srf_text_get_row(struct srf_text_fields *fields, const struct srf_row *row,
                                        int side, json_t *value, enum srf_unit unit,
                                        const struct srf_where *where)
{
    if (row->kind == SRF_KIND_TEXT) return read_name(fields, row, value, where);
    if (row->kind == SRF_KIND_RAW)
        return srf_text_get_bytes(&fields->payloads[row - fields->rows], fields->reader, value,
                                  where);
    if (side >= 0) return read_number(fields, row, (unsigned)side, value, unit, where);
    if (row->count == 1) return read_number(fields, row, 0, value, unit, where);
    return read_list(fields, row, value, where);
}

/* ---- the values of a layer ---- */

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
static const struct srf_row *find_member(const struct srf_text_fields *fields, char inner[KEY_SIZE],
                                         int *side, const char *path, const char *key)
{
    inner[0] = '\0';
    for (size_t i = 0; i < fields->count; i++) {
        const char *rest = below(&fields->rows[i], path);
        if (rest == NULL) continue;
        const size_t length = strcspn(rest, ".");
        const bool side_key =
            rest[0] == '*' && (strcmp(key, "min") == 0 || strcmp(key, "max") == 0);
        if (!side_key && (strlen(key) != length || strncmp(rest, key, length) != 0)) continue;
        if (rest[0] == '*' && !side_key) continue;
        if (rest[length] == '\0') return &fields->rows[i];
        const size_t inner_length = (size_t)(rest - fields->rows[i].key) + length;
        memcpy(inner, fields->rows[i].key, inner_length);
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
    const bool is_layer = path[0] == '\0' && fields->rows == srf_table;
    if (path[0] == '\0') {
        const char *const *keys = is_layer ? srf_text_layer_keys : srf_text_scene_keys;
        const size_t count = is_layer ? SRF_TEXT_LAYER_KEYS : SRF_TEXT_SCENE_KEYS;
        for (size_t i = 0; i < count; i++)
            if (!is_layer || strstr(keys[i], "_plugins") == NULL) /* nobody writes these by hand */
                used = append(list, sizeof list, used, keys[i], strlen(keys[i]));
    } else {
        const char *last = "";
        for (size_t i = 0; i < fields->count; i++) {
            const char *rest = below(&fields->rows[i], path);
            if (rest == NULL) continue;
            const size_t length = strcspn(rest, ".");
            if (length == strcspn(last, ".") && strncmp(last, rest, length) == 0) continue;
            last = rest;
            used = rest[0] == '*' ? append(list, sizeof list, used, "min, max", 8)
                                  : append(list, sizeof list, used, rest, length);
        }
    }
    FAIL_AT(fields->reader, SCREE_MALFORMED, where, "unknown key, expected %s%s%s", list,
            measure != SRF_MEASURE_NONE ? ", unit" : "", is_layer ? ", children, chunks" : "");
}

static enum srf_measure measure_at(const struct srf_text_fields *fields, const char *path)
{
    for (size_t i = 0; i < fields->count; i++) {
        const char *rest = below(&fields->rows[i], path);
        if (rest != NULL && path[0] != '\0' && strchr(rest, '.') == NULL &&
            fields->rows[i].measure != SRF_MEASURE_NONE)
            return fields->rows[i].measure;
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
    const enum srf_measure measure = measure_at(fields, path);
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
        if (path[0] == '\0' && fields->rows == srf_table &&
            (strcmp(key, "children") == 0 || strcmp(key, "chunks") == 0))
            continue;
        if (measure != SRF_MEASURE_NONE && strcmp(key, "unit") == 0) continue;
        if (find_member(fields, inner, &inner_side, path, known_key(object, path, key)) != NULL)
            continue;
        if (inner[0] == '\0') return fail_unknown(fields, path, measure, &inside);
        RETURN_IF_ERR(read_object(fields, value, inner, inner_side, &inside));
    }
    /* In the order of the table: a fuzziness may need to know where its limit is. */
    for (size_t i = 0; i < fields->count; i++) {
        const struct srf_row *row = &fields->rows[i];
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
        } else if (row->flag && (side >= 0 || (row->own && strcmp(rest, "on") == 0))) {
            /* A limit that is there is on, unless it says otherwise. */
            uint8_t *bytes = srf_text_edit(fields, row);
            if (bytes == NULL) return err_no_memory(reader->err);
            srf_make_put(bytes, row, side >= 0 ? (unsigned)side : 0, 1);
        }
    }
    return SCREE_OK;
}

enum scree_code srf_text_get_fields(struct srf_payload payloads[SRF_ROW_COUNT],
                                    struct srf_text_reader *reader, json_t *layer,
                                    const struct srf_where *where)
{
    struct srf_text_fields fields = {reader, srf_table, SRF_ROW_COUNT, payloads};
    return read_object(&fields, layer, "", -1, where);
}

enum scree_code srf_text_get_scene(struct srf_payload payloads[SRF_SCENE_COUNT],
                                   struct srf_text_reader *reader, json_t *scene,
                                   const struct srf_where *where)
{
    struct srf_text_fields fields = {reader, srf_table + SRF_ROW_COUNT, SRF_SCENE_COUNT, payloads};
    for (size_t i = 0; i < SRF_SCENE_COUNT; i++)
        payloads[i] = (struct srf_payload){NULL, srf_table_size(&fields.rows[i])};
    return read_object(&fields, scene, "", -1, where);
}
