/*
 * Instruction sets: which ones this processor and its operating system allow, their names, and the
 * choice of one.
 *
 * A kernel may be built several times, once per instruction set; every build gives the same bits,
 * so the choice only changes how long it takes. Threads: any.
 */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

/* From weakest to strongest. An architecture without a stronger one here has its baseline only. */
enum cpu_isa {
    CPU_BEST,           /* the strongest that is allowed; a wish, never an answer */
    CPU_BASELINE,       /* what every processor of the architecture has: x86-64, arm64, ... */
    CPU_X86_64_V3,      /* AVX2, BMI1, BMI2, F16C, FMA, LZCNT, MOVBE */
    CPU_SKYLAKE_AVX512, /* the above and AVX-512 F, BW, CD, DQ, VL */
    CPU_ISA_COUNT
};

/* cpu_allowed() has the bit 1 << isa for each set that can run here: the processor has every
 * instruction and the operating system keeps the registers. The baseline is always in it.
 * Source: System V ABI, AMD64 supplement, table of micro-architecture levels. */
uint32_t cpu_allowed(void);

/* cpu_choose() is the set whose build of the kernels to take: isa, or the strongest for CPU_BEST.
 * CPU_BEST: this processor or this build of the library has not got it, which never happens to
 * CPU_BEST and CPU_BASELINE. It asks the processor, so choose once. */
enum cpu_isa cpu_choose(enum cpu_isa isa);

/* cpu_strongest() is the strongest set of a mask such as cpu_allowed(). */
enum cpu_isa cpu_strongest(uint32_t mask);

/* cpu_name() is "best", "baseline", "x86-64-v3" or "skylake-avx512". */
const char *cpu_name(enum cpu_isa isa);

/* cpu_parse() finds the set of a name. false: there is none, *out is left alone. */
bool cpu_parse(enum cpu_isa *out, const char *name);

#endif
