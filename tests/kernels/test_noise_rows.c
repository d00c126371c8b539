/*
 * test_noise_rows ISA: the row form of one instruction set gives the bits of noise_point(), for any
 * fractal, any columns and any order of rows, and writes nothing but its result and its scratch.
 */
#include "tests/harness.h"

#include <stdalign.h>

#include "base/mem.h"
#include "noise/noise.h"

#define MAX_WIDTH 300
#define ROWS 12
#define CANARY 0x5a
#define CANARY_BYTES 256

struct bench {
    const struct noise_kernels *kernels;
    uint64_t random;
    unsigned char *scratch; /* of MAX_WIDTH columns and all octaves, canaries behind */
    size_t scratch_bytes;
    alignas(
        16) unsigned char result[CANARY_BYTES + (MAX_WIDTH + 16) * sizeof(float) + CANARY_BYTES];
};

static uint64_t random64(uint64_t *random)
{
    const uint64_t high = harness_random(random);
    return high << 32 | harness_random(random);
}

static uint32_t random_below(uint64_t *random, uint32_t limit)
{
    return harness_random(random) % limit;
}

static void random_fractal(struct noise_fractal *out, uint64_t *random, uint32_t octaves)
{
    const struct noise_spectrum wide = {.largest_log2 = random_below(random, 13),
                                        .full = 1 + random_below(random, NOISE_MAX_OCTAVES),
                                        .gain = 1.0};
    if (random_below(random, 2) == 0) {
        const float orig[2] = {(float)harness_uniform(random, -1e6, 1e6),
                               (float)harness_uniform(random, -1, 1)};
        const bool plain = random_below(random, 2) == 0, invert = random_below(random, 2) == 0;
        noise_prepare(out, plain ? &NOISE_PLAIN(NOISE_MAX_OCTAVES) : &wide, orig, invert, octaves);
        return;
    }
    memset(out, 0, sizeof *out);
    out->count = octaves;
    for (uint32_t k = 0; k < octaves; k++) {
        out->octaves[k].shift_x = random64(random);
        out->octaves[k].shift_y = random64(random);
        out->octaves[k].amplitude = (float)harness_uniform(random, -2, 2);
        out->octaves[k].cell_bits = 16 + random_below(random, 33);
    }
}

/* Regular or irregular positions; some start just below 2^64 and wrap, some jump about. */
static void random_positions(uint64_t *out, size_t count, uint64_t *random)
{
    const uint32_t kind = random_below(random, 5);
    uint64_t at = random64(random), step = random64(random) >> 24 >> random_below(random, 32);
    if (kind == 0) at = 0 - (count / 2) * step;
    if (kind == 1) step = 0 - step; /* backwards */
    for (size_t i = 0; i < count; i++) {
        out[i] = kind == 2 ? random64(random) : at;
        at += kind == 3 ? random64(random) >> 25 : step;
    }
    if (kind == 4) /* regular, shuffled */
        for (size_t i = count; i-- > 1;) {
            const size_t j = random_below(random, (uint32_t)i + 1);
            const uint64_t swap = out[i];
            out[i] = out[j];
            out[j] = swap;
        }
}

static void check_canaries(const unsigned char *from, const unsigned char *to)
{
    for (; from < to; from++) assert_int_equal(*from, CANARY);
}

static void check_row(struct bench *bench, const struct noise_fractal *fractal, const uint64_t *x,
                      size_t width, uint64_t y)
{
    memset(bench->result, CANARY, sizeof bench->result);
    unsigned char *const first =
        bench->result + CANARY_BYTES + sizeof(float) * random_below(&bench->random, 16);
    bench->kernels->next((struct noise_rows *)(void *)bench->scratch, y, (float *)(void *)first);
    const unsigned char *const end = first + width * sizeof(float);
    check_canaries(bench->result, first);
    check_canaries(end, bench->result + sizeof bench->result);
    for (size_t i = 0; i < width; i++) {
        const float expected = noise_point(fractal, x[i], y);
        if (memcmp(first + i * sizeof(float), &expected, sizeof expected) != 0) {
            float found;
            memcpy(&found, first + i * sizeof(float), sizeof found);
            fail_msg("%u octaves, %zu columns: column %zu at %016llx %016llx: %a, expected %a",
                     fractal->count, width, i, (unsigned long long)x[i], (unsigned long long)y,
                     (double)found, (double)expected);
        }
    }
}

