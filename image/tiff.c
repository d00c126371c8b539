/*
 * Grey TIFF through libtiff, which writes to our temporary file by way of callbacks.
 *
 * Error and warning handlers hang on the handle (libtiff 4.5), because the older ones are global
 * and print.
 */
#define _POSIX_C_SOURCE 200809L
#include "image/image.h"

#ifdef SCREE_HAVE_TIFF

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include <tiffio.h>

#include "base/file.h"
#include "base/mem.h"

/* Strips of about this size: TIFF 6.0 asks for small ones, readers like few. */
#define STRIP_BYTES (UINT64_C(1) << 20)
/* The largest classic file, less what the directory and the two arrays of strips can need. */
#define CLASSIC_MAX_BYTES (UINT64_C(0xffffffff) - (UINT64_C(1) << 24))

struct tiff_output {
    struct file_writer file;
    struct err *err;
    enum err_code code;
};

static tmsize_t read_bytes(thandle_t handle, void *out, tmsize_t size)
{
    struct tiff_output *output = handle;
    return (tmsize_t)fread(out, 1, (size_t)size, output->file.stream);
}

static tmsize_t write_bytes(thandle_t handle, void *data, tmsize_t size)
{
    struct tiff_output *output = handle;
    const enum err_code code = file_write(&output->file, data, (size_t)size, output->err);
    if (code != ERR_OK) output->code = code;
    return code == ERR_OK ? size : -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence)
{
    struct tiff_output *output = handle;
    off_t place = -1;
    if (fseeko(output->file.stream, (off_t)offset, whence) == 0)
        place = ftello(output->file.stream);
    if (place < 0 && output->code == ERR_OK)
        output->code =
            err_set(output->err, ERR_WRITE, ERR_NO_OFFSET, "cannot write: %s", strerror(errno));
    return (toff_t)place;
}

static toff_t file_size(thandle_t handle)
{
    return seek(handle, 0, SEEK_END);
}

static int keep_open(thandle_t handle)
{
    (void)handle; /* file_commit() and file_abort() close */
    return 0;
}

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list args)
{
    (void)tiff;
    (void)module;
    struct tiff_output *output = context;
    char text[160];
    vsnprintf(text, sizeof text, format, args);
    if (output->code == ERR_OK)
        output->code =
            err_set(output->err, ERR_WRITE, ERR_NO_OFFSET, "cannot write TIFF: %s", text);
    return 1; /* handled: the global handler is not called */
}

static int on_warning(TIFF *tiff, void *context, const char *module, const char *format,
                      va_list args)
{
    (void)tiff;
    (void)context;
    (void)module;
    (void)format;
    (void)args;
    return 1;
}

static TIFF *open_output(struct tiff_output *output, const char *mode)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, output);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, output);
    TIFF *tiff = TIFFClientOpenExt("output", mode, output, read_bytes, write_bytes, seek, keep_open,
                                   file_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

struct samples {
    const uint8_t *pixels;
    size_t width, height, sample_bytes;
    uint16_t format;
    const double *cell_m; /* x, y; NULL: no georeference */
};

/* Tags of GeoTIFF 1.1 that libtiff does not know by itself. */
#define TAG_PIXEL_SCALE 33550
#define TAG_TIEPOINT 33922
static const TIFFFieldInfo geo_fields[] = {
    {TAG_PIXEL_SCALE, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelPixelScale"},
    {TAG_TIEPOINT, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelTiepoint"},
};

/* The north-west corner of the picture is at (0, its height in metres). */
static bool set_georeference(TIFF *tiff, const struct samples *samples)
{
    if (samples->cell_m == NULL) return true;
    const double *cell_m = samples->cell_m;
    const double scale[3] = {cell_m[0], cell_m[1], 0.0};
    const double tie[6] = {0, 0, 0, 0, cell_m[1] * (double)samples->height, 0};
    return TIFFMergeFieldInfo(tiff, geo_fields, 2) == 0 &&
           TIFFSetField(tiff, TAG_PIXEL_SCALE, 3, scale) &&
           TIFFSetField(tiff, TAG_TIEPOINT, 6, tie);
}

static bool set_fields(TIFF *tiff, const struct samples *samples, uint32_t strip_rows)
{
    return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)samples->width) &&
           TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)samples->height) &&
           TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, (int)samples->sample_bytes * 8) &&
           TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, (int)samples->format) &&
           TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) &&
           TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) &&
           TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
           TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE) &&
           TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, strip_rows) && set_georeference(tiff, samples);
}

