/*
 * image/png_read.c: every kind of PNG that libpng can write, compared with what the samples mean;
 * files cut short or with damaged bytes, which must be refused without a word on stderr.
 */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/harness.h"

#include <unistd.h>

#include <png.h>
#include <zlib.h>

#include "base/file.h"
#include "image/image.h"

#define MAX_SIDE 21

/* What kind of PNG, and its samples as they are stored: 0 .. 2^bits - 1, before any widening. */
struct spec {
    int colour_type, bits;
    bool interlaced, transparent;
    unsigned width, height;
    unsigned samples[MAX_SIDE * MAX_SIDE * 4];
    png_color palette[256];
    png_byte alphas[256];
    unsigned palette_size, alpha_count;
    png_color_16 key;
};

struct memory {
    uint8_t bytes[1 << 16];
    size_t size;
};

static unsigned stored_channels(const struct spec *spec)
{
    switch (spec->colour_type) {
    case PNG_COLOR_TYPE_GRAY_ALPHA:
        return 2;
    case PNG_COLOR_TYPE_RGB:
        return 3;
    case PNG_COLOR_TYPE_RGB_ALPHA:
        return 4;
    default:
        return 1;
    }
}

static void append(png_structp png, png_bytep data, size_t size)
{
    struct memory *memory = png_get_io_ptr(png);
    assert_true(size <= sizeof memory->bytes - memory->size);
    memcpy(memory->bytes + memory->size, data, size);
    memory->size += size;
}

static void fill_spec(struct spec *spec, uint64_t *seed)
{
    const unsigned channels = stored_channels(spec), top = (1u << spec->bits) - 1;
    spec->palette_size = spec->bits == 8 ? 200 : spec->bits < 8 ? 1u << spec->bits : 0;
    for (unsigned i = 0; i < 256; i++) {
        const uint32_t value = harness_random(seed);
        spec->palette[i].red = (png_byte)value;
        spec->palette[i].green = (png_byte)(value >> 8);
        spec->palette[i].blue = (png_byte)(value >> 16);
        spec->alphas[i] = (png_byte)(value >> 24);
    }
    spec->alpha_count = spec->palette_size / 2;
    const bool palette = spec->colour_type == PNG_COLOR_TYPE_PALETTE;
    const unsigned below = palette ? spec->palette_size : top + 1;
    for (unsigned i = 0; i < spec->width * spec->height * channels; i++)
        spec->samples[i] = harness_random(seed) % below;
    /* The transparent colour is that of the first pixel, and the last is that too. */
    for (unsigned c = 0; c < channels; c++)
        spec->samples[(spec->width * spec->height - 1) * channels + c] = spec->samples[c];
    spec->key.gray = spec->key.red = (png_uint_16)spec->samples[0];
    if (channels == 3) {
        spec->key.green = (png_uint_16)spec->samples[1];
        spec->key.blue = (png_uint_16)spec->samples[2];
    }
}

static void write_spec(struct memory *out, const struct spec *spec)
{
    static uint8_t packed[MAX_SIDE][MAX_SIDE * 8];
    png_bytep rows[MAX_SIDE];
    const unsigned channels = stored_channels(spec);
    memset(packed, 0, sizeof packed);
    for (unsigned y = 0; y < spec->height; y++) {
        rows[y] = packed[y];
        for (unsigned i = 0; i < spec->width * channels; i++) {
            const unsigned sample = spec->samples[y * spec->width * channels + i];
            const unsigned bits = (unsigned)spec->bits, bit = i * bits;
            if (bits == 16) {
                packed[y][2 * i] = (uint8_t)(sample >> 8);
                packed[y][2 * i + 1] = (uint8_t)sample;
            } else {
                packed[y][bit / 8] |= (uint8_t)(sample << (8 - bits - bit % 8));
            }
        }
    }
    out->size = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) fail_msg("libpng cannot write this");
    png_set_write_fn(png, out, append, NULL);
    png_set_IHDR(png, info, spec->width, spec->height, spec->bits, spec->colour_type,
                 spec->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    /* Neither of these may change a sample. */
    png_set_gAMA_fixed(png, info, 100000);
    png_color_8 significant = {3, 3, 3, 3, 3};
    if (spec->bits >= 8 && spec->colour_type != PNG_COLOR_TYPE_PALETTE)
        png_set_sBIT(png, info, &significant);
    if (spec->colour_type == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(png, info, spec->palette, (int)spec->palette_size);
        if (spec->transparent) png_set_tRNS(png, info, spec->alphas, (int)spec->alpha_count, NULL);
    } else if (spec->transparent) {
        png_set_tRNS(png, info, NULL, 0, &spec->key);
    }
    png_write_info(png, info);
    png_write_image(png, rows);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
}

