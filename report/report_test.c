/* Test files from their bytes to answers, and back to bytes with other expectations. */
#include "report/report_test.h"

#include <stdio.h>
#include <string.h>

#include "bake/baked.h"
#include "base/os.h"
#include "base/path.h"
#include "inputs/materials.h"

/* ---- a scene from its files to answers: one evaluation, whatever the number of claims ---- */

/* A path of a test file, relative to where that lies. */
static char *beside(const char *file, const char *path)
{
    return os_root(path) > 0 ? path_join(NULL, path) : path_beside(file, path);
}

/* No output replaces what is read. */
static enum scree_code protect(const struct report_test *test, const char *path,
                               struct scree_error *err)
{
    if (test->options.output == NULL) return SCREE_OK;
    return sink_protect(test->options.output, &path, 1, err);
}

static enum scree_code load(const struct report_test *test, struct report_scene *scene,
                            const struct report_test_file *file, const struct compare_scene *about,
                            struct scree_job *job, struct scree_error *err)
{
    scene->terrain = beside(file->path, about->terrain);
    scene->surface = beside(file->path, about->surface);
    if (scene->terrain == NULL || scene->surface == NULL) return err_no_memory(err);
    RETURN_IF_ERR(inputs_read(&scene->pair, scene->terrain, scene->surface, &test->options.ground,
                              job_threads(job), job, err));
    RETURN_IF_ERR(protect(test, scene->terrain, err));
    RETURN_IF_ERR(protect(test, scene->surface, err));
    if (about->map == NULL)
        return render_merge_depth(&scene->merge, scene->pair.map, about->depth, err);
    scene->map = beside(file->path, about->map);
    if (scene->map == NULL) return err_no_memory(err);
    RETURN_IF_ERR(
        materials_read(&scene->merge, &scene->map_file, scene->pair.map, scene->map, NULL, err));
    return protect(test, scene->map, err);
}

static void free_scene(struct report_scene *scene)
{
    compare_run_free(scene->run);
    render_areas_free(&scene->areas);
    render_merge_free(scene->merge);
    inputs_free(&scene->pair);
    mem_free(scene->terrain);
    mem_free(scene->surface);
    mem_free(scene->map);
}

/* ---- claims that need the whole ---- */

static enum scree_code answer_same(const struct report_test *test,
                                   const struct report_test_file *file,
                                   const struct report_scene *scene, size_t claim,
                                   const struct compare_planes *planes, struct scree_job *job,
                                   struct scree_error *err)
{
    char *folder = beside(file->path, file->suite->claims[claim].folder);
    if (folder == NULL) return err_no_memory(err);
    struct baked baked;
    struct compare_planes *reference = NULL;
    enum scree_code code = baked_open(&baked, folder, job, err);
    if (code == SCREE_OK) code = baked_protect(&baked, test->options.output, err);
    if (code == SCREE_OK) code = baked_read_planes(&reference, &baked, err);
    if (code == SCREE_OK) code = compare_run_same(scene->run, claim, planes, reference, err);
    compare_planes_free(reference);
    baked_free(&baked);
    mem_free(folder);
    return code;
}

static enum scree_code answer(const struct report_test *test, struct report_test_file *file,
                              uint32_t index, const struct compare_planes *planes,
                              struct scree_job *job, struct scree_error *err)
{
    const struct report_scene *scene = &file->scenes[index];
    if (planes != NULL) RETURN_IF_ERR(compare_run_digest(scene->run, planes, err));
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        const struct compare_claim *claim = &file->suite->claims[i];
        if (claim->scene != index) continue;
        if (claim->folder != NULL)
            RETURN_IF_ERR(answer_same(test, file, scene, i, planes, job, err));
        file->results[i] = compare_run_result(scene->run, i);
        if (file->results[i] == NULL) return err_no_memory(err);
    }
    return SCREE_OK;
}

/* ---- all of it ---- */

static enum scree_code find_degrees(double out_m[2], const void *context, const double degrees[2],
                                    struct scree_error *err)
{
    const struct inputs *pair = context;
    return inputs_find_degrees(out_m, pair->field, &pair->terrain_file, degrees, err);
}

static void set_stage(struct report_scene *scene, const struct render_plan *plan)
{
    scene->stage = (struct compare_stage){.field = scene->pair.field,
                                          .map = scene->pair.map,
                                          .merge = scene->merge,
                                          .width = render_plan_width(plan),
                                          .height = render_plan_height(plan),
                                          .grid = scene->options.grid,
                                          .find_degrees = find_degrees,
                                          .find_context = &scene->pair,
                                          .areas = &scene->areas};
}

