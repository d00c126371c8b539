/* What an earlier output in the same folder lists of itself. */
#include <string.h>

#include <jansson.h>

#include "base/mem.h"
#include "base/path.h"
#include "out/sink_internal.h"

#define MAX_DOCUMENT_BYTES ((uint64_t)64 << 20)

/* The document, or NULL if there is none that scree wrote. */
static json_t *read_document(const struct sink *sink, const char *name)
{
    char *path = path_join(sink_root(sink), name);
    struct file_bytes bytes;
    json_t *document = NULL;
    if (path != NULL && file_read(&bytes, path, MAX_DOCUMENT_BYTES, NULL) == ERR_OK) {
        document = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
        file_bytes_free(&bytes);
    }
    mem_free(path);
    const char *format = json_string_value(json_object_get(document, "format"));
    if (format != NULL && strncmp(format, "scree-manifest-", 15) == 0) return document;
    json_decref(document);
    return NULL;
}

enum err_code sink_drop_listed(struct sink *sink, const char *document, struct err *err)
{
    if (sink_root(sink) == NULL || !sink_exists(sink)) return ERR_OK;
    json_t *earlier = read_document(sink, document), *entry;
    enum err_code code = ERR_OK;
    size_t i;
    json_array_foreach(json_object_get(earlier, "files"), i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "file"));
        const char *sha256 = json_string_value(json_object_get(entry, "sha256"));
        if (code == ERR_OK && name != NULL && sha256 != NULL)
            code = sink_drop_earlier(sink, name, sha256, err);
    }
    json_decref(earlier);
    return code;
}
