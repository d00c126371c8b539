/*
 * The curvature of a field at every point, at a scale: that of the quadratic that fits the heights
 * of a square around the point best, by least squares.
 *
 * The square of side S covers m points to either side and a part f of the next one, which count
 * with that weight; m + f = (S - 1) / 2, with f rounded to 1/8. Weights are symmetric and a product
 * of those along the axes, so that each coefficient is one of six sums of heights times weights and
 * powers of the distance. Heights are whole numbers (ter/ter_whole.h) and the largest sum has 63
 * bits: all are exact and move on from point to point. A point of a part of the terrain has the bits
 * that it has in the whole.
 *
 * Rule (The model): Curvature is the best quadratic's, ridges above 0, as in GRASS'
 * r.param.scale. See model.md#limits-of-the-text-forms-own. Tests: unit/test_smooth
 * (curvatures_are_those_of_the_best_quadratic), golden/stranger.
 */
#include "ter/ter.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "ter/ter_whole.h"

#define PARTS 8 /* steps of f */
#define ROWS_AT_ONCE 64

struct square {
    int64_t whole, part; /* m; f in 1/PARTS */
    int64_t next;        /* m + 1 */
    double sums[3];      /* of the weights of an axis, times PARTS, by powers 0, 2 and 4 */
};

static struct square square_for(double size_tu)
{
    const int64_t parts = (int64_t)floor((size_tu - 1.0) / 2.0 * PARTS + 0.5);
    struct square square = {.whole = parts / PARTS, .part = parts % PARTS};
    square.next = square.whole + 1;
    int64_t sums[3] = {0, 0, 0};
    for (int64_t i = -square.next; i <= square.next; i++) {
        const int64_t weight = i == -square.next || i == square.next ? square.part : PARTS;
        sums[0] += weight;
        sums[1] += weight * i * i;
        sums[2] += weight * i * i * i * i;
    }
    for (int k = 0; k < 3; k++) square.sums[k] = (double)sums[k];
    return square;
}

/* Sums over -m .. m of values times 1, the distance and its square, which move on by one. */
struct moments {
    int64_t zero, one, two;
};

static inline void move_on(struct moments *sum, int64_t leaves, int64_t enters, int64_t m)
{
    const int64_t next = m + 1;
    const int64_t one = sum->one + m * leaves + next * enters;
    const int64_t two = sum->two - m * m * leaves + next * next * enters;
    sum->zero += enters - leaves;
    sum->one = one - sum->zero;
    sum->two = two - 2 * one + sum->zero;
}

/* With the two beyond m, which count in part; times PARTS. */
static inline struct moments with_ends(const struct moments *sum, int64_t before, int64_t after,
                                       const struct square *square)
{
    const int64_t next = square->next, part = square->part;
    const struct moments all = {PARTS * sum->zero + part * (after + before),
                                PARTS * sum->one + part * next * (after - before),
                                PARTS * sum->two + part * next * next * (after + before)};
    return all;
}

struct curving {
    const struct ter_field *field;
    struct square square;
    int64_t columns, rows;
    const int32_t *heights;  /* whole numbers */
    double height_m;         /* metres of 1 of them */
    struct moments *upwards; /* [column]: along y */
    int64_t *line[3];        /* by powers of y, with m + 1 values beyond either end of the row */
    int64_t *edge[3];        /* rows that leave, lie before and lie after */
};

/* A row of heights; outside the grid it is the edge's reflected in the edge: 2a - b. */
static void get_row(int64_t *out, const struct curving *c, int64_t y)
{
    const int64_t edge = y < 0 ? 0 : y >= c->rows ? c->rows - 1 : y;
    const int32_t *const at = c->heights + edge * c->columns;
    if (edge == y) {
        for (int64_t x = 0; x < c->columns; x++) out[x] = at[x];
        return;
    }
    const int32_t *const mirror = c->heights + (2 * edge - y) * c->columns;
    for (int64_t x = 0; x < c->columns; x++) out[x] = 2 * (int64_t)at[x] - mirror[x];
}

