/*
 * Units of limits: metres, terrain units, degrees, percent, gradients, and shares of the ground,
 * to the file's own and back. A fuzziness is converted with its limit, as a step from it.
 */
#include "srf/srf_field.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"

struct name {
    const char *name;
    enum srf_unit unit;
};
/* Of a unit's names, the first is the one that is written. */
static const struct name slopes[] = {{"gradient", SRF_UNIT_GRADIENT}, {"deg", SRF_UNIT_DEG},
                                     {"\xc2\xb0", SRF_UNIT_DEG},      {"percent", SRF_UNIT_PERCENT},
                                     {"%", SRF_UNIT_PERCENT},         {"area%", SRF_UNIT_AREA},
                                     {NULL, SRF_UNIT_MISSING}},
                         altitudes[] = {{"tu", SRF_UNIT_TU},
                                        {"m", SRF_UNIT_M},
                                        {"area%", SRF_UNIT_AREA},
                                        {"range%", SRF_UNIT_RANGE},
                                        {NULL, SRF_UNIT_MISSING}},
                         lengths[] = {
                             {"tu", SRF_UNIT_TU}, {"m", SRF_UNIT_M}, {NULL, SRF_UNIT_MISSING}};

static const struct name *names_of(enum srf_measure measure)
{
    return measure == SRF_MEASURE_SLOPE      ? slopes
           : measure == SRF_MEASURE_ALTITUDE ? altitudes
                                             : lengths;
}

enum srf_unit srf_unit_find(enum srf_measure measure, const char *name)
{
    const struct name *at = names_of(measure);
    while (at->name != NULL && strcmp(at->name, name) != 0) at++;
    return at->unit;
}

const char *srf_unit_name(enum srf_measure measure, enum srf_unit unit)
{
    const struct name *at = names_of(measure);
    while (at->name != NULL && at->unit != unit) at++;
    return at->name != NULL ? at->name : "";
}

const char *srf_unit_list(enum srf_measure measure)
{
    if (measure == SRF_MEASURE_SLOPE) return "deg, percent, gradient or area%";
    if (measure == SRF_MEASURE_ALTITUDE) return "m, tu, area% or range%";
    return "tu or m";
}

static double metres_of(enum srf_measure measure, const struct srf_scale *scale)
{
    if (scale == NULL) return 0;
    return measure == SRF_MEASURE_ALTITUDE || measure == SRF_MEASURE_RISE ? scale->up_m
                                                                          : scale->across_m;
}

bool srf_unit_known(enum srf_measure measure, enum srf_unit unit, const struct srf_scale *scale)
{
    const bool metres = metres_of(measure, scale) > 0;
    const bool survey = scale != NULL && scale->survey != NULL;
    if (unit == SRF_UNIT_M) return metres;
    if (unit == SRF_UNIT_RANGE) return metres && survey;
    if (unit == SRF_UNIT_AREA) return survey && (metres || measure == SRF_MEASURE_SLOPE);
    return true;
}

static enum scree_code fail_unknown(enum srf_unit unit, struct scree_error *err)
{
    return err_set(err, SCREE_BAD_ARGUMENT,
                   unit == SRF_UNIT_M
                       ? "metres need the scale of a terrain: give {terrain} or {cell_m}"
                       : "shares of the ground need the terrain: give {terrain}");
}

static enum scree_code to_gradient(double *degrees, struct scree_error *err)
{
    if (!(fabs(*degrees) < 90))
        return err_set(err, SCREE_BAD_ARGUMENT, "%g degrees: a slope is less than 90 degrees",
                       *degrees);
    *degrees = angle_gradient(*degrees);
    return SCREE_OK;
}

/* ---- shares of the ground ---- */

/* The values at each thousandth, of a measure; per_unit is how many of them a file's unit has. */
struct shares {
    const double *values;
    double per_unit;
};

static enum scree_code get_shares(struct shares *out, enum srf_measure measure,
                                  const struct srf_scale *scale, struct scree_error *err)
{
    struct srf_survey *survey = scale->survey;
    if (!survey->done)
        RETURN_IF_ERR(survey->measure(&survey->ground, survey->context, survey->job, err));
    survey->done = true;
    out->values =
        measure == SRF_MEASURE_SLOPE ? survey->ground.gradient : survey->ground.altitude_m;
    out->per_unit = measure == SRF_MEASURE_SLOPE ? 1 : metres_of(measure, scale);
    return SCREE_OK;
}

/* What so many percent of the area do not reach. */
static double value_at(const struct shares *shares, double percent)
{
    const double place = percent * (SRF_SHARES - 1) / 100;
    const size_t i = place >= SRF_SHARES - 2 ? SRF_SHARES - 2 : place > 0 ? (size_t)place : 0;
    const double low = shares->values[i], high = shares->values[i + 1];
    return (low + (high - low) * (place - (double)i)) / shares->per_unit;
}

/* The other way. Of level ground, which has many shares, the one that a limit's inside begins at. */
static double share_of(const struct shares *shares, double value, int side)
{
    const double wanted = value * shares->per_unit, *values = shares->values;
    size_t i = 0; /* the first that is beyond, or of a maximum not below */
    while (i < SRF_SHARES && (side == 0 ? values[i] <= wanted : values[i] < wanted)) i++;
    if (i == 0) return 0;
    if (i == SRF_SHARES) return 100;
    const double low = values[i - 1], high = values[i];
    const double part = high > low ? (wanted - low) / (high - low) : 0;
    return ((double)(i - 1) + part) * 100 / (SRF_SHARES - 1);
}

