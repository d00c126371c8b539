/*
 * test_ter_rows ISA: the row form of the terrain in one instruction set gives the bits of
 * ter_sample_row() for any field, any columns and any order of rows, and needs no more scratch than
 * it says.
 */
#include "tests/kernels/kernel_test.h"

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
            ter_sample_row(&field, x, width, y, scratch, expected[0], expected[1], expected[2]);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(every_width, &bench)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
