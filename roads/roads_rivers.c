/*
 * Rivers: ways of water as chains, and how high the water is along each, by the ground beside it.
 *
 * Rule (BeamNG): Rivers of an extract never rise, and lie below both banks. See roads.md#rivers.
 * Tests: cli/osm_rivers.
 */
#include "roads/roads_rivers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define WIDEST_M 200.0
#define SHALLOW 0.25     /* a bed is no deeper than so much of its width */
#define FALL 0.0002      /* of the water at least */
#define LAKE_WEIGHT 1000 /* of a lake's level, where a bank's height has 1 */

/* What is narrower than half the distance of points has no bed on them. */
#define NARROW 0.5

/* ---- ways of water of an extract ---- */

/* Depths are ours. */
static const struct {
    const char *value;
    int rank;
    double depth_m;
} waterways[] = {{"river", 0, 1},  {"tidal_channel", 0, 1}, {"canal", 1, 1.5}, {"stream", 2, .5},
                 {"brook", 2, .5}, {"drain", 3, .5},        {"ditch", 3, .5}};

static bool take_kind(struct roads_river *river, const char *value)
{
    for (size_t i = 0; value != NULL && i < sizeof waterways / sizeof waterways[0]; i++) {
        if (strcmp(value, waterways[i].value) != 0) continue;
        river->rank = waterways[i].rank;
        river->depth_m = waterways[i].depth_m;
        if (river->depth_m > river->width_m * SHALLOW) river->depth_m = river->width_m * SHALLOW;
        return true;
    }
    return false;
}

static double length_of(const struct roads_rings *line)
{
    const struct roads_spot *at = line->at + line->parts[0].first;
    double sum = 0;
    for (size_t k = 0; k + 1 < line->parts[0].count; k++) {
        const double dx = (double)at[k + 1].x - at[k].x, dz = (double)at[k + 1].z - at[k].z;
        sum += sqrt(dx * dx + dz * dz);
    }
    return sum / ROADS_UNITS;
}

static struct roads_spot end_of(const struct roads_river *river, bool last)
{
    const struct osm_part *part = &river->line.parts[0];
    return river->line.at[part->first + (last ? part->count - 1 : 0)];
}

static int compare_rivers(const void *a, const void *b)
{
    const struct roads_river *p = a, *q = b;
    if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
    if (p->length_m != q->length_m) return p->length_m > q->length_m ? -1 : 1;
    const int first = roads_compare_spots(end_of(p, false), end_of(q, false));
    return first != 0 ? first : roads_compare_spots(end_of(p, true), end_of(q, true));
}

enum scree_code roads_rivers_take(struct roads *roads, const struct osm_map *map,
                                  const struct roads_spot *at, struct scree_error *err)
{
    roads->rivers = mem_arena_alloc(&roads->arena, map->thing_count + 1, sizeof *roads->rivers);
    if (roads->rivers == NULL) return err_no_memory(err);
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        struct roads_river river = {.width_m = thing->width_m};
        bool is_here;
        if (thing->is_area || !take_kind(&river, osm_value(map, thing, "waterway"))) continue;
        river.line = roads_rings_of(&is_here, map, thing, at);
        if (!is_here) continue;
        if (river.width_m > WIDEST_M) river.width_m = WIDEST_M;
        river.is_open =
            osm_says(osm_value(map, thing, "tunnel")) || osm_says(osm_value(map, thing, "bridge"));
        RETURN_IF_ERR(roads_rings_keep(&river.line, &roads->arena, err));
        river.length_m = length_of(&river.line);
        roads->rivers[roads->river_count++] = river;
    }
    if (roads->river_count > 0)
        qsort(roads->rivers, roads->river_count, sizeof *roads->rivers, compare_rivers);
    return SCREE_OK;
}

/* ---- chains ---- */

struct maker {
    struct roads_rivers *rivers;
    const struct roads *roads;
    struct roads_end *firsts, *lasts; /* sorted */
    bool *used;
    uint32_t *order; /* of the chain that is made: its ways from the first on */
    size_t room, chain_room;
};

