/*
 * Which layers of a surface map are shown as one.
 *
 * Few layers are parted into groups in every way there is. Of many, two groups are joined to one
 * until they fit, by the cheapest pair; as the cheapest pair now may cost dearly later, not one way
 * of joining is followed but the best WAYS of those that the ways before lead to.
 *
 * Rule (Rigs of Rods): Layers without room are merged with the least change of colours. See
 * formats/ror.md, ground/ground_merge.c. Tests: unit/test_ror_merge (exact), unit/test_ror_plan
 * (merging_is_of_least_error), ror/ror_nine.
 */
#include "ground/ground_partition.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

#define WAYS 128
#define MANY 32 /* above so many groups only the best way is followed: others would take long */

struct unit {
    uint32_t layer;
    double own[3]; /* colour as shown */
};

struct merging {
    const struct ground_merge_layer *layers;
    struct unit *units; /* units[0 .. count): what is parted, by layer */
    uint32_t count, limit;
    uint32_t *group;           /* [unit]: the result */
    uint32_t *members;         /* [count]: room for the units of a group */
    uint32_t *listed, *starts; /* [count], [count + 2]: list_groups() */
    double same;               /* errors that are no further apart are equal */
};

static double shown(double channel)
{
    return 255 * sqrt(channel < 0 ? 0 : channel > 1 ? 1 : channel);
}

/* Root mean square over the channels: 0 .. 255. */
static double distance(const double a[3], const double b[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrt(sum / 3);
}

/* Whether a layer names a group rather than another. */
static bool leads(const struct ground_merge_layer *layer, const struct ground_merge_layer *other)
{
    if ((layer->sum > 0) != (other->sum > 0)) return layer->sum > 0;
    if (layer->depth != other->depth) return layer->depth < other->depth;
    return layer->sum > other->sum;
}

/* The layer that names units members[0 .. count), and the colour they are shown in. */
static uint32_t describe(double colour[3], const struct merging *m, const uint32_t *members,
                         uint32_t count)
{
    double sum = 0, sums[3] = {0};
    uint32_t head = m->units[members[0]].layer;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = m->units[members[i]].layer;
        const struct ground_merge_layer *layer = &m->layers[at];
        if (leads(layer, &m->layers[head])) head = at;
        sum += (double)layer->sum;
        for (int c = 0; c < 3; c++) sums[c] += (double)layer->colour[c] * (double)layer->sum;
    }
    for (int c = 0; c < 3; c++)
        colour[c] = sum > 0 ? shown(sums[c] / sum) : m->units[members[0]].own[c];
    return head;
}

static double error_of(const struct merging *m, const uint32_t *members, uint32_t count)
{
    double colour[3], error = 0;
    if (count < 2) return 0;
    const enum ground_kind kind = m->layers[describe(colour, m, members, count)].kind;
    for (uint32_t i = 0; i < count; i++) {
        const struct unit *unit = &m->units[members[i]];
        const struct ground_merge_layer *layer = &m->layers[unit->layer];
        const double apart = (layer->kind == kind ? 1 : 2) * distance(unit->own, colour);
        error += (double)layer->sum * apart;
    }
    return error;
}

/* Every way of parting the units. */
struct search {
    uint32_t count, wanted; /* units, and groups of the ways that are looked at */
    uint32_t masks[GROUND_MERGE_EXACT], now[GROUND_MERGE_EXACT];
    uint32_t *best_group;
    const double *errors; /* [mask of units] */
    double best, same;
};

/* Gives unit and those behind it a group, numbers of groups coming up in order. */
static void part(struct search *search, uint32_t unit, uint32_t groups)
{
    if (groups + (search->count - unit) < search->wanted) return;
    if (unit == search->count) {
        double error = 0;
        for (uint32_t g = 0; g < groups; g++) error += search->errors[search->masks[g]];
        if (!(error < search->best - search->same)) return;
        search->best = error;
        memcpy(search->best_group, search->now, unit * sizeof *search->now);
        return;
    }
    for (uint32_t g = 0; g <= groups && g < search->wanted; g++) {
        const uint32_t bit = UINT32_C(1) << unit;
        search->masks[g] = g == groups ? bit : search->masks[g] | bit;
        search->now[unit] = g;
        part(search, unit + 1, g == groups ? groups + 1 : groups);
        search->masks[g] &= ~bit;
    }
}

