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

/* The turn of a longitude that lies on the terrain, or nearest to its middle: 190 is -170. */
static double nearest_turn(double column, double turn, double columns)
{
    if (column >= 0 && column <= columns) return column;
    return column - turn * floor((column - columns / 2) / turn + 0.5);
}

enum scree_code heights_no_place(struct scree_error *err)
{
    return err_set(err, SCREE_UNSUPPORTED,
                   "GDAL cannot find the degrees in its coordinate system: give metres from its "
                   "edges, such as 900E,1250N");
}

/* Into the coordinates of a projection. What lies too far from a meridian lies on no terrain. */
static enum scree_code project(double at[2], const struct heights_finder *finder,
                               struct scree_error *err)
{
    const struct mercator *const plane = &finder->plane;
    if (!finder->is_plane) {
        RETURN_IF_ERR(heights_project(&at[0], &at[1], 1, finder->geo, err));
        return isnan(at[0]) ? heights_no_place(err) : SCREE_OK;
    }
    const double turns = (at[0] - plane->longitude_deg) / 360.0;
    const double away = 360.0 * fabs(turns - floor(turns + 0.5));
    if (away <= MERCATOR_MAX_AWAY_DEG && fabs(at[1]) <= MERCATOR_MAX_LATITUDE_DEG)
        mercator_forward(at, plane, (const double[2]){at[0], at[1]});
    else
        at[0] = at[1] = 1e12;
    return SCREE_OK;
}

static enum scree_code find_by_keys(double out[2], const struct heights_finder *finder,
                                    const double degrees[2], struct scree_error *err)
{
    const struct ter_field *const field = finder->field;
    double at[2] = {degrees[0], degrees[1]}, pixel[2], turned[2];
    const bool in_degrees = !finder->is_plane && !finder->is_projected;
    if (!in_degrees) RETURN_IF_ERR(project(at, finder, err));
    if (!image_geo_pixel(pixel, finder->geo, at))
        return err_set(err, SCREE_MALFORMED, "its georeference gives all points one place");
    const double next[2] = {at[0] + 360.0, at[1]};
    if (in_degrees && image_geo_pixel(turned, finder->geo, next))
        pixel[0] = nearest_turn(pixel[0], turned[0] - pixel[0], field->points_x - 1.0);
    out[0] = pixel[0];
    out[1] = field->points_y - 1.0 - pixel[1];
    return SCREE_OK;
}

enum scree_code heights_finder_begin(struct heights_finder *out, const struct ter_field *field,
                                     const struct image_geo *geo, struct scree_error *err)
{
    const bool has_keys = geo != NULL && geo->key_count > 0;
    const unsigned type = has_keys ? model_type(geo) : 0;
    *out = (struct heights_finder){.field = field, .geo = has_keys ? geo : NULL};
    if (has_keys && type != PROJECTED && type != GEOGRAPHIC)
        return err_set(err, SCREE_UNSUPPORTED,
                       "its coordinate system is neither of degrees nor a projection: give metres "
                       "from its edges, such as 900E,1250N");
    out->is_plane = type == PROJECTED && heights_plane(&out->plane, geo);
    out->is_projected = type == PROJECTED && !out->is_plane;
    if (has_keys || (ter_is_on_globe(field) && field->globe.has_longitude)) return SCREE_OK;
    return err_set(err, SCREE_UNSUPPORTED,
                   "does not say where on the globe it lies, as GeoTIFFs and SRTM tiles do: give "
                   "metres from its edges, such as 900E,1250N");
}

enum scree_code heights_finder_find(double out[2], const struct heights_finder *finder,
                                    const double degrees[2], struct scree_error *err)
{
    if (finder->geo != NULL) return find_by_keys(out, finder, degrees, err);
    const struct ter_globe *const globe = &finder->field->globe;
    const double step = globe->step_deg[0];
    out[0] = nearest_turn((degrees[0] - globe->longitude_deg) / step, 360.0 / step,
                          finder->field->points_x - 1.0);
    out[1] = (degrees[1] - globe->latitude_deg) / globe->step_deg[1];
    return SCREE_OK;
}

