#include "ground/ground_merge.h"

#include <math.h>

void ground_layer_colour(float colour[3], const struct srf_layer *layer)
{
    for (int c = 0; c < 3; c++) colour[c] = (float)layer->difc[c] / 256.0f;
}

uint8_t ground_shown(float channel)
{
    const float clamped = channel < 0.0f ? 0.0f : channel > 1.0f ? 1.0f : channel;
    return (uint8_t)(255.0f * sqrtf(clamped) + 0.5f);
}

uint64_t ground_material_colour(float colour[3], const struct srf_map *map,
                                const struct render_merge *merge, uint32_t material,
                                const uint64_t *layer_sums)
{
    uint64_t sum = 0;
    double sums[3] = {0};
    for (uint32_t i = 0; i < merge->layer_count; i++) {
        if (merge->material_of_layer[i] != material) continue;
        float own[3];
        ground_layer_colour(own, map->layers[i]);
        sum += layer_sums[i];
        for (int c = 0; c < 3; c++) sums[c] += (double)own[c] * (double)layer_sums[i];
    }
    if (sum == 0)
        ground_layer_colour(colour, map->layers[merge->first_layer[material]]);
    else
        for (int c = 0; c < 3; c++) colour[c] = (float)(sums[c] / (double)sum);
    return sum;
}
