/*
 * Connected regions of changed texels, and the window that holds most of them, row by row: what is
 * kept of the rows before is one row of labels and the last rows of the window.
 *
 * A region is a slot of numbers. Runs of a row take a new slot or the one they touch above them,
 * corners included; slots that meet are added up. A slot that no run of the last row carries is a
 * whole region.
 */
#include "compare/diff.h"

#include <string.h>

#define NONE UINT32_MAX
/* Of a texel of a full row: a region of all texels of the largest grid has 2^63. */
#define TEXEL_UNITS (UINT64_C(1) << 23)

struct slot {
    struct compare_region region;
    uint32_t into; /* NONE, or the slot it was added to */
    bool used, carried;
};

struct diff_regions {
    uint32_t width, height, row;
    uint32_t weight;        /* of the row at hand */
    struct slot *slots;     /* [width + 2]: a row has at most width / 2 + 1 runs */
    uint32_t *above, *here; /* [width]: slots of texels, NONE where nothing changed */
    uint64_t total;
    size_t kept;
    struct compare_region best[COMPARE_REGIONS];
    /* the window */
    uint32_t window;
    uint8_t *changed;  /* [(row % window) * width + column] */
    uint32_t *columns; /* [column]: changed texels of the last `window` rows */
    uint32_t densest, densest_column, densest_row;
};

struct diff_regions *diff_regions_create(struct mem_arena *arena, uint32_t width, uint32_t height)
{
    struct diff_regions *r = mem_arena_alloc(arena, 1, sizeof *r);
    if (r == NULL) return NULL;
    r->width = width;
    r->height = height;
    r->window = COMPARE_WINDOW;
    if (r->window > width) r->window = width;
    if (r->window > height) r->window = height;
    r->slots = mem_arena_alloc(arena, (size_t)width + 2, sizeof *r->slots);
    r->above = mem_arena_alloc(arena, width, sizeof *r->above);
    r->here = mem_arena_alloc(arena, width, sizeof *r->here);
    r->changed = mem_arena_alloc(arena, width, r->window);
    r->columns = mem_arena_alloc(arena, width, sizeof *r->columns);
    for (uint32_t i = 0; r->above != NULL && i < width; i++) r->above[i] = NONE;
    return r;
}

/* ---- regions ---- */

static bool is_before(const struct compare_region *a, const struct compare_region *b)
{
    if (a->units != b->units) return a->units > b->units;
    if (a->amount != b->amount) return a->amount > b->amount;
    if (a->row != b->row) return a->row < b->row;
    return a->column < b->column;
}

/* Keeps the greatest, in order. */
static void keep(struct diff_regions *r, const struct compare_region *region)
{
    r->total++;
    size_t at = r->kept < COMPARE_REGIONS ? r->kept++ : COMPARE_REGIONS;
    for (; at > 0 && is_before(region, &r->best[at - 1]); at--)
        if (at < COMPARE_REGIONS) r->best[at] = r->best[at - 1];
    if (at < COMPARE_REGIONS) r->best[at] = *region;
}

/* Of two peaks the greater, then the first in reading order. */
static void add_region(struct compare_region *to, const struct compare_region *from)
{
    to->texels += from->texels;
    to->amount += from->amount;
    to->units += from->units;
    to->ground_amount += from->ground_amount;
    if (from->left < to->left) to->left = from->left;
    if (from->top < to->top) to->top = from->top;
    if (from->right > to->right) to->right = from->right;
    if (from->bottom > to->bottom) to->bottom = from->bottom;
    const bool sooner = from->row != to->row ? from->row < to->row : from->column < to->column;
    if (from->peak > to->peak || (from->peak == to->peak && sooner)) {
        to->peak = from->peak;
        to->column = from->column;
        to->row = from->row;
    }
}

static uint32_t root_of(const struct diff_regions *r, uint32_t slot)
{
    while (r->slots[slot].into != NONE) slot = r->slots[slot].into;
    return slot;
}

static uint32_t unite(struct diff_regions *r, uint32_t a, uint32_t b)
{
    if (a == NONE || a == b) return b;
    add_region(&r->slots[b].region, &r->slots[a].region);
    r->slots[a].into = b;
    return b;
}

static uint32_t new_slot(const struct diff_regions *r, uint32_t from)
{
    while (r->slots[from].used) from++;
    return from;
}

