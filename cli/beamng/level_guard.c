/* What stands in the way of replacing a level with --force: work that would be lost. */
#include "cli/beamng/level.h"
#include "cli/export/export_guard.h"
#include "cli/outdir_files.h"

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
    if (!export_has_report(out, LEVEL_REPORT) && holds_level(out->target)) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "is a level that scree did not make: --into LEVEL changes its materials and keeps "
                "the rest, or choose another -o");
        return err_set_file(err, out->shown);
    }
    return export_guard_changes(
        out, LEVEL_REPORT,
        "--into LEVEL changes the materials and keeps the rest, or remove the folder", err);
}
