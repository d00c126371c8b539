/* What of a terrain stays as it is: its layers and ground models by name, and all that a mask leaves
 * out. */
#include <string.h>

#include "ror/ror_into.h"

/* ---- names ---- */

static enum scree_code decide(struct ror_into *into, const struct ground_wanted *wanted,
                              struct scree_error *err)
{
    const struct ror_target *target = into->target;
    const size_t layers = target->layer_count, count = layers + target->use_count;
    const char *list[ROR_INTO_LAYERS + ROR_INTO_USES];
    bool keep[ROR_INTO_LAYERS + ROR_INTO_USES] = {false};
    bool only[ROR_INTO_LAYERS + ROR_INTO_USES] = {false};
    for (size_t i = 0; i < count; i++)
        list[i] = i < layers ? target->layers[i].name : target->uses[i - layers].model;
    const struct ground_names all = {list, count, "the terrain has no layer and no ground model"};
    RETURN_IF_ERR(ground_into_mark(keep, only, &into->level, &all, wanted, err));
    const struct ground_names names = {list, layers, NULL};
    const struct ground_asked asked = {keep, wanted->options->only != NULL ? only : NULL,
                                       into->in_map};
    RETURN_IF_ERR(ground_keep(into->kept, &names, &asked, err));
    for (size_t i = 0; i < layers; i++)
        if (target->layers[i].is_picture && into->kept[i] != SCREE_KEPT_NAMED)
            into->kept[i] = SCREE_NOT_KEPT;
    /* Ground models follow the layers, but for those that are named or built. */
    bool may[ROR_INTO_USES];
    for (size_t u = 0; u < target->use_count; u++)
        may[u] = into->in_map[layers + u] || (only[layers + u] && !keep[layers + u]);
    const struct ground_names models = {list + layers, target->use_count, NULL};
    const struct ground_asked ground = {keep + layers, NULL, may};
    return ground_keep(into->kept + layers, &models, &ground, err);
}

/* ---- texels ---- */

void ror_into_weights(double *weights, const struct ror_into *into, size_t at)
{
    const struct ror_target *target = into->target;
    double rest = 1.0;
    for (size_t k = target->layer_count; k-- > 1;) {
        const struct ror_target_layer *layer = &target->layers[k];
        const struct ror_into_picture *map = &into->maps[layer->map];
        const double alpha =
            map->before[at * map->channels + layer->channel] / 255.0 * layer->opacity;
        weights[k] = rest * alpha;
        rest *= 1.0 - alpha;
    }
    weights[0] = rest;
}

/* Texels [*first, *end) of `of` that texel i of `size` touches. */
static void touched(size_t *first, size_t *end, size_t i, size_t size, size_t of)
{
    *first = i * of / size;
    *end = ((i + 1) * of + size - 1) / size;
}

static void look_at_layers(struct ror_into *into)
{
    const size_t count = (size_t)into->size * into->size;
    double weights[ROR_INTO_LAYERS];
    for (size_t at = 0; at < count; at++) {
        ror_into_weights(weights, into, at);
        size_t most = 0;
        for (size_t k = 0; k < into->target->layer_count; k++) {
            if (weights[k] >= weights[most]) most = k;
            if (weights[k] > 0 && into->kept[k] != SCREE_NOT_KEPT) into->changes[at] = 0;
        }
        into->before[at] = (uint8_t)most;
    }
}

/* kept: what lies below a kept ground model stays, too. Else: ground models change where all that
 * they touch may. */
static void couple(struct ror_into *into, bool kept)
{
    const size_t size = into->landuse.size, layers = into->target->layer_count;
    for (size_t at = 0; at < size * size; at++) {
        const uint8_t use = into->uses_before[at];
        const bool stays = use < ROR_INTO_USES && into->kept[layers + use] != SCREE_NOT_KEPT;
        if (kept && !stays) continue;
        size_t x0, x1, y0, y1;
        bool all = true;
        touched(&x0, &x1, at % size, size, into->size);
        touched(&y0, &y1, at / size, size, into->size);
        for (size_t y = y0; y < y1; y++)
            for (size_t x = x0; x < x1; x++) {
                uint8_t *change = &into->changes[y * into->size + x];
                if (kept) *change = 0;
                all = all && *change != 0;
            }
        into->landuse_changes[at] = all;
    }
}

/* The number of the ground model of each texel of the landuse. */
static void find_uses(struct ror_into *into)
{
    const struct ror_into_picture *picture = &into->landuse;
    const size_t count = (size_t)picture->size * picture->size;
    const struct ror_target *target = into->target;
    uint8_t last = 0;
    for (size_t at = 0; at < count; at++) {
        const uint8_t *rgb = picture->before + at * picture->channels;
        if (last < target->use_count && memcmp(target->uses[last].rgb, rgb, 3) == 0) {
            into->uses_before[at] = last;
            continue;
        }
        size_t u = 0;
        while (u < target->use_count && memcmp(target->uses[u].rgb, rgb, 3) != 0) u++;
        last = (uint8_t)u;
        into->uses_before[at] = u < target->use_count ? last : ROR_INTO_USES;
    }
}

static enum scree_code read_mask(struct ror_into *into, struct inputs_opened *opened,
                                 struct scree_error *err)
{
    const size_t count = (size_t)into->size * into->size;
    uint8_t *white = NULL;
    RETURN_IF_ERR(ground_into_mask(&white, &into->level, into->size, false, opened, err));
    for (size_t at = 0; at < count; at++)
        if (white[at] == 0) into->changes[at] = 0;
    mem_free_pixels(white);
    return SCREE_OK;
}

enum scree_code ror_into_keep(struct ror_into *into, const struct ground_wanted *wanted,
                              struct scree_error *err)
{
    RETURN_IF_ERR(decide(into, wanted, err));
    memset(into->changes, 1, (size_t)into->size * into->size);
    look_at_layers(into);
    if (wanted->given->mask != NULL) RETURN_IF_ERR(read_mask(into, wanted->given->mask, err));
    if (into->landuse.size == 0) return SCREE_OK;
    find_uses(into);
    couple(into, true);
    couple(into, false);
    return SCREE_OK;
}
