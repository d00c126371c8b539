/*
 * Ground models that change less often. Each ground model's share of the ground around a place decides,
 * with a number added to it that is the same everywhere and keeps its area: so a layer of scattered
 * tufts becomes patches of as much ground, rather than nothing or everything.
 *
 * Rule (BeamNG): Ground models change seldom and keep their areas. See model.md#grip,
 * ground/grip_drive.c, beamng/beamng_grip.c, ror/ror_evaluate.c. Tests: unit/test_grip,
 * beamng/check_grip.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "ground/ground_grip.h"

#define MAX_HALF 127 /* (2 * 127 + 1)^4 fits 32 bits */
#define LATTICE 256  /* samples a side that areas are counted on */
#define SWEEPS 16    /* rounds of setting what is added */
#define NEARLY 400   /* an area that is off by less than one part in so many is good */
#define WHOLE 65536  /* a share of 1 */

static uint32_t half_of(double reach_m, double square_m)
{
    const double half = reach_m / square_m / 2 + 0.5;
    return half < 1 ? 1 : half > MAX_HALF ? MAX_HALF : (uint32_t)half;
}

uint32_t ground_calm_reach(double reach_m, double square_m)
{
    return 2 * half_of(reach_m, square_m);
}

/* ---- shares ---- */

/*
 * A tent over 2h samples each way: a box of 2h + 1 samples over a box of 2h + 1. Rows come in order, in
 * rings of the last 2h + 1.
 */
struct tent {
    const struct ground_grip *map;
    uint32_t half;    /* h */
    uint32_t *boxed;  /* [grip][2h + 1][size]: rows with both boxes along them */
    uint32_t *summed; /* [grip][2h + 1][size]: sums of 2h + 1 such rows */
    uint32_t *sum;    /* [grip][size]: of the rows in the ring, */
    uint32_t *tent;   /* [grip][size]: and of the sums in theirs */
    uint32_t *line;   /* [3][size + 4h] */
    uint8_t *fine;    /* [2h + 1][size]: the rows decided last as they were before */
    uint64_t whole;   /* what a tent of one ground model alone is */
};

static void tent_free(struct tent *tent)
{
    mem_free(tent->boxed);
    mem_free(tent->summed);
    mem_free(tent->sum);
    mem_free(tent->tent);
    mem_free(tent->line);
    mem_free(tent->fine);
}

/* Free it in any case. */
static enum scree_code tent_create(struct tent *tent, const struct ground_grip *map,
                                   struct scree_error *err)
{
    const size_t size = map->size, planes = (size_t)map->grips * size;
    memset(tent, 0, sizeof *tent);
    tent->map = map;
    tent->half = half_of(map->reach_m, map->square_m);
    const size_t ring = 2 * (size_t)tent->half + 1;
    tent->whole = (uint64_t)ring * ring * ring * ring;
    tent->boxed = mem_alloc(planes, ring * sizeof *tent->boxed);
    tent->summed = mem_alloc(planes, ring * sizeof *tent->summed);
    tent->sum = mem_alloc(planes, sizeof *tent->sum);
    tent->tent = mem_alloc(planes, sizeof *tent->tent);
    tent->line = mem_alloc(size + 2 * ring, 3 * sizeof *tent->line);
    tent->fine = mem_alloc(size, ring);
    if (tent->boxed != NULL && tent->summed != NULL && tent->sum != NULL && tent->tent != NULL &&
        tent->line != NULL && tent->fine != NULL)
        return SCREE_OK;
    return err_no_memory(err);
}

/* out[0 .. count) is each in[i] with the 2h behind it added up. */
static void box(uint32_t *out, const uint32_t *in, size_t count, size_t half)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < 2 * half; i++) sum += in[i];
    for (size_t i = 0; i < count; i++) {
        sum += in[i + 2 * half];
        out[i] = sum;
        sum -= in[i];
    }
}

/* A row of one ground model, both boxes along it; beyond its ends it goes on as they are. */
static const uint32_t *box_row(const struct tent *tent, uint32_t grip, uint32_t y)
{
    const struct ground_grip *map = tent->map;
    const size_t size = map->size, half = tent->half, length = size + 2 * (2 * half + 1);
    const uint8_t *ids = map->ids + (size_t)y * size;
    uint32_t *line = tent->line, *once = line + length, *twice = once + length;
    for (size_t i = 0; i < size; i++) line[2 * half + i] = map->grip[ids[i]] == grip;
    for (size_t i = 0; i < 2 * half; i++) {
        line[i] = line[2 * half];
        line[2 * half + size + i] = line[2 * half + size - 1];
    }
    box(once, line, size + 2 * half, half);
    box(twice, once, size, half);
    return twice;
}

