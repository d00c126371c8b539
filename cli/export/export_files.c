#define _POSIX_C_SOURCE 200809L
#include "cli/export/export_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/mem.h"
#include "render/row_stream.h"
#include "base/json_text.h"

#define FIRST_CAPACITY 32

static struct export_file *add(struct export_files *files, const char *name)
{
    if (files->count == files->capacity) {
        const size_t wanted = files->capacity > 0 ? 2 * files->capacity : FIRST_CAPACITY;
        struct export_file *list =
            mem_grow(files->list, files->capacity, wanted, sizeof *files->list);
        if (list == NULL) return NULL;
        files->list = list;
        files->capacity = wanted;
    }
    struct export_file *file = &files->list[files->count];
    file->name = mem_alloc(strlen(name) + 1, 1);
    if (file->name == NULL) return NULL;
    strcpy(file->name, name);
    files->count++;
    return file;
}

char *export_begin_file(struct export_files *files, struct outdir *out, const char *name,
                        struct err *err)
{
    char *path = add(files, name) != NULL ? outdir_path(out, name) : NULL;
    if (path == NULL) {
        err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        return NULL;
    }
    if (outdir_make_parents(out, name, err) == ERR_OK) return path;
    mem_free(path);
    return NULL;
}

void export_note_samples(struct export_files *files, const void *samples, size_t size)
{
    image_sha256_hex(files->list[files->count - 1].content, samples, size);
}

enum err_code export_finish_file(struct export_files *files, const struct outdir *out, char *path,
                                 enum err_code code, struct err *err)
{
    struct export_file *file = &files->list[files->count - 1];
    struct stat info;
    if (code == ERR_OK) code = image_sha256_file(file->sha256, path, err);
    if (file->content[0] == '\0') memcpy(file->content, file->sha256, sizeof file->content);
    if (code == ERR_OK && stat(path, &info) == 0) file->size_bytes = (uint64_t)info.st_size;
    mem_free(path);
    return code == ERR_OK ? job_poll(files->job, err) : outdir_name_file(out, file->name, err);
}

enum err_code export_write_png8(struct export_files *files, struct outdir *out, const char *name,
                                const uint8_t *pixels, uint32_t width, uint32_t height,
                                unsigned channels, struct err *err)
{
    char *path = export_begin_file(files, out, name, err);
    if (path == NULL) return err->code;
    export_note_samples(files, pixels, (size_t)width * height * channels);
    struct file_writer file;
    enum err_code code = file_create(&file, path, err);
    if (code == ERR_OK) {
        code = image_png8(&file.out, files->threads, pixels, width, height, channels, err);
        code = file_finish(&file, code, path, err);
    }
    return export_finish_file(files, out, path, code, err);
}

enum err_code export_write_bytes(struct export_files *files, struct outdir *out, const char *name,
                                 const void *data, size_t size, struct err *err)
{
    char *path = export_begin_file(files, out, name, err);
    if (path == NULL) return err->code;
    return export_finish_file(files, out, path, file_write_whole(path, data, size, err), err);
}

enum err_code export_write_json(struct export_files *files, struct outdir *out, const char *name,
                                json_t *document, struct err *err)
{
    char *text = document != NULL ? json_dumps(document, JSON_TEXT_FLAGS) : NULL;
    json_decref(document);
    if (text == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the report");
    const size_t length = strlen(text);
    text[length] = '\n'; /* in place of the NUL */
    const enum err_code code = export_write_bytes(files, out, name, text, length + 1, err);
    free(text);
    return code;
}

json_t *export_list_files(const struct export_files *files)
{
    json_t *array = json_array();
    for (size_t i = 0; i < files->count; i++)
        json_array_append_new(array, json_text_file(files->list[i].name, files->list[i].size_bytes,
                                                    files->list[i].sha256));
    return array;
}

void export_free_files(struct export_files *files)
{
    for (size_t i = 0; i < files->count; i++) mem_free(files->list[i].name);
    mem_free(files->list);
    memset(files, 0, sizeof *files);
}
