/* Limits by what is around: in numbers, what they leave, and as a search moves and tries them. */
#include "fit/fit_search.h"

#define NUMBERS 5 /* of a quantity: place and fuzziness of either side, size */
#define SIZE 4
#define LN9 2.1972245773362196
#define EIGHTHS 4 /* places that are tried: odd eighths of the ground */

bool fit_is_around(const struct fit_box *box, int quantity)
{
    return box->around[quantity].on[0] || box->around[quantity].on[1];
}

static bool is_same(const struct fit_around *a, const struct fit_around *b)
{
    for (int k = 0; k < 2; k++)
        if (a->on[k] != b->on[k] || a->at[k] != b->at[k] || a->fuzz[k] != b->fuzz[k]) return false;
    return a->size == b->size;
}

bool fit_same_around(const struct fit_box *a, const struct fit_box *b)
{
    if (a->grain != b->grain) return false;
    for (int q = 0; q < FIT_AROUNDS; q++)
        if (!is_same(&a->around[q], &b->around[q])) return false;
    return true;
}

unsigned fit_arounds(const struct fit_order *order)
{
    unsigned found = 0;
    for (uint32_t l = 1; l < order->count; l++)
        for (int q = 0; q < FIT_AROUNDS; q++)
            if (fit_is_around(&order->boxes[l], q)) found |= 1u << q;
    return found;
}

/* ---- what it means ---- */

static const struct fit_axis *axis_of(const struct fit_box *box, int quantity,
                                      const struct fit_ground *ground)
{
    return ground->around.axes[quantity][quantity == SRF_ASPECT ? 0 : box->around[quantity].size];
}

struct srf_limit fit_around_limit(const struct fit_box *box, int quantity,
                                  const struct fit_ground *ground)
{
    const struct fit_around *const from = &box->around[quantity];
    struct srf_limit out = {{0}, {0}, {0}, 0, 0};
    if (!fit_is_around(box, quantity)) return out;
    const struct fit_axis *const axis = axis_of(box, quantity, ground);
    for (int k = 0; k < 2; k++) {
        if (!from->on[k]) continue;
        out.on[k] = 1;
        out.at[k] = (float)axis->position[from->at[k]];
        out.fuzziness[k] = (float)axis->fuzz[from->fuzz[k]];
    }
    out.size = fit_size_of[quantity][from->size];
    if (quantity != SRF_ASPECT) return out;
    out.at[0] = (float)from->at[0] * 360 / FIT_DIRECTIONS;
    out.at[1] = (float)from->at[1] * 180 / FIT_SPREADS;
    out.level = (float)from->size / FIT_LEVELS_SHARE;
    out.size = 0;
    return out;
}

void fit_around_shares(float *out, const struct fit_box *box, const struct fit_ground *ground,
                       uint32_t first, uint32_t count)
{
    const struct fit_around_ground *const around = &ground->around;
    const struct fit_around *const of = box->around;
    struct srf_limit limits[FIT_AROUNDS];
    for (int q = 0; q < FIT_AROUNDS; q++) limits[q] = fit_around_limit(box, q, ground);
    struct render_around values = {around->aspect[box->grain] + first,
                                   around->slope[box->grain] + first,
                                   around->rise[box->grain] + first, NULL, NULL};
    if (fit_is_around(box, SRF_POSITION))
        values.mean = around->value[SRF_POSITION][of[SRF_POSITION].size] + first;
    if (fit_is_around(box, SRF_CURVATURE))
        values.curvature = around->value[SRF_CURVATURE][of[SRF_CURVATURE].size] + first;
    render_around_shares(out, &values, count, limits);
}

/* ---- moves ---- */

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static bool step(uint8_t *number, int by, int most)
{
    const int value = clamp(*number + by, 0, most);
    const bool moved = value != *number;
    *number = (uint8_t)value;
    return moved;
}

/* Steps of a direction or a spread for so many positions: about as much of the ground. */
static int degrees_step(int by, int steps)
{
    const int least = by < 0 ? -1 : 1, all = by * steps / FIT_INSIDE;
    return all != 0 ? all : least;
}

static bool move_aspect(struct fit_around *around, int number, int by, int small)
{
    if (!around->on[0] || number == 3) return false;
    if (number == 1) return step(&around->fuzz[0], small, FIT_FUZZES - 1);
    if (number == SIZE) return step(&around->size, small, FIT_LEVELS_SHARE);
    const int16_t before = around->at[number / 2];
    if (number == 0) {
        const int turned = before + degrees_step(by, FIT_DIRECTIONS);
        if (turned - before > FIT_DIRECTIONS / 2 || before - turned > FIT_DIRECTIONS / 2)
            return false;
        around->at[0] = (int16_t)((turned + 2 * FIT_DIRECTIONS) % FIT_DIRECTIONS);
    } else {
        around->at[1] = (int16_t)clamp(before + degrees_step(by, FIT_SPREADS), 1, FIT_SPREADS);
    }
    return around->at[number / 2] != before;
}

