/* Bakes again, beside nothing of the user's, and compares file by file. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json_text.h"
#include "cli/signals.h"
#include "cli/verify/verify.h"

struct verifying {
    const struct args_verify *args;
    struct baked baked;
    char *inputs[3];
    struct args_bake options;
    struct bake bake;
    struct outdir out;
    struct say talk; /* of the bake: quiet, it was said when it was first made */
    size_t differing, repacked;
    size_t as_recorded; /* of those that differ */
};

static void free_verifying(struct verifying *v)
{
    outdir_free(&v->out);
    bake_free(&v->bake);
    for (size_t i = 0; i < 3; i++) mem_free(v->inputs[i]);
    baked_free(&v->baked);
    say_free(&v->talk);
}

/* An error that comes of what manifest.json holds. */
static enum err_code blame_manifest(const struct verifying *v, struct err *err)
{
    char path[256];
    snprintf(path, sizeof path, "%.200s/%s", v->baked.folder, OUTDIR_MANIFEST);
    if (err->code == ERR_ARG) err->code = ERR_MALFORMED;
    return err_set_file(err, path);
}

static enum err_code check_version(const struct verifying *v, struct err *err)
{
    const struct baked *baked = &v->baked;
    if (baked->model != RENDER_MODEL_VERSION)
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "program.model: coverage model %u made it, this scree has model %d and makes "
                "something else",
                (unsigned)baked->model, RENDER_MODEL_VERSION);
    else if (strcmp(baked->version, SCREE_VERSION) != 0 && !v->args->other_version)
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "program.version: scree %.40s made it, this is %s: add --other-version to compare "
                "what it made all the same",
                baked->version, SCREE_VERSION);
    else
        return ERR_OK;
    return blame_manifest(v, err);
}

/* The options as the command line would have them. */
static void restore_options(struct verifying *v)
{
    const struct baked *baked = &v->baked;
    struct args_bake *options = &v->options;
    *options = (struct args_bake){.terrain = v->inputs[0],
                                  .surface = v->inputs[1],
                                  .map = v->inputs[2],
                                  .size = {baked->whole_width, baked->whole_height},
                                  .region = baked->region,
                                  .tile_files = baked->tiles,
                                  .depth = baked->depth,
                                  .only = baked->all_wanted ? 0 : baked->outputs,
                                  .name = baked->beamng_name,
                                  .format = baked->format,
                                  .plane = baked->plane,
                                  .ground = baked->ground,
                                  .render = ARGS_RENDER_DEFAULT,
                                  .layer_materials = baked->layer_materials,
                                  .layer_material_count = baked->layer_material_count,
                                  .first_manifest = baked->first_manifest};
    options->render.relief = baked->relief;
    options->render.root_density = baked->root_density;
    options->render.threads = v->args->threads;
}

static enum err_code bake_again(struct verifying *v, struct err *err)
{
    const char *folder = getenv("TMPDIR");
    restore_options(v);
    RETURN_IF_ERR(outdir_scratch(&v->out, folder != NULL && folder[0] != '\0' ? folder : "/tmp",
                                 "scree-verify", &v->talk, err));
    RETURN_IF_ERR(bake_plan(&v->bake, &v->options, &v->talk, err));
    /* A file given by another name is the same file. */
    v->bake.pair.terrain_file.base = v->baked.inputs[0].name;
    v->bake.pair.surface_file.base = v->baked.inputs[1].name;
    if (v->inputs[2] != NULL) v->bake.map_file.base = v->baked.inputs[2].name;
    signals_catch();
    RETURN_IF_ERR(outdir_start(&v->out, err));
    return bake_run(&v->bake, &v->out, err);
}

/* ---- comparing ---- */

static void report(struct verifying *v, const char *name, const char *text)
{
    char folder[SAY_TEXT_SIZE], clean[SAY_TEXT_SIZE];
    printf("%s/%s: %s\n", say_clean(folder, sizeof folder, v->baked.folder), name,
           say_clean(clean, sizeof clean, text));
    v->differing++;
}

static const struct baked_file *recorded(const struct baked *baked, const char *name)
{
    for (size_t i = 0; i < baked->file_count; i++)
        if (strcmp(baked->files[i].name, name) == 0) return &baked->files[i];
    return NULL;
}

/* Compares a file of the bake; its digest and size become those of the file that lies there where
 * only the compressor differs. */
