/*
 * A map as text. Which members stand in a layer is the table's business: the keys of its rows form
 * the tree of objects, and here they are only put in an order that people expect. What the
 * reader would take anyway is left out, but what says what a layer is and where it appears is always
 * there.
 *
 * Rule (Inputs): Text gives the same file again. See surface-text.md#reference,
 * srf/srf_from_text.c. Tests: unit/test_srf_text (random_trees_come_back,
 * damaged_maps_come_back), cli/schema.
 */
#include "srf/srf.h"

#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "srf/srf_source.h"
#include "srf/srf_table.h"
#include "srf/srf_text.h"

/* ---- what values do not say: where chunks stand, their markers, padding, and what no key describes ---- */

/* A chunk whose contents the keys of its layer describe: what counts for its row. */
static bool is_described(const struct srf_text_writer *writer, const struct srf_row *row,
                         const struct srf_chunk *chunk)
{
    if (row == NULL || row->key == NULL) return false;
    const size_t i = (size_t)(row - srf_table);
    const struct srf_chunk *const counts =
        i < SRF_ROW_COUNT ? writer->values.chunks[i] : writer->scene->chunks[i - SRF_ROW_COUNT];
    return counts == chunk;
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
        if (srf_make_left_out(row, &writer->values.payloads[i])) {
            if (writer->values.chunks[i] != NULL) return false;
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

/* Whether the scene has a value in a place. Calls itself once. */
static bool has_values(const struct srf_text_writer *writer, enum srf_place place)
{
    for (size_t i = SRF_ROW_COUNT; i < SRF_TABLE_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != place) continue;
        if (row->kind == SRF_KIND_CONTAINER ? has_values(writer, row->inside)
                                            : writer->scene->chunks[i - SRF_ROW_COUNT] != NULL)
            return true;
    }
    return false;
}

/* Whether the chunks of a part of the scene are those that its values give. Calls itself once. */
static bool is_usual_scene(const struct srf_text_writer *writer, const struct srf_chunk *container,
                           enum srf_place place)
{
    const struct srf_chunk *chunk = container->first_child;
    for (size_t i = SRF_ROW_COUNT; i < SRF_TABLE_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != place) continue;
        if (row->kind == SRF_KIND_CONTAINER ? !has_values(writer, row->inside)
                                            : writer->scene->chunks[i - SRF_ROW_COUNT] == NULL)
            continue;
        if (chunk == NULL || memcmp(chunk->marker, row->marker, 4) != 0 ||
            !has_usual_padding(chunk))
            return false;
        if (chunk->container ? !is_usual_scene(writer, chunk, row->inside)
                             : !is_described(writer, row, chunk))
            return false;
        chunk = chunk->next;
    }
    return chunk == NULL;
}

/* Whether the top level of a world is what its map and its scene give. */
static bool is_usual_world(const struct srf_text_writer *writer, const struct srf_map *map)
{
    const struct srf_chunk *chunk = map->first_chunk;
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != SRF_PLACE_WORLD) continue;
        const bool is_scene = srf_table_is_scene(row->inside);
        if (is_scene && !has_values(writer, row->inside)) continue;
        if (chunk == NULL || memcmp(chunk->marker, row->marker, 4) != 0 ||
            !has_usual_padding(chunk))
            return false;
        if (is_scene ? !chunk->container || !is_usual_scene(writer, chunk, row->inside)
                     : chunk != map->root->chunk)
            return false;
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
    const bool lists =
        chunk->container && !is_layer &&
        !(srf_table_is_scene(row->inside) ? is_usual_scene(writer, chunk, row->inside)
                                          : is_usual(writer, chunk, row->inside));
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

/* srf_text_put_chunks() writes the member "chunks" of a layer whose chunks do not stand as
 * Terragen writes them. */
static void srf_text_put_chunks(struct srf_text_writer *writer, const struct srf_layer *layer)
{
    if (is_usual(writer, layer->chunk, SRF_PLACE_LAYER)) return;
    put_list(writer, layer->chunk->first_child, SRF_PLACE_LAYER);
}

