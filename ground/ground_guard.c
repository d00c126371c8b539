#include "ground/ground_files.h"

#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/sha.h"
#include "base/text.h"

#define MAX_REPORT_BYTES ((uint64_t)64 << 20)

/* Whether a file of the earlier export is still what its report lists, or gone. Of a name that no
 * export has nothing is looked at. */
static bool is_unchanged(const char *folder, const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "file"));
    const char *sha256 = json_string_value(json_object_get(entry, "sha256"));
    char now[SHA_HEX_SIZE];
    char *path = name != NULL && text_is_inner_path(name) ? path_join(folder, name) : NULL;
    const bool unchanged = path == NULL || sha256 == NULL ||
                           sha_file(now, path, NULL) != SCREE_OK || strcmp(now, sha256) == 0;
    mem_free(path);
    return unchanged;
}

static json_t *read_report(const struct sink *sink, const char *name)
{
    struct scree_bytes bytes;
    json_t *report = NULL;
    char *path = sink_root(sink) != NULL ? path_join(sink_root(sink), name) : NULL;
    if (path != NULL && file_read(&bytes, path, MAX_REPORT_BYTES, NULL) == SCREE_OK) {
        report = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
        file_bytes_free(&bytes);
    }
    mem_free(path);
    return report;
}

bool ground_has_report(const struct sink *sink, const char *report)
{
    json_t *document = read_report(sink, report);
    const bool there = document != NULL;
    json_decref(document);
    return there;
}

enum scree_code ground_guard_changes(const struct sink *sink, const char *report, const char *own,
                                     const char *instead, struct scree_error *err)
{
    if (!sink_is_in_use(sink)) return SCREE_OK;
    json_t *document = read_report(sink, report);
    enum scree_code code = SCREE_OK;
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(document, "files"), i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "file"));
        if (code != SCREE_OK || (own != NULL && name != NULL && strcmp(name, own) == 0) ||
            is_unchanged(sink_root(sink), entry))
            continue;
        err_set(err, SCREE_CANNOT_WRITE,
                "%.80s was changed since scree wrote it, and {replace} would lose the change; %s",
                name, instead);
        code = err_set_file(err, sink_shown(sink));
    }
    json_decref(document);
    return code;
}
