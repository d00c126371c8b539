/*
 * Rule (Files of a bake): `scree verify` finds any changed byte. See formats/manifest.md,
 * bake/baked_manifest.c. Tests: unit/test_bake_verify (changed_files_are_made_in_groups),
 * cli/verify, cli/tamper.
 */
#include "bake/bake_verify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake_again.h"
#include "bake/bake_part.h"
#include "bake/bake_parts.h"
#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"

struct verifying {
    const struct bake_verify_options *options;
    struct baked baked;
    struct bake_input found[3];
    struct inputs inputs;
    struct bake_plan *plan;
    struct bake_again again;
    struct bake_verdict *verdict;
    struct scree_job talk; /* progress alone: the bake's messages came when it was first made */
};

/* ---- may it be compared ---- */

/* An error that comes of what manifest.json holds. */
static enum scree_code blame_manifest(const struct verifying *v, struct scree_error *err)
{
    if (err->code == SCREE_BAD_ARGUMENT) err->code = SCREE_MALFORMED;
    return baked_blame_manifest(&v->baked, err);
}

static enum scree_code check_version(const struct verifying *v, struct scree_error *err)
{
    const struct baked *baked = &v->baked;
    if (baked->model != RENDER_MODEL_VERSION)
        err_set(err, SCREE_UNSUPPORTED,
                "program.model: coverage model %u made it, this scree has model %d",
                (unsigned)baked->model, RENDER_MODEL_VERSION);
    else if (strcmp(baked->version, SCREE_VERSION) != 0 && !v->options->given.other_version)
        err_set(err, SCREE_UNSUPPORTED,
                "program.version: scree %.40s made it, this is %s; add {other_version} to compare "
                "anyway",
                baked->version, SCREE_VERSION);
    else
        return SCREE_OK;
    return blame_manifest(v, err);
}

/* ---- differences ---- */

/* *out is text as it may be shown. */
static enum scree_code keep_text(const char **out, struct bake_verdict *verdict, const char *text,
                                 struct scree_error *err)
{
    char clean[BAKE_TEXT_SIZE];
    text_clean(clean, sizeof clean, text);
    *out = mem_arena_text(&verdict->arena, clean, strlen(clean));
    return *out != NULL ? SCREE_OK : err_no_memory(err);
}

enum scree_code bake_add_difference(struct bake_verdict *verdict, const char *file,
                                    const char *text, struct scree_error *err)
{
    struct bake_difference *difference = &verdict->differences[verdict->count];
    RETURN_IF_ERR(keep_text(&difference->file, verdict, file, err));
    RETURN_IF_ERR(keep_text(&difference->text, verdict, text, err));
    verdict->count++;
    return SCREE_OK;
}

enum scree_code bake_make_verdict_room(struct bake_verdict *verdict, size_t count,
                                       struct scree_error *err)
{
    verdict->differences = mem_arena_alloc(&verdict->arena, count, sizeof *verdict->differences);
    return verdict->differences != NULL ? SCREE_OK : err_no_memory(err);
}

/* The texels of tile `number` on an axis of so many. */
static uint32_t tile_edge(const struct bake_cut *cut, uint32_t texels, uint64_t number)
{
    const uint32_t at = (uint32_t)number;
    return bake_cut_edge(cut, texels, at + 1) - bake_cut_edge(cut, texels, at);
}

/* What lies there before anything is baked: a size that no picture has need not be tried. */
static enum scree_code check_size(struct verifying *v, struct scree_error *err)
{
    const struct baked *baked = &v->baked;
    RETURN_IF_ERR(bake_make_verdict_room(v->verdict, 1, err));
    size_t i = 0;
    while (i < baked->file_count && !bake_is_picture(baked->files[i].name)) i++;
    if (i == baked->file_count) return SCREE_OK;
    const char *name = baked->files[i].name;
    char text[160];
    struct baked_samples samples;
    if (baked_read_file(&samples, baked, name, NULL) != SCREE_OK)
        return SCREE_OK; /* that is for later */
    const struct bake_cut *const cut = &baked->cut;
    const uint32_t width = tile_edge(cut, baked->width, baked->some_tiles[0] % cut->columns);
    const uint32_t height = tile_edge(cut, baked->height, baked->some_tiles[0] / cut->columns);
    const bool differs = samples.width != width || samples.height != height;
    snprintf(text, sizeof text, "%u x %u texels in %u x %u files, and %.60s has %u x %u",
             (unsigned)baked->width, (unsigned)baked->height, (unsigned)baked->cut.columns,
             (unsigned)baked->cut.rows, name, (unsigned)samples.width, (unsigned)samples.height);
    baked_samples_free(&samples);
    return differs ? bake_add_difference(v->verdict, baked->listed_in, text, err) : SCREE_OK;
}

