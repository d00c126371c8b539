/*
 * Pixels to and from files, and the digest of bytes.
 *
 * Images are row-major, row 0 on top, channels interleaved, rows without padding:
 * sample (column i, row j, channel c) is pixels[(j * width + i) * channels + c].
 * Functions that take a stream append to it; those that take a path make a file appear whole or not
 * at all (base/file.h). Equal pixels give equal bytes.
 * Threads: any, on different files.
 */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/file.h"
#include "base/stream.h"

/*
 * image_png8() writes an 8-bit PNG: channels 1 grey, 2 grey+alpha, 3 RGB, 4 RGBA. The filter
 * is fixed to Up. RGB goes through stb_image_write and libdeflate, which have the whole file in
 * memory; all others through image_png8_rows().
 * SCREE_BAD_ARGUMENT    width or height is 0
 * SCREE_LIMIT  (width * channels + 1) * height is more than IMAGE_PNG8_MAX_BYTES: stb_image_write
 *            counts the whole file in an int, and so do many programs that read it
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY
 * On as many threads (0: one per processor), which never changes the bytes.
 */
#define IMAGE_PNG8_MAX_BYTES (INT32_MAX - (INT32_C(1) << 22))
MUST_USE enum scree_code image_png8(struct stream *to, uint32_t threads, const uint8_t *pixels,
                                    size_t width, size_t height, unsigned channels,
                                    struct scree_error *err);

/*
 * A file row by row: that of image_png8() of 1, 2 or 4 channels, which are what masks and blend maps
 * have; of 3 another one, with larger bytes, for normals.
 * image_png8_create(), image_png8_rows() until all rows are there, then image_png8_finish(), which
 * writes the end and frees; or image_png8_abort() (accepts NULL) at any time, also after a failure.
 * It holds about 2 MiB a thread, or the image if that is smaller. Errors as above.
 */
struct image_png8;
MUST_USE enum scree_code image_png8_create(struct image_png8 **out, uint32_t threads,
                                           struct stream *to, size_t width, size_t height,
                                           unsigned channels, struct scree_error *err);
/* image_png16_create() does so for 16 bits of grey, whose rows have two bytes a pixel, the higher one
 * first: that of image_png16() larger, and of the same pixels. */
MUST_USE enum scree_code image_png16_create(struct image_png8 **out, uint32_t threads,
                                            struct stream *to, size_t width, size_t height,
                                            struct scree_error *err);
MUST_USE enum scree_code image_png8_rows(struct image_png8 *png, const uint8_t *pixels, size_t rows,
                                         struct scree_error *err);
MUST_USE enum scree_code image_png8_finish(struct image_png8 *png, struct scree_error *err);
void image_png8_abort(struct image_png8 *png);
/* image_png8_memory_bytes() is about what it holds; channels: bytes a texel, two of 16 bits. */
uint64_t image_png8_memory_bytes(uint32_t threads, size_t width, size_t height, unsigned channels);

/* image_write_png8_memory() makes the bytes of the file of an RGB picture. On success the caller
 * frees *out with file_bytes_free(); on failure it is zeroed. */
MUST_USE enum scree_code image_write_png8_memory(struct scree_bytes *out, const uint8_t *rgb,
                                                 size_t width, size_t height,
                                                 struct scree_error *err);

/* image_png16() writes a 16-bit grey PNG (libpng), row by row: no second copy of the image.
 * SCREE_BAD_ARGUMENT (width or height is 0), SCREE_LIMIT (2^31 columns or rows), SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
MUST_USE enum scree_code image_png16(struct stream *to, const uint16_t *pixels, size_t width,
                                     size_t height, struct scree_error *err);

/* Kinds of numbers of a TIFF. */
enum image_number { IMAGE_U8, IMAGE_U16, IMAGE_I16, IMAGE_F32 };

/* image_number_bytes() is the size of one. */
size_t image_number_bytes(enum image_number number);

