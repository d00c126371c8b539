/* Rivers on points: which are bed, bank or beside them, and their heights. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "roads/roads_rivers.h"

#define SLOPE 1.0   /* beside banks: rise by run */
#define MOST_M 20.0 /* no ground is cut deeper, or filled higher */

static double reach_m(const struct roads_rivers *r, const struct river_piece *piece)
{
    return piece->half_m + 4 * r->diagonal_m + MOST_M / SLOPE;
}

bool roads_river_box(int64_t box[2][2], const struct roads_rivers *r,
                     const struct river_piece *piece)
{
    return roads_box_around(box, r->field, (const double[2]){piece->x, piece->z}, piece->ahead,
                            piece->length_m, reach_m(r, piece));
}

/* ---- points and pieces ---- */

double roads_river_within_m(const struct river_piece *p, const double low[2], const double high[2])
{
    const double start[2] = {p->x, p->z};
    double first = 0, last = p->length_m;
    for (int k = 0; k < 2; k++) {
        const double from = low[k] - start[k], to = high[k] - start[k], way = p->ahead[k];
        if (way == 0) {
            if (from > 0 || to < 0) return -1;
            continue;
        }
        const double enters = (way > 0 ? from : to) / way, leaves = (way > 0 ? to : from) / way;
        if (enters > first) first = enters;
        if (leaves < last) last = leaves;
    }
    return last - first;
}

/* Whether a piece comes into the box of so many cells around a point. */
static bool crosses(const struct roads_rivers *r, const struct river_piece *p, double x, double z,
                    double cells)
{
    const double wide = cells * r->cell_m[0], deep = cells * r->cell_m[1];
    return roads_river_within_m(p, (const double[2]){x - wide, z - deep},
                                (const double[2]){x + wide, z + deep}) >= 0;
}

/* The corners of the cells that a river crosses are bed, whatever its width: along its middle the ground is
 * all bed. What touches bed is bank. */
static enum river_zone zone_of(const struct roads_rivers *r, const struct river_piece *p, double x,
                               double z, double apart_m)
{
    if (apart_m <= p->half_m || crosses(r, p, x, z, 1)) return RIVER_BED;
    if (apart_m <= p->half_m + r->diagonal_m || crosses(r, p, x, z, 2)) return RIVER_BANK;
    return apart_m <= reach_m(r, p) ? RIVER_BESIDE : RIVER_AWAY;
}

static void take_level(struct river_cell *cell, const struct roads_rivers *r,
                       const struct river_piece *p, double apart_m, double along_m)
{
    const double cell_m = fmax(r->cell_m[0], r->cell_m[1]);
    const double edge_m = fmax(p->half_m, cell_m) + r->diagonal_m;
    const double dam_m = edge_m + r->diagonal_m; /* a dam of one point would leak between points */
    const double more_m = apart_m > edge_m ? (apart_m - edge_m) * SLOPE : 0;
    const double less_m = apart_m > dam_m ? (apart_m - dam_m) * SLOPE : 0;
    const double bank_m = roads_river_level_m(r, p->chain, along_m) + RIVER_RIM_M;
    if (cell->zone == RIVER_AWAY) {
        cell->zone = RIVER_BESIDE;
        cell->high_m = INFINITY;
        cell->low_m = -INFINITY;
    }
    if (bank_m + more_m < cell->high_m) cell->high_m = bank_m + more_m;
    if (bank_m - less_m > cell->low_m) cell->low_m = bank_m - less_m;
}

static void take_piece(struct river_cell *cell, const struct roads_rivers *r,
                       const struct river_piece *p, double x, double z, bool with_levels)
{
    const double dx = x - p->x, dz = z - p->z;
    const double along = dx * p->ahead[0] + dz * p->ahead[1];
    if ((along < 0 && p->shut_before) || (along > p->length_m && p->shut_behind)) return;
    const double t = along < 0 ? 0 : along > p->length_m ? p->length_m : along;
    const double ex = dx - t * p->ahead[0], ez = dz - t * p->ahead[1];
    const double apart_m = sqrt(ex * ex + ez * ez), along_m = p->along_m + t;
    const enum river_zone zone = zone_of(r, p, x, z, apart_m);
    if (zone == RIVER_BESIDE && with_levels && cell->zone <= RIVER_BESIDE)
        take_level(cell, r, p, apart_m, along_m);
    if (zone < RIVER_BANK || zone < cell->zone) return;
    if (zone == cell->zone &&
        (p->chain > cell->chain || (p->chain == cell->chain && apart_m >= cell->apart_m)))
        return;
    *cell = (struct river_cell){zone, p->chain, apart_m, along_m, p->depth_m, 0, 0};
}

