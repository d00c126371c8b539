#include "base/glb.h"

#include "base/bytes.h"

#define HEADER_BYTES 12
#define CHUNK_BYTES 8
#define JSON_CHUNK 0x4e4f534a
#define BINARY_CHUNK 0x004e4942

uint64_t glb_size(size_t json_size, uint64_t numbers)
{
    return HEADER_BYTES + CHUNK_BYTES + ((uint64_t)json_size + 3) / 4 * 4 +
           (numbers > 0 ? CHUNK_BYTES + numbers : 0);
}

static enum scree_code put_chunk(struct stream *to, uint64_t size, uint32_t kind,
                                 struct scree_error *err)
{
    uint8_t bytes[CHUNK_BYTES];
    bytes_put_u32le(bytes, (uint32_t)size);
    bytes_put_u32le(bytes + 4, kind);
    return stream_put(to, bytes, sizeof bytes, err);
}

enum scree_code glb_begin(struct stream *to, const char *json, size_t json_size, uint64_t numbers,
                          struct scree_error *err)
{
    const size_t padding = (4 - json_size % 4) % 4;
    uint8_t header[HEADER_BYTES] = "glTF\2";
    bytes_put_u32le(header + 8, (uint32_t)glb_size(json_size, numbers));
    RETURN_IF_ERR(stream_put(to, header, sizeof header, err));
    RETURN_IF_ERR(put_chunk(to, json_size + padding, JSON_CHUNK, err));
    RETURN_IF_ERR(stream_put(to, json, json_size, err));
    RETURN_IF_ERR(stream_put(to, "   ", padding, err));
    return numbers > 0 ? put_chunk(to, numbers, BINARY_CHUNK, err) : SCREE_OK;
}
