/* What a plan for BeamNG decided, and what becomes of plants in a level that exists. */
#ifndef SCREE_TYPES_BEAMNG_INFO_H
#define SCREE_TYPES_BEAMNG_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scree_beamng_info {
    /* set it to sizeof(struct scree_beamng_info) before asking */
    size_t size;
    /* as long as the level lives */
    const char *name;
    /* a side */
    uint32_t samples;
    /* the last row and column of points are left out */
    bool trimmed;
    /* samples are not the terrain's points */
    bool resampled;
    /* from sample to sample */
    double square_m;
    uint32_t materials;
    /* that evaluating and writing will take, about */
    uint64_t memory_bytes;
};

struct scree_beamng_material {
    /* set it to sizeof(struct scree_beamng_material) before asking */
    size_t size;
    /* in the game; of a hole, what its layers are called */
    const char *name;
    /* it has no number */
    bool is_hole;
    /* in the .ter */
    uint32_t number;
    /* what it drives like, "GRASS"; "" of a hole */
    const char *ground_model;
    /* why, in words; NULL: the list of materials has it */
    const char *reason;
};

/* What becomes of a species in the level, or of a kind of grass. */
struct scree_beamng_into_plant {
    /* set it to sizeof(struct scree_beamng_into_plant) before asking */
    size_t size;
    /* of the list, or of an earlier one; until the next scree_beamng_into() */
    const char *name;
    /* what follows counts ground covers */
    bool is_grass;
    /* there will be so many of ours, */
    uint64_t written;
    /* in place of so many, */
    uint64_t replaced;
    /* beside so many that others placed or that may not change */
    uint64_t kept;
};

#endif
