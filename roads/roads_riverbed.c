/* Rivers on points: which are bed, bank or beside them, their heights, and the water above them. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "roads/roads_rivers.h"

#define SLOPE 1.0   /* beside banks: rise by run */
#define MOST_M 20.0 /* no ground is cut deeper, or filled higher */
#define STEP_M 5.0  /* between places with water at most, or a cell's diagonal */
#define LEAST_M 0.1 /* of water */

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
    const struct grade_visit visit = {&kept, NULL, keep_road, NULL};
    roads_tile_visit(d->beds, tile, GRADE_BED, &visit);
    uint32_t corner[2];
    grade_corner(corner, &r->lists, tile);
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++) {
        const uint32_t column = corner[0] + i % GRADE_TILE, row = corner[1] + i / GRADE_TILE;
        if (cells[i].zone == RIVER_AWAY) continue;
        uint32_t *water = &d->waters->of[(size_t)row * d->waters->columns + column];
        if (*water != 0) continue;
        if (cells[i].zone == RIVER_BED) *water = ROADS_RIVER_BED;
        put(d, &cells[i], column, row);
    }
}

/* ---- water ---- */

/* What is above the bed that there is: no higher than before, and where banks hold it. */
struct pourer {
    const struct ter_field *field;
    const struct roads_rivers *rivers;
    struct roads_waters *waters;
    bool flows, in_lake;    /* the last place has water; is in a lake */
    struct roads_flow last; /* that, if either */
    struct scree_error *err;
};

/* What the nearest point is under; 0: nothing, or beyond the terrain. */
static uint32_t water_at(const struct pourer *p, double x, double z)
{
    const double column = floor(x / p->rivers->cell_m[0] + 0.5);
    const double row = floor(z / p->rivers->cell_m[1] + 0.5);
    if (column < 0 || row < 0 || column > p->waters->columns - 1.0 || row > p->waters->rows - 1.0)
        return 0;
    return p->waters->of[(size_t)row * p->waters->columns + (size_t)column];
}

/* Whether a cell has another water, which a river lies open to. */
static bool is_open_at(const struct pourer *p, const double at[2])
{
    const double wide = p->rivers->cell_m[0] / 2, deep = p->rivers->cell_m[1] / 2;
    return water_at(p, at[0] - wide, at[1] - deep) != 0 ||
           water_at(p, at[0] + wide, at[1] - deep) != 0 ||
           water_at(p, at[0] - wide, at[1] + deep) != 0 ||
           water_at(p, at[0] + wide, at[1] + deep) != 0;
}

/* So high that the water's edge is below ground from place to place, too. */
static bool is_bank(const struct pourer *p, const double at[2], double level_m)
{
    return roads_between_m(p->field, at[0], at[1]) >= level_m + RIVER_RIM_M / 2;
}

/* How far it is to the bank on one side, or that the river lies open to another water; 0: neither. */
static double bank_m(const struct pourer *p, const struct river_piece *piece, double x, double z,
                     double side, double level_m)
{
    const struct roads_rivers *r = p->rivers;
    const double cell_m = fmax(r->cell_m[0], r->cell_m[1]), step_m = cell_m / 4;
    const double most_m = fmax(piece->half_m, cell_m) + r->diagonal_m;
    const double over[2] = {-side * piece->ahead[1], side * piece->ahead[0]};
    for (int k = 1; k * step_m <= most_m; k++)
        if (is_bank(p, (const double[2]){x + k * step_m * over[0], z + k * step_m * over[1]},
                    level_m))
            return k * step_m;
    return is_open_at(p, (const double[2]){x + most_m * over[0], z + most_m * over[1]}) ? most_m
                                                                                        : 0;
}

/* From bank to bank, as far on one side as on the other; 0: nothing holds the water. */
static double width_m(const struct pourer *p, const struct river_piece *piece, double x, double z,
                      double level_m)
{
    const double left_m = bank_m(p, piece, x, z, -1, level_m);
    const double right_m = bank_m(p, piece, x, z, 1, level_m);
    const double half_m = fmax(left_m, right_m), side = left_m < right_m ? -1 : 1;
    const double at[2] = {x - side * half_m * piece->ahead[1], z + side * half_m * piece->ahead[0]};
    if (left_m <= 0 || right_m <= 0) return 0;
    if (left_m != right_m && !is_bank(p, at, level_m) && !is_open_at(p, at)) return 0;
    return 2 * half_m;
}

