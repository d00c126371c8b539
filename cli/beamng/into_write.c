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

#include "base/bytes.h"
#include "cli/beamng/into.h"
#include "cli/beamng/level.h"
#include "cli/outdir.h"
#include "cli/outdir_files.h"
#include "cli/output_file.h"
#include "cli/signals.h"

#define HEADER_BYTES 5
#define CACHE_VERSION 8 /* has 4 bytes a sample between the materials and their names */
#define NEXT_VERSION 9

const uint8_t *into_ter_names(const struct into *into)
{
    const size_t points = (size_t)into->layers->size * into->layers->size;
    const bool cached = into->ter.data[0] == CACHE_VERSION;
    return into->ter.data + HEADER_BYTES + 3 * points + (cached ? 4 * points : 0) + 4;
}

/* The .ter with other materials: the same heights, and whatever stood behind the names. Of version
 * 8 the block that holds the materials once more is left out, which makes it version 9. */
static enum err_code make_ter(struct file_bytes *out, const struct into *into, struct err *err)
{
    const size_t points = (size_t)into->layers->size * into->layers->size;
    const bool cached = into->ter.data[0] == CACHE_VERSION;
    const uint8_t *old = into->ter.data, *end = old + into->ter.size;
    const uint8_t *names = into_ter_names(into);
    const uint8_t *tail = names; /* all there, as reading them has shown */
    for (size_t i = 0; i < into->layers->count; i++) tail += 1 + *tail;
    size_t size = HEADER_BYTES + 3 * points + 4 + (size_t)(end - names);
    for (size_t i = into->layers->count; i < into->count; i++) size += 1 + strlen(into->names[i]);
    out->data = mem_alloc(size, 1);
    if (out->data == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the .ter");
    out->size = size;
    uint8_t *p = out->data;
    memcpy(p, old, HEADER_BYTES + 2 * points);
    if (cached) p[0] = NEXT_VERSION;
    p += HEADER_BYTES + 2 * points;
    memcpy(p, into->beamng->ids, points);
    p += points;
    bytes_put_u32le(p, (uint32_t)into->count);
    p += 4;
    memcpy(p, names, (size_t)(tail - names));
    p += tail - names;
    for (size_t i = into->layers->count; i < into->count; i++) {
        const size_t length = strlen(into->names[i]);
        *p++ = (uint8_t)length;
        memcpy(p, into->names[i], length);
        p += length;
    }
    memcpy(p, tail, (size_t)(end - tail));
    return ERR_OK;
}

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

/* A file as it will be, with a copy of what it was. */
static enum err_code replace(struct into *into, struct export_files *files, struct outdir *out,
                             const char *name, const void *data, size_t size, struct err *err)
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
    if (code != ERR_OK) return code;
    return export_write_bytes(files, out, name, data, size, err);
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
    RETURN_IF_ERR(level_write_textures(files, out, &made, into->folder, into->beamng->say, err));
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
                                uint8_t version, struct err *err)
{
    const bool same = into->count == json_array_size(json_object_get(into->json, "materials")) &&
                      into->count == into->layers->count && version == into->ter.data[0];
    if (into->json == NULL || same) return ERR_OK;
    json_t *names = json_array();
    for (size_t i = 0; i < into->count; i++)
        json_array_append_new(names, json_string(into->names[i]));
    json_object_set_new(into->json, "materials", names);
    if (json_object_get(into->json, "version") != NULL)
        json_object_set_new(into->json, "version", json_integer(version));
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
            say_note(into->beamng->say, "%s is kept as %s", name, backup);
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

static enum err_code write_level(struct into *into, const struct file_bytes *ter, struct err *err)
{
    struct export_files files = {.threads = into->beamng->args->render.threads};
    struct export_target target;
    enum err_code code =
        export_target_check(&target, into->folder, false, true, "", into->beamng->say, err);
    target.out.manifest = into->ter_name; /* the last to be renamed */
    signals_catch();
    if (code == ERR_OK) code = protect(into, &target.out, NULL, err);
    if (code == ERR_OK) code = outdir_start(&target.out, err);
    if (code == ERR_OK) code = write_materials(into, &files, &target.out, err);
    if (code == ERR_OK) code = write_json(into, &files, &target.out, ter->data[0], err);
    if (code == ERR_OK)
        code = replace(into, &files, &target.out, into->ter_name, ter->data, ter->size, err);
    for (size_t i = 0; code == ERR_OK && i < files.count; i++)
        code = into_check_inside(into, files.list[i].name, err);
    if (code == ERR_OK) code = export_target_commit(&target, &files, "", into->beamng->say, err);
    if (code == ERR_OK) say_backups(into, &files);
    export_free_files(&files);
    export_target_free(&target);
    return code;
}

static enum err_code write_alone(struct into *into, const struct file_bytes *ter, struct err *err)
{
    char backup[INTO_PATH + 16];
    struct output_files files = {.say = into->beamng->say};
    RETURN_IF_ERR(name_backup(backup, sizeof backup, NULL, into->ter_path, err));
    const char *const paths[2] = {into->ter_path, backup};
    const struct file_bytes *const contents[2] = {ter, &into->ter};
    signals_catch();
    enum err_code code = output_files_open(&files, paths, 2, err);
    if (code == ERR_OK) code = protect(into, NULL, &files, err);
    for (size_t i = 0; i < 2 && code == ERR_OK; i++) {
        code = file_write_whole(output_files_path(&files, i), contents[i]->data, contents[i]->size,
                                err);
        code = output_files_wrote(&files, i, code, err);
    }
    if (code == ERR_OK) code = output_files_commit(&files, err);
    output_files_free(&files);
    if (code == ERR_OK) say_note(into->beamng->say, "%s is kept as %s", into->ter_path, backup);
    return code;
}

enum err_code into_write(struct into *into, struct err *err)
{
    struct file_bytes ter = {0};
    RETURN_IF_ERR(make_ter(&ter, into, err));
    enum err_code code = ERR_OK;
    if (ter.size == into->ter.size && memcmp(ter.data, into->ter.data, ter.size) == 0) {
        say_note(into->beamng->say, "%s: every sample has its material already: nothing to change",
                 into->ter_path);
        goto done;
    }
    if (ter.data[0] != into->ter.data[0])
        say_note(into->beamng->say,
                 "version 8 becomes 9: without the block that holds the materials once more");
    code = into->is_level ? write_level(into, &ter, err) : write_alone(into, &ter, err);

done:
    file_bytes_free(&ter);
    return code;
}
