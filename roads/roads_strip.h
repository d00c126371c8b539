/*
 * Roads as strips of their own a little above the ground, as Rigs of Rods has them.
 *
 *     roads_aloft()       how high ends of bridges are that lie on no ground
 *     roads_joint()       how high those are that a strip goes on from
 *     roads_strip_make()  the cross-sections of a road
 *     roads_even_round()  takes breaks away that wheels meet
 *     roads_pillar_is_due()  where a bridge has pillars
 */
#ifndef ROADS_ROADS_STRIP_H
#define ROADS_ROADS_STRIP_H

#include "roads/roads.h"

/* A cross-section: a line from edge to edge. Between two of them there are two triangles, which share the line from
 * the left edge of the next one to the right edge of the first. */
struct roads_section {
    struct roads_place place;
    double off_m[2];  /* from the middle to the edges: left and right, looking ahead */
    double edge_m[2]; /* their heights */
};
struct roads_strip {
    struct roads_section *sections;
    size_t count;
};

/* roads_section_edge() is where an edge is: x, z; side 0: left. */
static inline void roads_section_edge(double at[2], const struct roads_section *section, int side)
{
    const double off_m = side == 0 ? -section->off_m[0] : section->off_m[1];
    at[0] = section->place.x_m - off_m * section->place.ahead[1];
    at[1] = section->place.z_m + off_m * section->place.ahead[0];
}

/*
 * roads_aloft() is for each road the height of its first and its last point, aloft_m[2 * road] and the next, where
 * that is an end of a bridge at which other bridges end and nothing else: by as much nearer to the ground at the
 * other end of each as that is nearer. NaN: all others, which lie on the ground. The caller frees it by mem_free().
 * SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code roads_aloft(double **aloft_m, const struct roads *roads,
                                     const struct roads_ground *ground, struct scree_error *err);

/* All strips of roads: those on the ground are made before bridges, which go on where they end. */
struct roads_strips {
    const struct roads *roads;
    const struct roads_ground *ground;
    const double *aloft_m;          /* of roads_aloft() */
    const struct roads_strip *made; /* [roads->count], of no sections: not yet; NULL: none will be */
};
/* roads_joint() puts a road's end, whose way out of the road is out[2], into the plane of the strip that is made and
 * goes on there most nearly straight: the heights of its edges. false: there is none, and *edge_m stays. */
bool roads_joint(double edge_m[2], const struct roads_strips *all, size_t road,
                 const struct roads_section *end, const double out[2]);

/*
 * roads_strip_make() leans sections on the ground, 5 m apart and less where it bends, as low as they can be with
 * all of the strip 5 cm above the ground at least, 2 cm where wheels would meet breaks; where an edge is far above the ground even so, the strip is
 * narrower, down to a third of the road. *worst becomes the place where an edge is the highest, if it is higher than
 * that. A bridge is straight from end to end, but where the ground is higher; its ends stay where roads_joint(),
 * roads_aloft() or else the ground has them. Wheels meet no
 * step of more than 5 cm in half a metre. The caller frees the sections by mem_free(). SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code roads_strip_make(struct roads_strip *out, struct roads_worst *worst,
                                          const struct roads_strips *all, size_t road,
                                          struct scree_error *err);

/* Sections whose edges move until wheels meet no break. roads_even_start() fills *even, which roads_even_free() frees whatever
 * the result: SCREE_NO_MEMORY. roads_even_round() takes breaks away, and so makes others; false: there was none. */
struct roads_even {
    struct roads_section *sections; /* [count] */
    size_t count;
    bool fixed;      /* the first and the last do not move */
    bool *moved;     /* by the last round */
    double *along_m; /* of the wheels' paths: roads_even.c */
};
MUST_USE enum scree_code roads_even_start(struct roads_even *even, struct roads_section *sections,
                                          size_t count, struct scree_error *err);
bool roads_even_round(const struct roads_even *even);
void roads_even_free(struct roads_even *even);

/* roads_pillar_is_due() says whether a bridge has a pillar below a section that is so high above the ground: one each
 * 25 m, where no other road lies. *since_m starts at 0 and stays between the sections of a bridge, which come in
 * their order; there is one behind this. */
bool roads_pillar_is_due(double *since_m, const struct roads *roads,
                         const struct roads_section *section, double high_m);

#endif
