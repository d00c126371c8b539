/* Layers put where words say: as the last on a layer, or right before or after one. */
#include "srf/srf.h"

#include <stdio.h>
#include <string.h>

#include "base/grow.h"

struct place {
    uint32_t parent, number; /* of older siblings; UINT32_MAX: behind all */
    char words[200];
};

/* The number of a layer's older siblings. */
static uint32_t count_older(const struct srf_map *map, uint32_t index)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < index; i++)
        count += map->layers[i]->parent == map->layers[index]->parent;
    return count;
}

static enum scree_code find_place(struct place *out, const struct srf_map *map,
                                  const struct scree_arrangement *what, struct scree_error *err)
{
    const bool after = what->after != NULL;
    const char *const beside = after ? what->after : what->before;
    const char *const named = beside != NULL ? beside : what->on;
    uint32_t index = 0;
    if (named != NULL) RETURN_IF_ERR(srf_find_layer(&index, map, named, err));
    const struct srf_layer *const layer = map->layers[index];
    *out = (struct place){.parent = index, .number = UINT32_MAX};
    snprintf(out->words, sizeof out->words, "%s #%u %.120s",
             beside == NULL ? "as the last on"
             : after        ? "right after"
                            : "right before",
             (unsigned)index, layer->name);
    if (beside == NULL) return SCREE_OK;
    if (layer->parent == NULL)
        return err_set_option(err, after ? "after" : "before",
                              "'%.60s' is the root layer, which has no siblings; use {on}", beside);
    out->parent = layer->parent->index;
    out->number = count_older(map, index) + after;
    return SCREE_OK;
}

/* A copy of `size` layers lies right behind layer `index`: what is behind both moves on. */
static void shift(struct place *place, const struct srf_map *map, uint32_t index, uint32_t size)
{
    if (place->parent >= index + size)
        place->parent += size;
    else if (place->parent == map->layers[index]->parent->index && place->number != UINT32_MAX &&
             count_older(map, index) < place->number)
        place->number++;
}

static enum scree_code move(struct srf_map **map, uint32_t *index, const struct place *place,
                            struct scree_error *err)
{
    const struct srf_layer *const layer = (*map)->layers[*index];
    uint32_t to = place->number;
    /* Its own place becomes free first. */
    if (layer->parent != NULL && layer->parent->index == place->parent &&
        count_older(*map, *index) < to && to != UINT32_MAX)
        to--;
    return srf_move_layer(map, index, *index, place->parent, to, err);
}

static enum scree_code remove_layer(struct srf_map **map, struct grow *said, uint32_t index,
                                    struct scree_error *err)
{
    const uint32_t before = (*map)->layer_count;
    RETURN_IF_ERR(srf_remove_layer(map, index, err));
    const uint32_t on_it = before - (*map)->layer_count - 1;
    grow_text(said, "removed");
    if (on_it > 0)
        grow_print(said, ", with %u layer%s on it", (unsigned)on_it, on_it == 1 ? "" : "s");
    return SCREE_OK;
}

static enum scree_code put_layer(struct srf_map **map, struct grow *said, uint32_t index,
                                 const struct scree_arrangement *what, struct place *place,
                                 struct scree_error *err)
{
    const uint32_t old = index, before = (*map)->layer_count;
    if (what->copy != NULL) {
        RETURN_IF_ERR(srf_copy_layer(map, &index, old, err));
        shift(place, *map, old, (*map)->layer_count - before);
    }
    const bool is_placed = what->on != NULL || what->before != NULL || what->after != NULL;
    if (is_placed) RETURN_IF_ERR(move(map, &index, place, err));
    grow_print(said, "%s%s%s, now #%u", what->copy != NULL ? "copied" : "moved",
               is_placed ? " " : "", is_placed ? place->words : "", (unsigned)index);
    return SCREE_OK;
}

static enum scree_code arrange(struct srf_map **map, struct grow *said,
                               const struct scree_arrangement *what, struct scree_error *err)
{
    const char *const named = what->copy != NULL   ? what->copy
                              : what->move != NULL ? what->move
                                                   : what->remove;
    struct place place;
    uint32_t index;
    RETURN_IF_ERR(find_place(&place, *map, what, err));
    if (what->add != NULL) {
        RETURN_IF_ERR(srf_add_layer(map, &index, place.parent, place.number, what->add, err));
        grow_print(said, "#%u %.120s: added, %s", (unsigned)index, what->add, place.words);
        return SCREE_OK;
    }
    RETURN_IF_ERR(srf_find_layer(&index, *map, named, err));
    grow_print(said, "#%u %.120s: ", (unsigned)index, (*map)->layers[index]->name);
    return what->remove != NULL ? remove_layer(map, said, index, err)
                                : put_layer(map, said, index, what, &place, err);
}

enum scree_code srf_arrange(struct srf_map **map, struct scree_bytes *said,
                            const struct scree_arrangement *what, struct scree_error *err)
{
    const int kinds = (what->add != NULL) + (what->copy != NULL) + (what->move != NULL) +
                      (what->remove != NULL),
              places = (what->on != NULL) + (what->before != NULL) + (what->after != NULL);
    struct grow line = {.text = NULL};
    if (kinds != 1)
        return err_set_option(err, "add", "one of {add}, {copy}, {move} and {remove} is needed");
    if (places > 1) return err_set_option(err, "on", "{on}, {before} and {after}: give one");
    if (what->move != NULL && places == 0)
        return err_set_option(err, "move", "{move} needs {on}, {before} or {after}");
    if (what->add != NULL && what->add[0] == '\0')
        return err_set_option(err, "add",
                              "{add}: the layer has no name; write one, as in {add} Gravel");
    struct srf_map *work;
    RETURN_IF_ERR(srf_copy(&work, *map, err));
    enum scree_code code = arrange(&work, &line, what, err);
    if (code == SCREE_OK && said != NULL) code = grow_take(said, &line, err);
    if (code == SCREE_OK) {
        struct srf_map *const old = *map;
        *map = work;
        work = old;
    }
    srf_free(work);
    grow_free(&line);
    return code;
}
