/* Both sides as they are given, and what must agree before they can be compared. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "image/image.h"
#include "report/diffing.h"

/* ---- the comparison itself ---- */

static struct compare_cover_options cover_options(struct report_diff *diff, struct scree_job *job)
{
    double over = diff->options.given.over * diff->full;
    if (over < 1) over = 1;
    const uint32_t whole = (uint32_t)over;
    return (struct compare_cover_options){
        .full = diff->full,
        .over = (double)whole < over ? whole + 1 : whole,
        .watch = diff->pictures != NULL ? report_pictures_watch : NULL,
        .context = diff,
        .areas = &diff->areas,
        .job = job,
    };
}

static enum scree_code run_maps(struct report_diff *diff, struct scree_job *job,
                                struct scree_error *err)
{
    const struct srf_map *before = diff->sides[0].map, *after = diff->sides[1].map;
    RETURN_IF_ERR(compare_maps(&diff->changes, before, after, err));
    diff->joint_count = diff->changes->joint_count;
    if (diff->options.field == NULL) return SCREE_OK;
    RETURN_IF_ERR(render_areas_create(&diff->areas, diff->options.field, &diff->render, err));
    if (diff->options.given.pictures) RETURN_IF_ERR(report_pictures_open(diff, err));
    const struct compare_evaluate_options options = {
        .render = diff->render,
        .depth = diff->depth,
        .explain = true,
        .cover = cover_options(diff, job),
    };
    return compare_evaluate(&diff->cover, diff->changes, diff->options.field, before, after,
                            &options, err);
}

static enum scree_code run_bakes(struct report_diff *diff, struct scree_job *job,
                                 struct scree_error *err)
{
    if (diff->options.given.pictures) RETURN_IF_ERR(report_pictures_open(diff, err));
    const struct baked *baked = diff->sides[diff->sides[0].map != NULL].baked;
    for (int s = 0; s < 2; s++) {
        struct report_side_work *work = &diff->work[s];
        if (diff->sides[s].map == NULL) continue;
        const struct compare_mapping mapping = {diff->options.field, diff->sides[s].map,
                                                &diff->render,       diff->depth,
                                                diff->full,          work->joint};
        RETURN_IF_ERR(compare_map_source_create(&work->rendered, &work->source, &mapping, err));
    }
    struct compare_cover_options options = cover_options(diff, job);
    options.width = baked->width;
    options.height = baked->height;
    options.count = diff->joint_count;
    return compare_cover(&diff->cover, &diff->work[0].source, &diff->work[1].source, &options, err);
}

/* ---- names ---- */

static bool is_shown(const struct report_diff *diff, uint32_t joint)
{
    return diff->cover == NULL || diff->cover->areas[joint].is.in_before ||
           diff->cover->areas[joint].is.in_after;
}

enum scree_code report_diff_number_names(struct report_diff *diff, struct scree_error *err)
{
    for (uint32_t i = diff->joint_count; i-- > 1;) {
        unsigned before = 0;
        for (uint32_t j = 0; j < i; j++)
            before += is_shown(diff, j) && strcmp(diff->names[j], diff->names[i]) == 0;
        if (before == 0 || !is_shown(diff, i)) continue;
        char name[SRF_MAX_PATH + 16];
        const int length =
            snprintf(name, sizeof name, "%.*s (%u)", SRF_MAX_PATH, diff->names[i], before + 1);
        diff->names[i] = mem_arena_text(&diff->arena, name, (size_t)length);
        if (diff->names[i] == NULL) return err_no_memory(err);
    }
    return SCREE_OK;
}

