/*
 * The model, tile by tile: terrain, then each layer in painting order, then what stays visible.
 * render/point.h defines every bit, docs/model.md is it in words; here is the order of work, and
 * what of it can be left out without changing a bit.
 */
#include "render/eval.h"

#include "base/lanes.h"
#include "render/cull.h"
#include "render/layer_rows.h"

#define WEIGH_GROUPS 64 /* at a time, so that what is bare stays in the first cache */

/* Samples of a tile: columns x rows. */
struct extent {
    size_t columns, rows;
    size_t groups;         /* of a row */
    const uint64_t *x, *y; /* positions */
};

static void eval_terrain(const struct render_plan *plan, const struct extent *e,
                         struct plan_scratch *s)
{
    /* Terrain 0 last: its gradient stays in slope_x and slope_y for the shading. */
    for (uint32_t k = plan->terrain_count; k-- > 0;) {
        plan->terrain->start(s->terrain, plan->terrains[k].field, e->x, e->columns);
        for (size_t j = 0; j < e->rows; j++) {
            const size_t at = j * s->stride;
            plan->terrain->next(s->terrain, e->y[j], s->rise[k] + at, s->slope_x + at,
                                s->slope_y + at);
        }
        plan->layer->slope(s->slope[k], s->slope_x, s->slope_y, e->rows * e->groups);
    }
}

/* ---- layers ---- */

static void clear(float *plane, size_t count)
{
    for (size_t i = 0; i < count; i++) plane[i] = 0.0f;
}

/* The ramps that count in row j of a tile where `ramps` do. *nowhere: the row has nothing of the
 * layer. */
static uint32_t row_ramps(const struct render_plan *plan, const struct plan_layer *layer,
                          uint32_t ramps, size_t j, const struct plan_scratch *s, bool *nowhere)
{
    *nowhere = false;
    if (plan->options.exhaustive || ramps == 0) return ramps;
    return cull_ramps(layer, &plan->relief, &s->row_range[layer->terrain][j], nowhere);
}

/* A layer that the tile does not prove to be nothing. */
static void eval_layer(const struct render_plan *plan, uint32_t index, uint32_t ramps,
                       const struct extent *e, struct plan_scratch *s)
{
    const struct plan_layer *layer = &plan->layers[index];
    const struct layer_kernels *const kernels = plan->layer;
    const bool under = index > 0 && !plan->layers[layer->parent].everywhere;
    const bool every = plan->options.exhaustive;
    bool started = false; /* the noise of this tile */
    for (size_t j = 0; j < e->rows; j++) {
        const size_t at = j * s->stride;
        float *const eff = s->own_eff[index] + at;
        const float *const above = under ? s->eff[layer->parent] + at : NULL;
        bool nowhere;
        const uint32_t needed = row_ramps(plan, layer, ramps, j, s, &nowhere);
        if (nowhere || (!every && above != NULL && !kernels->any(above, e->groups))) {
            clear(eff, s->stride);
            continue;
        }
        kernels->place(eff, layer, &plan->relief, needed, s->rise[layer->terrain] + at,
                       s->slope[layer->terrain] + at, e->groups);
        if (layer->vari > 0.0f && (every || kernels->open(eff, above, e->groups))) {
            if (!started) plan->noise->start(s->noise, &layer->noise, e->x, e->columns);
            started = true;
            plan->noise->next(s->noise, e->y[j], s->z);
            kernels->own(eff, s->z, layer->vari, e->groups);
        }
        if (above != NULL) kernels->under(eff, above, e->groups);
    }
}

/* Ranges of each row of a terrain, and of the tile. */
static void find_ranges(const struct render_plan *plan, uint32_t terrain, const struct extent *e,
                        struct plan_scratch *s)
{
    struct cull_range *const rows = s->row_range[terrain], *const tile = &s->range[terrain];
    for (size_t j = 0; j < e->rows; j++) {
        const size_t at = j * s->stride;
        plan->layer->range(&rows[j].rise_min, &rows[j].rise_max, s->rise[terrain] + at, e->groups);
        plan->layer->range(&rows[j].slope_min, &rows[j].slope_max, s->slope[terrain] + at,
                           e->groups);
        if (j == 0)
            *tile = rows[0];
        else
            cull_widen(tile, &rows[j]);
    }
}

