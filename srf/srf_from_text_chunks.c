/*
 * The lists of chunks of a map that does not stand as Terragen writes it. What is listed must be
 * such that a reader finds the same chunks again: markers, padding and nesting are checked here.
 */
#include <string.h>

#include "srf/srf_from_text.h"
#include "srf/srf_make.h"

struct lister {
    struct srf_text_reader *reader;
    const struct srf_text_list *what;
    struct srf_chunk *next_layer;
    bool root_seen; /* at the top level */
    bool used[SRF_TABLE_COUNT];
};

struct entry {
    char marker[5];
    const struct srf_row *row; /* NULL: unknown in its place */
    const json_t *data, *padding, *chunks;
};

static enum scree_code read_marker(struct lister *lister, struct entry *entry, const json_t *value,
                                   enum srf_place place, const struct srf_where *where)
{
    const char *text = json_string_value(value);
    bool good = text != NULL && json_string_length(value) == 4;
    for (size_t i = 0; good && i < 4; i++) good = text[i] >= 0x20 && text[i] < 0x7f;
    if (!good)
        FAIL_AT(lister->reader, SCREE_MALFORMED, where,
                "expected the marker of a chunk, 4 plain characters in quotes");
    memcpy(entry->marker, text, 4);
    entry->row = srf_table_find(place, text);
    return SCREE_OK;
}

static enum scree_code read_entry(struct lister *lister, struct entry *entry, json_t *value,
                                  enum srf_place place, const struct srf_where *where)
{
    memset(entry, 0, sizeof *entry);
    if (json_is_string(value)) return read_marker(lister, entry, value, place, where);
    if (!json_is_object(value))
        FAIL_AT(lister->reader, SCREE_MALFORMED, where,
                "expected a marker in quotes or an object, found %s", json_text_kind(value));
    const char *key;
    json_t *member;
    json_object_foreach(value, key, member)
    {
        const struct srf_where inside = {where, key, 0};
        if (strcmp(key, "data") == 0)
            entry->data = member;
        else if (strcmp(key, "padding") == 0)
            entry->padding = member;
        else if (strcmp(key, "chunks") == 0)
            entry->chunks = member;
        else if (strcmp(key, "marker") != 0)
            FAIL_AT(lister->reader, SCREE_MALFORMED, &inside,
                    "unknown key, expected marker, data, padding, chunks");
    }
    member = json_object_get(value, "marker");
    const struct srf_where inside = {where, "marker", 0};
    return read_marker(lister, entry, member, place, member != NULL ? &inside : where);
}

static enum scree_code get_list(struct lister *lister, struct srf_chunk **next, const json_t *list,
                                enum srf_place place, uint32_t depth, bool data_follows,
                                const struct srf_where *where);

/* A layer's chunk, which is complete already. */
static enum scree_code take_layer(struct lister *lister, struct srf_chunk **out,
                                  const struct entry *entry, const struct srf_where *where)
{
    if (entry->data != NULL || entry->chunks != NULL)
        FAIL_AT(lister->reader, SCREE_MALFORMED, where,
                "a layer has neither data nor chunks here: its contents stand in %s",
                lister->what->payloads != NULL ? "\"children\"" : "\"root\"");
    if (lister->next_layer == NULL)
        FAIL_AT(lister->reader, SCREE_MALFORMED, where,
                "more SRFL than there are layers in \"children\"");
    *out = lister->next_layer;
    lister->next_layer = (*out)->next;
    (*out)->next = NULL;
    memcpy((*out)->marker, entry->marker, 4);
    lister->root_seen = true;
    return SCREE_OK;
}

/* Takes all values of a place. Returns the row of one that was taken before, NULL if none was.
 * Calls itself at most twice deep. */
static const struct srf_row *use_all(struct lister *lister, enum srf_place place)
{
    const bool is_scene = srf_table_is_scene(place);
    for (size_t i = 0; i < SRF_TABLE_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != place) continue;
        if (is_scene && row->kind != SRF_KIND_CONTAINER &&
            lister->what->scene[i - SRF_ROW_COUNT].data == NULL)
            continue;
        if (row->kind == SRF_KIND_CONTAINER) {
            const struct srf_row *twice = use_all(lister, row->inside);
            if (twice != NULL) return twice;
            continue;
        }
        if (lister->used[i]) return row;
        lister->used[i] = true;
    }
    return NULL;
}

