/* image/tiff.c: files as libtiff reads them, and what a reader that knows little can rely on. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/harness.h"

#include <unistd.h>

#include "base/file.h"
#include "image/image.h"

#ifdef SCREE_HAVE_TIFF
#include <tiffio.h>

static const size_t sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {17, 33}, {700, 1000}, {300001, 3}};
#define SIZE_COUNT (sizeof sizes / sizeof sizes[0])

/* Reads path with libtiff and asserts that it is grey samples equal to pixels, all else plain. */
static void check(const char *path, const void *pixels, size_t width, size_t height,
                  unsigned sample_bytes, unsigned format)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, path, 1 << 24, &err), &err);
    assert_memory_equal(bytes.data, "II*\0", 4);
    file_bytes_free(&bytes);

    TIFF *tiff = TIFFOpen(path, "r");
    assert_non_null(tiff);
    uint32_t number32;
    uint16_t number16;
    assert_true(TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &number32));
    assert_int_equal(number32, width);
    assert_true(TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &number32));
    assert_int_equal(number32, height);
    assert_true(TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &number16));
    assert_int_equal(number16, sample_bytes * 8);
    assert_true(TIFFGetField(tiff, TIFFTAG_SAMPLEFORMAT, &number16));
    assert_int_equal(number16, format);
    assert_true(TIFFGetField(tiff, TIFFTAG_SAMPLESPERPIXEL, &number16));
    assert_int_equal(number16, 1);
    assert_true(TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &number16));
    assert_int_equal(number16, PHOTOMETRIC_MINISBLACK);
    assert_true(TIFFGetField(tiff, TIFFTAG_COMPRESSION, &number16));
    assert_int_equal(number16, COMPRESSION_NONE);
    char *text = NULL;
    assert_false(TIFFGetField(tiff, TIFFTAG_DATETIME, &text));
    assert_false(TIFFGetField(tiff, TIFFTAG_SOFTWARE, &text));
    assert_false(TIFFIsTiled(tiff));

    const size_t row_bytes = width * sample_bytes;
    assert_int_equal(TIFFScanlineSize(tiff), row_bytes);
    uint8_t *row = malloc(row_bytes);
    for (size_t j = 0; j < height; j++) {
        assert_int_equal(TIFFReadScanline(tiff, row, (uint32_t)j, 0), 1);
        assert_memory_equal(row, (const uint8_t *)pixels + j * row_bytes, row_bytes);
    }
    free(row);
    assert_int_equal(TIFFReadDirectory(tiff), 0);
    TIFFClose(tiff);
}

static void tiffs_are_what_libtiff_reads(void **state)
{
    (void)state;
    char path[] = "/tmp/scree-tiff-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    static uint16_t integers[300001 * 3];
    static float floats[300001 * 3];
    uint64_t seed = 5;
    for (size_t i = 0; i < 300001 * 3; i++) {
        integers[i] = (uint16_t)harness_random(&seed);
        floats[i] = (float)harness_uniform(&seed, -1e4, 1e4);
    }
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t k = 0; k < SIZE_COUNT; k++) {
        const size_t width = sizes[k][0], height = sizes[k][1];
        assert_ok(image_write_tiff(path, integers, IMAGE_U16, width, height, &err), &err);
        check(path, integers, width, height, 2, SAMPLEFORMAT_UINT);
        assert_ok(image_write_tiff(path, floats, IMAGE_F32, width, height, &err), &err);
        check(path, floats, width, height, 4, SAMPLEFORMAT_IEEEFP);
    }
    unlink(path);
}

int main(void)
{
    assert_true(image_has_tiff());
    const struct CMUnitTest tests[] = {cmocka_unit_test(tiffs_are_what_libtiff_reads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    fputs("SKIPPED: built without libtiff\n", stderr);
    return image_has_tiff() ? 1 : HARNESS_SKIP;
}

#endif
