/*
 * The map seen from above: its colours, under light, through Terragen's tone curve; and the colours
 * that stand for materials.
 *
 * Rule (Planes and pictures): The picture from above has a fixed light and tone curve. See
 * model.md#outputs, render/splat_rows.c. Tests: kernels/splat_rows-baseline (pictures),
 * golden/views.
 */
#include "render/point.h"
#include "render/splat.h"
#include "render/splat_rows.h"
#include "render/strips.h"

static void put_word(uint8_t *out, uint32_t word)
{
    for (size_t b = 0; b < 4; b++) out[b] = (uint8_t)(word >> (8 * b));
}

/* The low three bytes of four numbers, as three words. */
static void put_four(uint8_t *restrict out, const uint32_t *restrict packed)
{
    const uint32_t a = packed[0], b = packed[1], c = packed[2], d = packed[3];
    put_word(out, (a & 0xffffff) | b << 24);
    put_word(out + 4, (b >> 8 & 0xffff) | c << 16);
    put_word(out + 8, (c >> 16 & 0xff) | d << 8);
}

void splat_put_bytes(uint8_t *out, const uint32_t *packed, size_t size, size_t count)
{
    if (size == 4) {
        for (size_t i = 0; i < count; i++)
            for (size_t b = 0; b < 4; b++) out[4 * i + b] = (uint8_t)(packed[i] >> (8 * b));
        return;
    }
    size_t i = 0;
    for (; i + 4 <= count; i += 4) put_four(out + 3 * i, packed + i);
    for (; i < count; i++)
        for (size_t b = 0; b < 3; b++) out[3 * i + b] = (uint8_t)(packed[i] >> (8 * b));
}

/* A strip's own pixel, mixed with that of the ground by its share. */
static void mix(uint8_t *rgb, const struct strips_paint *paint, float shine,
                const struct render_light *light)
{
    for (int c = 0; c < 3; c++) {
        const float tone = (float)point_tone(paint->colour[c] / paint->share * shine, light);
        rgb[c] = (uint8_t)((float)rgb[c] + paint->share * (tone - (float)rgb[c]) + 0.5f);
    }
}

static void paint_strips(uint8_t *rgb, const struct render_plan *plan, const struct splat_run *run,
                         const struct render_target *target, const float *light)
{
    const struct ter_field *const field = plan->terrains[0].field;
    const double size_m = view_strips_texel_m(target->strips);
    const double y_m = splat_units(splat_middle(plan->y, run->row, plan->per_y)) * field->scal_m[1];
    for (size_t i = 0; i < run->count; i++, rgb += 3) {
        const double x = splat_units(splat_middle(plan->x, run->column + (uint32_t)i, plan->per_x));
        const double x_m = x * field->scal_m[0];
        struct strips_paint paint;
        if (view_strips_look(&paint, target->strips, x_m, y_m, size_m, false))
            mix(rgb, &paint, light[i], target->light);
        if (view_strips_look(&paint, target->strips, x_m, y_m, size_m, true))
            mix(rgb, &paint, point_light(target->light, 0.0f, 0.0f), target->light);
    }
}

void splat_picture(const struct render_plan *plan, const struct splat_run *run,
                   const struct render_target *target, const struct plan_scratch *s)
{
    float found[SPLAT_RUN];
    uint32_t packed[SPLAT_RUN], count = 0;
    const float *light = found;
    if (s->texel_shine != NULL)
        light = s->texel_shine + run->in;
    else
        plan->splat->light(found, target->light, s->texel_slope_x + run->in,
                           s->texel_slope_y + run->in, run->groups);
    for (uint32_t k = 0; k < plan->layer_count; k++)
        if (s->texel_weight[k] != s->nothing)
            s->paints[count++] =
                (struct splat_paint){s->texel_weight[k] + run->in, plan->layers[k].colour};
    plan->splat->picture(packed, s->paints, count, light, target->light, run->groups);
    uint8_t *const rgb = (uint8_t *)target->planes[0] + 3 * run->out;
    splat_put_bytes(rgb, packed, 3, run->count);
    if (target->strips != NULL) paint_strips(rgb, plan, run, target, light);
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
