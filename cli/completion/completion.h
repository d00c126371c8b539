/* Scripts that complete command lines in shells, made of the tables of options. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli/args.h"
#include "cli/say.h"

enum completion_shell { COMPLETION_BASH, COMPLETION_ZSH, COMPLETION_FISH };

struct args_completion {
    enum completion_shell shell;
};

enum say_exit cmd_completion(const void *args, struct say *say);

#endif
