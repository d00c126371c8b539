/*
 * Writes .ter files that every known reader accepts: SIZE first, XPTS and YPTS even for a square
 * (one reader needs them), SCAL, ALTW, padding to 4 bytes and "EOF ".
 *
 * BaseHeight and HeightScale are the finest that hold the range. Two well-known writers choose them
 * so that the highest point becomes +32768 and wraps to the lowest; here the range is fitted to
 * -32768 .. 32767, values are rounded instead of cut (half their error) and clamped.
 */
#include "ter/ter.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "ter/ter_magic.h"

#define MAX_POINTS 65535
#define HEADER_BYTES 80 /* at most */
#define USUAL_RADIUS_KM 6370.0
#define MAX_SCALE 32767 /* of HeightScale, and of BaseHeight either way */

struct range {
    double low_tu, high_tu;
};

struct coding {
    int height_scale, base_height;
};

static double clamp(double value, double low, double high)
{
    const double raised = value > low ? value : low; /* a NaN becomes low */
    return raised < high ? raised : high;
}

static enum scree_code check_source(const struct ter_source *source, struct scree_error *err)
{
    if (source->points_x < 2 || source->points_x > MAX_POINTS || source->points_y < 2 ||
        source->points_y > MAX_POINTS)
        return err_set(
            err, SCREE_BAD_ARGUMENT, "%lu x %lu points, a .ter holds 2 to %d points a side",
            (unsigned long)source->points_x, (unsigned long)source->points_y, MAX_POINTS);
    /* SCAL is stored as float: what becomes 0 or infinite there is no scale either. */
    if (!(source->scal_m >= (double)FLT_MIN) || !(source->scal_m <= (double)FLT_MAX))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "%g metres per terrain unit, expected a finite number above 0",
                       source->scal_m);
    return SCREE_OK;
}

static enum scree_code find_range(struct range *out, const struct ter_source *source, double *row,
                                  struct scree_job *job, struct scree_error *err)
{
    struct range range = {INFINITY, -INFINITY};
    size_t asked = 0;
    for (uint32_t y = 0; y < source->points_y; y++) {
        source->row(source->context, y, row);
        for (uint32_t x = 0; x < source->points_x; x++) {
            if (!isfinite(row[x]))
                return err_set(err, SCREE_BAD_ARGUMENT,
                               "the height of point (%lu, %lu) is not a finite number",
                               (unsigned long)x, (unsigned long)y);
            range.low_tu = row[x] < range.low_tu ? row[x] : range.low_tu;
            range.high_tu = row[x] > range.high_tu ? row[x] : range.high_tu;
        }
        RETURN_IF_ERR(job_ask(job, &asked, source->points_x, err));
    }
    *out = range;
    return SCREE_OK;
}

/* The smallest HeightScale for which an integer BaseHeight puts both ends of the range on codes
 * from -32768 to 32767, and the BaseHeight that centres it; false if 16 bits do not hold them. */
static bool find_coding(struct coding *out, struct range range)
{
    const double span_tu = range.high_tu - range.low_tu;
    if (!(span_tu <= MAX_SCALE)) return false;
    int scale = span_tu > 1.0 ? (int)ceil(span_tu) : 1;
    double lowest_base = 1.0, highest_base = 0.0;
    for (; scale <= MAX_SCALE; scale++) {
        lowest_base = ceil(range.high_tu - scale * (32767.0 / 65536.0));
        highest_base = floor(range.low_tu + scale / 2.0);
        if (lowest_base <= highest_base) break;
    }
    if (scale > MAX_SCALE) return false;
    const double middle = (range.high_tu - scale * (32767.0 / 65536.0) + range.low_tu) / 2.0;
    const double base = clamp(rint(middle + scale / 4.0), lowest_base, highest_base);
    if (fabs(base) > MAX_SCALE) return false;
    *out = (struct coding){scale, (int)base};
    return true;
}

/* The coding that is asked for, if it is one and holds both ends of the range. */
static bool keep_coding(struct coding *out, const struct ter_source *source, struct range range)
{
    const struct coding asked = {source->height_scale, source->base_height};
    const double step_tu = asked.height_scale / 65536.0;
    *out = asked;
    return asked.height_scale > 0 && range.low_tu >= asked.base_height - 32768 * step_tu &&
           range.high_tu <= asked.base_height + 32767 * step_tu;
}

/* Heights in terrain units shrink as a terrain unit grows. With the span at most 32765 and its
 * middle at most 32766 units from 0, some HeightScale up to 32767 always fits. */
