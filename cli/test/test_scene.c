/* A scene from its files to answers: one evaluation, whatever the number of claims. */
#include <stdio.h>
#include <string.h>

#include "cli/baked/baked.h"
#include "cli/materials.h"
#include "cli/test/test.h"
#include "out/out.h"

#define BAND_FLOATS (UINT64_C(1) << 24)

static enum err_code no_memory(struct err *err)
{
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a test");
}

/* A path of a test file, relative to where that lies. */
static char *beside(const char *file, const char *path)
{
    const size_t folder = path[0] == '/' ? 0 : (size_t)(load_base(file) - file);
    char *whole = mem_alloc(folder + strlen(path) + 1, 1);
    if (whole == NULL) return NULL;
    memcpy(whole, file, folder);
    strcpy(whole + folder, path);
    return whole;
}

static enum err_code load(struct test_scene *scene, const struct test_file *file,
                          const struct compare_scene *about, const struct args_test *args,
                          struct say *say, struct err *err)
{
    scene->terrain = beside(file->path, about->terrain);
    scene->surface = beside(file->path, about->surface);
    if (scene->terrain == NULL || scene->surface == NULL) return no_memory(err);
    RETURN_IF_ERR(load_pair(&scene->pair, scene->terrain, scene->surface, &args->ground,
                            args->threads, say, err));
    if (about->map == NULL)
        return render_merge_depth(&scene->merge, scene->pair.map, about->depth, err);
    scene->map = beside(file->path, about->map);
    if (scene->map == NULL) return no_memory(err);
    return materials_read(&scene->merge, &scene->map_file, scene->pair.map, scene->map,
                          MATERIALS_REST_OWN, NULL, err);
}

/* ---- evaluating ---- */

struct band {
    struct render_plan *plan;
    uint32_t rows; /* at a time */
    float *memory, *rise, *slope;
    float **weight, **reach; /* [material], reach NULL if it is not asked for */
    void **codes;            /* [material] rows of planes */
    struct compare_planes *planes;
};

static void free_band(struct band *band)
{
    render_plan_free(band->plan);
    mem_free_pixels(band->memory);
    mem_free(band->weight);
    mem_free(band->reach);
    mem_free(band->codes);
    compare_planes_free(band->planes);
}

static enum err_code open_band(struct band *band, const struct test_scene *scene, struct err *err)
{
    const struct compare_stage *stage = &scene->stage;
    const uint32_t count = stage->merge->count;
    const bool reach = compare_run_needs_reach(scene->run);
    const size_t planes = (reach ? 2 : 1) * (size_t)count + 2;
    const uint64_t rows = BAND_FLOATS / (planes * stage->width);
    band->rows = rows < 1 ? 1 : rows < stage->height ? (uint32_t)rows : stage->height;
    const size_t floats = (size_t)band->rows * stage->width;
    band->memory = mem_alloc_pixels(planes, floats * sizeof *band->memory);
    band->weight = mem_alloc(count, sizeof *band->weight);
    band->codes = mem_alloc(count, sizeof *band->codes);
    if (reach) band->reach = mem_alloc(count, sizeof *band->reach);
    if (band->memory == NULL || band->weight == NULL || band->codes == NULL ||
        (reach && band->reach == NULL))
        return no_memory(err);
    band->rise = band->memory;
    band->slope = band->memory + floats;
    for (uint32_t m = 0; m < count; m++) {
        band->weight[m] = band->memory + (2 + m) * floats;
        if (reach) band->reach[m] = band->memory + (2 + count + m) * floats;
    }
    if (!compare_run_needs_planes(scene->run)) return ERR_OK;
    return compare_planes_create(&band->planes, stage->width, stage->height, stage->merge->names,
                                 count, err);
}

