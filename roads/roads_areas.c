/*
 * Where nothing grows, and where no trees do: two bits for each cell of a lattice over the terrain.
 *
 * Bare are all cells that a building, a water or a path comes into, so that no plant stands in one of
 * them, and those whose middle lies in the sea. Open are cells whose middle lies in a field, a meadow, a settlement, or on rock, sand or ice; a wood
 * is not. Of areas that overlap the smaller one says what is there.
 *
 * Rule (BeamNG): Areas of an extract have no plants, or no trees. See model.md#roads,
 * formats/roads.md, osm/osm_kinds.c. Tests: cli/osm_areas.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "roads/roads_areas.h"
#include "roads/roads_lakes.h"

#define MOST_CELLS 8192 /* a side */
#define LEAST_CELL ROADS_UNITS
#define WORD 64

struct roads_areas {
    uint32_t cell; /* 1/32 m */
    uint32_t columns, rows, words;
    uint64_t *bare, *open; /* [row * words + column / 64] */
};

struct painter {
    struct roads_areas *areas;
    const struct osm_map *map;
    const struct roads_spot *at;
    struct roads_filler filler; /* of cells' middles, into */
    uint64_t *plane;
    bool set;
    struct scree_error *err;
};

static bool is_bare(enum osm_kind kind)
{
    return kind == OSM_WATER || kind == OSM_RIVER || kind == OSM_BUILDING || kind == OSM_PATH;
}

static bool is_open(enum osm_kind kind)
{
    return kind == OSM_GRASS || kind == OSM_MARSH || kind == OSM_FIELD || kind == OSM_ROCK ||
           kind == OSM_SAND || kind == OSM_ICE || kind == OSM_SETTLEMENT;
}

static bool is_land(const struct osm_thing *thing)
{
    return is_open(thing->kind) || thing->kind == OSM_WOOD || thing->kind == OSM_SCRUB;
}

static void paint(uint64_t *word, uint64_t bits, bool set)
{
    *word = set ? *word | bits : *word & ~bits;
}

/* ---- areas ---- */

static void fill_row(void *context, uint32_t row, uint32_t from, uint32_t to)
{
    const struct painter *p = context;
    uint64_t *words = p->plane + (size_t)row * p->areas->words;
    while (from < to) {
        const uint32_t first = from % WORD, left = to - from;
        const uint32_t count = left < WORD - first ? left : WORD - first;
        const uint64_t bits = count == WORD ? UINT64_MAX : ((UINT64_C(1) << count) - 1) << first;
        paint(&words[from / WORD], bits, p->set);
        from += count;
    }
}

/* The cells whose middle lies in an area. */
static enum scree_code fill_area(struct painter *p, const struct roads_rings *rings,
                                 uint64_t *plane, bool set)
{
    p->plane = plane;
    p->set = set;
    return roads_fill(&p->filler, rings, p->err);
}

static void fill_lines(struct painter *p, const struct roads_rings *lines, uint64_t *plane,
                       double reach, bool set)
{
    p->plane = plane;
    p->set = set;
    roads_fill_lines(&p->filler, lines, reach);
}

/* ---- all ---- */

/* A path in a tunnel is under the ground. */
static enum scree_code paint_bare(struct painter *p, const struct osm_thing *thing)
{
    const double beside = p->areas->cell * 0.70711; /* from the middle of a cell to its corners */
    uint64_t *plane = p->areas->bare;
    bool is_here;
    if (!is_bare(thing->kind) || osm_says(osm_value(p->map, thing, "tunnel"))) return SCREE_OK;
    const struct roads_rings rings = roads_rings_of(&is_here, p->map, thing, p->at);
    if (!is_here) return SCREE_OK;
    const double reach = thing->is_area ? 0 : thing->width_m * ROADS_UNITS / 2;
    if (thing->is_area) RETURN_IF_ERR(fill_area(p, &rings, plane, true));
    fill_lines(p, &rings, plane, reach + beside, true);
    return SCREE_OK;
}

static int compare_areas(const void *a, const void *b)
{
    const struct roads_area *p = a, *q = b;
    if (p->size != q->size) return p->size > q->size ? -1 : 1;
    return (p->thing > q->thing) - (p->thing < q->thing);
}

enum scree_code roads_areas_list(struct roads_area **out, size_t *count, const struct osm_map *map,
                                 const struct roads_spot *at,
                                 bool (*wants)(const struct osm_thing *thing),
                                 struct scree_error *err)
{
    struct roads_area *list;
    RETURN_IF_ERR(MEM_NEED(&list, map->thing_count + 1, sizeof *list, err));
    *out = list;
    *count = 0;
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        bool is_here;
        if (!thing->is_area || !wants(thing)) continue;
        const struct roads_rings rings = roads_rings_of(&is_here, map, thing, at);
        if (is_here) list[(*count)++] = (struct roads_area){thing, rings, roads_rings_size(&rings)};
    }
    if (*count > 0) qsort(list, *count, sizeof *list, compare_areas);
    return SCREE_OK;
}

static enum scree_code paint_open(struct painter *p)
{
    const struct osm_map *map = p->map;
    struct roads_area *list;
    size_t count;
    RETURN_IF_ERR(roads_areas_list(&list, &count, map, p->at, is_land, p->err));
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < count && code == SCREE_OK; i++)
        code = fill_area(p, &list[i].rings, p->areas->open, is_open(list[i].thing->kind));
    mem_free(list);
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        bool is_here;
        if (!is_land(thing) || thing->is_area) continue;
        const struct roads_rings lines = roads_rings_of(&is_here, map, thing, p->at);
        if (is_here)
            fill_lines(p, &lines, p->areas->open, thing->width_m * ROADS_UNITS / 2,
                       is_open(thing->kind));
    }
    return code;
}

static enum scree_code paint_all(struct painter *p, struct scree_job *job)
{
    const struct osm_map *map = p->map;
    size_t points = 0;
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        RETURN_IF_ERR(paint_bare(p, thing));
        for (size_t k = 0; k < thing->parts; k++)
            RETURN_IF_ERR(job_ask(job, &points, map->parts[thing->first_part + k].count, p->err));
    }
    return paint_open(p);
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
    const struct roads_lattice lattice = {
        {areas->cell, areas->cell}, 0.5, 0, 0, areas->columns, areas->rows};
    struct painter p = {.areas = areas, .map = map, .at = at, .err = err};
    p.filler = (struct roads_filler){.lattice = lattice, .context = &p, .span = fill_row};
    enum scree_code code = paint_all(&p, job);
    if (code == SCREE_OK && roads->lake_count > 0 && roads->lakes[0].is_sea)
        code = fill_area(&p, &roads->lakes[0].rings, areas->bare, true);
    mem_free(p.filler.crossings);
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
