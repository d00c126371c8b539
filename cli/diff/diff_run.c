/* The comparison itself. */
#include <stdio.h>
#include <string.h>

#include "cli/diff/diff_pictures.h"
#include "cli/signals.h"

static bool proceed(void *context, double fraction)
{
    struct diff *diff = context;
    say_progress(diff->say, "comparing", fraction);
    return signals_pending() == 0;
}

static bool wants_pictures(const struct diff *diff)
{
    return diff->args->picture != NULL || diff->args->html != NULL;
}

static struct compare_cover_options cover_options(struct diff *diff)
{
    double over = diff->args->over * diff->full;
    if (over < 1) over = 1;
    const uint32_t whole = (uint32_t)over;
    return (struct compare_cover_options){
        .full = diff->full,
        .over = (double)whole < over ? whole + 1 : whole,
        .watch = diff->pictures != NULL ? diff_pictures_watch : NULL,
        .proceed = proceed,
        .context = diff,
    };
}

static enum err_code run_maps(struct diff *diff, struct err *err)
{
    const struct srf_map *before = diff->sides[0].map, *after = diff->sides[1].map;
    RETURN_IF_ERR(compare_maps(&diff->changes, before, after, err));
    diff->joint_count = diff->changes->joint_count;
    if (diff->field == NULL) return ERR_OK;
    if (wants_pictures(diff)) RETURN_IF_ERR(diff_pictures_open(diff, err));
    const struct compare_evaluate_options options = {
        .render = diff->render,
        .depth = diff->depth,
        .explain = true,
        .cover = cover_options(diff),
    };
    return compare_evaluate(&diff->cover, diff->changes, diff->field, before, after, &options, err);
}

static enum err_code run_folders(struct diff *diff, struct err *err)
{
    if (wants_pictures(diff)) RETURN_IF_ERR(diff_pictures_open(diff, err));
    const struct baked *baked =
        diff->sides[0].map == NULL ? &diff->sides[0].baked : &diff->sides[1].baked;
    for (int s = 0; s < 2; s++) {
        struct diff_side *side = &diff->sides[s];
        if (side->map == NULL) continue;
        RETURN_IF_ERR(compare_map_source_create(&side->rendered, &side->source, diff->field,
                                                side->map, &diff->render, diff->depth, diff->full,
                                                side->joint, err));
    }
    struct compare_cover_options options = cover_options(diff);
    options.width = baked->width;
    options.height = baked->height;
    options.count = diff->joint_count;
    return compare_cover(&diff->cover, &diff->sides[0].source, &diff->sides[1].source, &options,
                         err);
}

enum err_code diff_run(struct diff *diff, struct err *err)
{
    const bool maps = diff->sides[0].map != NULL && diff->sides[1].map != NULL;
    enum err_code code = maps ? run_maps(diff, err) : run_folders(diff, err);
    if (code == ERR_OK && diff->pictures != NULL) code = diff_pictures_finish(diff, err);
    say_progress_end(diff->say);
    return code;
}

/* ---- names ---- */

static bool is_shown(const struct diff *diff, uint32_t joint)
{
    return diff->cover == NULL || diff->cover->areas[joint].in_before ||
           diff->cover->areas[joint].in_after;
}

enum err_code diff_number_names(struct diff *diff, struct err *err)
{
    for (uint32_t i = diff->joint_count; i-- > 1;) {
        unsigned before = 0;
        for (uint32_t j = 0; j < i; j++)
            before += is_shown(diff, j) && strcmp(diff->names[j], diff->names[i]) == 0;
        if (before == 0 || !is_shown(diff, i)) continue;
        char name[COMPARE_MAX_PATH + 16];
        const int length =
            snprintf(name, sizeof name, "%.*s (%u)", COMPARE_MAX_PATH, diff->names[i], before + 1);
        diff->names[i] = mem_arena_text(&diff->arena, name, (size_t)length);
        if (diff->names[i] == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the names of layers");
    }
    return ERR_OK;
}

/* Layers are shown by their name where no other has it, else by their path. */
enum err_code diff_name_joints(struct diff *diff, struct err *err)
{
    if (diff->names != NULL) return ERR_OK;
    const struct srf_layer **layers =
        mem_arena_alloc(&diff->arena, diff->joint_count, sizeof *layers);
    diff->names = mem_arena_alloc(&diff->arena, diff->joint_count, sizeof *diff->names);
    if (layers == NULL || diff->names == NULL) goto nomem;
    const struct srf_map *before = diff->sides[0].map, *after = diff->sides[1].map;
    for (uint32_t j = 0; j < after->layer_count; j++)
        layers[diff->changes->joint_of_after[j]] = after->layers[j];
    for (uint32_t i = 0; i < before->layer_count; i++)
        if (diff->changes->after_of_before[i] == COMPARE_NO_LAYER) layers[i] = before->layers[i];
    for (uint32_t i = 0; i < diff->joint_count; i++) {
        bool alone = layers[i]->name[0] != '\0';
        for (uint32_t j = 0; j < diff->joint_count && alone; j++)
            alone = j == i || !is_shown(diff, j) || strcmp(layers[i]->name, layers[j]->name) != 0;
        char path[COMPARE_MAX_PATH];
        const char *name = alone ? layers[i]->name : srf_layer_path(path, sizeof path, layers[i]);
        diff->names[i] = mem_arena_text(&diff->arena, name, strlen(name));
        if (diff->names[i] == NULL) goto nomem;
    }
    return diff_number_names(diff, err);

nomem:
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the names of layers");
}
