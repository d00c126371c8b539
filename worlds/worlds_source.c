/* Tiles that somebody makes when they are wanted. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "image/image.h"
#include "worlds/worlds_tiles.h"

#define STEP_TILES 1024 /* headers between two reports of progress */

void worlds_source_free(struct scree_tiles *source)
{
    if (source == NULL) return;
    if (source->release != NULL) source->release(source->context);
    mem_free(source);
}

/* ---- what makes no sense ---- */

static bool rise(const double pair[2])
{
    return isfinite(pair[0]) && isfinite(pair[1]) && pair[0] <= pair[1];
}

static enum scree_code check_known(const struct scree_tiles *given, struct scree_error *err)
{
    const bool altitudes = given->altitude_m[0] != given->altitude_m[1];
    const bool slopes = given->slope[0] != given->slope[1];
    if (altitudes != slopes)
        return err_set_option(err, altitudes ? "slope" : "altitude_m",
                              "is not given; give altitude_m and slope, or neither");
    if (!altitudes) return SCREE_OK;
    if (!rise(given->altitude_m))
        return err_set_option(err, "altitude_m", "is %g, %g; give two rising metres",
                              given->altitude_m[0], given->altitude_m[1]);
    if (!rise(given->slope) || given->slope[0] < 0)
        return err_set_option(err, "slope", "is %g, %g; give two rising gradients from 0 on",
                              given->slope[0], given->slope[1]);
    return SCREE_OK;
}

static enum scree_code check_grid(const struct scree_tiles *given, struct scree_error *err)
{
    const bool metres = given->cell_m > 0 && isfinite(given->cell_m);
    const bool degrees = given->cell_deg[0] > 0 && given->cell_deg[1] > 0 &&
                         given->cell_deg[0] <= 180 && given->cell_deg[1] <= 90;
    if (given->cell_m != 0 && (given->cell_deg[0] != 0 || given->cell_deg[1] != 0))
        return err_set_option(err, "cell_deg", "is given beside cell_m; choose one");
    if (given->cell_m != 0 && !metres)
        return err_set_option(err, "cell_m", "is %g metres, expected a finite number above 0",
                              given->cell_m);
    if (given->cell_m == 0 && !degrees)
        return err_set_option(err, "cell_m",
                              "is 0 and cell_deg is %g, %g; give one of them, finite and above 0",
                              given->cell_deg[0], given->cell_deg[1]);
    if (given->epsg < 0 || given->epsg > UINT16_MAX)
        return err_set_option(err, "epsg", "is %d, expected a code from 1 to 65535, or 0",
                              given->epsg);
    const double most = degrees ? 90 : HUGE_VAL;
    if (!isfinite(given->place[0]) || !isfinite(given->place[1]) || fabs(given->place[1]) > most)
        return err_set_option(err, "place", "is %g, %g; give finite numbers, a latitude within 90",
                              given->place[0], given->place[1]);
    return SCREE_OK;
}

enum scree_code worlds_check_source(const struct scree_tiles *given, struct scree_error *err)
{
    if (given->header == NULL || given->samples == NULL)
        return err_set_option(err, given->header == NULL ? "header" : "samples",
                              "is NULL; give a function");
    if (given->count == 0 || given->count > SCREE_MAX_TILES)
        return err_set_option(err, "count", "is %llu, expected 1 to %d",
                              (unsigned long long)given->count, SCREE_MAX_TILES);
    RETURN_IF_ERR(check_grid(given, err));
    return check_known(given, err);
}

static size_t sample_bytes(const struct worlds_tile *tile)
{
    return tile->is_float ? sizeof(float) : sizeof(int16_t);
}

/* ---- headers ---- */

/* What a function of the source returned. */
static enum scree_code refused(int code, const struct scree_error *said, struct scree_error *err)
{
    const bool known = code > SCREE_OK && code <= SCREE_CANCELLED;
    const enum scree_code kind = known ? (enum scree_code)code : SCREE_CANNOT_READ;
    if (said->text[0] != '\0') return err_set(err, kind, "%s", said->text);
    return err_set(err, kind, "its source returned the code %d (%s)", code, err_code_name(code));
}