/* What pixel (x, y) means; returns its channels. */
static unsigned meaning(unsigned out[4], const struct spec *spec, unsigned x, unsigned y)
{
    const unsigned channels = stored_channels(spec);
    const unsigned *stored = spec->samples + (y * spec->width + x) * channels;
    if (spec->colour_type == PNG_COLOR_TYPE_PALETTE) {
        out[0] = spec->palette[*stored].red;
        out[1] = spec->palette[*stored].green;
        out[2] = spec->palette[*stored].blue;
        out[3] = *stored < spec->alpha_count ? spec->alphas[*stored] : 255;
        return spec->transparent ? 4 : 3;
    }
    const unsigned top = (1u << spec->bits) - 1;
    for (unsigned c = 0; c < channels; c++)
        out[c] = spec->bits < 8 ? stored[c] * 255 / top : stored[c];
    if (!spec->transparent) return channels;
    const bool is_key = channels == 1
                            ? stored[0] == spec->key.gray
                            : stored[0] == spec->key.red && stored[1] == spec->key.green &&
                                  stored[2] == spec->key.blue;
    out[channels] = is_key ? 0 : spec->bits == 16 ? 65535 : 255;
    return channels + 1;
}

static void every_kind_is_read_right(void **state)
{
    (void)state;
    static const struct {
        int colour_type, bits, can_have_key;
    } kinds[] = {{PNG_COLOR_TYPE_GRAY, 1, 1},        {PNG_COLOR_TYPE_GRAY, 2, 1},
                 {PNG_COLOR_TYPE_GRAY, 4, 1},        {PNG_COLOR_TYPE_GRAY, 8, 1},
                 {PNG_COLOR_TYPE_GRAY, 16, 1},       {PNG_COLOR_TYPE_RGB, 8, 1},
                 {PNG_COLOR_TYPE_RGB, 16, 1},        {PNG_COLOR_TYPE_PALETTE, 1, 1},
                 {PNG_COLOR_TYPE_PALETTE, 2, 1},     {PNG_COLOR_TYPE_PALETTE, 4, 1},
                 {PNG_COLOR_TYPE_PALETTE, 8, 1},     {PNG_COLOR_TYPE_GRAY_ALPHA, 8, 0},
                 {PNG_COLOR_TYPE_GRAY_ALPHA, 16, 0}, {PNG_COLOR_TYPE_RGB_ALPHA, 8, 0},
                 {PNG_COLOR_TYPE_RGB_ALPHA, 16, 0}};
    static const unsigned sides[] = {1, 2, 5, 8, 17, MAX_SIDE};
    static struct spec spec;
    static struct memory file;
    uint64_t seed = 3;
    struct scree_error err = SCREE_ERROR_INIT;
    unsigned count = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (unsigned option = 0; option < 4; option++) {
            for (size_t size = 0; size < 36; size++) {
                memset(&spec, 0, sizeof spec);
                spec.colour_type = kinds[k].colour_type;
                spec.bits = kinds[k].bits;
                spec.interlaced = (option & 1) != 0;
                spec.transparent = (option & 2) != 0;
                if (spec.transparent && !kinds[k].can_have_key) continue;
                spec.width = sides[size / 6];
                spec.height = sides[size % 6];
                fill_spec(&spec, &seed);
                write_spec(&file, &spec);
                struct image_picture picture;
                assert_ok(image_read_png_memory(&picture, file.bytes, file.size,
                                                spec.width * spec.height, &err),
                          &err);
                assert_int_equal(picture.width, spec.width);
                assert_int_equal(picture.height, spec.height);
                assert_int_equal(picture.bits, spec.bits == 16 ? 16 : 8);
                for (unsigned y = 0; y < spec.height; y++) {
                    for (unsigned x = 0; x < spec.width; x++) {
                        unsigned expected[4];
                        assert_int_equal(picture.channels, meaning(expected, &spec, x, y));
                        for (unsigned c = 0; c < picture.channels; c++)
                            assert_int_equal(
                                picture.samples[(y * spec.width + x) * picture.channels + c],
                                expected[c]);
                    }
                }
                image_picture_free(&picture);
                image_picture_free(&picture);
                count++;
            }
        }
    }
    assert_int_equal(count, (15 * 4 - 4 * 2) * 36);
}

