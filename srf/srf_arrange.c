/*
 * Layers added, removed, moved and copied. Each change is made in the chunks of a copy, whose bytes
 * are then read again: so numbers, links and names of layers come from the one place that makes
 * them, and a change that cannot be read never replaces what was there.
 */
#include "srf/srf.h"

#include <string.h>

#include "srf/srf_json.h"
#include "srf/srf_make.h"
#include "srf/srf_source.h"

/* ---- in a kept text ---- */

static enum scree_code check_layer(const struct srf_map *map, uint32_t index, bool inner,
                                   struct scree_error *err)
{
    if (index >= map->layer_count)
        return err_set(err, SCREE_BAD_ARGUMENT, "there is no layer #%lu, the map has %lu",
                       (unsigned long)index, (unsigned long)map->layer_count);
    if (inner && map->layers[index]->parent == NULL)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the root layer cannot be removed, moved or copied");
    return SCREE_OK;
}

/* Reads the edited text. begin is where the layer stands whose number is asked for. */
static enum scree_code take_text(struct srf_map *map, struct srf_editor *editor, uint32_t *index,
                                 size_t begin, struct scree_error *err)
{
    enum scree_code code;
    const uint32_t number = srf_editor_index(editor, begin);
    const struct srf_scale scale = srf_source_scale(map, NULL);
    if (editor->text.failed)
        code = err_no_memory(err);
    else
        code = srf_source_take(map, &editor->text, &scale, err);
    if (code == SCREE_OK && index != NULL) *index = number;
    srf_editor_close(editor);
    return code;
}

/* Puts a piece among the children of a layer, of which there may be none. Returns where it begins. */
static size_t put_child(struct srf_editor *editor, size_t parent, uint32_t place,
                        const struct srf_piece *piece)
{
    size_t list = srf_editor_member(editor, parent, "children");
    if (list == SRF_NO_NODE && parent != SRF_NO_NODE) {
        const size_t begin = editor->nodes[parent].begin;
        srf_editor_insert(editor, parent, "children", "[]");
        /* The parent begins where it did. */
        parent = SRF_NO_NODE;
        for (size_t node = 1; node <= editor->count && parent == SRF_NO_NODE; node++)
            if (editor->nodes[node].begin == begin) parent = node;
        list = srf_editor_member(editor, parent, "children");
    }
    return srf_editor_put(editor, list, srf_editor_child(editor, list, place), piece);
}

static enum scree_code srf_source_add(struct srf_map *map, uint32_t *index, uint32_t parent,
                                      uint32_t place, const char *name, struct scree_error *err)
{
    RETURN_IF_ERR(check_layer(map, parent, false, err));
    struct srf_editor editor;
    struct srf_piece piece = {.inside = 0};
    srf_editor_open(&editor, map->source->text, map->source->size);
    const size_t above = srf_editor_layer(&editor, parent);
    const bool lines = above != SRF_NO_NODE && srf_editor_lines(&editor, above);
    grow_text(&piece.value, lines ? "{\n  \"name\": " : "{\"name\": ");
    srf_json_quote(&piece.value, name);
    grow_text(&piece.value, lines ? "\n}" : "}");
    const size_t begin = put_child(&editor, above, place, &piece);
    srf_piece_free(&piece);
    return take_text(map, &editor, index, begin, err);
}

static enum scree_code srf_source_remove(struct srf_map *map, uint32_t index,
                                         struct scree_error *err)
{
    RETURN_IF_ERR(check_layer(map, index, true, err));
    struct srf_editor editor;
    srf_editor_open(&editor, map->source->text, map->source->size);
    srf_editor_cut(&editor, srf_editor_layer(&editor, index));
    return take_text(map, &editor, NULL, 0, err);
}

