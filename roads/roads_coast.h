/* The sea of an extract of OpenStreetMap, by the lines of its coast. Private to roads/. */
#ifndef ROADS_ROADS_COAST_H
#define ROADS_ROADS_COAST_H

#include "roads/roads_fill.h"

/*
 * roads_coast_take() makes the areas of the sea on a terrain of so many 1/32 m: land is on the left of a coast, and
 * water on its right. *sea has no rings where there is none; *is_open, where a coast ends on the terrain, so that
 * nobody can tell. SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code roads_coast_take(struct roads_rings *sea, bool *is_open,
                                          struct roads *roads, const struct osm_map *map,
                                          const struct roads_spot *at, const uint32_t size[2],
                                          struct scree_error *err);

#endif
