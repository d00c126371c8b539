/*
 * Rule (BeamNG): The sea of an extract is right of its coast, at 0 m. See roads.md#the-sea.
 * Tests: cli/osm_coast.
 */
#include "roads/roads_lakes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define BEYOND (100 * ROADS_UNITS) /* the terrain, areas of the sea end */

/* A stretch of coast: within the frame, which it enters and leaves at its border, or a ring. */
struct stretch {
    size_t first, count;   /* of spots */
    double enters, leaves; /* clockwise along the border from its north-west corner */
    bool is_used;
};
struct coast {
    double low[2], high[2]; /* the frame: x, z */
    const struct osm_part **ways;
    const struct roads_spot *at;
    struct roads_end *firsts; /* where ways begin */
    bool *used;
    size_t way_count;
    struct roads_spot *line, *spots; /* the line that is being joined; of stretches */
    struct stretch *stretches;
    struct osm_part *rings;
    struct roads_spot *out; /* of rings */
    size_t line_count, line_room, spot_count, spot_room, stretch_count, stretch_room;
    size_t ring_count, ring_room, out_count, out_room;
    bool is_open;
    struct scree_error *err;
};

static enum scree_code add_spot(struct roads_spot **list, size_t *count, size_t *room,
                                struct roads_spot spot, struct scree_error *err)
{
    struct roads_spot *grown = mem_room(*list, *count, room, sizeof *grown);
    if (grown == NULL) return err_no_memory(err);
    *list = grown;
    grown[(*count)++] = spot;
    return SCREE_OK;
}

/* ---- lines of ways that follow each other ---- */

static enum scree_code join(struct coast *c, uint32_t way)
{
    c->line_count = 0;
    while (way != UINT32_MAX) {
        const struct osm_part *part = c->ways[way];
        c->used[way] = true;
        for (size_t k = c->line_count > 0 ? 1 : 0; k < part->count; k++)
            RETURN_IF_ERR(
                add_spot(&c->line, &c->line_count, &c->line_room, c->at[part->first + k], c->err));
        way = roads_find_end(c->firsts, c->way_count, c->used, c->line[c->line_count - 1]);
    }
    return SCREE_OK;
}

/* ---- what of a line lies in the frame ---- */

static bool is_inside(const struct coast *c, struct roads_spot s)
{
    return s.x > c->low[0] && s.x < c->high[0] && s.z > c->low[1] && s.z < c->high[1];
}

/* The part of a piece in the frame, 0 to 1; false: none is. */
static bool clip(double part[2], const struct coast *c, struct roads_spot a, struct roads_spot b)
{
    const double start[2] = {a.x, a.z}, way[2] = {(double)b.x - a.x, (double)b.z - a.z};
    part[0] = 0;
    part[1] = 1;
    for (int k = 0; k < 2; k++) {
        const double from = c->low[k] - start[k], to = c->high[k] - start[k];
        if (way[k] == 0) {
            if (from >= 0 || to <= 0) return false;
            continue;
        }
        const double enters = (way[k] > 0 ? from : to) / way[k];
        const double leaves = (way[k] > 0 ? to : from) / way[k];
        if (enters > part[0]) part[0] = enters;
        if (leaves < part[1]) part[1] = leaves;
    }
    return part[0] < part[1];
}

static struct roads_spot place_at(struct roads_spot a, struct roads_spot b, double part)
{
    return (struct roads_spot){(int32_t)floor(a.x + part * ((double)b.x - a.x) + 0.5),
                               (int32_t)floor(a.z + part * ((double)b.z - a.z) + 0.5)};
}

/* How far clockwise along the border from its north-west corner; of the nearest side. */
static double along_border(const struct coast *c, struct roads_spot s)
{
    const double wide = c->high[0] - c->low[0], deep = c->high[1] - c->low[1];
    const double x = s.x - c->low[0], z = s.z - c->low[1];
    const double north = z, south = deep - z, west = x, east = wide - x;
    const double nearest = fmin(fmin(north, south), fmin(west, east));
    if (nearest == north) return x;
    if (nearest == east) return wide + z;
    if (nearest == south) return wide + deep + (wide - x);
    return 2 * wide + deep + (deep - z);
}

static enum scree_code begin_stretch(struct coast *c, struct roads_spot spot)
{
    struct stretch *list = mem_room(c->stretches, c->stretch_count, &c->stretch_room, sizeof *list);
    if (list == NULL) return err_no_memory(c->err);
    c->stretches = list;
    list[c->stretch_count++] = (struct stretch){c->spot_count, 0, along_border(c, spot), 0, false};
    return add_spot(&c->spots, &c->spot_count, &c->spot_room, spot, c->err);
}

