/*
 * Reading in two steps: the bytes become a tree of chunks, whose layers are linked as they are
 * met; then srf_layers_fill() gives the layers their values. The second step comes later because
 * chunks stand in any order, children usually before their parent's NAME, and messages name
 * layers.
 *
 * The tree is built with a stack of fixed size. Each allocation is for a chunk whose 8 bytes were
 * there, or a layer, and both are counted against the limits; claimed lengths allocate nothing.
 *
 * Rule (Inputs): What a surface map may hold, with place and message. See
 * formats/srf.md#what-is-tolerated-in-a-surface-map, srf/srf_check.c. Tests:
 * invalid/test_invalid_srf (every_case_is_judged_as_stated), unit/test_srf_check
 * (impossible_values_are_refused).
 *
 * Rule (Inputs): Unknown chunks are kept byte for byte. See formats/srf.md#what-is-kept,
 * srf/srf_write.c. Tests: unit/test_srf (unknown_chunks_are_kept_and_named_once),
 * unit/test_srf_write (files_are_read_and_written).
 */
#include "srf/srf.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "srf/srf_source.h"
#include "srf/srf_table.h"

/* ---- files that are none ---- */

struct signature {
    const char *bytes;
    size_t size;
    const char *what;
};

#define SIGNATURE(text, name)                                                                      \
    {                                                                                              \
        text, sizeof(text) - 1, name                                                               \
    }

static const struct signature foreign[] = {
    SIGNATURE("TERRAGENTERRAIN ", "a Terragen terrain (.ter)"),
    SIGNATURE("version https://git-lfs", "a Git LFS pointer, fetch the file it stands for"),
    SIGNATURE("\x1f\x8b", "compressed with gzip"),
    SIGNATURE("PK\x03\x04", "a ZIP archive"),
    SIGNATURE("\x89PNG", "a PNG picture"),
    SIGNATURE("\xff\xd8\xff", "a JPEG picture"),
    SIGNATURE("\xff\xfe", "UTF-16 text"),
    SIGNATURE("\xfe\xff", "UTF-16 text"),
};

static bool starts_with(const uint8_t *bytes, size_t size, const char *start, size_t start_size)
{
    return size >= start_size && memcmp(bytes, start, start_size) == 0;
}

/* What a file is that consists of printable ASCII as far as one looks, or NULL. */
static const char *text_kind(const uint8_t *bytes, size_t size)
{
    const size_t looked_at = size < 64 ? size : 64;
    char first = '\0';
    for (size_t i = 0; i < looked_at; i++) {
        const uint8_t c = bytes[i];
        const bool space = c == ' ' || (c >= '\t' && c <= '\r');
        if (!space && (c < 0x20 || c >= 0x7f)) return NULL;
        if (!space && first == '\0') first = (char)c;
    }
    if (first == '{' || first == '[') return "JSON text";
    if (first == '<') return "XML or HTML text";
    return "text";
}

/* Looks at the first bytes of a file: SCREE_OK and *container if they are a surface map or a world,
 * else the error that says what they are. */
static enum scree_code check_signature(enum srf_container *container, const uint8_t *bytes,
                                       size_t size, struct scree_error *err)
{
    if (size == 0) return err_set_at(err, SCREE_MALFORMED, 0, "the file is empty");
    if (starts_with(bytes, size, "TERRAGENSURFMAP2", SRF_SIGNATURE_SIZE)) {
        *container = SRF_FILE_SRF;
        return SCREE_OK;
    }
    if (starts_with(bytes, size, "TERRAGENWORLD2  ", SRF_SIGNATURE_SIZE)) {
        *container = SRF_FILE_TGW;
        return SCREE_OK;
    }

    static const char expected[] = "expected a surface map (.srf) or a world (.tgw)";
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        if (starts_with(bytes, size, foreign[i].bytes, foreign[i].size))
            return err_set(err, SCREE_UNSUPPORTED, "is %s, %s", foreign[i].what, expected);

    if (starts_with(bytes, size, "TERRAGEN", 8) && size >= SRF_SIGNATURE_SIZE) {
        char kind[9];
        for (size_t i = 0; i < 8; i++) {
            const uint8_t c = bytes[8 + i];
            kind[i] = c >= 0x20 && c < 0x7f ? (char)c : '?';
        }
        kind[8] = '\0';
        return err_set(err, SCREE_UNSUPPORTED, "is a Terragen file of the kind \"%s\", %s", kind,
                       expected);
    }
    if (starts_with(bytes, size, "\xef\xbb\xbf", 3)) {
        if (starts_with(bytes + 3, size - 3, "TERRAGEN", 8))
            return err_set_at(err, SCREE_MALFORMED, 0,
                              "a byte order mark stands before the signature: "
                              "the file was changed by a program for text");
        return err_set(err, SCREE_UNSUPPORTED, "is text with a byte order mark, %s", expected);
    }
    const char *kind = starts_with(bytes, size, "TERRAGEN", 8) ? NULL : text_kind(bytes, size);
    if (kind != NULL) return err_set(err, SCREE_UNSUPPORTED, "is %s, %s", kind, expected);
    if (size < SRF_SIGNATURE_SIZE)
        return err_set_at(err, SCREE_MALFORMED, size, "ends within the signature of 16 bytes");
    return err_set_at(err, SCREE_MALFORMED, 0,
                      "begins with bytes %02X %02X %02X %02X, expected TERRAGENSURFMAP2 or "
                      "TERRAGENWORLD2",
                      bytes[0], bytes[1], bytes[2], bytes[3]);
}

