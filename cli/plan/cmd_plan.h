/* What a bake would take, before it starts. */
#ifndef CLI_CMD_PLAN_H
#define CLI_CMD_PLAN_H

#include "cli/bake/cmd_bake.h"

enum say_exit cmd_plan(const void *args, struct say *say);

#endif
