/* Where roads meet: their ends, their crossings, and which of these are one place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_net.h"

/* A piece of a road, in the order of a sweep from the west. */
struct piece {
    uint32_t low_x, high_x, low_z, high_z;
    uint32_t road, point;
};

static int by_west(const void *a, const void *b)
{
    const struct piece *p = a, *q = b;
    if (p->low_x != q->low_x) return p->low_x < q->low_x ? -1 : 1;
    return p->point < q->point ? -1 : p->point > q->point;
}

static enum scree_code add(struct grade_cuts *cuts, uint32_t road, uint32_t point, double along,
                           const struct roads_point *at, uint32_t bare)
{
    struct grade_cut *list = mem_room(cuts->list, cuts->count, &cuts->room, sizeof *list);
    if (list == NULL) return SCREE_NO_MEMORY;
    cuts->list = list;
    list[cuts->count++] = (struct grade_cut){road, point, along, at->x, at->z, GRADE_NONE, bare};
    return SCREE_OK;
}

/* ---- two pieces ---- */

static int64_t cross(const struct roads_point *o, const struct roads_point *a,
                     const struct roads_point *b)
{
    return ((int64_t)a->x - o->x) * ((int64_t)b->z - o->z) -
           ((int64_t)a->z - o->z) * ((int64_t)b->x - o->x);
}

static bool is_before(const struct roads_point *a, const struct roads_point *b)
{
    return a->x != b->x ? a->x < b->x : a->z < b->z;
}

/* How far along a piece a place lies, 0 .. 1, and its distance in 1/32 m. */
static double along_of(const struct roads_point *a, const struct roads_point *at, double *apart)
{
    const double ux = (double)a[1].x - (double)a[0].x, uz = (double)a[1].z - (double)a[0].z;
    const double px = (double)at->x - (double)a[0].x, pz = (double)at->z - (double)a[0].z;
    const double t = (ux * px + uz * pz) / (ux * ux + uz * uz);
    const double u = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    const double dx = px - u * ux, dz = pz - u * uz;
    *apart = sqrt(dx * dx + dz * dz);
    return u;
}

/* The crossing of two pieces that are not parallel, rounded, the same whichever comes first. */
static bool find_crossing(struct roads_point *out, const struct roads_point *a,
                          const struct roads_point *b)
{
    const int64_t a0 = cross(b, b + 1, a), a1 = cross(b, b + 1, a + 1);
    const int64_t b0 = cross(a, a + 1, b), b1 = cross(a, a + 1, b + 1);
    if ((a0 > 0 && a1 > 0) || (a0 < 0 && a1 < 0) || (b0 > 0 && b1 > 0) || (b0 < 0 && b1 < 0))
        return false;
    if (a0 == a1) return false;
    const struct roads_point *first =
        is_before(a, b) || (!is_before(b, a) && is_before(a + 1, b + 1)) ? a : b;
    const int64_t f0 = first == a ? a0 : b0, f1 = first == a ? a1 : b1;
    const double t = (double)f0 / ((double)f0 - (double)f1);
    out->x =
        (uint32_t)floor((double)first[0].x + t * ((double)first[1].x - (double)first[0].x) + 0.5);
    out->z =
        (uint32_t)floor((double)first[0].z + t * ((double)first[1].z - (double)first[0].z) + 0.5);
    return true;
}

/* Whether piece `point` of a road begins or ends it at the end `end` of the piece. */
static bool is_end(const struct roads_road *road, size_t point, int end)
{
    return end == 0 ? point == road->first : point + 2 == road->first + road->count;
}

static bool is_same(const struct roads_point *a, const struct roads_point *b)
{
    return a->x == b->x && a->z == b->z;
}

static enum scree_code meet_at(struct grade_cuts *cuts, const struct roads *roads,
                               const struct piece *p, const struct piece *q,
                               const struct roads_point *at)
{
    double apart;
    const double t = along_of(&roads->points[p->point], at, &apart);
    RETURN_IF_ERR(add(cuts, p->road, p->point, t, at, q->road));
    const double u = along_of(&roads->points[q->point], at, &apart);
    return add(cuts, q->road, q->point, u, at, p->road);
}

/* The end of a road near another piece, or a point that both have. */
static enum scree_code meet_points(struct grade_cuts *cuts, const struct roads *roads,
                                   const struct piece *p, const struct piece *q, bool *met)
{
    const struct roads_point *a = &roads->points[p->point], *b = &roads->points[q->point];
    for (int end = 0; end < 2; end++) {
        double apart;
        bool shared = is_same(a + end, b) || is_same(a + end, b + 1);
        if (!shared && !is_end(&roads->list[p->road], p->point, end)) continue;
        const double u = along_of(b, a + end, &apart);
        if (apart > GRADE_NEAR) continue;
        *met = true;
        RETURN_IF_ERR(add(cuts, p->road, p->point, end, a + end, GRADE_NONE));
        RETURN_IF_ERR(add(cuts, q->road, q->point, u, a + end, GRADE_NONE));
    }
    return SCREE_OK;
}

static enum scree_code meet(struct grade_cuts *cuts, const struct roads *roads,
                            const struct piece *p, const struct piece *q)
{
    const struct roads_road *one = &roads->list[p->road], *other = &roads->list[q->road];
    struct roads_point at;
    bool met = false;
    const bool follows =
        p->road == q->road && (p->point + 1 == q->point || q->point + 1 == p->point);
    if (follows) return SCREE_OK;
    RETURN_IF_ERR(meet_points(cuts, roads, p, q, &met));
    RETURN_IF_ERR(meet_points(cuts, roads, q, p, &met));
    if (met || one->layer != other->layer || one->bridge != other->bridge ||
        one->tunnel != other->tunnel ||
        !find_crossing(&at, &roads->points[p->point], &roads->points[q->point]))
        return SCREE_OK;
    return meet_at(cuts, roads, p, q, &at);
}

