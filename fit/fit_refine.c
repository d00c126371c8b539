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
#define CHUNK 128 /* groups that a thread takes at once */
#define MANY_CHUNKS 4
#define LIMIT_COST 0.0003
#define SWEEPS 3 /* with each step */

struct refining {
    struct mem_arena arena;
    const struct fit_tables *tables;
    const struct fit_cells *cells;
    uint32_t threads, draws;
    struct fit_order order;
    float *own[FIT_MAX_LAYERS];     /* [cell][draw] of the order, */
    float *trial;                   /* and of a layer as it is tried */
    uint8_t *there[FIT_MAX_LAYERS]; /* [group]: the layer covers something of it, */
    uint8_t *trial_there;           /* and as it is tried */
    float *around[FIT_MAX_LAYERS];  /* [cell]: what limits by what is around leave, */
    float *trial_around;            /* and as it is tried; NULL: there are no such limits */
    uint32_t first;                 /* cell of the sample that is the first of cells */
    uint32_t *totals;               /* [cell]: texels */
    int64_t *scores;                /* [group]: what the cells say, of the order, */
    int64_t *tried;                 /* and of what is tried, where it is changed */
    uint32_t *changed;              /* groups that are tried, */
    size_t changed_count;           /* so many */
    uint8_t rank[FIT_MAX_LAYERS][DRAWS];
    const struct fit_patterns *patterns; /* NULL: all are as likely; else there is one draw */
    int32_t chance[DRAWS + 1];           /* logarithm of a share of draws, times FIT_LOG */
    int64_t *sums;                       /* [chunk] */
    bool noise;
    int64_t limit_cost, score;
    struct fit_ramps *ramps;
    struct scree_job *job;
};

/* ---- what the model says ---- */

/* A layer's box over the bins of the cells. */
struct owning {
    const struct fit_box *box;
    float coverage, noise;
    float altitudes[FIT_MAX_BINS], slopes[FIT_MAX_BINS];
    float levels[DRAWS];
    const float *known;  /* [cell]: of a pattern, in place of levels; or NULL */
    const float *around; /* [cell]: what other limits leave; or NULL */
};

/* around is what the box's limits by what is around leave, or NULL. */
static void start_owning(struct owning *o, const struct refining *r, const struct fit_box *box,
                         uint32_t layer, const float *around)
{
    o->box = box;
    o->around = around;
    o->known = r->patterns != NULL ? r->patterns->level[layer] : NULL;
    o->coverage = fit_box_coverage(box);
    o->noise = r->tables->noise_of[box->noise];
    fit_box_ramps(o->altitudes, o->slopes, box, r->tables, r->cells, r->ramps);
    for (uint32_t k = 0; k < r->draws; k++) {
        const uint32_t rank = (2u * r->rank[layer][k] + 1) * FIT_LEVELS / (2 * r->draws);
        o->levels[k] = r->tables->level[rank];
    }
}

static float place_of(const struct owning *o, const struct fit_cells *cells, uint32_t cell)
{
    uint8_t *const *bin = cells->bin[o->box->grain];
    const float place =
        o->coverage * o->altitudes[bin[FIT_ALTITUDE][cell]] * o->slopes[bin[FIT_SLOPE][cell]];
    return o->around != NULL ? place * o->around[cell] : place;
}

static void own_cell(float *out, const struct owning *o, float place, const float *levels,
                     uint32_t draws)
{
    if (place <= 0 || place >= 1 || o->noise <= 0) {
        for (uint32_t k = 0; k < draws; k++) out[k] = place;
        return;
    }
    const float rest = 1 - place;
    for (uint32_t k = 0; k < draws; k++) {
        float n = levels[k] < -rest ? -rest : levels[k];
        n = n > 1 ? 1 : n;
        float own = place + o->noise * (n - rest);
        own = own < 0 ? 0 : own;
        out[k] = own > 1 ? 1 : own;
    }
}

/* Cells that are judged at once: a group has LANES places. */
static uint32_t cells_in_group(const struct refining *r)
{
    return LANES / r->draws;
}

static uint32_t groups(const struct refining *r)
{
    return (r->cells->count + cells_in_group(r) - 1) / cells_in_group(r);
}

static size_t chunks(size_t groups)
{
    return (groups + CHUNK - 1) / CHUNK;
}

