/*
 * Text becomes chunks, chunks become the bytes of a file, and the reader of files makes the map of
 * them: so a map from text is held to the same rules as any other.
 */
#include "srf/srf_from_text.h"

#include <string.h>

#include "srf/srf_table.h"
#include "srf/srf_source.h"
#include "srf/srf_text.h"

static enum scree_code get_layer(struct srf_chunk **out, struct srf_text_reader *reader,
                                 json_t *layer, uint32_t depth, const struct srf_where *where);

static enum scree_code get_children(struct srf_chunk **next, struct srf_text_reader *reader,
                                    json_t *list, uint32_t depth, const struct srf_where *where)
{
    if (list == NULL) return SCREE_OK;
    if (!json_is_array(list))
        FAIL_AT(reader, SCREE_MALFORMED, where, "expected a list of layers in [], found %s",
                json_text_kind(list));
    size_t i;
    json_t *child;
    json_array_foreach(list, i, child)
    {
        const struct srf_where inside = {where, NULL, i};
        RETURN_IF_ERR(get_layer(next, reader, child, depth, &inside));
        next = &(*next)->next;
    }
    return SCREE_OK;
}

/* Calls itself for each level of layers, of which limits allow at most SRF_MAX_DEPTH. */
static enum scree_code get_layer(struct srf_chunk **out, struct srf_text_reader *reader,
                                 json_t *layer, uint32_t depth, const struct srf_where *where)
{
    const struct srf_limits *limits = &reader->limits;
    if (depth > limits->max_depth)
        FAIL_AT(reader, SCREE_LIMIT, where, "chunks nested deeper than %lu",
                (unsigned long)limits->max_depth);
    if (reader->layer_count >= limits->max_layers)
        FAIL_AT(reader, SCREE_LIMIT, where, "more than %lu layers",
                (unsigned long)limits->max_layers);
    reader->layer_count++;

    const bool is_root = depth == 0;
    struct srf_payload payloads[SRF_ROW_COUNT];
    memcpy(payloads, reader->start[is_root], sizeof payloads);
    RETURN_IF_ERR(srf_text_get_fields(payloads, reader, layer, where));

    struct srf_chunk *chunk = srf_make_chunk(&reader->arena, "SRFL");
    if (chunk == NULL) return err_no_memory(reader->err);
    const struct srf_where children = {where, "children", 0}, chunks = {where, "chunks", 0};
    RETURN_IF_ERR(get_children(&chunk->first_child, reader, json_object_get(layer, "children"),
                               depth + 1, &children));
    const json_t *list = json_object_get(layer, "chunks");
    if (list != NULL) {
        const struct srf_text_list what = {.place = SRF_PLACE_LAYER,
                                           .depth = depth + 1,
                                           .layers = chunk->first_child,
                                           .payloads = payloads,
                                           .is_root = is_root,
                                           .owner = where};
        chunk->first_child = NULL;
        RETURN_IF_ERR(srf_text_get_chunks(&chunk->first_child, reader, list, &what, &chunks));
    } else {
        /* DENS, VART, SETT, ORIG: the deepest chunk stands four below its layer. */
        if (depth + 4 > limits->max_depth)
            FAIL_AT(reader, SCREE_LIMIT, where, "chunks nested deeper than %lu",
                    (unsigned long)limits->max_depth);
        struct srf_chunk **next = &chunk->first_child;
        while (*next != NULL) next = &(*next)->next;
        if (!srf_make_chunks(next, &reader->arena, SRF_PLACE_LAYER, payloads))
            return err_no_memory(reader->err);
    }
    srf_make_close(chunk);
    *out = chunk;
    return SCREE_OK;
}

static enum scree_code check_head(struct srf_text_reader *reader, const json_t *document)
{
    static const char *const keys[] = {"$schema", "format", "container", "root",
                                       "credit",  "scene",  "chunks",    "tail"};
    const json_t *format = json_object_get(document, "format");
    const struct srf_where where = {NULL, "format", 0};
    if (format == NULL)
        FAIL_AT(reader, SCREE_MALFORMED, NULL, "\"format\" is missing, expected \"format\": \"%s\"",
                SRF_TEXT_FORMAT);
    if (!json_is_string(format))
        FAIL_AT(reader, SCREE_UNSUPPORTED, &where, "expected \"%s\", found %s", SRF_TEXT_FORMAT,
                json_text_kind(format));
    if (strcmp(json_string_value(format), SRF_TEXT_FORMAT) != 0)
        FAIL_AT(reader, SCREE_UNSUPPORTED, &where,
                "expected \"%s\", found \"%.40s\"; write the text again from its .srf",
                SRF_TEXT_FORMAT, json_string_value(format));
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)document, key, value)
    {
        const struct srf_where inside = {NULL, key, 0};
        bool known = false;
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            known = known || strcmp(keys[i], key) == 0;
        if (!known)
            FAIL_AT(reader, SCREE_MALFORMED, &inside,
                    "unknown key, expected format, container, root, credit, scene, chunks, tail");
    }
    if (json_object_get(document, "root") == NULL)
        FAIL_AT(reader, SCREE_MALFORMED, NULL, "\"root\" is missing: the layer below all others");
    return SCREE_OK;
}

