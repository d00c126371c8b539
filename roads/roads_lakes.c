/*
 * Lakes: what of the ground is in one, its level, its bed and its banks.
 *
 * Rule (BeamNG): Lakes of an extract are level, with beds below and banks above. See
 * roads.md#lakes. Tests: cli/osm_lakes.
 */
#include "roads/roads_lakes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_tiles.h"

#define LEAST_POINTS 12 /* smaller waters are none on such a grid */
#define QUANTILE 0.1    /* of the ground around a lake, which is that much above its level: */
#define RIM_M 0.2
#define BANK_M 12.0     /* so far from the water, and two cells, no ground is lower; then it */
#define FALL 1.5        /* falls by 1 : so much at most, */
#define REACH_M 60.0    /* up to so far */
#define SHALLOW_M 0.4   /* the bed at the shore; then it */
#define BED_FALL 0.1    /* falls by so much of the way, */
#define DEEP_M 4.0      /* down to this */
#define SEA_DEEP_M 20.0 /* in the sea; where the ground is lower it stays */
#define DIAGONAL 1.4142135623730951

/* A lake of a field. */
struct basin {
    struct roads_basin at;
    const struct roads_waters *waters;
    uint32_t number; /* waters->of[] of its points */
    bool *in;        /* [rows * columns] in its rings, also where a larger one is */
    size_t all;      /* of those */
    bool has_points; /* of its number */
    float *away_m;   /* from a wet point to the nearest dry one, and the other way around */
};

static void free_basin(struct basin *b)
{
    mem_free(b->in);
    mem_free(b->away_m);
}

static size_t point_of(const struct basin *b, uint32_t c, uint32_t row)
{
    return ((size_t)b->at.row + row) * b->waters->columns + b->at.column + c;
}

static bool is_wet(const struct basin *b, uint32_t c, uint32_t row)
{
    return b->waters->of[point_of(b, c, row)] == b->number;
}

/* ---- lakes of an extract ---- */

static int compare_lakes(const void *a, const void *b)
{
    const struct roads_lake *p = a, *q = b;
    if (p->size != q->size) return p->size > q->size ? -1 : 1;
    return roads_compare_spots(p->rings.at[0], q->rings.at[0]);
}

enum scree_code roads_lakes_take(struct roads *roads, const struct osm_map *map,
                                 const struct roads_spot *at, const uint32_t size[2],
                                 struct scree_error *err)
{
    size_t count = 1;
    for (size_t i = 0; i < map->thing_count; i++) count += osm_is_lake(map, &map->things[i]);
    roads->lakes = mem_arena_alloc(&roads->arena, count + 1, sizeof *roads->lakes);
    if (roads->lakes == NULL) return err_no_memory(err);
    struct roads_rings sea;
    RETURN_IF_ERR(roads_coast_take(&sea, &roads->coast_ends, roads, map, at, size, err));
    if (sea.count > 0) roads->lakes[roads->lake_count++] = (struct roads_lake){sea, INFINITY, true};
    for (size_t i = 0; i < map->thing_count; i++) {
        bool is_here;
        if (!osm_is_lake(map, &map->things[i])) continue;
        struct roads_rings rings = roads_rings_of(&is_here, map, &map->things[i], at);
        if (!is_here) continue;
        RETURN_IF_ERR(roads_rings_keep(&rings, &roads->arena, err));
        roads->lakes[roads->lake_count++] =
            (struct roads_lake){rings, roads_rings_size(&rings), false};
    }
    if (roads->lake_count > 0)
        qsort(roads->lakes, roads->lake_count, sizeof *roads->lakes, compare_lakes);
    return SCREE_OK;
}

/* ---- a lake on a field ---- */

/* Points of an axis from a little before the lake to a little behind it; false: none. */
static bool window(uint32_t out[2], double low, double high, double cell, uint32_t points)
{
    const double first = floor((low - REACH_M * ROADS_UNITS) / cell) - 3;
    const double last = ceil((high + REACH_M * ROADS_UNITS) / cell) + 3;
    if (last < 0 || first > points - 1.0 || low > (points - 1.0) * cell || high < 0) return false;
    out[0] = first > 0 ? (uint32_t)first : 0;
    out[1] = (last < points - 1.0 ? (uint32_t)last : points - 1) - out[0] + 1;
    return true;
}

static void mark(void *context, uint32_t row, uint32_t from, uint32_t to)
{
    struct basin *b = context;
    memset(b->in + (size_t)row * b->at.columns + from, true, to - from);
    b->all += to - from;
}

/* Its points are those that no larger lake has; one that has most of them is the same, drawn twice. */
static bool take_points(struct basin *b, struct roads_waters *waters)
{
    const size_t points = (size_t)b->at.columns * b->at.rows;
    for (size_t i = 0; i < points; i++)
        b->at.points +=
            b->in[i] &&
            waters->of[point_of(b, (uint32_t)(i % b->at.columns), (uint32_t)(i / b->at.columns))] ==
                0;
    if (b->at.points < LEAST_POINTS || b->at.points < b->all / 2) return false;
    b->has_points = true;
    for (uint32_t row = 0; row < b->at.rows; row++)
        for (uint32_t c = 0; c < b->at.columns; c++) {
            uint32_t *of = &waters->of[point_of(b, c, row)];
            if (b->in[(size_t)row * b->at.columns + c] && *of == 0) *of = b->number;
        }
    return true;
}

