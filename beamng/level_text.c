/* The text files of a BeamNG level. Source of every fact: docs/formats/beamng.md. */
#include "beamng/level_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/json_text.h"
#include "roads/roads_waters.h"

#define SPAWN "spawn_default"
#define SPAWN_OTHER "spawn_"
#define SKY_GROUP "sky_and_sun"
#define SPAWN_GROUP "PlayerDropPoints"
#define WATER_GROUP "water"
#define LAKE_GRID_M 10.0 /* between points of its mesh */
#define RIVER_NODES 100  /* of an object at most */
#define BELOW_M 1.0      /* a river's bed, its water ends */
#define PLANTS_GROUP "plants"
#define ROADS_GROUP "roads"
#define LEAST_VIEW_M 4000.0
#define GRADIENT(name) "art/sky_gradients/default/gradient_" name ".png" /* of the game */

const char *beamng_file_name(enum beamng_file file)
{
    static const char *const names[BEAMNG_FILES] = {
        [BEAMNG_TER] = "theTerrain.ter",
        [BEAMNG_TERRAIN_JSON] = "theTerrain.terrain.json",
        [BEAMNG_MATERIALS] = "art/terrains/main.materials.json",
        [BEAMNG_MAIN] = "main/items.level.json",
        [BEAMNG_GROUP] = "main/MissionGroup/items.level.json",
        [BEAMNG_SKY] = "main/MissionGroup/" SKY_GROUP "/items.level.json",
        [BEAMNG_SPAWNS] = "main/MissionGroup/" SPAWN_GROUP "/items.level.json",
        [BEAMNG_WATER] = "main/MissionGroup/" WATER_GROUP "/items.level.json",
        [BEAMNG_INFO] = "info.json",
        [BEAMNG_PLANTS] = "main/MissionGroup/" PLANTS_GROUP "/items.level.json",
        [BEAMNG_ITEMS] = "art/forest/managedItemData.json",
        [BEAMNG_COVER] = "art/shapes/groundcover/main.materials.json",
        [BEAMNG_PLACED] = "scree-placed.jsonl",
        [BEAMNG_ROADS] = "main/MissionGroup/" ROADS_GROUP "/items.level.json",
        [BEAMNG_PREVIEW] = "preview.png",
        [BEAMNG_MINIMAP] = "minimap.png",
        [BEAMNG_IMPORT_HEIGHTS] = "import/theTerrain_heightmap.png",
        [BEAMNG_IMPORT_HOLES] = "import/theTerrain_holemap.png",
        [BEAMNG_IMPORT_PRESET] = "import/theTerrain.terrainPreset.json"};
    return names[file];
}

void beamng_import_mask(char out[BEAMNG_PATH_SIZE], size_t index, const char *name)
{
    snprintf(out, BEAMNG_PATH_SIZE, "import/theTerrain_layerMap_%zu_%s.png", index, name);
}

json_t *beamng_json_path(const char *level, const char *file)
{
    return json_sprintf("/levels/%s/%s", level, file);
}

json_t *beamng_json_id(const char *level, const char *object)
{
    char text[BEAMNG_PATH_SIZE + 128], id[GROUND_UUID_SIZE];
    const int length = snprintf(text, sizeof text, "%s/%s", level, object);
    ground_uuid(id, text, (size_t)length);
    return json_string(id);
}

/* An object of a level; fields are added by the caller. */
static json_t *item(const struct beamng_facts *facts, const char *name, const char *class,
                    const char *parent)
{
    json_t *object = json_pack("{s:s, s:s, s:o}", "name", name, "class", class, "persistentId",
                               beamng_json_id(facts->name, name));
    if (parent != NULL) json_text_set(&object, "__parent", json_string(parent));
    return object;
}

/* An object with more members, both of which it takes; NULL if memory ran out for either. */
static json_t *with(json_t *object, json_t *more)
{
    if (object == NULL || more == NULL || json_object_update(object, more) != 0) {
        json_decref(object);
        object = NULL;
    }
    json_decref(more);
    return object;
}

static json_t *terrain_block(const struct beamng_facts *facts)
{
    json_t *block = item(facts, "theTerrain", "TerrainBlock", "MissionGroup");
    json_t *more = json_pack(
        "{s:[f, f, f], s:f, s:f, s:i, s:o, s:o, s:o}", "position", facts->position_m[0],
        facts->position_m[1], facts->position_m[2], "squareSize", facts->square_m, "maxHeight",
        facts->max_height_m, "baseTexSize", (int)facts->texture_size[BEAMNG_BASE],
        "materialTextureSet", json_sprintf("%s" BEAMNG_SET, facts->name), "minimapImage",
        beamng_json_path(facts->name, beamng_file_name(BEAMNG_MINIMAP)), "terrainFile",
        beamng_json_path(facts->name, beamng_file_name(BEAMNG_TER)));
    return with(block, more);
}

