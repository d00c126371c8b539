/* What does not grow where an extract of OpenStreetMap has areas, paths and waters. Private to roads/. */
#ifndef ROADS_ROADS_AREAS_H
#define ROADS_ROADS_AREAS_H

#include "roads/roads_fill.h"

/*
 * roads_areas_make() fills roads->areas for a terrain of so many 1/32 m; at[] are the places of the
 * map's points. SCREE_NO_MEMORY, SCREE_CANCELLED.
 */
MUST_USE enum scree_code roads_areas_make(struct roads *roads, const struct osm_map *map,
                                          const struct roads_spot *at, uint32_t width,
                                          uint32_t depth, struct scree_job *job,
                                          struct scree_error *err);
/* roads_areas_touch() says whether something bare lies in the square with its south-west corner there. areas NULL:
 * none does. */
bool roads_areas_touch(const struct roads_areas *areas, uint32_t x, uint32_t z, uint32_t side);

#endif