void roads_river_look(struct river_cell *cells, const struct roads_rivers *r, size_t tile,
                      bool with_levels)
{
    uint32_t corner[2];
    grade_corner(corner, &r->lists, tile);
    memset(cells, 0, GRADE_TILE * GRADE_TILE * sizeof *cells);
    for (size_t i = r->lists.first[tile]; i < r->lists.first[tile + 1]; i++) {
        const struct river_piece *p = &r->pieces[r->lists.list[i]];
        int64_t box[2][2];
        if ((with_levels && r->chains[p->chain].knots == 0) || !roads_river_box(box, r, p) ||
            !roads_box_clip(box, corner))
            continue;
        for (int64_t row = box[1][0]; row <= box[1][1]; row++)
            for (int64_t c = box[0][0]; c <= box[0][1]; c++)
                take_piece(&cells[row * GRADE_TILE + c], r, p,
                           (double)(corner[0] + c) * r->cell_m[0],
                           (double)(corner[1] + row) * r->cell_m[1], with_levels);
    }
}

/* ---- heights ---- */

struct digger {
    struct ter_field *field;
    const struct roads_rivers *rivers;
    struct roads_waters *waters; /* where beds are marked */
    const struct grade_tiles *beds;
    struct river_cell *cells; /* of the threads */
};

struct kept {
    struct river_cell *cells;
    const struct grade_tiles *beds;
};

/* What a road lies on stays. */
static void keep_road(void *context, const struct grade_point *point, uint32_t number,
                      const struct grade_foot *foot)
{
    const struct kept *kept = context;
    const struct grade_piece *piece = &kept->beds->lines->pieces[number];
    if (fabs(foot->off) <= piece->half_m + piece->widen * foot->at_m)
        kept->cells[point->index].zone = RIVER_AWAY;
}

static void put(struct digger *d, const struct river_cell *cell, uint32_t column, uint32_t row)
{
    const double ground_m = roads_ground_m(d->field, column, row);
    double height_m = ground_m;
    if (cell->zone == RIVER_BESIDE) {
        const double low_m = cell->low_m, high_m = cell->high_m;
        if (low_m > high_m)
            height_m = (low_m + high_m) / 2;
        else
            height_m = ground_m < low_m ? low_m : ground_m > high_m ? high_m : ground_m;
    } else {
        const double level_m = roads_river_level_m(d->rivers, cell->chain, cell->along_m);
        height_m = level_m + (cell->zone == RIVER_BED ? -cell->depth_m : RIVER_RIM_M);
    }
    if (height_m != ground_m && fabs(height_m - ground_m) <= MOST_M)
        roads_put_m(d->field, column, row, height_m);
}

static void dig_tile(void *context, size_t tile, uint32_t thread)
{
    struct digger *d = context;
    const struct roads_rivers *r = d->rivers;
    struct river_cell *cells = d->cells + (size_t)thread * GRADE_TILE * GRADE_TILE;
    if (r->lists.first[tile] == r->lists.first[tile + 1]) return;
    roads_river_look(cells, r, tile, true);
    struct kept kept = {cells, d->beds};
    const struct grade_visit visit = {&kept, NULL, keep_road};
    roads_tile_visit(d->beds, tile, GRADE_BED, &visit);
    uint32_t corner[2];
    grade_corner(corner, &r->lists, tile);
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++) {
        const uint32_t column = corner[0] + i % GRADE_TILE, row = corner[1] + i / GRADE_TILE;
        if (cells[i].zone == RIVER_AWAY) continue;
        uint32_t *water =
            d->waters != NULL ? &d->waters->of[(size_t)row * d->waters->columns + column] : NULL;
        if (water != NULL && *water != 0) continue;
        if (water != NULL && cells[i].zone == RIVER_BED) *water = ROADS_RIVER_BED;
        put(d, &cells[i], column, row);
    }
}

enum scree_code roads_rivers_dig(struct ter_field *field, const struct roads_rivers *rivers,
                                 struct roads_waters *waters, const struct grade_tiles *beds,
                                 struct scree_job *job, struct scree_error *err)
{
    const uint32_t threads = parallel_threads(job_threads(job));
    const size_t count = (size_t)rivers->lists.columns * rivers->lists.rows;
    struct digger d = {field, rivers, waters, beds, NULL};
    if (rivers->knot_count == 0) return SCREE_OK;
    RETURN_IF_ERR(
        MEM_NEED(&d.cells, (size_t)threads * GRADE_TILE * GRADE_TILE, sizeof *d.cells, err));
    const enum scree_code code = job_for(job, count, threads, dig_tile, &d, err);
    mem_free(d.cells);
    return code;
}
