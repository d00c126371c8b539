/*
 * The solution by a primal-dual method of interior points (Mehrotra 1992): each bound with its slack y, its excess s
 * and its force, which is between 0 and the weight.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_solve.h"

#define MOST_ROUNDS 120
#define GAP 1e-10   /* mean of slack times force at which it ends */
#define NEARLY 1e-6 /* from here on the best round is kept */
#define SAFE 0.995  /* of the way to the nearest bound */

void roads_sum_add(struct grade_sum *sum, uint32_t at, double by)
{
    size_t i = 0;
    while (i < sum->count && sum->at[i] < at) i++;
    if (i < sum->count && sum->at[i] == at) {
        sum->by[i] += by;
        return;
    }
    if (sum->count == GRADE_TERMS) {
        sum->full = true;
        return;
    }
    for (size_t k = sum->count; k > i; k--) {
        sum->at[k] = sum->at[k - 1];
        sum->by[k] = sum->by[k - 1];
    }
    sum->at[i] = at;
    sum->by[i] = by;
    sum->count++;
}

enum scree_code roads_rows_add(struct grade_rows *rows, const struct grade_sum *sum,
                               const struct grade_row *row)
{
    if (sum->count == 0) return SCREE_OK;
    struct grade_row *list = mem_room(rows->list, rows->count, &rows->room, sizeof *list);
    if (list == NULL) return SCREE_NO_MEMORY;
    rows->list = list;
    for (size_t i = 0; i < sum->count; i++) {
        uint32_t *at = mem_room(rows->at, rows->terms, &rows->term_room, sizeof *at);
        if (at == NULL) return SCREE_NO_MEMORY;
        rows->at = at;
        double *by = mem_room(rows->by, rows->terms, &rows->by_room, sizeof *by);
        if (by == NULL) return SCREE_NO_MEMORY;
        rows->by = by;
        at[rows->terms] = sum->at[i];
        by[rows->terms++] = sum->by[i];
    }
    list[rows->count++] = (struct grade_row){rows->terms - sum->count, sum->count,
                                             row->value - sum->constant, row->bound, row->weight};
    return SCREE_OK;
}

void roads_rows_free(struct grade_rows *rows)
{
    mem_free(rows->list);
    mem_free(rows->at);
    mem_free(rows->by);
    memset(rows, 0, sizeof *rows);
}

/* One side of a bound: sign * (by . u - value) - excess + slack = bound. */
struct side {
    double slack, excess, force, spare; /* spare: of the weight, beside the force */
    double d_slack, d_excess, d_force;
    double weight; /* 1 by what a force of one moves */
    double rest;   /* what the equations want of it */
};

struct work {
    size_t unknowns;
    const struct grade_rows *data, *bounds;
    struct grade_matrix matrix;
    struct side *sides;               /* two of each bound: from above, from below */
    double *own_value, *own_diagonal; /* of the matrix: data alone, */
    double *centre, *own_pull;        /* and where it would be, with its pull there */
    double *u, *best;
    double *du, *pull, *right, *room; /* pull: of the data, less what it pulls to */
};

static double dot(const struct grade_rows *rows, size_t row, const double *u)
{
    const struct grade_row *r = &rows->list[row];
    double sum = 0;
    for (size_t i = 0; i < r->count; i++) sum += rows->by[r->first + i] * u[rows->at[r->first + i]];
    return sum;
}

static void scatter(double *out, const struct grade_rows *rows, size_t row, double factor)
{
    const struct grade_row *r = &rows->list[row];
    for (size_t i = 0; i < r->count; i++)
        out[rows->at[r->first + i]] += factor * rows->by[r->first + i];
}

static double gap_of(const struct work *w)
{
    double sum = 0;
    for (size_t k = 0; k < 2 * w->bounds->count; k++) {
        const struct side *side = &w->sides[k];
        sum += side->slack * side->force + side->excess * side->spare;
    }
    return w->bounds->count > 0 ? sum / (4.0 * (double)w->bounds->count) : 0;
}