static enum scree_code srf_source_move(struct srf_map *map, uint32_t *index, uint32_t layer,
                                       uint32_t parent, uint32_t place, struct scree_error *err)
{
    RETURN_IF_ERR(check_layer(map, layer, true, err));
    RETURN_IF_ERR(check_layer(map, parent, false, err));
    uint32_t below = 1; /* layers that go along */
    for (const struct srf_layer *at = map->layers[parent]; at != NULL; at = at->parent)
        if (at->index == layer)
            return err_set(err, SCREE_BAD_ARGUMENT, "layer #%lu cannot move below itself",
                           (unsigned long)layer);
    while (layer + below < map->layer_count &&
           map->layers[layer + below]->depth > map->layers[layer]->depth)
        below++;
    struct srf_editor editor;
    struct srf_piece piece;
    srf_editor_open(&editor, map->source->text, map->source->size);
    srf_editor_piece(&piece, &editor, srf_editor_layer(&editor, layer));
    srf_editor_cut(&editor, srf_editor_layer(&editor, layer));
    const size_t above = srf_editor_layer(&editor, parent > layer ? parent - below : parent);
    const size_t begin = put_child(&editor, above, place, &piece);
    srf_piece_free(&piece);
    return take_text(map, &editor, index, begin, err);
}

static enum scree_code srf_source_copy_layer(struct srf_map *map, uint32_t *index, uint32_t layer,
                                             struct scree_error *err)
{
    RETURN_IF_ERR(check_layer(map, layer, true, err));
    struct srf_editor editor;
    struct srf_piece piece;
    srf_editor_open(&editor, map->source->text, map->source->size);
    const size_t node = srf_editor_layer(&editor, layer);
    srf_editor_piece(&piece, &editor, node);
    size_t begin = 0;
    if (node != SRF_NO_NODE)
        begin = srf_editor_put(&editor, editor.nodes[node].up, editor.nodes[node].next, &piece);
    srf_piece_free(&piece);
    return take_text(map, &editor, index, begin, err);
}

/* ---- in chunks ---- */

/* A map of this program's own making may be as deep as the format's reader can go. */
static enum scree_code read_again(struct srf_map **out, const struct srf_map *map,
                                  const struct srf_limits *limits, struct scree_error *err)
{
    *out = NULL;
    struct scree_bytes bytes;
    RETURN_IF_ERR(srf_write_memory(&bytes, map, err));
    const enum scree_code code = srf_read_memory(out, bytes.data, bytes.size, limits, err);
    file_bytes_free(&bytes);
    return code;
}

/* Frees what was read of a map if it cannot have the map's pictures. */
static enum scree_code keep_masks(struct srf_map **out, const struct srf_map *map,
                                  struct scree_error *err)
{
    const enum scree_code code = srf_share_masks(*out, map, err);
    if (code == SCREE_OK) return SCREE_OK;
    srf_free(*out);
    *out = NULL;
    return code;
}

enum scree_code srf_copy(struct srf_map **out, const struct srf_map *map, struct scree_error *err)
{
    const struct srf_limits most = {UINT64_MAX, UINT32_MAX, SRF_MAX_DEPTH, UINT32_MAX};
    if (map->source == NULL) {
        RETURN_IF_ERR(read_again(out, map, &most, err));
    } else {
        const struct srf_scale scale = srf_source_scale(map, NULL);
        RETURN_IF_ERR(srf_from_text(out, map->source->text, map->source->size, &scale, &most, err));
    }
    return keep_masks(out, map, err);
}

/* ---- chunks ---- */

static bool is_layer(const struct srf_chunk *chunk)
{
    return srf_table_find(SRF_PLACE_LAYER, chunk->marker) ==
           srf_table_find(SRF_PLACE_LAYER, "SRFL");
}

/* Sizes and padding after a change anywhere below. Calls itself as deep as chunks are nested. */
static void measure(struct srf_chunk *container)
{
    uint32_t size = 0;
    for (struct srf_chunk *chunk = container->first_child; chunk != NULL; chunk = chunk->next) {
        if (chunk->container) measure(chunk);
        /* Only a last chunk may do without padding. */
        if (chunk->next != NULL && chunk->padding_size < srf_make_padding(chunk->size))
            srf_make_size(chunk, chunk->size);
        size += 8 + chunk->size + chunk->padding_size;
    }
    if (size != container->size) srf_make_size(container, size);
}

static void unlink_chunk(struct srf_chunk *parent, struct srf_chunk *chunk)
{
    struct srf_chunk **at = &parent->first_child;
    while (*at != chunk) at = &(*at)->next;
    *at = chunk->next;
    chunk->next = NULL;
}

