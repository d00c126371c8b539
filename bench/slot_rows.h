/* How fast an instruction set multiplies and adds: the builds of slot_rows.c. */
#ifndef BENCH_SLOT_ROWS_H
#define BENCH_SLOT_ROWS_H

#include <stddef.h>

#include "base/cpu.h"

#define SLOT_OPERATIONS 32 /* for each value of run() */

struct slot_kernels {
    /* Replaces each of groups * 16 values. */
    void (*run)(float *values, size_t groups);
};

extern const struct slot_kernels slot_rows_baseline;
extern const struct slot_kernels slot_rows_x86_64_v3;
extern const struct slot_kernels slot_rows_skylake_avx512;

/* slot_select() is the build for an instruction set that noise_select() has. */
const struct slot_kernels *slot_select(enum cpu_isa isa);

#endif
