/*
 * A layer as one payload for each row of the table: what its chunks hold, and the factory's where
 * it has none. This is the view that the text form shows and that editing changes, to the bit;
 * struct srf_layer rounds nothing either but cannot hold every NaN.
 */
#ifndef SRF_SRF_VALUES_H
#define SRF_SRF_VALUES_H

#include "srf/srf_make.h"

struct srf_values {
    /* What counts for a row: the last chunk of its kind in the layer, NULL if there is none. */
    const struct srf_chunk *chunks[SRF_ROW_COUNT];
    struct srf_payload payloads[SRF_ROW_COUNT];
};

/* srf_values_collect() fills *values from a layer. factory is of srf_make_factory(). */
void srf_values_collect(struct srf_values *values, const struct srf_layer *layer,
                        const struct srf_payload factory[SRF_ROW_COUNT]);

/* srf_values_equal() compares payloads; with side 0 or 1 only that number of a pair, with side -1
 * all. */
bool srf_values_equal(const struct srf_row *row, int side, const struct srf_payload *a,
                      const struct srf_payload *b);

/* srf_values_float() is number i of a row of floats, every bit of it. */
float srf_values_float(const struct srf_payload *payload, unsigned i);

#endif
