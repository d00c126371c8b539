/*
 * Where the files of an output go: into a folder, beside each other, into a zip, into memory, to
 * functions of the caller's, or nowhere but through a digest. Who makes files knows a struct
 * sink and not which of these it is.
 *
 *     sink_open_folder(&sink, "island", &options, err)    refuses what would fail at the end
 *     sink_start(sink, job, err)                          locks; now files can be written
 *     sink_begin(sink, "heights.png", SINK_STORED, &file, err)
 *     code = image_png8(&file->stream, ...)
 *     sink_end(file, code, err)                           its size and digest are known
 *     sink_commit(sink, job, err)                         all files appear together, or none
 *     sink_close(sink)                                    removes what was not committed
 *
 * Sizes and digests are taken from the bytes as they pass: nothing is read again. On disk, outputs
 * appear whole or not at all as out/out.h describes; a kill leaves nothing that the next run does
 * not clear.
 *
 * Names are relative and have '/' between folders, which are made; the names of files beside each
 * other are paths. Errors name a file as the user knows it: folder and name, or the zip.
 *
 * Threads: sink_begin_file(), puts into the streams and sink_end() may be called at the same time
 * for different files, one thread at a time for each. Every other call needs the sink for itself.
 * Who writes from several threads adds all files with sink_add() before, from one.
 *
 * Order: the list of files, and a zip, have them in the order of sink_add(). A zip, and functions
 * that are called in order, take one file at a time: the first that has not ended passes through;
 * those behind it are held in memory until it is their turn. So an output costs
 *   a folder, files, digests          a buffer for each open file
 *   a zip, functions called in order  at most twice the bytes put so far into files that are not
 *                                     the first that has not ended; a zip also what out_zip.h has
 *   memory                            the bytes of all files, and up to as many again of open ones
 * and who adds files in the order in which they end holds one or two.
 */
#ifndef OUT_SINK_H
#define OUT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/sink.h>

#include "base/err.h"
#include "base/job.h"
#include "base/sha.h"
#include "base/stream.h"

struct sink;

struct sink_file {
    struct stream stream;       /* takes the bytes, from sink_begin_file() to sink_end() */
    const char *name;           /* as it was added */
    uint64_t size_bytes;        /* after sink_end() */
    char sha256[SHA_HEX_SIZE];  /* after sink_end(); "" with SINK_NO_DIGEST */
    const unsigned char *bytes; /* of a sink in memory, after sink_end(): bytes[0 .. size_bytes) */
};

/* ---- opening ---- */

/* Zeroed: nothing may be replaced. */
struct sink_options {
    bool replace;              /* an earlier output may be */
    const char *const *inputs; /* [0 .. input_count): paths, or NULL, of files that no output */
    size_t input_count;        /* replaces: as after sink_protect() */
};

/*
 * Each sink_open_*() makes *sink for sink_close(), NULL on failure. Whatever would make the end
 * fail and can be known now is refused; on disk nothing changes, but for a replacement that a
 * killed run did not finish, which is undone. options NULL: the defaults. Texts are copied.
 * SCREE_CANNOT_WRITE: the parent folder is missing or not writable, the target is something else than a file
 * or a folder, or exists and may not be replaced (the error's field is then "replace"). SCREE_BAD_ARGUMENT: a name that Windows keeps for
 * devices; an input would be replaced; two files have one name. SCREE_NO_MEMORY.
 */

/* A folder at path, new or with other files in it, which stay. It is in use if it holds any. */
MUST_USE enum scree_code sink_open_folder(struct sink **sink, const char *path,
                                          const struct sink_options *options,
                                          struct scree_error *err);
/* The files paths[0 .. count), count >= 1. sink_add() takes their paths, and others that begin with
 * the folder of one of them as it is written there: they are checked when they are added. */
MUST_USE enum scree_code sink_open_files(struct sink **sink, const char *const *paths, size_t count,
                                         const struct sink_options *options,
                                         struct scree_error *err);
MUST_USE enum scree_code sink_open_zip(struct sink **sink, const char *path,
                                       const struct sink_options *options, struct scree_error *err);
