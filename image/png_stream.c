/*
 * PNG of 8 bits, or 16 of grey, row by row, compressed on several threads (zlib_rle.h). The filter is Up for every row.
 * Source: PNG specification, second edition, clauses 5 (chunks), 9 (filters) and 11 (their data).
 *
 * Rule (Files of a bake): A mask is a grey PNG without gamma; every row has the filter Up. See
 * formats/masks.md. Tests: unit/test_image (png8_is_what_libpng_reads), api/install.
 */
#include "image/image.h"

#include <assert.h>
#include <string.h>

#include <libdeflate.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "image/png_common.h"
#include "image/zlib_rle.h"

#define FILTER_UP 2
#define LOOK_BACK 4 /* bytes before the filtered rows: what the compressor looks back at */
#define IDAT_BYTES ((size_t)1 << 18) /* of all IDAT but the last */

struct image_png8 {
    struct stream *to;
    size_t row_bytes, rows_left;
    uint8_t *above;    /* the row before */
    uint8_t *filtered; /* [LOOK_BACK ..): rows that wait, each behind a byte for its filter */
    uint8_t *packed;
    size_t waiting, enough; /* bytes that wait, and how many are compressed at once */
    size_t packed_bytes;    /* that no chunk has yet */
    struct image_zlib *zlib;
};

static enum scree_code write_chunk(struct image_png8 *png, const char *type, const uint8_t *data,
                                   size_t size, struct scree_error *err)
{
    uint8_t head[8], sum[4];
    bytes_put_u32be(head, (uint32_t)size);
    memcpy(head + 4, type, 4);
    bytes_put_u32be(sum, libdeflate_crc32(libdeflate_crc32(0, head + 4, 4), data, size));
    RETURN_IF_ERR(stream_put(png->to, head, sizeof head, err));
    RETURN_IF_ERR(stream_put(png->to, data, size, err));
    return stream_put(png->to, sum, sizeof sum, err);
}

/* 16 bits of grey take the bytes that grey with alpha has. */
struct form {
    size_t width, height;
    unsigned channels;
    bool deep;
};

static enum scree_code write_head(struct image_png8 *png, const struct form *form,
                                  struct scree_error *err)
{
    static const uint8_t colour_types[5] = {[1] = 0, [2] = 4, [3] = 2, [4] = 6};
    uint8_t head[13] = {
        [8] = form->deep ? 16 : 8, [9] = form->deep ? 0 : colour_types[form->channels]};
    bytes_put_u32be(head, (uint32_t)form->width);
    bytes_put_u32be(head + 4, (uint32_t)form->height);
    RETURN_IF_ERR(stream_put(png->to, "\211PNG\r\n\032\n", 8, err));
    return write_chunk(png, "IHDR", head, sizeof head, err);
}

/* Pieces that are compressed at once, a few for each thread, or all of a small image. */
static uint32_t pieces_for(uint32_t threads, size_t row_bytes, size_t height)
{
    const size_t all = (row_bytes + 1) * height / IMAGE_ZLIB_PIECE + 1;
    return 2 * (size_t)threads < all ? 2 * threads : (uint32_t)all;
}

uint64_t image_png8_memory_bytes(uint32_t threads, size_t width, size_t height, unsigned channels)
{
    const size_t row = width * channels, all = (row + 1) * height;
    const size_t most = pieces_for(threads, row, height) * IMAGE_ZLIB_PIECE;
    /* Filtered, what is found in them (two bytes for each), and compressed; two rows. */
    return 4 * (uint64_t)(most < all ? most : all) + 2 * row;
}

static enum scree_code allocate(struct image_png8 *png, size_t height, unsigned channels,
                                uint32_t threads, struct scree_error *err)
{
    const uint32_t pieces = pieces_for(threads, png->row_bytes, height);
    png->enough = pieces * IMAGE_ZLIB_PIECE;
    png->above = mem_alloc(png->row_bytes, 1);
    png->filtered = mem_alloc(LOOK_BACK + png->enough + png->row_bytes, 1);
    png->packed = mem_alloc(IDAT_BYTES + image_zlib_bound(png->enough), 1);
    png->zlib = image_zlib_create(pieces, channels, threads);
    if (png->above != NULL && png->filtered != NULL && png->packed != NULL && png->zlib != NULL)
        return SCREE_OK;
    return err_no_memory(err);
}

