/*
 * Which layers are one material.
 *
 * Rule (The model): Merged layers add up; materials are numbered by their first layer. See
 * model.md#the-tree. Tests: unit/test_render (merges_add_weights), cli/map.
 */
#include "render/render.h"

#include <string.h>

#include "base/mem.h"

static enum scree_code no_memory(struct render_merge *merge, struct scree_error *err)
{
    render_merge_free(merge);
    return err_no_memory(err);
}

/* A merge with room for as many materials as layers and every layer unassigned. */
static struct render_merge *new_merge(const struct srf_map *map)
{
    struct render_merge *merge = mem_alloc(1, sizeof *merge);
    if (merge == NULL) return NULL;
    merge->layer_count = map->layer_count;
    merge->material_of_layer =
        mem_arena_alloc(&merge->arena, map->layer_count, sizeof *merge->material_of_layer);
    merge->first_layer =
        mem_arena_alloc(&merge->arena, map->layer_count, sizeof *merge->first_layer);
    merge->names = mem_arena_alloc(&merge->arena, map->layer_count, sizeof *merge->names);
    if (merge->material_of_layer == NULL || merge->first_layer == NULL || merge->names == NULL) {
        render_merge_free(merge);
        return NULL;
    }
    return merge;
}

/* Starts a material with a layer as its first. */
static bool add_material(struct render_merge *merge, uint32_t layer, const char *name)
{
    const uint32_t material = merge->count++;
    merge->first_layer[material] = layer;
    merge->names[material] = mem_arena_text(&merge->arena, name, strlen(name));
    merge->material_of_layer[layer] = material;
    return merge->names[material] != NULL;
}

enum scree_code render_merge_depth(struct render_merge **out, const struct srf_map *map,
                                   uint32_t depth, struct scree_error *err)
{
    *out = NULL;
    struct render_merge *merge = new_merge(map);
    if (merge == NULL) return no_memory(NULL, err);
    for (uint32_t k = 0; k < map->layer_count; k++) {
        const struct srf_layer *layer = map->layers[k];
        if (layer->depth > depth)
            merge->material_of_layer[k] = merge->material_of_layer[layer->parent->index];
        else if (!add_material(merge, k, layer->name))
            return no_memory(merge, err);
    }
    *out = merge;
    return SCREE_OK;
}

enum scree_code render_merge_names(struct render_merge **out, const struct srf_map *map,
                                   const char *const *names, struct scree_error *err)
{
    *out = NULL;
    struct render_merge *merge = new_merge(map);
    if (merge == NULL) return no_memory(NULL, err);
    for (uint32_t k = 0; k < map->layer_count; k++) {
        const struct srf_layer *layer = map->layers[k];
        const char *name = names[k];
        if (name == NULL && layer->parent != NULL) {
            merge->material_of_layer[k] = merge->material_of_layer[layer->parent->index];
            continue;
        }
        if (name == NULL) name = layer->name;
        uint32_t material = 0;
        while (material < merge->count && strcmp(merge->names[material], name) != 0) material++;
        if (material < merge->count)
            merge->material_of_layer[k] = material;
        else if (!add_material(merge, k, name))
            return no_memory(merge, err);
    }
    *out = merge;
    return SCREE_OK;
}

void render_merge_free(struct render_merge *merge)
{
    if (merge == NULL) return;
    mem_arena_free(&merge->arena);
    mem_free(merge);
}