static enum scree_code check_header(const struct scree_tile *h,
                                    const struct scree_terrain_options *options,
                                    struct scree_error *err)
{
    if (h->numbers != SCREE_TILE_I16 && h->numbers != SCREE_TILE_F32)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "has numbers of kind %d; give an enum scree_tile_numbers", h->numbers);
    if (h->has_missing && h->numbers != SCREE_TILE_F32)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "has whole numbers and points without data; give floats (SCREE_TILE_F32)");
    const uint64_t right = (uint64_t)h->column + h->columns;
    const uint64_t bottom = (uint64_t)h->row + h->rows;
    if (h->columns == 0 || h->rows == 0)
        return err_set(err, SCREE_BAD_ARGUMENT, "has %lu x %lu points; give at least one a side",
                       (unsigned long)h->columns, (unsigned long)h->rows);
    if (right > WORLDS_MOST_POINTS || bottom > WORLDS_MOST_POINTS)
        return err_set(err, SCREE_LIMIT,
                       "reaches to column %llu and row %llu; a world has at most %u points a side",
                       (unsigned long long)right - 1, (unsigned long long)bottom - 1,
                       (unsigned)WORLDS_MOST_POINTS);
    if ((uint64_t)h->columns * h->rows > options->max_points)
        return err_set(err, SCREE_LIMIT, "has %lu x %lu points, the limit is %llu",
                       (unsigned long)h->columns, (unsigned long)h->rows,
                       (unsigned long long)options->max_points);
    if (!(h->step_m > 0 && isfinite(h->step_m)) || !isfinite(h->base_m))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "has the base %g and the step %g; give finite metres, the step above 0",
                       h->base_m, h->step_m);
    return SCREE_OK;
}

/* The grid of the tile; its place north to south is turned around when all are known. */
static void place_tile(struct worlds_tile *tile, const struct scree_tile *h,
                       const struct scree_tiles *source)
{
    const double rows = (double)h->row + (double)h->rows - 1;
    tile->x = tile->from_header[0] = h->column;
    tile->y = tile->from_header[1] = h->row;
    tile->width = tile->points_x = h->columns;
    tile->height = tile->points_y = h->rows;
    tile->sized = true;
    for (int k = 0; k < 3; k++) tile->scal_m[k] = source->cell_m;
    if (!(source->cell_deg[0] > 0)) return;
    for (int k = 0; k < 3; k++) tile->scal_m[k] = 1; /* until worlds_turn_degrees() */
    tile->globe = (struct ter_globe){source->place[1] - rows * source->cell_deg[1],
                                     {source->cell_deg[0], source->cell_deg[1]},
                                     source->place[0] + (double)h->column * source->cell_deg[0],
                                     true};
}

/* Without samples: whole numbers are judged as all that they can hold, floats when they come. */
static enum scree_code check_scale(const struct worlds_tile *tile, struct scree_error *err)
{
    const int16_t ends[4] = {0};
    struct ter_field field = {.points_x = 2, .points_y = 2, .elevations = ends};
    field.base_tu = tile->base_tu;
    field.step_tu = tile->step_tu;
    memcpy(field.scal_m, tile->scal_m, sizeof field.scal_m);
    return ter_check_range(&field, err);
}

static enum scree_code list_tile(struct worlds_list *list, size_t number,
                                 const struct scree_terrain_options *options,
                                 struct scree_error *err)
{
    const struct scree_tiles *const source = list->source;
    struct scree_tile h = {.size = sizeof h, .numbers = SCREE_TILE_I16, .step_m = 1};
    struct scree_error said = SCREE_ERROR_INIT;
    const int returned = source->header(source->context, number, &h, &said);
    const bool is_float = h.numbers == SCREE_TILE_F32;
    h.name[sizeof h.name - 1] = '\0';
    if (h.name[0] == '\0') snprintf(h.name, sizeof h.name, "tile %llu", (unsigned long long)number);
    enum scree_code code =
        returned == SCREE_OK ? check_header(&h, options, err) : refused(returned, &said, err);
    if (code != SCREE_OK) return err_set_file(err, h.name);
    char *const path = mem_text(h.name, strlen(h.name)); /* what errors call it */
    struct worlds_tile *const tile = worlds_add(list, path, h.name, err);
    if (tile == NULL) return err != NULL ? err->code : SCREE_NO_MEMORY;
    tile->source = source;
    tile->number = number;
    tile->is_float = is_float;
    tile->may_lack = h.has_missing != 0;
    tile->has_missing = tile->may_lack && options->keep_missing && !options->has_fill;
    tile->unit = (struct heights_unit){
        .zero_m = h.base_m, .unit_m = h.step_m, .offset = 0, .is_float = is_float};
    place_tile(tile, &h, source);
    heights_unit_apply(&tile->base_tu, &tile->step_tu, &tile->unit, tile->scal_m[2]);
    tile->bytes = worlds_tile_bytes(tile);
    snprintf(tile->numbers, sizeof tile->numbers, "%s",
             is_float ? "32-bit floats" : "16-bit whole numbers");
    snprintf(tile->scale_source, sizeof tile->scale_source, "the source of the tiles");
    code = check_scale(tile, err);
    return code == SCREE_OK ? SCREE_OK : err_set_file(err, tile->name);
}

