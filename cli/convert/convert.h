/* scree convert */
#ifndef CLI_CONVERT_H
#define CLI_CONVERT_H

#include "cli/args.h"
#include "cli/say.h"

struct args_convert {
    const char *input, *output; /* output NULL: to standard output, as text */
    const char *terrain;        /* NULL: none */
    struct args_ground ground;
    bool to_stdout, sliders, sidecar, force;
};

enum say_exit cmd_convert(const void *args, struct say *say);

/* convert_surface() and convert_terrain() do what scree convert does with each, say what was
 * written and their errors, and return the exit code. */
enum say_exit convert_surface(const struct args_convert *args, struct say *say);
enum say_exit convert_terrain(const struct args_convert *args, struct say *say);

#endif
