/* A .ter of version 9, row by row. */
#include "beamter/beamter.h"

#include <assert.h>
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