/* Whole numbers without a point. */
static json_t *short_number(double value)
{
    return value == floor(value) ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *sky_items(const struct beamng_facts *facts)
{
    const double side_m = facts->size * facts->square_m;
    const double view_m = 2 * side_m > LEAST_VIEW_M ? 2 * side_m : LEAST_VIEW_M;
    json_t *list = json_array();
    json_text_append(&list,
                     with(item(facts, "theLevelInfo", "LevelInfo", SKY_GROUP),
                          json_pack("{s:f, s:f, s:f, s:i, s:[f, f, f, i], s:[i, i, i, i], s:s}",
                                    "gravity", -9.81, "visibleDistance", view_m, "fogDensity",
                                    0.0006, "fogAtmosphereHeight", 1000, "fogColor", 0.741, 0.816,
                                    0.925, 1, "canvasClearColor", 1, 1, 1, 255,
                                    "globalEnviromentMap", "BNG_Sky_02_cubemap")));
    json_text_append(&list, with(item(facts, "tod", "TimeOfDay", SKY_GROUP),
                                 json_pack("{s:o, s:b, s:f, s:f}", "axisTilt",
                                           short_number(facts->axis_tilt_deg), "play", 0,
                                           "startTime", facts->day_time, "time", facts->day_time)));
    json_text_append(
        &list, with(item(facts, "sunsky", "ScatterSky", SKY_GROUP),
                    json_pack("{s:i, s:i, s:i, s:s, s:s, s:s, s:s, s:b}", "skyBrightness", 40,
                              "exposure", 1, "shadowDistance", 1000, "ambientScaleGradientFile",
                              GRADIENT("ambient"), "colorizeGradientFile", GRADIENT("colorize"),
                              "fogScaleGradientFile", GRADIENT("fog"), "sunScaleGradientFile",
                              GRADIENT("sunscale"), "enableFogFallBack", 0)));
    return list;
}

/* The name of a place to start at; its translation is what the game shows of it. */
static json_t *spawn_name(uint32_t k, const char *first, const char *other)
{
    return k == 0 ? json_string(first) : json_sprintf("%s%u", other, (unsigned)k + 1);
}

/* Rows are the object's axes; a vehicle looks along the second one, backwards. Whole numbers stay such. */
static json_t *turned_to(const double toward[2])
{
    const double east = toward[0], north = toward[1];
    if (east == 0 && north == -1)
        return json_pack("[i, i, i, i, i, i, i, i, i]", 1, 0, 0, 0, 1, 0, 0, 0, 1);
    return json_pack("[f, f, i, f, f, i, i, i, i]", 0 - north, east, 0, 0 - east, 0 - north, 0, 0,
                     0, 1);
}

static json_t *spawn_items(const struct beamng_facts *facts)
{
    json_t *list = json_array();
    for (uint32_t k = 0; k < facts->spawn_count; k++) {
        static const double as_ever[2] = {0, -1};
        const double *const at = facts->spawns_m[k];
        const double *const to = k == 0 ? facts->start_toward : as_ever;
        json_t *name = spawn_name(k, SPAWN, SPAWN_OTHER);
        if (name == NULL) {
            json_decref(list);
            return NULL;
        }
        json_text_append(&list,
                         with(item(facts, json_string_value(name), "SpawnSphere", SPAWN_GROUP),
                              json_pack("{s:[f, f, f], s:s, s:i, s:o}", "position", at[0], at[1],
                                        at[2], "dataBlock", "SpawnSphereMarker", "radius", 1,
                                        "rotationMatrix", turned_to(to))));
        json_decref(name);
    }
    return list;
}

/* Water at an altitude; its textures come with the game. */
static json_t *water(double altitude_m)
{
    return json_pack("{s:[i, i, f], s:[i, i, i, i], s:[i, i, i, i], s:s, s:s, s:s, s:s, s:i, "
                     "s:i, s:i, s:f, s:f, s:f}",
                     "position", 0, 0, altitude_m, "baseColor", 45, 108, 171, 255,
                     "underwaterColor", 24, 60, 72, 230, "cubemap", "DefaultSkyCubemap",
                     "rippleTex", "core/art/water/ripple.dds", "foamTex", "core/art/water/foam.dds",
                     "depthGradientTex", "core/art/water/depthcolor_ramp.png", "depthGradientMax",
                     12, "gridSize", 200, "gridElementSize", 1, "waterFogDensity", 0.6,
                     "overallWaveMagnitude", 0.1, "overallRippleMagnitude", 0.5);
}

/* The surface is at the object's position, the water below it, down to half of the object's height. */
static json_t *lake(const struct beamng_facts *facts, size_t i)
{
    const struct roads_water *lake = &facts->lakes[i];
    const double wide_m = lake->east_m - lake->west_m, deep_m = lake->north_m - lake->south_m;
    const double grid_m = fmin(fmin(wide_m, deep_m), LAKE_GRID_M);
    char name[32];
    snprintf(name, sizeof name, "lake_%zu", i + 1);
    json_t *object = with(item(facts, name, "WaterBlock", WATER_GROUP), water(lake->level_m));
    return with(object, json_pack("{s:[f, f, f], s:[f, f, f], s:f, s:f, s:f, s:b}", "position",
                                  facts->position_m[0] + (lake->west_m + lake->east_m) / 2,
                                  facts->position_m[1] + (lake->south_m + lake->north_m) / 2,
                                  lake->level_m, "scale", wide_m, deep_m, 2 * lake->depth_m,
                                  "gridSize", grid_m, "gridElementSize", grid_m,
                                  "overallWaveMagnitude", 0.05, "fullReflect", 0));
}

/* [x, y, z, width, depth, up] */
static json_t *river_node(const struct beamng_facts *facts, const struct roads_flow *flow)
{
    const double side_m = (facts->waters->rows - 1.0) * facts->waters->cell_m[1];
    return json_pack("[f, f, f, f, f, i, i, i]", facts->position_m[0] + flow->x_m,
                     facts->position_m[1] + side_m - flow->z_m, flow->level_m, flow->width_m,
                     flow->depth_m + BELOW_M, 0, 0, 1);
}

static json_t *river(const struct beamng_facts *facts, size_t number, json_t *nodes)
{
    json_t *object = water(0), *first = json_array_get(nodes, 0);
    char name[32];
    snprintf(name, sizeof name, "river_%zu", number);
    json_object_del(object, "gridSize"); /* a River has none */
    json_object_del(object, "gridElementSize");
    object = with(item(facts, name, "River", WATER_GROUP), object);
    return with(object,
                json_pack("{s:[O, O, O], s:f, s:b, s:o}", "position", json_array_get(first, 0),
                          json_array_get(first, 1), json_array_get(first, 2),
                          "overallWaveMagnitude", 0.0, "fullReflect", 0, "nodes", nodes));
}

/* A reach in parts, each of which begins with the last node of the one before. */
static void add_rivers(json_t **list, const struct beamng_facts *facts)
{
    const struct roads_waters *waters = facts->waters;
    const size_t count = waters != NULL ? waters->flow_count : 0;
    for (size_t i = 0, parts = 0; i + 1 < count; i++) {
        if (waters->flow[i + 1].starts) continue;
        json_t *nodes = json_array();
        json_text_append(&nodes, river_node(facts, &waters->flow[i]));
        for (size_t k = 1; k < RIVER_NODES && i + 1 < count && !waters->flow[i + 1].starts; k++)
            json_text_append(&nodes, river_node(facts, &waters->flow[++i]));
        i--; /* the last again */
        json_text_append(list, river(facts, ++parts, nodes));
    }
}

/* A sea without end, lakes, and rivers. */
static json_t *water_items(const struct beamng_facts *facts)
{
    json_t *list = json_array();
    if (facts->has_water)
        json_text_append(&list, with(item(facts, "the_water", "WaterPlane", WATER_GROUP),
                                     water(facts->water_m)));
    for (size_t i = 0; i < facts->lake_count; i++) json_text_append(&list, lake(facts, i));
    add_rivers(&list, facts);
    return list;
}

bool beamng_has_waters(const struct beamng_facts *facts)
{
    return facts->has_water || facts->lake_count > 0 ||
           (facts->waters != NULL && facts->waters->flow_count > 0);
}

static json_t *group_items(const struct beamng_facts *facts)
{
    json_t *list = json_array();
    json_text_append(&list, item(facts, SKY_GROUP, "SimGroup", "MissionGroup"));
    json_text_append(&list, item(facts, SPAWN_GROUP, "SimGroup", "MissionGroup"));
    if (beamng_has_waters(facts))
        json_text_append(&list, item(facts, WATER_GROUP, "SimGroup", "MissionGroup"));
    if (facts->plants)
        json_text_append(&list, item(facts, PLANTS_GROUP, "SimGroup", "MissionGroup"));
    if (facts->roads) json_text_append(&list, item(facts, ROADS_GROUP, "SimGroup", "MissionGroup"));
    json_text_append(&list, terrain_block(facts));
    return list;
}

static json_t *main_items(const struct beamng_facts *facts)
{
    json_t *list = json_array();
    json_t *group = item(facts, "MissionGroup", "SimGroup", NULL);
    json_text_set(&group, "enabled", json_string("1"));
    json_text_append(&list, group);
    return list;
}

static json_t *spawn_points(const struct beamng_facts *facts)
{
    json_t *list = json_array();
    for (uint32_t k = 0; k < facts->spawn_count; k++)
        json_text_append(&list, json_pack("{s:o, s:o, s:s}", "objectname",
                                          spawn_name(k, SPAWN, SPAWN_OTHER), "translationId",
                                          spawn_name(k, "Default", "Place "), "preview",
                                          beamng_file_name(BEAMNG_PREVIEW)));
    return list;
}

/* What players read where they choose a level. */
static json_t *description(const struct beamng_facts *facts)
{
    const char *credit = facts->credit;
    const char *gap = credit[0] != '\0' && facts->description[0] != '\0' ? "\n" : "";
    return json_sprintf("%s%s%s", facts->description, gap, credit);
}

static json_t *info(const struct beamng_facts *facts)
{
    const double side_m = facts->size * facts->square_m;
    const char *preview = beamng_file_name(BEAMNG_PREVIEW);
    return json_pack(
        "{s:s, s:o, s:s, s:[f, f], s:[s], s:s, s:o, s:[{s:s, s:[f, f], s:[f, f]}], s:b}", "title",
        facts->title, "description", description(facts), "authors", facts->author, "size", side_m,
        side_m, "previews", preview, "defaultSpawnPointName", SPAWN, "spawnPoints",
        spawn_points(facts), "minimap", "file", beamng_file_name(BEAMNG_MINIMAP), "size",
        facts->map_m, facts->map_m, "offset", facts->position_m[0],
        facts->position_m[1] + facts->map_m, "supportsTraffic", 0);
}

static json_t *preset(const struct beamng_facts *facts)
{
    json_t *masks = json_array();
    for (size_t i = 0; i < facts->count; i++) {
        char name[BEAMNG_PATH_SIZE];
        beamng_import_mask(name, i, facts->materials[i].name);
        json_text_append(&masks, beamng_json_path(facts->name, name));
    }
    return json_pack(
        "{s:s, s:s, s:f, s:f, s:{s:f, s:f, s:f}, s:o, s:o, s:o}", "type", "TerrainData", "name",
        "theTerrain", "squareSize", facts->square_m, "heightScale", facts->max_height_m, "pos", "x",
        facts->position_m[0], "y", facts->position_m[1], "z", facts->position_m[2], "heightMapPath",
        beamng_json_path(facts->name, beamng_file_name(BEAMNG_IMPORT_HEIGHTS)), "holeMapPath",
        beamng_json_path(facts->name, beamng_file_name(BEAMNG_IMPORT_HOLES)), "opacityMaps", masks);
}

/* The document of a file; of a file of items, their array. NULL if a text is not UTF-8 or memory
 * ran out. */
static json_t *document_of(const struct beamng_facts *facts, enum beamng_file file, bool *lines)
{
    *lines = true;
    switch (file) {
    case BEAMNG_MAIN:
        return main_items(facts);
    case BEAMNG_GROUP:
        return group_items(facts);
    case BEAMNG_SKY:
        return sky_items(facts);
    case BEAMNG_SPAWNS:
        return spawn_items(facts);
    case BEAMNG_WATER:
        return water_items(facts);
    default:
        *lines = false;
        return file == BEAMNG_INFO ? info(facts) : preset(facts);
    }
}

enum scree_code beamng_put_object(struct stream *to, const json_t *object, struct scree_error *err)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12));
    if (text == NULL) return err_no_memory(err);
    const enum scree_code code = stream_print(to, err, "%s\n", text);
    free(text);
    return code;
}

enum scree_code beamng_put_text(struct stream *to, enum beamng_file file,
                                const struct beamng_facts *facts, struct scree_error *err)
{
    bool lines;
    json_t *document = document_of(facts, file, &lines);
    if (document == NULL)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "a name of the level is not UTF-8, or memory ran out");
    enum scree_code code = lines ? SCREE_OK : json_text_put(to, document, err);
    for (size_t i = 0; lines && i < json_array_size(document) && code == SCREE_OK; i++)
        code = beamng_put_object(to, json_array_get(document, i), err);
    json_decref(document);
    return code;
}
