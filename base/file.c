#define _DEFAULT_SOURCE /* madvise */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

static enum err_code fail_with_errno(struct err *err, enum err_code code, const char *path,
                                     const char *doing)
{
    const int reason = errno;
    err_set(err, code, ERR_NO_OFFSET, "cannot %s: %s", doing, strerror(reason));
    err_set_file(err, path);
    return code;
}

/* Opens a regular file of at most max_bytes bytes. */
static enum err_code open_regular(int *fd, struct stat *info, const char *path, uint64_t max_bytes,
                                  struct err *err)
{
    enum err_code code = ERR_OK;
    *fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*fd < 0) return fail_with_errno(err, ERR_READ, path, "open");
    if (fstat(*fd, info) != 0)
        code = fail_with_errno(err, ERR_READ, path, "read");
    else if (!S_ISREG(info->st_mode))
        code = err_set(err, ERR_READ, ERR_NO_OFFSET, "is %s, expected a regular file",
                       S_ISDIR(info->st_mode) ? "a folder" : "not a file with contents");
    else if ((uint64_t)info->st_size > max_bytes || (uint64_t)info->st_size >= SIZE_MAX)
        code = err_set(err, ERR_LIMIT, ERR_NO_OFFSET, "has %llu bytes, the limit is %llu",
                       (unsigned long long)info->st_size, (unsigned long long)max_bytes);
    if (code == ERR_OK) return ERR_OK;
    err_set_file(err, path);
    close(*fd);
    return code;
}

