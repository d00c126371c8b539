/*
 * The one table of tags. The first row that fits counts; a way that no row fits is OSM_UNKNOWN, and
 * counted. Source of the keys: wiki.openstreetmap.org, Map features; of the widths of lines
 * without a width: ours.
 */
#include "osm/osm_kinds.h"

#include <string.h>

#include "base/spot.h"

enum { LINE, AREA, EITHER }; /* EITHER: an area if it is closed */

static const struct row {
    const char *key, *value; /* NULL: any */
    enum osm_kind kind;
    int shape;
    double width_m;
} rows[] = {
    {"demolished", NULL, OSM_NO_GROUND, EITHER, 0},
    {"abandoned", "yes", OSM_NO_GROUND, EITHER, 0},
    {"building", "no", OSM_NO_GROUND, EITHER, 0},
    {"building", NULL, OSM_BUILDING, AREA, 0},
    {"building:part", NULL, OSM_BUILDING, AREA, 0},
    {"highway", "path", OSM_PATH, LINE, 1},
    {"highway", "footway", OSM_PATH, LINE, 2},
    {"highway", "bridleway", OSM_PATH, LINE, 2},
    {"highway", "cycleway", OSM_PATH, LINE, 2},
    {"highway", "pedestrian", OSM_PATH, LINE, 4},
    {"highway", "steps", OSM_PATH, LINE, 2},
    {"highway", "corridor", OSM_NO_GROUND, LINE, 0},
    {"highway", "construction", OSM_NO_GROUND, LINE, 0},
    {"highway", "proposed", OSM_NO_GROUND, LINE, 0},
    {"highway", "platform", OSM_SETTLEMENT, EITHER, 3},
    {"highway", "services", OSM_SETTLEMENT, AREA, 0},
    {"highway", "rest_area", OSM_SETTLEMENT, AREA, 0},
    {"highway", NULL, OSM_ROAD, LINE, 0},
    {"waterway", "riverbank", OSM_WATER, AREA, 0},
    {"waterway", "dock", OSM_WATER, AREA, 0},
    {"waterway", "river", OSM_RIVER, LINE, 12},
    {"waterway", "canal", OSM_RIVER, LINE, 10},
    {"waterway", "stream", OSM_RIVER, LINE, 3},
    {"waterway", "tidal_channel", OSM_RIVER, LINE, 5},
    {"waterway", "ditch", OSM_RIVER, LINE, 1.5},
    {"waterway", "drain", OSM_RIVER, LINE, 1.5},
    {"waterway", "brook", OSM_RIVER, LINE, 2},
    {"waterway", NULL, OSM_NO_GROUND, EITHER, 0}, /* dams, weirs, waterfalls */
    {"natural", "water", OSM_WATER, AREA, 0},
    {"natural", "bay", OSM_NO_GROUND, EITHER, 0},
    {"natural", "wood", OSM_WOOD, AREA, 0},
    {"natural", "tree_row", OSM_WOOD, LINE, 6},
    {"natural", "scrub", OSM_SCRUB, AREA, 0},
    {"natural", "grassland", OSM_GRASS, AREA, 0},
    {"natural", "heath", OSM_GRASS, AREA, 0},
    {"natural", "fell", OSM_GRASS, AREA, 0},
    {"natural", "tundra", OSM_GRASS, AREA, 0},
    {"natural", "wetland", OSM_MARSH, AREA, 0},
    {"natural", "rock", OSM_ROCK, AREA, 0},
    {"natural", "bare_rock", OSM_ROCK, AREA, 0},
    {"natural", "scree", OSM_ROCK, AREA, 0},
    {"natural", "shingle", OSM_ROCK, AREA, 0},
    {"natural", "stone", OSM_ROCK, AREA, 0},
    {"natural", "sand", OSM_SAND, AREA, 0},
    {"natural", "beach", OSM_SAND, AREA, 0},
    {"natural", "dune", OSM_SAND, AREA, 0},
    {"natural", "mud", OSM_SAND, AREA, 0},
    {"natural", "glacier", OSM_ICE, AREA, 0},
    {"natural", "cliff", OSM_NO_GROUND, EITHER, 0}, /* the heights have them */
    {"natural", "ridge", OSM_NO_GROUND, EITHER, 0},
    {"natural", "arete", OSM_NO_GROUND, EITHER, 0},
    {"natural", "valley", OSM_NO_GROUND, EITHER, 0},
    {"natural", "coastline", OSM_COAST, LINE, 0},
    {"landuse", "reservoir", OSM_WATER, AREA, 0},
    {"landuse", "basin", OSM_WATER, AREA, 0},
    {"landuse", "salt_pond", OSM_WATER, AREA, 0},
    {"landuse", "forest", OSM_WOOD, AREA, 0},
    {"landuse", "meadow", OSM_GRASS, AREA, 0},
    {"landuse", "grass", OSM_GRASS, AREA, 0},
    {"landuse", "village_green", OSM_GRASS, AREA, 0},
    {"landuse", "recreation_ground", OSM_GRASS, AREA, 0},
    {"landuse", "cemetery", OSM_GRASS, AREA, 0},
    {"landuse", "farmland", OSM_FIELD, AREA, 0},
    {"landuse", "farm", OSM_FIELD, AREA, 0},
    {"landuse", "orchard", OSM_FIELD, AREA, 0},
    {"landuse", "vineyard", OSM_FIELD, AREA, 0},
    {"landuse", "allotments", OSM_FIELD, AREA, 0},
    {"landuse", "plant_nursery", OSM_FIELD, AREA, 0},
    {"landuse", "greenhouse_horticulture", OSM_FIELD, AREA, 0},
    {"landuse", "quarry", OSM_ROCK, AREA, 0},
    {"landuse", "landfill", OSM_SAND, AREA, 0},
    {"landuse", "residential", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "commercial", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "retail", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "industrial", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "farmyard", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "garages", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "railway", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "construction", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "brownfield", OSM_SETTLEMENT, AREA, 0},
    {"landuse", "military", OSM_NO_GROUND, AREA, 0},
    {"leisure", "park", OSM_GRASS, AREA, 0},
    {"leisure", "garden", OSM_GRASS, AREA, 0},
    {"leisure", "pitch", OSM_GRASS, AREA, 0},
    {"leisure", "golf_course", OSM_GRASS, AREA, 0},
    {"leisure", "common", OSM_GRASS, AREA, 0},
    {"leisure", "dog_park", OSM_GRASS, AREA, 0},
    {"leisure", "playground", OSM_GRASS, AREA, 0},
    {"leisure", "swimming_pool", OSM_WATER, AREA, 0},
    {"leisure", "track", OSM_PATH, LINE, 4},
    {"leisure", "nature_reserve", OSM_NO_GROUND, EITHER, 0},
    {"leisure", "stadium", OSM_SETTLEMENT, AREA, 0},
    {"leisure", "sports_centre", OSM_SETTLEMENT, AREA, 0},
    {"leisure", "marina", OSM_NO_GROUND, EITHER, 0},
    {"amenity", "parking", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "school", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "university", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "college", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "kindergarten", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "hospital", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "fuel", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "marketplace", OSM_SETTLEMENT, AREA, 0},
    {"amenity", "grave_yard", OSM_GRASS, AREA, 0},
    {"amenity", NULL, OSM_NO_GROUND, EITHER, 0},
    {"aeroway", "aerodrome", OSM_GRASS, AREA, 0},
    {"aeroway", "apron", OSM_SETTLEMENT, AREA, 0},
    {"aeroway", "runway", OSM_SETTLEMENT, EITHER, 30},
    {"aeroway", "taxiway", OSM_SETTLEMENT, EITHER, 15},
    {"aeroway", "helipad", OSM_SETTLEMENT, AREA, 0},
    {"piste:type", NULL, OSM_GRASS, EITHER, 20}, /* mown in summer */
    {"landuse", "opm:piste", OSM_GRASS, AREA, 0},
    {"railway", NULL, OSM_NO_GROUND, EITHER, 0},
    {"tourism", "camp_site", OSM_GRASS, AREA, 0},
    {"tourism", "caravan_site", OSM_GRASS, AREA, 0},
    {"tourism", NULL, OSM_SETTLEMENT, EITHER, 0},
    {"boundary", NULL, OSM_NO_GROUND, EITHER, 0},
    {"admin_level", NULL, OSM_NO_GROUND, EITHER, 0},
    {"place", NULL, OSM_NO_GROUND, EITHER, 0},
    {"power", NULL, OSM_NO_GROUND, EITHER, 0},
    {"aerialway", NULL, OSM_NO_GROUND, EITHER, 0},
    {"barrier", NULL, OSM_NO_GROUND, EITHER, 0},
    {"man_made", NULL, OSM_NO_GROUND, EITHER, 0},
    {"historic", NULL, OSM_NO_GROUND, EITHER, 0},
    {"route", NULL, OSM_NO_GROUND, EITHER, 0},
    {"public_transport", NULL, OSM_NO_GROUND, EITHER, 0},
    {"shop", NULL, OSM_NO_GROUND, EITHER, 0},
    {"office", NULL, OSM_NO_GROUND, EITHER, 0},
    {"indoor", NULL, OSM_NO_GROUND, EITHER, 0},
    {"attraction", NULL, OSM_NO_GROUND, EITHER, 0},
    {"golf", NULL, OSM_GRASS, EITHER, 0},
};

