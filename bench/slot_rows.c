/*
 * Sixteen multiplications and sixteen additions a value, one after the other: a load and a store
 * are few beside them, and as neighbouring values do not wait for each other, the units that
 * multiply and add are what is measured. Compiled once per instruction set; SLOT_ROWS_TABLE is the
 * name of the table this build exports.
 */
#include "bench/slot_rows.h"

static void run(float *restrict values, size_t groups)
{
    for (size_t i = 0; i < groups * 16; i++) {
        float value = values[i];
        for (int k = 0; k < SLOT_OPERATIONS / 2; k++) value = value * 0.75f + 0.5f;
        values[i] = value;
    }
}

const struct slot_kernels SLOT_ROWS_TABLE = {run};
