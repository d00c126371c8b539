/* Numbers from a TIFF through libtiff, a row or a tile at a time. */
#include "image/image.h"

#include <string.h>

#include "base/mem.h"

void image_numbers_free(struct image_numbers *numbers)
{
    mem_free(numbers->samples.any);
    image_geo_free(numbers->geo);
    memset(numbers, 0, sizeof *numbers);
}

static size_t pixel_bytes(const struct image_numbers *numbers)
{
    return image_number_bytes(numbers->number) * (numbers->planes ? 1 : numbers->channels);
}

#define CLASSES 0 /* in place of the most channels: one, of classes */

#ifdef SCREE_HAVE_TIFF

#include <stdio.h>
#include <stdlib.h>

#include "image/tiff_common.h"

/* What libtiff may take at once beyond the file's size: a strip or tile that is unpacked. */
#define MOST_AT_ONCE ((tmsize_t)1 << 28)

#define KEY_MODEL_TYPE 1024
#define KEY_PROJECTION 3072
#define KEY_LINEAR_UNIT 3076
#define KEY_HEIGHT_UNIT 4099

struct tiff_input {
    const struct file_input *file;
    uint64_t size, pos;
    unsigned most_channels;
    bool classes; /* whole numbers, which may index a palette */
    const struct image_sink *sink;
    enum scree_code code; /* of reading the file */
    struct scree_error *err;
    char damage[160]; /* what libtiff complained of first, "" if of nothing */
    bool strip_bytes_calculated;
};

static tmsize_t read_bytes(thandle_t handle, void *out, tmsize_t size)
{
    struct tiff_input *input = handle;
    const uint64_t left = input->pos < input->size ? input->size - input->pos : 0;
    const uint64_t now = (uint64_t)size < left ? (uint64_t)size : left;
    if (now > 0 && input->code == SCREE_OK)
        input->code = file_input_read(input->file, input->pos, out, (size_t)now, input->err);
    if (input->code != SCREE_OK) return -1;
    input->pos += now;
    return (tmsize_t)now;
}

static tmsize_t write_nothing(thandle_t handle, void *data, tmsize_t size)
{
    (void)handle;
    (void)data;
    (void)size;
    return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence)
{
    struct tiff_input *input = handle;
    if (whence == SEEK_SET) input->pos = offset;
    if (whence == SEEK_CUR) input->pos += offset;
    if (whence == SEEK_END) input->pos = input->size + offset;
    return input->pos;
}

static int keep_open(thandle_t handle)
{
    (void)handle;
    return 0;
}

static toff_t file_size(thandle_t handle)
{
    const struct tiff_input *input = handle;
    return input->size;
}

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list args)
{
    (void)tiff;
    (void)module;
    struct tiff_input *input = context;
    if (input->damage[0] != '\0') return 1;
    /* It has no row yet and names one of 4294967295. */
    if (strncmp(format, "Read error at scanline", 22) == 0)
        snprintf(input->damage, sizeof input->damage, "cut short: rows lie beyond the file's end");
    else
        vsnprintf(input->damage, sizeof input->damage, format, args);
    for (char *c = input->damage; *c != '\0'; c++)
        if (*c < 0x20 || *c > 0x7e) *c = '?';
    return 1; /* handled: the global handler is not called */
}

/* The one warning that matters: how many bytes a strip has was put aside. */
static int on_warning(TIFF *tiff, void *context, const char *module, const char *format,
                      va_list args)
{
    (void)tiff;
    (void)module;
    (void)args;
    struct tiff_input *input = context;
    if (strstr(format, "calculating from imagelength") != NULL)
        input->strip_bytes_calculated = true;
    return 1; /* handled */
}

