/* What a bake will take, before it starts. */
#ifndef BAKE_BAKE_ESTIMATE_H
#define BAKE_BAKE_ESTIMATE_H

#include "bake/bake.h"

struct bake_estimate_options {
    double opening_s; /* what opening the inputs and planning took: every part spends that, too */
    double time_s;    /* that a part may take; 0: nobody asks for parts */
};

struct bake_estimate {
    /* Exact. */
    uint64_t texels; /* of an image */
    uint64_t tiles;  /* files of an image */
    uint64_t bytes;  /* of all files but the manifest, before compression */
    uint64_t memory_bytes;
    /* Of a sample. */
    uint64_t sampled_rows,
        rows;             /* that were evaluated, and that there are, of all that is sampled */
    double seconds;       /* of the whole, opening_s included */
    uint32_t parts;       /* the fewest that take at most time_s each; 0: none */
    double part_s;        /* of one of those, opening_s included */
    const char *no_parts; /* why parts is 0, without an end; "" */
    bool without_maps;    /* maps are made, and their time is not among the seconds */
};

/*
 * bake_estimate() evaluates a few hundred rows at fixed places of the output and writes them
 * nowhere, as bake_write() writes all. Seconds are those of this machine now, on the threads of the
 * plan. SCREE_BAD_ARGUMENT (time_s), SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code bake_estimate(struct bake_estimate *out, const struct bake_plan *plan,
                                       const struct bake_estimate_options *options,
                                       struct scree_job *job, struct scree_error *err);

#endif
