/* Georeferences in metres: which transverse Mercator they are. */
#ifndef HEIGHTS_HEIGHTS_PLANE_H
#define HEIGHTS_HEIGHTS_PLANE_H

#include <stdbool.h>

#include "base/mercator.h"
#include "heights/heights.h"
#include "image/image.h"

/* heights_geo_key() is the number of a key of a georeference, GeoTIFF's; 0: it has none. */
#define HEIGHTS_MODEL_TYPE 1024
#define HEIGHTS_PROJECTED_SYSTEM 3072
unsigned heights_geo_key(const struct image_geo *geo, unsigned key);

/* heights_plane() is the plane of a georeference whose system is UTM on WGS 84, or a transverse Mercator
 * that says its numbers; false: it is another system. */
bool heights_plane(struct mercator *out, const struct image_geo *geo);

/* heights_plane_near() also takes UTM on NAD83 and ETRS89, which lie within 2 m of WGS 84's. */
bool heights_plane_near(struct mercator *out, const struct image_geo *geo);

/* heights_plane_geo() is the georeference of pixels that are points on such a plane, cell_m apart, of
 * which the first, in the north-west, lies at corner_m. For image_geo_free(); NULL: no memory. */
struct image_geo *heights_plane_geo(const struct mercator *plane, const double corner_m[2],
                                    double cell_m);

#endif