static enum err_code compare_file(struct verifying *v, struct bake_file *file, struct err *err)
{
    const struct baked_file unknown = {.name = file->name, .sha256 = ""};
    const struct baked_file *entry = recorded(&v->baked, file->name);
    if (entry == NULL) entry = &unknown;
    char text[SAY_TEXT_SIZE];
    enum verify_bytes bytes;
    char *path = outdir_path(&v->out, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    const enum err_code code = verify_file(text, &bytes, &v->baked, entry, path, err);
    mem_free(path);
    if (code != ERR_OK) return code;
    if (text[0] != '\0') {
        v->as_recorded += bytes == VERIFY_RECORDED;
        report(v, file->name, text);
        return ERR_OK;
    }
    if (bytes == VERIFY_EQUAL) return ERR_OK;
    v->repacked++;
    snprintf(file->sha256, sizeof file->sha256, "%s", entry->sha256);
    file->size_bytes = entry->bytes;
    return ERR_OK;
}

/* The manifest that belongs to what was made again. */
static enum err_code compare_manifest(struct verifying *v, struct err *err)
{
    json_t *manifest = manifest_make(&v->bake);
    json_t *program = json_object_get(manifest, "program");
    if (v->args->other_version)
        json_object_set_new(program, "version", json_text(v->baked.version));
    char *made = manifest != NULL ? json_dumps(manifest, JSON_TEXT_FLAGS) : NULL;
    json_decref(manifest);
    if (made == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the manifest");
    const size_t length = strlen(made);
    made[length] = '\n'; /* in place of the NUL */
    char text[SAY_TEXT_SIZE];
    verify_text(text, (const char *)v->baked.raw.data, v->baked.raw.size, made, length + 1);
    if (text[0] != '\0') report(v, OUTDIR_MANIFEST, text);
    free(made);
    return ERR_OK;
}

static enum err_code compare_all(struct verifying *v, struct err *err)
{
    for (size_t i = 0; i < v->bake.file_count; i++)
        RETURN_IF_ERR(compare_file(v, &v->bake.files[i], err));
    return compare_manifest(v, err);
}

static bool is_picture(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && (strcmp(dot, ".png") == 0 || strcmp(dot, ".tif") == 0);
}

/* What lies there before anything is baked: a size that no picture has need not be tried. */
static enum err_code check_size(struct verifying *v, struct err *err)
{
    const struct baked *baked = &v->baked;
    size_t i = 0;
    while (i < baked->file_count && !is_picture(baked->files[i].name)) i++;
    if (i == baked->file_count) return ERR_OK;
    const char *name = baked->files[i].name;
    char text[160];
    struct baked_samples samples;
    char *path = baked_path(baked->folder, name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    const enum err_code code = baked_read_samples(&samples, path, NULL);
    mem_free(path);
    if (code != ERR_OK) return ERR_OK; /* that is for later */
    const uint32_t width = baked->width / baked->tiles, height = baked->height / baked->tiles;
    snprintf(text, sizeof text, "%u x %u texels in %u x %u files, and %.60s has %u x %u",
             (unsigned)baked->width, (unsigned)baked->height, (unsigned)baked->tiles,
             (unsigned)baked->tiles, name, (unsigned)samples.width, (unsigned)samples.height);
    if (samples.width != width || samples.height != height) report(v, OUTDIR_MANIFEST, text);
    baked_samples_free(&samples);
    return ERR_OK;
}

static void sum_up(const struct verifying *v, struct say *say)
{
    const size_t files = v->bake.file_count + 1;
    if (v->repacked > 0)
        say_note(say,
                 "%zu of the files hold the right samples in other bytes: another version of the "
                 "compressor wrote them",
                 v->repacked);
    if (v->as_recorded > 0)
        say_note(say,
                 "%zu files that differ have the SHA-256 in %s: its options were changed, or "
                 "another program made them",
                 v->as_recorded, OUTDIR_MANIFEST);
    if (v->differing > 0)
        say_note(say, "%s: %zu of %zu files differ", v->baked.folder, v->differing, files);
    else
        say_note(say, "%s: %zu files are what %s and %s make", v->baked.folder, files,
                 v->baked.inputs[0].name, v->baked.inputs[1].name);
}

enum say_exit cmd_verify(const void *values, struct say *say)
{
    struct verifying v = {.args = values};
    struct err err;
    err_clear(&err);
    say_init(&v.talk);
    v.talk.quiet = true;
    outdir_recover(v.args->folder, say);
    enum err_code code = baked_open(&v.baked, v.args->folder, &err);
    if (code == ERR_OK) code = check_version(&v, &err);
    if (code == ERR_OK) code = verify_find_inputs(v.inputs, &v.baked, v.args, &err);
    if (code == ERR_OK) code = check_size(&v, &err);
    if (code == ERR_OK && v.differing == 0) {
        code = bake_again(&v, &err);
        if (code == ERR_ARG) code = blame_manifest(&v, &err);
        if (code == ERR_OK) code = compare_all(&v, &err);
        if (code == ERR_OK) sum_up(&v, say);
    }
    const bool differs = v.differing > 0;
    free_verifying(&v);
    if (code != ERR_OK) return say_error(say, &err);
    return differs ? SAY_EXIT_FINDINGS : SAY_EXIT_OK;
}
