/*
 * Cells by their hash, a row of them at a time: the builds of plants_rows.c. Private to plants/.
 */
#ifndef PLANTS_PLANTS_ROWS_H
#define PLANTS_PLANTS_ROWS_H

#include "base/cpu.h"
#include "base/scramble.h"

/* plants_cell_hash() is the hash of a cell of a lattice. */
static inline uint64_t plants_cell_hash(uint64_t key, uint32_t column, uint32_t row)
{
    return scramble_bits(key ^ scramble_bits((uint64_t)column << 32 | row));
}

/* Cells of a row, and how many of 2^24 hashes are kept by their upper 24 bits. */
struct plants_row {
    uint64_t key;
    uint32_t row, first, count, limit;
};

struct plants_pick {
    uint64_t hash;
    uint32_t column;
};

struct plants_kernels {
    /* Fills out with those of the row whose hash is kept, from the west, and returns how many there
     * are. What is behind them is overwritten up to out[count]. */
    uint32_t (*pick)(struct plants_pick *out, const struct plants_row *row);
};

/* plants_select() is the build for an instruction set; NULL as cpu_choose() says. */
const struct plants_kernels *plants_select(enum cpu_isa isa);

extern const struct plants_kernels plants_rows_baseline;
extern const struct plants_kernels plants_rows_x86_64_v3;
extern const struct plants_kernels plants_rows_skylake_avx512;

#endif