static enum err_code read_open(struct file_bytes *out, int fd, size_t size, const char *path,
                               struct err *err)
{
    enum err_code code = ERR_OK;
    out->data = mem_alloc(size + 1, 1);
    if (out->data == NULL)
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %zu bytes", size);
    while (code == ERR_OK && out->size < size) {
        const ssize_t got = read(fd, out->data + out->size, size - out->size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            code = fail_with_errno(err, ERR_READ, path, "read");
        else if (got == 0)
            code = err_set(err, ERR_READ, out->size, "ended while being read, expected %zu bytes",
                           size);
        else
            out->size += (size_t)got;
    }
    if (code == ERR_OK) return ERR_OK;
    err_set_file(err, path);
    file_bytes_free(out);
    return code;
}

enum err_code file_read(struct file_bytes *out, const char *path, uint64_t max_bytes,
                        struct err *err)
{
    memset(out, 0, sizeof *out);
    int fd;
    struct stat info;
    RETURN_IF_ERR(open_regular(&fd, &info, path, max_bytes, err));
    const enum err_code code = read_open(out, fd, (size_t)info.st_size, path, err);
    close(fd);
    return code;
}

/* ---- mapped files ---- */

struct file_map {
    int fd;
    size_t bytes; /* whole pages */
    struct stat info;
};

/* Pages of zeros first, the file over them: so a zero follows even where the file fills its last
 * page. */
static enum err_code map_open(struct file_bytes *out, int fd, const struct stat *info,
                              const char *path, struct err *err)
{
    const size_t size = (size_t)info->st_size, page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t pages = size / page + 1;
    struct file_map *map = mem_alloc(1, sizeof *map);
    void *place = MAP_FAILED;
    const int zeros = map != NULL ? open("/dev/zero", O_RDONLY | O_CLOEXEC) : -1;
    if (zeros >= 0) {
        place = mmap(NULL, pages * page, PROT_READ, MAP_PRIVATE, zeros, 0);
        close(zeros);
    }
    if (place == MAP_FAILED ||
        mmap(place, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED) {
        if (place != MAP_FAILED) munmap(place, pages * page);
        mem_free(map);
        err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "cannot be mapped into memory (%zu bytes)", size);
        err_set_file(err, path);
        return ERR_NOMEM;
    }
    *map = (struct file_map){fd, pages * page, *info};
    *out = (struct file_bytes){place, size, map};
    return ERR_OK;
}

enum err_code file_map(struct file_bytes *out, const char *path, uint64_t max_bytes,
                       struct err *err)
{
    memset(out, 0, sizeof *out);
    int fd;
    struct stat info;
    RETURN_IF_ERR(open_regular(&fd, &info, path, max_bytes, err));
    if ((uint64_t)info.st_size >= FILE_MAP_MIN_BYTES) {
        const enum err_code code = map_open(out, fd, &info, path, err);
        if (code != ERR_OK) close(fd);
        return code;
    }
    const enum err_code code = read_open(out, fd, (size_t)info.st_size, path, err);
    close(fd);
    return code;
}

void file_bytes_rest(const struct file_bytes *bytes)
{
    if (bytes->map != NULL) madvise(bytes->data, bytes->size, MADV_DONTNEED);
}

void file_bytes_rest_part(const struct file_bytes *bytes, size_t from, size_t size)
{
    if (bytes->map == NULL) return;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t first = (from + page - 1) / page * page, end = (from + size) / page * page;
    if (first < end) madvise(bytes->data + first, end - first, MADV_DONTNEED);
}

enum err_code file_bytes_unchanged(const struct file_bytes *bytes, struct err *err)
{
    if (bytes->map == NULL) return ERR_OK;
    const struct stat *before = &bytes->map->info;
    struct stat now;
    if (fstat(bytes->map->fd, &now) == 0 && now.st_size == before->st_size &&
        now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == before->st_mtim.tv_nsec)
        return ERR_OK;
    return err_set(err, ERR_READ, ERR_NO_OFFSET, "was changed while it was being used");
}

void file_bytes_free(struct file_bytes *bytes)
{
    if (bytes->map != NULL) {
        munmap(bytes->data, bytes->map->bytes);
        close(bytes->map->fd);
        mem_free(bytes->map);
    } else {
        mem_free(bytes->data);
    }
    memset(bytes, 0, sizeof *bytes);
}

#define TEMPORARY_TRIES 1000

/* Opens a new file beside path, readable by whom the user's umask allows; -1 with errno if not. */
static int open_beside(char *name, size_t size, const char *path)
{
    for (int try = 0; try < TEMPORARY_TRIES; try++) {
        snprintf(name, size, "%s.part-%ld-%d", path, (long)getpid(), try);
        const int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

static enum err_code put(void *context, const void *data, size_t size, struct err *err)
{
    return file_write(context, data, size, err);
}

enum err_code file_create(struct file_writer *writer, const char *path, struct err *err)
{
    memset(writer, 0, sizeof *writer);
    const size_t path_size = strlen(path) + 1;
    const size_t temporary_size = path_size + 48;
    writer->path = mem_alloc(path_size, 1);
    char *temporary = mem_alloc(temporary_size, 1);
    if (writer->path == NULL || temporary == NULL) {
        mem_free(temporary);
        file_abort(writer);
        err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        err_set_file(err, path);
        return ERR_NOMEM;
    }
    memcpy(writer->path, path, path_size);
    const int fd = open_beside(temporary, temporary_size, path);
    if (fd < 0) {
        const enum err_code code = fail_with_errno(err, ERR_WRITE, path, "create");
        mem_free(temporary);
        file_abort(writer);
        return code;
    }
    writer->temporary = temporary;
    writer->out = (struct stream){.put = put, .context = writer};
    writer->stream = fdopen(fd, "w+b");
    if (writer->stream == NULL) {
        const enum err_code code = fail_with_errno(err, ERR_WRITE, path, "create");
        close(fd);
        file_abort(writer);
        return code;
    }
    return ERR_OK;
}

enum err_code file_write(struct file_writer *writer, const void *data, size_t size, struct err *err)
{
    if (size > 0 && fwrite(data, 1, size, writer->stream) != size)
        return fail_with_errno(err, ERR_WRITE, writer->path, "write");
    if (writer->watch.put != NULL) writer->watch.put(writer->watch.context, data, size);
    return ERR_OK;
}

enum err_code file_commit(struct file_writer *writer, struct err *err)
{
    enum err_code code = ERR_OK;
    bool written = fflush(writer->stream) == 0 && !ferror(writer->stream);
    if (!written) code = fail_with_errno(err, ERR_WRITE, writer->path, "write");
    if (fclose(writer->stream) != 0 && written) {
        code = fail_with_errno(err, ERR_WRITE, writer->path, "write");
        written = false;
    }
    writer->stream = NULL;
    if (written && rename(writer->temporary, writer->path) != 0) {
        code = fail_with_errno(err, ERR_WRITE, writer->path, "rename");
        written = false;
    }
    if (written) {
        mem_free(writer->temporary);
        writer->temporary = NULL;
    }
    file_abort(writer);
    return code;
}

enum err_code file_finish(struct file_writer *writer, enum err_code code, const char *path,
                          struct err *err)
{
    if (code == ERR_OK) return file_commit(writer, err);
    file_abort(writer);
    if (err != NULL) err_set_file(err, path);
    return code;
}

void file_abort(struct file_writer *writer)
{
    if (writer->stream != NULL) fclose(writer->stream);
    if (writer->temporary != NULL) unlink(writer->temporary);
    mem_free(writer->temporary);
    mem_free(writer->path);
    memset(writer, 0, sizeof *writer);
}

enum err_code file_write_whole(const char *path, const void *data, size_t size, struct err *err)
{
    struct file_writer writer;
    RETURN_IF_ERR(file_create(&writer, path, err));
    const enum err_code code = file_write(&writer, data, size, err);
    if (code != ERR_OK) {
        file_abort(&writer);
        return code;
    }
    return file_commit(&writer, err);
}
