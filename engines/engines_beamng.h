/* Files of BeamNG.drive: a part of engines.h, which is what others include. */
#ifndef ENGINES_ENGINES_BEAMNG_H
#define ENGINES_ENGINES_BEAMNG_H

#include "engines/engines_common.h"

#define ENGINES_BEAMNG_MAX_MATERIALS 254 /* 255 is the hole */
#define ENGINES_BEAMNG_MAX_NAME 32
#define ENGINES_BEAMNG_MIN_SIZE 128
#define ENGINES_BEAMNG_MAX_SIZE 16384   /* reported to load */
#define ENGINES_BEAMNG_EDITOR_SIZE 8192 /* what the editor imports */

/*
 * engines_beamng_names() turns material names into what BeamNG's editor accepts, all different,
 * also without regard to capitals: ASCII letters, digits and '_', no leading digit (a '_' goes
 * before it), at most ENGINES_BEAMNG_MAX_NAME bytes. Letters with accents lose them, other
 * characters become '_', an empty name becomes "material". Of equal names the first keeps it and
 * the others get "_2", "_3" and so on, passing over what another material is called. out[i *
 * (ENGINES_BEAMNG_MAX_NAME + 1)], 0 <= i < count: name i, NUL-terminated names are UTF-8. Cannot
 * fail. Takes count^2 comparisons, count^3 if all are equal.
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
/* engines_beamng_height_row() encodes a row of them: out[i] is that of altitudes_m[i]. */
void engines_beamng_height_row(uint16_t *out, const double *altitudes_m, size_t count, double z0_m,
                               double max_height_m);

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
 * after a failure. terrain's names must live until then. watch sees the bytes of the file, NULL:
 * nobody does.
 */
struct engines_beamng_writer;
MUST_USE enum err_code engines_beamng_create(struct engines_beamng_writer **out, const char *path,
                                             const struct engines_beamng_terrain *terrain,
                                             const struct file_watch *watch, struct err *err);
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
 * at its end, named NAME-persistentId, and no other byte changed. The caller frees *out with
 * mem_free(). ERR_MALFORMED (before has no brace that ends it), ERR_NOMEM.
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

#endif
