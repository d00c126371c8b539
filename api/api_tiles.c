/* Tiles of the caller's: include/scree/tiles.h on worlds/worlds.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "base/os.h"

/* ---- what makes no sense ---- */

static bool rise(const double pair[2])
{
    return isfinite(pair[0]) && isfinite(pair[1]) && pair[0] <= pair[1];
}

static int check_known(const struct scree_tiles *given, struct scree_error *error)
{
    const bool altitudes = given->altitude_m[0] != given->altitude_m[1];
    const bool slopes = given->slope[0] != given->slope[1];
    if (altitudes != slopes)
        return err_set_option(error, altitudes ? "slope" : "altitude_m",
                              "is not given; give altitude_m and slope, or neither");
    if (!altitudes) return SCREE_OK;
    if (!rise(given->altitude_m))
        return err_set_option(error, "altitude_m", "is %g, %g; give two rising metres",
                              given->altitude_m[0], given->altitude_m[1]);
    if (!rise(given->slope) || given->slope[0] < 0)
        return err_set_option(error, "slope", "is %g, %g; give two rising gradients from 0 on",
                              given->slope[0], given->slope[1]);
    return SCREE_OK;
}

static int check_grid(const struct scree_tiles *given, struct scree_error *error)
{
    const bool metres = given->cell_m > 0 && isfinite(given->cell_m);
    const bool degrees = given->cell_deg[0] > 0 && given->cell_deg[1] > 0 &&
                         given->cell_deg[0] <= 180 && given->cell_deg[1] <= 90;
    if (given->cell_m != 0 && (given->cell_deg[0] != 0 || given->cell_deg[1] != 0))
        return err_set_option(error, "cell_deg", "is given beside cell_m; choose one");
    if (given->cell_m != 0 && !metres)
        return err_set_option(error, "cell_m", "is %g metres, expected a finite number above 0",
                              given->cell_m);
    if (given->cell_m == 0 && !degrees)
        return err_set_option(error, "cell_m",
                              "is 0 and cell_deg is %g, %g; give one of them, finite and above 0",
                              given->cell_deg[0], given->cell_deg[1]);
    if (given->epsg < 0 || given->epsg > UINT16_MAX)
        return err_set_option(error, "epsg", "is %d, expected a code from 1 to 65535, or 0",
                              given->epsg);
    const double most = degrees ? 90 : HUGE_VAL;
    if (!isfinite(given->place[0]) || !isfinite(given->place[1]) || fabs(given->place[1]) > most)
        return err_set_option(error, "place",
                              "is %g, %g; give finite numbers, a latitude within 90",
                              given->place[0], given->place[1]);
    return SCREE_OK;
}

static int check(struct scree_tiles *out, const struct scree_tiles *tiles,
                 struct scree_error *error)
{
    const struct scree_tiles defaults = SCREE_TILES_INIT;
    *out = defaults;
    if (tiles == NULL || !api_options(out, sizeof *out, tiles))
        return err_set_option(error, "size",
                              "is 0, or there are no tiles; initialise them with SCREE_TILES_INIT");
    if (out->header == NULL || out->samples == NULL)
        return err_set_option(error, out->header == NULL ? "header" : "samples",
                              "is NULL; give a function");
    if (out->count == 0 || out->count > SCREE_MAX_TILES)
        return err_set_option(error, "count", "is %llu, expected 1 to %d",
                              (unsigned long long)out->count, SCREE_MAX_TILES);
    const int refused = check_grid(out, error);
    return refused != SCREE_OK ? refused : check_known(out, error);
}

/* ---- opening ---- */

int scree_terrain_open_tiles(struct scree_terrain **out, const struct scree_tiles *tiles,
                             const struct scree_terrain_options *options, struct scree_job *job,
                             struct scree_error *error)
{
    err_start(error);
    struct scree_tiles given;
    struct scree_terrain_options read = SCREE_TERRAIN_OPTIONS_INIT;
    *out = NULL;
    int refused = check(&given, tiles, error);
    if (refused == SCREE_OK && !api_options(&read, sizeof read, options))
        refused = err_set_option(error, "size",
                                 "is 0; initialise options with SCREE_TERRAIN_OPTIONS_INIT");
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
    const double start = os_clock_s();
    const enum scree_code code = api_terrain_world(out, given.name != NULL ? given.name : "tiles",
                                                   &how, &read, &given, job, error);
    if (code != SCREE_OK) return code;
    (*out)->is_file = true;
    (*out)->opened_s = os_clock_s() - start;
    job_warn_all(job, (*out)->file.path, &(*out)->field->warnings);
    return SCREE_OK;
}