static enum scree_code add_piece(struct maker *m, const struct roads_river *river,
                                 struct roads_spot a, struct roads_spot b, double *along_m,
                                 struct scree_error *err)
{
    struct roads_rivers *r = m->rivers;
    const double x = (double)a.x / ROADS_UNITS, z = (double)a.z / ROADS_UNITS;
    const double dx = (double)b.x / ROADS_UNITS - x, dz = (double)b.z / ROADS_UNITS - z;
    const double length_m = sqrt(dx * dx + dz * dz);
    if (length_m <= 0) return SCREE_OK;
    struct river_piece *list = mem_room(r->pieces, r->piece_count, &m->room, sizeof *list);
    if (list == NULL) return err_no_memory(err);
    r->pieces = list;
    const bool narrow = river->width_m < NARROW * fmax(r->cell_m[0], r->cell_m[1]);
    list[r->piece_count++] = (struct river_piece){.x = x,
                                                  .z = z,
                                                  .ahead = {dx / length_m, dz / length_m},
                                                  .length_m = length_m,
                                                  .along_m = *along_m,
                                                  .half_m = river->width_m / 2,
                                                  .depth_m = river->depth_m,
                                                  .chain = (uint32_t)r->chain_count,
                                                  .is_open = river->is_open || narrow};
    *along_m += length_m;
    return SCREE_OK;
}

static enum scree_code add_chain(struct maker *m, size_t first, size_t last,
                                 struct scree_error *err)
{
    struct roads_rivers *r = m->rivers;
    struct river_chain chain = {.piece = r->piece_count};
    double along_m = 0;
    for (size_t i = first; i <= last; i++) {
        const struct roads_river *river = &m->roads->rivers[m->order[i]];
        const struct osm_part *part = &river->line.parts[0];
        const struct roads_spot *at = river->line.at + part->first;
        if (i == first) chain.first = at[0];
        chain.last = at[part->count - 1];
        for (size_t k = 0; k + 1 < part->count; k++)
            RETURN_IF_ERR(add_piece(m, river, at[k], at[k + 1], &along_m, err));
    }
    chain.pieces = r->piece_count - chain.piece;
    for (size_t i = chain.piece; i + 1 < r->piece_count; i++) {
        r->pieces[i].shut_behind = r->pieces[i + 1].is_open;
        r->pieces[i + 1].shut_before = r->pieces[i].is_open;
    }
    struct river_chain *list = mem_room(r->chains, r->chain_count, &m->chain_room, sizeof *list);
    if (list == NULL) return err_no_memory(err);
    r->chains = list;
    list[r->chain_count++] = chain;
    return SCREE_OK;
}

/* From the greatest way that is left up and down, at each end on the greatest way there. */
static enum scree_code make_chains(struct maker *m, struct scree_error *err)
{
    const size_t count = m->roads->river_count;
    for (uint32_t i = 0; i < count; i++) {
        m->firsts[i] = (struct roads_end){end_of(&m->roads->rivers[i], false), i, 0};
        m->lasts[i] = (struct roads_end){end_of(&m->roads->rivers[i], true), i, 0};
    }
    roads_sort_ends(m->firsts, count);
    roads_sort_ends(m->lasts, count);
    for (uint32_t i = 0; i < count; i++) {
        if (m->used[i]) continue;
        size_t first = count, last = count; /* of order, which has room on both sides */
        m->order[count] = i;
        m->used[i] = true;
        for (uint32_t way = i; way != UINT32_MAX;) {
            way = roads_find_end(m->firsts, count, m->used, end_of(&m->roads->rivers[way], true));
            if (way == UINT32_MAX) break;
            m->used[way] = true;
            m->order[++last] = way;
        }
        for (uint32_t way = i; way != UINT32_MAX;) {
            way = roads_find_end(m->lasts, count, m->used, end_of(&m->roads->rivers[way], false));
            if (way == UINT32_MAX) break;
            m->used[way] = true;
            m->order[--first] = way;
        }
        RETURN_IF_ERR(add_chain(m, first, last, err));
    }
    return SCREE_OK;
}

