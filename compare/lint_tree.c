/*
 * Layers beside each other: names, copies, patterns. Layers are sorted so that equal ones stand
 * together, which keeps the work small for any number of them.
 */
#include "compare/lint.h"

#include <stdlib.h>
#include <string.h>

typedef int (*lint_compare)(const struct srf_layer *a, const struct srf_layer *b);

static int by_number(double a, double b)
{
    return (a > b) - (a < b);
}

static int by_index(const struct srf_layer *a, const struct srf_layer *b)
{
    return (a->index > b->index) - (a->index < b->index);
}

static int by_parent(const struct srf_layer *a, const struct srf_layer *b)
{
    if (a->parent == NULL || b->parent == NULL) return (a->parent != NULL) - (b->parent != NULL);
    return by_index(a->parent, b->parent);
}

static const char *name_of(const struct srf_layer *layer)
{
    return layer->name != NULL ? layer->name : "";
}

static int by_name(const struct srf_layer *a, const struct srf_layer *b)
{
    const int order = by_parent(a, b);
    return order != 0 ? order : strcmp(name_of(a), name_of(b));
}

static int by_pattern(const struct srf_layer *a, const struct srf_layer *b)
{
    const int order = by_number((double)a->orig[0], (double)b->orig[0]);
    return order != 0 ? order : by_number((double)a->orig[1], (double)b->orig[1]);
}

static int by_limit(const struct srf_limit *a, const struct srf_limit *b)
{
    const float pairs[][2] = {
        {a->on[0], b->on[0]},
        {a->on[1], b->on[1]},
        {a->at[0], b->at[0]},
        {a->at[1], b->at[1]},
        {a->level, b->level},
        {a->size, b->size},
        {a->fuzziness[0], b->fuzziness[0]},
        {a->fuzziness[1], b->fuzziness[1]},
    };
    int order = 0;
    for (size_t i = 0; order == 0 && i < sizeof pairs / sizeof pairs[0]; i++)
        order = by_number((double)pairs[i][0], (double)pairs[i][1]);
    return order;
}

/* All that makes a layer look as it does, but for its name. */
static int by_values(const struct srf_layer *a, const struct srf_layer *b)
{
    int order = by_parent(a, b);
    if (order == 0) order = by_pattern(a, b);
    const float pairs[][2] = {
        {a->bmam, b->bmam},       {a->mter, b->mter},       {a->vari, b->vari},
        {a->covr, b->covr},       {a->alte[0], b->alte[0]}, {a->alte[1], b->alte[1]},
        {a->altl[0], b->altl[0]}, {a->altl[1], b->altl[1]}, {a->altf[0], b->altf[0]},
        {a->altf[1], b->altf[1]}, {a->slpe[0], b->slpe[0]}, {a->slpe[1], b->slpe[1]},
        {a->slpl[0], b->slpl[0]}, {a->slpl[1], b->slpl[1]}, {a->slpf[0], b->slpf[0]},
        {a->slpf[1], b->slpf[1]}, {a->smsz, b->smsz},       {(float)a->nega, (float)b->nega},
    };
    for (size_t i = 0; order == 0 && i < SRF_QUANTITIES; i++)
        order = by_limit(&a->limits[i], &b->limits[i]);
    if (order == 0) order = strcmp(a->mask, b->mask);
    if (order == 0) order = strcmp(a->classes, b->classes);
    if (order == 0) order = strcmp(a->near_to, b->near_to);
    for (size_t i = 0; order == 0 && i < sizeof pairs / sizeof pairs[0]; i++)
        order = by_number((double)pairs[i][0], (double)pairs[i][1]);
    for (int c = 0; order == 0 && c < 3; c++) order = by_number(a->difc[c], b->difc[c]);
    return order;
}

/* qsort() passes no context, hence one function for each order. */
#define SORT_BY(order)                                                                             \
    static int sort_##order(const void *left, const void *right)                                   \
    {                                                                                              \
        const struct srf_layer *const *a = left, *const *b = right;                                \
        const int found = order(*a, *b);                                                           \
        return found != 0 ? found : by_index(*a, *b);                                              \
    }
SORT_BY(by_name)
SORT_BY(by_pattern)
SORT_BY(by_values)

/* Tells of each layer that equals an earlier one; first is the first of the equal ones. */
typedef void (*lint_tell)(struct lint *lint, const struct srf_layer *layer,
                          const struct srf_layer *first);

static void tell_equal(struct lint *lint, const struct srf_layer **list, size_t count,
                       int (*sort)(const void *, const void *), lint_compare order, lint_tell tell)
{
    qsort(list, count, sizeof *list, sort);
    const struct srf_layer *first = NULL;
    for (size_t i = 0; i < count; i++) {
        if (first != NULL && order(first, list[i]) == 0)
            tell(lint, list[i], first);
        else
            first = list[i];
    }
}

