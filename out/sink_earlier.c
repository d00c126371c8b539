/* What an earlier output in the same folder lists of itself. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/json_text.h"
#include "base/mem.h"
#include "base/path.h"
#include "out/out_parts.h"
#include "out/sink_internal.h"

#define MAX_DOCUMENT_BYTES ((uint64_t)64 << 20)

/* The file, with no bytes if there is none, or one with too many to be scree's. */
static enum scree_code read_file(struct scree_bytes *out, const struct sink *sink, const char *name,
                                 struct scree_error *err)
{
    struct os_info info;
    *out = (struct scree_bytes){NULL, 0};
    const int reason = file_look_in(&info, sink_root(sink), name, OS_FOLLOW_LINKS);
    const bool is_missing = reason == ENOENT || reason == ENOTDIR;
    const bool is_other = reason == 0 && (info.kind != OS_FILE || info.size > MAX_DOCUMENT_BYTES);
    return is_missing || is_other
               ? SCREE_OK
               : file_read_in(out, sink_root(sink), name, MAX_DOCUMENT_BYTES, err);
}

enum scree_code sink_read_earlier(json_t **out, const struct sink *sink, const char *name,
                                  struct scree_error *err)
{
    struct scree_bytes bytes;
    *out = NULL;
    if (sink_root(sink) == NULL || !sink_exists(sink)) return SCREE_OK;
    RETURN_IF_ERR(read_file(&bytes, sink, name, err));
    json_t *document = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
    file_bytes_free(&bytes);
    const char *format = json_text_get(document, "format");
    if (format != NULL && strncmp(format, "scree-manifest-", 15) == 0)
        *out = document;
    else
        json_decref(document);
    return SCREE_OK;
}

enum scree_code sink_drop_listed(struct sink *sink, const char *document, struct scree_error *err)
{
    json_t *earlier, *entry;
    enum scree_code code = sink_read_earlier(&earlier, sink, document, err);
    size_t i;
    json_array_foreach(json_object_get(earlier, "files"), i, entry)
    {
        const char *name = json_text_get(entry, "file");
        const char *sha256 = json_text_get(entry, "sha256");
        if (code == SCREE_OK && name != NULL && sha256 != NULL)
            code = sink_drop_earlier(sink, name, sha256, err);
    }
    json_decref(earlier);
    return code;
}

/* ---- what parts left ---- */

enum scree_code sink_drop_words(struct sink *sink, const char *name, const char *words,
                                struct scree_error *err)
{
    struct scree_bytes bytes;
    char sha256[SHA_HEX_SIZE], start[200] = "";
    if (sink_root(sink) == NULL || !sink_exists(sink)) return SCREE_OK;
    RETURN_IF_ERR(read_file(&bytes, sink, name, err));
    if (bytes.data == NULL) return SCREE_OK;
    sha_hex(sha256, bytes.data, bytes.size);
    memcpy(start, bytes.data, bytes.size < sizeof start - 1 ? bytes.size : sizeof start - 1);
    file_bytes_free(&bytes);
    return strstr(start, words) != NULL ? sink_drop_earlier(sink, name, sha256, err) : SCREE_OK;
}

enum scree_code sink_drop_parts(struct sink *sink, const char *words,
                                bool (*is_note)(const char *name), struct scree_error *err)
{
    struct os_listing listing;
    enum scree_code code = SCREE_OK;
    if (sink_root(sink) == NULL || !sink_exists(sink)) return SCREE_OK;
    char *const path = path_join(sink_root(sink), OUT_PARTS_FOLDER);
    if (path == NULL) return err_no_memory(err);
    int reason = os_list(&listing, OS_HERE, path, OS_REFUSE_LINKS);
    if (reason == 0) {
        for (const char *one; code == SCREE_OK && (one = os_list_next(&listing)) != NULL;) {
            char name[64];
            const int length = snprintf(name, sizeof name, OUT_PARTS_FOLDER "/%s", one);
            const bool noted = is_note != NULL && is_note(one);
            if (length > 0 && (size_t)length < sizeof name)
                code = sink_drop_words(sink, name, noted ? "scree-survey-" : words, err);
        }
        reason = listing.reason;
        os_list_end(&listing);
    }
    if (code == SCREE_OK && reason != 0 && reason != ENOENT && reason != ENOTDIR)
        code = os_fail(err, SCREE_CANNOT_READ, path, "cannot list", reason);
    mem_free(path);
    return code;
}
