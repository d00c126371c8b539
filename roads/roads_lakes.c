/* Lakes: what of the ground is in one, its level, its bed and its banks, and boxes of water over it. */
#include "roads/roads_lakes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "roads/grade_tiles.h"

#define LEAST_POINTS 12 /* smaller waters are none on such a grid */
#define QUANTILE 0.1    /* of the ground around a lake, which is that much above its level: */
#define RIM_M 0.2
#define BANK_M 12.0   /* so far from the water, and two cells, no ground is lower; then it */
#define FALL 1.5      /* falls by 1 : so much at most, */
#define REACH_M 60.0  /* up to so far */
#define SHALLOW_M 0.4 /* the bed at the shore; then it */
#define BED_FALL 0.1  /* falls by so much of the way, */
#define DEEP_M 4.0    /* down to this */
#define DIAGONAL 1.4142135623730951

/* The part of a field around a lake. Rows count from the north, as those of roads/ do. */
struct basin {
    uint32_t column, row, columns, rows; /* its first point, and how many */
    bool *wet;                           /* [rows * columns] */
    float *away_m; /* from a wet point to the nearest dry one, and the other way around */
    size_t count;  /* of wet points */
    double level_m;
};

static void free_basin(struct basin *b)
{
    mem_free(b->wet);
    mem_free(b->away_m);
}

/* ---- lakes of an extract ---- */

static bool is_lake(const struct osm_map *map, const struct osm_thing *thing)
{
    static const char *const flowing[] = {"river", "stream", "canal",
                                          "ditch", "drain",  "wastewater"};
    const char *water = osm_value(map, thing, "water");
    if (thing->kind != OSM_WATER || !thing->is_area) return false;
    if (osm_value(map, thing, "waterway") != NULL || osm_value(map, thing, "leisure") != NULL)
        return false;
    for (size_t i = 0; water != NULL && i < sizeof flowing / sizeof flowing[0]; i++)
        if (strcmp(water, flowing[i]) == 0) return false;
    return true;
}

static enum scree_code take_lake(struct roads_lake *out, struct roads *roads,
                                 const struct osm_map *map, const struct osm_thing *thing,
                                 const struct roads_spot *at, struct scree_error *err)
{
    const struct osm_part *parts = &map->parts[thing->first_part];
    size_t count = 0;
    for (size_t i = 0; i < thing->parts; i++) count += parts[i].count;
    struct roads_spot *spots = mem_arena_alloc(&roads->arena, count, sizeof *spots);
    size_t *ends = mem_arena_alloc(&roads->arena, thing->parts, sizeof *ends);
    if (spots == NULL || ends == NULL) return err_no_memory(err);
    *out = (struct roads_lake){spots, ends, thing->parts};
    count = 0;
    for (size_t i = 0; i < thing->parts; i++) {
        memcpy(spots + count, at + parts[i].first, parts[i].count * sizeof *spots);
        count += parts[i].count;
        ends[i] = count;
    }
    for (size_t i = 0; i < count; i++)
        if (spots[i].x == ROADS_FAR) out->rings = 0;
    return SCREE_OK;
}

