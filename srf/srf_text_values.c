/* Single values: numbers with their units, sliders, names, bytes. */
#include "srf/srf_from_text.h"

#include <math.h>
#include <string.h>

#include "base/base64.h"
#include "srf/srf_make.h"

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

uint8_t *srf_text_edit(struct srf_text_fields *fields, const struct srf_row *row)
{
    struct srf_payload *payload = &fields->payloads[row - srf_table];
    uint8_t *bytes = mem_arena_alloc(&fields->reader->arena, payload->size, 1);
    if (bytes == NULL) return NULL;
    memcpy(bytes, payload->data, payload->size);
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
    const json_int_t low = row->kind == SRF_KIND_I16 ? INT16_MIN : 0;
    const json_int_t high = row->kind == SRF_KIND_I16 ? INT16_MAX : (json_int_t)UINT32_MAX;
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
            srf_table_find_key(row->measure == SRF_MEASURE_SLOPE ? "slope.*.at" : "altitude.*.at");
        const float at_value = srf_values_float(&fields->payloads[at - srf_table], i);
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
    if (row->given == SRF_DIFC && json_is_string(value)) return read_hex(fields, row, value, where);
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

static enum scree_code read_name(struct srf_text_fields *fields, const struct srf_row *row,
                                 json_t *value, const struct srf_where *where)
{
    struct srf_text_reader *reader = fields->reader;
    struct srf_payload *payload = &fields->payloads[row - srf_table];
    if (json_is_object(value)) {
        double percent = 0;
        return read_special(fields, payload, &percent, row, value, where);
    }
    if (!json_is_string(value))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected a name in quotes, found %s",
                json_text_kind(value));
    struct scree_error found = SCREE_ERROR_INIT;
    const char *name = json_string_value(value);
    bool lossy = false;
    const bool wide = row->given == SRF_NAME;
    const enum scree_code code =
        srf_make_text(payload, &reader->arena, name, wide ? &lossy : NULL, &found);
    if (code == SCREE_NO_MEMORY) return err_no_memory(reader->err);
    if (code == SCREE_OK && lossy) return keep_wide(reader, name);
    if (code != SCREE_OK) FAIL_AT(reader, SCREE_MALFORMED, where, "%s", found.text);
    return SCREE_OK;
}

enum scree_code srf_text_get_row(struct srf_text_fields *fields, const struct srf_row *row,
                                 int side, json_t *value, enum srf_unit unit,
                                 const struct srf_where *where)
{
    if (row->kind == SRF_KIND_TEXT) return read_name(fields, row, value, where);
    if (row->kind == SRF_KIND_RAW)
        return srf_text_get_bytes(&fields->payloads[row - srf_table], fields->reader, value, where);
    if (side >= 0) return read_number(fields, row, (unsigned)side, value, unit, where);
    if (row->count == 1) return read_number(fields, row, 0, value, unit, where);
    return read_list(fields, row, value, where);
}
