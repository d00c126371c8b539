/*
 * The smallest change of one number that gives a texel to another material.
 *
 * Everything that counts is asked of the evaluation itself: the probe is given the changed number
 * and says who wins. It takes 256 steps in each direction over the stretch in which the number has any
 * effect, fewer where a texel has very many samples, and misses what another layer wins only within
 * less than a step. Along a number the winner may change more than once (a parent that grows takes
 * its children along, which then hide it), so the stretch is walked before it is halved.
 *
 * Rule (Planes and pictures): The smallest change that a probe names is enough, and 99 % of it is
 * not. See probe.md#the-smallest-change. Tests: unit/test_flips
 * (a_change_flips_and_99_percent_of_it_does_not).
 */
#include "compare/compare_explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORK (UINT64_C(1) << 22) /* samples times layers times steps */
/* In fuzzinesses: from here on a ramp is 1, RAMP_FULL / ramp_a of the model. */
#define FADES 8.2

const char *compare_knob_name(enum compare_knob knob)
{
    static const char *const names[COMPARE_KNOBS] = {"coverage", "altitude.min", "altitude.max",
                                                     "slope.min", "slope.max"};
    return names[knob];
}

float *compare_knob_of(struct srf_layer *layer, enum compare_knob knob)
{
    float *const numbers[COMPARE_KNOBS] = {&layer->covr, &layer->altl[0], &layer->altl[1],
                                           &layer->slpl[0], &layer->slpl[1]};
    return numbers[knob];
}

static bool is_on(const struct srf_layer *layer, enum compare_knob knob)
{
    const float flags[COMPARE_KNOBS] = {1.0f, layer->alte[0], layer->alte[1], layer->slpe[0],
                                        layer->slpe[1]};
    return srf_is_on(flags[knob]);
}

struct search {
    struct render_probe *probe;
    const struct render_merge *merge;
    const struct srf_layer *original;
    struct srf_layer changed;
    enum compare_knob knob;
    float *shares;
    uint32_t winner; /* as the map is */
    uint32_t steps;
};

static uint32_t winner_at(struct search *s, float value)
{
    *compare_knob_of(&s->changed, s->knob) = value;
    render_probe_set(s->probe, s->original->index, &s->changed);
    render_probe_shares(s->probe, s->merge, s->shares);
    return render_winner(s->shares, s->merge->count);
}

/* ---- the stretch in which a number matters ---- */

struct stretch {
    float low, high;
};

static struct stretch with(struct stretch s, float value, bool first)
{
    if (first || value < s.low) s.low = value;
    if (first || value > s.high) s.high = value;
    return s;
}

/* What layers see in the texel, lowest to highest: altitudes above base and gradients. */
static void find_ground(struct stretch *rise, struct stretch *slope, uint32_t count,
                        const struct render_probe *probe, struct render_factors *factors)
{
    for (uint32_t sample = 0; sample < render_probe_samples(probe); sample++) {
        render_probe_factors(probe, sample, factors);
        for (uint32_t k = 0; k < count; k++) {
            rise[k] = with(rise[k], factors[k].rise_tu, sample == 0);
            slope[k] = with(slope[k], factors[k].slope, sample == 0);
        }
    }
}

/* A little more than [low, high], so that hard edges lie inside. */
static struct stretch widen(double low, double high)
{
    const double room = 1e-4 * (1 + fabs(low) + fabs(high));
    return (struct stretch){(float)(low - room), (float)(high + room)};
}

