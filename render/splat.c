/*
 * Coverage to what engines load: masks, blend maps, the strongest material. render/point.h defines
 * every bit; here a row of a tile is taken in runs, and within a run one material after the other.
 */
#include "render/splat.h"

#include <assert.h>
#include <string.h>

#include "base/lanes.h"
#include "render/point.h"
#include "render/splat_rows.h"

/* ---- materials ---- */

/* What each material has in a run: its layers' planes put together by `put` in painting order, from
 * 0. A material of one layer is that layer's plane, a material without any is nothing. */
static void gather(const struct render_plan *plan, const struct render_merge *merge,
                   const struct splat_run *run, const float *const *planes,
                   void (*put)(float *, const float *, size_t), struct plan_scratch *s)
{
    for (uint32_t m = 0; m < merge->count; m++) s->share[m] = s->nothing;
    for (uint32_t k = 0; k < plan->layer_count; k++) {
        if (planes[k] == s->nothing) continue;
        const uint32_t m = merge->material_of_layer[k];
        float *const sum = s->sums_of_layers + (size_t)m * SPLAT_RUN;
        if (s->share[m] == s->nothing) {
            s->share[m] = planes[k] + run->in;
            continue;
        }
        if (s->share[m] != sum) memcpy(sum, s->share[m], run->groups * LANES_GROUP * sizeof *sum);
        s->share[m] = sum;
        put(sum, planes[k] + run->in, run->groups);
    }
}

static void gather_weights(const struct render_plan *plan, const struct render_merge *merge,
                           const struct splat_run *run, struct plan_scratch *s)
{
    gather(plan, merge, run, s->texel_weight, plan->splat->add, s);
}

/* Leaves out materials without a layer in the tile: a share of 0 gets nothing of a sum of 1 and
 * wins nowhere. Returns how many are left. */
static uint32_t present(uint32_t materials, struct plan_scratch *s)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < materials; m++) {
        if (s->share[m] == s->nothing) continue;
        s->present[count] = s->share[m];
        s->present_at[count++] = m;
    }
    return count;
}

/* ---- masks ---- */

static void put_floats(const struct render_target *target, const struct splat_run *run,
                       const struct plan_scratch *s)
{
    for (uint32_t m = 0; m < target->merge->count; m++)
        if (target->planes[m] != NULL)
            memcpy((float *)target->planes[m] + run->out, s->share[m], run->count * sizeof(float));
}

static void put_codes(const struct render_plan *plan, void *plane, const struct splat_run *run,
                      const int32_t *codes, bool wide)
{
    if (wide) {
        uint16_t narrow[SPLAT_RUN];
        plan->splat->narrow16(narrow, codes, run->groups);
        memcpy((uint16_t *)plane + run->out, narrow, run->count * sizeof *narrow);
    } else {
        uint8_t narrow[SPLAT_RUN];
        plan->splat->narrow8(narrow, codes, run->groups);
        memcpy((uint8_t *)plane + run->out, narrow, run->count);
    }
}

static void put_nothing(void *plane, const struct splat_run *run, bool wide)
{
    const size_t size = wide ? sizeof(uint16_t) : 1;
    memset((uint8_t *)plane + run->out * size, 0, run->count * size);
}

static void put_weights(const struct render_plan *plan, const struct render_target *target,
                        const struct splat_run *run, bool wide, struct plan_scratch *s)
{
    const uint32_t count = present(target->merge->count, s);
    plan->splat->quantise(s->codes, s->rests, s->present, count, wide ? 65535 : 255, run->groups);
    uint32_t done = 0;
    for (uint32_t m = 0; m < target->merge->count; m++) {
        const bool here = done < count && s->present_at[done] == m;
        const int32_t *const codes = s->codes + (size_t)done * SPLAT_RUN;
        done += here;
        if (target->planes[m] == NULL) continue;
        if (here)
            put_codes(plan, target->planes[m], run, codes, wide);
        else
            put_nothing(target->planes[m], run, wide);
    }
}

/* Four materials a plane, the low byte first. */
static void put_packs(const struct render_plan *plan, const struct render_target *target,
                      const struct splat_run *run, struct plan_scratch *s)
{
    const uint32_t count = present(target->merge->count, s);
    plan->splat->quantise(s->codes, s->rests, s->present, count, 255, run->groups);
    uint32_t done = 0;
    for (uint32_t first = 0; first < target->merge->count; first += 4) {
        uint32_t packed[SPLAT_RUN] = {0};
        for (; done < count && s->present_at[done] < first + 4; done++) {
            const int32_t *const codes = s->codes + (size_t)done * SPLAT_RUN;
            const uint32_t shift = 8 * (s->present_at[done] - first);
            for (size_t i = 0; i < run->count; i++) packed[i] |= (uint32_t)codes[i] << shift;
        }
        if (target->planes[first / 4] != NULL)
            splat_put_bytes((uint8_t *)target->planes[first / 4] + 4 * run->out, packed, 4,
                            run->count);
    }
}