/* ---- one round ---- */

static void fill_matrix(struct work *w)
{
    struct grade_matrix *matrix = &w->matrix;
    memcpy(matrix->value, w->own_value, matrix->first[matrix->size] * sizeof *matrix->value);
    memcpy(matrix->diagonal, w->own_diagonal, matrix->size * sizeof *matrix->diagonal);
    for (size_t r = 0; r < w->bounds->count; r++) {
        double sum = 0;
        for (int s = 0; s < 2; s++) {
            struct side *side = &w->sides[2 * r + (size_t)s];
            side->weight = 1 / (side->excess / side->spare + side->slack / side->force);
            sum += side->weight;
        }
        roads_matrix_add(matrix, w->bounds, r, sum);
    }
    roads_matrix_factor(matrix);
}

/* Adds factor times what the data's matrix makes of x. */
static void add_data(double *out, const struct work *w, const double *x, double factor)
{
    roads_matrix_multiply(out, &w->matrix, w->own_value, w->own_diagonal, x, factor);
}

/* Force and pull where it is: what the unknowns still feel. The data has far more rows than its matrix has entries, and
 * from its centre nothing cancels. */
static void find_pull(struct work *w)
{
    memcpy(w->pull, w->own_pull, w->unknowns * sizeof *w->pull);
    for (size_t i = 0; i < w->unknowns; i++) w->room[i] = w->u[i] - w->centre[i];
    add_data(w->pull, w, w->room, 1);
    for (size_t r = 0; r < w->bounds->count; r++)
        scatter(w->pull, w->bounds, r, w->sides[2 * r].force - w->sides[2 * r + 1].force);
}

/* du of right, and once more of what is left. */
static void solve_exactly(struct work *w)
{
    memcpy(w->du, w->right, w->unknowns * sizeof *w->du);
    roads_matrix_solve(&w->matrix, w->du, w->room);
    add_data(w->right, w, w->du, -1);
    for (size_t r = 0; r < w->bounds->count; r++)
        scatter(w->right, w->bounds, r,
                -(w->sides[2 * r].weight + w->sides[2 * r + 1].weight) * dot(w->bounds, r, w->du));
    roads_matrix_solve(&w->matrix, w->right, w->room);
    for (size_t i = 0; i < w->unknowns; i++) w->du[i] += w->right[i];
}

/* A step towards slack * force = excess * (weight - force) = target; the products of the step before count if
 * `second` is set. */
static void find_step(struct work *w, double target, bool second)
{
    for (size_t i = 0; i < w->unknowns; i++) w->right[i] = -w->pull[i];
    for (size_t r = 0; r < w->bounds->count; r++) {
        const struct grade_row *row = &w->bounds->list[r];
        const double way = dot(w->bounds, r, w->u) - row->value;
        for (int s = 0; s < 2; s++) {
            struct side *side = &w->sides[2 * r + (size_t)s];
            const double sign = s == 0 ? 1 : -1;
            const double off = sign * way - side->excess + side->slack - row->bound;
            const double tied = second ? side->d_slack * side->d_force : 0;
            const double loose = second ? -side->d_excess * side->d_force : 0;
            side->rest = off + (target - tied) / side->force - side->slack -
                         (target - loose) / side->spare + side->excess;
            scatter(w->right, w->bounds, r, -sign * side->weight * side->rest);
        }
    }
    solve_exactly(w);
    for (size_t r = 0; r < w->bounds->count; r++) {
        const double moved = dot(w->bounds, r, w->du);
        for (int s = 0; s < 2; s++) {
            struct side *side = &w->sides[2 * r + (size_t)s];
            const double tied = second ? side->d_slack * side->d_force : 0;
            const double loose = second ? -side->d_excess * side->d_force : 0;
            side->d_force = side->weight * ((s == 0 ? moved : -moved) + side->rest);
            side->d_slack =
                (target - tied - side->slack * side->d_force) / side->force - side->slack;
            side->d_excess =
                (target - loose + side->excess * side->d_force) / side->spare - side->excess;
        }
    }
}