enum scree_code roads_lakes_take(struct roads *roads, const struct osm_map *map,
                                 const struct roads_spot *at, struct scree_error *err)
{
    size_t count = 0;
    for (size_t i = 0; i < map->thing_count; i++) count += is_lake(map, &map->things[i]);
    roads->lakes = mem_arena_alloc(&roads->arena, count + 1, sizeof *roads->lakes);
    if (roads->lakes == NULL) return err_no_memory(err);
    for (size_t i = 0; i < map->thing_count; i++) {
        if (!is_lake(map, &map->things[i])) continue;
        struct roads_lake *lake = &roads->lakes[roads->lake_count];
        RETURN_IF_ERR(take_lake(lake, roads, map, &map->things[i], at, err));
        if (lake->rings > 0) roads->lake_count++;
    }
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

/* Marks where the edge from a to b crosses rows: from there on to the east, in is out. */
static void cross(struct basin *b, const double cell[2], struct roads_spot from,
                  struct roads_spot to)
{
    if (from.z > to.z) {
        const struct roads_spot other = from;
        from = to;
        to = other;
    }
    const double first = fmax(ceil(from.z / cell[1]), b->row);
    const double last = fmin(ceil(to.z / cell[1]), (double)b->row + b->rows);
    for (double row = first; row < last; row++) {
        const double part = (row * cell[1] - from.z) / ((double)to.z - from.z);
        const double x = from.x + part * ((double)to.x - from.x);
        const double column = fmax(ceil(x / cell[0]) - b->column, 0);
        if (column >= b->columns) continue;
        bool *wet = &b->wet[((uint32_t)row - b->row) * (size_t)b->columns + (uint32_t)column];
        *wet = !*wet;
    }
}

static void fill(struct basin *b, const struct roads_lake *lake, const double cell[2])
{
    for (size_t ring = 0, i = 0; ring < lake->rings; ring++, i++)
        for (; i + 1 < lake->ends[ring]; i++) cross(b, cell, lake->spots[i], lake->spots[i + 1]);
    for (uint32_t row = 0; row < b->rows; row++) {
        bool *wet = b->wet + (size_t)row * b->columns, in = false;
        for (uint32_t c = 0; c < b->columns; c++) {
            in = in != wet[c];
            wet[c] = in;
            b->count += in;
        }
    }
}

/* How far a point is by way of a neighbour, if that is nearer. */
static void look(const struct basin *b, uint32_t c, uint32_t row, int dc, int dr, float step_m)
{
    const int64_t x = (int64_t)c + dc, y = (int64_t)row + dr;
    if (x < 0 || y < 0 || x >= b->columns || y >= b->rows) return;
    const size_t at = (size_t)row * b->columns + c, next = (size_t)y * b->columns + (size_t)x;
    const float more = (b->wet[at] == b->wet[next] ? b->away_m[next] : 0.0f) + step_m;
    if (more < b->away_m[at]) b->away_m[at] = more;
}

/* By steps to neighbours, first from the north-west, then back. */
static void measure(const struct basin *b, const float step_m[3])
{
    for (size_t i = 0; i < (size_t)b->columns * b->rows; i++) b->away_m[i] = INFINITY;
    for (int way = 1; way >= -1; way -= 2)
        for (uint32_t k = 0; k < b->rows; k++)
            for (uint32_t i = 0; i < b->columns; i++) {
                const uint32_t c = way > 0 ? i : b->columns - 1 - i;
                const uint32_t row = way > 0 ? k : b->rows - 1 - k;
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
    for (uint32_t row = 0; row < b->rows; row++)
        for (uint32_t c = 0; c < b->columns; c++) {
            const size_t at = (size_t)row * b->columns + c;
            if (b->wet[at] || b->away_m[at] > near_m) continue;
            if (heights_m != NULL)
                heights_m[count] = roads_ground_m(field, b->column + c, b->row + row);
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
    b->level_m = heights_m[(size_t)(QUANTILE * (double)(count - 1))] - RIM_M;
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
    for (size_t i = 0; i < lake->ends[lake->rings - 1]; i++) {
        const double x = lake->spots[i].x, z = lake->spots[i].z;
        if (x < bounds.west) bounds.west = x;
        if (x > bounds.east) bounds.east = x;
        if (z < bounds.north) bounds.north = z;
        if (z > bounds.south) bounds.south = z;
    }
    return bounds;
}

/* *found false: the lake is on no point, or on too few. */
static enum scree_code find_basin(struct basin *b, bool *found, const struct ter_field *field,
                                  const struct roads_lake *lake, struct scree_error *err)
{
    const double cell[2] = {field->scal_m[0] * ROADS_UNITS, field->scal_m[1] * ROADS_UNITS};
    const float x_m = (float)field->scal_m[0], y_m = (float)field->scal_m[1];
    const float step_m[3] = {x_m, y_m, sqrtf(x_m * x_m + y_m * y_m)};
    uint32_t columns[2], rows[2];
    *found = false;
    memset(b, 0, sizeof *b);
    const struct bounds bounds = bounds_of(lake);
    if (!window(columns, bounds.west, bounds.east, cell[0], field->points_x) ||
        !window(rows, bounds.north, bounds.south, cell[1], field->points_y))
        return SCREE_OK;
    *b = (struct basin){columns[0], rows[0], columns[1], rows[1], NULL, NULL, 0, 0};
    const size_t points = (size_t)b->columns * b->rows;
    b->wet = mem_alloc(points, sizeof *b->wet);
    b->away_m = mem_alloc(points, sizeof *b->away_m);
    if (b->wet == NULL || b->away_m == NULL) return err_no_memory(err);
    fill(b, lake, cell);
    if (b->count < LEAST_POINTS) return SCREE_OK;
    measure(b, step_m);
    return find_level(b, found, field, step_m[2], err);
}

/* ---- beds and banks ---- */

static void dig(struct roads_graded_lake *found, const struct basin *b, struct ter_field *field)
{
    const double cell_m = fmax(field->scal_m[0], field->scal_m[1]);
    const double bank_m = fmax(BANK_M, 2 * DIAGONAL * cell_m);
    for (uint32_t row = 0; row < b->rows; row++)
        for (uint32_t c = 0; c < b->columns; c++) {
            const size_t at = (size_t)row * b->columns + c;
            const double away_m = (double)b->away_m[at];
            const uint32_t x = b->column + c, y = b->row + row;
            if (b->wet[at]) {
                const double depth_m =
                    fmin(SHALLOW_M + fmax(away_m - cell_m, 0) * BED_FALL, DEEP_M);
                if (depth_m > found->deepest_m) found->deepest_m = depth_m;
                roads_put_m(field, x, y, b->level_m - depth_m);
                continue;
            }
            if (away_m > fmax(REACH_M, bank_m)) continue;
            const double least_m = b->level_m + RIM_M - fmax(away_m - bank_m, 0) / FALL;
            if (roads_ground_m(field, x, y) < least_m) roads_put_m(field, x, y, least_m);
        }
}

/* The largest first. */
static void list_lake(struct roads_graded *out, const struct roads_graded_lake *lake)
{
    size_t i = out->lakes < ROADS_LAKES_TOLD ? out->lakes : ROADS_LAKES_TOLD - 1;
    const bool fits = out->lakes < ROADS_LAKES_TOLD || lake->area_m2 > out->lake[i].area_m2;
    out->lakes++;
    if (!fits) return;
    for (; i > 0 && out->lake[i - 1].area_m2 < lake->area_m2; i--) out->lake[i] = out->lake[i - 1];
    out->lake[i] = *lake;
}

enum scree_code roads_lakes_dig(struct ter_field *field, struct roads_graded *out,
                                const struct roads *roads, struct scree_job *job,
                                struct scree_error *err)
{
    for (size_t i = 0; i < roads->lake_count; i++) {
        struct basin b;
        bool is_there;
        RETURN_IF_ERR(job_poll(job, err));
        const enum scree_code code = find_basin(&b, &is_there, field, &roads->lakes[i], err);
        if (is_there) {
            struct roads_graded_lake lake = {
                .level_m = b.level_m,
                .area_m2 = (double)b.count * field->scal_m[0] * field->scal_m[1],
                .x_m = (b.column + (b.columns - 1) / 2.0) * field->scal_m[0],
                .z_m = (b.row + (b.rows - 1) / 2.0) * field->scal_m[1]};
            dig(&lake, &b, field);
            list_lake(out, &lake);
        }
        free_basin(&b);
        if (code != SCREE_OK) return code;
    }
    return SCREE_OK;
}

/* ---- boxes of water ---- */

/* Points from the first to the last of both axes, in the basin. */
struct box {
    uint32_t west, north, east, south;
};
struct cover {
    const struct basin *basin;
    const struct ter_field *field;
    struct roads_water *list;
    size_t count, room;
    struct scree_error *err;
};

/* Shrinks the box to its wet points and those beside them; false: there are none. */
static bool shrink(struct box *box, const struct basin *b)
{
    struct box wet = {UINT32_MAX, UINT32_MAX, 0, 0};
    for (uint32_t row = box->north; row <= box->south; row++)
        for (uint32_t c = box->west; c <= box->east; c++) {
            if (!b->wet[(size_t)row * b->columns + c]) continue;
            if (c < wet.west) wet.west = c;
            if (c > wet.east) wet.east = c;
            if (row < wet.north) wet.north = row;
            if (row > wet.south) wet.south = row;
        }
    if (wet.west == UINT32_MAX) return false;
    if (wet.west > box->west) box->west = wet.west - 1;
    if (wet.east < box->east) box->east = wet.east + 1;
    if (wet.north > box->north) box->north = wet.north - 1;
    if (wet.south < box->south) box->south = wet.south + 1;
    return true;
}

static bool is_dry_around(const struct cover *cover, const struct box *box)
{
    const struct basin *b = cover->basin;
    for (uint32_t row = box->north; row <= box->south; row++)
        for (uint32_t c = box->west; c <= box->east; c++)
            if (!b->wet[(size_t)row * b->columns + c] &&
                roads_ground_m(cover->field, b->column + c, b->row + row) < b->level_m)
                return false;
    return true;
}

static enum scree_code add_water(struct cover *cover, const struct box *box)
{
    const struct basin *b = cover->basin;
    const double x_m = cover->field->scal_m[0], y_m = cover->field->scal_m[1];
    const double last = cover->field->points_y - 1.0 - b->row;
    struct roads_water *list = mem_room(cover->list, cover->count, &cover->room, sizeof *list);
    if (list == NULL) return err_no_memory(cover->err);
    cover->list = list;
    list[cover->count++] = (struct roads_water){(b->column + box->west) * x_m,
                                                (last - box->south) * y_m,
                                                (b->column + box->east) * x_m,
                                                (last - box->north) * y_m,
                                                b->level_m,
                                                DEEP_M + 1};
    return SCREE_OK;
}

/* A box, or the two halves of it. */
static enum scree_code cover_box(struct cover *cover, struct box box)
{
    if (!shrink(&box, cover->basin)) return SCREE_OK;
    const uint32_t wide = box.east - box.west, deep = box.south - box.north;
    if ((wide < 2 && deep < 2) || is_dry_around(cover, &box)) return add_water(cover, &box);
    struct box first = box, second = box;
    if (wide >= deep)
        first.east = second.west = box.west + wide / 2;
    else
        first.south = second.north = box.north + deep / 2;
    RETURN_IF_ERR(cover_box(cover, first));
    return cover_box(cover, second);
}

enum scree_code roads_lakes_cover(struct roads_water **out, size_t *count,
                                  const struct ter_field *field, const struct roads *roads,
                                  struct scree_error *err)
{
    struct cover cover = {.field = field, .err = err};
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < roads->lake_count && code == SCREE_OK; i++) {
        struct basin b;
        bool is_there;
        code = find_basin(&b, &is_there, field, &roads->lakes[i], err);
        cover.basin = &b;
        if (is_there) code = cover_box(&cover, (struct box){0, 0, b.columns - 1, b.rows - 1});
        free_basin(&b);
    }
    *out = cover.list;
    *count = cover.count;
    if (code == SCREE_OK) return SCREE_OK;
    mem_free(cover.list);
    *out = NULL;
    *count = 0;
    return code;
}
