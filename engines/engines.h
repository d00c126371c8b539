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

/* What games have in common. */

/* engines_uuid() is the UUID, version 5, of data[0 .. size) in scree's name space, in lower case:
 * equal content gives the equal id. */
#define ENGINES_UUID_SIZE 37
void engines_uuid(char out[ENGINES_UUID_SIZE], const void *data, size_t size);

/*
 * engines_flat_place() finds where a vehicle can stand: the middle x, y of the flattest square of
 * 12 m near the middle of the terrain whose lowest point is above water_m (-INFINITY: all is dry).
 * heights_m[y * points + x], cell_m metres from point to point. false: there is no such place, and
 * the middle was taken.
 */
bool engines_flat_place(uint32_t place[2], const float *heights_m, uint32_t points, double cell_m,
                        double water_m);

/* Kinds of ground. */
enum engines_ground {
    ENGINES_GROUND_CONCRETE,
    ENGINES_GROUND_ASPHALT,
    ENGINES_GROUND_GRAVEL,
    ENGINES_GROUND_ROCK,
    ENGINES_GROUND_ICE,
    ENGINES_GROUND_SNOW,
    ENGINES_GROUND_METAL,
    ENGINES_GROUND_GRASS,
    ENGINES_GROUND_SAND,
    ENGINES_GROUND_DIRT,
    ENGINES_GROUND_MUD,
    ENGINES_GROUNDS
};
/* engines_ground_guess() finds a word for a kind of ground in a material's name (UTF-8; English,
 * German, French, Spanish), the last such word counting; ENGINES_GROUNDS if there is none. *word,
 * if not NULL, is the entry of the list that fitted. */
enum engines_ground engines_ground_guess(const char *name, const char **word);

/*
 * engines_texture() makes a pair of textures that tile:
 *   diffuse[(j * size + i) * 4 + c]  RGB with the mean colour mean[c], A the specular strength
 *   normal[(j * size + i) * 4 + c]   RGB the normal (red east, green south, blue up), A the height
 * size is a power of two from 64 to 4096; seed chooses one of many. ground says what it looks like;
 * ENGINES_GROUNDS is bare earth. ERR_NOMEM.
 */
#define ENGINES_TEXTURE_MIN 64
#define ENGINES_TEXTURE_MAX 4096
MUST_USE enum err_code engines_texture(uint8_t *diffuse, uint8_t *normal, uint32_t size,
                                       enum engines_ground ground, const uint8_t mean[3],
                                       uint32_t seed, struct err *err);
/* engines_texture_soft() makes such a pair of soft patches, for what is seen from far away;
 * contrast is the standard deviation of the brightness. */
MUST_USE enum err_code engines_texture_soft(uint8_t *diffuse, uint8_t *normal, uint32_t size,
                                            const uint8_t mean[3], float contrast, uint32_t seed,
                                            struct err *err);
/* engines_texture_repeat_mm() is the side of the ground that such a texture is drawn for. */
uint32_t engines_texture_repeat_mm(enum engines_ground ground);

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
    const char
        *heightmap_image; /* the game's path of a 16-bit picture of the heights, NULL: none */
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
 * heights and layers of terrain are not looked at and may be NULL.
 * ERR_ARG    the size, the number of materials or a name is refused as above, or datafile_path is
 *            not an absolute UTF-8 path that ends in ".ter"
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code engines_write_beamng_json(const char *path, const char *datafile_path,
                                                 const struct engines_beamng_terrain *terrain,
                                                 struct err *err);

/*
 * What stands in the way of driving on a map of materials, ids[y * size + x].
 * engines_remove_speckles() gives every connected area (over the four sides) of fewer than area
 * samples the material that it has the longest border with, ties to the later, until none is left
 * but those without a neighbour. *areas and *samples count what it changed.
 * ERR_NOMEM; then nothing was changed.
 */
MUST_USE enum err_code engines_remove_speckles(uint8_t *ids, uint32_t size, uint32_t area,
                                               uint64_t *areas, uint64_t *samples, struct err *err);
/* engines_count_isolated() adds to isolated[id] the samples that none of the four beside them
 * equals. */
void engines_count_isolated(uint64_t isolated[256], const uint8_t *ids, uint32_t size);

/*
 * engines_dither_row() chooses a material for each sample of row y: in every 8 x 8 samples of equal
 * weights each material gets its share of the 64, spread evenly (an ordered dither).
 * weights[m][x] of 65535, adding up to that; 0 <= m < count <= 255, 0 <= x < width.
 */
void engines_dither_row(uint8_t *ids, const uint16_t *const *weights, size_t count, uint32_t width,
                        uint32_t y);