static enum scree_code chain_ways(struct roads_rivers *rivers, const struct roads *roads,
                                  struct scree_error *err)
{
    const size_t count = roads->river_count;
    struct maker m = {.rivers = rivers, .roads = roads};
    m.firsts = mem_alloc(count, sizeof *m.firsts);
    m.lasts = mem_alloc(count, sizeof *m.lasts);
    m.used = mem_alloc(count, sizeof *m.used);
    m.order = mem_alloc(2 * count + 1, sizeof *m.order);
    enum scree_code code = SCREE_OK;
    if (m.firsts == NULL || m.lasts == NULL || m.used == NULL || m.order == NULL)
        code = err_no_memory(err);
    if (code == SCREE_OK) code = make_chains(&m, err);
    mem_free(m.firsts);
    mem_free(m.lasts);
    mem_free(m.used);
    mem_free(m.order);
    return code;
}

/* ---- how high the water is ---- */

/* What the ground says: beside the water so far along a chain. */
struct say {
    uint32_t chain;
    double along_m, height_m, weight;
    size_t point; /* one order for equals */
};
struct says {
    struct say *list;
    size_t count, room;
};

static int compare_says(const void *a, const void *b)
{
    const struct say *p = a, *q = b;
    if (p->chain != q->chain) return p->chain < q->chain ? -1 : 1;
    if (p->along_m != q->along_m) return p->along_m < q->along_m ? -1 : 1;
    return (p->point > q->point) - (p->point < q->point);
}

static bool is_on_road(const struct roads *roads, const struct roads_rivers *r, uint32_t column,
                       uint32_t row)
{
    return roads_covers(roads, (uint32_t)(column * r->cell_m[0] * ROADS_UNITS + 0.5),
                        (uint32_t)(row * r->cell_m[1] * ROADS_UNITS + 0.5));
}

static enum scree_code ask_tile(struct says *says, const struct roads_rivers *r, size_t tile,
                                const struct river_cell *cells, const struct roads *roads,
                                const struct roads_waters *waters, struct scree_error *err)
{
    uint32_t corner[2];
    grade_corner(corner, &r->lists, tile);
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++) {
        const struct river_cell *cell = &cells[i];
        const uint32_t column = corner[0] + i % GRADE_TILE, row = corner[1] + i / GRADE_TILE;
        if (cell->zone < RIVER_BANK) continue;
        const size_t point = (size_t)row * r->field->points_x + column;
        const uint32_t lake = waters != NULL ? waters->of[point] : 0;
        if (lake == 0 && (cell->zone == RIVER_BED || is_on_road(roads, r, column, row))) continue;
        struct say *list = mem_room(says->list, says->count, &says->room, sizeof *list);
        if (list == NULL) return err_no_memory(err);
        says->list = list;
        list[says->count++] =
            (struct say){cell->chain, cell->along_m,
                         lake > 0 ? waters->basins[lake - 1].level_m
                                  : roads_ground_m(r->field, column, row) - RIVER_RIM_M,
                         lake > 0 ? LAKE_WEIGHT : 1, point};
    }
    return SCREE_OK;
}

static enum scree_code ask(struct says *says, const struct roads_rivers *r,
                           const struct roads *roads, const struct roads_waters *waters,
                           struct scree_job *job, struct scree_error *err)
{
    const size_t tiles = (size_t)r->lists.columns * r->lists.rows;
    struct river_cell *cells;
    RETURN_IF_ERR(MEM_NEED(&cells, GRADE_TILE * GRADE_TILE, sizeof *cells, err));
    enum scree_code code = SCREE_OK;
    for (size_t tile = 0; tile < tiles && code == SCREE_OK; tile++) {
        if (r->lists.first[tile] == r->lists.first[tile + 1]) continue;
        roads_river_look(cells, r, tile, false);
        code = ask_tile(says, r, tile, cells, roads, waters, err);
        if (code == SCREE_OK) code = job_poll(job, err);
    }
    mem_free(cells);
    if (says->count > 0) qsort(says->list, says->count, sizeof *says->list, compare_says);
    return code;
}

