/* The edges of the network: roads between one place where they meet and the next. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_net.h"

#define LOOP_POINTS 4 /* an edge from a node to itself with fewer is a blot */

static bool is_near(const struct roads_point *a, const struct grade_node *node)
{
    const int64_t x = (int64_t)a->x - node->x, z = (int64_t)a->z - node->z;
    return x * x + z * z <= (int64_t)GRADE_NEAR * GRADE_NEAR;
}

static struct roads_point end_at(const struct grade_net *net, const struct grade_cut *cut)
{
    const struct roads_point *a = &net->roads->points[cut->point];
    const double width =
        (double)a[0].width + cut->along * ((double)a[1].width - (double)a[0].width);
    const struct grade_node *node = &net->nodes[cut->node];
    return (struct roads_point){node->x, node->z, (uint32_t)(width + 0.5)};
}

static int compare_points(const struct roads_point *a, const struct roads_point *b)
{
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->z != b->z) return a->z < b->z ? -1 : 1;
    return a->width < b->width ? -1 : a->width > b->width;
}

/* The end that comes first by its points is the first. */
static void orient(struct grade_net *net, struct grade_edge *edge)
{
    struct roads_point *p = &net->points[edge->first];
    const size_t last = edge->count - 1;
    int order = 0;
    for (size_t i = 0; order == 0 && i <= last; i++) order = compare_points(&p[i], &p[last - i]);
    if (order <= 0) return;
    for (size_t i = 0; i < edge->count / 2; i++) {
        const struct roads_point held = p[i];
        p[i] = p[last - i];
        p[last - i] = held;
    }
    const uint32_t held = edge->node[0];
    edge->node[0] = edge->node[1];
    edge->node[1] = held;
}

static void add_edge(struct grade_net *net, const struct grade_cut *from,
                     const struct grade_cut *to)
{
    const struct roads_road *road = &net->roads->list[from->road];
    struct grade_edge edge = {.first = net->point_count,
                              .node = {from->node, to->node},
                              .road = from->road,
                              .open = road->bridge || road->tunnel};
    struct roads_point *out = &net->points[net->point_count];
    out[edge.count++] = end_at(net, from);
    for (size_t i = from->point + 1; i <= to->point; i++) {
        const struct roads_point *point = &net->roads->points[i];
        if (is_near(point, &net->nodes[from->node]) || is_near(point, &net->nodes[to->node]))
            continue;
        out[edge.count++] = *point;
    }
    out[edge.count++] = end_at(net, to);
    if (from->node == to->node && edge.count < LOOP_POINTS) return;
    net->point_count += edge.count;
    orient(net, &edge);
    net->edges[net->edge_count++] = edge;
}

/* ---- sorting ---- */

/* What qsort() compares: it has no context. */
struct key {
    const struct grade_net *net;
    struct grade_edge edge;
};

static int compare_shapes(const struct roads_road *a, const struct roads_road *b)
{
    const double p[] = {a->shape.grade,      a->shape.curve_m,  a->shape.crown,      a->shape.bank,
                        a->shape.bend_m,     a->shape.run_in_m, a->shape.shoulder_m, a->shape.slope,
                        a->shape.corridor_m, a->shape.depth_m};
    const double q[] = {b->shape.grade,      b->shape.curve_m,  b->shape.crown,      b->shape.bank,
                        b->shape.bend_m,     b->shape.run_in_m, b->shape.shoulder_m, b->shape.slope,
                        b->shape.corridor_m, b->shape.depth_m};
    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++)
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return 0;
}

/* By where it runs alone. */
static int by_points(const struct key *a, const struct key *b)
{
    const struct roads_point *p = &a->net->points[a->edge.first];
    const struct roads_point *q = &b->net->points[b->edge.first];
    for (size_t i = 0; i < a->edge.count && i < b->edge.count; i++) {
        if (p[i].x != q[i].x) return p[i].x < q[i].x ? -1 : 1;
        if (p[i].z != q[i].z) return p[i].z < q[i].z ? -1 : 1;
    }
    return a->edge.count < b->edge.count ? -1 : a->edge.count > b->edge.count;
}

