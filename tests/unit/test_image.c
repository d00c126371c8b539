/*
 * image/: PNGs as libpng sees them, whatever wrote them; outputs that fail leave nothing behind;
 * digests against published vectors; text stays where it belongs.
 */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <png.h>
#include <zlib.h>

#include "base/file.h"
#include "base/sha.h"
#include "image/image.h"

/* A PNG as libpng gives it without any transformation, rows one after the other. */
struct decoded {
    size_t width, height, row_bytes;
    int bits, colour_type;
    uint8_t *rows;
};

static void decode(struct decoded *out, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) fail_msg("libpng refuses %s", path);
    png_init_io(png, file);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    out->width = png_get_image_width(png, info);
    out->height = png_get_image_height(png, info);
    out->bits = png_get_bit_depth(png, info);
    out->colour_type = png_get_color_type(png, info);
    out->row_bytes = png_get_rowbytes(png, info);
    out->rows = malloc(out->height * out->row_bytes);
    assert_non_null(out->rows);
    png_bytepp rows = png_get_rows(png, info);
    for (size_t j = 0; j < out->height; j++)
        memcpy(out->rows + j * out->row_bytes, rows[j], out->row_bytes);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
}

/* Asserts that a file is IHDR, IDATs and IEND and that each of its rows, of row_bytes bytes, has
 * the filter Up: what the header promises and what makes equal pixels equal files. */
static void check_chunks(const char *path, size_t height, size_t row_bytes)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, path, 1 << 24, &err), &err);
    uint8_t *packed = malloc(bytes.size);
    size_t packed_size = 0, pos = 8;
    bool ended = false;
    for (unsigned index = 0; pos < bytes.size; index++) {
        assert_false(ended);
        const uint8_t *chunk = bytes.data + pos;
        const size_t size = (size_t)chunk[2] << 8 | chunk[3] | (size_t)chunk[1] << 16;
        assert_true(pos + 12 + size <= bytes.size);
        if (index == 0) {
            assert_memory_equal(chunk + 4, "IHDR", 4);
        } else if (memcmp(chunk + 4, "IDAT", 4) == 0) {
            memcpy(packed + packed_size, chunk + 8, size);
            packed_size += size;
        } else {
            assert_memory_equal(chunk + 4, "IEND", 4);
            ended = true;
        }
        pos += 12 + size;
    }
    assert_true(ended);
    uLongf size = (uLongf)(height * (row_bytes + 1));
    uint8_t *filtered = malloc(size + 1);
    uLongf unpacked = size + 1;
    assert_int_equal(uncompress(filtered, &unpacked, packed, (uLong)packed_size), Z_OK);
    assert_int_equal(unpacked, size);
    /* libpng leaves the filter out where there is no row above; stb does not. */
    for (size_t j = 0; j < height; j++) {
        const unsigned filter = filtered[j * (row_bytes + 1)];
        assert_true(filter == 2 || (filter == 0 && height == 1));
    }
    free(filtered);
    free(packed);
    file_bytes_free(&bytes);
}

static void fill_noise(void *out, size_t bytes, uint64_t seed)
{
    uint8_t *p = out;
    for (size_t i = 0; i < bytes; i++) {
        const uint32_t value = harness_random(&seed);
        p[i] = (uint8_t)(value >> 31 ? value : 0);
    }
}

static const size_t sizes[][2] = {{1, 1},  {1, 7},   {7, 1},    {2, 2},   {3, 5},
                                  {64, 1}, {17, 33}, {255, 31}, {256, 3}, {333, 201}};
#define SIZE_COUNT (sizeof sizes / sizeof sizes[0])

