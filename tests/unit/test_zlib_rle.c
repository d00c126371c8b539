/* image/zlib_rle.c: zlib gives back what was compressed, for every number of threads the same. */
#include "tests/harness.h"

#include <zlib.h>

#include "tests/deflated.h"

/* Compresses with 1 and with 3 threads and lets zlib undo it; gives the length. */
static size_t round_trip(const uint8_t *data, size_t size, unsigned distance)
{
    const size_t room = image_zlib_bound(size);
    uint8_t *out = mem_alloc(room, 1), *other = mem_alloc(room, 1), *back = mem_alloc(size + 1, 1);
    assert_non_null(out);
    assert_non_null(other);
    assert_non_null(back);
    const size_t used = deflated(out, data, size, distance, 1, size);
    assert_in_range(used, 1, room);
    for (int way = 0; way < 2; way++) {
        const size_t at_once = way == 0 ? size : IMAGE_ZLIB_PIECE;
        assert_int_equal(deflated(other, data, size, distance, 3, at_once), used);
        assert_memory_equal(out, other, used);
    }
    uLongf back_size = (uLongf)size + 1;
    assert_int_equal(uncompress(back, &back_size, out, (uLong)used), Z_OK);
    assert_int_equal(back_size, size);
    assert_memory_equal(back, data, size);
    mem_free(out);
    mem_free(other);
    mem_free(back);
    return used;
}

/* Sizes around those of a match and of a piece. */
static void every_size_comes_back(void **state)
{
    (void)state;
    static const size_t ends[] = {1,
                                  2,
                                  3,
                                  4,
                                  5,
                                  8,
                                  257,
                                  258,
                                  259,
                                  260,
                                  261,
                                  516,
                                  517,
                                  IMAGE_ZLIB_PIECE - 1,
                                  IMAGE_ZLIB_PIECE,
                                  IMAGE_ZLIB_PIECE + 1,
                                  3 * IMAGE_ZLIB_PIECE + 5};
    uint8_t *data = mem_alloc(3 * IMAGE_ZLIB_PIECE + 5, 1);
    assert_non_null(data);
    uint64_t random = 3;
    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < 3 * IMAGE_ZLIB_PIECE + 5; i++)
            data[i] = kind == 0   ? 0
                      : kind == 1 ? (uint8_t)(i % 4)
                                  : (uint8_t)harness_random(&random);
        for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++)
            for (unsigned distance = 1; distance <= 4; distance++)
                round_trip(data, ends[k], distance);
    }
    mem_free(data);
}

/* Runs and noise of all proportions. */
static void mixtures_come_back(void **state)
{
    (void)state;
    enum { SIZE = 700000 };
    uint8_t *data = mem_alloc(SIZE, 1);
    assert_non_null(data);
    uint64_t random = 11;
    for (int round = 0; round < 40; round++) {
        const uint32_t longest = 1u << (round % 12), values = 1u << (1 + round % 8);
        for (size_t i = 0; i < SIZE;) {
            size_t run = 1 + harness_random(&random) % longest;
            const bool noisy = harness_random(&random) % 2 == 0;
            const uint8_t value = (uint8_t)(harness_random(&random) % values);
            for (; run > 0 && i < SIZE; run--)
                data[i++] = noisy ? (uint8_t)(harness_random(&random) % values) : value;
        }
        round_trip(data, SIZE - (size_t)round * 1000, 1 + (unsigned)round % 4);
    }
    mem_free(data);
}

/* Counts as they grow fastest, for which a code without a limit would have 27 bits. */
static void long_codes_are_cut(void **state)
{
    (void)state;
    uint8_t *data = mem_alloc(IMAGE_ZLIB_PIECE, 1);
    assert_non_null(data);
    size_t size = 0, one = 1, other = 1;
    for (unsigned value = 0; size + one < IMAGE_ZLIB_PIECE; value++) {
        for (size_t i = 0; i < one; i++) data[size + i] = (uint8_t)value;
        size += one;
        const size_t next = one + other;
        other = one;
        one = next;
    }
    uint64_t random = 5;
    for (size_t i = size - 1; i > 0; i--) {
        const size_t k = (size_t)(harness_random(&random) % (i + 1));
        const uint8_t held = data[i];
        data[i] = data[k];
        data[k] = held;
    }
    round_trip(data, size, 1);
    mem_free(data);
}

/* What does not get smaller gets hardly larger. */
static void noise_stays_as_large(void **state)
{
    (void)state;
    enum { SIZE = 2 * (1 << 18) };
    uint8_t *data = mem_alloc(SIZE, 1);
    assert_non_null(data);
    uint64_t random = 17;
    for (size_t i = 0; i < SIZE; i++) data[i] = (uint8_t)(harness_random(&random) >> 9);
    assert_in_range(round_trip(data, SIZE, 4), SIZE, SIZE + SIZE / 600);
    memset(data, 0, SIZE);
    assert_in_range(round_trip(data, SIZE, 4), 100, SIZE / 500);
    mem_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_comes_back),
        cmocka_unit_test(mixtures_come_back),
        cmocka_unit_test(long_codes_are_cut),
        cmocka_unit_test(noise_stays_as_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
