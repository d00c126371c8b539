/* Pictures as DXT1, which graphics cards read as it is. Private to engines/. */
#ifndef ENGINES_ENGINES_DXT_H
#define ENGINES_ENGINES_DXT_H

#include <stddef.h>
#include <stdint.h>

/* engines_dxt1() packs a square of RGB, size a multiple of 4 texels a side, rows row_texels apart, in
 * blocks of 4 x 4: 8 bytes each, row by row. Returns the end of out. */
uint8_t *engines_dxt1(uint8_t *out, const uint8_t *rgb, size_t row_texels, size_t size);
/* engines_dxt_halve() makes a square of RGB half as large, in place: rows lie size texels apart, then
 * size / 2. */
void engines_dxt_halve(uint8_t *rgb, size_t size);

#endif
