/* scree new */
#ifndef CLI_NEW_H
#define CLI_NEW_H

#include "cli/args.h"
#include "cli/say.h"

struct args_new {
    const char *terrain, *output;
    struct scree_style_options style;
    uint32_t seed;
    struct scree_terrain_options ground;
    bool list, json, force;
};

enum say_exit cmd_new(const void *args, struct say *say);

#endif
