/*
 * One layer alone: the box in altitude and slope, with its edges and its noise, that tells the texels
 * of a class from others. A layer is taken for the strongest where it covers half of a texel.
 *
 * Limits are added one after the other, the best at each time, and then all numbers are moved by
 * smaller and smaller steps as long as that helps.
 */
#include <string.h>

#include "fit/fit_search.h"

#define TRIED_POSITIONS 32 /* of each limit, when one is added; half of them in haste */
#define LIMIT_COST 0.0003  /* of the logarithm for each texel: a limit that says less is left out */

struct boxing {
    const struct fit_box_task *task;
    int64_t limit_cost;
};

/* Where runs of equal values begin; runs[result] is count. */
static uint32_t find_runs(uint8_t *runs, const float *values, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || values[i] != values[i - 1]) runs[found++] = (uint8_t)i;
    runs[found] = (uint8_t)count;
    return found;
}

/* Beyond their edges ramps are 0 or 1, so cells count in blocks. */
static int64_t judge(const struct boxing *b, const struct fit_box *box)
{
    float altitudes[FIT_MAX_BINS], slopes[FIT_MAX_BINS];
    uint8_t rows[FIT_COARSE_ALTITUDES + 1], columns[FIT_COARSE_SLOPES + 1];
    const struct fit_box_task *task = b->task;
    const struct fit_cells *cells = task->cells;
    fit_box_ramps(altitudes, slopes, box, task->tables, cells, task->ramps);
    const float scale = fit_box_coverage(box) * FIT_PLACES;
    for (uint32_t i = 0; i < cells->bins[FIT_ALTITUDE]; i++) altitudes[i] *= scale;
    const uint32_t row_runs = find_runs(rows, altitudes, cells->bins[FIT_ALTITUDE]);
    const uint32_t column_runs = find_runs(columns, slopes, cells->bins[FIT_SLOPE]);
    const int32_t *is = task->tables->chance[0][box->noise],
                  *is_not = task->tables->chance[1][box->noise];
    int64_t sum = 0;
    for (uint32_t r = 0; r < row_runs; r++) {
        const uint32_t row = rows[r], next_row = rows[r + 1];
        for (uint32_t c = 0; c < column_runs; c++) {
            const uint32_t column = columns[c];
            const uint32_t next = altitudes[row] > 0 ? columns[c + 1] : cells->bins[FIT_SLOPE];
            const uint32_t p = (uint32_t)(altitudes[row] * slopes[column] + 0.5f);
            const uint32_t yes =
                task->sides->below[next_row][next].yes - task->sides->below[next_row][column].yes -
                task->sides->below[row][next].yes + task->sides->below[row][column].yes;
            const uint32_t no =
                task->sides->below[next_row][next].no - task->sides->below[next_row][column].no -
                task->sides->below[row][next].no + task->sides->below[row][column].no;
            sum += (int64_t)yes * is[p] + (int64_t)no * is_not[p];
            if (next == cells->bins[FIT_SLOPE]) break;
        }
    }
    for (int side = 0; side < FIT_SIDES; side++) sum -= box->on[side] ? b->limit_cost : 0;
    return sum;
}

static bool better(const struct boxing *b, struct fit_box *best, int64_t *score,
                   const struct fit_box *box)
{
    const int64_t found = judge(b, box);
    if (found <= *score) return false;
    *score = found;
    *best = *box;
    return true;
}

/* The amount: coverage and noise together, which trade for each other. */
static void find_amount(const struct boxing *b, struct fit_box *best, int64_t *score)
{
    const struct fit_box start = *best;
    for (int noise = 0; noise < (b->task->effort.noise ? FIT_NOISES : 1); noise += 3)
        for (int coverage = 20; coverage <= FIT_COVERAGES; coverage += 4) {
            struct fit_box box = start;
            box.noise = (uint8_t)noise;
            box.coverage = (uint8_t)coverage;
            better(b, best, score, &box);
        }
}

