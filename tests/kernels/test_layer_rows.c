/*
 * test_layer_rows ISA: the layer kernels of one instruction set give the bits of render/point.h for
 * any layer and any width and write nothing but their runs; ramps that a range of altitudes and
 * slopes leaves out are 1, and layers that it leaves out are 0.
 */
#include "tests/kernels/kernel_test.h"

#include <math.h>

#include "render/cull.h"
#include "render/layer_rows.h"
#include "render/point.h"
#include "render/ramp.h"

#define MAX_WIDTH 300

struct bench {
    const struct layer_kernels *kernels;
    uint64_t random;
};

/* Rates as a plan makes them: hard edges, usual ones, very soft ones. */
static struct plan_ramp random_ramp(uint64_t *random, double low, double high)
{
    struct plan_ramp ramp = {random_below(random, 3) > 0, 0, RAMP_HARD_RATE};
    ramp.limit = (float)harness_uniform(random, low, high);
    if (random_below(random, 4) > 0)
        ramp.rate = (float)(RENDER_RAMP_A / exp2(harness_uniform(random, -12, 12)));
    return ramp;
}

static void random_layer(struct plan_layer *layer, struct plan_relief *relief, uint64_t *random)
{
    memset(layer, 0, sizeof *layer);
    layer->covr = random_below(random, 4) == 0 ? 1.0f : (float)harness_uniform(random, 0, 1);
    layer->vari = random_below(random, 4) == 0 ? 0.0f : (float)harness_uniform(random, 0, 3);
    for (int side = 0; side < 2; side++) {
        layer->altitude[side] = random_ramp(random, -100, 100);
        layer->slope[side] = random_ramp(random, -0.2, 3);
    }
    const double r = random_below(random, 4) == 0 ? 1.0 : harness_uniform(random, 1.01, 8);
    *relief = plan_relief_of(r);
}

/* Altitudes and slopes around the limits and on them. */
static void random_place(float *rise, float *slope, size_t count, const struct plan_layer *layer,
                         uint64_t *random)
{
    const double middle = harness_uniform(random, -120, 120);
    const double spread = exp2(harness_uniform(random, -4, 8));
    const bool on_limits = random_below(random, 2) == 0;
    const double steepest = exp2(harness_uniform(random, -6, 5));
    for (size_t i = 0; i < count; i++) {
        rise[i] = (float)(middle + harness_uniform(random, -spread, spread));
        slope[i] = (float)harness_uniform(random, 0, steepest);
        if (!on_limits) continue;
        if (random_below(random, 16) == 0) rise[i] = layer->altitude[i % 2].limit;
        if (random_below(random, 16) == 0) slope[i] = fabsf(layer->slope[i % 2].limit);
        if (random_below(random, 32) == 0) slope[i] = 0.0f;
    }
}

static void every_width(void **state)
{
    struct bench *bench = *state;
    for (size_t width = 1; width <= MAX_WIDTH; width++) {
        const size_t count = lanes_pad(width), groups = lanes_groups(width);
        struct plan_layer layer;
        struct plan_relief relief;
        random_layer(&layer, &relief, &bench->random);
        const struct render_model model = {
            .noise_mean = width % 3 == 0 ? render_model.noise_mean
                                         : (float)harness_uniform(&bench->random, -0.2, 1.2),
            .noise_spread = (float)harness_uniform(&bench->random, 0, 1)};
        float *const rise = run_new(width), *const slope = run_new(width);
        float *const place = run_new(width), *const own = run_new(width), *const z = run_new(width);
        random_place(rise, slope, count, &layer, &bench->random);
        for (size_t i = 0; i < count; i++) z[i] = (float)harness_uniform(&bench->random, -4, 4);

        bench->kernels->place(place, &layer, &relief, cull_all_ramps(&layer), rise, slope, groups);
        memcpy(own, place, count * sizeof *own);
        bench->kernels->own(own, z, layer.vari, &model, groups);
        int any = 0, open = 0;
        for (size_t i = 0; i < count; i++) {
            const float expected = point_place(&layer, &relief, rise[i], slope[i]);
            assert_same_bits(place[i], expected, "place", i);
            if (layer.vari > 0)
                assert_same_bits(own[i], point_own(&model, expected, layer.vari, z[i]), "own", i);
            any |= expected != 0;
            open |= expected > 0 && expected < 1;
        }
        assert_int_equal(bench->kernels->any(place, groups) != 0, any);
        assert_int_equal(bench->kernels->open(place, NULL, groups) != 0, open);
        run_free(rise, width);
        run_free(slope, width);
        run_free(place, width);
        run_free(own, width);
        run_free(z, width);
    }
}

