/* The size is counted by the same walk that later writes, so the two cannot disagree. */
#include "srf/srf.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "srf/srf_table.h"

struct output {
    uint8_t *data; /* NULL while counting */
    size_t size;
};

static void put(struct output *output, const void *bytes, size_t size)
{
    if (output->data != NULL && size > 0) memcpy(output->data + output->size, bytes, size);
    output->size += size;
}

static void put_header(struct output *output, const struct srf_chunk *chunk)
{
    uint8_t size[4];
    bytes_put_u32le(size, chunk->size);
    put(output, chunk->marker, 4);
    put(output, size, sizeof size);
}

static void put_chunks(struct output *output, const struct srf_chunk *first)
{
    const struct srf_chunk *open[SRF_MAX_DEPTH + 2]; /* containers around the next chunk */
    size_t depth = 0;
    const struct srf_chunk *chunk = first;
    for (;;) {
        if (chunk == NULL) {
            if (depth == 0) return;
            chunk = open[--depth];
        } else {
            put_header(output, chunk);
            if (chunk->container) {
                assert(depth < SRF_MAX_DEPTH + 2);
                open[depth++] = chunk;
                chunk = chunk->first_child;
                continue;
            }
            put(output, chunk->data, chunk->size);
        }
        put(output, chunk->padding, chunk->padding_size);
        chunk = chunk->next;
    }
}

static void put_map(struct output *output, const struct srf_map *map)
{
    put(output, map->signature, SRF_SIGNATURE_SIZE);
    put_chunks(output, map->first_chunk);
    put(output, map->tail, map->tail_size);
}

enum scree_code srf_write_memory(struct scree_bytes *out, const struct srf_map *map,
                                 struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct output output = {0};
    put_map(&output, map);
    output.data = mem_alloc(output.size, 1);
    if (output.data == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %llu bytes",
                       (unsigned long long)output.size);
    output.size = 0;
    put_map(&output, map);
    out->data = output.data;
    out->size = output.size;
    return SCREE_OK;
}

enum scree_code srf_write_file(const char *path, const struct srf_map *map, struct scree_error *err)
{
    struct scree_bytes bytes;
    enum scree_code code = srf_write_memory(&bytes, map, err);
    if (code == SCREE_OK) {
        code = file_write_whole(path, bytes.data, bytes.size, err);
        file_bytes_free(&bytes);
    }
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

enum scree_code srf_extract(struct srf_map **out, const struct srf_map *map,
                            struct scree_error *err)
{
    *out = NULL;
    struct srf_chunk root = *map->root->chunk;
    root.next = NULL;
    struct srf_map alone = {.first_chunk = &root};
    memcpy(alone.signature, "TERRAGENSURFMAP2", SRF_SIGNATURE_SIZE);
    struct scree_bytes bytes;
    RETURN_IF_ERR(srf_write_memory(&bytes, &alone, err));
    struct srf_limits limits = SRF_LIMITS_DEFAULT;
    limits.max_depth = SRF_MAX_DEPTH;
    const enum scree_code code = srf_read_memory(out, bytes.data, bytes.size, &limits, err);
    file_bytes_free(&bytes);
    return code;
}
