/*
 * One tile of a live scene: which layers are somewhere in it and with which contents, whether it
 * shows that already, and if not, what is needed to show it - by the steps of eval.c, with what is
 * kept in place of what they would evaluate.
 */
#include "render/live.h"

#include <string.h>

#include "base/lanes.h"
#include "render/layer_rows.h"
#include "render/splat.h"
#include "render/splat_rows.h"

/* A tile being looked at by a thread. */
struct visit {
    struct render_live *live;
    const struct render_plan *plan;
    struct plan_scratch *s;
    struct live_thread *thread;
    uint32_t t; /* number of the tile */
    struct eval_tile tile;
    struct eval_extent e;
    bool grounded;  /* rise, slope and rows of all terrains are at hand */
    uint32_t count; /* of the list */
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static struct visit visit_start(struct render_live *live, uint32_t t, uint32_t thread)
{
    const uint32_t column = t % live->across * live->tile, row = t / live->across * live->tile;
    struct visit v = {.live = live,
                      .plan = live->plan,
                      .s = &live->plan->scratch[thread],
                      .thread = &live->threads[thread],
                      .t = t,
                      .tile = {column, row, least(live->tile, live->width - column),
                               least(live->tile, live->height - row)}};
    v.e = eval_start(v.plan, &v.tile, v.s);
    return v;
}

/* ---- terrain ---- */

/* Light on the texels, from the gradient in scratch. */
static void keep_shine(const struct visit *v, const struct live_ground *ground)
{
    if (ground->shine == NULL) return;
    struct plan_scratch *const s = v->s;
    float *const shine = ground->shine + (size_t)v->t * v->live->texel_floats;
    const size_t groups = lanes_groups((size_t)s->texel_stride * v->tile.height);
    v->plan->splat->light(shine, &v->live->options.light, s->texel_slope_x, s->texel_slope_y,
                          groups);
}

/* Where the values of quantities of a terrain stand; false: some are yet to be found. */
static bool aim_values(struct visit *v, uint32_t terrain)
{
    bool known = true;
    for (uint32_t k = 0; k < v->plan->source_count; k++) {
        if (v->plan->sources[k].terrain != terrain) continue;
        const struct live_values *const values = v->live->values_of[k];
        v->thread->value[k] =
            values != NULL ? values->plane + (size_t)v->t * v->live->sample_floats : v->s->value[k];
        if (v->plan->sources[k].quantity == SRF_ASPECT)
            known = known && values != NULL && values->known[v->t];
    }
    return known;
}

/* From the gradient in scratch. */
static void find_values(struct visit *v, uint32_t terrain)
{
    const struct plan_scratch *const s = v->s;
    eval_values(v->plan, terrain, v->thread->value, s->slope_x, s->slope_y,
                v->e.rows * v->e.groups);
    for (uint32_t k = 0; k < v->plan->source_count; k++)
        if (v->plan->sources[k].terrain == terrain && v->live->values_of[k] != NULL)
            v->live->values_of[k]->known[v->t] = true;
}

static void find_ground(struct visit *v, uint32_t k)
{
    struct live_ground *const ground = v->live->ground_of[k];
    struct plan_scratch *const s = v->s;
    struct live_thread *const thread = v->thread;
    const bool kept = ground->rows != NULL;
    const size_t at = (size_t)v->t * v->live->sample_floats;
    float *const rise = kept ? ground->rise + at : s->rise[k];
    float *const slope = kept ? ground->slope + at : s->slope[k];
    struct cull_range *const rows =
        kept ? ground->rows + (size_t)v->t * v->live->tile_rows : s->row_range[k];
    thread->rise[k] = rise;
    thread->slope[k] = slope;
    thread->rows[k] = rows;
    const bool valued = aim_values(v, k);
    if (kept && ground->known[v->t] && valued) return;
    eval_ground(v->plan, k, &v->e, rise, slope, s);
    find_values(v, k);
    eval_ranges(v->plan, &v->e, rise, slope, &ground->range[v->t], rows);
    ground->known[v->t] = true;
    if (k > 0) return;
    if (v->live->means) {
        eval_mean(s->texel_slope_x, s->slope_x, v->plan, &v->tile, s);
        eval_mean(s->texel_slope_y, s->slope_y, v->plan, &v->tile, s);
    }
    keep_shine(v, ground);
}

/* All terrains, the plain one last: its gradient may have to stay in scratch. */
static void find_grounds(struct visit *v)
{
    if (v->grounded) return;
    for (uint32_t k = v->plan->terrain_count; k-- > 0;) find_ground(v, k);
    eval_made_values(v->plan, v->thread->value, v->thread->rise, v->e.rows * v->e.groups);
    eval_masks(v->plan, &v->e, v->thread->value);
    v->grounded = true;
}

/* ---- own coverage ---- */

static uint32_t ramps_in_tile(struct visit *v, const struct plan_layer *layer, bool *nowhere)
{
    struct live_ground *const ground = v->live->ground_of[layer->terrain];
    if (!ground->known[v->t]) find_grounds(v);
    return cull_ramps(layer, &v->plan->relief, &ground->range[v->t], nowhere);
}

static void evaluate_own(struct visit *v, uint32_t k, uint32_t ramps, float *plane)
{
    find_grounds(v);
    const struct live_thread *const thread = v->thread;
    const struct plan_layer *const layer = &v->plan->layers[k];
    const struct live_noise *const noise = v->live->noise_of[k];
    struct eval_own of = {layer,
                          ramps,
                          thread->rise[layer->terrain],
                          thread->slope[layer->terrain],
                          thread->rows[layer->terrain],
                          thread->value,
                          NULL,
                          NULL,
                          NULL};
    if (noise != NULL) {
        of.z = noise->plane + (size_t)v->t * v->live->sample_floats;
        of.z_known = noise->known + (size_t)v->t * v->live->tile_rows;
    }
    eval_own(plane, v->plan, &of, &v->e, v->s);
    v->thread->owns++;
}

static float *own_block(const struct visit *v, const struct live_own *own)
{
    return own->plane + (size_t)v->t * v->live->sample_floats;
}

/* A run of texel rows of the tile, where its samples and texels begin in their planes, and the
 * groups of its samples. */
struct strip {
    struct eval_tile tile;
    size_t sample, texel, groups;
};

static struct strip strip_of(const struct visit *v, uint32_t first, uint32_t rows)
{
    const size_t sample_rows = (size_t)first * v->plan->per_y;
    return (struct strip){{v->tile.column, v->tile.row + first, v->tile.width, rows},
                          sample_rows * v->s->stride,
                          first * v->s->texel_stride,
                          (size_t)rows * v->plan->per_y * v->e.groups};
}

/* What was evaluated takes the tile's place in the plane, in the rows where it differs. */
static live_rows put_own(const struct visit *v, float *block, const float *evaluated)
{
    live_rows rows = 0;
    for (uint32_t j = 0; j < v->tile.height; j++) {
        const struct strip p = strip_of(v, j, 1);
        const size_t bytes = p.groups * LANES_GROUP * sizeof *block;
        if (memcmp(block + p.sample, evaluated + p.sample, bytes) == 0) continue;
        memcpy(block + p.sample, evaluated + p.sample, bytes);
        rows |= (live_rows)1 << j;
    }
    return rows;
}

/* The number of what is evaluated: that of what the tile has if it is the same. */
static uint32_t renew_own(struct visit *v, uint32_t k, uint32_t ramps, struct live_own *own)
{
    struct live_change *const change = &v->thread->change[k];
    float *const evaluated = v->s->own_eff[k];
    evaluate_own(v, k, ramps, evaluated);
    if (!v->plan->layer->any(evaluated, v->e.rows * v->e.groups)) return LIVE_NOTHING;
    const live_rows rows = put_own(v, own_block(v, own), evaluated);
    const uint32_t from = own->content[v->t];
    if (from == LIVE_NOTHING || from == LIVE_UNKNOWN) return own->serial;
    *change = (struct live_change){from, rows};
    return rows == 0 ? from : own->serial;
}

static uint32_t find_content(struct visit *v, uint32_t k)
{
    struct live_own *const own = v->live->own_of[k];
    uint32_t *const content = &own->content[v->t];
    if (own->known[v->t]) return *content;
    bool nowhere;
    const uint32_t ramps = ramps_in_tile(v, &v->plan->layers[k], &nowhere);
    if (nowhere)
        *content = LIVE_NOTHING;
    else if (own->plane == NULL)
        *content = own->serial;
    else
        *content = renew_own(v, k, ramps, own);
    own->known[v->t] = true;
    return *content;
}

/* ---- the list ---- */

/* The root is always in it; others where they and their parents are somewhere. */
static void find_list(struct visit *v)
{
    struct live_thread *const thread = v->thread;
    const struct render_live *const live = v->live;
    v->count = 0;
    for (uint32_t k = 0; k < v->plan->layer_count; k++) {
        const struct plan_layer *const layer = &v->plan->layers[k];
        uint32_t content = LIVE_NOTHING;
        const bool open = k == 0 || thread->here[layer->parent];
        thread->change[k] = (struct live_change){LIVE_UNKNOWN, LIVE_ALL_ROWS};
        if (layer->everywhere)
            content = LIVE_UNKNOWN; /* a number that no evaluation has */
        else if (open)
            content = find_content(v, k);
        thread->here[k] = content != LIVE_NOTHING;
        if (!thread->here[k] && k > 0) continue;
        thread->place[k] = v->count;
        struct live_sign *const sign = &thread->list[v->count++];
        sign->content = content;
        sign->parent = (uint16_t)thread->place[layer->parent];
        sign->layer = (uint16_t)k;
        memcpy(sign->colour, live->colours + 3 * (size_t)k, sizeof sign->colour);
    }
}

enum { NEW_CONTENT = 1, NEW_COLOUR = 2, NEW_NUMBER = 4 };

static struct live_sign *old_list(const struct visit *v)
{
    return v->live->lists + (size_t)v->t * v->live->list_room;
}

/* What differs from what the tile shows. */
static int compare_lists(const struct visit *v)
{
    if (v->live->list_count[v->t] != v->count) return NEW_CONTENT;
    const struct live_sign *const old = old_list(v), *const now = v->thread->list;
    int differs = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        if (old[i].content != now[i].content || old[i].parent != now[i].parent)
            differs |= NEW_CONTENT;
        if (memcmp(old[i].colour, now[i].colour, sizeof now[i].colour) != 0) differs |= NEW_COLOUR;
        if (old[i].layer != now[i].layer) differs |= NEW_NUMBER;
    }
    return differs;
}

