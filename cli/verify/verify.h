/* A bake made again and compared with the one that lies there. */
#ifndef CLI_VERIFY_H
#define CLI_VERIFY_H

#include <stdbool.h>

#include <scree/parts.h>

#include "cli/say.h"

struct args_verify {
    const char *folder;
    const char *inputs[3]; /* terrain, surface map, map; NULL: looked for */
    uint32_t threads;
    struct scree_part_options part; /* count 0: none */
    double share;                   /* 0: none */
    uint32_t seed;
    bool other_version, json;
};

enum say_exit cmd_verify(const void *args, struct say *say);

#endif
