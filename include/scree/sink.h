/* Where the files of an output go: a folder, a file, a zip, memory, your functions. */
#ifndef SCREE_SINK_H
#define SCREE_SINK_H

#include <stddef.h>
#include <stdint.h>

#include <scree/error.h>
#include <scree/job.h>
#include <scree/types/sink.h>

SCREE_BEGIN

/*
 * Open a sink, hand it to the functions that write files, and close it with the code that they
 * returned: then either all files are in place or none.
 *
 *     struct scree_sink *sink;
 *     int code = scree_sink_folder(&sink, "island", SCREE_REPLACE, &error);
 *     if (!code) code = scree_sink_write(sink, "readme.txt", text, size, 0, &error);
 *     code = scree_sink_close(sink, code, NULL, &error);
 *
 * Threads: one call at a time for each sink. Sinks of different targets are independent; of two
 * that write to the same one, in whatever processes, the second is refused.
 */
struct scree_sink;

/* Flags of opening. */
enum {
    SCREE_REPLACE = 1 /* what exists may be replaced; other files in a folder stay */
};

/*
 * Opening refuses what could not be written at the end and changes nothing on disk, but for a
 * replacement that a killed run did not finish, which it undoes. path is UTF-8 and copied.
 *
 * Errors: SCREE_CANNOT_WRITE if the parent folder is missing or not writable, or if the target is
 * something else than a folder or a file; likewise, with field "replace", if a file or a folder
 * with files in it exists and SCREE_REPLACE is not among the flags. SCREE_BAD_ARGUMENT for a name
 * that Windows keeps for devices. SCREE_NO_MEMORY.
 */

/* scree_sink_folder() makes a folder at path, or adds to one that is there. What an earlier output
 * of the same kind left there and did not change hands since is removed. */
SCREE_API int scree_sink_folder(struct scree_sink **out, const char *path, unsigned flags,
                                struct scree_error *error);
/* scree_sink_zip() writes all files into one zip. A file is compressed unless it is already.
 * Dates and rights in it are fixed. */
SCREE_API int scree_sink_zip(struct scree_sink **out, const char *path, unsigned flags,
                             struct scree_error *error);
/* scree_sink_file() writes one file, whatever its writer would call it; others that belong to it
 * go beside it. */
SCREE_API int scree_sink_file(struct scree_sink **out, const char *path, unsigned flags,
                              struct scree_error *error);
/* scree_sink_files() is for count >= 1 files that appear together; their names are their paths. */
SCREE_API int scree_sink_files(struct scree_sink **out, const char *const *paths, size_t count,
                               unsigned flags, struct scree_error *error);

/* scree_sink_memory() keeps the files for scree_sink_bytes(). */
SCREE_API int scree_sink_memory(struct scree_sink **out, struct scree_error *error);
/* scree_sink_digest() drops the bytes: what is left are names, sizes and digests. */
SCREE_API int scree_sink_digest(struct scree_sink **out, struct scree_error *error);

SCREE_API int scree_sink_callbacks(struct scree_sink **out,
                                   const struct scree_sink_functions *functions,
                                   struct scree_error *error);

/* scree_sink_protect() makes the files inputs[0 .. count), paths or NULL, ones that no output
 * replaces: adding such a file is SCREE_BAD_ARGUMENT, and so is this call if it is the zip or one of
 * the files that the sink was opened for. Files are told by what they are, not by their names. Call
 * it before anything is written. SCREE_NO_MEMORY. */
SCREE_API int scree_sink_protect(struct scree_sink *sink, const char *const *inputs, size_t count,
                                 struct scree_error *error);

/* scree_sink_keep_out() is SCREE_BAD_ARGUMENT if an output would be in the folder at path or below
 * it, by whatever names: for a folder that another call changes as a whole. A path that is no folder
 * keeps nothing out. SCREE_NO_MEMORY. */
SCREE_API int scree_sink_keep_out(const struct scree_sink *sink, const char *folder,
                                  struct scree_error *error);

/* 1 if the target is a folder with something in it, which replacing keeps. */
SCREE_API int scree_sink_in_use(const struct scree_sink *sink);

/* Flags of scree_sink_write(). */
enum {
    SCREE_STORED = 1 /* compressed already: a zip stores it as it is */
};

/* scree_sink_write() adds a file of your own, bytes data[0 .. size). name is relative, with '/'
 * between folders, which are made; of scree_sink_file() and scree_sink_files() it is a path in the
 * folder of one of theirs, written likewise. SCREE_BAD_ARGUMENT: not such a name, or one that was
 * added before; SCREE_CANNOT_WRITE: another run writes to the target, the disk is full; or
 * SCREE_NO_MEMORY. */
SCREE_API int scree_sink_write(struct scree_sink *sink, const char *name, const void *data,
                               size_t size, unsigned flags, struct scree_error *error);

/*
 * The files that were written so far, in an order that depends on nothing but what was asked for.
 * Until scree_sink_close(): look at them before you close. i < scree_sink_count(), else NULL or 0.
 */
SCREE_API size_t scree_sink_count(const struct scree_sink *sink);
SCREE_API const char *scree_sink_name(const struct scree_sink *sink, size_t i);
SCREE_API uint64_t scree_sink_size(const struct scree_sink *sink, size_t i);
/* scree_sink_sha256() is 64 hex digits, of the file and not of its entry in a zip. "" where nobody
 * needs one. */
SCREE_API const char *scree_sink_sha256(const struct scree_sink *sink, size_t i);
/* scree_sink_bytes() is the file itself, scree_sink_size() bytes, of a sink in memory; NULL of
 * others. */
SCREE_API const void *scree_sink_bytes(const struct scree_sink *sink, size_t i);

/*
 * scree_sink_close() frees the sink in any case. If code is 0 all files are put in place; if that
 * fails, or the job's progress callback, which is called once before, asks for an end, none is, and
 * the result is why. Any other code is returned as it is, nothing of the output is left, and *error
 * is not touched. sink may be NULL. The job receives warnings about what could not be removed.
 */
SCREE_API int scree_sink_close(struct scree_sink *sink, int code, struct scree_job *job,
                               struct scree_error *error);
/* scree_sink_close_all() closes several, of which some may be NULL, and puts the files of all in
 * place together; only a folder that is new, or functions of yours, come after the others, and if
 * one of these fails, what is in place stays. */
SCREE_API int scree_sink_close_all(struct scree_sink *const *sinks, size_t count, int code,
                                   struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
