/* How OpenStreetMap spells what a road is. Source: docs/formats/roads.md. Private to roads/. */
#ifndef ROADS_ROADS_OSM_H
#define ROADS_ROADS_OSM_H

#include "base/json_read.h"
#include "roads/roads.h"

/* A value of "highway" that vehicles use, and what such a road is unless it says so. */
struct roads_way {
    const char *highway;
    double width_m;
    double lane_m, beside_m; /* with "lanes": so much each, and beside them all */
    enum roads_surface surface;
    enum roads_class kind;
};
/* roads_osm_way(): NULL, it is none for vehicles. */
const struct roads_way *roads_osm_way(const char *highway);
/* roads_osm_surface(): false, it is none of its words. */
bool roads_osm_surface(enum roads_surface *out, const char *word);
/* roads_osm_metres() reads "6", "6 m" or "6.5m"; false: it is something else. */
bool roads_osm_metres(double *out, const char *text);
/* roads_osm_says(): true, or a word but "no", "false" and "0". value may be NULL. */
bool roads_osm_says(const json_t *value);
/* roads_osm_made(): a FeatureCollection of GeoJSON was made of OpenStreetMap's data, as it says itself or
 * as its features have numbers of ways; in_degrees: as they have its "highway". */
bool roads_osm_made(const json_t *root, bool in_degrees);

#endif
