/*
 * TIFF through libtiff, which writes to a stream by way of callbacks, a strip at a time.
 *
 * Error and warning handlers hang on the handle (libtiff 4.5), because the older ones are global
 * and print.
 *
 * Rule (Files of a bake): TIFF is little-endian, uncompressed, in strips of about 1 MiB, without
 * date. See formats/masks.md. Tests: unit/test_tiff (tiffs_are_what_libtiff_reads), cli/tiff.
 */
#include "image/image.h"

#include <string.h>

size_t image_number_bytes(enum image_number number)
{
    return number == IMAGE_U8 ? 1 : number == IMAGE_F32 ? 4 : 2;
}

bool image_is_tiff(const void *bytes, size_t size)
{
    static const char *const marks[] = {"II*\0", "MM\0*", "II+\0", "MM\0+"};
    for (size_t i = 0; size >= 4 && i < sizeof marks / sizeof marks[0]; i++)
        if (memcmp(bytes, marks[i], 4) == 0) return true;
    return false;
}

#ifdef SCREE_HAVE_TIFF

#include <assert.h>
#include <stdio.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "image/png_common.h"
#include "image/tiff_common.h"

/* Strips of about this size: TIFF 6.0 asks for small ones, readers like few. */
#define STRIP_BYTES (UINT64_C(1) << 20)
/* The largest classic file, less what the directory and the two arrays of strips can need. */
#define CLASSIC_MAX_BYTES (UINT64_C(0xffffffff) - (UINT64_C(1) << 24))

/*
 * What libtiff writes, put in order. It writes the header, then the strips one behind the other,
 * then at the end the directory, out of order, and last the place of the directory into the header.
 * That place is known from the start, since nothing is compressed: so the header goes out right
 * away as it will be, and only the directory is kept.
 */
struct tiff_order {
    uint64_t at, size;   /* libtiff's place in the file, and the file's size so far */
    uint64_t directory;  /* where it will begin: behind the strips, at an even place */
    uint8_t header[16];  /* as libtiff writes it */
    size_t header_bytes; /* 8, or 16 of a BigTIFF */
    uint8_t *tail;       /* from the directory on */
    size_t tail_size, tail_room;
};

struct image_tiff {
    struct stream *to;
    uint64_t start; /* size of the stream before */
    struct tiff_order order;
    struct scree_error *err; /* of the call under way */
    enum scree_code code;
    TIFF *tiff;
    uint32_t width, height;
    unsigned channels;
    enum image_number number;
    size_t row_bytes;
    uint8_t *strip; /* strip_rows rows: libtiff may swap the bytes of what it is given in place */
    uint32_t strip_rows;
    uint32_t rows; /* taken so far; those of the last strip, if not complete, are in strip */
};

static tmsize_t read_bytes(thandle_t handle, void *out, tmsize_t size)
{
    (void)handle;
    (void)out;
    (void)size;
    return 0; /* it never does */
}

static void put_header_place(uint8_t *header, size_t bytes, uint64_t directory)
{
    if (bytes == 16)
        bytes_put_u64le(header + 8, directory);
    else
        bytes_put_u32le(header + 4, (uint32_t)directory);
}

/* The header goes out once all of it was written, with the place of the directory in it. */
static enum scree_code take_header(struct image_tiff *t, const uint8_t *data, size_t size)
{
    struct tiff_order *order = &t->order;
    const bool first = order->size < order->header_bytes;
    memcpy(order->header + order->at, data, size);
    if (!first || order->at + size < order->header_bytes) return SCREE_OK;
    uint8_t header[16];
    memcpy(header, order->header, sizeof header);
    put_header_place(header, order->header_bytes, order->directory);
    return stream_put(t->to, header, order->header_bytes, t->err);
}

static enum scree_code take_tail(struct image_tiff *t, const uint8_t *data, size_t size)
{
    struct tiff_order *order = &t->order;
    const size_t from = (size_t)(order->at - order->directory), end = from + size;
    if (end > order->tail_room) {
        const size_t room = end > 2 * order->tail_room ? end + 4096 : 2 * order->tail_room;
        uint8_t *tail = mem_grow(order->tail, order->tail_room, room, 1);
        if (tail == NULL) return err_no_memory(t->err);
        order->tail = tail;
        order->tail_room = room;
    }
    memcpy(order->tail + from, data, size);
    if (end > order->tail_size) order->tail_size = end;
    return SCREE_OK;
}

