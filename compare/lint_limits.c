/* Limits against the terrain: zones too narrow to be drawn, limits that exclude nothing. */
#include "compare/lint.h"

#include <math.h>

/* Mean gradient of the ground between two altitudes, or 0 if there is none. */
static double steepness_between(const struct lint *lint, double low_tu, double high_tu)
{
    const double lowest = lint->ranges.altitude_min_tu;
    const double range = lint->ranges.altitude_max_tu - lowest;
    if (range <= 0) return 0;
    const double first = floor((low_tu - lowest) / range * LINT_ALTITUDE_BINS);
    const double last = floor((high_tu - lowest) / range * LINT_ALTITUDE_BINS);
    double sum = 0;
    int count = 0;
    for (int i = 0; i < LINT_ALTITUDE_BINS; i++) {
        if (i < first || i > last || lint->steepness_at_bin[i] < 0) continue;
        sum += (double)lint->steepness_at_bin[i];
        count++;
    }
    return count > 0 ? sum / count : 0;
}

/* Metres up per metre along become units up per unit along. */
static double rise_per_unit(const struct lint *lint, double gradient)
{
    return gradient * lint->field->scal_m[0] / lint->field->scal_m[2];
}

bool lint_check_zone(struct lint *lint, const struct srf_layer *layer)
{
    const struct lint_zone zone = lint_zone_of(lint, layer);
    if (zone.low != layer && zone.high != layer) return false; /* said of the parent */
    if (isinf(zone.low_tu) || isinf(zone.high_tu)) return false;
    const double width = zone.high_tu - zone.low_tu;
    const double step = lint->field->samples == NULL ? fabs(lint->field->step_tu) : 0;
    const double rise = rise_per_unit(lint, steepness_between(lint, zone.low_tu, zone.high_tu));
    if (width <= step)
        lint_add(lint, LINT_NARROW_ZONE, layer,
                 lint_format("the layer lies between altitudes %s, %s apart, and the terrain's "
                             "heights have steps of %s: it falls between them or breaks into "
                             "speckles",
                             lint_altitudes(lint, zone.low_tu, zone.high_tu).text,
                             lint_altitude(lint, width).text, lint_altitude(lint, step).text),
                 lint_format("widen the zone, or use a terrain with finer heights"));
    else if (width < rise)
        lint_add(lint, LINT_NARROW_ZONE, layer,
                 lint_format("the layer lies between altitudes %s, %s apart, and the ground there "
                             "rises %s from one terrain point to the next: it breaks into speckles",
                             lint_altitudes(lint, zone.low_tu, zone.high_tu).text,
                             lint_altitude(lint, width).text, lint_altitude(lint, rise).text),
                 lint_format("widen the zone to several times %s", lint_altitude(lint, rise).text));
    return width <= step || width < rise;
}

/* At twice the fuzziness a limit holds 1 % back: beyond that it has no say. */
static void check_idle(struct lint *lint, const struct srf_layer *layer)
{
    const double lowest = lint->ranges.altitude_min_tu, highest = lint->ranges.altitude_max_tu;
    for (int side = 0; side < 2; side++) {
        const double limit = (double)layer->altl[side], fuzziness = (double)layer->altf[side];
        if (!lint_on(layer->alte[side])) continue;
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

void lint_rules_limits(struct lint *lint)
{
    if (lint->field == NULL) return;
    for (uint32_t i = 0; i < lint->map->layer_count; i++) {
        const struct srf_layer *layer = lint->map->layers[i];
        if (!lint_judged(lint, layer) || lint->layers[i].absent) continue;
        check_idle(lint, layer);
    }
}
