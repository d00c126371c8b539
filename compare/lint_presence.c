/*
 * Does a layer appear at all? For each layer the first reason why not; where a terrain was
 * evaluated, what was seen there outweighs what its ranges say, because ground between points can
 * reach a little further than the points.
 */
#include "compare/lint.h"

#include <math.h>

/* ---- the altitudes between which a layer may appear, and whether they are too near each other ---- */

static struct lint_zone lint_zone_of(const struct lint *lint, const struct srf_layer *layer)
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

/*
 * lint_check_zone() reports altitude limits too near each other for the terrain; true if so.
 *
 * Finding narrow-zone (A layer that is not there): The zone between minimum and maximum altitude
 * (with those of the ancestors) is narrower than a step of the stored heights, or than the rise
 * to the next point: the layer breaks into speckles. Widen it.
 */
static bool lint_check_zone(struct lint *lint, const struct srf_layer *layer)
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

/* ---- each layer ---- */

/* A share of the terrain too small to have been meant: 10 square metres of a square kilometre. */
#define RARE_REACH 1e-5

static void never(struct lint *lint, enum lint_rule rule, const struct srf_layer *layer,
                  struct lint_text text, struct lint_text advice)
{
    lint_add(lint, rule, layer, text, advice);
    lint->layers[layer->index].absent = true;
    lint->layers[layer->index].explained = true;
}

static bool seen(const struct lint *lint, const struct srf_layer *layer)
{
    return lint->texels > 0 && lint->layers[layer->index].reach > 0;
}

/* ---- what holds on every terrain ---- */

/*
 * Finding coverage-zero (A layer that is not there): Coverage (COVR) is 0 or less, as for a layer
 * for which a style found no place. Raise it, or remove the layer.
 */
static bool check_coverage(struct lint *lint, const struct srf_layer *layer)
{
    if (layer->covr > 0) return false;
    never(lint, LINT_COVERAGE_ZERO, layer,
          lint_format("coverage is %g, so the layer appears nowhere", (double)layer->covr),
          lint_format("raise its coverage above 0, or remove the layer"));
    return true;
}

/*
 * Finding limits-exclude (A layer that is not there): No terrain shows the layer: a minimum is
 * not below its maximum, the spread of an aspect is 0, the maximum slope is 0, or the minimum
 * slope is at least the maximum times the square of the relief. Swap the limits, or switch one
 * off.
 */
static bool check_own_altitudes(struct lint *lint, const struct srf_layer *layer)
{
    if (!srf_is_on(layer->alte[0]) || !srf_is_on(layer->alte[1])) return false;
    const double low = (double)layer->altl[0], high = (double)layer->altl[1];
    if (low < high) return false;
    never(lint, LINT_LIMITS_EXCLUDE, layer,
          lint_format("minimum altitude %s is not below maximum altitude %s, so the layer appears "
                      "on no terrain",
                      lint_altitude(lint, low).text, lint_altitude(lint, high).text),
          lint_format("swap the two limits, or switch one of them off"));
    return true;
}

/*
 * Between L / r and L r, r being the reach, a slope limit lets part of the relief through; min and
 * max exclude each other for good only if these zones do not meet.
 *
 * Finding limits-crossed (A layer that is not there): The minimum slope is not below the maximum,
 * but within the reach of the relief, so a little of the layer comes through. Swap the limits, or
 * switch one off.
 */
static bool check_own_slopes(struct lint *lint, const struct srf_layer *layer)
{
    const double r = lint->reach, relief = lint->options.relief;
    const double low = (double)layer->slpl[0], high = (double)layer->slpl[1];
    if (!srf_is_on(layer->slpe[1])) return false;
    if (high <= 0) {
        never(lint, LINT_LIMITS_EXCLUDE, layer,
              lint_format("maximum slope is %s, so the layer appears on no terrain",
                          lint_slope(high).text),
              lint_format("raise the maximum above 0, or switch it off"));
        return true;
    }
    if (!srf_is_on(layer->slpe[0]) || low < high) return false;
    if (low >= high * r * r) {
        never(lint, LINT_LIMITS_EXCLUDE, layer,
              lint_format("minimum slope %s is not below maximum slope %s, too far even for "
                          "relief %g, so the layer appears on no terrain",
                          lint_slope(low).text, lint_slope(high).text, relief),
              lint_format("swap the two limits, or switch one of them off"));
        return true;
    }
    lint_add(lint, LINT_LIMITS_CROSSED, layer,
             lint_format("minimum slope %s is not below maximum slope %s; only relief %g lets a "
                         "little of the layer through",
                         lint_slope(low).text, lint_slope(high).text, relief),
             lint_format("swap the two limits, or switch one of them off"));
    lint->layers[layer->index].explained = true;
    return false;
}

