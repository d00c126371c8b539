#define _POSIX_C_SOURCE 200809L
#include "cli/export/export_target.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/args.h"
#include "cli/export/zip.h"
#include "inputs/inputs.h"
#include "base/suggest.h"

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

enum err_code export_target_check(struct export_target *target, const char *output, bool zip,
                                  bool force, const char *without, struct job *job, struct err *err)
{
    *target = (struct export_target){.output = output, .zip = zip};
    RETURN_IF_ERR(zip ? outdir_check_zip(&target->out, output, force, job, err)
                      : outdir_check(&target->out, output, force, job, err));
    if (!zip || zip_available()) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "this scree was built without libzip: %s", without);
}

enum err_code export_target_spare(struct export_target *target, const struct export_files *files,
                                  const char *const *inputs, size_t count, struct err *err)
{
    struct outdir *out = &target->out;
    RETURN_IF_ERR(outdir_protect(out, inputs, count, err));
    for (size_t i = 0; i < (target->zip ? 1 : files->count); i++) {
        const char *name = target->zip ? inputs_base(target->output) : files->list[i].name;
        if (!outdir_is_input(out, name)) continue;
        err_set(err, ERR_ARG, ERR_NO_OFFSET,
                "is an input of this export and would be overwritten: choose another -o");
        return target->zip ? err_set_file(err, target->output) : outdir_name_file(out, name, err);
    }
    return ERR_OK;
}

static char *joined(const char *prefix, const char *name)
{
    char *out = mem_alloc(strlen(prefix) + strlen(name) + 1, 1);
    if (out != NULL) strcat(strcpy(out, prefix), name);
    return out;
}

static enum err_code pack(struct export_target *target, const struct export_files *files,
                          const char *prefix, struct job *job, struct err *err)
{
    const size_t count = files->count;
    char **names = mem_alloc(count, sizeof *names), **paths = mem_alloc(count, sizeof *paths);
    char *zip = outdir_path(&target->out, inputs_base(target->output));
    bool good = names != NULL && paths != NULL && zip != NULL;
    for (size_t i = 0; good && i < count; i++) {
        names[i] = joined(prefix, files->list[i].name);
        paths[i] = outdir_path(&target->out, files->list[i].name);
        good = names[i] != NULL && paths[i] != NULL;
    }
    enum err_code code = good ? job_step(job, "packing", 0, err)
                              : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    if (code == ERR_OK) code = zip_write_files(zip, names, paths, count, err);
    if (code == ERR_OK)
        code = outdir_commit_zip(&target->out, err);
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
                                   const char *prefix, struct job *job, struct err *err)
{
    if (target->zip) return pack(target, files, prefix, job, err);
    const size_t count = files->count - 1;
    const char **names = mem_alloc(count, sizeof *names);
    if (names == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    for (size_t i = 0; i < count; i++) names[i] = files->list[i].name;
    const enum err_code code = outdir_commit(&target->out, names, count, err);
    mem_free(names);
    return code;
}

void export_target_free(struct export_target *target)
{
    outdir_free(&target->out);
}
