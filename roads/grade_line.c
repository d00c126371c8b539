/* Chains as knots and pieces. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_line.h"

#define STEP_M 5.0
#define MOST_KNOTS 200000.0 /* steps become longer where a network is */

/* A point of a chain on its way, in metres. */
struct spot {
    double x, z, half;
};

struct walk {
    struct grade_lines *lines;
    struct grade_way *way;
    uint32_t chain;
    double along_m;
};

static double edge_length_m(const struct grade_net *net, const struct grade_edge *edge)
{
    return roads_points_m(&net->points[edge->first], edge->count);
}

static size_t intervals_of(const struct grade_lines *lines, const struct grade_edge *edge)
{
    const double steps = ceil(edge_length_m(lines->net, edge) / lines->step_m);
    return edge->open || steps < 1 ? 1 : (size_t)steps;
}

double roads_margin_m(const struct grade_lines *lines, uint32_t edge)
{
    const double shoulder_m = grade_road_of(lines, edge)->shape.shoulder_m;
    return shoulder_m > lines->diagonal_m ? shoulder_m : lines->diagonal_m;
}

static struct spot spot_of(const struct grade_lines *lines, const struct grade_link *link, size_t i)
{
    const struct grade_edge *edge = &lines->net->edges[link->edge];
    const struct roads_point *p =
        &lines->net->points[edge->first + (link->turned ? edge->count - 1 - i : i)];
    return (struct spot){(double)p->x / ROADS_UNITS, (double)p->z / ROADS_UNITS,
                         (double)p->width / (2 * ROADS_UNITS) + roads_margin_m(lines, link->edge)};
}

static void add_knot(struct walk *walk, const struct spot *at, uint32_t edge, uint32_t node)
{
    struct grade_knot *knot = &walk->lines->knots[walk->lines->knot_count++];
    *knot = (struct grade_knot){.x = at->x,
                                .z = at->z,
                                .along_m = walk->along_m,
                                .half_m = at->half,
                                .edge = edge,
                                .node = node};
    walk->way->knots++;
}

/* A piece within an interval of length_m metres, of which `done` are behind. */
static void add_piece(struct walk *walk, const struct spot *from, const struct spot *to,
                      const double interval[2], uint32_t edge)
{
    struct grade_lines *lines = walk->lines;
    const double x = to->x - from->x, z = to->z - from->z;
    const double length = sqrt(x * x + z * z);
    if (length <= 0) return;
    lines->pieces[lines->piece_count++] =
        (struct grade_piece){.x = from->x,
                             .z = from->z,
                             .ahead = {x / length, z / length},
                             .length_m = length,
                             .along_m = walk->along_m,
                             .half_m = from->half,
                             .widen = (to->half - from->half) / length,
                             .at = interval[0] / interval[1],
                             .by = 1 / interval[1],
                             .knot = (uint32_t)(lines->knot_count - 1),
                             .chain = walk->chain,
                             .edge = edge};
    walk->way->pieces++;
    walk->along_m += length;
}

static struct spot between(const struct spot *a, const struct spot *b, double t)
{
    return (struct spot){a->x + t * (b->x - a->x), a->z + t * (b->z - a->z),
                         a->half + t * (b->half - a->half)};
}

/* One edge, without the knot at its end. */
static void walk_edge(struct walk *walk, const struct grade_link *link)
{
    struct grade_lines *lines = walk->lines;
    const struct grade_edge *edge = &lines->net->edges[link->edge];
    const size_t parts = intervals_of(lines, edge);
    const double step = edge_length_m(lines->net, edge) / (double)parts;
    size_t knots = 1;
    double done = 0; /* of the interval */
    struct spot at = spot_of(lines, link, 0);
    add_knot(walk, &at, link->edge, edge->node[link->turned ? 1 : 0]);
    for (size_t i = 1; i < edge->count; i++) {
        const struct spot to = spot_of(lines, link, i);
        double left = sqrt((to.x - at.x) * (to.x - at.x) + (to.z - at.z) * (to.z - at.z));
        while (knots < parts && done + left > step) {
            const double own = step - done;
            const struct spot mid = between(&at, &to, own / left);
            add_piece(walk, &at, &mid, (double[2]){done, step}, link->edge);
            add_knot(walk, &mid, link->edge, GRADE_NONE);
            at = mid;
            left -= own;
            done = 0;
            knots++;
        }
        add_piece(walk, &at, &to, (double[2]){done, step}, link->edge);
        done += left;
        at = to;
    }
}

static void finish_way(struct grade_lines *lines, struct grade_way *way)
{
    struct grade_knot *knots = &lines->knots[way->knot];
    const struct grade_piece *piece = &lines->pieces[way->piece];
    const struct grade_piece *const last = piece + way->pieces - 1;
    for (size_t i = 0; i + 1 < way->knots; i++)
        knots[i].length_m = knots[i + 1].along_m - knots[i].along_m;
    for (size_t i = 0; i < way->knots; i++) {
        while (piece < last && piece->along_m + piece->length_m <= knots[i].along_m) piece++;
        memcpy(knots[i].ahead, piece->ahead, sizeof knots[i].ahead);
    }
}

static void walk_chain(struct grade_lines *lines, uint32_t number)
{
    const struct grade_chain *chain = &lines->net->chains[number];
    const struct grade_link *links = &lines->net->links[chain->first];
    struct walk walk = {lines, &lines->ways[number], number, 0};
    *walk.way = (struct grade_way){
        .knot = lines->knot_count, .piece = lines->piece_count, .closed = chain->closed};
    for (size_t i = 0; i < chain->count; i++) walk_edge(&walk, &links[i]);
    const struct grade_link *last = &links[chain->count - 1];
    const struct grade_edge *edge = &lines->net->edges[last->edge];
    const struct spot end = spot_of(lines, last, edge->count - 1);
    add_knot(&walk, &end, last->edge, edge->node[last->turned ? 0 : 1]);
    finish_way(lines, walk.way);
}

