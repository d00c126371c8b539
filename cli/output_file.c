#define _POSIX_C_SOURCE 200809L
#include "cli/output_file.h"
#include "cli/say.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "inputs/inputs.h"

static bool is_input(const struct stat *output, const char *const *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct stat input;
        if (stat(inputs[i], &input) == 0 && input.st_dev == output->st_dev &&
            input.st_ino == output->st_ino)
            return true;
    }
    return false;
}

enum err_code output_file_check(const char *path, const char *const *inputs, size_t count,
                                bool force, struct err *err)
{
    struct stat info;
    char folder[1024];
    const size_t length = (size_t)(inputs_base(path) - path);
    snprintf(folder, sizeof folder, "%.*s", (int)(length < 1000 ? length : 1000), path);
    if (length > 1 && length < 1000) folder[length - 1] = '\0';
    if (length > 0 && length < 1000 && stat(folder, &info) != 0)
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "the folder it would stand in does not exist: make it first (mkdir -p '%.120s')",
                folder);
    else if (stat(path, &info) != 0)
        return ERR_OK;
    else if (S_ISDIR(info.st_mode))
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "is a folder, expected the name of a file");
    else if (!S_ISREG(info.st_mode))
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "is not a regular file: choose another name");
    else if (is_input(&info, inputs, count))
        err_set(err, ERR_ARG, ERR_NO_OFFSET,
                "is an input and would be overwritten: choose another name");
    else if (!force)
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "the file is there already: add --force to replace it, or choose another name");
    else
        return ERR_OK;
    return err_set_file(err, path);
}

/* ---- several ---- */

struct output_file_place {
    const char *path; /* as the user wrote it */
    char *staged;
    size_t out; /* which of the folders it is in */
};

static void say_warnings_of(const struct output_files *files)
{
    for (size_t i = 0; i < files->out_count; i++) {
        const struct warn_list *list = out_warnings(files->outs[i]);
        for (size_t w = 0; w < list->count; w++)
            job_warn(files->job, NULL, "%s", list->list[w].text);
    }
}

/* The folders of two paths are written in the same way, as those of one command's files are. */
static bool is_same_folder(const char *a, const char *b)
{
    const size_t length = (size_t)(inputs_base(a) - a);
    return length == (size_t)(inputs_base(b) - b) && memcmp(a, b, length) == 0;
}

static enum err_code add(struct output_files *files, const char *path, struct err *err)
{
    struct output_file_place *place = &files->files[files->count];
    place->path = path;
    place->out = files->out_count;
    for (size_t i = 0; i < files->count && place->out == files->out_count; i++) {
        if (strcmp(files->files[i].path, path) == 0) {
            err_set(err, ERR_ARG, ERR_NO_OFFSET, "two outputs have this name: choose another");
            return err_set_file(err, path);
        }
        if (is_same_folder(files->files[i].path, path)) place->out = files->files[i].out;
    }
    struct out **out = &files->outs[place->out];
    if (place->out == files->out_count) {
        RETURN_IF_ERR(out_open_files(out, path, err));
        files->out_count++;
        RETURN_IF_ERR(out_begin(*out, err));
    }
    RETURN_IF_ERR(out_add(*out, inputs_base(path), err));
    place->staged = out_path(*out, inputs_base(path));
    if (place->staged == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    files->count++;
    return ERR_OK;
}

enum err_code output_files_open(struct output_files *files, const char *const *paths, size_t count,
                                struct err *err)
{
    files->files = mem_alloc(count, sizeof *files->files);
    files->outs = mem_alloc(count, sizeof *files->outs);
    if (files->files == NULL || files->outs == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    enum err_code code = ERR_OK;
    for (size_t i = 0; i < count && code == ERR_OK; i++) code = add(files, paths[i], err);
    say_warnings_of(files);
    return code;
}

enum err_code output_files_protect(struct output_files *files, const char *const *inputs,
                                   size_t count, struct err *err)
{
    for (size_t i = 0; i < files->out_count; i++)
        for (size_t k = 0; k < count; k++)
            if (inputs[k] != NULL) RETURN_IF_ERR(out_protect(files->outs[i], inputs[k], err));
    return ERR_OK;
}

const char *output_files_path(const struct output_files *files, size_t i)
{
    return files->files[i].staged;
}

enum err_code output_files_wrote(const struct output_files *files, size_t i, enum err_code code,
                                 struct err *err)
{
    if (code == ERR_OK) return ERR_OK;
    /* What was found in an input names that. */
    struct err staged;
    err_clear(&staged);
    err_set_file(&staged, files->files[i].staged);
    if (strcmp(staged.file, err->file) == 0) err->file[0] = '\0';
    err_set_file(err, files->files[i].path);
    return code;
}

enum err_code output_files_commit(struct output_files *files, struct err *err)
{
    const enum err_code code = out_commit(files->outs, files->out_count, err);
    say_warnings_of(files);
    return code;
}

void output_files_free(struct output_files *files)
{
    for (size_t i = 0; i < files->count; i++) mem_free(files->files[i].staged);
    for (size_t i = 0; i < files->out_count; i++) out_close(files->outs[i]);
    mem_free(files->files);
    mem_free(files->outs);
    files->files = NULL;
    files->outs = NULL;
    files->count = files->out_count = 0;
}