const char *osm_kind_name(enum osm_kind kind)
{
    static const char *const names[] = {[OSM_ROAD] = "roads",
                                        [OSM_PATH] = "paths",
                                        [OSM_WATER] = "water",
                                        [OSM_RIVER] = "rivers",
                                        [OSM_COAST] = "coast",
                                        [OSM_WOOD] = "woods",
                                        [OSM_SCRUB] = "scrub",
                                        [OSM_GRASS] = "grass",
                                        [OSM_MARSH] = "marsh",
                                        [OSM_FIELD] = "fields",
                                        [OSM_ROCK] = "rock",
                                        [OSM_SAND] = "sand",
                                        [OSM_ICE] = "ice",
                                        [OSM_SETTLEMENT] = "settlement",
                                        [OSM_BUILDING] = "buildings",
                                        [OSM_NO_GROUND] = "no ground",
                                        [OSM_UNKNOWN] = "unknown"};
    return kind < OSM_KINDS ? names[kind] : "";
}

bool osm_says(const char *value)
{
    return value != NULL && value[0] != '\0' && strcmp(value, "no") != 0 &&
           strcmp(value, "false") != 0 && strcmp(value, "0") != 0;
}

/* Not the banks of rivers, and no swimming pools. */
bool osm_is_lake(const struct osm_map *map, const struct osm_thing *thing)
{
    static const char *const flowing[] = {"river", "stream", "canal",
                                          "ditch", "drain",  "wastewater"};
    const char *water = osm_value(map, thing, "water");
    if (thing->kind != OSM_WATER || !thing->is_area) return false;
    if (osm_value(map, thing, "waterway") != NULL || osm_value(map, thing, "leisure") != NULL)
        return false;
    for (size_t i = 0; water != NULL && i < sizeof flowing / sizeof flowing[0]; i++)
        if (strcmp(water, flowing[i]) == 0) return false;
    return true;
}

