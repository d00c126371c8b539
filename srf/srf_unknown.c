#include <string.h>

#include "srf/srf_table.h"

struct search {
    struct srf_unknown *out;
    size_t capacity, count;
};

static void add(struct search *search, const struct srf_chunk *chunk, const struct srf_layer *layer)
{
    if (search->count < search->capacity)
        search->out[search->count] = (struct srf_unknown){chunk, layer};
    search->count++;
}

/* Chunks of a layer but not of its child layers. Calls itself at most three deep, as the table
 * nests: SRFL, DENS, VART, SETT. */
static void search_inside(struct search *search, const struct srf_chunk *container,
                          enum srf_place place, const struct srf_layer *layer)
{
    for (const struct srf_chunk *c = container->first_child; c != NULL; c = c->next) {
        const struct srf_row *row = srf_table_find(place, c->marker);
        if (row == NULL)
            add(search, c, layer);
        else if (row->kind == SRF_KIND_CONTAINER && row->inside != SRF_PLACE_LAYER)
            search_inside(search, c, row->inside, layer);
    }
}

size_t srf_unknown_chunks(struct srf_unknown *out, size_t capacity, const struct srf_map *map)
{
    struct search search = {out, capacity, 0};
    for (const struct srf_chunk *c = map->first_chunk; c != NULL; c = c->next)
        if (map->container == SRF_FILE_SRF && c != map->root->chunk) add(&search, c, NULL);
    for (uint32_t i = 0; i < map->layer_count; i++)
        if (map->layers[i]->chunk != NULL)
            search_inside(&search, map->layers[i]->chunk, SRF_PLACE_LAYER, map->layers[i]);
    return search.count;
}
