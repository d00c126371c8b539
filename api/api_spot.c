/* Places with letters: include/scree/spot.h. */
#include <string.h>

#include "api/api.h"
#include "base/spot.h"

int scree_spot_read(struct scree_spot *out, const char *text, struct scree_error *error)
{
    err_start(error);
    if (spot_read(out, text)) return SCREE_OK;
    memset(out, 0, sizeof *out);
    return err_set_option(
        error, "text",
        "'%.40s' is not a place such as 900E,1250N: metres from the west edge (E) or the east edge "
        "(W), and from the south edge (N) or the north edge (S); or geo:LONGITUDE,LATITUDE",
        text);
}

int scree_spot_find(double out_m[2], const struct scree_spot *spot,
                    const struct scree_terrain *terrain, int corner, struct scree_error *error)
{
    err_start(error);
    if (corner != SCREE_NORTH_WEST && corner != SCREE_SOUTH_WEST)
        return err_set_option(error, "corner", "%d is not an enum scree_corner", corner);
    if (spot->way[0] == SPOT_GEO) {
        const enum scree_code code =
            inputs_find_degrees(out_m, terrain->field, &terrain->file, spot->m, error);
        if (code != SCREE_OK) return code;
        if (corner == SCREE_SOUTH_WEST) out_m[1] = ter_extent_y_m(terrain->field) - out_m[1];
        return SCREE_OK;
    }
    const double extent_m[2] = {ter_extent_x_m(terrain->field), ter_extent_y_m(terrain->field)};
    spot_find(out_m, spot, extent_m, (enum scree_corner)corner);
    return SCREE_OK;
}

char *scree_spot_name(char *out, size_t size, const double m[2], int corner)
{
    return spot_name(out, size, m, (enum scree_corner)corner);
}
