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

/* What lies between the equator and a latitude of this sine, by the angle of its meridians:
 * GLOBE_ZONE_M2 times this, in square metres for radians of longitude. The integral of the product of
 * both radii of curvature and the cosine, as a series of which the next term is below 1e-18. */
#define GLOBE_ZONE_M2                                                                              \
    (GLOBE_AXIS_M * GLOBE_AXIS_M * (1.0 - GLOBE_FLATTENING * (2.0 - GLOBE_FLATTENING)))
static inline double globe_zone(double sine)
{
    const double e2 = GLOBE_FLATTENING * (2.0 - GLOBE_FLATTENING), q = e2 * sine * sine;
    double sum = 0.0;
    for (int k = 8; k >= 0; k--) sum = (double)(k + 1) / (double)(2 * k + 1) + q * sum;
    return sine * sum;
}

/* A longitude as it lies in [-180, 180). */
static inline double globe_wrap_deg(double degrees)
{
    return degrees - 360.0 * floor((degrees + 180.0) / 360.0);
}

#endif