static bool faces(const struct srf_layer *layer)
{
    return srf_is_on(layer->limits[SRF_ASPECT].on[0]) && !(layer->limits[SRF_ASPECT].level > 0);
}

static bool check_own_aspect(struct lint *lint, const struct srf_layer *layer)
{
    if (!faces(layer) || layer->limits[SRF_ASPECT].at[1] > 0) return false;
    never(
        lint, LINT_LIMITS_EXCLUDE, layer,
        lint_format("the spread of its aspect is 0 degrees, which holds no direction, so the layer "
                    "appears on no terrain"),
        lint_format("give the spread the degrees to either side, such as 60, or switch the aspect "
                    "off"));
    return true;
}

/* Limits by a quantity that goes from low to high. */
static bool check_own_range(struct lint *lint, const struct srf_layer *layer,
                            enum srf_quantity quantity)
{
    const struct srf_limit *limit = &layer->limits[quantity];
    const char *what = srf_quantity_words[quantity].name, *unit = srf_quantity_words[quantity].unit;
    const double low = (double)limit->at[0], high = (double)limit->at[1];
    if (!srf_is_on(limit->on[0]) || !srf_is_on(limit->on[1]) || low < high) return false;
    never(lint, LINT_LIMITS_EXCLUDE, layer,
          lint_format("minimum %s %.5g %s is not below maximum %s %.5g %s, so the layer "
                      "appears on no terrain",
                      what, low, unit, what, high, unit),
          lint_format("swap the two limits, or switch one of them off"));
    return true;
}

/*
 * Finding parent-never-appears (A layer that is not there): An ancestor appears nowhere or hardly
 * anywhere. Fix it.
 */
static bool check_parent(struct lint *lint, const struct srf_layer *layer)
{
    if (layer->parent == NULL || !lint->layers[layer->parent->index].absent) return false;
    never(lint, LINT_PARENT_NEVER_APPEARS, layer,
          lint_format("its parent %s appears nowhere or hardly anywhere, and so does this layer",
                      lint_quote(layer->parent).text),
          lint_format("fix the parent first, or move this layer to another one"));
    return true;
}

/* ---- against the ancestors ---- */

/*
 * Finding outside-parent (A layer that is not there): The layer's limits lie outside those of an
 * ancestor. Move the layer, or bring the limits together.
 */
static bool check_ancestor_altitudes(struct lint *lint, const struct srf_layer *layer)
{
    const struct lint_zone zone = lint_zone_of(lint, layer);
    if (zone.low == NULL || zone.high == NULL || zone.low_tu < zone.high_tu) return false;
    const bool own_low = zone.low == layer;
    if (!own_low && zone.high != layer) return false;
    const struct srf_layer *other = own_low ? zone.high : zone.low;
    never(lint, LINT_OUTSIDE_PARENT, layer,
          lint_format("%s altitude %s lies outside what %s allows, which ends at %s, so the layer "
                      "appears on no terrain",
                      own_low ? "minimum" : "maximum",
                      lint_altitude(lint, own_low ? zone.low_tu : zone.high_tu).text,
                      lint_quote(other).text,
                      lint_altitude(lint, own_low ? zone.high_tu : zone.low_tu).text),
          lint_format("move the layer out of its parent, or bring the two limits together"));
    return true;
}

static bool check_ancestor_slopes(struct lint *lint, const struct srf_layer *layer)
{
    const double r = lint->reach;
    for (const struct srf_layer *at = layer->parent; at != NULL; at = at->parent) {
        if (!lint_judged(lint, at)) continue;
        if (at->smsz != layer->smsz && (at->smsz > 1 || layer->smsz > 1)) continue;
        for (int side = 0; side < 2; side++) { /* the layer's min against a max, then its max */
            if (!srf_is_on(layer->slpe[side]) || !srf_is_on(at->slpe[1 - side])) continue;
            const double own = (double)layer->slpl[side], other = (double)at->slpl[1 - side];
            if (side == 0 ? own < other * r * r : other < own * r * r) continue;
            never(
                lint, LINT_OUTSIDE_PARENT, layer,
                lint_format("%s slope %s lies outside what %s allows, which ends at %s, so the "
                            "layer appears on no terrain",
                            side == 0 ? "minimum" : "maximum", lint_slope(own).text,
                            lint_quote(at).text, lint_slope(other).text),
                lint_format("move the layer out of its parent, or bring the two limits together"));
            return true;
        }
    }
    return false;
}

