/* What parts and estimates tell. */
#ifndef SCREE_TYPES_PART_INFO_H
#define SCREE_TYPES_PART_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scree_part_info {
    /* set it to sizeof(struct scree_part_info) before asking */
    size_t size;
    /* of the part; 0 where there are more parts than tiles */
    uint64_t tiles;
    /* how many of them were there already and were kept */
    uint64_t tiles_before;
};

struct scree_estimate {
    /* set it to sizeof(struct scree_estimate) before asking */
    size_t size;
    /* exact, as the next three: of each image */
    uint64_t texels;
    /* files of each image */
    uint64_t tiles;
    /* of all images and texts, the manifest aside */
    uint64_t files;
    /* of those before compression */
    uint64_t bytes;
    /* About what a run takes at once, as struct scree_bake_info has it: */
    uint64_t memory_bytes;
    /* Of a sample, on this machine as busy as it is now, with the job's threads: rows that
     * were evaluated, and that a run evaluates */
    uint64_t sampled_rows, rows;
    /* what opening the terrain and planning took, once for each part */
    double opening_s;
    /* of one run, opening included */
    double seconds;
    /* the fewest parts that take at most time_s each; 0: none, or not asked for */
    uint32_t parts;
    /* of one of them, opening included */
    double part_s;
    /* why parts is 0, a sentence without a full stop, "" if nobody asked; as long as the program */
    const char *no_parts;
    /* maps of the ground take time that is not in seconds */
    bool without_maps;
};

#endif