/* What a layer covers in the cells of a group; the result is whether that is anything. */
static bool own_group(float *out, const struct refining *r, const struct owning *o, uint32_t group)
{
    const uint32_t draws = r->draws, each = cells_in_group(r), first = group * each;
    const uint32_t end = first + each < r->cells->count ? first + each : r->cells->count;
    bool there = false;
    for (uint32_t cell = first; cell < end; cell++) {
        const float place = place_of(o, r->cells, cell);
        own_cell(out + (size_t)cell * draws, o, place,
                 o->known != NULL ? o->known + cell : o->levels, draws);
        there |= place > 0;
    }
    return there;
}

/* What a box's limits by what is around leave, in a plane; NULL if there are none. */
static const float *find_around(float *plane, const struct refining *r, const struct fit_box *box)
{
    if (plane != NULL) fit_around_shares(plane, box, r->tables->ground, r->first, r->cells->count);
    return plane;
}

static void make_own(struct refining *r, uint32_t layer)
{
    struct owning o;
    const struct fit_box *const box = &r->order.boxes[layer];
    start_owning(&o, r, box, layer, find_around(r->around[layer], r, box));
    for (uint32_t group = 0; group < groups(r); group++)
        r->there[layer][group] = own_group(r->own[layer], r, &o, group);
}

struct judging {
    const struct refining *r;
    const struct fit_order *order;
    const float *own[FIT_MAX_LAYERS];
    const uint8_t *there[FIT_MAX_LAYERS];
};

static void start_judging(struct judging *j, const struct refining *r,
                          const struct fit_order *order)
{
    *j = (struct judging){.r = r, .order = order};
    for (uint32_t l = 1; l < order->count; l++) {
        j->own[l] = r->own[l];
        j->there[l] = r->there[l];
    }
}

/* The strongest layer of the places of a group. */
static void find_winners(uint8_t winner[LANES], const struct judging *j, uint32_t group)
{
    const uint32_t layers = j->order->count;
    float eff[FIT_MAX_LAYERS][LANES], bare[LANES], best[LANES];
    const float *reach[FIT_MAX_LAYERS]; /* NULL: the layer is not there */
    int32_t first[LANES];
    reach[0] = NULL;
    for (uint32_t l = 1; l < layers; l++) {
        const uint32_t parent = j->order->parent[l];
        reach[l] = NULL;
        if (!j->there[l][group] || (parent > 0 && reach[parent] == NULL)) continue;
        reach[l] = j->own[l] + (size_t)group * LANES;
        if (parent == 0) continue;
        for (uint32_t k = 0; k < LANES; k++) eff[l][k] = reach[parent][k] * reach[l][k];
        reach[l] = eff[l];
    }
    for (uint32_t k = 0; k < LANES; k++) {
        bare[k] = 1;
        best[k] = 0;
        first[k] = 0;
    }
    for (uint32_t l = layers - 1; l > 0; l--) {
        if (reach[l] == NULL) continue;
        const float *own = reach[l];
        const int32_t number = (int32_t)l;
        for (uint32_t k = 0; k < LANES; k++) {
            const float weight = own[k] * bare[k];
            bare[k] *= 1 - own[k];
            first[k] = weight > best[k] ? number : first[k];
            best[k] = weight > best[k] ? weight : best[k];
        }
    }
    for (uint32_t k = 0; k < LANES; k++) winner[k] = (uint8_t)(bare[k] > best[k] ? 0 : first[k]);
}

/* What the cells of a group say; agreed[0], if it is not NULL, gains the texels times draws whose class
 * wins. */
static int64_t judge_group(const struct judging *j, uint32_t group, uint64_t *agreed)
{
    const struct refining *r = j->r;
    const struct fit_cells *cells = r->cells;
    const uint32_t draws = r->draws, each = cells_in_group(r), first = group * each;
    uint8_t winner[LANES];
    int64_t sum = 0;
    find_winners(winner, j, group);
    for (uint32_t i = 0; i < each && first + i < cells->count; i++) {
        const uint32_t *counts = cells->counts + (size_t)(first + i) * cells->classes;
        uint32_t wins[FIT_MAX_CLASSES] = {0};
        for (uint32_t k = 0; k < draws; k++) wins[j->order->class[winner[i * draws + k]]]++;
        sum += (int64_t)r->totals[first + i] * r->chance[0];
        for (uint32_t c = 0; c < cells->classes; c++) {
            if (wins[c] == 0) continue;
            sum += (int64_t)counts[c] * (r->chance[wins[c]] - r->chance[0]);
            if (agreed != NULL) *agreed += (uint64_t)counts[c] * wins[c];
        }
    }
    return sum;
}

