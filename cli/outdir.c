#define _XOPEN_SOURCE 700
#include "cli/outdir.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "inputs/inputs.h"
#include "cli/outdir_files.h"

static void say_all(struct job *job, const struct warn_list *list)
{
    for (size_t i = 0; i < list->count; i++) job_warn(job, NULL, "%s", list->list[i].text);
}

void outdir_recover(const char *path, struct job *job)
{
    struct warn_list warnings = {0};
    out_recover(path, &warnings);
    say_all(job, &warnings);
}

static void start(struct outdir *dir, const char *path, struct job *job)
{
    memset(dir, 0, sizeof *dir);
    dir->shown = path;
    dir->job = job;
    dir->manifest = BAKE_MANIFEST_NAME;
    outdir_recover(path, job);
}

/* Outputs go to players whose systems cannot open such a folder, or zip. */
static enum err_code check_name(const char *path, struct err *err)
{
    size_t length = strlen(path);
    char name[256];
    while (length > 1 && path[length - 1] == '/') length--;
    size_t start = length;
    while (start > 0 && path[start - 1] != '/') start--;
    snprintf(name, sizeof name, "%.*s", (int)(length - start), path + start);
    if (!text_is_reserved(name)) return ERR_OK;
    err_set(err, ERR_ARG, ERR_NO_OFFSET, "is a reserved name on Windows; choose another -o");
    return err_set_file(err, path);
}

enum err_code outdir_check(struct outdir *dir, const char *path, bool force, struct job *job,
                           struct err *err)
{
    start(dir, path, job);
    RETURN_IF_ERR(check_name(path, err));
    RETURN_IF_ERR(out_open_folder(&dir->out, path, err));
    dir->target = out_root(dir->out);
    dir->exists = out_exists(dir->out);
    dir->in_use = out_is_in_use(dir->out);
    if (force || !dir->in_use) return ERR_OK;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET,
            "the folder is there already and holds files: add --force to replace an earlier "
            "output, or choose another -o");
    return err_set_file(err, path);
}

enum err_code outdir_check_zip(struct outdir *dir, const char *path, bool force, struct job *job,
                               struct err *err)
{
    start(dir, path, job);
    RETURN_IF_ERR(check_name(path, err));
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "is a folder, expected a zip: choose another -o");
        return err_set_file(err, path);
    }
    if (stat(path, &info) == 0 && !force) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "the file is there already: add --force to replace it, or choose another -o");
        return err_set_file(err, path);
    }
    RETURN_IF_ERR(out_open_files(&dir->out, path, err));
    dir->target = out_root(dir->out);
    return ERR_OK;
}

enum err_code outdir_protect(struct outdir *dir, const char *const *inputs, size_t count,
                             struct err *err)
{
    for (size_t i = 0; i < count; i++)
        if (inputs[i] != NULL) RETURN_IF_ERR(out_protect(dir->out, inputs[i], err));
    return ERR_OK;
}

bool outdir_is_input(const struct outdir *dir, const char *name)
{
    return out_is_protected(dir->out, name);
}

enum err_code outdir_start(struct outdir *dir, struct err *err)
{
    const enum err_code code = out_begin(dir->out, err);
    say_all(dir->job, out_warnings(dir->out));
    return code;
}

enum err_code outdir_make_parents(struct outdir *dir, const char *name, struct err *err)
{
    return out_make_parents(dir->out, name, err);
}

char *outdir_path(const struct outdir *dir, const char *name)
{
    return out_path(dir->out, name);
}

enum err_code outdir_name_file(const struct outdir *dir, const char *name, struct err *err)
{
    char *path = outdir_files_join(dir->shown, name);
    err->file[0] = '\0';
    err_set_file(err, path != NULL ? path : name);
    mem_free(path);
    return err->code;
}

static enum err_code commit(struct outdir *dir, struct err *err)
{
    const enum err_code code = out_commit(&dir->out, 1, err);
    say_all(dir->job, out_warnings(dir->out));
    return code;
}

enum err_code outdir_commit(struct outdir *dir, const char *const *names, size_t count,
                            struct err *err)
{
    for (size_t i = 0; i < count; i++) RETURN_IF_ERR(out_add(dir->out, names[i], err));
    RETURN_IF_ERR(out_add(dir->out, dir->manifest, err));
    if (dir->exists) RETURN_IF_ERR(outdir_files_drop_stale(dir, names, count, err));
    return commit(dir, err);
}

enum err_code outdir_commit_zip(struct outdir *dir, struct err *err)
{
    RETURN_IF_ERR(out_add(dir->out, inputs_base(dir->shown), err));
    return commit(dir, err);
}

void outdir_free(struct outdir *dir)
{
    out_close(dir->out);
    memset(dir, 0, sizeof *dir);
}
