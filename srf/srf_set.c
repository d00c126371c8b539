/*
 * Fields by name, with values as people write them. Numbers are read by the JSON library, so that
 * the user's language has no say in it and a text means the same here and in a file.
 *
 * Rule (Inputs): A changed value changes its chunk alone. See formats/srf.md#what-is-kept,
 * srf/srf_edit.c. Tests: unit/test_srf_set (other_bytes_stay).
 */
#include "srf/srf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/suggest.h"
#include "srf/srf_make.h"
#include "srf/srf_field.h"
#include "srf/srf_source.h"
#include "srf/srf_from_text.h"

/* A change under way: the values of a layer with what was set so far. */
struct change {
    struct srf_map *map;
    struct srf_layer *layer;
    const char *label; /* what messages begin with */
    const struct srf_scale *scale;
    struct srf_values values;
    struct scree_error *err;
};

#define LABEL_SIZE 96
#define NUMBER_SIGNS "+-.0123456789eE"

/* ---- names ---- */

bool srf_field_find(struct srf_field *out, const char *name)
{
    char key[SRF_FIELD_NAME_SIZE];
    memset(out, 0, sizeof *out);
    out->side = -1;
    if (strcmp(name, "color") == 0) name = "colour";
    if (strlen(name) >= sizeof key) return false;
    memcpy(key, name, strlen(name) + 1);
    char *dot = strchr(key, '.');
    if (dot != NULL && (strncmp(dot, ".min", 4) == 0 || strncmp(dot, ".max", 4) == 0) &&
        (dot[4] == '.' || dot[4] == '\0')) {
        out->side = dot[2] == 'a';
        dot[1] = '*';
        memmove(dot + 2, dot + 4, strlen(dot + 4) + 1);
    }
    out->row = srf_table_find_key(key);
    if (out->row == NULL && out->side >= 0 && dot[2] == '\0') {
        memcpy(dot + 2, ".at", 4);
        out->row = srf_table_find_key(key);
        memcpy(dot + 2, ".on", 4);
        out->on_row = srf_table_find_key(key);
    }
    /* A '*' of the caller's own is no name. */
    return out->row != NULL && out->row->kind != SRF_KIND_RAW && strchr(name, '*') == NULL;
}

bool srf_field_name(char *out, size_t size, size_t i)
{
    size_t count = 0;
    for (size_t r = 0; r < SRF_ROW_COUNT; r++) {
        const struct srf_row *row = &srf_table[r];
        if (row->key == NULL || row->kind == SRF_KIND_RAW) continue;
        const char *star = strchr(row->key, '*');
        const bool limit = star != NULL && strcmp(star, "*.at") == 0;
        for (int side = 0; side < (star != NULL ? 2 : 1); side++) {
            for (int brief = limit; brief >= 0; brief--) {
                if (count++ != i) continue;
                if (star == NULL)
                    snprintf(out, size, "%s", row->key);
                else
                    snprintf(out, size, "%.*s%s%s", (int)(star - row->key), row->key,
                             side == 0 ? "min" : "max", brief ? "" : star + 1);
                return true;
            }
        }
    }
    return false;
}

size_t srf_field_nearest(char out[SRF_FIELD_NAME_SIZE], const char *word)
{
    char name[SRF_FIELD_NAME_SIZE];
    size_t distance = SIZE_MAX;
    out[0] = '\0';
    for (size_t i = 0; srf_field_name(name, sizeof name, i); i++) {
        struct scree_suggestion suggest = {word, NULL, 0};
        suggest_offer(&suggest, name);
        if (suggest.best == NULL || suggest.distance > distance) continue;
        if (suggest.distance == distance && strlen(name) >= strlen(out)) continue;
        distance = suggest.distance;
        memcpy(out, name, sizeof name);
    }
    return distance;
}

static enum scree_code fail_field(struct scree_error *err, const char *label, const char *word)
{
    char nearest[SRF_FIELD_NAME_SIZE], hint[64];
    srf_field_nearest(nearest, word);
    const struct scree_suggestion suggest = {word, nearest[0] != '\0' ? nearest : NULL, 0};
    return err_set(err, SCREE_BAD_ARGUMENT, "%.90s: there is no such field%s", label,
                   suggest_text(hint, sizeof hint, &suggest));
}

/* ---- putting numbers ---- */

static enum scree_code refuse(const struct change *change, const char *why)
{
    return err_set(change->err, SCREE_BAD_ARGUMENT, "%s: %s", change->label, why);
}

