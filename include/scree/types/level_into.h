/* What changes in a level that exists. */
#ifndef SCREE_TYPES_LEVEL_INTO_H
#define SCREE_TYPES_LEVEL_INTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why something stays as it is. */
enum scree_kept {
    SCREE_NOT_KEPT,
    SCREE_KEPT_NAMED, /* options.keep or keep_list names it */
    SCREE_KEPT_BUILT, /* its name means a road or the like, and the map does not have it */
    SCREE_KEPT_REST   /* options.only does not name it */
};

enum scree_new {
    SCREE_NEW_OLD,    /* the level lists it */
    SCREE_NEW_LISTED, /* it is new in the .ter's list; of a level, which has a material of that name */
    SCREE_NEW_ADDED   /* the level gets a material of that name */
};

/* A material of a level, or of Rigs of Rods a layer or a ground model of the landuse. */
struct scree_level_change {
    /* set it to sizeof(struct scree_level_change) before asking */
    size_t size;
    /*
     * as the level has it, "" of holes, and of landuse in a colour that has no ground model; until
     * the next decision
     */
    const char *name;
    /* of the landuse */
    bool is_ground;
    enum scree_new is_new;
    enum scree_kept kept;
    /* the surface map has it */
    bool in_map;
    /* samples or texels where it is the strongest */
    uint64_t before, after;
    /* of those after, how many differ from all four beside them */
    uint64_t isolated;
};

struct scree_level_into_info {
    /* set it to sizeof(struct scree_level_into_info) before asking */
    size_t size;
    /* samples, or texels of the blend maps, a side */
    uint32_t texels;
    /* of Rigs of Rods a side of the landuse; 0: there is none */
    uint32_t landuse_texels;
    /* of BeamNG materials and the holes; of Rigs of Rods layers, then ground models */
    uint32_t changes;
    /* that min_area gave to their neighbours; samples or texels in them */
    uint64_t areas, changed;
    /* materials stay as they are */
    bool only_plants;
    /* of BeamNG species and grass; 0: plants stay */
    uint32_t plants;
    /* of the forest that are of no species of scree's, and stay */
    uint64_t other_items;
};

#endif
