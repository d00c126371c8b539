/* scree render */
#ifndef CLI_RENDER_ARGS_H
#define CLI_RENDER_ARGS_H

#include "cli/args.h"
#include "cli/say.h"

/* A place on the command line, in metres from the south-west corner; an altitude, or a height above
 * the ground. */
struct args_place {
    double m[3];
    bool given, above_ground;
};

struct args_view {
    const char *terrain, *surface, *output;
    struct args_size size; /* height 0: 16 : 9 */
    bool force, hero, draft, has_water, no_bumps, has_from, has_haze;
    double from_deg, fov_deg, water_m, haze_m, sun_deg[2];
    struct args_place camera, target;
    uint32_t turntable; /* frames; 0: one picture */
    uint32_t samples;   /* 0: not given */
    struct args_ground ground;
    struct args_render render;
};

enum say_exit cmd_render(const void *args, struct say *say);

#endif