static enum scree_code check_share(double percent, struct scree_error *err)
{
    if (percent >= 0 && percent <= 100) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT, "%g %% of the area: a share is from 0 to 100 %%",
                   percent);
}

static double range_of(const struct shares *shares)
{
    return (shares->values[SRF_SHARES - 1] - shares->values[0]) / shares->per_unit;
}

static double clamp_share(double percent)
{
    return percent < 0 ? 0 : percent > 100 ? 100 : percent;
}

/* ---- forth ---- */

static enum scree_code from_ground(double *value, enum srf_measure measure, enum srf_unit unit,
                                   const struct srf_scale *scale, struct scree_error *err)
{
    struct shares shares;
    if (unit == SRF_UNIT_AREA) RETURN_IF_ERR(check_share(*value, err));
    RETURN_IF_ERR(get_shares(&shares, measure, scale, err));
    *value = unit == SRF_UNIT_AREA
                 ? value_at(&shares, *value)
                 : shares.values[0] / shares.per_unit + range_of(&shares) * *value / 100;
    return SCREE_OK;
}

enum scree_code srf_unit_value(double *value, enum srf_measure measure, enum srf_unit unit,
                               const struct srf_scale *scale, struct scree_error *err)
{
    if (!srf_unit_known(measure, unit, scale))
        return scale != NULL && scale->may_lack ? SCREE_OK : fail_unknown(unit, err);
    switch (unit) {
    case SRF_UNIT_M:
        *value /= metres_of(measure, scale);
        return SCREE_OK;
    case SRF_UNIT_DEG:
        return to_gradient(value, err);
    case SRF_UNIT_PERCENT:
        *value /= 100;
        return SCREE_OK;
    case SRF_UNIT_AREA:
    case SRF_UNIT_RANGE:
        return from_ground(value, measure, unit, scale, err);
    default:
        return SCREE_OK;
    }
}

enum scree_code srf_unit_width(double *width, enum srf_measure measure, enum srf_unit unit,
                               const struct srf_scale *scale, double at_value, int side,
                               struct scree_error *err)
{
    struct shares shares;
    const bool known = srf_unit_known(measure, unit, scale);
    if (known && unit == SRF_UNIT_DEG) {
        const double at = angle_degrees(at_value);
        double inside = side == 0 ? at + *width : at - *width;
        RETURN_IF_ERR(to_gradient(&inside, err));
        *width = side == 0 ? inside - at_value : at_value - inside;
        return SCREE_OK;
    }
    if (!known || (unit != SRF_UNIT_AREA && unit != SRF_UNIT_RANGE))
        return srf_unit_value(width, measure, unit, scale, err);
    RETURN_IF_ERR(get_shares(&shares, measure, scale, err));
    if (unit == SRF_UNIT_RANGE) {
        *width *= range_of(&shares) / 100;
        return SCREE_OK;
    }
    if (!(*width >= 0)) return check_share(*width, err);
    const double at = share_of(&shares, at_value, side);
    const double inside = value_at(&shares, clamp_share(side == 0 ? at + *width : at - *width));
    const double far = side == 0 ? inside - at_value : at_value - inside;
    *width = far > 0 ? far : 0;
    return SCREE_OK;
}

/* ---- back ---- */

static enum scree_code express_ground(double *value, enum srf_measure measure, enum srf_unit unit,
                                      const struct srf_scale *scale,
                                      const struct srf_unit_limit *at, struct scree_error *err)
{
    struct shares shares;
    RETURN_IF_ERR(get_shares(&shares, measure, scale, err));
    if (unit == SRF_UNIT_RANGE) {
        const double range = range_of(&shares);
        if (at == NULL) *value -= shares.values[0] / shares.per_unit;
        *value = range > 0 ? *value / range * 100 : 0;
        return SCREE_OK;
    }
    if (at == NULL) {
        *value = share_of(&shares, *value, 1);
        return SCREE_OK;
    }
    const double inside = at->side == 0 ? at->at + *value : at->at - *value;
    *value = fabs(share_of(&shares, inside, at->side) - share_of(&shares, at->at, at->side));
    return SCREE_OK;
}

enum scree_code srf_unit_express(double *value, enum srf_measure measure, enum srf_unit unit,
                                 const struct srf_scale *scale, const struct srf_unit_limit *at,
                                 struct scree_error *err)
{
    if (!srf_unit_known(measure, unit, scale)) return fail_unknown(unit, err);
    switch (unit) {
    case SRF_UNIT_M:
        *value *= metres_of(measure, scale);
        return SCREE_OK;
    case SRF_UNIT_DEG:
        if (at == NULL) {
            *value = angle_degrees(*value);
        } else {
            const double inside = at->side == 0 ? at->at + *value : at->at - *value;
            *value = fabs(angle_degrees(inside) - angle_degrees(at->at));
        }
        return SCREE_OK;
    case SRF_UNIT_PERCENT:
        *value *= 100;
        return SCREE_OK;
    case SRF_UNIT_AREA:
    case SRF_UNIT_RANGE:
        return express_ground(value, measure, unit, scale, at, err);
    default:
        return SCREE_OK;
    }
}

bool srf_has_metres_alone(const struct srf_map *map)
{
    if (map->source == NULL || (map->units & ~(unsigned)SRF_USES_METRES) != 0) return false;
    /* Read with a terrain, its numbers are units of that. */
    return map->units == 0 || map->unresolved > 0;
}
