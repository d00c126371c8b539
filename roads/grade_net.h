/*
 * Roads as a network: edges between nodes, chains of edges that run through nodes. Private to roads/.
 *
 * Everything is sorted by where it lies, so that the order of roads in the file, and the end at which
 * a road begins, change nothing. docs/roads.md says who meets whom.
 */
#ifndef ROADS_GRADE_NET_H
#define ROADS_GRADE_NET_H

#include "roads/roads.h"

#define GRADE_NEAR (ROADS_UNITS / 2) /* ends and crossings that are no further apart are one */
#define GRADE_NONE UINT32_MAX

struct grade_node {
    uint32_t x, z; /* 1/32 m */
    uint32_t arms; /* ends of edges there */
    uint32_t next
        [2]; /* the two arms, 2 * edge + end, that a chain runs through; GRADE_NONE: none does */
};

struct grade_edge {
    size_t first, count; /* points of the network; count >= 2 */
    uint32_t node[2];    /* of its first and last point */
    uint32_t road;       /* of the file */
    bool open;           /* a bridge or a tunnel: the ground below or above it stays */
};

/* Edges one after the other, each from its first to its last point, or turned. */
struct grade_link {
    uint32_t edge;
    bool turned;
};
struct grade_chain {
    size_t first, count; /* links of the network */
    bool closed;         /* the last link ends where the first begins, and runs on there */
};

/* Chains are sorted: the first has the right of way. */
struct grade_net {
    const struct roads *roads;
    struct roads_point *points;
    struct grade_node *nodes;
    struct grade_edge *edges;
    struct grade_link *links;
    struct grade_chain *chains;
    size_t point_count, node_count, edge_count, link_count, chain_count;
};

/* roads_net_make() fills *net, which is freed by roads_net_free() whatever the result. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_net_make(struct grade_net *net, const struct roads *roads,
                                        struct scree_error *err);
void roads_net_free(struct grade_net *net);

/* Where roads meet. A cut is one of a road: where on it, and the node. */
struct grade_cut {
    uint32_t road, point; /* on the piece from points[point] to the next */
    double along;         /* 0 .. 1 */
    uint32_t x, z;        /* as found; the node may be GRADE_NEAR away */
    uint32_t node;
    uint32_t bare; /* the road that it crosses there without a common point; GRADE_NONE */
};
struct grade_cuts {
    struct grade_cut *list; /* by road, point, along */
    size_t count, room;
    struct grade_node *nodes; /* by x, z */
    size_t node_count;
};
/* roads_cuts_make() fills *cuts: the ends of all roads, and all places where they meet. roads_cuts_free()
 * frees what it made, whatever the result. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_cuts_make(struct grade_cuts *cuts, const struct roads *roads,
                                         struct scree_error *err);
void roads_cuts_free(struct grade_cuts *cuts);

/* roads_chains_make() pairs the arms of each node and makes chains of the edges, which are sorted.
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_chains_make(struct grade_net *net, struct scree_error *err);

#endif
