/*
 * Strips without breaks. A wheel's path on a strip bends where it crosses the line of a cross-section, or the one between
 * the two triangles. A break is a sum of heights of edges; these are moved as little as takes it away (by squares, and
 * half as much more), one break after the other. Whoever calls raises again what is then too low, and so on: both are
 * steps towards sets of heights that are convex and have all high planes in common, so this ends.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/roads_strip.h"

#define SAMPLE_M 0.5 /* a break is seen over so much before and behind */
#define TRACK 0.1    /* of the width, from the edges to the wheels */
#define GOOD_M 0.045
#define AIM_M 0.04
#define BEYOND 1.5 /* of the way to what is aimed at */

/* A wheel's path: corners, of which the even ones lie on cross-sections. */
struct path {
    const struct roads_even *even;
    double share; /* of the way from the left to the right edge */
    size_t corners;
    double *along_m;
};

/* The cross-sections whose left and right edge a corner lies between. */
static size_t section_of(size_t corner, int side)
{
    return side == 0 ? (corner + 1) / 2 : corner / 2;
}

static void corner_at(double at[2], const struct path *path, size_t corner)
{
    double edge[2][2];
    for (int side = 0; side < 2; side++)
        roads_section_edge(edge[side], &path->even->sections[section_of(corner, side)], side);
    for (int k = 0; k < 2; k++) at[k] = (1 - path->share) * edge[0][k] + path->share * edge[1][k];
}

static void measure(const struct path *path)
{
    double last[2], at[2];
    corner_at(last, path, 0);
    path->along_m[0] = 0;
    for (size_t c = 1; c < path->corners; c++, last[0] = at[0], last[1] = at[1]) {
        corner_at(at, path, c);
        const double x = at[0] - last[0], z = at[1] - last[1];
        path->along_m[c] = path->along_m[c - 1] + sqrt(x * x + z * z);
    }
}

/* A break as a sum of heights of edges, each so many times: two for each of five corners at most. */
struct sum {
    size_t count, section[10];
    int side[10];
    double by[10];
};

static void add_corner(struct sum *sum, const struct path *path, size_t corner, double by)
{
    for (int side = 0; side < 2; side++) {
        const size_t section = section_of(corner, side);
        size_t i = 0;
        while (i < sum->count && (sum->section[i] != section || sum->side[i] != side)) i++;
        if (i == sum->count) {
            sum->section[i] = section;
            sum->side[i] = side;
            sum->by[i] = 0;
            sum->count++;
        }
        sum->by[i] += by * (side == 0 ? 1 - path->share : path->share);
    }
}

/* A place between a corner and the next. */
static void add_place(struct sum *sum, const struct path *path, size_t corner, double along_m,
                      double by)
{
    const double begin = path->along_m[corner], end = path->along_m[corner + 1];
    const double t = end > begin ? (along_m - begin) / (end - begin) : 0;
    add_corner(sum, path, corner, (1 - t) * by);
    add_corner(sum, path, corner + 1, t * by);
}

/* false: the path ends within half a metre of the corner. */
static bool sum_at(struct sum *sum, const struct path *path, size_t corner)
{
    const double at_m = path->along_m[corner];
    const double before_m = at_m - SAMPLE_M, behind_m = at_m + SAMPLE_M;
    size_t first = corner, last = corner;
    sum->count = 0;
    if (before_m < 0 || behind_m > path->along_m[path->corners - 1]) return false;
    while (path->along_m[first] > before_m) first--;
    while (path->along_m[last + 1] < behind_m) last++;
    add_place(sum, path, first, before_m, 1);
    add_corner(sum, path, corner, -2);
    add_place(sum, path, last, behind_m, 1);
    return true;
}

static bool is_fixed(const struct roads_even *even, size_t section)
{
    return even->fixed && (section == 0 || section + 1 == even->count);
}

/* Whether something was moved. */
static bool mend(const struct path *path, size_t corner)
{
    const struct roads_even *even = path->even;
    struct sum sum;
    double step_m = 0, squares = 0;
    if (!sum_at(&sum, path, corner)) return false;
    for (size_t i = 0; i < sum.count; i++) {
        step_m += sum.by[i] * even->sections[sum.section[i]].edge_m[sum.side[i]];
        if (is_fixed(even, sum.section[i])) sum.by[i] = 0;
        squares += sum.by[i] * sum.by[i];
    }
    if (fabs(step_m) <= GOOD_M || !(squares > 0)) return false;
    const double by = BEYOND * (step_m - (step_m > 0 ? AIM_M : -AIM_M)) / squares;
    for (size_t i = 0; i < sum.count; i++) {
        even->sections[sum.section[i]].edge_m[sum.side[i]] -= by * sum.by[i];
        even->moved[sum.section[i]] = even->moved[sum.section[i]] || sum.by[i] != 0;
    }
    return true;
}

static struct path path_of(const struct roads_even *even, int wheel)
{
    const size_t corners = 2 * even->count - 1;
    return (struct path){even, wheel == 0 ? TRACK : 1 - TRACK, corners,
                         even->along_m + (size_t)wheel * corners};
}

bool roads_even_round(const struct roads_even *even)
{
    bool some = false;
    memset(even->moved, 0, even->count * sizeof *even->moved);
    for (int wheel = 0; wheel < 2; wheel++) {
        const struct path path = path_of(even, wheel);
        for (size_t c = 1; c + 1 < path.corners; c++)
            if (mend(&path, c)) some = true;
    }
    return some;
}

enum scree_code roads_even_start(struct roads_even *even, struct roads_section *sections,
                                 size_t count, struct scree_error *err)
{
    *even = (struct roads_even){.sections = sections, .count = count};
    RETURN_IF_ERR(MEM_NEED(&even->moved, count, sizeof *even->moved, err));
    RETURN_IF_ERR(MEM_NEED(&even->along_m, 2 * (2 * count - 1), sizeof *even->along_m, err));
    for (int wheel = 0; wheel < 2; wheel++) {
        const struct path path = path_of(even, wheel);
        measure(&path);
    }
    return SCREE_OK;
}

void roads_even_free(struct roads_even *even)
{
    mem_free(even->moved);
    mem_free(even->along_m);
}
