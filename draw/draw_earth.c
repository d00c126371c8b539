/* Earth that was moved, in colours. */
#include <math.h>

#include "base/mem.h"
#include "draw/draw.h"

#define FULL_M 10.0

struct earth {
    uint8_t *rgb;
    const struct ter_field *before, *after;
};

static double altitude_m(const struct ter_field *field, size_t at)
{
    return ter_sample_altitude_m(field, field->samples != NULL ? (double)field->samples[at]
                                                               : (double)field->elevations[at]);
}

/* From grey to red or blue; the first centimetre already shows. */
static void colour(uint8_t out[3], double rise_m)
{
    static const double equal[3] = {238, 238, 234};
    static const double ends[2][3] = {{196, 30, 20}, {24, 70, 190}};
    const double depth = fabs(rise_m) < FULL_M ? fabs(rise_m) / FULL_M : 1;
    const double share = fabs(rise_m) < 0.005 ? 0 : 0.2 + 0.8 * sqrt(depth);
    for (int c = 0; c < 3; c++)
        out[c] = (uint8_t)(equal[c] + share * (ends[rise_m > 0][c] - equal[c]) + 0.5);
}

static void draw_row(void *context, size_t row, uint32_t thread)
{
    const struct earth *earth = context;
    const struct ter_field *field = earth->before;
    const size_t first = (field->points_y - 1 - row) * field->points_x;
    (void)thread;
    for (size_t x = 0; x < field->points_x; x++)
        colour(earth->rgb + 3 * (row * field->points_x + x),
               altitude_m(earth->after, first + x) - altitude_m(field, first + x));
}

enum scree_code draw_earth(struct draw_picture *out, const struct ter_field *before,
                           const struct ter_field *after, struct scree_job *job,
                           struct scree_error *err)
{
    struct earth earth = {NULL, before, after};
    earth.rgb = mem_alloc_pixels(3 * (size_t)before->points_x, before->points_y);
    if (earth.rgb == NULL) return err_no_memory(err);
    *out = (struct draw_picture){earth.rgb,
                                 {.width = before->points_x,
                                  .height = before->points_y,
                                  .map_width = before->points_x,
                                  .map_height = before->points_y}};
    const enum scree_code code =
        job_for(job, before->points_y, job_threads(job), draw_row, &earth, err);
    if (code != SCREE_OK) draw_picture_free(out);
    return code;
}
