/* scree render */
#ifndef CLI_RENDER_ARGS_H
#define CLI_RENDER_ARGS_H

#include "cli/args.h"
#include "cli/say.h"

struct args_view {
    const char *terrain, *surface, *output, *plants;
    bool force, hero, draft, no_bumps, has_from, has_camera, json;
    double fov_deg;     /* 0: not given */
    uint32_t turntable; /* frames; 0: one picture */
    uint32_t samples;   /* 0: not given */
    struct args_size size;
    struct scree_view_options view;
    struct scree_spot place, target; /* of the camera; their altitudes are in it */
    struct scree_camera camera;
    struct scree_terrain_options ground;
    struct args_how how;
};

enum say_exit cmd_render(const void *args, struct say *say);

#endif
