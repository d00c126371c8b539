/* A map of rules, baked, beside the picture it was found from. */
#include <string.h>

#include "base/mem.h"
#include "fit/fit.h"

#define BAND_TEXELS (1 << 18)

struct comparing {
    const struct fit_comparing *what;
    struct fit_confusion *out;
    struct render_plan *plan;
    uint8_t *winners;
    bool at_mean; /* of the noise */
};

static void count(struct comparing *c, size_t first, size_t texels)
{
    const struct fit_picture *picture = c->what->picture;
    for (size_t i = 0; i < texels; i++) {
        const uint8_t painted = picture->ids[first + i];
        const uint8_t class = (uint8_t)c->what->rules->layers[c->winners[i]].class;
        if (c->out->fitted != NULL && !c->at_mean) c->out->fitted[first + i] = class;
        if (painted == FIT_NONE) continue;
        if (c->at_mean) {
            c->out->by_rules[painted] += painted == class;
            continue;
        }
        c->out->texels[painted][class]++;
        c->out->total++;
    }
}

static enum scree_code go_over(struct comparing *c, const struct render_merge *merge,
                               struct scree_job *job, struct scree_error *err)
{
    const struct fit_picture *picture = c->what->picture;
    const uint32_t most = 1 + (BAND_TEXELS - 1) / picture->width;
    void *planes[1] = {c->winners};
    const struct render_target target = {.kind = SCREE_WINNER_U8, .merge = merge, .planes = planes};
    for (uint32_t row = 0; row < picture->height; row += most) {
        const uint32_t rows = picture->height - row < most ? picture->height - row : most;
        RETURN_IF_ERR(render_rows_of_file(c->plan, row, rows, &target, 1, err));
        count(c, (size_t)row * picture->width, (size_t)rows * picture->width);
        const double done = (double)(row + rows) / picture->height;
        RETURN_IF_ERR(job_step(job, "comparing", (done + c->at_mean) / 2, err));
    }
    return SCREE_OK;
}

static enum scree_code compare(struct comparing *c, struct scree_job *job, struct scree_error *err)
{
    const struct fit_comparing *what = c->what;
    const struct render_how how = render_how_of(job, what->scene->relief, false);
    struct render_options options =
        render_how_options(&how, what->picture->grid, what->picture->width, what->picture->height);
    struct render_model model = render_model;
    if (c->at_mean) model.noise_spread = 0;
    options.model = &model;
    options.job = job;
    struct render_merge *merge = NULL;
    enum scree_code code = render_merge_depth(&merge, what->map, RENDER_NO_DEPTH, err);
    if (code == SCREE_OK)
        code = render_plan_create(&c->plan, what->scene->field, what->map, &options, err);
    if (code == SCREE_OK) code = go_over(c, merge, job, err);
    render_plan_free(c->plan);
    c->plan = NULL;
    render_merge_free(merge);
    return code;
}

enum scree_code fit_compare(struct fit_confusion *out, const struct fit_comparing *what,
                            struct scree_job *job, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct comparing c = {.what = what, .out = out};
    const size_t width = what->picture->width;
    enum scree_code code = MEM_NEED(&c.winners, BAND_TEXELS + width, 1, err);
    if (code == SCREE_OK && what->fitted)
        code = MEM_NEED(&out->fitted, width, what->picture->height, err);
    if (code == SCREE_OK) code = compare(&c, job, err);
    c.at_mean = true;
    if (code == SCREE_OK) code = compare(&c, job, err);
    mem_free(c.winners);
    if (code == SCREE_OK) return SCREE_OK;
    mem_free(out->fitted);
    memset(out, 0, sizeof *out);
    return code;
}
