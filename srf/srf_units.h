/* Units that people may give limits in, and what they are in those of the file. */
#ifndef SRF_SRF_UNITS_H
#define SRF_SRF_UNITS_H

#include "srf/srf.h"
#include "srf/srf_table.h"

enum srf_unit {
    SRF_UNIT_MISSING,
    SRF_UNIT_TU,
    SRF_UNIT_M,
    SRF_UNIT_GRADIENT,
    SRF_UNIT_DEG,
    SRF_UNIT_PERCENT
};

/* srf_unit_find() reads the name of a unit that fits the measure; SRF_UNIT_MISSING if it is none.
 */
enum srf_unit srf_unit_find(enum srf_measure measure, const char *name);
/* srf_unit_list() is the units that fit, as a list to put behind "expected". */
const char *srf_unit_list(enum srf_measure measure);

/*
 * srf_unit_value() turns a limit or a size into the file's unit; srf_unit_width() turns the
 * fuzziness of a limit at_value (which is in the file's unit already) on a side, 0 for a minimum.
 * A fuzziness in degrees reaches from the limit to the slope so many degrees inside it.
 * ERR_ARG  the value has no meaning, or metres without a scale; the message says what to do
 */
MUST_USE enum err_code srf_unit_value(double *value, enum srf_measure measure, enum srf_unit unit,
                                      const struct srf_scale *scale, struct err *err);
MUST_USE enum err_code srf_unit_width(double *width, enum srf_measure measure, enum srf_unit unit,
                                      const struct srf_scale *scale, double at_value, int side,
                                      struct err *err);

#endif