/* How far a point is by way of a neighbour, if that is nearer. */
static void look(const struct basin *b, uint32_t c, uint32_t row, int dc, int dr, float step_m)
{
    const int64_t x = (int64_t)c + dc, y = (int64_t)row + dr;
    if (x < 0 || y < 0 || x >= b->at.columns || y >= b->at.rows) return;
    const size_t at = (size_t)row * b->at.columns + c;
    const size_t next = (size_t)y * b->at.columns + (size_t)x;
    const bool same = is_wet(b, c, row) == is_wet(b, (uint32_t)x, (uint32_t)y);
    const float more = (same ? b->away_m[next] : 0.0f) + step_m;
    if (more < b->away_m[at]) b->away_m[at] = more;
}

/* By steps to neighbours, first from the north-west, then back. */
static void measure(const struct basin *b, const float step_m[3])
{
    for (size_t i = 0; i < (size_t)b->at.columns * b->at.rows; i++) b->away_m[i] = INFINITY;
    for (int way = 1; way >= -1; way -= 2)
        for (uint32_t k = 0; k < b->at.rows; k++)
            for (uint32_t i = 0; i < b->at.columns; i++) {
                const uint32_t c = way > 0 ? i : b->at.columns - 1 - i;
                const uint32_t row = way > 0 ? k : b->at.rows - 1 - k;
                look(b, c, row, -way, 0, step_m[0]);
                look(b, c, row, 0, -way, step_m[1]);
                look(b, c, row, -1, -way, step_m[2]);
                look(b, c, row, 1, -way, step_m[2]);
            }
}