static enum scree_code run_scene(const struct report_test *test, struct report_test_file *file,
                                 uint32_t index, struct scree_job *job, struct scree_error *err)
{
    const struct compare_scene *about = &file->suite->scenes[index];
    struct report_scene *scene = &file->scenes[index];
    struct render_plan *plan;
    struct compare_planes *planes = NULL;
    RETURN_IF_ERR(load(test, scene, file, about, job, err));
    const struct render_how how = render_how_of(job, about->relief, about->root_density);
    scene->options = render_how_options(&how, about->grid, about->width, about->height);
    RETURN_IF_ERR(render_areas_create(&scene->areas, scene->pair.field, &scene->options, err));
    RETURN_IF_ERR(
        render_plan_create(&plan, scene->pair.field, scene->pair.map, &scene->options, err));
    set_stage(scene, plan);
    enum scree_code code = compare_run_create(&scene->run, file->suite, index, &scene->stage, err);
    if (code != SCREE_OK) err_set_file(err, file->path);
    if (code == SCREE_OK)
        code = compare_run_evaluate(&planes, scene->run, &scene->stage, plan, job, err);
    if (code == SCREE_OK) {
        scene->evaluated = (uint64_t)scene->stage.width * scene->stage.height;
        code = answer(test, file, index, planes, job, err);
    }
    compare_planes_free(planes);
    render_plan_free(plan);
    return code;
}

/* ---- opening ---- */

#define MAX_BYTES (UINT64_C(1) << 26)

static enum scree_code read_file(struct report_test_file *file, const struct scree_source *source,
                                 struct scree_error *err)
{
    const char *path = source->name != NULL ? source->name : "claims.test";
    RETURN_IF_ERR(source_read(&file->bytes, source, MAX_BYTES, err));
    file->path = mem_arena_text(&file->arena, path, strlen(path));
    return mem_arena_check(&file->arena, err);
}

static enum scree_code parse_file(struct report_test_file *file, struct scree_error *err)
{
    RETURN_IF_ERR(
        compare_suite_read(&file->suite, (const char *)file->bytes.data, file->bytes.size, err));
    const size_t claims = file->suite->claim_count;
    if (claims == 0)
        return err_set(err, SCREE_MALFORMED,
                       "holds no claim, so nothing would be tested; write one, e.g. area(Rock) > 3 "
                       "%%");
    file->scenes = mem_arena_alloc(&file->arena, file->suite->scene_count, sizeof *file->scenes);
    file->results = mem_arena_alloc(&file->arena, claims, sizeof *file->results);
    file->named = mem_arena_alloc(&file->arena, claims, sizeof *file->named);
    file->accepted = mem_arena_alloc(&file->arena, claims, sizeof *file->accepted);
    return mem_arena_check(&file->arena, err);
}

enum scree_code report_test_open(struct report_test **out, const struct scree_source *files,
                                 size_t count, const struct report_test_options *options,
                                 struct scree_error *err)
{
    *out = NULL;
    struct report_test *test = NULL;
    enum scree_code code;
    FAIL_IF_ERR(code, MEM_NEED(&test, 1, sizeof *test, err));
    FAIL_IF_ERR(code, MEM_NEED(&test->files, count, sizeof *test->files, err));
    test->options = *options;
    test->file_count = count;
    for (size_t f = 0; f < count; f++)
        FAIL_IF_ERR(code, read_file(&test->files[f], &files[f], err));
    for (size_t f = 0; f < count; f++) {
        code = parse_file(&test->files[f], err);
        if (code == SCREE_OK) continue;
        err_set_file(err, test->files[f].path);
        goto fail;
    }
    *out = test;
    return SCREE_OK;

fail:
    report_test_free(test);
    return code;
}

static void free_file(struct report_test_file *file)
{
    for (uint32_t i = 0; file->scenes != NULL && i < file->suite->scene_count; i++)
        free_scene(&file->scenes[i]);
    compare_suite_free(file->suite);
    file_bytes_free(&file->bytes);
    mem_arena_free(&file->arena);
}

void report_test_free(struct report_test *test)
{
    if (test == NULL) return;
    for (size_t f = 0; test->files != NULL && f < test->file_count; f++) free_file(&test->files[f]);
    mem_free(test->files);
    mem_free(test);
}

/* ---- accepting ---- */

static enum scree_code name_claim(struct report_test_file *file, size_t index,
                                  struct scree_error *err)
{
    const struct compare_claim *claim = &file->suite->claims[index];
    file->named[index] = true;
    if (claim->expected_to > claim->expected_from) return SCREE_OK;
    err_set(err, SCREE_BAD_ARGUMENT,
            "line %u, column %u: {accept} %.60s: this claim states an intention, not a measured "
            "value; change it by hand",
            (unsigned)claim->line, (unsigned)claim->column, claim->name);
    err_set_file(err, file->path);
    return SCREE_BAD_ARGUMENT;
}

