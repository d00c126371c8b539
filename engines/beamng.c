/* BeamNG terrain, version 9. Source of every fact: docs/formats.md, BeamNG. */
#include "engines/engines.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <jansson.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"

#define FORMAT_VERSION 9
#define HOLE 255

uint16_t engines_beamng_height(double altitude_m, double z0_m, double max_height_m)
{
    assert(max_height_m > 0);
    const double steps = (altitude_m - z0_m) / max_height_m * 65536.0 + 0.5;
    if (!(steps > 0)) return 0; /* below, or not a number */
    return steps < 65535 ? (uint16_t)(int32_t)steps : 65535;
}

void engines_beamng_height_row(uint16_t *out, const double *altitudes_m, size_t count, double z0_m,
                               double max_height_m)
{
    for (size_t i = 0; i < count; i++)
        out[i] = engines_beamng_height(altitudes_m[i], z0_m, max_height_m);
}

double engines_beamng_max_height(double range_m)
{
    assert(range_m >= 0);
    return ceil(range_m * 1.01 + 1);
}

static enum err_code check_name(const char *const *names, size_t index, struct err *err)
{
    const char *name = names[index];
    const size_t length = strlen(name);
    if (length == 0) return err_set(err, ERR_ARG, ERR_NO_OFFSET, "material %zu has no name", index);
    if (length > ENGINES_BEAMNG_MAX_NAME)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "the name of material %zu has %zu bytes, BeamNG takes %d at most", index,
                       length, ENGINES_BEAMNG_MAX_NAME);
    for (size_t i = 0; i < length; i++)
        if (name[i] < 0x20 || name[i] > 0x7e)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "the name of material %zu is not printable ASCII", index);
    for (size_t i = 0; i < index; i++)
        if (strcmp(names[i], name) == 0)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET, "materials %zu and %zu are both called %s",
                           i, index, name);
    return ERR_OK;
}

/* What both files state: the size and the names. */
static enum err_code check_terrain(const struct engines_beamng_terrain *terrain, struct err *err)
{
    const uint32_t size = terrain->size;
    if (size < 2 || (size & (size - 1)) != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a BeamNG terrain has a power of two of samples a side, not %lu",
                       (unsigned long)size);
    if (terrain->count == 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "a BeamNG terrain needs a material");
    if (terrain->count > ENGINES_BEAMNG_MAX_MATERIALS)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a BeamNG terrain has at most %d materials, not %zu",
                       ENGINES_BEAMNG_MAX_MATERIALS, terrain->count);
    for (size_t i = 0; i < terrain->count; i++) RETURN_IF_ERR(check_name(terrain->names, i, err));
    return ERR_OK;
}

struct engines_beamng_writer {
    struct file_writer file;
    struct engines_beamng_terrain terrain; /* without heights and layers */
    uint32_t heights, layers;              /* rows taken so far */
};

static enum err_code fail(struct engines_beamng_writer *writer, enum err_code code, struct err *err)
{
    if (code != ERR_OK && writer->file.path != NULL) err_set_file(err, writer->file.path);
    return code;
}