/* In memory, or row by row on several threads: the bytes of the file are the same. */
static void check_other_ways(const char *path, uint32_t threads, const uint8_t *pixels,
                             size_t width, size_t height, unsigned channels)
{
    struct scree_bytes file, made;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(file_read(&file, path, 1 << 24, &err), &err);
    if (channels == 3) {
        assert_ok(image_write_png8_memory(&made, pixels, width, height, &err), &err);
    } else {
        struct image_png8 *png;
        struct file_writer out;
        assert_ok(file_create(&out, path, &err), &err);
        assert_ok(image_png8_create(&png, threads, &out.out, width, height, channels, &err), &err);
        for (size_t j = 0, rows; j < height; j += rows) {
            rows = 1 + j % 5 < height - j ? 1 + j % 5 : height - j;
            assert_ok(image_png8_rows(png, pixels + j * width * channels, rows, &err), &err);
        }
        assert_ok(image_png8_finish(png, &err), &err);
        assert_ok(file_finish(&out, SCREE_OK, path, &err), &err);
        assert_ok(file_read(&made, path, 1 << 24, &err), &err);
    }
    assert_int_equal(made.size, file.size);
    assert_memory_equal(made.data, file.data, file.size);
    file_bytes_free(&made);
    file_bytes_free(&file);
}

static void png8_is_what_libpng_reads(void **state)
{
    (void)state;
    static const int types[5] = {-1, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                 PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
    static uint8_t pixels[333 * 201 * 4];
    const char *path = scratch_path("out");
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t k = 0; k < SIZE_COUNT; k++) {
        for (unsigned channels = 1; channels <= 4; channels++) {
            const size_t width = sizes[k][0], height = sizes[k][1];
            const size_t bytes = width * height * channels;
            fill_noise(pixels, bytes, k * 4 + channels);
            assert_ok(image_write_png8(path, pixels, width, height, channels, &err), &err);
            struct decoded decoded;
            decode(&decoded, path);
            assert_int_equal(decoded.width, width);
            assert_int_equal(decoded.height, height);
            assert_int_equal(decoded.bits, 8);
            assert_int_equal(decoded.colour_type, types[channels]);
            assert_int_equal(decoded.row_bytes, width * channels);
            assert_memory_equal(decoded.rows, pixels, bytes);
            free(decoded.rows);
            check_chunks(path, height, width * channels);

            check_other_ways(path, (uint32_t)width % 4, pixels, width, height, channels);

            struct image_picture picture;
            assert_ok(image_read_png(&picture, path, width * height, &err), &err);
            assert_int_equal(picture.channels, channels);
            assert_int_equal(picture.bits, 8);
            for (size_t i = 0; i < bytes; i++) assert_int_equal(picture.samples[i], pixels[i]);
            image_picture_free(&picture);
        }
    }
    assert_int_equal(scratch_files(), 1);
}

/* Rows that are compressed in several groups of pieces, on one thread to three. */
static void large_png8_is_what_libpng_reads(void **state)
{
    (void)state;
    enum { WIDTH = 1201, HEIGHT = 899 };
    uint8_t *pixels = malloc((size_t)WIDTH * HEIGHT * 4);
    assert_non_null(pixels);
    fill_noise(pixels, (size_t)WIDTH * HEIGHT * 4, 77);
    memset(pixels + 500000, 9, 1500000);
    const char *path = scratch_path("out");
    struct scree_error err = SCREE_ERROR_INIT;
    for (unsigned channels = 1; channels <= 4; channels *= 2) {
        struct file_writer out;
        assert_ok(file_create(&out, path, &err), &err);
        assert_ok(image_png8(&out.out, 1, pixels, WIDTH, HEIGHT, channels, &err), &err);
        assert_ok(file_finish(&out, SCREE_OK, path, &err), &err);
        struct decoded decoded;
        decode(&decoded, path);
        assert_memory_equal(decoded.rows, pixels, (size_t)WIDTH * HEIGHT * channels);
        free(decoded.rows);
        for (uint32_t threads = 1; threads <= 3; threads++)
            check_other_ways(path, threads, pixels, WIDTH, HEIGHT, channels);
    }
    free(pixels);
}