/* Sets number i of a row in the values; the layer has it after commit(). */
static enum scree_code put_number(struct change *change, const struct srf_row *row, unsigned i,
                                  double value)
{
    struct srf_payload *payload = &change->values.payloads[row - srf_table];
    if (row->kind == SRF_KIND_F32) {
        if (!isfinite((float)value)) return refuse(change, "numbers go up to 3.4e38");
    } else {
        const double low = row->kind == SRF_KIND_I16 ? INT16_MIN : 0;
        const double high = row->kind == SRF_KIND_I16 ? INT16_MAX : UINT32_MAX;
        if (!(value >= low && value <= high) || value != floor(value))
            return refuse(change, row->kind == SRF_KIND_I16
                                      ? "expected whole numbers from -32768 to 32767"
                                      : "expected a whole number from 0 to 4294967295");
    }
    if (row->impossible && !(value >= row->low && value <= row->high))
        return refuse(change, row->remark);
    uint8_t *bytes = mem_arena_alloc(&change->map->arena, payload->size, 1);
    if (bytes == NULL) return err_no_memory(change->err);
    memcpy(bytes, payload->data, payload->size);
    srf_make_put(bytes, row, i, value);
    payload->data = bytes;
    return SCREE_OK;
}

/* All chunks are there before the first is changed. */
static enum scree_code commit(struct change *change, const struct srf_field *field)
{
    const struct srf_row *rows[2] = {field->row, field->on_row};
    for (size_t i = 0; i < 2; i++)
        if (rows[i] != NULL)
            RETURN_IF_ERR(srf_edit_prepare(change->map, change->layer, rows[i], change->err));
    for (size_t i = 0; i < 2; i++)
        if (rows[i] != NULL)
            RETURN_IF_ERR(srf_edit_put(change->map, change->layer, rows[i],
                                       &change->values.payloads[rows[i] - srf_table], change->err));
    return SCREE_OK;
}

static enum scree_code start(struct change *change, struct srf_field *field, struct srf_map *map,
                             uint32_t index, const char *name, const char *label,
                             struct scree_error *err)
{
    struct srf_payload factory[SRF_ROW_COUNT];
    *change = (struct change){.map = map, .label = label, .err = err};
    if (index >= map->layer_count)
        return err_set(err, SCREE_BAD_ARGUMENT, "%s: there is no layer #%lu", label,
                       (unsigned long)index);
    if (!srf_field_find(field, name)) return fail_field(err, label, name);
    change->layer = map->layers[index];
    if (!srf_make_factory(factory, &map->arena, index == 0)) return err_no_memory(err);
    srf_values_collect(&change->values, change->layer, factory);
    return SCREE_OK;
}

/* ---- values as people write them ---- */

/* Reads a number at *text and moves behind it and blanks. */
static bool read_number(double *out, const char **text)
{
    const size_t length = strspn(*text, NUMBER_SIGNS);
    json_t *value = json_loadb(*text, length, JSON_DECODE_ANY, NULL);
    const bool good = json_is_number(value);
    if (good) *out = json_number_value(value);
    json_decref(value);
    *text += length;
    *text += strspn(*text, " ");
    return good;
}

static enum scree_code fail_unit(const struct change *change, const struct srf_row *row,
                                 const char *value)
{
    char text[128];
    const char *units = row->measure == SRF_MEASURE_SLOPE      ? "deg, %, gradient or area%"
                        : row->measure == SRF_MEASURE_ALTITUDE ? "m, tu, area% or range%"
                                                               : "m or tu";
    const char *slider = row->slider_full > 0 ? ", or slider for a position of the slider" : "";
    snprintf(text, sizeof text, "%.30s needs a unit, %s%s", value, units, slider);
    return refuse(change, text);
}

static enum scree_code convert(struct change *change, double *number, const struct srf_row *row,
                               int side, const char *unit_text, const char *value)
{
    const char *last = strrchr(row->key, '.');
    const enum srf_unit unit = srf_unit_find(row->measure, unit_text);
    if (unit == SRF_UNIT_MISSING) return fail_unit(change, row, value);
    struct scree_error found = SCREE_ERROR_INIT;
    enum scree_code code;
    if (side >= 0 && strcmp(last, ".fuzziness") == 0) {
        const struct srf_row *at =
            srf_table_find_key(row->measure == SRF_MEASURE_SLOPE ? "slope.*.at" : "altitude.*.at");
        const double at_value =
            (double)srf_values_float(&change->values.payloads[at - srf_table], (unsigned)side);
        code = srf_unit_width(number, row->measure, unit, change->scale, at_value, side, &found);
    } else {
        code = srf_unit_value(number, row->measure, unit, change->scale, &found);
    }
    if (code == SCREE_BAD_ARGUMENT) return refuse(change, found.text);
    return code == SCREE_OK ? SCREE_OK : err_set(change->err, code, "%s", found.text);
}

