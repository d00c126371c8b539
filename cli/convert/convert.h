/* scree convert */
#ifndef CLI_CONVERT_H
#define CLI_CONVERT_H

#include "cli/args.h"
#include "cli/say.h"

enum fit_power { FIT_NO_POWER, FIT_POWER, FIT_POWER_AND_1 };

struct args_convert {
    const char *input, *output;  /* output NULL: to standard output, as text */
    const char *terrain;         /* NULL: none */
    const char *holes, *surface; /* NULL: none */
    uint32_t crop[4];          /* first column and row from the north-west, points; 0 0 0 0: all */
    struct args_size resample; /* points; 0 0: as they are */
    enum fit_power power;      /* instead: the next 2^n or 2^n + 1 */
    uint32_t every;            /* points that a mesh keeps, 0: all */
    struct args_ground ground;
    bool to_stdout, sliders, sidecar, force;
};

enum say_exit cmd_convert(const void *args, struct say *say);

/* convert_surface(), convert_terrain() and convert_mesh() do what scree convert does with each, say
 * what was written and their errors, and return the exit code. */
enum say_exit convert_surface(const struct args_convert *args, struct say *say);
enum say_exit convert_terrain(const struct args_convert *args, struct say *say);
enum say_exit convert_mesh(const struct args_convert *args, enum heights_kind kind,
                           struct say *say);

#endif
