/* What stands in the way of replacing a level with --force: work that would be lost. */
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "cli/beamng/level.h"
#include "cli/outdir_files.h"

#define MAX_REPORT_BYTES ((uint64_t)64 << 20)

/* Whether a file of the earlier level is still what its report says, or gone. */
static bool is_ours(const char *folder, const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "file"));
    const char *sha256 = json_string_value(json_object_get(entry, "sha256"));
    char now[IMAGE_SHA256_HEX_SIZE];
    char *path = name != NULL ? outdir_files_join(folder, name) : NULL;
    const bool ours = path == NULL || sha256 == NULL ||
                      image_sha256_file(now, path, NULL) != ERR_OK || strcmp(now, sha256) == 0;
    mem_free(path);
    return ours;
}

static json_t *read_report(const char *folder)
{
    struct file_bytes bytes;
    json_t *report = NULL;
    char *path = outdir_files_join(folder, LEVEL_REPORT);
    if (path != NULL && file_read(&bytes, path, MAX_REPORT_BYTES, NULL) == ERR_OK) {
        report = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
        file_bytes_free(&bytes);
    }
    mem_free(path);
    return report;
}

static bool holds_level(const char *folder)
{
    char now[IMAGE_SHA256_HEX_SIZE];
    static const enum engines_beamng_file files[] = {ENGINES_BEAMNG_TER, ENGINES_BEAMNG_MAIN,
                                                     ENGINES_BEAMNG_INFO};
    bool found = false;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *path = outdir_files_join(folder, engines_beamng_file_name(files[i]));
        found = found || (path != NULL && image_sha256_file(now, path, NULL) == ERR_OK);
        mem_free(path);
    }
    return found;
}

enum err_code level_guard(const struct outdir *out, struct err *err)
{
    if (!out->in_use) return ERR_OK;
    json_t *report = read_report(out->target);
    enum err_code code = ERR_OK;
    size_t i;
    json_t *entry;
    if (report == NULL && holds_level(out->target)) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "is a level that scree did not make: --into LEVEL changes its materials and keeps "
                "the rest, or choose another -o");
        code = err_set_file(err, out->shown);
    }
    json_array_foreach(json_object_get(report, "files"), i, entry)
    {
        if (code != ERR_OK || is_ours(out->target, entry)) continue;
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "%.80s was changed since scree wrote it, and --force would lose that: --into LEVEL "
                "changes the materials and keeps the rest, or remove the folder",
                json_string_value(json_object_get(entry, "file")));
        code = err_set_file(err, out->shown);
    }
    json_decref(report);
    return code;
}
