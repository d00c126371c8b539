/*
 * Heightfields to files that other programs read.
 *
 * 16-bit elevations are written as they are, shifted to unsigned, so that reading them back with
 * the range that is reported gives the same field. Floats are spread over all 65,536 codes, rounded
 * to nearest; the ends of the range are codes, so nothing can wrap.
 */
#include "heights/heights.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "image/image.h"

bool heights_kind_of_name(enum scree_terrain_form *out, const char *path)
{
    static const struct {
        const char *ending;
        enum scree_terrain_form kind;
    } kinds[] = {
        {".ter", SCREE_TERRAIN_TER}, {".png", SCREE_TERRAIN_PNG},  {".r16", SCREE_TERRAIN_R16},
        {".r32", SCREE_TERRAIN_R32}, {".tif", SCREE_TERRAIN_TIFF}, {".tiff", SCREE_TERRAIN_TIFF},
        {".glb", SCREE_TERRAIN_GLB}, {".ply", SCREE_TERRAIN_PLY},  {".obj", SCREE_TERRAIN_OBJ}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (text_ends_like(path, kinds[k].ending)) {
            *out = kinds[k].kind;
            return true;
        }
    return false;
}

bool heights_kind_is_mesh(enum scree_terrain_form kind)
{
    return kind == SCREE_TERRAIN_GLB || kind == SCREE_TERRAIN_PLY || kind == SCREE_TERRAIN_OBJ;
}

bool heights_kind_holds_holes(enum scree_terrain_form kind)
{
    return heights_kind_is_mesh(kind) || kind == SCREE_TERRAIN_R32 || kind == SCREE_TERRAIN_TIFF;
}

static enum scree_code find_range(double range_m[2], const struct ter_field *field,
                                  struct scree_job *job, struct scree_error *err)
{
    range_m[0] = INFINITY;
    range_m[1] = -INFINITY;
    const size_t points = (size_t)field->points_x * field->points_y;
    for (size_t i = 0; i < points; i++) {
        const double h = heights_altitude_m(field, i);
        range_m[0] = h < range_m[0] ? h : range_m[0];
        range_m[1] = h > range_m[1] ? h : range_m[1];
        RETURN_IF_ERR(job_at(job, i, err));
    }
    return SCREE_OK;
}

/* Index of the first point of row j from the north. */
static size_t north_row(const struct ter_field *field, size_t j)
{
    return (field->points_y - 1 - j) * (size_t)field->points_x;
}

/* ... of row j of the file. */
static size_t file_row(const struct ter_field *field, const struct heights_extras *extras, size_t j)
{
    const bool south = extras != NULL && extras->south_first;
    return south ? j * field->points_x : north_row(field, j);
}

/* ---- .ter ---- */

static void give_row(void *context, uint32_t y, double *heights_tu)
{
    const struct ter_field *field = context;
    const size_t first = (size_t)y * field->points_x;
    for (uint32_t x = 0; x < field->points_x; x++)
        heights_tu[x] = heights_altitude_m(field, first + x) / field->scal_m[0];
}

static enum scree_code write_ter(struct heights_written *out, struct stream *to,
                                 const struct ter_field *field, struct scree_job *job,
                                 struct scree_error *err)
{
    if (field->scal_m[0] != field->scal_m[1])
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "points are %.9g m apart to the east and %.9g m to the north: a .ter has "
                       "one spacing (give it with {cell_m}, or write a .tif)",
                       field->scal_m[0], field->scal_m[1]);
    /* The row function only reads. */
    struct ter_field copy = *field;
    const struct ter_source source = {
        .points_x = field->points_x,
        .points_y = field->points_y,
        .scal_m = field->scal_m[0],
        .row = give_row,
        .context = &copy,
        .curve_mode = field->curve_mode,
        .curve_radius_km = field->curve_radius_km,
        .height_scale = field->keeps_coding ? field->height_scale : 0,
        .base_height = field->base_height,
    };
    RETURN_IF_ERR(ter_write(to, &source, &out->error_m, job, err));
    RETURN_IF_ERR(find_range(out->range_m, field, job, err));
    out->south_first = true;
    return SCREE_OK;
}

/* ---- 16 bits ---- */

struct coding {
    bool exact, falls;   /* elevations as they are; turned over, where they fall as ground rises */
    double low_m, per_m; /* code = rint((altitude - low_m) * per_m) */
};