static enum scree_code get_container(struct srf_map *map, struct srf_text_reader *reader,
                                     const json_t *document)
{
    const json_t *container = json_object_get(document, "container");
    const struct srf_where where = {NULL, "container", 0};
    const char *name = container == NULL ? "surface map" : json_string_value(container);
    map->container = SRF_FILE_SRF;
    if (name != NULL && strcmp(name, "world") == 0)
        map->container = SRF_FILE_TGW;
    else if (name == NULL || strcmp(name, "surface map") != 0)
        FAIL_AT(reader, SCREE_MALFORMED, &where, "expected \"surface map\" or \"world\"");
    memcpy(map->signature, map->container == SRF_FILE_SRF ? "TERRAGENSURFMAP2" : "TERRAGENWORLD2  ",
           SRF_SIGNATURE_SIZE);
    return SCREE_OK;
}

static enum scree_code get_credit(struct srf_map *map, struct srf_text_reader *reader,
                                  const json_t *document)
{
    const json_t *value = json_object_get(document, "credit");
    const struct srf_where where = {NULL, "credit", 0};
    if (value == NULL) return SCREE_OK;
    const char *text = json_string_value(value);
    if (text == NULL || text[0] == '\0' || strlen(text) >= SRF_CREDIT ||
        strpbrk(text, "\r\n\t") != NULL)
        FAIL_AT(reader, SCREE_MALFORMED, &where, "expected one line of 1 to %d bytes",
                SRF_CREDIT - 1);
    snprintf(map->credit, sizeof map->credit, "%s", text);
    return SCREE_OK;
}

/* The top level of a world whose text does not list its chunks. */
static enum scree_code make_world(struct srf_map *map, struct srf_text_reader *reader,
                                  struct srf_chunk *root, const struct srf_payload *scene)
{
    struct srf_chunk **next = &map->first_chunk;
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        struct srf_chunk *chunk = root, *inner = NULL;
        if (row->place != SRF_PLACE_WORLD) continue;
        if (srf_table_is_scene(row->inside)) {
            if (!srf_make_scene(&inner, &reader->arena, row->inside, scene))
                return err_no_memory(reader->err);
            if (inner == NULL) continue;
            chunk = srf_make_chunk(&reader->arena, row->marker);
            if (chunk == NULL) return err_no_memory(reader->err);
            chunk->first_child = inner;
            srf_make_close(chunk);
        }
        *next = chunk;
        next = &chunk->next;
    }
    return SCREE_OK;
}

/* Chunks, tail and credit of a map to be written; nothing else of it is set. */
static enum scree_code get_document(struct srf_map *map, struct srf_text_reader *reader,
                                    const json_t *document)
{
    RETURN_IF_ERR(check_head(reader, document));
    RETURN_IF_ERR(get_container(map, reader, document));
    RETURN_IF_ERR(get_credit(map, reader, document));
    const json_t *tail = json_object_get(document, "tail");
    const struct srf_where tail_where = {NULL, "tail", 0}, root_where = {NULL, "root", 0};
    if (tail != NULL) {
        struct srf_payload bytes;
        RETURN_IF_ERR(srf_text_get_bytes(&bytes, reader, tail, &tail_where));
        map->tail = bytes.data;
        map->tail_size = bytes.size;
    }
    struct srf_chunk *root = NULL;
    RETURN_IF_ERR(get_layer(&root, reader, json_object_get(document, "root"), 0, &root_where));
    struct srf_payload scene[SRF_SCENE_COUNT] = {{NULL, 0}};
    json_t *const scene_value = json_object_get(document, "scene");
    const struct srf_where scene_where = {NULL, "scene", 0};
    if (scene_value != NULL && map->container != SRF_FILE_TGW)
        FAIL_AT(reader, SCREE_MALFORMED, &scene_where,
                "only a world has a scene: write \"container\": \"world\"");
    if (scene_value != NULL)
        RETURN_IF_ERR(srf_text_get_scene(scene, reader, scene_value, &scene_where));
    const json_t *list = json_object_get(document, "chunks");
    if (list == NULL) {
        map->first_chunk = root;
        return map->container == SRF_FILE_TGW ? make_world(map, reader, root, scene) : SCREE_OK;
    }
    const struct srf_where where = {NULL, "chunks", 0};
    const struct srf_text_list what = {.place = map->container == SRF_FILE_SRF ? SRF_PLACE_FILE
                                                                               : SRF_PLACE_WORLD,
                                       .layers = root,
                                       .scene = scene,
                                       .tail_follows = map->tail_size > 0};
    return srf_text_get_chunks(&map->first_chunk, reader, list, &what, &where);
}