/* The rows outside of which the weights that are kept are those of the list. */
static live_rows changed_rows(const struct visit *v)
{
    if (!v->live->weighed[v->t] || v->live->list_count[v->t] != v->count) return LIVE_ALL_ROWS;
    const struct live_sign *const old = old_list(v), *const now = v->thread->list;
    live_rows rows = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        if (old[i].parent != now[i].parent) return LIVE_ALL_ROWS;
        if (old[i].content == now[i].content) continue;
        const struct live_change *const change = &v->thread->change[now[i].layer];
        if (change->from != old[i].content) return LIVE_ALL_ROWS;
        rows |= change->rows;
    }
    return rows;
}

/* Takes a strip off the tile's rows, of so few that its planes stay in the first cache. */
#define STRIP_GROUPS 64
static bool next_strip(struct strip *p, const struct visit *v, live_rows *rows)
{
    const size_t most = STRIP_GROUPS / (v->plan->per_y * v->e.groups);
    uint32_t first = 0, count = 0;
    while (first < v->tile.height && !(*rows >> first & 1)) first++;
    while (first + count < v->tile.height && (*rows >> (first + count) & 1) &&
           (count == 0 || count < most))
        *rows &= ~((live_rows)1 << (first + count++));
    *p = strip_of(v, first, count);
    return count > 0;
}

