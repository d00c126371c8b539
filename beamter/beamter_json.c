/* The .terrain.json beside a .ter. */
#include "beamter/beamter.h"

#include <jansson.h>

#include "base/json_text.h"
#include "base/text.h"
#include "beamter/beamter_private.h"

/* Words that files of the game carry, less a map that version 9 does not have. Nobody parses them.
 */
static const char binary_format[] =
    "version(char), size(unsigned int), heightMap(heightMapSize * heightMapItemSize), "
    "layerMap(layerMapSize * layerMapItemSize), materialNames";

/* Builds the document; NULL with *reason if a text is not UTF-8 or memory runs out. */
static json_t *build_json(const char *datafile_path, const struct beamter_terrain *terrain,
                          json_error_t *reason)
{
    const json_int_t samples = (json_int_t)terrain->size * (json_int_t)terrain->size;
    json_t *materials = json_array();
    for (size_t i = 0; i < terrain->count && materials != NULL; i++) {
        if (json_array_append_new(materials, json_string(terrain->names[i])) != 0) {
            json_decref(materials);
            materials = NULL;
        }
    }
    /* "o" takes materials over, also on failure and also NULL. "s*" leaves out what is NULL. */
    return json_pack_ex(
        reason, 0, "{s:s, s:s, s:i, s:I, s:s*, s:i, s:I, s:o, s:I, s:i}", "binaryFormat",
        binary_format, "datafile", datafile_path, "heightMapItemSize", 2, "heightMapSize", samples,
        "heightmapImage", terrain->heightmap_image, "layerMapItemSize", 1, "layerMapSize", samples,
        "materials", materials, "size", (json_int_t)terrain->size, "version", BEAMTER_VERSION);
}

enum scree_code beamter_write_json(struct stream *to, const char *datafile_path,
                                   const struct beamter_terrain *terrain, struct scree_error *err)
{
    RETURN_IF_ERR(beamter_check(terrain, err));
    if (datafile_path[0] != '/' || !text_ends_in(datafile_path + 1, ".ter"))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the game's path of the terrain is \"%s\", expected an absolute path that "
                       "ends in .ter",
                       datafile_path);
    json_error_t reason;
    json_t *document = build_json(datafile_path, terrain, &reason);
    if (document == NULL) {
        if (json_error_code(&reason) != json_error_invalid_utf8) return err_no_memory(err);
        return err_set(err, SCREE_BAD_ARGUMENT, "the game's path of the terrain is not UTF-8");
    }
    const enum scree_code code = json_text_put(to, document, err);
    json_decref(document);
    return code;
}
