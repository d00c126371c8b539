/*
 * What every form of the noise shares: positions in the lattice, the hash of its points, gradients
 * and the fade between them. noise_point.c says how they are put together. Private to noise/.
 */
#ifndef NOISE_LATTICE_H
#define NOISE_LATTICE_H

#include <math.h>
#include <stdint.h>

#define PRIME_X UINT32_C(0x9E3779B1)
#define PRIME_Y UINT32_C(0x85EBCA77)
#define SEED UINT32_C(0x632BE5AB)

/* Cell number and 24-bit fraction of a position in cells of 2^bits. */
static inline uint32_t cell_of(uint64_t position, uint32_t bits)
{
    return (uint32_t)(position >> bits);
}

static inline float fraction_of(uint64_t position, uint32_t bits)
{
    return (float)(int32_t)(position << (64 - bits) >> 40) * 0x1p-24f;
}

static inline uint32_t mix(uint32_t h)
{
    h *= UINT32_C(0xB7E0A5F5);
    h ^= h >> 15;
    h *= UINT32_C(0x2C1B3C6D);
    h ^= h >> 16;
    return h;
}

/* The hash of lattice row `line`; with that of a column it makes a lattice point's. */
static inline uint32_t row_key(uint32_t line)
{
    return mix(line * PRIME_Y ^ SEED);
}

/* A gradient's component times the amplitude: 4 t (1 - |t|) with t = (signed hash) / 2^31, the
 * powers of two moved into k1 = amplitude * 2^-29 and k2 = amplitude * 2^-60. */
static inline float component(uint32_t hash, float k1, float k2)
{
    const float q = (float)(int32_t)hash; /* two's complement, as all compilers we build with */
    return q * (k1 - k2 * fabsf(q));
}

static inline float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

/* How much of an octave with such cells is shown where `finest` is the smallest size to show. */
static inline float shown_share(float cell, float finest)
{
    const float share = cell / finest - 1.0f;
    const float positive = share > 0.0f ? share : 0.0f;
    return positive < 1.0f ? positive : 1.0f;
}

#endif
