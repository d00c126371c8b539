/* A flat place on a terrain. */
#include "ground/ground.h"

#include <math.h>
#include <stddef.h>

#define STAND_M 12.0      /* side of the square that has to be flat */
#define DRY_M 0.5         /* how far above the water it must lie */
#define MARGIN 1.000001   /* more than rounding can make of a height that is still good */
#define DISTANCE_COST 0.1 /* gradient that is worth going from the middle to an edge */

static void widen(float range[2], float h)
{
    range[0] = h < range[0] ? h : range[0];
    range[1] = h > range[1] ? h : range[1];
}

/* The height across a square of 2 * reach + 1 points a side around x, z; INFINITY if a point is
 * below lowest or it is not below most. Corners come first: they mostly tell. */
static double measure(const float *heights_m, uint32_t points, uint32_t x, uint32_t z,
                      uint32_t reach, double lowest, double most)
{
    const float *middle = heights_m + (size_t)z * points + x;
    const ptrdiff_t row = (ptrdiff_t)points, side = (ptrdiff_t)reach;
    float range[2] = {*middle, *middle};
    for (int corner = 0; corner < 4; corner++)
        widen(range, middle[(corner & 2 ? side : -side) * row + (corner & 1 ? side : -side)]);
    for (ptrdiff_t j = -side; j <= side; j++) {
        if ((double)range[0] < lowest || (double)range[1] - (double)range[0] >= most)
            return INFINITY;
        for (ptrdiff_t i = -side; i <= side; i++) widen(range, middle[j * row + i]);
    }
    const double height = (double)range[1] - (double)range[0];
    return (double)range[0] < lowest ? INFINITY : height;
}

/*
 * Every point is tried; the cost is the gradient across the square plus a little for the distance
 * from the middle, so that of two equally flat places the nearer one is taken. A tie goes to the
 * first in rows from the north.
 */
bool ground_flat_place(uint32_t place[2], const float *heights_m, uint32_t points, double cell_m,
                       double water_m)
{
    uint32_t reach = (uint32_t)ceil(STAND_M / 2 / cell_m);
    if (reach > points / 8) reach = points / 8;
    if (reach == 0) reach = 1;
    const uint32_t middle = (points - 1) / 2;
    place[0] = place[1] = middle;
    double best = INFINITY;
    for (uint32_t z = reach; z + reach < points; z++) {
        for (uint32_t x = reach; x + reach < points; x++) {
            const double dx = ((double)x - middle) / middle, dz = ((double)z - middle) / middle;
            const double far = DISTANCE_COST * sqrt(dx * dx + dz * dz);
            if (far >= best) continue;
            const double most_m = (best - far) * (2 * reach * cell_m) * MARGIN;
            const double height_m =
                measure(heights_m, points, x, z, reach, water_m + DRY_M, most_m);
            const double gradient = height_m / (2 * reach * cell_m);
            if (!(gradient + far < best)) continue;
            best = gradient + far;
            place[0] = x;
            place[1] = z;
        }
    }
    return best < INFINITY;
}
