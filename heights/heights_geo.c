/* The one cell of a grid in longitude and latitude: that of its middle. The cosine is its Taylor
 * series, whose first term left out is below 1e-17 up to a right angle. */
#include "heights/heights_grid.h"

#include "base/angle.h"
#include "base/globe.h"

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
    globe_degree_m(out_m, cosine(latitude_deg * ANGLE_RADIANS));
}