/* All of header and source that the ground depends on, and where it lies. */
void worlds_source_print(char text[WORLDS_SOURCE_TEXT], const struct worlds_tile *tile)
{
    const struct scree_tiles *const s = tile->source;
    snprintf(text, WORLDS_SOURCE_TEXT, "%llu %lu %lu %lu %lu %s%s %a %a %a %a %a %d %a %a\n",
             (unsigned long long)tile->number, (unsigned long)tile->from_header[0],
             (unsigned long)tile->from_header[1], (unsigned long)tile->points_x,
             (unsigned long)tile->points_y, tile->is_float ? "f32" : "i16",
             tile->may_lack ? " missing" : "", tile->unit.zero_m, tile->unit.unit_m, s->cell_m,
             s->cell_deg[0], s->cell_deg[1], (int)s->epsg, s->place[0], s->place[1]);
}

/* What a tile is called by in the digest of the world: that, and the identity or the samples. */
static enum scree_code start_digest(struct sha **out, const struct worlds_tile *tile,
                                    struct scree_error *err)
{
    char text[WORLDS_SOURCE_TEXT];
    *out = sha_start();
    if (*out == NULL) return err_no_memory(err);
    worlds_source_print(text, tile);
    sha_put(*out, text, strlen(text));
    return SCREE_OK;
}

static enum scree_code digest_identity(struct worlds_tile *tile, struct scree_error *err)
{
    const char *const identity = tile->source->identity;
    struct sha *sha;
    if (identity == NULL) return SCREE_OK;
    RETURN_IF_ERR(start_digest(&sha, tile, err));
    sha_put(sha, identity, strlen(identity));
    sha_end(tile->sha256, sha);
    return SCREE_OK;
}

static enum scree_code list_all(struct worlds_list *list,
                                const struct scree_terrain_options *options, struct scree_job *job,
                                struct scree_error *err)
{
    const size_t count = (size_t)list->source->count;
    for (size_t i = 0; i < count; i++) {
        if (i % STEP_TILES == 0)
            RETURN_IF_ERR(job_step(job, "looking at tiles", (double)i / (double)count, err));
        RETURN_IF_ERR(list_tile(list, i, options, err));
        RETURN_IF_ERR(digest_identity(&list->tiles[i], err));
    }
    worlds_turn_rows(list);
    if (list->points_x < 2 || list->points_y < 2)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the tiles make %llu x %llu points; give at least 2 a side",
                       (unsigned long long)list->points_x, (unsigned long long)list->points_y);
    const double south =
        list->source->place[1] - ((double)list->points_y - 1) * list->source->cell_deg[1];
    if (list->source->cell_deg[0] > 0 && south < -90)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the tiles reach to the latitude %.9g; give degrees down to -90", south);
    return SCREE_OK;
}

enum scree_code worlds_list_source(struct worlds_list *list, const struct scree_tiles *source,
                                   const struct scree_terrain_options *options,
                                   struct scree_job *job, struct scree_error *err)
{
    list->source = mem_alloc(1, sizeof *list->source);
    if (list->source == NULL) {
        if (source->release != NULL) source->release(source->context);
        return err_no_memory(err);
    }
    *list->source = *source;
    const enum scree_code code = list_all(list, options, job, err);
    if (source->identity != NULL) list->source->identity = ""; /* the text was the caller's */
    return code;
}

/* ---- samples ---- */

/* Rows come from the north. */
static void turn_rows(unsigned char *samples, size_t row_bytes, size_t rows)
{
    unsigned char swap[4096];
    for (size_t j = 0; j < rows / 2; j++) {
        unsigned char *const one = samples + j * row_bytes;
        unsigned char *const other = samples + (rows - 1 - j) * row_bytes;
        for (size_t at = 0; at < row_bytes; at += sizeof swap) {
            const size_t left = row_bytes - at, part = left < sizeof swap ? left : sizeof swap;
            memcpy(swap, one + at, part);
            memcpy(one + at, other + at, part);
            memcpy(other + at, swap, part);
        }
    }
}