/* The heights that never rise and are nearest to those said, by the sum of squares: neighbours that rise become
 * their mean until none do (pool adjacent violators: Ayer and others 1955). */
struct pool {
    double sum, weight;
    size_t count;
};

static void fit(struct river_knot *knots, const struct say *says, size_t count, struct pool *pools)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const double height_m = says[i].height_m + says[i].along_m * FALL;
        pools[used++] = (struct pool){height_m * says[i].weight, says[i].weight, 1};
        while (used > 1 && pools[used - 2].sum / pools[used - 2].weight <
                               pools[used - 1].sum / pools[used - 1].weight) {
            pools[used - 2].sum += pools[used - 1].sum;
            pools[used - 2].weight += pools[used - 1].weight;
            pools[used - 2].count += pools[used - 1].count;
            used--;
        }
    }
    for (size_t k = 0, i = 0; k < used; k++)
        for (size_t n = 0; n < pools[k].count; n++, i++)
            knots[i] = (struct river_knot){says[i].along_m,
                                           pools[k].sum / pools[k].weight - says[i].along_m * FALL};
}

/* A place on a way: which chain is how far along there. */
struct vertex {
    struct roads_spot at;
    uint32_t chain;
    double along_m;
};

static int compare_vertices(const void *a, const void *b)
{
    const struct vertex *p = a, *q = b;
    const int places = roads_compare_spots(p->at, q->at);
    if (places != 0) return places;
    if (p->chain != q->chain) return p->chain < q->chain ? -1 : 1;
    return (p->along_m > q->along_m) - (p->along_m < q->along_m);
}

static struct roads_spot spot_of(double x_m, double z_m)
{
    return (struct roads_spot){(int32_t)floor(x_m * ROADS_UNITS + 0.5),
                               (int32_t)floor(z_m * ROADS_UNITS + 0.5)};
}

static void list_vertices(struct vertex *list, const struct roads_rivers *r)
{
    for (size_t c = 0, i = 0; c < r->chain_count; c++) {
        const struct river_chain *chain = &r->chains[c];
        for (size_t k = 0; k < chain->pieces; k++, i++) {
            const struct river_piece *piece = &r->pieces[chain->piece + k];
            list[i] = (struct vertex){spot_of(piece->x, piece->z), (uint32_t)c, piece->along_m};
        }
    }
}

