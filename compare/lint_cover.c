/* Is a layer seen where it appears, or do later ones cover it? */
#include "compare/lint.h"

#include <stdio.h>
#include <string.h>

/* A layer of whose reach less is left is hidden. */
#define HIDDEN_SHARE 0.01
#define NAMED_COVERERS 3

static bool is_descendant(const struct srf_layer *layer, const struct srf_layer *of)
{
    const struct srf_layer *at = layer->parent;
    while (at != NULL && at != of) at = at->parent;
    return at == of;
}

static bool is_hidden(const struct lint *lint, uint32_t index)
{
    const struct lint_layer *known = &lint->layers[index];
    return !known->absent && known->reach > 0 && known->visible < HIDDEN_SHARE * known->reach;
}

/* The layers that cover most, with what they cover; "later layers" if shares is NULL. */
static struct lint_text name_coverers(const struct lint *lint, const double *shares)
{
    if (shares == NULL) return lint_format("later layers");
    uint32_t best[NAMED_COVERERS];
    size_t count = 0;
    for (uint32_t j = 0; j < lint->map->layer_count; j++) {
        if (shares[j] < HIDDEN_SHARE) continue;
        size_t at = count < NAMED_COVERERS ? count++ : NAMED_COVERERS;
        for (; at > 0 && shares[best[at - 1]] < shares[j]; at--)
            if (at < NAMED_COVERERS) best[at] = best[at - 1];
        if (at < NAMED_COVERERS) best[at] = j;
    }
    if (count == 0) return lint_format("many later layers together");
    struct lint_text names = lint_format("%s", "");
    for (size_t i = 0; i < count; i++)
        names = lint_format("%s%s%s (%s)", names.text,
                            i == 0           ? ""
                            : i + 1 == count ? " and "
                                             : ", ",
                            lint_quote(lint->map->layers[best[i]]).text,
                            lint_percent(shares[best[i]]).text);
    return names;
}

static void report(struct lint *lint, uint32_t index, const double *shares)
{
    const struct srf_layer *layer = lint->map->layers[index];
    struct lint_layer *known = &lint->layers[index];
    if (layer->parent != NULL && lint->layers[layer->parent->index].hidden) {
        known->hidden = true; /* with its parent, of which it was said */
        return;
    }
    double by_children = 0, by_others = 0;
    for (uint32_t j = 0; shares != NULL && j < lint->map->layer_count; j++)
        *(is_descendant(lint->map->layers[j], layer) ? &by_children : &by_others) += shares[j];
    /* What its children leave, strangers may well cover: that is no fault of theirs. */
    if (by_children > by_others || layer->parent == NULL) {
        lint_add(lint, LINT_COVERED_BY_CHILDREN, layer,
                 lint_format("the layer reaches %s of the terrain and its own colour is seen on "
                             "%s: it is covered by its own child layers, %s",
                             lint_percent(known->reach).text, lint_percent(known->visible).text,
                             name_coverers(lint, shares).text),
                 lint_format("nothing, if it only groups them; else lower their coverage"));
        return;
    }
    known->hidden = true;
    lint_add(lint, LINT_HIDDEN, layer,
             lint_format("the layer reaches %s of the terrain and is seen on %s: it is covered by "
                         "%s",
                         lint_percent(known->reach).text, lint_percent(known->visible).text,
                         name_coverers(lint, shares).text),
             lint_format("move it behind them in the order of layers, give them limits or less "
                         "coverage, or remove it"));
}

enum scree_code lint_rules_cover(struct lint *lint, struct scree_error *err)
{
    uint32_t hidden[LINT_MAX_COVERED];
    size_t count = 0;
    for (uint32_t k = 0; k < lint->map->layer_count && count < LINT_MAX_COVERED; k++)
        if (is_hidden(lint, k)) hidden[count++] = k;
    if (count == 0) return SCREE_OK;

    const size_t layer_count = lint->map->layer_count;
    double *shares;
    RETURN_IF_ERR(MEM_NEED(&shares, count * layer_count, sizeof *shares, err));
    const enum scree_code code = lint_coverers(shares, hidden, count, lint, err);
    if (code == SCREE_OK) {
        for (size_t i = 0; i < count; i++) report(lint, hidden[i], shares + i * layer_count);
        for (uint32_t k = hidden[count - 1] + 1; k < layer_count; k++)
            if (is_hidden(lint, k)) report(lint, k, NULL);
    }
    mem_free(shares);
    return code;
}
