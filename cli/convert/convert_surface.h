/* A surface map to a file of another form. */
#ifndef CLI_CONVERT_SURFACE_H
#define CLI_CONVERT_SURFACE_H

#include "cli/args.h"
#include "cli/say.h"

/* convert_surface() does what scree convert does with a surface map, says its errors and returns
 * the exit code. */
enum say_exit convert_surface(const struct args_convert *args, struct say *say);

#endif
