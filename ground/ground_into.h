/*
 * A level that exists, opened and changed: what that has in common for all games. What a game knows
 * besides is in a struct of its own, which begins with one of these, and in its functions. Files of
 * somebody else's folder that are exchanged: whether they are in it, and copies of them as they were.
 * A public header of ground/.
 */
#ifndef GROUND_GROUND_INTO_H
#define GROUND_GROUND_INTO_H

#include <jansson.h>

#include <scree/types/level.h>
#include <scree/types/level_into.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "base/mem.h"
#include "ground/ground_keep.h"
#include "inputs/inputs.h"
#include "out/sink.h"

/* ---- options of a level, be it new or not ---- */

/* ground_keep_options() makes options a plan's own: texts that its files take are copied, and what names
 * sources goes. SCREE_NO_MEMORY */
MUST_USE enum scree_code ground_keep_options(struct scree_level_options *options,
                                             struct mem_arena *arena, struct scree_error *err);
/* ground_check_options() refuses a repeat that is no size; ground_check_start() a start beyond ground so
 * many metres wide, called so: "world". SCREE_BAD_ARGUMENT (err->field) */
MUST_USE enum scree_code ground_check_options(const struct scree_level_options *options,
                                              struct scree_error *err);
MUST_USE enum scree_code ground_check_start(const struct scree_level_options *options,
                                            double side_m, const char *what,
                                            struct scree_error *err);
/* ground_take_water() gives a level without water that of the world its map is from, where it reaches
 * the ground, and says so. */
void ground_take_water(struct scree_level_options *options, const struct inputs *inputs,
                       struct scree_job *job);

/* ---- a level that exists ---- */

struct ground_into;
struct ground_target;

/* What a game does with a level. close() and free() accept what is half made. */
struct ground_game {
    const char *unit;     /* what changes are counted in: "samples" */
    const char *column;   /* what they are: "material"; NULL: landuse and layers */
    const char *nameless; /* what one without a name is: "(hole)" */
    void (*close)(struct ground_target *target);
    void (*free)(struct ground_into *into);
    /* All that will change as a JSON object, NULL if memory ran out; and as notes. */
    json_t *(*document)(const struct ground_into *into);
    void (*tell)(const struct ground_into *into, struct scree_job *job);
    /*
     * write() changes the level, all of it or nothing; of each file that it replaces a copy stays, named
     * FILE.bakN, and a note tells its name. Once only. SCREE_MALFORMED: a file would be written outside the
     * level's folder; SCREE_CANNOT_WRITE, SCREE_CANNOT_READ, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY,
     * SCREE_CANCELLED
     */
    enum scree_code (*write)(const struct ground_into *into, struct scree_job *job,
                             struct scree_error *err);
};

struct ground_target {
    const struct ground_game *game;
    char *path;                          /* as it was given */
    struct scree_terrain_options ground; /* how its heights are read: for inputs_take_terrain(), */
    struct inputs_opened input;          /* and their file, open until it was read whole */
    bool has_water;
    double water_m;                 /* altitude of its water */
    const struct ter_field *before; /* its heights, where the inputs have others; NULL: the same */
};
/* ground_check_grade() refuses roads without {grade}, and that without roads: heights of a level that exists
 * change when somebody says so; and {mask} with both. SCREE_BAD_ARGUMENT (err->field). */
MUST_USE enum scree_code ground_check_grade(const struct scree_level_options *options,
                                            struct scree_error *err);
/* ground_target_begin() takes the path, and undoes a replacement there that a killed run did not finish;
 * that is said. ground is what the caller says of the heights. SCREE_NO_MEMORY */
MUST_USE enum scree_code ground_target_begin(struct ground_target *target, const char *path,
                                             const struct scree_terrain_options *ground,
                                             struct scree_job *job, struct scree_error *err);
/* ground_target_close() closes a target of any game; it accepts NULL. */
void ground_target_close(struct ground_target *target);

struct ground_into {
    const struct ground_game *game;
    struct scree_level_into_info info;
    struct scree_level_change *changes; /* [info.changes]; and the colours to show them in */
    uint8_t (*rgb)[3];
    size_t on_maps; /* so many of the first are what before and after are made of */
    /* Number of the change of each sample, [y * info.texels + x]; 255: of the last on the maps. */
    const uint8_t *before, *after;
    bool north_first;                   /* row 0 is north; else south */
    struct inputs_file keep_list, mask; /* of the options; path NULL: none */
    struct mem_arena *arena;            /* the game's */
};
/* ground_into_list() makes room for changes. SCREE_NO_MEMORY */
MUST_USE enum scree_code ground_into_list(struct ground_into *into, size_t count,
                                          struct scree_error *err);
/* ground_into_free() frees one of any game; it accepts NULL. */
void ground_into_free(struct ground_into *into);
/* ground_into_tell_kept() sends notes of what stays, and of what is painted over and was not meant,
 * perhaps. */
void ground_into_tell_kept(const struct ground_into *into, struct scree_job *job);

/* ground_into_mark() marks the names that options want kept, and that alone are to change.
 * SCREE_BAD_ARGUMENT (err->field), SCREE_MALFORMED, SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY */
struct ground_wanted {
    const struct scree_level_options *options;
    const struct inputs_given *given;
};
MUST_USE enum scree_code ground_into_mark(bool *keep, bool *only, struct ground_into *into,
                                          const struct ground_names *names,
                                          const struct ground_wanted *wanted,
                                          struct scree_error *err);

/* ground_into_mask() reads the picture that is white where something may change, as ground_read_marks(). */
MUST_USE enum scree_code ground_into_mask(uint8_t **out, struct ground_into *into, uint32_t size,
                                          bool trimmed, const struct inputs_opened *opened,
                                          struct scree_error *err);

/* ---- its files ---- */

/* ground_check_inside() refuses a name of a file to be written that leads out of a folder, by its form
 * or over a link. SCREE_MALFORMED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code ground_check_inside(const char *folder, const char *name,
                                             struct scree_error *err);

/* ground_name_backup() is the name of a file and ".bak" with a number that is free in the folder, or
 * from here for NULL. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
#define GROUND_BACKUP_SIZE 1216
MUST_USE enum scree_code ground_name_backup(char out[GROUND_BACKUP_SIZE], const char *folder,
                                            const char *name, struct scree_error *err);

/* A change that is being written. */
struct ground_writing {
    const struct ground_into *into;
    struct sink *sink;
    struct scree_job *job;
    const char *folder; /* the level's; NULL: a file by itself, */
    const char *backup; /* and the name of its copy */
};
/* ground_keep_backup() writes the copy of a file of the folder, in front of the file. SCREE_CANNOT_READ:
 * it is not `old` any more, as it was read before. Else as a sink fails. */
MUST_USE enum scree_code ground_keep_backup(const struct ground_writing *writing, const char *name,
                                            const struct scree_bytes *old, struct scree_error *err);
/* ground_into_write() lets put() add files and their copies to a sink, which it closes; none may lead out
 * of the folder. Notes tell of the copies. Errors as struct ground_game has them. */
MUST_USE enum scree_code ground_into_write(
    const struct ground_writing *writing,
    enum scree_code (*put)(const struct ground_writing *writing, struct scree_error *err),
    struct scree_error *err);

#endif
