/* Which edges are one road: at each node the two that go on straight, the better class before all. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_net.h"

#define STRAIGHT 0.3 /* cosine of the greatest turn at a node with more than two arms */

struct arm {
    uint32_t id; /* 2 * edge + end */
    enum roads_class kind;
    double away[2]; /* of length 1 */
};

/* A pair of arms: the better the sum of classes, and then the straighter, the better. */
struct pair {
    size_t a, b;
    int kinds;
    double straight; /* cosine of the turn */
    bool found;
};

static struct arm arm_of(const struct grade_net *net, uint32_t id)
{
    const struct grade_edge *edge = &net->edges[id / 2];
    const struct roads_point *p = &net->points[edge->first];
    const size_t last = edge->count - 1;
    const struct roads_point *from = id % 2 == 0 ? p : p + last;
    const struct roads_point *to = id % 2 == 0 ? p + 1 : p + last - 1;
    const double x = (double)to->x - (double)from->x, z = (double)to->z - (double)from->z;
    const double length = sqrt(x * x + z * z);
    return (struct arm){id, net->roads->list[edge->road].kind, {x / length, z / length}};
}

static void try_pair(struct pair *best, const struct arm *arms, size_t a, size_t b, size_t count)
{
    const double straight =
        -(arms[a].away[0] * arms[b].away[0] + arms[a].away[1] * arms[b].away[1]);
    const int kinds = (int)arms[a].kind + (int)arms[b].kind;
    if (count > 2 && (straight < STRAIGHT || arms[a].kind != arms[b].kind)) return;
    if (best->found &&
        (kinds > best->kinds || (kinds == best->kinds && straight <= best->straight)))
        return;
    *best = (struct pair){a, b, kinds, straight, true};
}

static void pair_arms(struct grade_node *node, const struct arm *arms, size_t count)
{
    struct pair best = {.found = false};
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++) try_pair(&best, arms, a, b, count);
    if (!best.found) return;
    node->next[0] = arms[best.a].id;
    node->next[1] = arms[best.b].id;
}

/* The arms of all nodes, one node after the other, each in the order of edges. */
static enum scree_code pair_all(struct grade_net *net, struct scree_error *err)
{
    size_t *first, *next;
    struct arm *arms = NULL;
    RETURN_IF_ERR(MEM_NEED(&first, net->node_count + 1, sizeof *first, err));
    next = mem_alloc(net->node_count, sizeof *next);
    arms = mem_alloc(2 * net->edge_count, sizeof *arms);
    const bool good = next != NULL && arms != NULL;
    for (size_t n = 0; good && n < net->node_count; n++) {
        first[n + 1] = first[n] + net->nodes[n].arms;
        next[n] = first[n];
    }
    for (uint32_t id = 0; good && id < 2 * net->edge_count; id++)
        arms[next[net->edges[id / 2].node[id % 2]]++] = arm_of(net, id);
    for (size_t n = 0; good && n < net->node_count; n++)
        pair_arms(&net->nodes[n], arms + first[n], first[n + 1] - first[n]);
    mem_free(first);
    mem_free(next);
    mem_free(arms);
    return good ? SCREE_OK : err_no_memory(err);
}

/* The arm that goes on behind the far end of one, or GRADE_NONE. */
static uint32_t beyond(const struct grade_net *net, uint32_t arm)
{
    const uint32_t far = arm ^ 1;
    const struct grade_node *node = &net->nodes[net->edges[far / 2].node[far % 2]];
    return node->next[0] == far ? node->next[1] : node->next[1] == far ? node->next[0] : GRADE_NONE;
}

/* Follows a chain from its arm on; fills links unless they are NULL. */
static size_t follow(const struct grade_net *net, uint32_t arm, struct grade_link *links,
                     bool *closed)
{
    size_t count = 0;
    const uint32_t start = arm;
    *closed = false;
    for (;;) {
        if (links != NULL) links[count] = (struct grade_link){arm / 2, arm % 2 == 1};
        count++;
        arm = beyond(net, arm);
        *closed = arm == start;
        if (arm == GRADE_NONE || *closed) return count;
    }
}

/* The first arm of the chain that an edge is in: that of the edge itself where the chain is closed. */
static uint32_t begin_of(const struct grade_net *net, uint32_t edge)
{
    uint32_t arm = 2 * edge + 1;
    for (;;) {
        const uint32_t next = beyond(net, arm);
        if (next == GRADE_NONE) return arm ^ 1;
        if (next == 2 * edge + 1) return 2 * edge;
        arm = next;
    }
}

static void add_chain(struct grade_net *net, uint32_t edge, bool *used)
{
    struct grade_chain *chain = &net->chains[net->chain_count++];
    struct grade_link *links = &net->links[net->link_count];
    uint32_t arm = begin_of(net, edge);
    chain->first = net->link_count;
    chain->count = follow(net, arm, links, &chain->closed);
    const struct grade_link *last = &links[chain->count - 1];
    if (!chain->closed && last->edge < links[0].edge) {
        arm = 2 * last->edge + (last->turned ? 0 : 1);
        follow(net, arm, links, &chain->closed);
    }
    for (size_t i = 0; i < chain->count; i++) used[links[i].edge] = true;
    net->link_count += chain->count;
}

enum scree_code roads_chains_make(struct grade_net *net, struct scree_error *err)
{
    bool *used;
    RETURN_IF_ERR(pair_all(net, err));
    RETURN_IF_ERR(MEM_NEED(&net->links, net->edge_count, sizeof *net->links, err));
    RETURN_IF_ERR(MEM_NEED(&net->chains, net->edge_count, sizeof *net->chains, err));
    RETURN_IF_ERR(MEM_NEED(&used, net->edge_count, sizeof *used, err));
    for (uint32_t edge = 0; edge < net->edge_count; edge++)
        if (!used[edge]) add_chain(net, edge, used);
    mem_free(used);
    return SCREE_OK;
}
