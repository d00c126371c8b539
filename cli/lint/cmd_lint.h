/* What in a surface map cannot be meant. */
#ifndef CLI_CMD_LINT_H
#define CLI_CMD_LINT_H

#include "cli/args.h"
#include "cli/say.h"

struct args_lint {
    const char *surface;
    const char *terrain; /* NULL: none */
    const char *plants;  /* likewise */
    struct scree_lint_options lint;
    bool root_density;
    int level; /* enum scree_lint_severity */
    uint32_t threads;
    struct scree_terrain_options ground;
    bool ground_given; /* an option of these was there */
    bool json;
};

enum say_exit cmd_lint(const void *args, struct say *say);

#endif
