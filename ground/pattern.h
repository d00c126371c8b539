/*
 * Patterns on the unit square that repeat without a seam: what textures are made of.
 *
 * u and v are in [0, 1); cells is the number of lattice cells a side, 1 to 4096, and the lattice
 * wraps after them. Equal arguments give equal bits everywhere: whole-number hashes, plain float
 * arithmetic in a stated order, no library function but sqrt. Private to ground/.
 */
#ifndef GROUND_PATTERN_H
#define GROUND_PATTERN_H

#include <stdint.h>

/* A number with no visible pattern in i, j and seed. */
uint32_t ground_pattern_hash(uint32_t i, uint32_t j, uint32_t seed);
/* The same in [0, 1). */
float ground_pattern_random(uint32_t i, uint32_t j, uint32_t seed);

/* Gradient noise, about -1 to 1, mean 0. */
float ground_pattern_noise(float u, float v, uint32_t cells, uint32_t seed);
/* octaves of it, each with twice the cells and gain times the height of the one before; about -1
 * to 1. */
float ground_pattern_fractal(float u, float v, uint32_t cells, uint32_t octaves, float gain,
                             uint32_t seed);

/* One point in each cell: the distances to the nearest and the second nearest in cells, and a
 * number of the nearest's own. */
struct ground_pattern_point {
    float near, next;
    uint32_t id;
};
void ground_pattern_points(struct ground_pattern_point *out, float u, float v, uint32_t cells,
                           uint32_t seed);

#endif