void heights_finder_find_all(double *x, double *y, size_t count,
                             const struct heights_finder *finder)
{
    const bool by_gdal = finder->geo != NULL && finder->is_projected;
    const bool projected = by_gdal && heights_project(x, y, count, finder->geo, NULL) == SCREE_OK;
    for (size_t i = 0; i < count; i++) {
        double at[2] = {x[i], y[i]}, pixel[2];
        bool good = true;
        if (projected) {
            good = image_geo_pixel(pixel, finder->geo, at);
            at[0] = pixel[0];
            at[1] = finder->field->points_y - 1.0 - pixel[1];
        } else {
            good = !by_gdal &&
                   heights_finder_find(at, finder, (const double[2]){x[i], y[i]}, NULL) == SCREE_OK;
        }
        x[i] = good ? at[0] : NAN;
        y[i] = good ? at[1] : NAN;
    }
}

/* ---- the other way ---- */

#define EDGE_PLACES 16 /* looked at on each edge, which bends on the globe */
#define WHOLE_GLOBE ((struct heights_bounds){-180, -90, 180, 90})

static void widen(struct heights_bounds *bounds, const double degrees[2], bool first)
{
    if (first || degrees[0] < bounds->west) bounds->west = degrees[0];
    if (first || degrees[0] > bounds->east) bounds->east = degrees[0];
    if (first || degrees[1] < bounds->south) bounds->south = degrees[1];
    if (first || degrees[1] > bounds->north) bounds->north = degrees[1];
}

/* Where a point of the field lies; row 0 is the south edge. */
static void degrees_of(double degrees[2], const struct heights_finder *finder, double column,
                       double row)
{
    const struct ter_globe *const globe = &finder->field->globe;
    if (finder->geo != NULL) {
        image_geo_middle(degrees, finder->geo, column, finder->field->points_y - 1.0 - row);
    } else {
        degrees[0] = globe->longitude_deg + column * globe->step_deg[0];
        degrees[1] = globe->latitude_deg + row * globe->step_deg[1];
    }
    if (!finder->is_plane) return;
    struct mercator_row line;
    mercator_row(&line, &finder->plane, degrees[1]);
    mercator_inverse(degrees, &line, degrees[0]);
}

bool heights_find_corners(double out_deg[6], const struct ter_field *field,
                          const struct image_geo *geo)
{
    const double last[2] = {field->points_x - 1.0, field->points_y - 1.0};
    struct heights_finder finder;
    if (heights_finder_begin(&finder, field, geo, NULL) != SCREE_OK || finder.is_projected)
        return false;
    degrees_of(out_deg, &finder, 0, last[1]);
    degrees_of(out_deg + 2, &finder, last[0], last[1]);
    degrees_of(out_deg + 4, &finder, 0, 0);
    return true;
}

enum scree_code heights_find_bounds(struct heights_bounds *out, const struct ter_field *field,
                                    const struct image_geo *geo, struct scree_error *err)
{
    const double last[2] = {field->points_x - 1.0, field->points_y - 1.0};
    struct heights_finder finder;
    double degrees[2] = {0, 0}, at[2];
    *out = WHOLE_GLOBE;
    RETURN_IF_ERR(heights_finder_begin(&finder, field, geo, err));
    RETURN_IF_ERR(heights_finder_find(at, &finder, degrees, err));
    if (finder.is_projected) return SCREE_OK;
    for (int i = 0; i < 4 * EDGE_PLACES; i++) {
        const double along = (double)(i / 4) / (EDGE_PLACES - 1), end = i % 2;
        const double column = last[0] * (i % 4 < 2 ? along : end);
        const double row = last[1] * (i % 4 < 2 ? end : along); /* from the south */
        degrees_of(degrees, &finder, column, row);
        widen(out, degrees, i == 0);
    }
    if (!(out->east - out->west < 360)) {
        out->west = -180;
        out->east = 180;
        return SCREE_OK;
    }
    out->west = globe_wrap_deg(out->west);
    out->east = globe_wrap_deg(out->east);
    return SCREE_OK;
}

#ifndef SCREE_HAVE_GDAL

enum scree_code heights_project(double *x, double *y, size_t count, const struct image_geo *geo,
                                struct scree_error *err)
{
    (void)x;
    (void)y;
    (void)count;
    (void)geo;
    return err_set(
        err, SCREE_UNSUPPORTED,
        "its coordinate system is neither UTM on WGS 84 nor degrees, and this scree was built "
        "without GDAL, whose PROJ knows others: give metres from its edges, such as 900E,1250N");
}

#endif