/* Adds a row to the sum of a ring, in which it takes the place of the oldest. */
static void roll(uint32_t *sum, uint32_t *slot, const uint32_t *row, size_t size)
{
    for (size_t x = 0; x < size; x++) {
        sum[x] += row[x] - slot[x]; /* modulo 2^32 */
        slot[x] = row[x];
    }
}

/* Steps t = 0, 1, ... From step 4h on tent->tent is around row t - 4h, and rows before that are not
 * looked at again. Rows beyond the edges are as the edge is. */
static void tent_step(struct tent *tent, uint32_t t)
{
    const size_t size = tent->map->size, ring = 2 * (size_t)tent->half + 1;
    const uint32_t ends = 2 * tent->half, last = tent->map->size - 1;
    const uint32_t y = t < ends ? 0 : t - ends < last ? t - ends : last;
    for (uint32_t g = 0; g < tent->map->grips; g++) {
        const size_t slot = (g * ring + t % ring) * size;
        roll(tent->sum + g * size, tent->boxed + slot, box_row(tent, g, y), size);
        roll(tent->tent + g * size, tent->summed + slot, tent->sum + g * size, size);
    }
}

static int32_t share(const struct tent *tent, uint32_t grip, size_t x)
{
    return (int32_t)((uint64_t)tent->tent[grip * tent->map->size + x] * WHOLE / tent->whole);
}

/* ---- what is added ---- */

struct lattice {
    uint32_t grips, side; /* side * side places */
    size_t count;         /* of those that have a ground model */
    int32_t *shares;      /* [grip][place] */
    int32_t *margins;     /* [place] */
    size_t wanted[GROUND_MAX_GRIPS];
    int32_t added[GROUND_MAX_GRIPS];
};

static void lattice_row(struct lattice *lattice, const struct tent *tent, uint32_t y)
{
    const struct ground_grip *map = tent->map;
    const size_t places = (size_t)lattice->side * lattice->side;
    for (uint32_t i = 0; i < lattice->side; i++) {
        const size_t x = (size_t)((uint64_t)i * map->size / lattice->side);
        const uint8_t grip = map->grip[map->ids[(size_t)y * map->size + x]];
        if (grip == GROUND_NO_GRIP) continue;
        lattice->wanted[grip]++;
        for (uint32_t g = 0; g < lattice->grips; g++)
            lattice->shares[g * places + lattice->count] = share(tent, g, x);
        lattice->count++;
    }
}

/* How much another ground model is ahead of this one at each place. */
static void measure_margins(struct lattice *lattice, uint32_t grip)
{
    const size_t places = (size_t)lattice->side * lattice->side;
    for (size_t k = 0; k < lattice->count; k++) {
        int32_t best = INT32_MIN;
        for (uint32_t g = 0; g < lattice->grips; g++) {
            /* Of equal ones the first is taken. */
            const int32_t now =
                lattice->shares[g * places + k] + lattice->added[g] + (g < grip ? 1 : 0);
            if (g != grip && now > best) best = now;
        }
        lattice->margins[k] = best - lattice->shares[grip * places + k];
    }
}

