/* The files of an output folder: their paths, and those that an earlier output left over. */
#ifndef CLI_OUTDIR_FILES_H
#define CLI_OUTDIR_FILES_H

#include "cli/outdir.h"

/* outdir_files_join() is "folder/name", or name alone for a NULL folder; for mem_free(). */
char *outdir_files_join(const char *folder, const char *name);

/* outdir_files_drop_stale() lets go of the files that only the earlier output's manifest lists, if
 * they are still what it says. ERR_NOMEM. */
MUST_USE enum err_code outdir_files_drop_stale(struct outdir *dir, const char *const *names,
                                               size_t count, struct err *err);

#endif
