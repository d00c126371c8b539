/*
 * Metres of a degree, for grids in longitude and latitude.
 *
 * Only + - * / and sqrt, so that every machine gets the same bits; the cosine is its Taylor series,
 * whose first term left out is below 1e-17 up to a right angle.
 */
#include "heights/heights_grid.h"

#include <math.h>

#include "base/angle.h"

#define AXIS_M 6378137.0                 /* WGS 84: half the great axis */
#define FLATTENING (1.0 / 298.257223563) /* and the flattening */
#define LAST_TERM 26

static double cosine(double radians)
{
    const double x2 = radians * radians;
    double sum = 1.0;
    for (int k = LAST_TERM; k >= 2; k -= 2) sum = 1.0 - sum * x2 / (double)(k * (k - 1));
    return sum;
}

void heights_degree_m(double out_m[2], double latitude_deg)
{
    const double cosine_phi = cosine(latitude_deg * ANGLE_RADIANS);
    const double sine2 = 1.0 - cosine_phi * cosine_phi;
    const double e2 = FLATTENING * (2.0 - FLATTENING);
    const double w2 = 1.0 - e2 * sine2, w = sqrt(w2);
    out_m[0] = ANGLE_RADIANS * AXIS_M * cosine_phi / w;
    out_m[1] = ANGLE_RADIANS * AXIS_M * (1.0 - e2) / (w2 * w);
}