/* A bed goes on around an end where nothing else is, and where all arms end, around that of the first. */
static void find_caps(struct grade_lines *lines)
{
    const struct grade_net *net = lines->net;
    for (size_t c = 0; c < net->chain_count; c++) {
        struct grade_way *way = &lines->ways[c];
        for (int end = 0; end < 2; end++) {
            const struct grade_knot *knot =
                &lines->knots[way->knot + (end == 0 ? 0 : way->knots - 1)];
            const struct grade_node *node = &net->nodes[knot->node];
            double *plate = &lines->plates[knot->node];
            way->cap[end] =
                !net->edges[knot->edge].open && node->next[0] == GRADE_NONE && *plate == 0;
            if (node->arms > 1 && way->cap[end]) *plate = 1; /* the first took it */
        }
    }
}

static void find_plates(struct grade_lines *lines)
{
    memset(lines->plates, 0, lines->net->node_count * sizeof *lines->plates);
    for (size_t i = 0; i < lines->knot_count; i++) {
        const struct grade_knot *knot = &lines->knots[i];
        if (knot->node == GRADE_NONE) continue;
        double *plate = &lines->plates[knot->node];
        if (knot->half_m > *plate) *plate = knot->half_m;
    }
}

static void find_reach(struct grade_lines *lines)
{
    for (size_t i = 0; i < lines->piece_count; i++) {
        const struct grade_piece *piece = &lines->pieces[i];
        const double end = piece->half_m + piece->widen * piece->length_m;
        const double bed = piece->half_m > end ? piece->half_m : end;
        const double all = bed + grade_road_of(lines, piece->edge)->shape.corridor_m;
        if (bed > lines->reach_m[0]) lines->reach_m[0] = bed;
        if (all > lines->reach_m[1]) lines->reach_m[1] = all;
    }
}

static void count(size_t *knots, size_t *pieces, struct grade_lines *lines)
{
    double length_m = 0;
    for (size_t e = 0; e < lines->net->edge_count; e++)
        length_m += edge_length_m(lines->net, &lines->net->edges[e]);
    if (length_m / MOST_KNOTS > lines->step_m) lines->step_m = length_m / MOST_KNOTS;
    *knots = *pieces = 0;
    for (size_t e = 0; e < lines->net->edge_count; e++) {
        const struct grade_edge *edge = &lines->net->edges[e];
        *knots += intervals_of(lines, edge) + 1;
        *pieces += intervals_of(lines, edge) + edge->count;
    }
}

enum scree_code roads_lines_make(struct grade_lines *lines, const struct grade_net *net,
                                 const double cell_m[2], bool banked, struct scree_error *err)
{
    size_t knots, pieces;
    *lines = (struct grade_lines){.net = net};
    lines->diagonal_m = sqrt(cell_m[0] * cell_m[0] + cell_m[1] * cell_m[1]);
    lines->step_m = lines->diagonal_m / 1.5 > STEP_M ? lines->diagonal_m / 1.5 : STEP_M;
    count(&knots, &pieces, lines);
    RETURN_IF_ERR(MEM_NEED(&lines->ways, net->chain_count, sizeof *lines->ways, err));
    RETURN_IF_ERR(MEM_NEED(&lines->knots, knots, sizeof *lines->knots, err));
    RETURN_IF_ERR(MEM_NEED(&lines->pieces, pieces, sizeof *lines->pieces, err));
    RETURN_IF_ERR(MEM_NEED(&lines->plates, net->node_count, sizeof *lines->plates, err));
    for (uint32_t c = 0; c < net->chain_count; c++) walk_chain(lines, c);
    find_caps(lines);
    find_plates(lines);
    find_reach(lines);
    return roads_banks(lines, banked, err);
}

void roads_lines_free(struct grade_lines *lines)
{
    mem_free(lines->ways);
    mem_free(lines->knots);
    mem_free(lines->pieces);
    mem_free(lines->plates);
    memset(lines, 0, sizeof *lines);
}

struct grade_foot roads_foot(const struct grade_piece *piece, double x, double z)
{
    const double dx = x - piece->x, dz = z - piece->z;
    const double along = dx * piece->ahead[0] + dz * piece->ahead[1];
    const double at = along < 0 ? 0 : along > piece->length_m ? piece->length_m : along;
    const double px = dx - at * piece->ahead[0], pz = dz - at * piece->ahead[1];
    const double apart2 = px * px + pz * pz, apart = sqrt(apart2);
    const double right = dz * piece->ahead[0] - dx * piece->ahead[1];
    return (struct grade_foot){at, along - at, apart2, right < 0 ? -apart : apart};
}

/* Near an end alone: a road may come back behind it. */
bool roads_is_shut(const struct grade_lines *lines, const struct grade_piece *piece, double x,
                   double z)
{
    const struct grade_way *way = &lines->ways[piece->chain];
    const struct grade_piece *const ends[2] = {&lines->pieces[way->piece],
                                               &lines->pieces[way->piece + way->pieces - 1]};
    if (way->closed) return false;
    for (int end = 0; end < 2; end++) {
        const struct grade_piece *last = ends[end];
        const double near_m = 2 * last->half_m + 5;
        const double from_m =
            end == 0 ? piece->along_m
                     : last->along_m + last->length_m - piece->along_m - piece->length_m;
        if (way->cap[end] || from_m > near_m) continue;
        const double beyond = roads_foot(last, x, z).beyond;
        if (end == 0 ? beyond < 0 : beyond > 0) return true;
    }
    return false;
}
