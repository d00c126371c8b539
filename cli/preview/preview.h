/* scree preview */
#ifndef CLI_PREVIEW_H
#define CLI_PREVIEW_H

#include "cli/args.h"
#include "cli/say.h"

struct args_preview {
    const char *terrain, *surface, *output, *plants;
    bool flat, layers, sheet, histogram, margin, legend, limits, force, has_sun, json;
    struct args_size size;
    struct scree_preview_options preview;
    struct scree_terrain_options ground;
    struct args_how how;
};

enum say_exit cmd_preview(const void *args, struct say *say);

#endif
