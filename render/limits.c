/* What a layer's limits alone say, for pictures of them. */
#include <math.h>

#include "render/limit.h"
#include "render/point.h"
#include "base/turn.h"

float render_altitude_share(const struct render_plan *plan, uint32_t layer, double altitude_m)
{
    const struct plan_layer *const l = &plan->layers[layer];
    const struct ter_field *const field = plan->terrains[0].field;
    const float rise = (float)(altitude_m / field->scal_m[2] - field->base_tu);
    float share = 1.0f;
    if (l->altitude[0].on) share *= ramp(rise - l->altitude[0].limit, l->altitude[0].rate);
    if (l->altitude[1].on) share *= ramp(l->altitude[1].limit - rise, l->altitude[1].rate);
    return share;
}

float render_slope_share(const struct render_plan *plan, uint32_t layer, double gradient)
{
    const struct plan_layer *const l = &plan->layers[layer];
    const struct plan_ramp gentle = l->slope[0], steep = l->slope[1];
    const float slope = (float)gradient;
    float share = 1.0f;
    if (gentle.on) share *= point_slope(gentle, &plan->relief, slope, false);
    if (steep.on) share *= point_slope(steep, &plan->relief, slope, true);
    return share;
}

float render_ramp(double inside, double fuzziness)
{
    return ramp((float)inside, plan_rate(fuzziness));
}

void render_slope_ramp(float *out, const float *gradients, size_t count,
                       const struct render_slope_limit *limit, double relief)
{
    const struct plan_relief spread = plan_relief_of(relief);
    const struct plan_ramp ramp = {true, (float)limit->at, plan_rate(limit->fuzziness)};
    for (size_t i = 0; i < count; i++)
        out[i] = point_slope(ramp, &spread, gradients[i], limit->upper);
}

double render_gradient(double degrees)
{
    double sine, cosine;
    turn_sine_cosine(degrees, &sine, &cosine);
    return sine / cosine;
}

/* ---- by what is around ---- */

void render_aspects(float *aspect, float *slope, const float *slope_x, const float *slope_y,
                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        aspect[i] = limit_aspect(slope_x[i], slope_y[i]);
        slope[i] = sqrtf(slope_x[i] * slope_x[i] + slope_y[i] * slope_y[i]);
    }
}

static void by_aspect(float *out, const struct render_around *ground, size_t count,
                      const struct plan_limit *limit)
{
    for (size_t i = 0; i < count; i++)
        out[i] *= limit_aspect_share(ground->aspect[i], ground->slope[i], limit);
}

static void by_position(float *out, const struct render_around *ground, size_t count,
                        const struct plan_limit *limit)
{
    for (size_t i = 0; i < count; i++)
        out[i] *= limit_between(ground->rise[i] - ground->mean[i], limit);
}

static void by_curvature(float *out, const struct render_around *ground, size_t count,
                         const struct plan_limit *limit)
{
    for (size_t i = 0; i < count; i++) out[i] *= limit_between(ground->curvature[i], limit);
}

void render_around_shares(float *out, const struct render_around *ground, size_t count,
                          const struct srf_limit limits[SRF_CURVATURE + 1])
{
    struct srf_layer layer = {.covr = 1.0f};
    struct plan_layer plan;
    for (int q = 0; q <= SRF_CURVATURE; q++) layer.limits[q] = limits[q];
    plan_layer_values(&plan, &layer, 0.0);
    for (size_t i = 0; i < count; i++) out[i] = 1.0f;
    for (uint32_t k = 0; k < plan.limit_count; k++) {
        const struct plan_limit *const limit = &plan.limits[k];
        if (limit->quantity == SRF_ASPECT) by_aspect(out, ground, count, limit);
        if (limit->quantity == SRF_POSITION) by_position(out, ground, count, limit);
        if (limit->quantity == SRF_CURVATURE) by_curvature(out, ground, count, limit);
    }
}