/* What is left out has no effect. */
static void culling(void **state)
{
    struct bench *bench = *state;
    int nowhere_seen = 0, left_out_seen = 0;
    for (int round = 0; round < 20000; round++) {
        enum { COUNT = 48, GROUPS = COUNT / LANES_GROUP };
        struct plan_layer layer;
        struct plan_relief relief;
        float rise[COUNT], slope[COUNT], place[COUNT];
        random_layer(&layer, &relief, &bench->random);
        random_place(rise, slope, COUNT, &layer, &bench->random);
        struct cull_range range;
        bench->kernels->range(&range.rise_min, &range.rise_max, rise, GROUPS);
        bench->kernels->range(&range.slope_min, &range.slope_max, slope, GROUPS);
        for (size_t i = 0; i < COUNT; i++)
            assert_true(rise[i] >= range.rise_min && rise[i] <= range.rise_max &&
                        slope[i] >= range.slope_min && slope[i] <= range.slope_max);
        bool nowhere;
        const uint32_t all = cull_all_ramps(&layer);
        const uint32_t ramps = cull_ramps(&layer, &relief, &range, &nowhere);
        assert_int_equal(ramps & ~all, 0);
        nowhere_seen += nowhere;
        left_out_seen += !nowhere && (ramps & all) != all;
        bench->kernels->place(place, &layer, &relief, ramps, rise, slope, GROUPS);
        for (size_t i = 0; i < COUNT; i++) {
            const float expected = point_place(&layer, &relief, rise[i], slope[i]);
            if (nowhere)
                assert_same_bits(0.0f, expected, "a layer that is nowhere", i);
            else
                assert_same_bits(place[i], expected, "ramps left out", i);
        }
    }
    assert_true(nowhere_seen > 1000 && left_out_seen > 1000);
}

static void planes(void **state)
{
    struct bench *bench = *state;
    for (size_t width = 1; width <= MAX_WIDTH; width++) {
        const size_t count = lanes_pad(width), groups = lanes_groups(width);
        float *const a = run_new(width), *const b = run_new(width), *const out = run_new(width);
        float *const bare = run_new(width);
        const bool zero = width % 7 == 0;
        for (size_t i = 0; i < count; i++) {
            a[i] = (float)harness_uniform(&bench->random, -3, 3);
            b[i] = (float)harness_uniform(&bench->random, 0, 1);
        }
        bench->kernels->slope(out, a, b, groups);
        for (size_t i = 0; i < count; i++)
            assert_same_bits(out[i], sqrtf(a[i] * a[i] + b[i] * b[i]), "slope", i);
        float least, greatest, low = a[0], high = a[0];
        bench->kernels->range(&least, &greatest, a, groups);
        for (size_t i = 0; i < count; i++) {
            low = a[i] < low ? a[i] : low;
            high = a[i] > high ? a[i] : high;
        }
        assert_same_bits(least, low, "least", 0);
        assert_same_bits(greatest, high, "greatest", 0);

        for (size_t i = 0; i < count; i++) a[i] = zero ? 0.0f : fabsf(a[i]) / 3;
        assert_int_equal(bench->kernels->any(a, groups) != 0, !zero);
        assert_int_equal(bench->kernels->open(b, a, groups) != 0, !zero);
        for (size_t i = 0; i < count; i++) out[i] = b[i];
        bench->kernels->under(out, a, groups);
        for (size_t i = 0; i < count; i++) assert_same_bits(out[i], a[i] * b[i], "under", i);
        for (size_t i = 0; i < count; i++) bare[i] = b[i];
        bench->kernels->weigh(out, bare, a, groups);
        for (size_t i = 0; i < count; i++) {
            assert_same_bits(out[i], a[i] * b[i], "weight", i);
            assert_same_bits(bare[i], b[i] * (1.0f - a[i]), "bare", i);
        }
        run_free(a, width);
        run_free(b, width);
        run_free(out, width);
        run_free(bare, width);
    }
}