static enum scree_code add_flow(struct pourer *p, struct roads_flow flow)
{
    struct roads_waters *w = p->waters;
    struct roads_flow *list = mem_room(w->flow, w->flow_count, &w->flow_room, sizeof *list);
    if (list == NULL) return err_no_memory(p->err);
    w->flow = list;
    flow.starts = !p->flows;
    list[w->flow_count++] = p->last = flow;
    p->flows = true;
    return SCREE_OK;
}

/* A place alone is no reach. */
static void end_reach(struct pourer *p)
{
    struct roads_waters *w = p->waters;
    if (p->flows && w->flow[w->flow_count - 1].starts) w->flow_count--;
    p->flows = false;
}

/* A reach ends, and begins, with a place in the lake. */
static enum scree_code pour_lake(struct pourer *p, double x, double z, uint32_t number)
{
    const struct roads_basin *basin = &p->waters->basins[number - 1];
    struct roads_flow flow = {x, z, basin->level_m, basin->deepest_m, p->last.width_m, false};
    if (p->flows) {
        if (flow.level_m > p->last.level_m) flow.level_m = p->last.level_m;
        RETURN_IF_ERR(add_flow(p, flow));
        end_reach(p);
    }
    p->last = flow;
    p->last.level_m = basin->level_m;
    p->in_lake = true;
    return SCREE_OK;
}

static enum scree_code pour_place(struct pourer *p, const struct river_piece *piece, double along_m)
{
    const double x = piece->x + along_m * piece->ahead[0];
    const double z = piece->z + along_m * piece->ahead[1];
    const uint32_t water = water_at(p, x, z);
    if (water != 0 && water != ROADS_RIVER_BED) return pour_lake(p, x, z, water);
    const bool in_lake = p->in_lake, has_bed = water != 0 && !piece->is_open;
    const double ground_m = roads_between_m(p->field, x, z);
    const double most_m = p->flows || in_lake ? p->last.level_m : INFINITY;
    const double level_m = fmin(ground_m + piece->depth_m, most_m);
    const bool is_wet = has_bed && level_m >= ground_m + LEAST_M;
    const double wide_m = is_wet ? width_m(p, piece, x, z, level_m) : 0;
    p->in_lake = false;
    if (wide_m <= 0) {
        end_reach(p);
        return SCREE_OK;
    }
    if (in_lake) {
        p->last.width_m = wide_m;
        RETURN_IF_ERR(add_flow(p, p->last));
    }
    return add_flow(p, (struct roads_flow){x, z, level_m, level_m - ground_m, wide_m, false});
}

static enum scree_code pour_chain(struct pourer *p, const struct river_chain *chain)
{
    const double step_m = fmax(STEP_M, p->rivers->diagonal_m);
    p->in_lake = false;
    for (size_t i = chain->piece; i < chain->piece + chain->pieces; i++) {
        const struct river_piece *piece = &p->rivers->pieces[i];
        const double places = ceil(piece->length_m / step_m);
        const bool is_last = i + 1 == chain->piece + chain->pieces;
        for (double k = 0; k < places + (is_last ? 1 : 0); k++)
            RETURN_IF_ERR(pour_place(p, piece, piece->length_m * k / places));
    }
    end_reach(p);
    return SCREE_OK;
}

static enum scree_code pour(struct roads_waters *waters, const struct ter_field *field,
                            const struct roads_rivers *rivers, struct scree_error *err)
{
    struct pourer p = {.field = field, .rivers = rivers, .waters = waters, .err = err};
    for (size_t i = 0; i < rivers->chain_count; i++)
        if (rivers->chains[i].knots > 0) RETURN_IF_ERR(pour_chain(&p, &rivers->chains[i]));
    return SCREE_OK;
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
    return code == SCREE_OK ? pour(waters, field, rivers, err) : code;
}
