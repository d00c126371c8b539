/* A terrain to a file of another format. */
#ifndef CLI_CONVERT_TERRAIN_H
#define CLI_CONVERT_TERRAIN_H

#include "cli/args.h"
#include "cli/say.h"

/* convert_terrain() does what scree convert does with a terrain, says what it wrote and its errors,
 * and returns the exit code. */
enum say_exit convert_terrain(const struct args_convert *args, struct say *say);

#endif
