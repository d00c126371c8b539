/* The map seen from above: its colours, under light, through Terragen's tone curve. */
#include "render/splat.h"

#include <math.h>

#include "render/ramp.h"

static uint8_t tone(float light, const struct render_light *view)
{
    const float positive = light > 0.0f ? light : 0.0f;
    const float shown =
        view->lit ? 1.0f - exp_negative(view->exposure * positive) : clamp01(positive);
    return (uint8_t)(255.0f * sqrtf(shown) + 0.5f);
}

/* Light that falls on a slope. */
static float light_on(const struct render_light *view, float slope_x, float slope_y)
{
    if (!view->lit) return 1.0f;
    const float *const sun = view->sun_direction;
    const float length = sqrtf(1.0f + (slope_x * slope_x + slope_y * slope_y));
    const float facing = (sun[2] - (sun[0] * slope_x + sun[1] * slope_y)) / length;
    return view->ambient + view->sun * (facing > 0.0f ? facing : 0.0f);
}

void view_tile(const struct render_plan *plan, const struct eval_tile *tile, uint32_t top,
               const struct render_target *target, const struct plan_scratch *s)
{
    for (size_t j = 0; j < tile->height; j++) {
        for (size_t i = 0; i < tile->width; i++) {
            const size_t in = j * tile->width + i;
            uint8_t *const rgb =
                (uint8_t *)target->planes[0] + 3 * ((top + j) * plan->width + tile->column + i);
            const float light = light_on(target->light, s->texel_slope_x[in], s->texel_slope_y[in]);
            for (int c = 0; c < 3; c++) {
                float colour = 0.0f;
                for (uint32_t k = 0; k < plan->layer_count; k++)
                    colour += s->texel_weight[k][in] * plan->layers[k].colour[c];
                rgb[c] = tone(colour * light, target->light);
            }
        }
    }
}

/* Twelve colours that are easy to tell apart, by eye and by name; further ones are darker rounds of
 * the same. */
void render_index_colour(uint8_t rgb[3], uint32_t index)
{
    static const uint8_t colours[12][3] = {{128, 128, 128}, {230, 159, 0},   {86, 180, 233},
                                           {0, 158, 115},   {240, 228, 66},  {0, 114, 178},
                                           {213, 94, 0},    {204, 121, 167}, {255, 255, 255},
                                           {140, 86, 75},   {148, 0, 211},   {154, 205, 50}};
    const uint32_t round = index / 12 % 4;
    for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)(colours[index % 12][c] * (5 - round) / 5);
}
