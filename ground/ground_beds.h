/* The ground below the waters of a map, where nobody starts: layers that are named a bed. */
#ifndef GROUND_GROUND_BEDS_H
#define GROUND_GROUND_BEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

/*
 * The beds of a map. A layer that covers all ground below an altitude, as nothing but altitude.max
 * limits it and those above it, says how high its water is: the highest such altitude counts. Other
 * beds, those of rivers say, are where they are the strongest layer.
 */
struct ground_beds {
    const char *name; /* of the layer that says how high the water is; NULL: none does */
    double level_m;   /* that altitude */
    bool loose;       /* there are others, */
    uint8_t *mask;    /* mask[z * size + x], row 0 north: 1 is one of them; NULL: not looked for */
    uint32_t size;
};

/* ground_beds_of() is what a map says, without a mask. name lives as long as the map. */
struct ground_beds ground_beds_of(const struct srf_map *map, const struct ter_field *field);
/* ground_beds_look() fills the mask of the loose ones, of size x size texels over the terrain; free it
 * in any case. SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code ground_beds_look(struct ground_beds *beds, uint32_t size,
                                          const struct srf_map *map, const struct ter_field *field,
                                          const struct render_how *how, struct scree_job *job,
                                          struct scree_error *err);
void ground_beds_free(struct ground_beds *beds);

/* ground_beds_hide() puts the heights on the mask below GROUND_HIDDEN_M: heights_m[y * points + x],
 * row 0 north, or south. */
#define GROUND_HIDDEN_M (-1e29)
void ground_beds_hide(float *heights_m, uint32_t points, bool north_first,
                      const struct ground_beds *beds);

/* ground_beds_weigh() gives each layer a weight for merging in a world with water: a small one where
 * the layer ends at the water or below, as nobody drives there, and a large one where it ends less
 * than 10 m above, the strip beside the water that everybody sees. weights[layer] */
void ground_beds_weigh(uint32_t *weights, const struct srf_map *map, const struct ter_field *field,
                       double water_m);

/* ground_beds_tell() says of a world without water that a bed in it is dry ground. */
void ground_beds_tell(const struct ground_beds *beds, double lowest_m, struct scree_job *job);

#endif