static void judge_chunk(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct judging *j = context;
    const struct refining *r = j->r;
    const size_t first = index * CHUNK;
    const size_t end = first + CHUNK < r->changed_count ? first + CHUNK : r->changed_count;
    int64_t sum = 0;
    for (size_t i = first; i < end; i++) {
        r->tried[i] = judge_group(j, r->changed[i], NULL);
        sum += r->tried[i] - r->scores[r->changed[i]];
    }
    r->sums[index] = sum;
}

static int64_t cost_of_limits(const struct refining *r, const struct fit_order *order)
{
    int64_t cost = 0;
    for (uint32_t l = 1; l < order->count; l++) {
        const struct fit_box *const box = &order->boxes[l];
        for (int side = 0; side < FIT_SIDES; side++) cost += box->on[side] ? r->limit_cost : 0;
        for (int k = 0; k < 2 * FIT_AROUNDS; k++)
            cost += box->around[k / 2].on[k % 2] ? r->limit_cost : 0;
    }
    return cost;
}

/* How likely the picture is as it is tried. Few groups are not worth waking threads. */
static int64_t judge(const struct refining *r, struct judging *j)
{
    const size_t count = chunks(r->changed_count);
    parallel_for(count, count < MANY_CHUNKS ? 1 : r->threads, judge_chunk, j);
    int64_t sum = r->score + cost_of_limits(r, &r->order) - cost_of_limits(r, j->order);
    for (size_t i = 0; i < count; i++) sum += r->sums[i];
    return sum;
}

static void change_all(struct refining *r)
{
    r->changed_count = groups(r);
    for (uint32_t group = 0; group < groups(r); group++) r->changed[group] = group;
}

static void keep_scores(struct refining *r)
{
    for (size_t i = 0; i < r->changed_count; i++) r->scores[r->changed[i]] = r->tried[i];
}

/* Judges an order from the start. */
static void judge_first(struct refining *r)
{
    struct judging j;
    start_judging(&j, r, &r->order);
    for (uint32_t l = 1; l < r->order.count; l++) make_own(r, l);
    memset(r->scores, 0, groups(r) * sizeof *r->scores);
    r->score = -cost_of_limits(r, &r->order);
    change_all(r);
    r->score = judge(r, &j);
    keep_scores(r);
}

/* ---- moves ---- */

/* Whether a layer covers something else in a group's cells than it did. */
static bool changes(const struct refining *r, uint32_t group, const struct owning *is,
                    const struct owning *was)
{
    const uint32_t each = cells_in_group(r), first = group * each;
    const uint32_t end = first + each < r->cells->count ? first + each : r->cells->count;
    const bool as_noisy = was->box->noise == is->box->noise;
    for (uint32_t cell = first; cell < end; cell++) {
        const float place = place_of(is, r->cells, cell);
        if (place != place_of(was, r->cells, cell) || (!as_noisy && place > 0 && place < 1))
            return true;
    }
    return false;
}

static void change(struct refining *r, uint32_t layer, const struct fit_box *box)
{
    struct owning was, is;
    const struct fit_box *const before = &r->order.boxes[layer];
    const float *const around = r->around[layer];
    start_owning(&was, r, before, layer, around);
    start_owning(&is, r, box, layer,
                 fit_same_around(box, before) ? around : find_around(r->trial_around, r, box));
    r->changed_count = 0;
    for (uint32_t group = 0; group < groups(r); group++) {
        if (!changes(r, group, &is, &was)) continue;
        r->trial_there[group] = own_group(r->trial, r, &is, group);
        r->changed[r->changed_count++] = group;
    }
}

static void swap_around(float **a, float **b)
{
    float *const kept = *a;
    *a = *b;
    *b = kept;
}

