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
    const struct fit_tables *tables;
    const struct fit_cells *cells;
    const uint32_t *yes, *no;
    struct fit_effort effort;
    int64_t limit_cost;
};

static int64_t judge(const struct boxing *b, const struct fit_box *box)
{
    float altitudes[FIT_MAX_BINS], slopes[FIT_MAX_BINS];
    const struct fit_cells *cells = b->cells;
    fit_box_ramps(altitudes, slopes, box, b->tables, cells);
    const float scale = fit_box_coverage(box) * FIT_PLACES;
    for (uint32_t i = 0; i < cells->bins[FIT_ALTITUDE]; i++) altitudes[i] *= scale;
    const int32_t *is = b->tables->chance[box->grain][0][box->noise],
                  *is_not = b->tables->chance[box->grain][1][box->noise];
    uint8_t *const *bin = cells->bin[box->grain];
    int64_t sum = 0;
    for (uint32_t cell = 0; cell < cells->count; cell++) {
        const float place = altitudes[bin[FIT_ALTITUDE][cell]] * slopes[bin[FIT_SLOPE][cell]];
        const uint32_t p = (uint32_t)(place + 0.5f);
        sum += (int64_t)b->yes[cell] * is[p] + (int64_t)b->no[cell] * is_not[p];
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
    for (int noise = 0; noise < (b->effort.noise ? FIT_NOISES : 1); noise += 3)
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
    const int tried = b->effort.quick ? TRIED_POSITIONS / 2 : TRIED_POSITIONS;
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
        if (number == FIT_NUMBER_NOISE && !b->effort.noise) continue;
        for (int sign = -1; sign <= 1; sign += 2)
            for (int kept = 0; kept < 2; kept++) {
                struct fit_box box = *best;
                if (fit_box_move(&box, number, sign * step, sign * small) &&
                    (kept == 0 || fit_box_keep_edges(&box, best, number, b->tables)))
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
    const struct fit_box box = {.coverage = FIT_COVERAGES, .grain = (uint8_t)b->cells->grain};
    better(b, best, &score, &box);
    if (noisy) find_amount(b, best, &score);
    if (grid) find_box(b, best, &score);
    while (add_limit(b, best, &score))
        if (noisy) find_amount(b, best, &score);
    if (!noisy) find_amount(b, best, &score);
    do {
        for (int step = 32; step >= (b->effort.quick ? 8 : 1); step /= b->effort.quick ? 4 : 2)
            for (int again = 0; again < (b->effort.quick ? 3 : 6); again++)
                if (!polish(b, best, &score, step)) break;
    } while (add_limit(b, best, &score));
    return score;
}

int64_t fit_box_find(struct fit_box *out, const struct fit_box_task *task)
{
    struct boxing b = {.tables = task->tables,
                       .cells = task->cells,
                       .yes = task->yes,
                       .no = task->no,
                       .effort = task->effort,
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
