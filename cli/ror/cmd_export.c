#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "cli/ror/ror.h"
#include "cli/signals.h"
#include "cli/ror/zip.h"

/* A name of the zip in the staging folder that no file of the terrain has. */
#define ZIP_NAME ".zip"

/* The staging folder of a zip stands beside it, as that of a folder "NAME.zip.files" would. */
static enum err_code check_zip(struct outdir *out, char **folder, const struct args_export *args,
                               struct err *err)
{
    if (!zip_available())
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "this scree was built without libzip: add --folder and zip the files "
                       "yourself, without a folder in the zip");
    struct stat info;
    if (stat(args->output, &info) == 0) {
        if (S_ISDIR(info.st_mode))
            err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                    "is a folder: add --folder to write into it, or choose another -o");
        else if (!args->force)
            err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                    "the file is there already: add --force to replace it, or choose another -o");
        if (S_ISDIR(info.st_mode) || !args->force) return err_set_file(err, args->output);
    }
    const size_t size = strlen(args->output) + 8;
    *folder = mem_alloc(size, 1);
    if (*folder == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    snprintf(*folder, size, "%s.files", args->output);
    const enum err_code code = outdir_check(out, *folder, false, err);
    out->shown = args->output;
    if (code == ERR_OK) return ERR_OK;
    err->file[0] = '\0';
    return err_set_file(err, args->output);
}

static enum err_code put_zip(const char *from, const char *to, struct err *err)
{
    if (rename(from, to) == 0) return ERR_OK;
    const int reason = errno;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "cannot put the finished zip in place: %s",
            strerror(reason));
    return err_set_file(err, to);
}

static enum err_code pack(const struct ror *ror, struct outdir *out, struct err *err)
{
    const size_t count = ror->file_count;
    const char **names = mem_alloc(count, sizeof *names);
    char **paths = mem_alloc(count, sizeof *paths);
    char *zip = outdir_path(out, ZIP_NAME);
    bool good = names != NULL && paths != NULL && zip != NULL;
    for (size_t i = 0; good && i < count; i++) {
        names[i] = ror->files[i].name;
        paths[i] = outdir_path(out, names[i]);
        good = paths[i] != NULL;
    }
    say_progress(ror->say, "packing", 0);
    enum err_code code = good ? zip_write_files(zip, names, paths, count, err)
                              : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    if (code == ERR_OK)
        code = put_zip(zip, ror->args->output, err);
    else
        err_set_file(err, ror->args->output);
    for (size_t i = 0; paths != NULL && i < count; i++) mem_free(paths[i]);
    mem_free(paths);
    mem_free(names);
    mem_free(zip);
    return code;
}

/* The report comes last and is put in place last. */
static enum err_code commit(const struct ror *ror, struct outdir *out, struct err *err)
{
    if (!ror->args->folder) return pack(ror, out, err);
    const size_t count = ror->file_count - 1;
    const char **names = mem_alloc(count, sizeof *names);
    if (names == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    for (size_t i = 0; i < count; i++) names[i] = ror->files[i].name;
    const enum err_code code = outdir_commit(out, names, count, ror->say, err);
    mem_free(names);
    return code;
}

static enum err_code make(struct ror *ror, struct outdir *out, struct err *err)
{
    char report[ENGINES_ROR_FILE_SIZE];
    out->manifest = engines_ror_file_name(report, ror->name, ENGINES_ROR_REPORT);
    RETURN_IF_ERR(outdir_start(out, err));
    signals_catch();
    enum err_code code = ror_measure_layers(ror, err);
    if (code == ERR_OK) code = ror_merge(ror, err);
    if (code == ERR_OK) code = ror_choose_materials(ror, err);
    if (code == ERR_OK) code = ror_render(ror, err);
    if (code == ERR_OK) code = ror_write(ror, out, err);
    if (code == ERR_OK) code = commit(ror, out, err);
    say_progress_end(ror->say);
    if (code == ERR_OK) ror_say(ror);
    return code;
}

enum say_exit cmd_export(const void *values, struct say *say)
{
    const struct args_export *args = values;
    struct err err;
    err_clear(&err);
    struct ror ror = {0};
    struct outdir out = {.lock = -1};
    char *folder = NULL;
    enum err_code code = args->folder ? outdir_check(&out, args->output, args->force, &err)
                                      : check_zip(&out, &folder, args, &err);
    if (code == ERR_OK) code = ror_plan(&ror, args, say, &err);
    if (code == ERR_OK) code = make(&ror, &out, &err);
    ror_free(&ror);
    outdir_free(&out);
    mem_free(folder);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