/* ---- baking again ---- */

static enum scree_code read_inputs(struct verifying *v, struct scree_error *err)
{
    struct inputs *inputs = &v->inputs;
    const struct scree_terrain_options *ground = &v->baked.ground;
    if (v->found[0].world != NULL) {
        inputs->field = v->found[0].world;
        inputs->terrain_file = v->found[0].file;
        v->found[0].world = NULL;
    } else {
        RETURN_IF_ERR(inputs_take_terrain(&inputs->field, &inputs->terrain_file, v->found[0].opened,
                                          ground, true, &v->talk, err));
    }
    struct srf_scale scale = inputs_scale(inputs->field, ground);
    struct srf_survey survey = inputs_survey(inputs->field, &v->talk);
    scale.survey = &survey;
    RETURN_IF_ERR(inputs_take_surface(&inputs->map, &inputs->surface_file, v->found[1].opened,
                                      &scale, true, err));
    return ter_measure(&inputs->ranges, inputs->field, v->options->how.threads, &v->talk, err);
}

/* ---- a plan made again ---- */

static enum scree_code write_again(struct bake_made *made, const struct bake_again *again,
                                   struct sink *sink, struct scree_error *err)
{
    const enum scree_code code = again->images
                                     ? bake_write_images(made, again->plan, sink, again->job, err)
                                     : bake_write(made, again->plan, sink, again->job, err);
    sink_close(sink);
    return code;
}

enum scree_code bake_make_again(struct bake_again *again, struct scree_error *err)
{
    struct sink *sink;
    RETURN_IF_ERR(sink_open_digest(&sink, err));
    return write_again(&again->made, again, sink, err);
}

void bake_free_again(struct bake_again *again)
{
    bake_made_free(&again->made);
    mem_arena_free(&again->room);
}

/* ---- files whose digest is another, made once more ---- */

struct kept {
    size_t file; /* of the plan */
    struct scree_bytes bytes;
    size_t used;
};

struct keeper {
    const struct bake_plan *plan;
    struct kept *kept; /* [plan->file_count] */
    size_t count;
    uint64_t most_bytes; /* at a time, or one file */
};

static int keep_begin(void *context, const char *name, void **file)
{
    const struct keeper *keeper = context;
    for (size_t k = 0; k < keeper->count; k++)
        if (strcmp(keeper->plan->files[keeper->kept[k].file].name, name) == 0)
            *file = &keeper->kept[k];
    return 0;
}

static int keep_write(void *context, void *file, const void *data, size_t size)
{
    struct kept *kept = file;
    (void)context;
    if (kept == NULL) return 0;
    if (size > kept->bytes.size - kept->used) return 1;
    memcpy(kept->bytes.data + kept->used, data, size);
    kept->used += size;
    return 0;
}

static void drop_kept(struct keeper *keeper)
{
    for (size_t k = 0; k < keeper->count; k++) file_bytes_free(&keeper->kept[k].bytes);
    keeper->count = 0;
}

/* As many files from *next on as may be kept at a time. */
static enum scree_code choose_kept(struct keeper *keeper, const struct bake_again *again,
                                   size_t *next, struct scree_error *err)
{
    uint64_t total = 0;
    for (; *next < again->plan->file_count; (*next)++) {
        const uint64_t size = again->made.files[*next].size_bytes;
        const enum bake_found found = again->files[*next];
        if (found != BAKE_RECORDED && found != BAKE_CHANGED) continue;
        if (keeper->count > 0 && size > keeper->most_bytes - total) break;
        struct kept *kept = &keeper->kept[keeper->count];
        *kept = (struct kept){.file = *next};
        kept->bytes.data = size < SIZE_MAX ? mem_alloc((size_t)size + 1, 1) : NULL;
        if (kept->bytes.data == NULL) return err_no_memory(err);
        kept->bytes.size = (size_t)size;
        keeper->count++;
        total += size;
        if (total >= keeper->most_bytes) {
            (*next)++;
            break;
        }
    }
    return SCREE_OK;
}

static enum scree_code make_kept(struct keeper *keeper, const struct bake_again *again,
                                 struct scree_error *err)
{
    const struct scree_sink_functions functions = {
        .context = keeper, .parallel = true, .begin = keep_begin, .write = keep_write};
    struct sink *sink;
    struct bake_made made;
    RETURN_IF_ERR(sink_open_functions(&sink, &functions, err));
    const enum scree_code code = write_again(&made, again, sink, err);
    bake_made_free(&made);
    return code;
}

