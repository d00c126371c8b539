/*
 * The area that drains through each texel: all of it goes to one neighbour (D8), hollows are filled
 * first.
 *
 * Filling is the priority flood: from the edge inwards, always at the lowest texel reached so far, of
 * equal ones at the one of the lower number. A texel is then as high as its own ground or as where it
 * was reached from, whichever is more, and the order in which texels are left is one in which water
 * never flows back. Source of the method: R. Barnes, C. Lehman, D. Mulla, "Priority-flood", Computers
 * and Geosciences 62 (2014).
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "derive/derive_parts.h"

#define NEIGHBOURS 8
#define AWAY 8 /* over the edge of the map */
#define UNSEEN 9
#define OFTEN 0xfffff /* texels between two looks at the job */

static const int8_t step_x[NEIGHBOURS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int8_t step_y[NEIGHBOURS] = {0, 1, 1, 1, 0, -1, -1, -1};

struct flood {
    const struct derive *derive;
    uint32_t width, height;
    struct mem_arena arena; /* of all but the heap */
    uint64_t *heap;         /* the lowest first: altitude, then number (key_of()) */
    size_t heaped, room;
    float *filled;  /* [texel], and so are the others */
    uint32_t *left; /* [0 ..): texels in the order in which they were left */
    uint8_t *way;   /* the neighbour that water goes to */
};

/* ---- the heap ---- */

/* Floats as whole numbers in the same order. */
static uint64_t key_of(float altitude, uint32_t texel)
{
    uint32_t bits;
    altitude += 0.0f; /* -0 is 0 */
    memcpy(&bits, &altitude, sizeof bits);
    bits = bits >> 31 ? ~bits : bits | UINT32_C(1) << 31;
    return (uint64_t)bits << 32 | texel;
}

static enum scree_code push(struct flood *flood, uint64_t key, struct scree_error *err)
{
    uint64_t *heap = mem_room(flood->heap, flood->heaped, &flood->room, sizeof *heap);
    if (heap == NULL) return err_no_memory(err);
    flood->heap = heap;
    size_t at = flood->heaped++;
    for (; at > 0 && heap[(at - 1) / 2] > key; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    heap[at] = key;
    return SCREE_OK;
}

static uint32_t pop(struct flood *flood)
{
    uint64_t *heap = flood->heap;
    const uint64_t lowest = heap[0], last = heap[--flood->heaped];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= flood->heaped) break;
        if (child + 1 < flood->heaped && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= last) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return (uint32_t)lowest;
}

/* ---- the flood ---- */

/* The neighbour of a texel, or false at the edge. */
static bool neighbour(size_t *out, const struct flood *flood, size_t texel, unsigned k)
{
    const int64_t x = (int64_t)(texel % flood->width) + step_x[k];
    const int64_t y = (int64_t)(texel / flood->width) + step_y[k];
    if (x < 0 || y < 0 || x >= flood->width || y >= flood->height) return false;
    *out = (size_t)y * flood->width + (size_t)x;
    return true;
}

static enum scree_code reach(struct flood *flood, size_t texel, float altitude, uint8_t way,
                             struct scree_error *err)
{
    flood->filled[texel] = altitude;
    flood->way[texel] = way;
    return push(flood, key_of(altitude, (uint32_t)texel), err);
}

static enum scree_code begin_at_edges(struct flood *flood, struct scree_error *err)
{
    const float *ground = flood->derive->whole;
    const size_t width = flood->width, all = width * flood->height;
    memset(flood->way, UNSEEN, all);
    for (size_t texel = 0; texel < all; texel++) {
        const size_t x = texel % width, y = texel / width;
        if (x == 0 || y == 0 || x == width - 1 || y == flood->height - (size_t)1)
            RETURN_IF_ERR(reach(flood, texel, ground[texel], AWAY, err));
        else if (x == 1)
            texel += width - 3; /* to the last of the row */
    }
    return SCREE_OK;
}

static enum scree_code fill(struct flood *flood, struct scree_job *job, struct scree_error *err)
{
    const float *ground = flood->derive->whole;
    const size_t all = (size_t)flood->width * flood->height;
    RETURN_IF_ERR(begin_at_edges(flood, err));
    for (size_t done = 0; flood->heaped > 0; done++) {
        if ((done & OFTEN) == 0)
            RETURN_IF_ERR(job_step(job, "following the water", (double)done / (double)all, err));
        const uint32_t texel = pop(flood);
        const float level = flood->filled[texel];
        flood->left[done] = texel;
        for (unsigned k = 0; k < NEIGHBOURS; k++) {
            size_t to;
            if (!neighbour(&to, flood, texel, k) || flood->way[to] != UNSEEN) continue;
            const float altitude = ground[to] > level ? ground[to] : level;
            RETURN_IF_ERR(reach(flood, to, altitude, (uint8_t)((k + 4) % NEIGHBOURS), err));
        }
    }
    return SCREE_OK;
}

/* ---- the flow ---- */

/* Where a neighbour is lower, water goes the steepest way, of equal ones the first; else to where the
 * flood came from. */
static void choose_ways(struct flood *flood)
{
    const double *texel_m = flood->derive->texel_m;
    double far[NEIGHBOURS];
    for (unsigned k = 0; k < NEIGHBOURS; k++) {
        const double x = step_x[k] * texel_m[0], y = step_y[k] * texel_m[1];
        far[k] = sqrt(x * x + y * y);
    }
    const size_t all = (size_t)flood->width * flood->height;
    for (size_t texel = 0; texel < all; texel++) {
        double steepest = 0;
        for (unsigned k = 0; k < NEIGHBOURS; k++) {
            size_t to;
            if (!neighbour(&to, flood, texel, k)) continue;
            const double fall = ((double)flood->filled[texel] - (double)flood->filled[to]) / far[k];
            if (fall <= steepest) continue;
            steepest = fall;
            flood->way[texel] = (uint8_t)k;
        }
    }
}

static void add_up(struct derive *derive, const struct flood *flood)
{
    const size_t all = (size_t)flood->width * flood->height;
    for (size_t texel = 0; texel < all; texel++) derive->cells[texel] = 1;
    for (size_t i = all; i-- > 0;) {
        const size_t texel = flood->left[i];
        size_t to;
        if (flood->way[texel] != AWAY && neighbour(&to, flood, texel, flood->way[texel]))
            derive->cells[to] += derive->cells[texel];
    }
}

enum scree_code derive_flow(struct derive *derive, struct scree_job *job, struct scree_error *err)
{
    struct flood flood = {
        .derive = derive, .width = derive->options.width, .height = derive->options.height};
    const size_t all = (size_t)flood.width * flood.height;
    RETURN_IF_ERR(MEM_NEED(&derive->cells, all, sizeof *derive->cells, err));
    flood.filled = mem_arena_alloc(&flood.arena, all, sizeof *flood.filled);
    flood.left = mem_arena_alloc(&flood.arena, all, sizeof *flood.left);
    flood.way = mem_arena_alloc(&flood.arena, all, sizeof *flood.way);
    enum scree_code code = mem_arena_check(&flood.arena, err);
    if (code == SCREE_OK) code = fill(&flood, job, err);
    if (code == SCREE_OK) {
        choose_ways(&flood);
        add_up(derive, &flood);
    }
    mem_free(flood.heap);
    mem_arena_free(&flood.arena);
    return code;
}
