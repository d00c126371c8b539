/* Files of Rigs of Rods: a part of engines.h, which is what others include. */
#ifndef ENGINES_ENGINES_ROR_H
#define ENGINES_ENGINES_ROR_H

#include "ground/ground.h"

/* Rigs of Rods. Distances in its world: x grows east, y up, z SOUTH; the origin is the north-west
 * corner of the terrain at its lowest point. Every picture and the heightmap have row 0 north. */
#define ENGINES_ROR_LAYERS 5            /* what the default shadows leave room for */
#define ENGINES_ROR_LAYERS_NO_SHADOWS 6 /* what there is room for at all */
#define ENGINES_ROR_MIN_POINTS 65       /* a batch of the terrain's mesh */
#define ENGINES_ROR_MAX_POINTS 8193
#define ENGINES_ROR_MAX_NAME 64

/* Files of a terrain, all named NAME and an ending: the game has one pool of names for all. */
enum engines_ror_file {
    ENGINES_ROR_TERRN2,
    ENGINES_ROR_OTC,
    ENGINES_ROR_PAGE,
    ENGINES_ROR_RAW,
    ENGINES_ROR_BLEND,
    ENGINES_ROR_BLEND2, /* of layers 5 and up */
    ENGINES_ROR_LANDUSE,
    ENGINES_ROR_LANDUSE_PICTURE,
    ENGINES_ROR_GROUND_MODELS,
    ENGINES_ROR_TOBJ,
    ENGINES_ROR_MINI,
    ENGINES_ROR_REPORT, /* ours, not read by the game */
    ENGINES_ROR_FILES
};
#define ENGINES_ROR_FILE_SIZE (ENGINES_ROR_MAX_NAME + 32)

/* engines_ror_file_name() writes the name of a file and a NUL to out, and returns out. */
char *engines_ror_file_name(char out[ENGINES_ROR_FILE_SIZE], const char *name,
                            enum engines_ror_file file);

struct engines_ror_layer {
    uint32_t repeat_mm;           /* the side that one repeat of the textures covers, > 0 */
    const char *diffuse, *normal; /* file names */
};

/* A colour of the landuse picture and the ground model it stands for. */
struct engines_ror_use {
    uint8_t rgb[3];
    const char *model;
};

struct engines_ror_terrain {
    const char *name;    /* 1 to ENGINES_ROR_MAX_NAME of A-Z a-z 0-9 _ - */
    const char *author;  /* one line of UTF-8; NULL or "": none */
    const char *guid;    /* as ground_uuid() makes it */
    uint32_t points;     /* a side, 2^n + 1 */
    uint32_t world_m;    /* side of the world */
    uint32_t height_m;   /* engines_ror_world_height() */
    uint32_t blend_size; /* texels a side of the blend maps */
    bool water;
    int64_t water_mm;                       /* water line above the lowest point */
    int64_t start_mm[3];                    /* x, y, z */
    const struct engines_ror_layer *layers; /* layers[0 .. layer_count), base first */
    size_t layer_count;
    const struct engines_ror_use *uses; /* uses[0 .. use_count), no colour twice */
    size_t use_count;
    bool ground_models;       /* a file of ground models of its own goes with it */
    const char *const *grass; /* grass[0 .. grass_count): density pictures */
    size_t grass_count;
};

/* engines_ror_world_height() is WorldSizeY: the whole number of metres that holds range_m >= 0, at
 * least 1. engines_ror_height() encodes an altitude: round((altitude_m - lowest_m) / height_m *
 * 65535), clamped; not a number gives 0. The game shows u16 / 65535 * height_m. */
uint32_t engines_ror_world_height(double range_m);
uint16_t engines_ror_height(double altitude_m, double lowest_m, uint32_t height_m);

/*
 * engines_write_ror_text() writes one of the text files: TERRN2, OTC, PAGE, LANDUSE or TOBJ. Layer
 * k > 0 of the page is channel "RGBA"[(k - 1) % 4] of blend map (k - 1) / 4.
 * ERR_ARG    a name, a size or a count that the game would not read as meant; no file was touched
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code engines_write_ror_text(const char *path, enum engines_ror_file file,
                                              const struct engines_ror_terrain *terrain,
                                              struct err *err);

/* engines_write_ror_raw() writes heights[z * points + x] as 2 * points^2 bytes, little-endian.
 * ERR_WRITE, ERR_NOMEM */
