/* Texels of a terrain that holds no data there: which, and what each kind of output has for them. */
#include "render/splat.h"

#include <math.h>
#include <string.h>

#define NEUTRAL 127 /* of a picture */

static bool is_missing(const struct render_plan *plan, uint32_t column, uint32_t row)
{
    const struct ter_field *field = plan->terrains[0].field;
    const uint64_t *const x = plan->x + (size_t)column * plan->per_x;
    const uint64_t *const y = plan->y + (size_t)row * plan->per_y;
    for (uint32_t b = 0; b < plan->per_y; b++)
        for (uint32_t a = 0; a < plan->per_x; a++)
            if (!ter_has_data(field, x[a], y[b])) return true;
    return false;
}

void splat_find_missing(const struct render_plan *plan, const struct eval_tile *tile,
                        struct plan_scratch *s)
{
    for (uint32_t j = 0; j < tile->height; j++)
        for (uint32_t i = 0; i < tile->width; i++)
            s->missing[j * s->texel_stride + i] = is_missing(plan, tile->column + i, tile->row + j);
}

uint64_t render_missing_texels(const struct render_plan *plan, uint32_t first, uint32_t count)
{
    uint64_t missing = 0;
    if (!plan->terrains[0].field->has_missing) return 0;
    for (uint32_t j = first; j < first + count; j++)
        for (uint32_t i = 0; i < plan->width; i++) missing += is_missing(plan, i, j);
    return missing;
}

bool render_texel_has_data(const struct render_plan *plan, uint32_t column, uint32_t row)
{
    return !plan->terrains[0].field->has_missing || !is_missing(plan, column, row);
}

static void blank(void *plane, size_t texel_bytes, int byte, const struct splat_run *run,
                  const bool *missing)
{
    uint8_t *const out = (uint8_t *)plane + run->out * texel_bytes;
    for (size_t i = 0; i < run->count; i++)
        if (missing[i]) memset(out + i * texel_bytes, byte, texel_bytes);
}

static void blank_all(const struct render_target *target, size_t planes, size_t texel_bytes,
                      const struct splat_run *run, const bool *missing)
{
    for (size_t m = 0; m < planes; m++)
        if (target->planes[m] != NULL) blank(target->planes[m], texel_bytes, 0, run, missing);
}

static void put_nan(const struct render_target *target, size_t planes, const struct splat_run *run,
                    const bool *missing)
{
    for (size_t m = 0; m < planes; m++) {
        float *const out = target->planes[m];
        for (size_t i = 0; out != NULL && i < run->count; i++)
            if (missing[i]) out[run->out + i] = NAN;
    }
}

void splat_put_missing(const struct splat_run *run, const struct render_target *target,
                       const struct plan_scratch *s)
{
    const bool *const missing = s->missing + run->in;
    const size_t materials = target->merge != NULL ? target->merge->count : 0;
    switch (target->kind) {
    case SCREE_WEIGHT_U8:
    case SCREE_EFF_U8:
        blank_all(target, materials, 1, run, missing);
        break;
    case SCREE_WEIGHT_U16:
    case SCREE_EFF_U16:
        blank_all(target, materials, 2, run, missing);
        break;
    case SCREE_WEIGHT_F32:
    case SCREE_EFF_F32:
        put_nan(target, materials, run, missing);
        break;
    case SCREE_PACK_RGBA8:
        blank_all(target, (materials + 3) / 4, 4, run, missing);
        break;
    case SCREE_BLEND_RGBA8:
        blank_all(target, materials > 1 ? (materials + 2) / 4 : 1, 4, run, missing);
        break;
    case SCREE_PICTURE_RGB8:
    case SCREE_INDEX_RGB8:
    case RENDER_SHADED_RGB8:
        blank(target->planes[0], 3, NEUTRAL, run, missing);
        break;
    case SCREE_WINNER_U8:
        blank(target->planes[0], 1, UINT8_MAX, run, missing);
        break;
    case SCREE_MARGIN_U8:
        blank(target->planes[0], 1, 0, run, missing);
        break;
    case RENDER_GROUND_F32:
        put_nan(target, 2, run, missing);
        break;
    case RENDER_MISSING_U8:
    case SCREE_COVERAGE:
        break;
    }
}