/* ---- what it shows ---- */

static float *weight_block(const struct visit *v, uint32_t place)
{
    return v->live->weights[place] + (size_t)v->t * v->live->texel_floats;
}

static const float *own_plane(struct visit *v, uint32_t k)
{
    const struct live_own *const own = v->live->own_of[k];
    if (own->plane != NULL) return own_block(v, own);
    bool nowhere;
    const uint32_t ramps = ramps_in_tile(v, &v->plan->layers[k], &nowhere);
    evaluate_own(v, k, ramps, v->s->own_eff[k]);
    return v->s->own_eff[k];
}

static bool is_under(const struct visit *v, uint32_t k)
{
    return k > 0 && !v->plan->layers[v->plan->layers[k].parent].everywhere;
}

/* eff of a layer is its own coverage, or will be made of that and its parent's. */
static void aim_eff(struct visit *v, uint32_t k)
{
    struct plan_scratch *const s = v->s;
    s->eff[k] = s->own_eff[k];
    if (v->plan->layers[k].everywhere) return;
    const float *const own = own_plane(v, k);
    if (!is_under(v, k)) s->eff[k] = own;
}

static void find_eff(struct visit *v, uint32_t k, const struct strip *p)
{
    struct plan_scratch *const s = v->s;
    if (v->plan->layers[k].everywhere || !is_under(v, k)) return;
    const struct live_own *const own = v->live->own_of[k];
    float *const eff = s->own_eff[k] + p->sample;
    const float *const above = s->eff[v->plan->layers[k].parent] + p->sample;
    if (own->plane != NULL)
        memcpy(eff, own_block(v, own) + p->sample, p->groups * LANES_GROUP * sizeof *eff);
    v->plan->layer->under(eff, above, p->groups);
}

