/*
 * Where rays meet the terrain, and how high it is above a point.
 *
 * A ray goes from square to square of the bounds (base/grid_walk.h) and leaves those that it stays
 * above. In a cell it is compared with the surface itself, so what is hit is what is shaded, and
 * neighbouring cells leave no gap between them.
 *
 * Shadows: the terrain is searched towards the sun for the greatest tangent of a horizon, at the middle
 * and the end of every stretch in one cell, from half a cell on. What is visible of the sun goes from 1
 * to 0 (as t t (3 - 2 t)) where that tangent is within 0.009 rad of the sun's. From above there is one
 * search a texel.
 */
#include "ter/ter.h"

#include <math.h>

#include "base/grid_walk.h"
#include "base/mem.h"
#include "ter/ter_bounds.h"
#include "ter/ter_patch.h"

struct ter_cast {
    const struct ter_field *given;
    const struct ter_field *field; /* the same, or: */
    enum ter_shape shape;
    struct ter_field own; /* points without data have the nearest height; the controls of TER_SMOOTH */
    float *samples;       /* of own, or NULL */
    struct ter_bounds bounds;
};

static void take_samples(struct ter_cast *cast, float *samples)
{
    mem_free(cast->samples);
    cast->own = *cast->given;
    cast->own.elevations = NULL;
    cast->own.samples = cast->samples = samples;
    cast->own.has_missing = false;
    cast->field = &cast->own;
}

static enum scree_code fill(struct ter_cast *cast, struct scree_job *job, struct scree_error *err)
{
    float *samples;
    if (cast->field->has_missing) {
        RETURN_IF_ERR(ter_complete(&samples, cast->field, job, err));
        take_samples(cast, samples);
    }
    if (cast->shape != TER_SMOOTH) return SCREE_OK;
    const size_t points = (size_t)cast->field->points_x * cast->field->points_y;
    RETURN_IF_ERR(MEM_NEED(&samples, points, sizeof *samples, err));
    const enum scree_code code = ter_bounds_controls(samples, cast->field, job, err);
    if (code == SCREE_OK)
        take_samples(cast, samples);
    else
        mem_free(samples);
    return code;
}

enum scree_code ter_cast_create(struct ter_cast **out, const struct ter_field *field,
                                enum ter_shape shape, struct scree_job *job,
                                struct scree_error *err)
{
    *out = NULL;
    struct ter_cast *cast;
    RETURN_IF_ERR(MEM_NEED(&cast, 1, sizeof *cast, err));
    cast->given = cast->field = field;
    cast->shape = shape;
    enum scree_code code = fill(cast, job, err);
    if (code == SCREE_OK) code = ter_bounds_make(&cast->bounds, cast->field, shape, job, err);
    if (code != SCREE_OK) {
        ter_cast_free(cast);
        return code;
    }
    *out = cast;
    return SCREE_OK;
}

void ter_cast_free(struct ter_cast *cast)
{
    if (cast == NULL) return;
    ter_bounds_free(&cast->bounds);
    mem_free(cast->samples);
    mem_free(cast);
}

/* ---- the walk ---- */

/* Starts over the grid between from and to; false if the ray does not pass over it. */
static bool walk_start(struct grid_walk *w, const struct ter_cast *cast, const double origin[2],
                       const double step[2], double from, double to)
{
    const struct ter_level *const cells = &cast->bounds.level[0];
    w->across = cells->across;
    w->down = cells->down;
    w->levels = cast->bounds.levels;
    return grid_walk_start(w, origin, step, from, to);
}

/* How high the square at hand is at most. */
static double walk_high(const struct ter_cast *cast, const struct grid_walk *w)
{
    const struct ter_level *const level = &cast->bounds.level[w->level];
    const size_t at =
        (size_t)(w->cell[1] >> w->level) * level->across + (size_t)(w->cell[0] >> w->level);
    return cast->bounds.floor + level->high[at] * cast->bounds.unit;
}

/* ---- rays ---- */

/* The ray's height above the surface. */
static double above(const struct ter_ray *ray, const struct ter_patch *patch, double t)
{
    const double x = ray->origin[0] + t * ray->step[0], y = ray->origin[1] + t * ray->step[1];
    return ray->origin[2] + t * (ray->step[2] + t * ray->bend) - ter_patch_rise(patch, x, y);
}

