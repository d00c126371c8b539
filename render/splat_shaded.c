/* The map seen from above in the light of a day: as splat_picture.c, with a warm sun, a blue sky and
 * soft shadows. */
#include <math.h>

#include "render/splat.h"
#include "render/splat_rows.h"
#include "render/view_sky.h"

/* The middle of texel i of those that have `per` samples each at `at`. */
static uint64_t middle(const uint64_t *at, uint32_t i, uint32_t per)
{
    const uint64_t first = at[(size_t)i * per], last = at[(size_t)i * per + per - 1];
    return first < last ? first + (last - first) / 2 : last + (first - last) / 2;
}

static double units(uint64_t position)
{
    return (double)position * 0x1p-32;
}

void splat_shaded(const struct render_plan *plan, const struct splat_run *run,
                  const struct render_target *target, const struct plan_scratch *s)
{
    const struct render_sky *const sky = target->sky;
    const struct ter_field *const field = plan->terrains[0].field;
    float colour[3][SPLAT_RUN] = {{0}};
    for (uint32_t k = 0; k < plan->layer_count; k++)
        for (int c = 0; s->texel_weight[k] != s->nothing && c < 3; c++)
            plan->splat->paint(colour[c], s->texel_weight[k] + run->in, plan->layers[k].colour[c],
                               run->groups);
    const double y = units(middle(plan->y, run->row, plan->per_y));
    uint8_t *rgb = (uint8_t *)target->planes[0] + 3 * run->out;
    for (size_t i = 0; i < run->count; i++) {
        const float slope_x = s->texel_slope_x[run->in + i];
        const float slope_y = s->texel_slope_y[run->in + i];
        float light[3], visible = 1.0f;
        if (target->cast != NULL && view_facing(sky, slope_x, slope_y) > 0.0f) {
            const double x = units(middle(plan->x, run->column + (uint32_t)i, plan->per_x));
            visible = view_visible(sky, target->cast, field, 0.0, x, y);
        }
        view_light(light, sky, slope_x, slope_y, visible);
        for (int c = 0; c < 3; c++)
            *rgb++ = (uint8_t)(255.0f * sqrtf(view_shown(sky, colour[c][i] * light[c])) + 0.5f);
    }
}