/*
 * image_has_tiff() says whether this build can write and read TIFF. Without it the functions below
 * fail with SCREE_UNSUPPORTED.
 *
 * A TIFF is written row by row: image_tiff_create(), image_tiff_rows() until all rows are there,
 * then image_tiff_finish(), which writes the end and frees; or image_tiff_abort() (accepts NULL) at
 * any time, also after a failure. It holds a strip of about 1 MiB and the directory, 16 bytes a
 * strip. rows
 * are as in an image in memory. Little-endian, uncompressed, in strips of whole rows, without a
 * date or any other text; channels 1 grey (black at 0), 2 grey+alpha, 3 RGB, 4 RGBA; BigTIFF only
 * if the file would pass 4 GiB. It is the form that every reader of TIFF shares.
 * SCREE_BAD_ARGUMENT (width or height is 0), SCREE_LIMIT (2^32 columns or rows), SCREE_CANNOT_WRITE, SCREE_NO_MEMORY,
 * SCREE_UNSUPPORTED.
 */
bool image_has_tiff(void);

/* The georeference of a GeoTIFF: where its pixels lie, and in what coordinate system, of which the
 * keys are kept as they are. */
struct image_geo {
    bool has_matrix;
    double matrix[16];       /* ModelTransformation, row by row, or else */
    double scale[3], tie[6]; /* ModelPixelScale and the first ModelTiepoint */
    const uint16_t *keys;    /* GeoKeyDirectory: [key_count], 0 where no system is said, */
    const double *doubles;   /* GeoDoubleParams: [double_count], */
    const char *ascii;       /* GeoAsciiParams: [ascii_count], the NUL at the end among them */
    uint32_t key_count, double_count, ascii_count;
};
/* image_geo_create() is a copy with texts of its own, for image_geo_free(); NULL: no memory. */
struct image_geo *image_geo_create(const struct image_geo *from);
void image_geo_free(struct image_geo *geo);
/*
 * image_geo_place() is the georeference of another raster: the middle of its pixel (i, j) is that of
 * the pixel (from[0] + i * step[0], from[1] + j * step[1]) of geo's. step[1] < 0: rows from the
 * south. Whether a pixel is an area or a point stays as in geo. Texts are geo's. The same raster
 * gets the same numbers.
 */
void image_geo_place(struct image_geo *out, const struct image_geo *geo, const double from[2],
                     const double step[2]);

/* image_geo_middle() is where the middle of pixel (column, row) lies, any numbers, in the units of the
 * coordinate system: of degrees, longitude and latitude. */
void image_geo_middle(double out[2], const struct image_geo *geo, double column, double row);

/* image_geo_pixel() is the way back: the column and row, any numbers, whose middle lies there. false: all
 * pixels lie in a line. */
bool image_geo_pixel(double out[2], const struct image_geo *geo, const double at[2]);

struct image_tiff;
struct image_tiff_form {
    size_t width, height;
    unsigned channels;
    enum image_number number;
    double cell_m[2]; /* 0, or the distance of two samples, x, y: the tags of a GeoTIFF that give
                         it, ModelPixelScale and ModelTiepoint: the corner of the last row and
                         first column is at 0, 0 */
    const struct image_geo *geo; /* instead of it; or NULL */
    bool nan_is_no_data;         /* GDAL_NODATA says so */
};
MUST_USE enum scree_code image_tiff_create(struct image_tiff **out, struct stream *to,
                                           const struct image_tiff_form *form,
                                           struct scree_error *err);
MUST_USE enum scree_code image_tiff_rows(struct image_tiff *tiff, const void *pixels, size_t rows,
                                         struct scree_error *err);
MUST_USE enum scree_code image_tiff_finish(struct image_tiff *tiff, struct scree_error *err);
void image_tiff_abort(struct image_tiff *tiff);

/*
 * A TIFF of many bands as readers over a network like them, which GDAL calls cloud optimized: every
 * directory in front, tiles of 256 x 256, deflated, the bands one behind the other, and
 * the picture again in halves down to a tile, each texel the mean of four, the smallest first. Names of
 * the bands are in GDAL_METADATA. It needs no libtiff, which cannot write directories first.
 *
 * Tiles are compressed as rows come and wait in spools, one a band, as their places are known only at
 * the end. Rows of different bands may be put at the same time, one thread at a time for each.
 */
