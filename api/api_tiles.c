/* Tiles of the caller's: include/scree/tiles.h on worlds/worlds.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "base/os.h"

/* The caller's source and its texts, for as long as the world lives. */
struct tiles {
    struct scree_tiles given;
    char *identity;
};

static void release(void *context)
{
    struct tiles *const tiles = context;
    if (tiles->given.release != NULL) tiles->given.release(tiles->given.context);
    mem_free(tiles->identity);
    mem_free(tiles);
}

static enum scree_code fail(int code, const struct scree_error *said, struct scree_error *err)
{
    const bool known = code > SCREE_OK && code <= SCREE_CANCELLED;
    const enum scree_code kind = known ? (enum scree_code)code : SCREE_CANNOT_READ;
    if (said->text[0] != '\0') return err_set(err, kind, "%s", said->text);
    return err_set(err, kind, "its source returned the code %d (%s)", code, scree_code_name(code));
}

static enum scree_code get_header(void *context, size_t tile, struct worlds_header *out,
                                  struct scree_error *err)
{
    const struct tiles *const tiles = context;
    struct scree_error said = SCREE_ERROR_INIT;
    struct scree_tile h = {.size = sizeof h, .numbers = SCREE_TILE_I16, .step_m = 1};
    const int code = tiles->given.header(tiles->given.context, tile, &h, &said);
    if (code != SCREE_OK) return fail(code, &said, err);
    h.name[sizeof h.name - 1] = '\0';
    snprintf(out->name, sizeof out->name, "%s", h.name);
    if (h.numbers != SCREE_TILE_I16 && h.numbers != SCREE_TILE_F32)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "has numbers of kind %d; give an enum scree_tile_numbers", h.numbers);
    if (h.has_missing != 0 && h.numbers != SCREE_TILE_F32)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "has whole numbers and points without data; give floats (SCREE_TILE_F32)");
    out->has_missing = h.has_missing != 0;
    out->column = h.column;
    out->row = h.row;
    out->points_x = h.columns;
    out->points_y = h.rows;
    out->is_float = h.numbers == SCREE_TILE_F32;
    out->base_m = h.base_m;
    out->step_m = h.step_m;
    return SCREE_OK;
}

static enum scree_code get_samples(void *context, size_t tile, void *out, struct scree_error *err)
{
    const struct tiles *const tiles = context;
    struct scree_error said = SCREE_ERROR_INIT;
    const int code = tiles->given.samples(tiles->given.context, tile, out, &said);
    return code == SCREE_OK ? SCREE_OK : fail(code, &said, err);
}

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

static enum scree_code keep(struct tiles **out, const struct scree_tiles *given,
                            struct scree_error *err)
{
    struct tiles *const tiles = mem_alloc(1, sizeof *tiles);
    const size_t size = given->identity != NULL ? strlen(given->identity) + 1 : 0;
    char *const identity = size > 0 ? mem_alloc(size, 1) : NULL;
    *out = tiles;
    if (tiles == NULL || (size > 0 && identity == NULL)) {
        mem_free(tiles);
        mem_free(identity);
        if (given->release != NULL) given->release(given->context);
        return err_no_memory(err);
    }
    if (size > 0) memcpy(identity, given->identity, size);
    *tiles = (struct tiles){.given = *given, .identity = identity};
    return SCREE_OK;
}

static enum scree_code open_tiles(struct scree_terrain **out, const struct scree_tiles *given,
                                  const struct scree_terrain_options *how,
                                  const struct scree_terrain_options *options,
                                  struct scree_job *job, struct scree_error *err)
{
    struct tiles *tiles;
    RETURN_IF_ERR(keep(&tiles, given, err));
    const struct worlds_source source = {.context = tiles,
                                         .count = (size_t)given->count,
                                         .identity = tiles->identity,
                                         .cell_m = given->cell_m,
                                         .cell_deg = {given->cell_deg[0], given->cell_deg[1]},
                                         .place = {given->place[0], given->place[1]},
                                         .epsg = (uint16_t)given->epsg,
                                         .is_measured =
                                             given->altitude_m[0] != given->altitude_m[1],
                                         .altitude_m = {given->altitude_m[0], given->altitude_m[1]},
                                         .slope = {given->slope[0], given->slope[1]},
                                         .header = get_header,
                                         .samples = get_samples,
                                         .release = release};
    return api_terrain_world(out, given->name != NULL ? given->name : "tiles", how, options,
                             &source, job, err);
}

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
    const enum scree_code code = open_tiles(out, &given, &how, &read, job, error);
    if (code != SCREE_OK) return code;
    (*out)->is_file = true;
    (*out)->opened_s = os_clock_s() - start;
    job_warn_all(job, (*out)->file.path, &(*out)->field->warnings);
    return SCREE_OK;
}
