/* Layers added, removed, moved and copied in a text. */
#include "srf/srf_json.h"
#include "srf/srf_source.h"

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
static enum scree_code finish(struct srf_map *map, struct srf_editor *editor, uint32_t *index,
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

enum scree_code srf_source_add(struct srf_map *map, uint32_t *index, uint32_t parent,
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
    return finish(map, &editor, index, begin, err);
}

enum scree_code srf_source_remove(struct srf_map *map, uint32_t index, struct scree_error *err)
{
    RETURN_IF_ERR(check_layer(map, index, true, err));
    struct srf_editor editor;
    srf_editor_open(&editor, map->source->text, map->source->size);
    srf_editor_cut(&editor, srf_editor_layer(&editor, index));
    return finish(map, &editor, NULL, 0, err);
}

enum scree_code srf_source_move(struct srf_map *map, uint32_t *index, uint32_t layer,
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
    return finish(map, &editor, index, begin, err);
}

enum scree_code srf_source_copy_layer(struct srf_map *map, uint32_t *index, uint32_t layer,
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
    return finish(map, &editor, index, begin, err);
}
