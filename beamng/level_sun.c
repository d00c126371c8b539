/*
 * The sun of a level: a world's, or one high in the west.
 *
 * The game's ancestor (Torque3D, TimeOfDay without azimuthOverride) turns the sun by the time, 0 at
 * noon, 1 a day, round an axis that axisTilt leans: towards the sun are, with t = 2 pi time,
 *
 *   up     cos(tilt) cos(t)
 *   east  -cos(tilt) sin(t)
 *   north  sin(tilt)
 *
 * so both numbers together reach any place of the sky.
 */
#include <math.h>

#include "base/angle.h"
#include "beamng/beamng_plan.h"
#include "ground/ground_sun.h"

#define USUAL_TILT_DEG 10.0
#define USUAL_TIME 0.1
#define DIGITS 1e5 /* kept: the last ones differ between C libraries */

static double rounded(double value)
{
    return floor(value * DIGITS + 0.5) / DIGITS;
}

void beamng_take_sun(struct beamng_facts *facts, const struct inputs *inputs, struct scree_job *job)
{
    struct ground_sun sun;
    facts->axis_tilt_deg = USUAL_TILT_DEG;
    facts->day_time = USUAL_TIME;
    ground_take_sun(&sun, inputs, "level", job);
    if (!sun.is) return;
    const double turn = atan2(-sun.east, sun.up) / (2.0 * ANGLE_PI);
    facts->axis_tilt_deg = rounded(asin(sun.north) / ANGLE_RADIANS);
    facts->day_time = rounded(turn < 0.0 ? turn + 1.0 : turn);
}