enum scree_code report_test_accept(struct report_test *test, const char *name,
                                   struct scree_error *err)
{
    bool found = false;
    for (size_t f = 0; f < test->file_count; f++) {
        const struct compare_suite *suite = test->files[f].suite;
        for (size_t i = 0; i < suite->claim_count; i++) {
            if (suite->claims[i].name == NULL || strcmp(suite->claims[i].name, name) != 0) continue;
            found = true;
            RETURN_IF_ERR(name_claim(&test->files[f], i, err));
        }
    }
    if (found) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "{accept} %.60s: no claim has this name (a name comes before its claim, \"name: "
                   "area(Rock) ...\")",
                   name);
}

/* Named claims only, byte by byte: spans in rising order, as claims are in the file. */
enum scree_code report_test_rewrite(struct scree_bytes *out, const struct report_test_file *file,
                                    struct scree_error *err)
{
    const struct compare_suite *suite = file->suite;
    *out = (struct scree_bytes){0};
    size_t room = file->bytes.size;
    for (size_t i = 0; i < suite->claim_count; i++)
        if (file->accepted[i]) room += strlen(file->results[i]->accepted);
    uint8_t *text;
    RETURN_IF_ERR(MEM_NEED(&text, room + 1, 1, err));
    size_t from = 0, used = 0;
    for (size_t i = 0; i < suite->claim_count; i++) {
        if (!file->accepted[i]) continue;
        const struct compare_claim *claim = &suite->claims[i];
        const size_t kept = claim->expected_from - from;
        const size_t length = strlen(file->results[i]->accepted);
        memcpy(text + used, file->bytes.data + from, kept);
        memcpy(text + used + kept, file->results[i]->accepted, length);
        used += kept + length;
        from = claim->expected_to;
    }
    memcpy(text + used, file->bytes.data + from, file->bytes.size - from);
    *out = (struct scree_bytes){text, used + file->bytes.size - from};
    return SCREE_OK;
}

/* ---- running ---- */

/* Metres from edges that a claim does not name. */
static void warn_of_bare(const struct report_test_file *file, struct scree_job *job)
{
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        const struct compare_claim *claim = &file->suite->claims[i];
        if (!claim->is_bare) continue;
        job_warn(job, file->path,
                 "line %u: metres without letters count from the west and the north edge; name the "
                 "edges, 900E,1250N from west and south, 900E,1250S from west and north",
                 (unsigned)claim->line);
        return;
    }
}

static void judge(struct report_test_file *file)
{
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        const struct compare_result *result = file->results[i];
        if (result->passed) continue;
        file->accepted[i] = file->named[i] && result->accepted != NULL;
        if (file->accepted[i])
            file->rewritten++;
        else
            file->failed++;
    }
}

enum scree_code report_test_run(struct report_test *test, struct scree_job *job,
                                struct scree_error *err)
{
    for (size_t f = 0; f < test->file_count; f++) {
        struct report_test_file *file = &test->files[f];
        warn_of_bare(file, job);
        for (uint32_t i = 0; i < file->suite->scene_count; i++)
            RETURN_IF_ERR(run_scene(test, file, i, job, err));
        judge(file);
    }
    job_finish(job);
    return SCREE_OK;
}

size_t report_test_failed(const struct report_test *test)
{
    size_t failed = 0;
    for (size_t f = 0; f < test->file_count; f++) failed += test->files[f].failed;
    return failed;
}

size_t report_test_claims(const struct report_test *test)
{
    size_t count = 0;
    for (size_t f = 0; f < test->file_count; f++) count += test->files[f].suite->claim_count;
    return count;
}

struct scree_claim report_test_claim(const struct report_test *test, size_t i)
{
    const struct report_test_file *file = test->files;
    for (; i >= file->suite->claim_count; file++) i -= file->suite->claim_count;
    const struct compare_claim *claim = &file->suite->claims[i];
    const struct compare_result *result = file->results[i];
    return (struct scree_claim){.file = (size_t)(file - test->files),
                                .line = claim->line,
                                .column = claim->column,
                                .name = claim->name,
                                .text = claim->text,
                                .result = result->passed      ? SCREE_HOLDS
                                          : file->accepted[i] ? SCREE_REWRITTEN
                                                              : SCREE_FAILS,
                                .found = result->found,
                                .has_texel = result->has_place,
                                .texel = {result->column, result->row},
                                .failing = result->failing,
                                .considered = result->considered,
                                .missing = result->missing,
                                .no_data = result->no_data};
}
