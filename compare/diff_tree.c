/* The map before with some of the changes made: each structural change is one move in a tree. */
#include "compare/diff.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define NONE SCREE_NO_LAYER

static uint32_t joint_of(const struct diff_tree *tree, const struct srf_layer *after)
{
    return tree->changes->joint_of_after[after->index];
}

/* ---- links ---- */

static void detach(struct diff_tree *tree, uint32_t node)
{
    uint32_t *link = &tree->first[tree->parent[node]];
    while (*link != node) link = &tree->next[*link];
    *link = tree->next[node];
    tree->next[node] = NONE;
}

/* Puts a node below parent, behind the sibling `left`, or first if that is NONE. */
static void attach(struct diff_tree *tree, uint32_t node, uint32_t parent, uint32_t left)
{
    uint32_t *link = left == NONE ? &tree->first[parent] : &tree->next[left];
    tree->next[node] = *link;
    *link = node;
    tree->parent[node] = parent;
    tree->present[node] = tree->placed[node] = true;
}

/* Takes a node away; what is below it takes its place. */
static void dissolve(struct diff_tree *tree, uint32_t node)
{
    uint32_t *link = &tree->first[tree->parent[node]];
    while (*link != node) link = &tree->next[*link];
    uint32_t last = NONE;
    for (uint32_t c = tree->first[node]; c != NONE; c = tree->next[c]) {
        tree->parent[c] = tree->parent[node];
        last = c;
    }
    if (last != NONE) {
        tree->next[last] = tree->next[node];
        *link = tree->first[node];
    } else {
        *link = tree->next[node];
    }
    tree->present[node] = false;
}

/* ---- pictures ---- */

const char *diff_picture(const struct srf_map *map, const char *file)
{
    for (uint32_t i = 0; i < map->mask_count; i++)
        if (strcmp(map->masks[i]->file, file) == 0) return map->masks[i]->sha256;
    return NULL;
}

bool diff_pictures_differ(const struct srf_map *before, const struct srf_map *after,
                          const char *file)
{
    const char *const a = diff_picture(before, file), *const b = diff_picture(after, file);
    return a != NULL && b != NULL && strcmp(a, b) != 0;
}

/* Of two by one name that differ, that of the map before has another name here, which no file has. */
static const char *own_name(const struct diff_tree *tree, const char *file, struct mem_arena *arena)
{
    if (!diff_pictures_differ(tree->before, tree->after, file)) return file;
    const size_t length = strlen(file);
    char *const name = mem_arena_alloc(arena, length + 2, 1);
    if (name == NULL) return file; /* the arena knows */
    memcpy(name, file, length);
    name[length] = '\n';
    return name;
}

/* ---- what layers are near to ---- */

/* A number as srf_find_layers() takes it. Layers are named by their nodes until a map is made, as both maps may have
 * the same name for different ones. */
static const char *numbered(uint32_t number, struct mem_arena *arena)
{
    char text[16];
    const int length = snprintf(text, sizeof text, "#%u", (unsigned)number);
    const char *const kept = mem_arena_text(arena, text, (size_t)length);
    return kept != NULL ? kept : ""; /* the arena knows */
}

static const char *near_node(const struct diff_tree *tree, const struct srf_map *map,
                             const struct srf_layer *layer, struct mem_arena *arena)
{
    const struct srf_layer *to;
    if (srf_near_thing(layer->near_to) >= 0) return layer->near_to;
    if (layer->near_to[0] == '\0' || srf_find_layers(&to, 1, map, layer->near_to) != 1) return "";
    return numbered(map == tree->after ? joint_of(tree, to) : to->index, arena);
}

/* From nodes to layers of a map. What is near to a layer that is not there or that depends on it now, is near to
 * nothing. */
static enum scree_code complete_near(struct srf_map *map, const struct diff_tree *tree,
                                     const struct srf_layer *nodes, struct mem_arena *arena,
                                     struct scree_error *err)
{
    bool *const needed = mem_arena_alloc(arena, tree->count, sizeof *needed);
    for (uint32_t i = 0; i < map->layer_count; i++) {
        struct srf_layer *const layer = map->layers[i];
        if (layer->near_to[0] == '\0' || srf_near_thing(layer->near_to) >= 0) continue;
        const uint32_t node = (uint32_t)strtoul(layer->near_to + 1, NULL, 10);
        layer->near_to = tree->present[node] ? numbered(nodes[node].index, arena) : "";
    }
    RETURN_IF_ERR(mem_arena_check(arena, err));
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *to;
        struct scree_error found = SCREE_ERROR_INIT;
        float *const on = map->layers[i]->limits[SRF_NEAR].on;
        if (!srf_is_near(map->layers[i])) continue;
        const enum scree_code code = srf_near(&to, needed, map, map->layers[i], &found);
        if (code == SCREE_NO_MEMORY) return err_no_memory(err);
        if (code != SCREE_OK) on[0] = on[1] = 0.0f;
    }
    return SCREE_OK;
}

