#ifndef CLI_GATHER_H
#define CLI_GATHER_H

#include <stdbool.h>

#include "cli/args.h"
#include "cli/say.h"

struct args_gather {
    const char *folder;
    bool json;
};

enum say_exit cmd_gather(const void *args, struct say *say);

#endif