static int compare(const void *a, const void *b)
{
    const int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

/* Sets what is added to one so that it gets its area; false: it has it already. */
static bool set_one(struct lattice *lattice, uint32_t grip)
{
    const size_t wanted = lattice->wanted[grip];
    int32_t *added = &lattice->added[grip];
    measure_margins(lattice, grip);
    size_t has = 0;
    for (size_t k = 0; k < lattice->count; k++) has += lattice->margins[k] <= *added;
    const size_t off = has > wanted ? has - wanted : wanted - has;
    if (off * NEARLY <= lattice->count) return false;
    qsort(lattice->margins, lattice->count, sizeof *lattice->margins, compare);
    const int32_t before = *added;
    *added = wanted == 0 ? lattice->margins[0] - 1 : lattice->margins[wanted - 1];
    return *added != before;
}

static void set_all(struct lattice *lattice)
{
    bool changed = lattice->count > 0 && lattice->grips > 1;
    for (int sweep = 0; sweep < SWEEPS && changed; sweep++) {
        changed = false;
        for (uint32_t g = 0; g < lattice->grips; g++)
            if (set_one(lattice, g)) changed = true;
    }
}

static void look(struct lattice *lattice, struct tent *tent)
{
    const uint32_t size = tent->map->size, behind = 4 * tent->half;
    uint32_t i = 0;
    for (uint32_t t = 0; t < size + behind; t++) {
        tent_step(tent, t);
        if (t < behind || (uint64_t)i * size / lattice->side != t - behind) continue;
        lattice_row(lattice, tent, t - behind);
        i++;
    }
}

/* ---- the map ---- */

/* A row as it was evaluated: of those up to y, which are decided, from the ring of what they were. */
static const uint8_t *fine_row(const struct tent *tent, uint32_t row, uint32_t y)
{
    const size_t size = tent->map->size, ring = 2 * (size_t)tent->half + 1;
    return row > y ? tent->map->ids + row * size : tent->fine + row % ring * size;
}

/* The material of the nearest sample that has a ground model: squares around the place, the smallest
 * first, each row by row. Some share of it says that there is one within 2h. */
static uint8_t nearest(const struct tent *tent, uint32_t grip, uint32_t x, uint32_t y)
{
    const struct ground_grip *map = tent->map;
    const int64_t last = (int64_t)map->size - 1, reach = 2 * (int64_t)tent->half;
    if (tent->tent[(size_t)grip * map->size + x] == 0) return map->of_grip[grip];
    for (int64_t r = 1; r <= reach; r++) {
        for (int64_t j = -r; j <= r; j++) {
            if (y + j < 0 || y + j > last) continue;
            const uint8_t *ids = fine_row(tent, (uint32_t)(y + j), y);
            for (int64_t i = -r; i <= r; i += j == -r || j == r ? 1 : 2 * r)
                if (x + i >= 0 && x + i <= last && map->grip[ids[x + i]] == grip) return ids[x + i];
        }
    }
    return map->of_grip[grip];
}

static uint64_t decide_row(const struct tent *tent, const struct lattice *lattice, uint32_t y)
{
    const struct ground_grip *map = tent->map;
    const size_t ring = 2 * (size_t)tent->half + 1;
    uint64_t changed = 0;
    memcpy(tent->fine + y % ring * map->size, map->ids + (size_t)y * map->size, map->size);
    for (uint32_t x = 0; x < map->size; x++) {
        const size_t at = (size_t)y * map->size + x;
        const uint8_t own = map->grip[map->ids[at]];
        uint32_t best = 0;
        int32_t most = INT32_MIN;
        if (own == GROUND_NO_GRIP) continue;
        for (uint32_t g = 0; g < map->grips; g++) {
            const int32_t now = share(tent, g, x) + lattice->added[g];
            if (now <= most) continue;
            most = now;
            best = g;
        }
        if (best == own) continue;
        const bool other = map->others != NULL && map->grip[map->others[at]] == best;
        map->ids[at] = other ? map->others[at] : nearest(tent, best, x, y);
        changed++;
    }
    return changed;
}

static enum scree_code calm(struct tent *tent, struct lattice *lattice, uint64_t *changed,
                            struct scree_error *err)
{
    const struct ground_grip *map = tent->map;
    const uint32_t behind = 4 * tent->half;
    const size_t places = (size_t)lattice->side * lattice->side;
    lattice->shares = mem_alloc(places, map->grips * sizeof *lattice->shares);
    lattice->margins = mem_alloc(places, sizeof *lattice->margins);
    if (lattice->shares == NULL || lattice->margins == NULL) return err_no_memory(err);
    struct tent first;
    enum scree_code code = tent_create(&first, map, err);
    if (code == SCREE_OK) look(lattice, &first);
    tent_free(&first);
    if (code != SCREE_OK) return code;
    set_all(lattice);
    for (uint32_t t = 0; t < map->size + behind; t++) {
        tent_step(tent, t);
        if (t >= behind) *changed += decide_row(tent, lattice, t - behind);
    }
    return SCREE_OK;
}

enum scree_code ground_calm(const struct ground_grip *map, uint64_t *changed,
                            struct scree_error *err)
{
    struct tent tent;
    struct lattice lattice = {.grips = map->grips,
                              .side = map->size < LATTICE ? map->size : LATTICE};
    *changed = 0;
    if (map->grips < 2) return SCREE_OK;
    enum scree_code code = tent_create(&tent, map, err);
    if (code == SCREE_OK) code = calm(&tent, &lattice, changed, err);
    tent_free(&tent);
    mem_free(lattice.shares);
    mem_free(lattice.margins);
    return code;
}

uint64_t ground_calm_bytes(uint32_t size, uint32_t grips, double reach_m, double square_m)
{
    const uint64_t ring = 2 * (uint64_t)half_of(reach_m, square_m) + 1;
    const uint64_t side = size < LATTICE ? size : LATTICE;
    const uint64_t tent = (2 * ring + 2) * grips * size + 3 * (size + 2 * ring);
    return 4 * (2 * tent + (grips + 1) * side * side) + 2 * ring * size;
}
