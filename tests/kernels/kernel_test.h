/* What the tests of kernels share: runs with canaries behind them, and a comparison of bits. */
#ifndef TESTS_KERNELS_KERNEL_TEST_H
#define TESTS_KERNELS_KERNEL_TEST_H

#include "tests/harness.h"

#include "base/lanes.h"
#include "base/mem.h"

#define KERNEL_CANARY 0x5a
#define KERNEL_CANARY_BYTES 64

static inline uint32_t random_below(uint64_t *random, uint32_t limit)
{
    return harness_random(random) % limit;
}

/* A run of whole groups of 4-byte numbers for count of them, full of canaries. */
static inline void *run_new(size_t count)
{
    const size_t bytes = lanes_pad(count) * 4 + KERNEL_CANARY_BYTES;
    unsigned char *run = mem_alloc_pixels(bytes, 1);
    assert_non_null(run);
    memset(run, KERNEL_CANARY, bytes);
    return run;
}

/* Nothing behind the run was touched. */
static inline void run_check(const void *run, size_t count)
{
    const unsigned char *behind = (const unsigned char *)run + lanes_pad(count) * 4;
    for (size_t i = 0; i < KERNEL_CANARY_BYTES; i++) assert_int_equal(behind[i], KERNEL_CANARY);
}

static inline void run_free(void *run, size_t count)
{
    run_check(run, count);
    mem_free_pixels(run);
}

static inline void assert_same_bits(float found, float expected, const char *what, size_t i)
{
    if (memcmp(&found, &expected, sizeof found) != 0)
        fail_msg("%s: texel %zu: %a, expected %a", what, i, (double)found, (double)expected);
}

#endif
