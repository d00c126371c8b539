/*
 * test_splat_rows ISA: the splat kernels of one instruction set give the bits of render/point.h for
 * any shares and any width, ties and shares of 0 and 1 among them.
 */
#include "tests/kernels/kernel_test.h"

#include "render/point.h"
#include "render/splat_rows.h"

#define MAX_MATERIALS 20

struct bench {
    const struct splat_kernels *kernels;
    uint64_t random;
    size_t width, groups, count;
    uint32_t materials;
    float *share[MAX_MATERIALS];
    int32_t *codes;
    float *rests;
};

/* Shares as layers leave them: what is left of 1 from the last one down. Some are exact ties. */
static void new_shares(struct bench *b, uint32_t most_materials)
{
    b->width = 1 + random_below(&b->random, SPLAT_RUN);
    b->groups = lanes_groups(b->width);
    b->count = lanes_pad(b->width);
    b->materials = 1 + random_below(&b->random, most_materials);
    for (uint32_t m = 0; m < b->materials; m++) b->share[m] = run_new(b->width);
    for (size_t i = 0; i < b->count; i++) {
        float bare = 1.0f;
        const uint32_t kind = random_below(&b->random, 4);
        for (uint32_t m = b->materials; m-- > 1;) {
            float eff = (float)harness_uniform(&b->random, 0, 1);
            if (kind == 0) eff = (float)random_below(&b->random, 3) * 0.5f;
            if (kind == 1) eff = 1.0f / (float)(m + 1); /* equal shares */
            if (kind == 2 && random_below(&b->random, 3) > 0) eff = 0.0f;
            b->share[m][i] = eff * bare;
            bare *= 1.0f - eff;
        }
        b->share[0][i] = bare;
    }
}

static void free_shares(struct bench *b)
{
    for (uint32_t m = 0; m < b->materials; m++) run_free(b->share[m], b->width);
}

static void texel_shares(float *out, const struct bench *b, size_t i)
{
    for (uint32_t m = 0; m < b->materials; m++) out[m] = b->share[m][i];
}

static void shares_in_whole_numbers(void **state)
{
    struct bench *b = *state;
    for (int round = 0; round < 1000; round++) {
        new_shares(b, MAX_MATERIALS);
        const int32_t total = round % 2 == 0 ? 255 : 65535;
        b->kernels->quantise(b->codes, b->rests, (const float *const *)b->share, b->materials,
                             total, b->groups);
        for (size_t i = 0; i < b->count; i++) {
            float shares[MAX_MATERIALS];
            uint32_t expected[MAX_MATERIALS];
            texel_shares(shares, b, i);
            point_quantise(expected, shares, b->materials, (uint32_t)total);
            for (uint32_t m = 0; m < b->materials; m++)
                assert_int_equal(b->codes[m * SPLAT_RUN + i], expected[m]);
        }
        b->kernels->round(b->codes, b->share[0], (float)total, b->groups);
        uint8_t *const narrow8 = run_new(b->width);
        uint16_t *const narrow16 = run_new(b->width);
        b->kernels->narrow8(narrow8, b->codes, b->groups);
        b->kernels->narrow16(narrow16, b->codes, b->groups);
        for (size_t i = 0; i < b->count; i++) {
            const uint32_t expected = point_round(b->share[0][i], (float)total);
            assert_int_equal(b->codes[i], expected);
            assert_int_equal(narrow8[i], expected & 255);
            assert_int_equal(narrow16[i], expected);
        }
        run_free(narrow8, b->width);
        run_free(narrow16, b->width);
        free_shares(b);
    }
}

static void winners_and_sums(void **state)
{
    struct bench *b = *state;
    for (int round = 0; round < 1000; round++) {
        new_shares(b, MAX_MATERIALS);
        uint32_t number[MAX_MATERIALS];
        for (uint32_t m = 0; m < b->materials; m++) number[m] = 3 * m + 1;
        b->kernels->winner(b->codes, (const float *const *)b->share, number, b->materials,
                           b->groups);
        uint64_t sum = 0;
        for (size_t i = 0; i < b->count; i++) {
            float shares[MAX_MATERIALS];
            texel_shares(shares, b, i);
            assert_int_equal(b->codes[i], number[point_winner(shares, b->materials)]);
            if (i < b->width) sum += render_units(shares[0]);
        }
        assert_int_equal(b->kernels->sum(b->share[0], b->width), sum);

        float *const added = run_new(b->width), *const most = run_new(b->width);
        for (size_t i = 0; i < b->count; i++) added[i] = most[i] = 0.0f;
        for (uint32_t m = 0; m < b->materials; m++) {
            b->kernels->add(added, b->share[m], b->groups);
            b->kernels->raise(most, b->share[m], b->groups);
        }
        for (size_t i = 0; i < b->count; i++) {
            float total = 0.0f, greatest = 0.0f;
            for (uint32_t m = 0; m < b->materials; m++) {
                total += b->share[m][i];
                greatest = b->share[m][i] > greatest ? b->share[m][i] : greatest;
            }
            assert_same_bits(added[i], total, "sum", i);
            assert_same_bits(most[i], greatest, "greatest", i);
        }
        run_free(added, b->width);
        run_free(most, b->width);
        free_shares(b);
    }
}

