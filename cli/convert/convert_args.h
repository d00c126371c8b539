/* scree convert */
#ifndef CLI_CONVERT_ARGS_H
#define CLI_CONVERT_ARGS_H

#include "cli/args.h"
#include "cli/say.h"

struct args_convert {
    const char *input, *output;  /* output NULL: to standard output, as text */
    const char *terrain;         /* NULL: none */
    const char *holes, *surface; /* NULL: none */
    uint32_t crop[4];            /* as in struct scree_convert_options */
    struct args_size resample;   /* points; 0 0: as they are */
    enum scree_power power;      /* instead */
    uint32_t every;              /* points that a mesh keeps, 0: all */
    double range_m[2];           /* of NEWFILE; 0 0: not given */
    bool south_first;            /* of NEWFILE */
    bool dequantise;
    struct scree_terrain_options ground; /* of FILE */
    bool to_stdout, sliders, sidecar, force, json;
};

enum say_exit cmd_convert(const void *args, struct say *say);

#endif
