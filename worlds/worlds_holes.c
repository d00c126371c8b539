/*
 * The first point that no tile has: a line goes over the world from the south to the north, and a tree
 * over the spans between all western and eastern edges counts how many tiles it crosses in each. A tile
 * comes and goes by as many steps as the tree is deep, so many tiles cost little more than sorting them.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "worlds/worlds_tiles.h"

struct edge {
    uint64_t at;
    size_t tile;
};

struct sweep {
    const struct worlds_list *list;
    struct edge *first,
        *end;             /* [tile]: rows where tiles begin, and those behind their last, rising */
    uint64_t *x;          /* [0 .. spans]: where spans begin, and where the last ends */
    size_t spans, leaves; /* leaves: a power of two; the tree's are [leaves .. 2 * leaves) */
    uint32_t *over;       /* [node]: tiles that cover all of it and not all of its parent */
    bool *is_open;        /* [node]: some of it is covered by none */
};

static int by_edge(const void *a, const void *b)
{
    const struct edge *const one = a, *const other = b;
    return (one->at > other->at) - (one->at < other->at);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

static void judge(struct sweep *s, size_t node)
{
    const bool below = node >= s->leaves ? node - s->leaves < s->spans
                                         : s->is_open[2 * node] || s->is_open[2 * node + 1];
    s->is_open[node] = s->over[node] == 0 && below;
}

/* Counts a tile in the spans first .. end - 1; bottom up, as the two ends of them walk to the root. */
static void count_tile(struct sweep *s, size_t first, size_t end, uint32_t change)
{
    size_t left = first + s->leaves, right = end + s->leaves;
    const size_t both[2] = {left, right - 1};
    for (; left < right; left /= 2, right /= 2) {
        if (left % 2 == 1) {
            s->over[left] += change;
            judge(s, left++);
        }
        if (right % 2 == 1) {
            s->over[--right] += change;
            judge(s, right);
        }
    }
    for (int k = 0; k < 2; k++)
        for (size_t node = both[k] / 2; node > 0; node /= 2) judge(s, node);
}

static size_t span_at(const struct sweep *s, uint64_t x)
{
    size_t low = 0, high = s->spans;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->x[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void pass(struct sweep *s, size_t tile, bool comes)
{
    const struct worlds_tile *const one = &s->list->tiles[tile];
    count_tile(s, span_at(s, one->x), span_at(s, one->x + one->width), comes ? 1 : UINT32_MAX);
}

/* The western edge of the first span that is open. */
static uint64_t first_open(const struct sweep *s)
{
    size_t node = 1;
    while (node < s->leaves) node = s->is_open[2 * node] ? 2 * node : 2 * node + 1;
    return s->x[node - s->leaves];
}

static void sort_edges(struct sweep *s)
{
    const size_t count = s->list->count;
    size_t ends = 0;
    s->x[ends++] = 0;
    s->x[ends++] = s->list->points_x;
    for (size_t i = 0; i < count; i++) {
        const struct worlds_tile *const tile = &s->list->tiles[i];
        s->first[i] = (struct edge){tile->y, i};
        s->end[i] = (struct edge){tile->y + tile->height, i};
        s->x[ends++] = tile->x;
        s->x[ends++] = tile->x + tile->width;
    }
    qsort(s->first, count, sizeof *s->first, by_edge);
    qsort(s->end, count, sizeof *s->end, by_edge);
    qsort(s->x, ends, sizeof *s->x, by_number);
    size_t kept = 1;
    for (size_t i = 1; i < ends; i++)
        if (s->x[i] != s->x[kept - 1]) s->x[kept++] = s->x[i];
    s->spans = kept - 1;
    for (s->leaves = 1; s->leaves < s->spans;) s->leaves *= 2;
}

static bool run(uint64_t hole[2], struct sweep *s)
{
    const size_t count = s->list->count;
    size_t in = 0, out = 0;
    for (size_t node = 2 * s->leaves - 1; node > 0; node--) judge(s, node);
    for (uint64_t y = 0; y < s->list->points_y;) {
        for (; in < count && s->first[in].at <= y; in++) pass(s, s->first[in].tile, true);
        for (; out < count && s->end[out].at <= y; out++) pass(s, s->end[out].tile, false);
        if (s->is_open[1]) {
            hole[0] = first_open(s);
            hole[1] = y;
            return true;
        }
        /* Nothing is open, so tiles are under way and the next edge is one of their ends at most. */
        const uint64_t end = s->end[out].at;
        y = in < count && s->first[in].at < end ? s->first[in].at : end;
    }
    return false;
}

enum scree_code worlds_find_hole(bool *found, uint64_t hole[2], const struct worlds_list *list,
                                 struct scree_error *err)
{
    const size_t ends = 2 * list->count + 2;
    struct sweep s = {.list = list};
    *found = false;
    s.first = mem_alloc(list->count, sizeof *s.first);
    s.end = mem_alloc(list->count, sizeof *s.end);
    s.x = mem_alloc(ends, sizeof *s.x);
    s.over = mem_alloc(ends, 4 * sizeof *s.over);
    s.is_open = mem_alloc(ends, 4 * sizeof *s.is_open);
    const bool good =
        s.first != NULL && s.end != NULL && s.x != NULL && s.over != NULL && s.is_open != NULL;
    if (good) {
        sort_edges(&s);
        *found = run(hole, &s);
    }
    mem_free(s.first);
    mem_free(s.end);
    mem_free(s.x);
    mem_free(s.over);
    mem_free(s.is_open);
    return good ? SCREE_OK : err_no_memory(err);
}
