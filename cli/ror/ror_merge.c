/*
 * Which layers are shown as one, if there are more than the game has room for.
 *
 * One group of layers is joined to another until they fit:
 *   1. groups that cover nothing, the lowest layer first, each to its parent's;
 *   2. else, of the groups that stand deepest in the tree, if deeper than 1, the one that costs
 *      least, to its parent's;
 *   3. else the two groups that cost least.
 * The cost of joining areas a and b is a b / (a + b) times the square of the distance of their
 * colours: by so much the squared error of the picture grows (J. H. Ward, Hierarchical Grouping to
 * Optimize an Objective Function, 1963). A small patch of a colour of its own is then dear, where a
 * plain product would give it up. Between kinds of ground the distance counts double: they also
 * drive and look differently.
 *
 * A group has the mean colour of its layers by their coverage, and the name and the kind of ground
 * of its highest layer; of two that stand as high, of the larger.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/export/export_colour.h"
#include "cli/ror/ror.h"

struct group {
    bool gone;
    uint32_t into;   /* if gone */
    uint32_t depth;  /* of its highest layer */
    uint32_t parent; /* layer above that */
    uint32_t head;   /* layer that names it */
    uint64_t sum, head_sum;
    double colour[3]; /* coverage times linear colour */
    double first[3];  /* colour of the first layer, for a group without coverage */
    enum engines_ground kind;
};

struct groups {
    struct group *list; /* [layer]: the group that began with it */
    uint32_t count, alive;
};

static uint32_t group_of(const struct groups *groups, uint32_t layer)
{
    while (groups->list[layer].gone) layer = groups->list[layer].into;
    return layer;
}

static void mean_colour(double colour[3], const struct group *group)
{
    for (int c = 0; c < 3; c++)
        colour[c] = group->sum > 0 ? group->colour[c] / (double)group->sum : group->first[c];
}

static double shown(double channel)
{
    return 255 * sqrt(channel < 0 ? 0 : channel > 1 ? 1 : channel);
}

/* Root mean square over the channels, as shown: 0 .. 255. */
static double distance(const struct group *a, const struct group *b)
{
    double ca[3], cb[3], sum = 0;
    mean_colour(ca, a);
    mean_colour(cb, b);
    for (int c = 0; c < 3; c++) {
        const double d = shown(ca[c]) - shown(cb[c]);
        sum += d * d;
    }
    return sqrt(sum / 3);
}

static double cost(const struct group *a, const struct group *b)
{
    const double sum = (double)a->sum + (double)b->sum;
    const double apart = (a->kind == b->kind ? 1 : 2) * distance(a, b);
    return sum > 0 ? (double)a->sum / sum * (double)b->sum * (apart * apart) : 0;
}

/* Whether a group that goes names the one that keeps it. */
static bool leads(const struct group *gone, const struct group *kept)
{
    if (gone->sum == 0 || kept->sum == 0) return gone->sum > kept->sum;
    if (gone->depth != kept->depth) return gone->depth < kept->depth;
    return gone->head_sum > kept->head_sum;
}

static void join(struct ror *ror, struct groups *groups, uint32_t from, uint32_t to)
{
    struct group *gone = &groups->list[from], *kept = &groups->list[to];
    ror->steps[ror->step_count++] = (struct ror_step){.layer = gone->head,
                                                      .into = kept->head,
                                                      .moved = gone->sum,
                                                      .distance = distance(gone, kept)};
    if (leads(gone, kept)) {
        kept->head_sum = gone->head_sum;
        kept->head = gone->head;
        kept->kind = gone->kind;
    }
    kept->sum += gone->sum;
    for (int c = 0; c < 3; c++) kept->colour[c] += gone->colour[c];
    if (gone->depth < kept->depth) {
        kept->depth = gone->depth;
        kept->parent = gone->parent;
    }
    gone->gone = true;
    gone->into = to;
    groups->alive--;
}

