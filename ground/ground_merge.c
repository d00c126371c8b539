#include "ground/ground_merge.h"

#include <stdio.h>
#include <string.h>

#include "ground/ground_colour.h"
#include "ground/ground_partition.h"

#define NAME_SIZE 256

static void describe(struct ground_merge_layer *out, const struct srf_layer *layer, uint64_t sum,
                     const struct ground_merge_room *room)
{
    const enum ground_kind kind = ground_guess(layer->name, NULL);
    ground_layer_colour(out->colour, layer);
    out->sum = sum;
    out->kind = room->kind_of != NULL ? room->kind_of(kind) : kind;
    out->depth = layer->depth;
    out->parent = layer->parent != NULL ? layer->parent->index : 0;
}

static bool is_taken(const char *const *names, uint32_t count, const char *name)
{
    for (uint32_t k = 0; k < count; k++)
        if (names[k] != NULL && strcmp(names[k], name) == 0) return true;
    return false;
}

/* Names for render_merge_names(), which takes equal names for one material: a number tells apart
 * what the map calls alike. */
static enum err_code name_groups(const char **names, const uint32_t *heads, struct mem_arena *arena,
                                 const struct srf_map *map, struct err *err)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        if (heads[i] != i) continue;
        const char *own = map->layers[i]->name[0] != '\0' ? map->layers[i]->name : "layer";
        char text[NAME_SIZE];
        snprintf(text, sizeof text, "%.200s", own);
        for (unsigned number = 2; is_taken(names, i, text); number++)
            snprintf(text, sizeof text, "%.200s %u", own, number);
        names[i] = mem_arena_text(arena, text, strlen(text));
        if (names[i] == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for names");
    }
    for (uint32_t i = 0; i < map->layer_count; i++) names[i] = names[heads[i]];
    return ERR_OK;
}

enum err_code ground_merge_layers(struct ground_merge *out, struct mem_arena *arena,
                                  const struct srf_map *map, const uint64_t *sums,
                                  const struct ground_merge_room *room, struct err *err)
{
    const uint32_t count = map->layer_count;
    struct ground_merge_layer *layers = mem_arena_alloc(arena, count, sizeof *layers);
    struct ground_merged *merged = mem_arena_alloc(arena, count, sizeof *merged);
    const char **names = mem_arena_alloc(arena, count, sizeof *names);
    *out = (struct ground_merge){.steps = mem_arena_alloc(arena, count, sizeof *out->steps),
                                 .heads = mem_arena_alloc(arena, count, sizeof *out->heads)};
    if (layers == NULL || merged == NULL || names == NULL || out->steps == NULL ||
        out->heads == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for merging layers");
    for (uint32_t i = 0; i < count; i++) describe(&layers[i], map->layers[i], sums[i], room);
    RETURN_IF_ERR(ground_partition(merged, layers, count, room->limit, GROUND_MERGE_EXACT, err));
    for (uint32_t i = 0; i < count; i++) {
        out->heads[i] = merged[i].head;
        if (merged[i].head == i) continue;
        out->steps[out->step_count++] = (struct ground_step){
            .layer = i, .into = merged[i].head, .covered = sums[i], .distance = merged[i].off};
    }
    RETURN_IF_ERR(name_groups(names, out->heads, arena, map, err));
    return render_merge_names(&out->merge, map, names, err);
}
