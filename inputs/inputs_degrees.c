/* Terrains in degrees, for games. */
#include <math.h>
#include <stdio.h>

#include "inputs/inputs.h"

#define SQUARE 0.01 /* sides that differ by so little are a square */
#define WITHIN 0.98 /* of the shorter side: a box that lies within the terrain, whose sides bend */

enum scree_code inputs_check_degrees(const struct ter_field *field, const struct inputs_file *file,
                                     const char *game, struct scree_error *err)
{
    const struct heights_about *about = &file->heights;
    const bool own = about->globe.step_deg[0] > 0;
    const struct ter_globe *globe = own ? &about->globe : &field->globe;
    const double *cell_m = own ? about->globe_cell_m : field->scal_m;
    if (!(globe->step_deg[0] > 0) || fabs(cell_m[0] / cell_m[1] - 1) <= SQUARE) return SCREE_OK;
    const double size[2] = {field->points_x - 1.0, field->points_y - 1.0};
    const double side_m =
        size[0] * cell_m[0] < size[1] * cell_m[1] ? size[0] * cell_m[0] : size[1] * cell_m[1];
    const double longest_m =
        side_m * WITHIN < HEIGHTS_MAX_BOX_M ? side_m * WITHIN : HEIGHTS_MAX_BOX_M;
    char box[96] = "LON,LAT,KM";
    if (globe->has_longitude)
        snprintf(box, sizeof box, "%.6g,%.6g,%.4g",
                 globe->longitude_deg + size[0] / 2 * globe->step_deg[0],
                 globe->latitude_deg + size[1] / 2 * globe->step_deg[1],
                 floor(longest_m / 10) / 100);
    err_set(err, SCREE_UNSUPPORTED,
            "is in degrees: %.4g m apart to the east, %.4g m to the north, and %s takes squares; "
            "cut them out with {box_m}, such as %s",
            cell_m[0], cell_m[1], game, box);
    return err_set_file(err, file->path);
}
