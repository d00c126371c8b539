/* scree export beamng */
#ifndef CLI_BEAMNG_ARGS_H
#define CLI_BEAMNG_ARGS_H

#include "cli/args.h"
#include "cli/say.h"

struct args_beamng {
    const char *terrain, *surface;
    const char *output;        /* a level's folder or a zip; NULL with into */
    const char *into;          /* a level's folder, or a .ter; NULL: a new level */
    const char *map;           /* NULL: none, as below */
    const char *name, *author; /* of a new level */
    const char *holes;         /* picture */
    const char *hole_layer;
    uint32_t depth;    /* SCREE_ALL_DEPTHS: merge nothing */
    uint32_t resample; /* points a side, 0: those of the terrain */
    uint32_t min_area; /* samples; 0, 1: keep every speckle */
    bool dither, import_files, force, dry_run;
    struct scree_terrain_options terrain_options;
    struct args_how how;
};

enum say_exit cmd_export_beamng(const void *values, struct say *say);

#endif
