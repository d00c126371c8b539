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

/* What the points before, after and two after the one at or before a place count for. */
struct ter_patch_weights {
    double w0, w2, w3;
};

static inline struct ter_patch_weights ter_patch_weigh(enum ter_shape shape, double t)
{
    struct ter_patch_weights w;
    if (shape == TER_SMOOTH) {
        w.w0 = (1.0 - t) * (1.0 - t) * (1.0 - t) * (1.0 / 6.0);
        w.w2 = (((-3.0 * t + 3.0) * t + 3.0) * t + 1.0) * (1.0 / 6.0);
        w.w3 = t * t * t * (1.0 / 6.0);
        return w;
    }
    w.w0 = ((-0.5 * t + 1.0) * t - 0.5) * t;
    w.w2 = ((-1.5 * t + 2.0) * t + 0.5) * t;
    w.w3 = (0.5 * t - 0.5) * t * t;
    return w;
}

/* The same of the slope of TER_SMOOTH. */
static inline struct ter_patch_weights ter_patch_weigh_slope(double t)
{
    const struct ter_patch_weights w = {-0.5 * (1.0 - t) * (1.0 - t),
                                        0.5 * ((-3.0 * t + 2.0) * t + 1.0), 0.5 * t * t};
    return w;
}

static inline double ter_patch_along(const double *p, const struct ter_patch_weights *w)
{
    return w->w0 * (p[0] - p[1]) + w->w2 * (p[2] - p[1]) + w->w3 * (p[3] - p[1]);
}

static inline double ter_patch_rise(const struct ter_patch *patch, double x, double y)
{
    const double s = x - (double)patch->x, t = y - (double)patch->y;
    if (patch->shape == TER_STRAIGHT) {
        const double south = patch->p[1][1] + s * (patch->p[1][2] - patch->p[1][1]);
        const double north = patch->p[2][1] + s * (patch->p[2][2] - patch->p[2][1]);
        return south + t * (north - south);
    }
    const struct ter_patch_weights across = ter_patch_weigh(patch->shape, s);
    const struct ter_patch_weights along = ter_patch_weigh(patch->shape, t);
    double column[4];
    for (int j = 0; j < 4; j++)
        column[j] = patch->p[j][1] + ter_patch_along(patch->p[j], &across);
    return column[1] + ter_patch_along(column, &along);
}

/* Slopes along x and y of TER_SMOOTH, in rises a cell. */
static inline void ter_patch_slopes(double out[2], const struct ter_patch *patch, double x,
                                    double y)
{
    const double s = x - (double)patch->x, t = y - (double)patch->y;
    const struct ter_patch_weights across = ter_patch_weigh(TER_SMOOTH, s);
    const struct ter_patch_weights along = ter_patch_weigh(TER_SMOOTH, t);
    const struct ter_patch_weights rate_x = ter_patch_weigh_slope(s);
    const struct ter_patch_weights rate_y = ter_patch_weigh_slope(t);
    double column[4], rate[4];
    for (int j = 0; j < 4; j++) {
        column[j] = patch->p[j][1] + ter_patch_along(patch->p[j], &across);
        rate[j] = ter_patch_along(patch->p[j], &rate_x);
    }
    out[0] = rate[1] + ter_patch_along(rate, &along);
    out[1] = ter_patch_along(column, &rate_y);
}

static inline double ter_patch_larger(double a, double b)
{
    return a > b ? a : b;
}

/* Of TER_SMOOTH: along an axis second differences of points, the mixed one those of neighbours'
 * differences; all are means. */
static inline double ter_patch_bend_smooth(const struct ter_patch *patch)
{
    double axis = 0.0, mixed = 0.0;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) {
            const double(*const p)[4] = patch->p;
            const double at = p[j][i];
            if (i > 0 && i < 3)
                axis = ter_patch_larger(axis, fabs(p[j][i - 1] - 2.0 * at + p[j][i + 1]));
            if (j > 0 && j < 3)
                axis = ter_patch_larger(axis, fabs(p[j - 1][i] - 2.0 * at + p[j + 1][i]));
            if (i < 3 && j < 3)
                mixed = ter_patch_larger(
                    mixed, fabs((p[j + 1][i + 1] - p[j + 1][i]) - (p[j][i + 1] - at)));
        }
    return axis + mixed;
}

/* The greatest second derivative along any line of the cell, but for rounding, not less than it is:
 * along an axis it is linear in that axis and a mean of the four lines whose weights add up to at
 * most 1.25 in size; the mixed one is a rate, of weights of at most 3 that add up to 0, of rates.
 */
static inline double ter_patch_bend(const struct ter_patch *patch)
{
    if (patch->shape == TER_STRAIGHT)
        return fabs((patch->p[2][2] - patch->p[2][1]) - (patch->p[1][2] - patch->p[1][1]));
    if (patch->shape == TER_SMOOTH) return ter_patch_bend_smooth(patch);
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
