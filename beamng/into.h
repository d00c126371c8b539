/* An existing level, or the .ter of one: what it holds, and what will change in it. Private to
 * beamng/. */
#ifndef BEAMNG_INTO_H
#define BEAMNG_INTO_H

#include "beamng/beamng_map.h"
#include "base/err.h"

#define INTO_PATH 1200

/* The terrain that a level was exported from, as far as its report says. */
struct beamng_origin {
    uint32_t points; /* a side; 0: it is not known, and the level's own squares count */
    double unit_m[3];
    bool trimmed, resampled;
};

struct beamng_target {
    struct ground_target level;
    bool is_level;              /* its path is a folder; else a .ter alone */
    struct beamter_block block; /* if is_level */
    char level_name[128];       /* in the game */
    char ter_name[512];         /* in the folder */
    char ter_path[INTO_PATH];
    struct beamng_origin origin;
    struct scree_bytes ter; /* as it was read whole: some systems replace no file that is open */
};

/* A file of terrain materials. */
struct into_materials {
    char name[512]; /* in the level's folder */
    json_t *document;
};

struct into_plants;
struct beamng_into {
    struct ground_into level;
    struct beamng_target *target;
    struct into_plants *plants; /* NULL: they stay as they are */
    bool only_plants;           /* nothing else changes */
    uint8_t kept[256];          /* [number in the .ter as it is]: enum scree_kept */
    uint8_t *may_change; /* the mask: may_change[y * size + x], row 0 south; NULL: everywhere */
    struct beamng_map map;
    struct beamng_samples samples; /* numbers of the .ter as it will be */
    struct beamng_counts before, after;
    uint8_t numbers[256];      /* [material]; BEAMTER_HOLE of a hole, and of what is */
    bool left_out[256];        /* left out: the level lacks it, and no sample needs it */
    struct beamter_file parts; /* of the target's .ter as it is, heights as they will be: */
    uint8_t *heights;          /* those; NULL: roads change none */

    char json_name[520];          /* the .terrain.json */
    json_t *json;                 /* NULL: there is none */
    struct into_materials *files; /* [0 .. file_count) */
    size_t file_count;
    const struct into_materials *set_file; /* which holds the texture set; NULL: there is none */
    uint32_t texture_size[BEAMNG_GROUPS];

    const char **names; /* the .ter's as it will be: names[0 .. count) */
    size_t count;
    struct beamng_material *added; /* materials that the level lacks */
    size_t added_count;
};

/* beamng_into_check() reads the level and refuses what is damaged. */
MUST_USE enum scree_code beamng_into_check(struct beamng_into *into, struct scree_error *err);
/* beamng_into_read_materials() is the part with the files of materials. */
MUST_USE enum scree_code beamng_into_read_materials(struct beamng_into *into,
                                                    struct scree_error *err);
bool beamng_into_has_material(const struct beamng_into *into, const char *name);
/* beamng_into_keep() decides which of the level's materials stay, and reads the mask; the map is
 * filled. SCREE_BAD_ARGUMENT (err->field), SCREE_UNSUPPORTED, SCREE_MALFORMED, SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_into_keep(struct beamng_into *into,
                                          const struct ground_wanted *wanted,
                                          struct scree_error *err);
/* beamng_into_changes() is false for a sample that stays as it is. */
static inline bool beamng_into_changes(const struct beamng_into *into, size_t at)
{
    const uint8_t id = into->parts.ids[at];
    return id != BEAMTER_HOLE && into->kept[id] == SCREE_NOT_KEPT &&
           (into->may_change == NULL || into->may_change[at] != 0);
}
/* beamng_into_is_open() is false for a place in the game that the mask or {only} closes. */
bool beamng_into_is_open(const struct beamng_into *into, const double at_m[3]);
/* beamng_into_find() is the level's material of one of our names: the first of that name, exactly or
 * but for capitals; into->count if there is none. */
size_t beamng_into_find(const struct beamng_into *into, const char *name);
/* beamng_into_heights() changes the heights of the parts for roads, if the target says that they change;
 * the map is filled. SCREE_BAD_ARGUMENT (err->field), SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_into_heights(struct beamng_into *into, struct scree_error *err);
/* beamng_into_assign() gives each of our materials a number of the level's. */
MUST_USE enum scree_code beamng_into_assign(struct beamng_into *into, struct scree_job *job,
                                            struct scree_error *err);
/* beamng_into_leave() does so where no sample changes. */
void beamng_into_leave(struct beamng_into *into);
/* beamng_into_write() writes new files, then the lists of materials, the .ter, plants (struct
 * ground_game). */
MUST_USE enum scree_code beamng_into_write(const struct ground_into *level, struct scree_job *job,
                                           struct scree_error *err);

/* ---- files of a level by the end of their names: walk.c ---- */

#define BEAMNG_WALK_PATH 512

struct beamng_walk {
    const char *folder; /* the level's */
    const char *below;  /* a folder in it, "" all of it */
    const char *ending; /* "materials.json" */
    enum scree_code (*take)(void *context, const char *name, struct scree_error *err);
    void *context;
};
/* beamng_walk() hands over every plain file whose name ends so, by its path in the level, a
 * folder by the order of its names; names that begin with a dot are passed over, no link to a folder is
 * followed, and a folder that cannot be opened is not ours to judge. SCREE_NO_MEMORY, or what take() answers,
 * which ends it. */
MUST_USE enum scree_code beamng_walk(const struct beamng_walk *walk, struct scree_error *err);

#endif