static enum scree_code part_exactly(struct merging *m, struct scree_error *err)
{
    const uint32_t masks = UINT32_C(1) << m->count;
    double *errors;
    RETURN_IF_ERR(MEM_NEED(&errors, masks, sizeof *errors, err));
    for (uint32_t mask = 1; mask < masks; mask++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < m->count; i++)
            if ((mask >> i & 1) != 0) m->members[count++] = i;
        errors[mask] = error_of(m, m->members, count);
    }
    struct search search = {.count = m->count,
                            .best_group = m->group,
                            .errors = errors,
                            .best = INFINITY,
                            .same = m->same};
    for (search.wanted = m->limit; search.wanted > 0; search.wanted--) part(&search, 0, 0);
    mem_free(errors);
    return SCREE_OK;
}

/* One way of parting: groups are numbered as they come up, so that equal ways are equal. */
struct way {
    double total;
    uint32_t *group; /* [unit] */
    double *errors;  /* [group] */
};

struct ways {
    struct way list[WAYS];
    uint32_t count, most;
};

/* The units of a way, group after group, those of group g from starts[g] to starts[g + 1]. */
static void list_groups(const struct merging *m, const struct way *way, uint32_t groups)
{
    memset(m->starts, 0, (groups + 2) * sizeof *m->starts);
    for (uint32_t i = 0; i < m->count; i++) m->starts[way->group[i] + 2]++;
    for (uint32_t g = 0; g < groups; g++) m->starts[g + 2] += m->starts[g + 1];
    for (uint32_t i = 0; i < m->count; i++) m->listed[m->starts[way->group[i] + 1]++] = i;
}

/* The error of groups a and b as one. Units are taken in order, so that equal groups have equal
 * errors. */
static double error_joined(const struct merging *m, uint32_t a, uint32_t b)
{
    uint32_t count = 0, i = m->starts[a], k = m->starts[b];
    while (i < m->starts[a + 1] || k < m->starts[b + 1])
        if (k == m->starts[b + 1] || (i < m->starts[a + 1] && m->listed[i] < m->listed[k]))
            m->members[count++] = m->listed[i++];
        else
            m->members[count++] = m->listed[k++];
    return error_of(m, m->members, count);
}

/* Groups a < b of from as one: b's number goes, and so those behind it move up. */
static void join(const struct merging *m, struct way *out, const struct way *from, uint32_t groups,
                 uint32_t a, uint32_t b, double error)
{
    for (uint32_t i = 0; i < m->count; i++) {
        const uint32_t g = from->group[i];
        out->group[i] = g == b ? a : g > b ? g - 1 : g;
    }
    out->total = 0;
    for (uint32_t g = 0; g + 1 < groups; g++) {
        out->errors[g] = g == a ? error : from->errors[g < b ? g : g + 1];
        out->total += out->errors[g];
    }
}

/* Puts the spare last way of the list in its place, unless there is one like it. */
static void keep(const struct merging *m, struct ways *ways, struct way *spare)
{
    uint32_t at = ways->count;
    while (at > 0 && ways->list[at - 1].total > spare->total) at--;
    for (uint32_t k = at; k > 0 && !(ways->list[k - 1].total < spare->total); k--)
        if (memcmp(ways->list[k - 1].group, spare->group, m->count * sizeof *spare->group) == 0)
            return;
    if (at == ways->most) return;
    struct way last = *spare;
    if (ways->count < ways->most)
        *spare = ways->list[ways->count++];
    else
        *spare = ways->list[ways->most - 1];
    memmove(&ways->list[at + 1], &ways->list[at], (ways->count - 1 - at) * sizeof last);
    ways->list[at] = last;
}

/* All ways that joining two groups of the ways of from leads to, the best of them. */
static void follow(const struct merging *m, struct ways *to, const struct ways *from,
                   uint32_t groups, struct way *spare)
{
    to->count = 0;
    to->most = groups - 1 > MANY ? 1 : WAYS;
    for (uint32_t w = 0; w < from->count; w++) {
        const struct way *way = &from->list[w];
        list_groups(m, way, groups);
        for (uint32_t a = 0; a < groups; a++)
            for (uint32_t b = a + 1; b < groups; b++) {
                const double error = error_joined(m, a, b);
                const double total = way->total - way->errors[a] - way->errors[b] + error;
                if (to->count == to->most && total > to->list[to->most - 1].total + m->same)
                    continue;
                join(m, spare, way, groups, a, b, error);
                keep(m, to, spare);
            }
    }
}