static struct stretch stretch_of(const struct srf_layer *layer, enum compare_knob knob,
                                 struct stretch rise, struct stretch slope, double base_tu,
                                 double reach)
{
    const double low_tu = base_tu + (double)rise.low, high_tu = base_tu + (double)rise.high;
    const double least = (double)slope.low / reach, most = (double)slope.high * reach;
    double fade[4];
    for (int k = 0; k < 2; k++) {
        fade[k] = layer->altf[k] > 0 ? FADES * (double)layer->altf[k] : 0;
        fade[2 + k] = layer->slpf[k] > 0 ? FADES * (double)layer->slpf[k] : 0;
    }
    struct stretch s = {0, 1};
    switch (knob) {
    case COMPARE_COVERAGE:
        return s;
    case COMPARE_ALTITUDE_MIN:
        return widen(low_tu - fade[0], high_tu);
    case COMPARE_ALTITUDE_MAX:
        return widen(low_tu, high_tu + fade[1]);
    case COMPARE_SLOPE_MIN:
        s = widen(least - fade[2], most);
        break;
    case COMPARE_SLOPE_MAX:
        s = widen(least, most + fade[3]);
        break;
    }
    s.low = s.low > 0 ? s.low : 0;
    return s;
}

/* ---- the search ---- */

/* A float between two others, neither of them unless they are neighbours. */
static float between(float a, float b)
{
    const float middle = (float)(((double)a + (double)b) / 2);
    return middle == b ? a : middle;
}

#define MOST_HALVINGS 280 /* of the widest stretch of floats: from 2^129 to steps of 2^-149 */

/* The float nearest to `same` at which the winner is another, `other` being one. */
static float halve(struct search *s, float same, float other)
{
    for (int i = 0; i < MOST_HALVINGS; i++) {
        const float middle = between(same, other);
        if (middle == same || middle == other) return other;
        if (winner_at(s, middle) != s->winner)
            other = middle;
        else
            same = middle;
    }
    return other;
}

/* The nearest flip on the way from `from` to `end`, the first steps from `near` on; false if
 * there is none. */
static bool walk(struct search *s, float from, float near, float end, float *to)
{
    float last = from;
    for (uint32_t i = 0; i <= s->steps; i++) {
        const double t = (double)i / s->steps;
        const float value =
            i == s->steps ? end : (float)((double)near + ((double)end - (double)near) * t);
        if (value == last) continue;
        if (winner_at(s, value) != s->winner) {
            *to = halve(s, last, value);
            return true;
        }
        last = value;
    }
    return false;
}

#define MOST_DECADES 50 /* from 1 to the least or the greatest float */

/* A decimal with few digits, beyond `to` as seen from `from`, that flips as well. No pow() or
 * log10(): their last bits differ between libraries. */
static double write_short(struct search *s, float from, float to, uint32_t winner)
{
    const double distance = fabs((double)to - (double)from);
    double step = 1;
    for (int i = 0; i < MOST_DECADES && step > distance; i++) step /= 10;
    for (int i = 0; i < MOST_DECADES && step * 10 <= distance; i++) step *= 10;
    for (int digits = 2; digits < 9; digits++) {
        step /= 10;
        const double units = (double)to / step;
        char text[64];
        snprintf(text, sizeof text, "%.10g", (to > from ? ceil(units) : floor(units)) * step);
        const double value = strtod(text, NULL);
        const bool coverage = s->knob == COMPARE_COVERAGE && (value < 0 || value > 1);
        const bool slope = s->knob >= COMPARE_SLOPE_MIN && value < 0;
        if (!coverage && !slope && winner_at(s, (float)value) == winner) return value;
    }
    return (double)to;
}

static bool find_flip(struct search *s, struct stretch stretch, struct compare_flip *flip)
{
    const float from = *compare_knob_of(&s->changed, s->knob);
    float up = 0, down = 0;
    const bool rises = from < stretch.high &&
                       walk(s, from, from > stretch.low ? from : stretch.low, stretch.high, &up);
    const bool falls = from > stretch.low &&
                       walk(s, from, from < stretch.high ? from : stretch.high, stretch.low, &down);
    if (rises || falls) {
        const bool use_up = rises && (!falls || up - from <= from - down);
        flip->layer = s->original->index;
        flip->knob = s->knob;
        flip->from = from;
        flip->to = use_up ? up : down;
        flip->winner = winner_at(s, flip->to);
        flip->written = write_short(s, from, flip->to, flip->winner);
    }
    winner_at(s, from);
    return rises || falls;
}