/* The water of a greater chain at a place; false: there is none. */
static bool find_greater(double *level_m, const struct roads_rivers *r, const struct vertex *list,
                         struct roads_spot at, uint32_t chain)
{
    size_t low = 0, high = r->piece_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (roads_compare_spots(list[middle].at, at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < r->piece_count && roads_compare_spots(list[low].at, at) == 0; low++) {
        if (list[low].chain >= chain) return false;
        if (r->chains[list[low].chain].knots == 0) continue;
        *level_m = roads_river_level_m(r, list[low].chain, list[low].along_m);
        return true;
    }
    return false;
}

/* A river leaves a greater one no higher, and reaches a greater one no lower, than that is there. */
static void bound(struct roads_rivers *r, const struct vertex *vertices, uint32_t number)
{
    struct river_chain *chain = &r->chains[number];
    double high_m = INFINITY, low_m = -INFINITY;
    if (!find_greater(&high_m, r, vertices, chain->first, number)) high_m = INFINITY;
    if (!find_greater(&low_m, r, vertices, chain->last, number)) low_m = -INFINITY;
    for (size_t i = chain->knot; i < chain->knot + chain->knots; i++) {
        double *level_m = &r->knots[i].level_m;
        if (*level_m > high_m) *level_m = high_m;
        if (*level_m < low_m) *level_m = low_m;
    }
}

static void find_levels(struct roads_rivers *r, const struct says *says, struct pool *pools,
                        struct vertex *vertices)
{
    list_vertices(vertices, r);
    if (r->piece_count > 0) qsort(vertices, r->piece_count, sizeof *vertices, compare_vertices);
    size_t i = 0;
    for (uint32_t c = 0; c < r->chain_count; c++) {
        struct river_chain *chain = &r->chains[c];
        chain->knot = i;
        while (i < says->count && says->list[i].chain == c) i++;
        chain->knots = i - chain->knot;
        if (chain->knots == 0) continue; /* then the list may be NULL */
        fit(r->knots + chain->knot, says->list + chain->knot, chain->knots, pools);
        bound(r, vertices, c);
    }
}

static enum scree_code find_all_levels(struct roads_rivers *r, const struct says *says,
                                       struct scree_error *err)
{
    struct pool *pools = mem_alloc(says->count + 1, sizeof *pools);
    struct vertex *vertices = mem_alloc(r->piece_count + 1, sizeof *vertices);
    r->knots = mem_alloc(says->count + 1, sizeof *r->knots);
    r->knot_count = says->count;
    const bool fits = pools != NULL && vertices != NULL && r->knots != NULL;
    if (fits) find_levels(r, says, pools, vertices);
    mem_free(pools);
    mem_free(vertices);
    return fits ? SCREE_OK : err_no_memory(err);
}

double roads_river_level_m(const struct roads_rivers *r, uint32_t number, double along_m)
{
    const struct river_chain *chain = &r->chains[number];
    const struct river_knot *knots = r->knots + chain->knot;
    size_t low = 0, high = chain->knots;
    while (low < high) { /* the first that is not before */
        const size_t middle = low + (high - low) / 2;
        if (knots[middle].along_m < along_m)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == chain->knots) return knots[low - 1].level_m;
    if (low == 0 || knots[low].along_m == along_m) return knots[low].level_m;
    const struct river_knot *a = &knots[low - 1], *b = &knots[low];
    const double part = (along_m - a->along_m) / (b->along_m - a->along_m);
    return a->level_m + part * (b->level_m - a->level_m);
}

/* ---- tiles ---- */

static bool box_to_list(int64_t box[2][2], const void *context, uint32_t piece)
{
    const struct roads_rivers *r = context;
    return !r->pieces[piece].is_open && roads_river_box(box, r, &r->pieces[piece]);
}

/* ---- all ---- */

/* Of what lies on the terrain and has a bed. */
static void measure(struct roads_rivers *r)
{
    const double low[2] = {0, 0};
    const double high[2] = {ter_extent_x_m(r->field), ter_extent_y_m(r->field)};
    for (size_t i = 0; i < r->piece_count; i++) {
        const double length_m = roads_river_within_m(&r->pieces[i], low, high);
        if (!r->pieces[i].is_open && length_m > 0) r->length_m += length_m;
    }
}

enum scree_code roads_rivers_make(struct roads_rivers *rivers, const struct ter_field *field,
                                  const struct roads *roads, const struct roads_waters *waters,
                                  struct scree_job *job, struct scree_error *err)
{
    const double x_m = field->scal_m[0], y_m = field->scal_m[1];
    struct says says = {NULL, 0, 0};
    *rivers = (struct roads_rivers){
        .field = field, .cell_m = {x_m, y_m}, .diagonal_m = sqrt(x_m * x_m + y_m * y_m)};
    if (roads->river_count == 0) return SCREE_OK;
    RETURN_IF_ERR(chain_ways(rivers, roads, err));
    RETURN_IF_ERR(roads_lists_make(&rivers->lists, field, (uint32_t)rivers->piece_count,
                                   box_to_list, rivers, err));
    enum scree_code code = ask(&says, rivers, roads, waters, job, err);
    if (code == SCREE_OK) code = find_all_levels(rivers, &says, err);
    mem_free(says.list);
    if (code == SCREE_OK) measure(rivers);
    return code;
}

void roads_rivers_free(struct roads_rivers *rivers)
{
    mem_free(rivers->chains);
    mem_free(rivers->pieces);
    mem_free(rivers->knots);
    roads_lists_free(&rivers->lists);
    memset(rivers, 0, sizeof *rivers);
}
