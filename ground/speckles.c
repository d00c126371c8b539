/* Small areas of a map of materials. */
#include "ground/ground.h"

#include <string.h>

#include "base/mem.h"

struct map {
    uint8_t *ids, *large; /* large[at]: belongs to an area known to be large enough */
    uint32_t size, area;
    size_t *stack; /* stack[0 .. area) */
};

/* The samples beside one; returns how many. */
static int beside(size_t out[4], size_t at, uint32_t size)
{
    const size_t x = at % size, y = at / size;
    int count = 0;
    if (x > 0) out[count++] = at - 1;
    if (x + 1 < size) out[count++] = at + 1;
    if (y > 0) out[count++] = at - size;
    if (y + 1 < size) out[count++] = at + size;
    return count;
}

/* Collects the area around a sample, at most map->area samples of it, and stops where it meets one
 * that is known to be large: a flood of a small area looks at no more. */
static size_t flood(const struct map *map, size_t start, bool *large)
{
    size_t count = 1;
    map->stack[0] = start;
    map->large[start] = 2; /* in this flood */
    *large = false;
    for (size_t next = 0; next < count; next++) {
        size_t around[4];
        const int n = beside(around, map->stack[next], map->size);
        for (int i = 0; i < n; i++) {
            const size_t at = around[i];
            if (map->ids[at] != map->ids[start] || map->large[at] == 2) continue;
            *large = map->large[at] == 1 || count + 1 >= map->area;
            if (*large) return count;
            map->large[at] = 2;
            map->stack[count++] = at;
        }
    }
    return count;
}

/* The material with the longest border; the area's own if nothing is beside it. */
static uint8_t neighbour_of(const struct map *map, size_t count)
{
    uint64_t borders[256] = {0};
    const uint8_t own = map->ids[map->stack[0]];
    for (size_t k = 0; k < count; k++) {
        size_t around[4];
        const int n = beside(around, map->stack[k], map->size);
        for (int i = 0; i < n; i++) borders[map->ids[around[i]]]++;
    }
    borders[own] = 0;
    uint8_t best = own;
    uint64_t longest = 0;
    for (int id = 0; id < 256; id++) {
        if (borders[id] == 0 || borders[id] < longest) continue;
        longest = borders[id];
        best = (uint8_t)id;
    }
    return best;
}

static bool pass(struct map *map, uint64_t *areas, uint64_t *samples)
{
    const size_t points = (size_t)map->size * map->size;
    bool changed = false;
    memset(map->large, 0, points);
    for (size_t at = 0; at < points; at++) {
        if (map->large[at] == 1) continue;
        bool large;
        const size_t count = flood(map, at, &large);
        const uint8_t id = large ? map->ids[at] : neighbour_of(map, count);
        const bool small = !large && id != map->ids[at];
        for (size_t k = 0; k < count; k++) {
            /* What was changed may join an area that is still to be looked at. */
            map->large[map->stack[k]] = small ? 0 : 1;
            map->ids[map->stack[k]] = id;
        }
        if (!small) continue;
        changed = true;
        ++*areas;
        *samples += count;
    }
    return changed;
}

enum scree_code ground_remove_speckles(uint8_t *ids, uint32_t size, uint32_t area, uint64_t *areas,
                                       uint64_t *samples, struct scree_error *err)
{
    struct map map = {.ids = ids, .size = size, .area = area};
    *areas = *samples = 0;
    if (area <= 1) return SCREE_OK;
    map.large = mem_alloc(size, size);
    map.stack = mem_alloc(area, sizeof *map.stack);
    enum scree_code code = SCREE_OK;
    if (map.large == NULL || map.stack == NULL) code = err_no_memory(err);
    /* Each pass with a change leaves fewer areas. */
    while (code == SCREE_OK && pass(&map, areas, samples)) continue;
    mem_free(map.large);
    mem_free(map.stack);
    return code;
}

void ground_count_isolated(uint64_t isolated[256], const uint8_t *ids, uint32_t size)
{
    const size_t points = (size_t)size * size;
    for (size_t at = 0; at < points; at++) {
        size_t around[4];
        const int n = beside(around, at, size);
        bool alone = true;
        for (int i = 0; i < n; i++) alone = alone && ids[around[i]] != ids[at];
        isolated[ids[at]] += alone;
    }
}
