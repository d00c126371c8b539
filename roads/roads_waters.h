/*
 * Waters that grading has given the ground (docs/roads.md, Lakes): which points lie under which, and boxes
 * of level water for games that have such.
 */
#ifndef ROADS_ROADS_WATERS_H
#define ROADS_ROADS_WATERS_H

#include "base/err.h"
#include "ter/ter.h"

/* A water with one level. Columns count from the west, rows from the north. */
struct roads_basin {
    uint32_t column, row, columns, rows; /* of points around it, banks among them */
    size_t points;                       /* under it */
    double level_m, deepest_m;
};
struct roads_waters {
    uint32_t columns, rows; /* points of the terrain, */
    double cell_m[2];       /* so far apart */
    uint32_t *of; /* [row * columns + column] 0: dry land; else 1 + the number of its basin */
    struct roads_basin *basins;
    size_t count, room;
};
/* roads_waters_make() has none yet. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_waters_make(struct roads_waters **out, const struct ter_field *field,
                                           struct scree_error *err);
void roads_waters_free(struct roads_waters *waters); /* accepts NULL */

/* Level water in a box, below which all ground that is no bed of it lies above the water. */
struct roads_water {
    double west_m, south_m, east_m, north_m; /* from the south-west corner */
    double level_m, depth_m;
};
/* roads_waters_cover() covers the waters of a graded field by boxes; the caller frees *out by mem_free().
 * waters NULL: none. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_waters_cover(struct roads_water **out, size_t *count,
                                            const struct ter_field *field,
                                            const struct roads_waters *waters,
                                            struct scree_error *err);

#endif