static void make_grey(struct memory *out)
{
    static struct spec spec;
    memset(&spec, 0, sizeof spec);
    spec.colour_type = PNG_COLOR_TYPE_GRAY;
    spec.bits = 8;
    spec.width = 10;
    spec.height = 9;
    uint64_t seed = 1;
    fill_spec(&spec, &seed);
    write_spec(out, &spec);
}

/* stderr to a file and back; end_quiet() asserts that nothing was written to it. */
struct quiet {
    FILE *file;
    int saved;
};

static void begin_quiet(struct quiet *quiet)
{
    fflush(stderr);
    quiet->file = tmpfile();
    assert_non_null(quiet->file);
    quiet->saved = dup(STDERR_FILENO);
    dup2(fileno(quiet->file), STDERR_FILENO);
}

static void end_quiet(struct quiet *quiet)
{
    fflush(stderr);
    dup2(quiet->saved, STDERR_FILENO);
    close(quiet->saved);
    const off_t written = lseek(fileno(quiet->file), 0, SEEK_END);
    fclose(quiet->file);
    assert_int_equal(written, 0);
}

static void assert_empty(const struct image_picture *picture)
{
    assert_null(picture->samples);
    assert_int_equal(picture->width + picture->height + picture->channels + picture->bits, 0);
}

static void files_cut_short_are_refused(void **state)
{
    (void)state;
    static struct memory file;
    make_grey(&file);
    struct quiet quiet;
    begin_quiet(&quiet);
    for (size_t size = 0; size < file.size; size++) {
        /* Of its own size, so that a sanitizer sees a read beyond the end. */
        uint8_t *part = malloc(size + 1);
        memcpy(part, file.bytes, size);
        struct image_picture picture;
        struct scree_error err = SCREE_ERROR_INIT;
        const enum scree_code code = image_read_png_memory(&picture, part, size, 1000, &err);
        free(part);
        assert_int_equal(code, SCREE_MALFORMED);
        assert_empty(&picture);
        assert_true(err.offset <= size);
        if (size < 8)
            assert_string_equal(err.text, "is not a PNG file");
        else
            assert_string_equal(err.text, "damaged PNG: the file ends too early");
    }
    end_quiet(&quiet);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    static struct memory file;
    make_grey(&file);
    /* gAMA (16 bytes) and sBIT (13) follow IHDR (25); damage there is nobody's business. */
    const size_t ignored = 8 + 25, ignored_end = ignored + 16 + 13;
    assert_memory_equal(file.bytes + ignored + 4, "gAMA", 4);
    assert_memory_equal(file.bytes + ignored_end + 4, "IDAT", 4);
    struct quiet quiet;
    begin_quiet(&quiet);
    for (size_t at = 0; at < file.size; at++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            file.bytes[at] ^= (uint8_t)(1u << bit);
            struct image_picture picture;
            struct scree_error err = SCREE_ERROR_INIT;
            const enum scree_code code =
                image_read_png_memory(&picture, file.bytes, file.size, 1000, &err);
            const bool in_ignored = at >= ignored && at < ignored_end;
            if (in_ignored && code == SCREE_OK) {
                assert_int_equal(picture.width, 10);
            } else if (in_ignored || at < 8) {
                assert_int_equal(code, SCREE_MALFORMED);
            } else {
                assert_true(code == SCREE_MALFORMED);
                assert_memory_equal(err.text, "damaged PNG: ", 13);
            }
            if (code != SCREE_OK) assert_empty(&picture);
            image_picture_free(&picture);
            file.bytes[at] ^= (uint8_t)(1u << bit);
        }
    }
    end_quiet(&quiet);
}

