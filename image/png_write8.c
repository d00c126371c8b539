/*
 * 8-bit PNG through stb_image_write, which builds the whole file in memory.
 *
 * The filter is Up for every row and the compressor our own (zlib_rle.h): stb's search for a filter
 * and its deflate take most of its time and give larger files on masks. RGB goes through
 * libdeflate.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "image/image.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libdeflate.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "image/zlib_rle.h"

/*
 * What the compressor must know besides the bytes. It stands where stb writes the length of the
 * file, so that stb's function has a pointer to it, and in front of everything that function
 * allocates, so that the compressor finds it.
 */
struct request {
    int length;
    unsigned channels;
    uint32_t threads;
};

#define HEAD_BYTES ((size_t)64) /* keeps what follows aligned */
#define TOUCH_BYTES ((size_t)8 << 20)

/* Asks for all pages of memory that will be filled at once, which takes less than a fault for each.
 * Where a system does not know this, the faults come. */
static void touch(unsigned char *memory, size_t size)
{
#ifdef MADV_POPULATE_WRITE
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = page - (uintptr_t)memory % page;
    if (size >= TOUCH_BYTES)
        madvise(memory + before, (size - before) / page * page, MADV_POPULATE_WRITE);
#else
    (void)memory, (void)size;
#endif
}

static void *allocate(size_t size, const int *length)
{
    unsigned char *memory = malloc(HEAD_BYTES + size);
    if (memory == NULL) return NULL;
    if (length != NULL) {
        memcpy(memory, length, sizeof(struct request));
        touch(memory, size);
    }
    return memory + HEAD_BYTES;
}

static void release(void *memory)
{
    if (memory != NULL) free((unsigned char *)memory - HEAD_BYTES);
}

/* Pictures in colours repeat what is further away than a pixel, which libdeflate finds. Measured on
 * previews of 4096 x 4096: level 6 is 15 % smaller than our own; level 1 is not, and level 9 takes
 * twice the time for 2 %. */
#define DEFLATE_LEVEL 6

static size_t compress_picture(unsigned char *out, size_t room, const unsigned char *data,
                               size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(DEFLATE_LEVEL);
    if (compressor == NULL) return 0;
    const size_t used = libdeflate_zlib_compress(compressor, data, size, out, room);
    libdeflate_free_compressor(compressor);
    return used;
}

/* Stands in for stb's compressor. */
static unsigned char *zlib_compress(const unsigned char *data, int size, int *out_size)
{
    struct request request;
    memcpy(&request, data - HEAD_BYTES, sizeof request);
    const size_t bytes = (size_t)size, room = image_zlib_bound(bytes);
    unsigned char *out = allocate(room, NULL);
    if (out == NULL) return NULL;
    const size_t used =
        request.channels == 3
            ? compress_picture(out, room, data, bytes)
            : image_zlib_compress(out, data, bytes, request.channels, request.threads);
    /* IMAGE_PNG8_MAX_BYTES leaves room for what does not get smaller (a thousandth) and for the
     * chunks that stb puts around it. */
    assert(used < INT_MAX - 1024);
    *out_size = (int)used;
    if (used > 0) return out;
    release(out);
    return NULL;
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
/* In stbi_write_png_to_mem() out_len is the parameter; elsewhere it is this. */
static int *const out_len = NULL;
#define STBIW_MALLOC(size) allocate((size_t)(size), out_len)
#define STBIW_REALLOC(old, size) NULL /* only for the compressor that is replaced */
#define STBIW_FREE(memory) release(memory)
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

static enum err_code check_size(size_t width, size_t height, unsigned channels, struct err *err)
{
    const unsigned long long columns = width, rows = height;
    if (width == 0 || height == 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a picture of %llu x %llu texels cannot be written", columns, rows);
    /* Divisions, since the products may not fit any type. */
    const size_t limit = IMAGE_PNG8_MAX_BYTES;
    if (width > (limit - 1) / channels || height > limit / (width * channels + 1))
        return err_set(err, ERR_LIMIT, ERR_NO_OFFSET,
                       "%llu x %llu texels of %u bytes are too many for the PNG writer (2 GiB), "
                       "use fewer texels or TIFF",
                       columns, rows, channels);
    return ERR_OK;
}

/* The whole file; release() frees it. */
static enum err_code make_png(unsigned char **png, size_t *size, uint32_t threads,
                              const uint8_t *pixels, size_t width, size_t height, unsigned channels,
                              struct err *err)
{
    struct request request = {0, channels, parallel_threads(threads)};
    *png = stbi_write_png_to_mem(pixels, (int)(width * channels), (int)width, (int)height,
                                 (int)channels, &request.length);
    *size = (size_t)request.length;
    if (*png != NULL) return ERR_OK;
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory to write a PNG of %llu x %llu texels",
                   (unsigned long long)width, (unsigned long long)height);
}

enum err_code image_write_png8_on(uint32_t threads, const char *path, const uint8_t *pixels,
                                  size_t width, size_t height, unsigned channels, struct err *err)
{
    assert(channels >= 1 && channels <= 4);
    unsigned char *png;
    size_t size;
    struct file_writer file;
    enum err_code code = check_size(width, height, channels, err);
    if (code != ERR_OK) {
        err_set_file(err, path);
        return code;
    }
    RETURN_IF_ERR(file_create(&file, path, err));
    code = make_png(&png, &size, threads, pixels, width, height, channels, err);
    if (code == ERR_OK)
        code = file_write(&file, png, size, err);
    else
        err_set_file(err, path);
    release(png);
    if (code == ERR_OK) return file_commit(&file, err);
    file_abort(&file);
    return code;
}

enum err_code image_write_png8(const char *path, const uint8_t *pixels, size_t width, size_t height,
                               unsigned channels, struct err *err)
{
    return image_write_png8_on(0, path, pixels, width, height, channels, err);
}

enum err_code image_write_png8_memory(struct file_bytes *out, const uint8_t *pixels, size_t width,
                                      size_t height, unsigned channels, uint32_t threads,
                                      struct err *err)
{
    assert(channels >= 1 && channels <= 4);
    unsigned char *png;
    size_t size;
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(check_size(width, height, channels, err));
    RETURN_IF_ERR(make_png(&png, &size, threads, pixels, width, height, channels, err));
    out->data = mem_alloc(size + 1, 1);
    if (out->data != NULL) {
        memcpy(out->data, png, size);
        out->size = size;
    }
    release(png);
    if (out->data != NULL) return ERR_OK;
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a PNG");
}
