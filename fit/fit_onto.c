/*
 * Rules on other ground. Positions of limits are shares of the area, so they stay as they are and mean
 * other altitudes and slopes. Steep ground may lie higher there, so what two limits leave together
 * differs: the limits of each layer, the last painted first, are moved apart or together until it covers
 * nearly what it did.
 */
#include <string.h>

#include "base/mem.h"
#include "fit/fit_search.h"

#define ROUNDS 3
#define NEAR 1.01 /* times the area, or a part of it, is near enough */
#define FAR 1.1
#define MOST_SHIFT FIT_POSITIONS
#define SHARPER 6 /* times that fuzziness is taken off */

static int clamp(int value, int high)
{
    return value < 0 ? 0 : value < high ? value : high;
}

/* Limits apart or together, and sharper. */
static void shift(struct fit_box *box, const struct fit_box *from, int by, int sharper)
{
    for (int side = 0; side < FIT_SIDES; side++) {
        const bool upper = side == FIT_HIGHEST || side == FIT_STEEPEST;
        box->at[side] = (int16_t)clamp(from->at[side] + (upper ? by : -by), FIT_POSITIONS - 1);
        box->fuzz[side] = (uint8_t)clamp(from->fuzz[side] - 2 * sharper, FIT_FUZZES - 1);
    }
    box->coverage = (uint8_t)clamp(from->coverage + sharper, FIT_COVERAGES);
}

/* How far a share is from what is wanted: 1 is not at all. */
static double distance(double share, double wanted)
{
    const double least = 1e-6; /* of the ground: what is less is not there */
    share = share > least ? share : least;
    return share > wanted ? share / wanted : wanted / share;
}

struct adjusting {
    struct fit_order *order;
    uint32_t layer;
    double wanted, nearest; /* distance of the best */
    struct fit_box best;
    const struct fit_tables *tables;
    struct job *job;
};

/* Wider limits cover more: the shift is found by halving. */
static enum err_code halve(struct adjusting *a, const struct fit_box *start, int sharper,
                           struct err *err)
{
    struct fit_box *box = &a->order->boxes[a->layer];
    int low = -MOST_SHIFT, high = MOST_SHIFT, by = 0;
    do {
        struct fit_shares shares;
        shift(box, start, by, sharper);
        RETURN_IF_ERR(fit_order_shares(&shares, a->order, a->tables, a->job, err));
        const double share = shares.of_layer[a->layer], far = distance(share, a->wanted);
        if (far < a->nearest) {
            a->nearest = far;
            a->best = *box;
        }
        if (share < a->wanted)
            low = by;
        else
            high = by;
        by = (low + high) / 2;
    } while (a->nearest > NEAR && high - low > 1);
    return job_poll(a->job, err);
}

/* A limit that has no room left leaves the more the sharper it is. */
static enum err_code adjust(struct adjusting *a, struct err *err)
{
    const struct fit_box start = a->order->boxes[a->layer];
    a->best = start;
    a->nearest = distance(0, 1);
    for (int sharper = 0; a->nearest > FAR && sharper <= SHARPER; sharper++)
        RETURN_IF_ERR(halve(a, &start, sharper, err));
    a->order->boxes[a->layer] = a->best;
    return ERR_OK;
}

static enum err_code adjust_all(struct fit_order *order, const struct fit_shares *wanted,
                                const struct fit_tables *tables, struct job *job, struct err *err)
{
    struct adjusting a = {.order = order, .tables = tables, .job = job};
    for (int round = 0; round < ROUNDS; round++)
        for (a.layer = order->count - 1; a.layer > 0; a.layer--) {
            const struct fit_box *box = &order->boxes[a.layer];
            bool limited = false;
            for (int side = 0; side < FIT_SIDES; side++) limited |= box->on[side];
            a.wanted = wanted->of_layer[a.layer];
            if (limited && a.wanted > 0) RETURN_IF_ERR(adjust(&a, err));
        }
    return ERR_OK;
}

/* A grain that is not measured on this ground becomes the next coarser one that is, or the finest. */
static void take_grains(struct fit_order *order, const struct fit_ground *ground)
{
    for (uint32_t l = 1; l < order->count; l++) {
        uint32_t grain = order->boxes[l].grain;
        while (grain < FIT_GRAINS && !ground->measured[grain]) grain++;
        order->boxes[l].grain = (uint8_t)(grain < FIT_GRAINS ? grain : 0);
    }
}

enum err_code fit_move_onto(struct fit_rules *out, const struct fit_order *order,
                            const struct fit_tables *from, const struct fit_scene *onto,
                            struct job *job, struct err *err)
{
    struct fit_picture whole = {.grid = RENDER_CELLS, .count = 1};
    struct fit_ground ground = {0};
    struct fit_shares wanted;
    struct fit_order moved = *order;
    const uint32_t width = onto->field->points_x - 1, height = onto->field->points_y - 1;
    struct fit_tables *tables = mem_alloc(1, sizeof *tables);
    whole.ids = mem_alloc(width, height);
    whole.width = width;
    whole.height = height;
    enum err_code code = ERR_OK;
    if (tables == NULL || whole.ids == NULL)
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the other ground");
    if (code == ERR_OK) code = fit_order_shares(&wanted, order, from, job, err);
    if (code == ERR_OK) code = fit_ground_measure(&ground, onto, &whole, job, err);
    if (code == ERR_OK) {
        fit_tables_make(tables, &ground, onto, &whole);
        take_grains(&moved, &ground);
        code = adjust_all(&moved, &wanted, tables, job, err);
    }
    if (code == ERR_OK) fit_order_rules(out, &moved, tables);
    fit_ground_free(&ground);
    fit_picture_free(&whole);
    mem_free(tables);
    return code;
}
