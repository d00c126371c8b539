/* Tiles of the caller's: include/scree/tiles.h on worlds/worlds.h. */
#include "api/api.h"
#include "base/os.h"
#include "worlds/worlds.h"

static int take_tiles(struct scree_tiles *out, const struct scree_tiles *tiles,
                      struct scree_error *error)
{
    if (tiles == NULL) return api_no_size(error);
    RETURN_IF_ERR(api_take(out, &api_tiles, tiles, error));
    return worlds_check_source(out, error);
}

int scree_terrain_open_tiles(struct scree_terrain **out, const struct scree_tiles *tiles,
                             const struct scree_terrain_options *options, struct scree_job *job,
                             struct scree_error *error)
{
    err_start(error);
    struct scree_tiles given;
    struct scree_terrain_options read;
    *out = NULL;
    int refused = take_tiles(&given, tiles, error);
    if (refused == SCREE_OK) refused = api_take(&read, &api_terrain_options, options, error);
    if (refused != SCREE_OK) {
        if (tiles != NULL && given.release != NULL) given.release(given.context);
        return refused;
    }
    struct scree_terrain_options how = SCREE_TERRAIN_OPTIONS_INIT;
    how.max_points = read.max_points;
    how.max_memory_bytes = read.max_memory_bytes;
    how.has_fill = read.has_fill;
    how.fill_m = read.fill_m;
    how.keep_missing = read.keep_missing;
    how.fill_smooth = read.fill_smooth;
    how.leave_in_file = read.leave_in_file;
    how.parts_folder = read.parts_folder;
    how.part = read.part;
    how.parts = read.parts;
    const double start = os_clock_s();
    const enum scree_code code =
        api_terrain_world(out, given.name != NULL ? given.name : "tiles", &how, &given, job, error);
    if (code != SCREE_OK) return code;
    (*out)->is_file = true;
    (*out)->opened_s = os_clock_s() - start;
    job_warn_all(job, (*out)->file.path, &(*out)->field->warnings);
    return SCREE_OK;
}
