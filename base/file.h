/*
 * Files: read whole with a cap, or in parts; write beside the target and rename on success.
 *
 * Threads: any, on different files.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/types/source.h>

#include "base/err.h"
#include "base/os.h"
#include "base/stream.h"

/*
 * file_read() reads a whole regular file of at most max_bytes bytes.
 * On success the caller frees *out with file_bytes_free(); on failure *out is zeroed.
 * SCREE_CANNOT_READ   cannot be opened or read, is not a regular file (a FIFO never blocks), or was changed
 *            or shortened meanwhile
 * SCREE_LIMIT  larger than max_bytes; nothing was allocated
 * SCREE_NO_MEMORY  memory ran out
 */
MUST_USE enum scree_code file_read(struct scree_bytes *out, const char *path, uint64_t max_bytes,
                                   struct scree_error *err);
/* file_read_in() reads a file of a folder likewise. */
MUST_USE enum scree_code file_read_in(struct scree_bytes *out, const char *folder, const char *name,
                                      uint64_t max_bytes, struct scree_error *err);
/* file_look_in() and file_list_in() are os_look() and os_list() of a name in the folder of a path; ENOMEM. */
MUST_USE int file_look_in(struct os_info *out, const char *folder, const char *name,
                          enum os_links links);
MUST_USE int file_list_in(struct os_listing *out, const char *folder, const char *name,
                          enum os_links links);
/* file_remove_in() is os_remove() of a name there. */
int file_remove_in(const char *folder, const char *name);
/* file_bytes_free() frees and zeroes; a zeroed struct may be freed. */
void file_bytes_free(struct scree_bytes *bytes);

/*
 * A file that is read in parts, or bytes in memory as if they were one. Nothing is mapped: whatever
 * another process does to the file, a read is whole and of the file as it was opened, or SCREE_CANNOT_READ.
 * Reading: any threads at a time.
 */
struct file_input {
    uint64_t size;
    const uint8_t *data; /* of file_input_memory(), which must outlive it; else NULL */
    bool is_open;        /* the rest is of file_input_open() */
    struct os_handle file;
    int64_t written_s, written_ns; /* when it was last written to */
    char *path;
};
/* file_input_open() fails as file_read() does; *out is then zeroed. */
MUST_USE enum scree_code file_input_open(struct file_input *out, const char *path,
                                         uint64_t max_bytes, struct scree_error *err);
struct file_input file_input_memory(const void *data, size_t size);
/* file_input_read() reads bytes offset .. offset + size - 1, which the file must have.
 * SCREE_CANNOT_READ: it cannot be read, or was written to or shortened since it was opened. */
MUST_USE enum scree_code file_input_read(const struct file_input *input, uint64_t offset, void *out,
                                         size_t size, struct scree_error *err);
/* file_input_read_all() reads all of it; the caller frees *out as after file_read(). */
MUST_USE enum scree_code file_input_read_all(const struct file_input *input,
                                             struct scree_bytes *out, struct scree_error *err);
/* file_input_close() closes and zeroes; a zeroed struct may be closed. */
void file_input_close(struct file_input *input);

/*
 * An output under way. Bytes go to writer.temporary, a new file in the target's folder;
 * file_commit() renames it over the target, file_abort() removes it. Until file_commit() has
 * returned SCREE_OK the target is what it was before. Start it zeroed.
 */
struct file_writer {
    struct stream out; /* appends to the file */
    FILE *stream;      /* open for binary writing between create and commit */
    char *path;        /* the target */
    char *temporary;   /* the file written to */
};

/* file_create() starts an output. SCREE_CANNOT_WRITE if the folder cannot be written to. */
MUST_USE enum scree_code file_create(struct file_writer *writer, const char *path,
                                     struct scree_error *err);
/* file_write() appends bytes. SCREE_CANNOT_WRITE, for example on a full disk. */
MUST_USE enum scree_code file_write(struct file_writer *writer, const void *data, size_t size,
                                    struct scree_error *err);
/* file_commit() flushes, closes and renames; on failure everything is as after file_abort(). */
MUST_USE enum scree_code file_commit(struct file_writer *writer, struct scree_error *err);
/* file_finish() commits if code is SCREE_OK and aborts if not; the file's name is added to an error.
 * Returns what went wrong first. */
MUST_USE enum scree_code file_finish(struct file_writer *writer, enum scree_code code,
                                     const char *path, struct scree_error *err);
/* file_abort() removes the temporary file; nothing to do if there is none. */
void file_abort(struct file_writer *writer);

/* file_write_whole() is create, write and commit in one. */
MUST_USE enum scree_code file_write_whole(const char *path, const void *data, size_t size,
                                          struct scree_error *err);

#endif
