/*
 * Metres of a degree on the WGS 84 ellipsoid, for grids in longitude and latitude.
 *
 * Only + - * / and sqrt, so that every machine gets the same bits. Source: the ellipsoid's two
 * numbers, and the radii of curvature of any textbook of geodesy.
 */
#ifndef BASE_GLOBE_H
#define BASE_GLOBE_H

#include <math.h>

#include "base/angle.h"

#define GLOBE_AXIS_M 6378137.0                 /* half the great axis */
#define GLOBE_FLATTENING (1.0 / 298.257223563) /* and the flattening */

/* Of a degree of longitude and of latitude, where the latitude has this cosine. */
static inline void globe_degree_m(double out_m[2], double cosine)
{
    const double sine2 = 1.0 - cosine * cosine;
    const double e2 = GLOBE_FLATTENING * (2.0 - GLOBE_FLATTENING);
    const double w2 = 1.0 - e2 * sine2, w = sqrt(w2);
    out_m[0] = ANGLE_RADIANS * GLOBE_AXIS_M * cosine / w;
    out_m[1] = ANGLE_RADIANS * GLOBE_AXIS_M * (1.0 - e2) / (w2 * w);
}

#endif
