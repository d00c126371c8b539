/*
 * Patterns on the unit square that repeat without a seam: what textures are made of.
 *
 * Places are 0 <= u, v <= 1; cells is the number of lattice cells a side, up to 4096, and the
 * lattice wraps after them. Equal arguments give equal bits everywhere, with every build of
 * ground_pattern_rows.c: whole-number hashes, plain float arithmetic in a stated order, no library
 * function but sqrt. Private to ground/.
 */
#ifndef GROUND_PATTERN_H
#define GROUND_PATTERN_H

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

#define GROUND_PATTERN_RUN 64

/* A number with no visible pattern in i, j and seed. */
static inline uint32_t ground_pattern_hash(uint32_t i, uint32_t j, uint32_t seed)
{
    uint32_t h =
        i * UINT32_C(0x9e3779b1) ^ (j * UINT32_C(0x85ebca77) + seed * UINT32_C(0xc2b2ae3d));
    h ^= h >> 15;
    h *= UINT32_C(0x2c1b3c6d);
    h ^= h >> 12;
    h *= UINT32_C(0x297a2d39);
    return h ^ h >> 15;
}

/* The same in [0, 1). */
static inline float ground_pattern_random(uint32_t i, uint32_t j, uint32_t seed)
{
    return (float)(int32_t)(ground_pattern_hash(i, j, seed) >> 8) * 0x1p-24f;
}

/* Places. */
struct ground_pattern_run {
    alignas(64) float u[GROUND_PATTERN_RUN];
    alignas(64) float v[GROUND_PATTERN_RUN];
};

/* Octaves of gradient noise, each with twice the cells and gain times the height of the one before
 * (and the seed 101 more), divided by the root of the sum of the squares of their heights. */
struct ground_pattern_noise {
    uint32_t cells, octaves; /* 4096 cells at most in the last */
    float gain;
    uint32_t seed;
};

/* One point in each cell: the distances to the nearest and the second nearest in cells, and a
 * number of the nearest's own. */
struct ground_pattern_points {
    alignas(64) float near[GROUND_PATTERN_RUN];
    alignas(64) float next[GROUND_PATTERN_RUN];
    alignas(64) uint32_t id[GROUND_PATTERN_RUN];
};

struct ground_pattern_kernels {
    /* About -1 to 1, mean 0. */
    void (*noise)(float out[GROUND_PATTERN_RUN], const struct ground_pattern_run *at,
                  const struct ground_pattern_noise *noise);
    /* 3 cells at least */
    void (*points)(struct ground_pattern_points *out, const struct ground_pattern_run *at,
                   uint32_t cells, uint32_t seed);
};

/* ground_pattern_select() is the build for an instruction set; NULL as cpu_choose() says. */
const struct ground_pattern_kernels *ground_pattern_select(enum cpu_isa isa);

extern const struct ground_pattern_kernels ground_pattern_rows_baseline;
extern const struct ground_pattern_kernels ground_pattern_rows_x86_64_v3;
extern const struct ground_pattern_kernels ground_pattern_rows_skylake_avx512;

#endif