/* ---- reading ---- */

#define CHUNK_HEADER_SIZE 8
#define SCENE_CHUNKS 1024 /* in one part of a scene; Terragen's own have about 50 */
#define SCENE_DEPTH 2     /* ATLI, SUN, HEAD */

/* A container whose chunks are being read; level 0 is the top level of the file. */
struct level {
    struct srf_chunk *chunk;       /* NULL at level 0 */
    struct srf_chunk **next;       /* where to link the next chunk */
    struct srf_layer *layer;       /* the layer that the chunks belong to */
    struct srf_layer **next_layer; /* where to link the next layer */
    enum srf_place place;
    size_t end; /* of its data in the file */
};

struct reader {
    struct srf_map *map;
    struct srf_limits limits;
    struct scree_error *err;
    const uint8_t *bytes;
    size_t pos;
    uint32_t chunk_count;
    uint32_t scene_seen; /* bit of an enum srf_place: such a part was met at the top level */
    uint32_t depth;      /* levels[depth] is being read; its chunks have this nesting depth */
    struct level levels[SRF_MAX_DEPTH + 2];
};

static bool is_marker(const uint8_t *bytes)
{
    for (int i = 0; i < 4; i++)
        if (bytes[i] < 0x20 || bytes[i] > 0x7e) return false;
    return true;
}

/* What the bytes at the reader's position lack to be a chunk. */
static enum scree_code check_header(const struct reader *reader, const struct level *level,
                                    struct scree_error *err)
{
    const size_t left = level->end - reader->pos;
    const uint8_t *header = reader->bytes + reader->pos;
    const char *place = srf_table_place(level->place);
    if (left < CHUNK_HEADER_SIZE)
        return err_set_at(err, SCREE_MALFORMED, reader->pos,
                          "%u byte%s left in %s, a chunk needs at least 8", (unsigned)left,
                          left == 1 ? "" : "s", place);
    if (!is_marker(header))
        return err_set_at(err, SCREE_MALFORMED, reader->pos,
                          "bytes %02X %02X %02X %02X in %s, expected the marker of a chunk",
                          header[0], header[1], header[2], header[3], place);
    const uint32_t size = bytes_get_u32le(header + 4);
    if (size > left - CHUNK_HEADER_SIZE)
        return err_set_at(err, SCREE_MALFORMED, reader->pos + 4,
                          "%.4s claims %lu bytes, %llu are left in %s", (const char *)header,
                          (unsigned long)size, (unsigned long long)(left - CHUNK_HEADER_SIZE),
                          place);
    return SCREE_OK;
}

/* Takes the bytes up to a multiple of 4, but none that the parent's length excludes: a writer that
 * does not count the padding of a last child still counts its own. */
static void take_padding(struct reader *reader, struct srf_chunk *chunk, size_t parent_end)
{
    const size_t wanted = (0u - chunk->size) & 3u;
    const size_t left = parent_end - reader->pos;
    const size_t count = wanted < left ? wanted : left;
    memcpy(chunk->padding, reader->bytes + reader->pos, count);
    chunk->padding_size = (uint8_t)count;
    reader->pos += count;
}