/* eff of places of the list from `first` to before `end`, in a strip. */
static void find_effs(struct visit *v, uint32_t first, uint32_t end, const struct strip *p)
{
    for (uint32_t i = first; i < end; i++)
        if (v->thread->list[i].content != LIVE_NOTHING) find_eff(v, v->thread->list[i].layer, p);
}
/* Whether place i has the same eff in both lists. */
static bool same_eff(const struct live_sign *old, const struct live_sign *now, uint32_t i)
{
    uint32_t of_old = i, of_now = i;
    while (old[of_old].content == now[of_now].content) {
        if (of_old == 0 || of_now == 0) return of_old == of_now;
        of_old = old[of_old].parent;
        of_now = now[of_now].parent;
    }
    return false;
}

/* The place from which on all have the weights that are kept. */
static uint32_t first_same(const struct visit *v)
{
    uint32_t first = v->count;
    if (!v->live->weighed[v->t] || v->live->list_count[v->t] != v->count) return first;
    while (first > 1 && same_eff(old_list(v), v->thread->list, first - 1)) first--;
    return first;
}

static live_rows rows_of(const struct visit *v, const struct strip *p)
{
    const live_rows all =
        p->tile.height < LIVE_MOST_ROWS ? ((live_rows)1 << p->tile.height) - 1 : LIVE_ALL_ROWS;
    return all << (p->tile.row - v->tile.row);
}

/* What the places from `from` on leave, a plane in which the strip is known. */
static const float *find_bare(struct visit *v, uint32_t from, const struct strip *p)
{
    const size_t count = p->groups * LANES_GROUP;
    const bool keep = v->live->bare != NULL && from < v->count;
    float *const plane =
        keep ? v->live->bare + (size_t)v->t * v->live->sample_floats : v->s->own_weight[0];
    float *const bare = plane + p->sample;
    live_rows *const known = &v->live->bare_rows[v->t], rows = rows_of(v, p);
    if (keep && (*known & rows) == rows) return plane;
    find_effs(v, from, v->count, p);
    for (size_t i = 0; i < count; i++) bare[i] = 1.0f;
    for (uint32_t i = v->count; i-- > from;)
        v->plan->splat->lay_bare(bare, v->s->eff[v->thread->list[i].layer] + p->sample, p->groups);
    if (keep) *known |= rows;
    return plane;
}

/* What is kept of places from `same` on is that of the list at hand, or nothing is. */
static void aim_bare(const struct visit *v, uint32_t same)
{
    struct render_live *const live = v->live;
    if (same == v->count || live->bare_from[v->t] != same) live->bare_rows[v->t] = 0;
    live->bare_from[v->t] = same;
}

