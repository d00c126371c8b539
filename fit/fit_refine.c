/*
 * All layers together under the whole model: what each covers of the ones below it, who is the
 * strongest, and how often with the noise at a few of its levels, which layers draw in orders of their
 * own. Numbers of one layer after the other are moved by smaller and smaller steps as long as the
 * picture becomes more likely.
 */
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "base/scramble.h"
#include "fit/fit_search.h"

#define DRAWS 32  /* of the noise, at most */
#define LANES 32  /* a multiple of the draws */
#define CHUNK 256 /* cells that a thread takes at once */
#define LIMIT_COST 0.0003
#define SWEEPS 3 /* with each step */

struct refining {
    const struct fit_tables *tables;
    const struct fit_cells *cells;
    uint32_t threads, draws;
    struct fit_order order;
    float *own[FIT_MAX_LAYERS]; /* [cell][draw] of the order, */
    float *trial;               /* and of a layer as it is tried */
    float *ramps;               /* [layer][side]: scratch */
    uint8_t rank[FIT_MAX_LAYERS][DRAWS];
    int32_t chance[DRAWS + 1]; /* logarithm of a share of draws, times FIT_LOG */
    int64_t *sums;             /* [chunk] */
    uint64_t *agreed;          /* [chunk]: texels times draws */
    bool noise;
    int64_t limit_cost, score;
    struct job *job;
};

/* ---- what the model says ---- */

struct owning {
    struct refining *r;
    const struct fit_box *box;
    uint32_t layer;
    float *out;
    float altitudes[FIT_MAX_BINS], slopes[FIT_MAX_BINS];
    float levels[DRAWS];
};

static void own_chunk(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    struct owning *o = context;
    const struct refining *r = o->r;
    const uint32_t first = (uint32_t)index * CHUNK, draws = r->draws;
    const uint32_t end = first + CHUNK < r->cells->count ? first + CHUNK : r->cells->count;
    const float noise = r->tables->noise_of[o->box->noise], covr = fit_box_coverage(o->box);
    uint8_t *const *bin = r->cells->bin[o->box->grain];
    for (uint32_t cell = first; cell < end; cell++) {
        const float place =
            covr * o->altitudes[bin[FIT_ALTITUDE][cell]] * o->slopes[bin[FIT_SLOPE][cell]];
        float *out = o->out + (size_t)cell * draws;
        if (place <= 0 || place >= 1 || noise <= 0) {
            for (uint32_t k = 0; k < draws; k++) out[k] = place;
            continue;
        }
        for (uint32_t k = 0; k < draws; k++) {
            float own = place + noise * (o->levels[k] - (1 - place));
            own = own < 0 ? 0 : own;
            out[k] = own > 1 ? 1 : own;
        }
    }
}

static size_t chunks(const struct refining *r)
{
    return (r->cells->count + CHUNK - 1) / CHUNK;
}

static void make_own(struct refining *r, float *out, const struct fit_box *box, uint32_t layer)
{
    struct owning o = {.r = r, .box = box, .layer = layer, .out = out};
    fit_box_ramps(o.altitudes, o.slopes, box, r->tables, r->cells);
    for (uint32_t k = 0; k < r->draws; k++) {
        const uint32_t rank = (2u * r->rank[layer][k] + 1) * FIT_LEVELS / (2 * DRAWS);
        o.levels[k] = r->tables->level[box->grain][rank];
    }
    parallel_for(chunks(r), r->threads, own_chunk, &o);
}

struct judging {
    const struct refining *r;
    const struct fit_order *order;
    const float *own[FIT_MAX_LAYERS];
};

