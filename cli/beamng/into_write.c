/*
 * A changed level: new files first, then the lists of materials, the .ter last. Each is renamed
 * into place, and up to the last rename the level shows what it showed: a material that no sample
 * has does nothing.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/beamng/into.h"
#include "cli/beamng/level.h"
#include "cli/outdir.h"
#include "cli/outdir_files.h"
#include "cli/output_file.h"
#include "cli/signals.h"

/* The name of a file and a number that is free. */
static enum err_code name_backup(char *out, size_t size, const char *folder, const char *name,
                                 struct err *err)
{
    for (unsigned number = 1; number < 100000; number++) {
        snprintf(out, size, "%s.bak%u", name, number);
        char *path = outdir_files_join(folder, out);
        struct stat info;
        const bool taken = path == NULL || lstat(path, &info) == 0;
        mem_free(path);
        if (!taken) return ERR_OK;
    }
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "there is no room for a backup beside it");
    return err_set_file(err, name);
}

/* Appends the .ter as it will be. */
static enum err_code put_ter(struct into *into, struct stream *to, struct err *err)
{
    const size_t old = into->parts.count;
    return beamter_patch(to, &into->parts, into->beamng->ids, into->names + old, into->count - old,
                         err);
}

static enum err_code write_ter(struct into *into, const char *path, struct err *err)
{
    struct file_writer file;
    RETURN_IF_ERR(file_create(&file, path, err));
    return file_finish(&file, put_ter(into, &file.out, err), path, err);
}

/* Whether the .ter would be written as it is. */
static bool changes_nothing(const struct into *into)
{
    const size_t points = (size_t)into->parts.size * into->parts.size;
    return into->count == into->parts.count &&
           beamter_patched_version(&into->parts) == into->parts.version &&
           memcmp(into->parts.ids, into->beamng->ids, points) == 0;
}

/* A copy of a file as it is. */
static enum err_code keep(struct into *into, struct export_files *files, struct outdir *out,
                          const char *name, struct err *err)
{
    char backup[600];
    struct file_bytes old;
    char *path = outdir_files_join(into->folder, name);
    enum err_code code = ERR_NOMEM;
    if (path != NULL) code = file_read(&old, path, UINT64_C(1) << 33, err);
    mem_free(path);
    if (code != ERR_OK) return code;
    code = name_backup(backup, sizeof backup, into->folder, name, err);
    if (code == ERR_OK) code = export_write_bytes(files, out, backup, old.data, old.size, err);
    file_bytes_free(&old);
    return code;
}

/* A file as it will be, with a copy of what it was. */
static enum err_code replace(struct into *into, struct export_files *files, struct outdir *out,
                             const char *name, const void *data, size_t size, struct err *err)
{
    RETURN_IF_ERR(keep(into, files, out, name, err));
    return export_write_bytes(files, out, name, data, size, err);
}

static enum err_code replace_ter(struct into *into, struct export_files *files, struct outdir *out,
                                 struct err *err)
{
    RETURN_IF_ERR(keep(into, files, out, into->ter_name, err));
    char *path = export_begin_file(files, out, into->ter_name, err);
    if (path == NULL) return err->code;
    return export_finish_file(files, out, path, write_ter(into, path, err), err);
}

static enum err_code write_materials(struct into *into, struct export_files *files,
                                     struct outdir *out, struct err *err)
{
    if (into->added_count == 0) return ERR_OK;
    struct engines_beamng_level made = {.name = into->level_name,
                                        .square_m = into->block.square_m,
                                        .materials = into->added,
                                        .count = into->added_count};
    memcpy(made.texture_size, into->texture_size, sizeof made.texture_size);
    RETURN_IF_ERR(level_write_textures(files, out, &made, into->folder, into->beamng->job, err));
    struct file_bytes old;
    char *text = NULL, *path = outdir_files_join(into->folder, into->set_file->name);
    size_t size = 0;
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    enum err_code code = file_read(&old, path, UINT64_C(1) << 26, err);
    mem_free(path);
    if (code != ERR_OK) return code;
    code = engines_beamng_materials(&text, &size, (const char *)old.data, old.size, &made, err);
    file_bytes_free(&old);
    if (code == ERR_OK) code = replace(into, files, out, into->set_file->name, text, size, err);
    mem_free(text);
    return code;
}