/* srf_text_put_top() does so for the top level of the file, and writes the bytes behind it. */
static void srf_text_put_top(struct srf_text_writer *writer, const struct srf_map *map)
{
    const struct srf_chunk *root = map->root->chunk;
    const bool alone = map->first_chunk == root && root->next == NULL && has_usual_padding(root) &&
                       memcmp(root->marker, "SRFL", 4) == 0;
    if (!alone && !(map->container == SRF_FILE_TGW && is_usual_world(writer, map)))
        put_list(writer, map->first_chunk,
                 map->container == SRF_FILE_TGW ? SRF_PLACE_WORLD : SRF_PLACE_FILE);
    if (map->tail_size > 0) srf_json_bytes(&writer->json, "tail", map->tail, map->tail_size);
}

/* The longest key has 22 characters. */
#define KEY_SIZE 32

const char *const srf_text_layer_keys[SRF_TEXT_LAYER_KEYS] = {"name",
                                                              "colour",
                                                              "coverage",
                                                              "fractal_noise",
                                                              "smoothing",
                                                              "altitude",
                                                              "slope",
                                                              "aspect",
                                                              "position",
                                                              "curvature",
                                                              "mask",
                                                              "wetness",
                                                              "sky",
                                                              "near",
                                                              "texture",
                                                              "bump",
                                                              "colour_plugins",
                                                              "distribution_plugins"};

const char *const srf_text_scene_keys[SRF_TEXT_SCENE_KEYS] = {
    "camera", "target",   "picture", "sun",       "background", "haze",   "clouds",
    "water",  "lighting", "terrain", "rendering", "animation",  "plugins"};

static const uint32_t on_bits = UINT32_C(0x3f800000); /* of the float 1 */

static const struct srf_payload *payload_of(const struct srf_text_writer *writer,
                                            const struct srf_row *row)
{
    const size_t i = (size_t)(row - srf_table);
    return i < SRF_ROW_COUNT ? &writer->values.payloads[i]
                             : &writer->scene_payloads[i - SRF_ROW_COUNT];
}

static bool differs(const struct srf_text_writer *writer, const struct srf_row *row, int side)
{
    const struct srf_payload *start = &writer->start[writer->is_root][row - srf_table];
    return !srf_values_equal(row, side, payload_of(writer, row), start);
}

/* ---- what is written ---- */

/* The row of a limit's other value: "altitude.*.at" and "on" give "altitude.*.on". */
static const struct srf_row *limit_row(const struct srf_row *row, const char *last)
{
    char key[KEY_SIZE];
    const size_t length = (size_t)(strrchr(row->key, '.') - row->key) + 1;
    memcpy(key, row->key, length);
    memcpy(key + length, last, strlen(last) + 1);
    return srf_table_find_key(key);
}

/* A limit shows all of itself where it is on, and what differs where it is off. */
static bool wants_limit(const struct srf_text_writer *writer, const struct srf_row *row, int side)
{
    const struct srf_row *on_row = limit_row(row, "on");
    const bool on = bytes_get_u32le(payload_of(writer, on_row)->data + 4 * side) == on_bits;
    if (!row->flag) return on || differs(writer, row, side);
    return !on && (differs(writer, on_row, side) || differs(writer, limit_row(row, "at"), side) ||
                   differs(writer, limit_row(row, "fuzziness"), side));
}

/* So does one that has no sides. */
static bool wants_whole(const struct srf_text_writer *writer, const struct srf_row *row)
{
    const struct srf_row *on_row = limit_row(row, "on");
    if (on_row == NULL) return differs(writer, row, -1);
    const bool on = bytes_get_u32le(payload_of(writer, on_row)->data) == on_bits;
    const bool always = !row->flag && !row->list && row->measure == SRF_MEASURE_NONE;
    if (row != on_row) return (on && always) || differs(writer, row, -1);
    if (on) return false;
    for (size_t i = 0; i < SRF_ROW_COUNT; i++)
        if (srf_table[i].own && limit_row(&srf_table[i], "on") == on_row &&
            differs(writer, &srf_table[i], -1))
            return true;
    return false;
}