/* The strongest layer of LANES places of the arrays of own coverage, from `at` on. */
static void find_winners(uint8_t winner[LANES], const struct judging *j, size_t at)
{
    const uint32_t layers = j->order->count;
    float eff[FIT_MAX_LAYERS][LANES], bare[LANES], best[LANES];
    for (uint32_t l = 1; l < layers; l++) {
        const float *own = j->own[l] + at;
        const uint32_t parent = j->order->parent[l];
        if (parent == 0)
            memcpy(eff[l], own, LANES * sizeof *own);
        else
            for (uint32_t k = 0; k < LANES; k++) eff[l][k] = eff[parent][k] * own[k];
    }
    for (uint32_t k = 0; k < LANES; k++) {
        bare[k] = 1;
        best[k] = 0;
        winner[k] = 0;
    }
    for (uint32_t l = layers - 1; l > 0; l--) {
        for (uint32_t k = 0; k < LANES; k++) {
            const float weight = eff[l][k] * bare[k];
            bare[k] *= 1 - eff[l][k];
            winner[k] = weight > best[k] ? (uint8_t)l : winner[k];
            best[k] = weight > best[k] ? weight : best[k];
        }
    }
    for (uint32_t k = 0; k < LANES; k++) winner[k] = bare[k] > best[k] ? 0 : winner[k];
}

static void judge_chunk(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct judging *j = context;
    const struct refining *r = j->r;
    const struct fit_cells *cells = r->cells;
    const uint32_t first = (uint32_t)index * CHUNK, draws = r->draws, each = LANES / draws;
    const uint32_t end = first + CHUNK < cells->count ? first + CHUNK : cells->count;
    int64_t sum = 0;
    uint64_t agreed = 0;
    for (uint32_t at = first; at < end; at += each) {
        uint8_t winner[LANES];
        find_winners(winner, j, (size_t)at * draws);
        for (uint32_t i = 0; i < each && at + i < end; i++) {
            uint32_t wins[FIT_MAX_CLASSES] = {0};
            for (uint32_t k = 0; k < draws; k++) wins[j->order->class[winner[i * draws + k]]]++;
            const uint32_t *counts = cells->counts + (size_t)(at + i) * cells->classes;
            for (uint32_t c = 0; c < cells->classes; c++) {
                sum += (int64_t)counts[c] * r->chance[wins[c]];
                agreed += (uint64_t)counts[c] * wins[c];
            }
        }
    }
    r->sums[index] = sum;
    r->agreed[index] = agreed;
}

/* How likely the picture is under an order, of which one layer's own coverage stands elsewhere. */
static int64_t judge(struct refining *r, const struct fit_order *order, uint32_t layer,
                     const float *own)
{
    struct judging j = {.r = r, .order = order};
    for (uint32_t l = 1; l < order->count; l++) j.own[l] = l == layer ? own : r->own[l];
    parallel_for(chunks(r), r->threads, judge_chunk, &j);
    int64_t sum = 0;
    for (size_t i = 0; i < chunks(r); i++) sum += r->sums[i];
    for (uint32_t l = 1; l < order->count; l++)
        for (int side = 0; side < FIT_SIDES; side++)
            sum -= order->boxes[l].on[side] ? r->limit_cost : 0;
    return sum;
}

/* ---- moves ---- */

static bool try_box(struct refining *r, uint32_t layer, const struct fit_box *box)
{
    if (memcmp(box, &r->order.boxes[layer], sizeof *box) == 0) return false;
    make_own(r, r->trial, box, layer);
    struct fit_order order = r->order;
    order.boxes[layer] = *box;
    const int64_t score = judge(r, &order, layer, r->trial);
    if (score <= r->score) return false;
    r->score = score;
    r->order = order;
    float *own = r->own[layer];
    r->own[layer] = r->trial;
    r->trial = own;
    return true;
}

/* Goes on in a direction that helps, twice as far each time. */
static bool follow(struct refining *r, uint32_t layer, int number, int step, int small)
{
    bool moved = false;
    for (int sign = -1; sign <= 1; sign += 2) {
        bool helped = false;
        for (int by = step, s = small;; by *= 2, s *= 2) {
            struct fit_box box = r->order.boxes[layer];
            const struct fit_box before = box;
            if (!fit_box_move(&box, number, sign * by, sign * s)) break;
            if (!try_box(r, layer, &box) &&
                !(fit_box_keep_edges(&box, &before, number, r->tables) && try_box(r, layer, &box)))
                break;
            helped = true;
        }
        moved |= helped;
        if (helped) break;
    }
    return moved;
}

