#include "roads/roads_fill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- places and ends ---- */

int roads_compare_spots(struct roads_spot a, struct roads_spot b)
{
    if (a.z != b.z) return a.z < b.z ? -1 : 1;
    return (a.x > b.x) - (a.x < b.x);
}

static int compare_ends(const void *a, const void *b)
{
    const struct roads_end *p = a, *q = b;
    const int places = roads_compare_spots(p->at, q->at);
    return places != 0 ? places : (p->way > q->way) - (p->way < q->way);
}

void roads_sort_ends(struct roads_end *ends, size_t count)
{
    qsort(ends, count, sizeof *ends, compare_ends);
}

uint32_t roads_find_end(struct roads_end *ends, size_t count, const bool *used,
                        struct roads_spot at)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (roads_compare_spots(ends[middle].at, at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count) return UINT32_MAX;
    size_t *done = &ends[low].done;
    for (low += *done; low < count && roads_compare_spots(ends[low].at, at) == 0; low++) {
        if (!used[ends[low].way]) return ends[low].way;
        ++*done;
    }
    return UINT32_MAX;
}

/* ---- areas on a lattice ---- */

/* Where the edge between two places crosses rows. */
static enum scree_code cross(struct roads_filler *f, struct roads_spot a, struct roads_spot b,
                             struct scree_error *err)
{
    const struct roads_lattice *l = &f->lattice;
    if (a.z > b.z) {
        const struct roads_spot other = a;
        a = b;
        b = other;
    }
    const double from = fmax(ceil(a.z / l->cell[1] - l->shift), l->row);
    const double to = fmin(ceil(b.z / l->cell[1] - l->shift), (double)l->row + l->rows);
    for (double row = from; row < to; row++) {
        const double part = ((row + l->shift) * l->cell[1] - a.z) / ((double)b.z - a.z);
        const double x = a.x + part * ((double)b.x - a.x);
        const double column = ceil(x / l->cell[0] - l->shift) - l->column;
        uint64_t *list = mem_room(f->crossings, f->count, &f->room, sizeof *list);
        if (list == NULL) return err_no_memory(err);
        f->crossings = list;
        list[f->count++] =
            (uint64_t)(row - l->row) << 32 | (uint64_t)(column > 0 ? fmin(column, l->columns) : 0);
    }
    return SCREE_OK;
}

