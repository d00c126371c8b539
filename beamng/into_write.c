/*
 * A changed level: new files first, then the lists of materials, the .ter, and plants. Up to the .ter's
 * rename the ground shows what it showed: a material that no sample has does nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/sha.h"
#include "beamng/beamng_plan.h"
#include "beamng/into_plants.h"
#include "ground/ground_files.h"

#define MAX_FILE_BYTES (UINT64_C(1) << 33)

/* Appends the .ter as it will be. */
static enum scree_code put_ter(const struct beamng_into *into, struct stream *to,
                               struct scree_error *err)
{
    const size_t old = into->parts.count;
    return beamter_patch(to, &into->parts, into->samples.ids, into->names + old, into->count - old,
                         err);
}

/* Whether the .ter would be written as it is. */
static bool same_ter(const struct beamng_into *into)
{
    const size_t points = (size_t)into->parts.size * into->parts.size;
    if (into->only_plants) return true;
    return into->level.info.heights == 0 && into->count == into->parts.count &&
           beamter_patched_version(&into->parts) == into->parts.version &&
           memcmp(into->parts.ids, into->samples.ids, points) == 0;
}

/* ---- a level ---- */

static const struct beamng_into *own(const struct ground_writing *writing)
{
    return (const struct beamng_into *)writing->into;
}

/* A file of the level as it is, and a copy of it among the files to be written. */
static enum scree_code read_and_keep(struct scree_bytes *old, const struct ground_writing *writing,
                                     const char *name, struct scree_error *err)
{
    RETURN_IF_ERR(file_read_in(old, writing->folder, name, MAX_FILE_BYTES, err));
    const enum scree_code code = ground_keep_backup(writing, name, old, err);
    if (code != SCREE_OK) file_bytes_free(old);
    return code;
}

static enum scree_code write_materials(const struct ground_writing *writing,
                                       struct scree_error *err)
{
    const struct beamng_into *into = own(writing);
    if (into->added_count == 0) return SCREE_OK;
    struct beamng_facts facts = {.name = into->target->level_name,
                                 .square_m = into->target->block.square_m,
                                 .materials = into->added,
                                 .count = into->added_count};
    memcpy(facts.texture_size, into->texture_size, sizeof facts.texture_size);
    RETURN_IF_ERR(
        beamng_write_textures(writing->sink, &facts, into->target->level.path, writing->job, err));
    const char *name = into->set_file->name;
    struct scree_bytes old;
    struct sink_file *file;
    RETURN_IF_ERR(read_and_keep(&old, writing, name, err));
    enum scree_code code = sink_begin(writing->sink, name, SINK_PLAIN, &file, err);
    if (code == SCREE_OK) {
        code = beamng_put_materials(&file->stream, &old, &facts, err);
        code = ground_end_file(file, code, writing->job, err);
    }
    file_bytes_free(&old);
    return code;
}

/* The document with other names, NULL if a name is not UTF-8 or memory ran out. */
static json_t *renamed(const struct beamng_into *into)
{
    json_t *document = json_copy(into->json), *names = json_array();
    for (size_t i = 0; i < into->count; i++) json_text_append(&names, json_string(into->names[i]));
    bool good = document != NULL && json_array_size(names) == into->count;
    if (good && json_object_get(document, "version") != NULL)
        good = json_object_set_new(
                   document, "version",
                   json_integer((json_int_t)beamter_patched_version(&into->parts))) == 0;
    if (good) good = json_object_set(document, "materials", names) == 0;
    json_decref(names);
    if (good) return document;
    json_decref(document);
    return NULL;
}

/* The list of materials beside the .ter, if it is another now. */
static enum scree_code write_json(const struct ground_writing *writing, struct scree_error *err)
{
    const struct beamng_into *into = own(writing);
    const bool same = into->count == json_array_size(json_object_get(into->json, "materials")) &&
                      into->count == into->parts.count &&
                      beamter_patched_version(&into->parts) == into->parts.version;
    if (into->json == NULL || same) return SCREE_OK;
    json_t *document = renamed(into);
    char *text = json_dumps(document, JSON_INDENT(2));
    json_decref(document);
    if (text == NULL)
        return err_set(err, SCREE_UNSUPPORTED, "a material's name is not UTF-8, or memory ran out");
    struct scree_bytes old;
    const size_t length = strlen(text);
    text[length] = '\n'; /* in place of the NUL */
    enum scree_code code = read_and_keep(&old, writing, into->json_name, err);
    if (code == SCREE_OK) {
        file_bytes_free(&old);
        code =
            ground_write_bytes(writing->sink, into->json_name, text, length + 1, writing->job, err);
    }
    free(text);
    return code;
}

static enum scree_code write_ter(const struct ground_writing *writing, struct scree_error *err)
{
    const struct beamng_into *into = own(writing);
    struct sink_file *file;
    RETURN_IF_ERR(ground_keep_backup(writing, into->target->ter_name, &into->target->ter, err));
    RETURN_IF_ERR(sink_begin(writing->sink, into->target->ter_name, SINK_PLAIN, &file, err));
    return ground_end_file(file, put_ter(into, &file->stream, err), writing->job, err);
}

