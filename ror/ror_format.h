/*
 * The files that Rigs of Rods loads. Private to ror/.
 *
 * Distances in its world: x grows east, y up, z SOUTH; the origin is the north-west corner of the
 * terrain at its lowest point. Every picture and the heightmap have row 0 north.
 *
 * Source of each foreign fact: docs/formats/ror.md.
 */
#ifndef ROR_ROR_FORMAT_H
#define ROR_ROR_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "ground/ground.h"

#define ROR_LAYERS 5            /* what the default shadows leave room for */
#define ROR_LAYERS_NO_SHADOWS 6 /* what there is room for at all */
#define ROR_MIN_POINTS 65       /* a batch of the terrain's mesh */
#define ROR_MAX_POINTS 8193
#define ROR_MAX_NAME 64

/* Files of a terrain, all named NAME and an ending: the game has one pool of names for all. */
enum ror_file {
    ROR_TERRN2,
    ROR_OTC,
    ROR_PAGE,
    ROR_RAW,
    ROR_BASE, /* the picture of the map below the layers, */
    ROR_BASE_NORMAL,
    ROR_BLEND,
    ROR_BLEND2, /* of layers 5 and up */
    ROR_LANDUSE,
    ROR_LANDUSE_PICTURE,
    ROR_GROUND_MODELS,
    ROR_TOBJ,
    ROR_PLANTS, /* more objects, */
    ROR_ROADS,  /* and more */
    ROR_TRUNK_MATERIAL,
    ROR_MINI,
    ROR_BUILDINGS, /* ours, not read by the game, as is */
    ROR_REPORT,
    ROR_FILES
};
#define ROR_FILE_SIZE (ROR_MAX_NAME + 32)

/* ror_file_name() writes the name of a file and a NUL to out, and returns out. */
char *ror_file_name(char out[ROR_FILE_SIZE], const char *name, enum ror_file file);

struct ror_layer {
    uint32_t repeat_mm;           /* the side that one repeat of the textures covers, > 0 */
    const char *diffuse, *normal; /* file names */
};

/* ror_world_height() is WorldSizeY: the whole number of metres that holds range_m >= 0, at
 * least 1, of which ground_height16() makes steps. The game shows u16 / 65535 * height_m. */
uint32_t ror_world_height(double range_m);

/*
 * ror_ground_m() is the height that a vehicle stands on, x cells from the west edge and z
 * from the north, both 0 to points - 1, of heights_m[z * points + x]: between the points the game
 * has two triangles a cell, parted from south-west to north-east in the southernmost row of cells,
 * from south-east to north-west in the next, and so on in turn.
 * Source: OGRE 1.12, OgreTerrain.cpp, getHeightAtTerrainPosition().
 */
double ror_ground_m(const float *heights_m, uint32_t points, double x, double z);
/* ror_cell_m() is that of one cell, from its corners north-west, north-east, south-west, south-east;
 * east and north are 0 .. 1 in it, odd if its row counted from the southernmost is. */
double ror_cell_m(const double corners_m[4], double east, double north, bool odd);

/* Where a vehicle can stand: the flattest square of side_m metres near the middle whose lowest
 * point is above water_m (-INFINITY: all is dry). heights_m[z * points + x] above the lowest point.
 * Gives x, y and z in millimetres, y on the ground. false: there is no dry place, and the middle
 * was taken, on the water. */
bool ror_start(int64_t start_mm[3], const float *heights_m, uint32_t points, uint32_t world_m,
               double water_m);

/* ror_ground_nearest() is the nearest of the ground models that come with the game: there are none
 * for dirt and mud. ror_ground_name() is its name, ror_ground_find() the one of
 * that name, or GROUND_KINDS. */
enum ground_kind ror_ground_nearest(enum ground_kind ground);
const char *ror_ground_name(enum ground_kind ground);
enum ground_kind ror_ground_find(const char *name);

#endif
