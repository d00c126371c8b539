/* A scene from its files to answers: one evaluation, whatever the number of claims. */
#include <stdio.h>
#include <string.h>

#include "bake/baked.h"
#include "base/os.h"
#include "base/path.h"
#include "inputs/materials.h"
#include "report/test_scene.h"

/* A path of a test file, relative to where that lies. */
static char *beside(const char *file, const char *path)
{
    const size_t folder = os_root(path) > 0 ? 0 : (size_t)(path_base_name(file) - file);
    char *whole = mem_alloc(folder + strlen(path) + 1, 1);
    if (whole == NULL) return NULL;
    memcpy(whole, file, folder);
    strcpy(whole + folder, path);
    return whole;
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

void report_scene_free(struct report_scene *scene)
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

enum scree_code report_scene_run(const struct report_test *test, struct report_test_file *file,
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
