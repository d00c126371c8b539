/* Picks the build of plants_rows.c for this processor. */
#include <stddef.h>

#include "plants/plants_rows.h"

static const struct plants_kernels *const builds[CPU_ISA_COUNT] = {
    [CPU_BASELINE] = &plants_rows_baseline,
#ifdef SCREE_HAVE_X86_64_V3
    [CPU_X86_64_V3] = &plants_rows_x86_64_v3,
#endif
#ifdef SCREE_HAVE_SKYLAKE_AVX512
    [CPU_SKYLAKE_AVX512] = &plants_rows_skylake_avx512,
#endif
};

const struct plants_kernels *plants_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)];
}