static int compare_crossings(const void *a, const void *b)
{
    const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

enum scree_code roads_fill(struct roads_filler *f, const struct roads_rings *rings,
                           struct scree_error *err)
{
    f->count = 0;
    for (size_t i = 0; i < rings->count; i++) {
        const struct roads_spot *at = rings->at + rings->parts[i].first;
        for (size_t k = 0; k + 1 < rings->parts[i].count; k++)
            RETURN_IF_ERR(cross(f, at[k], at[k + 1], err));
    }
    if (f->count > 0) qsort(f->crossings, f->count, sizeof *f->crossings, compare_crossings);
    for (size_t i = 0; i + 1 < f->count; i += 2) {
        const uint32_t from = (uint32_t)f->crossings[i], to = (uint32_t)f->crossings[i + 1];
        if (from < to) f->span(f->context, (uint32_t)(f->crossings[i] >> 32), from, to);
    }
    return SCREE_OK;
}

/* ---- lines on a lattice ---- */

/* A row's first and last place that may be in reach of the line between a and b. */
static bool band(double ends[2], const struct roads_lattice *l, double z, struct roads_spot a,
                 struct roads_spot b, double reach)
{
    const double ux = (double)b.x - a.x, uz = (double)b.z - a.z;
    double first = 0, last = 1; /* the part of the line that is near this row */
    if (uz != 0) {
        const double s = (z - reach) / uz, t = (z + reach) / uz;
        first = fmax(fmin(s, t), 0);
        last = fmin(fmax(s, t), 1);
    }
    const double p = a.x + first * ux, q = a.x + last * ux;
    ends[0] = fmax(ceil((fmin(p, q) - reach) / l->cell[0] - l->shift), l->column);
    ends[1] = fmin(floor((fmax(p, q) + reach) / l->cell[0] - l->shift),
                   (double)l->column + l->columns - 1.0);
    return ends[0] <= ends[1];
}

static void fill_line(const struct roads_filler *f, struct roads_spot a, struct roads_spot b,
                      double reach)
{
    const struct roads_lattice *l = &f->lattice;
    const double ux = (double)b.x - a.x, uz = (double)b.z - a.z, length2 = ux * ux + uz * uz;
    const double north = a.z < b.z ? a.z : b.z, south = a.z < b.z ? b.z : a.z;
    const double from = fmax(ceil((north - reach) / l->cell[1] - l->shift), l->row);
    const double to =
        fmin(floor((south + reach) / l->cell[1] - l->shift), (double)l->row + l->rows - 1.0);
    for (double row = from; row <= to; row++) {
        const double z = (row + l->shift) * l->cell[1] - a.z;
        double ends[2], first = INFINITY, last = -INFINITY;
        if (!band(ends, l, z, a, b, reach)) continue;
        for (double column = ends[0]; column <= ends[1]; column++) {
            const double x = (column + l->shift) * l->cell[0] - a.x;
            const double along = length2 > 0 ? (x * ux + z * uz) / length2 : 0;
            const double t = fmin(fmax(along, 0), 1), dx = x - t * ux, dz = z - t * uz;
            if (dx * dx + dz * dz > reach * reach) continue;
            if (column < first) first = column;
            last = column;
        }
        if (first <= last)
            f->span(f->context, (uint32_t)(row - l->row), (uint32_t)(first - l->column),
                    (uint32_t)(last - l->column) + 1);
    }
}

void roads_fill_lines(const struct roads_filler *f, const struct roads_rings *lines, double reach)
{
    for (size_t i = 0; i < lines->count; i++) {
        const struct roads_spot *at = lines->at + lines->parts[i].first;
        for (size_t k = 0; k + 1 < lines->parts[i].count; k++)
            fill_line(f, at[k], at[k + 1], reach);
    }
}

struct roads_rings roads_rings_of(bool *is_here, const struct osm_map *map,
                                  const struct osm_thing *thing, const struct roads_spot *at)
{
    const struct roads_rings rings = {map->parts + thing->first_part, thing->parts, at};
    *is_here = true;
    for (size_t i = 0; i < rings.count; i++)
        for (size_t k = 0; k < rings.parts[i].count; k++)
            if (at[rings.parts[i].first + k].x == ROADS_FAR) *is_here = false;
    return rings;
}

enum scree_code roads_rings_keep(struct roads_rings *rings, struct mem_arena *arena,
                                 struct scree_error *err)
{
    size_t count = 0;
    for (size_t i = 0; i < rings->count; i++) count += rings->parts[i].count;
    struct osm_part *parts = mem_arena_alloc(arena, rings->count, sizeof *parts);
    struct roads_spot *spots = mem_arena_alloc(arena, count, sizeof *spots);
    if (parts == NULL || spots == NULL) return err_no_memory(err);
    count = 0;
    for (size_t i = 0; i < rings->count; i++) {
        parts[i] = (struct osm_part){count, rings->parts[i].count};
        memcpy(spots + count, rings->at + rings->parts[i].first, parts[i].count * sizeof *spots);
        count += parts[i].count;
    }
    *rings = (struct roads_rings){parts, rings->count, spots};
    return SCREE_OK;
}

/* Twice the area of a ring. */
static double ring_size(const struct roads_spot *at, size_t count)
{
    double sum = 0;
    for (size_t k = 0; k + 1 < count; k++)
        sum += (double)at[k].x * at[k + 1].z - (double)at[k + 1].x * at[k].z;
    return fabs(sum);
}

double roads_rings_size(const struct roads_rings *rings)
{
    double sum = 0;
    for (size_t i = 0; i < rings->count; i++)
        sum += ring_size(rings->at + rings->parts[i].first, rings->parts[i].count);
    return sum;
}
