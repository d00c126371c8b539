/*
 * A map from nothing: a tree of chunks is made by the rows of the table, in their order, and
 * handed to the writer. The result is read and checked before it leaves, so nothing is built that
 * could not be loaded.
 */
#include "srf/srf.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "srf/srf_parts.h"
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
    struct err *err;
};

static enum err_code fail_nomem(struct builder *builder)
{
    return err_set(builder->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the surface map");
}

static struct srf_chunk *new_chunk(struct builder *builder, const char *marker)
{
    struct srf_chunk *chunk = mem_arena_alloc(&builder->arena, 1, sizeof *chunk);
    if (chunk != NULL) memcpy(chunk->marker, marker, 4);
    return chunk;
}

static void set_size(struct srf_chunk *chunk, uint32_t size)
{
    chunk->size = size;
    chunk->padding_size = (uint8_t)((0u - size) & 3u);
}

/* The size of a container whose children have theirs. */
static void close_container(struct srf_chunk *container)
{
    uint32_t size = 0;
    for (const struct srf_chunk *chunk = container->first_child; chunk != NULL; chunk = chunk->next)
        size += 8 + chunk->size + chunk->padding_size;
    container->container = true;
    set_size(container, size);
}

/* Converts UTF-8 by asking for each of the 256 codes whether it is what comes next, so that the
 * table of characters stays in one place. Returns the length, or SIZE_MAX if a character has no
 * code; bytes must have room for strlen(text). */
static size_t to_cp1252(uint8_t *bytes, const char *text)
{
    size_t length = 0;
    while (*text != '\0') {
        size_t taken = 0;
        for (unsigned code = 1; code < 256 && taken == 0; code++) {
            const uint8_t byte = (uint8_t)code;
            char utf8[4];
            const size_t size = text_from_cp1252(utf8, sizeof utf8, &byte, 1) - 1;
            if (strncmp(text, utf8, size) != 0) continue;
            bytes[length++] = byte;
            taken = size;
        }
        if (taken == 0) return SIZE_MAX;
        text += taken;
    }
    return length;
}

static enum err_code set_text(struct builder *builder, struct srf_chunk *chunk, const char *text)
{
    uint8_t *bytes = mem_arena_alloc(&builder->arena, strlen(text) + 1, 1);
    if (bytes == NULL) return fail_nomem(builder);
    const size_t length = to_cp1252(bytes, text);
    if (length == SIZE_MAX || length >= SRF_MAX_NAME)
        return err_set(builder->err, ERR_ARG, ERR_NO_OFFSET, "layer name \"%.100s\" %s", text,
                       length == SIZE_MAX ? "has a character that Windows-1252 lacks"
                                          : "has more than 65535 characters");
    chunk->data = bytes;
    set_size(chunk, (uint32_t)length + 1);
    return ERR_OK;
}

static enum err_code set_numbers(struct builder *builder, struct srf_chunk *chunk,
                                 const struct srf_row *row, const struct srf_layer *layer)
{
    const uint32_t size = srf_table_size(row);
    uint8_t *bytes = mem_arena_alloc(&builder->arena, size, 1);
    if (bytes == NULL) return fail_nomem(builder);
    const size_t width = size / row->count;
    for (unsigned i = 0; i < row->count; i++) {
        const double value =
            row->field != 0 ? srf_table_load(layer, row, i) : (double)row->factory[i];
        switch (row->kind) {
        case SRF_KIND_I16:
            bytes_put_u16le(bytes + i * width, (uint16_t)(int16_t)value);
            break;
        case SRF_KIND_U32:
            bytes_put_u32le(bytes + i * width, (uint32_t)value);
            break;
        default:
            bytes_put_f32le(bytes + i * width, (float)value);
        }
    }
    chunk->data = bytes;
    set_size(chunk, size);
    return ERR_OK;
}

/* Links the chunks of one place to *next. Calls itself at most three deep: DENS, VART, SETT. */
static enum err_code add_chunks(struct builder *builder, struct srf_chunk **next,
                                enum srf_place place, const struct srf_layer *layer)
{
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != place || row->inside == SRF_PLACE_LAYER) continue;
        struct srf_chunk *chunk = new_chunk(builder, row->marker);
        if (chunk == NULL) return fail_nomem(builder);
        *next = chunk;
        next = &chunk->next;
        switch (row->kind) {
        case SRF_KIND_CONTAINER:
            RETURN_IF_ERR(add_chunks(builder, &chunk->first_child, row->inside, layer));
            close_container(chunk);
            break;
        case SRF_KIND_TEXT:
            if (row->field == 0)
                RETURN_IF_ERR(set_text(builder, chunk, "Fractal"));
            else
                RETURN_IF_ERR(set_text(builder, chunk, layer->name != NULL ? layer->name : ""));
            break;
        case SRF_KIND_RAW:
            break;
        default:
            RETURN_IF_ERR(set_numbers(builder, chunk, row, layer));
        }
    }
    return ERR_OK;
}

