/*
 * Where nothing grows, and where no trees do: two bits for each cell of a lattice over the terrain.
 *
 * Bare are all cells that a building, a water or a path comes into, so that no plant stands in one of
 * them. Open are cells whose middle lies in a field, a meadow, a settlement, or on rock, sand or ice; a wood
 * is not. Of areas that overlap the smaller one says what is there.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "roads/roads_areas.h"

#define MOST_CELLS 8192 /* a side */
#define LEAST_CELL ROADS_UNITS
#define WORD 64

struct roads_areas {
    uint32_t cell; /* 1/32 m */
    uint32_t columns, rows, words;
    uint64_t *bare, *open; /* [row * words + column / 64] */
};

struct area {
    const struct osm_thing *thing;
    double size; /* of its rings, islands among them */
};
struct painter {
    struct roads_areas *areas;
    const struct osm_map *map;
    const struct roads_spot *at;
    uint64_t *crossings; /* row << 32 | the first column whose middle lies east of it */
    size_t count, room;
    struct scree_error *err;
};

static bool is_bare(enum osm_kind kind)
{
    return kind == OSM_WATER || kind == OSM_RIVER || kind == OSM_BUILDING || kind == OSM_PATH;
}

static bool is_open(enum osm_kind kind)
{
    return kind == OSM_GRASS || kind == OSM_FIELD || kind == OSM_ROCK || kind == OSM_SAND ||
           kind == OSM_ICE || kind == OSM_SETTLEMENT;
}

static void paint(uint64_t *word, uint64_t bits, bool set)
{
    *word = set ? *word | bits : *word & ~bits;
}

/* ---- areas ---- */

/* Where the edge between two places crosses the middles of rows. */
static enum scree_code cross(struct painter *p, struct roads_spot a, struct roads_spot b)
{
    const double cell = p->areas->cell, rows = p->areas->rows, columns = p->areas->columns;
    if (a.z > b.z) {
        const struct roads_spot other = a;
        a = b;
        b = other;
    }
    const double from = fmax(ceil(a.z / cell - 0.5), 0), to = fmin(ceil(b.z / cell - 0.5), rows);
    for (double row = from; row < to; row++) {
        const double part = ((row + 0.5) * cell - a.z) / ((double)b.z - a.z);
        const double x = a.x + part * ((double)b.x - a.x);
        const double column = fmin(fmax(ceil(x / cell - 0.5), 0), columns);
        uint64_t *list = mem_room(p->crossings, p->count, &p->room, sizeof *list);
        if (list == NULL) return err_no_memory(p->err);
        p->crossings = list;
        list[p->count++] = (uint64_t)row << 32 | (uint64_t)column;
    }
    return SCREE_OK;
}