static bool try_box(struct refining *r, uint32_t layer, const struct fit_box *box)
{
    if (memcmp(box, &r->order.boxes[layer], sizeof *box) == 0) return false;
    change(r, layer, box);
    struct fit_order order = r->order;
    order.boxes[layer] = *box;
    struct judging j;
    start_judging(&j, r, &order);
    j.own[layer] = r->trial;
    j.there[layer] = r->trial_there;
    const int64_t score = judge(r, &j);
    if (score <= r->score) return false;
    keep_scores(r);
    for (size_t i = 0; i < r->changed_count; i++) {
        const size_t at = (size_t)r->changed[i] * LANES;
        memcpy(r->own[layer] + at, r->trial + at, LANES * sizeof *r->trial);
        r->there[layer][r->changed[i]] = r->trial_there[r->changed[i]];
    }
    if (!fit_same_around(box, &r->order.boxes[layer]))
        swap_around(&r->around[layer], &r->trial_around);
    r->score = score;
    r->order = order;
    return true;
}

static bool move_box(struct fit_box *box, const struct refining *r, int number, int by, int small)
{
    if (number < FIT_NUMBERS) return fit_box_move(box, number, by, small);
    return fit_around_move(box, number, by, small, r->tables->ground);
}

/* As far as a number that was moved has an effect on where others leave half a texel. */
static bool keep_edges(struct fit_box *box, const struct refining *r, const struct fit_box *before,
                       int number)
{
    const bool own = number < FIT_NUMBERS && fit_box_keep_edges(box, before, number, r->tables);
    return fit_around_keep_edges(box, before, number, r->tables->ground) || own;
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
            if (!move_box(&box, r, number, sign * by, sign * s)) break;
            if (!try_box(r, layer, &box) &&
                !(keep_edges(&box, r, &before, number) && try_box(r, layer, &box)))
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

/* Puts a limit by what is around into a box that lacks it: all of it, or the other side of one. */
static bool add_around(struct fit_box *box, int quantity, const struct fit_around *limit)
{
    struct fit_around *const around = &box->around[quantity];
    const int side = limit->on[1];
    if (!fit_is_around(box, quantity)) {
        *around = *limit;
        around->fuzz[0] = around->fuzz[1] = 8;
        return quantity != SRF_POSITION ||
               fit_size_of[quantity][limit->size] > fit_smoothing_of[box->grain];
    }
    if (quantity == SRF_ASPECT || around->on[side] || limit->size > 0) return false;
    around->on[side] = true;
    around->at[side] = limit->at[side];
    around->fuzz[side] = 8;
    return true;
}

/* Limits by what is around that say nothing go; those that would say something come. */
static bool switch_around(struct refining *r, uint32_t layer)
{
    bool moved = false;
    for (int q = 0; q < FIT_AROUNDS; q++) {
        struct fit_around limit;
        for (int side = 0; side < 2; side++) {
            struct fit_box box = r->order.boxes[layer];
            if (!box.around[q].on[side]) continue;
            box.around[q].on[side] = false;
            moved |= try_box(r, layer, &box);
        }
        if ((r->tables->around >> q & 1) == 0) continue;
        /* Beside the limits that there are, or in place of them: altitude and slope may tell nothing. */
        const struct fit_box before = r->order.boxes[layer];
        const struct fit_box open = {
            .coverage = FIT_COVERAGES, .noise = before.noise, .grain = before.grain};
        for (uint32_t i = 0; fit_around_try(&limit, q, i, r->tables->ground); i++) {
            struct fit_box box = before, alone = open;
            if (add_around(&box, q, &limit)) moved |= try_box(r, layer, &box);
            if (add_around(&alone, q, &limit)) moved |= try_box(r, layer, &alone);
        }
    }
    return moved;
}

static void swap_planes(struct refining *r, uint32_t layer)
{
    swap_around(&r->around[layer], &r->around[layer - 1]);
    float *own = r->own[layer];
    uint8_t *there = r->there[layer];
    r->own[layer] = r->own[layer - 1];
    r->there[layer] = r->there[layer - 1];
    r->own[layer - 1] = own;
    r->there[layer - 1] = there;
    uint8_t rank[DRAWS];
    memcpy(rank, r->rank[layer], sizeof rank);
    memcpy(r->rank[layer], r->rank[layer - 1], sizeof rank);
    memcpy(r->rank[layer - 1], rank, sizeof rank);
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
    swap_planes(r, layer);
    change_all(r);
    struct judging j;
    start_judging(&j, r, &order);
    const int64_t score = judge(r, &j);
    if (score > r->score) {
        keep_scores(r);
        r->score = score;
        r->order = order;
        return true;
    }
    swap_planes(r, layer);
    return false;
}

static enum scree_code sweep(struct refining *r, int step, int small, bool first, bool *moved,
                             struct scree_error *err)
{
    const int numbers = r->trial_around != NULL ? FIT_ALL_NUMBERS : FIT_NUMBERS;
    *moved = false;
    for (uint32_t layer = 1; layer < r->order.count; layer++) {
        if (step >= 16 && first && r->trial_around != NULL) *moved |= switch_around(r, layer);
        for (int number = 0; number < numbers; number++)
            if (number != FIT_NUMBER_NOISE || r->noise)
                *moved |= follow(r, layer, number, step, small);
        if (step >= 16) *moved |= switch_limits(r, layer);
        if (step >= 4 && layer > 1) *moved |= swap(r, layer);
        RETURN_IF_ERR(job_poll(r->job, err));
    }
    return SCREE_OK;
}

/* ---- from end to end ---- */

static void prepare(struct refining *r, const struct fit_order *order)
{
    r->order = *order;
    r->draws = !r->noise || r->patterns != NULL ? 1 : r->cells->grains > 1 ? DRAWS / 4 : DRAWS;
    uint64_t random = 0;
    for (uint32_t l = 0; l < FIT_MAX_LAYERS; l++) {
        for (uint32_t k = 0; k < r->draws; k++) r->rank[l][k] = (uint8_t)k;
        for (uint32_t k = r->draws - 1; k > 0; k--) {
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

/* The share of texels whose class is the strongest, as the order at hand has it. */
static double agree(const struct refining *r)
{
    struct judging j;
    start_judging(&j, r, &r->order);
    uint64_t agreed = 0;
    for (uint32_t group = 0; group < groups(r); group++) (void)judge_group(&j, group, &agreed);
    return (double)agreed / ((double)r->cells->total * r->draws);
}

static enum scree_code refine(struct refining *r, struct fit_order *order, double *agreement,
                              struct scree_error *err)
{
    const bool quick = r->tables->quick;
    const int sweeps = quick ? 1 : SWEEPS, from = quick ? 16 : 64, to = quick ? 4 : 1;
    judge_first(r);
    for (int step = from, small = quick ? 2 : 4; step >= to;
         step /= 4, small = small > 1 ? small / 2 : 1) {
        bool moved = true;
        for (int again = 0; moved && again < sweeps; again++)
            RETURN_IF_ERR(sweep(r, step, small, again == 0, &moved, err));
        RETURN_IF_ERR(job_step(r->job, "fitting limits", 1.0 - (double)step / 64, err));
    }
    *order = r->order;
    *agreement = agree(r);
    return SCREE_OK;
}

static void close_refining(struct refining *r)
{
    mem_arena_free(&r->arena);
    mem_free(r);
}

/* The cells that an order is judged by, and which of the sample's is their first. */
static const struct fit_cells *choose_cells(uint32_t *first, const struct fit_tables *tables,
                                            bool sample, bool noise)
{
    const struct fit_ground *const ground = tables->ground;
    *first = tables->part == FIT_WHITE ? ground->halves[0].count : 0;
    if (tables->part != FIT_WHOLE) return &ground->halves[tables->part == FIT_WHITE];
    return sample ? &ground->sample : noise ? &ground->coarse[0] : &ground->fine;
}

static enum scree_code open_refining(struct refining **out, const struct fit_order *order,
                                     const struct fit_tables *tables, bool noise,
                                     const struct fit_patterns *patterns, struct scree_job *job,
                                     struct scree_error *err)
{
    struct refining *r;
    *out = NULL;
    RETURN_IF_ERR(MEM_NEED(&r, 1, sizeof *r, err));
    const bool around = tables->around != 0 || fit_arounds(order) != 0;
    bool coarse = patterns != NULL || around;
    for (uint32_t l = 1; l < order->count; l++) coarse |= order->boxes[l].grain > 0;
    *r = (struct refining){.tables = tables, .noise = noise, .patterns = patterns, .job = job};
    r->cells = choose_cells(&r->first, tables, coarse, noise);
    r->threads = parallel_threads(job_threads(job));
    prepare(r, order);
    struct mem_arena *arena = &r->arena;
    const size_t places = (size_t)r->cells->count * r->draws + LANES;
    for (uint32_t l = 1; l < order->count; l++) {
        r->own[l] = mem_arena_alloc(arena, places, sizeof **r->own);
        r->there[l] = mem_arena_alloc(arena, groups(r), sizeof **r->there);
        if (around) r->around[l] = mem_arena_alloc(arena, r->cells->count, sizeof **r->around);
    }
    if (around) r->trial_around = mem_arena_alloc(arena, r->cells->count, sizeof *r->trial_around);
    r->trial = mem_arena_alloc(arena, places, sizeof *r->trial);
    r->trial_there = mem_arena_alloc(arena, groups(r), sizeof *r->trial_there);
    r->totals = mem_arena_alloc(arena, r->cells->count, sizeof *r->totals);
    r->sums = mem_arena_alloc(arena, chunks(groups(r)), sizeof *r->sums);
    r->scores = mem_arena_alloc(arena, groups(r), sizeof *r->scores);
    r->tried = mem_arena_alloc(arena, groups(r), sizeof *r->tried);
    r->changed = mem_arena_alloc(arena, groups(r), sizeof *r->changed);
    r->ramps = mem_arena_alloc(arena, 1, sizeof *r->ramps);
    if (arena->failed) {
        close_refining(r);
        return err_no_memory(err);
    }
    fit_ramps_start(r->ramps);
    const uint32_t classes = r->cells->classes;
    for (size_t i = 0; i < (size_t)r->cells->count * classes; i++)
        r->totals[i / classes] += r->cells->counts[i];
    *out = r;
    return SCREE_OK;
}

enum scree_code fit_refine(struct fit_order *order, double *agreement,
                           const struct fit_tables *tables, bool noise, struct scree_job *job,
                           struct scree_error *err)
{
    struct refining *r;
    RETURN_IF_ERR(open_refining(&r, order, tables, noise, NULL, job, err));
    const enum scree_code code = refine(r, order, agreement, err);
    close_refining(r);
    return code;
}

enum scree_code fit_agreement(double *agreement, const struct fit_order *order,
                              const struct fit_tables *tables, struct scree_job *job,
                              struct scree_error *err)
{
    struct refining *r;
    RETURN_IF_ERR(fit_counting_open(&r, order, tables, NULL, job, err));
    judge_first(r);
    *agreement = agree(r);
    close_refining(r);
    return SCREE_OK;
}

bool fit_is_noisy(const struct fit_order *order)
{
    for (uint32_t l = 1; l < order->count; l++)
        if (order->boxes[l].noise > 0) return true;
    return false;
}

enum scree_code fit_counting_open(struct refining **out, const struct fit_order *order,
                                  const struct fit_tables *tables,
                                  const struct fit_patterns *patterns, struct scree_job *job,
                                  struct scree_error *err)
{
    return open_refining(out, order, tables, fit_is_noisy(order), patterns, job, err);
}

void fit_counting_close(struct refining *counting)
{
    if (counting != NULL) close_refining(counting);
}

void fit_counting_shares(struct fit_shares *out, struct refining *r, const struct fit_order *order)
{
    memset(out, 0, sizeof *out);
    r->order = *order;
    for (uint32_t l = 1; l < order->count; l++) make_own(r, l);
    struct judging j;
    start_judging(&j, r, order);
    const uint32_t each = cells_in_group(r), classes = r->cells->classes;
    uint64_t layers[FIT_MAX_LAYERS] = {0}, agreed[FIT_MAX_CLASSES] = {0};
    uint64_t painted[FIT_MAX_CLASSES] = {0};
    for (uint32_t group = 0; group < groups(r); group++) {
        uint8_t winner[LANES];
        find_winners(winner, &j, group);
        for (uint32_t i = 0; i < each && group * each + i < r->cells->count; i++) {
            const uint32_t cell = group * each + i;
            const uint32_t *counts = r->cells->counts + (size_t)cell * classes;
            for (uint32_t c = 0; c < classes; c++) painted[c] += counts[c];
            for (uint32_t k = 0; k < r->draws; k++) {
                const uint8_t layer = winner[i * r->draws + k];
                layers[layer] += r->totals[cell];
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
}
