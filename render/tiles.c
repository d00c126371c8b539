/*
 * The fixed tile grid, and the only place of render/ that knows about threads.
 *
 * Each tile writes its own texels and nothing else; sums are whole numbers kept per thread and
 * added afterwards. So neither the number of threads nor the order of tiles can change a byte.
 *
 * Rule (The same bytes everywhere): Threads, tiles, bands and instruction sets change no bit. See
 * determinism.md, cmake/ScreeKernels.cmake. Tests: unit/test_render
 * (nothing_but_the_input_changes_a_byte), golden/island, cli/equal.
 */
#include <assert.h>
#include <string.h>

#include "base/parallel.h"
#include "render/eval.h"
#include "render/splat.h"

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

struct rows {
    const struct render_plan *plan;
    uint32_t origin; /* row of the grid that is first in the targets' planes */
    uint32_t first, count;
    uint32_t across; /* tiles */
    const struct render_target *targets;
    size_t target_count;
};

static void run_tile(void *context, size_t number, uint32_t thread)
{
    const struct rows *rows = context;
    const struct render_plan *plan = rows->plan;
    const uint32_t column = (uint32_t)(number % rows->across) * plan->tile;
    const uint32_t below = (uint32_t)(number / rows->across) * plan->tile;
    const struct eval_tile tile = {column, rows->first + below,
                                   least(plan->tile, plan->width - column),
                                   least(plan->tile, rows->count - below)};
    struct plan_scratch *const scratch = &plan->scratch[thread];
    eval_tile(plan, &tile, scratch);
    if (scratch->missing != NULL) splat_find_missing(plan, &tile, scratch);
    for (size_t t = 0; t < rows->target_count; t++)
        splat_tile(plan, &tile, rows->first - rows->origin + below, &rows->targets[t], scratch);
}

static void add_sums(const struct render_plan *plan, const struct render_target *target)
{
    const bool weighed = plan->areas.weights != NULL;
    for (uint32_t m = 0; m < target->merge->count; m++)
        for (uint32_t t = 0; t < plan->threads; t++) {
            const struct plan_scratch *const s = &plan->scratch[t];
            target->sums[m] = render_add_units(target->sums[m], s->sums[m]);
            if (target->areas != NULL)
                target->areas[m] =
                    render_add_units(target->areas[m], weighed ? s->areas[m] : s->sums[m]);
        }
}

enum scree_code render_rows_of_file(struct render_plan *plan, uint32_t first_row, uint32_t rows,
                                    const struct render_target *targets, size_t target_count,
                                    struct scree_error *err)
{
    assert(first_row <= plan->height && rows <= plan->height - first_row);
    for (uint32_t t = 0; t < plan->threads; t++) {
        memset(plan->scratch[t].sums, 0, plan->layer_count * sizeof(uint64_t));
        memset(plan->scratch[t].areas, 0, plan->layer_count * sizeof(uint64_t));
    }

    const bool in_file = plan->terrains[0].field->slots != NULL;
    const uint32_t most = in_file ? plan->window_rows : rows;
    struct rows work = {.plan = plan,
                        .origin = first_row,
                        .across = (plan->width + plan->tile - 1) / plan->tile,
                        .targets = targets,
                        .target_count = target_count};
    for (uint32_t done = 0; done < rows; done += work.count) {
        work.first = first_row + done;
        work.count = least(most, rows - done);
        RETURN_IF_ERR(ter_window_hold(plan->window, plan->y + (size_t)work.first * plan->per_y,
                                      (size_t)work.count * plan->per_y, plan->threads, err));
        const size_t down = (work.count + plan->tile - 1) / plan->tile;
        parallel_for(work.across * down, plan->threads, run_tile, &work);
    }

    size_t sum_targets = 0;
    for (size_t t = 0; t < target_count; t++) {
        if (targets[t].kind != SCREE_COVERAGE) continue;
        sum_targets++;
        add_sums(plan, &targets[t]);
    }
    assert(sum_targets <= 1); /* a thread has one set of sums */
    (void)sum_targets;
    return SCREE_OK;
}

void render_rows(struct render_plan *plan, uint32_t first_row, uint32_t rows,
                 const struct render_target *targets, size_t target_count)
{
    const enum scree_code code =
        render_rows_of_file(plan, first_row, rows, targets, target_count, NULL);
    assert(code == SCREE_OK); /* a field in memory */
    (void)code;
}
