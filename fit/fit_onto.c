/*
 * Rules on other ground. Positions of limits are shares of the area, so they stay as they are and mean
 * other altitudes and slopes. Steep ground may lie higher there, and patches of the noise lie elsewhere,
 * so what a layer covers in the end differs: the limits of each, the last painted first, are moved apart
 * or together until it covers nearly what it did, and all of them again as long as that helps.
 *
 * Areas are those of the maps as they will be: with the patterns of their noise, by the sample; what a
 * bake then says otherwise is made good in another round.
 *
 * Rule (Inputs): Limits moved to other ground keep areas. See fit.md#other-ground. Tests:
 * unit/test_fit (other_ground_keeps_areas).
 */
#include <string.h>

#include "base/mem.h"
#include "fit/fit_search.h"

#define ROUNDS 8
#define NEAR 1.02 /* times the area, or a part of it, is near enough */
#define FAR 1.1
#define BAKES 3
#define MOST_SHIFT FIT_POSITIONS
#define SHARPER 6 /* times that fuzziness is taken off */

static int clamp(int value, int high)
{
    return value < 0 ? 0 : value < high ? value : high;
}

static bool is_limited(const struct fit_box *box)
{
    for (int side = 0; side < FIT_SIDES; side++)
        if (box->on[side]) return true;
    return false;
}

/* Limits apart or together, and sharper; without limits, more or less coverage. */
static void shift(struct fit_box *box, const struct fit_box *from, int by, int sharper)
{
    if (!is_limited(from)) {
        box->coverage = (uint8_t)clamp(from->coverage + by, FIT_COVERAGES);
        return;
    }
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
    struct refining *counting;
    struct scree_job *job;
};

