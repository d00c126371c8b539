#include "bench/slot_rows.h"

const struct slot_kernels *slot_select(enum cpu_isa isa)
{
#ifdef SCREE_HAVE_SKYLAKE_AVX512
    if (isa == CPU_SKYLAKE_AVX512) return &slot_rows_skylake_avx512;
#endif
#ifdef SCREE_HAVE_X86_64_V3
    if (isa == CPU_X86_64_V3) return &slot_rows_x86_64_v3;
#endif
    (void)isa;
    return &slot_rows_baseline;
}
