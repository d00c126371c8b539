/*
 * test_ter_rows ISA: the row form of the terrain in one instruction set gives the bits of
 * ter_sample_row() for any field, any columns and any order of rows, and needs no more scratch than
 * it says; at neighbouring columns, on points of the grid and beside them, those of
 * ter_sample_points().
 */
#include "tests/kernels/kernel_test.h"

#include <math.h>

#include "ter/ter.h"

#define MAX_WIDTH 300
#define MAX_POINTS 40
#define ROWS 12

struct bench {
    const struct ter_kernels *kernels;
    uint64_t random;
};

/* With elevations or samples, of any shape. */
static void random_field(struct ter_field *field, uint64_t *random)
{
    memset(field, 0, sizeof *field);
    field->points_x = 2 + random_below(random, MAX_POINTS - 1);
    field->points_y = 2 + random_below(random, MAX_POINTS - 1);
    field->step_tu = harness_uniform(random, -1, 1);
    for (int i = 0; i < 3; i++) field->scal_m[i] = harness_uniform(random, 0.5, 40);
    if (random_below(random, 3) == 0) /* in degrees */
        field->globe = (struct ter_globe){
            .latitude_deg = harness_uniform(random, -90, 80),
            .step_deg = {harness_uniform(random, 1e-5, 1), harness_uniform(random, 1e-5, 0.25)}};
    const size_t count = (size_t)field->points_x * field->points_y;
    if (random_below(random, 2) == 0) {
        int16_t *elevations = mem_alloc(count, sizeof *elevations);
        assert_non_null(elevations);
        field->elevations = field->memory = elevations;
        for (size_t i = 0; i < count; i++)
            elevations[i] = (int16_t)((int32_t)random_below(random, 65536) - 32768);
    } else {
        float *samples = mem_alloc(count, sizeof *samples);
        assert_non_null(samples);
        field->samples = field->memory = samples;
        for (size_t i = 0; i < count; i++) samples[i] = (float)harness_uniform(random, -1e4, 1e4);
        field->has_missing = random_below(random, 2) == 0; /* now and then most of them */
        const uint32_t one_in = 1 + random_below(random, 9);
        for (size_t i = 0; i < count && field->has_missing; i++)
            if (random_below(random, one_in) == 0) samples[i] = NAN;
    }
}

/* count rising positions: even steps, all the same, points of the grid, or at random. */
static void random_columns(uint64_t *x, size_t count, uint32_t points, uint64_t *random)
{
    const uint64_t most = (uint64_t)(points - 1) << 32;
    const uint32_t kind = random_below(random, 4);
    uint64_t at = kind == 2 ? 0 : ((uint64_t)harness_random(random) << 8) % (most + 1);
    for (size_t i = 0; i < count; i++) {
        x[i] = at;
        uint64_t step = kind == 0   ? most / count
                        : kind == 2 ? UINT64_C(1) << 32
                        : kind == 3 ? (uint64_t)harness_random(random) / 4
                                    : 0;
        step = step > most - at ? most - at : step;
        at += step;
    }
}

static void every_width(void **state)
{
    struct bench *bench = *state;
    for (size_t width = 1; width <= MAX_WIDTH; width++) {
        struct ter_field field;
        random_field(&field, &bench->random);
        uint64_t x[MAX_WIDTH];
        random_columns(x, width, field.points_x, &bench->random);
        const uint64_t span = x[width - 1] - x[0];
        const size_t bytes = ter_rows_bytes(width, span);
        unsigned char *const rows = mem_alloc_pixels(bytes + KERNEL_CANARY_BYTES, 1);
        float *const scratch = mem_alloc(ter_scratch_floats(span), sizeof *scratch);
        assert_true(rows != NULL && scratch != NULL);
        memset(rows, 0xff, bytes);
        memset(rows + bytes, KERNEL_CANARY, KERNEL_CANARY_BYTES);
        bench->kernels->start((struct ter_rows *)(void *)rows, &field, x, width);
        const uint64_t most_y = (uint64_t)(field.points_y - 1) << 32;
        uint64_t y = most_y;
        const uint64_t step = most_y / ROWS;
        for (int j = 0; j < ROWS; j++) {
            float *found[3], expected[3][MAX_WIDTH];
            for (int k = 0; k < 3; k++) found[k] = run_new(width);
            bench->kernels->next((struct ter_rows *)(void *)rows, y, found[0], found[1], found[2]);
            ter_sample_row(&field, x, width, y, scratch,
                           &(struct ter_ground){expected[0], expected[1], expected[2]});
            for (int k = 0; k < 3; k++) {
                for (size_t i = 0; i < width; i++)
                    assert_same_bits(found[k][i], expected[k][i], k > 0 ? "slope" : "rise", i);
                run_free(found[k], width);
            }
            y = width % 3 == 0 ? ((uint64_t)harness_random(&bench->random) << 8) % (most_y + 1)
                               : y - step;
        }
        for (size_t i = 0; i < KERNEL_CANARY_BYTES; i++)
            assert_int_equal(rows[bytes + i], KERNEL_CANARY);
        mem_free_pixels(rows);
        mem_free(scratch);
        mem_free(field.memory);
    }
}