static void forget_weights(const struct visit *v)
{
    for (uint32_t k = 0; k < v->plan->layer_count; k++) v->s->texel_weight[k] = v->s->nothing;
}

/* Where the weights of the layer in place i of the list go: of texels, and of samples. */
static void aim_weights(const struct visit *v, uint32_t i)
{
    struct plan_scratch *const s = v->s;
    const uint32_t k = v->thread->list[i].layer;
    if (v->live->weights_kept) {
        if (v->live->means)
            s->mean_weight[k] = weight_block(v, i);
        else
            s->own_weight[k] = weight_block(v, i);
    }
    s->texel_weight[k] = v->live->means ? s->mean_weight[k] : s->own_weight[k];
}

static void compose(struct visit *v, uint32_t same, const float *bare, const struct strip *p)
{
    struct plan_scratch *const s = v->s;
    const struct live_thread *const thread = v->thread;
    for (uint32_t i = 0; i < same; i++) {
        thread->eff[i] = s->eff[thread->list[i].layer];
        thread->weight[i] = s->mean_weight[thread->list[i].layer];
    }
    const struct layer_stack stack = {.count = same,
                                      .eff = thread->eff,
                                      .weight = thread->weight,
                                      .bare = bare,
                                      /* Free: the means of the gradient are all that counts. */
                                      .left = s->slope_x,
                                      .here = s->slope_y,
                                      .stride = s->stride,
                                      .texel_stride = s->texel_stride,
                                      .per_x = v->plan->per_x,
                                      .per_y = v->plan->per_y,
                                      .width = v->tile.width,
                                      .first = p->tile.row - v->tile.row,
                                      .rows = p->tile.height};
    v->plan->layer->compose(&stack);
}

/* From the last painted layer down, a layer shows where nothing later covers it; the root takes
 * what is left. Weights of places from `same` on are what they were. */
static void find_strip_weights(struct visit *v, uint32_t same, const struct strip *p)
{
    struct plan_scratch *const s = v->s;
    const struct live_thread *const thread = v->thread;
    find_effs(v, 0, same, p);
    const float *const left = find_bare(v, same, p);
    if (v->live->means) {
        compose(v, same, left, p);
        return;
    }
    float *const bare = s->own_weight[0] + p->sample;
    if (bare != left + p->sample)
        memcpy(bare, left + p->sample, p->groups * LANES_GROUP * sizeof *bare);
    for (uint32_t i = same; i-- > 1;) {
        const uint32_t k = thread->list[i].layer;
        v->plan->layer->weigh(s->own_weight[k] + p->sample, bare, s->eff[k] + p->sample, p->groups);
    }
}

/* The weights of a tile whose list differs from what it shows in `rows`. */
static void find_weights(struct visit *v, live_rows rows)
{
    const uint32_t same = first_same(v);
    forget_weights(v);
    for (uint32_t i = 0; i < v->count; i++) {
        aim_weights(v, i);
        if (v->thread->list[i].content != LIVE_NOTHING) aim_eff(v, v->thread->list[i].layer);
    }
    aim_bare(v, same);
    struct strip p;
    while (next_strip(&p, v, &rows)) find_strip_weights(v, same, &p);
    v->live->weighed[v->t] = v->live->weights_kept;
}

/* The weights of a tile whose contents have not changed since they were kept. */
static void get_weights(struct visit *v)
{
    if (!v->live->weighed[v->t]) {
        find_weights(v, LIVE_ALL_ROWS);
        return;
    }
    forget_weights(v);
    for (uint32_t i = 0; i < v->count; i++)
        v->s->texel_weight[v->thread->list[i].layer] = weight_block(v, i);
}

