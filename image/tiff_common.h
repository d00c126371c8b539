/* What reading and writing TIFF through libtiff share. Private to image/. */
#ifndef IMAGE_TIFF_COMMON_H
#define IMAGE_TIFF_COMMON_H

#include <stdarg.h>

#include <tiffio.h>

/* Tags of GeoTIFF 1.1 that libtiff does not know by itself. */
#define TAG_PIXEL_SCALE 33550
#define TAG_TIEPOINT 33922
#define TAG_TRANSFORMATION 34264
#define TAG_GEO_KEYS 34735
#define TAG_GEO_DOUBLES 34736
#define TAG_GEO_ASCII 34737
#define TAG_GDAL_METADATA 42112 /* GDAL's documentation of its GTiff driver: XML */
#define TAG_GDAL_NODATA 42113   /* likewise: text */

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
