/*
 * Rule (The model): No place gives no layer and full place the full layer, whatever the noise.
 * See model.md#one-layer, render/layer_rows.c. Tests: unit/test_render
 * (no_place_no_layer_and_full_place_full_layer).
 *
 * Rule (Planes and pictures): Whole weights sum to 255 or 65535, by largest remainder. See
 * model.md#outputs, formats/masks.md, render/splat_rows.c. Tests: kernels/splat_rows-baseline
 * (shares_in_whole_numbers), unit/test_render (weights_sum_to_one).
 *
 * Rule (Planes and pictures): The winner has the greatest weight, ties to the later material. See
 * model.md#outputs, render/splat_rows.c. Tests: unit/test_render (winner_is_the_strongest),
 * kernels/splat_rows-baseline (winners_and_sums).
 */
#include "render/point.h"

#include <assert.h>
#include <math.h>

#include "render/limit.h"
#include "render/ramp.h"
#include "render/share.h"

static float slope_mean(struct plan_ramp limit, const struct plan_spread *spread, float slope,
                        bool gentler)
{
    const float least = slope * spread->least, most = slope * spread->most;
    const float width = slope * spread->width;
    return gentler ? ramp_mean(limit.limit - most, limit.limit - least, width, limit.rate)
                   : ramp_mean(least - limit.limit, most - limit.limit, width, limit.rate);
}

float point_slope(struct plan_ramp limit, const struct plan_relief *relief, float slope,
                  bool gentler)
{
    const float wide = slope_mean(limit, &relief->wide, slope, gentler);
    if (relief->narrow_share == 0.0f) return wide;
    return ramp_two(wide, slope_mean(limit, &relief->narrow, slope, gentler), relief->narrow_share);
}

void point_ramps(float out[4], const struct plan_layer *layer, const struct plan_relief *relief,
                 float rise_tu, float slope)
{
    const struct plan_ramp low = layer->altitude[0], high = layer->altitude[1];
    const struct plan_ramp gentle = layer->slope[0], steep = layer->slope[1];
    for (int k = 0; k < 4; k++) out[k] = 1.0f;
    if (low.on) out[0] = ramp(rise_tu - low.limit, low.rate);
    if (high.on) out[1] = ramp(high.limit - rise_tu, high.rate);
    if (gentle.on) out[2] = point_slope(gentle, relief, slope, false);
    if (steep.on) out[3] = point_slope(steep, relief, slope, true);
}

float point_place(const struct plan_layer *layer, const struct plan_relief *relief, float rise_tu,
                  float slope)
{
    float ramps[4];
    point_ramps(ramps, layer, relief, rise_tu, slope);
    return layer->covr * ramps[0] * ramps[1] * ramps[2] * ramps[3];
}

float point_limit(const struct plan_limit *limit, float value, float slope)
{
    if (limit->quantity == SRF_MASK) return limit_mask_share(value, limit);
    return limit->quantity == SRF_ASPECT ? limit_aspect_share(value, slope, limit)
                                         : limit_between(value, limit);
}

float point_own(const struct render_model *model, float place, float vari, float z)
{
    if (place <= 0.0f || place >= 1.0f || vari <= 0.0f) return place;
    const float n = noise_level(z, place, model->noise_mean, model->noise_spread);
    return clamp01(place + vari * (n - (1.0f - place)));
}

void point_quantise(uint32_t *out, float *shares, uint32_t count, uint32_t total)
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

uint32_t point_round(float share, float total)
{
    return (uint32_t)share_round(share, total);
}

uint32_t point_winner(const float *shares, uint32_t count)
{
    uint32_t winner = 0;
    for (uint32_t m = 1; m < count; m++)
        if (shares[m] >= shares[winner]) winner = m;
    return winner;
}

void point_blend(uint8_t *alphas, const float *shares, const float *alone, uint32_t count)
{
    float held[RENDER_BLEND_MATERIALS]; /* by material m and all below it */
    assert(count >= 1 && count <= RENDER_BLEND_MATERIALS);
    held[0] = shares[0];
    for (uint32_t m = 1; m < count; m++) held[m] = held[m - 1] + shares[m];
    float left = 1.0f;
    for (uint32_t m = count; m-- > 1;) {
        const float spare = alone != NULL ? alone[m] : 0.0f;
        const int32_t code = share_round(share_alpha(shares[m], left, held[m], spare), 255.0f);
        alphas[m - 1] = (uint8_t)code;
        left = share_left(left, code);
    }
}

uint8_t point_tone(float colour, const struct render_light *light)
{
    const float positive = colour > 0.0f ? colour : 0.0f;
    const float shown =
        light->lit ? 1.0f - exp_negative(light->exposure * positive) : clamp01(positive);
    return (uint8_t)(255.0f * sqrtf(shown) + 0.5f);
}

float point_light(const struct render_light *light, float slope_x, float slope_y)
{
    if (!light->lit) return 1.0f;
    const float *const sun = light->sun_direction;
    const float length = sqrtf(1.0f + (slope_x * slope_x + slope_y * slope_y));
    const float facing = (sun[2] - (sun[0] * slope_x + sun[1] * slope_y)) / length;
    return light->ambient + light->sun * (facing > 0.0f ? facing : 0.0f);
}

/* ---- for those outside render/ ---- */

uint32_t render_winner(const float *shares, uint32_t count)
{
    return point_winner(shares, count);
}

uint32_t render_units(float share)
{
    return point_round(share, (float)RENDER_UNITS);
}

void render_blend(uint8_t *alphas, const float *shares, uint32_t count)
{
    assert(shares[0] > 0.0f);
    point_blend(alphas, shares, NULL, count);
}
