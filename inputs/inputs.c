/*
 * Inputs, each read once: opened, told apart by their first bytes, parsed, and described by name,
 * size and digest. A world of tiles stays in its files where the command can work so, else it is
 * put together in memory, if it may be that large.
 */
#include "inputs/inputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/path.h"
#include "styles/styles.h"
#include "worlds/worlds.h"

static bool is_surface(const struct scree_bytes *bytes)
{
    return srf_is_text(bytes->data, bytes->size) ||
           (bytes->size >= 16 && (memcmp(bytes->data, "TERRAGENSURFMAP", 15) == 0 ||
                                  memcmp(bytes->data, "TERRAGENWORLD", 13) == 0));
}

static bool is_terrain(const struct scree_bytes *bytes)
{
    return bytes->size >= 16 && memcmp(bytes->data, "TERRAGENTERRAIN ", 16) == 0;
}

/* ---- opened ---- */

static enum scree_code read_head(struct inputs_opened *out, struct scree_error *err)
{
    const uint64_t size = out->input.size;
    out->head.data = out->bytes;
    out->head.size = size < sizeof out->bytes ? (size_t)size : sizeof out->bytes;
    const enum scree_code code = file_input_read(&out->input, 0, out->bytes, out->head.size, err);
    if (code != SCREE_OK) inputs_close(out);
    return code;
}

