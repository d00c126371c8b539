#include "roads/roads_osm.h"

#include <string.h>

#include "base/spot.h"

const struct roads_way *roads_osm_way(const char *highway)
{
    static const struct roads_way ways[] = {
        {"motorway", 11, 3.5, 4, ROADS_ASPHALT, ROADS_HIGHWAY},
        {"motorway_link", 6, 3.5, 2.5, ROADS_ASPHALT, ROADS_PRIMARY},
        {"trunk", 9, 3.5, 2, ROADS_ASPHALT, ROADS_HIGHWAY},
        {"trunk_link", 6, 3.5, 2.5, ROADS_ASPHALT, ROADS_PRIMARY},
        {"primary", 8, 3.5, 1, ROADS_ASPHALT, ROADS_PRIMARY},
        {"primary_link", 6, 3.5, 2, ROADS_ASPHALT, ROADS_SECONDARY},
        {"secondary", 7, 3.5, 0, ROADS_ASPHALT, ROADS_SECONDARY},
        {"secondary_link", 6, 3.5, 2, ROADS_ASPHALT, ROADS_SECONDARY},
        {"tertiary", 6, 3, 0, ROADS_ASPHALT, ROADS_SECONDARY},
        {"tertiary_link", 5, 3, 0, ROADS_ASPHALT, ROADS_RESIDENTIAL},
        {"unclassified", 5, 3, 0, ROADS_ASPHALT, ROADS_RESIDENTIAL},
        {"residential", 5, 3, 0, ROADS_ASPHALT, ROADS_RESIDENTIAL},
        {"living_street", 5, 3, 0, ROADS_ASPHALT, ROADS_RESIDENTIAL},
        {"road", 5, 3, 0, ROADS_ASPHALT, ROADS_RESIDENTIAL},
        {"raceway", 9, 4.5, 0, ROADS_ASPHALT, ROADS_SECONDARY},
        {"service", 4, 3, 0.5, ROADS_ASPHALT, ROADS_SERVICE},
        {"track", 3, 3, 0, ROADS_DIRT, ROADS_TRACK},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(highway, ways[i].highway) == 0) return &ways[i];
    return NULL;
}

bool roads_osm_surface(enum roads_surface *out, const char *word)
{
    static const struct {
        const char *word;
        enum roads_surface surface;
    } words[] = {
        {"paved", ROADS_ASPHALT},
        {"chipseal", ROADS_ASPHALT},
        {"concrete:plates", ROADS_CONCRETE},
        {"concrete:lanes", ROADS_CONCRETE},
        {"paving_stones", ROADS_CONCRETE},
        {"sett", ROADS_CONCRETE},
        {"cobblestone", ROADS_CONCRETE},
        {"unhewn_cobblestone", ROADS_CONCRETE},
        {"bricks", ROADS_CONCRETE},
        {"metal", ROADS_CONCRETE},
        {"wood", ROADS_CONCRETE},
        {"fine_gravel", ROADS_GRAVEL},
        {"compacted", ROADS_GRAVEL},
        {"pebblestone", ROADS_GRAVEL},
        {"unpaved", ROADS_GRAVEL},
        {"rock", ROADS_GRAVEL},
        {"ground", ROADS_DIRT},
        {"earth", ROADS_DIRT},
        {"mud", ROADS_DIRT},
        {"sand", ROADS_DIRT},
        {"grass", ROADS_DIRT},
        {"grass_paver", ROADS_DIRT},
    };
    for (enum roads_surface s = 0; s < ROADS_SURFACES; s++)
        if (strcmp(word, roads_surface_name(s)) == 0) {
            *out = s;
            return true;
        }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i].word) == 0) {
            *out = words[i].surface;
            return true;
        }
    return false;
}

bool roads_osm_metres(double *out, const char *text)
{
    const char *p = spot_read_metres(out, text);
    if (p == NULL) return false;
    while (*p == ' ') p++;
    return *p == '\0' || strcmp(p, "m") == 0;
}

bool roads_osm_says(const json_t *value)
{
    const char *word = json_string_value(value);
    if (word == NULL) return json_is_true(value);
    return osm_says(word);
}

/* ---- where GeoJSON comes from ---- */

/* Texts of overpass turbo, ogr2ogr and others beside the features. */
static bool root_says(const json_t *root)
{
    static const char *const keys[] = {"copyright", "attribution", "license", "licence",
                                       "generator"};
    static const char *const words[] = {"OpenStreetMap", "openstreetmap", "overpass"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *text = json_string_value(json_object_get(root, keys[i]));
        for (size_t k = 0; text != NULL && k < sizeof words / sizeof words[0]; k++)
            if (strstr(text, words[k]) != NULL) return true;
    }
    return false;
}

/* "way/123" of overpass turbo, "w123" of osmium, osm_id of ogr2ogr and QGIS. */
static bool feature_says(const json_t *feature, bool in_degrees)
{
    static const char *const keys[] = {"@id", "osm_id", "osm_way_id", "@osm_id"};
    const json_t *own = json_object_get(feature, "properties");
    const char *id = json_string_value(json_object_get(feature, "id"));
    if (id != NULL && strncmp(id, "way/", 4) == 0) return true;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (json_object_get(own, keys[i]) != NULL) return true;
    return in_degrees && json_is_string(json_object_get(own, "highway"));
}

bool roads_osm_made(const json_t *root, bool in_degrees)
{
    const json_t *features = json_object_get(root, "features");
    if (root_says(root)) return true;
    for (size_t i = 0; i < json_array_size(features); i++)
        if (feature_says(json_array_get(features, i), in_degrees)) return true;
    return false;
}
