/*
 * Coverage to what engines load, for runs of texels: the operations of point.c in their order, one
 * material after the other over the whole run instead of one texel after the other.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   SPLAT_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * One lane is one texel; whole numbers apart, nothing is added up across lanes, so the width of a
 * vector cannot matter.
 */
#include "render/splat_rows.h"

#include <math.h>

#include "base/lanes.h"
#include "render/ramp.h"
#include "render/share.h"

static void add(float *restrict sum, const float *restrict plane, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) sum[i] += plane[i];
}

static void raise_to(float *restrict most, const float *restrict plane, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++)
        most[i] = plane[i] > most[i] ? plane[i] : most[i];
}

/* yes where, no elsewhere: a mask, because compilers make a branch of two choices on one condition
 * where the processor has no instruction for a choice. */
static inline int32_t choose(int where, int32_t yes, int32_t no)
{
    const int32_t mask = -where;
    return (yes & mask) | (no & ~mask);
}

/* ---- shares in whole numbers ---- */

/* Rounds share down; the remainder goes to rest, and missing loses what is given. */
static void round_down(int32_t *restrict code, float *restrict rest, int32_t *restrict missing,
                       const float *restrict share, int32_t total, size_t count)
{
    const float scale = (float)total;
    for (size_t i = 0; i < count; i++) {
        const float scaled = share[i] * scale;
        const int32_t whole = (int32_t)scaled;
        const int32_t given = whole > missing[i] ? missing[i] : whole;
        missing[i] -= given;
        code[i] = given;
        rest[i] = scaled - (float)given;
    }
}

static void find_best(int32_t *restrict best, float *restrict most, const float *restrict rest,
                      int32_t material, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float old = most[i], new = rest[i];
        best[i] = choose(new > old, material, best[i]);
        most[i] = new > old ? new : old;
    }
}

static void give_best(int32_t *restrict code, float *restrict rest, const int32_t *restrict best,
                      const int32_t *restrict missing, int32_t material, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int32_t one = (best[i] == material) & (missing[i] > 0);
        code[i] += one;
        rest[i] -= (float)one;
    }
}

static int give_rest(int32_t *restrict code, float *restrict rest, int32_t *restrict missing,
                     uint32_t materials, size_t count)
{
    int32_t best[SPLAT_RUN];
    float most[SPLAT_RUN];
    for (size_t i = 0; i < count; i++) best[i] = 0;
    for (size_t i = 0; i < count; i++) most[i] = rest[i];
    for (uint32_t m = 1; m < materials; m++)
        find_best(best, most, rest + m * SPLAT_RUN, (int32_t)m, count);
    for (uint32_t m = 0; m < materials; m++)
        give_best(code + m * SPLAT_RUN, rest + m * SPLAT_RUN, best, missing, (int32_t)m, count);
    int more = 0;
    for (size_t i = 0; i < count; i++) {
        missing[i] -= missing[i] > 0;
        more |= missing[i];
    }
    return more;
}

static void quantise(int32_t *restrict code, float *restrict rest, const float *const *share,
                     uint32_t materials, int32_t total, size_t groups)
{
    const size_t count = groups * LANES_GROUP;
    int32_t missing[SPLAT_RUN];
    for (size_t i = 0; i < count; i++) missing[i] = total;
    for (uint32_t m = 0; m < materials; m++)
        round_down(code + m * SPLAT_RUN, rest + m * SPLAT_RUN, missing, share[m], total, count);
    int more = 0;
    for (size_t i = 0; i < count; i++) more |= missing[i];
    while (more) more = give_rest(code, rest, missing, materials, count);
}

static void round_share(int32_t *restrict code, const float *restrict share, float total,
                        size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) code[i] = share_round(share[i], total);
}

static void later_winner(int32_t *restrict code, float *restrict most, const float *restrict share,
                         int32_t material, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float old = most[i], new = share[i];
        code[i] = choose(new >= old, material, code[i]);
        most[i] = new >= old ? new : old;
    }
}

static void winner(int32_t *restrict code, const float *const *share, const uint32_t *number,
                   uint32_t materials, size_t groups)
{
    const size_t count = groups * LANES_GROUP;
    const float *const first = share[0];
    float most[SPLAT_RUN];
    for (size_t i = 0; i < count; i++) code[i] = (int32_t)number[0];
    for (size_t i = 0; i < count; i++) most[i] = first[i];
    for (uint32_t m = 1; m < materials; m++)
        later_winner(code, most, share[m], (int32_t)number[m], count);
}

/* ---- blend maps ---- */

