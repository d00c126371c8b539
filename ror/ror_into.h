/* A terrain that exists: what it holds, and what will change in it. Private to ror/. */
#ifndef ROR_ROR_INTO_H
#define ROR_ROR_INTO_H

#include "image/image.h"
#include "ror/ror_plan.h"

#define ROR_INTO_LAYERS 64
#define ROR_INTO_MAPS 16
#define ROR_INTO_USES 255

/* ---- files of keys and values: ror_into_config.c ---- */

/* Lines of a file, one after the other; start it with {text, strict}. */
struct ror_config {
    const char *next;
    bool strict; /* an .otc: keys and values have their blanks */
    char section[64], key[128], value[512];
};
/* ror_config_next() goes to the next line with a key, which is in *config then; false: there is none. */
bool ror_config_next(struct ror_config *config);
/* ror_config_get() is the first value of a key in a section (NULL: anywhere), of at most 511 bytes;
 * false: there is none. */
bool ror_config_get(char value[512], const char *text, bool strict, const char *section,
                    const char *key);

/* ---- the terrain: ror_into_target.c ---- */

struct ror_target_layer {
    const char *name; /* of its picture: ror_into_target.c has the rule */
    size_t map;       /* of maps[]; not of layer 0 */
    unsigned channel; /* 0 .. 3 */
    double opacity;   /* above 0, at most 1 */
    bool is_picture;  /* one repeat is all of the world: no material, but a picture of the map */
};
struct ror_target_use {
    uint8_t rgb[3];
    const char *model;
};

struct ror_target {
    struct ground_target level; /* its path is a folder */
    struct mem_arena arena;
    const char *name; /* of the .terrn2 without its ending */
    uint32_t points, world_m, height_m;
    struct ror_target_layer layers[ROR_INTO_LAYERS];
    size_t layer_count, map_count, use_count;
    const char *maps[ROR_INTO_MAPS];                    /* files of blend maps */
    const char *landuse, *landuse_picture, *own_models; /* files; NULL: none */
    struct ror_target_use uses[ROR_INTO_USES];          /* of the landuse */
    struct scree_bytes landuse_bytes;
    const char *heights;               /* file */
    const char *plants;                /* file of objects with trees or grass; NULL: none */
    char surface_sha256[SHA_HEX_SIZE]; /* of the map that scree made the terrain of; else "" */
};

/* ror_target_close() frees what a game's own is (struct ground_game). */
void ror_target_close(struct ground_target *level);

/* ---- what changes: ror_into.c ---- */

/* A picture of the terrain's: pixels[at * channels + c], row 0 north. */
struct ror_into_picture {
    struct scree_bytes bytes; /* of the file as it is */
    uint8_t *before, *after;  /* mem_free_pixels() */
    uint32_t size;
    unsigned channels;
};

struct ror_into_counts {
    uint64_t before, after, isolated;
};

struct ror_into {
    struct ground_into level;
    struct ror_target *target;
    struct ror_plan plan;       /* as much of one as the choice of ground models needs */
    uint32_t *shown_as;         /* [layer of the map]: layer of the terrain */
    const char **shown_because; /* [layer of the map]: "name", "ground" or "map" */
    bool in_map[ROR_INTO_LAYERS + ROR_INTO_USES];
    uint8_t kept[ROR_INTO_LAYERS + ROR_INTO_USES]; /* enum scree_kept: of layers, then of uses */
    struct ror_into_picture maps[ROR_INTO_MAPS], landuse;
    struct scree_bytes heights_before; /* of the file as it is, where roads change it; */
    uint8_t *heights;                  /* and as it will be */
    uint32_t size;                     /* texels a side of the blend maps */
    uint8_t *changes;                  /* of a texel of the blend maps: it may */
    uint8_t *landuse_changes;          /* of one of the landuse */
    uint8_t *before, *after;           /* strongest layer of each texel */
    uint8_t *uses_before, *uses_after; /* number of the use; ROR_INTO_USES: a colour of none */
    struct render_merge *merge;        /* layers by layer of the terrain: names[] are its */
    uint32_t layer_of_material[ROR_INTO_LAYERS];
    uint8_t use_of_model[256]; /* of plan.grounds.uses: number of the use */
    size_t use_count;          /* with new ones */
    struct ror_target_use uses[ROR_INTO_USES];
    struct ror_into_counts counts[ROR_INTO_LAYERS + ROR_INTO_USES + 1];
};

/* ror_into_keep() decides what stays, and fills both pictures of what changes; in_map is there. */
MUST_USE enum scree_code ror_into_keep(struct ror_into *into, const struct ground_wanted *wanted,
                                       struct scree_error *err);
/* ror_into_write() writes blend maps and landuse (struct ground_game). */
MUST_USE enum scree_code ror_into_write(const struct ground_into *level, struct scree_job *job,
                                        struct scree_error *err);
/* ror_into_weights() are the weights of the terrain's layers in a texel of the blend maps as they are. */
void ror_into_weights(double *weights, const struct ror_into *into, size_t at);
/* ror_into_read_pictures() reads blend maps and landuse, and refuses what cannot be changed. */
MUST_USE enum scree_code ror_into_read_pictures(struct ror_into *into, struct scree_error *err);
/* ror_into_blend() makes the blend maps as they will be, ror_into_landuse() the landuse. */
MUST_USE enum scree_code ror_into_blend(struct ror_into *into, struct scree_job *job,
                                        struct scree_error *err);
MUST_USE enum scree_code ror_into_landuse(struct ror_into *into, struct scree_job *job,
                                          struct scree_error *err);

#endif
