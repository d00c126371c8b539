/* The builds of noise_scatter_rows.c. Private to noise/. */
#ifndef NOISE_NOISE_SCATTER_H
#define NOISE_NOISE_SCATTER_H

#include "noise/noise.h"

extern const struct noise_scatter_kernels noise_scatter_rows_baseline;
extern const struct noise_scatter_kernels noise_scatter_rows_x86_64_v3;
extern const struct noise_scatter_kernels noise_scatter_rows_skylake_avx512;

#endif