/* The least height of the ray between two places: it is straight or bends upwards. */
static double lowest(const struct ter_ray *ray, double from, double to)
{
    const double a = ray->origin[2] + from * (ray->step[2] + from * ray->bend);
    const double b = ray->origin[2] + to * (ray->step[2] + to * ray->bend);
    double least = grid_walk_smaller(a, b);
    if (ray->bend > 0.0) {
        const double t = -ray->step[2] / (2.0 * ray->bend);
        if (t > from && t < to)
            least = grid_walk_smaller(least, ray->origin[2] + t * (ray->step[2] + t * ray->bend));
    }
    return least;
}

/* The crossing between a place above the surface and one below: halving and false position in
 * turn. */
static double crossing(const struct ter_ray *ray, const struct ter_patch *patch, double t0,
                       double f0, double t1, double f1)
{
    for (int i = 0; i < 60 && t1 - t0 > 1e-9 * t1; i++) {
        double t = 0.5 * (t0 + t1);
        if (i % 3 != 2) t = t0 + (t1 - t0) * (f0 / (f0 - f1));
        if (!(t > t0 && t < t1)) break;
        const double f = above(ray, patch, t);
        if (f > 0.0) {
            t0 = t;
            f0 = f;
        } else {
            t1 = t;
            f1 = f;
        }
        if (f < 1e-7 && f > -1e-7) return t;
    }
    return t1;
}

/* How often a stretch of a cell may be halved for a ray that sees things of a size in units. */
static int halvings_for(double seen)
{
    return seen < 0.05 ? 6 : seen < 0.2 ? 4 : seen < 0.8 ? 2 : 1;
}

/* A stretch of a ray in a cell, with its heights above the surface at both ends. */
struct stretch {
    double t0, f0, t1, f1;
};

/* Finds the first place not above the surface: f0 > 0. A stretch is halved until its ends are so
 * high that a surface of this bend cannot reach the line between them. */
static bool meets_stretch(double *t, const struct ter_ray *ray, const struct ter_patch *patch,
                          double bend, const struct stretch *s, int halvings)
{
    const double length = s->t1 - s->t0, sag = bend * length * length / 8.0;
    if (s->f0 > sag && s->f1 > sag) return false;
    if (halvings == 0) {
        if (s->f1 > 0.0) return false;
        *t = crossing(ray, patch, s->t0, s->f0, s->t1, s->f1);
        return true;
    }
    const double middle = s->t0 + 0.5 * length, f = above(ray, patch, middle);
    const struct stretch first = {s->t0, s->f0, middle, f}, second = {middle, f, s->t1, s->f1};
    if (meets_stretch(t, ray, patch, bend, &first, halvings - 1)) return true;
    if (f <= 0.0) {
        *t = middle;
        return true;
    }
    return meets_stretch(t, ray, patch, bend, &second, halvings - 1);
}

static bool meets_cell(double *t, const struct ter_ray *ray, const struct ter_cast *cast,
                       const struct grid_walk *w)
{
    struct ter_patch patch;
    ter_patch_load(&patch, cast->field, cast->shape, w->cell[0], w->cell[1]);
    const struct stretch whole = {w->t, above(ray, &patch, w->t), w->out,
                                  above(ray, &patch, w->out)};
    if (whole.f0 <= 0.0) {
        *t = w->t;
        return true;
    }
    const double speed = w->step_x * w->step_x + w->step_y * w->step_y;
    const double bend = ter_patch_bend(&patch) * speed + 2.0 * ray->bend;
    return meets_stretch(t, ray, &patch, bend, &whole, halvings_for(ray->spread * w->t));
}