static double until(double most, double value, double step)
{
    return step < 0 && -value / step < most ? -value / step : most;
}

/* How far the step can go: for what is held, and for the forces. */
static void find_length(double out[2], const struct work *w)
{
    out[0] = out[1] = 1e300;
    for (size_t k = 0; k < 2 * w->bounds->count; k++) {
        const struct side *side = &w->sides[k];
        out[0] = until(until(out[0], side->slack, side->d_slack), side->excess, side->d_excess);
        out[1] = until(until(out[1], side->force, side->d_force), side->spare, -side->d_force);
    }
    /* One length for both: the data ties the unknowns to the forces. */
    out[0] = out[1] = out[0] < out[1] ? out[0] : out[1];
}

static double gap_after(const struct work *w, const double length[2])
{
    double sum = 0;
    for (size_t k = 0; k < 2 * w->bounds->count; k++) {
        const struct side *side = &w->sides[k];
        const double force = side->force + length[1] * side->d_force;
        sum +=
            (side->slack + length[0] * side->d_slack) * force +
            (side->excess + length[0] * side->d_excess) * (side->spare - length[1] * side->d_force);
    }
    return sum / (4.0 * (double)w->bounds->count);
}

static void go(struct work *w, const double length[2])
{
    for (size_t i = 0; i < w->unknowns; i++) w->u[i] += length[0] * w->du[i];
    for (size_t k = 0; k < 2 * w->bounds->count; k++) {
        struct side *side = &w->sides[k];
        side->slack += length[0] * side->d_slack;
        side->excess += length[0] * side->d_excess;
        side->force += length[1] * side->d_force;
        side->spare -= length[1] * side->d_force;
    }
}

static void one_round(struct work *w, double gap)
{
    double length[2];
    fill_matrix(w);
    find_pull(w);
    find_step(w, 0, false);
    find_length(length, w);
    for (int i = 0; i < 2; i++) length[i] = length[i] < 1 ? length[i] : 1;
    const double share = gap_after(w, length) / gap;
    find_step(w, share * share * share * gap, true);
    find_length(length, w);
    for (int i = 0; i < 2; i++) length[i] = SAFE * length[i] < 1 ? SAFE * length[i] : 1;
    go(w, length);
}

/* ---- all rounds ---- */

static void start(struct work *w)
{
    for (size_t r = 0; r < w->data->count; r++) {
        const struct grade_row *row = &w->data->list[r];
        roads_matrix_add(&w->matrix, w->data, r, row->weight);
        scatter(w->u, w->data, r, row->weight * row->value);
    }
    const size_t entries = w->matrix.first[w->unknowns];
    memcpy(w->own_value, w->matrix.value, entries * sizeof *w->own_value);
    memcpy(w->own_diagonal, w->matrix.diagonal, w->unknowns * sizeof *w->own_diagonal);
    roads_matrix_factor(&w->matrix);
    roads_matrix_solve(&w->matrix, w->u, w->room);
    memcpy(w->centre, w->u, w->unknowns * sizeof *w->u);
    for (size_t r = 0; r < w->data->count; r++)
        scatter(w->own_pull, w->data, r,
                w->data->list[r].weight * (dot(w->data, r, w->u) - w->data->list[r].value));
    for (size_t r = 0; r < w->bounds->count; r++) {
        const struct grade_row *row = &w->bounds->list[r];
        const double way = dot(w->bounds, r, w->u) - row->value;
        for (int s = 0; s < 2; s++) {
            const double over = (s == 0 ? way : -way) - row->bound, least = 1e-2;
            struct side *side = &w->sides[2 * r + (size_t)s];
            side->slack = (over < 0 ? -over : 0) + least;
            side->excess = (over > 0 ? over : 0) + least;
            side->force = over > 0 ? row->weight * 0.5 : 1 / side->slack;
            if (side->force > row->weight * 0.5) side->force = row->weight * 0.5;
            side->spare = row->weight - side->force;
        }
    }
}

