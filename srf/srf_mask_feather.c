/*
 * Pictures of masks averaged over a square: in whole numbers, each row once as it enters the square, once
 * as it leaves it and once at its edge, so that nothing but a few rows is held beside the picture.
 */
#include "srf/srf.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

/* Along an axis: `whole` pixels to either side weigh 16, and one more `part`. */
struct reach {
    int64_t whole;
    uint32_t part;
};

struct feather {
    const struct srf_mask *from;
    struct reach x, y;
    uint64_t *sums;     /* [column]: of the rows that weigh 16 */
    uint64_t *edges[3]; /* [column]: of one row each */
};

static struct reach reach_of(double side)
{
    const int64_t sixteenths = side > 1.0 ? (int64_t)floor((side - 1.0) * 8.0 + 0.5) : 0;
    return (struct reach){sixteenths / 16, (uint32_t)(sixteenths % 16)};
}

/* What all pixels of the square weigh, along an axis. */
static uint64_t weight_of(struct reach reach)
{
    return 16 * (2 * (uint64_t)reach.whole + 1) + 2 * reach.part;
}

/* Pixels beyond the edge are those at the edge. */
static size_t within(int64_t i, uint32_t count)
{
    return i < 0 ? 0 : i >= (int64_t)count ? count - 1u : (size_t)i;
}

/* The weighed sums along a row, for each of its pixels. */
static void sum_row(uint64_t *out, const struct feather *f, int64_t row)
{
    const uint32_t width = f->from->width;
    const uint16_t *const codes = f->from->pixels + within(row, f->from->height) * width;
    const int64_t whole = f->x.whole;
    uint64_t sum = 0;
    for (int64_t i = -whole; i <= whole; i++) sum += codes[within(i, width)];
    for (int64_t i = 0; i < (int64_t)width; i++) {
        const uint64_t before = codes[within(i - whole - 1, width)];
        const uint64_t after = codes[within(i + whole + 1, width)];
        out[i] = 16 * sum + f->x.part * (before + after);
        sum += after - codes[within(i - whole, width)];
    }
}

static void add_row(const struct feather *f, int64_t row)
{
    sum_row(f->edges[0], f, row);
    for (uint32_t i = 0; i < f->from->width; i++) f->sums[i] += f->edges[0][i];
}

static void average(uint16_t *out, const struct feather *f)
{
    const uint32_t width = f->from->width;
    const uint64_t all = weight_of(f->x) * weight_of(f->y);
    const uint64_t scale = UINT16_MAX / f->from->most_code;
    const int64_t whole = f->y.whole;
    for (int64_t j = -whole; j <= whole; j++) add_row(f, j);
    for (int64_t j = 0; j < (int64_t)f->from->height; j++) {
        sum_row(f->edges[0], f, j - whole - 1);
        sum_row(f->edges[1], f, j + whole + 1);
        sum_row(f->edges[2], f, j - whole);
        for (uint32_t i = 0; i < width; i++) {
            const uint64_t before = f->edges[0][i], after = f->edges[1][i];
            const uint64_t sum = 16 * f->sums[i] + f->y.part * (before + after);
            *out++ = (uint16_t)((scale * sum + all / 2) / all);
            f->sums[i] += after - f->edges[2][i];
        }
    }
}

enum scree_code srf_mask_feather(struct srf_mask **out, const struct srf_mask *from,
                                 const double side[2], struct scree_error *err)
{
    struct feather f = {.from = from, .x = reach_of(side[0]), .y = reach_of(side[1])};
    struct mem_arena arena = {0};
    f.sums = mem_arena_alloc(&arena, from->width, sizeof *f.sums);
    for (int i = 0; i < 3; i++)
        f.edges[i] = mem_arena_alloc(&arena, from->width, sizeof *f.edges[i]);
    enum scree_code code = mem_arena_check(&arena, err);
    if (code == SCREE_OK) code = srf_mask_create(out, from->file, from->width, from->height, err);
    if (code == SCREE_OK) {
        (*out)->most_code = UINT16_MAX;
        memcpy((*out)->identity, from->identity, sizeof from->identity);
        average((*out)->pixels, &f);
    }
    mem_arena_free(&arena);
    return code;
}
