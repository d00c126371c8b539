/* What terrains and surface maps hold. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include "cli/args.h"
#include "cli/say.h"

struct args_info {
    const char **files; /* owned by struct args */
    size_t file_count;
    struct scree_terrain_options ground;
    bool json;
};

enum say_exit cmd_info(const void *args, struct say *say);

#endif
