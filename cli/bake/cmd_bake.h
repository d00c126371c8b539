#ifndef CLI_CMD_BAKE_H
#define CLI_CMD_BAKE_H

#include <scree/bake.h>
#include <scree/parts.h>

#include "cli/args.h"

struct args_bake {
    const char *terrain, *surface, *output;
    const char *map;                   /* NULL: none */
    struct args_size size;             /* 0: a texel per terrain unit */
    struct scree_bake_options options; /* of which the rest is set */
    struct scree_terrain_options ground;
    struct args_how how;
    struct scree_part_options part; /* count 0: the whole */
    bool dry_run, force, json;
};

enum say_exit cmd_bake(const void *args, struct say *say);

#endif