static bool add_limit(struct boxing *b, struct fit_box *best, int64_t *score)
{
    static const uint8_t fuzzes[] = {0, 7, 11};
    const struct fit_box start = *best;
    const int tried = b->task->effort.quick ? TRIED_POSITIONS / 2 : TRIED_POSITIONS;
    bool added = false;
    for (int side = 0; side < FIT_SIDES; side++) {
        if (start.on[side]) continue;
        int64_t of_side = INT64_MIN;
        struct fit_box kept = start;
        for (int i = 0; i < tried; i++)
            for (size_t f = 0; f < sizeof fuzzes; f++) {
                struct fit_box box = start;
                box.on[side] = true;
                box.at[side] = (int16_t)(FIT_BEYOND + (2 * i + 1) * FIT_INSIDE / (2 * tried));
                box.fuzz[side] = fuzzes[f];
                better(b, &kept, &of_side, &box);
            }
        if (of_side <= *score) continue;
        *score = of_side;
        *best = kept;
        added = true;
    }
    return added;
}

static bool polish(const struct boxing *b, struct fit_box *best, int64_t *score, int step)
{
    bool moved = false;
    const int small = step >= 32 ? 4 : step >= 8 ? 2 : 1;
    for (int number = 0; number < FIT_NUMBERS; number++) {
        if (number == FIT_NUMBER_NOISE && !b->task->effort.noise) continue;
        for (int sign = -1; sign <= 1; sign += 2)
            for (int kept = 0; kept < 2; kept++) {
                struct fit_box box = *best;
                if (fit_box_move(&box, number, sign * step, sign * small) &&
                    (kept == 0 || fit_box_keep_edges(&box, best, number, b->task->tables)))
                    moved |= better(b, best, score, &box);
            }
    }
    for (int side = 0; side < FIT_SIDES; side++) {
        struct fit_box box = *best;
        box.on[side] = false;
        moved |= best->on[side] && better(b, best, score, &box);
    }
    return moved;
}

/* Boxes of sharp limits at a few places: what no limit alone begins to say. */
#define GRID 6
static void find_box(const struct boxing *b, struct fit_box *best, int64_t *score)
{
    const struct fit_box start = *best;
    /* Numbers 0 and GRID mean no limit; a pair is below its middle. */
    for (int pairs = 0; pairs < GRID * GRID * GRID * GRID; pairs++) {
        const int low[FIT_AXES] = {pairs % GRID, pairs / (GRID * GRID) % GRID};
        const int high[FIT_AXES] = {pairs / GRID % GRID + 1, pairs / (GRID * GRID * GRID) + 1};
        if (low[0] >= high[0] || low[1] >= high[1]) continue;
        struct fit_box box = start;
        for (int axis = 0; axis < FIT_AXES; axis++) {
            const int lower = 2 * axis, upper = lower + 1;
            box.on[lower] = low[axis] > 0;
            box.on[upper] = high[axis] < GRID;
            box.at[lower] = (int16_t)(FIT_BEYOND + low[axis] * FIT_INSIDE / GRID);
            box.at[upper] = (int16_t)(FIT_BEYOND + high[axis] * FIT_INSIDE / GRID);
        }
        better(b, best, score, &box);
    }
}

static int64_t search(struct boxing *b, struct fit_box *best, bool noisy, bool grid)
{
    int64_t score = INT64_MIN;
    const struct fit_box box = {.coverage = FIT_COVERAGES, .grain = (uint8_t)b->task->cells->grain};
    better(b, best, &score, &box);
    if (noisy) find_amount(b, best, &score);
    if (grid) find_box(b, best, &score);
    while (add_limit(b, best, &score))
        if (noisy) find_amount(b, best, &score);
    if (!noisy) find_amount(b, best, &score);
    do {
        for (int step = 32; step >= (b->task->effort.quick ? 8 : 1);
             step /= b->task->effort.quick ? 4 : 2)
            for (int again = 0; again < (b->task->effort.quick ? 3 : 6); again++)
                if (!polish(b, best, &score, step)) break;
    } while (add_limit(b, best, &score));
    return score;
}

int64_t fit_box_find(struct fit_box *out, const struct fit_box_task *task)
{
    struct boxing b = {.task = task,
                       .limit_cost = (int64_t)(LIMIT_COST * FIT_LOG * (double)task->cells->total)};
    int64_t score = INT64_MIN;
    for (int start = 0; start < (task->effort.noise ? 3 : 2); start++) {
        struct fit_box box;
        const int64_t found = search(&b, &box, start == 2, start == 1);
        if (found <= score) continue;
        score = found;
        *out = box;
    }
    return score;
}