static void put_big(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void limits_come_before_memory(void **state)
{
    (void)state;
    static struct memory file;
    make_grey(&file);
    struct image_picture picture;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(image_read_png_memory(&picture, file.bytes, file.size, 90, &err), &err);
    image_picture_free(&picture);
    assert_int_equal(image_read_png_memory(&picture, file.bytes, file.size, 89, &err), SCREE_LIMIT);
    assert_string_equal(err.text, "has 10 x 9 pixels, the limit is 89");
    assert_empty(&picture);

    /* As large as libpng takes where addresses have 32 bits. */
    put_big(file.bytes + 16, 0x0fffffff);
    put_big(file.bytes + 20, 0x0fffffff);
    put_big(file.bytes + 29, (uint32_t)crc32(0, file.bytes + 12, 17));
    err_clear(&err);
    assert_int_equal(image_read_png_memory(&picture, file.bytes, file.size, 1 << 30, &err),
                     SCREE_LIMIT);
    assert_string_equal(err.text, "has 268435455 x 268435455 pixels, the limit is 1073741824");
    /* No width at all is damage, and so is one with the highest bit. */
    const uint32_t bad[] = {0, 0x80000000, 0xffffffff};
    for (size_t i = 0; i < 3; i++) {
        put_big(file.bytes + 16, bad[i]);
        put_big(file.bytes + 29, (uint32_t)crc32(0, file.bytes + 12, 17));
        assert_int_equal(image_read_png_memory(&picture, file.bytes, file.size, 1 << 30, NULL),
                         SCREE_MALFORMED);
    }
}

static void files_are_named(void **state)
{
    (void)state;
    static struct memory file;
    make_grey(&file);
    char path[] = "/tmp/scree-png-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct scree_error err = SCREE_ERROR_INIT;
    struct image_picture picture;
    assert_ok(file_write_whole(path, file.bytes, file.size, &err), &err);
    assert_ok(image_read_png(&picture, path, 90, &err), &err);
    assert_int_equal(picture.height, 9);
    image_picture_free(&picture);

    assert_int_equal(image_read_png(&picture, path, 5, &err), SCREE_LIMIT);
    assert_string_equal(err.file, path);
    err_clear(&err);
    assert_ok(file_write_whole(path, "P5 1 1 255 x", 12, &err), &err);
    assert_int_equal(image_read_png(&picture, path, 90, &err), SCREE_MALFORMED);
    char text[ERR_TEXT_SIZE];
    snprintf(text, sizeof text, "%s: byte 0: is not a PNG file", path);
    char formatted[ERR_TEXT_SIZE];
    assert_string_equal(err_format(formatted, sizeof formatted, &err), text);
    unlink(path);
    err_clear(&err);
    assert_int_equal(image_read_png(&picture, path, 90, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.file, path);
    assert_empty(&picture);
    assert_int_equal(image_read_png(&picture, path, UINT64_MAX, NULL), SCREE_CANNOT_READ);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read_right),  cmocka_unit_test(files_cut_short_are_refused),
        cmocka_unit_test(damaged_bytes_are_refused), cmocka_unit_test(limits_come_before_memory),
        cmocka_unit_test(files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
