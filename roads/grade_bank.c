/* The cross section of each knot: banked in bends, flat where roads meet, with a crown elsewhere; and hairpins. */
#include <math.h>

#include "base/mem.h"
#include "roads/grade_line.h"

#define REACH_M 12.0 /* a bend is measured over so much before and behind */
#define TURN_M 40.0  /* along a road that turns back, at most */
#define TURNED 1.5   /* so much longer it is than straight on */

/* The place so far along a way; *hint is a piece of it, which moves on. */
static void place_at(double out[2], const struct grade_lines *lines, const struct grade_way *way,
                     double along_m, size_t *hint)
{
    const struct grade_piece *pieces = &lines->pieces[way->piece];
    const double whole_m = pieces[way->pieces - 1].along_m + pieces[way->pieces - 1].length_m;
    if (way->closed && along_m < 0) along_m += whole_m;
    if (way->closed && along_m > whole_m) along_m -= whole_m;
    while (*hint > 0 && pieces[*hint].along_m > along_m) (*hint)--;
    while (*hint + 1 < way->pieces && pieces[*hint + 1].along_m <= along_m) (*hint)++;
    double at = along_m - pieces[*hint].along_m;
    at = at < 0 ? 0 : at > pieces[*hint].length_m ? pieces[*hint].length_m : at;
    for (int i = 0; i < 2; i++)
        out[i] = (i == 0 ? pieces[*hint].x : pieces[*hint].z) + at * pieces[*hint].ahead[i];
}

/* One by the radius of the circle through three places, more than 0 in bends to the right. */
static double bend_of(const double a[2], const double b[2], const double c[2])
{
    const double p[2] = {b[0] - a[0], b[1] - a[1]}, q[2] = {c[0] - b[0], c[1] - b[1]};
    const double r[2] = {c[0] - a[0], c[1] - a[1]};
    const double size = sqrt((p[0] * p[0] + p[1] * p[1]) * (q[0] * q[0] + q[1] * q[1]) *
                             (r[0] * r[0] + r[1] * r[1]));
    const double turn = 2 * (p[0] * q[1] - p[1] * q[0]);
    if (size < 1e-3) return p[0] * q[0] + p[1] * q[1] < 0 ? 1 : 0; /* it turns back */
    return turn / size;
}

static double wanted(const struct roads_shape *shape, double bend)
{
    const double full = shape->bank * shape->bend_m * fabs(bend);
    const double bank = full < shape->bank ? full : shape->bank;
    if (bank <= shape->crown) return 0;
    return bend > 0 ? -bank : bank;
}

/* Lets a value of a knot reach its neighbours, less by `fall` a metre. */
static void spread(double *value, const struct grade_knot *knots, size_t count, double fall)
{
    for (size_t i = 1; i < count; i++) {
        const double least = value[i - 1] - fall * knots[i - 1].length_m;
        if (value[i] < least) value[i] = least;
    }
    for (size_t i = count - 1; i > 0; i--) {
        const double least = value[i] - fall * knots[i - 1].length_m;
        if (value[i - 1] < least) value[i - 1] = least;
    }
}

static void bank_way(struct grade_lines *lines, const struct grade_way *way, double *left,
                     double *right)
{
    struct grade_knot *knots = &lines->knots[way->knot];
    size_t hint[3] = {0, 0, 0};
    double fall = INFINITY;
    for (size_t i = 0; i < way->knots; i++) {
        const struct roads_shape *shape = &grade_road_of(lines, knots[i].edge)->shape;
        const double own = shape->bank / shape->run_in_m;
        double places[3][2];
        for (int k = 0; k < 3; k++)
            place_at(places[k], lines, way, knots[i].along_m + (k - 1) * REACH_M, &hint[k]);
        const double bank = wanted(shape, bend_of(places[0], places[1], places[2]));
        left[i] = bank > 0 ? bank : 0;
        right[i] = bank < 0 ? -bank : 0;
        if (own > 0 && own < fall) fall = own;
    }
    spread(left, knots, way->knots, fall);
    spread(right, knots, way->knots, fall);
    for (size_t i = 0; i < way->knots; i++) knots[i].bank = left[i] - right[i];
}

/* No crown where it is banked; neither on the plate of a junction, from which both grow. */
static void crown_way(struct grade_lines *lines, const struct grade_way *way, double *plate)
{
    struct grade_knot *knots = &lines->knots[way->knot];
    for (size_t i = 0; i < way->knots; i++) {
        const uint32_t node = knots[i].node;
        const bool junction = node != GRADE_NONE && lines->net->nodes[node].arms > 2;
        plate[i] = junction ? lines->plates[node] : -1e9;
    }
    spread(plate, knots, way->knots, 1);
    for (size_t i = 0; i < way->knots; i++) {
        const struct roads_shape *shape = &grade_road_of(lines, knots[i].edge)->shape;
        const double away = -plate[i] / shape->run_in_m;
        const double flat = away < 0 ? 0 : away > 1 ? 1 : away;
        knots[i].bank *= flat;
        const double bank = fabs(knots[i].bank);
        const double banked = bank < shape->crown ? 1 - bank / shape->crown : 0;
        knots[i].crown = banked < flat ? banked : flat;
    }
}

/* Half of the carriageway, and of a cell's diagonal. */
static double needs_m(const struct grade_lines *lines, const struct grade_knot *knot)
{
    return knot->half_m - roads_margin_m(lines, knot->edge) + lines->diagonal_m / 2;
}

/* Whether a road has turned back from one knot to another, and its carriageways lie too close to have heights of their
 * own there. */
static bool turns_back(const struct grade_lines *lines, const struct grade_knot *from,
                       const struct grade_knot *to)
{
    const double x = to->x - from->x, z = to->z - from->z;
    const double along_m = to->along_m - from->along_m;
    const double close_m = needs_m(lines, from) + needs_m(lines, to), apart2 = x * x + z * z;
    return apart2 < close_m * close_m && apart2 * TURNED * TURNED < along_m * along_m;
}

static void find_turns(struct grade_lines *lines, const struct grade_way *way)
{
    struct grade_knot *from = &lines->knots[way->knot], *const end = from + way->knots;
    for (; from < end; from++)
        for (struct grade_knot *to = from + 1; to < end && !lines->net->edges[to[-1].edge].open &&
                                               to->along_m - from->along_m <= TURN_M;
             to++)
            for (struct grade_knot *k = from; turns_back(lines, from, to) && k < to; k++)
                k->turns = true;
}

enum scree_code roads_banks(struct grade_lines *lines, bool banked, struct scree_error *err)
{
    size_t most = 0;
    double *room;
    for (size_t c = 0; c < lines->net->chain_count; c++)
        if (lines->ways[c].knots > most) most = lines->ways[c].knots;
    RETURN_IF_ERR(MEM_NEED(&room, 2 * most, sizeof *room, err));
    for (size_t c = 0; c < lines->net->chain_count; c++) {
        if (banked) bank_way(lines, &lines->ways[c], room, room + most);
        crown_way(lines, &lines->ways[c], room);
        find_turns(lines, &lines->ways[c]);
    }
    mem_free(room);
    return SCREE_OK;
}