static void check_run(struct bench *bench, size_t width, uint32_t octaves)
{
    struct noise_fractal fractal;
    uint64_t x[MAX_WIDTH], y[ROWS];
    random_fractal(&fractal, &bench->random, octaves);
    random_positions(x, width, &bench->random);
    random_positions(y, ROWS, &bench->random);

    /* The scratch holds the run before, or rubbish; the promised number of bytes is enough. */
    const size_t bytes = noise_rows_bytes(width, octaves);
    assert_true(bytes <= bench->scratch_bytes);
    if (random_below(&bench->random, 2) == 0) memset(bench->scratch, 0xff, bytes);
    memset(bench->scratch + bytes, CANARY, CANARY_BYTES);
    bench->kernels->start((struct noise_rows *)(void *)bench->scratch, &fractal, x, width);
    for (size_t j = 0; j < ROWS; j++) check_row(bench, &fractal, x, width, y[j]);
    check_row(bench, &fractal, x, width, y[ROWS - 1]); /* the same row again */
    check_canaries(bench->scratch + bytes, bench->scratch + bytes + CANARY_BYTES);
}

static void every_width(void **state)
{
    for (size_t width = 1; width <= MAX_WIDTH; width++)
        check_run(*state, width, random_below(&((struct bench *)*state)->random, 12));
}

static void every_octave_count(void **state)
{
    for (int round = 0; round < 4; round++)
        for (uint32_t octaves = 0; octaves <= NOISE_MAX_OCTAVES; octaves++)
            check_run(*state, 1 + random_below(&((struct bench *)*state)->random, MAX_WIDTH),
                      octaves);
}

/* Rows as a renderer asks for them, north to south and back, over many cells of every octave and
 * over the edge of the plane. */
static void tile_of_rows(void **state)
{
    struct bench *bench = *state;
    const float orig[2] = {3.0f, 4.0f};
    struct noise_fractal fractal;
    noise_prepare(&fractal, &NOISE_PLAIN(8), orig, true, 8);
    for (int direction = -1; direction <= 1; direction += 2) {
        uint64_t x[67];
        const uint64_t step = UINT64_C(3) << 31;
        uint64_t y = UINT64_C(0) - 100 * (uint64_t)direction * step;
        for (uint64_t i = 0; i < 67; i++) x[i] = (i - 31) * step;
        bench->kernels->start((struct noise_rows *)(void *)bench->scratch, &fractal, x, 67);
        for (int j = 0; j < 200; j++) {
            check_row(bench, &fractal, x, 67, y);
            y += (uint64_t)direction * step;
        }
    }
}

int main(int argc, char **argv)
{
    enum cpu_isa isa;
    if (argc != 2 || !cpu_parse(&isa, argv[1])) {
        fprintf(stderr, "usage: test_noise_rows ISA\n");
        return 2;
    }
    static struct bench bench;
    bench.kernels = noise_select(isa);
    if (bench.kernels == NULL) {
        fprintf(stderr, "SKIPPED: no %s on this machine or in this build\n", argv[1]);
        return HARNESS_SKIP;
    }
    bench.random = 5;
    bench.scratch_bytes = noise_rows_bytes(MAX_WIDTH, NOISE_MAX_OCTAVES);
    bench.scratch = mem_alloc_pixels(bench.scratch_bytes + CANARY_BYTES, 1);
    if (bench.scratch == NULL) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_width, &bench),
        cmocka_unit_test_prestate(every_octave_count, &bench),
        cmocka_unit_test_prestate(tile_of_rows, &bench),
    };
    const int result = cmocka_run_group_tests(tests, NULL, NULL);
    mem_free_pixels(bench.scratch);
    return result;
}