/* What rounds to its ends lies in it. */
static enum scree_code check_range(const double range_m[2], const double asked_m[2],
                                   struct scree_error *err)
{
    const double slack_m = (asked_m[1] - asked_m[0]) * 1e-7;
    if (range_m[0] >= asked_m[0] - slack_m && range_m[1] <= asked_m[1] + slack_m) return SCREE_OK;
    return err_set_option(err, "height_range_m",
                          "heights from %.9g to %.9g m do not fit a range of %.9g to %.9g m; give "
                          "one that holds them",
                          range_m[0], range_m[1], asked_m[0], asked_m[1]);
}

static enum scree_code find_coding(struct coding *coding, struct heights_written *out,
                                   const struct ter_field *field, struct scree_job *job,
                                   struct scree_error *err)
{
    const double step_tu = field->step_tu;
    *coding = (struct coding){.exact = field->elevations != NULL && step_tu != 0.0,
                              .falls = step_tu < 0.0};
    double *range_m = out->range_m;
    if (coding->exact) {
        const double least = coding->falls ? 32767.0 : -32768.0;
        range_m[0] = ter_sample_altitude_m(field, least);
        range_m[1] = ter_sample_altitude_m(field, -1.0 - least);
        return SCREE_OK;
    }
    RETURN_IF_ERR(find_range(range_m, field, job, err));
    if (!(range_m[0] < range_m[1])) range_m[1] = range_m[0] + 1.0; /* flat: any range will do */
    coding->low_m = range_m[0];
    coding->per_m = 65535.0 / (range_m[1] - range_m[0]);
    out->error_m = 0.5 / coding->per_m;
    return SCREE_OK;
}

/* find_coding(), or that of the range that was asked for. */
static enum scree_code choose_coding(struct coding *coding, struct heights_written *out,
                                     const struct ter_field *field,
                                     const struct heights_extras *extras, struct scree_job *job,
                                     struct scree_error *err)
{
    if (extras == NULL || !(extras->range_m[0] < extras->range_m[1]))
        return find_coding(coding, out, field, job, err);
    double range_m[2];
    RETURN_IF_ERR(find_range(range_m, field, job, err));
    RETURN_IF_ERR(check_range(range_m, extras->range_m, err));
    for (int i = 0; i < 2; i++) out->range_m[i] = extras->range_m[i];
    *coding = (struct coding){.low_m = extras->range_m[0],
                              .per_m = 65535.0 / (extras->range_m[1] - extras->range_m[0])};
    out->error_m = 0.5 / coding->per_m;
    return SCREE_OK;
}

static uint16_t encode(const struct ter_field *field, const struct coding *coding, size_t i)
{
    if (coding->exact) {
        const int32_t number = field->elevations[i];
        return (uint16_t)(coding->falls ? 32767 - number : number + 32768);
    }
    const double code = rint((heights_altitude_m(field, i) - coding->low_m) * coding->per_m);
    return (uint16_t)(!(code > 0) ? 0 : code < 65535 ? code : 65535);
}

static enum scree_code write_png16(struct heights_written *out, struct stream *to,
                                   const struct ter_field *field,
                                   const struct heights_extras *extras, struct scree_job *job,
                                   struct scree_error *err)
{
    const size_t columns = field->points_x, rows = field->points_y;
    struct coding coding;
    RETURN_IF_ERR(choose_coding(&coding, out, field, extras, job, err));
    uint16_t *pixels;
    RETURN_IF_ERR(MEM_NEED(&pixels, columns * rows, sizeof *pixels, err));
    size_t asked = 0;
    enum scree_code code = SCREE_OK;
    for (size_t j = 0; j < rows && code == SCREE_OK; j++) {
        for (size_t i = 0; i < columns; i++)
            pixels[j * columns + i] = encode(field, &coding, file_row(field, extras, j) + i);
        code = job_ask(job, &asked, columns, err);
    }
    if (code == SCREE_OK) code = image_png16(to, pixels, columns, rows, err);
    mem_free(pixels);
    return code;
}

/* ---- floats ---- */

static enum scree_code check_floats(struct heights_written *out, const struct ter_field *field,
                                    struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(find_range(out->range_m, field, job, err));
    out->is_float = true;
    if (out->range_m[0] >= -(double)FLT_MAX && out->range_m[1] <= (double)FLT_MAX) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT, "heights from %g to %g metres do not fit 32-bit floats",
                   out->range_m[0], out->range_m[1]);
}

