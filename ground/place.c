/*
 * A flat place on a terrain.
 *
 * Rule (Rigs of Rods): The start is the flattest dry square near the middle. See formats/ror.md.
 * Tests: unit/test_ror (start).
 */
#include "ground/ground.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "base/spot.h"

#define STAND_M 12.0      /* side of the square that has to be flat */
#define DRY_M 0.5         /* how far above the water it must lie */
#define MARGIN 1.000001   /* more than rounding can make of a height that is still good */
#define DISTANCE_COST 0.1 /* gradient that is worth going from the middle to an edge */
#define STEEP 0.15        /* gradient that no further place has */
#define APART_SHARE 0.2   /* of a side, from place to place */

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

/* What places are looked for on. */
struct search {
    const float *heights_m;
    uint32_t points, reach;
    double cell_m, water_m;
};

static bool is_apart(const uint32_t (*places)[2], uint32_t count, const uint32_t place[2],
                     double least)
{
    for (uint32_t k = 0; k < count; k++) {
        const double dx = (double)place[0] - places[k][0], dz = (double)place[1] - places[k][1];
        if (dx * dx + dz * dz < least * least) return false;
    }
    return true;
}

/*
 * Every point is tried; the cost is the gradient across the square plus a little for the distance
 * from the middle, so that of two equally flat places the nearer one is taken. A tie goes to the
 * first in rows from the first.
 */
static bool search(uint32_t (*places)[2], uint32_t count, const struct search *s, double apart)
{
    const uint32_t middle = (s->points - 1) / 2, reach = s->reach;
    double best = INFINITY;
    for (uint32_t z = reach; z + reach < s->points; z++) {
        for (uint32_t x = reach; x + reach < s->points; x++) {
            const double dx = ((double)x - middle) / middle, dz = ((double)z - middle) / middle;
            const double far = DISTANCE_COST * sqrt(dx * dx + dz * dz);
            const uint32_t here[2] = {x, z};
            if (far >= best) continue;
            if (!is_apart((const uint32_t(*)[2])places, count, here, apart)) continue;
            const double allowed = count > 0 && best - far > STEEP ? STEEP : best - far;
            const double most_m = allowed * (2 * reach * s->cell_m) * MARGIN;
            const double height_m =
                measure(s->heights_m, s->points, x, z, reach, s->water_m + DRY_M, most_m);
            const double gradient = height_m / (2 * reach * s->cell_m);
            if (!(gradient + far < best) || (count > 0 && gradient > STEEP)) continue;
            best = gradient + far;
            places[count][0] = x;
            places[count][1] = z;
        }
    }
    return best < INFINITY;
}

static struct search search_on(const float *heights_m, uint32_t points, double cell_m,
                               double water_m)
{
    uint32_t reach = (uint32_t)ceil(STAND_M / 2 / cell_m);
    if (reach > points / 8) reach = points / 8;
    if (reach == 0) reach = 1;
    return (struct search){heights_m, points, reach, cell_m, water_m};
}

bool ground_flat_place(uint32_t place[2], const float *heights_m, uint32_t points, double cell_m,
                       double water_m)
{
    const struct search s = search_on(heights_m, points, cell_m, water_m);
    uint32_t found[1][2] = {{(points - 1) / 2, (points - 1) / 2}};
    const bool good = search(found, 0, &s, 0);
    place[0] = found[0][0];
    place[1] = found[0][1];
    return good;
}

uint32_t ground_flat_places(struct ground_places *places, const float *heights_m, uint32_t points,
                            double cell_m, double water_m)
{
    const struct search s = search_on(heights_m, points, cell_m, water_m);
    while (places->count < GROUND_PLACES &&
           search(places->at, places->count, &s, (double)points * APART_SHARE))
        places->count++;
    return places->count;
}

void ground_tell_start(const double from_m[2], double altitude_m, const double *water_m,
                       struct scree_job *job)
{
    char place[64], water[48] = "";
    const double whole_m[2] = {floor(from_m[0] + 0.5), floor(from_m[1] + 0.5)};
    if (water_m != NULL) snprintf(water, sizeof water, "; water at %.7g m", *water_m);
    job_result(job, NULL, "start at %s, altitude %.1f m%s",
               spot_name(place, sizeof place, whole_m, SCREE_SOUTH_WEST), altitude_m, water);
}

void ground_warn_flood(double water_m, double highest_m, struct scree_job *job)
{
    if (water_m >= highest_m)
        job_warn(job, NULL,
                 "{water_m} %g puts everything under water: the highest point is at %.7g m",
                 water_m, highest_m);
}