/* Layers are shown by their name where no other has it, else by their path. */
static enum scree_code name_joints(struct report_diff *diff, struct scree_error *err)
{
    if (diff->names != NULL) return SCREE_OK;
    const struct srf_layer **layers =
        mem_arena_alloc(&diff->arena, diff->joint_count, sizeof *layers);
    diff->names = mem_arena_alloc(&diff->arena, diff->joint_count, sizeof *diff->names);
    if (layers == NULL || diff->names == NULL) return err_no_memory(err);
    const struct srf_map *before = diff->sides[0].map, *after = diff->sides[1].map;
    for (uint32_t j = 0; j < after->layer_count; j++)
        layers[diff->changes->joint_of_after[j]] = after->layers[j];
    for (uint32_t i = 0; i < before->layer_count; i++)
        if (diff->changes->after_of_before[i] == SCREE_NO_LAYER) layers[i] = before->layers[i];
    for (uint32_t i = 0; i < diff->joint_count; i++) {
        bool alone = layers[i]->name[0] != '\0';
        for (uint32_t j = 0; j < diff->joint_count && alone; j++)
            alone = j == i || !is_shown(diff, j) || strcmp(layers[i]->name, layers[j]->name) != 0;
        char path[SRF_MAX_PATH];
        const char *name = alone ? layers[i]->name : srf_layer_path(path, sizeof path, layers[i]);
        diff->names[i] = mem_arena_text(&diff->arena, name, strlen(name));
        if (diff->names[i] == NULL) return err_no_memory(err);
    }
    return report_diff_number_names(diff, err);
}

/* Compares and names what was compared. */
static enum scree_code run(struct report_diff *diff, struct scree_job *job, struct scree_error *err)
{
    const bool maps = diff->sides[0].map != NULL && diff->sides[1].map != NULL;
    enum scree_code code = maps ? run_maps(diff, job, err) : run_bakes(diff, job, err);
    if (code == SCREE_OK && diff->pictures != NULL) code = report_pictures_finish(diff, job, err);
    job_finish(job);
    return code == SCREE_OK ? name_joints(diff, err) : code;
}

/* ---- both sides, and what must agree ---- */

#define REFUSE(err, ...) err_set_option(err, "sides", __VA_ARGS__)

/* ---- each side ---- */

static enum scree_code check_bake(const struct report_side *side, struct scree_error *err)
{
    const struct baked *baked = side->baked;
    if (baked == NULL) return SCREE_OK;
    if (baked->plane != SCREE_BAKE_WEIGHT)
        return REFUSE(err,
                      "%.80s holds each layer's own reach, which does not record how "
                      "layers cover each other; bake weights to compare",
                      side->path);
    if (baked->cut.columns > 1 || baked->cut.rows > 1)
        return REFUSE(err, "%.100s holds its images in pieces; bake whole images to compare",
                      side->path);
    if (baked->format > SCREE_BAKE_TIFF32F)
        return REFUSE(err, "%.100s holds its masks as %s; bake pictures to compare", side->path,
                      bake_format_name(baked->format));
    for (size_t m = 0; m < baked->material_count; m++)
        if (baked->materials[m].file == NULL)
            return REFUSE(err, "%.100s holds no masks; bake them to compare", side->path);
    return SCREE_OK;
}

static enum scree_code check_options(const struct report_diff *diff, int bakes,
                                     struct scree_error *err)
{
    const struct report_diff_options *o = &diff->options;
    if (bakes > 0 && o->given.depth != RENDER_NO_DEPTH)
        return err_set_option(err, "depth",
                              "the depth is that of the bake and cannot be changed afterwards");
    if (bakes > 0 && o->given.width != 0)
        return err_set_option(err, "width",
                              "the size is that of the bake and cannot be changed afterwards");
    if (bakes == 1 && o->field == NULL)
        return err_set_option(
            err, "terrain", "a surface map and a bake can only be compared on a terrain; name one");
    if (bakes == 0 && o->field == NULL && (o->warn.given || o->fail.given || o->given.pictures))
        return err_set_option(err, "terrain",
                              "limits and pictures are about what changes on a terrain; name one");
    return SCREE_OK;
}

/* ---- what must agree ---- */