struct image_spool {
    enum scree_code (*put)(void *context, const void *data, size_t size, struct scree_error *err);
    enum scree_code (*get)(void *context, uint64_t at, void *out, size_t size,
                           struct scree_error *err);
    void *context;
};
struct image_cog;
struct image_cog_form {
    uint32_t width, height, bands;
    enum image_number number;         /* IMAGE_U8, IMAGE_U16, IMAGE_F32 */
    const char *const *names;         /* [bands], UTF-8 */
    const struct image_geo *geo;      /* or NULL */
    bool has_missing;                 /* texels may lack data: in whole numbers a mask of bits says
                                           where, floats are NaN, which GDAL_NODATA says */
    const struct image_spool *spools; /* [image_cog_planes()]; copied */
};
/* image_cog_planes() is how many spools it takes: one a band, and one of the mask. */
uint32_t image_cog_planes(const struct image_cog_form *form);
/* image_cog_create() begins; on success the caller frees *out with image_cog_free(). names and geo must
 * live as long. SCREE_NO_MEMORY. */
MUST_USE enum scree_code image_cog_create(struct image_cog **out, const struct image_cog_form *form,
                                          struct scree_error *err);
/* image_cog_rows() takes the next rows of a band; missing, in texels not 0 where there is no data, may
 * be NULL, and is NULL for band `bands`, whose rows they are themselves: bytes. What a spool returns. */
MUST_USE enum scree_code image_cog_rows(struct image_cog *cog, uint32_t band, const void *rows,
                                        const uint8_t *missing, uint32_t count,
                                        struct scree_error *err);
/* image_cog_finish() writes the file, once all rows are there; a BigTIFF if it passes 4 GiB. */
MUST_USE enum scree_code image_cog_finish(struct image_cog *cog, struct stream *to,
                                          struct scree_error *err);
void image_cog_free(struct image_cog *cog); /* accepts NULL */
/* image_cog_memory_bytes() is about what a band takes. */
uint64_t image_cog_memory_bytes(uint32_t width, uint32_t height, enum image_number number);

/*
 * Numbers of one channel without compression, row by row, little-endian:
 *   IMAGE_PLAIN_NPY  an array of numpy, shape (height, width): u8, u16 or f32
 *   IMAGE_PLAIN_EXR  OpenEXR, one channel "Y" of f32
 *   IMAGE_PLAIN_RAW  nothing else: u8, u16 or f32
 * image_plain_free() at any time; a file is complete after its last row. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY.
 */
enum image_plain_kind { IMAGE_PLAIN_NONE, IMAGE_PLAIN_NPY, IMAGE_PLAIN_EXR, IMAGE_PLAIN_RAW };
struct image_plain;
struct image_plain_form {
    enum image_plain_kind kind;
    uint32_t width, height;
    enum image_number number;
};
MUST_USE enum scree_code image_plain_create(struct image_plain **out, struct stream *to,
                                            const struct image_plain_form *form,
                                            struct scree_error *err);
MUST_USE enum scree_code image_plain_rows(struct image_plain *plain, const void *rows, size_t count,
                                          struct scree_error *err);
void image_plain_free(struct image_plain *plain); /* accepts NULL */

/* A whole image at once. */
MUST_USE enum scree_code image_tiff_whole(struct stream *to, const struct image_tiff_form *form,
                                          const void *pixels, struct scree_error *err);

/* Pixels first + i * step of row y, 0 <= i < count: samples[i * channels + c]. */
struct image_run {
    size_t y, first, step, count;
    const void *samples;
};
/*
 * Who takes a picture as it is decoded. start() comes before memory is taken for pixels, when the
 * form of the picture is known; memory_bytes is what decoding will take at once. Then row() for
 * runs that together are the picture, in no stated order. What they return ends the reading.
 */
