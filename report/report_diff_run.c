/* The comparison itself. */
#include <stdio.h>
#include <string.h>

#include "report/diffing.h"

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
    if (layers == NULL || diff->names == NULL) goto nomem;
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
        if (diff->names[i] == NULL) goto nomem;
    }
    return report_diff_number_names(diff, err);

nomem:
    return err_no_memory(err);
}

enum scree_code report_diff_run(struct report_diff *diff, struct scree_job *job,
                                struct scree_error *err)
{
    const bool maps = diff->sides[0].map != NULL && diff->sides[1].map != NULL;
    enum scree_code code = maps ? run_maps(diff, job, err) : run_bakes(diff, job, err);
    if (code == SCREE_OK && diff->pictures != NULL) code = report_pictures_finish(diff, job, err);
    job_finish(job);
    return code == SCREE_OK ? name_joints(diff, err) : code;
}