const char *osm_tag(const struct osm_tag *tags, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(tags[i].key, key) == 0) return tags[i].value;
    return NULL;
}

static const struct osm_tag *find(const struct row *row, const struct osm_tag *tags, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(tags[i].key, row->key) == 0 &&
            (row->value == NULL || strcmp(tags[i].value, row->value) == 0))
            return &tags[i];
    return NULL;
}

/* "12", "12 m"; what is no such width is the row's. */
static double width_of(const struct row *row, const struct osm_tag *tags, size_t count)
{
    const char *text = osm_tag(tags, count, "width");
    double metres;
    const char *end = text != NULL ? spot_read_metres(&metres, text) : NULL;
    if (end == NULL) return row->width_m;
    while (*end == ' ') end++;
    if (*end != '\0' && strcmp(end, "m") != 0) return row->width_m;
    return metres >= 0.5 && metres <= 2000 ? metres : row->width_m;
}

struct osm_meaning osm_means(const struct osm_tag *tags, size_t count, bool closed)
{
    struct osm_meaning meaning = {OSM_UNKNOWN, closed, false, 0, NULL};
    const char *area = osm_tag(tags, count, "area");
    const bool is_below = osm_says(osm_tag(tags, count, "tunnel"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        const struct osm_tag *by = find(row, tags, count);
        if (by == NULL) continue;
        meaning.by = by;
        meaning.kind = row->kind;
        meaning.width_m = width_of(row, tags, count);
        const bool is_area = closed && (row->shape != LINE || (area != NULL && area[0] == 'y'));
        meaning.is_area = is_area;
        /* A square is no road, a culvert no water, and part of an area's border is no area,
         * and a line without a width covers no ground. */
        if (row->kind == OSM_ROAD && is_area) meaning.kind = OSM_SETTLEMENT;
        if (row->kind == OSM_RIVER && is_area) meaning.kind = OSM_WATER;
        meaning.is_culvert = row->kind == OSM_RIVER && !is_area && is_below;
        if (row->kind == OSM_RIVER && is_below) meaning.kind = OSM_NO_GROUND;
        if (row->shape == AREA && !closed) meaning.kind = OSM_UNKNOWN;
        if (row->shape == EITHER && !closed && meaning.width_m == 0) meaning.kind = OSM_NO_GROUND;
        return meaning;
    }
    return meaning;
}
