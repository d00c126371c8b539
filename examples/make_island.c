/*
 * make_island TERRAIN.ter
 *
 * Makes the terrain of the example that scree ships: an island of 2048 x 2048 metres with beaches,
 * meadows, cliffs and a snowy top. Its surface map is kept as text, island.srf.json, of which
 * `scree convert` makes island.srf. The files are committed; a test makes them again and compares
 * every byte. Nothing of the C library is used but sqrt.
 */
#include <math.h>
#include <stdio.h>

#include "examples/waves.h"
#include "ter/ter.h"

#define POINTS 257
#define UNIT_M 8.0 /* metres per terrain unit */

/* Metres above the sea at (x, y), 0 .. 1 east and north. */
static double island_m(double x, double y)
{
    const double bend_x = 0.11 * hills(11, 3, 4, x, y), bend_y = 0.11 * hills(31, 3, 4, x, y);
    const double east = (x - 0.50 + bend_x) / 0.46, north = (y - 0.50 + bend_y) / 0.40;
    const double away = sqrt(east * east + north * north);
    const double bay_east = (x - 0.70 + bend_x) / 0.17, bay_north = (y - 0.16 + bend_y) / 0.22;
    const double bay = 1 - step(0.45, 1.15, sqrt(bay_east * bay_east + bay_north * bay_north));
    const double inland = 1 - away - 0.5 * bay; /* 0 at the shore, about 1 in the middle */

    const double sea = -34 * step(0, 0.5, -inland) + 5 * clamp(inland, -0.15, 0);
    const double land = clamp(inland, 0, 1);
    const double shore = 9 * step(0, 0.10, land);
    const double meadow = step(0.05, 0.30, land) * (20 + 24 * hills(51, 4, 5, x, y));
    const double peak_east = (x - 0.44) / 0.34, peak_north = (y - 0.57) / 0.30;
    const double near_peak =
        1 - step(0.05, 1.0, sqrt(peak_east * peak_east + peak_north * peak_north));
    const double mountain =
        near_peak * step(0.08, 0.5, land) *
        (24 + 118 * near_peak + 160 * ridges(71, 3.4, 5, x, y) + 8 * hills(91, 12, 3, x, y));
    return sea + shore + meadow + mountain;
}

static void island_row(void *context, uint32_t y, double *heights_tu)
{
    (void)context;
    for (uint32_t x = 0; x < POINTS; x++)
        heights_tu[x] = island_m((double)x / (POINTS - 1), (double)y / (POINTS - 1)) / UNIT_M;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_island TERRAIN.ter\n");
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    const struct ter_source source = {POINTS, POINTS, UNIT_M, island_row, NULL, 0, 0, 0, 0};
    if (ter_write_file(argv[1], &source, &err) == SCREE_OK) return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "make_island: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
