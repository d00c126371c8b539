/* scree fit */
#ifndef CLI_FIT_CLI_H
#define CLI_FIT_CLI_H

#include "cli/args.h"
#include "cli/say.h"

struct args_fit {
    const char *terrain, *from, *output, *onto, *classes, *html, *unexplained;
    struct scree_fit_options fit;
    uint32_t seed, threads;
    bool root_density; /* of the rows shared with other verbs */
    struct scree_terrain_options ground;
    bool ground_given, json, force, no_noise;
};

enum say_exit cmd_fit(const void *args, struct say *say);

#endif