static void png16_is_what_libpng_reads(void **state)
{
    (void)state;
    static uint16_t pixels[333 * 201];
    const char *path = scratch_path("out");
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t k = 0; k < SIZE_COUNT; k++) {
        const size_t width = sizes[k][0], height = sizes[k][1];
        fill_noise(pixels, width * height * 2, k);
        pixels[0] = 0x1234;
        assert_ok(image_write_png16(path, pixels, width, height, &err), &err);
        struct decoded decoded;
        decode(&decoded, path);
        assert_int_equal(decoded.width, width);
        assert_int_equal(decoded.height, height);
        assert_int_equal(decoded.bits, 16);
        assert_int_equal(decoded.colour_type, PNG_COLOR_TYPE_GRAY);
        for (size_t i = 0; i < width * height; i++)
            assert_int_equal(decoded.rows[2 * i] * 256 + decoded.rows[2 * i + 1], pixels[i]);
        free(decoded.rows);
        check_chunks(path, height, width * 2);

        struct image_picture picture;
        assert_ok(image_read_png(&picture, path, width * height, &err), &err);
        assert_int_equal(picture.channels, 1);
        assert_int_equal(picture.bits, 16);
        assert_memory_equal(picture.samples, pixels, width * height * 2);
        image_picture_free(&picture);
    }
}

/* Writes the same noise in one of four formats; the caller cleans up. */
static enum scree_code write_noise(int format, const char *path, size_t width, size_t height,
                                   struct scree_error *err)
{
    static union {
        uint8_t u8[300 * 300 * 4];
        uint16_t u16[300 * 300];
        float f32[300 * 300];
    } noise;
    fill_noise(&noise, sizeof noise.u8, 11);
    switch (format) {
    case 0:
        return image_write_png8(path, noise.u8, width, height, 4, err);
    case 1:
        return image_write_png16(path, noise.u16, width, height, err);
    case 2:
        return image_write_tiff(path, noise.u16, IMAGE_U16, width, height, err);
    default:
        return image_write_tiff(path, noise.f32, IMAGE_F32, width, height, err);
    }
}

static int format_count(void)
{
    return image_has_tiff() ? 4 : 2;
}

static void equal_pixels_give_equal_files(void **state)
{
    (void)state;
    const char *path = scratch_path("out");
    struct scree_error err = SCREE_ERROR_INIT;
    for (int format = 0; format < format_count(); format++) {
        char first[SHA_HEX_SIZE], second[SHA_HEX_SIZE];
        assert_ok(write_noise(format, path, 299, 211, &err), &err);
        assert_ok(sha_file(first, path, &err), &err);
        assert_ok(write_noise(format, path, 299, 211, &err), &err);
        assert_ok(sha_file(second, path, &err), &err);
        assert_string_equal(first, second);
    }
}

static void failed_writes_leave_nothing(void **state)
{
    (void)state;
    const char *path = scratch_path("out");
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(file_write_whole(path, "old", 3, &err), &err);
    struct rlimit old_limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    for (int format = 0; format < format_count(); format++) {
        err_clear(&err);
        assert_int_equal(write_noise(format, "/nowhere/out", 9, 9, &err), SCREE_CANNOT_WRITE);
        assert_string_equal(err.text, "cannot create: No such file or directory");
        assert_string_equal(err.file, "/nowhere/out");
        assert_int_equal(write_noise(format, "/nowhere/out", 9, 9, NULL), SCREE_CANNOT_WRITE);

        /* A disk that is full after 20000 bytes, for files of 90000 and more. */
        const struct rlimit limit = {20000, old_limit.rlim_max};
        void (*old_handler)(int) = signal(SIGXFSZ, SIG_IGN);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        err_clear(&err);
        const enum scree_code code = write_noise(format, path, 300, 300, &err);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
        signal(SIGXFSZ, old_handler);
        assert_int_equal(code, SCREE_CANNOT_WRITE);
        assert_string_equal(err.text, "cannot write: File too large");
        assert_string_equal(err.file, path);

        struct scree_bytes bytes;
        err_clear(&err);
        assert_ok(file_read(&bytes, path, 100, &err), &err);
        assert_int_equal(bytes.size, 3);
        file_bytes_free(&bytes);
        assert_int_equal(scratch_files(), 1);
    }
}

