/* Coverage to what engines load: masks, blend maps, the strongest material. */
#include "render/splat.h"

#include <assert.h>

#include "render/ramp.h"

void splat_quantise(uint32_t *out, float *shares, uint32_t count, uint32_t total)
{
    uint32_t given = 0;
    for (uint32_t m = 0; m < count; m++) {
        const float scaled = shares[m] * (float)total;
        out[m] = (uint32_t)scaled;
        if (out[m] > total - given) out[m] = total - given; /* shares that add up to 1 + rounding */
        given += out[m];
        shares[m] = scaled - (float)out[m];
    }
    for (; given < total; given++) {
        uint32_t best = 0;
        for (uint32_t m = 1; m < count; m++)
            if (shares[m] > shares[best]) best = m;
        out[best]++;
        shares[best] -= 1.0f;
    }
}

/* A texel of the tile and its place in the target's planes. */
struct texel {
    size_t in, out;
};

/* Materials' weights at a texel: sums over their layers in painting order. */
static void weights_at(float *materials, const struct render_merge *merge,
                       const struct plan_scratch *s, size_t in)
{
    for (uint32_t m = 0; m < merge->count; m++) materials[m] = 0.0f;
    for (uint32_t k = 0; k < merge->layer_count; k++)
        materials[merge->material_of_layer[k]] += s->texel_weight[k][in];
}

/* Materials' own reach at a texel: that of the layer that reaches furthest. */
static void reach_at(float *materials, const struct render_merge *merge,
                     const struct plan_scratch *s, size_t in)
{
    for (uint32_t m = 0; m < merge->count; m++) materials[m] = 0.0f;
    for (uint32_t k = 0; k < merge->layer_count; k++) {
        float *const reach = &materials[merge->material_of_layer[k]];
        if (s->texel_eff[k][in] > *reach) *reach = s->texel_eff[k][in];
    }
}

static uint32_t round_share(float share, float total)
{
    return (uint32_t)(clamp01(share) * total + 0.5f);
}

static void put_masks(const struct render_target *target, struct texel at, struct plan_scratch *s)
{
    const struct render_merge *merge = target->merge;
    float *const share = s->materials;
    uint32_t *const code = s->codes;
    const bool eff = target->kind == RENDER_EFF_U8 || target->kind == RENDER_EFF_U16 ||
                     target->kind == RENDER_EFF_F32;
    const bool wide = target->kind == RENDER_WEIGHT_U16 || target->kind == RENDER_EFF_U16;
    const uint32_t total = wide ? 65535 : 255;
    if (eff)
        reach_at(share, merge, s, at.in);
    else
        weights_at(share, merge, s, at.in);

    if (target->kind == RENDER_WEIGHT_F32 || target->kind == RENDER_EFF_F32) {
        for (uint32_t m = 0; m < merge->count; m++) ((float *)target->planes[m])[at.out] = share[m];
        return;
    }
    if (eff)
        for (uint32_t m = 0; m < merge->count; m++) code[m] = round_share(share[m], (float)total);
    else
        splat_quantise(code, share, merge->count, total);
    for (uint32_t m = 0; m < merge->count; m++) {
        if (wide)
            ((uint16_t *)target->planes[m])[at.out] = (uint16_t)code[m];
        else
            ((uint8_t *)target->planes[m])[at.out] = (uint8_t)code[m];
    }
}

static uint32_t winner_at(const struct render_merge *merge, struct plan_scratch *s, size_t in)
{
    weights_at(s->materials, merge, s, in);
    uint32_t winner = 0;
    for (uint32_t m = 1; m < merge->count; m++)
        if (s->materials[m] >= s->materials[winner]) winner = m;
    return winner;
}

/*
 * Alphas for colour = lerp(colour, texture m, alpha m), m = 1, 2, ...: alpha m is the material's
 * share of what it and everything below it hold, taken from the top down with the 8-bit error of
 * the upper ones carried along. Where the upper ones leave little, carrying would make the lower
 * alphas jump about; they hardly matter at the texel but are seen through the engine's filter at
 * the next one. There the plain share is taken, and where nothing is left at all, the reach that
 * the material would have alone: 1 - product of (1 - eff) over its layers, which is what the plain
 * share tends to.
 */
