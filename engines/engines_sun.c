/* The sun of a world in what engines load. Axes and senses of turning: docs/formats/engines.md, Suns. */
#include <math.h>

#include "base/json_text.h"
#include "engines/engines_plan.h"

#define DIGITS 1e5 /* kept of degrees, so that a report has the very sun that was written */

static double rounded(double degrees)
{
    return floor(degrees * DIGITS + 0.5) / DIGITS;
}

static double within_turn(double degrees)
{
    return rounded(degrees - 360.0 * floor(degrees / 360.0));
}

void engines_take_sun(struct engines_plan *plan, struct scree_job *job)
{
    struct ground_sun sun;
    if (!plan->profile->takes_sun) return;
    ground_take_sun(&sun, &plan->inputs, "export", job);
    if (sun.is)
        ground_set_sun(&plan->sun, within_turn(rounded(sun.azimuth_deg)),
                       fmax(rounded(sun.elevation_deg), 1 / DIGITS));
}

json_t *engines_sun_json(const struct engines_plan *plan)
{
    return plan->sun.is ? json_pack("{s:f, s:f}", "azimuth_deg", plan->sun.azimuth_deg,
                                    "elevation_deg", plan->sun.elevation_deg)
                        : NULL;
}

bool engines_read_sun(struct engines_plan *plan, const json_t *object)
{
    const json_t *azimuth = json_object_get(object, "azimuth_deg");
    const json_t *elevation = json_object_get(object, "elevation_deg");
    if (object == NULL) return true;
    return json_is_number(azimuth) && json_is_number(elevation) &&
           ground_set_sun(&plan->sun, json_number_value(azimuth), json_number_value(elevation));
}

/*
 * Godot's light shines along -z, the others' along z or, of Unreal, x. Where axes are right-handed a turn about
 * the axis upwards goes against the clock, elsewhere with it; Unreal's x is east and its y south.
 */
struct engines_turn engines_light(const struct engines_plan *plan)
{
    const double azimuth = plan->sun.azimuth_deg, elevation = plan->sun.elevation_deg;
    switch (plan->profile->space.axes) {
    case ENGINES_UP_NORTH:
        return (struct engines_turn){elevation, within_turn(azimuth + 180.0), 0.0};
    case ENGINES_SOUTH_UP:
        return (struct engines_turn){0.0, -elevation, within_turn(azimuth + 90.0)};
    default:
        return (struct engines_turn){-elevation, within_turn(180.0 - azimuth), 0.0};
    }
}
