/* scree preview */
#ifndef CLI_PREVIEW_H
#define CLI_PREVIEW_H

#include "cli/args.h"
#include "cli/say.h"

struct args_preview {
    const char *terrain, *surface, *output;
    struct args_size size; /* 0: chosen; height 0 with a width: width is the long side */
    bool flat, layers, force;
    struct args_ground ground;
    struct args_render render;
};

enum say_exit cmd_preview(const void *args, struct say *say);

#endif
