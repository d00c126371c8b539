/* The sun of a Terragen world, for what is exported of it. */
#ifndef GROUND_GROUND_SUN_H
#define GROUND_GROUND_SUN_H

#include "inputs/inputs.h"

struct ground_sun {
    bool is;                           /* false: the map has none above the horizon */
    double azimuth_deg, elevation_deg; /* clockwise from north, and above the horizon */
    double east, north, up;            /* towards it, of length 1 */
};

/* ground_set_sun() sets a sun; false: at these angles it gives no daylight. */
bool ground_set_sun(struct ground_sun *out, double azimuth_deg, double elevation_deg);
/* ground_take_sun() finds the sun of a map's scene and notes that `what`, "level", gets it, or why it has another. */
void ground_take_sun(struct ground_sun *out, const struct inputs *inputs, const char *what,
                     struct scree_job *job);

#endif
