/*
 * Rasters that lie over a terrain: which of their pixels lies where a place of the terrain is. In one
 * projection that takes no more than both georeferences; otherwise it goes by longitude and latitude.
 */
#include "heights/heights_grid.h"

#include <math.h>
#include <string.h>

#include "heights/heights_plane.h"
#include "image/image.h"

#define PROJECTED 1
#define USER_DEFINED 32767

#ifdef SCREE_HAVE_GDAL
#define KNOWS_ALL true /* projections */
#else
#define KNOWS_ALL false
#endif

/* Whether two have the metres of one projection. */
static bool is_one_projection(const struct image_geo *a, const struct image_geo *b)
{
    if (heights_geo_key(a, HEIGHTS_MODEL_TYPE) != PROJECTED ||
        heights_geo_key(b, HEIGHTS_MODEL_TYPE) != PROJECTED)
        return false;
    const unsigned code = heights_geo_key(a, HEIGHTS_PROJECTED_SYSTEM);
    if (code != heights_geo_key(b, HEIGHTS_PROJECTED_SYSTEM)) return false;
    if (code != 0 && code != USER_DEFINED) return true;
    return a->key_count == b->key_count && a->double_count == b->double_count &&
           memcmp(a->keys, b->keys, a->key_count * sizeof *a->keys) == 0 &&
           memcmp(a->doubles, b->doubles, a->double_count * sizeof *a->doubles) == 0;
}

/* Looks at the terrain's side. */
static enum scree_code begin_terrain(struct heights_over *over, struct scree_error *err)
{
    struct heights_finder finder;
    if (heights_finder_begin(&finder, over->field, over->geo, NULL) != SCREE_OK)
        return err_set(err, SCREE_UNSUPPORTED,
                       "says where on the globe it lies and the terrain does not: give a terrain "
                       "that does, or the picture as a PNG, which lies over the whole terrain");
    if (finder.geo == NULL) over->geo = NULL;
    over->is_plane = finder.is_plane;
    over->plane = finder.plane;
    if (!finder.is_projected || over->is_one) return SCREE_OK;
    return err_set(
        err, SCREE_UNSUPPORTED,
        "lies in another coordinate system than the terrain, whose projection scree does "
        "not know: make it the terrain's by gdalwarp -t_srs");
}

enum scree_code heights_over_begin(struct heights_over *out, const struct ter_field *field,
                                   const struct image_geo *geo, const struct image_geo *raster,
                                   uint32_t raster_width, uint32_t raster_height,
                                   struct scree_error *err)
{
    *out = (struct heights_over){.field = field, .geo = geo, .raster = raster};
    out->shape.points_x = raster_width;
    out->shape.points_y = raster_height;
    if (raster->key_count == 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "has a place and no coordinate system: give it one by gdal_edit.py -a_srs, "
                       "such as -a_srs EPSG:4326");
    out->is_one = geo != NULL && is_one_projection(geo, raster);
    RETURN_IF_ERR(begin_terrain(out, err));
    if (out->is_one) return SCREE_OK;
    const enum scree_code code = heights_finder_begin(&out->finder, &out->shape, raster, NULL);
    if (code == SCREE_OK && out->finder.is_projected) {
        out->finder.is_plane = heights_plane_near(&out->finder.plane, raster);
        out->finder.is_projected = !out->finder.is_plane;
    }
    if (code == SCREE_OK && (KNOWS_ALL || !out->finder.is_projected)) return SCREE_OK;
    return err_set(err, SCREE_UNSUPPORTED,
                   "lies in a coordinate system that scree does not know: make it degrees by "
                   "gdalwarp -t_srs EPSG:4326");
}

/* A row of the terrain on its plane, which its places share. */
struct line {
    bool started;
    double north_m;
    struct mercator_row row;
};

/* Where a place of the terrain lies: in the metres of both, or in degrees. */
static void find_place(double at[2], const struct heights_over *over, double x, double y,
                       struct line *line)
{
    const struct ter_field *const field = over->field;
    if (over->geo == NULL) {
        at[0] = field->globe.longitude_deg + x * field->globe.step_deg[0];
        at[1] = field->globe.latitude_deg + y * field->globe.step_deg[1];
        return;
    }
    image_geo_middle(at, over->geo, x, field->points_y - 1.0 - y);
    if (over->is_one || !over->is_plane) return;
    if (!line->started || line->north_m != at[1]) {
        line->started = true;
        line->north_m = at[1];
        mercator_row(&line->row, &over->plane, at[1]);
    }
    mercator_inverse(at, &line->row, at[0]);
}

void heights_over_find(double *x, double *y, size_t count, const struct heights_over *over)
{
    struct line line = {.started = false};
    for (size_t i = 0; i < count; i++) {
        double at[2], pixel[2];
        find_place(at, over, x[i], y[i], &line);
        const bool good = !over->is_one || image_geo_pixel(pixel, over->raster, at);
        x[i] = !good ? NAN : over->is_one ? pixel[0] : at[0];
        y[i] = !good ? NAN : over->is_one ? pixel[1] : at[1];
    }
    if (over->is_one) return;
    heights_finder_find_all(x, y, count, &over->finder);
    for (size_t i = 0; i < count; i++) y[i] = over->shape.points_y - 1.0 - y[i];
}
