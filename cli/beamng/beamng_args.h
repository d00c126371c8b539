/* scree export beamng */
#ifndef CLI_BEAMNG_ARGS_H
#define CLI_BEAMNG_ARGS_H

#include "cli/args_level.h"
#include "cli/say.h"

struct args_beamng {
    const char *terrain, *surface;
    struct args_into into;              /* of a level's folder, or a .ter */
    const char *map, *holes;            /* files; NULL: none */
    struct scree_beamng_options export; /* without its sources and flags */
    bool dither, import_files, base_colour, force, json, plants_only;
    struct args_level level;
    struct scree_terrain_options terrain_options;
    struct scree_how how;
};

enum say_exit cmd_export_beamng(const void *values, struct say *say);

#endif
