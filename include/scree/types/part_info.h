/* What parts and estimates tell. */
#ifndef SCREE_TYPES_PART_INFO_H
#define SCREE_TYPES_PART_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/export.h>

SCREE_BEGIN

struct scree_part_info {
    size_t size;           /* set it to sizeof(struct scree_part_info) before asking */
    uint64_t tiles;        /* of the part; 0 where there are more parts than tiles */
    uint64_t tiles_before; /* how many of them were there already and were kept */
};

struct scree_estimate {
    size_t size; /* set it to sizeof(struct scree_estimate) before asking */
    /* Exact: */
    uint64_t texels; /* of each image */
    uint64_t tiles;  /* files of each image */
    uint64_t files;  /* of all images and texts, the manifest aside */
    uint64_t bytes;  /* of those before compression */
    /* About what a run takes at once, as struct scree_bake_info has it: */
    uint64_t memory_bytes;
    /* Of a sample, on this machine as busy as it is now, with the job's threads: */
    uint64_t sampled_rows, rows; /* rows that were evaluated, and that a run evaluates */
    double opening_s; /* what opening the terrain and planning took, once for each part */
    double seconds;   /* of one run, opening included */
    uint32_t parts; /* the fewest parts that take at most time_s each; 0: none, or not asked for */
    double part_s;  /* of one of them, opening included */
    const char *no_parts; /* why parts is 0, a sentence without a full stop, "" if nobody asked; as
                             long as the program */
    bool without_maps;    /* maps of the ground take time that is not in seconds */
};

SCREE_END

#endif