enum err_code engines_beamng_create(struct engines_beamng_writer **out, const char *path,
                                    const struct engines_beamng_terrain *terrain,
                                    const struct file_watch *watch, struct err *err)
{
    *out = NULL;
    uint8_t head[5] = {FORMAT_VERSION};
    bytes_put_u32le(head + 1, terrain->size);
    struct engines_beamng_writer *writer = mem_alloc(1, sizeof *writer);
    if (writer == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a terrain");
    writer->terrain = *terrain;
    enum err_code code = check_terrain(terrain, err);
    if (code == ERR_OK) code = file_create(&writer->file, path, err);
    if (code == ERR_OK && watch != NULL) writer->file.watch = *watch;
    if (code == ERR_OK) code = file_write(&writer->file, head, sizeof head, err);
    if (code == ERR_OK) {
        *out = writer;
        return ERR_OK;
    }
    engines_beamng_abort(writer);
    err_set_file(err, path);
    return code;
}

enum err_code engines_beamng_heights(struct engines_beamng_writer *writer, const uint16_t *heights,
                                     uint32_t rows, struct err *err)
{
    assert(rows <= writer->terrain.size - writer->heights);
    const size_t count = (size_t)rows * writer->terrain.size;
    RETURN_IF_ERR(fail(writer, stream_put_u16le(&writer->file.out, heights, count, err), err));
    writer->heights += rows;
    return ERR_OK;
}

enum err_code engines_beamng_layers(struct engines_beamng_writer *writer, const uint8_t *layers,
                                    uint32_t rows, struct err *err)
{
    const size_t size = writer->terrain.size, count = writer->terrain.count;
    assert(writer->heights == size && rows <= size - writer->layers);
    const uint8_t most = (uint8_t)(count - 1);
    uint8_t wrong = 0;
    for (size_t i = 0; i < rows * size; i++)
        wrong |= (uint8_t)((layers[i] > most) & (layers[i] != HOLE));
    for (size_t i = 0; wrong != 0 && i < rows * size; i++) {
        if (layers[i] < count || layers[i] == HOLE) continue;
        err_set(err, ERR_ARG, ERR_NO_OFFSET, "column %zu, row %zu has material %u of %zu", i % size,
                writer->layers + i / size, layers[i], count);
        return fail(writer, ERR_ARG, err);
    }
    writer->layers += rows;
    return fail(writer, file_write(&writer->file, layers, rows * size, err), err);
}

static enum err_code write_names(struct engines_beamng_writer *writer, struct err *err)
{
    const struct engines_beamng_terrain *terrain = &writer->terrain;
    uint8_t number[4];
    bytes_put_u32le(number, (uint32_t)terrain->count);
    RETURN_IF_ERR(file_write(&writer->file, number, 4, err));
    for (size_t i = 0; i < terrain->count; i++) {
        const uint8_t length = (uint8_t)strlen(terrain->names[i]);
        RETURN_IF_ERR(file_write(&writer->file, &length, 1, err));
        RETURN_IF_ERR(file_write(&writer->file, terrain->names[i], length, err));
    }
    return ERR_OK;
}

enum err_code engines_beamng_commit(struct engines_beamng_writer *writer, struct err *err)
{
    assert(writer->layers == writer->terrain.size);
    enum err_code code = fail(writer, write_names(writer, err), err);
    if (code == ERR_OK) code = file_commit(&writer->file, err);
    engines_beamng_abort(writer);
    return code;
}

void engines_beamng_abort(struct engines_beamng_writer *writer)
{
    if (writer == NULL) return;
    file_abort(&writer->file);
    mem_free(writer);
}

enum err_code engines_write_beamng_ter(const char *path,
                                       const struct engines_beamng_terrain *terrain,
                                       struct err *err)
{
    struct engines_beamng_writer *writer;
    RETURN_IF_ERR(engines_beamng_create(&writer, path, terrain, NULL, err));
    enum err_code code = engines_beamng_heights(writer, terrain->heights, terrain->size, err);
    if (code == ERR_OK) code = engines_beamng_layers(writer, terrain->layers, terrain->size, err);
    if (code == ERR_OK) return engines_beamng_commit(writer, err);
    engines_beamng_abort(writer);
    return code;
}

/* Words that files of the game carry, less a map that version 9 does not have. Nobody parses them.
 */
static const char binary_format[] =
    "version(char), size(unsigned int), heightMap(heightMapSize * heightMapItemSize), "
    "layerMap(layerMapSize * layerMapItemSize), materialNames";

/* Builds the document; NULL with *reason if a text is not UTF-8 or memory runs out. */
static json_t *build_json(const char *datafile_path, const struct engines_beamng_terrain *terrain,
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
        "materials", materials, "size", (json_int_t)terrain->size, "version", FORMAT_VERSION);
}

struct json_output {
    struct file_writer file;
    enum err_code code;
    struct err *err;
};

static int dump_text(const char *text, size_t size, void *context)
{
    struct json_output *output = context;
    output->code = file_write(&output->file, text, size, output->err);
    return output->code == ERR_OK ? 0 : -1;
}

enum err_code engines_write_beamng_json(const char *path, const char *datafile_path,
                                        const struct engines_beamng_terrain *terrain,
                                        struct err *err)
{
    static const char ending[] = ".ter";
    const size_t ending_length = sizeof ending - 1, length = strlen(datafile_path);
    struct json_output output = {.code = ERR_OK, .err = err};
    json_t *document = NULL;
    json_error_t reason;

    FAIL_IF_ERR(output.code, check_terrain(terrain, err));
    if (datafile_path[0] != '/' || length <= ending_length ||
        strcmp(datafile_path + length - ending_length, ending) != 0) {
        output.code = err_set(err, ERR_ARG, ERR_NO_OFFSET,
                              "the game's path of the terrain is \"%s\", expected an absolute path "
                              "that ends in %s",
                              datafile_path, ending);
        goto fail;
    }
    document = build_json(datafile_path, terrain, &reason);
    if (document == NULL) {
        const bool bad_text = json_error_code(&reason) == json_error_invalid_utf8;
        output.code = err_set(err, bad_text ? ERR_ARG : ERR_NOMEM, ERR_NO_OFFSET, "%s",
                              bad_text ? "the game's path of the terrain is not UTF-8"
                                       : "no memory for a JSON file");
        goto fail;
    }
    FAIL_IF_ERR(output.code, file_create(&output.file, path, err));
    if (json_dump_callback(document, dump_text, &output, JSON_INDENT(2) | JSON_SORT_KEYS) != 0) {
        if (output.code == ERR_OK)
            output.code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a JSON file");
        goto fail;
    }
    FAIL_IF_ERR(output.code, file_write(&output.file, "\n", 1, err));
    json_decref(document);
    return file_commit(&output.file, err);
fail:
    json_decref(document);
    file_abort(&output.file);
    err_set_file(err, path);
    return output.code;
}
