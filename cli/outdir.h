/* An output folder (or a zip, packed from one) that appears whole or stays as it was: out/out.h
 * with the words of the command line, and with the list of the earlier output in the folder. */
#ifndef CLI_OUTDIR_H
#define CLI_OUTDIR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/job.h"
#include "bake/bake.h"
#include "out/out.h"

struct outdir {
    const char *shown;  /* the target as the user wrote it, for messages */
    const char *target; /* resolved */
    const char
        *manifest; /* name of the file that lists the others; BAKE_MANIFEST_NAME until changed */
    bool exists;   /* the target does */
    bool in_use;   /* and holds files */
    struct job *job;
    struct out *out;
};

/*
 * outdir_check() resolves path and refuses what could not be written at the end. All it changes is
 * that a replacement which a killed run did not finish is undone. *dir is to be freed with
 * outdir_free() in any case.
 * ERR_WRITE  the parent folder is missing or not writable, path is not a folder, or it holds files
 *            and force is false
 */
MUST_USE enum err_code outdir_check(struct outdir *dir, const char *path, bool force,
                                    struct job *job, struct err *err);
/* outdir_check_zip() likewise for a zip at path. */
MUST_USE enum err_code outdir_check_zip(struct outdir *dir, const char *path, bool force,
                                        struct job *job, struct err *err);

/* outdir_protect() makes the files inputs[0 .. count), paths or NULL, ones that no output replaces.
 * ERR_NOMEM. */
MUST_USE enum err_code outdir_protect(struct outdir *dir, const char *const *inputs, size_t count,
                                      struct err *err);
/* outdir_is_input() says whether writing name would overwrite one of them. */
bool outdir_is_input(const struct outdir *dir, const char *name);

/* outdir_start() removes what killed runs left, locks the target and makes the staging folder.
 * ERR_WRITE. */
MUST_USE enum err_code outdir_start(struct outdir *dir, struct err *err);

/* outdir_make_parents() makes the folders in a file's name, in the staging folder. ERR_WRITE. */
MUST_USE enum err_code outdir_make_parents(struct outdir *dir, const char *name, struct err *err);

/* outdir_path() is where to write the file name now; the caller frees it with mem_free().
 * NULL if memory ran out. */
char *outdir_path(const struct outdir *dir, const char *name);

/* outdir_name_file() makes an error speak of the file as the user will know it. */
enum err_code outdir_name_file(const struct outdir *dir, const char *name, struct err *err);

/*
 * outdir_commit() puts the files in place: names[0 .. count), relative to the folder, and the
 * manifest. Files that only the old manifest lists are removed if they are still what it says;
 * nothing else in the folder is touched. On failure nothing has changed.
 */
MUST_USE enum err_code outdir_commit(struct outdir *dir, const char *const *names, size_t count,
                                     struct err *err);
/* outdir_commit_zip() puts the zip in place, which was written to outdir_path() of its own name. */
MUST_USE enum err_code outdir_commit_zip(struct outdir *dir, struct err *err);

/* outdir_recover() undoes a replacement in the folder at path that a killed run did not
 * finish, before it is read. */
void outdir_recover(const char *path, struct job *job);

/* outdir_free() removes the staging folder if it is still there, and frees. */
void outdir_free(struct outdir *dir);

#endif