/* Points without data become what the options say; *heights: how many others there are. */
static enum scree_code check_samples(size_t *heights, const struct worlds_tile *tile,
                                     float *samples, const struct scree_terrain_options *options,
                                     struct scree_error *err)
{
    const size_t count = (size_t)tile->points_x * tile->points_y;
    const float fill = (float)((options->fill_m - tile->unit.zero_m) / tile->unit.unit_m);
    *heights = count;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(samples[i])) continue;
        const bool is_hole = tile->may_lack && isnan(samples[i]);
        if (is_hole && options->has_fill)
            samples[i] = fill;
        else if (is_hole && options->keep_missing)
            --*heights;
        else
            return err_set(err, SCREE_MALFORMED, "the sample in column %llu of row %llu is %s",
                           (unsigned long long)(i % tile->points_x),
                           (unsigned long long)(i / tile->points_x),
                           is_hole ? "not a number; add {fill_m} or {keep_missing}"
                                   : "not finite; give every point a height");
    }
    return SCREE_OK;
}

static enum scree_code fill(struct ter_field *field, const struct worlds_tile *tile,
                            const struct scree_terrain_options *options, char sha256[SHA_HEX_SIZE],
                            struct scree_error *err)
{
    const size_t row_bytes = tile->points_x * sample_bytes(tile);
    struct sha *sha;
    size_t heights = 0;
    struct scree_error said = SCREE_ERROR_INIT;
    const int returned =
        tile->source->samples(tile->source->context, tile->number, field->memory, &said);
    if (returned != SCREE_OK) return refused(returned, &said, err);
    if (tile->is_float) RETURN_IF_ERR(check_samples(&heights, tile, field->memory, options, err));
    if (sha256 != NULL) {
        RETURN_IF_ERR(start_digest(&sha, tile, err));
        sha_put(sha, field->memory, row_bytes * tile->points_y);
        sha_end(sha256, sha);
    }
    turn_rows(field->memory, row_bytes, tile->points_y);
    if (tile->is_float)
        field->samples = field->memory;
    else
        field->elevations = field->memory;
    return heights > 0 ? ter_check_range(field, err) : SCREE_OK;
}

enum scree_code worlds_source_tile(struct ter_field **out, const struct worlds_tile *tile,
                                   const struct scree_terrain_options *options,
                                   char sha256[SHA_HEX_SIZE], struct scree_error *err)
{
    const uint64_t points = (uint64_t)tile->points_x * tile->points_y;
    struct ter_field *const field = mem_alloc(1, sizeof *field);
    *out = NULL;
    if (field != NULL && points <= SIZE_MAX)
        field->memory = mem_alloc((size_t)points, sample_bytes(tile));
    if (field == NULL || field->memory == NULL) {
        ter_free(field);
        err_set(err, SCREE_NO_MEMORY, "no memory for %llu points", (unsigned long long)points);
        return err_set_file(err, tile->path);
    }
    field->points_x = tile->points_x;
    field->points_y = tile->points_y;
    field->base_tu = tile->base_tu;
    field->step_tu = tile->step_tu;
    field->has_missing = tile->has_missing;
    memcpy(field->scal_m, tile->scal_m, sizeof field->scal_m);
    const enum scree_code code = fill(field, tile, options, sha256, err);
    if (code == SCREE_OK) {
        *out = field;
        return SCREE_OK;
    }
    ter_free(field);
    return err_set_file(err, tile->path);
}

/* ---- where it lies ---- */

enum { KEYS_OF_EACH = 4, KEYS = 4, PROJECTED = 1, DEGREES = 2, POINTS = 2 };

/* Source of the keys: OGC 19-008r4, GeoTIFF Standard, 7.1 and annex D. */
enum scree_code worlds_source_geo(struct image_geo **out, const struct scree_tiles *source,
                                  struct scree_error *err)
{
    *out = NULL;
    if (source->epsg == 0) return SCREE_OK;
    const bool degrees = source->cell_deg[0] > 0;
    const uint16_t keys[KEYS * KEYS_OF_EACH] = {1,
                                                1,
                                                0,
                                                KEYS - 1,
                                                1024,
                                                0,
                                                1,
                                                degrees ? DEGREES : PROJECTED,
                                                1025,
                                                0,
                                                1,
                                                POINTS,
                                                degrees ? 2048 : 3072,
                                                0,
                                                1,
                                                (uint16_t)source->epsg};
    struct image_geo geo = {.keys = keys, .key_count = KEYS * KEYS_OF_EACH};
    for (int k = 0; k < 2; k++) {
        geo.scale[k] = degrees ? source->cell_deg[k] : source->cell_m;
        geo.tie[3 + k] = source->place[k];
    }
    *out = image_geo_create(&geo);
    return *out != NULL ? SCREE_OK : err_no_memory(err);
}