static struct compare_region region_of_run(const struct diff_regions *r, const uint32_t *amounts,
                                           uint32_t left, uint32_t right)
{
    struct compare_region run = {.texels = right - left + 1,
                                 .left = left,
                                 .right = right,
                                 .top = r->row,
                                 .bottom = r->row,
                                 .row = r->row};
    for (uint32_t i = left; i <= right; i++) {
        run.amount += amounts[i];
        if (amounts[i] <= run.peak) continue;
        run.peak = amounts[i];
        run.column = i;
    }
    run.units = run.texels * render_weigh(TEXEL_UNITS, r->weight);
    run.ground_amount = (double)run.amount * r->weight / RENDER_FULL_ROW;
    return run;
}

static void close_regions(struct diff_regions *r)
{
    for (uint32_t s = 0; s < r->width + 2; s++) r->slots[s].carried = false;
    for (uint32_t i = 0; i < r->width; i++) {
        if (r->here[i] == NONE) continue;
        r->here[i] = root_of(r, r->here[i]);
        r->slots[r->here[i]].carried = true;
    }
    for (uint32_t s = 0; s < r->width + 2; s++) {
        struct slot *slot = &r->slots[s];
        if (!slot->used || slot->carried) continue;
        if (slot->into == NONE) keep(r, &slot->region);
        slot->used = false;
    }
}

static void label_row(struct diff_regions *r, const uint32_t *amounts, uint32_t over)
{
    uint32_t fresh = 0;
    for (uint32_t left = 0; left < r->width; left++) {
        r->here[left] = NONE;
        if (amounts[left] < over) continue;
        uint32_t right = left;
        while (right + 1 < r->width && amounts[right + 1] >= over) right++;
        uint32_t slot = NONE;
        const uint32_t from = left > 0 ? left - 1 : 0;
        const uint32_t to = right + 1 < r->width ? right + 1 : right;
        for (uint32_t i = from; i <= to; i++)
            if (r->above[i] != NONE) slot = unite(r, slot, root_of(r, r->above[i]));
        const struct compare_region run = region_of_run(r, amounts, left, right);
        if (slot != NONE) {
            add_region(&r->slots[slot].region, &run);
        } else {
            slot = fresh = new_slot(r, fresh);
            r->slots[slot] = (struct slot){run, NONE, true, false};
        }
        for (uint32_t i = left; i <= right; i++) r->here[i] = slot;
        left = right;
        if (left + 1 < r->width) r->here[left + 1] = NONE;
    }
    close_regions(r);
    uint32_t *const swap = r->above;
    r->above = r->here;
    r->here = swap;
}

/* ---- window ---- */

static void count_window(struct diff_regions *r, const uint32_t *amounts, uint32_t over)
{
    uint8_t *const row = r->changed + (size_t)(r->row % r->window) * r->width;
    for (uint32_t i = 0; i < r->width; i++) {
        const uint8_t is = amounts[i] >= over;
        r->columns[i] += is - (uint32_t)row[i];
        row[i] = is;
    }
    if (r->row + 1 < r->window) return;
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->width; i++) {
        count += r->columns[i];
        if (i >= r->window) count -= r->columns[i - r->window];
        if (i + 1 < r->window || count <= r->densest) continue;
        r->densest = count;
        r->densest_column = i + 1 - r->window;
        r->densest_row = r->row + 1 - r->window;
    }
}

void diff_regions_row(struct diff_regions *r, const uint32_t *amounts, uint32_t over,
                      uint32_t weight)
{
    r->weight = weight;
    label_row(r, amounts, over);
    count_window(r, amounts, over);
    r->row++;
}

void diff_regions_finish(struct diff_regions *r, struct compare_cover *cover)
{
    for (uint32_t i = 0; i < r->width; i++) r->here[i] = NONE;
    close_regions(r);
    cover->region_total = r->total;
    cover->region_count = r->kept;
    memcpy(cover->regions, r->best, r->kept * sizeof *r->best);
    for (size_t i = 0; i < r->kept; i++)
        cover->regions[i].ground = (double)r->best[i].units / (double)TEXEL_UNITS;
    cover->window = r->window;
    cover->densest = r->densest;
    cover->densest_column = r->densest_column;
    cover->densest_row = r->densest_row;
}