enum scree_code diff_tree_create(struct diff_tree *tree, const struct compare_changes *changes,
                                 const struct srf_map *before, const struct srf_map *after,
                                 struct mem_arena *arena, struct scree_error *err)
{
    const uint32_t count = changes->joint_count;
    *tree =
        (struct diff_tree){changes, before, after, count, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    tree->values = mem_arena_alloc(arena, count, sizeof *tree->values);
    tree->parent = mem_arena_alloc(arena, count, sizeof *tree->parent);
    tree->first = mem_arena_alloc(arena, count, sizeof *tree->first);
    tree->next = mem_arena_alloc(arena, count, sizeof *tree->next);
    tree->present = mem_arena_alloc(arena, count, sizeof *tree->present);
    tree->placed = mem_arena_alloc(arena, count, sizeof *tree->placed);
    tree->near_after = mem_arena_alloc(arena, count, sizeof *tree->near_after);
    RETURN_IF_ERR(mem_arena_check(arena, err));
    for (uint32_t i = 0; i < count; i++) tree->parent[i] = tree->first[i] = tree->next[i] = NONE;
    for (uint32_t j = 0; j < after->layer_count; j++) {
        const uint32_t node = joint_of(tree, after->layers[j]);
        tree->values[node] = *after->layers[j];
        tree->values[node].near_to = tree->near_after[node] =
            near_node(tree, after, after->layers[j], arena);
    }
    for (uint32_t i = 0; i < before->layer_count; i++) {
        const struct srf_layer *layer = before->layers[i];
        tree->values[i] = *layer;
        tree->values[i].mask = own_name(tree, layer->mask, arena);
        tree->values[i].near_to = near_node(tree, before, layer, arena);
        tree->present[i] = true;
        tree->placed[i] = changes->after_of_before[i] != NONE;
        if (layer->parent != NULL) tree->parent[i] = layer->parent->index;
        if (layer->first_child != NULL) tree->first[i] = layer->first_child->index;
        if (layer->next != NULL) tree->next[i] = layer->next->index;
    }
    for (size_t i = 0; i < changes->count; i++)
        if (changes->list[i].is.kind == SCREE_CHANGE_MOVED)
            tree->placed[changes->list[i].is.before] = false;
    return mem_arena_check(arena, err);
}

/* ---- changes ---- */

/* The nearest sibling before a layer of the map after that is in its place here. So the order
 * of siblings is right whatever the order in which changes are made. */
static uint32_t left_of(const struct diff_tree *tree, const struct srf_layer *after)
{
    const uint32_t parent = joint_of(tree, after->parent);
    uint32_t left = NONE;
    for (const struct srf_layer *s = after->parent->first_child; s != after; s = s->next) {
        const uint32_t node = joint_of(tree, s);
        if (tree->placed[node] && tree->parent[node] == parent) left = node;
    }
    return left;
}

static void add(struct diff_tree *tree, const struct srf_layer *after)
{
    attach(tree, joint_of(tree, after), joint_of(tree, after->parent), left_of(tree, after));
    for (const struct srf_layer *c = after->first_child; c != NULL; c = c->next)
        if (tree->changes->before_of_after[c->index] == NONE) add(tree, c);
}

static void remove_alone(struct diff_tree *tree, const struct srf_layer *before)
{
    for (const struct srf_layer *c = before->first_child; c != NULL; c = c->next)
        if (tree->changes->after_of_before[c->index] == NONE) remove_alone(tree, c);
    dissolve(tree, before->index);
}

static bool stands_below(const struct diff_tree *tree, uint32_t node, uint32_t above)
{
    while (node != NONE && node != above) node = tree->parent[node];
    return node == above;
}

static bool move(struct diff_tree *tree, const struct srf_layer *after)
{
    const uint32_t node = joint_of(tree, after), parent = joint_of(tree, after->parent);
    if (!tree->present[parent] || stands_below(tree, parent, node)) return false;
    detach(tree, node);
    attach(tree, node, parent, left_of(tree, after));
    return true;
}

static void set_field(struct srf_layer *to, const struct srf_layer *from,
                      const struct compare_change *change)
{
    for (size_t f = 0; f < DIFF_FIELDS; f++) {
        const struct diff_field *field = &diff_fields[f];
        const char *name = change->limit ? field->limit : field->name;
        if (name == NULL || strcmp(name, change->is.field) != 0) continue;
        for (const struct diff_field *end = field + (change->limit ? DIFF_LIMIT_FIELDS : 1);
             field < end; field++)
            memcpy((unsigned char *)to + field->offset, (const unsigned char *)from + field->offset,
                   (size_t)(field->count > 0 ? field->count : 1) * field->size);
        break;
    }
    /* A limit that is switched on has a size before its own turn comes. */
    for (int k = SRF_POSITION; k <= SRF_CURVATURE; k++)
        if (!(to->limits[k].size > 0)) to->limits[k].size = from->limits[k].size;
}

bool diff_tree_apply(struct diff_tree *tree, const struct compare_change *change)
{
    switch (change->is.kind) {
    case SCREE_CHANGE_REMOVED:
        remove_alone(tree, tree->before->layers[change->is.before]);
        return true;
    case SCREE_CHANGE_ADDED:
        add(tree, tree->after->layers[change->is.after]);
        return true;
    case SCREE_CHANGE_MOVED:
        return move(tree, tree->after->layers[change->is.after]);
    case SCREE_CHANGE_RENAMED:
        tree->values[change->is.before].name = tree->after->layers[change->is.after]->name;
        return true;
    case SCREE_CHANGE_VALUE:
        set_field(&tree->values[change->is.before], tree->after->layers[change->is.after], change);
        if (strcmp(change->is.field, "near.to") == 0)
            tree->values[change->is.before].near_to = tree->near_after[change->is.before];
        return true;
    }
    return false;
}

/* ---- the map ---- */

/* What follows a node in painting order, NONE at the end. */
static uint32_t after_node(const struct diff_tree *tree, uint32_t node)
{
    if (tree->first[node] != NONE) return tree->first[node];
    while (node != NONE && tree->next[node] == NONE) node = tree->parent[node];
    return node == NONE ? NONE : tree->next[node];
}

/* The pictures of both maps. */
static enum scree_code lend_masks(struct srf_map *map, const struct diff_tree *tree,
                                  struct mem_arena *arena, struct scree_error *err)
{
    const struct srf_map *const maps[2] = {tree->after, tree->before};
    const size_t most = (size_t)tree->after->mask_count + tree->before->mask_count;
    map->masks = mem_arena_alloc(arena, most, sizeof(struct srf_mask *));
    RETURN_IF_ERR(mem_arena_check(arena, err));
    for (int m = 0; m < 2; m++)
        for (uint32_t i = 0; i < maps[m]->mask_count; i++) {
            struct srf_mask *mask = maps[m]->masks[i];
            const char *const name = m == 1 ? own_name(tree, mask->file, arena) : mask->file;
            if (srf_find_classes(map, name, mask->classes) != NULL) continue;
            if (name != mask->file) {
                struct srf_mask *const other = mem_arena_alloc(arena, 1, sizeof *other);
                RETURN_IF_ERR(mem_arena_check(arena, err));
                memcpy(other, mask, sizeof *other);
                atomic_init(&other->owners, 1);
                other->file = (char *)(uintptr_t)name;
                mask = other;
            }
            map->masks[map->mask_count++] = mask;
        }
    return SCREE_OK;
}

/* A name from one map and classes from the other may be no picture: then it is that of the map after. */
static void complete_mask(struct srf_layer *layer, uint32_t node, const struct diff_tree *tree,
                          const struct srf_map *map)
{
    if (!srf_is_on(layer->limits[SRF_MASK].on[0]) || node >= tree->changes->before_count ||
        srf_find_classes(map, layer->mask, layer->classes) != NULL)
        return;
    const uint32_t after = tree->changes->after_of_before[node];
    if (after == NONE) return;
    layer->mask = tree->after->layers[after]->mask;
    layer->classes = tree->after->layers[after]->classes;
}

enum scree_code diff_tree_map(struct srf_map **out, uint32_t **joint, const struct diff_tree *tree,
                              struct mem_arena *arena, struct scree_error *err)
{
    struct srf_map *map = mem_arena_alloc(arena, 1, sizeof *map);
    struct srf_layer *layers = mem_arena_alloc(arena, tree->count, sizeof *layers);
    struct srf_layer **list = mem_arena_alloc(arena, tree->count, sizeof *list);
    uint32_t *joints = mem_arena_alloc(arena, tree->count, sizeof *joints);
    RETURN_IF_ERR(mem_arena_check(arena, err));
    /* layers[node] first, so that links can be followed by number. */
    for (uint32_t node = 0; node != NONE; node = after_node(tree, node)) {
        struct srf_layer *layer = &layers[node];
        const uint32_t parent = tree->parent[node];
        *layer = tree->values[node];
        layer->chunk = NULL;
        layer->parent = parent != NONE ? &layers[parent] : NULL;
        layer->first_child = tree->first[node] != NONE ? &layers[tree->first[node]] : NULL;
        layer->next = tree->next[node] != NONE ? &layers[tree->next[node]] : NULL;
        layer->depth = parent != NONE ? layers[parent].depth + 1 : 0;
        layer->index = map->layer_count;
        joints[map->layer_count] = node;
        list[map->layer_count++] = layer;
    }
    map->root = &layers[0];
    map->layers = list;
    RETURN_IF_ERR(lend_masks(map, tree, arena, err));
    for (uint32_t i = 0; i < map->layer_count; i++) complete_mask(list[i], joints[i], tree, map);
    RETURN_IF_ERR(complete_near(map, tree, layers, arena, err));
    *out = map;
    *joint = joints;
    return SCREE_OK;
}