static void impossible_sizes_are_refused(void **state)
{
    (void)state;
    const uint8_t pixel[8] = {0};
    const uint16_t sample = 0;
    const float value = 0;
    const char *path = scratch_path("none");
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(image_write_png8(path, pixel, 23170, 23170, 4, &err), SCREE_LIMIT);
    assert_string_equal(err.text, "23170 x 23170 texels of 4 bytes are too many for the PNG writer "
                                  "(2 GiB), use fewer texels or TIFF");
    assert_string_equal(err.file, path);
    static const size_t huge[][2] = {
        {SIZE_MAX, 1},     {1, SIZE_MAX},  {SIZE_MAX, SIZE_MAX},     {SIZE_MAX / 4, 4},
        {1 << 30, 1 << 1}, {46341, 46341}, {IMAGE_PNG8_MAX_BYTES, 1}};
    for (size_t k = 0; k < sizeof huge / sizeof huge[0]; k++)
        for (unsigned channels = 1; channels <= 4; channels++)
            assert_int_equal(image_write_png8(path, pixel, huge[k][0], huge[k][1], channels, NULL),
                             SCREE_LIMIT);
    assert_int_equal(image_write_png8(path, pixel, 0, 5, 4, NULL), SCREE_BAD_ARGUMENT);
    assert_int_equal(image_write_png8(path, pixel, 5, 0, 4, NULL), SCREE_BAD_ARGUMENT);

    err_clear(&err);
    assert_int_equal(image_write_png16(path, &sample, 0, 5, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "a picture of 0 x 5 texels cannot be written");
    assert_string_equal(err.file, path);
    assert_int_equal(image_write_png16(path, &sample, (size_t)1 << 31, 1, NULL), SCREE_LIMIT);
    assert_int_equal(image_write_png16(path, &sample, 1, (size_t)1 << 31, NULL), SCREE_LIMIT);
    if (image_has_tiff()) {
        assert_int_equal(image_write_tiff(path, &sample, IMAGE_U16, 5, 0, NULL),
                         SCREE_BAD_ARGUMENT);
        assert_int_equal(image_write_tiff(path, &value, IMAGE_F32, 0, 5, NULL), SCREE_BAD_ARGUMENT);
#if SIZE_MAX > UINT32_MAX
        assert_int_equal(image_write_tiff(path, &value, IMAGE_F32, (size_t)1 << 32, 1, NULL),
                         SCREE_LIMIT);
#endif
        assert_int_equal(image_write_tiff(path, &sample, IMAGE_U16, 1, SIZE_MAX, NULL),
                         SCREE_LIMIT);
    } else {
        err_clear(&err);
        assert_int_equal(image_write_tiff(path, &sample, IMAGE_U16, 1, 1, &err), SCREE_UNSUPPORTED);
        assert_string_equal(err.text, "this build of scree cannot write TIFF");
        assert_int_equal(image_write_tiff(path, &value, IMAGE_F32, 1, 1, NULL), SCREE_UNSUPPORTED);
    }
    assert_int_equal(access(path, F_OK), -1);
}

#define CANVAS 160
#define LETTERS_DIGEST 0x2f7a591c20bfaea5u
static uint8_t large[CANVAS * CANVAS * 3], small[CANVAS * CANVAS * 3];
static const struct image_rgb whole = {large, CANVAS, CANVAS};
static const uint8_t red[3] = {200, 10, 30};

static struct image_font *font_of(unsigned cap)
{
    struct image_font *font;
    assert_ok(image_font_create(&font, cap, NULL), NULL);
    return font;
}

/* What is written, of the whole picture, black before. */
static void write_text(struct image_font *font, int32_t x, int32_t y, const char *text)
{
    memset(large, 0, sizeof large);
    image_draw_text(&whole, font, x, y, red, text);
}

/* The rows and columns that hold anything. */
struct extent {
    size_t left, top, right, bottom, drawn;
};

static struct extent extent_of_text(void)
{
    struct extent e = {CANVAS, CANVAS, 0, 0, 0};
    for (size_t j = 0; j < CANVAS; j++)
        for (size_t i = 0; i < CANVAS; i++) {
            if (large[(j * CANVAS + i) * 3] == 0) continue;
            e.drawn++;
            e.left = i < e.left ? i : e.left;
            e.top = j < e.top ? j : e.top;
            e.right = i > e.right ? i : e.right;
            e.bottom = j > e.bottom ? j : e.bottom;
        }
    return e;
}

static void text_stays_in_its_box(void **state)
{
    (void)state;
    static const char *const texts[] = {"Hqj|_@", "\xc3\x85\xc3\x87\xc5\x98g", "\xd0\x99\xd1\x86",
                                        "\xce\x86\xce\xbe\xcf\x87"};
    for (unsigned cap = IMAGE_FONT_MIN_CAP; cap < 30; cap++) {
        struct image_font *font = font_of(cap);
        assert_int_equal(image_font_cap(font), cap);
        for (int t = 0; t < 4; t++) {
            write_text(font, 11, 23, texts[t]);
            const struct extent e = extent_of_text();
            assert_true(e.left >= 11 && e.top >= 23);
            assert_true(e.right <= 11 + image_text_width(font, texts[t]));
            assert_true(e.bottom < 23 + image_font_line(font));
            assert_true(e.drawn > cap * cap / 2);
        }
        /* Capitals stand on a whole row and end on one. */
        write_text(font, 11, 23, "H");
        const struct extent h = extent_of_text();
        assert_int_equal(h.top, 23 + image_font_rise(font));
        assert_int_equal(h.bottom - h.top + 1, cap);
        assert_int_equal(image_font_missing(font)->count, 0);
        image_font_free(font);
    }
}

/* Every character that is promised draws something of its own: none is the box. */
static void characters_can_be_told_apart(void **state)
{
    (void)state;
    static const struct {
        unsigned first, last;
    } ranges[] = {{0x21, 0x7e},     {0xa1, 0xac},     {0xae, 0x17f},    {0x391, 0x3a1},
                  {0x3b1, 0x3c9},   {0x400, 0x45f},   {0x2013, 0x2014}, {0x2018, 0x201e},
                  {0x2026, 0x2026}, {0x2190, 0x2199}, {0xb0, 0xb0},     {0xb2, 0xb2}};
    struct image_font *font = font_of(16);
    uint64_t seen[1200];
    size_t count = 0;
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++)
        for (unsigned code = ranges[r].first; code <= ranges[r].last; code++) {
            char text[4] = {(char)code};
            if (code >= 0x800)
                snprintf(text, sizeof text, "%c%c%c", (char)(0xe0 | code >> 12),
                         (char)(0x80 | (code >> 6 & 0x3f)), (char)(0x80 | (code & 0x3f)));
            else if (code >= 0x80)
                snprintf(text, sizeof text, "%c%c", (char)(0xc0 | code >> 6),
                         (char)(0x80 | (code & 0x3f)));
            write_text(font, 40, 40, text);
            uint64_t hash = image_text_width(font, text);
            for (size_t i = 0; i < sizeof large; i++) hash = hash * 1099511628211u + large[i];
            assert_true(extent_of_text().drawn > 0);
            seen[count++] = hash;
        }
    assert_int_equal(image_font_missing(font)->count, 0);
    size_t ascii = 0;
    for (size_t a = 0; a < 94; a++)
        for (size_t b = 0; b < a; b++) ascii += seen[a] == seen[b];
    assert_int_equal(ascii, 0);
    image_font_free(font);
}

