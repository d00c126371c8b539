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

static enum err_code find_names(struct beamter_file *out, struct bytes *cursor, struct err *err)
{
    const size_t count_at = cursor->pos;
    uint32_t count;
    if (!bytes_read_u32le(cursor, &count))
        return err_set(err, ERR_MALFORMED, count_at,
                       "the file ends before its materials, expected their number");
    if (count > bytes_left(cursor)) /* a name takes a byte at least */
        return err_set(err, ERR_MALFORMED, count_at, "%lu materials, the file has %zu bytes left",
                       (unsigned long)count, bytes_left(cursor));
    out->count = count;
    out->names = cursor->data + cursor->pos;
    for (size_t i = 0; i < count; i++) {
        const size_t start = cursor->pos;
        const uint8_t *length = bytes_take(cursor, 1);
        if (length == NULL || bytes_take(cursor, *length) == NULL)
            return err_set(err, ERR_MALFORMED, start, "the name of material %zu is cut short", i);
    }
    out->rest = cursor->data + cursor->pos;
    out->rest_size = bytes_left(cursor);
    return ERR_OK;
}

enum err_code beamter_read(struct beamter_file *out, const uint8_t *bytes, size_t size,
                           struct err *err)
{
    struct bytes cursor = {bytes, size, BEAMTER_HEADER_BYTES};
    *out = (struct beamter_file){.version = bytes[0], .size = bytes_get_u32le(bytes + 1)};
    const size_t samples = (size_t)out->size * out->size;
    out->heights = bytes_take(&cursor, 2 * samples); /* there, as beamter_is() has found */
    out->ids = bytes_take(&cursor, samples);
    const size_t cache = BEAMTER_CACHE_BYTES * samples;
    if (out->version == BEAMTER_CACHE_VERSION && bytes_take(&cursor, cache) == NULL)
        return err_set(err, ERR_MALFORMED, cursor.pos,
                       "cut short: version 8 has 4 bytes more a point (%zu), the file has %zu",
                       cache, bytes_left(&cursor));
    return find_names(out, &cursor, err);
}