static uint32_t full_of(const struct baked *baked)
{
    const enum image_number number = bake_format_number(baked->format);
    return number == IMAGE_U8    ? COMPARE_FULL_U8
           : number == IMAGE_U16 ? COMPARE_FULL_U16
                                 : COMPARE_FULL_FINE;
}

static bool same_region(const struct baked *a, const struct baked *b)
{
    return a->region.width == b->region.width && a->region.column == b->region.column &&
           a->region.row == b->region.row && a->whole_width == b->whole_width &&
           a->whole_height == b->whole_height;
}

static enum scree_code join_bakes(struct report_diff *diff, struct scree_error *err)
{
    const struct baked *a = diff->sides[0].baked, *b = diff->sides[1].baked;
    const double *texel_m = b->texel_m;
    memcpy(diff->info.texel_m, a->texel_m, sizeof diff->info.texel_m);
    if (a->width != b->width || a->height != b->height)
        return REFUSE(err, "the bakes have %u x %u and %u x %u texels; bake both in the same size",
                      (unsigned)a->width, (unsigned)a->height, (unsigned)b->width,
                      (unsigned)b->height);
    if (full_of(a) != full_of(b))
        return REFUSE(err, "the masks are %s and %s; bake both in the same format",
                      bake_format_name(a->format), bake_format_name(b->format));
    if (a->vertices != b->vertices || a->south_first != b->south_first)
        return REFUSE(err, "texels lie at different places in the two; bake both on "
                           "the same grid, with rows in one order");
    if (!same_region(a, b))
        return REFUSE(err, "the bakes hold different parts; bake the same region of both");
    for (int i = 0; i < 2; i++)
        if (fabs(texel_m[i] - diff->info.texel_m[i]) > 1e-9 * texel_m[i])
            return REFUSE(err, "a texel is %.6g x %.6g m and %.6g x %.6g m", diff->info.texel_m[0],
                          diff->info.texel_m[1], texel_m[0], texel_m[1]);
    diff->full = full_of(a);
    return SCREE_OK;
}

static void measure_texels(double texel_m[2], const struct report_diff *diff)
{
    const struct ter_field *field = diff->options.field;
    texel_m[0] = ter_extent_x_m(field) / diff->render.width;
    texel_m[1] = ter_extent_y_m(field) / diff->render.height;
}

/* A map is evaluated as the bake was; a bake of a part is compared with the same part of the whole. */
static enum scree_code join_mixed(struct report_diff *diff, const struct report_side *side,
                                  struct scree_job *job, struct scree_error *err)
{
    const struct baked *baked = side->baked;
    const struct inputs_file *terrain = diff->options.terrain;
    if (baked->inputs[2].name != NULL)
        return REFUSE(err,
                      "%.80s was baked with a list of materials; bake the surface map "
                      "with it and compare the bakes",
                      side->path);
    if (baked->vertices || baked->south_first || baked->layers > 0)
        return REFUSE(err,
                      "%.80s was baked with options of its own for grid, rows or "
                      "layers; bake the surface map in the same way and compare the "
                      "bakes",
                      side->path);
    if (strcmp(baked->inputs[0].sha256, terrain->sha256) != 0)
        job_warn(job, NULL, "%s: not the terrain that %s was baked on", terrain->path, side->path);
    diff->full = full_of(baked);
    diff->render.width = baked->whole_width;
    diff->render.height = baked->whole_height;
    diff->render.crop = baked->region;
    diff->render.relief = baked->relief;
    diff->render.root_density = baked->root_density;
    diff->depth = baked->depth;
    double there_m[2];
    measure_texels(there_m, diff);
    memcpy(diff->info.texel_m, baked->texel_m, sizeof diff->info.texel_m);
    if (fabs(there_m[0] - diff->info.texel_m[0]) <= 1e-9 * there_m[0] &&
        fabs(there_m[1] - diff->info.texel_m[1]) <= 1e-9 * there_m[1])
        return SCREE_OK;
    return REFUSE(err,
                  "a texel of %.100s is %.6g x %.6g m, on this terrain it is %.6g x "
                  "%.6g",
                  side->path, diff->info.texel_m[0], diff->info.texel_m[1], there_m[0], there_m[1]);
}

