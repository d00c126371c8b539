#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/bytes.h"
#include "base/mem.h"

static int read_options(struct heights_options *out, struct scree_terrain_options *given,
                        const struct scree_terrain_options *options, struct scree_error *error)
{
    const struct scree_terrain_options defaults = SCREE_TERRAIN_OPTIONS_INIT;
    const struct heights_options none = HEIGHTS_OPTIONS_DEFAULT;
    *given = defaults;
    *out = none;
    if (!api_options(given, sizeof *given, options))
        return api_refuse(error, "size", "is 0; fill options by SCREE_TERRAIN_OPTIONS_INIT");
    if (given->raw < SCREE_RAW_NONE || given->raw > SCREE_RAW_F32)
        return api_refuse(error, "raw", "is %d, not an enum scree_raw", given->raw);
    if (!(given->height_scale != 0 && isfinite(given->height_scale)))
        return api_refuse(error, "height_scale", "is %g, expected a finite number other than 0",
                          given->height_scale);
    static const enum heights_raw raws[] = {HEIGHTS_RAW_NONE, HEIGHTS_RAW_U16, HEIGHTS_RAW_F32};
    out->max_points = given->max_points;
    out->max_file_bytes = given->max_file_bytes;
    out->max_memory_bytes = given->max_memory_bytes;
    out->cell_m = given->cell_m;
    /* Two NaNs differ: they are refused further in, as numbers that do not rise. */
    out->range_given = !(given->height_range_m[0] == given->height_range_m[1]);
    memcpy(out->range_m, given->height_range_m, sizeof out->range_m);
    out->fill_given = given->fill != 0;
    out->fill_m = given->fill_m;
    out->south_first = given->south_first != 0;
    out->raw = raws[given->raw];
    out->raw_big_endian = given->raw_big_endian != 0;
    out->raw_width = given->raw_width;
    out->raw_height = given->raw_height;
    out->max_height_m = given->max_height_m;
    out->square_m = given->square_m;
    out->band = given->band;
    return SCREE_OK;
}

/* Takes the bytes, whatever happens. */
static enum err_code make_terrain(struct scree_terrain **out, struct file_bytes *bytes,
                                  const char *name, const struct heights_options *options,
                                  const double height[2], struct err *err)
{
    enum err_code code = ERR_NOMEM;
    struct scree_terrain *terrain = mem_alloc(1, sizeof *terrain);
    if (terrain == NULL) {
        err_set(err, code, ERR_NO_OFFSET, "no memory for a terrain");
        goto fail;
    }
    atomic_init(&terrain->owners, 1);
    terrain->file_bytes = bytes->size;
    image_sha256_hex(terrain->sha256, bytes->data, bytes->size);
    FAIL_IF_ERR(code, heights_read_memory(&terrain->field, &terrain->about, bytes->data,
                                          bytes->size, name, options, err));
    FAIL_IF_ERR(code, ter_apply_height(terrain->field, height[0], height[1], err));
    file_bytes_free(bytes);
    *out = terrain;
    return ERR_OK;

fail:
    file_bytes_free(bytes);
    scree_terrain_free(terrain);
    if (name != NULL) err_set_file(err, name);
    return code;
}

int scree_terrain_open(struct scree_terrain **out, struct scree_source source,
                       const struct scree_terrain_options *options, struct scree_job *job,
                       struct scree_error *error)
{
    *out = NULL;
    struct scree_terrain_options given;
    struct heights_options how;
    const int refused = read_options(&how, &given, options, error);
    if (refused != SCREE_OK) return refused;
    struct api_job own;
    struct job *inner = api_job_start(&own, job);
    struct err err;
    err_clear(&err);
    struct file_bytes bytes;
    const double height[2] = {given.height_scale, given.height_offset_tu};
    enum err_code code = api_read(&bytes, &source, how.max_file_bytes, &err);
    if (code == ERR_OK) code = make_terrain(out, &bytes, source.name, &how, height, &err);
    if (code != ERR_OK) return api_fail(error, &err);
    job_warn_all(inner, source.name, &(*out)->field->warnings);
    return SCREE_OK;
}

