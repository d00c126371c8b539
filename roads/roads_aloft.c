/* Where bridges end: in the air, at other bridges; or in the plane of a strip that goes on. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "roads/roads_strip.h"

#define NEAR (ROADS_UNITS / 2) /* ends that are no further apart are one place */
#define NOBODY UINT32_MAX
#define SWEEPS 1000

/* A point of a road; end: which of its ends it is, 2 * road and the next, or NOBODY. */
struct point {
    uint32_t x, z, road, end;
};

struct bridges {
    const struct roads *roads;
    struct point *points; /* of all roads, by x */
    size_t count;
    uint32_t *place;  /* [2 * road + end]: the first end there; of ends in the air */
    double *height_m; /* by that */
    double *sum, *by; /* of neighbours, by nearness */
};

static int by_x(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    if (p->z != q->z) return p->z < q->z ? -1 : 1;
    if (p->road != q->road) return p->road < q->road ? -1 : 1;
    return p->end < q->end ? -1 : p->end > q->end;
}

static void list_points(struct bridges *bridges)
{
    const struct roads *roads = bridges->roads;
    for (uint32_t r = 0; r < roads->count; r++) {
        const struct roads_road *road = &roads->list[r];
        for (size_t i = 0; i < road->count; i++) {
            const struct roads_point *p = &roads->points[road->first + i];
            const uint32_t end = i == 0 ? 2 * r : i + 1 == road->count ? 2 * r + 1 : NOBODY;
            bridges->points[bridges->count++] = (struct point){p->x, p->z, r, end};
        }
    }
    qsort(bridges->points, bridges->count, sizeof *bridges->points, by_x);
}

static const struct roads_point *end_of(const struct roads *roads, uint32_t end)
{
    const struct roads_road *road = &roads->list[end / 2];
    return &roads->points[road->first + (end % 2 == 0 ? 0 : road->count - 1)];
}

/* The first point that is no further west than NEAR. */
static size_t find(const struct bridges *bridges, uint32_t x)
{
    size_t low = 0, high = bridges->count;
    while (low < high) {
        const size_t half = (low + high) / 2;
        if (bridges->points[half].x + NEAR < x)
            low = half + 1;
        else
            high = half;
    }
    return low;
}

static bool is_near(const struct point *a, const struct roads_point *b)
{
    const double x = (double)a->x - (double)b->x, z = (double)a->z - (double)b->z;
    return x * x + z * z <= (double)NEAR * NEAR;
}

/* The first end of a bridge at an end of one, if others end there and nothing else is there; else NOBODY. */
static uint32_t place_of(const struct bridges *bridges, uint32_t end)
{
    const struct roads_point *at = end_of(bridges->roads, end);
    uint32_t first = end;
    bool others = false;
    for (size_t i = find(bridges, at->x);
         i < bridges->count && bridges->points[i].x <= at->x + NEAR; i++) {
        const struct point *p = &bridges->points[i];
        if (!is_near(p, at)) continue;
        if (!bridges->roads->list[p->road].bridge) return NOBODY;
        others = others || p->road != end / 2;
        if (p->end < first) first = p->end;
    }
    return others ? first : NOBODY;
}

static void ask_other(struct bridges *bridges, uint32_t end, double length)
{
    const uint32_t place = bridges->place[end], other = end ^ 1u;
    if (place == NOBODY) return;
    const uint32_t there = bridges->place[other] != NOBODY ? bridges->place[other] : other;
    bridges->sum[place] += bridges->height_m[there] / length;
    bridges->by[place] += 1 / length;
}

/* Each place in the air gets the mean of those that bridges lead to, by nearness. False: there are none. */
static bool sweep(struct bridges *bridges)
{
    const struct roads *roads = bridges->roads;
    bool some = false;
    for (size_t r = 0; r < roads->count; r++) {
        const struct roads_road *road = &roads->list[r];
        if (!road->bridge) continue;
        const double length = roads_points_m(&roads->points[road->first], road->count);
        ask_other(bridges, (uint32_t)(2 * r), length);
        ask_other(bridges, (uint32_t)(2 * r + 1), length);
    }
    for (size_t e = 0; e < 2 * roads->count; e++) {
        if (bridges->by[e] > 0) bridges->height_m[e] = bridges->sum[e] / bridges->by[e];
        some = some || bridges->by[e] > 0;
        bridges->sum[e] = bridges->by[e] = 0;
    }
    return some;
}

