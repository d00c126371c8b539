/* The .terrain.json beside a .ter. */
#include "beamter/beamter.h"

#include <string.h>

#include <jansson.h>

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

struct output {
    struct stream *to;
    enum scree_code code;
    struct scree_error *err;
};

static int put(const char *text, size_t size, void *context)
{
    struct output *output = context;
    /* Jansson goes on after a key that was not taken. */
    if (output->code == SCREE_OK) output->code = stream_put(output->to, text, size, output->err);
    return output->code == SCREE_OK ? 0 : -1;
}

enum scree_code beamter_write_json(struct stream *to, const char *datafile_path,
                                   const struct beamter_terrain *terrain, struct scree_error *err)
{
    static const char ending[] = ".ter";
    const size_t ending_length = sizeof ending - 1, length = strlen(datafile_path);
    RETURN_IF_ERR(beamter_check(terrain, err));
    if (datafile_path[0] != '/' || length <= ending_length ||
        strcmp(datafile_path + length - ending_length, ending) != 0)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the game's path of the terrain is \"%s\", expected an absolute path that "
                       "ends in %s",
                       datafile_path, ending);
    json_error_t reason;
    json_t *document = build_json(datafile_path, terrain, &reason);
    if (document == NULL) {
        const bool bad_text = json_error_code(&reason) == json_error_invalid_utf8;
        return err_set(err, bad_text ? SCREE_BAD_ARGUMENT : SCREE_NO_MEMORY, "%s",
                       bad_text ? "the game's path of the terrain is not UTF-8"
                                : "no memory for a JSON file");
    }
    struct output output = {.to = to, .code = SCREE_OK, .err = err};
    const bool written =
        json_dump_callback(document, put, &output, JSON_INDENT(2) | JSON_SORT_KEYS) == 0;
    json_decref(document);
    if (output.code != SCREE_OK) return output.code;
    if (!written) return err_no_memory(err);
    return stream_put(to, "\n", 1, err);
}
