/* Texels explained. */
#ifndef CLI_PROBE_H
#define CLI_PROBE_H

#include "cli/args.h"
#include "cli/say.h"

#define PROBE_MAX_POINTS 256

struct args_probe {
    const char *terrain, *surface;
    const char *map; /* NULL: none */
    struct scree_place places[PROBE_MAX_POINTS];
    struct scree_spot
        spots[PROBE_MAX_POINTS]; /* of SCREE_AT, which count in the place of x and y */
    size_t place_count;
    struct args_size size; /* 0: a texel per terrain unit */
    uint32_t depth;
    double relief;
    bool root_density;
    struct scree_terrain_options ground;
    bool json;
};

enum say_exit cmd_probe(const void *args, struct say *say);

#endif
