/* Which layers are one material: by a list, or by the rule if there are more than the game takes. */
#include <stdio.h>
#include <string.h>

#include "ground/ground_colour.h"
#include "inputs/materials.h"
#include "ror/ror_partition.h"
#include "ror/ror_plan.h"

enum err_code ror_read_groups(struct ror_groups *out, const struct ror_plan *plan,
                              struct inputs_opened *from, struct err *err)
{
    RETURN_IF_ERR(materials_take(&out->merge, &out->file, plan->inputs.map, from,
                                 MATERIALS_REST_OWN, &out->grounds, err));
    if (out->merge->count <= plan->limit) return ERR_OK;
    return err_set_option(
        err, "materials",
        "{materials} %.80s gives %u materials, layers that it does not name among "
        "them, and there is room for %u%s; give more layers the same name",
        out->file.path, (unsigned)out->merge->count, (unsigned)plan->limit,
        plan->options.shadows_off ? "" : " (one more with {shadows_off})");
}

static void describe(struct ror_merge_layer *out, const struct srf_layer *layer, uint64_t sum)
{
    ground_layer_colour(out->colour, layer);
    out->sum = sum;
    out->kind = ror_ground_nearest(ground_guess(layer->name, NULL));
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
        char text[ROR_TEXT];
        snprintf(text, sizeof text, "%.200s", own);
        for (unsigned number = 2; is_taken(names, i, text); number++)
            snprintf(text, sizeof text, "%.200s %u", own, number);
        names[i] = mem_arena_text(arena, text, strlen(text));
        if (names[i] == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for names");
    }
    for (uint32_t i = 0; i < map->layer_count; i++) names[i] = names[heads[i]];
    return ERR_OK;
}

enum err_code ror_merge_layers(struct ror_groups *out, struct mem_arena *arena,
                               const struct ror_plan *plan, struct err *err)
{
    const struct srf_map *map = plan->inputs.map;
    const uint32_t count = map->layer_count;
    struct ror_merge_layer *layers = mem_arena_alloc(arena, count, sizeof *layers);
    struct ror_merged *merged = mem_arena_alloc(arena, count, sizeof *merged);
    const char **names = mem_arena_alloc(arena, count, sizeof *names);
    out->steps = mem_arena_alloc(arena, count, sizeof *out->steps);
    out->heads = mem_arena_alloc(arena, count, sizeof *out->heads);
    if (layers == NULL || merged == NULL || names == NULL || out->steps == NULL ||
        out->heads == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for merging layers");
    for (uint32_t i = 0; i < count; i++) describe(&layers[i], map->layers[i], plan->layer_sums[i]);
    RETURN_IF_ERR(ror_partition(merged, layers, count, plan->limit, ROR_MERGE_EXACT, err));
    for (uint32_t i = 0; i < count; i++) {
        out->heads[i] = merged[i].head;
        if (merged[i].head == i) continue;
        out->steps[out->step_count++] = (struct ror_step){.layer = i,
                                                          .into = merged[i].head,
                                                          .covered = plan->layer_sums[i],
                                                          .distance = merged[i].off};
    }
    RETURN_IF_ERR(name_groups(names, out->heads, arena, map, err));
    return render_merge_names(&out->merge, map, names, err);
}
