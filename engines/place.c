/* A flat place on a terrain. */
#include "engines/engines.h"

#include <math.h>

#define STAND_M 12.0      /* side of the square that has to be flat */
#define DRY_M 0.5         /* how far above the water it must lie */
#define DISTANCE_COST 0.1 /* gradient that is worth going from the middle to an edge */

/* Lowest and highest point of a square of 2 * reach + 1 points a side. */
static void measure(float range[2], const float *heights_m, uint32_t points, uint32_t x, uint32_t z,
                    uint32_t reach)
{
    range[0] = range[1] = heights_m[(size_t)z * points + x];
    for (uint32_t j = z - reach; j <= z + reach; j++) {
        for (uint32_t i = x - reach; i <= x + reach; i++) {
            const float h = heights_m[(size_t)j * points + i];
            range[0] = h < range[0] ? h : range[0];
            range[1] = h > range[1] ? h : range[1];
        }
    }
}

/*
 * Every point is tried; the cost is the gradient across the square plus a little for the distance
 * from the middle, so that of two equally flat places the nearer one is taken. A tie goes to the
 * first in rows from the north.
 */
bool engines_flat_place(uint32_t place[2], const float *heights_m, uint32_t points, double cell_m,
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
            float range[2];
            measure(range, heights_m, points, x, z, reach);
            if ((double)range[0] < water_m + DRY_M) continue;
            const double gradient = ((double)range[1] - (double)range[0]) / (2 * reach * cell_m);
            if (gradient + far >= best) continue;
            best = gradient + far;
            place[0] = x;
            place[1] = z;
        }
    }
    return best < INFINITY;
}