/* Opens a layer for an SRFL. Counting up from 0 here gives the painting order. */
static enum scree_code start_layer(struct reader *reader, const struct level *level,
                                   struct srf_chunk *chunk, struct srf_layer **out)
{
    struct srf_map *map = reader->map;
    if (map->layer_count >= reader->limits.max_layers)
        return err_set_at(reader->err, SCREE_LIMIT, chunk->offset, "more than %lu layers",
                          (unsigned long)reader->limits.max_layers);
    struct srf_layer *layer = mem_arena_alloc(&map->arena, 1, sizeof *layer);
    if (layer == NULL) return err_no_memory(reader->err);
    layer->chunk = chunk;
    layer->parent = level->layer;
    layer->depth = level->layer != NULL ? level->layer->depth + 1 : 0;
    layer->index = map->layer_count++;
    *level->next_layer = layer;
    *out = layer;
    return SCREE_OK;
}

/* Whether the chunk whose payload comes next has chunks within it. A part of a world's scene that is
 * not whole, or has more chunks than the limits leave, is kept as bytes. */
static bool has_chunks(struct reader *reader, const struct srf_row *row,
                       const struct srf_chunk *chunk)
{
    if (row == NULL || row->kind != SRF_KIND_CONTAINER) return false;
    if (reader->depth > 0) return true;
    if (!srf_table_is_scene(row->inside)) return reader->map->root == NULL;
    const uint32_t bit = UINT32_C(1) << row->inside;
    const uint32_t count = srf_scene_chunks(row->inside, reader->bytes + reader->pos, chunk->size);
    const bool second = (reader->scene_seen & bit) != 0;
    reader->scene_seen |= bit;
    return !second && count > 0 && count <= SCENE_CHUNKS &&
           reader->limits.max_depth >= SCENE_DEPTH &&
           count <= reader->limits.max_chunks - reader->chunk_count;
}

static enum scree_code read_chunk(struct reader *reader)
{
    struct level *level = &reader->levels[reader->depth];
    struct srf_map *map = reader->map;
    RETURN_IF_ERR(check_header(reader, level, reader->err));
    if (reader->chunk_count >= reader->limits.max_chunks)
        return err_set_at(reader->err, SCREE_LIMIT, reader->pos, "more than %lu chunks",
                          (unsigned long)reader->limits.max_chunks);
    if (reader->depth > reader->limits.max_depth)
        return err_set_at(reader->err, SCREE_LIMIT, reader->pos, "chunks nested deeper than %lu",
                          (unsigned long)reader->limits.max_depth);

    struct srf_chunk *chunk = mem_arena_alloc(&map->arena, 1, sizeof *chunk);
    if (chunk == NULL) return err_no_memory(reader->err);
    reader->chunk_count++;
    memcpy(chunk->marker, reader->bytes + reader->pos, 4);
    chunk->offset = reader->pos;
    chunk->size = bytes_get_u32le(reader->bytes + reader->pos + 4);
    reader->pos += CHUNK_HEADER_SIZE;
    *level->next = chunk;
    level->next = &chunk->next;

    const struct srf_row *row = srf_table_find(level->place, chunk->marker);
    if (!has_chunks(reader, row, chunk)) {
        chunk->data = reader->bytes + reader->pos;
        reader->pos += chunk->size;
        take_padding(reader, chunk, level->end);
        return SCREE_OK;
    }

    chunk->container = true;
    struct level *inner = &reader->levels[reader->depth + 1];
    *inner = (struct level){.chunk = chunk,
                            .next = &chunk->first_child,
                            .layer = level->layer,
                            .place = row->inside,
                            .end = reader->pos + chunk->size};
    if (row->inside == SRF_PLACE_LAYER) {
        RETURN_IF_ERR(start_layer(reader, level, chunk, &inner->layer));
        level->next_layer = &inner->layer->next;
        inner->next_layer = &inner->layer->first_child;
    }
    reader->depth++;
    return SCREE_OK;
}

static void close_container(struct reader *reader)
{
    struct srf_chunk *chunk = reader->levels[reader->depth].chunk;
    reader->depth--;
    take_padding(reader, chunk, reader->levels[reader->depth].end);
}

static enum scree_code read_tree(struct reader *reader)
{
    struct level *top = &reader->levels[0];
    struct srf_map *map = reader->map;
    for (;;) {
        if (reader->depth > 0 && reader->pos == reader->levels[reader->depth].end) {
            close_container(reader);
            continue;
        }
        if (reader->depth == 0) {
            if (reader->pos == top->end) break;
            /* Whatever follows the map cannot harm it. */
            if (map->root != NULL && check_header(reader, top, NULL) != SCREE_OK) break;
        }
        RETURN_IF_ERR(read_chunk(reader));
    }
    map->tail = reader->bytes + reader->pos;
    map->tail_size = top->end - reader->pos;
    if (map->root == NULL)
        return err_set(reader->err, SCREE_MALFORMED,
                       "no SRFL chunk: the file holds no surface map");
    return SCREE_OK;
}

