/*
 * Ordered dither of materials by their weights.
 *
 * Rule (BeamNG): Dithering by an 8 x 8 Bayer matrix; small areas join their neighbours. See
 * formats/beamng.md#a-level, ground/speckles.c. Tests: unit/test_level (dither, speckles).
 */
#include "ground/ground.h"

/* Bayer's matrix by its recursion: bits of x ^ y and y, the lowest first, become the highest. */
static uint32_t rank_of(uint32_t x, uint32_t y)
{
    uint32_t rank = 0;
    for (int bit = 0; bit < 3; bit++) {
        rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1);
    }
    return rank;
}

void ground_dither_row(uint8_t *ids, const uint16_t *const *weights, size_t count, uint32_t width,
                       uint32_t y)
{
    for (uint32_t x = 0; x < width; x++) {
        /* The middle of the rank's 64th of the weights, in 128ths of 65535. */
        const uint32_t level = (2 * rank_of(x & 7, y & 7) + 1) * 65535u;
        uint32_t sum = 0;
        size_t m = 0;
        for (; m + 1 < count; m++) {
            sum += weights[m][x];
            if (sum * 128u > level) break;
        }
        ids[x] = (uint8_t)m;
    }
}
