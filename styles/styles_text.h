/* A surface map's text from its layers. Private to styles/. */
#ifndef STYLES_TEXT_H
#define STYLES_TEXT_H

#include "base/grow.h"
#include "styles/styles_limits.h"

/* styles_write() writes choices[0 .. count) as a surface map in metres and degrees; their masks are numbers of
 * masks[], from 1. credit is one line that JSON need not escape, or NULL. The caller frees *out by
 * file_bytes_free(). SCREE_NO_MEMORY */
MUST_USE enum scree_code styles_write(struct scree_bytes *out, const struct styles_choice *choices,
                                      uint32_t count, uint64_t seed,
                                      const struct styles_mask *masks, const char *credit,
                                      struct scree_error *err);

/* styles_micro() writes millionths as a decimal number with as many digits as it takes. */
#define STYLES_MICRO_SIZE 32
const char *styles_micro(char out[STYLES_MICRO_SIZE], int64_t micro);

#endif