/* Limits that say nothing go; those that would say something come. */
static bool switch_limits(struct refining *r, uint32_t layer)
{
    bool moved = false;
    for (int side = 0; side < FIT_SIDES; side++) {
        struct fit_box box = r->order.boxes[layer];
        if (box.on[side]) {
            box.on[side] = false;
            moved |= try_box(r, layer, &box);
            continue;
        }
        for (int eighth = 1; eighth < 8; eighth += 2) {
            box = r->order.boxes[layer];
            box.on[side] = true;
            box.at[side] = (int16_t)(FIT_BEYOND + eighth * FIT_INSIDE / 8);
            box.fuzz[side] = 8;
            if (try_box(r, layer, &box)) {
                moved = true;
                break;
            }
        }
    }
    return moved;
}

/* A layer and the one painted before it change places. */
static bool swap(struct refining *r, uint32_t layer)
{
    struct fit_order order = r->order;
    const uint32_t other = layer - 1;
    if (order.parent[layer] != order.parent[other]) return false;
    for (uint32_t l = 1; l < order.count; l++)
        if (order.parent[l] == layer || order.parent[l] == other) return false;
    const struct fit_box box = order.boxes[layer];
    const uint32_t class = order.class[layer];
    order.boxes[layer] = order.boxes[other];
    order.class[layer] = order.class[other];
    order.boxes[other] = box;
    order.class[other] = class;
    float *own = r->own[layer];
    r->own[layer] = r->own[other];
    r->own[other] = own;
    const int64_t score = judge(r, &order, 0, NULL);
    if (score > r->score) {
        r->score = score;
        r->order = order;
        return true;
    }
    r->own[other] = r->own[layer];
    r->own[layer] = own;
    return false;
}

static enum err_code sweep(struct refining *r, int step, int small, bool *moved, struct err *err)
{
    *moved = false;
    for (uint32_t layer = 1; layer < r->order.count; layer++) {
        for (int number = 0; number < FIT_NUMBERS; number++)
            if (number != FIT_NUMBER_NOISE || r->noise)
                *moved |= follow(r, layer, number, step, small);
        if (step >= 16) *moved |= switch_limits(r, layer);
        if (step >= 4 && layer > 1) *moved |= swap(r, layer);
        RETURN_IF_ERR(job_poll(r->job, err));
    }
    return ERR_OK;
}

/* ---- from end to end ---- */

static void prepare(struct refining *r, const struct fit_order *order)
{
    r->order = *order;
    r->draws = !r->noise ? 1 : r->cells->grains > 1 ? DRAWS / 4 : DRAWS;
    uint64_t random = 0;
    for (uint32_t l = 0; l < FIT_MAX_LAYERS; l++) {
        for (uint32_t k = 0; k < DRAWS; k++) r->rank[l][k] = (uint8_t)k;
        for (uint32_t k = DRAWS - 1; k > 0; k--) {
            const uint32_t other = (uint32_t)(scramble_next(&random) % (k + 1));
            const uint8_t rank = r->rank[l][k];
            r->rank[l][k] = r->rank[l][other];
            r->rank[l][other] = rank;
        }
    }
    for (uint32_t n = 0; n <= r->draws; n++) {
        const double share = FIT_DOUBT + (1 - 2 * FIT_DOUBT) * n / r->draws;
        r->chance[n] = (int32_t)(FIT_LOG * fit_ln(share));
    }
    r->limit_cost = (int64_t)(LIMIT_COST * FIT_LOG * (double)r->cells->total);
}

static enum err_code refine(struct refining *r, struct fit_order *order, double *agreement,
                            struct err *err)
{
    for (uint32_t l = 1; l < order->count; l++) make_own(r, r->own[l], &order->boxes[l], l);
    r->score = judge(r, &r->order, 0, NULL);
    for (int step = 64, small = 4; step >= 1; step /= 4, small = small > 1 ? small / 2 : 1) {
        bool moved = true;
        for (int again = 0; moved && again < SWEEPS; again++)
            RETURN_IF_ERR(sweep(r, step, small, &moved, err));
        RETURN_IF_ERR(job_step(r->job, "fitting limits", 1.0 - (double)step / 64, err));
    }
    *order = r->order;
    (void)judge(r, order, 0, NULL);
    uint64_t agreed = 0;
    for (size_t i = 0; i < chunks(r); i++) agreed += r->agreed[i];
    *agreement = (double)agreed / ((double)r->cells->total * r->draws);
    return ERR_OK;
}

