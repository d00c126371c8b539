/*
 * Surface maps whose rules are known, for bench/fit_planted and tests/unit/test_fit: 200 of them on
 * five terrains, the same on every machine.
 *
 * Map number i stands on terrain i % PLANTED_TERRAINS. It has 2 to 7 layers, its root counted, in a
 * tree of random shape. Each but the root has limits of altitude, of slope, or of both, that cut off
 * some of the ground's area, and a coverage from 0.5 to 1; with noise a weight of it from 0.09 to 2.25.
 * SMSZ is 0.1 to 1, as in all genuine files that are known, and 1 to 4 in one layer of eight. A map in
 * which a layer is the strongest on less than 1 % of the ground is thrown away and drawn anew.
 *
 * There are as many maps with limits by what is around. Each layer but the root has one with a chance of 0.6, by
 * aspect, position or curvature alike, and one layer of a map at least: a direction with 40 to 130 degrees to
 * either side, position over squares of 6 to 100 units and curvature over 3 to 12, by shares of the area as
 * altitudes and slopes have; fuzziness is 0 in one of five, else up to 60 degrees or 0.3 of the range, and level ground has
 * some of an aspect in three of ten. All this was fixed before the first of them was fitted.
 */
#ifndef BENCH_PLANTED_H
#define BENCH_PLANTED_H

#include "srf/srf.h"
#include "ter/ter.h"

#define PLANTED_MAPS 200
#define PLANTED_TERRAINS 5
#define PLANTED_POINTS 513 /* a side; pictures have one texel less */
#define PLANTED_TEXELS (PLANTED_POINTS - 1)
#define PLANTED_LAYERS 7
#define PLANTED_SEED UINT64_C(0x5c3ee)   /* of all maps, */
#define PLANTED_AROUND UINT64_C(0xa206d) /* and of those with limits by what is around */
#define PLANTED_LEAST 1                  /* per cent of the ground */

/* planted_terrain() makes terrain number i, 0 <= i < PLANTED_TERRAINS, and *name its name; free
 * field->memory. SCREE_NO_MEMORY */
MUST_USE enum scree_code planted_terrain(struct ter_field *field, const char **name, uint32_t i,
                                         struct scree_error *err);

struct planted_map {
    struct srf_map map;
    struct srf_layer layers[PLANTED_LAYERS];
    struct srf_layer *list[PLANTED_LAYERS];
    char names[PLANTED_LAYERS][8];
    uint8_t *winners; /* winners[j * PLANTED_TEXELS + i]: layer, row 0 north */
    unsigned drawn;   /* how often, until all layers were large enough */
    bool around;      /* layers may have limits by what is around */
    uint64_t random;
};

/*
 * planted_create() makes map number i on its terrain, with noise or without, with limits by what is around or without. The map points into *out:
 * do not copy it. The caller frees out->winners by mem_free(). SCREE_NO_MEMORY, SCREE_BAD_ARGUMENT
 */
MUST_USE enum scree_code planted_create(struct planted_map *out, const struct ter_field *field,
                                        uint32_t i, bool noise, bool around,
                                        struct scree_error *err);
/* planted_reroll() gives all layers other patterns of the noise, and winners[] their picture. */
MUST_USE enum scree_code planted_reroll(struct planted_map *map, const struct ter_field *field,
                                        uint8_t *winners, uint64_t seed, struct scree_error *err);

#endif
