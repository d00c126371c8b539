/*
 * A sparse symmetric matrix and its factors. The order is that of least degree: the unknown that has the fewest
 * neighbours goes first, of equals the first. What remains of a network of roads so has a few neighbours each.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_solve.h"

#define NOISE 1e-15 /* of a diagonal */
#define FIXED 1e100

/* The neighbours of an unknown that has not gone yet, rising. */
struct ring {
    uint32_t *list;
    uint32_t count, room;
};

/* ---- a heap of unknowns by degree; those whose degree has changed stand in it more than once ---- */

struct entry {
    uint32_t degree, at;
};
struct heap {
    struct entry *list;
    size_t count, room;
};

static bool is_less(struct entry a, struct entry b)
{
    return a.degree != b.degree ? a.degree < b.degree : a.at < b.at;
}

static bool push(struct heap *heap, struct entry entry)
{
    struct entry *list = mem_room(heap->list, heap->count, &heap->room, sizeof *list);
    if (list == NULL) return false;
    heap->list = list;
    size_t i = heap->count++;
    for (; i > 0 && is_less(entry, list[(i - 1) / 2]); i = (i - 1) / 2) list[i] = list[(i - 1) / 2];
    list[i] = entry;
    return true;
}

static struct entry pop(struct heap *heap)
{
    struct entry *list = heap->list;
    const struct entry top = list[0], last = list[--heap->count];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= heap->count) break;
        if (child + 1 < heap->count && is_less(list[child + 1], list[child])) child++;
        if (!is_less(list[child], last)) break;
        list[i] = list[child];
        i = child;
    }
    list[i] = last;
    return top;
}

/* ---- neighbours ---- */

static int by_number(const void *a, const void *b)
{
    const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return p < q ? -1 : p > q;
}

struct pairs {
    uint64_t *list;
    size_t count, room;
};

static bool add_pairs(struct pairs *pairs, const struct grade_rows *rows)
{
    for (size_t r = 0; r < rows->count; r++) {
        const struct grade_row *row = &rows->list[r];
        const uint32_t *at = rows->at + row->first;
        const bool again = r > 0 && row->count == row[-1].count &&
                           memcmp(at, rows->at + row[-1].first, row->count * sizeof *at) == 0;
        for (size_t i = 0; !again && i < row->count; i++)
            for (size_t k = i + 1; k < row->count; k++) {
                uint64_t *list = mem_room(pairs->list, pairs->count, &pairs->room, sizeof *list);
                if (list == NULL) return false;
                pairs->list = list;
                list[pairs->count++] = (uint64_t)at[i] << 32 | at[k];
            }
    }
    return true;
}

static bool ring_add(struct ring *ring, uint32_t at)
{
    uint32_t i = ring->count;
    if (ring->count == ring->room) {
        const uint32_t room = ring->room > 0 ? 2 * ring->room : 4;
        uint32_t *list = mem_grow(ring->list, ring->count, room, sizeof *list);
        if (list == NULL) return false;
        ring->list = list;
        ring->room = room;
    }
    for (; i > 0 && ring->list[i - 1] > at; i--) ring->list[i] = ring->list[i - 1];
    ring->list[i] = at;
    ring->count++;
    return true;
}