static enum err_code build_tree(struct builder *builder)
{
    const struct srf_limits limits = SRF_LIMITS_DEFAULT;
    if (builder->count == 0 || builder->count > limits.max_layers)
        return err_set(builder->err, ERR_ARG, ERR_NO_OFFSET, "%llu layers, expected 1 to %lu",
                       (unsigned long long)builder->count, (unsigned long)limits.max_layers);
    builder->sites = mem_arena_alloc(&builder->arena, builder->count, sizeof *builder->sites);
    if (builder->sites == NULL) return fail_nomem(builder);

    for (size_t i = 0; i < builder->count; i++) {
        struct site *site = &builder->sites[i];
        site->chunk = new_chunk(builder, "SRFL");
        if (site->chunk == NULL) return fail_nomem(builder);
        site->next = &site->chunk->first_child;
        if (i == 0) continue;
        const uint32_t parent = builder->layers[i].parent;
        if (parent >= i)
            return err_set(builder->err, ERR_ARG, ERR_NO_OFFSET,
                           "layer %llu has parent %lu, expected a layer before it",
                           (unsigned long long)i, (unsigned long)parent);
        struct site *above = &builder->sites[parent];
        site->depth = above->depth + 1;
        if (site->depth + 4 > limits.max_depth)
            return err_set(builder->err, ERR_ARG, ERR_NO_OFFSET,
                           "layer %llu is nested deeper than %lu", (unsigned long long)i,
                           (unsigned long)limits.max_depth - 4);
        *above->next = site->chunk;
        above->next = &site->chunk->next;
    }
    /* Children come before their parent and so are complete when it is closed. */
    for (size_t i = builder->count; i-- > 0;) {
        const struct site *site = &builder->sites[i];
        RETURN_IF_ERR(add_chunks(builder, site->next, SRF_PLACE_LAYER, &builder->layers[i].values));
        close_container(site->chunk);
    }
    return ERR_OK;
}

/* Reads what was built. An offset would mean nothing to the caller. */
static enum err_code prove(const struct file_bytes *bytes, struct err *err)
{
    struct err found;
    err_clear(&found);
    struct srf_map *map;
    enum err_code code = srf_read_memory(&map, bytes->data, bytes->size, NULL, &found);
    if (code == ERR_OK) code = srf_check(map, &found);
    srf_free(map);
    if (code == ERR_OK) return ERR_OK;
    return err_set(err, code == ERR_NOMEM ? ERR_NOMEM : ERR_ARG, ERR_NO_OFFSET, "%s", found.msg);
}

enum err_code srf_build_memory(struct file_bytes *out, const struct srf_new_layer *layers,
                               size_t count, struct err *err)
{
    memset(out, 0, sizeof *out);
    struct builder builder = {.layers = layers, .count = count, .err = err};
    enum err_code code = build_tree(&builder);
    if (code == ERR_OK) {
        struct srf_map map = {.first_chunk = builder.sites[0].chunk};
        memcpy(map.signature, "TERRAGENSURFMAP2", SRF_SIGNATURE_SIZE);
        code = srf_write_memory(out, &map, err);
    }
    mem_arena_free(&builder.arena);
    if (code == ERR_OK) code = prove(out, err);
    if (code != ERR_OK) file_bytes_free(out);
    return code;
}

enum err_code srf_build_file(const char *path, const struct srf_new_layer *layers, size_t count,
                             struct err *err)
{
    struct file_bytes bytes;
    enum err_code code = srf_build_memory(&bytes, layers, count, err);
    if (code == ERR_OK) {
        code = file_write_whole(path, bytes.data, bytes.size, err);
        file_bytes_free(&bytes);
    }
    if (code != ERR_OK) err_set_file(err, path);
    return code;
}