static TIFF *open_input(struct tiff_input *input)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, input);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, input);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)input->size + MOST_AT_ONCE);
    TIFF *tiff = TIFFClientOpenExt("input", "rm", input, read_bytes, write_nothing, seek, keep_open,
                                   file_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

static enum scree_code fail_damaged(const struct tiff_input *input, const char *otherwise)
{
    return err_set(input->err, SCREE_MALFORMED, "damaged TIFF: %s",
                   input->damage[0] != '\0' ? input->damage : otherwise);
}

static enum scree_code unsupported(const struct tiff_input *input, const char *what, unsigned found)
{
    if (input->classes)
        return err_set(input->err, SCREE_UNSUPPORTED,
                       "TIFF with %s %u: expected one channel of classes, whole numbers of 8 or 16 "
                       "bits (gdal_translate -ot Byte makes them)",
                       what, found);
    return err_set(input->err, SCREE_UNSUPPORTED,
                   "TIFF with %s %u: expected one channel of 16-bit whole numbers or 32-bit "
                   "floats (gdal_translate -ot Float32 makes them)",
                   what, found);
}

static enum scree_code find_kind(struct image_numbers *out, TIFF *tiff,
                                 const struct tiff_input *input)
{
    uint16_t channels = 1, bits = 1, format = SAMPLEFORMAT_UINT, photometric = 0;
    uint16_t orientation = ORIENTATION_TOPLEFT, planar = PLANARCONFIG_CONTIG;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric))
        photometric = PHOTOMETRIC_MINISBLACK;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    out->planes = input->most_channels > 1 && channels > 1 && planar == PLANARCONFIG_SEPARATE &&
                  TIFFIsTiled(tiff);
    if (channels < 1 || (channels > input->most_channels && !out->planes))
        return unsupported(input, "the number of channels", channels);
    out->channels = channels;
    if (channels > 1 && planar != PLANARCONFIG_CONTIG && !out->planes)
        return unsupported(input, "the planar configuration", planar);
    out->palette = photometric == PHOTOMETRIC_PALETTE && channels == 1;
    out->has_colours = input->classes && out->palette && bits == 8;
    if (out->palette && (input->sink->as_stored || input->classes))
        photometric = PHOTOMETRIC_MINISBLACK;
    if (photometric != (channels < 3 || out->planes ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB))
        return unsupported(input, "the colour model", photometric);
    if (orientation != ORIENTATION_TOPLEFT)
        return unsupported(input, "the orientation", orientation);
    const bool whole = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
    if (bits == 8 && whole)
        out->number = IMAGE_U8;
    else if (bits == 16 && whole)
        out->number = IMAGE_U16;
    else if (bits == 16 && format == SAMPLEFORMAT_INT)
        out->number = IMAGE_I16;
    else if (bits == 32 && format == SAMPLEFORMAT_IEEEFP)
        out->number = IMAGE_F32;
    else if (bits != 8 && bits != 16 && bits != 32)
        return unsupported(input, "the number of bits", bits);
    else
        return unsupported(input, "the kind of numbers", format);
    if (input->classes && out->number != IMAGE_U8 && out->number != IMAGE_U16)
        return unsupported(input, "the kind of numbers", format);
    return SCREE_OK;
}

/* A palette has 16 bits a colour; some writers leave the upper 8 empty. */
static void read_palette(struct image_numbers *out, TIFF *tiff)
{
    uint16_t *parts[3];
    if (!out->has_colours) return;
    out->has_colours = TIFFGetField(tiff, TIFFTAG_COLORMAP, &parts[0], &parts[1], &parts[2]);
    if (!out->has_colours) return;
    bool wide = false;
    for (unsigned i = 0; i < 3 * 256; i++) wide = wide || parts[i / 256][i % 256] > 255;
    for (unsigned i = 0; i < 3 * 256; i++)
        out->colours[i % 256][i / 256] = (uint8_t)(parts[i / 256][i % 256] >> (wide ? 8 : 0));
}

static void find_geo_keys(struct image_numbers *out, const uint16_t *keys, uint32_t count)
{
    /* Four numbers of a header, the last the number of keys; then four a key: its number, 0 if the
     * value is the last of the four, how many values, the value. */
    for (uint32_t i = 4; i + 4 <= count; i += 4) {
        if (keys[i + 1] != 0) continue;
        if (keys[i] == KEY_MODEL_TYPE) out->model_type = keys[i + 3];
        if (keys[i] == KEY_PROJECTION) out->projection = keys[i + 3];
        if (keys[i] == KEY_LINEAR_UNIT) out->linear_unit = keys[i + 3];
        if (keys[i] == KEY_HEIGHT_UNIT) out->height_unit = keys[i + 3];
    }
}