static int compare_crossings(const void *a, const void *b)
{
    const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

static void fill_row(const struct roads_areas *areas, uint64_t *plane, uint32_t row, uint32_t from,
                     uint32_t to, bool set)
{
    uint64_t *words = plane + (size_t)row * areas->words;
    while (from < to) {
        const uint32_t first = from % WORD, left = to - from;
        const uint32_t count = left < WORD - first ? left : WORD - first;
        const uint64_t bits = count == WORD ? UINT64_MAX : ((UINT64_C(1) << count) - 1) << first;
        paint(&words[from / WORD], bits, set);
        from += count;
    }
}

/* The cells whose middle lies in an odd number of the area's rings. */
static enum scree_code fill_area(struct painter *p, const struct osm_thing *thing, uint64_t *plane,
                                 bool set)
{
    p->count = 0;
    for (size_t i = thing->first_part; i < thing->first_part + thing->parts; i++) {
        const struct roads_spot *at = p->at + p->map->parts[i].first;
        for (size_t k = 0; k + 1 < p->map->parts[i].count; k++)
            RETURN_IF_ERR(cross(p, at[k], at[k + 1]));
    }
    if (p->count > 0) qsort(p->crossings, p->count, sizeof *p->crossings, compare_crossings);
    for (size_t i = 0; i + 1 < p->count; i += 2)
        fill_row(p->areas, plane, (uint32_t)(p->crossings[i] >> 32), (uint32_t)p->crossings[i],
                 (uint32_t)p->crossings[i + 1], set);
    return SCREE_OK;
}

/* ---- bands ---- */

/* The cells whose middle is no further than reach from the line between two places. */
static void fill_band(const struct roads_areas *areas, uint64_t *plane, struct roads_spot a,
                      struct roads_spot b, double reach, bool set)
{
    const double cell = areas->cell;
    const double ux = (double)b.x - a.x, uz = (double)b.z - a.z, length2 = ux * ux + uz * uz;
    const double north = a.z < b.z ? a.z : b.z, south = a.z < b.z ? b.z : a.z;
    const double from = fmax(ceil((north - reach) / cell - 0.5), 0);
    const double to = fmin(floor((south + reach) / cell - 0.5), areas->rows - 1.0);
    for (double row = from; row <= to; row++) {
        const double z = (row + 0.5) * cell - a.z;
        double first = 0, last = 1; /* the part of the line that is near this row */
        if (uz != 0) {
            const double s = (z - reach) / uz, t = (z + reach) / uz;
            first = fmax(fmin(s, t), 0);
            last = fmin(fmax(s, t), 1);
        }
        const double p = a.x + first * ux, q = a.x + last * ux;
        const double west = fmax(ceil((fmin(p, q) - reach) / cell - 0.5), 0);
        const double east = fmin(floor((fmax(p, q) + reach) / cell - 0.5), areas->columns - 1.0);
        for (double column = west; column <= east; column++) {
            const double x = (column + 0.5) * cell - a.x;
            const double along = length2 > 0 ? (x * ux + z * uz) / length2 : 0;
            const double t = fmin(fmax(along, 0), 1), dx = x - t * ux, dz = z - t * uz;
            const uint32_t c = (uint32_t)column;
            if (dx * dx + dz * dz <= reach * reach)
                paint(&plane[(size_t)row * areas->words + c / WORD], UINT64_C(1) << c % WORD, set);
        }
    }
}

static void fill_lines(struct painter *p, const struct osm_thing *thing, uint64_t *plane,
                       double reach, bool set)
{
    for (size_t i = thing->first_part; i < thing->first_part + thing->parts; i++) {
        const struct roads_spot *at = p->at + p->map->parts[i].first;
        for (size_t k = 0; k + 1 < p->map->parts[i].count; k++)
            fill_band(p->areas, plane, at[k], at[k + 1], reach, set);
    }
}

/* ---- all ---- */

static bool is_here(const struct painter *p, const struct osm_thing *thing)
{
    for (size_t i = thing->first_part; i < thing->first_part + thing->parts; i++)
        for (size_t k = 0; k < p->map->parts[i].count; k++)
            if (p->at[p->map->parts[i].first + k].x == ROADS_FAR) return false;
    return true;
}

/* A path in a tunnel is under the ground. */
static bool is_below(const struct osm_map *map, const struct osm_thing *thing)
{
    const char *tunnel = osm_value(map, thing, "tunnel");
    return tunnel != NULL && strcmp(tunnel, "no") != 0;
}

static enum scree_code paint_bare(struct painter *p, const struct osm_thing *thing)
{
    const double beside = p->areas->cell * 0.70711; /* from the middle of a cell to its corners */
    uint64_t *plane = p->areas->bare;
    if (!is_bare(thing->kind) || is_below(p->map, thing)) return SCREE_OK;
    if (thing->is_area) {
        RETURN_IF_ERR(fill_area(p, thing, plane, true));
        fill_lines(p, thing, plane, beside, true);
    } else
        fill_lines(p, thing, plane, thing->width_m * ROADS_UNITS / 2 + beside, true);
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

static int compare_areas(const void *a, const void *b)
{
    const struct area *p = a, *q = b;
    if (p->size != q->size) return p->size > q->size ? -1 : 1;
    return (p->thing > q->thing) - (p->thing < q->thing);
}

static enum scree_code paint_open(struct painter *p, struct area *list)
{
    const struct osm_map *map = p->map;
    size_t count = 0;
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        if ((!is_open(thing->kind) && thing->kind != OSM_WOOD) || !thing->is_area ||
            !is_here(p, thing))
            continue;
        list[count] = (struct area){thing, 0};
        for (size_t k = thing->first_part; k < thing->first_part + thing->parts; k++)
            list[count].size += ring_size(p->at + map->parts[k].first, map->parts[k].count);
        count++;
    }
    if (count > 0) qsort(list, count, sizeof *list, compare_areas);
    for (size_t i = 0; i < count; i++)
        RETURN_IF_ERR(fill_area(p, list[i].thing, p->areas->open, is_open(list[i].thing->kind)));
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        if (!thing->is_area && (is_open(thing->kind) || thing->kind == OSM_WOOD) &&
            is_here(p, thing))
            fill_lines(p, thing, p->areas->open, thing->width_m * ROADS_UNITS / 2,
                       is_open(thing->kind));
    }
    return SCREE_OK;
}