static enum scree_code take_bytes(struct image_tiff *t, const uint8_t *data, size_t size)
{
    struct tiff_order *order = &t->order;
    const uint64_t end = order->at + size;
    if (end <= order->header_bytes) return take_header(t, data, size);
    if (order->at >= order->directory) return take_tail(t, data, size);
    if (order->at == order->size && end <= order->directory)
        return stream_put(t->to, data, size, t->err);
    return err_set(t->err, SCREE_CANNOT_WRITE,
                   "cannot write TIFF: libtiff wrote at byte %llu, which was not planned",
                   (unsigned long long)order->at);
}

static tmsize_t write_bytes(thandle_t handle, void *data, tmsize_t size)
{
    struct image_tiff *t = handle;
    struct tiff_order *order = &t->order;
    const enum scree_code code = t->code != SCREE_OK ? t->code : take_bytes(t, data, (size_t)size);
    if (code != SCREE_OK) {
        t->code = code;
        return -1;
    }
    order->at += (uint64_t)size;
    if (order->at > order->size) order->size = order->at;
    return size;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence)
{
    struct tiff_order *order = &((struct image_tiff *)handle)->order;
    order->at = offset + (whence == SEEK_END ? order->size : whence == SEEK_CUR ? order->at : 0);
    return order->at;
}

static toff_t file_size(thandle_t handle)
{
    return ((const struct image_tiff *)handle)->order.size;
}

/* All that was kept, when libtiff has written everything. */
static enum scree_code put_tail(struct image_tiff *t)
{
    const struct tiff_order *order = &t->order;
    uint8_t header[16];
    memcpy(header, order->header, sizeof header);
    put_header_place(header, order->header_bytes, order->directory);
    if (memcmp(header, order->header, order->header_bytes) != 0)
        return err_set(t->err, SCREE_CANNOT_WRITE,
                       "cannot write TIFF: its directory is not in the expected place");
    const size_t gap = (size_t)(order->directory - t->to->size + t->start);
    RETURN_IF_ERR(stream_put(t->to, "", gap, t->err)); /* 0, or 1 behind an odd size */
    return stream_put(t->to, order->tail, order->tail_size, t->err);
}

static int keep_open(thandle_t handle)
{
    (void)handle; /* there is nothing to close */
    return 0;
}

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list args)
{
    (void)tiff;
    (void)module;
    struct image_tiff *output = context;
    char text[160];
    vsnprintf(text, sizeof text, format, args);
    if (output->code == SCREE_OK)
        output->code = err_set(output->err, SCREE_CANNOT_WRITE, "cannot write TIFF: %s", text);
    return 1; /* handled: the global handler is not called */
}