void srf_field_words(struct srf_words *out, const struct srf_row *row, const char *value)
{
    const size_t length = strspn(value, NUMBER_SIGNS);
    *out = (struct srf_words){.unit = SRF_UNIT_MISSING};
    snprintf(out->number, sizeof out->number, "%.*s", (int)length, value);
    value += length;
    value += strspn(value, " ");
    out->slider = strcmp(value, "slider") == 0;
    out->percent = strcmp(value, "%") == 0;
    out->unit = srf_unit_find(row->measure, value);
}

/* A share is from 0 to 1, whatever the file could hold. */
static enum scree_code put_share(struct change *change, const struct srf_row *row, unsigned i,
                                 double number, bool percent)
{
    const double share = percent ? number / 100 : number;
    if (row->given != SRF_COVR || (share >= 0 && share <= 1) || !isfinite((float)share))
        return put_number(change, row, i, share);
    char text[96];
    if (!percent && number >= 2 && number <= 100)
        snprintf(text, sizeof text, "coverage goes from 0 to 1; for %g %% write %g%%", number,
                 number);
    else
        snprintf(text, sizeof text, "coverage goes from 0 to 1, or from 0%% to 100%%");
    return refuse(change, text);
}

/* A number with what stands behind it. */
static enum scree_code read_value(struct change *change, const struct srf_row *row, int side,
                                  const char *value)
{
    const unsigned i = side >= 0 ? (unsigned)side : 0;
    const char *rest = value;
    double number;
    if (!read_number(&number, &rest)) {
        if (row->flag) return refuse(change, "expected on or off");
        return refuse(change, row->measure != SRF_MEASURE_NONE
                                  ? "expected a number with a unit, such as 12.5tu or 35deg"
                                  : "expected a number such as 0.5 or -12");
    }
    if (strcmp(rest, "slider") == 0 && row->slider_full > 0) {
        if (!(number >= 0 && number <= 100))
            return refuse(change, "a slider's position is from 0 to 100");
        return put_number(change, row, i, (double)srf_table_slider(row, number));
    }
    if (row->measure != SRF_MEASURE_NONE) {
        RETURN_IF_ERR(convert(change, &number, row, side, rest, value));
        return put_number(change, row, i, number);
    }
    if (strcmp(rest, "%") == 0 && row->slider_full > 0) {
        if (row->slider_square)
            return refuse(change, "a percentage could be the value or the slider's position: "
                                  "write a number such as 0.7, or 70slider");
        return put_share(change, row, i, number, true);
    }
    if (rest[0] != '\0') return refuse(change, "this field is a number without a unit");
    return put_share(change, row, i, number, false);
}

static enum scree_code read_list(struct change *change, const struct srf_row *row,
                                 const char *value)
{
    const char *rest = value;
    int16_t hex[3];
    if (row->given == SRF_DIFC && value[0] == '#') {
        if (!srf_text_get_hex(hex, value))
            return refuse(change, "expected a colour such as #5c544a");
        for (unsigned c = 0; c < 3; c++) RETURN_IF_ERR(put_number(change, row, c, hex[c]));
        return SCREE_OK;
    }
    for (unsigned i = 0; i < row->count; i++) {
        double number;
        const bool good = read_number(&number, &rest);
        if (!good || *rest != (i + 1 < row->count ? ',' : '\0'))
            return refuse(change, row->count == 3
                                      ? "expected red, green and blue of 256, such as 92,84,74"
                                      : "expected 4 numbers such as 811.5,20977.25,0,0");
        RETURN_IF_ERR(put_number(change, row, i, number));
        rest += *rest == ',';
        rest += strspn(rest, " ");
    }
    return SCREE_OK;
}

int srf_field_switch(const char *value)
{
    if (strcmp(value, "on") == 0 || strcmp(value, "true") == 0) return 1;
    if (strcmp(value, "off") == 0 || strcmp(value, "false") == 0) return 0;
    return -1;
}

/* A list without the blanks around its items. */
static char *tidy(struct mem_arena *arena, const char *list)
{
    char *const out = mem_arena_text(arena, list, strlen(list));
    if (out == NULL) return NULL;
    char *to = out;
    for (const char *c = list + strspn(list, " "); *c != '\0';) {
        const size_t length = strcspn(c, " ,");
        memmove(to, c, length);
        to += length;
        c += length;
        const size_t blanks = strspn(c, " ");
        if (c[blanks] == ',') {
            *to++ = ',';
            c += blanks + 1;
            c += strspn(c, " ");
        } else if (c[blanks] != '\0') {
            memset(to, ' ', blanks);
            to += blanks;
            c += blanks;
        } else {
            c += blanks;
        }
    }
    *to = '\0';
    return out;
}

