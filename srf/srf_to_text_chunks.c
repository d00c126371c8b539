/*
 * What a layer's values do not say: where its chunks stand, how their markers are written, their
 * padding, and chunks whose contents no key describes. A container whose chunks stand as Terragen
 * writes them needs no list.
 */
#include <string.h>

#include "srf/srf_text.h"

/* A chunk whose contents the keys of its layer describe: what counts for its row. */
static bool is_described(const struct srf_text_writer *writer, const struct srf_row *row,
                         const struct srf_chunk *chunk)
{
    return row != NULL && row->key != NULL && writer->values.chunks[row - srf_table] == chunk;
}

static bool has_usual_padding(const struct srf_chunk *chunk)
{
    static const uint8_t zeros[sizeof chunk->padding] = {0};
    return chunk->padding_size == srf_make_padding(chunk->size) &&
           memcmp(chunk->padding, zeros, chunk->padding_size) == 0;
}

/* Whether the chunks of a container are those of the table, each once and in its order, children
 * of a layer before all others. Calls itself at most three deep. */
static bool is_usual(const struct srf_text_writer *writer, const struct srf_chunk *container,
                     enum srf_place place)
{
    const struct srf_chunk *chunk = container->first_child;
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != place) continue;
        if (row->inside == SRF_PLACE_LAYER) {
            for (; chunk != NULL && memcmp(chunk->marker, row->marker, 4) == 0; chunk = chunk->next)
                if (!has_usual_padding(chunk)) return false;
            continue;
        }
        if (chunk == NULL || memcmp(chunk->marker, row->marker, 4) != 0) return false;
        if (!has_usual_padding(chunk)) return false;
        if (row->kind == SRF_KIND_CONTAINER) {
            if (!is_usual(writer, chunk, row->inside)) return false;
        } else if (!is_described(writer, row, chunk)) {
            return false;
        }
        chunk = chunk->next;
    }
    return chunk == NULL;
}

static void put_list(struct srf_text_writer *writer, const struct srf_chunk *first,
                     enum srf_place place);

static void put_chunk(struct srf_text_writer *writer, const struct srf_chunk *chunk,
                      enum srf_place place)
{
    struct srf_json *json = &writer->json;
    const struct srf_row *row = srf_table_find(place, chunk->marker);
    const bool is_layer = chunk->container && row->inside == SRF_PLACE_LAYER;
    const bool lists = chunk->container && !is_layer && !is_usual(writer, chunk, row->inside);
    const bool raw = !chunk->container && !is_described(writer, row, chunk);
    const bool padding = !has_usual_padding(chunk);
    if (!lists && !raw && !padding) {
        srf_json_text(json, NULL, chunk->marker);
        return;
    }
    srf_json_open(json, NULL, '{', !lists);
    srf_json_text(json, "marker", chunk->marker);
    if (raw) srf_json_bytes(json, "data", chunk->data, chunk->size);
    if (padding) srf_json_bytes(json, "padding", chunk->padding, chunk->padding_size);
    if (lists) put_list(writer, chunk->first_child, row->inside);
    srf_json_close(json, '}');
}

/* Calls itself at most three deep. */
static void put_list(struct srf_text_writer *writer, const struct srf_chunk *first,
                     enum srf_place place)
{
    srf_json_open(&writer->json, "chunks", '[', false);
    for (const struct srf_chunk *chunk = first; chunk != NULL; chunk = chunk->next)
        put_chunk(writer, chunk, place);
    srf_json_close(&writer->json, ']');
}

void srf_text_put_chunks(struct srf_text_writer *writer, const struct srf_layer *layer)
{
    if (is_usual(writer, layer->chunk, SRF_PLACE_LAYER)) return;
    put_list(writer, layer->chunk->first_child, SRF_PLACE_LAYER);
}

void srf_text_put_top(struct srf_text_writer *writer, const struct srf_map *map)
{
    const struct srf_chunk *root = map->root->chunk;
    const bool alone = map->first_chunk == root && root->next == NULL;
    if (!alone || !has_usual_padding(root) || memcmp(root->marker, "SRFL", 4) != 0)
        put_list(writer, map->first_chunk,
                 map->container == SRF_FILE_TGW ? SRF_PLACE_WORLD : SRF_PLACE_FILE);
    if (map->tail_size > 0) srf_json_bytes(&writer->json, "tail", map->tail, map->tail_size);
}
