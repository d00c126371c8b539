#ifndef CLI_DIGEST_H
#define CLI_DIGEST_H

#include <stdbool.h>

#include "cli/args.h"
#include "cli/say.h"

struct args_digest {
    const char *const *folders; /* belong to the command line */
    size_t count;
    bool list, coverage, json;
};

enum say_exit cmd_digest(const void *args, struct say *say);

#endif