static void put_reach(const struct render_plan *plan, const struct render_target *target,
                      const struct splat_run *run, bool wide, struct plan_scratch *s)
{
    for (uint32_t m = 0; m < target->merge->count; m++) {
        if (target->planes[m] == NULL) continue;
        if (s->share[m] == s->nothing) {
            put_nothing(target->planes[m], run, wide);
            continue;
        }
        plan->splat->round(s->codes, s->share[m], wide ? 65535.0f : 255.0f, run->groups);
        put_codes(plan, target->planes[m], run, s->codes, wide);
    }
}

/* ---- winner ---- */

static void find_winner(const struct render_plan *plan, const struct render_target *target,
                        const struct splat_run *run, struct plan_scratch *s)
{
    gather_weights(plan, target->merge, run, s);
    const uint32_t count = present(target->merge->count, s);
    plan->splat->winner(s->codes, s->present, s->present_at, count, run->groups);
}

static void put_index(const struct render_target *target, const struct splat_run *run,
                      const struct plan_scratch *s)
{
    uint8_t *const rgb = (uint8_t *)target->planes[0] + 3 * run->out;
    for (size_t i = 0; i < run->count; i++) render_index_colour(rgb + 3 * i, (uint32_t)s->codes[i]);
}

/* ---- margin ---- */

static void put_margin(const struct render_plan *plan, const struct render_target *target,
                       const struct splat_run *run, struct plan_scratch *s)
{
    gather_weights(plan, target->merge, run, s);
    const uint32_t count = present(target->merge->count, s);
    for (size_t i = 0; i < run->count; i++) {
        float first = 0.0f, second = 0.0f;
        for (uint32_t m = 0; m < count; m++) {
            const float share = s->present[m][i];
            second = share > first ? first : share > second ? share : second;
            first = share > first ? share : first;
        }
        ((uint8_t *)target->planes[0])[run->out + i] = (uint8_t)point_round(first - second, 255.0f);
    }
}

/* ---- blend maps ---- */

/* The reach that material m would have alone. */
static void reach_alone(float *spare, const struct render_plan *plan,
                        const struct render_merge *merge, const struct splat_run *run, uint32_t m,
                        const struct plan_scratch *s)
{
    const size_t count = run->groups * LANES_GROUP;
    for (size_t i = 0; i < count; i++) spare[i] = 1.0f;
    for (uint32_t k = 0; k < plan->layer_count; k++)
        if (merge->material_of_layer[k] == m)
            plan->splat->lay_bare(spare, s->texel_eff[k] + run->in, run->groups);
    for (size_t i = 0; i < count; i++) spare[i] = 1.0f - spare[i];
}

static void put_blend(const struct render_plan *plan, const struct render_target *target,
                      const struct splat_run *run, struct plan_scratch *s)
{
    const struct render_merge *merge = target->merge;
    gather_weights(plan, merge, run, s);
    const size_t row = run->groups * LANES_GROUP * sizeof(float);
    float held[RENDER_BLEND_MATERIALS][SPLAT_RUN], left[SPLAT_RUN], spare[SPLAT_RUN];
    uint32_t packed[2][SPLAT_RUN] = {{0}}; /* materials 1 .. 4, 5 .. 8 */
    memcpy(held[0], s->share[0], row);
    for (uint32_t m = 1; m < merge->count; m++) {
        memcpy(held[m], held[m - 1], row);
        plan->splat->add(held[m], s->share[m], run->groups);
    }
    for (size_t i = 0; i < SPLAT_RUN; i++) left[i] = 1.0f;
    for (uint32_t m = merge->count; m-- > 1;) {
        if (s->share[m] == s->nothing) continue; /* its alpha is 0, what is left stays */
        const bool lacks = plan->splat->lacks(left, held[m], run->groups);
        if (lacks) reach_alone(spare, plan, merge, run, m, s);
        plan->splat->blend(packed[(m - 1) / 4], left, s->share[m], held[m], lacks ? spare : NULL,
                           8 * ((m - 1) % 4), run->groups);
    }
    for (uint32_t i = 0; i == 0 || 4 * i + 1 < merge->count; i++)
        splat_put_bytes((uint8_t *)target->planes[i] + 4 * run->out, packed[i], 4, run->count);
}

/* ---- runs ---- */

