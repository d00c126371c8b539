#include "ground/ground_sun.h"

#include "base/turn.h"

bool ground_set_sun(struct ground_sun *out, double azimuth_deg, double elevation_deg)
{
    double sine, cosine, along;
    *out = (struct ground_sun){.azimuth_deg = azimuth_deg, .elevation_deg = elevation_deg};
    if (!(azimuth_deg >= -3600.0 && azimuth_deg <= 3600.0) ||
        !(elevation_deg > 0.0 && elevation_deg <= 90.0))
        return false;
    turn_sine_cosine(azimuth_deg, &sine, &cosine);
    turn_sine_cosine(elevation_deg, &out->up, &along);
    out->east = sine * along;
    out->north = cosine * along;
    out->is = true;
    return true;
}

void ground_take_sun(struct ground_sun *out, const struct inputs *inputs, const char *what,
                     struct scree_job *job)
{
    double azimuth_deg, elevation_deg;
    *out = (struct ground_sun){.is = false};
    if (!srf_scene_number(&azimuth_deg, inputs->map, "sun.heading", 0) ||
        !srf_scene_number(&elevation_deg, inputs->map, "sun.altitude", 0))
        return;
    if (ground_set_sun(out, azimuth_deg, elevation_deg))
        job_note(job, inputs->surface_file.path,
                 "has its sun at azimuth %g, elevation %g degrees, which the %s gets", azimuth_deg,
                 elevation_deg, what);
    else
        job_note(job, inputs->surface_file.path,
                 "has its sun at azimuth %g, elevation %g degrees, which gives no daylight; the %s "
                 "has another sun",
                 azimuth_deg, elevation_deg, what);
}
