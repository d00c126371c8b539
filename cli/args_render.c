#include "cli/args_render.h"

struct render_options args_render_options(const struct args_render *how, enum render_grid grid,
                                          uint32_t width, uint32_t height)
{
    return (struct render_options){.grid = grid,
                                   .width = width,
                                   .height = height,
                                   .relief = how->relief,
                                   .root_density = how->root_density,
                                   .tile = how->tile,
                                   .threads = how->threads,
                                   .isa = how->isa,
                                   .exhaustive = how->exhaustive};
}
