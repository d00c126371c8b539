/*
 * Longitude and latitude on a terrain that says where it lies. In degrees that is a division; in the
 * metres of UTM on WGS 84, and of a box (heights_box.c), base/mercator.h; in those of another projection it
 * takes PROJ, which builds with GDAL have.
 */
#include "heights/heights_grid.h"

#include <math.h>

#include "base/angle.h"
#include "base/globe.h"
#include "heights/heights_plane.h"
#include "image/image.h"

/* The one cell of a grid in longitude and latitude: that of its middle. The cosine is its Taylor
 * series, whose first term left out is below 1e-17 up to a right angle. */
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

#define KEY_MODEL_TYPE 1024
#define PROJECTED 1
#define GEOGRAPHIC 2

static unsigned model_type(const struct image_geo *geo)
{
    for (uint32_t i = 4; i + 4 <= geo->key_count; i += 4)
        if (geo->keys[i] == KEY_MODEL_TYPE && geo->keys[i + 1] == 0) return geo->keys[i + 3];
    return 0;
}

/* The turn of a longitude that lies on the terrain, if one does: 190 is -170. */
static double nearest_turn(double column, double turn, double columns)
{
    for (int k = -1; k <= 1; k += 2)
        if ((column < 0 || column > columns) && column + k * turn >= 0 &&
            column + k * turn <= columns)
            return column + k * turn;
    return column;
}

/* Into the coordinates of a projection. What lies too far from a meridian lies on no terrain. */
static enum scree_code project(double at[2], const struct image_geo *geo, struct scree_error *err)
{
    struct mercator plane;
    if (!heights_plane(&plane, geo)) return heights_project(at, geo, err);
    const double turns = (at[0] - plane.longitude_deg) / 360.0;
    const double away = 360.0 * fabs(turns - floor(turns + 0.5));
    if (away <= MERCATOR_MAX_AWAY_DEG && fabs(at[1]) <= MERCATOR_MAX_LATITUDE_DEG)
        mercator_forward(at, &plane, (const double[2]){at[0], at[1]});
    else
        at[0] = at[1] = 1e12;
    return SCREE_OK;
}

static enum scree_code find_by_keys(double out[2], const struct ter_field *field,
                                    const struct image_geo *geo, const double degrees[2],
                                    struct scree_error *err)
{
    double at[2] = {degrees[0], degrees[1]}, pixel[2], turned[2];
    const unsigned type = model_type(geo);
    if (type == PROJECTED)
        RETURN_IF_ERR(project(at, geo, err));
    else if (type != GEOGRAPHIC)
        return err_set(err, SCREE_UNSUPPORTED,
                       "its coordinate system is neither of degrees nor a projection: give metres "
                       "from its edges, such as 900E,1250N");
    if (!image_geo_pixel(pixel, geo, at))
        return err_set(err, SCREE_MALFORMED, "its georeference gives all points one place");
    const double next[2] = {at[0] + 360.0, at[1]};
    if (type == GEOGRAPHIC && image_geo_pixel(turned, geo, next))
        pixel[0] = nearest_turn(pixel[0], turned[0] - pixel[0], field->points_x - 1.0);
    out[0] = pixel[0];
    out[1] = field->points_y - 1.0 - pixel[1];
    return SCREE_OK;
}

enum scree_code heights_find_degrees(double out[2], const struct ter_field *field,
                                     const struct image_geo *geo, const double degrees[2],
                                     struct scree_error *err)
{
    const struct ter_globe *const globe = &field->globe;
    if (geo != NULL && geo->key_count > 0) return find_by_keys(out, field, geo, degrees, err);
    if (!ter_is_on_globe(field) || !globe->has_longitude)
        return err_set(
            err, SCREE_UNSUPPORTED,
            "does not say where on the globe it lies, as GeoTIFFs and SRTM tiles do: give "
            "metres from its edges, such as 900E,1250N");
    const double step = globe->step_deg[0];
    out[0] = nearest_turn((degrees[0] - globe->longitude_deg) / step, 360.0 / step,
                          field->points_x - 1.0);
    out[1] = (degrees[1] - globe->latitude_deg) / globe->step_deg[1];
    return SCREE_OK;
}

#ifndef SCREE_HAVE_GDAL

enum scree_code heights_project(double at[2], const struct image_geo *geo, struct scree_error *err)
{
    (void)at;
    (void)geo;
    return err_set(
        err, SCREE_UNSUPPORTED,
        "its coordinate system is neither UTM on WGS 84 nor degrees, and this scree was built "
        "without GDAL, whose PROJ knows others: give metres from its edges, such as 900E,1250N");
}

#endif
