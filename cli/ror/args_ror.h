/* What `scree export ror` takes. */
#ifndef CLI_ROR_ARGS_ROR_H
#define CLI_ROR_ARGS_ROR_H

#include "cli/args_level.h"

struct args_ror {
    const char *terrain, *surface;
    struct args_into into;           /* of an unpacked terrain's folder */
    const char *map, *ground_models; /* NULL: none */
    const char *grass[SCREE_ROR_MAX_GRASS];
    bool folder, force, base_colour, no_base_colour, shadows_off, no_spawner, json;
    struct args_level level;
    struct scree_ror_options export; /* sources, grass and flags are yet to be set */
    struct scree_terrain_options ground;
    struct scree_how how;
};

enum say_exit cmd_export_ror(const void *args, struct say *say);

#endif