/* The list of materials beside the .ter, if it says something else now. */
static enum err_code write_json(struct into *into, struct export_files *files, struct outdir *out,
                                struct err *err)
{
    const unsigned version = beamter_patched_version(&into->parts);
    const bool same = into->count == json_array_size(json_object_get(into->json, "materials")) &&
                      into->count == into->layers->count && version == into->parts.version;
    if (into->json == NULL || same) return ERR_OK;
    json_t *names = json_array();
    for (size_t i = 0; i < into->count; i++)
        json_array_append_new(names, json_string(into->names[i]));
    json_object_set_new(into->json, "materials", names);
    if (json_object_get(into->json, "version") != NULL)
        json_object_set_new(into->json, "version", json_integer((json_int_t)version));
    char *text = json_dumps(into->json, JSON_INDENT(2));
    if (text == NULL || json_array_size(names) != into->count) {
        free(text);
        return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "a material's name is not UTF-8, or memory ran out");
    }
    const size_t length = strlen(text);
    text[length] = '\n';
    const enum err_code code = replace(into, files, out, into->json_name, text, length + 1, err);
    free(text);
    return code;
}

/* A backup stands before the file that it is of. */
static void say_backups(const struct into *into, const struct export_files *files)
{
    for (size_t i = 0; i + 1 < files->count; i++) {
        const char *backup = files->list[i].name, *name = files->list[i + 1].name;
        const size_t length = strlen(name);
        if (strncmp(backup, name, length) == 0 && strncmp(backup + length, ".bak", 4) == 0)
            job_note(into->beamng->job, NULL, "%s is kept as %s", name, backup);
    }
}

/* A level or a .ter may be changed, the other inputs may not. */
static enum err_code protect(const struct into *into, struct outdir *out,
                             struct output_files *files, struct err *err)
{
    const struct args_beamng *args = into->beamng->args;
    const char *const inputs[] = {args->surface, args->map, args->holes};
    return out != NULL ? outdir_protect(out, inputs, 3, err)
                       : output_files_protect(files, inputs, 3, err);
}

static enum err_code write_level(struct into *into, struct err *err)
{
    struct export_files files = {.job = into->beamng->job,
                                 .threads = into->beamng->args->render.threads};
    struct export_target target;
    enum err_code code =
        export_target_check(&target, into->folder, false, true, "", into->beamng->job, err);
    target.out.manifest = into->ter_name; /* the last to be renamed */
    RETURN_IF_ERR(job_step(into->beamng->job, "starting", 0, err));
    if (code == ERR_OK) code = protect(into, &target.out, NULL, err);
    if (code == ERR_OK) code = outdir_start(&target.out, err);
    if (code == ERR_OK) code = write_materials(into, &files, &target.out, err);
    if (code == ERR_OK) code = write_json(into, &files, &target.out, err);
    if (code == ERR_OK) code = replace_ter(into, &files, &target.out, err);
    for (size_t i = 0; code == ERR_OK && i < files.count; i++)
        code = into_check_inside(into, files.list[i].name, err);
    if (code == ERR_OK) code = export_target_commit(&target, &files, "", into->beamng->job, err);
    if (code == ERR_OK) say_backups(into, &files);
    export_free_files(&files);
    export_target_free(&target);
    return code;
}

static enum err_code write_alone(struct into *into, struct err *err)
{
    char backup[INTO_PATH + 16];
    struct output_files files = {.job = into->beamng->job};
    RETURN_IF_ERR(name_backup(backup, sizeof backup, NULL, into->ter_path, err));
    const char *const paths[2] = {into->ter_path, backup};
    RETURN_IF_ERR(job_step(into->beamng->job, "starting", 0, err));
    enum err_code code = output_files_open(&files, paths, 2, err);
    if (code == ERR_OK) code = protect(into, NULL, &files, err);
    for (size_t i = 0; i < 2 && code == ERR_OK; i++) {
        const char *path = output_files_path(&files, i);
        code = i == 0 ? write_ter(into, path, err)
                      : file_write_whole(path, into->ter.data, into->ter.size, err);
        code = output_files_wrote(&files, i, code, err);
    }
    if (code == ERR_OK) code = output_files_commit(&files, err);
    output_files_free(&files);
    if (code == ERR_OK)
        job_note(into->beamng->job, NULL, "%s is kept as %s", into->ter_path, backup);
    return code;
}

enum err_code into_write(struct into *into, struct err *err)
{
    if (changes_nothing(into)) {
        job_note(into->beamng->job, NULL,
                 "%s: every sample has its material already: nothing to change", into->ter_path);
        return ERR_OK;
    }
    if (beamter_patched_version(&into->parts) != into->parts.version)
        job_note(into->beamng->job, NULL,
                 "version 8 becomes 9: without the block that holds the materials once more");
    return into->is_level ? write_level(into, err) : write_alone(into, err);
}