/* ---- all pieces ---- */

static void take_piece(struct piece *out, const struct roads *roads, uint32_t road, uint32_t point)
{
    const struct roads_point *a = &roads->points[point], *b = a + 1;
    *out = (struct piece){.low_x = a->x < b->x ? a->x : b->x,
                          .high_x = (a->x < b->x ? b->x : a->x) + GRADE_NEAR,
                          .low_z = a->z < b->z ? a->z : b->z,
                          .high_z = (a->z < b->z ? b->z : a->z) + GRADE_NEAR,
                          .road = road,
                          .point = point};
}

static enum scree_code sweep(struct grade_cuts *cuts, const struct roads *roads,
                             const struct piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count && pieces[k].low_x <= pieces[i].high_x; k++)
            if (pieces[k].low_z <= pieces[i].high_z && pieces[i].low_z <= pieces[k].high_z)
                RETURN_IF_ERR(meet(cuts, roads, &pieces[i], &pieces[k]));
    return SCREE_OK;
}

static enum scree_code find_all(struct grade_cuts *cuts, const struct roads *roads,
                                struct piece *pieces)
{
    size_t count = 0;
    for (uint32_t r = 0; r < roads->count; r++) {
        const struct roads_road *road = &roads->list[r];
        const uint32_t last = (uint32_t)(road->first + road->count - 2);
        RETURN_IF_ERR(
            add(cuts, r, (uint32_t)road->first, 0, &roads->points[road->first], GRADE_NONE));
        RETURN_IF_ERR(add(cuts, r, last, 1, &roads->points[last + 1], GRADE_NONE));
        for (uint32_t i = (uint32_t)road->first; i <= last; i++)
            take_piece(&pieces[count++], roads, r, i);
    }
    qsort(pieces, count, sizeof *pieces, by_west);
    return sweep(cuts, roads, pieces, count);
}

/* ---- places that are one ---- */

/* A place before it is a node: which cut, and the place that it is one with. */
struct place {
    uint32_t x, z, cut, root;
};

static int by_place(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    if (p->z != q->z) return p->z < q->z ? -1 : 1;
    return p->cut < q->cut ? -1 : p->cut > q->cut;
}

static uint32_t root_of(struct place *places, uint32_t i)
{
    while (places[i].root != i) i = places[i].root = places[places[i].root].root;
    return i;
}

static bool are_near(const struct place *a, const struct place *b)
{
    const int64_t x = (int64_t)b->x - a->x, z = (int64_t)b->z - a->z;
    return x * x + z * z <= (int64_t)GRADE_NEAR * GRADE_NEAR;
}

static void unite(struct place *places, size_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count && places[k].x - places[i].x <= GRADE_NEAR; k++) {
            if (!are_near(&places[i], &places[k])) continue;
            const uint32_t a = root_of(places, i), b = root_of(places, k);
            places[a > b ? a : b].root = a > b ? b : a;
        }
}

/* The place of a root, the first of those that are one, is the node's. */
static void number(struct grade_cuts *cuts, struct place *places, uint32_t *node_of)
{
    cuts->node_count = 0;
    for (uint32_t i = 0; i < cuts->count; i++) {
        const uint32_t root = root_of(places, i);
        if (root == i) {
            node_of[i] = (uint32_t)cuts->node_count;
            cuts->nodes[cuts->node_count++] = (struct grade_node){
                .x = places[i].x, .z = places[i].z, .next = {GRADE_NONE, GRADE_NONE}};
        }
        cuts->list[places[i].cut].node = node_of[root];
    }
}

static int by_road(const void *a, const void *b)
{
    const struct grade_cut *p = a, *q = b;
    if (p->road != q->road) return p->road < q->road ? -1 : 1;
    if (p->point != q->point) return p->point < q->point ? -1 : 1;
    if (p->along != q->along) return p->along < q->along ? -1 : 1;
    return p->node < q->node ? -1 : p->node > q->node;
}

static enum scree_code join(struct grade_cuts *cuts)
{
    struct place *places = mem_alloc(cuts->count, sizeof *places);
    uint32_t *node_of = mem_alloc(cuts->count, sizeof *node_of);
    cuts->nodes = mem_alloc(cuts->count, sizeof *cuts->nodes);
    const bool good = places != NULL && node_of != NULL && cuts->nodes != NULL;
    for (uint32_t i = 0; good && i < cuts->count; i++)
        places[i] = (struct place){cuts->list[i].x, cuts->list[i].z, i, 0};
    if (good) {
        qsort(places, cuts->count, sizeof *places, by_place);
        for (uint32_t i = 0; i < cuts->count; i++) places[i].root = i;
        unite(places, cuts->count);
        number(cuts, places, node_of);
        qsort(cuts->list, cuts->count, sizeof *cuts->list, by_road);
    }
    mem_free(places);
    mem_free(node_of);
    return good ? SCREE_OK : SCREE_NO_MEMORY;
}

enum scree_code roads_cuts_make(struct grade_cuts *cuts, const struct roads *roads,
                                struct scree_error *err)
{
    memset(cuts, 0, sizeof *cuts);
    struct piece *pieces;
    RETURN_IF_ERR(MEM_NEED(&pieces, roads->point_count, sizeof *pieces, err));
    enum scree_code code = find_all(cuts, roads, pieces);
    mem_free(pieces);
    if (code == SCREE_OK) code = join(cuts);
    return code == SCREE_OK ? code : err_no_memory(err);
}

void roads_cuts_free(struct grade_cuts *cuts)
{
    mem_free(cuts->list);
    mem_free(cuts->nodes);
    memset(cuts, 0, sizeof *cuts);
}
