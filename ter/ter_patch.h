/* One cell of the grid with its 16 points, in double, for rays. Private to ter/. */
#ifndef TER_TER_PATCH_H
#define TER_TER_PATCH_H

#include <math.h>

#include "ter/ter.h"

struct ter_patch {
    int64_t x, y;   /* the cell */
    double p[4][4]; /* rises of points (x - 1 + i, y - 1 + j): p[j][i] */
    enum ter_shape shape;
};

static inline void ter_patch_load(struct ter_patch *patch, const struct ter_field *field,
                                  enum ter_shape shape, int64_t x, int64_t y)
{
    patch->x = x;
    patch->y = y;
    patch->shape = shape;
    const bool inside =
        x >= 1 && y >= 1 && x + 2 < (int64_t)field->points_x && y + 2 < (int64_t)field->points_y;
    for (int64_t j = 0; j < 4; j++) {
        float row[4];
        const size_t at = (size_t)((y - 1 + j) * (int64_t)field->points_x + x - 1);
        if (!inside)
            ter_get_row(field, y - 1 + j, x - 1, 4, row);
        else
            for (size_t i = 0; i < 4; i++)
                row[i] = field->elevations != NULL ? (float)field->elevations[at + i]
                                                   : field->samples[at + i];
        for (int i = 0; i < 4; i++) patch->p[j][i] = field->step_tu * (double)row[i];
    }
}

static inline double ter_patch_along(const double *p, double t)
{
    const double w0 = ((-0.5 * t + 1.0) * t - 0.5) * t;
    const double w2 = ((-1.5 * t + 2.0) * t + 0.5) * t;
    const double w3 = (0.5 * t - 0.5) * t * t;
    return p[1] + (w0 * (p[0] - p[1]) + w2 * (p[2] - p[1]) + w3 * (p[3] - p[1]));
}

static inline double ter_patch_rise(const struct ter_patch *patch, double x, double y)
{
    const double s = x - (double)patch->x, t = y - (double)patch->y;
    if (patch->shape == TER_STRAIGHT) {
        const double south = patch->p[1][1] + s * (patch->p[1][2] - patch->p[1][1]);
        const double north = patch->p[2][1] + s * (patch->p[2][2] - patch->p[2][1]);
        return south + t * (north - south);
    }
    double column[4];
    for (int j = 0; j < 4; j++) column[j] = ter_patch_along(patch->p[j], s);
    return ter_patch_along(column, t);
}

static inline double ter_patch_larger(double a, double b)
{
    return a > b ? a : b;
}

/* The greatest second derivative along any line of the cell, but for rounding, not less than it is:
 * along an axis it is linear in that axis and a mean of the four lines whose weights add up to at
 * most 1.25 in size; the mixed one is a rate, of weights of at most 3 that add up to 0, of rates.
 */
static inline double ter_patch_bend(const struct ter_patch *patch)
{
    if (patch->shape == TER_STRAIGHT)
        return fabs((patch->p[2][2] - patch->p[2][1]) - (patch->p[1][2] - patch->p[1][1]));
    double along_x = 0.0, along_y = 0.0, mixed = 0.0;
    double low[3] = {0}, high[3] = {0};
    for (int j = 0; j < 4; j++) {
        const double *const r = patch->p[j];
        const double c[4] = {patch->p[0][j], patch->p[1][j], patch->p[2][j], patch->p[3][j]};
        const double x0 = fabs(2.0 * r[0] - 5.0 * r[1] + 4.0 * r[2] - r[3]);
        const double x1 = fabs(2.0 * r[3] - 5.0 * r[2] + 4.0 * r[1] - r[0]);
        const double y0 = fabs(2.0 * c[0] - 5.0 * c[1] + 4.0 * c[2] - c[3]);
        const double y1 = fabs(2.0 * c[3] - 5.0 * c[2] + 4.0 * c[1] - c[0]);
        along_x = ter_patch_larger(along_x, ter_patch_larger(x0, x1));
        along_y = ter_patch_larger(along_y, ter_patch_larger(y0, y1));
        const double rate[3] = {0.5 * (r[2] - r[0]), 0.5 * (r[3] - r[1]),
                                1.375 * (r[2] - r[1]) + 0.125 * (r[3] - r[0])};
        for (int k = 0; k < 3; k++) {
            low[k] = j == 0 ? rate[k] : (rate[k] < low[k] ? rate[k] : low[k]);
            high[k] = j == 0 ? rate[k] : ter_patch_larger(high[k], rate[k]);
        }
    }
    for (int k = 0; k < 3; k++) mixed = ter_patch_larger(mixed, 1.75 * (high[k] - low[k]));
    return 1.25 * ter_patch_larger(along_x, along_y) + mixed;
}

#endif
