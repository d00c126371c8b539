/*
 * SplitMix64: numbers without a pattern from a state that counts in steps of SCRAMBLE_STEP.
 * Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
 */
#ifndef BASE_SCRAMBLE_H
#define BASE_SCRAMBLE_H

#include <stdint.h>

#define SCRAMBLE_STEP UINT64_C(0x9e3779b97f4a7c15)

/* The finaliser: every input bit reaches every output bit. */
static inline uint64_t scramble_bits(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

static inline uint64_t scramble_next(uint64_t *state)
{
    return scramble_bits(*state += SCRAMBLE_STEP);
}

#endif
