#include "ground/ground_merge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "ground/ground_partition.h"

#define NAME_SIZE 256
#define UNDER_WATER SRF_MAX_DEPTH

static uint32_t weight_of(const struct ground_merge_room *room, uint32_t layer)
{
    return room->weights != NULL ? room->weights[layer] : GROUND_DRY_WEIGHT;
}

/* The partition names groups by their highest layers, so what lies under water counts as deep. */
static void describe(struct ground_merge_layer *out, const struct srf_layer *layer, uint64_t sum,
                     const struct ground_merge_room *room)
{
    const uint32_t weight = weight_of(room, layer->index);
    const enum ground_kind kind = ground_guess(layer->name, NULL);
    ground_layer_colour(out->colour, layer);
    out->sum = sum * weight;
    out->kind = room->kind_of != NULL ? room->kind_of(kind) : kind;
    out->depth = layer->depth + (weight == GROUND_WET_WEIGHT ? UNDER_WATER : 0);
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
static enum scree_code name_groups(const char **names, const uint32_t *heads,
                                   struct mem_arena *arena, const struct srf_map *map,
                                   struct scree_error *err)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        if (heads[i] != i) continue;
        const char *own = map->layers[i]->name[0] != '\0' ? map->layers[i]->name : "layer";
        char text[NAME_SIZE];
        snprintf(text, sizeof text, "%.200s", own);
        for (unsigned number = 2; is_taken(names, i, text); number++)
            snprintf(text, sizeof text, "%.200s %u", own, number);
        names[i] = mem_arena_text(arena, text, strlen(text));
        if (names[i] == NULL) return err_no_memory(err);
    }
    for (uint32_t i = 0; i < map->layer_count; i++) names[i] = names[heads[i]];
    return SCREE_OK;
}

/* What is parted: the layers of a map that represent themselves, each with those below it that do
 * not. */
struct stock {
    struct ground_merge_layer *layers; /* [0 .. count) */
    struct ground_merged *merged;
    uint32_t count;
    uint32_t *own;  /* [layer of the map]: number in layers of itself or of the one it is with */
    uint32_t *from; /* [number]: the layer of the map */
};

static bool make_stock(struct stock *out, struct mem_arena *arena, uint32_t count)
{
    out->layers = mem_arena_alloc(arena, count, sizeof *out->layers);
    out->merged = mem_arena_alloc(arena, count, sizeof *out->merged);
    out->own = mem_arena_alloc(arena, count, sizeof *out->own);
    out->from = mem_arena_alloc(arena, count, sizeof *out->from);
    return out->layers != NULL && out->merged != NULL && out->own != NULL && out->from != NULL;
}

/* Adds a layer to the one that it is with: coverage, and the colour in the mean. */
static void add(struct ground_merge_layer *to, const struct srf_layer *layer, uint64_t sum)
{
    float colour[3];
    ground_layer_colour(colour, layer);
    const double all = (double)to->sum + (double)sum;
    for (int c = 0; c < 3 && all > 0; c++)
        to->colour[c] =
            (float)(((double)to->colour[c] * (double)to->sum + (double)colour[c] * (double)sum) /
                    all);
    to->sum += sum;
}

static void fill_stock(struct stock *stock, const struct srf_map *map, const uint64_t *sums,
                       const struct ground_merge_room *room)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *layer = map->layers[i];
        if (room->levels == 0 || layer->depth < room->levels) {
            struct ground_merge_layer *own = &stock->layers[stock->count];
            describe(own, layer, sums[i], room);
            own->parent = stock->own[own->parent];
            stock->from[stock->count] = i;
            stock->own[i] = stock->count++;
        } else {
            stock->own[i] = stock->own[layer->parent->index];
            add(&stock->layers[stock->own[i]], layer, sums[i] * weight_of(room, i));
        }
    }
}

/* How far a layer's own colour is from that of its group, as shown. */
static double off(const struct srf_layer *layer, const struct ground_merged *merged)
{
    float colour[3];
    double sum = 0;
    ground_layer_colour(colour, layer);
    for (int c = 0; c < 3; c++) {
        const double own = colour[c] < 0 ? 0 : colour[c] > 1 ? 1 : (double)colour[c];
        const double apart = 255 * sqrt(own) - merged->shown[c];
        sum += apart * apart;
    }
    return sqrt(sum / 3);
}

enum scree_code ground_merge_layers(struct ground_merge *out, struct mem_arena *arena,
                                    const struct srf_map *map, const uint64_t *sums,
                                    const struct ground_merge_room *room, struct scree_error *err)
{
    const uint32_t count = map->layer_count;
    struct stock stock = {.count = 0};
    const char **names = mem_arena_alloc(arena, count, sizeof *names);
    *out = (struct ground_merge){.steps = mem_arena_alloc(arena, count, sizeof *out->steps),
                                 .heads = mem_arena_alloc(arena, count, sizeof *out->heads)};
    if (!make_stock(&stock, arena, count) || names == NULL || out->steps == NULL ||
        out->heads == NULL)
        return err_no_memory(err);
    fill_stock(&stock, map, sums, room);
    RETURN_IF_ERR(ground_partition(stock.merged, stock.layers, stock.count, room->limit,
                                   GROUND_MERGE_EXACT, err));
    for (uint32_t i = 0; i < count; i++) {
        const struct ground_merged *merged = &stock.merged[stock.own[i]];
        const bool alone = stock.from[stock.own[i]] == i;
        out->heads[i] = stock.from[merged->head];
        if (out->heads[i] == i) continue;
        out->steps[out->step_count++] =
            (struct ground_step){.layer = i,
                                 .into = out->heads[i],
                                 .covered = sums[i],
                                 .distance = alone ? merged->off : off(map->layers[i], merged)};
    }
    RETURN_IF_ERR(name_groups(names, out->heads, arena, map, err));
    return render_merge_names(&out->merge, map, names, err);
}

void ground_merge_sum_up(uint32_t kept, uint32_t layers, double share, const char *more,
                         struct scree_job *job)
{
    if (share > 0)
        job_result(job, NULL, "kept %u of %u layers; %.1f %% uses a neighbour's texture%s",
                   (unsigned)kept, (unsigned)layers, 100 * share, more);
}

void ground_merge_tell(const struct ground_step *steps, size_t count, const struct srf_map *map,
                       double all, struct scree_job *job)
{
    size_t nowhere = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ground_step *step = &steps[i];
        if (step->covered == 0)
            nowhere++;
        else
            job_note(
                job, NULL,
                "merged: #%u %s into #%u %s (%.2f %% of the terrain, colour differs by %.0f/255)",
                (unsigned)step->layer, map->layers[step->layer]->name, (unsigned)step->into,
                map->layers[step->into]->name, 100 * (double)step->covered / all, step->distance);
    }
    if (nowhere > 0)
        job_note(job, NULL, "merged: %zu %s nothing", nowhere,
                 nowhere == 1 ? "layer that covers" : "layers that cover");
}

json_t *ground_merge_json(const struct ground_step *steps, size_t count, double all)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_text_append(&array,
                         json_pack("{s:i, s:i, s:f, s:f}", "layer", (int)steps[i].layer, "into",
                                   (int)steps[i].into, "coverage", (double)steps[i].covered / all,
                                   "colour_distance", steps[i].distance));
    return array;
}