/* Files in memory, which sink_at() has until sink_close(). */
MUST_USE enum scree_code sink_open_memory(struct sink **sink, struct scree_error *err);
/* Names, sizes and digests; the bytes are dropped. */
MUST_USE enum scree_code sink_open_digest(struct sink **sink, struct scree_error *err);

/* Functions of the caller's. */
MUST_USE enum scree_code sink_open_functions(struct sink **sink,
                                             const struct scree_sink_functions *functions,
                                             struct scree_error *err);

/* ---- before files are written ---- */

/* sink_protect() makes the files inputs[0 .. count), paths or NULL, ones that no output replaces.
 * Files are told by what they are, not by their names. SCREE_BAD_ARGUMENT: a file or a zip that was named when
 * the sink was opened is one of them; SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_protect(struct sink *sink, const char *const *inputs, size_t count,
                                      struct scree_error *err);
/* sink_is_protected() says whether the file name would replace one of them. sink_add() and
 * sink_commit() refuse that in any case. */
bool sink_is_protected(const struct sink *sink, const char *name);
/* sink_keep_out() is SCREE_BAD_ARGUMENT if an output would be in a folder, or below it, that others have for
 * themselves. */
MUST_USE enum scree_code sink_keep_out(const struct sink *sink, const char *folder,
                                       struct scree_error *err);

/* Whether the target exists, and whether it is a folder with something in it. */
bool sink_exists(const struct sink *sink);
/* sink_holds_files() says whether each file that was begun is one of the process's open files until it is
 * ended: a folder's, and files beside each other. */
bool sink_holds_files(const struct sink *sink);
bool sink_is_in_use(const struct sink *sink);
/* sink_root() is the folder that names are relative to, absolute if it exists: an earlier output
 * can be looked at there. NULL but for a folder. */
const char *sink_root(const struct sink *sink);
/* sink_shown() is the target as the user wrote it, for errors about it as a whole; of several files
 * the first; NULL but on the disk. */
const char *sink_shown(const struct sink *sink);
/* sink_main_name() is how an output of one file names it: the first path of files beside each
 * other, and otherwise `name`. */
const char *sink_main_name(const struct sink *sink, const char *name);
/* sink_set_prefix() puts prefix ("levels/island/") before each name in a zip, and does nothing for
 * other kinds. Before the first sink_add(). SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_set_prefix(struct sink *sink, const char *prefix,
                                         struct scree_error *err);

/* sink_tell() sends what is worth saying and was not said yet. sink_start() and sink_commit() do so
 * as well; this is for who only looks. */
void sink_tell(struct sink *sink, struct scree_job *job);

/* sink_start() clears what killed runs left, locks the target and makes the staging folder; nothing
 * if that was done. The job is asked first, so that a signal that ends it is caught by now.
 * SCREE_CANCELLED; SCREE_CANNOT_WRITE: another run writes to the target, or the folder cannot be made. */
MUST_USE enum scree_code sink_start(struct sink *sink, struct scree_job *job,
                                    struct scree_error *err);

/* ---- files ---- */

enum sink_how {
    SINK_PLAIN = 0,
    SINK_STORED = 1 << 0,   /* compressed already: a zip stores it as it is */
    SINK_NO_DIGEST = 1 << 1 /* nobody needs its SHA-256 */
};

/* sink_add() adds a file; *file lives until sink_close(). how: enum sink_how. SCREE_BAD_ARGUMENT: not such a
 * name, one that was added before, or an input would be replaced; SCREE_CANNOT_WRITE as opening (of files
 * beside each other); SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_add(struct sink *sink, const char *name, unsigned how,
                                  struct sink_file **file, struct scree_error *err);
/* sink_check() refuses what sink_add() would, and adds nothing. */
MUST_USE enum scree_code sink_check(const struct sink *sink, const char *name,
                                    struct scree_error *err);
/* sink_begin_file() makes the stream of an added file ready. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_begin_file(struct sink_file *file, struct scree_error *err);
/* sink_begin() is both, for files that are written one after the other. */
MUST_USE enum scree_code sink_begin(struct sink *sink, const char *name, unsigned how,
                                    struct sink_file **file, struct scree_error *err);
