/* The ground that texels stand on, without any layer. */
#include <assert.h>
#include <math.h>

#include "base/lanes.h"
#include "render/layer_rows.h"
#include "render/plan.h"
#include "render/splat.h"

void splat_ground(const struct render_plan *plan, const struct splat_run *run,
                  const struct render_target *target, const struct plan_scratch *s)
{
    const float *const samples[2] = {s->rise[0], s->slope[0]};
    const size_t row = run->in / s->texel_stride, column = run->in % s->texel_stride;
    const size_t at = row * plan->per_y * s->stride + column * plan->per_x;
    for (int k = 0; k < 2; k++)
        if (target->planes[k] != NULL)
            plan->layer->mean((float *)target->planes[k] + run->out, samples[k] + at, s->stride,
                              plan->per_x, plan->per_y, run->count);
}

/* Adds a row of samples to the texels above it. Sums run over rows from the first, each from the
 * west, as those of eval.c do. */
static void add_row(float *out, const float *samples, size_t texels, uint32_t per_x)
{
    for (size_t i = 0; i < texels; i++)
        for (uint32_t a = 0; a < per_x; a++) out[i] += samples[i * per_x + a];
}

static void scale_row(float *out, size_t texels, float part)
{
    for (size_t i = 0; i < texels; i++) out[i] *= part;
}

/* Texels first .. first + count - 1 of some rows. */
static void ground_columns(struct render_plan *plan, uint32_t first_row, uint32_t rows,
                           size_t first, size_t count, float *rise_tu, float *slope)
{
    struct plan_scratch *s = &plan->scratch[0];
    const size_t columns = count * plan->per_x;
    const float part = 1.0f / (float)(plan->per_x * plan->per_y);
    plan->terrain->start(s->terrain, plan->terrains[0].field, plan->x + first * plan->per_x,
                         columns);
    for (size_t j = 0; j < rows; j++) {
        const size_t at = j * plan->width + first;
        for (size_t i = 0; i < count; i++) rise_tu[at + i] = slope[at + i] = 0.0f;
        for (size_t b = 0; b < plan->per_y; b++) {
            const size_t row = ((size_t)first_row + j) * plan->per_y + b;
            plan->terrain->next(s->terrain, plan->y[row], s->rise[0], s->slope_x, s->slope_y);
            plan->layer->slope(s->slope[0], s->slope_x, s->slope_y, lanes_groups(columns));
            add_row(rise_tu + at, s->rise[0], count, plan->per_x);
            add_row(slope + at, s->slope[0], count, plan->per_x);
        }
        scale_row(rise_tu + at, count, part);
        scale_row(slope + at, count, part);
    }
}

/* Rows whose samples are there. */
static void ground_band(struct render_plan *plan, uint32_t first_row, uint32_t rows, float *rise_tu,
                        float *slope)
{
    for (size_t first = 0; first < plan->width; first += plan->tile) {
        const size_t left = plan->width - first;
        ground_columns(plan, first_row, rows, first, left < plan->tile ? left : plan->tile, rise_tu,
                       slope);
    }
}

void render_ground_rows(struct render_plan *plan, uint32_t first_row, uint32_t rows, float *rise_tu,
                        float *slope)
{
    assert(first_row <= plan->height && rows <= plan->height - first_row);
    assert(plan->terrains[0].field->slots == NULL);
    ground_band(plan, first_row, rows, rise_tu, slope);
}

static void forget_missing(const struct render_plan *plan, uint32_t first_row, uint32_t rows,
                           float *rise_tu, float *slope)
{
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < plan->width; i++)
            if (!render_texel_has_data(plan, i, first_row + j))
                rise_tu[(size_t)j * plan->width + i] = slope[(size_t)j * plan->width + i] = NAN;
}

enum scree_code render_ground_rows_of_file(struct render_plan *plan, uint32_t first_row,
                                           uint32_t rows, float *rise_tu, float *slope,
                                           struct scree_error *err)
{
    assert(first_row <= plan->height && rows <= plan->height - first_row);
    const bool in_file = plan->terrains[0].field->slots != NULL;
    const uint32_t most = in_file ? plan->window_rows : rows;
    for (uint32_t done = 0, now; done < rows; done += now) {
        const uint32_t row = first_row + done;
        const size_t at = (size_t)done * plan->width;
        now = rows - done < most ? rows - done : most;
        RETURN_IF_ERR(ter_window_hold(plan->window, plan->y + (size_t)row * plan->per_y,
                                      (size_t)now * plan->per_y, plan->threads, err));
        ground_band(plan, row, now, rise_tu + at, slope + at);
        if (plan->terrains[0].field->has_missing)
            forget_missing(plan, row, now, rise_tu + at, slope + at);
    }
    return SCREE_OK;
}
