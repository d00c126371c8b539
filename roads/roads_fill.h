/* Lines and areas of an extract: their places and ends, and which places of a lattice lie in an odd number of
 * an area's rings. Private to roads/. */
#ifndef ROADS_ROADS_FILL_H
#define ROADS_ROADS_FILL_H

#include "roads/roads.h"

/* A place of a point of an extract, 1/32 m east of the west edge and SOUTH of the north edge. */
struct roads_spot {
    int32_t x, z; /* ROADS_FAR: it is on no plane around the terrain */
};
#define ROADS_FAR INT32_MAX
#define ROADS_FAR_M 3e7 /* no place is further from the corner */

/* roads_compare_spots() is below, at or above 0: by row from the north, then from the west. */
int roads_compare_spots(struct roads_spot a, struct roads_spot b);

/* The first or the last place of a way, by which ways are joined. */
struct roads_end {
    struct roads_spot at;
    uint32_t way;
    size_t done; /* of the first of a place: how many of its ways are used; 0 before */
};
/* roads_sort_ends() sorts them by place, then by way. roads_find_end() is the first way that is not used[] of those
 * with an end there; UINT32_MAX: there is none. A way that is used stays so. */
void roads_sort_ends(struct roads_end *ends, size_t count);
uint32_t roads_find_end(struct roads_end *ends, size_t count, const bool *used,
                        struct roads_spot at);

/* Rings, each of which ends where it began, or lines: at[first .. first + count) of each part. */
struct roads_rings {
    const struct osm_part *parts;
    size_t count;
    const struct roads_spot *at;
};

/* Places ((column + shift) * cell[0], (row + shift) * cell[1]), in 1/32 m: so many from the first on. */
struct roads_lattice {
    double cell[2], shift;
    uint32_t column, row, columns, rows;
};

struct roads_filler {
    struct roads_lattice lattice;
    void *context;
    /* Places of a row, from one column on to before another, both counted from the lattice's first. */
    void (*span)(void *context, uint32_t row, uint32_t from, uint32_t to);
    uint64_t *crossings; /* row << 32 | the first column whose place is east of it; private */
    size_t count, room;
};

/* roads_fill() calls span() for all places of the lattice that lie in an area. The caller frees
 * crossings by mem_free() after the last call. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_fill(struct roads_filler *filler, const struct roads_rings *rings,
                                    struct scree_error *err);

/* roads_fill_lines() does so for those that are no further than reach from lines. */
void roads_fill_lines(const struct roads_filler *filler, const struct roads_rings *lines,
                      double reach);

/* roads_rings_of() are the parts of a thing; at[] are the places of the map's points. *is_here: all are on
 * the plane. roads_rings_keep() copies them, with their places, into the arena. roads_rings_size() is twice the
 * sum of the rings' areas. */
struct roads_rings roads_rings_of(bool *is_here, const struct osm_map *map,
                                  const struct osm_thing *thing, const struct roads_spot *at);
MUST_USE enum scree_code roads_rings_keep(struct roads_rings *rings, struct mem_arena *arena,
                                          struct scree_error *err);
double roads_rings_size(const struct roads_rings *rings);

#endif
