/*
 * The squares that a line passes on its way over a grid: cells of side 1, and squares of 2^level
 * cells a side.
 *
 * Who walks looks at the square at hand: one with nothing in it is left as a whole, and the next is
 * tried a size up; of another the smaller squares are looked at (level--, and look again). Squares
 * are left by whole numbers - the cell behind a border is the border's number - so that rounding
 * can neither skip a cell nor stop the walk.
 */
#ifndef BASE_GRID_WALK_H
#define BASE_GRID_WALK_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct grid_walk {
    int64_t across, down;        /* the grid: 0 .. across, 0 .. down; the caller's, */
    uint32_t levels;             /* and the sizes of squares that there are */
    double x, y, step_x, step_y; /* of the line */
    double inverse_x, inverse_y;
    double t, to;      /* where the walk is, and its end */
    int64_t cell[2];   /* at t */
    uint32_t level;    /* of the square at hand */
    int64_t square[4]; /* its borders: west, east, south, north */
    double out;        /* t where the line leaves it */
    bool by_x;         /* through a border in x */
};

static inline double grid_walk_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double grid_walk_smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline int64_t grid_walk_cell(double position, int64_t first, int64_t last)
{
    /* Rounded down, without a call where the processor has no instruction for that. */
    const int64_t near = (int64_t)position, cell = near - ((double)near > position);
    return cell < first ? first : cell > last ? last : cell;
}

/* Cuts [*from, *to] to where the line is above the axis' range 0 .. units; false if it never is. */
static inline bool grid_walk_clip(double origin, double step, double units, double *from,
                                  double *to)
{
    if (step == 0.0) return origin >= 0.0 && origin <= units;
    const double a = (0.0 - origin) / step, b = (units - origin) / step;
    *from = grid_walk_larger(*from, grid_walk_smaller(a, b));
    *to = grid_walk_smaller(*to, grid_walk_larger(a, b));
    return *from <= *to;
}

/* grid_walk_start() starts between from and to, at the largest square; false if the line does not
 * pass over the grid there. w->t is from, or where it enters. */
static inline bool grid_walk_start(struct grid_walk *w, const double origin[2],
                                   const double step[2], double from, double to)
{
    double first = from, last = to;
    if (!grid_walk_clip(origin[0], step[0], (double)w->across, &first, &last)) return false;
    if (!grid_walk_clip(origin[1], step[1], (double)w->down, &first, &last)) return false;
    w->x = origin[0];
    w->y = origin[1];
    w->step_x = step[0];
    w->step_y = step[1];
    w->inverse_x = step[0] != 0.0 ? 1.0 / step[0] : 0.0;
    w->inverse_y = step[1] != 0.0 ? 1.0 / step[1] : 0.0;
    w->t = first;
    w->to = last;
    w->cell[0] = grid_walk_cell(w->x + first * w->step_x, 0, w->across - 1);
    w->cell[1] = grid_walk_cell(w->y + first * w->step_y, 0, w->down - 1);
    w->level = w->levels - 1;
    return true;
}

/* grid_walk_look() finds the square of the level that holds the cell, and where the line leaves it.
 */
static inline void grid_walk_look(struct grid_walk *w)
{
    const uint32_t level = w->level;
    w->square[0] = w->cell[0] >> level << level;
    w->square[1] = w->square[0] + (INT64_C(1) << level);
    w->square[2] = w->cell[1] >> level << level;
    w->square[3] = w->square[2] + (INT64_C(1) << level);
    const double border_x = (double)w->square[w->step_x > 0.0];
    const double border_y = (double)w->square[2 + (w->step_y > 0.0)];
    const double out_x = w->step_x != 0.0 ? (border_x - w->x) * w->inverse_x : INFINITY;
    const double out_y = w->step_y != 0.0 ? (border_y - w->y) * w->inverse_y : INFINITY;
    w->by_x = out_x <= out_y;
    w->out = grid_walk_larger(grid_walk_smaller(grid_walk_smaller(out_x, out_y), w->to), w->t);
}

/* grid_walk_on() leaves the square, for one a size up; false at the end of the line or of the grid.
 */
static inline bool grid_walk_on(struct grid_walk *w)
{
    if (w->out >= w->to) return false;
    w->t = w->out;
    if (w->by_x) {
        w->cell[0] = w->step_x > 0.0 ? w->square[1] : w->square[0] - 1;
        w->cell[1] = grid_walk_cell(w->y + w->t * w->step_y, w->square[2], w->square[3] - 1);
    } else {
        w->cell[1] = w->step_y > 0.0 ? w->square[3] : w->square[2] - 1;
        w->cell[0] = grid_walk_cell(w->x + w->t * w->step_x, w->square[0], w->square[1] - 1);
    }
    if (w->level + 1 < w->levels) w->level++;
    return w->cell[0] >= 0 && w->cell[0] < w->across && w->cell[1] >= 0 && w->cell[1] < w->down;
}

#endif
