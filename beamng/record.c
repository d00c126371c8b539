/*
 * The record of what scree placed in a level: a line of JSON for each item, beside the level's report.
 * The game writes items anew when it saves, with other digits, and people move them: what still stands as
 * the record has it is scree's, all else is theirs.
 */
#include "beamng/growth.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beamng/into_plants.h"

#define HEADER "{\"format\":\"scree-placed-1\"}\n"
#define MOST_KINDS 4096
#define MOST_MM 1e13

/* NULL: it is none of the record's. Of many items in a row most are of the last's. */
static const char *find_kind(const struct beamng_record *record, const char *kind)
{
    if (record->count > 0 && strcmp(record->entries[record->count - 1].kind, kind) == 0)
        return record->entries[record->count - 1].kind;
    for (size_t i = 0; i < record->kind_count; i++)
        if (strcmp(record->kinds[i], kind) == 0) return record->kinds[i];
    return NULL;
}

static enum scree_code take_kind(const char **out, struct beamng_record *record, const char *kind,
                                 struct scree_error *err)
{
    *out = find_kind(record, kind);
    if (*out != NULL) return SCREE_OK;
    if (record->kind_count == MOST_KINDS)
        return err_set(err, SCREE_LIMIT, "has more than %d kinds of plants; nothing was changed",
                       MOST_KINDS);
    if (record->kinds == NULL) record->kinds = mem_alloc(MOST_KINDS, sizeof *record->kinds);
    *out = mem_arena_text(&record->arena, kind, strlen(kind));
    if (record->kinds == NULL || *out == NULL) return err_no_memory(err);
    record->kinds[record->kind_count++] = *out;
    return SCREE_OK;
}

static enum scree_code append(struct beamng_record *record, const struct beamng_entry *entry,
                              const char *kind, struct scree_error *err)
{
    const char *own;
    RETURN_IF_ERR(take_kind(&own, record, kind, err));
    struct beamng_entry *entries =
        mem_room(record->entries, record->count, &record->room, sizeof *entries);
    if (entries == NULL) return err_no_memory(err);
    record->entries = entries;
    record->entries[record->count] = *entry;
    record->entries[record->count++].kind = own;
    return SCREE_OK;
}

enum scree_code beamng_record_add(struct beamng_record *record, const char *kind,
                                  const double at_m[3], struct beamng_shape shape,
                                  struct scree_error *err)
{
    struct beamng_entry entry = {.scale = shape.scale, .yaw = shape.yaw};
    for (int k = 0; k < 3; k++) entry.at_mm[k] = (int64_t)floor(at_m[k] * 1000 + 0.5);
    return append(record, &entry, kind, err);
}

enum scree_code beamng_record_growth(struct beamng_record *record,
                                     const struct beamng_growth *growth, struct scree_error *err)
{
    for (size_t i = 0; i < growth->placed->count; i++) {
        const struct plants_item *item = &growth->placed->items[i];
        const struct beamng_shape shape = {(uint8_t)item->yaw, item->scale};
        char kind[BEAMNG_PATH_SIZE];
        double at_m[3];
        if (!beamng_grows(growth, item->species) ||
            (growth->chosen != NULL && !growth->chosen[i]) ||
            !beamng_item_stand(at_m, growth, item))
            continue;
        beamng_item_name(kind, &growth->list->species[item->species]);
        RETURN_IF_ERR(beamng_record_add(record, kind, at_m, shape, err));
    }
    return SCREE_OK;
}

static enum scree_code read_line(struct beamng_record *record, const struct into_lines *lines,
                                 struct scree_error *err)
{
    struct beamng_entry entry = {0};
    json_t *line = json_loadb(lines->line, lines->length, 0, NULL);
    const char *kind = json_string_value(json_array_get(line, 0));
    bool good = json_array_size(line) == 6 && kind != NULL && strlen(kind) < BEAMNG_PATH_SIZE;
    for (size_t k = 1; k < 6; k++) good &= json_is_integer(json_array_get(line, k));
    for (size_t k = 0; k < 3 && good; k++) {
        entry.at_mm[k] = json_integer_value(json_array_get(line, k + 1));
        good = fabs((double)entry.at_mm[k]) < MOST_MM;
    }
    const json_int_t yaw = json_integer_value(json_array_get(line, 4));
    const json_int_t scale = json_integer_value(json_array_get(line, 5));
    good = good && yaw >= 0 && yaw < 256 && scale >= 0 && scale < 65536 &&
           (record->kind_count < MOST_KINDS || find_kind(record, kind) != NULL);
    entry.yaw = (uint8_t)yaw;
    entry.scale = (uint32_t)scale;
    const enum scree_code code = good ? append(record, &entry, kind, err) : SCREE_OK;
    json_decref(line);
    return code;
}