#define BLEND_MATERIALS 5
#define BLEND_LITTLE_LEFT 0.0625f

static float alpha_at(const struct render_merge *merge, const struct plan_scratch *s, size_t in,
                      uint32_t m, float left, float held)
{
    if (left >= BLEND_LITTLE_LEFT) return s->materials[m] / left;
    if (held > 0.0f) return s->materials[m] / held;
    float bare = 1.0f;
    for (uint32_t k = 0; k < merge->layer_count; k++)
        if (merge->material_of_layer[k] == m) bare *= 1.0f - s->texel_eff[k][in];
    return 1.0f - bare;
}

static void put_blend(const struct render_target *target, struct texel at, struct plan_scratch *s)
{
    const struct render_merge *merge = target->merge;
    weights_at(s->materials, merge, s, at.in);
    float held[BLEND_MATERIALS]; /* by material m and all below it */
    held[0] = s->materials[0];
    for (uint32_t m = 1; m < merge->count; m++) held[m] = held[m - 1] + s->materials[m];
    uint8_t *const rgba = (uint8_t *)target->planes[0] + 4 * at.out;
    for (int c = 0; c < 4; c++) rgba[c] = 0;
    float left = 1.0f;
    for (uint32_t m = merge->count; m-- > 1;) {
        const uint32_t code = round_share(alpha_at(merge, s, at.in, m, left, held[m]), 255.0f);
        rgba[m - 1] = (uint8_t)code;
        left *= (float)(255 - code) / 255.0f;
    }
}

static void put_sums(const struct render_target *target, struct texel at, struct plan_scratch *s)
{
    weights_at(s->materials, target->merge, s, at.in);
    for (uint32_t m = 0; m < target->merge->count; m++)
        s->sums[m] += (uint64_t)(clamp01(s->materials[m]) * 0x1p24f + 0.5f);
}

static void put_texel(const struct render_target *target, struct texel at, struct plan_scratch *s)
{
    switch (target->kind) {
    case RENDER_WEIGHT_U8:
    case RENDER_WEIGHT_U16:
    case RENDER_WEIGHT_F32:
    case RENDER_EFF_U8:
    case RENDER_EFF_U16:
    case RENDER_EFF_F32:
        put_masks(target, at, s);
        break;
    case RENDER_WINNER_U8:
        ((uint8_t *)target->planes[0])[at.out] = (uint8_t)winner_at(target->merge, s, at.in);
        break;
    case RENDER_BLEND_RGBA8:
        put_blend(target, at, s);
        break;
    case RENDER_INDEX_RGB8:
        render_index_colour((uint8_t *)target->planes[0] + 3 * at.out,
                            winner_at(target->merge, s, at.in));
        break;
    case RENDER_COVERAGE:
        put_sums(target, at, s);
        break;
    case RENDER_PICTURE_RGB8:
        break;
    }
}

void splat_tile(const struct render_plan *plan, const struct eval_tile *tile, uint32_t top,
                const struct render_target *target, struct plan_scratch *scratch)
{
    if (target->kind == RENDER_PICTURE_RGB8) {
        view_tile(plan, tile, top, target, scratch);
        return;
    }
    assert(target->merge->layer_count == plan->layer_count);
    assert(target->kind != RENDER_BLEND_RGBA8 || target->merge->count <= BLEND_MATERIALS);
    assert(target->kind != RENDER_WINNER_U8 || target->merge->count <= 255);
    for (size_t j = 0; j < tile->height; j++) {
        for (size_t i = 0; i < tile->width; i++) {
            const struct texel at = {j * tile->width + i,
                                     (top + j) * plan->width + tile->column + i};
            put_texel(target, at, scratch);
        }
    }
}