static int compare_heights(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

/* Heights of the ground beside the water; heights_m NULL: how many they are. */
static size_t list_shore(double *heights_m, const struct basin *b, const struct ter_field *field,
                         float near_m)
{
    size_t count = 0;
    for (uint32_t row = 0; row < b->at.rows; row++)
        for (uint32_t c = 0; c < b->at.columns; c++) {
            const size_t at = (size_t)row * b->at.columns + c;
            if (is_wet(b, c, row) || b->away_m[at] > near_m) continue;
            if (heights_m != NULL)
                heights_m[count] = roads_ground_m(field, b->at.column + c, b->at.row + row);
            count++;
        }
    return count;
}

/* The level by the ground beside the water; *found false: there is none. */
static enum scree_code find_level(struct basin *b, bool *found, const struct ter_field *field,
                                  float near_m, struct scree_error *err)
{
    const size_t count = list_shore(NULL, b, field, near_m);
    double *heights_m;
    *found = count > 0;
    if (count == 0) return SCREE_OK;
    RETURN_IF_ERR(MEM_NEED(&heights_m, count, sizeof *heights_m, err));
    list_shore(heights_m, b, field, near_m);
    qsort(heights_m, count, sizeof *heights_m, compare_heights);
    b->at.level_m = heights_m[(size_t)(QUANTILE * (double)(count - 1))] - RIM_M;
    mem_free(heights_m);
    return SCREE_OK;
}

struct bounds {
    double west, east, north, south;
};

/* Not by fmin() and fmax(), of which GCC 12 for arm64 cannot make vectors. */
static struct bounds bounds_of(const struct roads_lake *lake)
{
    struct bounds bounds = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    const struct osm_part *last = &lake->rings.parts[lake->rings.count - 1];
    for (size_t i = 0; i < last->first + last->count; i++) {
        const double x = lake->rings.at[i].x, z = lake->rings.at[i].z;
        if (x < bounds.west) bounds.west = x;
        if (x > bounds.east) bounds.east = x;
        if (z < bounds.north) bounds.north = z;
        if (z > bounds.south) bounds.south = z;
    }
    return bounds;
}

/* *found false: the lake is on no point, or on too few. */
static enum scree_code find_basin(struct basin *b, bool *found, const struct ter_field *field,
                                  struct roads_waters *waters, const struct roads_lake *lake,
                                  struct scree_error *err)
{
    const double cell[2] = {field->scal_m[0] * ROADS_UNITS, field->scal_m[1] * ROADS_UNITS};
    const float x_m = (float)field->scal_m[0], y_m = (float)field->scal_m[1];
    const float step_m[3] = {x_m, y_m, sqrtf(x_m * x_m + y_m * y_m)};
    uint32_t columns[2], rows[2];
    *found = false;
    *b = (struct basin){.waters = waters, .number = (uint32_t)waters->count + 1};
    const struct bounds bounds = bounds_of(lake);
    if (!window(columns, bounds.west, bounds.east, cell[0], field->points_x) ||
        !window(rows, bounds.north, bounds.south, cell[1], field->points_y))
        return SCREE_OK;
    b->at = (struct roads_basin){columns[0], rows[0], columns[1], rows[1], 0, 0, 0, lake->is_sea};
    const size_t points = (size_t)b->at.columns * b->at.rows;
    b->in = mem_alloc(points, sizeof *b->in);
    b->away_m = mem_alloc(points, sizeof *b->away_m);
    if (b->in == NULL || b->away_m == NULL) return err_no_memory(err);
    struct roads_filler filler = {
        .lattice = {{cell[0], cell[1]}, 0, columns[0], rows[0], columns[1], rows[1]},
        .context = b,
        .span = mark};
    const enum scree_code code = roads_fill(&filler, &lake->rings, err);
    mem_free(filler.crossings);
    if (code != SCREE_OK || !take_points(b, waters)) return code;
    measure(b, step_m);
    *found = lake->is_sea; /* at 0 m */
    return lake->is_sea ? SCREE_OK : find_level(b, found, field, step_m[2], err);
}

/* ---- beds and banks ---- */

static void dig(struct basin *b, struct ter_field *field)
{
    const double cell_m = fmax(field->scal_m[0], field->scal_m[1]);
    const double bank_m = fmax(BANK_M, 2 * DIAGONAL * cell_m);
    for (uint32_t row = 0; row < b->at.rows; row++)
        for (uint32_t c = 0; c < b->at.columns; c++) {
            const double away_m = (double)b->away_m[(size_t)row * b->at.columns + c];
            const uint32_t x = b->at.column + c, y = b->at.row + row;
            if (is_wet(b, c, row)) {
                const double ground_m = roads_ground_m(field, x, y);
                double depth_m = fmin(SHALLOW_M + fmax(away_m - cell_m, 0) * BED_FALL,
                                      b->at.is_sea ? SEA_DEEP_M : DEEP_M);
                if (b->at.is_sea && -ground_m > depth_m) depth_m = -ground_m;
                if (depth_m > b->at.deepest_m) b->at.deepest_m = depth_m;
                if (b->at.level_m - depth_m != ground_m)
                    roads_put_m(field, x, y, b->at.level_m - depth_m);
                continue;
            }
            if (b->waters->of[point_of(b, c, row)] != 0 || away_m > fmax(REACH_M, bank_m)) continue;
            const double least_m = b->at.level_m + RIM_M - fmax(away_m - bank_m, 0) / FALL;
            if (roads_ground_m(field, x, y) < least_m) roads_put_m(field, x, y, least_m);
        }
}

/* The points of a lake that has no level are dry. */
static void give_back(const struct basin *b, struct roads_waters *waters)
{
    for (uint32_t row = 0; row < b->at.rows; row++)
        for (uint32_t c = 0; c < b->at.columns; c++)
            if (is_wet(b, c, row)) waters->of[point_of(b, c, row)] = 0;
}

enum scree_code roads_lakes_dig(struct ter_field *field, struct roads_waters *waters,
                                const struct roads *roads, struct scree_job *job,
                                struct scree_error *err)
{
    for (size_t i = 0; i < roads->lake_count; i++) {
        struct basin b;
        bool is_there;
        RETURN_IF_ERR(job_poll(job, err));
        enum scree_code code = find_basin(&b, &is_there, field, waters, &roads->lakes[i], err);
        if (code == SCREE_OK && is_there) {
            struct roads_basin *list =
                mem_room(waters->basins, waters->count, &waters->room, sizeof *list);
            if (list != NULL) {
                dig(&b, field);
                waters->basins = list;
                list[waters->count++] = b.at;
            } else
                code = err_no_memory(err);
        } else if (b.has_points)
            give_back(&b, waters);
        free_basin(&b);
        if (code != SCREE_OK) return code;
    }
    return SCREE_OK;
}

/* ---- roads in lakes ---- */

void roads_lakes_fill(struct ter_field *from, const struct roads_waters *waters)
{
    for (uint32_t row = 0; row < waters->rows; row++)
        for (uint32_t c = 0; c < waters->columns; c++) {
            const uint32_t of = waters->of[(size_t)row * waters->columns + c];
            if (of != 0) roads_put_m(from, c, row, waters->basins[of - 1].level_m + RIM_M);
        }
}

static void copy_sample(struct ter_field *to, const struct ter_field *field, size_t at)
{
    if (to->samples != NULL)
        ((float *)to->memory)[at] = field->samples[at];
    else
        ((int16_t *)to->memory)[at] = field->elevations[at];
}

void roads_lakes_settle(struct ter_field *from, struct roads_waters *waters,
                        const struct ter_field *field)
{
    for (uint32_t row = 0; row < waters->rows; row++)
        for (uint32_t c = 0; c < waters->columns; c++) {
            uint32_t *of = &waters->of[(size_t)row * waters->columns + c];
            if (*of == 0) continue;
            struct roads_basin *basin = &waters->basins[*of - 1];
            if (roads_ground_m(field, c, row) < basin->level_m) {
                copy_sample(from, field, grade_sample_of(field, c, row));
            } else {
                basin->points--;
                *of = 0;
            }
        }
}