/* The square of the distance from the solution, each direction by the weight that the data gives it, is not more
 * than twice the gap between what is paid and what must be; and the pull that is left adds its own. */
static double distance_of(struct work *w, double gap)
{
    double pull = 0;
    find_pull(w);
    for (size_t i = 0; i < w->unknowns; i++) pull += w->pull[i] * w->pull[i];
    return sqrt(2 * gap * 4 * (double)w->bounds->count) + sqrt(pull);
}

/* Close to the bounds the equations lose their figures, so the last round need not be the best one. */
static void keep_best(struct work *w, double gap, double *residual)
{
    const double distance = distance_of(w, gap);
    if (distance >= *residual) return;
    *residual = distance;
    memcpy(w->best, w->u, w->unknowns * sizeof *w->u);
}

static enum scree_code rounds(struct work *w, double *residual, struct scree_job *job,
                              struct scree_error *err)
{
    start(w);
    double gap = gap_of(w);
    *residual = INFINITY;
    for (int round = 0; round < MOST_ROUNDS && gap > GAP; round++) {
        one_round(w, gap);
        gap = gap_of(w);
        if (gap <= NEARLY) keep_best(w, gap, residual);
        RETURN_IF_ERR(job_poll(job, err));
    }
    if (isinf(*residual)) keep_best(w, gap, residual);
    memcpy(w->u, w->best, w->unknowns * sizeof *w->u);
    return SCREE_OK;
}

static bool make_room(struct work *w)
{
    const size_t entries = w->matrix.first[w->unknowns];
    w->sides = mem_alloc(2 * w->bounds->count, sizeof *w->sides);
    w->own_value = mem_alloc(entries, sizeof *w->own_value);
    w->own_diagonal = mem_alloc(w->unknowns, sizeof *w->own_diagonal);
    w->centre = mem_alloc(w->unknowns, sizeof *w->centre);
    w->own_pull = mem_alloc(w->unknowns, sizeof *w->own_pull);
    w->best = mem_alloc(w->unknowns, sizeof *w->best);
    w->du = mem_alloc(w->unknowns, sizeof *w->du);
    w->pull = mem_alloc(w->unknowns, sizeof *w->pull);
    w->right = mem_alloc(w->unknowns, sizeof *w->right);
    w->room = mem_alloc(w->unknowns, sizeof *w->room);
    return w->sides != NULL && w->own_value != NULL && w->own_diagonal != NULL && w->best != NULL &&
           w->centre != NULL && w->own_pull != NULL && w->du != NULL && w->pull != NULL &&
           w->right != NULL && w->room != NULL;
}

enum scree_code roads_solve(double *u, double *residual, size_t unknowns,
                            const struct grade_rows *data, const struct grade_rows *bounds,
                            struct scree_job *job, struct scree_error *err)
{
    struct work w = {.unknowns = unknowns, .data = data, .bounds = bounds, .u = u};
    const struct grade_rows *const rows[2] = {data, bounds};
    memset(u, 0, unknowns * sizeof *u);
    enum scree_code code = roads_matrix_make(&w.matrix, unknowns, rows, err);
    if (code == SCREE_OK && !make_room(&w)) code = err_no_memory(err);
    if (code == SCREE_OK) code = rounds(&w, residual, job, err);
    roads_matrix_free(&w.matrix);
    mem_free(w.sides);
    mem_free(w.own_value);
    mem_free(w.own_diagonal);
    mem_free(w.centre);
    mem_free(w.own_pull);
    mem_free(w.best);
    mem_free(w.du);
    mem_free(w.pull);
    mem_free(w.right);
    mem_free(w.room);
    return code;
}