static enum scree_code fail_with_scale(const struct ter_source *source, struct range range,
                                       struct scree_error *err)
{
    const double span_tu = range.high_tu - range.low_tu;
    const double middle_tu = range.high_tu / 2.0 + range.low_tu / 2.0;
    const double from_span = span_tu / (MAX_SCALE - 2);
    const double from_middle = fabs(middle_tu) / (MAX_SCALE - 1);
    const double need_m = source->scal_m * (from_span > from_middle ? from_span : from_middle);
    if (!(need_m <= (double)FLT_MAX))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "heights from %g to %g terrain units do not fit a .ter at any scale",
                       range.low_tu, range.high_tu);
    /* Rounded up, so that the number that is printed does fit. */
    const double digit = pow(10.0, floor(log10(need_m)) - 4.0);
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "heights from %g to %g metres do not fit a .ter at %g metres per terrain unit, "
                   "the smallest that holds them is %g",
                   range.low_tu * source->scal_m, range.high_tu * source->scal_m, source->scal_m,
                   ceil(need_m / digit) * digit);
}

/* The number of bytes. */
static size_t put_header(uint8_t header[HEADER_BYTES], const struct ter_source *source,
                         struct coding coding)
{
    const uint16_t points_x = (uint16_t)source->points_x;
    const uint16_t points_y = (uint16_t)source->points_y;
    memset(header, 0, HEADER_BYTES);
    memcpy(header, TER_MAGIC, TER_MAGIC_BYTES);
    memcpy(header + 16, "SIZE", 4);
    bytes_put_u16le(header + 20, (uint16_t)((points_x < points_y ? points_x : points_y) - 1));
    memcpy(header + 24, "XPTS", 4);
    bytes_put_u16le(header + 28, points_x);
    memcpy(header + 32, "YPTS", 4);
    bytes_put_u16le(header + 36, points_y);
    memcpy(header + 40, "SCAL", 4);
    for (int i = 0; i < 3; i++) bytes_put_f32le(header + 44 + 4 * i, (float)source->scal_m);
    const double radius_km = source->curve_radius_km;
    uint8_t *next = header + 56;
    if (source->curve_mode != 0 || (radius_km != 0 && radius_km != USUAL_RADIUS_KM)) {
        memcpy(next, "CRAD", 4);
        bytes_put_f32le(next + 4, (float)radius_km);
        memcpy(next + 8, "CRVM", 4);
        bytes_put_u32le(next + 12, source->curve_mode);
        next += 16;
    }
    memcpy(next, "ALTW", 4);
    bytes_put_u16le(next + 4, (uint16_t)coding.height_scale);
    bytes_put_u16le(next + 6, (uint16_t)coding.base_height);
    return (size_t)(next + 8 - header);
}

static void encode_row(uint8_t *out, const double *row, size_t count, struct coding coding)
{
    const double codes_per_tu = 65536.0 / coding.height_scale;
    for (size_t x = 0; x < count; x++) {
        const double code = rint((row[x] - coding.base_height) * codes_per_tu);
        bytes_put_u16le(out + 2 * x, (uint16_t)(int16_t)clamp(code, -32768.0, 32767.0));
    }
}

static enum scree_code write_rows(struct stream *to, const struct ter_source *source,
                                  struct coding coding, double *row, uint8_t *codes,
                                  struct scree_error *err)
{
    uint8_t header[HEADER_BYTES];
    RETURN_IF_ERR(stream_put(to, header, put_header(header, source, coding), err));
    for (uint32_t y = 0; y < source->points_y; y++) {
        source->row(source->context, y, row);
        encode_row(codes, row, source->points_x, coding);
        RETURN_IF_ERR(stream_put(to, codes, (size_t)2 * source->points_x, err));
    }
    const bool odd = source->points_x % 2 == 1 && source->points_y % 2 == 1;
    RETURN_IF_ERR(stream_put(to, "\0\0", odd ? 2 : 0, err));
    return stream_put(to, "EOF ", 4, err);
}

enum scree_code ter_write(struct stream *to, const struct ter_source *source, double *error_m,
                          struct scree_job *job, struct scree_error *err)
{
    assert(source->row != NULL);
    double *row = NULL;
    uint8_t *codes = NULL;
    struct range range = {0, 0};
    struct coding coding;
    enum scree_code code;
    FAIL_IF_ERR(code, check_source(source, err));
    row = mem_alloc(source->points_x, sizeof row[0]);
    codes = mem_alloc(source->points_x, 2);
    if (row == NULL || codes == NULL) {
        code = err_no_memory(err);
        goto fail;
    }
    FAIL_IF_ERR(code, find_range(&range, source, row, job, err));
    if (!keep_coding(&coding, source, range) && !find_coding(&coding, range)) {
        code = fail_with_scale(source, range, err);
        goto fail;
    }
    if (error_m != NULL) *error_m = coding.height_scale * source->scal_m / 131072.0;
    code = write_rows(to, source, coding, row, codes, err);

fail:
    mem_free(row);
    mem_free(codes);
    return code;
}

enum scree_code ter_write_file(const char *path, const struct ter_source *source,
                               struct scree_error *err)
{
    struct file_writer file;
    RETURN_IF_ERR(file_create(&file, path, err));
    return file_finish(&file, ter_write(&file.out, source, NULL, NULL, err), path, err);
}