static void show_picture(struct visit *v, live_rows rows)
{
    const struct live_ground *const ground = v->live->ground_of[0];
    v->s->texel_shine = NULL;
    if (ground->shine != NULL && ground->known[v->t])
        v->s->texel_shine = ground->shine + (size_t)v->t * v->live->texel_floats;
    else
        find_grounds(v);
    void *planes[1] = {v->live->picture};
    const struct render_target target = {
        .kind = SCREE_PICTURE_RGB8, .planes = planes, .light = &v->live->options.light};
    if (v->s->missing != NULL) splat_find_missing(v->plan, &v->tile, v->s);
    for (uint32_t j = 0; j < v->tile.height; j++) {
        if (!(rows >> j & 1)) continue;
        const struct splat_run run = {
            j * v->s->texel_stride, (size_t)(v->tile.row + j) * v->plan->width + v->tile.column,
            v->tile.width,          lanes_groups(v->tile.width),
            v->tile.column,         v->tile.row + j};
        splat_picture(v->plan, &run, &target, v->s);
        if (v->s->missing != NULL) splat_put_missing(&run, &target, v->s);
    }
}

void live_draw(struct render_live *live, uint32_t t, uint32_t thread)
{
    struct visit v = visit_start(live, t, thread);
    find_list(&v);
    const int differs = compare_lists(&v);
    if (differs == 0) return;
    live_rows rows = LIVE_ALL_ROWS; /* of the picture */
    if (differs & NEW_CONTENT) {
        rows = changed_rows(&v);
        find_weights(&v, rows);
    } else if (differs & NEW_COLOUR) {
        get_weights(&v);
    }
    if (differs & NEW_COLOUR) rows = LIVE_ALL_ROWS;
    if (differs & (NEW_CONTENT | NEW_COLOUR)) show_picture(&v, rows);
    if (differs & (NEW_CONTENT | NEW_NUMBER)) live->unwon[t] = true;
    memcpy(old_list(&v), v.thread->list, v.count * sizeof *v.thread->list);
    live->list_count[t] = v.count;
    live->touched[t] = true;
    v.thread->tiles++;
}

/* ---- one layer ---- */

/* The list that the tile shows, of the plan's map. */
static void load_list(struct visit *v)
{
    struct live_thread *const thread = v->thread;
    v->count = v->live->list_count[v->t];
    memcpy(thread->list, old_list(v), v->count * sizeof *thread->list);
    memset(thread->here, 0, v->plan->layer_count * sizeof *thread->here);
    for (uint32_t i = 0; i < v->count; i++)
        thread->here[thread->list[i].layer] = thread->list[i].content != LIVE_NOTHING;
}

void live_win(struct render_live *live, uint32_t t, uint32_t thread)
{
    if (!live->unwon[t]) return;
    struct visit v = visit_start(live, t, thread);
    load_list(&v);
    get_weights(&v);
    void *planes[1] = {live->winner};
    const struct render_target target = {
        .kind = SCREE_WINNER_U8, .merge = live->merge, .planes = planes};
    if (v.s->missing != NULL) splat_find_missing(v.plan, &v.tile, v.s);
    splat_tile(v.plan, &v.tile, v.tile.row, &target, v.s);
    live->unwon[t] = false;
}

/* eff of a layer of the list and of those above it. */
static void find_reach(struct visit *v, uint32_t layer)
{
    const struct strip all = strip_of(v, 0, v->tile.height);
    if (layer > 0) find_reach(v, v->plan->layers[layer].parent);
    aim_eff(v, layer);
    find_eff(v, layer, &all);
}

void live_put_layer(struct render_live *live, uint32_t t, const struct render_target *target,
                    uint32_t layer, uint32_t thread)
{
    struct visit v = visit_start(live, t, thread);
    struct plan_scratch *const s = v.s;
    load_list(&v);
    if (target->kind <= SCREE_WEIGHT_F32) {
        get_weights(&v);
    } else {
        for (uint32_t k = 0; k < v.plan->layer_count; k++) s->texel_eff[k] = s->nothing;
        if (v.thread->here[layer]) {
            find_reach(&v, layer);
            s->texel_eff[layer] = live->means ? s->mean_eff[layer] : s->eff[layer];
            if (live->means) eval_mean(s->mean_eff[layer], s->eff[layer], v.plan, &v.tile, s);
        }
    }
    if (s->missing != NULL) splat_find_missing(v.plan, &v.tile, s);
    splat_tile(v.plan, &v.tile, v.tile.row, target, s);
}
