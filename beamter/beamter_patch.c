/* A .ter with other materials. */
#include "beamter/beamter.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "beamter/beamter_private.h"

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