/* How many degrees two directions are apart, 0 to 180. */
static double between(double one, double other)
{
    double apart = one - other;
    while (apart > 180) apart -= 360;
    while (apart < -180) apart += 360;
    return apart < 0 ? -apart : apart;
}

static bool check_ancestor_aspects(struct lint *lint, const struct srf_layer *layer)
{
    const struct srf_limit *own = &layer->limits[SRF_ASPECT];
    for (const struct srf_layer *at = layer->parent; at != NULL && faces(layer); at = at->parent) {
        const struct srf_limit *other = &at->limits[SRF_ASPECT];
        if (!lint_judged(lint, at) || !faces(at)) continue;
        if (at->smsz != layer->smsz && (at->smsz > 1 || layer->smsz > 1)) continue;
        const double apart = between((double)own->at[0], (double)other->at[0]);
        if (apart < (double)own->at[1] + (double)other->at[1]) continue;
        never(
            lint, LINT_OUTSIDE_PARENT, layer,
            lint_format("its aspect, %.5g degrees to either side of %.5g, lies outside what %s "
                        "allows, %.5g to either side of %.5g, so the layer appears on no terrain",
                        (double)own->at[1], (double)own->at[0], lint_quote(at).text,
                        (double)other->at[1], (double)other->at[0]),
            lint_format("move the layer out of its parent, or bring the two directions together"));
        return true;
    }
    return false;
}

/* ---- against the terrain ---- */

/* A limit typed in metres where units belong: it lies far beyond the terrain, and taken as metres
 * within it. */
static bool looks_like_metres(const struct lint *lint, double limit_tu)
{
    const double lowest = lint->ranges.altitude_min_tu, highest = lint->ranges.altitude_max_tu;
    const double far = (highest - lowest) / 2, as_metres_tu = limit_tu / lint->field->scal_m[2];
    return (limit_tu > highest + far || limit_tu < lowest - far) && as_metres_tu > lowest &&
           as_metres_tu < highest;
}

/*
 * Finding altitude-in-metres (A layer that is not there): An altitude limit keeps the layer off
 * the whole terrain, but would be within its range as metres. Files hold terrain units: divide it
 * by the unit's length (SCAL), as the message does.
 *
 * Finding never-altitude (A layer that is not there): An altitude limit keeps the layer off the
 * whole terrain. Move it into the terrain's range, or check `--height-scale` and
 * `--height-offset` if many layers have this.
 */
static bool check_terrain_altitudes(struct lint *lint, const struct srf_layer *layer)
{
    const double lowest = lint->ranges.altitude_min_tu, highest = lint->ranges.altitude_max_tu;
    for (int side = 0; side < 2; side++) {
        const double limit = (double)layer->altl[side];
        if (!srf_is_on(layer->alte[side]) || (side == 0 ? limit < highest : limit > lowest))
            continue;
        const char *which = side == 0 ? "minimum" : "maximum";
        const char *where = side == 0 ? "above" : "below";
        if (looks_like_metres(lint, limit)) {
            never(lint, LINT_ALTITUDE_IN_METRES, layer,
                  lint_format("%s altitude %s is %s the whole terrain, %s, so the layer appears "
                              "nowhere; it looks like metres: %.5g m are %.5g tu",
                              which, lint_altitude(lint, limit).text, where,
                              lint_altitudes(lint, lowest, highest).text, limit,
                              limit / lint->field->scal_m[2]),
                  lint_format("limits are stored in terrain units of %g m: if %.5g m was meant, "
                              "set it to %.5g",
                              lint->field->scal_m[2], limit, limit / lint->field->scal_m[2]));
            return true;
        }
        never(lint, LINT_NEVER_ALTITUDE, layer,
              lint_format("%s altitude %s is %s the whole terrain, %s, so the layer appears "
                          "nowhere",
                          which, lint_altitude(lint, limit).text, where,
                          lint_altitudes(lint, lowest, highest).text),
              lint_format("set it %s %s, or switch it off", side == 0 ? "below" : "above",
                          lint_altitude(lint, side == 0 ? highest : lowest).text));
        return true;
    }
    return false;
}