static double full_scale(enum compare_knob knob, const struct ter_ranges *ranges)
{
    double scale = 1;
    if (knob == COMPARE_ALTITUDE_MIN || knob == COMPARE_ALTITUDE_MAX)
        scale = ranges->altitude_max_tu - ranges->altitude_min_tu;
    if (knob == COMPARE_SLOPE_MIN || knob == COMPARE_SLOPE_MAX) scale = ranges->slope_max;
    return scale > 0 ? scale : 1;
}

static int by_share(const void *left, const void *right)
{
    const struct compare_flip *a = left, *b = right;
    if (a->share != b->share) return a->share < b->share ? -1 : 1;
    if (a->layer != b->layer) return a->layer < b->layer ? -1 : 1;
    return (a->knob > b->knob) - (a->knob < b->knob);
}

/* All numbers of one layer; returns how many flips were found. */
static size_t find_layer(struct compare_flip *flips, struct search *s,
                         const struct srf_layer *layer, struct stretch rise, struct stretch slope,
                         double base_tu, double reach)
{
    size_t count = 0;
    s->original = layer;
    s->changed = *layer;
    for (int knob = 0; knob < COMPARE_KNOBS; knob++) {
        s->knob = (enum compare_knob)knob;
        if (is_on(layer, s->knob) &&
            find_flip(s, stretch_of(layer, s->knob, rise, slope, base_tu, reach), &flips[count]))
            count++;
    }
    return count;
}

/* fixed[layer] for layers that decide how far it is to what another is near to: the probe keeps those distances. */
static enum scree_code find_fixed(bool *fixed, bool *needed, const struct srf_map *map,
                                  struct scree_error *err)
{
    for (uint32_t k = 0; k < map->layer_count; k++) {
        const struct srf_layer *to;
        if (!srf_is_near(map->layers[k])) continue;
        RETURN_IF_ERR(srf_near(&to, needed, map, map->layers[k], err));
        for (uint32_t i = 0; i < map->layer_count; i++) fixed[i] |= needed[i];
    }
    return SCREE_OK;
}

enum scree_code compare_flips(struct compare_flip *flips, size_t *count, struct render_probe *probe,
                              const struct compare_subject *subject, struct scree_error *err)
{
    const struct srf_map *map = subject->map;
    const struct render_merge *merge = subject->merge;
    const uint32_t layers = map->layer_count;
    const struct render_options *const options = subject->options;
    const double reach = render_reach(RENDER_WIDE_REACH, options->relief);
    *count = 0;
    struct search s = {.probe = probe, .merge = merge};
    struct mem_arena arena = {0};
    struct render_factors *factors = mem_arena_alloc(&arena, layers, sizeof *factors);
    struct stretch *ground = mem_arena_alloc(&arena, layers, 2 * sizeof *ground);
    s.shares = mem_arena_alloc(&arena, merge->count, sizeof *s.shares);
    bool *const fixed = mem_arena_alloc(&arena, layers, 2 * sizeof *fixed);
    enum scree_code code;
    FAIL_IF_ERR(code, mem_arena_check(&arena, err));
    FAIL_IF_ERR(code, find_fixed(fixed, fixed + layers, map, err));
    const uint64_t steps = MAX_WORK / ((uint64_t)render_probe_samples(probe) * layers);
    s.steps = steps > COMPARE_STEPS ? COMPARE_STEPS : steps > 16 ? (uint32_t)steps : 16;
    render_probe_shares(probe, merge, s.shares);
    s.winner = render_winner(s.shares, merge->count);
    find_ground(ground, ground + layers, layers, probe, factors);
    for (uint32_t k = options->root_density ? 0 : 1; k < layers; k++)
        if (!fixed[k])
            *count += find_layer(flips + *count, &s, map->layers[k], ground[k], ground[layers + k],
                                 subject->field->base_tu, reach);
    for (size_t i = 0; i < *count; i++)
        flips[i].share = fabs((double)flips[i].to - (double)flips[i].from) /
                         full_scale(flips[i].knob, subject->ranges);
    qsort(flips, *count, sizeof *flips, by_share);

fail:
    mem_arena_free(&arena);
    return code;
}