static enum scree_code read_text(struct change *change, const struct srf_row *row,
                                 const char *value)
{
    struct scree_error found = SCREE_ERROR_INIT;
    struct srf_payload *const payload = &change->values.payloads[row - srf_table];
    struct mem_arena *const arena = &change->map->arena;
    if (row->list && !srf_classes_are_good(value))
        return refuse(change, "expected classes such as 10,20,Forest: numbers from 0 to 65535, and "
                              "names of a legend");
    if (row->list) value = tidy(arena, value);
    if (value == NULL) return err_no_memory(change->err);
    const enum scree_code code = row->own ? srf_make_own_text(payload, arena, value, &found)
                                          : srf_make_text(payload, arena, value, NULL, &found);
    if (code == SCREE_NO_MEMORY) return err_set(change->err, code, "%s", found.text);
    return code == SCREE_OK ? SCREE_OK : refuse(change, found.text);
}

static enum scree_code read_field(struct change *change, const struct srf_field *field,
                                  const char *value)
{
    const struct srf_row *row = field->row;
    const int on = srf_field_switch(value);
    const unsigned side = field->side >= 0 ? (unsigned)field->side : 0;
    if (row->kind == SRF_KIND_TEXT) return read_text(change, row, value);
    if (field->on_row != NULL) {
        RETURN_IF_ERR(put_number(change, field->on_row, side, on != 0));
        return on >= 0 ? SCREE_OK : read_value(change, row, field->side, value);
    }
    if (row->flag && on >= 0) return put_number(change, row, side, on);
    if (field->side < 0 && row->count > 1) return read_list(change, row, value);
    return read_value(change, row, field->side, value);
}

enum scree_code srf_set_field(struct srf_map *map, uint32_t index, const char *field,
                              const char *value, const struct srf_scale *scale,
                              struct scree_error *err)
{
    char label[LABEL_SIZE];
    if (map->source != NULL) return srf_source_set(map, index, field, value, scale, err);
    snprintf(label, sizeof label, "%.40s=%.40s", field, value);
    struct change change;
    struct srf_field found;
    RETURN_IF_ERR(start(&change, &found, map, index, field, label, err));
    change.scale = scale;
    RETURN_IF_ERR(read_field(&change, &found, value));
    return commit(&change, &found);
}

enum scree_code srf_set_numbers(struct srf_map *map, uint32_t index, const char *field,
                                const double *values, size_t count, struct scree_error *err)
{
    char label[LABEL_SIZE];
    if (map->source != NULL) return srf_source_set_numbers(map, index, field, values, count, err);
    snprintf(label, sizeof label, "%.40s", field);
    struct change change;
    struct srf_field found;
    RETURN_IF_ERR(start(&change, &found, map, index, field, label, err));
    const size_t wanted = found.side >= 0 ? 1 : found.row->count;
    if (found.row->kind == SRF_KIND_TEXT || count != wanted) {
        char text[64];
        snprintf(text, sizeof text, "%zu numbers, the field has %zu", count, wanted);
        return refuse(&change, text);
    }
    for (size_t i = 0; i < count; i++)
        RETURN_IF_ERR(put_number(&change, found.row,
                                 (unsigned)(found.side >= 0 ? found.side : (int)i), values[i]));
    if (found.on_row != NULL)
        RETURN_IF_ERR(put_number(&change, found.on_row, (unsigned)found.side, 1));
    return commit(&change, &found);
}

enum scree_code srf_get_numbers(double values[SRF_FIELD_NUMBERS], size_t *count,
                                const struct srf_map *map, uint32_t index, const char *field,
                                struct scree_error *err)
{
    *count = 0;
    struct srf_field found;
    if (index >= map->layer_count)
        return err_set(err, SCREE_BAD_ARGUMENT, "%.40s: there is no layer #%lu", field,
                       (unsigned long)index);
    if (!srf_field_find(&found, field)) return fail_field(err, field, field);
    if (found.row->kind == SRF_KIND_TEXT)
        return err_set(err, SCREE_BAD_ARGUMENT, "%.40s: there is no such field of numbers", field);
    struct mem_arena arena = {0};
    struct srf_payload factory[SRF_ROW_COUNT];
    enum scree_code code = SCREE_OK;
    if (srf_make_factory(factory, &arena, index == 0)) {
        struct srf_values all;
        srf_values_collect(&all, map->layers[index], factory);
        const uint8_t *data = all.payloads[found.row - srf_table].data;
        if (found.side < 0)
            for (unsigned i = 0; i < found.row->count; i++)
                values[(*count)++] = srf_table_number(found.row, data, i);
        else
            values[(*count)++] = srf_table_number(found.row, data, (unsigned)found.side);
        if (found.on_row != NULL)
            values[(*count)++] = srf_table_number(
                found.on_row, all.payloads[found.on_row - srf_table].data, (unsigned)found.side);
    } else {
        code = err_no_memory(err);
    }
    mem_arena_free(&arena);
    return code;
}
