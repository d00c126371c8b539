#include "base/source.h"

#include <string.h>

#include "base/file.h"
#include "base/mem.h"

const struct scree_source *source_given(const struct scree_source *source)
{
    const bool given = source->name != NULL || source->data != NULL || source->read != NULL;
    return given ? source : NULL;
}

bool source_is_path(const struct scree_source *source)
{
    return source->read == NULL && source->data == NULL && source->name != NULL;
}

static enum scree_code copy_bytes(struct scree_bytes *out, const struct scree_source *source,
                                  uint64_t max_bytes, struct scree_error *err)
{
    if (source->size > max_bytes || source->size >= SIZE_MAX)
        return err_set(err, SCREE_LIMIT, "has %llu bytes, the limit is %llu",
                       (unsigned long long)source->size, (unsigned long long)max_bytes);
    const size_t size = (size_t)source->size;
    RETURN_IF_ERR(MEM_NEED(&out->data, size + 1, 1, err));
    out->size = size;
    if (source->read == NULL) {
        memcpy(out->data, source->data, size);
        return SCREE_OK;
    }
    if (source->read(source->context, 0, out->data, size) == 0) return SCREE_OK;
    file_bytes_free(out);
    return err_set(err, SCREE_CANNOT_READ, "cannot be read");
}

enum scree_code source_read(struct scree_bytes *out, const struct scree_source *source,
                            uint64_t max_bytes, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    enum scree_code code;
    if (source->read != NULL || source->data != NULL)
        code = copy_bytes(out, source, max_bytes, err);
    else if (source->name != NULL)
        code = file_read(out, source->name, max_bytes, err);
    else
        code = err_set(err, SCREE_BAD_ARGUMENT, "the source has neither bytes nor a name");
    if (code != SCREE_OK && source->name != NULL) err_set_file(err, source->name);
    return code;
}