static enum scree_code make_container(struct lister *lister, struct srf_chunk *chunk,
                                      const struct entry *entry, uint32_t depth,
                                      const struct srf_where *where)
{
    struct srf_text_reader *reader = lister->reader;
    if (entry->data != NULL)
        FAIL_AT(reader, SCREE_MALFORMED, where, "%s holds chunks, not data", entry->row->marker);
    if (entry->chunks != NULL) {
        const struct srf_where inside = {where, "chunks", 0};
        RETURN_IF_ERR(get_list(lister, &chunk->first_child, entry->chunks, entry->row->inside,
                               depth + 1, false, &inside));
    } else {
        const struct srf_row *twice = use_all(lister, entry->row->inside);
        if (twice != NULL)
            FAIL_AT(reader, SCREE_MALFORMED, where,
                    "%s%s is listed before: list the chunks of this %s, with their \"data\"",
                    srf_table_prefix(twice->place), twice->marker, entry->row->marker);
        const enum srf_place place = entry->row->inside;
        struct srf_chunk **const first = &chunk->first_child;
        if (srf_table_is_scene(place)
                ? !srf_make_scene(first, &reader->arena, place, lister->what->scene)
                : !srf_make_chunks(first, &reader->arena, place, lister->what->payloads))
            return err_no_memory(reader->err);
    }
    srf_make_close(chunk);
    return SCREE_OK;
}

static enum scree_code make_data(struct lister *lister, struct srf_chunk *chunk,
                                 const struct entry *entry, const struct srf_where *where)
{
    struct srf_text_reader *reader = lister->reader;
    struct srf_payload payload = {NULL, 0};
    if (entry->chunks != NULL)
        FAIL_AT(reader, SCREE_MALFORMED, where, "%s holds no chunks here", entry->marker);
    if (entry->data != NULL) {
        const struct srf_where inside = {where, "data", 0};
        RETURN_IF_ERR(srf_text_get_bytes(&payload, reader, entry->data, &inside));
    } else {
        if (entry->row == NULL || entry->row->key == NULL)
            FAIL_AT(reader, SCREE_MALFORMED, where, "no key describes %s here: give its \"data\"",
                    entry->marker);
        const size_t row = (size_t)(entry->row - srf_table);
        if (lister->used[row])
            FAIL_AT(reader, SCREE_MALFORMED, where,
                    "%s is listed twice: give one of them its \"data\"", entry->row->marker);
        lister->used[row] = true;
        payload = row < SRF_ROW_COUNT ? lister->what->payloads[row]
                                      : lister->what->scene[row - SRF_ROW_COUNT];
        if (payload.data == NULL)
            FAIL_AT(reader, SCREE_MALFORMED, where,
                    "\"scene\" has no \"%s\": give the chunk its \"data\"", entry->row->key);
    }
    chunk->data = payload.data;
    srf_make_size(chunk, payload.size);
    return SCREE_OK;
}

static enum scree_code set_padding(struct lister *lister, struct srf_chunk *chunk,
                                   const struct entry *entry, bool data_follows,
                                   const struct srf_where *where)
{
    if (entry->padding == NULL) return SCREE_OK;
    const struct srf_where inside = {where, "padding", 0};
    struct srf_payload padding;
    RETURN_IF_ERR(srf_text_get_bytes(&padding, lister->reader, entry->padding, &inside));
    const uint8_t usual = srf_make_padding(chunk->size);
    if (padding.size > usual || (data_follows && padding.size < usual))
        FAIL_AT(lister->reader, SCREE_MALFORMED, &inside,
                "has %lu bytes, a chunk of %lu bytes needs %u", (unsigned long)padding.size,
                (unsigned long)chunk->size, (unsigned)usual);
    chunk->padding_size = (uint8_t)padding.size;
    if (padding.size > 0) memcpy(chunk->padding, padding.data, padding.size);
    return SCREE_OK;
}

