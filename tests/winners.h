/* The winners of a whole image, a hundred rows at a time, of a field wherever its samples are. */
#ifndef TESTS_WINNERS_H
#define TESTS_WINNERS_H

#include "tests/fixture.h"

#include "render/render.h"

static inline enum scree_code winners(uint8_t *out, const struct ter_field *field,
                                      const struct srf_map *map,
                                      const struct render_options *options, struct scree_error *err)
{
    struct render_merge *merge = NULL;
    struct render_plan *plan = NULL;
    assert_ok(render_merge_depth(&merge, map, 9, err), err);
    enum scree_code code = render_plan_create(&plan, field, map, options, err);
    for (uint32_t row = 0; code == SCREE_OK && row < render_plan_height(plan); row += 100) {
        const uint32_t left = render_plan_height(plan) - row, rows = left < 100 ? left : 100;
        void *plane = out + (size_t)row * render_plan_width(plan);
        const struct render_target target = {
            .kind = SCREE_WINNER_U8, .merge = merge, .planes = &plane};
        code = render_rows_of_file(plan, row, rows, &target, 1, err);
    }
    render_plan_free(plan);
    render_merge_free(merge);
    return code;
}

#endif