enum scree_code inputs_open(struct inputs_opened *out, const char *path, uint64_t max_bytes,
                            struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    out->path = path;
    enum scree_code code = file_input_open(&out->input, path, max_bytes, err);
    if (code == SCREE_OK) code = read_head(out, err);
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

enum scree_code inputs_open_memory(struct inputs_opened *out, const char *name, const void *data,
                                   size_t size, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    out->path = name;
    out->input = file_input_memory(data, size);
    return read_head(out, err);
}

enum scree_code inputs_open_source(struct inputs_opened *out, const struct scree_source *source,
                                   uint64_t max_bytes, struct scree_error *err)
{
    struct scree_bytes held;
    memset(out, 0, sizeof *out);
    if (source_is_path(source)) return inputs_open(out, source->name, max_bytes, err);
    RETURN_IF_ERR(source_read(&held, source, max_bytes, err));
    const enum scree_code code = inputs_open_memory(out, source->name, held.data, held.size, err);
    out->held = held;
    return code;
}

uint64_t inputs_field_bytes(const struct ter_field *field)
{
    const uint64_t points = (uint64_t)field->points_x * field->points_y;
    if (ter_is_in_file(field)) return 0;
    return points * (field->samples != NULL ? sizeof(float) : sizeof(int16_t));
}

uint64_t inputs_held_bytes(const struct inputs *inputs)
{
    uint64_t bytes = inputs->other_bytes + inputs_field_bytes(inputs->field);
    for (uint32_t i = 0; inputs->map != NULL && i < inputs->map->mask_count; i++) {
        const struct srf_mask *mask = inputs->map->masks[i];
        bytes += (uint64_t)mask->width * mask->height * sizeof *mask->pixels;
    }
    return bytes;
}

enum scree_code inputs_open_given(struct inputs_opened **given, struct inputs_opened *out,
                                  const struct scree_source *source, uint64_t max_bytes,
                                  struct scree_error *err)
{
    *given = source_given(source) != NULL ? out : NULL;
    if (*given != NULL) return inputs_open_source(out, source, max_bytes, err);
    memset(out, 0, sizeof *out);
    return SCREE_OK;
}

void inputs_close(struct inputs_opened *opened)
{
    file_input_close(&opened->input);
    file_bytes_free(&opened->held);
}

bool inputs_holds_surface(const struct inputs_opened *opened)
{
    return is_surface(&opened->head);
}

static void describe(struct inputs_file *file, const struct inputs_opened *opened)
{
    memset(file, 0, sizeof *file);
    file->path = opened->path;
    file->base = opened->path != NULL ? path_base_name(opened->path) : NULL;
    file->size_bytes = opened->input.size;
}

static enum scree_code name_file(enum scree_code code, struct scree_error *err,
                                 const struct inputs_opened *opened)
{
    if (opened->path != NULL) err_set_file(err, opened->path);
    return code;
}

static enum scree_code take_bytes(struct scree_bytes *bytes, struct inputs_file *file,
                                  const struct inputs_opened *opened, uint64_t max_bytes,
                                  struct scree_error *err)
{
    if (opened->input.size > max_bytes)
        return err_set(err, SCREE_LIMIT, "has %llu bytes, the limit is %llu",
                       (unsigned long long)opened->input.size, (unsigned long long)max_bytes);
    if (bytes == NULL) return sha_input(file->sha256, &opened->input, NULL, err);
    RETURN_IF_ERR(file_input_read_all(&opened->input, bytes, err));
    sha_hex(file->sha256, bytes->data, bytes->size);
    return SCREE_OK;
}

enum scree_code inputs_take_bytes(struct scree_bytes *bytes, struct inputs_file *file,
                                  const struct inputs_opened *opened, uint64_t max_bytes,
                                  struct scree_error *err)
{
    if (bytes != NULL) memset(bytes, 0, sizeof *bytes);
    describe(file, opened);
    const enum scree_code code = take_bytes(bytes, file, opened, max_bytes, err);
    return code == SCREE_OK ? SCREE_OK : name_file(code, err, opened);
}

enum scree_code inputs_keep_path(struct inputs_file *file, const char *otherwise,
                                 struct mem_arena *arena, struct scree_error *err)
{
    const char *path = file->path != NULL ? file->path : otherwise;
    if (path == NULL) return SCREE_OK;
    file->path = mem_arena_text(arena, path, strlen(path));
    if (file->path == NULL) return err_no_memory(err);
    file->base = path_base_name(file->path);
    return SCREE_OK;
}

/* ---- terrain ---- */

static enum scree_code parse_terrain(struct ter_field **field, struct inputs_file *file,
                                     struct inputs_opened *opened,
                                     const struct scree_terrain_options *options,
                                     struct scree_job *job, struct scree_error *err)
{
    /* A brace is a weak mark, which numbers may happen to have. */
    const bool numbers =
        options->raw != SCREE_RAW_NONE && srf_is_text(opened->head.data, opened->head.size);
    if (is_surface(&opened->head) && !numbers)
        return err_set(err, SCREE_UNSUPPORTED,
                       "holds a surface map, expected a terrain: the terrain comes first, then "
                       "the surface map");
    RETURN_IF_ERR(
        heights_read_input(field, &file->heights, &opened->input, file->path, options, job, err));
    /* Where the field keeps the file, this is left to inputs_digest(). */
    const bool in_memory = opened->input.data != NULL || opened->input.is_open;
    const enum scree_code code =
        in_memory ? sha_input(file->sha256, &opened->input, job, err) : SCREE_OK;
    if (code == SCREE_OK) return SCREE_OK;
    ter_free(*field);
    heights_about_free(&file->heights);
    *field = NULL;
    return code;
}

/* How a terrain is read that finish() gets: what it fills is kept till then. */
static struct scree_terrain_options reading(const struct scree_terrain_options *options)
{
    struct scree_terrain_options how = *options;
    how.keep_missing = how.keep_missing || how.fill_smooth;
    return how;
}

/* The end of reading, which came to code: the terrain as options shape it, or nothing. */
static enum scree_code finish(struct ter_field **field, struct inputs_file *file,
                              const struct scree_terrain_options *options, enum scree_code code,
                              struct scree_job *job, struct scree_error *err)
{
    if (code == SCREE_OK) code = inputs_shape(field, file, options, job, err);
    if (code == SCREE_OK) return SCREE_OK;
    heights_about_free(&file->heights);
    ter_free(*field);
    *field = NULL;
    return code;
}

enum scree_code inputs_take_terrain(struct ter_field **field, struct inputs_file *file,
                                    struct inputs_opened *opened,
                                    const struct scree_terrain_options *options, bool leave_in_file,
                                    struct scree_job *job, struct scree_error *err)
{
    *field = NULL;
    describe(file, opened);
    struct scree_terrain_options how = reading(options);
    how.leave_in_file = leave_in_file && !inputs_shapes(options);
    const enum scree_code code =
        finish(field, file, options, parse_terrain(field, file, opened, &how, job, err), job, err);
    return code == SCREE_OK ? SCREE_OK : name_file(code, err, opened);
}

enum scree_code inputs_is_world(bool *out, const char *path, struct scree_error *err)
{
    return worlds_is(out, path, err);
}

/* A world that is not left in its tiles comes into memory, if it may. */
static enum scree_code load_world(struct ter_field **field,
                                  const struct scree_terrain_options *options,
                                  struct scree_job *job, struct scree_error *err)
{
    struct ter_field *const world = *field;
    const uint64_t points = (uint64_t)world->points_x * world->points_y;
    const uint64_t bytes = points * (world->store.is_float ? sizeof(float) : sizeof(int16_t));
    if (points > options->max_points || bytes > options->max_memory_bytes)
        return err_set(err, SCREE_LIMIT,
                       "the world has %lu x %lu points, which take %llu bytes of memory; the limit "
                       "is %llu points and %llu bytes",
                       (unsigned long)world->points_x, (unsigned long)world->points_y,
                       (unsigned long long)bytes, (unsigned long long)options->max_points,
                       (unsigned long long)options->max_memory_bytes);
    struct ter_field *loaded;
    RETURN_IF_ERR(job_step(job, "reading tiles", 0, err));
    RETURN_IF_ERR(ter_load(&loaded, world, job_threads(job), job, err));
    loaded->warnings = world->warnings;
    memset(&world->warnings, 0, sizeof world->warnings);
    ter_free(world);
    *field = loaded;
    return SCREE_OK;
}

static void take_ranges(struct inputs_world *how, const struct ter_field *field)
{
    const struct scree_tiles *const source = how->source;
    how->measured = true;
    how->ranges = (struct ter_ranges){source->altitude_m[0] / field->scal_m[2],
                                      source->altitude_m[1] / field->scal_m[2], source->slope[0],
                                      source->slope[1]};
}

enum scree_code inputs_take_world(struct ter_field **field, struct inputs_file *file,
                                  const char *path, const struct scree_terrain_options *given,
                                  struct inputs_world *how, struct scree_job *job,
                                  struct scree_error *err)
{
    struct worlds_about about;
    const struct scree_terrain_options how_to_read = reading(given), *const options = &how_to_read;
    memset(file, 0, sizeof *file);
    file->path = path;
    file->base = path_base_name(path);
    if (how->source != NULL)
        RETURN_IF_ERR(
            worlds_open_source(field, &about, how->source, options, &how->notes, job, err));
    else
        RETURN_IF_ERR(worlds_open(field, &about, path, options, &how->notes, job, err));
    file->size_bytes = about.bytes;
    memcpy(file->sha256, about.sha256, sizeof file->sha256);
    memcpy(file->places, about.places, sizeof file->places);
    file->heights.format = HEIGHTS_WORLD;
    file->heights.geo = about.geo;
    snprintf(file->heights.numbers, sizeof file->heights.numbers, "%s", about.numbers);
    snprintf(file->heights.scale_source, sizeof file->heights.scale_source, "%s",
             about.scale_source);
    const uint64_t points = (uint64_t)(*field)->points_x * (*field)->points_y;
    const bool shapes = inputs_shapes(options);
    const bool leave =
        how->leave_in_tiles && !shapes && points * sizeof(int16_t) >= HEIGHTS_LEAVE_FROM_BYTES;
    enum scree_code code = SCREE_OK;
    how->measured = how->notes.folder != NULL && !shapes;
    if (!shapes && how->source != NULL && how->source->altitude_m[0] != how->source->altitude_m[1])
        take_ranges(how, *field);
    else if (how->measured)
        code = worlds_measure(&how->ranges, *field, &how->notes, job, err);
    if (code == SCREE_OK && !leave) code = load_world(field, options, job, err);
    code = finish(field, file, options, code, job, err);
    return code == SCREE_OK ? SCREE_OK : err_set_file(err, path);
}

bool inputs_is_note(const char *name)
{
    return worlds_is_note(name);
}

void inputs_remove_notes(const char *folder, const char *parent, const struct grow *given)
{
    worlds_notes_remove(folder, parent, given);
}

static enum scree_code digest(struct inputs_file *file, const struct ter_field *field,
                              struct scree_job *job, struct scree_error *err)
{
    if (!field->file.is_open) return SCREE_OK;
    const enum scree_code code = sha_input(file->sha256, &field->file, job, err);
    if (code != SCREE_OK && file->path != NULL) err_set_file(err, file->path);
    return code;
}

/* ---- surface map ---- */

static enum scree_code parse_surface(struct srf_map **out, struct inputs_file *file,
                                     const struct scree_bytes *bytes, const struct srf_scale *scale,
                                     bool judge, struct scree_error *err)
{
    const bool text = srf_is_text(bytes->data, bytes->size);
    if (text)
        RETURN_IF_ERR(srf_from_text(out, bytes->data, bytes->size, scale, NULL, err));
    else
        RETURN_IF_ERR(srf_read_memory(out, bytes->data, bytes->size, NULL, err));
    file->reader_warnings = (*out)->warnings.count + (*out)->warnings.dropped;
    const enum scree_code code = judge ? srf_check(*out, err) : SCREE_OK;
    if (code == SCREE_OK) return SCREE_OK;
    if (text) srf_text_place(err, *out, (*out)->refused_layer, bytes->data, bytes->size);
    srf_free(*out);
    *out = NULL;
    return code;
}

/* The digest is that of the bytes that are parsed. */
static enum scree_code read_surface(struct srf_map **map, struct inputs_file *file,
                                    struct inputs_opened *opened, const struct srf_scale *scale,
                                    bool judge, struct scree_error *err)
{
    const struct srf_limits most = SRF_LIMITS_DEFAULT;
    if (is_terrain(&opened->head))
        return err_set(err, SCREE_UNSUPPORTED, "%s",
                       judge ? "holds a terrain, expected a surface map: the terrain comes first, "
                               "then the surface map"
                             : "holds a terrain, expected a surface map (.srf, .tgw or .srf.json)");
    struct scree_bytes bytes;
    RETURN_IF_ERR(take_bytes(&bytes, file, opened, srf_text_max_bytes(&most), err));
    const enum scree_code code = parse_surface(map, file, &bytes, scale, judge, err);
    file_bytes_free(&bytes);
    return code;
}

enum scree_code inputs_take_surface(struct srf_map **map, struct inputs_file *file,
                                    struct inputs_opened *opened, const struct srf_scale *scale,
                                    bool judge, struct scree_error *err)
{
    *map = NULL;
    describe(file, opened);
    enum scree_code code = read_surface(map, file, opened, scale, judge, err);
    if (code == SCREE_OK && judge && opened->input.is_open) {
        code = inputs_read_masks(*map, opened->path, NULL, err);
        if (code != SCREE_OK) {
            srf_free(*map);
            *map = NULL;
        }
    }
    return code == SCREE_OK ? SCREE_OK : name_file(code, err, opened);
}

/* ---- by path ---- */

struct srf_scale inputs_scale(const struct ter_field *field,
                              const struct scree_terrain_options *ground)
{
    struct srf_scale scale = {.across_m = ground->cell_m, .up_m = ground->cell_m};
    if (field != NULL) {
        scale.across_m = field->scal_m[0];
        scale.up_m = field->scal_m[2];
    }
    return scale;
}

static enum scree_code measure(struct srf_ground *out, const void *context, struct scree_job *job,
                               struct scree_error *err)
{
    return styles_shares(out->altitude_m, out->gradient, SRF_SHARES, context, job, err);
}

struct srf_survey inputs_survey(const struct ter_field *field, struct scree_job *job)
{
    return (struct srf_survey){.measure = measure, .context = field, .job = job};
}

static enum scree_code read_terrain(struct inputs *out, const char *path,
                                    const struct scree_terrain_options *ground,
                                    struct scree_job *job, struct scree_error *err)
{
    struct inputs_opened opened;
    bool world;
    RETURN_IF_ERR(inputs_is_world(&world, path, err));
    struct inputs_world how = {.leave_in_tiles = false};
    if (world)
        return inputs_take_world(&out->field, &out->terrain_file, path, ground, &how, job, err);
    RETURN_IF_ERR(inputs_open(&opened, path, ground->max_file_bytes, err));
    const enum scree_code code =
        inputs_take_terrain(&out->field, &out->terrain_file, &opened, ground, false, job, err);
    inputs_close(&opened);
    return code;
}

static enum scree_code read_map(struct inputs *out, const char *path,
                                const struct scree_terrain_options *ground, struct scree_job *job,
                                struct scree_error *err)
{
    struct srf_scale scale = inputs_scale(out->field, ground);
    struct srf_survey survey = inputs_survey(out->field, job);
    scale.survey = &survey;
    struct inputs_opened opened;
    RETURN_IF_ERR(inputs_open(&opened, path, UINT64_MAX, err));
    const enum scree_code code =
        inputs_take_surface(&out->map, &out->surface_file, &opened, &scale, true, err);
    inputs_close(&opened);
    return code;
}

enum scree_code inputs_read(struct inputs *out, const char *terrain, const char *surface,
                            const struct scree_terrain_options *ground, uint32_t threads,
                            struct scree_job *job, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    enum scree_code code;
    FAIL_IF_ERR(code, read_terrain(out, terrain, ground, job, err));
    job_warn_all(job, terrain, &out->field->warnings);
    FAIL_IF_ERR(code, read_map(out, surface, ground, job, err));
    job_warn_all(job, surface, &out->map->warnings);
    FAIL_IF_ERR(code, ter_measure(&out->ranges, out->field, threads, job, err));
    return SCREE_OK;

fail:
    inputs_free(out);
    return code;
}

enum scree_code inputs_digest(struct inputs *pair, struct scree_job *job, struct scree_error *err)
{
    return digest(&pair->terrain_file, pair->field, job, err);
}

void inputs_free(struct inputs *pair)
{
    ter_free(pair->field);
    srf_free(pair->map);
    heights_about_free(&pair->terrain_file.heights);
    memset(pair, 0, sizeof *pair);
}

json_t *inputs_reading_json(const struct scree_terrain_options *file)
{
    json_t *object = json_object();
    if (heights_has_range(file))
        json_text_set(&object, "height_range_m",
                      json_text_pair(file->height_range_m[0], file->height_range_m[1]));
    if (file->has_fill) json_text_set(&object, "nodata_fill_m", json_real(file->fill_m));
    if (file->keep_missing) json_text_set(&object, "nodata", json_string("keep"));
    if (file->fill_smooth) json_text_set(&object, "nodata_smooth", json_true());
    if (file->dequantise) json_text_set(&object, "dequantise", json_true());
    if (file->box_m > 0) {
        json_text_set(&object, "box_deg",
                      json_text_pair(file->box_longitude_deg, file->box_latitude_deg));
        json_text_set(&object, "box_m", json_real(file->box_m));
        if (file->box_points > 0)
            json_text_set(&object, "box_points", json_text_count(file->box_points));
    }
    if (file->max_height_m > 0)
        json_text_set(&object, "max_height_m", json_real(file->max_height_m));
    if (file->square_m > 0) json_text_set(&object, "square_size_m", json_real(file->square_m));
    if (file->raw != SCREE_RAW_NONE)
        json_text_set(&object, "raw", json_string(heights_raw_name(file->raw)));
    if (file->raw_width > 0)
        json_text_set(
            &object, "raw_size",
            json_pack("[I, I]", (json_int_t)file->raw_width, (json_int_t)file->raw_height));
    if (file->raw_big_endian) json_text_set(&object, "byte_order", json_string("big"));
    if (file->south_first) json_text_set(&object, "rows", json_string("south-first"));
    if (file->band > 0) json_text_set(&object, "band", json_text_count(file->band));
    if (object == NULL || json_object_size(object) > 0) return object;
    json_decref(object);
    return json_null();
}

json_t *inputs_json(const struct inputs_file *file)
{
    if (file->path == NULL) return json_null();
    json_t *object = json_text_file(file->base, file->size_bytes, file->sha256);
    const struct inputs_graded *graded = &file->graded_for;
    if (graded->sha256[0] != '\0')
        json_text_set(&object, "graded_for",
                      json_text_file(graded->name, graded->size_bytes, graded->sha256));
    return object;
}

static bool is_within(const double points[2], const struct ter_field *field)
{
    return points[0] >= 0 && points[0] <= field->points_x - 1.0 && points[1] >= 0 &&
           points[1] <= field->points_y - 1.0;
}

/* Latitude first, as maps on the web have it: outside, and inside the other way round. */
static enum scree_code check_order(const double points[2], const struct ter_field *field,
                                   const struct heights_finder *finder, const double degrees[2],
                                   struct scree_error *err)
{
    const double turned[2] = {degrees[1], degrees[0]};
    double at[2];
    if (is_within(points, field) || fabs(turned[1]) > 90) return SCREE_OK;
    if (heights_finder_find(at, finder, turned, NULL) != SCREE_OK || !is_within(at, field))
        return SCREE_OK;
    return err_set(
        err, SCREE_BAD_ARGUMENT,
        "geo:%.9g,%.9g is outside, and geo:%.9g,%.9g is inside: give the longitude first",
        degrees[0], degrees[1], turned[0], turned[1]);
}

enum scree_code inputs_find_degrees(double out_m[2], const struct ter_field *field,
                                    const struct inputs_file *file, const double degrees[2],
                                    struct scree_error *err)
{
    double points[2];
    struct heights_finder finder;
    enum scree_code code = heights_finder_begin(&finder, field, file->heights.geo, err);
    if (code == SCREE_OK) code = heights_finder_find(points, &finder, degrees, err);
    if (code == SCREE_OK) code = check_order(points, field, &finder, degrees, err);
    if (code != SCREE_OK) {
        if (file->path != NULL) err_set_file(err, file->path);
        return code;
    }
    out_m[0] = points[0] * field->scal_m[0];
    out_m[1] = ter_extent_y_m(field) - points[1] * field->scal_m[1];
    return SCREE_OK;
}