/* Files of plants that differ from what the level has; empty ones go. */
static enum scree_code write_plants(const struct ground_writing *writing, struct scree_error *err)
{
    const struct into_plants *plants = own(writing)->plants;
    for (size_t i = 0; i < sink_count(plants->made); i++) {
        const struct sink_file *file = sink_at(plants->made, i);
        const struct scree_bytes *old = beamng_into_old(plants, file);
        if (beamng_into_same_file(old, file)) continue;
        if (old != NULL) RETURN_IF_ERR(ground_keep_backup(writing, file->name, old, err));
        if (file->size_bytes > 0)
            RETURN_IF_ERR(ground_write_bytes(writing->sink, file->name, file->bytes,
                                             (size_t)file->size_bytes, writing->job, err));
    }
    return SCREE_OK;
}

/* After the last file was added. */
static enum scree_code drop_plants(const struct ground_writing *writing, struct scree_error *err)
{
    const struct into_plants *plants = own(writing)->plants;
    for (size_t i = 0; i < sink_count(plants->made); i++) {
        const struct sink_file *file = sink_at(plants->made, i);
        const struct scree_bytes *old = beamng_into_old(plants, file);
        char sha256[SHA_HEX_SIZE];
        if (file->size_bytes > 0 || old == NULL || old->size == 0) continue;
        sha_hex(sha256, old->data, old->size);
        RETURN_IF_ERR(sink_drop_earlier(writing->sink, file->name, sha256, err));
        job_result(writing->job, NULL, "%s is empty now and is removed; a copy is kept",
                   file->name);
    }
    return SCREE_OK;
}

static enum scree_code write_level(const struct ground_writing *writing, struct scree_error *err)
{
    const struct beamng_into *into = own(writing);
    if (!same_ter(into)) {
        RETURN_IF_ERR(write_materials(writing, err));
        RETURN_IF_ERR(write_json(writing, err));
        RETURN_IF_ERR(write_ter(writing, err));
    }
    if (into->plants != NULL) {
        RETURN_IF_ERR(write_plants(writing, err));
        RETURN_IF_ERR(drop_plants(writing, err));
    }
    return SCREE_OK;
}

/* ---- a .ter alone ---- */

static enum scree_code write_alone(const struct ground_writing *writing, struct scree_error *err)
{
    const struct beamng_into *into = own(writing);
    struct sink_file *file;
    RETURN_IF_ERR(ground_write_bytes(writing->sink, writing->backup, into->target->ter.data,
                                     into->target->ter.size, writing->job, err));
    RETURN_IF_ERR(sink_begin(writing->sink, into->target->ter_path, SINK_PLAIN, &file, err));
    return ground_end_file(file, put_ter(into, &file->stream, err), writing->job, err);
}

/* ---- both ---- */

static enum scree_code open_sink(struct sink **out, const struct beamng_into *into,
                                 const char *backup, struct scree_error *err)
{
    const struct beamng_map *map = &into->map;
    /* A level or a .ter may be changed, the other inputs may not. */
    const char *const inputs[] = {map->inputs.surface_file.path,
                                  map->materials.path,
                                  map->picture.path,
                                  into->level.keep_list.path,
                                  into->level.mask.path,
                                  into->plants != NULL ? into->plants->list->file.path : NULL,
                                  map->inputs.roads != NULL ? map->inputs.roads->file.path : NULL};
    const struct sink_options options = {
        .replace = true, .inputs = inputs, .input_count = sizeof inputs / sizeof inputs[0]};
    const char *const paths[] = {into->target->ter_path, backup};
    return into->target->is_level ? sink_open_folder(out, into->target->level.path, &options, err)
                                  : sink_open_files(out, paths, 2, &options, err);
}

static enum scree_code change(const struct beamng_into *into, struct scree_job *job,
                              struct scree_error *err)
{
    char backup[GROUND_BACKUP_SIZE] = "";
    const struct beamng_target *target = into->target;
    struct ground_writing writing = {.into = &into->level,
                                     .job = job,
                                     .folder = target->is_level ? target->level.path : NULL,
                                     .backup = backup};
    if (!target->is_level) RETURN_IF_ERR(ground_name_backup(backup, NULL, target->ter_path, err));
    RETURN_IF_ERR(job_step(job, "starting", 0, err));
    RETURN_IF_ERR(open_sink(&writing.sink, into, backup, err));
    return ground_into_write(&writing, target->is_level ? write_level : write_alone, err);
}

enum scree_code beamng_into_write(const struct ground_into *level, struct scree_job *job,
                                  struct scree_error *err)
{
    const struct beamng_into *into = (const struct beamng_into *)level;
    if (same_ter(into) && (into->plants == NULL || beamng_into_plants_same(into->plants))) {
        if (into->plants != NULL)
            job_result(job, NULL, "%s: plants%s are as they should be already: nothing to change",
                       into->target->level.path, into->only_plants ? "" : " and materials");
        else
            job_result(job, NULL, "%s: every sample has its material already: nothing to change",
                       into->target->ter_path);
        return SCREE_OK;
    }
    if (!same_ter(into) && beamter_patched_version(&into->parts) != into->parts.version)
        job_note(job, NULL,
                 "version 8 becomes 9: without the block that holds the materials once more");
    return change(into, job, err);
}
