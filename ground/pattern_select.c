/* Picks the build of ground_pattern_rows.c for this processor. */
#include "ground/pattern.h"

static const struct ground_pattern_kernels *const builds[CPU_ISA_COUNT] = {
    [CPU_BASELINE] = &ground_pattern_rows_baseline,
#ifdef SCREE_HAVE_X86_64_V3
    [CPU_X86_64_V3] = &ground_pattern_rows_x86_64_v3,
#endif
#ifdef SCREE_HAVE_SKYLAKE_AVX512
    [CPU_SKYLAKE_AVX512] = &ground_pattern_rows_skylake_avx512,
#endif
};

const struct ground_pattern_kernels *ground_pattern_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)];
}
