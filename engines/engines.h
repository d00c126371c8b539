/*
 * Files that game engines load.
 *
 * Source of each foreign fact: docs/formats.md, BeamNG and Rigs of Rods.
 */
#ifndef ENGINES_ENGINES_H
#define ENGINES_ENGINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define ENGINES_BEAMNG_MAX_MATERIALS 254 /* 255 is the hole */
#define ENGINES_BEAMNG_MAX_NAME 32
#define ENGINES_BEAMNG_MIN_SIZE 128
#define ENGINES_BEAMNG_MAX_SIZE 16384   /* reported to load */
#define ENGINES_BEAMNG_EDITOR_SIZE 8192 /* what the editor imports */

/*
 * engines_beamng_names() turns material names into what BeamNG's editor accepts, all different:
 * ASCII letters, digits and '_', no leading digit (a '_' goes before it), at most
 * ENGINES_BEAMNG_MAX_NAME bytes. Letters with accents lose them, other characters become '_', an
 * empty name becomes "material". Of equal names the first keeps it and the others get "_2", "_3"
 * and so on, passing over what another material is called.
 *   out[i * (ENGINES_BEAMNG_MAX_NAME + 1)], 0 <= i < count: name i, NUL-terminated
 * names are UTF-8. Cannot fail. Takes count^2 comparisons, count^3 if all are equal.
 */
void engines_beamng_names(char *out, const char *const *names, size_t count);

/* A BeamNG terrain, version 9. Row 0 is the SOUTH edge, column 0 the west edge. */
struct engines_beamng_terrain {
    uint32_t size;            /* samples a side, a power of two */
    const uint16_t *heights;  /* heights[y * size + x] */
    const uint8_t *layers;    /* layers[y * size + x]: material index, 255 a hole */
    const char *const *names; /* names[0 .. count): as engines_beamng_names() makes them */
    size_t count;
};

/*
 * engines_beamng_height() encodes altitude_m:
 *   clamp(floor((altitude_m - z0_m) / max_height_m * 65536 + 0.5), 0, 65535)
 * Not a number gives 0. The game shows z0_m + u16 * max_height_m / 65536. max_height_m > 0.
 */
uint16_t engines_beamng_height(double altitude_m, double z0_m, double max_height_m);

/* engines_beamng_max_height() is a whole number of metres a little above range_m >= 0:
 * ceil(range_m * 1.01 + 1), so that the highest point is not clamped and few steps are wasted. */
double engines_beamng_max_height(double range_m);

/*
 * engines_write_beamng_ter() writes path as a version 9 .ter of
 * 5 + 3 * size * size + 4 + sum of (1 + strlen(name)) bytes.
 * Any power of two from 2 on is written; ENGINES_BEAMNG_MIN_SIZE and _MAX_SIZE are what the game
 * is known to load, for callers to warn about.
 * ERR_ARG    size is not a power of two, a layer index is neither < count nor 255, there are no
 *            or too many materials, or a name is empty, too long, not printable ASCII or not unique
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code engines_write_beamng_ter(const char *path,
                                                const struct engines_beamng_terrain *terrain,
                                                struct err *err);

/*
 * The same row by row, with a row in memory: engines_beamng_create() with terrain's heights and
 * layers left out, all rows of heights, then all rows of layers, then engines_beamng_commit(),
 * which makes the file appear and frees; or engines_beamng_abort() (accepts NULL) at any time, also
 * after a failure. terrain's names must live until then.
 */
struct engines_beamng_writer;
MUST_USE enum err_code engines_beamng_create(struct engines_beamng_writer **out, const char *path,
                                             const struct engines_beamng_terrain *terrain,
                                             struct err *err);
MUST_USE enum err_code engines_beamng_heights(struct engines_beamng_writer *writer,
                                              const uint16_t *heights, uint32_t rows,
                                              struct err *err);
MUST_USE enum err_code engines_beamng_layers(struct engines_beamng_writer *writer,
                                             const uint8_t *layers, uint32_t rows, struct err *err);
MUST_USE enum err_code engines_beamng_commit(struct engines_beamng_writer *writer, struct err *err);
void engines_beamng_abort(struct engines_beamng_writer *writer);