static void blend(uint32_t *restrict packed, float *restrict left, const float *restrict share,
                  const float *restrict held, const float *restrict spare, uint32_t shift,
                  size_t groups)
{
    float none[SPLAT_RUN];
    if (spare == NULL) {
        for (size_t i = 0; i < groups * LANES_GROUP; i++) none[i] = 0.0f;
        spare = none;
    }
    for (size_t i = 0; i < groups * LANES_GROUP; i++) {
        const float alpha = share_alpha(share[i], left[i], held[i], spare[i]);
        const int32_t code = share_round(alpha, 255.0f);
        packed[i] |= (uint32_t)code << shift;
        left[i] = share_left(left[i], code);
    }
}

static int lacks(const float *restrict left, const float *restrict held, size_t groups)
{
    int found = 0;
    for (size_t i = 0; i < groups * LANES_GROUP; i++)
        found |= (left[i] < SHARE_LITTLE_LEFT) & (held[i] <= 0.0f);
    return found;
}

static void lay_bare(float *restrict bare, const float *restrict eff, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) bare[i] *= 1.0f - eff[i];
}

/* ---- sums ---- */

static uint64_t sum(const float *restrict share, size_t count)
{
    uint32_t total = 0; /* at most SPLAT_RUN * 2^24 */
    for (size_t i = 0; i < count; i++)
        total += (uint32_t)share_round(share[i], (float)RENDER_UNITS);
    return total;
}

/* ---- pictures ---- */

static void light(float *restrict out, const struct render_light *view,
                  const float *restrict slope_x, const float *restrict slope_y, size_t groups)
{
    const float sun_x = view->sun_direction[0], sun_y = view->sun_direction[1];
    const float sun_z = view->sun_direction[2], sun = view->sun, ambient = view->ambient;
    for (size_t i = 0; i < groups * LANES_GROUP; i++) {
        const float x = slope_x[i], y = slope_y[i];
        const float length = sqrtf(1.0f + (x * x + y * y));
        const float facing = (sun_z - (sun_x * x + sun_y * y)) / length;
        out[i] = ambient + sun * (facing > 0.0f ? facing : 0.0f);
    }
    if (!view->lit)
        for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] = 1.0f;
}

static void paint(float *restrict colour, const float *restrict weight, float channel,
                  size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) colour[i] += weight[i] * channel;
}

static inline uint32_t tone(float colour, float shine, float exposure)
{
    const float lit = colour * shine;
    const float shown = lit > 0.0f ? lit : 0.0f;
    return (uint32_t)(int32_t)(255.0f * sqrtf(1.0f - exp_negative(exposure * shown)) + 0.5f);
}

static inline uint32_t plain(float colour, float shine)
{
    return (uint32_t)(int32_t)(255.0f * sqrtf(clamp01(colour * shine)) + 0.5f);
}

static void picture(uint32_t *restrict packed, const struct splat_paint *paints,
                    uint32_t paint_count, const float *restrict shine,
                    const struct render_light *view, size_t groups)
{
    const size_t count = groups * LANES_GROUP;
    const float exposure = view->exposure;
    float red[SPLAT_RUN], green[SPLAT_RUN], blue[SPLAT_RUN];
    for (size_t i = 0; i < count; i++) red[i] = green[i] = blue[i] = 0.0f;
    for (uint32_t k = 0; k < paint_count; k++) {
        paint(red, paints[k].weight, paints[k].channel[0], groups);
        paint(green, paints[k].weight, paints[k].channel[1], groups);
        paint(blue, paints[k].weight, paints[k].channel[2], groups);
    }
    if (view->lit)
        for (size_t i = 0; i < count; i++)
            packed[i] = tone(red[i], shine[i], exposure) | tone(green[i], shine[i], exposure) << 8 |
                        tone(blue[i], shine[i], exposure) << 16;
    else
        for (size_t i = 0; i < count; i++)
            packed[i] = plain(red[i], shine[i]) | plain(green[i], shine[i]) << 8 |
                        plain(blue[i], shine[i]) << 16;
}

/* ---- storing ---- */

static void narrow8(uint8_t *restrict out, const int32_t *restrict code, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] = (uint8_t)code[i];
}

static void narrow16(uint16_t *restrict out, const int32_t *restrict code, size_t groups)
{
    for (size_t i = 0; i < groups * LANES_GROUP; i++) out[i] = (uint16_t)code[i];
}

const struct splat_kernels SPLAT_ROWS_TABLE = {add,   raise_to, quantise, round_share, winner,
                                               blend, lacks,    lay_bare, sum,         light,
                                               paint, picture,  narrow8,  narrow16};