static enum scree_code need(struct bridges *bridges, struct scree_error *err)
{
    const size_t ends = 2 * bridges->roads->count;
    RETURN_IF_ERR(
        MEM_NEED(&bridges->points, bridges->roads->point_count, sizeof *bridges->points, err));
    RETURN_IF_ERR(MEM_NEED(&bridges->place, ends, sizeof *bridges->place, err));
    RETURN_IF_ERR(MEM_NEED(&bridges->height_m, ends, sizeof *bridges->height_m, err));
    RETURN_IF_ERR(MEM_NEED(&bridges->sum, ends, sizeof *bridges->sum, err));
    return MEM_NEED(&bridges->by, ends, sizeof *bridges->by, err);
}

static void solve(double *aloft_m, struct bridges *bridges, const struct roads_ground *ground)
{
    const size_t ends = 2 * bridges->roads->count;
    list_points(bridges);
    for (uint32_t e = 0; e < ends; e++) {
        const struct roads_point *at = end_of(bridges->roads, e);
        const bool bridge = bridges->roads->list[e / 2].bridge;
        bridges->place[e] = bridge ? place_of(bridges, e) : NOBODY;
        if (bridge)
            bridges->height_m[e] = ground->height_m(ground->land, (double)at->x / ROADS_UNITS,
                                                    (double)at->z / ROADS_UNITS);
    }
    for (int i = 0; i < SWEEPS && sweep(bridges); i++) continue;
    for (size_t e = 0; e < ends; e++)
        aloft_m[e] = bridges->place[e] != NOBODY ? bridges->height_m[bridges->place[e]] : NAN;
}

enum scree_code roads_aloft(double **aloft_m, const struct roads *roads,
                            const struct roads_ground *ground, struct scree_error *err)
{
    struct bridges bridges = {.roads = roads};
    RETURN_IF_ERR(MEM_NEED(aloft_m, 2 * roads->count, sizeof **aloft_m, err));
    const enum scree_code code = need(&bridges, err);
    if (code == SCREE_OK) solve(*aloft_m, &bridges, ground);
    mem_free(bridges.points);
    mem_free(bridges.place);
    mem_free(bridges.height_m);
    mem_free(bridges.sum);
    mem_free(bridges.by);
    if (code == SCREE_OK) return SCREE_OK;
    mem_free(*aloft_m);
    *aloft_m = NULL;
    return code;
}

/* ---- where a strip goes on ---- */

#define JOINT_M 0.5

/* How nearly straight a strip goes on from a place: the cosine of the bend, -2 if it does not end there; *end: the section
 * there, *next: the one that follows it. */
static double goes_on(const struct roads_section **end, const struct roads_section **next,
                      const struct roads_strip *strip, int side, const struct roads_place *at,
                      const double out[2])
{
    const struct roads_section *a = &strip->sections[side == 0 ? 0 : strip->count - 1];
    const double x = a->place.x_m - at->x_m, z = a->place.z_m - at->z_m, way = side == 0 ? 1 : -1;
    *end = a;
    *next = side == 0 ? a + 1 : a - 1;
    if (x * x + z * z > JOINT_M * JOINT_M) return -2;
    return way * (a->place.ahead[0] * out[0] + a->place.ahead[1] * out[1]);
}

/* Heights of edges in the plane of another's end. */
static void continue_plane(double edge_m[2], const struct roads_section *of,
                           const struct roads_section *end, const struct roads_section *next)
{
    double left[2], right[2];
    roads_section_edge(left, end, 0);
    roads_section_edge(right, end, 1);
    const double x = next->place.x_m - end->place.x_m, z = next->place.z_m - end->place.z_m;
    const double across[2] = {right[0] - left[0], right[1] - left[1]};
    const double width = across[0] * across[0] + across[1] * across[1];
    const double rise = (next->edge_m[0] + next->edge_m[1] - end->edge_m[0] - end->edge_m[1]) / 2;
    for (int side = 0; side < 2; side++) {
        double at[2];
        roads_section_edge(at, of, side);
        at[0] -= left[0], at[1] -= left[1];
        const double u = (at[0] * across[0] + at[1] * across[1]) / width;
        const double v = (at[0] * x + at[1] * z) / (x * x + z * z);
        edge_m[side] = end->edge_m[0] + u * (end->edge_m[1] - end->edge_m[0]) + v * rise;
    }
}

bool roads_joint(double edge_m[2], const struct roads_strips *all, size_t road,
                 const struct roads_section *end, const double out[2])
{
    double best = -2;
    for (size_t r = 0; all->made != NULL && r < all->roads->count; r++) {
        const struct roads_section *there, *next;
        for (int side = 0; side < 2 && r != road && all->made[r].count > 1; side++) {
            const double straight = goes_on(&there, &next, &all->made[r], side, &end->place, out);
            if (straight <= best) continue;
            best = straight;
            continue_plane(edge_m, end, there, next);
        }
    }
    return best > -2;
}
