/* What those who read and write TIFF share. Private to image/. */
#ifndef IMAGE_TIFF_COMMON_H
#define IMAGE_TIFF_COMMON_H

#include "image/image.h"

/* Tags of GeoTIFF 1.1 that libtiff does not know by itself. */
#define TAG_PIXEL_SCALE 33550
#define TAG_TIEPOINT 33922
#define TAG_TRANSFORMATION 34264
#define TAG_GEO_KEYS 34735
#define TAG_GEO_DOUBLES 34736
#define TAG_GEO_ASCII 34737
#define TAG_GDAL_METADATA 42112 /* GDAL's documentation of its GTiff driver: XML */
#define TAG_GDAL_NODATA 42113   /* likewise: text */

/* image_band_read() finds what text[0 .. size), that of GDAL_METADATA, says of the first band; of what it
 * does not say, *out holds scale 1, offset 0 and unit "". */
void image_band_read(struct image_band *out, const char *text, size_t size);

#ifdef SCREE_HAVE_TIFF

#include <stdarg.h>

#include <tiffio.h>

/* A warning handler for what nobody can act on; 1: handled, the global handler is not called. */
static inline int ignore_warning(TIFF *tiff, void *context, const char *module, const char *format,
                                 va_list args)
{
    (void)tiff;
    (void)context;
    (void)module;
    (void)format;
    (void)args;
    return 1;
}

#endif

#endif
