/* Altitude limits that were made for a terrain of other heights. */
#include "compare/compare_lint.h"

#include <math.h>
#include <stdio.h>

#include "compare/lint.h"

#define FEW 4       /* one limit of so many may lie within the terrain by chance */
#define ROOM 1.5    /* the terrain is made so much higher than what its limits span */
#define FINENESS 20 /* proposals are round to this part of the terrain's range */

struct limits {
    uint32_t count, inside, excluding;
    double low, high;
};

static void take(struct limits *all, const struct srf_layer *layer, const struct ter_ranges *ranges)
{
    if (!(layer->covr > 0)) return;
    const double lowest = ranges->altitude_min_tu, highest = ranges->altitude_max_tu;
    for (int side = 0; side < 2; side++) {
        const double limit = (double)layer->altl[side];
        if (!srf_is_on(layer->alte[side]) || !isfinite(limit)) continue;
        if (all->count == 0 || limit < all->low) all->low = limit;
        if (all->count == 0 || limit > all->high) all->high = limit;
        all->count++;
        all->inside += limit > lowest && limit < highest;
        all->excluding += side == 0 ? limit >= highest : limit <= lowest;
    }
}

/* The multiple of 1, 2 or 5 times a power of ten that is next to a value and as fine as asked for. */
static double rounded(double value, double fine)
{
    double step = 1;
    while (step > fine && step > 1e-300) step /= 10;
    while (step * 10 <= fine) step *= 10;
    if (step * 5 <= fine)
        step *= 5;
    else if (step * 2 <= fine)
        step *= 2;
    /* A division by a whole number is exact where a product with 0.1 is not. */
    return step >= 1 ? floor(value / step + 0.5) * step
                     : floor(value / step + 0.5) / floor(1 / step + 0.5);
}

bool compare_scale_hint(struct compare_scale_hint *out, const struct srf_map *map,
                        const struct ter_field *field, const struct ter_ranges *ranges)
{
    struct limits all = {0};
    const double lowest = ranges->altitude_min_tu, highest = ranges->altitude_max_tu;
    const double range = highest - lowest;
    for (uint32_t i = 1; i < map->layer_count; i++) take(&all, map->layers[i], ranges);
    if (!(range > 0) || all.excluding == 0 || all.inside * FEW > all.count) return false;
    const double up_m = field->scal_m[2], middle = (all.low + all.high) / 2;
    /* Limits in metres have a word of their own. */
    if (all.low / up_m > lowest && all.high / up_m < highest) return false;
    const double span = all.high - all.low;
    *out = (struct compare_scale_hint){
        .limits_tu = {all.low, all.high}, .terrain_tu = {lowest, highest}, .height_scale = 1};
    if (span > range) out->height_scale = rounded(ROOM * span / range, span / range / FINENESS);
    const double scaled = out->height_scale * range;
    out->height_offset_tu =
        rounded(middle - out->height_scale * (lowest + highest) / 2, scaled / FINENESS);
    return true;
}

char *compare_scale_words(char out[COMPARE_SCALE_TEXT], const struct compare_scale_hint *hint)
{
    snprintf(out, COMPARE_SCALE_TEXT,
             "altitude limits span %.5g to %.5g tu, the terrain %.5g to %.5g: the map seems to be "
             "made for other heights",
             hint->limits_tu[0], hint->limits_tu[1], hint->terrain_tu[0], hint->terrain_tu[1]);
    return out;
}

char *compare_scale_advice(char out[COMPARE_SCALE_TEXT], const struct compare_scale_hint *hint)
{
    char scale[64] = "";
    if (hint->height_scale != 1)
        snprintf(scale, sizeof scale, "{height_scale} %.10g ", hint->height_scale);
    snprintf(out, COMPARE_SCALE_TEXT,
             "try %s{height_offset_tu} %.10g, which brings the limits to the middle of the terrain",
             scale, hint->height_offset_tu);
    return out;
}

/*
 * At twice the fuzziness a limit holds 1 % back: beyond that it has no say.
 *
 * Finding limit-idle (Values): An altitude limit lies beyond the terrain, at least twice its
 * fuzziness away, and excludes nothing: often a map made for a higher terrain, or in metres.
 */
static void check_idle(struct lint *lint, const struct srf_layer *layer)
{
    const double lowest = lint->ranges.altitude_min_tu, highest = lint->ranges.altitude_max_tu;
    for (int side = 0; side < 2; side++) {
        const double limit = (double)layer->altl[side], fuzziness = (double)layer->altf[side];
        if (!srf_is_on(layer->alte[side])) continue;
        if (side == 0 ? limit + 2 * fuzziness > lowest : limit - 2 * fuzziness < highest) continue;
        const double as_metres = limit / lint->field->scal_m[2];
        const bool fits = as_metres > lowest && as_metres < highest;
        lint_add(lint, LINT_LIMIT_IDLE, layer,
                 lint_format("%s altitude %s is %s the whole terrain, %s, and excludes nothing",
                             side == 0 ? "minimum" : "maximum", lint_altitude(lint, limit).text,
                             side == 0 ? "below" : "above",
                             lint_altitudes(lint, lowest, highest).text),
                 fits ? lint_format("nothing, unless %.5g m was meant, which is %.5g tu", limit,
                                    as_metres)
                      : lint_format("nothing, or switch it off"));
    }
}

/*
 * Finding wrong-scale (The map or the terrain as a whole): Altitude limits keep layers off the
 * whole terrain, and hardly any limit lies within its range. The message proposes
 * `--height-offset` and `--height-scale` that bring the limits to the middle of the terrain as
 * read here, scale first.
 */
static void check_scale(struct lint *lint)
{
    struct compare_scale_hint hint;
    char words[COMPARE_SCALE_TEXT], advice[COMPARE_SCALE_TEXT];
    if (!compare_scale_hint(&hint, lint->map, lint->field, &lint->ranges)) return;
    lint_add(lint, LINT_WRONG_SCALE, NULL, lint_format("%s", compare_scale_words(words, &hint)),
             lint_format("%s", compare_scale_advice(advice, &hint)));
}

void lint_rules_limits(struct lint *lint)
{
    if (lint->field == NULL) return;
    check_scale(lint);
    for (uint32_t i = 0; i < lint->map->layer_count; i++) {
        const struct srf_layer *layer = lint->map->layers[i];
        if (!lint_judged(lint, layer) || lint->layers[i].absent) continue;
        check_idle(lint, layer);
    }
}
