/*
 * Patterns of textures: every build of the rows has the bits of the same arithmetic written for one
 * place, with floorf() and remainders, and they repeat without a seam.
 */
#include "tests/harness.h"

#include <math.h>

#include "ground/pattern.h"

/* ---- a place at a time ---- */

static float pull(uint32_t i, uint32_t j, uint32_t seed, float dx, float dy)
{
    const uint32_t h = ground_pattern_hash(i, j, seed);
    const float gx = (float)(h & 0xffff) / 32768.0f - 1.0f;
    const float gy = (float)(h >> 16) / 32768.0f - 1.0f;
    return gx * dx + gy * dy;
}

static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float octave(float u, float v, uint32_t cells, uint32_t seed)
{
    const float x = u * (float)cells, y = v * (float)cells;
    const float fx = x - floorf(x), fy = y - floorf(y);
    const uint32_t i = (uint32_t)floorf(x) % cells, j = (uint32_t)floorf(y) % cells;
    const uint32_t i1 = (i + 1) % cells, j1 = (j + 1) % cells;
    const float a = fade(fx), b = fade(fy);
    const float n00 = pull(i, j, seed, fx, fy), n10 = pull(i1, j, seed, fx - 1, fy);
    const float n01 = pull(i, j1, seed, fx, fy - 1), n11 = pull(i1, j1, seed, fx - 1, fy - 1);
    const float top = n00 + a * (n10 - n00), bottom = n01 + a * (n11 - n01);
    return 1.6f * (top + b * (bottom - top));
}

static float sum_of(float u, float v, const struct ground_pattern_noise *noise)
{
    float sum = 0.0f, height = 1.0f, full = 0.0f;
    for (uint32_t k = 0; k < noise->octaves; k++) {
        sum += height * octave(u, v, noise->cells << k, noise->seed + k * 101);
        full += height * height;
        height *= noise->gain;
    }
    return sum / sqrtf(full);
}

struct nearest {
    float near, next;
    uint32_t id;
};

static struct nearest nearest_of(float u, float v, uint32_t cells, uint32_t seed)
{
    struct nearest out = {16.0f, 16.0f, 0};
    const float x = u * (float)cells, y = v * (float)cells;
    for (int dj = -1; dj <= 1; dj++)
        for (int di = -1; di <= 1; di++) {
            const uint32_t i = ((uint32_t)floorf(x) + cells + (uint32_t)di) % cells;
            const uint32_t j = ((uint32_t)floorf(y) + cells + (uint32_t)dj) % cells;
            const uint32_t h = ground_pattern_hash(i, j, seed);
            const float px = floorf(x) + (float)di + (float)(h & 0xffff) * 0x1p-16f;
            const float py = floorf(y) + (float)dj + (float)(h >> 16) * 0x1p-16f;
            const float square = (px - x) * (px - x) + (py - y) * (py - y);
            if (square < out.near) {
                out.next = out.near;
                out.near = square;
                out.id = ground_pattern_hash(i, j, seed + 7);
            } else if (square < out.next) {
                out.next = square;
            }
        }
    out.near = sqrtf(out.near);
    out.next = sqrtf(out.next);
    return out;
}

/* ---- tests ---- */

/* Anywhere; some at the edges of the square and of cells, and at 1 itself. */
static void choose_places(struct ground_pattern_run *at, uint64_t *random, uint32_t cells)
{
    for (int n = 0; n < GROUND_PATTERN_RUN; n++) {
        at->u[n] = (float)harness_uniform(random, 0, 1);
        at->v[n] = (float)harness_uniform(random, 0, 1);
        if (n % 7 == 0) at->u[n] = (float)(n % 3) * 0.5f;
        if (n % 11 == 0) at->v[n] = (float)(n % 3) * 0.5f;
        if (n % 13 == 0) at->u[n] = nextafterf(1.0f, 0.0f);
        if (n % 17 == 0) at->v[n] = floorf(at->v[n] * (float)cells) / (float)cells;
    }
}

static void same(float found, float expected, enum cpu_isa isa, int n)
{
    if (!(found < expected) && !(found > expected)) return;
    fail_msg("%s, place %d: %a, expected %a", cpu_name(isa), n, (double)found, (double)expected);
}

static void every_build_has_the_same_bits(void **state)
{
    (void)state;
    uint64_t random = 22;
    for (enum cpu_isa isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++) {
        const struct ground_pattern_kernels *const k = ground_pattern_select(isa);
        if (k == NULL) continue;
        for (int round = 0; round < 200; round++) {
            struct ground_pattern_run at;
            struct ground_pattern_points points;
            float sums[GROUND_PATTERN_RUN];
            const uint32_t cells = 3 + (uint32_t)harness_uniform(&random, 0, round % 2 ? 300 : 20);
            const struct ground_pattern_noise noise = {round % 9 == 0 ? 1 : cells,
                                                       1 + (uint32_t)(round % 4), 0.65f,
                                                       (uint32_t)harness_uniform(&random, 0, 4e9)};
            choose_places(&at, &random, cells);
            k->noise(sums, &at, &noise);
            k->points(&points, &at, cells, noise.seed);
            for (int n = 0; n < GROUND_PATTERN_RUN; n++) {
                const struct nearest expected = nearest_of(at.u[n], at.v[n], cells, noise.seed);
                same(sums[n], sum_of(at.u[n], at.v[n], &noise), isa, n);
                same(points.near[n], expected.near, isa, n);
                same(points.next[n], expected.next, isa, n);
                assert_int_equal(points.id[n], expected.id);
            }
        }
    }
}

static void edges_of_the_square_fit(void **state)
{
    (void)state;
    const struct ground_pattern_kernels *const k = ground_pattern_select(CPU_BEST);
    const struct ground_pattern_noise noise = {12, 5, 0.7f, 5};
    struct ground_pattern_run west, east;
    struct ground_pattern_points points[2];
    float sums[2][GROUND_PATTERN_RUN];
    for (int n = 0; n < GROUND_PATTERN_RUN; n++) {
        west.u[n] = 0.0f;
        east.u[n] = 1.0f;
        west.v[n] = east.v[n] = (float)n / GROUND_PATTERN_RUN;
    }
    k->noise(sums[0], &west, &noise);
    k->noise(sums[1], &east, &noise);
    k->points(&points[0], &west, 9, 3);
    k->points(&points[1], &east, 9, 3);
    for (int n = 0; n < GROUND_PATTERN_RUN; n++) {
        same(sums[1][n], sums[0][n], CPU_BEST, n);
        assert_true(fabsf(points[1].near[n] - points[0].near[n]) < 1e-5f);
        assert_int_equal(points[1].id[n], points[0].id[n]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_build_has_the_same_bits),
        cmocka_unit_test(edges_of_the_square_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
