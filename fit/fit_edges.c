/*
 * How finely a picture is mixed: in how many places two neighbours in a row differ. A bake of rules with
 * noise has many more such edges than one of sharp rules, so they tell whether what sharp rules miss is
 * noise in the picture, or a boundary that lies elsewhere.
 */
#include "base/mem.h"
#include "fit/fit_search.h"

#define ROWS 256 /* at equal distances */

static uint64_t count_edges(const uint8_t *row, const uint8_t *painted, uint32_t width)
{
    uint64_t edges = 0;
    for (uint32_t i = 1; i < width; i++)
        edges += row[i] != row[i - 1] && painted[i] != FIT_NONE && painted[i - 1] != FIT_NONE;
    return edges;
}

struct edges {
    const struct fit_picture *picture;
    uint32_t every;
    uint8_t *winners;
    uint64_t painted, baked;
};

static enum scree_code go_over(struct edges *e, struct render_plan *plan,
                               const struct render_merge *merge, const struct fit_rules *rules,
                               struct scree_error *err)
{
    const uint32_t width = e->picture->width;
    void *planes[1] = {e->winners};
    const struct render_target target = {.kind = SCREE_WINNER_U8, .merge = merge, .planes = planes};
    for (uint32_t row = e->every / 2; row < e->picture->height; row += e->every) {
        const uint8_t *painted = e->picture->ids + (size_t)row * width;
        RETURN_IF_ERR(render_rows_of_file(plan, row, 1, &target, 1, err));
        for (uint32_t i = 0; i < width; i++)
            e->winners[i] = (uint8_t)rules->layers[e->winners[i]].class;
        e->baked += count_edges(e->winners, painted, width);
        e->painted += count_edges(painted, painted, width);
    }
    return SCREE_OK;
}

enum scree_code fit_count_edges(uint64_t *painted, uint64_t *baked, const struct fit_rules *rules,
                                const struct fit_scene *scene, const struct fit_picture *picture,
                                struct scree_job *job, struct scree_error *err)
{
    struct edges e = {.picture = picture, .every = (picture->height - 1) / ROWS + 1};
    struct srf_map *map = NULL;
    struct render_merge *merge = NULL;
    struct render_plan *plan = NULL;
    const struct render_how how = render_how_of(job, scene->relief, false);
    struct render_options options =
        render_how_options(&how, picture->grid, picture->width, picture->height);
    enum scree_code code = fit_rules_map(&map, rules, picture, scene->field, 0, err);
    if (code == SCREE_OK) code = render_merge_depth(&merge, map, RENDER_NO_DEPTH, err);
    if (code == SCREE_OK) code = render_plan_create(&plan, scene->field, map, &options, err);
    if (code == SCREE_OK) code = MEM_NEED(&e.winners, picture->width, 1, err);
    if (code == SCREE_OK) code = go_over(&e, plan, merge, rules, err);
    mem_free(e.winners);
    render_plan_free(plan);
    render_merge_free(merge);
    srf_free(map);
    *painted = e.painted;
    *baked = e.baked;
    return code;
}
