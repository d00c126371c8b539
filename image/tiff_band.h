/* Private to image/. */
#ifndef IMAGE_TIFF_BAND_H
#define IMAGE_TIFF_BAND_H

#include "image/image.h"

/* image_band_read() finds what text[0 .. size), that of GDAL_METADATA, says of the first band; of what it
 * does not say, *out holds scale 1, offset 0 and unit "". */
void image_band_read(struct image_band *out, const char *text, size_t size);

#endif
