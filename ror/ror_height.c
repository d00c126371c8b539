/*
 * Heights of a Rigs of Rods terrain, and where a vehicle stands on them.
 *
 * Rule (Rigs of Rods): Heights are u16 of WorldSizeY, rows from the north. See formats/ror.md,
 * ror/ror_world.c. Tests: unit/test_ror (heights), unit/test_ror_plan (heights), ror/ror_island,
 * ogre/ogre_example.
 */
#include "ror/ror_format.h"

#include <assert.h>
#include <math.h>

uint32_t ror_world_height(double range_m)
{
    assert(range_m >= 0 && range_m < 1e9);
    return range_m > 1 ? (uint32_t)ceil(range_m) : 1;
}

double ror_cell_m(const double corners_m[4], double east, double north, bool odd)
{
    const double nw = corners_m[0], ne = corners_m[1], sw = corners_m[2], se = corners_m[3];
    if (odd)
        return east + north < 1 ? sw + east * (se - sw) + north * (nw - sw)
                                : ne + (1 - east) * (nw - ne) + (1 - north) * (se - ne);
    return north > east ? nw + east * (ne - nw) + (1 - north) * (sw - nw)
                        : se + (1 - east) * (sw - se) + north * (ne - se);
}

double ror_ground_m(const float *heights_m, uint32_t points, double x, double z)
{
    const uint32_t last = points - 2;
    uint32_t column = x > 0 ? (uint32_t)x : 0, row = z > 0 ? (uint32_t)z : 0;
    if (column > last) column = last;
    if (row > last) row = last;
    const float *upper = heights_m + (size_t)row * points + column, *lower = upper + points;
    const double corners_m[4] = {(double)upper[0], (double)upper[1], (double)lower[0],
                                 (double)lower[1]};
    return ror_cell_m(corners_m, x - column, 1 - (z - row), (last - row) % 2 != 0);
}

bool ror_start(int64_t start_mm[3], const float *heights_m, uint32_t points, uint32_t world_m,
               double water_m)
{
    const double cell_m = (double)world_m / (points - 1);
    uint32_t place[2];
    const bool dry = ground_flat_place(place, heights_m, points, cell_m, water_m);
    double y_m = (double)heights_m[(size_t)place[1] * points + place[0]];
    if (!dry && y_m < water_m) y_m = water_m;
    start_mm[0] = (int64_t)(place[0] * cell_m * 1000 + 0.5);
    start_mm[1] = (int64_t)(y_m * 1000 + 0.5);
    start_mm[2] = (int64_t)(place[1] * cell_m * 1000 + 0.5);
    return dry;
}
