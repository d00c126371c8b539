/*
 * What lies on a road, or beside it: distances from pieces, each from a point of a road to the next.
 * A grid of cells lists the pieces that come near each, so that a look costs what is there.
 */
#include <math.h>

#include "roads/roads_areas.h"
#include "roads/roads_index.h"

#define MOST_CELLS 256 /* a side */

/* The piece from points[at] to points[at + 1] of a road. */
struct piece {
    uint32_t road, at;
};

struct roads_index {
    uint32_t cell; /* 1/32 m */
    uint32_t columns, rows;
    uint32_t *first; /* [columns * rows + 1] into pieces */
    struct piece *pieces;
};

/* ---- distances ---- */

/* Whether a place is no further from the piece than half its width there and `more`. */
static bool is_near(const struct roads_point *a, uint32_t x, uint32_t z, uint32_t more)
{
    const struct roads_point *b = a + 1;
    const int64_t ux = (int64_t)b->x - a->x, uz = (int64_t)b->z - a->z;
    const int64_t px = (int64_t)x - a->x, pz = (int64_t)z - a->z;
    const double length2 = (double)(ux * ux + uz * uz);
    const double along = (double)(px * ux + pz * uz) / length2;
    const double t = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    const double dx = (double)px - t * (double)ux, dz = (double)pz - t * (double)uz;
    const double width = (double)a->width + t * ((double)b->width - (double)a->width);
    const double reach = width * 0.5 + (double)more;
    return dx * dx + dz * dz <= reach * reach;
}

/* The first road of the file that a place is no further from than its corridor, or its edge, and
 * `beyond` besides; roads->count: none. */
static size_t find_near(const struct roads *roads, uint32_t x, uint32_t z, bool verges,
                        uint32_t beyond)
{
    const struct roads_index *index = roads->index;
    const uint32_t column = x / index->cell, row = z / index->cell;
    if (column >= index->columns || row >= index->rows) return roads->count;
    const size_t cell = (size_t)row * index->columns + column;
    for (uint32_t i = index->first[cell]; i < index->first[cell + 1]; i++) {
        const struct piece *piece = &index->pieces[i];
        if (!verges && roads->list[piece->road].bridge) continue;
        const uint32_t more = beyond + (verges ? roads->list[piece->road].verge : 0);
        if (is_near(&roads->points[piece->at], x, z, more)) return piece->road;
    }
    return roads->count;
}

static size_t find(const struct roads *roads, uint32_t x, uint32_t z, bool verges)
{
    return find_near(roads, x, z, verges, 0);
}

bool roads_touches(const struct roads *roads, uint32_t x, uint32_t z, uint32_t side)
{
    if (roads == NULL) return false;
    if (roads_areas_touch(roads->areas, x, z, side)) return true;
    const uint32_t half = side / 2, reach = (uint32_t)(side * 0.7072) + 2;
    const uint32_t north = z > side ? z - side : 0, middle = z > half ? z - half : 0;
    /* The corners as well: the grid knows pieces no further than ROADS_REACH_M from a place. */
    return find_near(roads, x + half, middle, true, reach) < roads->count ||
           roads_covers(roads, x, z) || roads_covers(roads, x + side, z) ||
           roads_covers(roads, x, north) || roads_covers(roads, x + side, north);
}

bool roads_covers(const struct roads *roads, uint32_t x, uint32_t z)
{
    return roads != NULL && find(roads, x, z, true) < roads->count;
}

enum roads_surface roads_under(const struct roads *roads, uint32_t x, uint32_t z)
{
    const size_t road = roads != NULL ? find(roads, x, z, false) : 0;
    return roads == NULL || road == roads->count ? ROADS_SURFACES : roads->list[road].surface;
}

/* ---- the grid ---- */

/* Columns of a row of cells that a piece comes near; false: it does not come near the row. */
static bool span(uint32_t out[2], const struct roads_index *index, const struct roads_point *a,
                 uint32_t row)
{
    const double reach = ROADS_REACH_M * ROADS_UNITS;
    const double top = (double)row * index->cell - reach, bottom = top + index->cell + 2 * reach;
    const struct roads_point *b = a + 1;
    const double az = a->z, bz = b->z, ax = a->x, bx = b->x;
    double from = 0.0, to = 1.0; /* the part of the piece within the row and the reach */
    if ((az < top && bz < top) || (az > bottom && bz > bottom)) return false;
    if (az != bz) {
        const double t = (top - az) / (bz - az), u = (bottom - az) / (bz - az);
        const double low = t < u ? t : u, high = t < u ? u : t;
        from = low > 0.0 ? low : 0.0;
        to = high < 1.0 ? high : 1.0;
    }
    const double p = ax + from * (bx - ax), q = ax + to * (bx - ax);
    const double left = (p < q ? p : q) - reach - 1.0, right = (p < q ? q : p) + reach + 1.0;
    const double last = index->columns - 1.0;
    const double first_column = floor(left / index->cell), last_column = floor(right / index->cell);
    if (last_column < 0.0 || first_column > last) return false;
    out[0] = first_column > 0.0 ? (uint32_t)first_column : 0;
    out[1] = last_column < last ? (uint32_t)last_column : index->columns - 1;
    return true;
}

/* Counts the pieces of each cell in first[cell + 1], or, with room for them, lists them. */
static void fill(struct roads_index *index, const struct roads *roads, uint32_t *next)
{
    for (uint32_t r = 0; r < roads->count; r++) {
        const struct roads_road *road = &roads->list[r];
        if (road->tunnel) continue;
        for (size_t i = road->first; i + 1 < road->first + road->count; i++)
            for (uint32_t row = 0; row < index->rows; row++) {
                uint32_t columns[2];
                if (!span(columns, index, &roads->points[i], row)) continue;
                for (uint32_t c = columns[0]; c <= columns[1]; c++) {
                    const size_t cell = (size_t)row * index->columns + c;
                    if (next == NULL)
                        index->first[cell + 1]++;
                    else
                        index->pieces[next[cell]++] = (struct piece){r, (uint32_t)i};
                }
            }
    }
}

enum scree_code roads_index_make(struct roads *roads, uint32_t width, uint32_t depth,
                                 struct scree_error *err)
{
    struct roads_index *index = mem_arena_alloc(&roads->arena, 1, sizeof *index);
    const uint32_t longer = width > depth ? width : depth;
    const uint32_t least = (uint32_t)ROADS_REACH_M * ROADS_UNITS;
    uint32_t *next = NULL;
    if (index == NULL) goto no_memory;
    index->cell = longer / MOST_CELLS + 1 > least ? longer / MOST_CELLS + 1 : least;
    index->columns = width / index->cell + 1;
    index->rows = depth / index->cell + 1;
    const size_t cells = (size_t)index->columns * index->rows;
    index->first = mem_arena_alloc(&roads->arena, cells + 1, sizeof *index->first);
    next = mem_alloc(cells, sizeof *next);
    if (index->first == NULL || next == NULL) goto no_memory;
    fill(index, roads, NULL);
    for (size_t cell = 0; cell < cells; cell++) {
        next[cell] = index->first[cell];
        index->first[cell + 1] += index->first[cell];
    }
    index->pieces = mem_arena_alloc(&roads->arena, index->first[cells], sizeof *index->pieces);
    if (index->pieces == NULL) goto no_memory;
    fill(index, roads, next);
    mem_free(next);
    roads->index = index;
    return SCREE_OK;

no_memory:
    mem_free(next);
    return err_no_memory(err);
}
