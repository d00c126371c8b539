/* Picks the builds of noise_rows.c and noise_scatter_rows.c for this processor. */
#include <stdint.h>

#include "noise/noise_rows.h"
#include "noise/noise_scatter.h"

static const struct {
    const struct noise_kernels *rows;
    const struct noise_scatter_kernels *scatter;
} builds[CPU_ISA_COUNT] = {
    [CPU_BASELINE] = {&noise_rows_baseline, &noise_scatter_rows_baseline},
#ifdef SCREE_HAVE_X86_64_V3
    [CPU_X86_64_V3] = {&noise_rows_x86_64_v3, &noise_scatter_rows_x86_64_v3},
#endif
#ifdef SCREE_HAVE_SKYLAKE_AVX512
    [CPU_SKYLAKE_AVX512] = {&noise_rows_skylake_avx512, &noise_scatter_rows_skylake_avx512},
#endif
};

const struct noise_kernels *noise_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)].rows;
}

const struct noise_scatter_kernels *noise_scatter_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)].scatter;
}

size_t noise_rows_bytes(size_t count, uint32_t octaves)
{
    const size_t strips = (count + NOISE_STRIP - 1) / NOISE_STRIP;
    const size_t each = octaves * sizeof(struct noise_strip);
    if (each > 0 && strips > (SIZE_MAX - sizeof(struct noise_rows)) / each) return SIZE_MAX;
    return sizeof(struct noise_rows) + strips * each;
}
