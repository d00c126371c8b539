/*
 * same_crop WHOLE PART COLUMN ROW
 *
 * Whether the picture PART is what WHOLE shows from (COLUMN, ROW) on: same channels, same samples.
 * PNG, or TIFF of bytes. Prints the size of PART as "WIDTH HEIGHT"; status 1 if it differs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bench/files.h"
#include "image/image.h"

#ifdef SCREE_HAVE_TIFF
#include <tiffio.h>

/* Bytes only; whatever else a TIFF may be is an error here. */
static int read_tiff(struct image_picture *out, const char *path)
{
    TIFF *tiff = TIFFOpen(path, "r");
    if (tiff == NULL) return 1;
    uint32_t width = 0, height = 0;
    uint16_t channels = 1, bits = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    *out = (struct image_picture){width, height, channels, bits, NULL};
    const size_t samples = (size_t)width * channels;
    out->samples = mem_alloc(height * samples, sizeof *out->samples);
    uint8_t *row = mem_alloc(samples, 1);
    int result = bits != 8 || out->samples == NULL || row == NULL;
    for (uint32_t j = 0; j < height && result == 0; j++) {
        result = TIFFReadScanline(tiff, row, j, 0) < 0;
        for (size_t i = 0; i < samples; i++) out->samples[j * samples + i] = row[i];
    }
    mem_free(row);
    TIFFClose(tiff);
    return result;
}
#else
static int read_tiff(struct image_picture *out, const char *path)
{
    (void)out;
    (void)path;
    return 1;
}
#endif

static int read_picture(struct image_picture *out, const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot != NULL && strcmp(dot, ".tif") == 0) return read_tiff(out, path);
    struct scree_error err = SCREE_ERROR_INIT;
    return image_read_png(out, path, 1u << 28, &err) != SCREE_OK;
}

int main(int argc, char **argv)
{
    struct image_picture whole = {0}, part = {0};
    if (argc != 5 || read_picture(&whole, argv[1]) != 0 || read_picture(&part, argv[2]) != 0) {
        fprintf(stderr, "same_crop: cannot read %s\n", argc == 5 ? argv[2] : "these arguments");
        return 2;
    }
    const size_t column = (size_t)atol(argv[3]), row = (size_t)atol(argv[4]);
    bool same = whole.channels == part.channels && column + part.width <= whole.width &&
                row + part.height <= whole.height;
    for (size_t j = 0; j < part.height && same; j++)
        same = memcmp(whole.samples + ((row + j) * whole.width + column) * whole.channels,
                      part.samples + j * part.width * part.channels,
                      part.width * part.channels * sizeof *part.samples) == 0;
    printf("%zu %zu\n", part.width, part.height);
    if (!same) fprintf(stderr, "%s is not that part of %s\n", argv[2], argv[1]);
    image_picture_free(&whole);
    image_picture_free(&part);
    return same ? 0 : 1;
}
