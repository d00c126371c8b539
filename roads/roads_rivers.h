/*
 * Rivers of an extract of OpenStreetMap: a bed below both banks that falls all the way. docs/roads.md,
 * Rivers, has the rules. Private to roads/.
 */
#ifndef ROADS_ROADS_RIVERS_H
#define ROADS_ROADS_RIVERS_H

#include "roads/grade_tiles.h"
#include "roads/roads_fill.h"
#include "roads/roads_waters.h"

/* A way of water, drawn as it flows. */
struct roads_river {
    struct roads_rings line;
    double width_m, depth_m, length_m;
    int rank;     /* the lowest first: others flow into it */
    bool is_open; /* in a culvert or on a bridge, where the ground stays */
};

/* roads_rivers_take() keeps the ways of water of a map in an order that does not depend on the file's; at[] are the
 * places of its points. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_rivers_take(struct roads *roads, const struct osm_map *map,
                                           const struct roads_spot *at, struct scree_error *err);

#define RIVER_RIM_M 0.5 /* banks are higher than the water */

/* From a point of a way to the next, in metres. */
struct river_piece {
    double x, z, ahead[2], length_m, along_m; /* along_m: of its chain */
    double half_m, depth_m;
    uint32_t chain;
    bool is_open, shut_before, shut_behind; /* shut: an open piece comes before, or behind */
};
/* How high the water is so far along a chain. */
struct river_knot {
    double along_m, level_m;
};
/* Ways that are one river: each begins where the last one ends. */
struct river_chain {
    struct roads_spot first, last;
    size_t piece, pieces, knot, knots;
};
struct roads_rivers {
    const struct ter_field *field; /* whose points are asked for; heights are another's */
    double cell_m[2], diagonal_m;
    struct river_chain *chains; /* the greatest first */
    struct river_piece *pieces; /* by chain */
    struct river_knot *knots;   /* by chain */
    size_t chain_count, piece_count, knot_count;
    struct grade_lists lists; /* of the pieces that change ground */
    double length_m;          /* of what has a bed */
};

/* roads_rivers_make() finds how high the water of all rivers is, by the ground beside them; waters NULL: there are no lakes.
 * roads_rivers_dig() gives a field of the same points their beds and banks, but for the beds of roads, and waters, of which
 * there are some where there are rivers, the beds and the water above them.
 * *rivers is freed by roads_rivers_free() whatever the result. SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code roads_rivers_make(struct roads_rivers *rivers,
                                           const struct ter_field *field, const struct roads *roads,
                                           const struct roads_waters *waters, struct scree_job *job,
                                           struct scree_error *err);
MUST_USE enum scree_code roads_rivers_dig(struct ter_field *field,
                                          const struct roads_rivers *rivers,
                                          struct roads_waters *waters,
                                          const struct grade_tiles *beds, struct scree_job *job,
                                          struct scree_error *err);
void roads_rivers_free(struct roads_rivers *rivers);

/* roads_river_within_m() is how much of a piece lies in a box; less than 0: nothing does. */
double roads_river_within_m(const struct river_piece *piece, const double low[2],
                            const double high[2]);
/* roads_river_box() is what a piece may change; false: nothing. */
bool roads_river_box(int64_t box[2][2], const struct roads_rivers *rivers,
                     const struct river_piece *piece);
/* roads_river_level_m() is how high the water is so far along a chain that has knots. */
double roads_river_level_m(const struct roads_rivers *rivers, uint32_t chain, double along_m);

/* What a point of a tile is to rivers. */
enum river_zone { RIVER_AWAY, RIVER_BESIDE, RIVER_BANK, RIVER_BED };
struct river_cell {
    enum river_zone zone;
    uint32_t chain; /* of bed and bank: the first that has one there */
    double apart_m, along_m, depth_m;
    double high_m, low_m; /* beside: no higher, no lower */
};
/* roads_river_look() fills the cells of a tile, [row * GRADE_TILE + column]. with_levels: beside banks, too, by the levels. */
void roads_river_look(struct river_cell *cells, const struct roads_rivers *rivers, size_t tile,
                      bool with_levels);

#endif
