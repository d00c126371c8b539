/*
 * Waters that grading has given the ground (docs/roads.md, Lakes): which points lie under which, and boxes
 * of level water for games that have such.
 */
#ifndef ROADS_ROADS_WATERS_H
#define ROADS_ROADS_WATERS_H

#include <stdbool.h>

#include <scree/types/level.h>

#include "base/err.h"
#include "inputs/inputs.h"
#include "ter/ter.h"

/* A water with one level. Columns count from the west, rows from the north. */
struct roads_basin {
    uint32_t column, row, columns, rows; /* of points around it, banks among them */
    size_t points;                       /* under it */
    double level_m, deepest_m;
    bool is_sea;
};
/* A place of a river's middle, with water above its bed from bank to bank, no higher than before. */
struct roads_flow {
    double x_m, z_m; /* east of the west edge, SOUTH of the north edge */
    double level_m, depth_m, width_m;
    bool starts; /* a reach, of two places or more */
};
struct roads_waters {
    uint32_t columns, rows; /* points of the terrain, */
    double cell_m[2];       /* so far apart */
    uint32_t *of; /* [row * columns + column] 0: dry land; else 1 + the number of its basin, or */
#define ROADS_RIVER_BED UINT32_MAX
    struct roads_basin *basins;
    size_t count, room;
    struct roads_flow *flow; /* the water of rivers, reach for reach, as it flows */
    size_t flow_count, flow_room;
};
/* roads_waters_make() has none yet. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_waters_make(struct roads_waters **out, const struct ter_field *field,
                                           struct scree_error *err);
void roads_waters_free(struct roads_waters *waters); /* accepts NULL */
/* roads_waters_flow_m() is how long the reaches are. */
double roads_waters_flow_m(const struct roads_waters *waters);

/* roads_lend_things() tells a field where its waters and roads are, each of which may be NULL, for layers that are near
 * to them; they outlive it. */
struct roads;
void roads_lend_things(struct ter_field *field, const struct roads_waters *waters,
                       const struct roads *roads);

/* roads_waters_sea() says whether the terrain has a sea, at 0 m; *has_end: dry land lies more than a metre
 * below it, which a sea without end would flood. waters NULL: it has none. */
bool roads_waters_sea(bool *has_end, const struct roads_waters *waters,
                      const struct ter_field *field);

/* roads_take_sea() gives a level without water that sea, if it would flood nothing, and says so. */
void roads_take_sea(struct scree_level_options *options, const struct inputs *inputs,
                    struct scree_job *job);

/* Level water in a box, below which all ground that is no bed of it lies above the water. */
struct roads_water {
    double west_m, south_m, east_m, north_m; /* from the south-west corner */
    double level_m, depth_m;
};
/* roads_waters_cover() covers the waters of a graded field by boxes, with the sea or without; the caller frees *out by mem_free().
 * waters NULL: none. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_waters_cover(struct roads_water **out, size_t *count,
                                            const struct ter_field *field,
                                            const struct roads_waters *waters, bool with_sea,
                                            struct scree_error *err);

#endif
