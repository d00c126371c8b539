/* The files of an output folder: replacing them one by one, and removing what is left over. */
#ifndef CLI_OUTDIR_FILES_H
#define CLI_OUTDIR_FILES_H

#include "cli/outdir.h"

/* outdir_files_join() is "folder/name", or name alone for a NULL folder; for mem_free(). */
char *outdir_files_join(const char *folder, const char *name);

/* outdir_files_make_parents() makes the folders in a file's name below root that are not there yet;
 * false with errno set if one cannot be made. */
bool outdir_files_make_parents(const char *root, const char *name);

/* outdir_files_remove_tree() removes a folder and the folders in it, following no links. */
void outdir_files_remove_tree(const char *path);

/* outdir_files_replace() is outdir_commit() for a target that exists. */
MUST_USE enum err_code outdir_files_replace(const struct outdir *out, const char *const *names,
                                            size_t count, struct say *say, struct err *err);

#endif
