#include "cli/commands.h"
#include "cli/convert_terrain.h"

enum say_exit cmd_convert(const struct args_convert *args, struct say *say)
{
    return convert_terrain(args, say);
}