static int by_road(const struct key *a, const struct key *b)
{
    const struct roads_road *one = &a->net->roads->list[a->edge.road];
    const struct roads_road *other = &b->net->roads->list[b->edge.road];
    if (one->kind != other->kind) return one->kind < other->kind ? -1 : 1;
    if (a->edge.open != b->edge.open) return a->edge.open ? 1 : -1;
    const struct roads_point *p = &a->net->points[a->edge.first];
    const struct roads_point *q = &b->net->points[b->edge.first];
    for (size_t i = 0; i < a->edge.count && i < b->edge.count; i++)
        if (p[i].width != q[i].width) return p[i].width > q[i].width ? -1 : 1;
    return compare_shapes(one, other);
}

static int by_place(const void *a, const void *b)
{
    const int order = by_points(a, b);
    return order != 0 ? order : by_road(a, b);
}

static int by_right_of_way(const void *a, const void *b)
{
    const struct key *p = a, *q = b;
    const enum roads_class one = p->net->roads->list[p->edge.road].kind;
    const enum roads_class other = q->net->roads->list[q->edge.road].kind;
    if (one != other) return one < other ? -1 : 1;
    return by_place(a, b);
}

/* Of edges that run the same way the best stays. */
static size_t leave_out_doubles(struct key *keys, size_t count)
{
    size_t kept = 0;
    qsort(keys, count, sizeof *keys, by_place);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || by_points(&keys[kept - 1], &keys[i]) != 0) keys[kept++] = keys[i];
    qsort(keys, kept, sizeof *keys, by_right_of_way);
    return kept;
}

static enum scree_code sort_edges(struct grade_net *net, struct scree_error *err)
{
    struct key *keys;
    RETURN_IF_ERR(MEM_NEED(&keys, net->edge_count, sizeof *keys, err));
    for (size_t i = 0; i < net->edge_count; i++) keys[i] = (struct key){net, net->edges[i]};
    net->edge_count = leave_out_doubles(keys, net->edge_count);
    for (size_t i = 0; i < net->edge_count; i++) {
        net->edges[i] = keys[i].edge;
        for (int end = 0; end < 2; end++) net->nodes[net->edges[i].node[end]].arms++;
    }
    mem_free(keys);
    return SCREE_OK;
}

/* ---- the network ---- */

static enum scree_code make_edges(struct grade_net *net, const struct grade_cuts *cuts,
                                  struct scree_error *err)
{
    /* Each cut adds an end to two edges, and each edge has points of its own besides. */
    RETURN_IF_ERR(MEM_NEED(&net->points, net->roads->point_count + 2 * cuts->count,
                           sizeof *net->points, err));
    RETURN_IF_ERR(MEM_NEED(&net->edges, cuts->count, sizeof *net->edges, err));
    size_t from = 0;
    for (size_t i = 1; i < cuts->count; i++) {
        const struct grade_cut *cut = &cuts->list[i];
        if (cut->road != cuts->list[from].road) from = i;
        if (from == i) continue;
        const bool twice =
            cut->node == cuts->list[from].node && cut->point <= cuts->list[from].point + 1;
        if (!twice) add_edge(net, &cuts->list[from], cut);
        from = i;
    }
    return sort_edges(net, err);
}

enum scree_code roads_net_make(struct grade_net *net, const struct roads *roads,
                               struct scree_error *err)
{
    struct grade_cuts cuts;
    *net = (struct grade_net){.roads = roads};
    enum scree_code code = roads_cuts_make(&cuts, roads, err);
    if (code == SCREE_OK) {
        net->nodes = cuts.nodes;
        net->node_count = cuts.node_count;
        cuts.nodes = NULL;
        code = make_edges(net, &cuts, err);
    }
    roads_cuts_free(&cuts);
    if (code == SCREE_OK) code = roads_chains_make(net, err);
    return code;
}

void roads_net_free(struct grade_net *net)
{
    mem_free(net->points);
    mem_free(net->nodes);
    mem_free(net->edges);
    mem_free(net->links);
    mem_free(net->chains);
    memset(net, 0, sizeof *net);
}
