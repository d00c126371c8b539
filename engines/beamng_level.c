/* The text files of a BeamNG level. Source of every fact: docs/formats.md, BeamNG. */
#include "engines/engines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/mem.h"
#include "engines/beamng_json.h"

#define SPAWN "spawn_default"
#define SKY_GROUP "sky_and_sun"
#define SPAWN_GROUP "PlayerDropPoints"
#define LEAST_VIEW_M 4000.0
#define GRADIENT(name) "art/sky_gradients/default/gradient_" name ".png" /* of the game */

const char *engines_beamng_file_name(enum engines_beamng_file file)
{
    static const char *const names[ENGINES_BEAMNG_FILES] = {
        [ENGINES_BEAMNG_TER] = "theTerrain.ter",
        [ENGINES_BEAMNG_TERRAIN_JSON] = "theTerrain.terrain.json",
        [ENGINES_BEAMNG_MATERIALS] = "art/terrains/main.materials.json",
        [ENGINES_BEAMNG_MAIN] = "main/items.level.json",
        [ENGINES_BEAMNG_GROUP] = "main/MissionGroup/items.level.json",
        [ENGINES_BEAMNG_SKY] = "main/MissionGroup/" SKY_GROUP "/items.level.json",
        [ENGINES_BEAMNG_SPAWNS] = "main/MissionGroup/" SPAWN_GROUP "/items.level.json",
        [ENGINES_BEAMNG_INFO] = "info.json",
        [ENGINES_BEAMNG_PREVIEW] = "preview.png",
        [ENGINES_BEAMNG_MINIMAP] = "minimap.png",
        [ENGINES_BEAMNG_IMPORT_HEIGHTS] = "import/theTerrain_heightmap.png",
        [ENGINES_BEAMNG_IMPORT_HOLES] = "import/theTerrain_holemap.png",
        [ENGINES_BEAMNG_IMPORT_PRESET] = "import/theTerrain.terrainPreset.json"};
    return names[file];
}

void engines_beamng_import_mask(char out[ENGINES_BEAMNG_PATH_SIZE], size_t index, const char *name)
{
    snprintf(out, ENGINES_BEAMNG_PATH_SIZE, "import/theTerrain_layerMap_%zu_%s.png", index, name);
}

json_t *engines_json_path(const char *level, const char *file)
{
    return json_sprintf("/levels/%s/%s", level, file);
}

json_t *engines_json_id(const char *level, const char *object)
{
    char text[ENGINES_BEAMNG_PATH_SIZE + 128], id[GROUND_UUID_SIZE];
    const int length = snprintf(text, sizeof text, "%s/%s", level, object);
    ground_uuid(id, text, (size_t)length);
    return json_string(id);
}

/* An object of a level; fields are added by the caller. */
static json_t *item(const struct engines_beamng_level *level, const char *name, const char *class,
                    const char *parent)
{
    json_t *object = json_pack("{s:s, s:s, s:o}", "name", name, "class", class, "persistentId",
                               engines_json_id(level->name, name));
    if (parent != NULL) json_object_set_new(object, "__parent", json_string(parent));
    return object;
}

static json_t *terrain_block(const struct engines_beamng_level *level)
{
    json_t *block = item(level, "theTerrain", "TerrainBlock", "MissionGroup");
    json_t *more = json_pack(
        "{s:[f, f, f], s:f, s:f, s:i, s:o, s:o, s:o}", "position", level->position_m[0],
        level->position_m[1], level->position_m[2], "squareSize", level->square_m, "maxHeight",
        level->max_height_m, "baseTexSize", (int)level->texture_size[ENGINES_BEAMNG_BASE],
        "materialTextureSet", json_sprintf("%s" ENGINES_BEAMNG_SET, level->name), "minimapImage",
        engines_json_path(level->name, engines_beamng_file_name(ENGINES_BEAMNG_MINIMAP)),
        "terrainFile",
        engines_json_path(level->name, engines_beamng_file_name(ENGINES_BEAMNG_TER)));
    json_object_update(block, more);
    json_decref(more);
    return block;
}

static json_t *with(json_t *object, json_t *more)
{
    json_object_update(object, more);
    json_decref(more);
    return object;
}

static json_t *sky_items(const struct engines_beamng_level *level)
{
    const double side_m = level->size * level->square_m;
    const double view_m = 2 * side_m > LEAST_VIEW_M ? 2 * side_m : LEAST_VIEW_M;
    json_t *list = json_array();
    json_array_append_new(
        list, with(item(level, "theLevelInfo", "LevelInfo", SKY_GROUP),
                   json_pack("{s:f, s:f, s:f, s:i, s:[f, f, f, i], s:[i, i, i, i], s:s}", "gravity",
                             -9.81, "visibleDistance", view_m, "fogDensity", 0.0006,
                             "fogAtmosphereHeight", 1000, "fogColor", 0.741, 0.816, 0.925, 1,
                             "canvasClearColor", 1, 1, 1, 255, "globalEnviromentMap",
                             "BNG_Sky_02_cubemap")));
    json_array_append_new(list, with(item(level, "tod", "TimeOfDay", SKY_GROUP),
                                     json_pack("{s:i, s:b, s:f, s:f}", "axisTilt", 10, "play", 0,
                                               "startTime", 0.1, "time", 0.1)));
    json_array_append_new(
        list, with(item(level, "sunsky", "ScatterSky", SKY_GROUP),
                   json_pack("{s:i, s:i, s:i, s:s, s:s, s:s, s:s, s:b}", "skyBrightness", 40,
                             "exposure", 1, "shadowDistance", 1000, "ambientScaleGradientFile",
                             GRADIENT("ambient"), "colorizeGradientFile", GRADIENT("colorize"),
                             "fogScaleGradientFile", GRADIENT("fog"), "sunScaleGradientFile",
                             GRADIENT("sunscale"), "enableFogFallBack", 0)));
    return list;
}