/* Links a layer's chunk before layer number `place` of the parent; behind its last layer if there
 * are not so many, and first of all if there is none, which is where Terragen writes layers. */
static void link_chunk(struct srf_chunk *parent, uint32_t place, struct srf_chunk *chunk)
{
    struct srf_chunk **at = &parent->first_child, **behind = at;
    for (; *at != NULL; at = &(*at)->next) {
        if (!is_layer(*at)) continue;
        if (place-- == 0) break;
        behind = &(*at)->next;
    }
    if (*at == NULL) at = behind;
    chunk->next = *at;
    *at = chunk;
}

/* Calls itself as deep as chunks are nested. Payloads are shared. NULL if memory ran out. */
static struct srf_chunk *copy_chunk(struct mem_arena *arena, const struct srf_chunk *from)
{
    struct srf_chunk *copy = mem_arena_alloc(arena, 1, sizeof *copy);
    if (copy == NULL) return NULL;
    *copy = *from;
    copy->next = NULL;
    struct srf_chunk **next = &copy->first_child;
    for (const struct srf_chunk *chunk = from->first_child; chunk != NULL; chunk = chunk->next) {
        *next = copy_chunk(arena, chunk);
        if (*next == NULL) return NULL;
        next = &(*next)->next;
    }
    return copy;
}

/* ---- changes ---- */

/* A change under way in a copy of the map. */
struct change {
    struct srf_map *copy;
    struct srf_chunk *mark; /* of the layer whose new number is asked for; NULL: of none */
    struct scree_error *err;
};

static enum scree_code find_layer(struct srf_layer **out, const struct change *change,
                                  uint32_t index)
{
    if (index >= change->copy->layer_count)
        return err_set(change->err, SCREE_BAD_ARGUMENT, "there is no layer #%lu, the map has %lu",
                       (unsigned long)index, (unsigned long)change->copy->layer_count);
    *out = change->copy->layers[index];
    return SCREE_OK;
}

static enum scree_code find_inner(struct srf_layer **out, const struct change *change,
                                  uint32_t index)
{
    RETURN_IF_ERR(find_layer(out, change, index));
    if ((*out)->parent != NULL) return SCREE_OK;
    return err_set(change->err, SCREE_BAD_ARGUMENT,
                   "the root layer cannot be removed, moved or copied");
}

/* Layers in the order of reading, which is what numbers them. Calls itself as deep as layers are
 * nested. true: the marked one was met. */
static bool count_layers(const struct srf_chunk *chunk, const struct srf_chunk *mark,
                         uint32_t *count)
{
    if (chunk == mark) return true;
    ++*count;
    for (const struct srf_chunk *child = chunk->first_child; child != NULL; child = child->next)
        if (is_layer(child) && count_layers(child, mark, count)) return true;
    return false;
}

static enum scree_code start(struct change *change, const struct srf_map *map,
                             struct scree_error *err)
{
    *change = (struct change){.err = err};
    return srf_copy(&change->copy, map, err);
}

/* Replaces *map by what became of the copy, if nothing has gone wrong. */
static enum scree_code finish(struct change *change, enum scree_code code, struct srf_map **map,
                              uint32_t *index)
{
    const struct srf_limits limits = SRF_LIMITS_DEFAULT;
    struct srf_map *changed = NULL;
    uint32_t number = 0;
    if (code == SCREE_OK) {
        measure(change->copy->root->chunk);
        if (change->mark != NULL) count_layers(change->copy->root->chunk, change->mark, &number);
        struct scree_error found = SCREE_ERROR_INIT;
        code = read_again(&changed, change->copy, &limits, &found);
        /* Offsets of bytes that nobody has seen would mean nothing. */
        if (code != SCREE_OK) err_set(change->err, code, "%s", found.text);
        if (code == SCREE_OK) code = keep_masks(&changed, *map, change->err);
    }
    srf_free(change->copy);
    if (code != SCREE_OK) return code;
    srf_free(*map);
    *map = changed;
    if (index != NULL) *index = number;
    return SCREE_OK;
}