static bool wants_row(const struct srf_text_writer *writer, const struct srf_row *row, int side)
{
    if (writer->first == SRF_ROW_COUNT) return payload_of(writer, row)->data != NULL;
    if (side >= 0) return wants_limit(writer, row, side);
    if (row->own) return wants_whole(writer, row);
    if (differs(writer, row, side)) return true;
    const bool there = writer->values.chunks[row - srf_table] != NULL;
    if (row->given == SRF_NAME || row->given == SRF_DIFC) return there;
    return there && !writer->is_root && (row->given == SRF_COVR || row->given == SRF_VARI);
}

/* The part of a row's key behind "path.", NULL if the row does not stand there. */
static const char *below(const struct srf_row *row, const char *path)
{
    const size_t length = strlen(path);
    if (row->key == NULL || strncmp(row->key, path, length) != 0 || row->key[length] != '.')
        return NULL;
    return row->key + length + 1;
}

/* side is that of the limit that path leads into, -1 outside. */
static bool wants_below(const struct srf_text_writer *writer, const char *path, int side)
{
    for (size_t i = writer->first; i < writer->end; i++) {
        const struct srf_row *row = &srf_table[i];
        const char *rest = below(row, path);
        if (rest == NULL) continue;
        if (side < 0 && rest[0] == '*') {
            if (wants_row(writer, row, 0) || wants_row(writer, row, 1)) return true;
        } else if (wants_row(writer, row, side)) {
            return true;
        }
    }
    return false;
}

/* ---- values ---- */

static bool put_slider(struct srf_text_writer *writer, const char *key, const struct srf_row *row,
                       float value)
{
    if (!writer->sliders || !(row->slider_full > 0)) return false;
    for (int percent = 0; percent <= 100; percent++) {
        const float exact = srf_table_slider(row, percent);
        if (memcmp(&exact, &value, sizeof value) != 0) continue;
        srf_json_open(&writer->json, key, '{', true);
        srf_json_integer(&writer->json, "slider", percent);
        srf_json_close(&writer->json, '}');
        return true;
    }
    return false;
}

static void put_raw(struct srf_text_writer *writer, const char *key, const uint8_t *bytes,
                    size_t size)
{
    srf_json_open(&writer->json, key, '{', true);
    srf_json_bytes(&writer->json, "base64", bytes, size);
    srf_json_close(&writer->json, '}');
}

static void put_number(struct srf_text_writer *writer, const char *key, const struct srf_row *row,
                       unsigned i)
{
    const struct srf_payload *payload = payload_of(writer, row);
    if (row->kind == SRF_KIND_I16) {
        srf_json_integer(&writer->json, key, bytes_get_i16le(payload->data + 2 * (size_t)i));
        return;
    }
    const uint32_t bits = bytes_get_u32le(payload->data + 4 * (size_t)i);
    const bool is_float = row->kind == SRF_KIND_F32;
    if (row->flag && (bits == 0 || bits == (is_float ? on_bits : 1))) {
        srf_json_flag(&writer->json, key, bits != 0);
        return;
    }
    if (!is_float) {
        srf_json_integer(&writer->json, key,
                         row->kind == SRF_KIND_I32 ? (int64_t)(int32_t)bits : (int64_t)bits);
        return;
    }
    const float value = srf_values_float(payload, i);
    if (!isfinite(value))
        put_raw(writer, key, payload->data + 4 * (size_t)i, 4);
    else if (!put_slider(writer, key, row, value))
        srf_json_float(&writer->json, key, value);
}

/* Of the text form's own: a text in UTF-8. */
static bool is_utf8(const char *text)
{
    while (*text != '\0')
        if (text_next(&text) == 0xFFFD) return false;
    return true;
}