/* Files of a level, in its folder. */
enum engines_beamng_file {
    ENGINES_BEAMNG_TER,
    ENGINES_BEAMNG_TERRAIN_JSON,
    ENGINES_BEAMNG_MATERIALS,
    ENGINES_BEAMNG_MAIN,
    ENGINES_BEAMNG_GROUP,
    ENGINES_BEAMNG_SKY,
    ENGINES_BEAMNG_SPAWNS,
    ENGINES_BEAMNG_INFO,
    ENGINES_BEAMNG_PREVIEW, /* pictures have row 0 north */
    ENGINES_BEAMNG_MINIMAP,
    ENGINES_BEAMNG_IMPORT_HEIGHTS, /* for the editor's importer, as the next two */
    ENGINES_BEAMNG_IMPORT_HOLES,
    ENGINES_BEAMNG_IMPORT_PRESET,
    ENGINES_BEAMNG_FILES
};
#define ENGINES_BEAMNG_PATH_SIZE 160
/* engines_beamng_file_name() is its path in the level's folder; engines_beamng_import_mask() that
 * of a material's mask. */
const char *engines_beamng_file_name(enum engines_beamng_file file);
void engines_beamng_import_mask(char out[ENGINES_BEAMNG_PATH_SIZE], size_t index, const char *name);

struct engines_beamng_material {
    const char *name; /* as in the .ter */
    const char *ground_model;
    const char *texture;      /* begins the names of its own textures; no two are alike */
    enum engines_ground look; /* its detail textures */
    uint8_t rgb[3];           /* its mean colour */
};

#define ENGINES_BEAMNG_SET "TerrainMaterialTextureSet" /* behind the level's name */
struct engines_beamng_level {
    const char *name;           /* of its folder: A-Z a-z 0-9 _ - */
    const char *title, *author; /* UTF-8, may be "" */
    uint32_t size;              /* samples a side */
    double square_m, max_height_m;
    double position_m[3]; /* south-west corner, and altitude of height 0 */
    double spawn_m[3];
    double map_m;             /* side of the ground that the minimap shows, from the north-west */
    uint32_t texture_size[3]; /* [group]: pixels a side of all textures */
    const struct engines_beamng_material *materials; /* materials[0 .. count) in the .ter's order */
    size_t count;
};

/* engines_write_beamng_text() writes one of the text files but TERRAIN_JSON and MATERIALS.
 * ERR_ARG (a text is not UTF-8), ERR_WRITE, ERR_NOMEM */
MUST_USE enum err_code engines_write_beamng_text(const char *path, enum engines_beamng_file file,
                                                 const struct engines_beamng_level *level,
                                                 struct err *err);

/*
 * engines_beamng_materials() makes the text of a materials file: the texture set and the level's
 * materials; or, with before[0 .. before_size), a JSON object, that text with the materials added
 * at its end and no other byte changed. The caller frees *out with mem_free(). ERR_NOMEM.
 */
MUST_USE enum err_code engines_beamng_materials(char **out, size_t *size, const char *before,
                                                size_t before_size,
                                                const struct engines_beamng_level *level,
                                                struct err *err);

/* The textures of a material: group by group a picture for each channel, RGB for colour and normal,
 * else grey. */
enum engines_beamng_group {
    ENGINES_BEAMNG_BASE,
    ENGINES_BEAMNG_MACRO,
    ENGINES_BEAMNG_DETAIL,
    ENGINES_BEAMNG_GROUPS
};
enum engines_beamng_channel {
    ENGINES_BEAMNG_COLOUR,
    ENGINES_BEAMNG_NORMAL,
    ENGINES_BEAMNG_ROUGHNESS,
    ENGINES_BEAMNG_OCCLUSION,
    ENGINES_BEAMNG_HEIGHT,
    ENGINES_BEAMNG_CHANNELS
};
/* engines_beamng_texture_name() is its path in the level's folder; several materials may share it.
 */
void engines_beamng_texture_name(char out[ENGINES_BEAMNG_PATH_SIZE],
                                 enum engines_beamng_group group,
                                 enum engines_beamng_channel channel,
                                 const struct engines_beamng_material *material);
/* pictures[channel] has size * size pixels of 3 or 1 bytes; all are filled. size as for
 * engines_texture(). ERR_NOMEM. */
MUST_USE enum err_code engines_beamng_texture(uint8_t *const pictures[ENGINES_BEAMNG_CHANNELS],
                                              uint32_t size, enum engines_beamng_group group,
                                              const struct engines_beamng_material *material,
                                              uint32_t seed, struct err *err);

/* engines_beamng_ground_name() is the ground model, in capitals; ENGINES_GROUNDS counts as dirt.
 * engines_beamng_annotation() is the class of the ground for camera sensors. */
const char *engines_beamng_ground_name(enum engines_ground ground);
const char *engines_beamng_annotation(enum engines_ground ground);

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
    const char *guid;    /* as engines_uuid() makes it */
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

/* engines_ror_ground() is the nearest of the ground models that come with the game: there are none
 * for dirt and mud. engines_ror_ground_name() is its name, engines_ror_ground_find() the one of
 * that name, or ENGINES_GROUNDS. */
enum engines_ground engines_ror_ground(enum engines_ground ground);
const char *engines_ror_ground_name(enum engines_ground ground);
enum engines_ground engines_ror_ground_find(const char *name);

#endif