static float float_at(const struct ter_field *field, const struct heights_extras *extras, size_t i)
{
    const bool is_hole = extras != NULL && extras->holes != NULL && extras->holes[i] != 0;
    return is_hole ? NAN : (float)heights_altitude_m(field, i);
}

static enum scree_code write_tiff(struct heights_written *out, struct stream *to,
                                  const struct ter_field *field,
                                  const struct heights_extras *extras, struct scree_job *job,
                                  struct scree_error *err)
{
    const size_t columns = field->points_x, rows = field->points_y;
    RETURN_IF_ERR(check_floats(out, field, job, err));
    float *pixels;
    RETURN_IF_ERR(MEM_NEED(&pixels, columns * rows, sizeof *pixels, err));
    size_t asked = 0;
    enum scree_code code = SCREE_OK;
    for (size_t j = 0; j < rows && code == SCREE_OK; j++) {
        for (size_t i = 0; i < columns; i++)
            pixels[j * columns + i] = float_at(field, extras, north_row(field, j) + i);
        code = job_ask(job, &asked, columns, err);
    }
    const struct image_tiff_form form = {columns,
                                         rows,
                                         1,
                                         IMAGE_F32,
                                         {field->scal_m[0], field->scal_m[1]},
                                         extras != NULL ? extras->geo : NULL,
                                         false};
    if (code == SCREE_OK) code = image_tiff_whole(to, &form, pixels, err);
    mem_free(pixels);
    return code;
}

/* ---- raw ---- */

static enum scree_code write_raw(struct heights_written *out, struct stream *to,
                                 const struct ter_field *field, bool floats,
                                 const struct heights_extras *extras, struct scree_job *job,
                                 struct scree_error *err)
{
    const size_t columns = field->points_x;
    struct coding coding = {.exact = false};
    if (floats)
        RETURN_IF_ERR(check_floats(out, field, job, err));
    else
        RETURN_IF_ERR(choose_coding(&coding, out, field, extras, job, err));
    const size_t number_bytes = floats ? 4 : 2;
    enum scree_code code = SCREE_OK;
    uint8_t *row;
    RETURN_IF_ERR(MEM_NEED(&row, columns, number_bytes, err));
    for (size_t j = 0; j < field->points_y; j++) {
        const size_t first = file_row(field, extras, j);
        for (size_t i = 0; i < columns; i++) {
            if (floats)
                bytes_put_f32le(row + 4 * i, float_at(field, extras, first + i));
            else
                bytes_put_u16le(row + 2 * i, encode(field, &coding, first + i));
        }
        FAIL_IF_ERR(code, stream_put(to, row, columns * number_bytes, err));
    }

fail:
    mem_free(row);
    return code;
}

enum scree_code heights_write(struct heights_written *out, struct stream *to,
                              const struct ter_field *field, enum scree_terrain_form kind,
                              const struct heights_extras *extras, struct scree_job *job,
                              struct scree_error *err)
{
    assert(!heights_kind_is_mesh(kind));
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(ter_check_complete(field, "a terrain that is written", err));
    out->width = field->points_x;
    out->height = field->points_y;
    for (int i = 0; i < 2; i++) out->cell_m[i] = field->scal_m[i];
    enum scree_code code = SCREE_OK;
    out->south_first = extras != NULL && extras->south_first;
    switch (kind) {
    case SCREE_TERRAIN_TER:
        code = write_ter(out, to, field, job, err);
        break;
    case SCREE_TERRAIN_PNG:
        code = write_png16(out, to, field, extras, job, err);
        break;
    case SCREE_TERRAIN_R16:
    case SCREE_TERRAIN_R32:
        code = write_raw(out, to, field, kind == SCREE_TERRAIN_R32, extras, job, err);
        break;
    case SCREE_TERRAIN_TIFF:
        code = write_tiff(out, to, field, extras, job, err);
        break;
    case SCREE_TERRAIN_GLB:
    case SCREE_TERRAIN_PLY:
    case SCREE_TERRAIN_OBJ:
        break;
    }
    if (code == SCREE_OK) return SCREE_OK;
    memset(out, 0, sizeof *out);
    return code;
}