static bool ring_has(const struct ring *ring, uint32_t at)
{
    uint32_t low = 0, high = ring->count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (ring->list[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ring->count && ring->list[low] == at;
}

static void ring_remove(struct ring *ring, uint32_t at)
{
    uint32_t i = 0;
    while (i < ring->count && ring->list[i] != at) i++;
    if (i == ring->count) return;
    ring->count--;
    for (; i < ring->count; i++) ring->list[i] = ring->list[i + 1];
}

static bool fill_rings(struct ring *rings, struct pairs *pairs)
{
    qsort(pairs->list, pairs->count, sizeof *pairs->list, by_number);
    for (size_t i = 0; i < pairs->count; i++) {
        if (i > 0 && pairs->list[i] == pairs->list[i - 1]) continue;
        const uint32_t a = (uint32_t)(pairs->list[i] >> 32), b = (uint32_t)pairs->list[i];
        if (!ring_add(&rings[a], b) || !ring_add(&rings[b], a)) return false;
    }
    return true;
}

/* ---- elimination ---- */

/* Takes an unknown away: its neighbours become each other's. Its ring stays, as its column. */
static bool eliminate(struct ring *rings, uint32_t gone, struct heap *heap)
{
    const struct ring *ring = &rings[gone];
    for (uint32_t i = 0; i < ring->count; i++) {
        struct ring *own = &rings[ring->list[i]];
        ring_remove(own, gone);
        for (uint32_t k = 0; k < ring->count; k++)
            if (k != i && !ring_has(own, ring->list[k]) && !ring_add(own, ring->list[k]))
                return false;
    }
    for (uint32_t i = 0; i < ring->count; i++)
        if (!push(heap, (struct entry){rings[ring->list[i]].count, ring->list[i]})) return false;
    return true;
}

static bool choose_order(struct grade_matrix *matrix, struct ring *rings, struct heap *heap)
{
    size_t done = 0;
    for (uint32_t i = 0; i < matrix->size; i++) {
        matrix->place[i] = UINT32_MAX;
        if (!push(heap, (struct entry){rings[i].count, i})) return false;
    }
    while (done < matrix->size) {
        const struct entry next = pop(heap);
        if (matrix->place[next.at] != UINT32_MAX || next.degree != rings[next.at].count) continue;
        matrix->place[next.at] = (uint32_t)done;
        matrix->order[done++] = next.at;
        if (!eliminate(rings, next.at, heap)) return false;
    }
    return true;
}

static int by_row(const void *a, const void *b)
{
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

static bool take_columns(struct grade_matrix *matrix, const struct ring *rings)
{
    for (size_t i = 0; i < matrix->size; i++)
        matrix->first[i + 1] = matrix->first[i] + rings[matrix->order[i]].count;
    const size_t entries = matrix->first[matrix->size];
    matrix->rows = mem_alloc(entries, sizeof *matrix->rows);
    matrix->value = mem_alloc(entries, sizeof *matrix->value);
    matrix->lower = mem_alloc(entries, sizeof *matrix->lower);
    if (matrix->rows == NULL || matrix->value == NULL || matrix->lower == NULL) return false;
    for (size_t i = 0; i < matrix->size; i++) {
        const struct ring *ring = &rings[matrix->order[i]];
        uint32_t *rows = matrix->rows + matrix->first[i];
        for (uint32_t k = 0; k < ring->count; k++) rows[k] = matrix->place[ring->list[k]];
        qsort(rows, ring->count, sizeof *rows, by_row);
    }
    return true;
}

static bool make(struct grade_matrix *matrix, const struct grade_rows *const rows[2],
                 struct ring *rings)
{
    struct pairs pairs = {NULL, 0, 0};
    struct heap heap = {NULL, 0, 0};
    matrix->order = mem_alloc(matrix->size, sizeof *matrix->order);
    matrix->place = mem_alloc(matrix->size, sizeof *matrix->place);
    matrix->first = mem_alloc(matrix->size + 1, sizeof *matrix->first);
    matrix->diagonal = mem_alloc(matrix->size, sizeof *matrix->diagonal);
    matrix->pivot = mem_alloc(matrix->size, sizeof *matrix->pivot);
    const bool good = matrix->order != NULL && matrix->place != NULL && matrix->first != NULL &&
                      matrix->diagonal != NULL && matrix->pivot != NULL &&
                      add_pairs(&pairs, rows[0]) && add_pairs(&pairs, rows[1]) &&
                      fill_rings(rings, &pairs) && choose_order(matrix, rings, &heap) &&
                      take_columns(matrix, rings);
    mem_free(pairs.list);
    mem_free(heap.list);
    return good;
}

enum scree_code roads_matrix_make(struct grade_matrix *matrix, size_t size,
                                  const struct grade_rows *const rows[2], struct scree_error *err)
{
    struct ring *rings;
    *matrix = (struct grade_matrix){.size = size};
    RETURN_IF_ERR(MEM_NEED(&rings, size, sizeof *rings, err));
    const bool good = make(matrix, rows, rings);
    for (size_t i = 0; i < size; i++) mem_free(rings[i].list);
    mem_free(rings);
    return good ? SCREE_OK : err_no_memory(err);
}

void roads_matrix_free(struct grade_matrix *matrix)
{
    mem_free(matrix->order);
    mem_free(matrix->place);
    mem_free(matrix->first);
    mem_free(matrix->rows);
    mem_free(matrix->value);
    mem_free(matrix->diagonal);
    mem_free(matrix->lower);
    mem_free(matrix->pivot);
    memset(matrix, 0, sizeof *matrix);
}

/* ---- numbers ---- */

/* The entry of a column in a row that it has, looked for from `from` on. */
static size_t entry_of(const struct grade_matrix *matrix, uint32_t column, uint32_t row)
{
    size_t low = matrix->first[column], high = matrix->first[column + 1];
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (matrix->rows[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void roads_matrix_add(struct grade_matrix *matrix, const struct grade_rows *rows, size_t row,
                      double weight)
{
    const struct grade_row *r = &rows->list[row];
    for (size_t i = 0; i < r->count; i++) {
        const uint32_t a = matrix->place[rows->at[r->first + i]];
        const double by = weight * rows->by[r->first + i];
        matrix->diagonal[a] += by * rows->by[r->first + i];
        for (size_t k = i + 1; k < r->count; k++) {
            const uint32_t b = matrix->place[rows->at[r->first + k]];
            matrix->value[entry_of(matrix, a < b ? a : b, a < b ? b : a)] +=
                by * rows->by[r->first + k];
        }
    }
}

/* Takes column k, times its pivot, from the columns of its rows. */
static void take_from_others(struct grade_matrix *matrix, size_t k)
{
    const size_t end = matrix->first[k + 1];
    for (size_t i = matrix->first[k]; i < end; i++) {
        const uint32_t column = matrix->rows[i];
        const double factor = matrix->lower[i] * matrix->pivot[k];
        matrix->pivot[column] -= factor * matrix->lower[i];
        size_t at = matrix->first[column];
        for (size_t n = i + 1; n < end; n++) {
            while (matrix->rows[at] < matrix->rows[n]) at++;
            matrix->lower[at] -= factor * matrix->lower[n];
        }
    }
}

void roads_matrix_factor(struct grade_matrix *matrix)
{
    memcpy(matrix->lower, matrix->value, matrix->first[matrix->size] * sizeof *matrix->lower);
    memcpy(matrix->pivot, matrix->diagonal, matrix->size * sizeof *matrix->pivot);
    for (size_t k = 0; k < matrix->size; k++) {
        /* What is left is noise: the unknown follows from others, and stays in this round. */
        if (!(matrix->pivot[k] > NOISE * matrix->diagonal[k])) matrix->pivot[k] = FIXED;
        for (size_t i = matrix->first[k]; i < matrix->first[k + 1]; i++)
            matrix->lower[i] /= matrix->pivot[k];
        take_from_others(matrix, k);
    }
}

void roads_matrix_multiply(double *out, const struct grade_matrix *matrix, const double *value,
                           const double *diagonal, const double *x, double factor)
{
    for (size_t k = 0; k < matrix->size; k++) {
        const uint32_t own = matrix->order[k];
        const double by = factor * x[own];
        double sum = diagonal[k] * x[own];
        for (size_t i = matrix->first[k]; i < matrix->first[k + 1]; i++) {
            const uint32_t other = matrix->order[matrix->rows[i]];
            sum += value[i] * x[other];
            out[other] += value[i] * by;
        }
        out[own] += factor * sum;
    }
}

void roads_matrix_solve(const struct grade_matrix *matrix, double *b, double *room)
{
    for (size_t i = 0; i < matrix->size; i++) room[i] = b[matrix->order[i]];
    for (size_t k = 0; k < matrix->size; k++)
        for (size_t i = matrix->first[k]; i < matrix->first[k + 1]; i++)
            room[matrix->rows[i]] -= matrix->lower[i] * room[k];
    for (size_t k = matrix->size; k-- > 0;) {
        double sum = room[k] / matrix->pivot[k];
        for (size_t i = matrix->first[k]; i < matrix->first[k + 1]; i++)
            sum -= matrix->lower[i] * room[matrix->rows[i]];
        room[k] = sum;
    }
    for (size_t i = 0; i < matrix->size; i++) b[matrix->order[i]] = room[i];
}
