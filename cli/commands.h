/* The verbs. Each says its own errors and returns the exit code. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/args.h"
#include "cli/say.h"

enum say_exit cmd_info(const struct args_info *args, struct say *say);
enum say_exit cmd_lint(const struct args_lint *args, struct say *say);
enum say_exit cmd_bake(const struct args_bake *args, struct say *say);
enum say_exit cmd_convert(const struct args_convert *args, struct say *say);
enum say_exit cmd_export(const struct args_export *args, struct say *say);
enum say_exit cmd_set(const struct args_set *args, struct say *say);
enum say_exit cmd_preview(const struct args_preview *args, struct say *say);

#endif