/*
 * Finding duplicate-name (The tree): A sibling has the same name, so a path means both. Rename
 * one.
 */
static void tell_name(struct lint *lint, const struct srf_layer *layer,
                      const struct srf_layer *first)
{
    lint_add(lint, LINT_DUPLICATE_NAME, layer,
             lint_format("layer #%u beside it has the same name, so the path means both",
                         (unsigned)first->index),
             lint_format("give one of them another name; until then #%u and #%u tell them apart",
                         (unsigned)first->index, (unsigned)layer->index));
}

/*
 * Finding duplicate-layer (The tree): A sibling has the same colour, limits, coverage and
 * pattern. Remove one, or change it.
 */
static void tell_values(struct lint *lint, const struct srf_layer *layer,
                        const struct srf_layer *first)
{
    lint->layers[layer->index].is_duplicate = true;
    lint_add(lint, LINT_DUPLICATE_LAYER, layer,
             lint_format("the layer has the same colour, limits, coverage and pattern as #%u %s "
                         "beside it",
                         (unsigned)first->index, lint_quote(first).text),
             lint_format("remove one of them, or change what was to be different"));
}

/*
 * Finding same-pattern (The tree): The layer's noise has the ORIG of an earlier layer and so its
 * pattern. Often meant; else change ORIG.
 */
static void tell_pattern(struct lint *lint, const struct srf_layer *layer,
                         const struct srf_layer *first)
{
    if (lint->layers[layer->index].is_duplicate) return;
    lint_add(lint, LINT_SAME_PATTERN, layer,
             lint_format("the layer has the same noise pattern (ORIG %g, %g) as #%u %s",
                         (double)layer->orig[0], (double)layer->orig[1], (unsigned)first->index,
                         lint_quote(first).text),
             lint_format("nothing, if they are to follow each other; else change its ORIG"));
}

/* A layer whose noise has an effect somewhere. */
static bool has_pattern(const struct lint *lint, const struct srf_layer *layer)
{
    if (!lint_judged(lint, layer) || lint->layers[layer->index].absent) return false;
    if (layer->vari <= 0 || layer->covr <= 0) return false;
    bool limited = false;
    for (int side = 0; side < 2; side++)
        limited = limited || srf_is_on(layer->alte[side]) || srf_is_on(layer->slpe[side]);
    return limited || layer->covr < 1;
}

/*
 * Finding empty-name (The tree): The layer has no name; masks, materials and `--map` need names.
 *
 * Finding same-colour (The tree): The layer has its parent's colour, so pictures do not show it;
 * masks do.
 */
static void check_alone(struct lint *lint, const struct srf_layer *layer)
{
    if (name_of(layer)[0] == '\0')
        lint_add(lint, LINT_EMPTY_NAME, layer,
                 lint_format("the layer has no name; only #%u tells it from others",
                             (unsigned)layer->index),
                 lint_format("give it a name: masks and materials are named after layers"));
    const struct srf_layer *parent = layer->parent;
    if (parent != NULL && memcmp(layer->difc, parent->difc, sizeof layer->difc) == 0)
        lint_add(lint, LINT_SAME_COLOUR, layer,
                 lint_format("the layer has the colour of its parent (%d %d %d of 256), so "
                             "pictures do not show it",
                             layer->difc[0], layer->difc[1], layer->difc[2]),
                 lint_format("nothing, if only masks matter; else change one of the colours"));
}

enum scree_code lint_rules_tree(struct lint *lint, struct scree_error *err)
{
    const uint32_t layer_count = lint->map->layer_count;
    const struct srf_layer **list;
    RETURN_IF_ERR(MEM_NEED(&list, layer_count, sizeof *list, err));
    size_t count = 0;
    for (uint32_t i = 0; i < layer_count; i++) {
        check_alone(lint, lint->map->layers[i]);
        if (name_of(lint->map->layers[i])[0] != '\0') list[count++] = lint->map->layers[i];
    }
    tell_equal(lint, list, count, sort_by_name, by_name, tell_name);

    count = 0;
    for (uint32_t i = 0; i < layer_count; i++)
        if (lint->map->layers[i]->first_child == NULL) list[count++] = lint->map->layers[i];
    tell_equal(lint, list, count, sort_by_values, by_values, tell_values);

    count = 0;
    for (uint32_t i = 0; i < layer_count; i++)
        if (has_pattern(lint, lint->map->layers[i])) list[count++] = lint->map->layers[i];
    tell_equal(lint, list, count, sort_by_pattern, by_pattern, tell_pattern);
    mem_free(list);
    return SCREE_OK;
}