static void end_stretch(struct coast *c)
{
    struct stretch *last = &c->stretches[c->stretch_count - 1];
    last->count = c->spot_count - last->first;
    last->leaves = along_border(c, c->spots[c->spot_count - 1]);
}

static enum scree_code add_ring(struct coast *c)
{
    struct osm_part *list = mem_room(c->rings, c->ring_count, &c->ring_room, sizeof *list);
    if (list == NULL) return err_no_memory(c->err);
    c->rings = list;
    list[c->ring_count++] = (struct osm_part){c->out_count, 0};
    return SCREE_OK;
}

static enum scree_code put_out(struct coast *c, struct roads_spot spot)
{
    c->rings[c->ring_count - 1].count++;
    return add_spot(&c->out, &c->out_count, &c->out_room, spot, c->err);
}

/* Pieces from a place outside the frame, or from one end of the line to the other. */
static enum scree_code cut(struct coast *c, size_t start)
{
    const size_t pieces = c->line_count - 1;
    bool within = false;
    for (size_t i = 0; i < pieces; i++) {
        const size_t k = (start + i) % pieces;
        const struct roads_spot a = c->line[k], b = c->line[k + 1];
        double part[2];
        if (!clip(part, c, a, b)) continue;
        if (!within) {
            c->is_open = c->is_open || (part[0] == 0 && is_inside(c, a));
            RETURN_IF_ERR(begin_stretch(c, place_at(a, b, part[0])));
        }
        RETURN_IF_ERR(add_spot(&c->spots, &c->spot_count, &c->spot_room,
                               part[1] < 1 ? place_at(a, b, part[1]) : b, c->err));
        within = part[1] == 1 && is_inside(c, b);
        if (!within) end_stretch(c);
    }
    c->is_open = c->is_open || within;
    if (within) end_stretch(c);
    return SCREE_OK;
}

static enum scree_code cut_line(struct coast *c)
{
    const bool closed =
        c->line_count > 3 && roads_compare_spots(c->line[0], c->line[c->line_count - 1]) == 0;
    size_t start = 0;
    while (closed && start + 1 < c->line_count && is_inside(c, c->line[start])) start++;
    if (!closed || start + 1 < c->line_count) return cut(c, start);
    RETURN_IF_ERR(add_ring(c));
    for (size_t k = 0; k < c->line_count; k++) RETURN_IF_ERR(put_out(c, c->line[k]));
    return SCREE_OK;
}

/* ---- areas ---- */

static struct roads_spot corner_of(const struct coast *c, int number)
{
    const int side = number % 4; /* clockwise from the north-west */
    return (struct roads_spot){(int32_t)c->high[0] * (side == 1 || side == 2) +
                                   (int32_t)c->low[0] * (side == 0 || side == 3),
                               (int32_t)c->high[1] * (side >= 2) + (int32_t)c->low[1] * (side < 2)};
}

/* From where a stretch leaves clockwise to where the next enters: the sea is on the right of both. */
static enum scree_code walk(struct coast *c, double from, double to)
{
    const double wide = c->high[0] - c->low[0], deep = c->high[1] - c->low[1];
    const double corners[4] = {0, wide, wide + deep, 2 * wide + deep};
    const double round = 2 * (wide + deep);
    if (to < from) to += round;
    for (int k = 0; k < 8; k++) {
        const double corner = corners[k % 4] + (k >= 4 ? round : 0);
        if (corner > from && corner < to) RETURN_IF_ERR(put_out(c, corner_of(c, k)));
    }
    return SCREE_OK;
}

/* Stretches are sorted by where they enter. */
static size_t next_of(const struct coast *c, double leaves)
{
    size_t low = 0, high = c->stretch_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->stretches[middle].enters < leaves)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->stretch_count ? low : 0;
}

static enum scree_code close_areas(struct coast *c)
{
    for (size_t first = 0; first < c->stretch_count; first++) {
        if (c->stretches[first].is_used) continue;
        RETURN_IF_ERR(add_ring(c));
        size_t at = first;
        do {
            struct stretch *s = &c->stretches[at];
            s->is_used = true;
            for (size_t k = 0; k < s->count; k++) RETURN_IF_ERR(put_out(c, c->spots[s->first + k]));
            at = next_of(c, s->leaves);
            RETURN_IF_ERR(walk(c, s->leaves, c->stretches[at].enters));
        } while (!c->stretches[at].is_used);
        RETURN_IF_ERR(put_out(c, c->out[c->rings[c->ring_count - 1].first]));
    }
    return SCREE_OK;
}

