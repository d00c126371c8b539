/*
 * test_limit_rows ISA: the kernels of one instruction set for limits by other quantities give the
 * bits of render/point.h for any limit and any width and write nothing but their runs; directions are
 * those of the C library's atan2() but for rounding.
 */
#include "tests/kernels/kernel_test.h"

#include <float.h>
#include <math.h>

#include "render/limit.h"
#include "render/limit_rows.h"
#include "render/point.h"

#define MAX_WIDTH 300

struct bench {
    const struct limit_kernels *kernels;
    uint64_t random;
};

static struct plan_limit random_limit(uint64_t *random)
{
    const bool hard = random_below(random, 4) == 0, all = random_below(random, 8) == 0;
    struct plan_limit limit = {.quantity = SRF_ASPECT};
    limit.toward = (float)harness_uniform(random, 0, 360);
    limit.ramp[0].limit = all ? 360.0f : (float)harness_uniform(random, 0, 180);
    limit.ramp[0].rate = hard ? RAMP_HARD_RATE : (float)exp2(harness_uniform(random, -6, 6));
    limit.level = random_below(random, 2) == 0 ? 0.0f : (float)harness_uniform(random, 0, 1);
    return limit;
}

/* Every direction, the axes and level ground among them, of gradients of any size. */
static void random_slopes(float *x, float *y, size_t count, uint64_t *random)
{
    for (size_t i = 0; i < count; i++) {
        const double steep = exp2(harness_uniform(random, -40, 6));
        x[i] = (float)(steep * harness_uniform(random, -1, 1));
        y[i] = (float)(steep * harness_uniform(random, -1, 1));
        if (random_below(random, 16) == 0) x[i] = 0.0f;
        if (random_below(random, 16) == 0) y[i] = -0.0f;
        if (random_below(random, 16) == 0) y[i] = -x[i];
    }
}

static void every_width(void **state)
{
    struct bench *bench = *state;
    for (size_t width = 1; width <= MAX_WIDTH; width++) {
        const size_t count = lanes_pad(width), groups = lanes_groups(width);
        const struct plan_limit limit = random_limit(&bench->random);
        float *const x = run_new(width), *const y = run_new(width), *const slope = run_new(width);
        float *const aspect = run_new(width), *const place = run_new(width);
        random_slopes(x, y, count, &bench->random);
        for (size_t i = 0; i < count; i++) {
            slope[i] = sqrtf(x[i] * x[i] + y[i] * y[i]);
            place[i] = 0.75f;
        }
        bench->kernels->aspect(aspect, x, y, groups);
        bench->kernels->limit(place, &limit, aspect, slope, groups);
        for (size_t i = 0; i < count; i++) {
            assert_same_bits(aspect[i], limit_aspect(x[i], y[i]), "aspect", i);
            const float factor = point_limit(&limit, aspect[i], slope[i]);
            assert_same_bits(place[i], 0.75f * factor, "limit", i);
            assert_true(factor >= 0 && factor <= 1);
        }
        run_free(x, width);
        run_free(y, width);
        run_free(slope, width);
        run_free(aspect, width);
        run_free(place, width);
    }
}

static void positions(void **state)
{
    struct bench *bench = *state;
    for (size_t width = 1; width <= MAX_WIDTH; width++) {
        const size_t count = lanes_pad(width), groups = lanes_groups(width);
        struct plan_limit limit = {.quantity = width % 3 == 0   ? SRF_POSITION
                                               : width % 3 == 1 ? SRF_CURVATURE
                                               : width % 2 == 0 ? SRF_NEAR
                                                                : SRF_WETNESS};
        for (int k = 0; k < 2; k++)
            limit.ramp[k] = (struct plan_ramp){random_below(&bench->random, 3) > 0,
                                               (float)harness_uniform(&bench->random, -2, 2),
                                               (float)exp2(harness_uniform(&bench->random, -4, 9))};
        float *const rise = run_new(width), *const mean = run_new(width);
        float *const value = run_new(width), *const place = run_new(width);
        float *const kept = run_new(width);
        for (size_t i = 0; i < count; i++) {
            rise[i] = (float)harness_uniform(&bench->random, -100, 100);
            mean[i] = rise[i] + (float)harness_uniform(&bench->random, -4, 4);
            place[i] = 0.625f;
        }
        bench->kernels->position(value, rise, mean, groups);
        bench->kernels->limit(place, &limit, value, rise, groups);
        const float bounds[2] = {-50.0f, width % 2 ? 20.0f : FLT_MAX};
        bench->kernels->within(kept, rise, bounds, groups);
        for (size_t i = 0; i < count; i++) {
            assert_true(kept[i] == fminf(fmaxf(rise[i], bounds[0]), bounds[1]));
            assert_same_bits(value[i], rise[i] - mean[i], "position", i);
            assert_same_bits(place[i], 0.625f * point_limit(&limit, value[i], 0), "limit", i);
        }
        run_free(rise, width);
        run_free(mean, width);
        run_free(kept, width);
        run_free(value, width);
        run_free(place, width);
    }
}

