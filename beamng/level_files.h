/* What stands in the files of a level: texts, materials, textures. Private to beamng/. */
#ifndef BEAMNG_LEVEL_FILES_H
#define BEAMNG_LEVEL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "base/file.h"
#include "base/stream.h"
#include "ground/ground.h"
#include "inputs/inputs.h"

/* Files of a level, in its folder. */
enum beamng_file {
    BEAMNG_TER,
    BEAMNG_TERRAIN_JSON,
    BEAMNG_MATERIALS,
    BEAMNG_MAIN,
    BEAMNG_GROUP,
    BEAMNG_SKY,
    BEAMNG_SPAWNS,
    BEAMNG_WATER, /* of a level with water */
    BEAMNG_INFO,
    BEAMNG_PLANTS,  /* objects; */
    BEAMNG_ITEMS,   /* what items are; */
    BEAMNG_COVER,   /* materials of grass */
    BEAMNG_PLACED,  /* which items scree placed (record.h) */
    BEAMNG_ROADS,   /* of a level with roads */
    BEAMNG_PREVIEW, /* pictures have row 0 north */
    BEAMNG_MINIMAP,
    BEAMNG_IMPORT_HEIGHTS, /* for the editor's importer, as the next two */
    BEAMNG_IMPORT_HOLES,
    BEAMNG_IMPORT_PRESET,
    BEAMNG_FILES
};
#define BEAMNG_PATH_SIZE 160
/* beamng_file_name() is its path in the level's folder; beamng_import_mask() that
 * of a material's mask. */
const char *beamng_file_name(enum beamng_file file);
void beamng_import_mask(char out[BEAMNG_PATH_SIZE], size_t index, const char *name);

/* The textures of a material: group by group a picture for each channel, RGB for colour and normal,
 * else grey. */
enum beamng_group { BEAMNG_BASE, BEAMNG_MACRO, BEAMNG_DETAIL, BEAMNG_GROUPS };
enum beamng_channel {
    BEAMNG_COLOUR,
    BEAMNG_NORMAL,
    BEAMNG_ROUGHNESS,
    BEAMNG_OCCLUSION,
    BEAMNG_HEIGHT,
    BEAMNG_CHANNELS
};

/* Textures of the user's own for a material: those of the base, [channel], and the colours of two more
 * groups. */
enum { BEAMNG_OWN_DETAIL = BEAMNG_CHANNELS, BEAMNG_OWN_MACRO, BEAMNG_OWNS };
struct beamng_own {
    const char *from[BEAMNG_OWNS]; /* files; NULL: drawn */
    uint32_t side[BEAMNG_OWNS];    /* their pixels a side */
    char text[200];                /* where the textures come from; options in braces */
};

struct beamng_material {
    const char *name; /* as in the .ter */
    const char *ground_model;
    const char *texture;          /* begins the names of its own textures; no two are alike */
    enum ground_kind look;        /* its detail textures */
    uint8_t rgb[3];               /* its mean colour */
    const struct beamng_own *own; /* NULL: all textures are drawn */
    const char *id;               /* its persistentId is made of it; NULL: of texture */
    bool on_map;                  /* its base colour is the picture of the whole map */
};

#define BEAMNG_VERGE "_verge" /* behind a material's, beside roads; a number behind it if need be */
#define BEAMNG_SET "TerrainMaterialTextureSet" /* behind the level's name */
struct roads_water;
struct roads_waters;
/* What the files of a level state about it. */
struct beamng_facts {
    const char *name;                         /* of its folder: A-Z a-z 0-9 _ - */
    const char *title, *author, *description; /* UTF-8, may be "" */
    uint32_t size;                            /* samples a side */
    double square_m, max_height_m;
    double position_m[3];              /* south-west corner, and altitude of height 0 */
    uint32_t spawn_count;              /* at least 1 */
    double spawns_m[GROUND_PLACES][3]; /* where one starts; the first is the default, */
    double start_toward[2];            /* and looks that way: east, north, of length 1 */
    size_t lake_count;                 /* waters that do not go on without end: */
    const struct roads_water *lakes;
    const struct roads_waters *waters; /* whose rivers are drawn; NULL: none */
    bool has_water;
    double water_m;       /* altitude in the game */
    double axis_tilt_deg; /* of the sun's way, and the time on it: 0 is noon, 1 a day later */
    double day_time;
    bool plants, roads;          /* there is a group of them */
    char credit[INPUTS_CREDITS]; /* who is to be named to players; "": nobody */
    double map_m;             /* side of the ground that the minimap shows, from the north-west */
    uint32_t texture_size[3]; /* [group]: pixels a side of all textures */
    double repeat_m;          /* of ground that a texture covers; 0: by kind of ground */
    const uint8_t
        *map_rgb; /* the picture of the whole map, as large as the base's textures, north on
                                 top; NULL: no material is on_map */
    const struct beamng_material *materials; /* materials[0 .. count) in the .ter's order */
    size_t count;
};

