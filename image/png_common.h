/* What the writers of pictures share. Private to image/. */
#ifndef IMAGE_PNG_COMMON_H
#define IMAGE_PNG_COMMON_H

#include <stddef.h>

#include "base/err.h"

/* image_check_size() refuses a picture without texels: SCREE_BAD_ARGUMENT. */
MUST_USE enum scree_code image_check_size(size_t width, size_t height, struct scree_error *err);
/* image_png8_check() refuses sizes: SCREE_BAD_ARGUMENT, SCREE_LIMIT as image_png8(). */
MUST_USE enum scree_code image_png8_check(size_t width, size_t height, unsigned channels,
                                          struct scree_error *err);

#endif