/* A name that ends with its only NUL is text. */
static void put_name(struct srf_text_writer *writer, const char *key, const struct srf_row *row)
{
    const struct srf_payload *payload = payload_of(writer, row);
    const uint8_t *nul = payload->size > 0 ? memchr(payload->data, '\0', payload->size) : NULL;
    const bool whole = nul != NULL && nul + 1 == payload->data + payload->size;
    if (!whole || (row->own && !is_utf8((const char *)payload->data)) ||
        (row->list && !srf_json_is_list((const char *)payload->data))) {
        put_raw(writer, key, payload->data, payload->size);
        return;
    }
    if (row->list) {
        srf_json_list(&writer->json, key, (const char *)payload->data);
        return;
    }
    if (row->own) {
        srf_json_text(&writer->json, key, (const char *)payload->data);
        return;
    }
    const size_t size = text_from_cp1252(NULL, 0, payload->data, payload->size - 1);
    char *utf8 = mem_alloc(size, 1);
    if (utf8 == NULL) {
        writer->json.grow.failed = true;
        return;
    }
    text_from_cp1252(utf8, size, payload->data, payload->size - 1);
    srf_json_text(&writer->json, key, utf8);
    mem_free(utf8);
}

static void put_row(struct srf_text_writer *writer, const char *key, const struct srf_row *row,
                    int side)
{
    if (row->kind == SRF_KIND_TEXT) {
        put_name(writer, key, row);
    } else if (row->kind == SRF_KIND_RAW) {
        const struct srf_payload *payload = payload_of(writer, row);
        srf_json_bytes(&writer->json, key, payload->data, payload->size);
    } else if (side >= 0 || row->count == 1) {
        put_number(writer, key, row, side >= 0 ? (unsigned)side : 0);
    } else {
        srf_json_open(&writer->json, key, '[', true);
        for (unsigned i = 0; i < row->count; i++) put_number(writer, NULL, row, i);
        srf_json_close(&writer->json, ']');
    }
}

/* ---- objects ---- */

static const char *unit_of(enum srf_measure measure)
{
    return measure == SRF_MEASURE_SLOPE ? "gradient" : "tu";
}

/* Whether an object is short enough for a line: it holds only values, and few. */
static bool is_short(const struct srf_text_writer *writer, const char *path)
{
    unsigned count = 0;
    for (size_t i = writer->first; i < writer->end; i++) {
        const char *rest = below(&srf_table[i], path);
        if (rest != NULL && strchr(rest, '.') != NULL) return false;
        count += rest != NULL;
    }
    return count <= 10;
}

/* Whether a row is the first of those in the object that its key has at inner. */
static bool is_first(const struct srf_text_writer *writer, size_t row, const char *inner)
{
    for (size_t i = writer->first; i < row; i++)
        if (below(&srf_table[i], inner) != NULL) return false;
    return true;
}

/* Writes the object at path with all that is wanted in it. Calls itself at most twice deep. */
static void put_object(struct srf_text_writer *writer, const char *key, const char *path, int side)
{
    enum srf_measure measure = SRF_MEASURE_NONE;
    char part[KEY_SIZE] = "";
    srf_json_open(&writer->json, key, '{', is_short(writer, path));
    for (size_t i = writer->first; i < writer->end; i++) {
        const struct srf_row *row = &srf_table[i];
        const char *rest = below(row, path);
        if (rest == NULL) continue;
        const size_t length = strcspn(rest, ".");
        if (rest[length] == '\0') {
            if (!wants_row(writer, row, side)) continue;
            put_row(writer, rest, row, side);
            if (row->measure != SRF_MEASURE_NONE) measure = row->measure;
            continue;
        }
        memcpy(part, rest, length);
        part[length] = '\0';
        char inner[KEY_SIZE];
        const size_t inner_length = (size_t)(rest - row->key) + length;
        memcpy(inner, row->key, inner_length);
        inner[inner_length] = '\0';
        if (!is_first(writer, i, inner)) continue;
        if (part[0] != '*') {
            if (wants_below(writer, inner, side)) put_object(writer, part, inner, side);
            continue;
        }
        for (int k = 0; k < 2; k++)
            if (wants_below(writer, inner, k)) put_object(writer, k == 0 ? "min" : "max", inner, k);
    }
    if (measure != SRF_MEASURE_NONE) srf_json_text(&writer->json, "unit", unit_of(measure));
    srf_json_close(&writer->json, '}');
}

