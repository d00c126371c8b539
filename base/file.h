/*
 * Files: read whole with a cap, or mapped; write beside the target and rename on success.
 *
 * Threads: any, on different files.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "base/stream.h"

struct file_bytes {
    uint8_t *data; /* data[0 .. size), then one zero byte that is not counted */
    size_t size;
    struct file_map *map; /* of file_map(), else NULL: data is then not to be written to */
};

/*
 * file_read() reads a whole regular file of at most max_bytes bytes.
 * On success the caller frees *out with file_bytes_free(); on failure *out is zeroed.
 * ERR_READ   cannot be opened or read, or is not a regular file (a FIFO never blocks)
 * ERR_LIMIT  larger than max_bytes; nothing was allocated
 * ERR_NOMEM  memory ran out
 */
MUST_USE enum err_code file_read(struct file_bytes *out, const char *path, uint64_t max_bytes,
                                 struct err *err);
/*
 * file_map() is file_read() without a copy for files of FILE_MAP_MIN_BYTES and more: data are pages
 * of the file that the system reads when they are looked at. A process that shortens the file
 * meanwhile ends this one by a signal; one that changes it changes data, which
 * file_bytes_unchanged() tells afterwards. Smaller files are read.
 */
#define FILE_MAP_MIN_BYTES (UINT64_C(1) << 24)
MUST_USE enum err_code file_map(struct file_bytes *out, const char *path, uint64_t max_bytes,
                                struct err *err);
/* file_bytes_rest() gives back the memory of a mapped file's pages; they are read again when looked
 * at. Nothing happens to other bytes. */
void file_bytes_rest(const struct file_bytes *bytes);
/* file_bytes_rest_part() does so for those of the pages that lie within data[from .. from + size),
 * so that others who look at other parts keep theirs. */
void file_bytes_rest_part(const struct file_bytes *bytes, size_t from, size_t size);
/* file_bytes_unchanged() is ERR_READ if a mapped file was written to since file_map(). */
MUST_USE enum err_code file_bytes_unchanged(const struct file_bytes *bytes, struct err *err);
/* file_bytes_free() frees and zeroes; a zeroed struct may be freed. */
void file_bytes_free(struct file_bytes *bytes);

/* Who sees what is appended to a file, in order: put(context, data, size). put NULL: nobody. */
struct file_watch {
    void (*put)(void *context, const void *data, size_t size);
    void *context;
};

/*
 * An output under way. Bytes go to writer.temporary, a new file in the target's folder;
 * file_commit() renames it over the target, file_abort() removes it. Until file_commit() has
 * returned ERR_OK the target is what it was before. Start it zeroed.
 */
struct file_writer {
    struct stream out; /* appends to the file */
    FILE *stream;      /* open for binary writing between create and commit */
    char *path;        /* the target */
    char *temporary;   /* the file written to */
    struct file_watch watch;
};

/* file_create() starts an output. ERR_WRITE if the folder cannot be written to. */
MUST_USE enum err_code file_create(struct file_writer *writer, const char *path, struct err *err);
/* file_write() appends bytes. ERR_WRITE, for example on a full disk. */
MUST_USE enum err_code file_write(struct file_writer *writer, const void *data, size_t size,
                                  struct err *err);
/* file_commit() flushes, closes and renames; on failure everything is as after file_abort(). */
MUST_USE enum err_code file_commit(struct file_writer *writer, struct err *err);
/* file_finish() commits if code is ERR_OK and aborts if not; the file's name is added to an error.
 * Returns what went wrong first. */
MUST_USE enum err_code file_finish(struct file_writer *writer, enum err_code code, const char *path,
                                   struct err *err);
/* file_abort() removes the temporary file; nothing to do if there is none. */
void file_abort(struct file_writer *writer);

/* file_write_whole() is create, write and commit in one. */
MUST_USE enum err_code file_write_whole(const char *path, const void *data, size_t size,
                                        struct err *err);

#endif
