#define _POSIX_C_SOURCE 200809L
#include "cli/export/export_target.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/args.h"
#include "cli/export/zip.h"
#include "cli/suggest.h"

/* A name of the zip in the staging folder that no file of an export has. */
#define ZIP_NAME ".zip"

bool export_named_zip(const char *output)
{
    const size_t length = strlen(output);
    return length > 4 && suggest_distance(output + length - 4, ".zip") == 0;
}

enum err_code export_name(char out[EXPORT_NAME_SIZE], const char *output, struct err *err)
{
    char stem[256], plain[256];
    size_t end = strlen(output);
    while (end > 1 && output[end - 1] == '/') end--;
    size_t begin = end;
    while (begin > 0 && output[begin - 1] != '/') begin--;
    snprintf(stem, sizeof stem, "%.*s", (int)(end - begin), output + begin);
    if (export_named_zip(stem)) stem[strlen(stem) - 4] = '\0';
    text_to_ascii(plain, sizeof plain, stem, '-');
    text_to_file_name(out, EXPORT_NAME_SIZE, stem);
    if (args_is_name(stem) && !text_is_reserved(stem)) memcpy(out, stem, strlen(stem) + 1);
    if (plain[strcspn(plain, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")] !=
        '\0')
        return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "-o: '%.60s' leaves no name in plain letters: add --name NAME", stem);
}

/* The staging folder of a zip stands beside it, as that of a folder "NAME.zip.files" would. */
static enum err_code check_zip(struct export_target *target, bool force, const char *without,
                               struct err *err)
{
    if (!zip_available())
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "this scree was built without libzip: %s",
                       without);
    struct stat info;
    if (stat(target->output, &info) == 0) {
        if (S_ISDIR(info.st_mode))
            err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                    "is a folder, expected a zip: choose another -o");
        else if (!force)
            err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                    "the file is there already: add --force to replace it, or choose another -o");
        if (S_ISDIR(info.st_mode) || !force) return err_set_file(err, target->output);
    }
    const size_t size = strlen(target->output) + 8;
    target->folder = mem_alloc(size, 1);
    if (target->folder == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    snprintf(target->folder, size, "%s.files", target->output);
    const enum err_code code = outdir_check(&target->out, target->folder, false, err);
    target->out.shown = target->output;
    if (code == ERR_OK) return ERR_OK;
    err->file[0] = '\0';
    return err_set_file(err, target->output);
}

enum err_code export_target_check(struct export_target *target, const char *output, bool zip,
                                  bool force, const char *without, struct err *err)
{
    *target = (struct export_target){.output = output, .zip = zip, .out = {.lock = -1}};
    return zip ? check_zip(target, force, without, err)
               : outdir_check(&target->out, output, force, err);
}

static enum err_code put_zip(const char *from, const char *to, struct err *err)
{
    if (rename(from, to) == 0) return ERR_OK;
    const int reason = errno;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "cannot put the finished zip in place: %s",
            strerror(reason));
    return err_set_file(err, to);
}

static char *joined(const char *prefix, const char *name)
{
    char *out = mem_alloc(strlen(prefix) + strlen(name) + 1, 1);
    if (out != NULL) strcat(strcpy(out, prefix), name);
    return out;
}

static enum err_code pack(struct export_target *target, const struct export_files *files,
                          const char *prefix, struct say *say, struct err *err)
{
    const size_t count = files->count;
    char **names = mem_alloc(count, sizeof *names), **paths = mem_alloc(count, sizeof *paths);
    char *zip = outdir_path(&target->out, ZIP_NAME);
    bool good = names != NULL && paths != NULL && zip != NULL;
    for (size_t i = 0; good && i < count; i++) {
        names[i] = joined(prefix, files->list[i].name);
        paths[i] = outdir_path(&target->out, files->list[i].name);
        good = names[i] != NULL && paths[i] != NULL;
    }
    say_progress(say, "packing", 0);
    enum err_code code = good ? zip_write_files(zip, names, paths, count, err)
                              : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    if (code == ERR_OK)
        code = put_zip(zip, target->output, err);
    else
        err_set_file(err, target->output);
    for (size_t i = 0; names != NULL && i < count; i++) mem_free(names[i]);
    for (size_t i = 0; paths != NULL && i < count; i++) mem_free(paths[i]);
    mem_free(paths);
    mem_free(names);
    mem_free(zip);
    return code;
}

enum err_code export_target_commit(struct export_target *target, const struct export_files *files,
                                   const char *prefix, struct say *say, struct err *err)
{
    if (target->zip) return pack(target, files, prefix, say, err);
    const size_t count = files->count - 1;
    const char **names = mem_alloc(count, sizeof *names);
    if (names == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    for (size_t i = 0; i < count; i++) names[i] = files->list[i].name;
    const enum err_code code = outdir_commit(&target->out, names, count, say, err);
    mem_free(names);
    return code;
}

void export_target_free(struct export_target *target)
{
    outdir_free(&target->out);
    mem_free(target->folder);
    target->folder = NULL;
}
