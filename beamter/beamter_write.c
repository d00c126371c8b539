/*
 * A .ter of version 9, row by row.
 *
 * Rule (BeamNG): Layout of the `.ter`, version 9. See formats/beamng.md#nameter,
 * beamter/beamter_read.c. Tests: unit/test_beamter (the_known_32_bytes,
 * every_byte_is_accounted_for).
 *
 * Rule (BeamNG): A changed level keeps every other byte; a damaged one stays. See
 * formats/beamng-into.md, beamng/into_write.c. Tests: unit/test_beamter
 * (patches_change_ids_and_names_only), beamng/check_into.
 */
#include "base/json_text.h"
#include "base/text.h"
#include "beamter/beamter.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "base/bytes.h"
#include "beamter/beamter_private.h"

static enum scree_code check_name(const char *const *names, size_t index, struct scree_error *err)
{
    const char *name = names[index];
    const size_t length = strlen(name);
    if (length == 0) return err_set(err, SCREE_BAD_ARGUMENT, "material %zu has no name", index);
    if (length > BEAMTER_MAX_NAME)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the name of material %zu has %zu bytes, BeamNG takes %d at most", index,
                       length, BEAMTER_MAX_NAME);
    for (size_t i = 0; i < length; i++)
        if (name[i] < 0x20 || name[i] > 0x7e)
            return err_set(err, SCREE_BAD_ARGUMENT,
                           "the name of material %zu is not printable ASCII", index);
    for (size_t i = 0; i < index; i++)
        if (strcmp(names[i], name) == 0)
            return err_set(err, SCREE_BAD_ARGUMENT, "materials %zu and %zu are both called %s", i,
                           index, name);
    return SCREE_OK;
}

enum scree_code beamter_check(const struct beamter_terrain *terrain, struct scree_error *err)
{
    const uint32_t size = terrain->size;
    if (size < 2 || (size & (size - 1)) != 0)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "a BeamNG terrain has a power of two of samples a side, not %lu",
                       (unsigned long)size);
    if (terrain->count == 0)
        return err_set(err, SCREE_BAD_ARGUMENT, "a BeamNG terrain needs a material");
    if (terrain->count > BEAMTER_MAX_MATERIALS)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "a BeamNG terrain has at most %d materials, not %zu", BEAMTER_MAX_MATERIALS,
                       terrain->count);
    for (size_t i = 0; i < terrain->count; i++) RETURN_IF_ERR(check_name(terrain->names, i, err));
    return SCREE_OK;
}

enum scree_code beamter_begin(struct beamter_writer *out, struct stream *to,
                              const struct beamter_terrain *terrain, struct scree_error *err)
{
    *out = (struct beamter_writer){.to = to, .terrain = *terrain};
    RETURN_IF_ERR(beamter_check(terrain, err));
    uint8_t head[BEAMTER_HEADER_BYTES] = {BEAMTER_VERSION};
    bytes_put_u32le(head + 1, terrain->size);
    return stream_put(to, head, sizeof head, err);
}

enum scree_code beamter_put_heights(struct beamter_writer *writer, const uint16_t *heights,
                                    uint32_t rows, struct scree_error *err)
{
    assert(rows <= writer->terrain.size - writer->height_rows);
    writer->height_rows += rows;
    return stream_put_u16le(writer->to, heights, (size_t)rows * writer->terrain.size, err);
}

enum scree_code beamter_put_ids(struct beamter_writer *writer, const uint8_t *ids, uint32_t rows,
                                struct scree_error *err)
{
    const size_t size = writer->terrain.size, count = writer->terrain.count;
    assert(writer->height_rows == size && rows <= size - writer->id_rows);
    const uint8_t most = (uint8_t)(count - 1);
    uint8_t wrong = 0;
    for (size_t i = 0; i < rows * size; i++)
        wrong |= (uint8_t)((ids[i] > most) & (ids[i] != BEAMTER_HOLE));
    for (size_t i = 0; wrong != 0 && i < rows * size; i++)
        if (ids[i] >= count && ids[i] != BEAMTER_HOLE)
            return err_set(err, SCREE_BAD_ARGUMENT, "column %zu, row %zu has material %u of %zu",
                           i % size, writer->id_rows + i / size, ids[i], count);
    writer->id_rows += rows;
    return stream_put(writer->to, ids, rows * size, err);
}

enum scree_code beamter_end(struct beamter_writer *writer, struct scree_error *err)
{
    assert(writer->id_rows == writer->terrain.size);
    const struct beamter_terrain *terrain = &writer->terrain;
    uint8_t number[4];
    bytes_put_u32le(number, (uint32_t)terrain->count);
    RETURN_IF_ERR(stream_put(writer->to, number, 4, err));
    for (size_t i = 0; i < terrain->count; i++) {
        const uint8_t length = (uint8_t)strlen(terrain->names[i]);
        RETURN_IF_ERR(stream_put(writer->to, &length, 1, err));
        RETURN_IF_ERR(stream_put(writer->to, terrain->names[i], length, err));
    }
    return SCREE_OK;
}

enum scree_code beamter_write(struct stream *to, const struct beamter_terrain *terrain,
                              const uint16_t *heights, const uint8_t *ids, struct scree_error *err)
{
    struct beamter_writer writer;
    RETURN_IF_ERR(beamter_begin(&writer, to, terrain, err));
    RETURN_IF_ERR(beamter_put_heights(&writer, heights, terrain->size, err));
    RETURN_IF_ERR(beamter_put_ids(&writer, ids, terrain->size, err));
    return beamter_end(&writer, err);
}

/* ---- the .terrain.json ---- */

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

/* ---- with other materials ---- */

unsigned beamter_patched_version(const struct beamter_file *from)
{
    return from->version == BEAMTER_CACHE_VERSION ? BEAMTER_VERSION : from->version;
}

enum scree_code beamter_patch(struct stream *to, const struct beamter_file *from,
                              const uint8_t *ids, const char *const *added, size_t added_count,
                              struct scree_error *err)
{
    assert(from->is_plain);
    const size_t samples = (size_t)from->size * from->size;
    uint8_t head[BEAMTER_HEADER_BYTES] = {(uint8_t)beamter_patched_version(from)}, count[4];
    bytes_put_u32le(head + 1, from->size);
    bytes_put_u32le(count, (uint32_t)(from->count + added_count));
    RETURN_IF_ERR(stream_put(to, head, sizeof head, err));
    RETURN_IF_ERR(stream_put(to, from->heights, 2 * samples, err));
    RETURN_IF_ERR(stream_put(to, ids, samples, err));
    RETURN_IF_ERR(stream_put(to, count, sizeof count, err));
    RETURN_IF_ERR(stream_put(to, from->names, from->names_bytes, err));
    for (size_t i = 0; i < added_count; i++) {
        const size_t length = strlen(added[i]);
        assert(length <= UINT8_MAX);
        const uint8_t byte = (uint8_t)length;
        RETURN_IF_ERR(stream_put(to, &byte, 1, err));
        RETURN_IF_ERR(stream_put(to, added[i], length, err));
    }
    return SCREE_OK;
}
