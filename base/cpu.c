#include "base/cpu.h"

#include <string.h>

#if defined __x86_64__
#include <cpuid.h>

/* The compiler's check knows the operating system's part (XGETBV) but, depending on its age, not
 * the names of the few instructions without registers of their own; CPUID tells of those. */
static bool has_x86_64_v3(void)
{
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return false;
    if (!(ecx & 1u << 22 /* MOVBE */) || !(ecx & 1u << 29 /* F16C */)) return false;
    if (!__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) return false;
    if (!(ecx & 1u << 5 /* LZCNT */)) return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static bool has_skylake_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#else
static bool has_x86_64_v3(void)
{
    return false;
}

static bool has_skylake_avx512(void)
{
    return false;
}
#endif

uint32_t cpu_allowed(void)
{
    uint32_t mask = UINT32_C(1) << CPU_BASELINE;
    if (!has_x86_64_v3()) return mask;
    mask |= UINT32_C(1) << CPU_X86_64_V3;
    if (has_skylake_avx512()) mask |= UINT32_C(1) << CPU_SKYLAKE_AVX512;
    return mask;
}

enum cpu_isa cpu_strongest(uint32_t mask)
{
    int isa = CPU_ISA_COUNT - 1;
    while (isa > CPU_BASELINE && !(mask >> isa & 1)) isa--;
    return (enum cpu_isa)isa;
}

/* The sets that kernels were built for (cmake/ScreeKernels.cmake). */
#define BUILT(isa) (UINT32_C(1) << (isa))
static const uint32_t built = BUILT(CPU_BASELINE)
#ifdef SCREE_HAVE_X86_64_V3
                              | BUILT(CPU_X86_64_V3)
#endif
#ifdef SCREE_HAVE_SKYLAKE_AVX512
                              | BUILT(CPU_SKYLAKE_AVX512)
#endif
    ;

enum cpu_isa cpu_choose(enum cpu_isa isa)
{
    const uint32_t mask = built & cpu_allowed();
    if (isa == CPU_BEST) isa = cpu_strongest(mask);
    return (unsigned)isa < CPU_ISA_COUNT && (mask >> isa & 1) ? isa : CPU_BEST;
}

static const char *const names[CPU_ISA_COUNT] = {"best", "baseline", "x86-64-v3", "skylake-avx512"};

const char *cpu_name(enum cpu_isa isa)
{
    return (unsigned)isa < CPU_ISA_COUNT ? names[isa] : "an unknown instruction set";
}

bool cpu_parse(enum cpu_isa *out, const char *name)
{
    for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
        if (strcmp(names[isa], name) != 0) continue;
        *out = (enum cpu_isa)isa;
        return true;
    }
    return false;
}