/* Calls itself at most three deep: DENS, VART, SETT. */
static enum scree_code get_list(struct lister *lister, struct srf_chunk **next, const json_t *list,
                                enum srf_place place, uint32_t depth, bool data_follows,
                                const struct srf_where *where)
{
    struct srf_text_reader *reader = lister->reader;
    if (!json_is_array(list))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected a list of chunks in [], found %s",
                json_text_kind(list));
    const size_t count = json_array_size(list);
    if (count > 0 && depth > reader->limits.max_depth)
        FAIL_AT(reader, SCREE_LIMIT, where, "chunks nested deeper than %lu",
                (unsigned long)reader->limits.max_depth);
    for (size_t i = 0; i < count; i++) {
        const struct srf_where here = {where, NULL, i};
        struct entry entry;
        RETURN_IF_ERR(read_entry(lister, &entry, json_array_get(list, i), place, &here));
        const bool is_container = entry.row != NULL && entry.row->kind == SRF_KIND_CONTAINER;
        struct srf_chunk *chunk = NULL;
        if (is_container && entry.row->inside == SRF_PLACE_LAYER &&
            !(lister->what->payloads == NULL && lister->root_seen)) {
            RETURN_IF_ERR(take_layer(lister, &chunk, &entry, &here));
        } else {
            chunk = srf_make_chunk(&reader->arena, entry.marker);
            if (chunk == NULL) return err_no_memory(reader->err);
            const bool raw = entry.data != NULL && depth == 0 && is_container &&
                             srf_table_is_scene(entry.row->inside);
            if (is_container && entry.row->inside != SRF_PLACE_LAYER && !raw)
                RETURN_IF_ERR(make_container(lister, chunk, &entry, depth, &here));
            else
                RETURN_IF_ERR(make_data(lister, chunk, &entry, &here));
        }
        RETURN_IF_ERR(set_padding(lister, chunk, &entry, data_follows || i + 1 < count, &here));
        *next = chunk;
        next = &chunk->next;
    }
    return SCREE_OK;
}

/* A value that no chunk takes up must be left out, or be what the chunk's absence means. */
static enum scree_code check_unused(struct lister *lister)
{
    struct srf_text_reader *reader = lister->reader;
    const struct srf_text_list *what = lister->what;
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->key == NULL || lister->used[i]) continue;
        const struct srf_payload *value = &what->payloads[i];
        if (value->data == reader->start[what->is_root][i].data ||
            srf_values_equal(row, -1, value, &reader->factory[what->is_root][i]))
            continue;
        char key[16];
        const size_t length = strcspn(row->key, ".");
        memcpy(key, row->key, length < sizeof key ? length : 0);
        key[length < sizeof key ? length : 0] = '\0';
        const struct srf_where where = {what->owner, key[0] != '\0' ? key : "chunks", 0};
        FAIL_AT(reader, SCREE_MALFORMED, &where,
                "its chunk %s%s is not in \"chunks\": list it there without data",
                srf_table_prefix(row->place), row->marker);
    }
    return SCREE_OK;
}

/* The same for the values of a scene. */
static enum scree_code check_scene_used(struct lister *lister)
{
    for (size_t i = 0; i < SRF_SCENE_COUNT; i++) {
        const struct srf_row *row = &srf_table[SRF_ROW_COUNT + i];
        if (lister->what->scene[i].data == NULL || lister->used[SRF_ROW_COUNT + i]) continue;
        const struct srf_where where = {NULL, "scene", 0};
        FAIL_AT(lister->reader, SCREE_MALFORMED, &where,
                "the chunk of \"%s\", %s in %s, is not in \"chunks\": list it there without data",
                row->key, row->marker, srf_table_place(row->place));
    }
    return SCREE_OK;
}

enum scree_code srf_text_get_chunks(struct srf_chunk **first, struct srf_text_reader *reader,
                                    const json_t *list, const struct srf_text_list *what,
                                    const struct srf_where *where)
{
    struct lister lister = {.reader = reader, .what = what, .next_layer = what->layers};
    RETURN_IF_ERR(
        get_list(&lister, first, list, what->place, what->depth, what->tail_follows, where));
    if (lister.next_layer != NULL)
        FAIL_AT(reader, SCREE_MALFORMED, where, "fewer SRFL than layers: \"SRFL\" stands for each");
    return what->payloads != NULL ? check_unused(&lister) : check_scene_used(&lister);
}
