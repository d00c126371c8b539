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
#include "base/turn.h"
#include "beamng/beamng_plan.h"

#define USUAL_TILT_DEG 10.0
#define USUAL_TIME 0.1
#define DIGITS 1e5 /* kept: the last ones differ between C libraries */

static double rounded(double value)
{
    return floor(value * DIGITS + 0.5) / DIGITS;
}

static void turn_sun(struct beamng_facts *facts, double azimuth_deg, double elevation_deg)
{
    double sine, cosine, up, out;
    turn_sine_cosine(azimuth_deg, &sine, &cosine);
    turn_sine_cosine(elevation_deg, &up, &out);
    const double east = sine * out, north = cosine * out;
    const double turn = atan2(-east, up) / (2.0 * ANGLE_PI);
    facts->axis_tilt_deg = rounded(asin(north) / ANGLE_RADIANS);
    facts->day_time = rounded(turn < 0.0 ? turn + 1.0 : turn);
}

void beamng_take_sun(struct beamng_facts *facts, const struct inputs *inputs, struct scree_job *job)
{
    double azimuth_deg, elevation_deg;
    facts->axis_tilt_deg = USUAL_TILT_DEG;
    facts->day_time = USUAL_TIME;
    if (!srf_scene_number(&azimuth_deg, inputs->map, "sun.heading", 0) ||
        !srf_scene_number(&elevation_deg, inputs->map, "sun.altitude", 0))
        return;
    if (!(azimuth_deg >= -3600.0 && azimuth_deg <= 3600.0) ||
        !(elevation_deg > 0.0 && elevation_deg <= 90.0)) {
        job_note(job, inputs->surface_file.path,
                 "has its sun at azimuth %g, elevation %g degrees, which gives no daylight; the "
                 "level has another sun",
                 azimuth_deg, elevation_deg);
        return;
    }
    turn_sun(facts, azimuth_deg, elevation_deg);
    job_note(job, inputs->surface_file.path,
             "has its sun at azimuth %g, elevation %g degrees, which the level gets", azimuth_deg,
             elevation_deg);
}