static TIFF *open_output(struct image_tiff *output, const char *mode)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, output);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, output);
    TIFF *tiff = TIFFClientOpenExt("output", mode, output, read_bytes, write_bytes, seek, keep_open,
                                   file_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

#define GEO_FIELDS 7
static const TIFFFieldInfo geo_fields[GEO_FIELDS] = {
    {TAG_TRANSFORMATION, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelTransformation"},
    {TAG_GEO_KEYS, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, (char *)"GeoKeyDirectory"},
    {TAG_GEO_DOUBLES, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"GeoDoubleParams"},
    {TAG_GEO_ASCII, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GeoAsciiParams"},
    {TAG_PIXEL_SCALE, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelPixelScale"},
    {TAG_GDAL_NODATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALNoDataValue"},
    {TAG_TIEPOINT, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelTiepoint"},
};

/* Of another raster, as it was carried. */
static bool set_place(TIFF *tiff, const struct image_geo *geo)
{
    const bool placed = geo->has_matrix ? TIFFSetField(tiff, TAG_TRANSFORMATION, 16, geo->matrix)
                                        : TIFFSetField(tiff, TAG_PIXEL_SCALE, 3, geo->scale) &&
                                              TIFFSetField(tiff, TAG_TIEPOINT, 6, geo->tie);
    return placed &&
           (geo->key_count == 0 ||
            TIFFSetField(tiff, TAG_GEO_KEYS, (int)geo->key_count, geo->keys)) &&
           (geo->double_count == 0 ||
            TIFFSetField(tiff, TAG_GEO_DOUBLES, (int)geo->double_count, geo->doubles)) &&
           (geo->ascii_count == 0 || TIFFSetField(tiff, TAG_GEO_ASCII, geo->ascii));
}

/* The north-west corner of the picture is at (0, its height in metres). */
static bool set_georeference(TIFF *tiff, const struct image_tiff_form *form, uint32_t height)
{
    const double *cell_m = form->cell_m;
    if (form->geo == NULL && !(cell_m[0] > 0) && !form->nan_is_no_data) return true;
    if (TIFFMergeFieldInfo(tiff, geo_fields, GEO_FIELDS) != 0) return false;
    if (form->nan_is_no_data && !TIFFSetField(tiff, TAG_GDAL_NODATA, "nan")) return false;
    if (form->geo == NULL && !(cell_m[0] > 0)) return true;
    if (form->geo != NULL) return set_place(tiff, form->geo);
    const double scale[3] = {cell_m[0], cell_m[1], 0.0};
    const double tie[6] = {0, 0, 0, 0, cell_m[1] * (double)height, 0};
    return TIFFSetField(tiff, TAG_PIXEL_SCALE, 3, scale) &&
           TIFFSetField(tiff, TAG_TIEPOINT, 6, tie);
}

static int sample_format(enum image_number number)
{
    return number == IMAGE_F32   ? SAMPLEFORMAT_IEEEFP
           : number == IMAGE_I16 ? SAMPLEFORMAT_INT
                                 : SAMPLEFORMAT_UINT;
}

static bool set_fields(struct image_tiff *t, const struct image_tiff_form *form)
{
    const bool grey = t->channels < 3, alpha = t->channels == 2 || t->channels == 4;
    const uint16_t kind_of_alpha = EXTRASAMPLE_UNASSALPHA;
    TIFF *tiff = t->tiff;
    return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, t->width) &&
           TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, t->height) &&
           TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, (int)image_number_bytes(t->number) * 8) &&
           TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, sample_format(t->number)) &&
           TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, (int)t->channels) &&
           (!alpha || TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind_of_alpha)) &&
           TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
                        grey ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB) &&
           TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
           TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE) &&
           TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, t->strip_rows) &&
           set_georeference(tiff, form, t->height);
}

static enum scree_code check_form(const struct image_tiff_form *form, struct scree_error *err)
{
    const unsigned long long width = form->width, height = form->height;
    RETURN_IF_ERR(image_check_size(form->width, form->height, err));
    const size_t texel = form->channels * image_number_bytes(form->number);
    if (width > UINT32_MAX || height > UINT32_MAX || width > SIZE_MAX / texel)
        return err_set(err, SCREE_LIMIT,
                       "%llu x %llu texels are too many for a TIFF, use fewer texels", width,
                       height);
    return SCREE_OK;
}

/* What libtiff or the file complained of, or that something is wrong at all. */
static enum scree_code failed(struct image_tiff *t, enum scree_code code, const char *otherwise)
{
    if (t->code == SCREE_OK) t->code = err_set(t->err, code, "%s", otherwise);
    return t->code;
}

static enum scree_code start(struct image_tiff *t, const struct image_tiff_form *form)
{
    t->width = (uint32_t)form->width;
    t->height = (uint32_t)form->height;
    t->channels = form->channels;
    t->number = form->number;
    t->row_bytes = form->width * form->channels * image_number_bytes(form->number);
    const uint64_t rows = STRIP_BYTES / t->row_bytes;
    t->strip_rows = rows < 1 ? 1 : rows < t->height ? (uint32_t)rows : t->height;
    const bool classic = form->height <= CLASSIC_MAX_BYTES / t->row_bytes;
    t->order.header_bytes = classic ? 8 : 16;
    t->order.directory = t->order.header_bytes + form->height * (uint64_t)t->row_bytes;
    t->order.directory += t->order.directory % 2;
    t->strip = mem_alloc(t->strip_rows, t->row_bytes);
    if (t->strip != NULL) t->tiff = open_output(t, classic ? "wl" : "w8l");
    if (t->tiff == NULL) return failed(t, SCREE_NO_MEMORY, "no memory to write a TIFF");
    if (!set_fields(t, form)) return failed(t, SCREE_CANNOT_WRITE, "cannot write TIFF");
    return SCREE_OK;
}

