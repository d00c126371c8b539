/* Numbers of a layer, moved. */
#include "fit/fit_search.h"

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static bool step(uint8_t *number, int by, int low, int high)
{
    const int value = clamp(*number + by, low, high);
    const bool moved = value != *number;
    *number = (uint8_t)value;
    return moved;
}

static int side_of(int number)
{
    return (number - 2) / 2;
}

bool fit_box_move(struct fit_box *box, int number, int by, int small)
{
    if (number == FIT_NUMBER_COVERAGE) return step(&box->coverage, small, 1, FIT_COVERAGES);
    if (number == FIT_NUMBER_NOISE) return step(&box->noise, small, 0, FIT_NOISES - 1);
    const int side = side_of(number);
    if (!box->on[side]) return false;
    if (number % 2 == 1) return step(&box->fuzz[side], small, 0, FIT_FUZZES - 1);
    const int at = clamp(box->at[side] + by, 0, FIT_POSITIONS - 1);
    const bool moved = at != box->at[side];
    box->at[side] = (int16_t)at;
    return moved;
}

/* ---- edges ---- */

/* What a limit leaves of a layer at a place of its axis. */
static float left_at(const struct fit_box *box, int side, double place,
                     const struct fit_tables *tables)
{
    const bool by_slope = side >= FIT_GENTLEST;
    const struct fit_axis *axis = &tables->ground->axes[by_slope ? FIT_SLOPE : FIT_ALTITUDE];
    const double at = axis->position[box->at[side]], fuzz = axis->fuzz[box->fuzz[side]];
    float share;
    if (by_slope) {
        const struct render_slope_limit limit = {at, fuzz, side == FIT_STEEPEST};
        const float gradient = (float)place;
        render_slope_ramp(&share, &gradient, 1, &limit, tables->scene->relief);
    } else {
        share = render_ramp(side == FIT_LOWEST ? place - at : at - place, fuzz);
    }
    return fit_box_coverage(box) * share;
}

static bool is_upper(int side)
{
    return side == FIT_HIGHEST || side == FIT_STEEPEST;
}

/* The position, in 4 parts, from which on a limit leaves half; false: it never does. */
static bool edge_of(int *edge, const struct fit_box *box, int side, const struct fit_tables *tables)
{
    const double *position =
        tables->ground->axes[side >= FIT_GENTLEST ? FIT_SLOPE : FIT_ALTITUDE].position;
    int low = 0, high = FIT_POSITIONS - 1; /* what the layer covers lies behind `high`, or before */
    const bool upper = is_upper(side);
    if (left_at(box, side, position[upper ? low : high], tables) < 0.5f) return false;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        const bool covered = left_at(box, side, position[middle], tables) >= 0.5f;
        if (covered == upper)
            low = middle;
        else
            high = middle;
    }
    *edge = high;
    return true;
}

bool fit_box_keep_edges(struct fit_box *box, const struct fit_box *before, int number,
                        const struct fit_tables *tables)
{
    if (number == FIT_NUMBER_NOISE || (number >= 2 && number % 2 == 0)) return false;
    bool moved = false;
    for (int side = 0; side < FIT_SIDES; side++) {
        if (!box->on[side] || (number != FIT_NUMBER_COVERAGE && side != side_of(number))) continue;
        int wanted, found;
        if (!edge_of(&wanted, before, side, tables) || !edge_of(&found, box, side, tables))
            continue;
        /* Edges move nearly as limits do: a few steps are enough. */
        for (int i = 0; i < 4 && found != wanted; i++) {
            box->at[side] = (int16_t)clamp(box->at[side] + wanted - found, 0, FIT_POSITIONS - 1);
            moved = true;
            if (!edge_of(&found, box, side, tables)) break;
        }
    }
    return moved;
}
