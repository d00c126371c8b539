/*
 * Least squares with bounds, sparse and the same to the bit everywhere. Private to roads/.
 *
 *     least   1/2 sum of weight * (by . u - value)^2    over the rows of `data`
 *           + sum of weight * excess                    over those of `bounds`,
 *     where excess >= 0 is what |by . u - value| has more than bound.
 *
 * A bound that can be met is met, as its weight is more than any that the ground can bring to bear.
 */
#ifndef ROADS_GRADE_SOLVE_H
#define ROADS_GRADE_SOLVE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"

struct grade_row {
    size_t first, count; /* terms */
    double value, bound, weight;
};
/* Start it zeroed; freed by roads_rows_free(). */
struct grade_rows {
    struct grade_row *list;
    uint32_t *at; /* of terms: the unknown, */
    double *by;   /* and its factor */
    size_t count, room, terms, term_room, by_room;
};

/* A linear expression. Terms rise by `at`. */
#define GRADE_TERMS 48
struct grade_sum {
    size_t count;
    bool full; /* terms are missing */
    double constant;
    uint32_t at[GRADE_TERMS];
    double by[GRADE_TERMS];
};
void roads_sum_add(struct grade_sum *sum, uint32_t at, double by);

/* roads_rows_add() adds a row of a sum, whose constant is taken from row->value; one without terms is left out.
 * SCREE_NO_MEMORY, without a message. */
MUST_USE enum scree_code roads_rows_add(struct grade_rows *rows, const struct grade_sum *sum,
                                        const struct grade_row *row);
void roads_rows_free(struct grade_rows *rows);

/* roads_solve() fills u[0 .. unknowns). *residual: no u is further from the solution than this, as far as each has
 * a weight of its own of at least 1. SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code roads_solve(double *u, double *residual, size_t unknowns,
                                     const struct grade_rows *data, const struct grade_rows *bounds,
                                     struct scree_job *job, struct scree_error *err);

/* ---- the matrix ---- */

/* L D L^T of a symmetric positive definite matrix, in an order with little fill. */
struct grade_matrix {
    size_t size;
    uint32_t *order, *place; /* order[i] is the unknown that is i-th, place[] the other way round */
    size_t *first;           /* [size + 1] of the columns below the diagonal */
    uint32_t *rows;          /* of their entries, rising, in the order's numbers */
    double *value;           /* as they are filled: roads_matrix_place() */
    double *diagonal;
    double *lower, *pivot; /* factors, by roads_matrix_factor() */
};
/* roads_matrix_make() makes room for the products of all rows' terms; roads_matrix_free() frees it, whatever the
 * result. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_matrix_make(struct grade_matrix *matrix, size_t size,
                                           const struct grade_rows *const rows[2],
                                           struct scree_error *err);
void roads_matrix_free(struct grade_matrix *matrix);
/* roads_matrix_add() adds weight * by by^T of a row. */
void roads_matrix_add(struct grade_matrix *matrix, const struct grade_rows *rows, size_t row,
                      double weight);
void roads_matrix_factor(struct grade_matrix *matrix);
/* roads_matrix_multiply() adds factor times the product with x to out; value and diagonal are those of a matrix of the same
 * order, as they were filled. */
void roads_matrix_multiply(double *out, const struct grade_matrix *matrix, const double *value,
                           const double *diagonal, const double *x, double factor);
/* roads_matrix_solve() replaces b by the solution; room has space for as many. */
void roads_matrix_solve(const struct grade_matrix *matrix, double *b, double *room);

#endif
