#include "srf/srf_units.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"

static const struct {
    const char *name;
    enum srf_unit unit;
} slopes[] = {{"gradient", SRF_UNIT_GRADIENT},
              {"deg", SRF_UNIT_DEG},
              {"percent", SRF_UNIT_PERCENT}},
  lengths[] = {{"tu", SRF_UNIT_TU}, {"m", SRF_UNIT_M}};

enum srf_unit srf_unit_find(enum srf_measure measure, const char *name)
{
    if (measure == SRF_MEASURE_SLOPE) {
        for (size_t i = 0; i < sizeof slopes / sizeof slopes[0]; i++)
            if (strcmp(slopes[i].name, name) == 0) return slopes[i].unit;
        return SRF_UNIT_MISSING;
    }
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        if (strcmp(lengths[i].name, name) == 0) return lengths[i].unit;
    return SRF_UNIT_MISSING;
}

const char *srf_unit_list(enum srf_measure measure)
{
    return measure == SRF_MEASURE_SLOPE ? "gradient, deg or percent" : "tu or m";
}

static enum err_code to_tu(double *value, enum srf_measure measure, const struct srf_scale *scale,
                           struct err *err)
{
    double metres = 0;
    if (scale != NULL) metres = measure == SRF_MEASURE_ALTITUDE ? scale->up_m : scale->across_m;
    if (!(metres > 0))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "metres need the scale of a terrain: give {terrain} or {cell_m}");
    *value /= metres;
    return ERR_OK;
}

static enum err_code to_gradient(double *degrees, struct err *err)
{
    if (!(fabs(*degrees) < 90))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "%g degrees: a slope is less than 90 degrees",
                       *degrees);
    *degrees = angle_gradient(*degrees);
    return ERR_OK;
}

enum err_code srf_unit_value(double *value, enum srf_measure measure, enum srf_unit unit,
                             const struct srf_scale *scale, struct err *err)
{
    switch (unit) {
    case SRF_UNIT_M:
        return to_tu(value, measure, scale, err);
    case SRF_UNIT_DEG:
        return to_gradient(value, err);
    case SRF_UNIT_PERCENT:
        *value /= 100;
        return ERR_OK;
    default:
        return ERR_OK;
    }
}

enum err_code srf_unit_width(double *width, enum srf_measure measure, enum srf_unit unit,
                             const struct srf_scale *scale, double at_value, int side,
                             struct err *err)
{
    if (unit != SRF_UNIT_DEG) return srf_unit_value(width, measure, unit, scale, err);
    const double at = angle_degrees(at_value);
    double inside = side == 0 ? at + *width : at - *width;
    RETURN_IF_ERR(to_gradient(&inside, err));
    *width = side == 0 ? inside - at_value : at_value - inside;
    return ERR_OK;
}
