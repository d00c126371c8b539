/*
 * New origins. The k-th different one, counted in painting order (distribution before bump),
 * becomes the k-th four numbers of a sequence that the seed starts: rolling twice gives what
 * rolling once with the second seed gives.
 */
#include "srf/srf.h"

#include <string.h>

#include "base/scramble.h"
#include "srf/srf_make.h"
#include "srf/srf_source.h"

#define ORIGIN_SIZE 16

struct roll {
    const uint8_t **old; /* [count], each ORIGIN_SIZE bytes */
    size_t count;
};

static size_t number_of(struct roll *roll, const uint8_t *origin)
{
    for (size_t i = 0; i < roll->count; i++)
        if (memcmp(roll->old[i], origin, ORIGIN_SIZE) == 0) return i;
    roll->old[roll->count] = origin;
    return roll->count++;
}

enum scree_code srf_reroll(struct srf_map *map, uint64_t seed, struct scree_error *err)
{
    if (map->source != NULL) return srf_source_reroll(map, seed, err);
    const struct srf_row *const rows[2] = {srf_table_find_key("texture.origin"),
                                           srf_table_find_key("bump.texture.origin")};
    struct roll roll = {mem_alloc((size_t)map->layer_count * 2, sizeof *roll.old), 0};
    struct srf_payload factory[SRF_ROW_COUNT];
    if (roll.old == NULL || !srf_make_factory(factory, &map->arena, false)) {
        mem_free(roll.old);
        return err_no_memory(err);
    }
    enum scree_code code = SCREE_OK;
    for (uint32_t i = 0; i < map->layer_count && code == SCREE_OK; i++) {
        struct srf_layer *layer = map->layers[i];
        struct srf_values values;
        srf_values_collect(&values, layer, factory);
        for (size_t k = 0; k < 2 && code == SCREE_OK; k++) {
            const size_t row = (size_t)(rows[k] - srf_table);
            if (k == 1 && values.chunks[row] == NULL) continue;
            const size_t number = number_of(&roll, values.payloads[row].data);
            uint8_t *bytes = mem_arena_alloc(&map->arena, ORIGIN_SIZE, 1);
            if (bytes == NULL) {
                code = err_no_memory(err);
                break;
            }
            /* Every fourth step from here is another origin's first. */
            uint64_t state = seed + (uint64_t)number * 4 * SCRAMBLE_STEP;
            for (unsigned j = 0; j < 4; j++)
                srf_make_put(bytes, rows[k], j, (double)(scramble_next(&state) >> 41) / 256);
            const struct srf_payload payload = {bytes, ORIGIN_SIZE};
            code = srf_edit_put(map, layer, rows[k], &payload, err);
        }
    }
    mem_free(roll.old);
    return code;
}