/*
 * sink_end() ends a file that was begun; code is what writing it gave. If that is not SCREE_OK the
 * file is dropped, an error that names no file names this one, and code comes back. SCREE_CANNOT_WRITE,
 * SCREE_NO_MEMORY: also about files behind it, which are written when their turn has come. After any
 * failure sink_commit() refuses, and other files may still be ended.
 */
MUST_USE enum scree_code sink_end(struct sink_file *file, enum scree_code code,
                                  struct scree_error *err);
/* sink_write() is a whole file. */
MUST_USE enum scree_code sink_write(struct sink *sink, const char *name, unsigned how,
                                    const void *data, size_t size, struct scree_error *err);

/* The files so far, in the order of sink_add(). */
size_t sink_count(const struct sink *sink);
const struct sink_file *sink_at(const struct sink *sink, size_t i);

/* ---- what waits ---- */

/*
 * Bytes that are needed again before the files are complete: on the disk beside the files that are
 * being written where the sink has such a place, else in memory. After sink_start(); freed before
 * sink_commit(). Threads: one at a time for each, several at once.
 */
struct sink_scratch;
/* sink_scratch_create() makes *out for sink_scratch_free(), NULL on failure. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_scratch_create(struct sink_scratch **out, struct sink *sink,
                                             struct scree_error *err);
/* sink_scratch_put() appends bytes; sink_scratch_get() reads some that were put. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_scratch_put(struct sink_scratch *scratch, const void *data,
                                          size_t size, struct scree_error *err);
MUST_USE enum scree_code sink_scratch_get(struct sink_scratch *scratch, uint64_t at, void *out,
                                          size_t size, struct scree_error *err);
void sink_scratch_free(struct sink_scratch *scratch); /* NULL is allowed */

/* ---- the end ---- */

/* sink_drop_earlier() removes, at the commit, a file that an earlier output left in the folder and
 * lists with this SHA-256, unless it is an input or one of this output's files. A file that was
 * changed since is kept, with a warning; a name that no output has is passed over. After the last
 * sink_add() and after sink_start(), as another run may write the folder before; nothing but for a
 * folder. SCREE_CANNOT_READ, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_drop_earlier(struct sink *sink, const char *name, const char *sha256,
                                           struct scree_error *err);
/* sink_drop_listed() does so with every file that the earlier output's document lists, a JSON object
 * {"format": "scree-manifest-...", "files": [{"file": name, "sha256": digest}, ...]}; nothing if
 * there is no such document. SCREE_CANNOT_READ, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_drop_listed(struct sink *sink, const char *document,
                                          struct scree_error *err);

/* sink_drop_words() does so with a file that has these words near its start, whatever it holds besides.
 * sink_drop_parts() does so with the manifests of parts (out/out_parts.h) in the folder of parts, and, unless
 * is_note is NULL, with the notes of a survey there, by their names. SCREE_CANNOT_READ, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_drop_words(struct sink *sink, const char *name, const char *words,
                                         struct scree_error *err);
MUST_USE enum scree_code sink_drop_parts(struct sink *sink, const char *words,
                                         bool (*is_note)(const char *name),
                                         struct scree_error *err);

/* sink_commit() puts all files in place; every file that was added has ended. On failure everything
 * is what it was before sink_open_*(), and only sink_close() is left. SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT,
 * SCREE_NO_MEMORY; SCREE_CANCELLED if the job was cancelled before. */
MUST_USE enum scree_code sink_commit(struct sink *sink, struct scree_job *job,
                                     struct scree_error *err);
/* sink_commit_all() does so with several: zips, files and folders that exist together, as
 * out_commit() does it, then each new folder, then functions of the caller's. If one of these last
 * fails, what is in place stays. */
MUST_USE enum scree_code sink_commit_all(struct sink *const *sinks, size_t count,
                                         struct scree_job *job, struct scree_error *err);

/* sink_close() drops files that have not ended, removes what was not committed, unlocks and frees.
 * NULL is allowed. */
void sink_close(struct sink *sink);

#endif