/* strip has room for strip_rows rows: libtiff may swap the bytes of what it is given in place. */
static bool write_strips(TIFF *tiff, const struct samples *samples, uint8_t *strip,
                         size_t strip_rows)
{
    const size_t row_bytes = samples->width * samples->sample_bytes;
    for (size_t j = 0, index = 0; j < samples->height; j += strip_rows, index++) {
        const size_t left = samples->height - j;
        const size_t bytes = (left < strip_rows ? left : strip_rows) * row_bytes;
        memcpy(strip, samples->pixels + j * row_bytes, bytes);
        if (TIFFWriteEncodedStrip(tiff, (uint32_t)index, strip, (tmsize_t)bytes) < 0) return false;
    }
    return true;
}

static enum err_code check_size(const struct samples *samples, struct err *err)
{
    const unsigned long long width = samples->width, height = samples->height;
    if (width == 0 || height == 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a picture of %llu x %llu texels cannot be written", width, height);
    if (width > UINT32_MAX || height > UINT32_MAX)
        return err_set(err, ERR_LIMIT, ERR_NO_OFFSET,
                       "%llu x %llu texels are too many for a TIFF, use fewer texels", width,
                       height);
    return ERR_OK;
}

static enum err_code write_grey(const char *path, const struct samples *samples, struct err *err)
{
    struct tiff_output output = {.err = err, .code = ERR_OK};
    TIFF *tiff = NULL;
    uint8_t *strip = NULL;
    FAIL_IF_ERR(output.code, check_size(samples, err));
    FAIL_IF_ERR(output.code, file_create(&output.file, path, err));

    const uint64_t row_bytes = (uint64_t)samples->width * samples->sample_bytes;
    uint64_t strip_rows = STRIP_BYTES / row_bytes;
    if (strip_rows < 1) strip_rows = 1;
    if (strip_rows > samples->height) strip_rows = samples->height;
    const bool classic = samples->height <= CLASSIC_MAX_BYTES / row_bytes;

    strip = mem_alloc((size_t)strip_rows, (size_t)row_bytes);
    if (strip != NULL) tiff = open_output(&output, classic ? "wl" : "w8l");
    if (tiff == NULL) {
        if (output.code == ERR_OK)
            output.code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory to write a TIFF");
        goto fail;
    }
    if ((!set_fields(tiff, samples, (uint32_t)strip_rows) ||
         !write_strips(tiff, samples, strip, (size_t)strip_rows) || !TIFFFlush(tiff)) &&
        output.code == ERR_OK)
        output.code = err_set(err, ERR_WRITE, ERR_NO_OFFSET, "cannot write TIFF");
fail:
    if (tiff != NULL) TIFFClose(tiff); /* may still write; it has no result but output.code */
    mem_free(strip);
    if (output.code == ERR_OK) return file_commit(&output.file, err);
    file_abort(&output.file);
    err_set_file(err, path);
    return output.code;
}

bool image_has_tiff(void)
{
    return true;
}

enum err_code image_write_tiff16(const char *path, const uint16_t *pixels, size_t width,
                                 size_t height, struct err *err)
{
    const struct samples samples = {(const uint8_t *)pixels, width, height, sizeof *pixels,
                                    SAMPLEFORMAT_UINT,       NULL};
    return write_grey(path, &samples, err);
}

enum err_code image_write_tiff32f(const char *path, const float *pixels, size_t width,
                                  size_t height, struct err *err)
{
    const struct samples samples = {(const uint8_t *)pixels, width, height, sizeof *pixels,
                                    SAMPLEFORMAT_IEEEFP,     NULL};
    return write_grey(path, &samples, err);
}

enum err_code image_write_tiff_heights(const char *path, const float *pixels, size_t width,
                                       size_t height, const double cell_m[2], struct err *err)
{
    const struct samples samples = {(const uint8_t *)pixels, width, height, sizeof *pixels,
                                    SAMPLEFORMAT_IEEEFP,     cell_m};
    return write_grey(path, &samples, err);
}

#else

static enum err_code refuse(const char *path, struct err *err)
{
    err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET, "this build of scree cannot write TIFF");
    err_set_file(err, path);
    return ERR_UNSUPPORTED;
}

bool image_has_tiff(void)
{
    return false;
}

enum err_code image_write_tiff16(const char *path, const uint16_t *pixels, size_t width,
                                 size_t height, struct err *err)
{
    (void)pixels;
    (void)width;
    (void)height;
    return refuse(path, err);
}

enum err_code image_write_tiff32f(const char *path, const float *pixels, size_t width,
                                  size_t height, struct err *err)
{
    (void)pixels;
    (void)width;
    (void)height;
    return refuse(path, err);
}

enum err_code image_write_tiff_heights(const char *path, const float *pixels, size_t width,
                                       size_t height, const double cell_m[2], struct err *err)
{
    (void)pixels;
    (void)width;
    (void)height;
    (void)cell_m;
    return refuse(path, err);
}

#endif
