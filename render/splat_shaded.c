/* The map seen from above in the light of a day: as splat_picture.c, with a warm sun, a blue sky and
 * soft shadows. */
#include <math.h>

#include "render/splat.h"
#include "render/splat_rows.h"
#include "render/strips.h"
#include "render/view_sky.h"

/* Strips on the ground take the place of its colour; a bridge has the light of level ground. */
static void paint(float colour[3], float light[3], const struct render_target *target,
                  const double place_m[2])
{
    struct strips_paint on, above;
    const double size_m = view_strips_texel_m(target->strips);
    if (view_strips_look(&on, target->strips, place_m[0], place_m[1], size_m, false))
        for (int c = 0; c < 3; c++) colour[c] += on.colour[c] - on.share * colour[c];
    if (!view_strips_look(&above, target->strips, place_m[0], place_m[1], size_m, true)) return;
    float level[3];
    view_light(level, target->sky, 0.0f, 0.0f, 1.0f);
    for (int c = 0; c < 3; c++) {
        light[c] *= colour[c] * (1.0f - above.share);
        light[c] += above.colour[c] * level[c];
        colour[c] = 1.0f;
    }
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
    const double y = splat_units(splat_middle(plan->y, run->row, plan->per_y));
    uint8_t *rgb = (uint8_t *)target->planes[0] + 3 * run->out;
    for (size_t i = 0; i < run->count; i++) {
        const float slope_x = s->texel_slope_x[run->in + i];
        const float slope_y = s->texel_slope_y[run->in + i];
        const double x = splat_units(splat_middle(plan->x, run->column + (uint32_t)i, plan->per_x));
        float light[3], visible = 1.0f;
        if (target->cast != NULL && view_facing(sky, slope_x, slope_y) > 0.0f)
            visible = view_visible(sky, target->cast, field, 0.0, x, y);
        view_light(light, sky, slope_x, slope_y, visible);
        float own[3] = {colour[0][i], colour[1][i], colour[2][i]};
        if (target->strips != NULL)
            paint(own, light, target,
                  (const double[2]){x * field->scal_m[0], y * field->scal_m[1]});
        for (int c = 0; c < 3; c++) light[c] *= own[c];
        view_show(light, sky, light);
        for (int c = 0; c < 3; c++) *rgb++ = (uint8_t)(255.0f * sqrtf(light[c]) + 0.5f);
    }
}
