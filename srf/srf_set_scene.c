/* Changes of a world's scene as people write them: scene.sun.heading=120. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/grow.h"
#include "base/suggest.h"
#include "srf/srf_field.h"
#include "srf/srf_make.h"
#include "srf/srf_table.h"

#define PREFIX "scene."
#define NUMBER_SIGNS "+-.0123456789eE"
#define LABEL_SIZE 96

struct change {
    const struct srf_row *row;
    struct srf_chunk *chunk;
    const char *value;
    double numbers[SRF_SCENE_NUMBERS];
    char label[LABEL_SIZE]; /* what messages begin with */
    const struct srf_scale *scale;
    struct scree_error *err;
};

/* A layer may have this name. */
bool srf_change_is_scene(const char *text)
{
    struct srf_field field;
    char key[48];
    if (strncmp(text, PREFIX, sizeof PREFIX - 1) != 0 || strchr(text, '=') == NULL) return false;
    text += sizeof PREFIX - 1;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(text, "="), text);
    return !srf_field_find(&field, key);
}

static enum scree_code refuse(const struct change *change, const char *why)
{
    return err_set(change->err, SCREE_BAD_ARGUMENT, "%s: %s", change->label, why);
}

static enum scree_code find_row(struct change *change, const char *text)
{
    char key[48], hint[64];
    const char *const from = text + sizeof PREFIX - 1;
    const size_t length = strcspn(from, "=");
    snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length : sizeof key - 1), from);
    change->value = from + length + 1;
    change->row = srf_table_find_scene(key);
    if (change->row != NULL && change->row->count > 0) return SCREE_OK;
    struct scree_suggestion suggest = {key, NULL, 0};
    for (size_t i = SRF_ROW_COUNT; i < SRF_TABLE_COUNT; i++)
        if (srf_table[i].count > 0) suggest_offer(&suggest, srf_table[i].key);
    return err_set(change->err, SCREE_BAD_ARGUMENT, "'%.60s': a scene has no '%s'%s", text, key,
                   suggest_text(hint, sizeof hint, &suggest));
}

/* The chunk that counts, to be written to. */
static struct srf_chunk *find_chunk(struct srf_chunk *from, const struct srf_chunk *wanted)
{
    for (struct srf_chunk *chunk = from; chunk != NULL; chunk = chunk->next) {
        if (chunk == wanted) return chunk;
        struct srf_chunk *const inside = find_chunk(chunk->first_child, wanted);
        if (inside != NULL) return inside;
    }
    return NULL;
}

static enum scree_code find_place(struct change *change, const struct srf_map *map)
{
    const struct srf_chunk *const chunk =
        map->scene.chunks[change->row - srf_table - SRF_ROW_COUNT];
    if (map->source != NULL)
        return refuse(change,
                      "change the scene of a text in the text itself, or convert it to .tgw");
    if (map->container != SRF_FILE_TGW) return refuse(change, "only a world (.tgw) has a scene");
    if (chunk != NULL) change->chunk = find_chunk(map->first_chunk, chunk);
    return change->chunk != NULL ? SCREE_OK : refuse(change, "the world has no such value");
}

/* ---- numbers ---- */

static enum scree_code check_number(const struct change *change, double value)
{
    if (change->row->kind == SRF_KIND_F32)
        return isfinite((float)value) ? SCREE_OK : refuse(change, "numbers go up to 3.4e38");
    const double low = change->row->kind == SRF_KIND_I16   ? INT16_MIN
                       : change->row->kind == SRF_KIND_I32 ? INT32_MIN
                                                           : 0;
    const double high = change->row->kind == SRF_KIND_I16   ? INT16_MAX
                        : change->row->kind == SRF_KIND_I32 ? INT32_MAX
                                                            : UINT32_MAX;
    char text[80];
    if (value >= low && value <= high && value == floor(value)) return SCREE_OK;
    snprintf(text, sizeof text, "expected a whole number from %.0f to %.0f", low, high);
    return refuse(change, text);
}

static enum scree_code convert(const struct change *change, double *number, const char *unit_text)
{
    const enum srf_measure measure = change->row->measure;
    if (measure == SRF_MEASURE_NONE)
        return unit_text[0] == '\0' ? SCREE_OK : refuse(change, "this is a number without a unit");
    const enum srf_unit unit = srf_unit_find(measure, unit_text);
    if (unit == SRF_UNIT_MISSING)
        return refuse(change, "the number needs a unit, m or tu, such as 12.5tu");
    struct scree_error found = SCREE_ERROR_INIT;
    const enum scree_code code = srf_unit_value(number, measure, unit, change->scale, &found);
    if (code == SCREE_BAD_ARGUMENT) return refuse(change, found.text);
    return code == SCREE_OK ? SCREE_OK : err_set(change->err, code, "%s", found.text);
}

static enum scree_code read_value(struct change *change)
{
    const char *text = change->value;
    for (unsigned i = 0; i < change->row->count; i++) {
        const size_t length = strspn(text, NUMBER_SIGNS);
        json_t *const number = json_loadb(text, length, JSON_DECODE_ANY, NULL);
        const bool good = json_is_number(number);
        if (good) change->numbers[i] = json_number_value(number);
        json_decref(number);
        text += length + strspn(text + length, " ");
        const bool last = i + 1 == change->row->count;
        if (!good || (!last && *text != ','))
            return refuse(change, change->row->count == 3
                                      ? "expected red, green and blue of 256, such as 92,84,74"
                                      : "expected a number such as 0.5, -12 or 30m");
        if (last) RETURN_IF_ERR(convert(change, &change->numbers[i], text));
        RETURN_IF_ERR(check_number(change, change->numbers[i]));
        if (!last) text += 1 + strspn(text + 1, " ");
    }
    return SCREE_OK;
}

static void print_numbers(struct grow *line, const struct change *change)
{
    for (unsigned i = 0; i < change->row->count; i++)
        grow_print(line, "%s%.7g", i > 0 ? "," : "",
                   srf_table_number(change->row, change->chunk->data, i));
    if (change->row->measure != SRF_MEASURE_NONE) grow_print(line, " tu");
}

enum scree_code srf_change_scene(struct srf_map *map, const char *text,
                                 const struct srf_scale *scale, struct scree_bytes *said,
                                 struct scree_error *err)
{
    struct change change = {.scale = scale, .err = err};
    struct grow line = {.text = NULL};
    snprintf(change.label, sizeof change.label, "%.60s", text);
    RETURN_IF_ERR(find_row(&change, text));
    RETURN_IF_ERR(find_place(&change, map));
    RETURN_IF_ERR(read_value(&change));
    const size_t size = change.chunk->size;
    uint8_t *const bytes = mem_arena_alloc(&map->arena, size, 1);
    if (bytes == NULL) return err_no_memory(err);
    memcpy(bytes, change.chunk->data, size);
    for (unsigned i = 0; i < change.row->count; i++)
        srf_make_put(bytes, change.row, i, change.numbers[i]);
    grow_print(&line, "scene: %s ", change.row->key);
    print_numbers(&line, &change);
    change.chunk->data = bytes;
    grow_print(&line, " -> ");
    print_numbers(&line, &change);
    const enum scree_code code = said != NULL ? grow_take(said, &line, err) : SCREE_OK;
    grow_free(&line);
    return code;
}
