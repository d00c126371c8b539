/* Options of the command line as the renderer takes them. */
#ifndef CLI_ARGS_RENDER_H
#define CLI_ARGS_RENDER_H

#include "cli/args.h"
#include "render/render.h"

/* args_render_options() is how to evaluate a grid of width x height texels, 0 chooses. */
struct render_options args_render_options(const struct args_render *how, enum render_grid grid,
                                          uint32_t width, uint32_t height);

#endif