static void close_refining(struct refining *r)
{
    if (r == NULL) return;
    for (uint32_t l = 0; l < FIT_MAX_LAYERS; l++) mem_free(r->own[l]);
    mem_free(r->trial);
    mem_free(r->sums);
    mem_free(r->agreed);
    mem_free(r);
}

/* NULL: no memory. */
static struct refining *open_refining(const struct fit_order *order,
                                      const struct fit_tables *tables, bool noise, struct job *job)
{
    struct refining *r = mem_alloc(1, sizeof *r);
    if (r == NULL) return NULL;
    const struct fit_ground *ground = tables->ground;
    bool coarse = false;
    for (uint32_t l = 1; l < order->count; l++) coarse |= order->boxes[l].grain > 0;
    *r = (struct refining){.tables = tables, .noise = noise, .job = job};
    r->cells = coarse ? &ground->sample : noise ? &ground->coarse[0] : &ground->fine;
    r->threads = parallel_threads(job_threads(job));
    prepare(r, order);
    const size_t places = (size_t)r->cells->count * r->draws + LANES;
    bool good = true;
    for (uint32_t l = 1; l < order->count; l++) {
        r->own[l] = mem_alloc(places, sizeof **r->own);
        good = good && r->own[l] != NULL;
    }
    r->trial = mem_alloc(places, sizeof *r->trial);
    r->sums = mem_alloc(chunks(r), sizeof *r->sums);
    r->agreed = mem_alloc(chunks(r), sizeof *r->agreed);
    if (good && r->trial != NULL && r->sums != NULL && r->agreed != NULL) return r;
    close_refining(r);
    return NULL;
}

enum err_code fit_refine(struct fit_order *order, double *agreement,
                         const struct fit_tables *tables, bool noise, struct job *job,
                         struct err *err)
{
    struct refining *r = open_refining(order, tables, noise, job);
    if (r == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the search");
    const enum err_code code = refine(r, order, agreement, err);
    close_refining(r);
    return code;
}

enum err_code fit_order_shares(struct fit_shares *out, const struct fit_order *order,
                               const struct fit_tables *tables, struct job *job, struct err *err)
{
    bool noise = false;
    for (uint32_t l = 1; l < order->count; l++) noise |= order->boxes[l].noise > 0;
    memset(out, 0, sizeof *out);
    struct refining *r = open_refining(order, tables, noise, job);
    if (r == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the search");
    for (uint32_t l = 1; l < order->count; l++) make_own(r, r->own[l], &order->boxes[l], l);
    struct judging j = {.r = r, .order = order};
    for (uint32_t l = 1; l < order->count; l++) j.own[l] = r->own[l];
    const uint32_t each = LANES / r->draws, classes = r->cells->classes;
    uint64_t layers[FIT_MAX_LAYERS] = {0}, agreed[FIT_MAX_CLASSES] = {0};
    uint64_t painted[FIT_MAX_CLASSES] = {0};
    for (uint32_t at = 0; at < r->cells->count; at += each) {
        uint8_t winner[LANES];
        find_winners(winner, &j, (size_t)at * r->draws);
        for (uint32_t i = 0; i < each && at + i < r->cells->count; i++) {
            const uint32_t *counts = r->cells->counts + (size_t)(at + i) * classes;
            uint64_t all = 0;
            for (uint32_t c = 0; c < classes; c++) all += counts[c];
            for (uint32_t c = 0; c < classes; c++) painted[c] += counts[c];
            for (uint32_t k = 0; k < r->draws; k++) {
                const uint8_t layer = winner[i * r->draws + k];
                layers[layer] += all;
                if (order->class[layer] < classes)
                    agreed[order->class[layer]] += counts[order->class[layer]];
            }
        }
    }
    const double total = (double)r->cells->total * r->draws;
    for (uint32_t l = 0; l < order->count; l++) out->of_layer[l] = (double)layers[l] / total;
    for (uint32_t c = 0; c < classes; c++) {
        out->any[c] = painted[c] > 0;
        if (out->any[c]) out->own_chance[c] = (double)agreed[c] / ((double)painted[c] * r->draws);
    }
    close_refining(r);
    return ERR_OK;
}