/* The same pixels whatever compiler and processor made them: the digest is of GCC 12 and Clang 14 on
 * x86-64, with and without wide instructions, and of arm64. */
static void letters_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t digest = 14695981039346656037u;
    for (unsigned cap = IMAGE_FONT_MIN_CAP; cap < 24; cap++) {
        struct image_font *font = font_of(cap);
        write_text(font, -3, 2, "Ag\xc3\x84\xc3\xb1\xd0\x96\xce\xa9 0.25\xc2\xb0\xe2\x86\x92W&@i");
        for (size_t i = 0; i < sizeof large; i++) digest = (digest ^ large[i]) * 1099511628211u;
        image_font_free(font);
    }
    assert_true(digest == LETTERS_DIGEST);
}

static bool is_black(size_t row, size_t column)
{
    return large[(row * CANVAS + column) * 3] == 0;
}

static void missing_characters_are_boxes(void **state)
{
    (void)state;
    struct image_font *font = font_of(10);
    /* One of another script, one beyond 16 bits, a control character and two broken bytes. */
    static const char *const texts[] = {"\xe5\xb2\xa9", "\xf0\x9f\x8c\x8d", "\n", "\xc3", "\xff"};
    static const size_t counts[] = {1, 2, 3, 4, 5};
    for (int t = 0; t < 5; t++) {
        write_text(font, 20, 20, texts[t]);
        const struct extent e = extent_of_text();
        assert_int_equal(e.bottom - e.top + 1, 10);
        assert_true(e.drawn > 20 && e.right - e.left >= 4);
        assert_true(is_black(20 + image_font_rise(font) + 5, (e.left + e.right) / 2));
        assert_int_equal(image_font_missing(font)->count, counts[t]);
    }
    assert_int_equal(image_font_missing(font)->first, 0x5ca9);
    image_font_free(font);
}

