/*
 * Lakes of an extract of OpenStreetMap: one level, a bed below it, banks above it. docs/roads.md, Lakes,
 * has the rules.
 */
#ifndef ROADS_ROADS_LAKES_H
#define ROADS_ROADS_LAKES_H

#include "roads/grade.h"

/* A place of a point of the extract, 1/32 m east of the west edge and SOUTH of the north edge. */
struct roads_spot {
    int32_t x, z; /* ROADS_FAR: it is on no plane around the terrain */
};
#define ROADS_FAR INT32_MAX
#define ROADS_FAR_M 3e7 /* no place is further from the corner */

/* Rings one after the other, each ending where it began: spots[.. ends[0]), spots[ends[0] .. ends[1]), ... */
struct roads_lake {
    const struct roads_spot *spots;
    const size_t *ends;
    size_t rings;
};

/* roads_lakes_take() keeps the standing waters of a map; at[] are the places of its points. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_lakes_take(struct roads *roads, const struct osm_map *map,
                                          const struct roads_spot *at, struct scree_error *err);

/* roads_lakes_dig() gives a field, whose memory may be written to, the beds and banks of all lakes, and
 * lists them. SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code roads_lakes_dig(struct ter_field *field, struct roads_graded *out,
                                         const struct roads *roads, struct scree_job *job,
                                         struct scree_error *err);

/* Level water in a box, below which all ground that is no lake's bed lies above the water. */
struct roads_water {
    double west_m, south_m, east_m, north_m; /* from the south-west corner */
    double level_m, depth_m;
};
/* roads_lakes_cover() covers the lakes of a field that was dug by boxes; the caller frees *out by mem_free().
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_lakes_cover(struct roads_water **out, size_t *count,
                                           const struct ter_field *field, const struct roads *roads,
                                           struct scree_error *err);

#endif