/* Samples of texels are added row by row, each from the west. */
static void means(void **state)
{
    struct bench *bench = *state;
    for (int round = 0; round < 2000; round++) {
        const uint32_t per_x = 1 + random_below(&bench->random, round % 4 == 0 ? 20 : 9);
        const uint32_t per_y = 1 + random_below(&bench->random, 9);
        const size_t texels = 1 + random_below(&bench->random, 70);
        const size_t stride = texels * per_x + random_below(&bench->random, 40);
        const size_t samples = stride * (per_y - 1) + texels * per_x;
        float *const plane = run_new(samples), *const out = run_new(texels);
        for (size_t i = 0; i < samples; i++)
            plane[i] = (float)harness_uniform(&bench->random, 0, 1);
        bench->kernels->mean(out, plane, stride, per_x, per_y, texels);
        const float part = 1.0f / (float)(per_x * per_y);
        for (size_t i = 0; i < texels; i++) {
            float sum = 0.0f;
            for (size_t b = 0; b < per_y; b++)
                for (size_t a = 0; a < per_x; a++) sum += plane[b * stride + i * per_x + a];
            assert_same_bits(out[i], sum * part, "mean", i);
        }
        run_free(plane, samples);
        run_free(out, texels);
    }
}

/* From the last layer down, each gets what the later ones left of it; texels are means. */
static void stacks(void **state)
{
    enum { LAYERS = 3 };
    struct bench *bench = *state;
    for (int round = 0; round < 500; round++) {
        const uint32_t per_x = 1 + random_below(&bench->random, 4);
        const uint32_t per_y = round % 2 == 0 ? per_x : 1 + random_below(&bench->random, 4);
        const uint32_t width = 1 + random_below(&bench->random, 40), rows = 3;
        const size_t stride = lanes_pad(width * per_x), texels = lanes_pad(width);
        const size_t samples = stride * per_y * rows, row = stride * per_y;
        float *eff[LAYERS], *weight[LAYERS], *const bare = run_new(samples);
        float *const left = run_new(row), *const here = run_new(row);
        for (int k = 0; k < LAYERS; k++) {
            eff[k] = run_new(samples);
            weight[k] = run_new(texels * rows);
            for (size_t i = 0; i < samples; i++)
                eff[k][i] = (float)harness_uniform(&bench->random, 0, 1);
        }
        for (size_t i = 0; i < samples; i++) bare[i] = (float)harness_uniform(&bench->random, 0, 1);
        const struct layer_stack stack = {LAYERS,  (const float *const *)eff,
                                          weight,  bare,
                                          left,    here,
                                          stride,  texels,
                                          per_x,   per_y,
                                          width,   1,
                                          rows - 1};
        bench->kernels->compose(&stack);
        const float part = 1.0f / (float)(per_x * per_y);
        for (size_t j = 1; j < rows; j++)
            for (size_t i = 0; i < width; i++) {
                float sum[LAYERS] = {0};
                for (size_t b = 0; b < per_y; b++)
                    for (size_t a = 0; a < per_x; a++) {
                        const size_t at = j * row + b * stride + i * per_x + a;
                        const float under_2 = bare[at] * (1.0f - eff[2][at]);
                        sum[2] += eff[2][at] * bare[at];
                        sum[1] += eff[1][at] * under_2;
                        sum[0] += under_2 * (1.0f - eff[1][at]);
                    }
                for (int k = 0; k < LAYERS; k++)
                    assert_same_bits(weight[k][j * texels + i], sum[k] * part, "stack", i);
            }
        for (int k = 0; k < LAYERS; k++) {
            /* Rows that are not at hand are left alone. */
            for (size_t i = 0; i < texels * sizeof(float); i++)
                assert_int_equal(((unsigned char *)weight[k])[i], KERNEL_CANARY);
            run_free(eff[k], samples);
            run_free(weight[k], texels * rows);
        }
        run_free(bare, samples);
        run_free(left, row);
        run_free(here, row);
    }
}

int main(int argc, char **argv)
{
    enum cpu_isa isa;
    if (argc != 2 || !cpu_parse(&isa, argv[1])) {
        fprintf(stderr, "usage: test_layer_rows ISA\n");
        return 2;
    }
    static struct bench bench = {.random = 11};
    bench.kernels = layer_select(isa);
    if (bench.kernels == NULL) {
        fprintf(stderr, "SKIPPED: no %s on this machine or in this build\n", argv[1]);
        return HARNESS_SKIP;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_width, &bench), cmocka_unit_test_prestate(culling, &bench),
        cmocka_unit_test_prestate(planes, &bench),      cmocka_unit_test_prestate(means, &bench),
        cmocka_unit_test_prestate(stacks, &bench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
