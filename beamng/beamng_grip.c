/* Ground models that change less often than materials. */
#include <string.h>

#include "beamng/beamng_map.h"

void beamng_find_grips(struct beamng_map *map)
{
    const uint32_t count = map->merge->count;
    map->grips = 0;
    for (uint32_t m = 0; m < count; m++) {
        uint32_t k = 0;
        map->grip[m] = GROUND_NO_GRIP;
        if (map->choices[m].is_hole) continue;
        while (k < m && (map->choices[k].is_hole || strcmp(map->choices[k].made.ground_model,
                                                           map->choices[m].made.ground_model) != 0))
            k++;
        map->grip[m] = k < m ? map->grip[k] : (uint8_t)map->grips++;
    }
}

/* The material that most samples have of each ground model. */
static void find_materials(uint8_t of_grip[256], const struct beamng_samples *samples,
                           const struct beamng_map *map)
{
    const size_t points = (size_t)map->size * map->size;
    uint64_t counts[256] = {0}, most[256] = {0};
    for (size_t i = 0; i < points; i++) counts[samples->ids[i]]++;
    memset(of_grip, 0, 256);
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const uint8_t grip = map->grip[m];
        if (grip == GROUND_NO_GRIP || counts[m] < most[grip]) continue;
        most[grip] = counts[m] + 1; /* the first of equal ones */
        of_grip[grip] = (uint8_t)m;
    }
}

enum scree_code beamng_calm(struct beamng_samples *samples, const struct beamng_map *map,
                            const uint8_t *others, struct scree_error *err)
{
    uint8_t of_grip[256];
    find_materials(of_grip, samples, map);
    const struct ground_grip grip = {.ids = samples->ids,
                                     .others = others,
                                     .size = map->size,
                                     .square_m = map->square_m,
                                     .grip = map->grip,
                                     .grips = map->grips,
                                     .of_grip = of_grip,
                                     .reach_m = GROUND_CALM_M};
    return ground_ride_make(&samples->ride, &grip, map->fine_grip, err);
}
