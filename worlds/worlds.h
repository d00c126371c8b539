/*
 * Worlds: a terrain whose points lie in many files.
 *
 * A world is a folder or a pattern (tiles/land_x*_y*.png) of tiles that are placed by their names, a
 * list of places in a JSON file, or GDAL's virtual raster of simple sources. It becomes one
 * struct ter_field, whose samples are those of the merged file: to the bit, edges included. They
 * stay in the tiles (ter/ter.h, struct ter_store): only tiles that the rows under way take are read.
 *
 * docs/worlds.md states the rules. Source of the virtual raster: GDAL's page "VRT -- GDAL Virtual
 * Format" (SimpleSource, SrcRect, DstRect, relativeToVRT).
 */
#ifndef WORLDS_WORLDS_H
#define WORLDS_WORLDS_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/types/tiles.h>

#include "base/err.h"
#include "base/grow.h"
#include "base/job.h"
#include "base/sha.h"
#include "heights/heights.h"
#include "ter/ter.h"

/* What a world is like. */
struct worlds_about {
    size_t tiles;
    uint64_t bytes;            /* of all files */
    char sha256[SHA_HEX_SIZE]; /* of the lines "SHA256  NAME\n" of all tiles, by name */
    char places
        [SHA_HEX_SIZE]; /* of where all tiles lie in the world, and of which of their points */
    char numbers[40];   /* what the tiles hold, as in struct heights_about */
    char scale_source[160];
    struct image_geo *geo; /* as in struct heights_about, for image_geo_free(); or NULL */
};

/*
 * What several processes know of a world that all of them survey: each notes what it finds, and begins at
 * a place of its own, so that those that run at the same time share the work. Notes are files whose names
 * are digests of names and sizes of the tiles and of the options; nothing is locked. A tile
 * that is not what was noted is an error when it is read, and its note is removed. A world of little
 * bytes has no notes.
 */
struct worlds_notes {
    const char
        *folder; /* where they lie; NULL: nowhere. It is made if `parent`, which holds it, is */
    const char *parent;    /* not there either; if it cannot be made, nothing is noted */
    uint32_t index, count; /* this process is one of so many, from 1 */
    bool take;             /* notes of others are used */
    char key[17];          /* by worlds_open() */
    bool made;             /* by worlds_open(), whatever it returns: it made both folders */
    struct grow
        *given; /* NULL, or for the names of the notes that this process wrote, each with its
                              zero byte; for grow_free() */
};

/* worlds_is_note() tells the name of a note, survey-KEY-tBLOCK or survey-KEY-rBAND, and of what a kill
 * leaves of writing one. KEY has 16 hexadecimal digits. */
bool worlds_is_note(const char *name);

/* worlds_notes_remove() removes the notes that this process gave, and the folder and its parent if they are
 * empty then: of processes that fail, the last one finds them so, and others keep what they share. What
 * cannot be removed stays. */
void worlds_notes_remove(const char *folder, const char *parent, const struct grow *given);

/* worlds_is() asks whether path names a world: a folder with tiles or a world.json, a pattern with a
 * star, or a file that begins as a list of tiles or a virtual raster does. What cannot be read is
 * none. SCREE_NO_MEMORY */
MUST_USE enum scree_code worlds_is(bool *out, const char *path, struct scree_error *err);

/* worlds_each() calls take() with the path of each tile, and of a folder's list; it finds them as
 * worlds_open() does and reads none. take()'s code, or that of what cannot be found. */
MUST_USE enum scree_code worlds_each(const char *path,
                                     enum scree_code (*take)(void *context, const char *tile,
                                                             struct scree_error *err),
                                     void *context, struct scree_error *err);

/*
 * worlds_open() finds the tiles, reads each once, and checks that they fit: one size of cell, no
 * overlap that differs. Points that no tile has hold no data (ter/ter.h, has_missing), and a warning of
 * the field says which, unless options->has_fill: then they get that altitude.
 * On success *out is a field whose samples stay in the tiles, for ter_free(), and *about says what
 * it is. notes: NULL, or whose folder becomes NULL if there are none. On failure *out is NULL. The job's threads read tiles side by side; progress is said.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY, SCREE_CANCELLED: err names
 * the tile, or the file that lists it.
 */
MUST_USE enum scree_code worlds_open(struct ter_field **out, struct worlds_about *about,
                                     const char *path, const struct scree_terrain_options *options,
                                     struct worlds_notes *notes, struct scree_job *job,
                                     struct scree_error *err);

/* worlds_check_source() refuses a source that cannot be one. SCREE_BAD_ARGUMENT (its member). */
MUST_USE enum scree_code worlds_check_source(const struct scree_tiles *source,
                                             struct scree_error *err);
/* worlds_open_source() is worlds_open() of a source (scree/tiles.h), which it takes over: release() is called when the
 * field is freed, or on failure. */
MUST_USE enum scree_code worlds_open_source(struct ter_field **out, struct worlds_about *about,
                                            const struct scree_tiles *source,
                                            const struct scree_terrain_options *options,
                                            struct worlds_notes *notes, struct scree_job *job,
                                            struct scree_error *err);

/* worlds_measure() is ter_measure() of a world with the notes of worlds_open(). SCREE_CANNOT_READ, SCREE_NO_MEMORY,
 * SCREE_CANCELLED. */
MUST_USE enum scree_code worlds_measure(struct ter_ranges *out, const struct ter_field *field,
                                        const struct worlds_notes *notes, struct scree_job *job,
                                        struct scree_error *err);

#endif
