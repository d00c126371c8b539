/* Help texts. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/args.h"

/* help_print() prints the help of a verb, or of the program for ARGS_HELP, on stdout. */
void help_print(enum args_verb about);
void help_print_version(void);

#endif
