/* What every form of the noise shares: the hash of lattice points and the fade between them. */
#ifndef NOISE_LATTICE_H
#define NOISE_LATTICE_H

#include <stdint.h>

#define PRIME_X UINT32_C(0x9E3779B1)
#define PRIME_Y UINT32_C(0x85EBCA77)
#define SEED UINT32_C(0x632BE5AB)

static inline uint32_t mix(uint32_t h)
{
    h *= UINT32_C(0xB7E0A5F5);
    h ^= h >> 15;
    h *= UINT32_C(0x2C1B3C6D);
    h ^= h >> 16;
    return h;
}

static inline float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

#endif