static enum scree_code create(struct image_png8 **out, uint32_t threads, struct stream *to,
                              const struct form *form, struct scree_error *err)
{
    const unsigned channels = form->channels;
    assert(channels >= 1 && channels <= 4);
    *out = NULL;
    enum scree_code code;
    struct image_png8 *png;
    RETURN_IF_ERR(image_png8_check(form->width, form->height, channels, err));
    RETURN_IF_ERR(MEM_NEED(&png, 1, sizeof *png, err));
    png->to = to;
    png->row_bytes = form->width * channels;
    png->rows_left = form->height;
    FAIL_IF_ERR(code, allocate(png, form->height, channels, parallel_threads(threads), err));
    FAIL_IF_ERR(code, write_head(png, form, err));
    *out = png;
    return SCREE_OK;

fail:
    image_png8_abort(png);
    return code;
}

enum scree_code image_png8_create(struct image_png8 **out, uint32_t threads, struct stream *to,
                                  size_t width, size_t height, unsigned channels,
                                  struct scree_error *err)
{
    const struct form form = {width, height, channels, false};
    return create(out, threads, to, &form, err);
}

enum scree_code image_png16_create(struct image_png8 **out, uint32_t threads, struct stream *to,
                                   size_t width, size_t height, struct scree_error *err)
{
    const struct form form = {width, height, 2, true};
    return create(out, threads, to, &form, err);
}

/* Compresses the first of what waits, or the rest of it, and writes whole chunks. */
static enum scree_code compress(struct image_png8 *png, size_t size, bool last,
                                struct scree_error *err)
{
    png->packed_bytes += image_zlib_put(png->zlib, png->packed + png->packed_bytes,
                                        png->filtered + LOOK_BACK, size, last);
    png->waiting -= size;
    memmove(png->filtered, png->filtered + size, LOOK_BACK + png->waiting);
    size_t done = 0;
    while (png->packed_bytes - done >= IDAT_BYTES || (last && png->packed_bytes > done)) {
        const size_t left = png->packed_bytes - done, some = left < IDAT_BYTES ? left : IDAT_BYTES;
        RETURN_IF_ERR(write_chunk(png, "IDAT", png->packed + done, some, err));
        done += some;
    }
    png->packed_bytes -= done;
    memmove(png->packed, png->packed + done, png->packed_bytes);
    return SCREE_OK;
}

enum scree_code image_png8_rows(struct image_png8 *png, const uint8_t *pixels, size_t rows,
                                struct scree_error *err)
{
    const size_t bytes = png->row_bytes;
    const uint8_t *above = png->above;
    assert(rows <= png->rows_left);
    for (size_t j = 0; j < rows; j++) {
        const uint8_t *const row = pixels + j * bytes;
        uint8_t *const out = png->filtered + LOOK_BACK + png->waiting;
        out[0] = FILTER_UP;
        for (size_t i = 0; i < bytes; i++) out[1 + i] = (uint8_t)(row[i] - above[i]);
        above = row;
        png->waiting += bytes + 1;
        while (png->waiting >= png->enough) RETURN_IF_ERR(compress(png, png->enough, false, err));
    }
    if (rows > 0) memcpy(png->above, above, bytes);
    png->rows_left -= rows;
    return SCREE_OK;
}

enum scree_code image_png8_finish(struct image_png8 *png, struct scree_error *err)
{
    assert(png->rows_left == 0);
    enum scree_code code = compress(png, png->waiting, true, err);
    if (code == SCREE_OK) code = write_chunk(png, "IEND", png->packed, 0, err);
    image_png8_abort(png);
    return code;
}

void image_png8_abort(struct image_png8 *png)
{
    if (png == NULL) return;
    mem_free(png->zlib);
    mem_free(png->packed);
    mem_free(png->filtered);
    mem_free(png->above);
    mem_free(png);
}