/* Calls itself for each level of layers, of which there are at most SRF_MAX_DEPTH. */
static void put_layer(struct srf_text_writer *writer, const char *key,
                      const struct srf_layer *layer)
{
    srf_json_open(&writer->json, key, '{', false);
    writer->is_root = layer->parent == NULL;
    srf_values_collect(&writer->values, layer, writer->factory[writer->is_root]);
    for (size_t i = 0; i < SRF_TEXT_LAYER_KEYS; i++) {
        const struct srf_row *row = srf_table_find_key(srf_text_layer_keys[i]);
        if (row == NULL) {
            if (wants_below(writer, srf_text_layer_keys[i], -1))
                put_object(writer, srf_text_layer_keys[i], srf_text_layer_keys[i], -1);
        } else if (wants_row(writer, row, -1)) {
            put_row(writer, srf_text_layer_keys[i], row, -1);
        }
    }
    srf_text_put_chunks(writer, layer);
    if (layer->first_child != NULL) {
        srf_json_open(&writer->json, "children", '[', false);
        for (const struct srf_layer *child = layer->first_child; child != NULL; child = child->next)
            put_layer(writer, NULL, child);
        srf_json_close(&writer->json, ']');
    }
    srf_json_close(&writer->json, '}');
}

static void put_scene(struct srf_text_writer *writer)
{
    if (writer->scene->given == 0) return;
    for (size_t i = 0; i < SRF_SCENE_COUNT; i++) {
        const struct srf_chunk *chunk = writer->scene->chunks[i];
        if (chunk != NULL)
            writer->scene_payloads[i] = (struct srf_payload){chunk->data, chunk->size};
    }
    writer->first = SRF_ROW_COUNT;
    writer->end = SRF_TABLE_COUNT;
    srf_json_open(&writer->json, "scene", '{', false);
    for (size_t i = 0; i < SRF_TEXT_SCENE_KEYS; i++)
        if (wants_below(writer, srf_text_scene_keys[i], -1))
            put_object(writer, srf_text_scene_keys[i], srf_text_scene_keys[i], -1);
    srf_json_close(&writer->json, '}');
}

enum scree_code srf_to_text(struct scree_bytes *out, const struct srf_map *map,
                            const struct srf_text_options *options, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    if (map->source != NULL) {
        struct grow text = {0};
        grow_put(&text, map->source->text, map->source->size);
        return grow_take(out, &text, err);
    }
    struct mem_arena arena = {0};
    struct srf_text_writer writer = {
        .sliders = options != NULL && options->sliders, .scene = &map->scene, .end = SRF_ROW_COUNT};
    struct srf_json *json = &writer.json;
    if (srf_make_factory(writer.factory[0], &arena, false) &&
        srf_make_factory(writer.factory[1], &arena, true) &&
        srf_make_start(writer.start[0], writer.factory[0], &arena) &&
        srf_make_start(writer.start[1], writer.factory[1], &arena)) {
        srf_json_open(json, NULL, '{', false);
        srf_json_text(json, "format", SRF_TEXT_FORMAT);
        if (map->container == SRF_FILE_TGW) srf_json_text(json, "container", "world");
        if (map->credit[0] != '\0') srf_json_text(json, "credit", map->credit);
        put_layer(&writer, "root", map->root);
        put_scene(&writer);
        srf_text_put_top(&writer, map);
        srf_json_close(json, '}');
    } else {
        json->grow.failed = true;
    }
    mem_arena_free(&arena);
    return grow_take(out, &json->grow, err);
}