enum scree_code beamng_record_read(bool *is_record, struct beamng_record *record, const char *text,
                                   size_t size, struct scree_error *err)
{
    const size_t header = strlen(HEADER);
    *is_record = size >= header && memcmp(text, HEADER, header) == 0;
    if (!*is_record) return SCREE_OK;
    struct into_lines lines = {text + header, size - header, NULL, 0};
    while (beamng_into_next_line(&lines)) RETURN_IF_ERR(read_line(record, &lines, err));
    return SCREE_OK;
}

static int compare(const void *a, const void *b)
{
    const struct beamng_entry *one = a, *other = b;
    if (one->kind != other->kind) return strcmp(one->kind, other->kind);
    for (int k = 0; k < 3; k++)
        if (one->at_mm[k] != other->at_mm[k]) return one->at_mm[k] < other->at_mm[k] ? -1 : 1;
    if (one->yaw != other->yaw) return one->yaw < other->yaw ? -1 : 1;
    return one->scale < other->scale ? -1 : one->scale > other->scale;
}

void beamng_record_sort(struct beamng_record *record)
{
    size_t kept = 0;
    if (record->count == 0) return;
    qsort(record->entries, record->count, sizeof *record->entries, compare);
    for (size_t i = 1; i < record->count; i++)
        if (compare(&record->entries[kept], &record->entries[i]) != 0)
            record->entries[++kept] = record->entries[i];
    record->count = kept + 1;
}

enum scree_code beamng_record_put(struct stream *to, const struct beamng_record *record,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(stream_put(to, HEADER, strlen(HEADER), err));
    for (size_t i = 0; i < record->count; i++) {
        const struct beamng_entry *entry = &record->entries[i];
        json_t *kind = json_string(entry->kind);
        char *text = json_dumps(kind, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
        json_decref(kind);
        if (text == NULL) return err_no_memory(err);
        const enum scree_code code = stream_print(
            to, err, "[%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",%u,%u]\n", text, entry->at_mm[0],
            entry->at_mm[1], entry->at_mm[2], (unsigned)entry->yaw, (unsigned)entry->scale);
        free(text);
        if (code != SCREE_OK) return code;
    }
    return SCREE_OK;
}

static bool is_near(int64_t at_mm, double at_m, double off_mm)
{
    return fabs((double)at_mm - at_m * 1000) <= 1 + off_mm + fabs(at_m) * 1.2e-4;
}

/* The first item of the kind that may stand so far east. */
static size_t find_first(const struct beamng_record *record, const char *kind, double at_m)
{
    const double least_mm = at_m * 1000 - 1 - fabs(at_m) * 1.2e-4;
    size_t low = 0, high = record->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct beamng_entry *entry = &record->entries[middle];
        const int order = entry->kind == kind ? 0 : strcmp(entry->kind, kind);
        if (order < 0 || (order == 0 && (double)entry->at_mm[0] < least_mm))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool beamng_record_take(struct beamng_record *record, const char *kind, double at_m[3],
                        struct beamng_shape shape)
{
    const char *own = find_kind(record, kind);
    if (own == NULL) return false;
    for (size_t i = find_first(record, own, at_m[0]); i < record->count; i++) {
        struct beamng_entry *entry = &record->entries[i];
        if (entry->kind != own || !is_near(entry->at_mm[0], at_m[0], 0)) break;
        if (entry->found || entry->yaw != shape.yaw || entry->scale != shape.scale ||
            !is_near(entry->at_mm[1], at_m[1], 0) ||
            !is_near(entry->at_mm[2], at_m[2], record->off_mm))
            continue;
        entry->found = true;
        for (int k = 0; k < 3; k++) at_m[k] = (double)entry->at_mm[k] / 1000;
        return true;
    }
    return false;
}

void beamng_record_free(struct beamng_record *record)
{
    mem_free(record->entries);
    mem_free(record->kinds);
    mem_arena_free(&record->arena);
    memset(record, 0, sizeof *record);
}
