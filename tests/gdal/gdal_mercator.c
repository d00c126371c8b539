/* gdal_mercator: for lines "LON0 LAT0 SCALE EAST NORTH LON LAT", where the place lies in that plane, and the
 * longitude and latitude that come back from there. */
#include <stdio.h>

#include "base/mercator.h"

int main(void)
{
    struct mercator plane;
    double degrees[2], metres[2], back[2];
    while (scanf("%lf %lf %lf %lf %lf %lf %lf", &plane.longitude_deg, &plane.latitude_deg,
                 &plane.scale, &plane.east_m, &plane.north_m, &degrees[0], &degrees[1]) == 7) {
        struct mercator_row row;
        mercator_start(&plane);
        mercator_forward(metres, &plane, degrees);
        mercator_row(&row, &plane, metres[1]);
        mercator_inverse(back, &row, metres[0]);
        printf("%.6f %.6f %.12f %.12f\n", metres[0], metres[1], back[0], back[1]);
    }
    return 0;
}