static enum scree_code list_layers(struct reader *reader)
{
    struct srf_map *map = reader->map;
    map->layers = mem_arena_alloc(&map->arena, map->layer_count, sizeof map->layers[0]);
    if (map->layers == NULL) return err_no_memory(reader->err);
    struct srf_layer *layer = map->root;
    while (layer != NULL) {
        map->layers[layer->index] = layer;
        if (layer->first_child != NULL) {
            layer = layer->first_child;
            continue;
        }
        while (layer != NULL && layer->next == NULL) layer = layer->parent;
        if (layer != NULL) layer = layer->next;
    }
    return SCREE_OK;
}

/* Fills map from bytes[0 .. size), which must live as long as the map. */
static enum scree_code parse(struct srf_map *map, const uint8_t *bytes, size_t size,
                             const struct srf_limits *limits, struct scree_error *err)
{
    RETURN_IF_ERR(check_signature(&map->container, bytes, size, err));
    memcpy(map->signature, bytes, SRF_SIGNATURE_SIZE);

    struct reader reader = {
        .map = map, .limits = *limits, .err = err, .bytes = bytes, .pos = SRF_SIGNATURE_SIZE};
    if (reader.limits.max_depth > SRF_MAX_DEPTH) reader.limits.max_depth = SRF_MAX_DEPTH;
    reader.levels[0] =
        (struct level){.next = &map->first_chunk,
                       .next_layer = &map->root,
                       .place = map->container == SRF_FILE_SRF ? SRF_PLACE_FILE : SRF_PLACE_WORLD,
                       .end = size};
    RETURN_IF_ERR(read_tree(&reader));
    RETURN_IF_ERR(list_layers(&reader));
    RETURN_IF_ERR(srf_layers_fill(map, err));
    srf_scene_fill(map);
    return SCREE_OK;
}

static const struct srf_limits default_limits = SRF_LIMITS_DEFAULT;

/* Makes a map of bytes[0 .. size) of mem_alloc(), which it owns from here on, also on failure. */
static enum scree_code adopt(struct srf_map **out, uint8_t *bytes, size_t size,
                             const struct srf_limits *limits, struct scree_error *err)
{
    struct srf_map *map = mem_alloc(1, sizeof *map);
    if (map == NULL) {
        mem_free(bytes);
        return err_no_memory(err);
    }
    map->bytes = bytes;
    const enum scree_code code = parse(map, bytes, size, limits, err);
    if (code != SCREE_OK) {
        srf_free(map);
        return code;
    }
    *out = map;
    return SCREE_OK;
}

enum scree_code srf_read_memory(struct srf_map **out, const uint8_t *bytes, size_t size,
                                const struct srf_limits *limits, struct scree_error *err)
{
    *out = NULL;
    if (limits == NULL) limits = &default_limits;
    if (size > limits->max_file_bytes)
        return err_set(err, SCREE_LIMIT, "has %llu bytes, the limit is %llu",
                       (unsigned long long)size, (unsigned long long)limits->max_file_bytes);
    uint8_t *copy = mem_alloc(size, 1);
    if (copy == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %llu bytes", (unsigned long long)size);
    if (size > 0) memcpy(copy, bytes, size);
    return adopt(out, copy, size, limits, err);
}

enum scree_code srf_read_file(struct srf_map **out, const char *path,
                              const struct srf_limits *limits, struct scree_error *err)
{
    *out = NULL;
    if (limits == NULL) limits = &default_limits;
    struct scree_bytes file;
    RETURN_IF_ERR(file_read(&file, path, limits->max_file_bytes, err));
    const enum scree_code code = adopt(out, file.data, file.size, limits, err);
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

static void srf_source_free(struct srf_source *source)
{
    if (source == NULL) return;
    mem_free(source->text);
    mem_free(source->survey);
    mem_free(source);
}

void srf_free(struct srf_map *map)
{
    if (map == NULL) return;
    srf_source_free(map->source);
    for (uint32_t i = 0; i < map->mask_count; i++) srf_mask_free(map->masks[i]);
    mem_free(map->masks);
    mem_arena_free(&map->arena);
    mem_free(map->bytes);
    mem_free(map);
}
