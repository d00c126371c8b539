/* Picks the builds of layer_rows.c, limit_rows.c and splat_rows.c for this processor. */
#include "render/layer_rows.h"
#include "render/limit_rows.h"
#include "render/splat_rows.h"

static const struct {
    const struct layer_kernels *layer;
    const struct limit_kernels *limit;
    const struct splat_kernels *splat;
} builds[CPU_ISA_COUNT] = {
    [CPU_BASELINE] = {&layer_rows_baseline, &limit_rows_baseline, &splat_rows_baseline},
#ifdef SCREE_HAVE_X86_64_V3
    [CPU_X86_64_V3] = {&layer_rows_x86_64_v3, &limit_rows_x86_64_v3, &splat_rows_x86_64_v3},
#endif
#ifdef SCREE_HAVE_SKYLAKE_AVX512
    [CPU_SKYLAKE_AVX512] = {&layer_rows_skylake_avx512, &limit_rows_skylake_avx512,
                            &splat_rows_skylake_avx512},
#endif
};

const struct layer_kernels *layer_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)].layer;
}

const struct limit_kernels *limit_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)].limit;
}

const struct splat_kernels *splat_select(enum cpu_isa isa)
{
    return builds[cpu_choose(isa)].splat;
}
