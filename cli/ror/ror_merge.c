/* Which layers are shown as one, if there are more than the game has room for. */
#include <stdio.h>
#include <string.h>

#include "ground/ground_colour.h"
#include "cli/ror/ror.h"

static void describe(struct engines_ror_merge_layer *out, const struct ror *ror, uint32_t layer)
{
    const struct srf_layer *from = ror->pair.map->layers[layer];
    ground_layer_colour(out->colour, from);
    out->sum = ror->layer_sums[layer];
    out->kind = engines_ror_ground(ground_guess(from->name, NULL));
    out->depth = from->depth;
    out->parent = from->parent != NULL ? from->parent->index : 0;
}

/* Names for render_merge_names(), which takes equal names for one material: a number tells apart
 * what the map calls alike. */
static enum err_code name_groups(const char **names, struct ror *ror, struct err *err)
{
    const struct srf_map *map = ror->pair.map;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        if (ror->heads[i] != i) continue;
        const char *own = map->layers[i]->name;
        char text[ROR_TEXT];
        snprintf(text, sizeof text, "%.200s", own[0] != '\0' ? own : "layer");
        for (unsigned number = 2;; number++) {
            uint32_t k = 0;
            while (k < i && (names[k] == NULL || strcmp(names[k], text) != 0)) k++;
            if (k == i) break;
            snprintf(text, sizeof text, "%.200s %u", own[0] != '\0' ? own : "layer", number);
        }
        names[i] = mem_arena_text(&ror->arena, text, strlen(text));
        if (names[i] == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for names");
    }
    for (uint32_t i = 0; i < map->layer_count; i++) names[i] = names[ror->heads[i]];
    return ERR_OK;
}

enum err_code ror_merge(struct ror *ror, struct err *err)
{
    const uint32_t count = ror->pair.map->layer_count;
    if (ror->merge != NULL) return ERR_OK; /* --map has decided */
    struct engines_ror_merge_layer *layers = mem_arena_alloc(&ror->arena, count, sizeof *layers);
    struct engines_ror_merged *merged = mem_arena_alloc(&ror->arena, count, sizeof *merged);
    const char **names = mem_arena_alloc(&ror->arena, count, sizeof *names);
    ror->steps = mem_arena_alloc(&ror->arena, count, sizeof *ror->steps);
    ror->heads = mem_arena_alloc(&ror->arena, count, sizeof *ror->heads);
    if (layers == NULL || merged == NULL || names == NULL || ror->steps == NULL ||
        ror->heads == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for merging layers");
    for (uint32_t i = 0; i < count; i++) describe(&layers[i], ror, i);
    RETURN_IF_ERR(
        engines_ror_merge(merged, layers, count, ror->limit, ENGINES_ROR_MERGE_EXACT, err));
    for (uint32_t i = 0; i < count; i++) {
        ror->heads[i] = merged[i].head;
        if (merged[i].head == i) continue;
        ror->steps[ror->step_count++] = (struct ror_step){.layer = i,
                                                          .into = merged[i].head,
                                                          .moved = ror->layer_sums[i],
                                                          .distance = merged[i].off};
    }
    RETURN_IF_ERR(name_groups(names, ror, err));
    return render_merge_names(&ror->merge, ror->pair.map, names, err);
}