static enum scree_code add(struct change *change, uint32_t parent, uint32_t place, const char *name)
{
    struct mem_arena *arena = &change->copy->arena;
    struct srf_layer *above = NULL;
    RETURN_IF_ERR(find_layer(&above, change, parent));
    struct srf_payload payloads[SRF_ROW_COUNT];
    struct srf_chunk *chunk = srf_make_chunk(arena, "SRFL");
    if (chunk == NULL || !srf_make_factory(payloads, arena, false))
        return err_no_memory(change->err);
    struct scree_error found = SCREE_ERROR_INIT;
    const enum scree_code code =
        srf_make_text(&payloads[srf_table_find_key("name") - srf_table], arena, name, NULL, &found);
    if (code == SCREE_NO_MEMORY) return err_no_memory(change->err);
    if (code != SCREE_OK)
        return err_set(change->err, SCREE_BAD_ARGUMENT, "layer name \"%.100s\" %s", name,
                       found.text);
    if (!srf_make_chunks(&chunk->first_child, arena, SRF_PLACE_LAYER, payloads))
        return err_no_memory(change->err);
    srf_make_close(chunk);
    link_chunk(above->chunk, place, chunk);
    change->mark = chunk;
    return SCREE_OK;
}

enum scree_code srf_add_layer(struct srf_map **map, uint32_t *index, uint32_t parent,
                              uint32_t place, const char *name, struct scree_error *err)
{
    if ((*map)->source != NULL) return srf_source_add(*map, index, parent, place, name, err);
    struct change change;
    RETURN_IF_ERR(start(&change, *map, err));
    return finish(&change, add(&change, parent, place, name), map, index);
}

static enum scree_code drop(const struct change *change, uint32_t index)
{
    struct srf_layer *layer = NULL;
    RETURN_IF_ERR(find_inner(&layer, change, index));
    unlink_chunk(layer->parent->chunk, layer->chunk);
    return SCREE_OK;
}

enum scree_code srf_remove_layer(struct srf_map **map, uint32_t index, struct scree_error *err)
{
    if ((*map)->source != NULL) return srf_source_remove(*map, index, err);
    struct change change;
    RETURN_IF_ERR(start(&change, *map, err));
    return finish(&change, drop(&change, index), map, NULL);
}

static enum scree_code move(struct change *change, uint32_t index, uint32_t parent, uint32_t place)
{
    struct srf_layer *layer = NULL, *above = NULL;
    RETURN_IF_ERR(find_inner(&layer, change, index));
    RETURN_IF_ERR(find_layer(&above, change, parent));
    for (const struct srf_layer *at = above; at != NULL; at = at->parent)
        if (at == layer)
            return err_set(change->err, SCREE_BAD_ARGUMENT, "layer #%lu cannot move below itself",
                           (unsigned long)index);
    unlink_chunk(layer->parent->chunk, layer->chunk);
    link_chunk(above->chunk, place, layer->chunk);
    change->mark = layer->chunk;
    return SCREE_OK;
}

enum scree_code srf_move_layer(struct srf_map **map, uint32_t *index, uint32_t layer,
                               uint32_t parent, uint32_t place, struct scree_error *err)
{
    if ((*map)->source != NULL) return srf_source_move(*map, index, layer, parent, place, err);
    struct change change;
    RETURN_IF_ERR(start(&change, *map, err));
    return finish(&change, move(&change, layer, parent, place), map, index);
}

static enum scree_code duplicate(struct change *change, uint32_t index)
{
    struct srf_layer *layer = NULL;
    RETURN_IF_ERR(find_inner(&layer, change, index));
    struct srf_chunk *chunk = copy_chunk(&change->copy->arena, layer->chunk);
    if (chunk == NULL) return err_no_memory(change->err);
    chunk->next = layer->chunk->next;
    layer->chunk->next = chunk;
    change->mark = chunk;
    return SCREE_OK;
}

enum scree_code srf_copy_layer(struct srf_map **map, uint32_t *index, uint32_t layer,
                               struct scree_error *err)
{
    if ((*map)->source != NULL) return srf_source_copy_layer(*map, index, layer, err);
    struct change change;
    RETURN_IF_ERR(start(&change, *map, err));
    return finish(&change, duplicate(&change, layer), map, index);
}