static enum scree_code compare_kept(struct bake_again *again, const struct kept *kept,
                                    struct scree_error *err)
{
    const size_t i = kept->file;
    const char *name = again->plan->files[i].name;
    char text[BAKE_TEXT_SIZE];
    RETURN_IF_ERR(bake_compare_file(text, again->baked, name, again->files[i], &kept->bytes, err));
    if (text[0] != '\0') {
        again->verdict->as_recorded += again->files[i] == BAKE_RECORDED;
        return keep_text(&again->texts[i], again->verdict, text, err);
    }
    /* The manifest lists what the other compressor wrote. */
    for (size_t k = 0; k < again->baked->file_count; k++) {
        const struct baked_file *listed = &again->baked->files[k];
        if (strcmp(listed->name, name) != 0) continue;
        memcpy(again->made.files[i].sha256, listed->sha256, SHA_HEX_SIZE);
        again->made.files[i].size_bytes = listed->bytes;
    }
    again->verdict->repacked++;
    return SCREE_OK;
}

static enum scree_code compare_others(struct bake_again *again, struct keeper *keeper,
                                      struct scree_error *err)
{
    for (size_t next = 0; next < again->plan->file_count;) {
        RETURN_IF_ERR(choose_kept(keeper, again, &next, err));
        if (keeper->count == 0) break;
        RETURN_IF_ERR(make_kept(keeper, again, err));
        for (size_t k = 0; k < keeper->count; k++)
            RETURN_IF_ERR(compare_kept(again, &keeper->kept[k], err));
        drop_kept(keeper);
    }
    return SCREE_OK;
}

/* ---- comparing ---- */

enum scree_code bake_compare_again(struct bake_again *again, struct scree_error *err)
{
    const struct bake_plan *plan = again->plan;
    const size_t count = plan->file_count;
    struct keeper keeper = {.plan = plan, .most_bytes = again->kept_bytes};
    again->files = mem_arena_alloc(&again->room, count, sizeof *again->files);
    again->texts = mem_arena_alloc(&again->room, count + 1, sizeof *again->texts);
    keeper.kept = mem_arena_alloc(&again->room, count, sizeof *keeper.kept);
    if (again->files == NULL || again->texts == NULL || keeper.kept == NULL)
        return err_no_memory(err);
    for (size_t i = 0; i < count; i++) {
        RETURN_IF_ERR(bake_look_at(&again->files[i], again->baked, plan->files[i].name,
                                   again->made.files[i].sha256, err));
        if (again->files[i] == BAKE_ABSENT)
            RETURN_IF_ERR(keep_text(&again->texts[i], again->verdict, "is missing", err));
    }
    const enum scree_code code = compare_others(again, &keeper, err);
    drop_kept(&keeper);
    return code;
}

/* The manifest that belongs to what was made again. */
static enum scree_code compare_manifest(struct verifying *v, struct scree_error *err)
{
    json_t *manifest = bake_manifest_json(v->plan, &v->again.made);
    json_t *program = json_object_get(manifest, "program");
    if (v->options->given.other_version &&
        json_object_set_new(program, "version", json_text(v->baked.version)) != 0) {
        json_decref(manifest);
        return err_no_memory(err);
    }
    struct scree_bytes made;
    RETURN_IF_ERR(json_text_bytes(&made, manifest, err));
    char text[BAKE_TEXT_SIZE];
    bake_compare_text(text, (const char *)v->baked.raw.data, v->baked.raw.size,
                      (const char *)made.data, made.size);
    file_bytes_free(&made);
    return text[0] != '\0' ? keep_text(&v->again.texts[v->plan->file_count], v->verdict, text, err)
                           : SCREE_OK;
}

static enum scree_code compare_all(struct verifying *v, struct scree_error *err)
{
    const size_t files = v->plan->file_count;
    RETURN_IF_ERR(job_step(&v->talk, "starting", 0, err));
    RETURN_IF_ERR(bake_make_again(&v->again, err));
    RETURN_IF_ERR(bake_make_verdict_room(v->verdict, files + 1, err));
    RETURN_IF_ERR(bake_compare_again(&v->again, err));
    RETURN_IF_ERR(compare_manifest(v, err));
    for (size_t i = 0; i <= files; i++)
        if (v->again.texts[i] != NULL)
            RETURN_IF_ERR(bake_add_difference(
                v->verdict, i < files ? v->plan->files[i].name : BAKE_MANIFEST_NAME,
                v->again.texts[i], err));
    v->verdict->files = files + 1;
    return SCREE_OK;
}

/* Which of the tiles, in a sentence; "" for all. */
static void name_some(char out[120], const struct bake_verdict *verdict)
{
    char seed[40] = "";
    out[0] = '\0';
    if (verdict->all_tiles == 0) return;
    if (verdict->seed != 0)
        snprintf(seed, sizeof seed, ", chosen by seed %lu,", (unsigned long)verdict->seed);
    snprintf(out, 120, " in %llu of %llu tiles%s", (unsigned long long)verdict->tiles,
             (unsigned long long)verdict->all_tiles, seed);
}

