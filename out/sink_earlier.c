/* What an earlier output in the same folder lists of itself. */
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/mem.h"
#include "base/path.h"
#include "out/out_parts.h"
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

/* ---- what parts left ---- */

static enum err_code no_memory(struct err *err)
{
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
}

enum err_code sink_drop_words(struct sink *sink, const char *name, const char *words,
                              struct err *err)
{
    struct file_bytes bytes;
    char sha256[SHA_HEX_SIZE], start[200] = "";
    if (sink_root(sink) == NULL || !sink_exists(sink)) return ERR_OK;
    char *const path = path_join(sink_root(sink), name);
    if (path == NULL) return no_memory(err);
    const enum err_code code = file_read(&bytes, path, MAX_DOCUMENT_BYTES, NULL);
    mem_free(path);
    if (code != ERR_OK) return ERR_OK; /* it is not there */
    sha_hex(sha256, bytes.data, bytes.size);
    if (bytes.size > 0)
        memcpy(start, bytes.data, bytes.size < sizeof start - 1 ? bytes.size : sizeof start - 1);
    file_bytes_free(&bytes);
    return strstr(start, words) != NULL ? sink_drop_earlier(sink, name, sha256, err) : ERR_OK;
}

enum err_code sink_drop_parts(struct sink *sink, const char *words,
                              bool (*is_note)(const char *name), struct err *err)
{
    struct os_listing listing;
    enum err_code code = ERR_OK;
    if (sink_root(sink) == NULL || !sink_exists(sink)) return ERR_OK;
    char *const path = path_join(sink_root(sink), OUT_PARTS_FOLDER);
    if (path == NULL) return no_memory(err);
    if (os_list(&listing, OS_HERE, path, OS_REFUSE_LINKS) == 0) {
        for (const char *one; code == ERR_OK && (one = os_list_next(&listing)) != NULL;) {
            char name[64];
            const int length = snprintf(name, sizeof name, OUT_PARTS_FOLDER "/%s", one);
            const bool noted = is_note != NULL && is_note(one);
            if (length > 0 && (size_t)length < sizeof name)
                code = sink_drop_words(sink, name, noted ? "scree-survey-" : words, err);
        }
        os_list_end(&listing);
    }
    mem_free(path);
    return code;
}