/* beamng_has_waters() says whether there is BEAMNG_WATER. */
bool beamng_has_waters(const struct beamng_facts *facts);
/* beamng_put_text() appends one of the text files but TERRAIN_JSON and MATERIALS to a stream.
 * SCREE_BAD_ARGUMENT (a text is not UTF-8), SCREE_CANNOT_WRITE, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_put_text(struct stream *to, enum beamng_file file,
                                         const struct beamng_facts *facts, struct scree_error *err);

/* JSON of a level: beamng_put_object() appends an object in a line, beamng_json_path() is
 * "/levels/LEVEL/FILE", beamng_json_id() the persistentId of an object: the same in every run.
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_put_object(struct stream *to, const json_t *object,
                                           struct scree_error *err);
json_t *beamng_json_path(const char *level, const char *file);
json_t *beamng_json_id(const char *level, const char *object);

/*
 * A JSON object of somebody else, some of whose members are exchanged; no other byte is.
 * beamng_put_members() appends the object as it will be. The same again changes nothing.
 * SCREE_MALFORMED (it has no brace), SCREE_CANNOT_WRITE, SCREE_NO_MEMORY
 */
struct beamng_members {
    const struct scree_bytes *old; /* an object that jansson reads; data NULL: there is none */
    const json_t *added;           /* members at the end, in place of old ones so named */
    /* Whether a member stays, by its key as it is between the quotes; NULL: all do. */
    bool (*stays)(const void *context, const char *key, size_t length);
    const void *context;
};
MUST_USE enum scree_code beamng_put_members(struct stream *to, const struct beamng_members *members,
                                            struct scree_error *err);

/* beamng_put_materials() appends a materials file to a stream: the texture set and the level's
 * materials; or the file that there was with the materials, named NAME-persistentId, among its members. */
MUST_USE enum scree_code beamng_put_materials(struct stream *to, const struct scree_bytes *before,
                                              const struct beamng_facts *facts,
                                              struct scree_error *err);

/* beamng_own_file() is the user's file for a texture; NULL: it is drawn, or that of the whole map.
 * beamng_is_grain(): of that file only what differs from its mean is taken, around middle grey, as the
 * base has the map's colours. */
const char *beamng_own_file(const struct beamng_material *material, enum beamng_group group,
                            enum beamng_channel channel);
bool beamng_is_grain(const struct beamng_material *material, enum beamng_group group,
                     enum beamng_channel channel);
/* beamng_texture_name() is its path in the level's folder; several materials may share it.
 */
void beamng_texture_name(char out[BEAMNG_PATH_SIZE], enum beamng_group group,
                         enum beamng_channel channel, const struct beamng_material *material);
/* pictures[channel] has size * size pixels of 3 or 1 bytes; all are filled as they are drawn, or, if the
 * material's base has a colour of the user's, its detail with nothing. pictures[BEAMNG_COLOUR] NULL: not
 * wanted, of BEAMNG_BASE. size as for ground_texture(). SCREE_NO_MEMORY. */
MUST_USE enum scree_code beamng_texture(uint8_t *const pictures[BEAMNG_CHANNELS], uint32_t size,
                                        enum beamng_group group,
                                        const struct beamng_material *material, uint32_t seed,
                                        uint32_t threads, struct scree_error *err);

/* beamng_ground_name() is the ground model, in capitals; GROUND_KINDS counts as dirt. */
const char *beamng_ground_name(enum ground_kind ground);

#endif