/* Wider limits cover more: the shift is found by halving. */
static enum scree_code halve(struct adjusting *a, const struct fit_box *start, int sharper,
                             struct scree_error *err)
{
    struct fit_box *box = &a->order->boxes[a->layer];
    int low = -MOST_SHIFT, high = MOST_SHIFT, by = 0;
    do {
        struct fit_shares shares;
        shift(box, start, by, sharper);
        fit_counting_shares(&shares, a->counting, a->order);
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
static enum scree_code adjust(struct adjusting *a, struct scree_error *err)
{
    const struct fit_box start = a->order->boxes[a->layer];
    a->best = start;
    a->nearest = distance(0, 1);
    for (int sharper = 0; a->nearest > FAR && sharper <= SHARPER; sharper++)
        RETURN_IF_ERR(halve(a, &start, sharper, err));
    a->order->boxes[a->layer] = a->best;
    return SCREE_OK;
}

/* The farthest of all layers that cover anything. */
static double farthest(const struct fit_order *order, const struct fit_shares *shares,
                       const struct fit_shares *wanted)
{
    double most = 1;
    for (uint32_t l = 0; l < order->count; l++) {
        if (wanted->of_layer[l] <= 0) continue;
        const double far = distance(shares->of_layer[l], wanted->of_layer[l]);
        most = far > most ? far : most;
    }
    return most;
}

/* *shares are those of the best order. */
static enum scree_code adjust_all(struct adjusting *a, struct fit_shares *shares,
                                  const struct fit_shares *wanted, struct scree_error *err)
{
    struct fit_order *order = a->order, best = *order;
    fit_counting_shares(shares, a->counting, order);
    double least = farthest(order, shares, wanted);
    for (int round = 0; round < ROUNDS && least > NEAR; round++) {
        struct fit_shares now;
        for (a->layer = order->count - 1; a->layer > 0; a->layer--) {
            a->wanted = wanted->of_layer[a->layer];
            if (a->wanted > 0) RETURN_IF_ERR(adjust(a, err));
        }
        fit_counting_shares(&now, a->counting, order);
        const double far = farthest(order, &now, wanted);
        if (far >= least) break;
        least = far;
        best = *order;
        *shares = now;
    }
    *order = best;
    return SCREE_OK;
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

/* A square that is not measured on this ground becomes the next smaller one that is; a limit without any goes. */
static void take_sizes(struct fit_order *order, const struct fit_ground *ground)
{
    for (uint32_t l = 1; l < order->count; l++)
        for (int q = SRF_POSITION; q < FIT_AROUNDS; q++) {
            struct fit_around *const around = &order->boxes[l].around[q];
            int size = around->size;
            while (size >= 0 && ground->around.value[q][size] == NULL) size--;
            around->size = (uint8_t)(size > 0 ? size : 0);
            if (size < 0) around->on[0] = around->on[1] = false;
        }
}

/* What a map of rules covers, by a bake of it: [layer]. */
static enum scree_code bake(struct fit_shares *out, const struct fit_rules *rules,
                            const struct fit_scene *scene, const struct fit_picture *picture,
                            struct scree_job *job, struct scree_error *err)
{
    struct fit_confusion confusion = {0};
    struct srf_map *map = NULL;
    RETURN_IF_ERR(fit_rules_map(&map, rules, picture, scene->field, scene->seed, err));
    const struct fit_comparing what = {scene, picture, rules, map, false};
    const enum scree_code code = fit_compare(&confusion, &what, job, err);
    srf_free(map);
    RETURN_IF_ERR(code);
    memset(out, 0, sizeof *out);
    for (uint32_t l = 0; l < rules->count; l++) {
        uint64_t texels = 0;
        for (int painted = 0; painted < FIT_MAX_CLASSES; painted++)
            texels += confusion.texels[painted][rules->layers[l].class];
        out->of_layer[l] = (double)texels / (double)confusion.total;
    }
    return SCREE_OK;
}

/* Other ground under way. */
struct moving {
    struct fit_order *order;
    const struct fit_tables *tables;
    const struct fit_picture *whole; /* all of its texels, of class 0 */
    struct fit_shares wanted, best;
    struct scree_job *job;
};

/* A sample of few texels of a layer is wrong about it by some part: a bake says by which. */
static void correct(struct fit_shares *aim, const struct moving *m,
                    const struct fit_shares *sampled, const struct fit_shares *baked)
{
    for (uint32_t l = 0; l < m->order->count; l++) {
        const double off = baked->of_layer[l] > 0 && sampled->of_layer[l] > 0
                               ? sampled->of_layer[l] / baked->of_layer[l]
                               : 1;
        aim->of_layer[l] = m->wanted.of_layer[l] * off;
    }
}

static enum scree_code move(struct fit_found *out, struct moving *m, struct refining *counting,
                            struct scree_error *err)
{
    struct adjusting a = {.order = m->order, .counting = counting, .job = m->job};
    struct fit_shares aim = m->wanted;
    double least = 0;
    for (int i = 0; i < BAKES; i++) {
        struct fit_shares sampled, baked;
        struct fit_rules rules;
        RETURN_IF_ERR(adjust_all(&a, &sampled, &aim, err));
        fit_order_rules(&rules, m->order, m->tables);
        RETURN_IF_ERR(bake(&baked, &rules, m->tables->scene, m->whole, m->job, err));
        const double far = farthest(m->order, &baked, &m->wanted);
        if (i == 0 || far < least) {
            least = far;
            out->onto = rules;
            m->best = baked;
        }
        if (least <= FAR) break;
        correct(&aim, m, &sampled, &baked);
    }
    for (uint32_t l = 0; l < m->order->count; l++) {
        out->areas[l] = m->wanted.of_layer[l];
        out->onto_areas[l] = m->best.of_layer[l];
    }
    return SCREE_OK;
}

static enum scree_code open_and_move(struct fit_found *out, struct moving *m,
                                     struct scree_error *err)
{
    struct fit_patterns patterns = {{NULL}};
    struct refining *counting = NULL;
    const bool noisy = fit_is_noisy(m->order);
    enum scree_code code = SCREE_OK;
    if (noisy) code = fit_patterns_open(&patterns, m->order, m->tables, err);
    if (code == SCREE_OK)
        code = fit_counting_open(&counting, m->order, m->tables, noisy ? &patterns : NULL, m->job,
                                 err);
    if (code == SCREE_OK) code = move(out, m, counting, err);
    fit_counting_close(counting);
    fit_patterns_free(&patterns);
    return code;
}

enum scree_code fit_move_onto(struct fit_found *out, const struct fit_order *order,
                              const struct fit_scene *from, const struct fit_picture *picture,
                              const struct fit_scene *onto, struct scree_job *job,
                              struct scree_error *err)
{
    struct fit_picture whole = {.grid = SCREE_CELLS, .count = 1};
    struct fit_ground ground = {0};
    struct fit_order moved = *order;
    struct fit_tables *tables;
    struct fit_scene to = *onto;
    to.around = fit_arounds(order);
    RETURN_IF_ERR(MEM_NEED(&tables, 1, sizeof *tables, err));
    struct moving m = {.order = &moved, .tables = tables, .whole = &whole, .job = job};
    whole.width = onto->field->points_x - 1;
    whole.height = onto->field->points_y - 1;
    enum scree_code code = MEM_NEED(&whole.ids, whole.width, whole.height, err);
    if (code == SCREE_OK) code = bake(&m.wanted, &out->rules, from, picture, job, err);
    if (code == SCREE_OK) code = fit_ground_measure(&ground, &to, &whole, job, err);
    if (code == SCREE_OK) {
        fit_tables_make(tables, &ground, &to, &whole);
        take_grains(&moved, &ground);
        if (to.around != 0) take_sizes(&moved, &ground);
        code = open_and_move(out, &m, err);
    }
    fit_ground_free(&ground);
    fit_picture_free(&whole);
    mem_free(tables);
    return code;
}
