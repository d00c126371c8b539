/*
 * The fixed tile grid, and the only place that knows about threads.
 *
 * Each tile writes its own texels and nothing else; sums are whole numbers kept per thread and
 * added afterwards. So neither the number of threads nor the order of tiles can change a byte.
 */
#include "render/tiles.h"

#include <assert.h>
#include <string.h>

#include "render/eval.h"
#include "render/splat.h"

#ifdef _OPENMP
#include <omp.h>
#endif

uint32_t tiles_threads(uint32_t wanted)
{
#ifdef _OPENMP
    return wanted > 0 ? wanted : (uint32_t)omp_get_num_procs();
#else
    (void)wanted;
    return 1;
#endif
}

static uint32_t thread_number(void)
{
#ifdef _OPENMP
    return (uint32_t)omp_get_thread_num();
#else
    return 0;
#endif
}

void tiles_each(uint32_t threads, int64_t count,
                void (*work)(void *context, int64_t number, uint32_t thread), void *context)
{
    (void)threads;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads((int)threads) default(none)                 \
    shared(count, work, context)
#endif
    for (int64_t number = 0; number < count; number++) work(context, number, thread_number());
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void run_tile(const struct render_plan *plan, uint32_t first_row, uint32_t rows,
                     int64_t number, const struct render_target *targets, size_t target_count)
{
    const uint32_t across = (plan->width + plan->tile - 1) / plan->tile;
    const uint32_t column = (uint32_t)(number % across) * plan->tile;
    const uint32_t below = (uint32_t)(number / across) * plan->tile;
    const struct eval_tile tile = {column, first_row + below,
                                   least(plan->tile, plan->width - column),
                                   least(plan->tile, rows - below)};
    struct plan_scratch *const scratch = &plan->scratch[thread_number()];
    eval_tile(plan, &tile, scratch);
    for (size_t t = 0; t < target_count; t++) splat_tile(plan, &tile, below, &targets[t], scratch);
}

static void add_sums(const struct render_plan *plan, const struct render_target *target)
{
    for (uint32_t m = 0; m < target->merge->count; m++)
        for (uint32_t t = 0; t < plan->threads; t++) target->sums[m] += plan->scratch[t].sums[m];
}

void render_rows(struct render_plan *plan, uint32_t first_row, uint32_t rows,
                 const struct render_target *targets, size_t target_count)
{
    assert(first_row <= plan->height && rows <= plan->height - first_row);
    for (uint32_t t = 0; t < plan->threads; t++)
        memset(plan->scratch[t].sums, 0, plan->layer_count * sizeof(uint64_t));

    const int64_t across = (plan->width + plan->tile - 1) / plan->tile;
    const int64_t down = (rows + plan->tile - 1) / plan->tile;
    const int64_t tiles = across * down;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads((int)plan->threads) default(none)           \
    shared(plan, first_row, rows, tiles, targets, target_count)
#endif
    for (int64_t number = 0; number < tiles; number++)
        run_tile(plan, first_row, rows, number, targets, target_count);

    size_t sum_targets = 0;
    for (size_t t = 0; t < target_count; t++) {
        if (targets[t].kind != RENDER_COVERAGE) continue;
        sum_targets++;
        add_sums(plan, &targets[t]);
    }
    assert(sum_targets <= 1); /* a thread has one set of sums */
    (void)sum_targets;
}