/* Each texel is rounded by itself: so parts of a row add up to the row. */
static void add_areas(const struct render_plan *plan, const struct splat_run *run, uint32_t m,
                      struct plan_scratch *s)
{
    const uint32_t weight = plan->areas.weights[run->row];
    for (size_t i = 0; i < run->count; i++)
        if (s->missing == NULL || !s->missing[run->in + i])
            s->areas[m] += render_weigh(render_units(s->share[m][i]), weight);
}

static void add_coverage(const struct render_plan *plan, const struct render_target *target,
                         const struct splat_run *run, struct plan_scratch *s)
{
    gather_weights(plan, target->merge, run, s);
    const bool weighed = target->areas != NULL && plan->areas.weights != NULL;
    for (uint32_t m = 0; m < target->merge->count; m++) {
        if (s->share[m] == s->nothing) continue;
        if (weighed) add_areas(plan, run, m, s);
        if (s->missing == NULL) {
            s->sums[m] += plan->splat->sum(s->share[m], run->count);
            continue;
        }
        for (size_t i = 0; i < run->count; i++)
            if (!s->missing[run->in + i]) s->sums[m] += render_units(s->share[m][i]);
    }
}

static void put_missing(const struct render_target *target, const struct splat_run *run,
                        const struct plan_scratch *s)
{
    uint8_t *const out = (uint8_t *)target->planes[0] + run->out;
    for (size_t i = 0; i < run->count; i++)
        out[i] = s->missing != NULL && s->missing[run->in + i] ? UINT8_MAX : 0;
}

static void put_run(const struct render_plan *plan, const struct splat_run *run,
                    const struct render_target *target, struct plan_scratch *s)
{
    switch (target->kind) {
    case SCREE_WEIGHT_U8:
    case SCREE_WEIGHT_U16:
        gather_weights(plan, target->merge, run, s);
        put_weights(plan, target, run, target->kind == SCREE_WEIGHT_U16, s);
        break;
    case SCREE_WEIGHT_F32:
        gather_weights(plan, target->merge, run, s);
        put_floats(target, run, s);
        break;
    case SCREE_PACK_RGBA8:
        gather_weights(plan, target->merge, run, s);
        put_packs(plan, target, run, s);
        break;
    case SCREE_EFF_U8:
    case SCREE_EFF_U16:
        gather(plan, target->merge, run, s->texel_eff, plan->splat->raise, s);
        put_reach(plan, target, run, target->kind == SCREE_EFF_U16, s);
        break;
    case SCREE_EFF_F32:
        gather(plan, target->merge, run, s->texel_eff, plan->splat->raise, s);
        put_floats(target, run, s);
        break;
    case SCREE_WINNER_U8:
        find_winner(plan, target, run, s);
        put_codes(plan, target->planes[0], run, s->codes, false);
        break;
    case SCREE_INDEX_RGB8:
        find_winner(plan, target, run, s);
        put_index(target, run, s);
        break;
    case SCREE_BLEND_RGBA8:
        put_blend(plan, target, run, s);
        break;
    case RENDER_MISSING_U8:
        put_missing(target, run, s);
        break;
    case SCREE_COVERAGE:
        add_coverage(plan, target, run, s);
        break;
    case SCREE_MARGIN_U8:
        put_margin(plan, target, run, s);
        break;
    case RENDER_GROUND_F32:
        splat_ground(plan, run, target, s);
        break;
    case RENDER_SHADED_RGB8:
        splat_shaded(plan, run, target, s);
        break;
    case SCREE_PICTURE_RGB8:
        splat_picture(plan, run, target, s);
        break;
    }
}

void splat_tile(const struct render_plan *plan, const struct eval_tile *tile, uint32_t top,
                const struct render_target *target, struct plan_scratch *scratch)
{
    if (target->merge != NULL && target->kind != SCREE_PICTURE_RGB8) {
        assert(target->merge->layer_count == plan->layer_count);
        assert(target->kind != SCREE_BLEND_RGBA8 || target->merge->count <= RENDER_BLEND_MATERIALS);
        assert(target->kind != SCREE_WINNER_U8 || target->merge->count <= 255);
    }
    for (size_t j = 0; j < tile->height; j++) {
        for (size_t i = 0; i < tile->width; i += SPLAT_RUN) {
            const size_t count = tile->width - i < SPLAT_RUN ? tile->width - i : SPLAT_RUN;
            const struct splat_run run = {j * scratch->texel_stride + i,
                                          (top + j) * plan->width + tile->column + i,
                                          count,
                                          lanes_groups(count),
                                          tile->column + (uint32_t)i,
                                          tile->row + (uint32_t)j};
            put_run(plan, &run, target, scratch);
            if (scratch->missing != NULL) splat_put_missing(&run, target, scratch);
        }
    }
}