/* libtiff hands tags it does not know over as they are, so their type has to be asked. */
static const void *get_tag(TIFF *tiff, uint32_t tag, TIFFDataType type, uint32_t *count)
{
    const void *values = NULL;
    const TIFFField *field = TIFFFindField(tiff, tag, TIFF_ANY);
    if (field == NULL || TIFFFieldDataType(field) != type || !TIFFFieldPassCount(field))
        return NULL;
    if (TIFFFieldReadCount(field) != TIFF_VARIABLE2) return NULL;
    return TIFFGetField(tiff, tag, count, &values) ? values : NULL;
}

/* Pixels have a place if there are a scale and a tie point, or a matrix. Keys say in what system; some
 * files have none. */
static enum scree_code keep_georeference(struct image_numbers *out, TIFF *tiff,
                                         struct scree_error *err)
{
    struct image_geo geo = {.has_matrix = false};
    uint32_t count = 0;
    const double *scale = get_tag(tiff, TAG_PIXEL_SCALE, TIFF_DOUBLE, &count);
    const bool has_scale = scale != NULL && count >= 3;
    if (has_scale) memcpy(geo.scale, scale, sizeof geo.scale);
    const double *tie = get_tag(tiff, TAG_TIEPOINT, TIFF_DOUBLE, &count);
    const bool has_tie = tie != NULL && count >= 6;
    if (has_tie) memcpy(geo.tie, tie, sizeof geo.tie);
    const double *matrix = get_tag(tiff, TAG_TRANSFORMATION, TIFF_DOUBLE, &count);
    geo.has_matrix = matrix != NULL && count >= 16 && !(has_scale && has_tie);
    if (geo.has_matrix) memcpy(geo.matrix, matrix, sizeof geo.matrix);
    geo.keys = get_tag(tiff, TAG_GEO_KEYS, TIFF_SHORT, &geo.key_count);
    if (geo.keys == NULL || geo.key_count < 4) geo.key_count = 0;
    geo.doubles = get_tag(tiff, TAG_GEO_DOUBLES, TIFF_DOUBLE, &geo.double_count);
    geo.ascii = get_tag(tiff, TAG_GEO_ASCII, TIFF_ASCII, &geo.ascii_count);
    if (geo.doubles == NULL) geo.double_count = 0;
    if (geo.ascii == NULL) geo.ascii_count = 0;
    if (!(geo.has_matrix || (has_scale && has_tie))) return SCREE_OK;
    out->geo = image_geo_create(&geo);
    return out->geo != NULL ? SCREE_OK : err_no_memory(err);
}

static void find_georeference(struct image_numbers *out, TIFF *tiff)
{
    uint32_t count = 0;
    const double *scale = get_tag(tiff, TAG_PIXEL_SCALE, TIFF_DOUBLE, &count);
    if (scale != NULL && count >= 2) {
        out->has_pixel_scale = true;
        memcpy(out->pixel_scale, scale, sizeof out->pixel_scale);
    }
    const double *tie = get_tag(tiff, TAG_TIEPOINT, TIFF_DOUBLE, &count);
    if (tie != NULL && count >= 6) {
        out->has_tiepoint = true;
        memcpy(out->tiepoint, tie, sizeof out->tiepoint);
    }
    const uint16_t *keys = get_tag(tiff, TAG_GEO_KEYS, TIFF_SHORT, &count);
    if (keys != NULL) find_geo_keys(out, keys, count);
    const char *text = get_tag(tiff, TAG_GDAL_METADATA, TIFF_ASCII, &count);
    image_band_read(&out->band, text != NULL ? text : "", text != NULL ? count : 0);
    text = get_tag(tiff, TAG_GDAL_NODATA, TIFF_ASCII, &count);
    if (text == NULL || count == 0) return;
    char number[64], *end;
    snprintf(number, sizeof number, "%.*s", (int)(count < 63 ? count : 63), text);
    out->nodata = strtod(number, &end);
    out->has_nodata = end != number;
}

