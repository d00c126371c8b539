/* What stands in the way of replacing a level: work that would be lost; and a sink made ready. */
#include <stdio.h>

#include "base/os.h"
#include "base/path.h"
#include "beamng/beamng_plan.h"
#include "ground/ground_files.h"

static bool holds_level(const char *folder)
{
    static const enum beamng_file files[] = {BEAMNG_TER, BEAMNG_MAIN, BEAMNG_INFO};
    bool found = false;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *path = path_join(folder, beamng_file_name(files[i]));
        struct os_info info;
        found = found || (path != NULL && os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0 &&
                          info.kind == OS_FILE);
        mem_free(path);
    }
    return found;
}

static enum scree_code guard(const struct sink *sink, struct scree_error *err)
{
    if (!sink_is_in_use(sink)) return SCREE_OK;
    if (!ground_has_report(sink, BEAMNG_REPORT) && holds_level(sink_root(sink))) {
        err_set(err, SCREE_CANNOT_WRITE,
                "is a level that scree did not make; {into} changes its materials and keeps the "
                "rest, or choose another output");
        return err_set_file(err, sink_shown(sink));
    }
    return ground_guard_changes(
        sink, BEAMNG_REPORT, beamng_file_name(BEAMNG_PLACED),
        "use {into} to change the materials and keep the rest, or remove the folder", err);
}

enum scree_code beamng_start(const struct beamng_plan *plan, struct sink *sink,
                             struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(guard(sink, err));
    if (plan == NULL) return SCREE_OK;
    const struct beamng_map *map = &plan->map;
    const char *const inputs[] = {map->inputs.terrain_file.path,
                                  map->inputs.surface_file.path,
                                  map->materials.path,
                                  map->picture.path,
                                  plan->plants != NULL ? plan->plants->file.path : NULL,
                                  plan->roads != NULL ? plan->roads->file.path : NULL};
    char prefix[GROUND_NAME_SIZE + 16];
    snprintf(prefix, sizeof prefix, "levels/%s/", plan->name);
    RETURN_IF_ERR(sink_protect(sink, inputs, 6, err));
    RETURN_IF_ERR(beamng_protect_textures(plan, sink, err));
    RETURN_IF_ERR(sink_set_prefix(sink, prefix, err));
    RETURN_IF_ERR(job_step(job, "starting", 0, err));
    return sink_start(sink, job, err);
}
