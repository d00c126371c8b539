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
#define NEAR 1.1 /* times the area, or a part of it, is near enough */
#define MOST_SHIFT 512

static void shift(struct fit_box *box, const struct fit_box *from, int by)
{
    for (int side = 0; side < FIT_SIDES; side++) {
        const bool upper = side == FIT_HIGHEST || side == FIT_STEEPEST;
        const int at = from->at[side] + (upper ? by : -by);
        box->at[side] = (int16_t)(at < 0 ? 0 : at < FIT_POSITIONS ? at : FIT_POSITIONS - 1);
    }
}

static bool is_near(double share, double wanted)
{
    return share <= wanted * NEAR && share * NEAR >= wanted;
}

/* Wider limits cover more: the shift is found by halving. */
static enum err_code adjust(struct fit_order *order, uint32_t layer, double wanted,
                            const struct fit_tables *tables, struct job *job, struct err *err)
{
    const struct fit_box start = order->boxes[layer];
    struct fit_shares shares;
    int low = -MOST_SHIFT, high = MOST_SHIFT;
    RETURN_IF_ERR(fit_order_shares(&shares, order, tables, job, err));
    int by = 0;
    while (!is_near(shares.of_layer[layer], wanted) && high - low > 1) {
        if (shares.of_layer[layer] < wanted)
            low = by;
        else
            high = by;
        by = (low + high) / 2;
        shift(&order->boxes[layer], &start, by);
        RETURN_IF_ERR(fit_order_shares(&shares, order, tables, job, err));
    }
    return job_poll(job, err);
}

static enum err_code adjust_all(struct fit_order *order, const struct fit_shares *wanted,
                                const struct fit_tables *tables, struct job *job, struct err *err)
{
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t layer = order->count - 1; layer > 0; layer--) {
            bool limited = false;
            for (int side = 0; side < FIT_SIDES; side++) limited |= order->boxes[layer].on[side];
            if (limited && wanted->of_layer[layer] > 0)
                RETURN_IF_ERR(adjust(order, layer, wanted->of_layer[layer], tables, job, err));
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