/* What reading strips or tiles takes at once: the packed bytes of the largest, and what some
 * compressions unpack whole. */
static uint64_t decoding_bytes(TIFF *tiff, const struct tiff_input *input)
{
    uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    const bool tiled = TIFFIsTiled(tiff);
    const uint32_t count = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    uint64_t packed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t bytes = TIFFGetStrileByteCount(tiff, i);
        packed = bytes > packed ? bytes : packed;
    }
    if (packed > input->size) packed = input->size;
    if (tiled) return packed + 2 * TIFFTileSize64(tiff);
    const bool by_lines = compression == COMPRESSION_NONE || compression == COMPRESSION_LZW ||
                          compression == COMPRESSION_ADOBE_DEFLATE ||
                          compression == COMPRESSION_DEFLATE || compression == COMPRESSION_PACKBITS;
    return packed + TIFFScanlineSize64(tiff) + (by_lines ? 0 : 2 * TIFFStripSize64(tiff));
}

static bool put_run(struct tiff_input *input, size_t y, size_t first, size_t count,
                    const void *samples)
{
    const struct image_run run = {y, first, 1, count, samples};
    input->code = input->sink->row(input->sink->context, &run, input->err);
    return input->code == SCREE_OK;
}

/* The rows of a plane are put behind those of the planes before it. */
static bool read_plane(const struct image_numbers *out, TIFF *tiff, struct tiff_input *input,
                       uint16_t plane, uint8_t *tile)
{
    const size_t bytes = pixel_bytes(out);
    uint32_t wide = 0, high = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &wide);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &high);
    if (wide == 0 || high == 0 || TIFFTileSize64(tiff) != (uint64_t)wide * high * bytes)
        return false;
    bool good = true;
    for (size_t y = out->first[1] / high * high; y < out->end[1] && good; y += high) {
        for (size_t x = out->first[0] / wide * wide; x < out->end[0] && good; x += wide) {
            good = TIFFReadTile(tiff, tile, (uint32_t)x, (uint32_t)y, 0, plane) >= 0;
            const size_t columns = out->width - x < wide ? out->width - x : wide;
            for (size_t j = 0; good && j < high && y + j < out->height; j++)
                good = put_run(input, plane * out->height + y + j, x, columns,
                               tile + j * wide * bytes);
        }
    }
    return good;
}

static bool read_tiles(const struct image_numbers *out, TIFF *tiff, struct tiff_input *input,
                       uint8_t *tile)
{
    bool good = true;
    for (uint16_t plane = 0; good && plane < (out->planes ? out->channels : 1); plane++)
        good = read_plane(out, tiff, input, plane, tile);
    return good;
}

static bool read_lines(const struct image_numbers *out, TIFF *tiff, struct tiff_input *input,
                       size_t bytes, uint8_t *line)
{
    if (TIFFScanlineSize64(tiff) != (uint64_t)out->width * bytes) return false;
    uint32_t strip = 0; /* rows; lines are unpacked from the first of one on */
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &strip);
    if (strip == 0) return false;
    for (size_t j = out->first[1] / strip * strip; j < out->end[1]; j++)
        if (TIFFReadScanline(tiff, line, (uint32_t)j, 0) < 0 ||
            !put_run(input, j, 0, out->width, line))
            return false;
    return true;
}

