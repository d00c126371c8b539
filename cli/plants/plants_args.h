/* scree plants */
#ifndef CLI_PLANTS_ARGS_H
#define CLI_PLANTS_ARGS_H

#include "cli/args_level.h"
#include "cli/say.h"

struct args_plants {
    const char *terrain, *surface, *output, *list, *roads;
    bool force, json;
    struct args_water water;
    struct scree_plants_options plants;
    struct scree_terrain_options ground;
    struct scree_how how;
};

enum say_exit cmd_plants(const void *args, struct say *say);

#endif
