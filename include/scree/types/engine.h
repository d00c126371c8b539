/* What an engine takes, and what a plan for one decided. */
#ifndef SCREE_TYPES_ENGINE_H
#define SCREE_TYPES_ENGINE_H

#include <stddef.h>
#include <stdint.h>

/* For people: constant texts of one line. */
struct scree_engine_about {
    /* set it to sizeof(struct scree_engine_about) before asking */
    size_t size;
    /* "spring": what scree_engine_plan() takes */
    const char *key;
    /* "Spring, Recoil and Beyond All Reason" */
    const char *title;
    /* of an output in one file, ".sdz"; ".zip" where any will do */
    const char *ending;
    /* points of the heightmap a side */
    const char *sizes;
    /* which row is first */
    const char *rows;
    /* how weights are stored */
    const char *packs;
    /* of the files */
    const char *names;
    /* whose reader has read them, or that nobody's has */
    const char *proof;
    /* more cannot be written; 0: any number */
    uint32_t max_materials;
    /* so many weights of a texel are stored; 0: all */
    uint32_t kept;
};

struct scree_engine_info {
    /* set it to sizeof(struct scree_engine_info) before asking */
    size_t size;
    /* as long as the plan lives */
    const char *name;
    /* a side, of the heightmap and of the weights */
    uint32_t points, texels;
    /* across and down */
    uint32_t tiles;
    uint32_t materials;
    /* of the terrain, and from point to point */
    double side_m, spacing_m;
    /* lowest and highest */
    double altitude_m[2];
    /*
     * weight that the engine's form cannot hold, 0 to 1: in the mean, of the worst texel; and the share
     * of texels that lose more than 5 %. 0 where all is stored
     */
    double dropped_mean, dropped_worst, dropped_share;
};

#endif
