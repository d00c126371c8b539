/* What layers are near to. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "srf/srf_table.h"

bool srf_is_near(const struct srf_layer *layer)
{
    return srf_is_on(layer->limits[SRF_NEAR].on[0]) || srf_is_on(layer->limits[SRF_NEAR].on[1]);
}

const char *const srf_things[SRF_THINGS] = {"water", "roads"};

int srf_near_thing(const char *to)
{
    for (int i = 0; i < SRF_THINGS; i++)
        if (strcmp(to, srf_things[i]) == 0) return i;
    return -1;
}

struct nearness {
    const struct srf_map *map;
    const struct srf_layer *layer;
    bool *needed;
    const struct srf_layer **left; /* [left_count]: needed, and what they need is not marked yet */
    uint32_t left_count;
};

static uint64_t offset_of(const struct srf_layer *layer)
{
    return layer->chunk != NULL ? layer->chunk->offset : SCREE_NO_OFFSET;
}

static enum scree_code fail_found(const struct nearness *n, size_t found, struct scree_error *err)
{
    char label[SRF_LABEL_SIZE], more[SRF_LABEL_SIZE];
    const char *const to = n->layer->near_to;
    struct scree_suggestion suggest = {.word = to};
    srf_layer_label(label, n->layer);
    if (to[0] == '\0')
        return err_set_at(err, SCREE_MALFORMED, offset_of(n->layer),
                          "near of layer \"%s\" is near to nothing: give it the name of another "
                          "layer as \"to\"",
                          label);
    if (found > 1)
        return err_set_at(err, SCREE_MALFORMED, offset_of(n->layer),
                          "near of layer \"%s\" is to \"%.80s\", which are %zu layers: give more "
                          "of its path, such as \"Rock/%.40s\"",
                          label, to, found, to);
    for (uint32_t i = 0; i < n->map->layer_count; i++)
        suggest_offer(&suggest, n->map->layers[i]->name);
    for (int i = 0; i < SRF_THINGS; i++) suggest_offer(&suggest, srf_things[i]);
    return err_set_at(err, SCREE_MALFORMED, offset_of(n->layer),
                      "near of layer \"%s\" is to \"%.80s\", and there is no such layer: name one "
                      "of the map, or water or roads%s",
                      label, to, suggest_text(more, sizeof more, &suggest));
}

static size_t find(const struct srf_layer **out, const struct srf_map *map,
                   const struct srf_layer *layer)
{
    return layer->near_to[0] == '\0' ? 0 : srf_find_layers(out, 1, map, layer->near_to);
}

static void need(struct nearness *n, const struct srf_layer *layer)
{
    if (layer == NULL || n->needed[layer->index]) return;
    n->needed[layer->index] = true;
    n->left[n->left_count++] = layer;
}

/* Marks what a layer needs; the first is on the list. A layer that is wrong itself is refused in its turn. */
static enum scree_code follow(struct nearness *n, struct scree_error *err)
{
    char label[SRF_LABEL_SIZE], other[SRF_LABEL_SIZE];
    const struct srf_layer *const first = n->left[0], *to;
    while (n->left_count > 0 && !n->needed[n->layer->index]) {
        const struct srf_layer *const at = n->left[--n->left_count];
        need(n, at->parent);
        if (srf_is_near(at) && find(&to, n->map, at) == 1) need(n, to);
    }
    if (!n->needed[n->layer->index]) return SCREE_OK;
    srf_layer_label(label, n->layer);
    srf_layer_label(other, first);
    return err_set_at(err, SCREE_MALFORMED, offset_of(n->layer),
                      "near of layer \"%s\" goes in a circle, as \"%s\" depends on \"%s\" itself: "
                      "name a layer that stands outside, or switch a limit off",
                      label, other, label);
}

static enum scree_code fail_both(const struct srf_layer *layer, const struct srf_layer *other,
                                 struct scree_error *err)
{
    char label[SRF_LABEL_SIZE];
    return err_set_at(err, SCREE_MALFORMED, offset_of(layer),
                      "near of layer \"%s\" is to \"%s\", which the terrain has and is a layer's "
                      "name, too: give that layer another name, or write \"#%lu\" for it",
                      srf_layer_label(label, layer), layer->near_to, (unsigned long)other->index);
}

enum scree_code srf_near(const struct srf_layer **out, bool *needed, const struct srf_map *map,
                         const struct srf_layer *layer, struct scree_error *err)
{
    struct nearness n = {map, layer, needed, NULL, 0};
    char label[SRF_LABEL_SIZE];
    const size_t found = find(out, map, layer);
    if (srf_near_thing(layer->near_to) >= 0) {
        if (found > 0) return fail_both(layer, *out, err);
        *out = NULL;
        memset(needed, 0, map->layer_count * sizeof *needed);
        return SCREE_OK;
    }
    if (found != 1) return fail_found(&n, found, err);
    if (*out == layer)
        return err_set_at(err, SCREE_MALFORMED, offset_of(layer),
                          "near of layer \"%s\" is to itself: name another layer",
                          srf_layer_label(label, layer));
    RETURN_IF_ERR(MEM_NEED(&n.left, map->layer_count, sizeof *n.left, err));
    memset(needed, 0, map->layer_count * sizeof *needed);
    need(&n, *out);
    const enum scree_code code = follow(&n, err);
    mem_free(n.left);
    return code;
}

enum scree_code srf_check_near(const struct srf_map *map, uint32_t *refused,
                               struct scree_error *err)
{
    const struct srf_layer *to;
    bool *needed;
    enum scree_code code = MEM_NEED(&needed, map->layer_count, sizeof *needed, err);
    for (uint32_t i = 0; code == SCREE_OK && i < map->layer_count; i++) {
        *refused = i;
        if (srf_is_near(map->layers[i])) code = srf_near(&to, needed, map, map->layers[i], err);
    }
    mem_free(needed);
    return code;
}