/*
 * engines_write_beamng_json() writes the .terrain.json that stands beside the .ter: metadata only.
 * datafile_path is the game's absolute path of the .ter ("/levels/my_level/theTerrain.ter"). The
 * key heightmapImage names a 16-bit picture of the heights that the editor keeps beside it, with
 * ".terrainheightmap.png" instead of ".ter"; the game does without. The heights and layers of
 * terrain are not looked at and may be NULL.
 * ERR_ARG    the size, the number of materials or a name is refused as above, or datafile_path is
 *            not an absolute UTF-8 path that ends in ".ter"
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code engines_write_beamng_json(const char *path, const char *datafile_path,
                                                 const struct engines_beamng_terrain *terrain,
                                                 struct err *err);

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
    const char *guid;    /* as engines_ror_guid() makes it */
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
 * engines_ror_alphas() turns the weights of a texel's layers into bytes for sequential lerps:
 * alphas[k - 1] = weight k over what it and all below it hold, quantised from the top down with the
 * error carried along, 0 < k < count. The weights add up to 1 but for rounding, and the base's is
 * not small: hidden alphas (docs/formats.md, blend maps) are not considered.
 */
void engines_ror_alphas(uint8_t *alphas, const float *weights, size_t count);

/* Where a vehicle can stand: the flattest square of side_m metres near the middle whose lowest
 * point is above water_m (-INFINITY: all is dry). heights_m[z * points + x] above the lowest point.
 * Gives x, y and z in millimetres, y a metre above the ground. false: there is no dry place, and
 * the middle was taken, above the water. */
bool engines_ror_start(int64_t start_mm[3], const float *heights_m, uint32_t points,
                       uint32_t world_m, double water_m);

/* engines_ror_guid() is the UUID, version 5, of data[0 .. size) in scree's name space, in lower
 * case: equal content gives the equal id. */
#define ENGINES_ROR_GUID_SIZE 37
void engines_ror_guid(char out[ENGINES_ROR_GUID_SIZE], const void *data, size_t size);

/* The ground models that come with the game. */
enum engines_ror_ground {
    ENGINES_ROR_CONCRETE,
    ENGINES_ROR_ASPHALT,
    ENGINES_ROR_GRAVEL,
    ENGINES_ROR_ROCK,
    ENGINES_ROR_ICE,
    ENGINES_ROR_SNOW,
    ENGINES_ROR_METAL,
    ENGINES_ROR_GRASS,
    ENGINES_ROR_SAND,
    ENGINES_ROR_GROUNDS
};
const char *engines_ror_ground_name(enum engines_ror_ground ground);
/* engines_ror_ground_find() is the stock model of that name, or ENGINES_ROR_GROUNDS. */
enum engines_ror_ground engines_ror_ground_find(const char *name);
/* engines_ror_ground_guess() finds a word for a kind of ground in a material's name (UTF-8;
 * English, German, French, Spanish), the last such word counting; ENGINES_ROR_GROUNDS if there is
 * none. *word, if not NULL, is the entry of the list that fitted. */
enum engines_ror_ground engines_ror_ground_guess(const char *name, const char **word);

/*
 * engines_ror_texture() makes a pair of textures that tile:
 *   diffuse[(j * size + i) * 4 + c]  RGB with the mean colour mean[c], A the specular strength
 *   normal[(j * size + i) * 4 + c]   RGB the normal (red east, green south, blue up), A the height
 * size is a power of two from 64 to 4096; seed chooses one of many. ground says what it looks like;
 * ENGINES_ROR_GROUNDS is bare earth. ERR_NOMEM.
 */
#define ENGINES_ROR_TEXTURE_MIN 64
#define ENGINES_ROR_TEXTURE_MAX 4096
MUST_USE enum err_code engines_ror_texture(uint8_t *diffuse, uint8_t *normal, uint32_t size,
                                           enum engines_ror_ground ground, const uint8_t mean[3],
                                           uint32_t seed, struct err *err);
/* engines_ror_repeat_mm() is the side of the ground that such a texture is drawn for. */
uint32_t engines_ror_repeat_mm(enum engines_ror_ground ground);

#endif
