/* Files of BeamNG.drive: a part of engines.h, which is what others include. */
#ifndef ENGINES_ENGINES_BEAMNG_H
#define ENGINES_ENGINES_BEAMNG_H

#include "beamter/beamter.h"
#include "ground/ground.h"

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
    const char *texture;   /* begins the names of its own textures; no two are alike */
    enum ground_kind look; /* its detail textures */
    uint8_t rgb[3];        /* its mean colour */
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
 * ground_texture(). ERR_NOMEM. */
MUST_USE enum err_code engines_beamng_texture(uint8_t *const pictures[ENGINES_BEAMNG_CHANNELS],
                                              uint32_t size, enum engines_beamng_group group,
                                              const struct engines_beamng_material *material,
                                              uint32_t seed, struct err *err);

/* engines_beamng_ground_name() is the ground model, in capitals; GROUND_KINDS counts as dirt.
 * engines_beamng_annotation() is the class of the ground for camera sensors. */
const char *engines_beamng_ground_name(enum ground_kind ground);
const char *engines_beamng_annotation(enum ground_kind ground);

#endif