enum scree_code image_tiff_create(struct image_tiff **out, struct stream *to,
                                  const struct image_tiff_form *form, struct scree_error *err)
{
    assert(form->channels >= 1 && form->channels <= 4);
    *out = NULL;
    RETURN_IF_ERR(check_form(form, err));
    struct image_tiff *t;
    RETURN_IF_ERR(MEM_NEED(&t, 1, sizeof *t, err));
    t->to = to;
    t->start = to->size;
    t->err = err;
    const enum scree_code code = start(t, form);
    if (code == SCREE_OK)
        *out = t;
    else
        image_tiff_abort(t);
    return code;
}

enum scree_code image_tiff_rows(struct image_tiff *t, const void *pixels, size_t rows,
                                struct scree_error *err)
{
    assert(rows <= t->height - t->rows);
    t->err = err;
    const uint8_t *from = pixels;
    while (rows > 0) {
        const uint32_t held = t->rows % t->strip_rows;
        size_t some = t->strip_rows - held;
        if (some > rows) some = rows;
        memcpy(t->strip + held * t->row_bytes, from, some * t->row_bytes);
        from += some * t->row_bytes;
        rows -= some;
        t->rows += (uint32_t)some;
        const size_t bytes = (held + some) * t->row_bytes;
        if (t->rows % t->strip_rows != 0 && t->rows != t->height) break;
        const uint32_t strip = (t->rows - 1) / t->strip_rows;
        if (TIFFWriteEncodedStrip(t->tiff, strip, t->strip, (tmsize_t)bytes) < 0)
            return failed(t, SCREE_CANNOT_WRITE, "cannot write TIFF");
    }
    return SCREE_OK;
}

enum scree_code image_tiff_finish(struct image_tiff *t, struct scree_error *err)
{
    assert(t->rows == t->height);
    t->err = err;
    if (!TIFFFlush(t->tiff)) failed(t, SCREE_CANNOT_WRITE, "cannot write TIFF");
    TIFFClose(t->tiff); /* may still write; it has no result but t->code */
    t->tiff = NULL;
    if (t->code == SCREE_OK) t->code = put_tail(t);
    const enum scree_code code = t->code;
    image_tiff_abort(t);
    return code;
}

void image_tiff_abort(struct image_tiff *t)
{
    if (t == NULL) return;
    t->err = NULL;
    if (t->code == SCREE_OK)
        t->code = SCREE_CANNOT_WRITE; /* what libtiff still writes goes nowhere */
    if (t->tiff != NULL) TIFFClose(t->tiff);
    mem_free(t->strip);
    mem_free(t->order.tail);
    mem_free(t);
}

bool image_has_tiff(void)
{
    return true;
}

#else

bool image_has_tiff(void)
{
    return false;
}

enum scree_code image_tiff_create(struct image_tiff **out, struct stream *to,
                                  const struct image_tiff_form *form, struct scree_error *err)
{
    (void)to;
    (void)form;
    *out = NULL;
    return err_set(err, SCREE_UNSUPPORTED, "this build of scree cannot write TIFF");
}

enum scree_code image_tiff_rows(struct image_tiff *t, const void *pixels, size_t rows,
                                struct scree_error *err)
{
    (void)t;
    (void)pixels;
    (void)rows;
    (void)err;
    return SCREE_UNSUPPORTED;
}

enum scree_code image_tiff_finish(struct image_tiff *t, struct scree_error *err)
{
    (void)t;
    (void)err;
    return SCREE_UNSUPPORTED;
}

void image_tiff_abort(struct image_tiff *t)
{
    (void)t;
}

#endif

enum scree_code image_tiff_whole(struct stream *to, const struct image_tiff_form *form,
                                 const void *pixels, struct scree_error *err)
{
    const size_t texel = form->channels * image_number_bytes(form->number);
    if (form->width > 0 && form->height > SIZE_MAX / texel / form->width)
        return err_set(err, SCREE_LIMIT,
                       "%llu x %llu texels do not fit the memory, use fewer texels",
                       (unsigned long long)form->width, (unsigned long long)form->height);
    struct image_tiff *t;
    RETURN_IF_ERR(image_tiff_create(&t, to, form, err));
    const enum scree_code code = image_tiff_rows(t, pixels, form->height, err);
    if (code == SCREE_OK) return image_tiff_finish(t, err);
    image_tiff_abort(t);
    return code;
}
