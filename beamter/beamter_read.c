/* The parts of a .ter, versions 7 to 9. */
#include "beamter/beamter.h"

#include "base/bytes.h"
#include "beamter/beamter_private.h"

#define MAX_SIDE 32768

bool beamter_is(const uint8_t *bytes, size_t size)
{
    if (size < BEAMTER_HEADER_BYTES || bytes[0] < 7 || bytes[0] > 9) return false;
    const uint64_t side = bytes_get_u32le(bytes + 1);
    if (side < 2 || side > MAX_SIDE || (side & (side - 1)) != 0) return false;
    return size >= BEAMTER_HEADER_BYTES + 3 * side * side;
}

/* What is behind the materials of the samples. */
struct layout {
    unsigned maps; /* bytes a sample before the number of the names */
    bool ended;    /* each name is followed by a 0 */
};

/* The file's end is not looked at. */
static enum scree_code find_names(struct beamter_file *out, struct bytes *cursor, bool ended,
                                  struct scree_error *err)
{
    const size_t count_at = cursor->pos;
    uint32_t count;
    if (!bytes_read_u32le(cursor, &count))
        return err_set_at(err, SCREE_MALFORMED, count_at,
                          "the file ends before its materials, expected their number");
    if (count > bytes_left(cursor)) /* a name takes a byte at least */
        return err_set_at(err, SCREE_MALFORMED, count_at,
                          "%lu materials, the file has %zu bytes left", (unsigned long)count,
                          bytes_left(cursor));
    out->count = count;
    out->names = cursor->data + cursor->pos;
    for (size_t i = 0; i < count; i++) {
        const size_t start = cursor->pos;
        const uint8_t *length = bytes_take(cursor, 1), *end = NULL;
        if (length == NULL || bytes_take(cursor, *length) == NULL ||
            (ended && (end = bytes_take(cursor, 1)) == NULL))
            return err_set_at(err, SCREE_MALFORMED, start, "the name of material %zu is cut short",
                              i);
        if (*length == 0 || (ended && *end != 0))
            return err_set_at(err, SCREE_MALFORMED, start,
                              *length == 0 ? "material %zu has no name"
                                           : "the name of material %zu does not end in a 0",
                              i);
    }
    out->names_bytes = cursor->pos - (size_t)(out->names - cursor->data);
    return SCREE_OK;
}

static enum scree_code read_as(struct beamter_file *out, const uint8_t *bytes, size_t size,
                               const struct layout *layout, struct scree_error *err)
{
    struct bytes cursor = {bytes, size, BEAMTER_HEADER_BYTES};
    *out = (struct beamter_file){.version = bytes[0], .size = bytes_get_u32le(bytes + 1)};
    const size_t samples = (size_t)out->size * out->size, maps = layout->maps * samples;
    out->heights = bytes_take(&cursor, 2 * samples); /* there, as beamter_is() has found */
    out->ids = bytes_take(&cursor, samples);
    out->names_step = layout->ended ? 2 : 1;
    if (bytes_take(&cursor, maps) == NULL)
        return err_set_at(err, SCREE_MALFORMED, cursor.pos,
                          "cut short: version 8 has 4 bytes more a point (%zu), the file has %zu",
                          maps, bytes_left(&cursor));
    RETURN_IF_ERR(find_names(out, &cursor, layout->ended, err));
    if (bytes_left(&cursor) == 0) return SCREE_OK;
    return err_set_at(err, SCREE_MALFORMED, cursor.pos,
                      "%zu bytes after the materials, expected the end of the file",
                      bytes_left(&cursor));
}

enum scree_code beamter_read(struct beamter_file *out, const uint8_t *bytes, size_t size,
                             struct scree_error *err)
{
    /* As the game writes it first; others are told by what is left at the end. */
    static const struct layout layouts[] = {{0, false}, {0, true},  {1, false},
                                            {1, true},  {5, false}, {5, true}};
    static const struct layout cached[] = {{BEAMTER_CACHE_BYTES, false},
                                           {BEAMTER_CACHE_BYTES, true}};
    const bool is_cached = bytes[0] == BEAMTER_CACHE_VERSION;
    const struct layout *list = is_cached ? cached : layouts;
    const size_t count =
        is_cached ? sizeof cached / sizeof cached[0] : sizeof layouts / sizeof layouts[0];
    for (size_t i = 0; i < count; i++) {
        if (read_as(out, bytes, size, &list[i], NULL) != SCREE_OK) continue;
        out->is_plain = i == 0;
        return SCREE_OK;
    }
    return read_as(out, bytes, size, &list[0], err);
}
