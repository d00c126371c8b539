/*
 * Whole pictures as 8-bit PNG. Those in colours go through stb_image_write, which builds the file
 * in memory, with libdeflate as its compressor; all others through the writer of rows
 * (png_stream.c).
 *
 * The filter is Up for every row: stb's search for a filter and its deflate take most of its time.
 */
#include "image/image.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "base/mem.h"
#include "image/png_common.h"

/* Pictures in colours repeat what is further away than a pixel, which libdeflate finds. Measured on
 * previews of 4096 x 4096: level 6 is 15 % smaller than our own; level 1 is not, and level 9 takes
 * twice the time for 2 %. */
#define DEFLATE_LEVEL 6

/* Stands in for stb's compressor; stb frees what it returns. */
static unsigned char *zlib_compress(const unsigned char *data, int size, int *out_size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(DEFLATE_LEVEL);
    if (compressor == NULL) return NULL;
    const size_t room = libdeflate_zlib_compress_bound(compressor, (size_t)size);
    unsigned char *out = malloc(room);
    if (out != NULL) {
        /* IMAGE_PNG8_MAX_BYTES leaves room for what does not get smaller and for the chunks that
         * stb puts around it. */
        const size_t used = libdeflate_zlib_compress(compressor, data, (size_t)size, out, room);
        assert(used > 0 && used < INT_MAX - 1024);
        *out_size = (int)used;
    }
    libdeflate_free_compressor(compressor);
    return out;
}

static unsigned checksum(const unsigned char *data, int size)
{
    return libdeflate_crc32(0, data, (size_t)size);
}

/*
 * The filter is a global variable that stb reads once, in "int force_filter = <variable>;". To set
 * it at run time would be a race between threads, and the header offers no setting at compile time,
 * so the name represents more than itself. Its definition turns into
 *     static int force_filter = 2, unused_setting = -1;
 * and its use into
 *     int force_filter = force_filter = 2, unused_setting;
 * which sets the local variable and nothing else. The unit test reads the filter of every row.
 */
#define stbi_write_force_png_filter force_filter = 2, unused_setting
#define STBIW_ZLIB_COMPRESS(data, size, out_size, quality) zlib_compress(data, size, out_size)
#define STBIW_CRC32(data, size) checksum(data, size)
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

enum scree_code image_check_size(size_t width, size_t height, struct scree_error *err)
{
    if (width > 0 && height > 0) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT, "a picture of %llu x %llu texels cannot be written",
                   (unsigned long long)width, (unsigned long long)height);
}

enum scree_code image_png8_check(size_t width, size_t height, unsigned channels,
                                 struct scree_error *err)
{
    RETURN_IF_ERR(image_check_size(width, height, err));
    /* Divisions, since the products may not fit any type. */
    const size_t limit = IMAGE_PNG8_MAX_BYTES;
    if (width > (limit - 1) / channels || height > limit / (width * channels + 1))
        return err_set(err, SCREE_LIMIT,
                       "%llu x %llu texels of %u bytes are too many for the PNG writer (2 GiB), "
                       "use fewer texels or TIFF",
                       (unsigned long long)width, (unsigned long long)height, channels);
    return SCREE_OK;
}

/* The whole file; STBIW_FREE() frees it. */
static enum scree_code make_png(unsigned char **png, size_t *size, const uint8_t *rgb, size_t width,
                                size_t height, struct scree_error *err)
{
    int length = 0;
    *png = NULL;
    RETURN_IF_ERR(image_png8_check(width, height, 3, err));
    *png = stbi_write_png_to_mem(rgb, (int)(width * 3), (int)width, (int)height, 3, &length);
    *size = (size_t)length;
    return *png != NULL ? SCREE_OK : err_no_memory(err);
}

static enum scree_code write_picture(struct stream *to, const uint8_t *rgb, size_t width,
                                     size_t height, struct scree_error *err)
{
    unsigned char *png;
    size_t size;
    enum scree_code code = make_png(&png, &size, rgb, width, height, err);
    if (code == SCREE_OK) code = stream_put(to, png, size, err);
    STBIW_FREE(png);
    return code;
}

enum scree_code image_png8(struct stream *to, uint32_t threads, const uint8_t *pixels, size_t width,
                           size_t height, unsigned channels, struct scree_error *err)
{
    if (channels == 3) return write_picture(to, pixels, width, height, err);
    struct image_png8 *png;
    RETURN_IF_ERR(image_png8_create(&png, threads, to, width, height, channels, err));
    const enum scree_code code = image_png8_rows(png, pixels, height, err);
    if (code == SCREE_OK) return image_png8_finish(png, err);
    image_png8_abort(png);
    return code;
}

enum scree_code image_write_png8_memory(struct scree_bytes *out, const uint8_t *rgb, size_t width,
                                        size_t height, struct scree_error *err)
{
    unsigned char *png;
    size_t size;
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(make_png(&png, &size, rgb, width, height, err));
    const enum scree_code code = MEM_NEED(&out->data, size + 1, 1, err);
    if (code == SCREE_OK) {
        memcpy(out->data, png, size);
        out->size = size;
    }
    STBIW_FREE(png);
    return code;
}