static enum scree_code decode(struct image_numbers *out, TIFF *tiff, struct tiff_input *input,
                              uint64_t max_pixels)
{
    uint32_t width = 0, height = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    if (width == 0 || height == 0)
        return fail_damaged(input, "its header says that it has no pixels");
    RETURN_IF_ERR(find_kind(out, tiff, input));
    if (width > max_pixels / height)
        return err_set(input->err, SCREE_LIMIT, "has %lu x %lu pixels, the limit is %llu",
                       (unsigned long)width, (unsigned long)height, (unsigned long long)max_pixels);
    find_georeference(out, tiff);
    RETURN_IF_ERR(keep_georeference(out, tiff, input->err));
    read_palette(out, tiff);
    out->width = out->end[0] = width;
    out->height = out->end[1] = height;
    const size_t bytes = image_number_bytes(out->number) * out->channels;
    const bool tiled = TIFFIsTiled(tiff);
    const uint64_t unit_bytes = tiled ? TIFFTileSize64(tiff) : TIFFScanlineSize64(tiff);
    if (unit_bytes > (uint64_t)MOST_AT_ONCE)
        return fail_damaged(input, tiled ? "its tiles are too large" : "its rows are too large");
    input->code = input->sink->start(input->sink->context, decoding_bytes(tiff, input), input->err);
    if (input->code != SCREE_OK) return input->code;
    uint8_t *unit;
    RETURN_IF_ERR(MEM_NEED(&unit, (size_t)unit_bytes, 1, input->err));
    const bool good =
        tiled ? read_tiles(out, tiff, input, unit) : read_lines(out, tiff, input, bytes, unit);
    mem_free(unit);
    if (input->code != SCREE_OK) return input->code;
    if (good && input->damage[0] == '\0') return SCREE_OK;
    return fail_damaged(input, "its strips or tiles do not make the picture");
}

static enum scree_code read_rows(struct image_numbers *form, const struct file_input *file,
                                 uint64_t max_pixels, unsigned most_channels,
                                 const struct image_sink *sink, struct scree_error *err)
{
    memset(form, 0, sizeof *form);
    struct tiff_input input = {.file = file,
                               .size = file->size,
                               .most_channels = most_channels > 0 ? most_channels : 1,
                               .classes = most_channels == CLASSES,
                               .sink = sink,
                               .err = err};
    TIFF *tiff = open_input(&input);
    enum scree_code code;
    if (tiff != NULL) {
        input.damage[0] = '\0'; /* what opening could live with is no error */
        code = decode(form, tiff, &input, max_pixels);
        form->strip_bytes_calculated = input.strip_bytes_calculated;
        TIFFClose(tiff);
    } else {
        /* libtiff says so where memory runs out; without a word the list of pictures is empty. */
        code = fail_damaged(&input, "it holds no picture");
    }
    return input.code != SCREE_OK ? input.code : code;
}

#else

static enum scree_code read_rows(struct image_numbers *form, const struct file_input *file,
                                 uint64_t max_pixels, unsigned most_channels,
                                 const struct image_sink *sink, struct scree_error *err)
{
    (void)file;
    (void)max_pixels;
    (void)most_channels;
    (void)sink;
    memset(form, 0, sizeof *form);
    return err_set(err, SCREE_UNSUPPORTED, "this build of scree cannot read TIFF");
}

#endif

enum scree_code image_read_tiff_rows(struct image_numbers *form, const struct file_input *file,
                                     uint64_t max_pixels, const struct image_sink *sink,
                                     struct scree_error *err)
{
    return read_rows(form, file, max_pixels, 1, sink, err);
}

enum scree_code image_read_tiff_classes(struct image_numbers *form, const struct file_input *file,
                                        const struct image_sink *sink, struct scree_error *err)
{
    return read_rows(form, file, UINT64_MAX, CLASSES, sink, err);
}

static enum scree_code start_whole(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    (void)memory_bytes;
    struct image_numbers *out = context;
    return MEM_NEED(&out->samples.any, out->width * out->height,
                    image_number_bytes(out->number) * out->channels, err);
}

static enum scree_code put_whole(void *context, const struct image_run *run,
                                 struct scree_error *err)
{
    (void)err;
    const struct image_numbers *out = context;
    const size_t bytes = pixel_bytes(out);
    memcpy(out->samples.u8 + (run->y * out->width + run->first) * bytes, run->samples,
           run->count * bytes);
    return SCREE_OK;
}

enum scree_code image_read_tiff_picture(struct image_numbers *out, const void *data, size_t size,
                                        uint64_t max_pixels, struct scree_error *err)
{
    const struct file_input file = file_input_memory(data, size);
    const struct image_sink sink = {.start = start_whole, .row = put_whole, .context = out};
    const enum scree_code code = read_rows(out, &file, max_pixels, 4, &sink, err);
    if (code != SCREE_OK) image_numbers_free(out);
    return code;
}
