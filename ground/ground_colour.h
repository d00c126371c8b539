/* Colours of layers and of the materials made of them. */
#ifndef GROUND_GROUND_COLOUR_H
#define GROUND_GROUND_COLOUR_H

#include <stdint.h>

#include "render/render.h"
#include "srf/srf.h"

/* ground_layer_colour() is the colour of a layer, linear, as evaluation takes it. */
void ground_layer_colour(float colour[3], const struct srf_layer *layer);
/* ground_shown() is a linear colour channel as pictures show it. */
uint8_t ground_shown(float channel);
/* ground_material_colour() is the mean colour of a material's layers by their coverage, linear; the
 * first layer's if they cover nothing. layer_sums[layer] as SCREE_COVERAGE gives them. Returns the
 * sum over the material's layers. */
uint64_t ground_material_colour(float colour[3], const struct srf_map *map,
                                const struct render_merge *merge, uint32_t material,
                                const uint64_t *layer_sums);

#endif
