/* Source of keys and codes: OGC 19-008r4, GeoTIFF Standard, 7.4 and annexes C and D; of UTM's numbers
 * the EPSG data set, methods 9807 and 16000. */
#include "heights/heights_plane.h"

#include <math.h>

#include "base/globe.h"

enum {
    MODEL_TYPE = HEIGHTS_MODEL_TYPE,
    RASTER_TYPE = 1025,
    GEOGRAPHIC_SYSTEM = 2048,
    PROJECTED_SYSTEM = HEIGHTS_PROJECTED_SYSTEM,
    PROJECTION = 3074,
    METHOD = 3075,
    UNITS = 3076,
    ORIGIN_LONGITUDE = 3080,
    ORIGIN_LATITUDE = 3081,
    FALSE_EASTING = 3082,
    FALSE_NORTHING = 3083,
    ORIGIN_SCALE = 3092,
};
#define IN_DOUBLES 34736 /* the tag that holds numbers of keys */
#define OWN 32767        /* a system that its keys describe */
#define TRANSVERSE_MERCATOR 1
#define METRE 9001
#define EPSG_WGS84 4326
#define UTM_NORTH 32600
#define UTM_SOUTH 32700
#define UTM_ZONES 60
#define UTM_NAD83 26900
#define UTM_NAD83_ZONES 23
#define UTM_ETRS89 25800

/* The entry of a key: four numbers, key, tag, count, value. */
static const uint16_t *entry(const struct image_geo *geo, unsigned key)
{
    for (uint32_t i = 4; i + 4 <= geo->key_count; i += 4)
        if (geo->keys[i] == key) return geo->keys + i;
    return NULL;
}

unsigned heights_geo_key(const struct image_geo *geo, unsigned key)
{
    const uint16_t *const found = entry(geo, key);
    return found != NULL && found[1] == 0 ? found[3] : 0;
}

static bool number(double *out, const struct image_geo *geo, unsigned key)
{
    const uint16_t *const found = entry(geo, key);
    if (found == NULL || found[1] != IN_DOUBLES || found[3] >= geo->double_count) return false;
    *out = geo->doubles[found[3]];
    return isfinite(*out);
}

static bool is_utm(struct mercator *out, unsigned system)
{
    const bool south = system > UTM_SOUTH && system <= UTM_SOUTH + UTM_ZONES;
    if (!south && (system <= UTM_NORTH || system > UTM_NORTH + UTM_ZONES)) return false;
    const unsigned zone = system - (south ? UTM_SOUTH : UTM_NORTH);
    *out = (struct mercator){.longitude_deg = 6.0 * zone - 183.0,
                             .scale = 0.9996,
                             .east_m = 500000.0,
                             .north_m = south ? 10000000.0 : 0.0};
    return true;
}

static bool is_own(struct mercator *out, const struct image_geo *geo)
{
    *out = (struct mercator){0};
    return heights_geo_key(geo, METHOD) == TRANSVERSE_MERCATOR &&
           heights_geo_key(geo, UNITS) == METRE &&
           heights_geo_key(geo, GEOGRAPHIC_SYSTEM) == EPSG_WGS84 &&
           number(&out->longitude_deg, geo, ORIGIN_LONGITUDE) &&
           number(&out->latitude_deg, geo, ORIGIN_LATITUDE) &&
           number(&out->scale, geo, ORIGIN_SCALE) && number(&out->east_m, geo, FALSE_EASTING) &&
           number(&out->north_m, geo, FALSE_NORTHING) && out->scale > 0 &&
           fabs(out->latitude_deg) <= MERCATOR_MAX_LATITUDE_DEG;
}

bool heights_plane(struct mercator *out, const struct image_geo *geo)
{
    if (geo == NULL) return false;
    const unsigned system = heights_geo_key(geo, PROJECTED_SYSTEM);
    if (!is_utm(out, system) && !(system == OWN && is_own(out, geo))) return false;
    mercator_start(out);
    return true;
}

bool heights_plane_near(struct mercator *out, const struct image_geo *geo)
{
    if (heights_plane(out, geo)) return true;
    const unsigned system = geo != NULL ? heights_geo_key(geo, PROJECTED_SYSTEM) : 0;
    const bool america = system > UTM_NAD83 && system <= UTM_NAD83 + UTM_NAD83_ZONES;
    const bool europe = system >= UTM_ETRS89 + 28 && system <= UTM_ETRS89 + 38;
    if (!america && !europe) return false;
    (void)is_utm(out, UTM_NORTH + system - (america ? UTM_NAD83 : UTM_ETRS89));
    mercator_start(out);
    return true;
}

struct image_geo *heights_plane_geo(const struct mercator *plane, const double corner_m[2],
                                    double cell_m)
{
    static const uint16_t keys[] = {1,
                                    1,
                                    0,
                                    12, /* so many keys */
                                    MODEL_TYPE,
                                    0,
                                    1,
                                    1, /* a projection */
                                    RASTER_TYPE,
                                    0,
                                    1,
                                    2, /* pixels are points */
                                    GEOGRAPHIC_SYSTEM,
                                    0,
                                    1,
                                    EPSG_WGS84, /* */
                                    PROJECTED_SYSTEM,
                                    0,
                                    1,
                                    OWN, /* */
                                    PROJECTION,
                                    0,
                                    1,
                                    OWN, /* */
                                    METHOD,
                                    0,
                                    1,
                                    TRANSVERSE_MERCATOR, /* */
                                    UNITS,
                                    0,
                                    1,
                                    METRE, /* */
                                    ORIGIN_LONGITUDE,
                                    IN_DOUBLES,
                                    1,
                                    0, /* */
                                    ORIGIN_LATITUDE,
                                    IN_DOUBLES,
                                    1,
                                    1, /* */
                                    FALSE_EASTING,
                                    IN_DOUBLES,
                                    1,
                                    2, /* */
                                    FALSE_NORTHING,
                                    IN_DOUBLES,
                                    1,
                                    3, /* */
                                    ORIGIN_SCALE,
                                    IN_DOUBLES,
                                    1,
                                    4};
    const double numbers[] = {plane->longitude_deg, plane->latitude_deg, plane->east_m,
                              plane->north_m, plane->scale};
    const struct image_geo geo = {.scale = {cell_m, cell_m},
                                  .tie = {0, 0, 0, corner_m[0], corner_m[1]},
                                  .keys = keys,
                                  .key_count = sizeof keys / sizeof *keys,
                                  .doubles = numbers,
                                  .double_count = sizeof numbers / sizeof *numbers};
    return image_geo_create(&geo);
}
