/*
 * Noise and scattered points with a lattice that wraps, a run of places at a time.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   GROUND_PATTERN_ROWS_TABLE  name of the table this build exports, the only symbol it does
 * One lane is one place; nothing is added up across lanes, so the width of a vector cannot matter.
 */
#include "ground/pattern.h"

#include <math.h>

#define RUN GROUND_PATTERN_RUN

/* The product of a gradient with the way from its lattice point; the gradient has the length of a
 * random point of a square, which is even enough for a texture. */
static inline float pull(uint32_t i, uint32_t j, uint32_t seed, float dx, float dy)
{
    const uint32_t h = ground_pattern_hash(i, j, seed);
    const float gx = (float)(int32_t)(h & 0xffff) * (1.0f / 32768.0f) - 1.0f;
    const float gy = (float)(int32_t)(h >> 16) * (1.0f / 32768.0f) - 1.0f;
    return gx * dx + gy * dy;
}

static inline float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

/* sum += height * one octave. Places are not below 0, so cutting off the fraction rounds down; at 1
 * the cell is that of 0. */
static void add_octave(float *restrict sum, const float *restrict u, const float *restrict v,
                       const struct ground_pattern_noise *octave, float height)
{
    const int32_t cells = (int32_t)octave->cells;
    const uint32_t seed = octave->seed;
    const float side = (float)cells;
    for (size_t n = 0; n < RUN; n++) {
        const float x = u[n] * side, y = v[n] * side;
        const int32_t cell_x = (int32_t)x, cell_y = (int32_t)y;
        const float fx = x - (float)cell_x, fy = y - (float)cell_y;
        const int32_t i = cell_x == cells ? 0 : cell_x, j = cell_y == cells ? 0 : cell_y;
        const int32_t i1 = i + 1 == cells ? 0 : i + 1, j1 = j + 1 == cells ? 0 : j + 1;
        const float a = fade(fx), b = fade(fy);
        const float n00 = pull((uint32_t)i, (uint32_t)j, seed, fx, fy);
        const float n10 = pull((uint32_t)i1, (uint32_t)j, seed, fx - 1, fy);
        const float n01 = pull((uint32_t)i, (uint32_t)j1, seed, fx, fy - 1);
        const float n11 = pull((uint32_t)i1, (uint32_t)j1, seed, fx - 1, fy - 1);
        const float top = n00 + a * (n10 - n00), bottom = n01 + a * (n11 - n01);
        sum[n] += height * (1.6f * (top + b * (bottom - top)));
    }
}

static void noise(float *restrict out, const struct ground_pattern_run *restrict at,
                  const struct ground_pattern_noise *noise)
{
    float height = 1.0f, full = 0.0f;
    for (size_t n = 0; n < RUN; n++) out[n] = 0.0f;
    for (uint32_t k = 0; k < noise->octaves; k++) {
        const struct ground_pattern_noise octave = {noise->cells << k, 1, 1.0f,
                                                    noise->seed + k * 101};
        add_octave(out, at->u, at->v, &octave, height);
        full += height * height;
        height *= noise->gain;
    }
    const float root = sqrtf(full);
    for (size_t n = 0; n < RUN; n++) out[n] = out[n] / root;
}

/* The squared distances to the nearest and the second, and the nearest's cell. */
struct nearest {
    float near[RUN], next[RUN];
    int32_t i[RUN], j[RUN];
};

/* Looks at the points of the cells at (di, dj) from those of the places. */
static void look(struct nearest *restrict found, const struct ground_pattern_run *restrict at,
                 int32_t cells, uint32_t seed, const int32_t offset[2])
{
    const float side = (float)cells;
    const int32_t di = offset[0], dj = offset[1];
    for (size_t n = 0; n < RUN; n++) {
        const float x = at->u[n] * side, y = at->v[n] * side;
        const int32_t cell_x = (int32_t)x, cell_y = (int32_t)y;
        int32_t i = cell_x + di, j = cell_y + dj;
        i = i < 0 ? cells - 1 : i;
        j = j < 0 ? cells - 1 : j;
        i = i >= cells ? i - cells : i;
        j = j >= cells ? j - cells : j;
        const uint32_t h = ground_pattern_hash((uint32_t)i, (uint32_t)j, seed);
        const float px = (float)cell_x + (float)di + (float)(int32_t)(h & 0xffff) * 0x1p-16f;
        const float py = (float)cell_y + (float)dj + (float)(int32_t)(h >> 16) * 0x1p-16f;
        const float square = (px - x) * (px - x) + (py - y) * (py - y);
        const float near = found->near[n], next = found->next[n];
        const float second = square < next ? square : next;
        found->next[n] = square < near ? near : second;
        found->i[n] = square < near ? i : found->i[n];
        found->j[n] = square < near ? j : found->j[n];
        found->near[n] = square < near ? square : near;
    }
}

static void points(struct ground_pattern_points *out, const struct ground_pattern_run *at,
                   uint32_t cells, uint32_t seed)
{
    struct nearest found;
    for (size_t n = 0; n < RUN; n++) {
        found.near[n] = found.next[n] = 16.0f;
        found.i[n] = found.j[n] = 0;
    }
    for (int32_t dj = -1; dj <= 1; dj++)
        for (int32_t di = -1; di <= 1; di++) {
            const int32_t offset[2] = {di, dj};
            look(&found, at, (int32_t)cells, seed, offset);
        }
    for (size_t n = 0; n < RUN; n++) {
        out->near[n] = sqrtf(found.near[n]);
        out->next[n] = sqrtf(found.next[n]);
        out->id[n] = ground_pattern_hash((uint32_t)found.i[n], (uint32_t)found.j[n], seed + 7);
    }
}

extern const struct ground_pattern_kernels GROUND_PATTERN_ROWS_TABLE;
const struct ground_pattern_kernels GROUND_PATTERN_ROWS_TABLE = {noise, points};