MUST_USE enum err_code engines_write_ror_raw(const char *path, const uint16_t *heights,
                                             uint32_t points, struct err *err);

/*
 * engines_ror_ground_m() is the height that a vehicle stands on, x cells from the west edge and z
 * from the north, both 0 to points - 1, of heights_m[z * points + x]: between the points the game
 * has two triangles a cell, parted from south-west to north-east in the southernmost row of cells,
 * from south-east to north-west in the next, and so on in turn.
 * Source: OGRE 1.12, OgreTerrain.cpp, getHeightAtTerrainPosition().
 */
double engines_ror_ground_m(const float *heights_m, uint32_t points, double x, double z);

/* Where a vehicle can stand: the flattest square of side_m metres near the middle whose lowest
 * point is above water_m (-INFINITY: all is dry). heights_m[z * points + x] above the lowest point.
 * Gives x, y and z in millimetres, y on the ground. false: there is no dry place, and the middle
 * was taken, on the water. */
bool engines_ror_start(int64_t start_mm[3], const float *heights_m, uint32_t points,
                       uint32_t world_m, double water_m);

/*
 * Which layers of a surface map are shown as one.
 *
 * A group of layers is shown in one colour: the mean of its layers' linear colours by their
 * coverage. It is named by its head: of its layers that cover anything the highest, of equally high
 * ones the largest, then the first; the kind of ground is the head's. The error of a layer is its
 * coverage times the distance between its own colour and the group's: the root mean square over the
 * channels of 255 sqrt(clamp01(colour)), twice that for a layer of another kind than the group's.
 * The sum over all layers is what is made small: by so much, in the mean over the map, the picture
 * is off, the plain distance being what the eye sees and what the report counts. (Its square, as
 * Ward has it, shifts the error to where many are a little off.)
 */
struct engines_ror_merge_layer {
    uint64_t sum;    /* coverage, in any unit */
    float colour[3]; /* linear, 0 .. 1 */
    enum ground_kind kind;
    uint32_t depth, parent; /* parent: its number, lower than the layer's own; 0 for layer 0 */
};

struct engines_ror_merged {
    uint32_t head;   /* the layer that names its group: equal heads are one group */
    double shown[3]; /* colour of the group as shown, 0 .. 255 */
    double off;      /* distance of the layer's own from that, 0 .. 255 */
};

#define ENGINES_ROR_MERGE_EXACT 10
#define ENGINES_ROR_MERGE_SAME 1e-9

/*
 * engines_ror_merge() parts layers[0 .. count) into at most limit > 0 groups: out[0 .. count).
 * layers[0] has depth 0, all others more. If there are more than limit, layers that cover nothing
 * go to their parents' groups, the first ones first, until the others fit. What is still too many:
 *   up to exact layers, which is at most ENGINES_ROR_MERGE_EXACT: the way of least error. Ways
 * whose mean errors differ by ENGINES_ROR_MERGE_SAME or less are equal; of these the one of most
 * groups is taken, then the one whose list of group numbers (by layer, numbered as they come up) is
 *   first in order.
 *   more: groups are joined by pairs, whatever the tree; of all ways that joining two groups of the
 *   ways before leads to, the 128 of least error are followed, only one while more than 32 groups
 *   are left; of equal ones those found first, by pairs of group numbers. Measured against the
 *   least error on 8 layers: tests/unit/test_ror_merge.c.
 * ERR_NOMEM
 */
MUST_USE enum err_code engines_ror_merge(struct engines_ror_merged *out,
                                         const struct engines_ror_merge_layer *layers,
                                         uint32_t count, uint32_t limit, uint32_t exact,
                                         struct err *err);

/* engines_ror_ground() is the nearest of the ground models that come with the game: there are none
 * for dirt and mud. engines_ror_ground_name() is its name, engines_ror_ground_find() the one of
 * that name, or GROUND_KINDS. */
enum ground_kind engines_ror_ground(enum ground_kind ground);
const char *engines_ror_ground_name(enum ground_kind ground);
enum ground_kind engines_ror_ground_find(const char *name);

#endif
