/* What `scree export spring` and its like take. */
#ifndef CLI_ENGINES_ARGS_ENGINES_H
#define CLI_ENGINES_ARGS_ENGINES_H

#include <scree/parts.h>

#include "cli/args_level.h"

struct args_engines {
    const char *engine; /* its key; the verb's, or that of a plug-in */
    const char *terrain, *surface;
    const char *map; /* NULL: none */
    const char *plants;
    int plugin; /* of Godot: 0 Terrain3D, 1 HTerrain */
    bool force, json, no_plants;
    struct args_water water;
    struct scree_engine_options export; /* sources and flags are yet to be set */
    struct scree_terrain_options ground;
    struct scree_how how;
    struct scree_part_options part; /* of Godot and Unreal; count 0: all of it */
};

/* args_engines_packed() says whether an output is one file. */
bool args_engines_packed(const struct args_engines *args);
/* args_engines_about() is the engine of that key, which there is. */
struct scree_engine_about args_engines_about(const char *engine);

enum say_exit cmd_export_engines(const void *args, struct say *say);

#endif