struct image_sink {
    enum scree_code (*start)(void *context, uint64_t memory_bytes, struct scree_error *err);
    enum scree_code (*row)(void *context, const struct image_run *run, struct scree_error *err);
    void *context;
    bool as_stored; /* numbers of a palette in place of its colours, and numbers of fewer than 8
                       bits as they are; a transparent colour is one */
};

/* image_is_tiff() knows a TIFF, a BigTIFF among them, by its first bytes. */
bool image_is_tiff(const void *bytes, size_t size);

/* A quantity is scale * number + offset, in unit ("": not said). */
struct image_band {
    double scale, offset;
    char unit[24];
};

/* Numbers read from a TIFF, and what the tags of a GeoTIFF say about them. */
struct image_numbers {
    size_t width, height;
    unsigned channels;
    bool planes; /* channels are one behind the other, each width * height numbers */
    enum image_number number;
    union {
        uint8_t *u8; /* any of them: sample (i, j) is at [(j * width + i) * channels] */
        uint16_t *u16;
        int16_t *i16;
        float *f32;
        void *any;
    } samples;
    bool palette; /* numbers are those of colours: only if the sink wants them as_stored */
    bool strip_bytes_calculated; /* StripByteCounts is missing or too small, and was put aside */
    bool has_pixel_scale, has_tiepoint, has_nodata;
    double pixel_scale[2];  /* ModelPixelScale: x, y; any numbers */
    double tiepoint[6];     /* ModelTiepoint: column, row, 0, its x, y, z */
    double nodata;          /* GDAL_NODATA */
    uint16_t model_type;    /* GTModelType: 1 projected, 2 degrees; 0 not given */
    uint16_t linear_unit;   /* ProjLinearUnits: EPSG code such as 9001 for metres; 0 not given */
    uint16_t projection;    /* ProjectedCSType: EPSG code; 0 not given */
    uint16_t height_unit;   /* VerticalUnits: EPSG code such as 9001 for metres; 0 not given */
    struct image_band band; /* GDAL_METADATA */
    struct image_geo *geo;  /* all of it, where pixels have a place; else NULL */
    /* Of image_read_tiff_classes(): */
    bool has_colours; /* of its palette */
    uint8_t colours[256][3];
    size_t first[2], end[2]; /* columns and rows that are wanted: all, unless start() says less */
};

/*
 * image_read_tiff_picture() reads the first picture of a TIFF or BigTIFF of at most max_pixels
 * pixels (libtiff) of u8, u16, i16 or f32, in strips or tiles, compressed or not: one to four channels, grey,
 * grey+alpha, RGB, RGBA; or any number of grey ones in planes of tiles, as image_cog_finish() writes them.
 * On success the caller frees *out with image_numbers_free(); on failure *out is zeroed.
 * SCREE_MALFORMED (damaged or cut short), SCREE_UNSUPPORTED (another kind of numbers or channels, or a
 * build without libtiff), SCREE_LIMIT (no samples were allocated), SCREE_NO_MEMORY
 */
MUST_USE enum scree_code image_read_tiff_picture(struct image_numbers *out, const void *data,
                                                 size_t size, uint64_t max_pixels,
                                                 struct scree_error *err);
/* image_read_tiff_rows() reads one channel without keeping the picture: *form gets all but samples,
 * before sink->start(), of which form->geo alone is for image_geo_free(), also on failure. In a run the numbers are of form->number. */
MUST_USE enum scree_code image_read_tiff_rows(struct image_numbers *form,
                                              const struct file_input *file, uint64_t max_pixels,
                                              const struct image_sink *sink,
                                              struct scree_error *err);
/* image_read_tiff_classes() does so with whole numbers of 8 or 16 bits that are classes, also those of a
 * palette, in a picture of any size: sink->start() may want less than all of it (form->first, form->end), and
 * then only the tiles or rows that hold it are unpacked. Runs may go beyond what is wanted. */