/*
 * Finding never-slope (A layer that is not there): A slope limit, relief included, keeps the
 * layer off the whole terrain. Move the limit.
 */
static bool check_terrain_slopes(struct lint *lint, const struct srf_layer *layer)
{
    const double r = lint->reach;
    const double gentlest = lint->ranges.slope_min / r, steepest = lint->ranges.slope_max * r;
    for (int side = 0; side < 2; side++) {
        const double limit = (double)layer->slpl[side];
        if (!srf_is_on(layer->slpe[side]) || (side == 0 ? limit < steepest : limit > gentlest))
            continue;
        never(
            lint, LINT_NEVER_SLOPE, layer,
            lint_format("%s slope %s is %s than the terrain has, %s, or %s with relief %g, so the "
                        "layer appears nowhere",
                        side == 0 ? "minimum" : "maximum", lint_slope(limit).text,
                        side == 0 ? "steeper" : "gentler",
                        lint_slopes(lint->ranges.slope_min, lint->ranges.slope_max).text,
                        lint_slopes(gentlest, steepest).text, lint->options.relief),
            lint_format("set it %s %s, or switch it off", side == 0 ? "below" : "above",
                        lint_slope(side == 0 ? steepest : gentlest).text));
        return true;
    }
    return false;
}

/* ---- what was seen ---- */

/*
 * Finding never-appears (A layer that is not there): Each limit could be met, but not all
 * together. Compare them with `scree info`.
 *
 * Finding rarely-appears (A layer that is not there): The layer reaches less than a
 * hundred-thousandth of the terrain. Widen its limits, or remove it.
 */
static void check_seen(struct lint *lint, const struct srf_layer *layer)
{
    struct lint_layer *known = &lint->layers[layer->index];
    if (lint->texels == 0 || known->reach >= RARE_REACH) return;
    if (known->reach > 0) {
        const double area_m2 = known->reach * lint->ground_m2;
        never(lint, LINT_RARELY_APPEARS, layer,
              lint_format("the layer reaches only %s of the terrain, about %.2g square metres",
                          lint_percent(known->reach).text, area_m2),
              lint_format("widen its limits or raise its coverage, or remove it"));
        return;
    }
    never(lint, LINT_NEVER_APPEARS, layer,
          lint_format("the layer reaches none of the %llu places of the terrain that were "
                      "evaluated: what it and its ancestors allow in altitude, slope and noise "
                      "does not occur together",
                      (unsigned long long)lint->texels),
          lint_format("widen its limits: scree info shows them beside the terrain's ranges"));
}

static void judge(struct lint *lint, const struct srf_layer *layer)
{
    if (check_coverage(lint, layer) || check_own_altitudes(lint, layer) ||
        check_own_slopes(lint, layer) || check_own_aspect(lint, layer) ||
        check_own_range(lint, layer, SRF_POSITION) || check_own_range(lint, layer, SRF_CURVATURE) ||
        check_own_range(lint, layer, SRF_WETNESS) || check_own_range(lint, layer, SRF_SKY) ||
        check_own_range(lint, layer, SRF_NEAR) ||
        check_parent(lint, layer) || check_ancestor_altitudes(lint, layer) ||
        check_ancestor_slopes(lint, layer) || check_ancestor_aspects(lint, layer))
        return;
    if (lint->field != NULL && !seen(lint, layer) &&
        (check_terrain_altitudes(lint, layer) || check_terrain_slopes(lint, layer)))
        return;
    struct lint_layer *known = &lint->layers[layer->index];
    if (lint->field != NULL && lint_check_zone(lint, layer)) {
        known->explained = true;
        known->absent = lint->texels > 0 && known->reach < RARE_REACH;
    }
    if (!known->explained) check_seen(lint, layer);
}

void lint_rules_presence(struct lint *lint)
{
    for (uint32_t i = 0; i < lint->map->layer_count; i++)
        if (lint_judged(lint, lint->map->layers[i])) judge(lint, lint->map->layers[i]);
}