static void blend_maps(void **state)
{
    struct bench *b = *state;
    for (int round = 0; round < 2000; round++) {
        new_shares(b, RENDER_BLEND_MATERIALS);
        float *const left = run_new(b->width);
        float *held[RENDER_BLEND_MATERIALS], *spare[RENDER_BLEND_MATERIALS];
        uint32_t *const packed[2] = {run_new(b->width), run_new(b->width)};
        for (uint32_t m = 0; m < b->materials; m++) {
            held[m] = run_new(b->width);
            spare[m] = run_new(b->width);
            for (size_t i = 0; i < b->count; i++) {
                held[m][i] = m > 0 ? held[m - 1][i] + b->share[m][i] : b->share[0][i];
                spare[m][i] = 1.0f;
            }
            b->kernels->lay_bare(spare[m], b->share[m], b->groups);
            for (size_t i = 0; i < b->count; i++)
                assert_same_bits(spare[m][i], 1.0f - b->share[m][i], "bare", i);
        }
        for (size_t i = 0; i < b->count; i++) {
            left[i] = 1.0f;
            packed[0][i] = packed[1][i] = 0;
        }
        for (uint32_t m = b->materials; m-- > 1;) {
            const int lacks = b->kernels->lacks(left, held[m], b->groups);
            b->kernels->blend(packed[(m - 1) / 4], left, b->share[m], held[m],
                              lacks ? spare[m] : NULL, 8 * ((m - 1) % 4), b->groups);
        }
        for (size_t i = 0; i < b->count; i++) {
            float shares[RENDER_BLEND_MATERIALS], alone[RENDER_BLEND_MATERIALS];
            uint8_t alphas[8] = {0};
            texel_shares(shares, b, i);
            for (uint32_t m = 0; m < b->materials; m++) alone[m] = spare[m][i];
            point_blend(alphas, shares, alone, b->materials);
            for (int c = 0; c < 8; c++)
                assert_int_equal(packed[c / 4][i] >> (8 * (c % 4)) & 255, alphas[c]);
        }
        for (uint32_t m = 0; m < b->materials; m++) {
            run_free(held[m], b->width);
            run_free(spare[m], b->width);
        }
        run_free(left, b->width);
        for (int p = 0; p < 2; p++) run_free(packed[p], b->width);
        free_shares(b);
    }
}

static void pictures(void **state)
{
    struct bench *b = *state;
    for (int round = 0; round < 1000; round++) {
        new_shares(b, 1);
        struct render_light light = RENDER_LIGHT_DEFAULT;
        light.lit = round % 4 > 0;
        light.exposure = (float)harness_uniform(&b->random, 0, 300);
        float *const x = run_new(b->width), *const y = run_new(b->width);
        float *const shine = run_new(b->width), *const colour = run_new(b->width);
        uint32_t *const packed = run_new(b->width);
        const float channel = (float)harness_uniform(&b->random, -0.5, 1.5);
        for (size_t i = 0; i < b->count; i++) {
            x[i] = (float)harness_uniform(&b->random, -5, 5);
            y[i] = (float)harness_uniform(&b->random, -5, 5);
            colour[i] = (float)harness_uniform(&b->random, -0.5, 1.5);
        }
        b->kernels->light(shine, &light, x, y, b->groups);
        for (size_t i = 0; i < b->count; i++)
            assert_same_bits(shine[i], point_light(&light, x[i], y[i]), "light", i);
        const float channels[2][3] = {{channel, 1, 0.25f}, {0.5f, channel, -0.25f}};
        const struct splat_paint paints[2] = {{colour, channels[0]}, {x, channels[1]}};
        const uint32_t count = (uint32_t)round % 3;
        b->kernels->picture(packed, paints, count, shine, &light, b->groups);
        for (size_t i = 0; i < b->count; i++)
            for (uint32_t c = 0; c < 4; c++) {
                float sum = 0.0f;
                for (uint32_t k = 0; k < count && c < 3; k++)
                    sum += paints[k].weight[i] * channels[k][c];
                const uint32_t expected = c < 3 ? point_tone(sum * shine[i], &light) : 0;
                assert_int_equal(packed[i] >> (8 * c) & 255, expected);
            }
        memcpy(y, colour, b->count * sizeof *y);
        b->kernels->paint(colour, x, channel, b->groups);
        for (size_t i = 0; i < b->count; i++)
            assert_same_bits(colour[i], y[i] + x[i] * channel, "colour", i);
        run_free(x, b->width);
        run_free(y, b->width);
        run_free(shine, b->width);
        run_free(colour, b->width);
        run_free(packed, b->width);
        free_shares(b);
    }
}

int main(int argc, char **argv)
{
    enum cpu_isa isa;
    if (argc != 2 || !cpu_parse(&isa, argv[1])) {
        fprintf(stderr, "usage: test_splat_rows ISA\n");
        return 2;
    }
    static struct bench bench = {.random = 23};
    bench.kernels = splat_select(isa);
    if (bench.kernels == NULL) {
        fprintf(stderr, "SKIPPED: no %s on this machine or in this build\n", argv[1]);
        return HARNESS_SKIP;
    }
    bench.codes = mem_alloc_pixels(MAX_MATERIALS * SPLAT_RUN, sizeof *bench.codes);
    bench.rests = mem_alloc_pixels(MAX_MATERIALS * SPLAT_RUN, sizeof *bench.rests);
    if (bench.codes == NULL || bench.rests == NULL) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(shares_in_whole_numbers, &bench),
        cmocka_unit_test_prestate(winners_and_sums, &bench),
        cmocka_unit_test_prestate(blend_maps, &bench),
        cmocka_unit_test_prestate(pictures, &bench),
    };
    const int result = cmocka_run_group_tests(tests, NULL, NULL);
    mem_free_pixels(bench.codes);
    mem_free_pixels(bench.rests);
    return result;
}
