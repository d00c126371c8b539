/*
 * Which limits by what is around a painting has. Half of the ground, the black fields of a chessboard, is fitted, and
 * the other half says how much more of it is told. The best quantity comes first, then the one that adds most to
 * it, as long as one adds something; what they add together has to be worth their being there.
 *
 * Rule (Inputs): A fit has limits by what is around only where they tell more of ground held out. See
 * fit.md#more-than-altitude-and-slope. Tests: unit/test_fit_with (directions_are_found,
 * what_tells_nothing_is_left_out).
 */
#include "fit/fit_search.h"

#define LEAST_GAIN 0.01  /* of the ground held out, by all of them */
#define LEAST_MORE 0.002 /* and by each */

struct choosing {
    struct fit_tables *tables;
    struct scree_job *job;
    bool noise;
};

/* What an order tells of the half held out, when it is refined on the other with these limits. */
static enum scree_code hold_out(double *out, struct fit_order *order, const struct choosing *c,
                                unsigned around, struct scree_error *err)
{
    double fitted;
    c->tables->around = around;
    c->tables->part = FIT_BLACK;
    enum scree_code code = fit_refine(order, &fitted, c->tables, c->noise, c->job, err);
    c->tables->part = FIT_WHITE;
    if (code == SCREE_OK) code = fit_agreement(out, order, c->tables, c->job, err);
    return code;
}

/* The best quantity of those left to add to those taken. */
static enum scree_code find_next(int *best, struct fit_gain gains[FIT_AROUNDS],
                                 struct fit_order *order, const struct choosing *c, unsigned left,
                                 unsigned taken, struct scree_error *err)
{
    const struct fit_order before = *order;
    struct fit_order base = before;
    double without;
    *best = -1;
    RETURN_IF_ERR(hold_out(&without, &base, c, taken, err));
    for (int q = 0; q < FIT_AROUNDS; q++) {
        struct fit_order with = before;
        double found;
        if ((left >> q & 1) == 0) continue;
        RETURN_IF_ERR(hold_out(&found, &with, c, taken | 1u << q, err));
        gains[q].gain = found - without;
        if (*best >= 0 && gains[q].gain <= gains[*best].gain) continue;
        *best = q;
        *order = with;
    }
    return SCREE_OK;
}

static enum scree_code choose(struct fit_order *order, struct fit_gain gains[FIT_AROUNDS],
                              const struct choosing *c, struct scree_error *err)
{
    const struct fit_order start = *order;
    const unsigned asked = c->tables->scene->around;
    unsigned taken = 0;
    double all = 0;
    while (taken != asked) {
        int best;
        struct fit_order next = *order;
        RETURN_IF_ERR(find_next(&best, gains, &next, c, asked & ~taken, taken, err));
        if (gains[best].gain < LEAST_MORE) break;
        all += gains[best].gain;
        taken |= 1u << best;
        *order = next;
    }
    if (all < LEAST_GAIN) {
        taken = 0;
        *order = start;
    }
    for (int q = 0; q < FIT_AROUNDS; q++) gains[q].taken = (taken >> q & 1) != 0;
    c->tables->around = taken;
    return SCREE_OK;
}

enum scree_code fit_choose_around(struct fit_order *order, struct fit_gain gains[FIT_AROUNDS],
                                  struct fit_tables *tables, struct scree_job *job,
                                  struct scree_error *err)
{
    struct choosing c = {.tables = tables, .job = job, .noise = fit_is_noisy(order)};
    const struct fit_cells *const halves = tables->ground->halves;
    for (int q = 0; q < FIT_AROUNDS; q++) gains[q].asked = (tables->scene->around >> q & 1) != 0;
    if (halves[0].count == 0 || halves[1].count == 0) return SCREE_OK;
    tables->quick = true;
    const enum scree_code code = choose(order, gains, &c, err);
    tables->quick = false;
    tables->part = FIT_WHOLE;
    return code;
}
