/*
 * 8-bit PNG through stb_image_write, which builds the whole file in memory.
 *
 * The filter is Up for every row and the compressor libdeflate: stb's own search for a filter and
 * its own deflate take most of its time and give larger files on masks.
 */
#include "image/image.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include <libdeflate.h>

#include "base/file.h"

/*
 * libdeflate's level. Measured on masks of 2048 x 2048 RGBA with smooth, rough and noisy borders:
 * level 6 gives files 8 to 12 % smaller than level 1 for 0.03 to 0.08 s more; level 9 another 1 to
 * 8 % for 0.12 to 0.63 s more. Changing it changes the bytes of files but no sample.
 */
#define DEFLATE_LEVEL 6

/* Stands in for stb's compressor. The result is freed by stb, so it comes from malloc(). */
static unsigned char *zlib_compress(const unsigned char *data, int size, int *out_size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(DEFLATE_LEVEL);
    if (compressor == NULL) return NULL;
    const size_t bound = libdeflate_zlib_compress_bound(compressor, (size_t)size);
    /* IMAGE_PNG8_MAX_BYTES leaves room for stored blocks (five bytes in five thousand at worst)
     * and for the chunks that stb puts around them. */
    assert(bound < INT_MAX - 1024);
    unsigned char *out = malloc(bound);
    size_t used = 0;
    if (out != NULL) used = libdeflate_zlib_compress(compressor, data, (size_t)size, out, bound);
    libdeflate_free_compressor(compressor);
    if (used == 0) {
        free(out);
        return NULL;
    }
    *out_size = (int)used;
    return out;
}

static unsigned checksum(const unsigned char *data, int size)
{
    return libdeflate_crc32(0, data, (size_t)size);
}

/*
 * The filter is a global variable that stb reads once, in "int force_filter = <variable>;". To set
 * it at run time would be a race between threads, and the header offers no setting at compile time,
 * so the name stands for more than itself. Its definition turns into
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

struct png8_output {
    struct file_writer file;
    enum err_code code;
    struct err *err;
};

static void write_file(void *context, void *data, int size)
{
    struct png8_output *output = context;
    output->code = file_write(&output->file, data, (size_t)size, output->err);
}

enum err_code image_write_png8(const char *path, const uint8_t *pixels, size_t width, size_t height,
                               unsigned channels, struct err *err)
{
    assert(channels >= 1 && channels <= 4);
    const unsigned long long columns = width, rows = height;
    if (width == 0 || height == 0) {
        err_set(err, ERR_ARG, ERR_NO_OFFSET, "a picture of %llu x %llu texels cannot be written",
                columns, rows);
        err_set_file(err, path);
        return ERR_ARG;
    }
    /* Divisions, since the products may not fit any type. */
    const size_t limit = IMAGE_PNG8_MAX_BYTES;
    if (width > (limit - 1) / channels || height > limit / (width * channels + 1)) {
        err_set(err, ERR_LIMIT, ERR_NO_OFFSET,
                "%llu x %llu texels of %u bytes are too many for the PNG writer (2 GiB), "
                "use fewer texels or TIFF",
                columns, rows, channels);
        err_set_file(err, path);
        return ERR_LIMIT;
    }

    struct png8_output output = {.code = ERR_OK, .err = err};
    RETURN_IF_ERR(file_create(&output.file, path, err));
    if (!stbi_write_png_to_func(write_file, &output, (int)width, (int)height, (int)channels, pixels,
                                (int)(width * channels))) {
        output.code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                              "no memory to write a PNG of %llu x %llu texels", columns, rows);
        err_set_file(err, path);
    }
    if (output.code != ERR_OK) {
        file_abort(&output.file);
        return output.code;
    }
    return file_commit(&output.file, err);
}
