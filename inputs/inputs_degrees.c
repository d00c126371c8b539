/* Terrains in degrees, for games. */
#include <math.h>
#include <stdio.h>

#include "inputs/inputs.h"

#define SQUARE 0.01 /* sides that differ by so little are a square */
#define ZONE_DEG 6
#define NORTHMOST_DEG 84 /* of UTM, whose zones are */
#define SOUTHMOST_DEG (-80)
#define POLAR_NORTH 3413 /* EPSG numbers of the maps beyond */
#define POLAR_SOUTH 3031

/* The projection whose squares are squares there, an EPSG number.
 * Source: the EPSG data set; UTM is 32600 + zone in the north and 32700 + zone in the south. */
static int projection_of(double latitude_deg, double longitude_deg)
{
    if (latitude_deg > NORTHMOST_DEG) return POLAR_NORTH;
    if (latitude_deg < SOUTHMOST_DEG) return POLAR_SOUTH;
    const double turned = longitude_deg + 180 - 360 * floor((longitude_deg + 180) / 360);
    const int zone = (int)floor(turned / ZONE_DEG) + 1;
    return (latitude_deg < 0 ? 32700 : 32600) + (zone > 60 ? 60 : zone);
}

enum scree_code inputs_check_degrees(const struct ter_field *field, const struct inputs_file *file,
                                     const char *game, struct scree_error *err)
{
    const struct heights_about *about = &file->heights;
    const bool own = about->globe.step_deg[0] > 0;
    const struct ter_globe *globe = own ? &about->globe : &field->globe;
    const double *cell_m = own ? about->globe_cell_m : field->scal_m;
    if (!(globe->step_deg[0] > 0) || fabs(cell_m[0] / cell_m[1] - 1) <= SQUARE) return SCREE_OK;
    const double latitude_deg =
        globe->latitude_deg + (field->points_y - 1.0) / 2 * globe->step_deg[1];
    const double longitude_deg =
        globe->longitude_deg + (field->points_x - 1.0) / 2 * globe->step_deg[0];
    const double side_m = cell_m[0] < cell_m[1] ? cell_m[0] : cell_m[1];
    char epsg[16] = "326NN", side[16];
    snprintf(side, sizeof side, side_m < 10 ? "%.3g" : "%.0f", side_m);
    if (globe->has_longitude)
        snprintf(epsg, sizeof epsg, "%d", projection_of(latitude_deg, longitude_deg));
    err_set(err, SCREE_UNSUPPORTED,
            "is in degrees: %.4g m apart to the east, %.4g m to the north, and %s takes squares; "
            "{cell_m} would squash the ground; project it with gdalwarp -t_srs EPSG:%s -tr %s %s "
            "-r cubic %.40s metres.tif",
            cell_m[0], cell_m[1], game, epsg, side, side, file->base);
    return err_set_file(err, file->path);
}