/* A run of neighbouring columns from first_x on, a fraction beyond the points, at rows up and down
 * of which every other lies between points. */
static void check_neighbours(struct bench *bench, const struct ter_field *field, uint32_t first_x,
                             size_t count, uint32_t fraction)
{
    uint64_t x[MAX_POINTS], at_y[MAX_POINTS];
    for (size_t i = 0; i < count; i++) x[i] = ((uint64_t)(first_x + i) << 32) + fraction;
    const size_t bytes = ter_rows_bytes(count, x[count - 1] - x[0]);
    struct ter_rows *const rows = mem_alloc_pixels(bytes, 1);
    assert_non_null(rows);
    memset(rows, 0xff, bytes); /* not numbers */
    bench->kernels->start(rows, field, x, count);
    const uint32_t steps = 2 * (field->points_y - 1);
    for (uint32_t k = 0; k <= 2 * steps; k++) {
        const uint64_t y = (uint64_t)(k <= steps ? k : 2 * steps - k) << 31;
        float *found[3], expected[3][MAX_POINTS];
        for (int p = 0; p < 3; p++) found[p] = run_new(count);
        bench->kernels->next(rows, y, found[0], found[1], found[2]);
        for (size_t i = 0; i < count; i++) at_y[i] = y;
        ter_sample_points(field, x, at_y, count,
                          &(struct ter_ground){expected[0], expected[1], expected[2]});
        for (int p = 0; p < 3; p++) {
            for (size_t i = 0; i < count; i++)
                assert_same_bits(found[p][i], expected[p][i], p > 0 ? "slope" : "rise", i);
            for (size_t i = count; i < lanes_pad(count); i++) assert_true(isfinite(found[p][i]));
            run_free(found[p], count);
        }
    }
    mem_free_pixels(rows);
}

/* Some terrain has only the least and greatest numbers, or only 0 and 1 (also below 0). */
static void extremes(struct ter_field *field, uint64_t *random)
{
    const size_t count = (size_t)field->points_x * field->points_y;
    const uint32_t kind = random_below(random, 3);
    if (kind == 0) return;
    for (size_t i = 0; i < count; i++) {
        const uint32_t bits = harness_random(random);
        const int16_t high = kind == 1 ? INT16_MAX : 1, low = kind == 1 ? INT16_MIN : 0;
        if (field->elevations != NULL)
            ((int16_t *)field->memory)[i] = (bits & 1) != 0 ? high : low;
        else
            ((float *)field->memory)[i] =
                (float)((bits & 1) != 0 ? high : 0) * ((bits & 2) != 0 ? -1.0f : 1.0f);
    }
}

/* On the points of the grid, where whole numbers need no weights, and beside them. */
static void neighbours(void **state)
{
    struct bench *bench = *state;
    for (int round = 0; round < 300; round++) {
        struct ter_field field;
        random_field(&field, &bench->random);
        extremes(&field, &bench->random);
        check_neighbours(bench, &field, 0, field.points_x, 0);
        const uint32_t first_x = random_below(&bench->random, field.points_x);
        const size_t most = field.points_x - first_x;
        check_neighbours(bench, &field, first_x, 1 + random_below(&bench->random, (uint32_t)most),
                         0);
        check_neighbours(bench, &field, 0, field.points_x - 1, harness_random(&bench->random));
        mem_free(field.memory);
    }
}

int main(int argc, char **argv)
{
    enum cpu_isa isa;
    if (argc != 2 || !cpu_parse(&isa, argv[1])) {
        fprintf(stderr, "usage: test_ter_rows ISA\n");
        return 2;
    }
    static struct bench bench = {.random = 7};
    bench.kernels = ter_select(isa);
    if (bench.kernels == NULL) {
        fprintf(stderr, "SKIPPED: no %s on this machine or in this build\n", argv[1]);
        return HARNESS_SKIP;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(every_width, &bench),
                                       cmocka_unit_test_prestate(neighbours, &bench)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