static enum scree_code paint_all(struct painter *p, struct scree_job *job)
{
    const struct osm_map *map = p->map;
    size_t points = 0;
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        if (is_here(p, thing)) RETURN_IF_ERR(paint_bare(p, thing));
        for (size_t k = 0; k < thing->parts; k++)
            RETURN_IF_ERR(job_ask(job, &points, map->parts[thing->first_part + k].count, p->err));
    }
    struct area *list;
    RETURN_IF_ERR(MEM_NEED(&list, map->thing_count + 1, sizeof *list, p->err));
    const enum scree_code code = paint_open(p, list);
    mem_free(list);
    return code;
}

enum scree_code roads_areas_make(struct roads *roads, const struct osm_map *map,
                                 const struct roads_spot *at, uint32_t width, uint32_t depth,
                                 struct scree_job *job, struct scree_error *err)
{
    struct roads_areas *areas = mem_arena_alloc(&roads->arena, 1, sizeof *areas);
    const uint32_t longer = width > depth ? width : depth, cell = longer / MOST_CELLS + 1;
    if (areas == NULL) return err_no_memory(err);
    areas->cell = cell > LEAST_CELL ? cell : LEAST_CELL;
    areas->columns = width / areas->cell + 1;
    areas->rows = depth / areas->cell + 1;
    areas->words = (areas->columns + WORD - 1) / WORD;
    const size_t words = (size_t)areas->words * areas->rows;
    areas->bare = mem_arena_alloc(&roads->arena, words, sizeof *areas->bare);
    areas->open = mem_arena_alloc(&roads->arena, words, sizeof *areas->open);
    if (areas->bare == NULL || areas->open == NULL) return err_no_memory(err);
    struct painter p = {.areas = areas, .map = map, .at = at, .err = err};
    const enum scree_code code = paint_all(&p, job);
    mem_free(p.crossings);
    if (code == SCREE_OK) roads->areas = areas;
    return code;
}

/* ---- looks ---- */

static bool has(const struct roads_areas *areas, const uint64_t *plane, uint32_t x, uint32_t z)
{
    const uint32_t column = x / areas->cell, row = z / areas->cell;
    if (column >= areas->columns || row >= areas->rows) return false;
    return plane[(size_t)row * areas->words + column / WORD] >> column % WORD & 1;
}

bool roads_bars(const struct roads *roads, uint32_t x, uint32_t z, bool is_tree)
{
    if (roads == NULL) return false;
    const struct roads_areas *areas = roads->areas;
    if (areas != NULL && has(areas, areas->bare, x, z)) return true;
    if (areas != NULL && is_tree && has(areas, areas->open, x, z)) return true;
    return roads_covers(roads, x, z);
}

bool roads_areas_touch(const struct roads_areas *areas, uint32_t x, uint32_t z, uint32_t side)
{
    if (areas == NULL) return false;
    const uint32_t north = z > side ? z - side : 0, last = areas->columns - 1;
    const uint32_t west = x / areas->cell, east = (x + side) / areas->cell;
    for (uint32_t row = north / areas->cell; row <= z / areas->cell && row < areas->rows; row++)
        for (uint32_t c = west; c <= (east < last ? east : last); c += WORD - c % WORD) {
            const uint32_t end = (east < last ? east : last) - c + 1, room = WORD - c % WORD;
            const uint32_t count = end < room ? end : room;
            const uint64_t bits = count == WORD ? UINT64_MAX : (UINT64_C(1) << count) - 1;
            if (areas->bare[(size_t)row * areas->words + c / WORD] >> c % WORD & bits) return true;
        }
    return false;
}