/* Pictures of any size, a single pixel among them, at positions that do not increase. */
static void masks(void **state)
{
    struct bench *bench = *state;
    static uint16_t pixels[40 * 40 + 1];
    for (size_t width = 1; width <= MAX_WIDTH; width += 1 + width / 16) {
        struct srf_mask picture = {.pixels = pixels};
        picture.width = 1 + random_below(&bench->random, 40);
        picture.height = 1 + random_below(&bench->random, 40);
        picture.most_code = width % 2 ? 255 : 65535;
        for (size_t i = 0; i < (size_t)picture.width * picture.height; i++)
            pixels[i] = (uint16_t)random_below(&bench->random, picture.most_code + 1u);
        const uint64_t units = 1 + random_below(&bench->random, 300);
        const double scale[2] = {(double)picture.width / ((double)units * 0x1p32),
                                 (double)picture.height / ((double)units * 0x1p32)};
        const struct plan_mask mask = {
            .picture = &picture, .scale = {scale[0], scale[1]}, .north = units << 32};
        const struct plan_limit limit = {.quantity = SRF_MASK, .inverted = width % 3 == 0};
        float *const value = run_new(width), *const place = run_new(width);
        uint32_t first[MAX_WIDTH];
        float across[MAX_WIDTH];
        uint64_t x[MAX_WIDTH];
        const uint64_t y = harness_random(&bench->random) % ((units << 32) + 1);
        const struct limit_pixel down = limit_pixel(mask.north - y, scale[1], picture.height);
        for (size_t i = 0; i < width; i++) {
            x[i] = i == 0 ? units << 32 : harness_random(&bench->random) % ((units << 32) + 1);
            const struct limit_pixel at = limit_pixel(x[i], scale[0], picture.width);
            first[i] = at.first;
            across[i] = at.part;
        }
        const uint16_t *const north = pixels + (size_t)down.first * picture.width;
        const struct limit_mask_row row = {
            north,     north + (picture.height > 1 ? picture.width : 0),
            first,     across,
            down.part, (float)picture.most_code,
            width};
        bench->kernels->mask(value, &row, lanes_groups(width));
        for (size_t i = 0; i < lanes_pad(width); i++) place[i] = 0.375f;
        bench->kernels->limit(place, &limit, value, value, lanes_groups(width));
        for (size_t i = 0; i < lanes_pad(width); i++) {
            const size_t at = i < width ? i : width - 1;
            assert_same_bits(value[i], limit_mask(&mask, x[at], y), "mask", i);
            assert_same_bits(place[i], 0.375f * point_limit(&limit, value[i], 0), "limit", i);
            assert_true(value[i] >= 0 && value[i] <= 1);
        }
        run_free(value, width);
        run_free(place, width);
    }
}

static void directions(void **state)
{
    struct bench *bench = *state;
    enum { COUNT = 4096, GROUPS = COUNT / LANES_GROUP };
    float *const x = run_new(COUNT), *const y = run_new(COUNT), *const aspect = run_new(COUNT);
    random_slopes(x, y, COUNT, &bench->random);
    bench->kernels->aspect(aspect, x, y, GROUPS);
    double worst = 0;
    for (size_t i = 0; i < COUNT; i++) {
        if (x[i] == 0 && y[i] == 0) {
            assert_same_bits(aspect[i], 0.0f, "level", i);
            continue;
        }
        const double exact = atan2(-(double)x[i], -(double)y[i]) * (180 / 3.14159265358979323846);
        double off = fabs((double)aspect[i] - exact);
        while (off >= 359) off = fabs(off - 360);
        worst = off > worst ? off : worst;
    }
    print_message("directions off by %.2g degrees at most\n", worst);
    assert_true(worst < 1e-4);
    run_free(x, COUNT);
    run_free(y, COUNT);
    run_free(aspect, COUNT);
}

int main(int argc, char **argv)
{
    enum cpu_isa isa;
    if (argc != 2 || !cpu_parse(&isa, argv[1])) {
        fprintf(stderr, "usage: test_limit_rows ISA\n");
        return 2;
    }
    static struct bench bench = {.random = 13};
    bench.kernels = limit_select(isa);
    if (bench.kernels == NULL) {
        fprintf(stderr, "SKIPPED: no %s on this machine or in this build\n", argv[1]);
        return HARNESS_SKIP;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_width, &bench),
        cmocka_unit_test_prestate(positions, &bench),
        cmocka_unit_test_prestate(masks, &bench),
        cmocka_unit_test_prestate(directions, &bench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
