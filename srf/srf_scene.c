/*
 * What a world has beside its map. Nothing here is needed to cover a ground, so nothing here is an
 * error: a part whose chunks are not whole stays bytes, a chunk of another size than the table's
 * has no effect, and both are warned about.
 */
#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "srf/srf_table.h"

#define HEADER_SIZE 8

/* Calls itself once, for the parts of ATLI. */
uint32_t srf_scene_chunks(enum srf_place place, const uint8_t *data, size_t size)
{
    uint32_t count = 0;
    for (size_t at = 0; at < size;) {
        if (size - at < HEADER_SIZE) return 0;
        for (size_t i = 0; i < 4; i++)
            if (data[at + i] < 0x20 || data[at + i] > 0x7e) return 0;
        const uint32_t length = bytes_get_u32le(data + at + 4);
        if (length > size - at - HEADER_SIZE) return 0;
        const struct srf_row *row = srf_table_find(place, (const char *)data + at);
        if (row != NULL && row->kind == SRF_KIND_CONTAINER && length > 0) {
            const uint32_t inner = srf_scene_chunks(row->inside, data + at + HEADER_SIZE, length);
            if (inner == 0) return 0;
            count += inner;
        }
        count++;
        const size_t next = at + HEADER_SIZE + length;
        const size_t padding = (0u - length) & 3u;
        at = padding < size - next ? next + padding : size;
    }
    return count;
}

struct scene_filler {
    struct srf_map *map;
    bool unknown; /* one was warned about */
};

static void fill_chunk(struct scene_filler *filler, const struct srf_chunk *chunk,
                       enum srf_place place, const struct srf_row *row)
{
    struct srf_map *map = filler->map;
    const char *where = srf_table_place(place);
    const uint32_t size = srf_table_size(row);
    const struct srf_chunk **counts = &map->scene.chunks[row - srf_table - SRF_ROW_COUNT];
    if (size != 0 && chunk->size != size) {
        warn_add(&map->warnings, chunk->offset,
                 "%s in %s: size %lu, expected %lu: kept, has no effect", row->marker, where,
                 (unsigned long)chunk->size, (unsigned long)size);
        return;
    }
    if (*counts != NULL)
        warn_add(&map->warnings, chunk->offset,
                 "%s appears more than once in %s: the last one counts", row->marker, where);
    map->scene.given += *counts == NULL;
    *counts = chunk;
}

/* Calls itself once, for the parts of ATLI. */
static void fill_part(struct scene_filler *filler, const struct srf_chunk *part,
                      enum srf_place place)
{
    for (const struct srf_chunk *chunk = part->first_child; chunk != NULL; chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(place, chunk->marker);
        if (row == NULL) {
            if (!filler->unknown)
                warn_add(&filler->map->warnings, chunk->offset,
                         "unknown chunk \"%s\" in %s: kept, has no effect", chunk->marker,
                         srf_table_place(place));
            filler->unknown = true;
        } else if (chunk->container) {
            fill_part(filler, chunk, row->inside);
        } else {
            fill_chunk(filler, chunk, place, row);
        }
    }
}

void srf_scene_fill(struct srf_map *map)
{
    struct scene_filler filler = {map, false};
    if (map->container != SRF_FILE_TGW) return;
    for (const struct srf_chunk *chunk = map->first_chunk; chunk != NULL; chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(SRF_PLACE_WORLD, chunk->marker);
        if (row == NULL || !srf_table_is_scene(row->inside)) continue;
        if (chunk->container)
            fill_part(&filler, chunk, row->inside);
        else if (chunk->size > 0)
            warn_add(&map->warnings, chunk->offset,
                     "%s is not read: its chunks are not whole, or it is a second one; kept, has "
                     "no effect",
                     row->marker);
    }
}

bool srf_scene_value(struct srf_scene_value *out, const struct srf_map *map, size_t i)
{
    const struct srf_row *row = &srf_table[SRF_ROW_COUNT + i];
    const struct srf_chunk *chunk = map->scene.chunks[i];
    if (chunk == NULL || row->count == 0) return false;
    *out = (struct srf_scene_value){.key = row->key,
                                    .lengths = row->measure != SRF_MEASURE_NONE,
                                    .upwards = row->measure == SRF_MEASURE_ALTITUDE,
                                    .unit = row->unit != NULL ? row->unit : "",
                                    .count = row->count};
    for (unsigned k = 0; k < row->count; k++) {
        out->numbers[k] = srf_table_number(row, chunk->data, k);
        if (!isfinite(out->numbers[k])) return false;
    }
    return true;
}

bool srf_scene_number(double *value, const struct srf_map *map, const char *key, unsigned i)
{
    const struct srf_row *row = srf_table_find_scene(key);
    if (row == NULL || i >= row->count) return false;
    const struct srf_chunk *chunk = map->scene.chunks[row - srf_table - SRF_ROW_COUNT];
    if (chunk == NULL) return false;
    *value = srf_table_number(row, chunk->data, i);
    return isfinite(*value);
}