static void join_maps(struct report_diff *diff)
{
    const struct ter_field *field = diff->options.field;
    diff->full = COMPARE_FULL_FINE;
    if (field == NULL) return;
    if (diff->render.width == 0) {
        diff->render.width = field->points_x - 1;
        diff->render.height = field->points_y - 1;
    }
    measure_texels(diff->info.texel_m, diff);
}

static enum scree_code join(struct report_diff *diff, struct scree_job *job,
                            struct scree_error *err)
{
    int bakes = 0;
    for (int s = 0; s < 2; s++) {
        RETURN_IF_ERR(check_bake(&diff->sides[s], err));
        bakes += diff->sides[s].baked != NULL;
    }
    RETURN_IF_ERR(check_options(diff, bakes, err));
    if (bakes == 0) {
        join_maps(diff);
        return SCREE_OK;
    }
    RETURN_IF_ERR(bakes == 2
                      ? join_bakes(diff, err)
                      : join_mixed(diff, &diff->sides[diff->sides[0].map != NULL], job, err));
    return report_diff_open_bakes(diff, err);
}

/* ---- all of it ---- */

enum scree_code report_diff_create(struct report_diff **out, const struct report_side sides[2],
                                   const struct report_diff_options *options, struct scree_job *job,
                                   struct scree_error *err)
{
    *out = NULL;
    struct report_diff *diff;
    RETURN_IF_ERR(MEM_NEED(&diff, 1, sizeof *diff, err));
    diff->options = *options;
    diff->depth = options->given.depth;
    diff->render =
        render_how_options(&options->how, SCREE_CELLS, options->given.width, options->given.height);
    for (int s = 0; s < 2; s++) {
        diff->sides[s] = sides[s];
        diff->work[s].diff = diff;
    }
    enum scree_code code = join(diff, job, err);
    if (code == SCREE_OK) code = run(diff, job, err);
    if (code != SCREE_OK) {
        report_diff_free(diff);
        return code;
    }
    report_diff_judge(diff);
    *out = diff;
    return SCREE_OK;
}

void report_diff_free(struct report_diff *diff)
{
    if (diff == NULL) return;
    for (int s = 0; s < 2; s++) {
        struct report_side_work *work = &diff->work[s];
        for (size_t m = 0; work->masks != NULL && m < diff->sides[s].baked->material_count; m++)
            baked_samples_free(&work->masks[m]);
        mem_free(work->masks);
        compare_map_source_free(work->rendered);
    }
    if (diff->pictures != NULL) mem_free_pixels(diff->pictures->gainer);
    mem_free(diff->pictures);
    render_areas_free(&diff->areas);
    compare_cover_free(diff->cover);
    compare_changes_free(diff->changes);
    mem_arena_free(&diff->arena);
    mem_free(diff);
}

static enum scree_code write_picture(struct scree_bytes *out, const struct report_diff *diff,
                                     struct scree_error *err)
{
    const struct report_pictures *p = diff->pictures;
    if (p == NULL)
        return err_set_option(err, "form", "the picture was not asked for; compare with pictures");
    return image_write_png8_memory(out, p->change, p->width, p->height, err);
}

enum scree_code report_diff(struct scree_bytes *out, const struct report_diff *diff,
                            enum scree_form form, struct scree_job *job, struct scree_error *err)
{
    *out = (struct scree_bytes){0};
    if (form == SCREE_JSON) return json_text_bytes(out, report_diff_json(diff), err);
    if (form == SCREE_HTML) return report_diff_page(out, diff, job, err);
    if (form == SCREE_PNG) return write_picture(out, diff, err);
    struct report report = {.job = job};
    enum scree_code code = report_diff_text(&report, diff, err);
    if (code == SCREE_OK) code = report_take(out, &report, err);
    report_free(&report);
    return code;
}
