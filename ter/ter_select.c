/* Picks the build of ter_rows.c for this processor. */
#include <stdint.h>

#include "base/lanes.h"
#include "ter/ter_rows.h"

static const struct ter_kernels *const builds[CPU_ISA_COUNT] = {
    [CPU_BASELINE] = &ter_rows_baseline,
#ifdef SCREE_HAVE_X86_64_V3
    [CPU_X86_64_V3] = &ter_rows_x86_64_v3,
#endif
#ifdef SCREE_HAVE_SKYLAKE_AVX512
    [CPU_SKYLAKE_AVX512] = &ter_rows_skylake_avx512,
#endif
};

const struct ter_kernels *ter_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)];
}

size_t ter_rows_bytes(size_t count, uint64_t span)
{
    const uint64_t columns = (span >> 32) + 5 + LANES_GROUP; /* one for a fraction carried over */
    if (count > SIZE_MAX / 256 || columns > SIZE_MAX / 16) return SIZE_MAX;
    const size_t floats = (TER_ROWS_PLANES + 1) * lanes_pad(count) + lanes_pad((size_t)columns);
    return sizeof(struct ter_rows) + floats * sizeof(float);
}
