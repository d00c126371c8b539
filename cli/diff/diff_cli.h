/* What changed between two surface maps or bakes. */
#ifndef CLI_DIFF_CLI_H
#define CLI_DIFF_CLI_H

#include "cli/args.h"
#include "cli/say.h"

struct args_diff {
    const char *before, *after;
    const char *terrain; /* NULL: none */
    const char *picture; /* PNG to write, NULL: none */
    const char *html;    /* NULL: none */
    struct scree_diff_options diff;
    struct args_size size;
    struct scree_terrain_options ground;
    bool ground_given; /* an option of these was there */
    struct scree_how how;
    bool force, json;
};

enum say_exit cmd_diff(const void *args, struct say *say);

#endif