static void eval_layers(const struct render_plan *plan, const struct extent *e,
                        struct plan_scratch *s)
{
    if (!plan->options.exhaustive)
        for (uint32_t k = 0; k < plan->terrain_count; k++) find_ranges(plan, k, e, s);
    for (uint32_t k = 0; k < plan->layer_count; k++) {
        uint32_t ramps;
        if (cull_layer(&ramps, plan, k, s)) eval_layer(plan, k, ramps, e, s);
    }
}

void eval_weights(const struct render_plan *plan, size_t groups, struct plan_scratch *s)
{
    float *const bare = s->own_weight[0];
    for (uint32_t k = 0; k < plan->layer_count; k++)
        s->weight[k] = k > 0 && s->nowhere[k] ? s->nothing : s->own_weight[k];
    for (size_t first = 0; first < groups; first += WEIGH_GROUPS) {
        const size_t some = groups - first < WEIGH_GROUPS ? groups - first : WEIGH_GROUPS;
        const size_t at = first * LANES_GROUP;
        for (size_t i = 0; i < some * LANES_GROUP; i++) bare[at + i] = 1.0f;
        for (uint32_t k = plan->layer_count; k-- > 1;)
            if (!s->nowhere[k])
                plan->layer->weigh(s->own_weight[k] + at, bare + at, s->eff[k] + at, some);
    }
}

/* ---- means ---- */

/* Means over the samples of each texel, summed by rows from the north, each from the west. The
 * padding repeats the last texel of a row. */
static void average(float *out, const float *plane, const struct render_plan *plan,
                    const struct eval_tile *tile, const struct plan_scratch *s)
{
    const float part = 1.0f / (float)(plan->per_x * plan->per_y);
    for (size_t j = 0; j < tile->height; j++) {
        for (size_t i = 0; i < tile->width; i++) {
            const float *const corner = plane + j * plan->per_y * s->stride + i * plan->per_x;
            float sum = 0.0f;
            for (size_t b = 0; b < plan->per_y; b++)
                for (size_t a = 0; a < plan->per_x; a++) sum += corner[b * s->stride + a];
            out[j * s->texel_stride + i] = sum * part;
        }
        float *const row = out + j * s->texel_stride;
        for (size_t i = tile->width; i < s->texel_stride; i++) row[i] = row[tile->width - 1];
    }
}

static void eval_texels(const struct render_plan *plan, const struct eval_tile *tile,
                        struct plan_scratch *s)
{
    const bool means = plan->per_x * plan->per_y > 1;
    if (means) {
        average(s->texel_slope_x, s->slope_x, plan, tile, s);
        average(s->texel_slope_y, s->slope_y, plan, tile, s);
    }
    for (uint32_t k = 0; k < plan->layer_count; k++) {
        s->texel_eff[k] = s->eff[k];
        s->texel_weight[k] = s->weight[k];
        if (!means) continue;
        if (!s->nowhere[k]) {
            average(s->mean_eff[k], s->eff[k], plan, tile, s);
            s->texel_eff[k] = s->mean_eff[k];
        }
        if (!s->nowhere[k] || k == 0) {
            average(s->mean_weight[k], s->weight[k], plan, tile, s);
            s->texel_weight[k] = s->mean_weight[k];
        }
    }
}

void eval_tile(const struct render_plan *plan, const struct eval_tile *tile, struct plan_scratch *s)
{
    const size_t columns = (size_t)tile->width * plan->per_x;
    const struct extent e = {columns, (size_t)tile->height * plan->per_y, lanes_groups(columns),
                             plan->x + (size_t)tile->column * plan->per_x,
                             plan->y + (size_t)tile->row * plan->per_y};
    s->stride = lanes_pad(columns);
    s->texel_stride = lanes_pad(tile->width);
    eval_terrain(plan, &e, s);
    eval_layers(plan, &e, s);
    eval_weights(plan, e.rows * e.groups, s);
    eval_texels(plan, tile, s);
}
