/*
 * Which limits by what is around are worth a box. Each of those that are tried divides the sample's texels; what a
 * class gains by that is told at equal altitudes and slopes, in blocks of both, by how much less mixed the class and
 * those below it are on either side.
 */
#include <string.h>

#include "fit/fit_search.h"

#define ALTITUDES_IN_BLOCK 24 /* bins of the sample */
#define SLOPES_IN_BLOCK 16
#define BLOCKS 64
#define ALTITUDES_IN_ONE 3 /* bins of the sample in a coarse one */
#define SLOPES_IN_ONE 2
#define LIMIT_COST 0.0003 /* as of fit_box.c */

static uint32_t count_tries(const struct fit_tables *tables)
{
    uint32_t count = 0;
    struct fit_around limit;
    for (int q = 0; q < FIT_AROUNDS; q++)
        for (uint32_t i = 0; (tables->around >> q & 1) != 0; i++, count++)
            if (!fit_around_try(&limit, q, i, tables->ground)) break;
    return count;
}

static void divide(struct fit_tried *tried, float *shares, const struct fit_ground *ground)
{
    struct fit_box box = {.coverage = FIT_COVERAGES};
    const uint32_t count = ground->sample.count;
    box.around[tried->quantity] = tried->limit;
    if (tried->quantity == SRF_ASPECT) /* level ground is on neither side */
        box.around[SRF_ASPECT].size = FIT_LEVELS_SHARE / 2;
    fit_around_shares(shares, &box, ground, 0, count);
    for (uint32_t k = 0; k < count; k++) tried->leaves[k] = shares[k] >= 0.5f;
}

static void find_classes(struct fit_screen *out)
{
    const struct fit_cells *const sample = &out->ground->sample;
    uint8_t *const *const bin = sample->bin[0];
    for (uint32_t k = 0; k < sample->count; k++) {
        const uint32_t *const counts = sample->counts + (size_t)k * sample->classes;
        uint8_t class = 0;
        while (counts[class] == 0) class ++;
        out->class[k] = class;
        out->block[k] = (uint8_t)(bin[FIT_ALTITUDE][k] / ALTITUDES_IN_BLOCK * 8 +
                                  bin[FIT_SLOPE][k] / SLOPES_IN_BLOCK);
    }
}

enum scree_code fit_screen_open(struct fit_screen *out, struct mem_arena *arena,
                                const struct fit_tables *tables, struct scree_error *err)
{
    const struct fit_ground *const ground = tables->ground;
    const uint32_t cells = ground->sample.count, most = count_tries(tables);
    *out = (struct fit_screen){.ground = ground};
    out->tried = mem_arena_alloc(arena, most, sizeof *out->tried);
    out->block = mem_arena_alloc(arena, cells, 1);
    out->class = mem_arena_alloc(arena, cells, 1);
    float *const shares = mem_arena_alloc(arena, cells, sizeof *shares);
    uint8_t *const leaves = mem_arena_alloc(arena, (size_t)most * cells, 1);
    RETURN_IF_ERR(mem_arena_check(arena, err));
    find_classes(out);
    for (int q = 0; q < FIT_AROUNDS; q++) {
        if ((tables->around >> q & 1) == 0) continue;
        struct fit_around limit;
        for (uint32_t i = 0; fit_around_try(&limit, q, i, ground); i++) {
            struct fit_tried *const tried = &out->tried[out->count];
            *tried = (struct fit_tried){q, limit, leaves + (size_t)out->count++ * cells};
            divide(tried, shares, ground);
        }
    }
    return SCREE_OK;
}

/* How mixed so many texels of a class and so many others are. */
static double mixed(uint32_t yes, uint32_t no)
{
    return yes + no > 0 ? (double)yes * (double)no / ((double)yes + (double)no) : 0;
}

/* How much less mixed they are beside each other than together; leaves: of those that are left, more are of the
 * class. */
static double gain_of(const struct fit_tried *tried, const struct fit_screen *screen,
                      uint32_t class, uint32_t removed)
{
    uint32_t counts[BLOCKS][2][2] = {{{0}}};
    const uint32_t cells = screen->ground->sample.count;
    for (uint32_t k = 0; k < cells; k++) {
        const uint32_t own = screen->class[k];
        if ((removed >> own & 1) == 0) counts[screen->block[k]][tried->leaves[k]][own == class]++;
    }
    double gain = 0, more = 0;
    for (int b = 0; b < BLOCKS; b++) {
        uint32_t(*const of)[2] = counts[b];
        const double out = mixed(of[0][1], of[0][0]), in = mixed(of[1][1], of[1][0]);
        const uint32_t yes = of[0][1] + of[1][1], no = of[0][0] + of[1][0];
        gain += mixed(yes, no) - out - in;
        if (yes + no > 0)
            more += of[1][1] - (double)yes * ((double)of[1][1] + of[1][0]) / ((double)yes + no);
    }
    return more > 0 ? gain : 0;
}

void fit_screen_best(int32_t best[FIT_AROUNDS], const struct fit_screen *screen, uint32_t class,
                     uint32_t removed)
{
    double gains[FIT_AROUNDS] = {0};
    for (int q = 0; q < FIT_AROUNDS; q++) best[q] = -1;
    for (uint32_t i = 0; i < screen->count; i++) {
        const int q = screen->tried[i].quantity;
        const double gain = gain_of(&screen->tried[i], screen, class, removed);
        if (gain <= gains[q]) continue;
        gains[q] = gain;
        best[q] = (int32_t)i;
    }
}

int64_t fit_screen_sides(struct fit_sides *out, const struct fit_screen *screen, int32_t tried,
                         uint32_t grain, uint32_t class, uint32_t removed,
                         const struct fit_tables *tables)
{
    const struct fit_cells *const sample = &screen->ground->sample;
    const uint8_t *const leaves = tried >= 0 ? screen->tried[tried].leaves : NULL;
    uint8_t *const *const bin = sample->bin[grain];
    uint32_t outside[2] = {0};
    memset(out, 0, sizeof *out);
    for (uint32_t k = 0; k < sample->count; k++) {
        const uint32_t own = screen->class[k];
        if ((removed >> own & 1) != 0) continue;
        if (leaves != NULL && leaves[k] == 0) {
            outside[own == class]++;
            continue;
        }
        const uint32_t row = bin[FIT_ALTITUDE][k] / ALTITUDES_IN_ONE + 1u;
        const uint32_t column = bin[FIT_SLOPE][k] / SLOPES_IN_ONE + 1u;
        if (own == class)
            out->below[row][column].yes++;
        else
            out->below[row][column].no++;
    }
    fit_sides_sum(out);
    const double cost = leaves != NULL ? LIMIT_COST * FIT_LOG * sample->count : 0;
    return (int64_t)outside[1] * tables->chance[0][0][0] +
           (int64_t)outside[0] * tables->chance[1][0][0] - (int64_t)cost;
}
