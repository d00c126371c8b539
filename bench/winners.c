#include "bench/winners.h"

enum scree_code winners_draw(uint8_t *winners, const struct srf_map *map,
                             const struct ter_field *field, const struct render_options *options,
                             struct scree_error *err)
{
    struct render_plan *plan = NULL;
    struct render_merge *merge = NULL;
    enum scree_code code = render_merge_depth(&merge, map, RENDER_NO_DEPTH, err);
    if (code == SCREE_OK) code = render_plan_create(&plan, field, map, options, err);
    if (code == SCREE_OK) {
        void *planes[1] = {winners};
        const struct render_target target = {
            .kind = SCREE_WINNER_U8, .merge = merge, .planes = planes};
        render_rows(plan, 0, render_plan_height(plan), &target, 1);
    }
    render_plan_free(plan);
    render_merge_free(merge);
    return code;
}