static bool join_empty(struct ror *ror, struct groups *groups)
{
    for (uint32_t i = 1; i < groups->count; i++) {
        const struct group *group = &groups->list[i];
        if (group->gone || group->sum > 0 || group->depth == 0) continue;
        join(ror, groups, i, group_of(groups, group->parent));
        return true;
    }
    return false;
}

static bool join_deepest(struct ror *ror, struct groups *groups)
{
    uint32_t deepest = 1, best = 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < groups->count; i++)
        if (!groups->list[i].gone && groups->list[i].depth > deepest)
            deepest = groups->list[i].depth;
    if (deepest < 2) return false;
    for (uint32_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->list[i];
        if (group->gone || group->depth != deepest) continue;
        const double now = cost(group, &groups->list[group_of(groups, group->parent)]);
        if (now >= least) continue;
        least = now;
        best = i;
    }
    join(ror, groups, best, group_of(groups, groups->list[best].parent));
    return true;
}

static void join_cheapest(struct ror *ror, struct groups *groups)
{
    uint32_t best[2] = {0, 0};
    double least = INFINITY;
    for (uint32_t a = 0; a < groups->count; a++) {
        if (groups->list[a].gone) continue;
        for (uint32_t b = a + 1; b < groups->count; b++) {
            if (groups->list[b].gone) continue;
            const double now = cost(&groups->list[a], &groups->list[b]);
            if (now >= least) continue;
            least = now;
            best[0] = a;
            best[1] = b;
        }
    }
    const bool second = groups->list[best[1]].sum > groups->list[best[0]].sum;
    join(ror, groups, best[second ? 0 : 1], best[second ? 1 : 0]);
}

static void start(struct groups *groups, const struct ror *ror)
{
    const struct srf_map *map = ror->pair.map;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *layer = map->layers[i];
        struct group *group = &groups->list[i];
        float colour[3];
        export_layer_colour(colour, layer);
        group->depth = layer->depth;
        group->parent = layer->parent != NULL ? layer->parent->index : 0;
        group->head = i;
        group->kind = engines_ror_ground(engines_ground_guess(layer->name, NULL));
        group->sum = group->head_sum = ror->layer_sums[i];
        for (int c = 0; c < 3; c++) {
            group->first[c] = (double)colour[c];
            group->colour[c] = (double)colour[c] * (double)group->sum;
        }
    }
}

/* Names for render_merge_names(), which takes equal names for one material: a number tells apart
 * what the map calls alike. */
static enum err_code name_groups(const char **names, struct ror *ror, const struct groups *groups,
                                 struct err *err)
{
    const struct srf_map *map = ror->pair.map;
    for (uint32_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->list[i];
        if (group->gone) continue;
        const char *own = map->layers[group->head]->name;
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
    for (uint32_t i = 0; i < groups->count; i++)
        if (groups->list[i].gone) names[i] = names[group_of(groups, i)];
    for (uint32_t i = 0; i < groups->count; i++)
        ror->heads[i] = groups->list[group_of(groups, i)].head;
    return ERR_OK;
}

enum err_code ror_merge(struct ror *ror, struct err *err)
{
    const uint32_t count = ror->pair.map->layer_count;
    if (ror->merge != NULL) return ERR_OK; /* --map has decided */
    struct groups groups = {mem_arena_alloc(&ror->arena, count, sizeof *groups.list), count, count};
    const char **names = mem_arena_alloc(&ror->arena, count, sizeof *names);
    ror->steps = mem_arena_alloc(&ror->arena, count, sizeof *ror->steps);
    ror->heads = mem_arena_alloc(&ror->arena, count, sizeof *ror->heads);
    if (groups.list == NULL || names == NULL || ror->steps == NULL || ror->heads == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for merging layers");
    start(&groups, ror);
    while (groups.alive > ror->limit)
        if (!join_empty(ror, &groups) && !join_deepest(ror, &groups)) join_cheapest(ror, &groups);
    RETURN_IF_ERR(name_groups(names, ror, &groups, err));
    return render_merge_names(&ror->merge, ror->pair.map, names, err);
}