static void sum_up(const struct verifying *v, struct scree_job *job)
{
    const struct bake_verdict *verdict = v->verdict;
    char some[120];
    name_some(some, verdict);
    if (verdict->repacked > 0)
        job_note(job, NULL,
                 "%zu of the files hold the right samples in other bytes: another version of the "
                 "compressor wrote them",
                 verdict->repacked);
    if (verdict->as_recorded > 0)
        job_note(job, NULL,
                 "%zu files that differ have the SHA-256 in %s: its options were changed, or "
                 "another program made them",
                 verdict->as_recorded, v->baked.listed_in);
    if (verdict->count > 0)
        job_result(job, NULL, "%s: %zu of %zu files%s differ", v->baked.folder, verdict->count,
                   verdict->files, some);
    else
        job_result(job, NULL, "%s: %zu files%s are what %s and %s make", v->baked.folder,
                   verdict->files, some, v->baked.inputs[0].name, v->baked.inputs[1].name);
}

/* ---- the whole ---- */

/* Its manifest, or before there is one, that of the part that is asked for. */
static enum scree_code open_baked(struct verifying *v, const char *folder, struct scree_job *job,
                                  struct scree_error *err)
{
    const struct scree_verify_options *const some = &v->options->given;
    struct os_info info;
    if (some->parts == 0 || !out_parts_begun(folder, inputs_is_note))
        return baked_open(&v->baked, folder, job, err);
    const int reason = file_look_in(&info, folder, BAKE_MANIFEST_NAME, OS_FOLLOW_LINKS);
    if (reason == ENOMEM) return err_no_memory(err);
    if (reason == 0) return baked_open(&v->baked, folder, job, err);
    return bake_open_part(&v->baked, folder, some->part, some->parts, err);
}

static enum scree_code verify(struct verifying *v, const char *folder, struct scree_job *job,
                              struct scree_error *err)
{
    RETURN_IF_ERR(bake_check_some(&v->options->given, err));
    RETURN_IF_ERR(open_baked(v, folder, job, err));
    RETURN_IF_ERR(check_version(v, err));
    if (v->baked.graded)
        return err_set(err, SCREE_UNSUPPORTED,
                       "the ground of the bake was graded for roads; bake what scree grade writes, "
                       "which can be verified");
    RETURN_IF_ERR(bake_find_inputs(v->found, &v->baked, &v->options->given, &v->talk, err));
    RETURN_IF_ERR(check_size(v, err));
    if (v->verdict->count > 0) return SCREE_OK;
    const bool some = v->options->given.parts > 0 || v->options->given.share > 0.0;
    const uint64_t most = v->options->kept_bytes;
    enum scree_code code = read_inputs(v, err);
    if (code == SCREE_OK)
        code = bake_plan_restore(&v->plan, &v->baked, &v->inputs, v->found[2].opened,
                                 &v->options->how, &v->talk, err);
    v->again = (struct bake_again){.baked = &v->baked,
                                   .plan = v->plan,
                                   .verdict = v->verdict,
                                   .job = &v->talk,
                                   .kept_bytes = most > 0 ? most : BAKE_KEPT_BYTES};
    if (code == SCREE_OK && !some) code = compare_all(v, err);
    if (code != SCREE_OK) return code == SCREE_BAD_ARGUMENT ? blame_manifest(v, err) : code;
    if (some) RETURN_IF_ERR(bake_verify_some(&v->again, &v->options->given, err));
    RETURN_IF_ERR(job_check(&v->talk, err));
    sum_up(v, job);
    return SCREE_OK;
}

enum scree_code bake_verify(struct bake_verdict *out, const char *folder,
                            const struct bake_verify_options *options, struct scree_job *job,
                            struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct scree_error own; /* is looked at */
    err_clear(&own);
    struct verifying v = {.options = options, .verdict = out};
    if (job != NULL) {
        v.talk.context = job->context;
        v.talk.progress = job->progress;
    }
    const enum scree_code code = verify(&v, folder, job, &own);
    bake_free_again(&v.again);
    bake_plan_free(v.plan);
    inputs_free(&v.inputs);
    bake_free_inputs(v.found);
    baked_free(&v.baked);
    if (code == SCREE_OK) return SCREE_OK;
    bake_verdict_free(out);
    err_take(err, &own);
    return code;
}

void bake_verdict_free(struct bake_verdict *verdict)
{
    mem_arena_free(&verdict->arena);
    memset(verdict, 0, sizeof *verdict);
}
