/*
 * Outputs that appear whole or not at all.
 *
 * New files are written into a folder on the same file system, .scree-new in the staging folder
 * PARENT/.NAME.scree-staging, and put in place together by out_commit():
 *
 *   a new folder        .scree-new is renamed;
 *   a folder that       what it holds besides is hard-linked into .scree-new, then the two are
 *   exists              exchanged in one step, where the system can do that;
 *   one file            is renamed;
 *   anything else       file by file under a journal in the staging folder, which keeps every file
 *                       that is replaced. An error undoes all of it at once, after a kill the next
 *                       run does.
 *
 * The staging folder is locked from out_begin() to out_close(), so it is the target's lock as well:
 * a second run on the same target is refused, and one that nobody has locked was abandoned. Of one
 * that was, only names that begin with .scree- are removed: whatever else is in it no run has put
 * there, and it stays. Nothing is followed through a symbolic link but the path of the target itself.
 *
 * Threads: a struct out belongs to one thread.
 */
#ifndef OUT_OUT_H
#define OUT_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/warn.h"

struct out;

/*
 * Each out_open_*() makes *out for out_close(), NULL on failure, and touches nothing on disk.
 * SCREE_CANNOT_WRITE: the parent folder is missing, not a folder or not writable, or the target is not what
 * is expected; SCREE_NO_MEMORY. path is only used for messages as it is and must live as long as *out.
 */
/* A folder, which may exist. A symbolic link to a folder is that folder. */
MUST_USE enum scree_code out_open_folder(struct out **out, const char *path,
                                         struct scree_error *err);
/* Files of the folder that path is in: path and others beside it. Symbolic links in place of
 * the files are replaced. */
MUST_USE enum scree_code out_open_files(struct out **out, const char *path,
                                        struct scree_error *err);

/* out_protect() makes the file at path an input, which no output replaces; a path that cannot be
 * looked at is none. Files are told by what they are, not by their names. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_protect(struct out *out, const char *path, struct scree_error *err);
/* out_is_protected() says whether writing name would replace an input. out_commit() refuses that in
 * any case; this is for knowing it earlier. */
bool out_is_protected(const struct out *out, const char *name);
/* out_is_below() sets *below if names are relative to the folder at path, or to one in it, whatever
 * the two are called; a path that is no folder has nothing below it. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_is_below(bool *below, const struct out *out, const char *path,
                                      struct scree_error *err);

/*
 * out_begin() clears what killed runs left in the parent folder, undoes a replacement that one did
 * not finish, and makes and locks the staging folder. On failure nothing is left behind.
 * SCREE_CANNOT_WRITE: another run writes to this target (asked for one second), or the folder cannot be
 * made.
 */
MUST_USE enum scree_code out_begin(struct out *out, struct scree_error *err);

/* out_make_parents() makes the folders in name below .scree-new. SCREE_CANNOT_WRITE. */
MUST_USE enum scree_code out_make_parents(struct out *out, const char *name,
                                          struct scree_error *err);

/* out_add() makes the file name, relative and without "." and "..", one that out_commit() puts in
 * place; out_drop() makes one that exists one that it removes. SCREE_BAD_ARGUMENT: no such name; SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_add(struct out *out, const char *name, struct scree_error *err);
MUST_USE enum scree_code out_drop(struct out *out, const char *name, struct scree_error *err);

/*
 * out_commit() puts the files of outs[0 .. count) in place, written to disk before. On failure
 * every file is what it was; should even that fail, a warning says so and the next run tries
 * again. Several outs: after a kill in the instant in which the last journals are removed, one may
 * be new and another old. SCREE_CANNOT_WRITE; SCREE_BAD_ARGUMENT if an input would be replaced.
 */
MUST_USE enum scree_code out_commit(struct out *const *outs, size_t count, struct scree_error *err);

/* out_close() removes what was not committed, gives the lock back and frees. NULL is allowed. */
void out_close(struct out *out);

/* out_recover() clears what a killed run left beside the target at path, undoing a replacement that
 * it did not finish. Costs one look if there is nothing. warnings, which may be NULL, gets what was
 * undone, or why it could not be. */
void out_recover(const char *path, struct warn_list *warnings);

#endif