/* Twice the area of a ring, above 0 where it is counterclockwise, as the coast of an island is. */
static double turn_of(const struct coast *c, const struct osm_part *ring)
{
    const struct roads_spot *at = c->out + ring->first;
    double sum = 0;
    for (size_t k = 0; k + 1 < ring->count; k++)
        sum += (double)at[k + 1].x * at[k].z - (double)at[k].x * at[k + 1].z;
    return sum;
}

/* Islands alone: all around them is sea. */
static enum scree_code surround(struct coast *c)
{
    double most = 0;
    for (size_t i = 0; i < c->ring_count; i++) {
        const double turn = turn_of(c, &c->rings[i]);
        if (fabs(turn) > fabs(most)) most = turn;
    }
    if (!(most > 0)) return SCREE_OK;
    RETURN_IF_ERR(add_ring(c));
    for (int k = 0; k <= 4; k++) RETURN_IF_ERR(put_out(c, corner_of(c, k)));
    return SCREE_OK;
}

/* ---- all ---- */

static int compare_stretches(const void *a, const void *b)
{
    const struct stretch *p = a, *q = b;
    if (p->enters != q->enters) return p->enters < q->enters ? -1 : 1;
    return (p->leaves > q->leaves) - (p->leaves < q->leaves);
}

/* The ways that are on the plane. */
static enum scree_code list_ways(struct coast *c, const struct osm_map *map)
{
    const size_t most = map->thing_count + 1;
    c->ways = mem_alloc(most, sizeof *c->ways);
    c->firsts = mem_alloc(most, sizeof *c->firsts);
    c->used = mem_alloc(most, sizeof *c->used);
    if (c->ways == NULL || c->firsts == NULL || c->used == NULL) return err_no_memory(c->err);
    for (size_t i = 0; i < map->thing_count; i++) {
        bool is_here;
        if (map->things[i].kind != OSM_COAST) continue;
        const struct roads_rings line = roads_rings_of(&is_here, map, &map->things[i], c->at);
        if (!is_here) continue;
        const struct roads_spot first = c->at[line.parts[0].first];
        c->firsts[c->way_count] = (struct roads_end){first, (uint32_t)c->way_count, 0};
        c->ways[c->way_count++] = line.parts;
    }
    roads_sort_ends(c->firsts, c->way_count);
    return SCREE_OK;
}

static int compare_places(const void *a, const void *b)
{
    return roads_compare_spots(*(const struct roads_spot *)a, *(const struct roads_spot *)b);
}

/* Lines from ways that follow none, then rings. */
static enum scree_code cut_lines(struct coast *c)
{
    struct roads_spot *lasts;
    RETURN_IF_ERR(MEM_NEED(&lasts, c->way_count + 1, sizeof *lasts, c->err));
    for (size_t i = 0; i < c->way_count; i++)
        lasts[i] = c->at[c->ways[i]->first + c->ways[i]->count - 1];
    qsort(lasts, c->way_count, sizeof *lasts, compare_places);
    enum scree_code code = SCREE_OK;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < c->way_count && code == SCREE_OK; i++) {
            const struct roads_end *first = &c->firsts[i];
            if (c->used[first->way] ||
                (pass == 0 &&
                 bsearch(&first->at, lasts, c->way_count, sizeof *lasts, compare_places) != NULL))
                continue;
            code = join(c, first->way);
            if (code == SCREE_OK) code = cut_line(c);
        }
    mem_free(lasts);
    return code;
}

static enum scree_code make(struct coast *c, const struct osm_map *map)
{
    RETURN_IF_ERR(list_ways(c, map));
    if (c->way_count == 0) return SCREE_OK;
    RETURN_IF_ERR(cut_lines(c));
    if (c->is_open) return SCREE_OK;
    if (c->stretch_count == 0) return surround(c);
    qsort(c->stretches, c->stretch_count, sizeof *c->stretches, compare_stretches);
    return close_areas(c);
}

enum scree_code roads_coast_take(struct roads_rings *sea, bool *is_open, struct roads *roads,
                                 const struct osm_map *map, const struct roads_spot *at,
                                 const uint32_t size[2], struct scree_error *err)
{
    struct coast c = {.low = {-BEYOND, -BEYOND},
                      .high = {(double)size[0] + BEYOND, (double)size[1] + BEYOND},
                      .at = at,
                      .err = err};
    enum scree_code code = make(&c, map);
    *is_open = c.is_open;
    *sea = (struct roads_rings){c.rings, c.is_open ? 0 : c.ring_count, c.out};
    if (code == SCREE_OK && sea->count > 0) code = roads_rings_keep(sea, &roads->arena, err);
    mem_free(c.ways);
    mem_free(c.used);
    mem_free(c.firsts);
    mem_free(c.line);
    mem_free(c.spots);
    mem_free(c.stretches);
    mem_free(c.rings);
    mem_free(c.out);
    return code;
}
