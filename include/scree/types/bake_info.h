/* What a planned bake tells. */
#ifndef SCREE_TYPES_BAKE_INFO_H
#define SCREE_TYPES_BAKE_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scree_bake_info {
    /* set it to sizeof(struct scree_bake_info) before asking */
    size_t size;
    /* texels of the images, or of the region of them */
    uint32_t width, height;
    uint32_t materials;
    /* beside the manifest */
    uint32_t files;
    /* enum scree_bake_output that will be made */
    unsigned outputs;
    /* about what it takes at once, the program and reading included */
    uint64_t memory_bytes;
    /* why there is no blend map, "" if there is or nobody asked for one; as long as the plan */
    const char *no_blend;
    /* likewise */
    const char *no_beamng;
};

struct scree_bake_file {
    /* set it to sizeof(struct scree_bake_file) before asking */
    size_t size;
    /* relative; as long as the plan */
    const char *name;
    /* texels or points; 0 of a text */
    uint32_t width, height;
    /* before compression; 0 of a text */
    uint64_t bytes_at_most;
};

#endif