bool ter_cast_ray(const struct ter_cast *cast, const struct ter_ray *ray, double from, double to,
                  struct ter_hit *hit)
{
    struct grid_walk w;
    if (!walk_start(&w, cast, ray->origin, ray->step, from, to)) return false;
    const double start = w.t;
    do {
        double t;
        for (grid_walk_look(&w); lowest(ray, w.t, w.out) <= walk_high(cast, &w);
             grid_walk_look(&w)) {
            if (w.level > 0) {
                w.level--;
                continue;
            }
            if (!meets_cell(&t, ray, cast, &w)) break;
            hit->t = t;
            hit->x = grid_walk_smaller(grid_walk_larger(ray->origin[0] + t * ray->step[0], 0.0),
                                       cast->bounds.level[0].across);
            hit->y = grid_walk_smaller(grid_walk_larger(ray->origin[1] + t * ray->step[1], 0.0),
                                       cast->bounds.level[0].down);
            hit->wall = start > from && t == start;
            return true;
        }
    } while (grid_walk_on(&w));
    return false;
}

/* ---- horizons ---- */

/* Ground without data hides nothing. */
static bool cell_has_data(const struct ter_cast *cast, const struct grid_walk *w)
{
    const uint64_t half = UINT64_C(1) << 31;
    return ter_has_data(cast->given, ((uint64_t)w->cell[0] << 32) + half,
                        ((uint64_t)w->cell[1] << 32) + half);
}

double ter_cast_horizon(const struct ter_cast *cast, const struct ter_look *look)
{
    const double x = look->place[0], y = look->place[1], nearest = look->nearest;
    const double *const step = look->step;
    const double rise = ter_cast_rise(cast, x, y);
    struct grid_walk w;
    if (!walk_start(&w, cast, look->place, step, 0.0, 1e30)) return look->least;
    w.level = 0;
    double found = look->least;
    do {
        for (grid_walk_look(&w);; grid_walk_look(&w)) {
            /* The steepest that anything in the square can be seen at: from its near border. */
            const double over = walk_high(cast, &w) - rise;
            const double bound = over > 0.0 ? over / grid_walk_larger(w.t, nearest) : over / w.out;
            if (bound <= found) break;
            if (w.level > 0) {
                w.level--;
                continue;
            }
            if (!cell_has_data(cast, &w)) break;
            struct ter_patch patch;
            ter_patch_load(&patch, cast->field, cast->shape, w.cell[0], w.cell[1]);
            for (int k = 1; k <= 2; k++) {
                const double t = k == 2 ? w.out : 0.5 * (w.t + w.out);
                if (t < nearest) continue;
                const double top = ter_patch_rise(&patch, x + t * step[0], y + t * step[1]);
                found = grid_walk_larger(found, (top - rise) / t - look->bend * t);
            }
            break;
        }
    } while (found < look->most && grid_walk_on(&w));
    return found;
}

double ter_cast_rise(const struct ter_cast *cast, double x, double y)
{
    const struct ter_level *const cells = &cast->bounds.level[0];
    struct ter_patch patch;
    ter_patch_load(&patch, cast->field, cast->shape,
                   grid_walk_cell(x, 0, (int64_t)cells->across - 1),
                   grid_walk_cell(y, 0, (int64_t)cells->down - 1));
    return ter_patch_rise(&patch, x, y);
}

void ter_cast_slopes(float out[2], const struct ter_cast *cast, double x, double y)
{
    const struct ter_field *const field = cast->field;
    const struct ter_level *const cells = &cast->bounds.level[0];
    struct ter_patch patch;
    double rates[2];
    ter_patch_load(&patch, field, TER_SMOOTH, grid_walk_cell(x, 0, (int64_t)cells->across - 1),
                   grid_walk_cell(y, 0, (int64_t)cells->down - 1));
    ter_patch_slopes(rates, &patch, x, y);
    const uint64_t row = (uint64_t)(grid_walk_larger(y, 0.0) * 4294967296.0);
    out[0] = (float)(rates[0] * field->scal_m[2] / ter_cell_x_m(field, row));
    out[1] = (float)(rates[1] * field->scal_m[2] / field->scal_m[1]);
}

double ter_cast_highest(const struct ter_cast *cast)
{
    const struct ter_level *const top = &cast->bounds.level[cast->bounds.levels - 1];
    return cast->bounds.floor + top->high[0] * cast->bounds.unit;
}

double ter_cast_lowest(const struct ter_cast *cast)
{
    const struct ter_level *const top = &cast->bounds.level[cast->bounds.levels - 1];
    return cast->bounds.floor + top->low[0] * cast->bounds.unit;
}
