/*
 * From a layer's parameters to the numbers an evaluation needs.
 *
 * Rule (The model): Noise has mean 0 and variance 1 over its full set of octaves. See
 * model.md#noise, noise/noise_point.c. Tests: unit/test_noise
 * (mean_zero_variance_one_for_every_octave_count), golden/noise.
 *
 * Rule (The model): Octaves go down to the texels, and no amplitude depends on that. See
 * model.md#noise. Tests: unit/test_noise (fine_octaves_are_left_out_by_texel_size),
 * unit/test_render (some_ground_is_bare_whatever_smsz_is).
 *
 * Rule (The model): Layers of equal ORIG have equal patterns; NEGA inverts. See model.md#noise.
 * Tests: unit/test_noise (origin_decides_the_pattern, nega_flips_exactly), unit/test_render
 * (equal_origin_equal_pattern).
 */
#include "noise/noise.h"

#include <math.h>
#include <string.h>

#include "base/scramble.h"

uint32_t noise_resolved_octaves(const struct noise_spectrum *spectrum, uint64_t units,
                                uint64_t samples)
{
    /* largest / 2^k >= 2 * units / samples, in whole numbers. */
    const uint64_t most = samples << spectrum->largest_log2;
    uint32_t count = 0;
    while (count < NOISE_MAX_OCTAVES && most >= (2 * units) << count) count++;
    return count;
}

static uint64_t float_bits(float value)
{
    const float positive_zero = value + 0.0f; /* -0 is the same place as 0 */
    uint32_t bits;
    memcpy(&bits, &positive_zero, sizeof bits);
    return bits;
}

void noise_prepare(struct noise_fractal *out, const struct noise_spectrum *spectrum,
                   const float orig[2], bool invert, uint32_t count)
{
    memset(out, 0, sizeof *out);
    out->count = count;

    double gain = 1.0, sum = 0.0;
    for (uint32_t k = 0; k < spectrum->full; k++) {
        sum += gain * gain;
        gain *= spectrum->gain;
    }
    const double norm = 1.0 / sqrt(NOISE_OCTAVE_VARIANCE * sum);

    uint64_t seed = scramble_bits(float_bits(orig[0]) | float_bits(orig[1]) << 32);
    gain = 1.0;
    for (uint32_t k = 0; k < count; k++) {
        struct noise_octave *octave = &out->octaves[k];
        octave->shift_x = scramble_next(&seed);
        octave->shift_y = scramble_next(&seed);
        octave->amplitude = (float)(invert ? -(gain * norm) : gain * norm);
        octave->cell_bits = 32 + spectrum->largest_log2 - k;
        gain *= spectrum->gain;
    }
}