MUST_USE enum scree_code image_read_tiff_classes(struct image_numbers *form,
                                                 const struct file_input *file,
                                                 const struct image_sink *sink,
                                                 struct scree_error *err);
/* image_numbers_free() frees and zeroes; a zeroed struct may be freed. */
void image_numbers_free(struct image_numbers *numbers);

/* A picture read from a PNG: 8- and 16-bit samples both arrive as 16-bit numbers, unscaled. */
struct image_picture {
    size_t width, height;
    unsigned channels; /* 1 grey, 2 grey+alpha, 3 RGB, 4 RGBA; a palette arrives as RGB or RGBA */
    unsigned bits;     /* 8 or 16: samples are 0 .. 2^bits - 1; fewer bits are widened to 8 */
    uint16_t *samples;
};

/*
 * image_read_png_memory() reads any PNG, data[0 .. size), of at most max_pixels pixels (libpng): every colour type, bit
 * depth and interlace. Gamma, colour profiles and all other descriptive chunks are ignored: samples
 * are data. A transparent colour or palette entry becomes an alpha channel. On success the caller
 * frees *out with image_picture_free(); on failure *out is zeroed.
 * SCREE_MALFORMED  not a PNG, damaged or cut short; err->offset is how far the reader had come
 * SCREE_LIMIT      more pixels than max_pixels, or a file too large to hold that many; no samples
 *                were allocated
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code image_read_png_memory(struct image_picture *out, const void *data,
                                               size_t size, uint64_t max_pixels,
                                               struct scree_error *err);
/* image_read_png_rows() does so without keeping the picture: *form gets all but samples, before
 * sink->start(), and needs no freeing. In a run samples are uint16_t. sink NULL: only the form, from the
 * file's header; of what is behind it only that nothing is cut off is looked at. */
MUST_USE enum scree_code image_read_png_rows(struct image_picture *form,
                                             const struct file_input *file, uint64_t max_pixels,
                                             const struct image_sink *sink,
                                             struct scree_error *err);
/* image_picture_free() frees and zeroes; a zeroed picture may be freed. */
void image_picture_free(struct image_picture *picture);

/* A picture to draw on: rgb[(j * width + i) * 3 + c]. */
struct image_rgb {
    uint8_t *rgb;
    size_t width, height;
};

/*
 * A font of one size: capitals are cap pixels high, within the bounds below. On success the caller
 * frees *out with image_font_free(), which accepts NULL; on failure it is NULL (SCREE_NO_MEMORY).
 * Characters: Latin with all of Latin-1 and Latin Extended-A, Greek, Cyrillic, punctuation, arrows.
 * Threads: one at a time for each font.
 */
#define IMAGE_FONT_MIN_CAP 6
#define IMAGE_FONT_MAX_CAP 256
struct image_font;
MUST_USE enum scree_code image_font_create(struct image_font **out, unsigned cap,
                                           struct scree_error *err);
void image_font_free(struct image_font *font);
unsigned image_font_cap(const struct image_font *font);
/* image_font_line() is the height of a line: all that a letter may take. Its capitals begin
 * image_font_rise() rows below its top. */
size_t image_font_line(const struct image_font *font);
size_t image_font_rise(const struct image_font *font);

/* Characters drawn so far that the font does not have. */
struct image_font_missing {
    uint32_t first; /* the first of them, a code point of Unicode */
    size_t count;
};
const struct image_font_missing *image_font_missing(const struct image_font *font);

/*
 * image_draw_text() writes one line of UTF-8, the top left of the line at column x, row y (both may
 * be outside: the text is clipped), at most IMAGE_TEXT_MAX characters of it. For a character that the
 * font does not have, a control character or a broken byte there is a box. The text is
 * image_text_width() columns wide. Equal pixels on every machine.
 */
#define IMAGE_TEXT_MAX 255
void image_draw_text(const struct image_rgb *picture, struct image_font *font, int32_t x, int32_t y,
                     const uint8_t colour[3], const char *text);
size_t image_text_width(const struct image_font *font, const char *text);

#endif
