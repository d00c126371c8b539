#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"

static enum scree_code no_memory_for_name(struct scree_error *err, const char *path)
{
    err_no_memory(err);
    err_set_file(err, path);
    return SCREE_NO_MEMORY;
}

/* Whether an open file is a regular one of at most max_bytes bytes. */
static enum scree_code check_regular(struct os_info *info, struct os_handle file, const char *path,
                                     uint64_t max_bytes, struct scree_error *err)
{
    enum scree_code code = SCREE_OK;
    const int reason = os_examine(info, file);
    if (reason != 0) return os_fail(err, SCREE_CANNOT_READ, path, "cannot read", reason);
    if (info->kind != OS_FILE)
        code = err_set(err, SCREE_CANNOT_READ, "is %s, expected a regular file",
                       info->kind == OS_FOLDER ? "a folder" : "not a file with contents");
    else if (info->size > max_bytes || info->size >= SIZE_MAX)
        code = err_set(err, SCREE_LIMIT, "has %" PRIu64 " bytes, the limit is %" PRIu64, info->size,
                       max_bytes);
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

enum scree_code file_input_open(struct file_input *out, const char *path, uint64_t max_bytes,
                                struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct os_handle file;
    const int reason = os_open_file(&file, OS_HERE, path, OS_FOLLOW_LINKS);
    if (reason != 0) return os_fail(err, SCREE_CANNOT_READ, path, "cannot open", reason);
    struct os_info info;
    enum scree_code code = check_regular(&info, file, path, max_bytes, err);
    char *name = code == SCREE_OK ? path_join(NULL, path) : NULL;
    if (code == SCREE_OK && name == NULL) code = no_memory_for_name(err, path);
    if (code != SCREE_OK) {
        os_close(&file);
        return code;
    }
    *out = (struct file_input){.size = info.size,
                               .is_open = true,
                               .file = file,
                               .written_s = info.written_s,
                               .written_ns = info.written_ns,
                               .path = name};
    return SCREE_OK;
}

struct file_input file_input_memory(const void *data, size_t size)
{
    return (struct file_input){.size = size, .data = data};
}

static bool is_unchanged(const struct file_input *input)
{
    struct os_info now;
    return os_examine(&now, input->file) == 0 && now.size == input->size &&
           now.written_s == input->written_s && now.written_ns == input->written_ns;
}

enum scree_code file_input_read(const struct file_input *input, uint64_t offset, void *out,
                                size_t size, struct scree_error *err)
{
    assert(offset <= input->size && size <= input->size - offset);
    if (input->data != NULL || size == 0) {
        if (size > 0) memcpy(out, input->data + offset, size);
        return SCREE_OK;
    }
    size_t got;
    const int reason = os_read(input->file, offset, out, size, &got);
    if (reason != 0) return os_fail(err, SCREE_CANNOT_READ, input->path, "cannot read", reason);
    if (got == size && is_unchanged(input)) return SCREE_OK;
    err_set(err, SCREE_CANNOT_READ, "was changed while it was being read");
    err_set_file(err, input->path);
    return SCREE_CANNOT_READ;
}

enum scree_code file_input_read_all(const struct file_input *input, struct scree_bytes *out,
                                    struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    const size_t size = (size_t)input->size; /* below SIZE_MAX, as check_regular() saw to */
    out->data = mem_alloc(size + 1, 1);
    enum scree_code code = SCREE_OK;
    if (out->data == NULL)
        code = err_set(err, SCREE_NO_MEMORY, "no memory for %zu bytes", size);
    else
        code = file_input_read(input, 0, out->data, size, err);
    out->size = size;
    if (code == SCREE_OK) return SCREE_OK;
    if (input->path != NULL) err_set_file(err, input->path);
    file_bytes_free(out);
    return code;
}

void file_input_close(struct file_input *input)
{
    os_close(&input->file);
    mem_free(input->path);
    memset(input, 0, sizeof *input);
}

enum scree_code file_read(struct scree_bytes *out, const char *path, uint64_t max_bytes,
                          struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct file_input input;
    RETURN_IF_ERR(file_input_open(&input, path, max_bytes, err));
    const enum scree_code code = file_input_read_all(&input, out, err);
    file_input_close(&input);
    return code;
}

enum scree_code file_read_in(struct scree_bytes *out, const char *folder, const char *name,
                             uint64_t max_bytes, struct scree_error *err)
{
    char *path = path_join(folder, name);
    *out = (struct scree_bytes){NULL, 0};
    if (path == NULL) return err_no_memory(err);
    const enum scree_code code = file_read(out, path, max_bytes, err);
    mem_free(path);
    return code;
}

int file_look_in(struct os_info *out, const char *folder, const char *name, enum os_links links)
{
    char *const path = path_join(folder, name);
    const int reason = path != NULL ? os_look(out, OS_HERE, path, links) : ENOMEM;
    mem_free(path);
    return reason;
}

int file_list_in(struct os_listing *out, const char *folder, const char *name, enum os_links links)
{
    char *const path = path_join(folder, name);
    const int reason = path != NULL ? os_list(out, OS_HERE, path, links) : ENOMEM;
    mem_free(path);
    return reason;
}

int file_remove_in(const char *folder, const char *name)
{
    char *const path = path_join(folder, name);
    const int reason = path != NULL ? os_remove(OS_HERE, path) : ENOMEM;
    mem_free(path);
    return reason;
}

void file_bytes_free(struct scree_bytes *bytes)
{
    mem_free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

#define TEMPORARY_TRIES 1000

/* Makes a new file beside path, readable by whom the user's umask allows. */
static int create_beside(struct os_handle *file, char *name, size_t size, const char *path)
{
    int reason = EEXIST;
    for (int try = 0; try < TEMPORARY_TRIES && reason == EEXIST; try++) {
        snprintf(name, size, "%s.part-%" PRIu64 "-%d", path, os_process(), try);
        reason = os_create(file, OS_HERE, name, OS_SHARED);
    }
    return reason;
}

static enum scree_code put(void *context, const void *data, size_t size, struct scree_error *err)
{
    return file_write(context, data, size, err);
}

enum scree_code file_create(struct file_writer *writer, const char *path, struct scree_error *err)
{
    memset(writer, 0, sizeof *writer);
    const size_t size = strlen(path) + 48;
    char *temporary = mem_alloc(size, 1);
    writer->path = path_join(NULL, path);
    if (writer->path == NULL || temporary == NULL) {
        mem_free(temporary);
        file_abort(writer);
        return no_memory_for_name(err, path);
    }
    struct os_handle file;
    int reason = create_beside(&file, temporary, size, path);
    if (reason == 0) {
        writer->temporary = temporary;
        reason = os_stream(&writer->stream, &file);
        os_close(&file);
    } else {
        mem_free(temporary);
    }
    if (reason != 0) {
        file_abort(writer);
        return os_fail(err, SCREE_CANNOT_WRITE, path, "cannot create", reason);
    }
    writer->out = (struct stream){.put = put, .context = writer};
    return SCREE_OK;
}

static enum scree_code cannot_write(const struct file_writer *writer, struct scree_error *err)
{
    return os_fail(err, SCREE_CANNOT_WRITE, writer->path, "cannot write", errno);
}

enum scree_code file_write(struct file_writer *writer, const void *data, size_t size,
                           struct scree_error *err)
{
    if (size > 0 && fwrite(data, 1, size, writer->stream) != size) return cannot_write(writer, err);
    return SCREE_OK;
}

enum scree_code file_commit(struct file_writer *writer, struct scree_error *err)
{
    enum scree_code code = SCREE_OK;
    if (fflush(writer->stream) != 0 || ferror(writer->stream)) code = cannot_write(writer, err);
    if (fclose(writer->stream) != 0 && code == SCREE_OK) code = cannot_write(writer, err);
    writer->stream = NULL;
    if (code == SCREE_OK) {
        const int reason = os_rename(OS_HERE, writer->temporary, OS_HERE, writer->path);
        if (reason != 0)
            code = os_fail(err, SCREE_CANNOT_WRITE, writer->path, "cannot rename", reason);
    }
    if (code == SCREE_OK) {
        mem_free(writer->temporary);
        writer->temporary = NULL;
    }
    file_abort(writer);
    return code;
}

enum scree_code file_finish(struct file_writer *writer, enum scree_code code, const char *path,
                            struct scree_error *err)
{
    if (code == SCREE_OK) return file_commit(writer, err);
    file_abort(writer);
    if (err != NULL) err_set_file(err, path);
    return code;
}

void file_abort(struct file_writer *writer)
{
    if (writer->stream != NULL) fclose(writer->stream);
    if (writer->temporary != NULL) os_remove(OS_HERE, writer->temporary);
    mem_free(writer->temporary);
    mem_free(writer->path);
    memset(writer, 0, sizeof *writer);
}

enum scree_code file_write_whole(const char *path, const void *data, size_t size,
                                 struct scree_error *err)
{
    struct file_writer writer;
    RETURN_IF_ERR(file_create(&writer, path, err));
    const enum scree_code code = file_write(&writer, data, size, err);
    if (code != SCREE_OK) {
        file_abort(&writer);
        return code;
    }
    return file_commit(&writer, err);
}
