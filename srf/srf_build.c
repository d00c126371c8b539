/*
 * A map from nothing: a tree of chunks is made by the rows of the table, in their order, and
 * handed to the writer. The result is read and checked before it leaves, so nothing is built that
 * could not be loaded.
 */
#include "srf/srf.h"

#include <string.h>

#include "srf/srf_make.h"
#include "srf/srf_table.h"

/* A layer under construction. */
struct site {
    struct srf_chunk *chunk;
    struct srf_chunk **next; /* where to link its next chunk */
    uint32_t depth;
};

struct builder {
    const struct srf_new_layer *layers;
    struct site *sites; /* [layer] */
    size_t count;
    struct mem_arena arena;
    struct scree_error *err;
};

/* A row of the text form's own where none of its limits is on: it says nothing, and a caller need not
 * fill it. */
static bool is_idle(const struct srf_row *row, const struct srf_layer *layer)
{
    return row->own && !srf_is_limited(layer);
}

/* The chunks of one layer behind its children's. */
static enum scree_code add_chunks(struct builder *builder, struct srf_chunk **next,
                                  const struct srf_layer *layer, bool root)
{
    struct srf_payload payloads[SRF_ROW_COUNT];
    if (!srf_make_factory(payloads, &builder->arena, root)) return err_no_memory(builder->err);
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->field == 0 || is_idle(row, layer)) continue;
        if (row->kind == SRF_KIND_TEXT && row->own) {
            struct srf_layer of = *layer;
            const char *const text = *srf_table_text(&of, row);
            RETURN_IF_ERR(srf_make_own_text(&payloads[i], &builder->arena, text != NULL ? text : "",
                                            builder->err));
        } else if (row->kind == SRF_KIND_TEXT) {
            const char *name = layer->name != NULL ? layer->name : "";
            struct scree_error found = SCREE_ERROR_INIT;
            const enum scree_code code =
                srf_make_text(&payloads[i], &builder->arena, name, NULL, &found);
            if (code == SCREE_NO_MEMORY) return err_no_memory(builder->err);
            if (code != SCREE_OK)
                return err_set(builder->err, SCREE_BAD_ARGUMENT, "layer name \"%.100s\" %s", name,
                               found.text);
        } else if (row->count > 0) {
            uint8_t *bytes = mem_arena_alloc(&builder->arena, payloads[i].size, 1);
            if (bytes == NULL) return err_no_memory(builder->err);
            for (unsigned k = 0; k < row->count; k++)
                srf_make_put(bytes, row, k, srf_table_load(layer, row, k));
            payloads[i].data = bytes;
        }
    }
    if (!srf_make_chunks(next, &builder->arena, SRF_PLACE_LAYER, payloads))
        return err_no_memory(builder->err);
    return SCREE_OK;
}

static enum scree_code build_tree(struct builder *builder)
{
    const struct srf_limits limits = SRF_LIMITS_DEFAULT;
    if (builder->count == 0 || builder->count > limits.max_layers)
        return err_set(builder->err, SCREE_BAD_ARGUMENT, "%llu layers, expected 1 to %lu",
                       (unsigned long long)builder->count, (unsigned long)limits.max_layers);
    builder->sites = mem_arena_alloc(&builder->arena, builder->count, sizeof *builder->sites);
    if (builder->sites == NULL) return err_no_memory(builder->err);

    for (size_t i = 0; i < builder->count; i++) {
        struct site *site = &builder->sites[i];
        site->chunk = srf_make_chunk(&builder->arena, "SRFL");
        if (site->chunk == NULL) return err_no_memory(builder->err);
        site->next = &site->chunk->first_child;
        if (i == 0) continue;
        const uint32_t parent = builder->layers[i].parent;
        if (parent >= i)
            return err_set(builder->err, SCREE_BAD_ARGUMENT,
                           "layer %llu has parent %lu, expected a layer before it",
                           (unsigned long long)i, (unsigned long)parent);
        struct site *above = &builder->sites[parent];
        site->depth = above->depth + 1;
        if (site->depth + 4 > limits.max_depth)
            return err_set(builder->err, SCREE_BAD_ARGUMENT, "layer %llu is nested deeper than %lu",
                           (unsigned long long)i, (unsigned long)limits.max_depth - 4);
        *above->next = site->chunk;
        above->next = &site->chunk->next;
    }
    /* Children come before their parent and so are complete when it is closed. */
    for (size_t i = builder->count; i-- > 0;) {
        const struct site *site = &builder->sites[i];
        RETURN_IF_ERR(add_chunks(builder, site->next, &builder->layers[i].values, i == 0));
        srf_make_close(site->chunk);
    }
    return SCREE_OK;
}

/* Reads what was built. An offset would mean nothing to the caller. */
static enum scree_code prove(const struct scree_bytes *bytes, struct scree_error *err)
{
    struct scree_error found = SCREE_ERROR_INIT;
    struct srf_map *map;
    enum scree_code code = srf_read_memory(&map, bytes->data, bytes->size, NULL, &found);
    if (code == SCREE_OK) code = srf_check(map, &found);
    srf_free(map);
    if (code == SCREE_OK) return SCREE_OK;
    return err_set(err, code == SCREE_NO_MEMORY ? SCREE_NO_MEMORY : SCREE_BAD_ARGUMENT, "%s",
                   found.text);
}

enum scree_code srf_build_memory(struct scree_bytes *out, const struct srf_new_layer *layers,
                                 size_t count, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct builder builder = {.layers = layers, .count = count, .err = err};
    enum scree_code code = build_tree(&builder);
    if (code == SCREE_OK) {
        struct srf_map map = {.first_chunk = builder.sites[0].chunk};
        memcpy(map.signature, "TERRAGENSURFMAP2", SRF_SIGNATURE_SIZE);
        code = srf_write_memory(out, &map, err);
    }
    mem_arena_free(&builder.arena);
    if (code == SCREE_OK) code = prove(out, err);
    if (code != SCREE_OK) file_bytes_free(out);
    return code;
}

enum scree_code srf_build_map(struct srf_map **out, const struct srf_new_layer *layers,
                              size_t count, struct scree_error *err)
{
    struct scree_bytes bytes;
    *out = NULL;
    RETURN_IF_ERR(srf_build_memory(&bytes, layers, count, err));
    const enum scree_code code = srf_read_memory(out, bytes.data, bytes.size, NULL, err);
    file_bytes_free(&bytes);
    return code;
}

enum scree_code srf_build_file(const char *path, const struct srf_new_layer *layers, size_t count,
                               struct scree_error *err)
{
    struct scree_bytes bytes;
    enum scree_code code = srf_build_memory(&bytes, layers, count, err);
    if (code == SCREE_OK) {
        code = file_write_whole(path, bytes.data, bytes.size, err);
        file_bytes_free(&bytes);
    }
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}