int scree_terrain_from_heights(struct scree_terrain **out, const float *heights_m,
                               uint32_t points_x, uint32_t points_y, double cell_m,
                               struct scree_job *job, struct scree_error *error)
{
    (void)job;
    *out = NULL;
    if (points_x < 2 || points_y < 2)
        return api_refuse(error, points_x < 2 ? "points_x" : "points_y",
                          "%u x %u points, expected at least 2 a side", (unsigned)points_x,
                          (unsigned)points_y);
    if (!(cell_m > 0 && isfinite(cell_m)))
        return api_refuse(error, "cell_m", "is %g metres, expected a finite number above 0",
                          cell_m);
    struct heights_options how = HEIGHTS_OPTIONS_DEFAULT;
    how.cell_m = cell_m;
    how.raw = HEIGHTS_RAW_F32;
    how.raw_width = points_x;
    how.raw_height = points_y;
    how.range_given = true;
    how.range_m[1] = 1;
    struct err err;
    err_clear(&err);
    const uint64_t count = (uint64_t)points_x * points_y;
    struct file_bytes bytes = {0};
    enum err_code code = ERR_OK;
    if (count > how.max_points)
        code = err_set(&err, ERR_LIMIT, ERR_NO_OFFSET, "%u x %u points, the limit is %llu",
                       (unsigned)points_x, (unsigned)points_y, (unsigned long long)how.max_points);
    for (uint64_t i = 0; code == ERR_OK && i < count; i++)
        if (!isfinite(heights_m[i]))
            code = err_set(&err, ERR_ARG, ERR_NO_OFFSET,
                           "the height in column %llu of row %llu is not finite",
                           (unsigned long long)(i % points_x), (unsigned long long)(i / points_x));
    if (code == ERR_OK) {
        bytes.data = mem_alloc((size_t)count, 4);
        bytes.size = (size_t)count * 4;
        if (bytes.data == NULL)
            code = err_set(&err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %llu points",
                           (unsigned long long)count);
    }
    if (code == ERR_OK) {
        for (size_t i = 0; i < count; i++) bytes_put_f32le(bytes.data + 4 * i, heights_m[i]);
        const double height[2] = {1, 0};
        code = make_terrain(out, &bytes, NULL, &how, height, &err);
    }
    if (code != ERR_OK) return api_fail(error, &err);
    (*out)->file_bytes = 0;
    (*out)->sha256[0] = '\0';
    return SCREE_OK;
}

struct scree_terrain *api_terrain_keep(const struct scree_terrain *terrain)
{
    struct scree_terrain *kept = (struct scree_terrain *)terrain;
    atomic_fetch_add(&kept->owners, 1);
    return kept;
}

void scree_terrain_free(struct scree_terrain *terrain)
{
    if (terrain == NULL || atomic_fetch_sub(&terrain->owners, 1) > 1) return;
    ter_free(terrain->field);
    heights_about_free(&terrain->about);
    mem_free(terrain);
}

struct srf_scale api_terrain_scale(const struct scree_terrain *terrain)
{
    struct srf_scale scale = {0, 0};
    if (terrain != NULL) {
        scale.across_m = terrain->field->scal_m[0];
        scale.up_m = terrain->field->scal_m[2];
    }
    return scale;
}

int scree_terrain_describe(struct scree_terrain *terrain, struct scree_terrain_info *info,
                           struct scree_job *job, struct scree_error *error)
{
    struct api_job own;
    const struct job *inner = api_job_start(&own, job);
    const struct ter_field *field = terrain->field;
    if (!terrain->measured) {
        struct err err;
        err_clear(&err);
        if (ter_measure(&terrain->ranges, field, job_threads(inner), &err) != ERR_OK)
            return api_fail(error, &err);
        terrain->measured = true;
    }
    const struct ter_ranges *ranges = &terrain->ranges;
    struct scree_terrain_info full = {
        .points_x = field->points_x,
        .points_y = field->points_y,
        .cell_m = {field->scal_m[0], field->scal_m[1], field->scal_m[2]},
        .extent_m = {(field->points_x - 1.0) * field->scal_m[0],
                     (field->points_y - 1.0) * field->scal_m[1]},
        .altitude_m = {ranges->altitude_min_tu * field->scal_m[2],
                       ranges->altitude_max_tu * field->scal_m[2]},
        .slope = {ranges->slope_min, ranges->slope_max},
        .file_bytes = terrain->file_bytes,
    };
    snprintf(full.sha256, sizeof full.sha256, "%s", terrain->sha256);
    snprintf(full.format, sizeof full.format, "%s", heights_format_name(terrain->about.format));
    snprintf(full.numbers, sizeof full.numbers, "%s", terrain->about.numbers);
    api_sized(info, &full, sizeof full);
    return SCREE_OK;
}

int scree_terrain_heights(const struct scree_terrain *terrain, uint32_t first_row, uint32_t rows,
                          float *heights_m, struct scree_error *error)
{
    const struct ter_field *field = terrain->field;
    if (first_row > field->points_y || rows > field->points_y - first_row)
        return api_refuse(error, "rows", "%u rows from row %u on, the terrain has %u",
                          (unsigned)rows, (unsigned)first_row, (unsigned)field->points_y);
    for (uint32_t j = 0; j < rows; j++) {
        float *row = heights_m + (size_t)j * field->points_x;
        ter_get_row(field, (int64_t)field->points_y - 1 - first_row - j, 0, field->points_x, row);
        for (uint32_t i = 0; i < field->points_x; i++)
            row[i] = (float)((field->base_tu + field->step_tu * (double)row[i]) * field->scal_m[2]);
    }
    return SCREE_OK;
}
