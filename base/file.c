#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
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

enum err_code file_input_open(struct file_input *out, const char *path, uint64_t max_bytes,
                              struct err *err)
{
    memset(out, 0, sizeof *out);
    struct stat info;
    int fd;
    RETURN_IF_ERR(open_regular(&fd, &info, path, max_bytes, err));
    const size_t path_size = strlen(path) + 1;
    char *copy = mem_alloc(path_size, 1);
    if (copy == NULL) {
        close(fd);
        err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        err_set_file(err, path);
        return ERR_NOMEM;
    }
    memcpy(copy, path, path_size);
    *out = (struct file_input){.size = (uint64_t)info.st_size,
                               .is_open = true,
                               .fd = fd,
                               .written_s = info.st_mtim.tv_sec,
                               .written_ns = info.st_mtim.tv_nsec,
                               .path = copy};
    return ERR_OK;
}

struct file_input file_input_memory(const void *data, size_t size)
{
    return (struct file_input){.size = size, .data = data};
}

static bool is_unchanged(const struct file_input *input)
{
    struct stat now;
    return fstat(input->fd, &now) == 0 && (uint64_t)now.st_size == input->size &&
           now.st_mtim.tv_sec == input->written_s && now.st_mtim.tv_nsec == input->written_ns;
}

enum err_code file_input_read(const struct file_input *input, uint64_t offset, void *out,
                              size_t size, struct err *err)
{
    assert(offset <= input->size && size <= input->size - offset);
    if (input->data != NULL || size == 0) {
        if (size > 0) memcpy(out, input->data + offset, size);
        return ERR_OK;
    }
    bool ended = false;
    for (size_t done = 0; done < size && !ended;) {
        const ssize_t got =
            pread(input->fd, (char *)out + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail_with_errno(err, ERR_READ, input->path, "read");
        ended = got == 0;
        done += (size_t)got;
    }
    if (!ended && is_unchanged(input)) return ERR_OK;
    err_set(err, ERR_READ, ERR_NO_OFFSET, "was changed while it was being read");
    err_set_file(err, input->path);
    return ERR_READ;
}

enum err_code file_input_read_all(const struct file_input *input, struct file_bytes *out,
                                  struct err *err)
{
    memset(out, 0, sizeof *out);
    const size_t size = (size_t)input->size; /* below SIZE_MAX, as open_regular() saw to */
    out->data = mem_alloc(size + 1, 1);
    enum err_code code = ERR_OK;
    if (out->data == NULL)
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %zu bytes", size);
    else
        code = file_input_read(input, 0, out->data, size, err);
    out->size = size;
    if (code == ERR_OK) return ERR_OK;
    if (input->path != NULL) err_set_file(err, input->path);
    file_bytes_free(out);
    return code;
}

void file_input_close(struct file_input *input)
{
    if (input->is_open) close(input->fd);
    mem_free(input->path);
    memset(input, 0, sizeof *input);
}

enum err_code file_read(struct file_bytes *out, const char *path, uint64_t max_bytes,
                        struct err *err)
{
    memset(out, 0, sizeof *out);
    struct file_input input;
    RETURN_IF_ERR(file_input_open(&input, path, max_bytes, err));
    const enum err_code code = file_input_read_all(&input, out, err);
    file_input_close(&input);
    return code;
}

void file_bytes_free(struct file_bytes *bytes)
{
    mem_free(bytes->data);
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
