/* The camera that the command line asks for. */
#ifndef CLI_RENDER_CAMERA_H
#define CLI_RENDER_CAMERA_H

#include "cli/render/render_args.h"
#include "render/render.h"

/* render_camera_choose() is the camera of picture number `frame` of args->turntable. ERR_ARG. */
MUST_USE enum err_code render_camera_choose(struct render_camera *camera,
                                            const struct args_view *args,
                                            const struct render_view *view,
                                            const struct ter_field *field, uint32_t frame,
                                            uint32_t width, uint32_t height, struct err *err);

#endif