static void run_band(struct band *band, struct test_scene *scene, uint32_t first, uint32_t rows)
{
    struct render_target targets[3] = {
        {.kind = RENDER_WEIGHT_F32, .merge = scene->merge, .planes = (void **)band->weight}};
    size_t count = 1;
    if (band->reach != NULL)
        targets[count++] = (struct render_target){
            .kind = RENDER_EFF_F32, .merge = scene->merge, .planes = (void **)band->reach};
    if (band->planes != NULL) {
        for (uint32_t m = 0; m < scene->merge->count; m++)
            band->codes[m] = band->planes->samples[m] + (size_t)first * scene->stage.width;
        targets[count++] = (struct render_target){
            .kind = RENDER_WEIGHT_U8, .merge = scene->merge, .planes = band->codes};
    }
    render_rows(band->plan, first, rows, targets, count);
    scene->evaluated += (uint64_t)rows * scene->stage.width;
    render_ground_rows(band->plan, first, rows, band->rise, band->slope);
    const struct compare_rows given = {.first_row = first,
                                       .rows = rows,
                                       .weight = (const float *const *)band->weight,
                                       .reach = (const float *const *)band->reach,
                                       .rise_tu = band->rise,
                                       .slope = band->slope};
    compare_run_rows(scene->run, &given);
}

/* ---- claims that need the whole ---- */

static enum err_code answer_same(struct test_file *file, struct test_scene *scene, size_t claim,
                                 const struct compare_planes *planes, const char *html,
                                 struct err *err)
{
    char *folder = beside(file->path, file->suite->claims[claim].folder);
    if (folder == NULL) return no_memory(err);
    struct baked baked;
    struct compare_planes *reference = NULL;
    out_recover(folder, NULL);
    enum err_code code = baked_open(&baked, folder, err);
    if (code == ERR_OK && html != NULL) code = baked_check_output(&baked, html, err);
    if (code == ERR_OK) code = baked_read_planes(&reference, &baked, err);
    if (code == ERR_OK) code = compare_run_same(scene->run, claim, planes, reference, err);
    compare_planes_free(reference);
    baked_free(&baked);
    mem_free(folder);
    return code;
}

static enum err_code answer(struct test_file *file, uint32_t index,
                            const struct compare_planes *planes, const char *html, struct err *err)
{
    struct test_scene *scene = &file->scenes[index];
    if (planes != NULL) RETURN_IF_ERR(compare_run_digest(scene->run, planes, err));
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        const struct compare_claim *claim = &file->suite->claims[i];
        if (claim->scene != index) continue;
        if (claim->folder != NULL) RETURN_IF_ERR(answer_same(file, scene, i, planes, html, err));
        file->results[i] = compare_run_result(scene->run, i);
        if (file->results[i] == NULL) return no_memory(err);
        file->failed += !file->results[i]->passed;
    }
    return ERR_OK;
}

enum err_code test_scene_run(struct test_file *file, uint32_t index, const struct args_test *args,
                             struct say *say, struct err *err)
{
    const struct compare_scene *about = &file->suite->scenes[index];
    struct test_scene *scene = &file->scenes[index];
    struct band band = {.plan = NULL};
    RETURN_IF_ERR(load(scene, file, about, args, say, err));
    scene->options = (struct render_options)RENDER_OPTIONS_DEFAULT;
    scene->options.grid = about->grid;
    scene->options.width = about->width;
    scene->options.height = about->height;
    scene->options.relief = about->relief;
    scene->options.root_density = about->root_density;
    scene->options.threads = args->threads;
    enum err_code code;
    FAIL_IF_ERR(code, render_plan_create(&band.plan, scene->pair.field, scene->pair.map,
                                         &scene->options, err));
    scene->stage = (struct compare_stage){.field = scene->pair.field,
                                          .map = scene->pair.map,
                                          .merge = scene->merge,
                                          .width = render_plan_width(band.plan),
                                          .height = render_plan_height(band.plan),
                                          .grid = about->grid};
    code = compare_run_create(&scene->run, file->suite, index, &scene->stage, err);
    if (code != ERR_OK) err_set_file(err, file->path);
    if (code == ERR_OK) code = open_band(&band, scene, err);
    for (uint32_t first = 0; code == ERR_OK && first < scene->stage.height; first += band.rows) {
        const uint32_t left = scene->stage.height - first;
        run_band(&band, scene, first, band.rows < left ? band.rows : left);
    }
    if (code == ERR_OK) code = answer(file, index, band.planes, args->html, err);

fail:
    free_band(&band);
    return code;
}