static json_t *spawn_items(const struct engines_beamng_level *level)
{
    json_t *list = json_array();
    json_array_append_new(
        list, with(item(level, SPAWN, "SpawnSphere", SPAWN_GROUP),
                   json_pack("{s:[f, f, f], s:s, s:i, s:[i, i, i, i, i, i, i, i, i]}", "position",
                             level->spawn_m[0], level->spawn_m[1], level->spawn_m[2], "dataBlock",
                             "SpawnSphereMarker", "radius", 1, "rotationMatrix", 1, 0, 0, 0, 1, 0,
                             0, 0, 1)));
    return list;
}

static json_t *group_items(const struct engines_beamng_level *level)
{
    json_t *list = json_array();
    json_array_append_new(list, item(level, SKY_GROUP, "SimGroup", "MissionGroup"));
    json_array_append_new(list, item(level, SPAWN_GROUP, "SimGroup", "MissionGroup"));
    json_array_append_new(list, terrain_block(level));
    return list;
}

static json_t *main_items(const struct engines_beamng_level *level)
{
    json_t *list = json_array();
    json_t *group = item(level, "MissionGroup", "SimGroup", NULL);
    json_object_set_new(group, "enabled", json_string("1"));
    json_array_append_new(list, group);
    return list;
}

static json_t *info(const struct engines_beamng_level *level)
{
    const double side_m = level->size * level->square_m;
    const char *preview = engines_beamng_file_name(ENGINES_BEAMNG_PREVIEW);
    return json_pack(
        "{s:s, s:s, s:s, s:[f, f], s:[s], s:s, s:[{s:s, s:s, s:s}], s:[{s:s, s:[f, f], s:[f, f]}], "
        "s:b}",
        "title", level->title, "description", "", "authors", level->author, "size", side_m, side_m,
        "previews", preview, "defaultSpawnPointName", SPAWN, "spawnPoints", "objectname", SPAWN,
        "translationId", "Default", "preview", preview, "minimap", "file",
        engines_beamng_file_name(ENGINES_BEAMNG_MINIMAP), "size", level->map_m, level->map_m,
        "offset", level->position_m[0], level->position_m[1] + level->map_m, "supportsTraffic", 0);
}

static json_t *preset(const struct engines_beamng_level *level)
{
    json_t *masks = json_array();
    for (size_t i = 0; i < level->count; i++) {
        char name[ENGINES_BEAMNG_PATH_SIZE];
        engines_beamng_import_mask(name, i, level->materials[i].name);
        json_array_append_new(masks, engines_json_path(level->name, name));
    }
    return json_pack(
        "{s:s, s:s, s:f, s:f, s:{s:f, s:f, s:f}, s:o, s:o, s:o}", "type", "TerrainData", "name",
        "theTerrain", "squareSize", level->square_m, "heightScale", level->max_height_m, "pos", "x",
        level->position_m[0], "y", level->position_m[1], "z", level->position_m[2], "heightMapPath",
        engines_json_path(level->name, engines_beamng_file_name(ENGINES_BEAMNG_IMPORT_HEIGHTS)),
        "holeMapPath",
        engines_json_path(level->name, engines_beamng_file_name(ENGINES_BEAMNG_IMPORT_HOLES)),
        "opacityMaps", masks);
}

/* The document of a file; of a file of items, their array. NULL if a text is not UTF-8 or memory
 * ran out. */
static json_t *document_of(const struct engines_beamng_level *level, enum engines_beamng_file file,
                           bool *lines)
{
    *lines = true;
    switch (file) {
    case ENGINES_BEAMNG_MAIN:
        return main_items(level);
    case ENGINES_BEAMNG_GROUP:
        return group_items(level);
    case ENGINES_BEAMNG_SKY:
        return sky_items(level);
    case ENGINES_BEAMNG_SPAWNS:
        return spawn_items(level);
    default:
        *lines = false;
        return file == ENGINES_BEAMNG_INFO ? info(level) : preset(level);
    }
}

static enum err_code write_document(const char *path, const json_t *document, struct err *err)
{
    char *text = json_dumps(document, JSON_INDENT(2) | ENGINES_JSON_REALS);
    if (text == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a JSON file");
    const size_t length = strlen(text);
    text[length] = '\n'; /* in place of the NUL */
    const enum err_code code = file_write_whole(path, text, length + 1, err);
    free(text);
    return code;
}

static enum err_code write_lines(const char *path, const json_t *items, struct err *err)
{
    struct file_writer file = {0};
    enum err_code code = file_create(&file, path, err);
    size_t i;
    json_t *object;
    json_array_foreach(items, i, object)
    {
        char *text = json_dumps(object, JSON_COMPACT | ENGINES_JSON_REALS);
        if (text == NULL && code == ERR_OK)
            code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a JSON file");
        if (code == ERR_OK) code = file_write(&file, text, strlen(text), err);
        if (code == ERR_OK) code = file_write(&file, "\n", 1, err);
        free(text);
    }
    if (code == ERR_OK) return file_commit(&file, err);
    file_abort(&file);
    return code;
}

enum err_code engines_write_beamng_text(const char *path, enum engines_beamng_file file,
                                        const struct engines_beamng_level *level, struct err *err)
{
    bool lines;
    json_t *document = document_of(level, file, &lines);
    if (document == NULL)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a name of the level is not UTF-8, or memory ran out");
    const enum err_code code =
        lines ? write_lines(path, document, err) : write_document(path, document, err);
    json_decref(document);
    if (code != ERR_OK) err_set_file(err, path);
    return code;
}