static void start_upwards(const struct curving *c, int64_t y)
{
    memset(c->upwards, 0, (size_t)c->columns * sizeof *c->upwards);
    for (int64_t j = -c->square.whole; j <= c->square.whole; j++) {
        get_row(c->edge[0], c, y + j);
        for (int64_t x = 0; x < c->columns; x++) {
            c->upwards[x].zero += c->edge[0][x];
            c->upwards[x].one += j * c->edge[0][x];
            c->upwards[x].two += j * j * c->edge[0][x];
        }
    }
}

/* Fills the lines of row y, and moves on to the next. */
static void take_row(const struct curving *c, int64_t y)
{
    const int64_t beyond = c->square.next, last = c->columns - 1;
    get_row(c->edge[0], c, y - c->square.whole);
    get_row(c->edge[1], c, y - beyond);
    get_row(c->edge[2], c, y + beyond);
    for (int64_t x = 0; x < c->columns; x++) {
        const struct moments all =
            with_ends(&c->upwards[x], c->edge[1][x], c->edge[2][x], &c->square);
        c->line[0][beyond + x] = all.zero;
        c->line[1][beyond + x] = all.one;
        c->line[2][beyond + x] = all.two;
        move_on(&c->upwards[x], c->edge[0][x], c->edge[2][x], c->square.whole);
    }
    for (int k = 0; k < 3; k++) {
        int64_t *const line = c->line[k] + beyond;
        for (int64_t i = 1; i <= beyond; i++) {
            line[-i] = 2 * line[0] - line[i];
            line[last + i] = 2 * line[last] - line[last - i];
        }
    }
}

/* What a sum of whole numbers is a coefficient with, at a row. */
struct factors {
    double mean;          /* of the squares of the distances */
    double p, q, r, s, t; /* as docs/model.md calls them */
};

static struct factors factors_for(const struct curving *c, int64_t y)
{
    const double *const sums = c->square.sums, u = c->height_m;
    const double dx = ter_cell_x_m(c->field, (uint64_t)y << 32), dy = c->field->scal_m[1];
    const double mean = sums[1] / sums[0];
    const double first = sums[0] * sums[1], second = sums[0] * (sums[2] - mean * sums[1]);
    const struct factors factors = {mean,
                                    u / (first * dx),
                                    u / (first * dy),
                                    2.0 * u / (second * dx * dx),
                                    u / (sums[1] * sums[1] * dx * dy),
                                    2.0 * u / (second * dy * dy)};
    return factors;
}

/* The sums of a point by powers of x and y: zero of 1, y and y^2, then those with x. */
static inline float curvature(const struct factors *f, const struct moments *of_1,
                              const struct moments *of_y, int64_t of_yy)
{
    const double level = f->mean * (double)of_1->zero;
    const double p = (double)of_1->one * f->p, q = (double)of_y->zero * f->q;
    const double r = ((double)of_1->two - level) * f->r, t = ((double)of_yy - level) * f->t;
    const double s = (double)of_y->one * f->s;
    const double g = 1.0 + p * p + q * q;
    return (float)(-((1.0 + q * q) * r - 2.0 * p * q * s + (1.0 + p * p) * t) /
                   (2.0 * g * sqrt(g)));
}

static void curve_row(float *out, const struct curving *c, int64_t y)
{
    const struct factors factors = factors_for(c, y);
    const int64_t m = c->square.whole, beyond = c->square.next;
    struct moments sums[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 3; k++)
        for (int64_t i = -m; i <= m; i++) {
            const int64_t value = c->line[k][beyond + i];
            sums[k].zero += value;
            sums[k].one += i * value;
            sums[k].two += i * i * value;
        }
    for (int64_t x = 0; x < c->columns; x++) {
        struct moments all[3];
        for (int k = 0; k < 3; k++) {
            const int64_t *const at = c->line[k] + beyond + x;
            all[k] = with_ends(&sums[k], at[-beyond], at[beyond], &c->square);
            if (x + 1 < c->columns) move_on(&sums[k], at[-m], at[beyond], m);
        }
        out[x] = curvature(&factors, &all[0], &all[1], all[2].zero);
    }
}

