#include "engines/engines_dxt.h"

#include <string.h>

#define STB_DXT_STATIC
#define STB_DXT_IMPLEMENTATION
#include <stb_dxt.h>

uint8_t *engines_dxt1(uint8_t *out, const uint8_t *rgb, size_t row_texels, size_t size)
{
    uint8_t block[64];
    for (size_t y = 0; y < size; y += 4)
        for (size_t x = 0; x < size; x += 4) {
            for (size_t i = 0; i < 16; i++) {
                memcpy(block + 4 * i, rgb + 3 * ((y + i / 4) * row_texels + x + i % 4), 3);
                block[4 * i + 3] = 255;
            }
            stb_compress_dxt_block(out, block, 0, STB_DXT_NORMAL);
            out += 8;
        }
    return out;
}

void engines_dxt_halve(uint8_t *rgb, size_t size)
{
    const size_t half = size / 2;
    for (size_t y = 0; y < half; y++)
        for (size_t x = 0; x < half; x++)
            for (size_t c = 0; c < 3; c++) {
                const uint8_t *from = rgb + 3 * (2 * y * size + 2 * x) + c;
                const unsigned sum =
                    (unsigned)from[0] + from[3] + from[3 * size] + from[3 * size + 3];
                rgb[3 * (y * half + x) + c] = (uint8_t)((sum + 2) / 4);
            }
}
