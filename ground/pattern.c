/* Noise and scattered points with a lattice that wraps. */
#include "ground/pattern.h"

#include <math.h>

uint32_t ground_pattern_hash(uint32_t i, uint32_t j, uint32_t seed)
{
    uint32_t h =
        i * UINT32_C(0x9e3779b1) ^ (j * UINT32_C(0x85ebca77) + seed * UINT32_C(0xc2b2ae3d));
    h ^= h >> 15;
    h *= UINT32_C(0x2c1b3c6d);
    h ^= h >> 12;
    h *= UINT32_C(0x297a2d39);
    return h ^ h >> 15;
}

float ground_pattern_random(uint32_t i, uint32_t j, uint32_t seed)
{
    return (float)(int32_t)(ground_pattern_hash(i, j, seed) >> 8) * 0x1p-24f;
}

/* The product of a gradient with the way from its lattice point; the gradient has the length of a
 * random point of a square, which is even enough for a texture. */
static float pull(uint32_t i, uint32_t j, uint32_t seed, float dx, float dy)
{
    const uint32_t h = ground_pattern_hash(i, j, seed);
    const float gx = (float)(int32_t)(h & 0xffff) * (1.0f / 32768.0f) - 1.0f;
    const float gy = (float)(int32_t)(h >> 16) * (1.0f / 32768.0f) - 1.0f;
    return gx * dx + gy * dy;
}

static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

float ground_pattern_noise(float u, float v, uint32_t cells, uint32_t seed)
{
    const float x = u * (float)(int32_t)cells, y = v * (float)(int32_t)cells;
    const float cell_x = floorf(x), cell_y = floorf(y);
    const float fx = x - cell_x, fy = y - cell_y;
    const uint32_t i = (uint32_t)cell_x % cells, j = (uint32_t)cell_y % cells;
    const uint32_t i1 = (i + 1) % cells, j1 = (j + 1) % cells;
    const float a = fade(fx), b = fade(fy);
    const float n00 = pull(i, j, seed, fx, fy), n10 = pull(i1, j, seed, fx - 1, fy);
    const float n01 = pull(i, j1, seed, fx, fy - 1), n11 = pull(i1, j1, seed, fx - 1, fy - 1);
    const float top = n00 + a * (n10 - n00), bottom = n01 + a * (n11 - n01);
    return 1.6f * (top + b * (bottom - top));
}

float ground_pattern_fractal(float u, float v, uint32_t cells, uint32_t octaves, float gain,
                             uint32_t seed)
{
    float sum = 0.0f, height = 1.0f, full = 0.0f;
    for (uint32_t k = 0; k < octaves; k++) {
        sum += height * ground_pattern_noise(u, v, cells << k, seed + k * 101);
        full += height * height;
        height *= gain;
    }
    return sum / sqrtf(full);
}

void ground_pattern_points(struct ground_pattern_point *out, float u, float v, uint32_t cells,
                           uint32_t seed)
{
    const float x = u * (float)(int32_t)cells, y = v * (float)(int32_t)cells;
    const float cell_x = floorf(x), cell_y = floorf(y);
    float near = 16.0f, next = 16.0f; /* squared */
    for (int dj = -1; dj <= 1; dj++) {
        for (int di = -1; di <= 1; di++) {
            const uint32_t i = ((uint32_t)cell_x + cells + (uint32_t)di) % cells;
            const uint32_t j = ((uint32_t)cell_y + cells + (uint32_t)dj) % cells;
            const uint32_t h = ground_pattern_hash(i, j, seed);
            const float px = cell_x + (float)di + (float)(int32_t)(h & 0xffff) * 0x1p-16f;
            const float py = cell_y + (float)dj + (float)(int32_t)(h >> 16) * 0x1p-16f;
            const float square = (px - x) * (px - x) + (py - y) * (py - y);
            if (square < near) {
                next = near;
                near = square;
                out->id = ground_pattern_hash(i, j, seed + 7);
            } else if (square < next) {
                next = square;
            }
        }
    }
    out->near = sqrtf(near);
    out->next = sqrtf(next);
}
