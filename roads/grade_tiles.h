/* Which pieces are near which points of the terrain: tiles of points, each with a list. Private to roads/. */
#ifndef ROADS_GRADE_TILES_H
#define ROADS_GRADE_TILES_H

#include "roads/grade_line.h"
#include "ter/ter.h"

#define GRADE_TILE 64 /* points a side */

/* Pieces of lines by tile, from the north-west: list[first[tile] .. first[tile + 1]), rising. */
struct grade_lists {
    uint32_t columns, rows;
    size_t *first; /* [columns * rows + 1] */
    uint32_t *list;
};
/* A box is points of the terrain, inclusive: columns, then rows, from the north-west. */
typedef bool grade_box(int64_t box[2][2], const void *context, uint32_t piece);
/* roads_lists_make() lists all pieces that box() does not say false of, by the points that it gives;
 * freed by roads_lists_free() whatever the result. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_lists_make(struct grade_lists *out, const struct ter_field *field,
                                          uint32_t pieces, grade_box *box, const void *context,
                                          struct scree_error *err);
void roads_lists_free(struct grade_lists *lists);
/* roads_box_around() is what lies around a straight piece, so far from it in columns and rows; roads_box_clip() what of it
 * lies in a tile, in points from its corner. false: nothing. */
bool roads_box_around(int64_t box[2][2], const struct ter_field *field, const double from[2],
                      const double ahead[2], double length_m, double reach_m);
bool roads_box_clip(int64_t box[2][2], const uint32_t corner[2]);
/* The first point of a tile. */
static inline void grade_corner(uint32_t corner[2], const struct grade_lists *lists, size_t tile)
{
    corner[0] = (uint32_t)(tile % lists->columns) * GRADE_TILE;
    corner[1] = (uint32_t)(tile / lists->columns) * GRADE_TILE;
}

struct grade_tiles {
    const struct grade_lines *lines;
    const struct ter_field *field;
    double cell_m[2];
    struct grade_lists lists;
};

enum grade_reach { GRADE_BED, GRADE_CORRIDOR };

/* roads_tiles_make() lists the pieces whose bed, or corridor, may reach into a tile; freed by
 * roads_tiles_free() whatever the result. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_tiles_make(struct grade_tiles *tiles,
                                          const struct grade_lines *lines,
                                          const struct ter_field *field, enum grade_reach reach,
                                          struct scree_error *err);
void roads_tiles_free(struct grade_tiles *tiles);

/* roads_tile_at() is the tile of a place on the terrain. */
size_t roads_tile_at(const struct grade_tiles *tiles, double x, double z);

/*
 * roads_tile_visit() goes through the chains of a tile, the first first. piece() may be NULL; it is called for each
 * point within reach of a piece, and chain() for those points once their chain is through, with the piece that is the
 * nearest to the point. index is that of the point in the tile: row * GRADE_TILE + column. Beyond a shut end, and
 * where the nearest piece is a bridge or a tunnel, there is nothing of a chain; deck(), which may be NULL, is called
 * where it is a bridge.
 */
struct grade_point {
    size_t index;
    double x, z;
};
struct grade_visit {
    void *context;
    void (*piece)(void *context, const struct grade_point *point, uint32_t piece,
                  const struct grade_foot *foot);
    void (*chain)(void *context, const struct grade_point *point, uint32_t piece,
                  const struct grade_foot *foot);
    void (*deck)(void *context, const struct grade_point *point, uint32_t piece,
                 const struct grade_foot *foot);
};
void roads_tile_visit(const struct grade_tiles *tiles, size_t tile, enum grade_reach reach,
                      const struct grade_visit *visit);

/* The sample of a point, counted from the north-west. */
static inline size_t grade_sample_of(const struct ter_field *field, uint32_t column, uint32_t row)
{
    return (size_t)(field->points_y - 1 - row) * field->points_x + column;
}
/* The altitude of a point in metres. */
double roads_ground_m(const struct ter_field *field, uint32_t column, uint32_t row);
/* Gives a point, whose memory may be written to, the nearest sample to an altitude. */
void roads_put_m(struct ter_field *field, uint32_t column, uint32_t row, double altitude_m);
/* The altitude anywhere, on the plane through the points of a cell (bilinear). */
double roads_between_m(const struct ter_field *field, double x, double z);

#endif