static void clipped_text_is_a_part_of_the_whole(void **state)
{
    (void)state;
    static const char text[] = "Gr\xc3\xa4ser \xe2\x82\xac";
    struct image_font *font = font_of(16);
    const size_t left = 70, top = 60, width = 31, height = 19;
    const struct image_rgb part = {small, width, height};
    write_text(font, (int32_t)left, (int32_t)top, text);
    /* The window at column x0, row y0 of the large picture. */
    for (size_t y0 = top - height - 1; y0 < top + 26; y0 += 3) {
        for (size_t x0 = left - width - 1; x0 < CANVAS - width; x0 += 2) {
            memset(small, 0, width * height * 3);
            memset(small + width * height * 3, 0x55, 64);
            image_draw_text(&part, font, (int32_t)left - (int32_t)x0, (int32_t)top - (int32_t)y0,
                            red, text);
            for (size_t j = 0; j < height; j++)
                assert_memory_equal(small + j * width * 3, large + ((y0 + j) * CANVAS + x0) * 3,
                                    width * 3);
            for (size_t i = 0; i < 64; i++) assert_int_equal(small[width * height * 3 + i], 0x55);
        }
    }
    memset(small, 0, sizeof small);
    const struct image_rgb none = {small, 0, 0}, nine = {small, 9, 9};
    image_draw_text(&none, font, 0, 0, red, text);
    image_draw_text(&nine, font, INT32_MIN, INT32_MIN, red, text);
    image_draw_text(&nine, font, INT32_MAX, INT32_MAX, red, text);
    image_draw_text(&nine, font, 0, 0, red, "");
    for (size_t i = 0; i < 81 * 3; i++) assert_int_equal(small[i], 0);
    image_font_free(font);
}

static void text_is_bounded(void **state)
{
    (void)state;
    struct image_font *font = font_of(9), *least = font_of(0), *most = font_of(UINT32_MAX);
    assert_int_equal(image_text_width(font, ""), 0);
    static char longer[1000];
    memset(longer, 'W', sizeof longer - 1);
    const size_t wide = image_text_width(font, longer);
    longer[IMAGE_TEXT_MAX] = '\0';
    assert_int_equal(image_text_width(font, longer), wide);
    image_draw_text(&whole, font, -3000, 0, red, longer);
    assert_int_equal(image_font_cap(least), IMAGE_FONT_MIN_CAP);
    assert_int_equal(image_font_cap(most), IMAGE_FONT_MAX_CAP);
    image_draw_text(&whole, most, 0, 0, red, "@\xc3\x86\xe2\x82\xac");
    image_font_free(font);
    image_font_free(least);
    image_font_free(most);
    image_font_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png8_is_what_libpng_reads),
        cmocka_unit_test(large_png8_is_what_libpng_reads),
        cmocka_unit_test(png16_is_what_libpng_reads),
        cmocka_unit_test(equal_pixels_give_equal_files),
        cmocka_unit_test(failed_writes_leave_nothing),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(text_stays_in_its_box),
        cmocka_unit_test(characters_can_be_told_apart),
        cmocka_unit_test(letters_are_the_same_everywhere),
        cmocka_unit_test(missing_characters_are_boxes),
        cmocka_unit_test(clipped_text_is_a_part_of_the_whole),
        cmocka_unit_test(text_is_bounded),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
