/*
 * Cells by their hash.
 *
 * This file is compiled once per instruction set. Its parameter:
 *   PLANTS_ROWS_TABLE  name of the table this build exports, the only symbol it does
 */
#include "plants/plants_rows.h"

#define STRIP 16 /* cells */

static uint32_t pick(struct plants_pick *restrict out, const struct plants_row *restrict row)
{
    const uint64_t key = row->key, limit = row->limit, line = row->row;
    uint32_t found = 0;
    for (uint32_t at = 0; at < row->count; at += STRIP) {
        const uint64_t first = row->first + at;
        const uint32_t some = row->count - at < STRIP ? row->count - at : STRIP;
        uint64_t hash[STRIP];
        for (uint64_t i = 0; i < STRIP; i++)
            hash[i] = scramble_bits(key ^ scramble_bits((first + i) << 32 | line));
        for (uint32_t i = 0; i < some; i++) { /* without a branch, which nothing could foretell */
            out[found].column = row->first + at + i;
            out[found].hash = hash[i];
            found += hash[i] >> 40 < limit;
        }
    }
    return found;
}

const struct plants_kernels PLANTS_ROWS_TABLE = {pick};
