/*
 * A changed value in a map's own chunks: sizes are corrected upwards, padding is kept as long as
 * its length is right, and a chunk that is missing goes where Terragen would write it. Other bytes
 * stay.
 */
#include "srf/srf_make.h"

#include <string.h>

#include "base/text.h"

/* ---- sizes ---- */

/* Padding is kept as it was as long as its length is right. */
static void set_size(struct srf_chunk *chunk, uint32_t size)
{
    const bool same_length = srf_make_padding(size) == srf_make_padding(chunk->size);
    if (same_length)
        chunk->size = size;
    else
        srf_make_size(chunk, size);
}

static void measure(struct srf_chunk *container)
{
    uint32_t size = 0;
    for (const struct srf_chunk *chunk = container->first_child; chunk != NULL; chunk = chunk->next)
        size += 8 + chunk->size + chunk->padding_size;
    set_size(container, size);
}

/* Calls itself at most twice deep; child layers have kept their sizes. */
static void measure_containers(struct srf_chunk *container, enum srf_place place)
{
    for (struct srf_chunk *chunk = container->first_child; chunk != NULL; chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(place, chunk->marker);
        if (!chunk->container || row->inside == SRF_PLACE_LAYER) continue;
        measure_containers(chunk, row->inside);
        measure(chunk);
    }
}

static void measure_layer(struct srf_layer *layer)
{
    measure_containers(layer->chunk, SRF_PLACE_LAYER);
    for (struct srf_layer *at = layer; at != NULL; at = at->parent) measure(at->chunk);
}

/* ---- chunks ---- */

/* What counts for a row: the last of its kind. Calls itself at most three deep. */
static struct srf_chunk *find_chunk(struct srf_chunk *container, enum srf_place place,
                                    const struct srf_row *row)
{
    struct srf_chunk *last = NULL;
    for (struct srf_chunk *chunk = container->first_child; chunk != NULL; chunk = chunk->next) {
        const struct srf_row *found = srf_table_find(place, chunk->marker);
        if (found == row) last = chunk;
        if (found == row || !chunk->container || found->inside == SRF_PLACE_LAYER) continue;
        struct srf_chunk *inside = find_chunk(chunk, found->inside, row);
        if (inside != NULL) last = inside;
    }
    return last;
}

/* Links a chunk before the first that Terragen would write behind it. */
static void insert(struct srf_chunk *container, struct srf_chunk *chunk, const struct srf_row *row)
{
    struct srf_chunk **at = &container->first_child, *before = NULL;
    for (; *at != NULL; before = *at, at = &(*at)->next) {
        const struct srf_row *other = srf_table_find(row->place, (*at)->marker);
        if (other != NULL && other > row) break;
    }
    chunk->next = *at;
    *at = chunk;
    /* Only a last chunk may do without padding. */
    if (before != NULL && before->padding_size < srf_make_padding(before->size))
        srf_make_size(before, before->size);
}

/* The chunk of a row, made if there is none; a container stays empty. Calls itself for what it
 * stands in, at most three deep. NULL if memory ran out. */
static struct srf_chunk *make_chunk(struct srf_map *map, struct srf_layer *layer,
                                    const struct srf_row *row, const struct srf_payload *payload)
{
    struct srf_chunk *chunk = find_chunk(layer->chunk, SRF_PLACE_LAYER, row);
    if (chunk != NULL) return chunk;
    struct srf_chunk *container = layer->chunk;
    for (size_t i = 0; i < SRF_ROW_COUNT && row->place != SRF_PLACE_LAYER; i++) {
        if (srf_table[i].inside != row->place) continue;
        container = make_chunk(map, layer, &srf_table[i], NULL);
        if (container == NULL) return NULL;
    }
    chunk = srf_make_chunk(&map->arena, row->marker);
    if (chunk == NULL) return NULL;
    chunk->offset = SCREE_NO_OFFSET;
    chunk->container = row->kind == SRF_KIND_CONTAINER;
    if (payload != NULL) {
        chunk->data = payload->data;
        srf_make_size(chunk, payload->size);
    }
    insert(container, chunk, row);
    return chunk;
}

enum scree_code srf_edit_prepare(struct srf_map *map, struct srf_layer *layer,
                                 const struct srf_row *row, struct scree_error *err)
{
    if (find_chunk(layer->chunk, SRF_PLACE_LAYER, row) != NULL) return SCREE_OK;
    if (layer->depth + 4 > SRF_MAX_DEPTH)
        return err_set(err, SCREE_LIMIT, "chunks nested deeper than %d", SRF_MAX_DEPTH);
    struct srf_payload factory[SRF_ROW_COUNT];
    if (!srf_make_factory(factory, &map->arena, layer->parent == NULL)) return err_no_memory(err);
    const struct srf_chunk *chunk = make_chunk(map, layer, row, &factory[row - srf_table]);
    measure_layer(layer);
    if (chunk == NULL) return err_no_memory(err);
    layer->given |= row->given;
    return SCREE_OK;
}

/* ---- the view ---- */

static enum scree_code set_name(struct srf_map *map, struct srf_layer *layer,
                                const struct srf_payload *payload, struct scree_error *err)
{
    const uint8_t *nul = payload->size > 0 ? memchr(payload->data, '\0', payload->size) : NULL;
    const size_t length = nul != NULL ? (size_t)(nul - payload->data) : payload->size;
    const size_t size = text_from_cp1252(NULL, 0, payload->data, length);
    char *name = mem_arena_alloc(&map->arena, size, 1);
    if (name == NULL) return err_no_memory(err);
    text_from_cp1252(name, size, payload->data, length);
    layer->name = name;
    return SCREE_OK;
}

enum scree_code srf_edit_put(struct srf_map *map, struct srf_layer *layer,
                             const struct srf_row *row, const struct srf_payload *payload,
                             struct scree_error *err)
{
    RETURN_IF_ERR(srf_edit_prepare(map, layer, row, err));
    if (row->given == SRF_NAME) RETURN_IF_ERR(set_name(map, layer, payload, err));
    struct srf_chunk *chunk = find_chunk(layer->chunk, SRF_PLACE_LAYER, row);
    chunk->data = payload->data;
    if (chunk->size != payload->size) {
        set_size(chunk, payload->size);
        measure_layer(layer);
    }
    if (row->own && row->kind == SRF_KIND_TEXT)
        *srf_table_text(layer, row) = (const char *)payload->data;
    if (row->field != 0 && row->kind != SRF_KIND_TEXT)
        for (unsigned i = 0; i < row->count; i++)
            srf_table_store(layer, row, i, srf_table_number(row, payload->data, i));
    return SCREE_OK;
}
