/*
 * Chains as lines: knots, between which the profile is straight, and pieces, which are straight on the map
 * and lie between one knot and the next. Private to roads/.
 *
 * Metres: x east of the west edge, z SOUTH of the north edge; off is the distance from the middle, to the right
 * of the chain's direction if it is more than 0.
 */
#ifndef ROADS_GRADE_LINE_H
#define ROADS_GRADE_LINE_H

#include "roads/grade.h"
#include "roads/grade_net.h"

struct grade_knot {
    double x, z;
    double along_m;  /* on the chain */
    double length_m; /* to the next one; of the last 0 */
    double ahead[2]; /* of length 1 */
    double half_m;   /* from the middle to the edge of the bed */
    double bank;     /* rise by off of the cross section by the bend alone */
    double crown;    /* 0 .. 1 of the shape's */
    bool turns;      /* back on itself, to the next one */
    uint32_t edge;   /* to the next knot; of the last, the one before */
    uint32_t node;   /* GRADE_NONE: none is here */
};

struct grade_piece {
    double x, z, ahead[2], length_m;
    double along_m;       /* of its begin on the chain */
    double half_m, widen; /* of the bed at the begin, and its growth by metre */
    double at, by;        /* between the knots: at the begin, and by metre */
    uint32_t knot, chain, edge;
};

struct grade_way {
    size_t knot,
        knots; /* of all: the first, how many; the last of a closed chain lies on the first */
    size_t piece, pieces; /* the same */
    bool closed;
    bool cap[2]; /* whether the bed goes on around the end */
};

struct grade_lines {
    const struct grade_net *net;
    struct grade_way *ways; /* of the chains */
    struct grade_knot *knots;
    struct grade_piece *pieces;
    size_t knot_count, piece_count;
    double *plates; /* of the nodes: half of the widest bed there, m */
    double diagonal_m, step_m;
    double reach_m[2]; /* of the widest bed, and of the widest corridor, from the middle */
};

/* roads_lines_make() fills *lines for ground whose points are cell_m apart; freed by roads_lines_free()
 * whatever the result. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_lines_make(struct grade_lines *lines, const struct grade_net *net,
                                          const double cell_m[2], bool banked,
                                          struct scree_error *err);
void roads_lines_free(struct grade_lines *lines);

static inline const struct roads_road *grade_road_of(const struct grade_lines *lines, uint32_t edge)
{
    return &lines->net->roads->list[lines->net->edges[edge].road];
}

/* roads_margin_m() is the width of a bed beside the carriageway: its shoulder, or the diagonal of a cell, so that
 * the triangles below the carriageway have all their points on the bed. */
double roads_margin_m(const struct grade_lines *lines, uint32_t edge);

/* Where a place lies beside a piece. */
struct grade_foot {
    double at_m;   /* from the piece's begin, 0 .. length_m */
    double beyond; /* how far before the begin (less than 0) or behind the end the place is */
    double apart2; /* square of the distance */
    double off;    /* the distance, less than 0 to the left */
};
struct grade_foot roads_foot(const struct grade_piece *piece, double x, double z);

/* roads_is_shut() says that a place is beyond an end of a way without a cap, seen from one of its pieces. */
bool roads_is_shut(const struct grade_lines *lines, const struct grade_piece *piece, double x,
                   double z);

/* roads_banks() gives the knots of all ways their bank and crown. */
MUST_USE enum scree_code roads_banks(struct grade_lines *lines, bool banked,
                                     struct scree_error *err);

#endif
