/*
 * test_noise_scatter_rows ISA: the noise at runs of points in one instruction set has the bits of
 * noise_point_fading(), and slopes that are those of the other sets, and of the values.
 */
#include "tests/kernels/kernel_test.h"

#include <math.h>

#include "noise/noise.h"

struct bench {
    enum cpu_isa isa;
    uint64_t random;
};

struct run {
    uint64_t x[NOISE_SCATTER_RUN], y[NOISE_SCATTER_RUN];
    float finest[NOISE_SCATTER_RUN];
};

static void random_run(struct run *run, struct noise_fractal *fractal, uint64_t *random)
{
    const float orig[2] = {(float)harness_uniform(random, -1e4, 1e4), 7.5f};
    noise_prepare(fractal, &NOISE_PLAIN(8), orig, random_below(random, 2) == 0,
                  6 + random_below(random, NOISE_MAX_OCTAVES - 5));
    /* Some runs fine, some coarse, some of everything. */
    const double finest = harness_uniform(random, 1e-3, 3);
    const bool mixed = random_below(random, 2) == 0;
    for (size_t i = 0; i < NOISE_SCATTER_RUN; i++) {
        run->x[i] = (uint64_t)harness_random(random) << 32 | harness_random(random);
        run->y[i] = (uint64_t)harness_random(random) << 32 | harness_random(random);
        run->finest[i] = (float)(mixed ? harness_uniform(random, 1e-4, 200) : finest);
    }
}

static void values_are_the_points(void **state)
{
    struct bench *bench = *state;
    const struct noise_scatter_kernels *kernels = noise_scatter_select(bench->isa);
    for (int n = 0; n < 300; n++) {
        struct run run;
        struct noise_fractal fractal;
        random_run(&run, &fractal, &bench->random);
        const size_t groups = 1 + random_below(&bench->random, NOISE_SCATTER_RUN / LANES_GROUP);
        float *const z = run_new(groups * LANES_GROUP);
        kernels->value(z, &fractal, &(struct noise_points){run.x, run.y, run.finest, groups});
        for (size_t i = 0; i < groups * LANES_GROUP; i++)
            assert_same_bits(z[i], noise_point_fading(&fractal, run.x[i], run.y[i], run.finest[i]),
                             "value", i);
        run_free(z, groups * LANES_GROUP);
    }
}

static void full_octaves_are_the_noise(void **state)
{
    struct bench *bench = *state;
    for (int n = 0; n < 300; n++) {
        struct run run;
        struct noise_fractal fractal;
        random_run(&run, &fractal, &bench->random);
        const float half_finest_cell = noise_cell_tu(&fractal.octaves[fractal.count - 1]) / 2.0f;
        assert_same_bits(noise_point_fading(&fractal, run.x[0], run.y[0], half_finest_cell) + 0.0f,
                         noise_point(&fractal, run.x[0], run.y[0]) + 0.0f, "all octaves", 0);
    }
}

static void slopes_are_equal_and_true(void **state)
{
    struct bench *bench = *state;
    const struct noise_scatter_kernels *kernels = noise_scatter_select(bench->isa);
    const struct noise_scatter_kernels *baseline = noise_scatter_select(CPU_BASELINE);
    for (int n = 0; n < 300; n++) {
        struct run run;
        struct noise_fractal fractal;
        random_run(&run, &fractal, &bench->random);
        const uint32_t first = random_below(&bench->random, 4);
        const struct noise_points points = {run.x, run.y, run.finest, 4};
        float found[2][NOISE_SCATTER_RUN], expected[2][NOISE_SCATTER_RUN];
        kernels->slope(found[0], found[1], &fractal, first, &points);
        baseline->slope(expected[0], expected[1], &fractal, first, &points);
        assert_memory_equal(found, expected, sizeof found);

        /* Against differences, of the coarse octaves only: floats hold no more digits. */
        fractal.count = fractal.count < 3 ? fractal.count : 3;
        for (size_t i = 0; i < NOISE_SCATTER_RUN; i++) run.finest[i] = 1.0f;
        kernels->slope(found[0], found[1], &fractal, 0, &points);
        const uint64_t step = UINT64_C(1) << 30; /* a quarter of a unit */
        for (size_t i = 0; i < NOISE_SCATTER_RUN; i++) {
            const double by_x = ((double)noise_point(&fractal, run.x[i] + step, run.y[i]) -
                                 (double)noise_point(&fractal, run.x[i] - step, run.y[i])) *
                                2.0;
            const double by_y = ((double)noise_point(&fractal, run.x[i], run.y[i] + step) -
                                 (double)noise_point(&fractal, run.x[i], run.y[i] - step)) *
                                2.0;
            assert_true(fabs((double)found[0][i] - by_x) < 2e-4);
            assert_true(fabs((double)found[1][i] - by_y) < 2e-4);
        }
    }
}

int main(int argc, char **argv)
{
    static struct bench bench = {.random = 11};
    if (argc != 2 || !cpu_parse(&bench.isa, argv[1])) {
        fprintf(stderr, "usage: test_noise_scatter_rows ISA\n");
        return 2;
    }
    if (noise_scatter_select(bench.isa) == NULL) {
        fprintf(stderr, "SKIPPED: no %s on this machine or in this build\n", argv[1]);
        return HARNESS_SKIP;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(values_are_the_points, &bench),
        cmocka_unit_test_prestate(full_octaves_are_the_noise, &bench),
        cmocka_unit_test_prestate(slopes_are_equal_and_true, &bench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
