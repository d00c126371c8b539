#include "base/stream.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/bytes.h"
#include "base/mem.h"

enum scree_code stream_put(struct stream *stream, const void *data, size_t size,
                           struct scree_error *err)
{
    if (size == 0) return SCREE_OK;
    RETURN_IF_ERR(stream->put(stream->context, data, size, err));
    stream->size += size;
    return SCREE_OK;
}

enum scree_code stream_print(struct stream *stream, struct scree_error *err, const char *format,
                             ...)
{
    char line[512], *text = line;
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    const size_t size = length > 0 ? (size_t)length : 0;
    if (size >= sizeof line) {
        RETURN_IF_ERR(MEM_NEED(&text, size + 1, 1, err));
        va_start(args, format);
        vsnprintf(text, size + 1, format, args);
        va_end(args);
    }
    const enum scree_code code = stream_put(stream, text, size, err);
    if (text != line) mem_free(text);
    return code;
}

enum scree_code stream_put_u16le(struct stream *stream, const uint16_t *numbers, size_t count,
                                 struct scree_error *err)
{
    uint8_t block[1 << 13];
    for (size_t done = 0; done < count;) {
        size_t now = sizeof block / 2;
        if (now > count - done) now = count - done;
        for (size_t i = 0; i < now; i++) bytes_put_u16le(block + 2 * i, numbers[done + i]);
        RETURN_IF_ERR(stream_put(stream, block, 2 * now, err));
        done += now;
    }
    return SCREE_OK;
}