static enum scree_code part_by_pairs(struct merging *m, struct scree_error *err)
{
    const size_t count = m->count, rooms = 2 * WAYS + 1;
    struct ways *ways = mem_alloc(2, sizeof *ways);
    uint32_t *groups = mem_alloc(rooms * count, sizeof *groups);
    double *errors = mem_alloc(rooms * count, sizeof *errors);
    enum scree_code code = SCREE_OK;
    if (ways == NULL || groups == NULL || errors == NULL) {
        code = err_no_memory(err);
        goto fail;
    }
    for (size_t i = 0; i < 2 * WAYS; i++)
        ways[i / WAYS].list[i % WAYS] = (struct way){0, groups + i * count, errors + i * count};
    struct way spare = {0, groups + 2 * WAYS * count, errors + 2 * WAYS * count};
    struct ways *now = &ways[0], *next = &ways[1];
    for (uint32_t i = 0; i < m->count; i++) now->list[0].group[i] = i;
    now->count = 1;
    for (uint32_t left = m->count; left > m->limit; left--) {
        follow(m, next, now, left, &spare);
        struct ways *done = now;
        now = next;
        next = done;
    }
    memcpy(m->group, now->list[0].group, count * sizeof *m->group);

fail:
    mem_free(ways);
    mem_free(groups);
    mem_free(errors);
    return code;
}

/* What the units' groups are called and shown in. */
static void name_groups(struct ground_merged *out, const struct merging *m)
{
    for (uint32_t g = 0; g < m->limit; g++) {
        double colour[3];
        uint32_t count = 0;
        for (uint32_t i = 0; i < m->count; i++)
            if (m->group[i] == g) m->members[count++] = i;
        if (count == 0) continue;
        const uint32_t head = describe(colour, m, m->members, count);
        for (uint32_t i = 0; i < count; i++) {
            const struct unit *unit = &m->units[m->members[i]];
            out[unit->layer].head = head;
            out[unit->layer].off = count > 1 ? distance(unit->own, colour) : 0;
            for (int c = 0; c < 3; c++) out[unit->layer].shown[c] = colour[c];
        }
    }
}

/* Layers that cover nothing go to their parents' groups, the first ones first, while there is no
 * room; the others are what has to be parted. */
static void choose_units(struct merging *m, uint32_t count)
{
    uint32_t left = count;
    double total = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct ground_merge_layer *layer = &m->layers[i];
        total += (double)layer->sum;
        if (layer->sum == 0 && layer->depth > 0 && left > m->limit) {
            left--;
            continue;
        }
        struct unit *unit = &m->units[m->count++];
        unit->layer = i;
        for (int c = 0; c < 3; c++) unit->own[c] = shown((double)layer->colour[c]);
    }
    m->same = total * GROUND_MERGE_SAME;
}

enum scree_code ground_partition(struct ground_merged *out, const struct ground_merge_layer *layers,
                                 uint32_t count, uint32_t limit, uint32_t exact,
                                 struct scree_error *err)
{
    assert(count > 0 && limit > 0 && exact <= GROUND_MERGE_EXACT);
    struct merging m = {.layers = layers, .limit = limit};
    enum scree_code code = SCREE_OK;
    uint32_t *numbers = mem_alloc(4 * (size_t)count + 2, sizeof *numbers);
    m.units = mem_alloc(count, sizeof *m.units);
    if (m.units == NULL || numbers == NULL) {
        code = err_no_memory(err);
        goto fail;
    }
    m.group = numbers;
    m.members = numbers + count;
    m.listed = numbers + 2 * (size_t)count;
    m.starts = numbers + 3 * (size_t)count;
    choose_units(&m, count);
    if (m.count <= limit) {
        m.limit = m.count;
        for (uint32_t i = 0; i < m.count; i++) m.group[i] = i;
    } else {
        FAIL_IF_ERR(code, m.count <= exact ? part_exactly(&m, err) : part_by_pairs(&m, err));
    }
    for (uint32_t i = 0; i < count; i++) out[i].head = UINT32_MAX;
    name_groups(out, &m);
    for (uint32_t i = 0; i < count; i++) {
        if (out[i].head != UINT32_MAX) continue;
        out[i] = out[layers[i].parent]; /* is before it */
        const double own[3] = {shown((double)layers[i].colour[0]),
                               shown((double)layers[i].colour[1]),
                               shown((double)layers[i].colour[2])};
        out[i].off = distance(own, out[i].shown);
    }

fail:
    mem_free(m.units);
    mem_free(numbers);
    return code;
}
