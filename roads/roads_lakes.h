/*
 * Lakes of an extract of OpenStreetMap: one level, a bed below it, banks above it. docs/roads.md, Lakes,
 * has the rules. Private to roads/.
 */
#ifndef ROADS_ROADS_LAKES_H
#define ROADS_ROADS_LAKES_H

#include "roads/grade.h"
#include "roads/roads_fill.h"
#include "roads/roads_waters.h"

struct roads_lake {
    struct roads_rings rings;
    double size;
    bool is_sea;
};

/*
 * roads_coast_take() makes the areas of the sea on a terrain of so many 1/32 m: land is on the left of a coast, and
 * water on its right. *sea has no rings where there is none; *is_open, where a coast ends on the terrain, so that
 * nobody can tell. SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code roads_coast_take(struct roads_rings *sea, bool *is_open,
                                          struct roads *roads, const struct osm_map *map,
                                          const struct roads_spot *at, const uint32_t size[2],
                                          struct scree_error *err);

/* roads_lakes_take() keeps the sea and the standing waters of a map, the largest first, for a terrain of so many
 * 1/32 m; at[] are the places of its points. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_lakes_take(struct roads *roads, const struct osm_map *map,
                                          const struct roads_spot *at, const uint32_t size[2],
                                          struct scree_error *err);

/* roads_lakes_dig() gives a field, whose memory may be written to, the beds and banks of all lakes, and
 * adds them to waters of that size. SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code roads_lakes_dig(struct ter_field *field, struct roads_waters *waters,
                                         const struct roads *roads, struct scree_job *job,
                                         struct scree_error *err);

/* To a road a lake is ground at its level: roads_lakes_fill() fills them up to the height of their banks, in the terrain
 * that profiles follow. roads_lakes_settle() empties them again where *field has them, and gives to the dry land what
 * beds of roads have lifted out of the water there. */
void roads_lakes_fill(struct ter_field *from, const struct roads_waters *waters);
void roads_lakes_settle(struct ter_field *from, struct roads_waters *waters,
                        const struct ter_field *field);

#endif