static enum scree_code curve_rows(float *samples, const struct curving *c, struct scree_job *job,
                                  struct scree_error *err)
{
    start_upwards(c, 0);
    for (int64_t y = 0; y < c->rows; y++) {
        if (y % ROWS_AT_ONCE == 0) RETURN_IF_ERR(job_poll(job, err));
        take_row(c, y);
        curve_row(samples + y * c->columns, c, y);
    }
    return SCREE_OK;
}

/* The heights as whole numbers, for mem_free(). */
static enum scree_code get_heights(struct curving *c, int32_t *heights, struct scree_job *job,
                                   struct scree_error *err)
{
    const struct ter_field *const field = c->field;
    const size_t points = (size_t)c->columns * (size_t)c->rows;
    c->heights = heights;
    c->height_m = field->step_tu * field->scal_m[2];
    if (field->elevations != NULL) {
        for (size_t i = 0; i < points; i++) heights[i] = field->elevations[i];
        return SCREE_OK;
    }
    float *completed = NULL;
    if (field->has_missing) RETURN_IF_ERR(ter_complete(&completed, field, job, err));
    const float *const given = completed != NULL ? completed : field->samples;
    const struct ter_whole whole = ter_whole_for(given, points);
    for (size_t i = 0; i < points; i++) heights[i] = ter_whole_of(&whole, given[i]);
    c->height_m *= whole.down;
    mem_free(completed);
    return SCREE_OK;
}

static enum scree_code check_size(const struct ter_field *field, double size_tu,
                                  struct scree_error *err)
{
    const uint32_t shorter = field->points_x < field->points_y ? field->points_x : field->points_y;
    const double most = fmin(TER_MAX_SMOOTH_TU, 2.0 * shorter - 4.0);
    if (size_tu >= (double)TER_MIN_CURVATURE_TU && size_tu <= most) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "cannot find the curvature over %g terrain units: give %g to %g on this terrain",
                   size_tu, (double)TER_MIN_CURVATURE_TU, most);
}

enum scree_code ter_curvature(struct ter_field **out, const struct ter_field *field, double size_tu,
                              struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    RETURN_IF_ERR(check_size(field, size_tu, err));
    struct curving c = {.field = field,
                        .square = square_for(size_tu),
                        .columns = field->points_x,
                        .rows = field->points_y};
    const size_t columns = (size_t)c.columns;
    const size_t padded = columns + 2 * (size_t)c.square.next;
    struct ter_field *curved = NULL;
    enum scree_code code = ter_make(&curved, field, field->points_x, field->points_y, true, err);
    int32_t *const heights = mem_alloc(columns, (size_t)c.rows * sizeof *heights);
    int64_t *const lines = mem_alloc(padded + columns, 3 * sizeof *lines);
    c.upwards = mem_alloc(columns, sizeof *c.upwards);
    if (code == SCREE_OK && (heights == NULL || lines == NULL || c.upwards == NULL))
        code = err_no_memory(err);
    if (code == SCREE_OK) code = get_heights(&c, heights, job, err);
    if (code == SCREE_OK) {
        for (size_t k = 0; k < 3; k++) {
            c.line[k] = lines + k * padded;
            c.edge[k] = lines + 3 * padded + k * columns;
        }
        curved->base_tu = 0.0;
        curved->step_tu = 1.0;
        curved->has_missing = false;
        code = curve_rows(curved->memory, &c, job, err);
    }
    mem_free(c.upwards);
    mem_free(lines);
    mem_free(heights);
    if (code == SCREE_OK)
        *out = curved;
    else
        ter_free(curved);
    return code;
}
