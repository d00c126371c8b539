/* Species before they are placed: what they are unless something else is said, and what they may be.
 * Private to plants/. */
#ifndef PLANTS_PLANTS_SPECIES_H
#define PLANTS_PLANTS_SPECIES_H

#include "plants/plants.h"

#define SPECIES_NAME 40
#define SPECIES_FULL 0.3f /* of cover above the threshold */

/* plants_species_start() is a species of a model with nothing said; plants_species_grass() a grass. */
void plants_species_start(struct plants_species *out, const char *name,
                          const struct plants_model *model);
void plants_species_grass(struct plants_grass *out, const char *name);
/* plants_species_hash() is the number of a name: FNV-1a of its bytes. */
uint64_t plants_species_hash(const char *name);

#endif
