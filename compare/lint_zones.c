/* The altitudes between which a layer may appear, and whether they are too near each other. */
#include "compare/lint.h"

#include <math.h>

struct lint_zone lint_zone_of(const struct lint *lint, const struct srf_layer *layer)
{
    struct lint_zone zone = {-INFINITY, INFINITY, NULL, NULL};
    for (const struct srf_layer *at = layer; at != NULL; at = at->parent) {
        if (!lint_judged(lint, at)) continue;
        /* Layers that smooth differently see different altitudes. */
        if (at->smsz != layer->smsz && (at->smsz > 1 || layer->smsz > 1)) continue;
        if (srf_is_on(at->alte[0]) && (double)at->altl[0] > zone.low_tu) {
            zone.low_tu = (double)at->altl[0];
            zone.low = at;
        }
        if (srf_is_on(at->alte[1]) && (double)at->altl[1] < zone.high_tu) {
            zone.high_tu = (double)at->altl[1];
            zone.high = at;
        }
    }
    return zone;
}

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
