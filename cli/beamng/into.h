/* A level that is there already, or the .ter of one: what it holds, and what will change in it. */
#ifndef CLI_BEAMNG_INTO_H
#define CLI_BEAMNG_INTO_H

#include <jansson.h>

#include "base/file.h"
#include "cli/beamng/beamng.h"
#include "heights/heights.h"

#define INTO_PATH 1200

/* A file of terrain materials. */
struct into_materials {
    char name[512]; /* in the level's folder */
    json_t *document;
};

struct into {
    struct beamng *beamng;
    bool is_level;              /* else a .ter alone */
    const char *folder;         /* of the level */
    struct beamter_block block; /* if is_level */
    char level_name[128];       /* in the game */
    char ter_name[512];         /* in the folder */
    char ter_path[INTO_PATH];
    struct file_bytes ter;     /* the file as it is, */
    struct beamter_file parts; /* and its parts */
    const struct heights_layers *layers;

    char json_name[520];          /* the .terrain.json */
    json_t *json;                 /* NULL: there is none */
    struct into_materials *files; /* [0 .. file_count) */
    size_t file_count, file_capacity;
    const struct into_materials *set_file; /* which holds the texture set; NULL: there is none */
    uint32_t texture_size[ENGINES_BEAMNG_GROUPS];

    const char **names; /* the .ter's as it will be: names[0 .. count) */
    size_t count;
    struct engines_beamng_material *added; /* materials that the level lacks */
    size_t added_count;
};

/* into_read() reads the level and refuses what is damaged; nothing is changed. */
MUST_USE enum err_code into_read(struct into *into, struct err *err);
/* into_read_materials() is the part with the files of materials. */
MUST_USE enum err_code into_read_materials(struct into *into, struct err *err);
bool into_has_material(const struct into *into, const char *name);
/* into_map() gives each of our materials a number of the level's. */
MUST_USE enum err_code into_map(struct into *into, struct err *err);
/* into_check_inside() refuses a name of a file to be written that leads out of the level's folder,
 * by its form or over a link. ERR_MALFORMED. */
MUST_USE enum err_code into_check_inside(const struct into *into, const char *name,
                                         struct err *err);
/* into_write() changes the level; all of it or nothing. */
MUST_USE enum err_code into_write(struct into *into, struct err *err);
void into_free(struct into *into);

#endif