/* No byte of the text is a chunk's. */
static void forget_offsets(struct srf_map *map)
{
    struct srf_chunk *open[SRF_MAX_DEPTH + 2];
    size_t depth = 0;
    for (struct srf_chunk *chunk = map->first_chunk; chunk != NULL || depth > 0;) {
        if (chunk == NULL) {
            chunk = open[--depth]->next;
            continue;
        }
        chunk->offset = SCREE_NO_OFFSET;
        if (chunk->container) {
            open[depth++] = chunk;
            chunk = chunk->first_child;
        } else {
            chunk = chunk->next;
        }
    }
    for (size_t i = 0; i < map->warnings.count; i++) map->warnings.list[i].offset = SCREE_NO_OFFSET;
}

/* srf_source_keep() gives a map a copy of its text and of the scale, which may be NULL. SCREE_NO_MEMORY */
static enum scree_code srf_source_keep(struct srf_map *map, const uint8_t *text, size_t size,
                                       const struct srf_scale *scale, struct scree_error *err)
{
    struct srf_source *source;
    RETURN_IF_ERR(MEM_NEED(&source, 1, sizeof *source, err));
    map->source = source;
    RETURN_IF_ERR(MEM_NEED(&source->text, size + 1, 1, err));
    memcpy(source->text, text, size);
    source->size = size;
    if (scale == NULL) return SCREE_OK;
    source->across_m = scale->across_m;
    source->up_m = scale->up_m;
    /* What was not measured may not be there any more when it is wanted. */
    if (scale->survey == NULL || !scale->survey->done) return SCREE_OK;
    RETURN_IF_ERR(MEM_NEED(&source->survey, 1, sizeof *source->survey, err));
    *source->survey = (struct srf_survey){.done = true, .ground = scale->survey->ground};
    return SCREE_OK;
}

/* The chunks that were made are gone then. */
static enum scree_code read_again(struct srf_map **out, struct srf_text_reader *reader,
                                  const struct srf_map *made)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(srf_write_memory(&bytes, made, reader->err));
    mem_arena_free(&reader->arena);
    struct scree_error found = SCREE_ERROR_INIT;
    const enum scree_code code =
        srf_read_memory(out, bytes.data, bytes.size, &reader->limits, &found);
    file_bytes_free(&bytes);
    if (code != SCREE_OK) return err_set(reader->err, code, "%s", found.text);
    forget_offsets(*out);
    for (const struct srf_wide_name *wide = reader->wide; wide != NULL; wide = wide->next) {
        char *name = mem_arena_text(&(*out)->arena, wide->name, strlen(wide->name));
        if (name == NULL) return err_no_memory(reader->err);
        (*out)->layers[wide->layer]->name = name;
    }
    memcpy((*out)->credit, made->credit, sizeof made->credit);
    (*out)->unresolved = reader->unresolved;
    (*out)->units = reader->units;
    return srf_source_keep(*out, reader->whole, reader->whole_size, reader->scale, reader->err);
}

enum scree_code srf_from_text(struct srf_map **out, const uint8_t *text, size_t size,
                              const struct srf_scale *scale, const struct srf_limits *limits,
                              struct scree_error *err)
{
    *out = NULL;
    const size_t mark = srf_text_mark(text, size);
    struct srf_text_reader reader = {.text = (const char *)text + mark,
                                     .size = size - mark,
                                     .scale = scale,
                                     .whole = text,
                                     .whole_size = size,
                                     .limits = SRF_LIMITS_DEFAULT,
                                     .err = err};
    if (limits != NULL) reader.limits = *limits;
    if (reader.limits.max_depth > SRF_MAX_DEPTH) reader.limits.max_depth = SRF_MAX_DEPTH;
    const uint64_t most = srf_text_max_bytes(limits);
    if (size > most)
        return err_set(err, SCREE_LIMIT, "has %llu bytes, the limit is %llu",
                       (unsigned long long)size, (unsigned long long)most);
    /* The JSON library does not see such bytes, so no place in the text would be right. */
    const uint8_t *nul = size > 0 ? memchr(text, '\0', size) : NULL;
    if (nul != NULL)
        return err_set_at(err, SCREE_MALFORMED, (uint64_t)(nul - text),
                          "a NUL byte: not text, or a file that was cut and filled up");
    struct srf_map made = {0};
    json_t *document = NULL;
    enum scree_code code;
    FAIL_IF_ERR(code, srf_text_parse(&document, &reader));
    if (!json_is_object(document)) {
        code = err_set(err, SCREE_MALFORMED, "expected an object in {}");
        goto fail;
    }
    if (!srf_make_factory(reader.factory[0], &reader.arena, false) ||
        !srf_make_factory(reader.factory[1], &reader.arena, true) ||
        !srf_make_start(reader.start[0], reader.factory[0], &reader.arena) ||
        !srf_make_start(reader.start[1], reader.factory[1], &reader.arena)) {
        code = err_no_memory(reader.err);
        goto fail;
    }
    FAIL_IF_ERR(code, get_document(&made, &reader, document));
    json_decref(document);
    document = NULL;
    code = read_again(out, &reader, &made);
    if (code != SCREE_OK) {
        srf_free(*out);
        *out = NULL;
    }

fail:
    json_decref(document);
    mem_arena_free(&reader.arena);
    mem_arena_free(&reader.kept);
    return code;
}
