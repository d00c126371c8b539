#include "srf/srf_values.h"

#include <string.h>

#include "base/bytes.h"

/* Calls itself at most three deep, since layers within it have their own values. */
static void collect(struct srf_values *values, const struct srf_chunk *container,
                    enum srf_place place)
{
    for (const struct srf_chunk *chunk = container->first_child; chunk != NULL;
         chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(place, chunk->marker);
        if (row == NULL || row->inside == SRF_PLACE_LAYER) continue;
        if (chunk->container) {
            collect(values, chunk, row->inside);
            continue;
        }
        values->chunks[row - srf_table] = chunk;
        values->payloads[row - srf_table] = (struct srf_payload){chunk->data, chunk->size};
    }
}

void srf_values_collect(struct srf_values *values, const struct srf_layer *layer,
                        const struct srf_payload factory[SRF_ROW_COUNT])
{
    memset(values->chunks, 0, sizeof values->chunks);
    memcpy(values->payloads, factory, sizeof values->payloads);
    collect(values, layer->chunk, SRF_PLACE_LAYER);
}

bool srf_values_equal(const struct srf_row *row, int side, const struct srf_payload *a,
                      const struct srf_payload *b)
{
    if (side >= 0) {
        const size_t width = srf_table_size(row) / row->count;
        return memcmp(a->data + width * (size_t)side, b->data + width * (size_t)side, width) == 0;
    }
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

float srf_values_float(const struct srf_payload *payload, unsigned i)
{
    return bytes_get_f32le(payload->data + 4 * (size_t)i);
}
