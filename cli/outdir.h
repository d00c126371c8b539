/*
 * An output folder that appears whole or stays as it was.
 *
 * Files are written into a staging folder beside the target, PARENT/.NAME.scree-PID. A new target
 * is the staging folder renamed. In an existing one each file is renamed over the old one, the
 * manifest last, and files that only the old manifest lists are removed if they are still what it
 * says; nothing else in the folder is touched. A staging folder that no living run has locked is
 * removed by the next run on the same target.
 */
#ifndef CLI_OUTDIR_H
#define CLI_OUTDIR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "cli/say.h"

#define OUTDIR_MANIFEST "manifest.json"

struct outdir {
    const char *shown; /* the target as the user wrote it, for messages */
    char *target;      /* resolved */
    char *parent;
    char *staging;
    const char
        *manifest; /* name of the file that lists the others; OUTDIR_MANIFEST until changed */
    bool exists;   /* the target does */
    bool in_use;   /* and holds files */
    bool started;  /* the staging folder exists */
    int lock;      /* open file that says so to others, -1: none */
};

/*
 * outdir_check() resolves path and refuses what could not be written at the end, touching nothing.
 * *out is to be freed with outdir_free() in any case.
 * ERR_WRITE  the parent folder is missing or not writable, path is not a folder, or it holds files
 *            and force is false
 */
MUST_USE enum err_code outdir_check(struct outdir *out, const char *path, bool force,
                                    struct err *err);

/* outdir_is_input() says whether writing name would overwrite the file at input_path. */
bool outdir_is_input(const struct outdir *out, const char *name, const char *input_path);

/* outdir_start() removes what killed runs left and makes the staging folder. ERR_WRITE. */
MUST_USE enum err_code outdir_start(struct outdir *out, struct err *err);

/* outdir_make_parents() makes the folders in a file's name, in the staging folder. ERR_WRITE. */
MUST_USE enum err_code outdir_make_parents(struct outdir *out, const char *name, struct err *err);

/* outdir_path() is where to write the file name now; the caller frees it with mem_free().
 * NULL if memory ran out. */
char *outdir_path(const struct outdir *out, const char *name);

/* outdir_name_file() makes an error speak of the file as the user will know it. */
enum err_code outdir_name_file(const struct outdir *out, const char *name, struct err *err);

/*
 * outdir_commit() puts the files in place: names[0 .. count), relative to the folder, and the
 * manifest. On failure nothing has changed (checked before the first rename), or err says what has.
 */
MUST_USE enum err_code outdir_commit(struct outdir *out, const char *const *names, size_t count,
                                     struct say *say, struct err *err);

/* outdir_free() removes the staging folder if it is still there, and frees. */
void outdir_free(struct outdir *out);

#endif