/* A square that was measured and is wider than what the layer sees is averaged over. */
static bool has_size(const struct fit_box *box, int quantity, int size,
                     const struct fit_ground *ground)
{
    return size >= 0 && size < FIT_SIZES && ground->around.value[quantity][size] != NULL &&
           (quantity != SRF_POSITION || fit_size_of[quantity][size] > fit_smoothing_of[box->grain]);
}

bool fit_around_move(struct fit_box *box, int number, int by, int small,
                     const struct fit_ground *ground)
{
    const int quantity = (number - FIT_NUMBERS) / NUMBERS, which = (number - FIT_NUMBERS) % NUMBERS;
    struct fit_around *const around = &box->around[quantity];
    if (quantity == SRF_ASPECT) return move_aspect(around, which, by, small);
    if (!fit_is_around(box, quantity)) return false;
    if (which == SIZE) {
        if (!has_size(box, quantity, around->size + small, ground)) return false;
        around->size = (uint8_t)(around->size + small);
        return true;
    }
    if (!around->on[which / 2]) return false;
    if (which % 2 == 1) return step(&around->fuzz[which / 2], small, FIT_FUZZES - 1);
    const int at = clamp(around->at[which / 2] + by, 0, FIT_POSITIONS - 1);
    const bool moved = at != around->at[which / 2];
    around->at[which / 2] = (int16_t)at;
    return moved;
}

/* How far inside a limit a layer has half a texel; false: nowhere. */
static bool half_inside(double *out, const struct fit_box *box, double fuzziness)
{
    const double coverage = (double)fit_box_coverage(box);
    if (coverage <= 0.5) return false;
    *out = -fuzziness * fit_ln(1 - 0.5 / coverage) / LN9;
    return true;
}

/* The position that is nearest to a value. */
static int16_t position_at(const struct fit_axis *axis, double value)
{
    int low = 0, high = FIT_POSITIONS - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (axis->position[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return (int16_t)(value - axis->position[low] < axis->position[high] - value ? low : high);
}

static bool keep_edge(struct fit_box *box, const struct fit_box *before, int quantity, int side,
                      const struct fit_ground *ground)
{
    const struct fit_axis *const axis = axis_of(box, quantity, ground);
    struct fit_around *const around = &box->around[quantity];
    const struct fit_around *const was = &before->around[quantity];
    double wanted, found;
    if (!half_inside(&wanted, before, axis->fuzz[was->fuzz[side]]) ||
        !half_inside(&found, box, axis->fuzz[around->fuzz[side]]))
        return false;
    if (quantity == SRF_ASPECT) {
        const double wider = (found - wanted) * FIT_SPREADS / 180;
        const int spread = was->at[1] + (int)(wider + (wider < 0 ? -0.5 : 0.5));
        around->at[1] = (int16_t)clamp(spread, 1, FIT_SPREADS);
        return around->at[1] != was->at[1];
    }
    const double more = side == 0 ? wanted - found : found - wanted;
    around->at[side] = position_at(axis, axis->position[was->at[side]] + more);
    return around->at[side] != was->at[side];
}

bool fit_around_keep_edges(struct fit_box *box, const struct fit_box *before, int number,
                           const struct fit_ground *ground)
{
    const int which = (number - FIT_NUMBERS) % NUMBERS;
    const bool all = number == FIT_NUMBER_COVERAGE;
    bool moved = false;
    if (!all && (number < FIT_NUMBERS || which == SIZE || which % 2 == 0)) return false;
    for (int q = 0; q < FIT_AROUNDS; q++)
        for (int side = 0; side < 2; side++)
            if (box->around[q].on[side] &&
                (all || ((number - FIT_NUMBERS) / NUMBERS == q && which / 2 == side)))
                moved |= keep_edge(box, before, q, side, ground);
    return moved;
}

/* ---- what is tried ---- */

static void try_direction(struct fit_around *out, uint32_t i)
{
    static const int16_t spreads[] = {FIT_SPREADS / 4, FIT_SPREADS / 2, 3 * FIT_SPREADS / 4};
    out->on[0] = true;
    out->at[0] = (int16_t)(i / 3 * (FIT_DIRECTIONS / 16));
    out->at[1] = spreads[i % 3];
}

bool fit_around_try(struct fit_around *out, int quantity, uint32_t i,
                    const struct fit_ground *ground)
{
    const uint32_t side = i % 2, eighth = i / 2 % EIGHTHS, size = i / 2 / EIGHTHS * 2;
    *out = (struct fit_around){.size = 0};
    if (quantity == SRF_ASPECT) {
        if (i >= 16 * 3) return false;
        try_direction(out, i);
        return true;
    }
    if (size >= FIT_SIZES || ground->around.value[quantity][size] == NULL) return false;
    out->on[side] = true;
    out->at[side] = (int16_t)(FIT_BEYOND + (2 * eighth + 1) * FIT_INSIDE / (2 * EIGHTHS));
    out->size = (uint8_t)size;
    return true;
}
